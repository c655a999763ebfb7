/* The answer for each workload on each target, in a word of the cost method with its reason. */
#include "report/text_page.h"

#include "assess/workload_answer.h"
#include "report/cost.h"

enum { WORKLOADS_FEW = 6 };

/* The reason, once for all targets where it is the same. */
static void reasons(struct page *p, uint32_t workload)
{
	str first = workload_answer_of(p->a, workload, 0).reason;
	bool same = true;

	for (uint32_t t = 1; t < p->a->n_targets; t++)
		same &= str_eq(workload_answer_of(p->a, workload, t).reason, first);
	for (uint32_t t = 0; t < (same ? 1 : p->a->n_targets); t++)
		page_wrapped(p, same ? "" : page_label(p, p->a->targets[t]->name), 6,
		        page_said(p, SAID_COST, workload_answer_of(p->a, workload, t).reason));
}

static void workload_line(struct page *p, uint32_t workload)
{
	const struct workload *w = &p->a->scan->workloads.at[workload];
	str answers = STR_NONE;

	for (uint32_t t = 0; t < p->a->n_targets; t++)
		answers = page_list(p, answers,
		        arena_format(p->a->arena, "%s%s", page_label(p, p->a->targets[t]->name),
		                page_say(
		                        p, cost_answer_message(
		                                   workload_answer_of(p->a, workload, t).answer))));
	page_wrapped(p, page_padded(p, w->name, 11), 2, answers);
	reasons(p, workload);
}

void text_workloads(struct page *p)
{
	uint32_t n = p->a->scan->workloads.len, shown = n;

	if (!n || (!p->a->cost && !p->style->verbose))
		return;
	page_heading(p, MESSAGE_TEXT_WORKLOADS);
	buf_byte(p->out, '\n');
	if (n > WORKLOADS_FEW && !p->style->verbose)
		shown = WORKLOADS_FEW;
	/* The one with numbers is among the first. */
	for (uint32_t i = 0; i < n; i++)
		if (i >= shown && workload_answer_of(p->a, i, 0).priced)
			workload_line(p, i);
	for (uint32_t i = 0; i < shown; i++)
		workload_line(p, i);
	if (shown < n)
		page_line(p, 2, PAGE_FILL(p, MESSAGE_TEXT_MORE_SHOWN, page_number(p, n - shown)));
}
