/* A count per target and level, compared with the level asked for. */
#include "assess/gate.h"

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

/* Calls by verdict on a target, without the rows that the baseline knows with this very verdict. */
static void count_new(const struct assessment *a, uint32_t target, uint64_t *calls)
{
	for (uint32_t i = 0; i < a->rows.len; i++) {
		const struct op_row *row = &a->rows.at[i];

		if (!row->judged || row->known)
			continue;
		for (int v = 0; v < VERDICT_COUNT; v++)
			calls[v] += row_judged(row, target, a->mode)->calls[v];
	}
}

static void check_operators(struct assessment *a, uint32_t target, enum gate_level level)
{
	uint64_t calls[VERDICT_COUNT] = {0};

	count_new(a, target, calls);
	for (int v = VERDICT_CONDITIONAL; v < VERDICT_COUNT; v++) {
		if (!calls[v] || gate_level_of((enum verdict)v) < level)
			continue;
		a->gate.hit = true;
		*VEC_PUSH(a->arena, &a->gate.reasons) = arena_format(a->arena,
		        "%.*s: %llu operator call%s %.*s in %.*s mode, counted as %.*s",
		        STR_ARG(a->targets[target]->name), (unsigned long long)calls[v],
		        calls[v] == 1 ? "" : "s", STR_ARG(verdict_word((enum verdict)v)),
		        STR_ARG(mode_word(a->mode)),
		        STR_ARG(gate_level_word(gate_level_of((enum verdict)v))));
	}
}

static void check_findings(struct assessment *a, uint32_t target, enum gate_level level)
{
	for (int s = SEVERITY_INFO; s < SEVERITY_COUNT; s++) {
		uint64_t n = a->findings[target].by_severity[s];

		/* both scales are info, minor, major, blocker from 1 */
		if (!n || s < (int)level)
			continue;
		a->gate.hit = true;
		*VEC_PUSH(a->arena, &a->gate.reasons) =
		        arena_format(a->arena, "%.*s: %llu finding%s of severity %.*s",
		                STR_ARG(a->targets[target]->name), (unsigned long long)n,
		                n == 1 ? "" : "s", STR_ARG(severity_word((enum severity)s)));
	}
}

static void check_both(struct assessment *a, uint32_t target, enum gate_level level)
{
	check_operators(a, target, level);
	check_findings(a, target, level);
}

void gate_run(struct assessment *a, enum gate_level level)
{
	a->gate.on = level != GATE_OFF && a->targets_named;
	for (uint32_t t = 0; a->gate.on && t < a->n_targets; t++)
		check_both(a, t, level);
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

void gate_mark_known(struct assessment *a, const struct map *known)
{
	for (uint32_t i = 0; known && i < a->rows.len; i++)
		if (a->rows.at[i].judged)
			a->rows.at[i].known =
			        map_get(known, row_fingerprint(a, &a->rows.at[i])) != NULL;
}
