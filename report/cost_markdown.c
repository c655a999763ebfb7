/* The comparison as a page for a manager, in Markdown: the answers, the table, what comes before
 * any port, then each target with its figures as a block of text.
 *
 * Names come from plans and bills: in a table they are escaped, and a block is indented, which no
 * content of a line can end. */
#include "report/cost.h"

#include "base/text.h"
#include "report/effort.h"
#include "report/number.h"

#include <math.h>

static void put_answer(const struct cost_compare *c, struct buf *out)
{
	buf_puts(out, "- ");
	markdown_cell(out, c->side->name);
	buf_puts(out, ": **");
	buf_put(out, cost_answer_word(c->answer));
	buf_format(out, "** (evidence %c: %.*s). ", c->label, STR_ARG(c->label_reason));
	markdown_cell(out, c->answer_rule);
	buf_byte(out, '\n');
}

/* Every line behind four blanks. */
static void put_block(str text, struct buf *out)
{
	str line;

	buf_byte(out, '\n');
	while (text.len) {
		size_t end = str_find_byte(text, '\n');

		line = str_slice(text, 0, end < text.len ? end : text.len);
		text = str_slice(text, end < text.len ? end + 1 : text.len, text.len);
		if (line.len)
			buf_puts(out, "    ");
		buf_put(out, line);
		buf_byte(out, '\n');
	}
}

static void put_list(const char *title, const str *list, uint32_t n, struct buf *out)
{
	if (!n)
		return;
	buf_format(out, "\n%s:\n\n", title);
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(out, "- ");
		markdown_cell(out, list[i]);
		buf_byte(out, '\n');
	}
}

void cost_summary_markdown(struct arena *a, const struct cost_result *r, struct buf *out)
{
	for (uint32_t i = 0; i < r->n_targets; i++)
		put_answer(&r->targets[i], out);
	buf_byte(out, '\n');
	cost_table_markdown(a, r, out);
	put_list("Not priced", r->missing.at, r->missing.len, out);
	put_list("Stale", r->stale.at, r->stale.len, out);
	put_list("Taken at its best", r->ideal.at, r->ideal.len, out);
}

void report_cost_markdown(struct arena *a, const struct cost_report *report, struct buf *out)
{
	const struct cost_result *r = report->result;
	struct buf text = {0};

	buf_puts(out, "# What one qualified job costs: ");
	markdown_cell(out, r->plan->name);
	buf_puts(out, "\n\nAll money in USD, as of ");
	buf_put(out, date_format(a, r->plan->as_of));
	if (isnan(r->plan->jobs.likely))
		buf_puts(out, "; jobs a month: not given");
	else
		buf_format(out, "; %.*s jobs a month",
		        STR_ARG(number_fixed(a, r->plan->jobs.likely, 0)));
	buf_puts(out, ".\n\n");
	cost_summary_markdown(a, r, out);
	buf_puts(out, "\n## Before any port\n");
	cost_options_text(a, r, &text);
	put_block(buf_str(&text), out);
	for (uint32_t i = 0; i < r->n_targets; i++) {
		buf_puts(out, "\n## ");
		markdown_cell(out, r->targets[i].side->name);
		buf_byte(out, '\n');
		text.len = 0;
		cost_compare_text(a, r, &r->targets[i], &text);
		put_block(buf_str(&text), out);
	}
	buf_puts(out, "\n## Rests on\n");
	text.len = 0;
	cost_ground_text(a, report, &text);
	put_block(buf_str(&text), out);
	buf_free(&text);
}
