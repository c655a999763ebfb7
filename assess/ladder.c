/* Each rung takes the worst of what belongs to it. */
#include "assess/ladder.h"

#include "assess/analyses.h"

/* Which rung a category of rules belongs to; what is not named is met before the first step. */
static const struct {
	const char *category;
	enum rung rung;
} categories[] = {{"data", RUNG_FEATURES}, {"operator", RUNG_FORWARD}, {"attention", RUNG_FORWARD},
        {"dynamic-shape", RUNG_FORWARD}, {"dtype", RUNG_FORWARD}, {"quantization", RUNG_FORWARD},
        {"sync", RUNG_FORWARD}, {"rng", RUNG_FORWARD}, {"sparse", RUNG_FORWARD},
        {"control-flow", RUNG_FORWARD}, {"rnn", RUNG_FORWARD}, {"numerics", RUNG_FORWARD},
        {"memory", RUNG_FORWARD}, {"amp", RUNG_FORWARD}, {"compile", RUNG_FORWARD},
        {"autograd", RUNG_BACKWARD}, {"optimizer", RUNG_STEP}, {"checkpoint", RUNG_SAVE}};

static void raise_to(struct ladder *l, enum rung rung, enum rung_state state)
{
	if (state > l->at[rung])
		l->at[rung] = state;
}

static enum rung_state state_of(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_UNSUPPORTED: return RUNG_STOPS;
	case VERDICT_UNKNOWN: return RUNG_UNKNOWN;
	case VERDICT_SKIPPED:
	case VERDICT_FALLBACK: return RUNG_CPU;
	case VERDICT_CONDITIONAL: return RUNG_DEPENDS;
	default: return RUNG_RUNS;
	}
}

static void climb_calls(struct ladder *l, enum rung rung, enum verdict verdict, uint64_t calls)
{
	if (!calls)
		return;
	raise_to(l, rung, state_of(verdict));
	l->unknown[rung] += verdict == VERDICT_UNKNOWN ? calls : 0;
}

static enum rung rung_of(str category)
{
	for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
		if (str_eq(category, str_from(categories[i].category)))
			return categories[i].rung;
	return RUNG_LOAD;
}

/* A rule about torch.compile says nothing of eager mode. */
static void climb_causes(
        const struct assessment *a, uint32_t target, enum mode mode, struct ladder *l)
{
	const struct ruleset *rules = a->scan->rules;

	for (uint32_t i = 0; i < a->causes.len; i++) {
		const struct cause *c = &a->causes.at[i];
		str category = ruleset_text(rules, rules->rules[c->rule].category);

		if (mode == MODE_EAGER && str_eq(category, S("compile")))
			continue;
		if (c->severity[target] == SEVERITY_BLOCKER)
			raise_to(l, rung_of(category), RUNG_STOPS);
		else if (c->severity[target] == SEVERITY_MAJOR)
			raise_to(l, rung_of(category), RUNG_DEPENDS);
	}
}

enum { PASS_FORWARD = 1, PASS_BACKWARD = 2 };

/* The stage of a graph tells the pass, as far as it does; a graph that holds a backward pass holds
 * both. */
static unsigned passes_of(const struct assessment *a, uint32_t graph)
{
	const struct graph_ref *ref = &a->scan->graphs.at[graph];
	str stage = graph_text(ref->file, ref->file->graphs.at[ref->graph].stage);
	const struct memory *memory = &a->analyses->memory;

	if (str_has(stage, S("backward")))
		return PASS_BACKWARD;
	if (str_eq(stage, S("joint")))
		return PASS_FORWARD | PASS_BACKWARD;
	for (uint32_t i = 0; i < memory->graphs.len; i++)
		if (memory->graphs.at[i].graph == graph && memory->graphs.at[i].backward)
			return PASS_FORWARD | PASS_BACKWARD;
	return PASS_FORWARD;
}

/* Over the graphs that call it; an operator that is named after the pass runs in that one. */
static unsigned row_passes(const struct assessment *a, const struct op_row *row)
{
	unsigned passes = 0;

	if (str_has(row->op, S("_backward")))
		return PASS_BACKWARD;
	for (uint32_t g = 0; g < row->graphs.len; g++)
		passes |= passes_of(a, row->graphs.at[g]);
	return passes;
}

static void climb_rows(
        const struct assessment *a, uint32_t target, enum mode mode, struct ladder *l)
{
	for (uint32_t i = 0; i < a->rows.len; i++) {
		const struct op_row *row = &a->rows.at[i];
		unsigned passes = row->judged ? row_passes(a, row) : 0;

		for (int v = 0; passes && v < VERDICT_COUNT; v++) {
			uint64_t calls = row_judged(row, target, mode)->calls[v];

			if (passes & PASS_FORWARD)
				climb_calls(l, RUNG_FORWARD, (enum verdict)v, calls);
			if (passes & PASS_BACKWARD)
				climb_calls(l, RUNG_BACKWARD, (enum verdict)v, calls);
		}
	}
}

static void climb_training(
        const struct assessment *a, uint32_t target, enum mode mode, struct ladder *l)
{
	const struct training *t = &a->analyses->training;
	uint32_t k = target * MODE_COUNT + (uint32_t)mode;

	for (int v = 0; t->asked && v < VERDICT_COUNT; v++)
		climb_calls(l, RUNG_BACKWARD, (enum verdict)v,
		        t->totals[k * VERDICT_COUNT + (uint32_t)v]);
	for (uint32_t i = 0; i < t->steps.len; i++)
		for (uint32_t r = 0; t->steps.at[i].by_default && r < t->steps.at[i].rows.len; r++)
			climb_calls(l, RUNG_STEP, t->steps.at[i].rows.at[r].answers[k].verdict, 1);
}

void ladder_climb(const struct assessment *a, uint32_t target, enum mode mode, struct ladder *out)
{
	*out = (struct ladder){0};
	for (int r = 0; a->scan->source_files && r < RUNG_COUNT; r++)
		out->at[r] = RUNG_NOTHING;
	if (a->operator_nodes)
		raise_to(out, RUNG_LOAD, RUNG_NOTHING);
	climb_rows(a, target, mode, out);
	climb_training(a, target, mode, out);
	climb_causes(a, target, mode, out);
}
