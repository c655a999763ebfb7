/* What one qualified job costs, in the report of a scan with a plan: the answers, the table and
 * the curve; 'portfit cost' says the rest. */
#include "report/text_page.h"

#include "report/cost.h"

#include "base/text.h"

void text_cost(struct page *p)
{
	const struct cost_result *r = p->a->cost;

	if (!r)
		return;
	page_heading(p, MESSAGE_TEXT_JOB_COST);
	buf_byte(p->out, '\n');
	cost_answers_text(p->a->arena, r, p->style->columns, p->out);
	buf_byte(p->out, '\n');
	cost_table_text(p->a->arena, r, p->out);
	for (uint32_t i = 0; i < r->n_targets; i++) {
		if (!r->targets[i].payback.some)
			continue;
		buf_puts(p->out, "\n  ");
		text_visible(p->out, r->targets[i].side->name);
		buf_byte(p->out, '\n');
		cost_curve_text(p->a->arena, &r->targets[i].payback, p->out);
	}
	if (r->missing.len || r->ideal.len)
		buf_byte(p->out, '\n');
	for (uint32_t i = 0; i < r->missing.len; i++) {
		buf_puts(p->out, "  NOT PRICED: ");
		text_visible(p->out, r->missing.at[i]);
		buf_byte(p->out, '\n');
	}
	for (uint32_t i = 0; i < r->ideal.len; i++) {
		buf_puts(p->out, "  TAKEN AT ITS BEST: ");
		text_visible(p->out, r->ideal.at[i]);
		buf_byte(p->out, '\n');
	}
}
