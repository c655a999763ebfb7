/* The comparison as a page for a manager, in Markdown: the answers, the table, what comes before
 * any port, then each target with its figures as a block of text.
 *
 * Names come from plans and bills: in a table they are escaped, and a block is indented, which no
 * content of a line can end. */
#include "report/cost.h"

#include "base/text.h"
#include "report/effort.h"
#include "report/number.h"
#include "report/said.h"

#include <math.h>

static void put_answer(struct arena *a, const struct cost_report *report,
        const struct cost_compare *c, struct buf *out)
{
	enum language language = report->language;
	str parts[] = {(str){&c->label, 1}, said(a, language, SAID_COST, c->label_reason)};

	buf_puts(out, "- ");
	markdown_cell(out, c->side->name);
	buf_format(out, "%s**%s** (", message(language, MESSAGE_TEXT_COLON),
	        language == LANGUAGE_EN ? cost_answer_word(c->answer).ptr
	                                : message(language, cost_answer_message(c->answer)));
	buf_put(out, message_fill(a, language, MESSAGE_COST_EVIDENCE, parts, 2));
	buf_puts(out, "). ");
	markdown_cell(out, said(a, language, SAID_COST, c->answer_rule));
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

struct list {
	enum message title;
	const str *at;
	uint32_t n;
};

static void put_list(
        struct arena *a, enum language language, const struct list *list, struct buf *out)
{
	if (!list->n)
		return;
	buf_format(out, "\n%s%s\n\n", message(language, list->title),
	        language == LANGUAGE_EN ? ":" : message(language, MESSAGE_TEXT_COLON));
	for (uint32_t i = 0; i < list->n; i++) {
		buf_puts(out, "- ");
		markdown_cell(out, said(a, language, SAID_COST, list->at[i]));
		buf_byte(out, '\n');
	}
}

void cost_summary_markdown(struct arena *a, const struct cost_report *report, struct buf *out)
{
	const struct cost_result *r = report->result;
	const struct list lists[] = {{MESSAGE_COST_LIST_NOT_PRICED, r->missing.at, r->missing.len},
	        {MESSAGE_COST_LIST_STALE, r->stale.at, r->stale.len},
	        {MESSAGE_COST_LIST_IDEAL, r->ideal.at, r->ideal.len}};

	for (uint32_t i = 0; i < r->n_targets; i++)
		put_answer(a, report, &r->targets[i], out);
	buf_byte(out, '\n');
	cost_table_markdown(a, report, out);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		put_list(a, report->language, &lists[i], out);
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
	cost_summary_markdown(a, report, out);
	buf_puts(out, "\n## Before any port\n");
	cost_options_text(a, r, &text);
	put_block(buf_str(&text), out);
	for (uint32_t i = 0; i < r->n_targets; i++) {
		buf_puts(out, "\n## ");
		markdown_cell(out, r->targets[i].side->name);
		buf_byte(out, '\n');
		text.len = 0;
		cost_compare_text(a, report, i, &text);
		put_block(buf_str(&text), out);
	}
	buf_puts(out, "\n## Rests on\n");
	text.len = 0;
	cost_ground_text(a, report, &text);
	put_block(buf_str(&text), out);
	buf_free(&text);
}
