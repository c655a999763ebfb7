/* GitHub workflow commands: one annotation an item. Data are escaped as the runner reads them
 * (docs.github.com, "Workflow commands"), so no text of the project can become a command. */
#include "report/gate_line.h"
#include "report/item.h"

#include "base/text.h"

enum { ANNOTATIONS_MOST = 50 };

static void escaped(struct buf *out, str text, bool property)
{
	size_t n;

	for (size_t i = 0; i < text.len; i += n) {
		unsigned char c = (unsigned char)text.ptr[i];

		utf8_decode(str_from_at(text, i), &n);

		if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
			buf_format(out, "%%%02X", c);
		else
			text_visible(out, str_slice(text, i, i + n));
	}
}

static void annotation(struct buf *out, const struct assessment *a, const struct item *item)
{
	static const char *const commands[SEVERITY_COUNT] = {
	        "notice", "notice", "warning", "error", "error"};

	buf_format(out, "::%s ", commands[item->severity]);
	if (item->path.len) {
		buf_puts(out, "file=");
		escaped(out, item->path, true);
		buf_byte(out, ',');
	}
	if (item->line)
		buf_format(out, "line=%u,", item->line);
	if (item->end_line)
		buf_format(out, "endLine=%u,", item->end_line);
	if (item->column && item->line == item->end_line)
		buf_format(out, "col=%u,endColumn=%u,", item->column, item->end_column);
	buf_puts(out, "title=");
	escaped(out, item->rule, true);
	buf_puts(out, "::");
	escaped(out, item->message, false);
	if (item->advice.len) {
		buf_puts(out, "%0AInstead: ");
		escaped(out, item->advice, false);
	}
	buf_byte(out, '\n');
	(void)a;
}

/* The host shows ten of a kind a step: worst first. */
void write_github(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct items items = items_of(a, LANGUAGE_EN);
	uint32_t shown = 0;

	(void)style;
	for (int s = SEVERITY_BLOCKER; s >= SEVERITY_INFO; s--)
		for (uint32_t i = 0; i < items.count; i++)
			if ((int)items.at[i].severity == s && shown++ < ANNOTATIONS_MOST)
				annotation(out, a, &items.at[i]);
	if (shown > ANNOTATIONS_MOST)
		buf_format(out, "::notice title=portfit::%u more findings stand in the report\n",
		        shown - ANNOTATIONS_MOST);
	/* no command: it stands in the log as it is */
	report_gate_line(a->arena, &a->gate, LANGUAGE_EN, out);
	buf_byte(out, '\n');
}
