/* A count per target and level, compared with the level asked for. */
#include "assess/gate.h"

#include "scanner/baseline.h"
#include "scanner/exceptions.h"
#include "scanner/since.h"
#include "assess/phrases.h"

static const struct {
	const char *word;
	enum gate_level level;
} levels[] = {{"off", GATE_OFF}, {"info", GATE_INFO}, {"minor", GATE_MINOR}, {"major", GATE_MAJOR},
        {"blocker", GATE_BLOCKER}};

enum gate_level gate_level_of(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_UNSUPPORTED: return GATE_BLOCKER;
	case VERDICT_SKIPPED:
	case VERDICT_FALLBACK: return GATE_MAJOR;
	case VERDICT_CONDITIONAL: return GATE_MINOR;
	default: return GATE_OFF;
	}
}

bool gate_level_parse(str word, enum gate_level *out)
{
	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
		if (str_eq(word, str_from(levels[i].word))) {
			*out = levels[i].level;
			return true;
		}
	return false;
}

str gate_level_word(enum gate_level level)
{
	return str_from(levels[level].word);
}

struct gating {
	struct assessment *a;
	const struct gate_plan *plan;
	bool changes_only; /* what does not come from the change is told apart */
};

static void add_reason(struct gating *g, str reason)
{
	g->a->gate.hit = true;
	*VEC_PUSH(g->a->arena, &g->a->gate.reasons) = reason;
}

static void add_note(struct gating *g, str note)
{
	*VEC_PUSH(g->a->arena, &g->a->gate.notes) = note;
}

/* Calls by verdict on a target, without the rows that are no news. */
static void count_new(const struct gating *g, uint32_t target, uint64_t *calls)
{
	const struct assessment *a = g->a;

	for (uint32_t i = 0; i < a->rows.len; i++) {
		const struct op_row *row = &a->rows.at[i];

		if (!row_is_news(row, target) || (g->changes_only && row->from != FROM_CHANGE))
			continue;
		for (int v = 0; v < VERDICT_COUNT; v++)
			calls[v] += row_judged(row, target, a->mode)->calls[v];
	}
}

static void check_operators(struct gating *g, uint32_t target)
{
	struct assessment *a = g->a;
	uint64_t calls[VERDICT_COUNT] = {0};

	count_new(g, target, calls);
	for (int v = VERDICT_CONDITIONAL; v < VERDICT_COUNT; v++) {
		if (!calls[v] || gate_level_of((enum verdict)v) < g->plan->level)
			continue;
		add_reason(
		        g, arena_format(a->arena, phrase_gate_operators,
		                   STR_ARG(a->targets[target]->name), (unsigned long long)calls[v],
		                   calls[v] == 1 ? "" : "s", STR_ARG(verdict_word((enum verdict)v)),
		                   STR_ARG(mode_word(a->mode)),
		                   STR_ARG(gate_level_word(gate_level_of((enum verdict)v)))));
	}
}

static void check_findings(struct gating *g, uint32_t target)
{
	struct assessment *a = g->a;

	for (int s = SEVERITY_INFO; s < SEVERITY_COUNT; s++) {
		uint64_t n = a->findings[target].by_severity[s];

		if (g->changes_only)
			n -= a->findings[target].drifted[s];
		/* both scales are info, minor, major, blocker from 1 */
		if (!n || s < (int)g->plan->level)
			continue;
		add_reason(g, arena_format(a->arena, phrase_gate_findings,
		                      STR_ARG(a->targets[target]->name), (unsigned long long)n,
		                      n == 1 ? "" : "s", STR_ARG(severity_word((enum severity)s))));
	}
}

static void check_target(struct gating *g, uint32_t target)
{
	str reason;

	if (g->plan->level != GATE_OFF) {
		check_operators(g, target);
		check_findings(g, target);
	}
	for (uint32_t i = 0; i < g->plan->n_thresholds; i++)
		if (threshold_broken(g->a, target, &g->plan->thresholds[i], &reason))
			add_reason(g, reason);
}

static bool is_news_somewhere(const struct assessment *a, const struct op_row *row)
{
	for (uint32_t t = 0; t < a->n_targets; t++)
		if (row_is_news(row, t))
			return true;
	return false;
}

/* New findings and rows by what made them new. */
static void tell_apart(struct gating *g)
{
	static const char *const words[FROM_COUNT] = {
	        [FROM_RULES] = phrase_from_rules,
	        [FROM_FACTS] = phrase_from_facts,
	        [FROM_CALENDAR] = phrase_from_calendar,
	};
	struct assessment *a = g->a;
	uint32_t n[FROM_COUNT] = {0};

	for (uint32_t i = 0; i < a->scan->findings.list.len; i++) {
		const struct finding *f = &a->scan->findings.list.at[i];

		n[f->from] += f->state == FINDING_NEW && a->finding_reached[i];
	}
	for (uint32_t i = 0; i < a->rows.len; i++)
		n[a->rows.at[i].from] += is_news_somewhere(a, &a->rows.at[i]);
	for (int from = FROM_CHANGE + 1; from < FROM_COUNT; from++)
		if (n[from])
			add_note(g, g->changes_only
			                    ? arena_format(a->arena, phrase_drift_counts, n[from],
			                              n[from] == 1 ? "s" : "", words[from])
			                    : arena_format(a->arena, phrase_drift, n[from],
			                              n[from] == 1 ? "s" : "", words[from]));
}

static void tell_baseline(struct gating *g)
{
	const struct baseline *b = g->plan->baseline;
	uint32_t gone = b ? baseline_gone(b, g->plan->paths, g->plan->n_paths) : 0;

	if (gone)
		add_note(g, gone == 1 ? arena_format(g->a->arena, phrase_fixed_one, gone)
		                      : arena_format(g->a->arena, phrase_fixed, gone));
}

static void tell_since(struct gating *g)
{
	const struct assessment *a = g->a;
	uint32_t changed = 0;

	if (!g->plan->since)
		return;
	for (uint32_t i = 0; i < a->scan->inputs.len; i++)
		changed += since_file(g->plan->since, a->scan->inputs.at[i].path);
	add_note(g, arena_format(a->arena, phrase_changed, changed, a->scan->inputs.len,
	                    STR_ARG(since_words(g->plan->since))));
}

void gate_run(struct assessment *a, const struct gate_plan *plan)
{
	struct gating g = {.a = a,
	        .plan = plan,
	        .changes_only = !plan->drift && (plan->baseline || plan->since)};

	a->gate.asked = plan->level != GATE_OFF || plan->n_thresholds;
	a->gate.on = a->gate.asked && a->targets_named;
	for (uint32_t t = 0; a->gate.on && t < a->n_targets; t++)
		check_target(&g, t);
	tell_since(&g);
	if (plan->baseline || plan->since)
		tell_apart(&g);
	tell_baseline(&g);
}

str row_fingerprint(const struct assessment *a, const struct op_row *row)
{
	str verdicts = STR_NONE;
	uint64_t print[2];

	for (uint32_t t = 0; t < a->n_targets; t++)
		verdicts = arena_format(a->arena, "%.*s%.*s:%.*s ", STR_ARG(verdicts),
		        STR_ARG(a->targets[t]->name),
		        STR_ARG(verdict_word(row_judged(row, t, a->mode)->worst)));
	finding_fingerprint(S("operator"),
	        arena_format(a->arena, "%.*s(%.*s)", STR_ARG(row->op), STR_ARG(row->signature)),
	        verdicts, print);
	return fingerprint_text(a->arena, print);
}

/* What the baseline says of a row: not there, no better than now, or better on some target. */
static void mark_by_baseline(
        struct assessment *a, struct op_row *row, const struct baseline *baseline)
{
	bool there = true, worse = false;

	for (uint32_t t = 0; t < a->n_targets; t++) {
		struct baseline_operator o = {.operator= row->op,
		        .signature = row->signature,
		        .mode = mode_word(a->mode),
		        .target = a->targets[t]->name};
		str word = baseline_verdict(baseline, &o);
		enum verdict was;

		there &= word.len && verdict_from(word, &was);
		if (there)
			worse |= verdict_rank(row_judged(row, t, a->mode)->worst) >
			         verdict_rank(was);
	}
	row->known = there && !worse;
	if (there && worse)
		row->from = FROM_FACTS;
}

static bool in_changed_graph(
        const struct assessment *a, const struct op_row *row, const struct since *since)
{
	for (uint32_t i = 0; i < row->graphs.len; i++) {
		uint32_t input = a->scan->graphs.at[row->graphs.at[i]].input;

		if (since_file(since, a->scan->inputs.at[input].path))
			return true;
	}
	return false;
}

static void mark_excepted(struct assessment *a, struct op_row *row, struct exceptions *exceptions)
{
	for (uint32_t t = 0; t < a->n_targets; t++) {
		const struct exception *e =
		        exceptions_operator(exceptions, row->op, a->targets[t]->name);

		if (!e)
			continue;
		if (!row->excepted)
			row->excepted = ARENA_ARRAY(a->arena, struct row_exception, a->n_targets);
		row->excepted[t] = (struct row_exception){true, e->reason, e->until};
	}
}

void gate_mark_known(struct assessment *a, const struct assess_plan *plan)
{
	const struct baseline *baseline = plan->baseline;
	const struct since *since = plan->since;

	for (uint32_t i = 0; i < a->rows.len; i++) {
		struct op_row *row = &a->rows.at[i];

		if (row->judged && baseline)
			mark_by_baseline(a, row, baseline);
		if (row->judged && since && !in_changed_graph(a, row, since))
			row->known = true;
		if (row->judged && plan->exceptions)
			mark_excepted(a, row, plan->exceptions);
	}
}

bool row_is_news(const struct op_row *row, uint32_t target)
{
	return row->judged && !row->known && !row_exception(row, target);
}
