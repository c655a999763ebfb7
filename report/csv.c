/* CSV (RFC 4180), one table: findings and operators as rows. A cell that a spreadsheet would take
 * for a formula gets an apostrophe in front; control characters are made visible. */
#include "report/item.h"

#include "base/text.h"

#include <string.h>

static void cell(struct buf *out, str text, bool last)
{
	struct buf visible = {0};
	str shown;

	text_visible(&visible, text);
	shown = buf_str(&visible);
	buf_byte(out, '"');
	if (shown.len && memchr("=+-@|%", shown.ptr[0], 6))
		buf_byte(out, '\'');
	for (size_t i = 0; i < shown.len; i++) {
		if (shown.ptr[i] == '"')
			buf_byte(out, '"');
		buf_byte(out, shown.ptr[i]);
	}
	buf_puts(out, last ? "\"\r\n" : "\",");
	buf_free(&visible);
}

static str number(struct arena *arena, uint64_t n)
{
	return n ? arena_format(arena, "%llu", (unsigned long long)n) : STR_NONE;
}

static void item_row(struct buf *out, const struct assessment *a, const struct item *item)
{
	cell(out, item->operator.len ? S("operator") : S("finding"), false);
	cell(out, item->rule, false);
	cell(out, severity_word(item->severity), false);
	cell(out, item->targets, false);
	cell(out, item->path, false);
	cell(out, number(a->arena, item->line), false);
	cell(out, number(a->arena, item->column), false);
	cell(out, item->message, false);
	cell(out, item->why, false);
	cell(out, item->advice, false);
	cell(out, item->fingerprint, true);
}

void write_csv(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct items items = items_of(a);

	(void)style;
	buf_puts(out,
	        "kind,rule,severity,targets,path,line,column,message,why,instead,fingerprint\r\n");
	for (uint32_t i = 0; i < items.count; i++)
		item_row(out, a, &items.at[i]);
}
