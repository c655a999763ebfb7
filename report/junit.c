/* JUnit XML: one test case an item, failed when it is minor or worse, so that a CI page shows them
 * as a list; what is only told stands in system-out. With no item there is one case that passed.
 * Valid by the schema of Ant's JUnitReport, the strictest one that is in use. */
#include "report/item.h"

#include "base/text.h"

/* Text for XML 1.0: markup is escaped, what could steer or hide text is made visible. */
static void xml(struct buf *out, str text)
{
	size_t n;

	for (size_t i = 0; i < text.len; i += n) {
		uint32_t point = utf8_decode(str_from_at(text, i), &n);
		char bytes[4];

		switch (point) {
		case '<': buf_puts(out, "&lt;"); continue;
		case '>': buf_puts(out, "&gt;"); continue;
		case '&': buf_puts(out, "&amp;"); continue;
		case '"': buf_puts(out, "&quot;"); continue;
		case '\n': buf_puts(out, "&#10;"); continue;
		case '\t': buf_puts(out, "&#9;"); continue;
		default: break;
		}
		if (point == 0xfffe || point == 0xffff)
			buf_put(out, (str){bytes, utf8_encode(0xfffd, bytes)});
		else
			text_visible(out, str_slice(text, i, i + n));
	}
}

static void attribute(struct buf *out, const char *name, str value)
{
	buf_format(out, " %s=\"", name);
	xml(out, value);
	buf_byte(out, '"');
}

static void test_case(struct buf *out, const struct assessment *a, const struct item *item)
{
	str place = item->line ? arena_format(a->arena, "%.*s:%u", STR_ARG(item->path), item->line)
	                       : item->path;

	buf_puts(out, "    <testcase");
	attribute(out, "classname", item->rule);
	attribute(out, "name", place.len ? place : item->message);
	buf_puts(out, " time=\"0\"");
	if (item->severity < SEVERITY_MINOR) {
		buf_puts(out, "/>\n");
		return;
	}
	buf_puts(out, ">\n      <failure");
	attribute(out, "type", severity_word(item->severity));
	attribute(out, "message", item->message);
	buf_byte(out, '>');
	xml(out, arena_format(a->arena, "%.*s\n%.*s\n%.*s", STR_ARG(place), STR_ARG(item->why),
	                 STR_ARG(item->advice)));
	buf_puts(out, "</failure>\n    </testcase>\n");
}

void write_junit(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct items items = items_of(a, LANGUAGE_EN);
	uint32_t failures = 0, tests = items.count ? items.count : 1;

	(void)style;
	for (uint32_t i = 0; i < items.count; i++)
		failures += items.at[i].severity >= SEVERITY_MINOR;
	buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	buf_format(out,
	        "<testsuites>\n"
	        "  <testsuite name=\"portfit\" package=\"portfit\" id=\"0\" tests=\"%u\" "
	        "failures=\"%u\" errors=\"0\" time=\"0\" timestamp=\"1970-01-01T00:00:00\" "
	        "hostname=\"localhost\">\n    <properties/>\n",
	        tests, failures);
	for (uint32_t i = 0; i < items.count; i++)
		test_case(out, a, &items.at[i]);
	if (!items.count)
		buf_puts(out, "    <testcase classname=\"portfit\" name=\"nothing found\" "
		              "time=\"0\"/>\n");
	buf_puts(out, "    <system-out>");
	for (uint32_t i = 0; i < items.count; i++)
		if (items.at[i].severity < SEVERITY_MINOR) {
			xml(out, items.at[i].message);
			buf_byte(out, '\n');
		}
	buf_puts(out, "</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n");
}
