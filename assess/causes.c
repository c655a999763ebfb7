/* Findings by the piece of work that removes them, and by what reaches them. */
#include "assess/assess.h"

#include <stdlib.h>

enum severity finding_severity(const struct assessment *a, uint32_t finding, uint32_t target)
{
	uint32_t at = a->rule_target[target];

	return at == UINT32_MAX ? SEVERITY_NONE
	                        : (enum severity)a->scan->findings.list.at[finding].severity[at];
}

static void find_inputs(struct env *env, struct assessment *a)
{
	const struct scan *scan = a->scan;
	struct map inputs = {.arena = env->temp};

	for (uint32_t i = 0; i < scan->inputs.len; i++)
		*map_at(&inputs, scan->inputs.at[i].path, NULL) = i;
	for (uint32_t i = 0; i < scan->findings.list.len; i++) {
		const uint32_t *at = map_get(&inputs, scan->findings.list.at[i].path);
		const struct input *in = at ? &scan->inputs.at[*at] : NULL;
		bool source =
		        in && (str_eq(in->kind, S("python")) || str_eq(in->kind, S("notebook")));

		a->finding_input[i] = at ? *at : UINT32_MAX;
		/* Imports lead to sources only; without an entry point nothing can be said to be
		 * dead. */
		a->finding_reached[i] = !source || !scan->workloads.len || in->workloads != 0;
	}
}

static struct cause *cause_of(
        struct env *env, struct assessment *a, struct map *known, const struct finding *f)
{
	bool fresh;
	uint32_t *at = map_at(known, f->cause, &fresh);
	struct cause *c;

	if (!fresh)
		return &a->causes.at[*at];
	*at = a->causes.len;
	c = VEC_PUSH(env->keep, &a->causes);
	*c = (struct cause){.id = f->cause, .rule = f->rule};
	c->way_known = a->scan->rules->rules[f->rule].way == RULE_WAY_KNOWN;
	c->severity = ARENA_ARRAY(env->keep, enum severity, a->n_targets);
	return c;
}

static void count_in_workloads(struct assessment *a, uint32_t index)
{
	uint32_t input = a->finding_input[index];

	if (input == UINT32_MAX || a->scan->findings.list.at[index].state != FINDING_NEW)
		return;
	for (uint32_t i = 0; i < a->scan->workloads.len; i++)
		a->workload_findings[i] += (uint32_t)(a->scan->inputs.at[input].workloads >> i & 1);
}

static void count_finding(struct env *env, struct assessment *a, struct map *known, uint32_t index)
{
	const struct finding *f = &a->scan->findings.list.at[index];
	enum severity worst = SEVERITY_NONE;
	struct cause *c;

	for (uint32_t t = 0; t < a->n_targets; t++)
		if (finding_severity(a, index, t) > worst)
			worst = finding_severity(a, index, t);
	if (worst == SEVERITY_NONE)
		return;
	a->suppressed += f->state == FINDING_SUPPRESSED;
	a->baseline += f->state == FINDING_BASELINE;
	a->unchanged += f->state == FINDING_UNCHANGED;
	a->unreached += f->state == FINDING_NEW && !a->finding_reached[index];
	count_in_workloads(a, index);
	if (f->state != FINDING_NEW || !a->finding_reached[index])
		return;
	c = cause_of(env, a, known, f);
	c->worst = worst > c->worst ? worst : c->worst;
	for (uint32_t t = 0; t < a->n_targets; t++) {
		enum severity s = finding_severity(a, index, t);

		a->findings[t].by_severity[s] += s != SEVERITY_NONE;
		a->findings[t].drifted[s] += s != SEVERITY_NONE && f->from != FROM_CHANGE;
		c->severity[t] = s > c->severity[t] ? s : c->severity[t];
	}
	if (!c->findings.len ||
	        !str_eq(a->scan->findings.list.at[*VEC_LAST(&c->findings)].path, f->path))
		c->files++;
	*VEC_PUSH(env->keep, &c->findings) = index;
}

static int worst_first(const void *a, const void *b)
{
	const struct cause *x = a, *y = b;

	if (x->worst != y->worst)
		return x->worst > y->worst ? -1 : 1;
	if (x->findings.len != y->findings.len)
		return x->findings.len > y->findings.len ? -1 : 1;
	return str_cmp(x->id, y->id);
}

void assess_causes(struct env *env, struct assessment *a)
{
	struct map known = {.arena = env->keep};
	uint32_t n = a->scan->findings.list.len;

	a->findings = ARENA_ARRAY(env->keep, struct finding_sum, (size_t)a->n_targets + 1);
	a->finding_input = ARENA_ARRAY(env->keep, uint32_t, (size_t)n + 1);
	a->finding_reached = ARENA_ARRAY(env->keep, bool, (size_t)n + 1);
	a->rule_target = ARENA_ARRAY(env->keep, uint32_t, (size_t)a->n_targets + 1);
	for (uint32_t t = 0; t < a->n_targets; t++)
		a->rule_target[t] =
		        a->scan->rules ? ruleset_target_find(a->scan->rules, a->targets[t]->name)
		                       : UINT32_MAX;
	find_inputs(env, a);
	for (uint32_t i = 0; i < n; i++)
		count_finding(env, a, &known, i);
	if (a->causes.len)
		qsort(a->causes.at, a->causes.len, sizeof *a->causes.at, worst_first);
}
