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

static void check_operators(struct assessment *a, uint32_t target, enum gate_level level)
{
	const struct totals *totals = &a->totals[target * MODE_COUNT + (uint32_t)a->mode];

	for (int v = VERDICT_CONDITIONAL; v < VERDICT_COUNT; v++) {
		if (!totals->operators[v] || gate_level_of((enum verdict)v) < level)
			continue;
		a->gate.hit = true;
		*VEC_PUSH(a->arena, &a->gate.reasons) = arena_format(a->arena,
		        "%.*s: %llu operator call%s %.*s in %.*s mode, counted as %.*s",
		        STR_ARG(a->targets[target]->name), (unsigned long long)totals->operators[v],
		        totals->operators[v] == 1 ? "" : "s",
		        STR_ARG(verdict_word((enum verdict)v)), STR_ARG(mode_word(a->mode)),
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
