#include "assess/cost_scan.h"

#include "assess/analyses.h"
#include "assess/effort_scan.h"
#include "base/text.h"

/* A side says its target, else its name may be one, else its machine has a role. */
static uint32_t target_of(const struct assessment *a, const struct cost_side *side)
{
	const str names[] = {side->target, side->name};

	for (size_t n = 0; n < sizeof names / sizeof *names; n++)
		for (uint32_t i = 0; i < a->n_targets; i++)
			if (str_eq(names[n], a->targets[i]->name))
				return i;
	return !side->target.len && side->machine ? role_target(a, side->machine->role)
	                                          : GRAPH_NONE;
}

static void say_not_scanned(
        struct env *env, const struct assessment *a, const struct cost_side *side)
{
	str all = STR_NONE;

	for (uint32_t i = 0; i < a->n_targets; i++)
		all = arena_format(env->keep, "%.*s%s%.*s", STR_ARG(all), i ? ", " : "",
		        STR_ARG(a->targets[i]->name));
	diag_warning(env->diags, side->place,
	        "no hours for '%.*s': its target is not among those of the scan (%.*s); "
	        "name one with 'target:'",
	        STR_ARG(side->name), STR_ARG(all));
}

static void add_effort(struct env *env, const struct assessment *a, struct cost_plan *plan)
{
	for (uint32_t i = 0; i < plan->targets.len; i++) {
		struct cost_side *side = &plan->targets.at[i];
		uint32_t t = target_of(a, side);
		struct effort_given *given;

		if (t == GRAPH_NONE) {
			say_not_scanned(env, a, side);
			continue;
		}
		given = ARENA_NEW(env->keep, struct effort_given);
		effort_from_scan(env, a, t, given);
		side->effort = given;
	}
}

static void add_work(const struct assessment *a, struct cost_plan *plan)
{
	double flops = 0;

	if (!(plan->steps > 0) || plan->flops > 0 || plan->bytes > 0)
		return;
	for (uint32_t i = 0; i < a->scan->graphs.len; i++)
		if (a->scan->graphs.at[i].counted)
			flops += (double)a->graphs[i].flops;
	plan->flops = plan->steps * flops;
	plan->bytes = plan->steps * (double)a->analyses->work.all.least_bytes;
}

/* Sides that name no target get the scan's that fits: reports find them by it. */
static void add_targets(const struct assessment *a, struct cost_plan *plan)
{
	for (uint32_t i = 0; i < plan->targets.len; i++) {
		uint32_t t = target_of(a, &plan->targets.at[i]);

		if (t != GRAPH_NONE)
			plan->targets.at[i].target = a->targets[t]->name;
	}
}

static bool has_workload(struct env *env, const struct assessment *a, const struct cost_plan *plan)
{
	str names[WORKLOADS_MOST], nearest;

	if (!plan->workload.len)
		return true;
	for (uint32_t i = 0; i < a->scan->workloads.len; i++) {
		names[i] = a->scan->workloads.at[i].name;
		if (str_eq(names[i], plan->workload))
			return true;
	}
	nearest = text_nearest(plan->workload, names, a->scan->workloads.len);
	return diag_error(env->diags, plan->workload_place,
	        "no workload '%.*s' was found; %s%.*s%s", STR_ARG(plan->workload),
	        nearest.len ? "did you mean '"
	                    : "expected the name of an entry point, as in the report, or none",
	        STR_ARG(nearest), nearest.len ? "'?" : "");
}

bool cost_plan_add_scan(struct env *env, const struct assessment *a, struct cost_plan *plan)
{
	if (!has_workload(env, a, plan))
		return false;
	add_targets(a, plan);
	if (!plan->effort.some)
		add_effort(env, a, plan);
	add_work(a, plan);
	return true;
}
