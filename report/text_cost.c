/* What one qualified job costs, in the report of a scan with a plan: the answers, the table and
 * the curve; 'portfit cost' says the rest. */
#include "report/text_page.h"

#include "report/cost.h"

static void put_list(struct page *p, enum message head, const str *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		page_wrapped(p, page_say(p, head), 2, page_said(p, SAID_COST, list[i]));
}

void text_cost(struct page *p)
{
	const struct cost_result *r = p->a->cost;
	struct cost_report report = {
	        .result = r, .columns = p->style->columns, .language = p->style->language};

	if (!r)
		return;
	page_heading(p, MESSAGE_TEXT_JOB_COST);
	buf_byte(p->out, '\n');
	cost_answers_text(p->a->arena, &report, p->out);
	buf_byte(p->out, '\n');
	cost_table_text(p->a->arena, &report, p->out);
	for (uint32_t i = 0; i < r->n_targets; i++) {
		if (!r->targets[i].payback.some)
			continue;
		buf_byte(p->out, '\n');
		page_line(p, 2, r->targets[i].side->name);
		cost_curve_text(p->a->arena, &report, i, p->out);
	}
	if (r->missing.len || r->ideal.len)
		buf_byte(p->out, '\n');
	put_list(p, MESSAGE_COST_NOT_PRICED, r->missing.at, r->missing.len);
	put_list(p, MESSAGE_COST_IDEAL, r->ideal.at, r->ideal.len);
}
