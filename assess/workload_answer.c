#include "assess/workload_answer.h"

#include "assess/phrases.h"

bool workload_has_finding(const struct assessment *a, uint32_t workload, uint32_t finding)
{
	uint32_t input = a->finding_input[finding];

	return input == UINT32_MAX || !a->scan->inputs.at[input].workloads ||
	       (a->scan->inputs.at[input].workloads >> workload & 1);
}

const struct cost_compare *cost_compare_of(const struct assessment *a, uint32_t target)
{
	for (uint32_t i = 0; a->cost && i < a->cost->n_targets; i++)
		if (str_eq(a->cost->targets[i].side->target, a->targets[target]->name))
			return &a->cost->targets[i];
	return NULL;
}

/* The title of a cause that stops the workload and has no known way; empty: there is none. */
static str stopped_by(const struct assessment *a, uint32_t workload, uint32_t target)
{
	for (uint32_t i = 0; i < a->causes.len; i++) {
		const struct cause *c = &a->causes.at[i];

		if (c->severity[target] != SEVERITY_BLOCKER || c->way_known)
			continue;
		for (uint32_t k = 0; k < c->findings.len; k++)
			if (workload_has_finding(a, workload, c->findings.at[k]))
				return ruleset_text(
				        a->scan->rules, a->scan->rules->rules[c->rule].title);
	}
	return STR_NONE;
}

static bool is_priced(const struct assessment *a, uint32_t workload)
{
	const struct cost_plan *plan = a->cost->plan;

	return plan->workload.len ? str_eq(plan->workload, a->scan->workloads.at[workload].name)
	                          : a->scan->workloads.len == 1;
}

struct workload_answer workload_answer_of(
        const struct assessment *a, uint32_t workload, uint32_t target)
{
	const struct cost_compare *c = cost_compare_of(a, target);
	struct workload_answer out = {ANSWER_INSUFFICIENT, STR_NONE, false};
	str title = stopped_by(a, workload, target);

	if (title.len) {
		out.answer = ANSWER_STAY;
		out.reason = arena_format(a->arena, phrase_stay_no_way, STR_ARG(title));
	} else if (!a->cost) {
		out.reason = PHRASE(phrase_workload_no_plan);
	} else if (!is_priced(a, workload)) {
		out.reason = a->cost->plan->workload.len
		                     ? arena_format(a->arena, phrase_workload_other,
		                               STR_ARG(a->cost->plan->workload))
		                     : PHRASE(phrase_workload_unnamed);
	} else if (!c) {
		out.priced = true;
		out.reason = PHRASE(phrase_workload_no_machine);
	} else {
		out = (struct workload_answer){c->answer, c->answer_rule, true};
	}
	return out;
}
