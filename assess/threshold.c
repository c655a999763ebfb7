/* A kind is a row: its key, what it bounds, how it is measured. */
#include "assess/threshold.h"

#include "assess/cost.h"
#include "assess/effort.h"
#include "base/text.h"
#include "assess/phrases.h"

#include <math.h>

struct measured {
	bool known;
	double value;
	str what; /* "3 operator calls that are unknown"; when not known: why */
};

struct threshold_kind {
	const char *key, *words;
	bool least;    /* the bound is the least that is allowed, else the most */
	bool share;    /* of one; 95% is 0.95 */
	bool effort;   /* needs the estimate of hours */
	bool baseline; /* needs one */
	int verdict;   /* of the kinds that count calls by verdict */
	struct measured (*measure)(
	        const struct assessment *a, uint32_t target, const struct threshold_kind *kind);
};

static struct measured calls_by_verdict(
        const struct assessment *a, uint32_t target, const struct threshold_kind *kind)
{
	uint64_t calls = 0;

	for (uint32_t i = 0; i < a->rows.len; i++) {
		const struct op_row *row = &a->rows.at[i];

		if (row_is_news(row, target))
			calls += row_judged(row, target, a->mode)->calls[kind->verdict];
	}
	return (struct measured){true, (double)calls,
	        arena_format(a->arena, phrase_calls_are, (unsigned long long)calls,
	                calls == 1 ? "" : "s", kind->key, STR_ARG(mode_word(a->mode)))};
}

static struct measured new_operators(
        const struct assessment *a, uint32_t target, const struct threshold_kind *kind)
{
	uint64_t n = 0;

	(void)kind;
	for (uint32_t i = 0; i < a->rows.len; i++)
		n += row_is_news(&a->rows.at[i], target) && a->rows.at[i].from == FROM_CHANGE;
	return (struct measured){true, (double)n,
	        arena_format(
	                a->arena, phrase_new_operators, (unsigned long long)n, n == 1 ? "" : "s")};
}

static struct measured coverage_by_work(
        const struct assessment *a, uint32_t target, const struct threshold_kind *kind)
{
	const struct totals *t = &a->totals[target * MODE_COUNT + (uint32_t)a->mode];
	double all = 0, good;

	(void)kind;
	for (int v = 0; v < VERDICT_COUNT; v++)
		all += (double)t->flops[v];
	if (all <= 0)
		return (struct measured){.what = PHRASE(phrase_no_flops)};
	good = (double)t->flops[VERDICT_SUPPORTED] + (double)t->flops[VERDICT_DECOMPOSED];
	return (struct measured){true, good / all,
	        arena_format(a->arena, phrase_flops_share, 100 * good / all,
	                STR_ARG(mode_word(a->mode)))};
}

static struct measured effort_hours(
        const struct assessment *a, uint32_t target, const struct threshold_kind *kind)
{
	(void)kind;
	if (!a->effort)
		return (struct measured){.what = PHRASE(phrase_no_effort)};
	return (struct measured){true, a->effort[target].total.p80,
	        arena_format(a->arena, phrase_hours_work, a->effort[target].total.p80)};
}

static struct measured cost_per_job(
        const struct assessment *a, uint32_t target, const struct threshold_kind *kind)
{
	(void)kind;
	for (uint32_t i = 0; a->cost && i < a->cost->n_targets; i++) {
		const struct cost_compare *c = &a->cost->targets[i];
		double job = c->o.target.c_job;

		if (!str_eq(c->side->target, a->targets[target]->name) || isnan(job))
			continue;
		return (struct measured){
		        true, job, arena_format(a->arena, phrase_job_costs, job, c->label)};
	}
	return (struct measured){
	        .what = a->cost ? PHRASE(phrase_no_job_cost) : PHRASE(phrase_no_plan)};
}

static struct measured facts_age(
        const struct assessment *a, uint32_t target, const struct threshold_kind *kind)
{
	str date = a->targets[target]->facts_date;
	int32_t days;

	(void)kind;
	if (!date_parse(date, &days))
		return (struct measured){.what = PHRASE(phrase_no_age)};
	return (struct measured){true, (double)(a->as_of - days),
	        arena_format(a->arena, phrase_facts_old, STR_ARG(date), a->as_of - days)};
}

#define CALLS(word, v)                                                                             \
	{                                                                                          \
		.key = word, .words = "operator calls that are " word ", at most", .verdict = v,   \
		.measure = calls_by_verdict                                                        \
	}

static const struct threshold_kind kinds[] = {
        CALLS("unsupported", VERDICT_UNSUPPORTED),
        CALLS("skipped", VERDICT_SKIPPED),
        CALLS("fallback", VERDICT_FALLBACK),
        CALLS("conditional", VERDICT_CONDITIONAL),
        CALLS("unknown", VERDICT_UNKNOWN),
        {.key = "new_operators",
                .words = "operators that the baseline does not know, at most",
                .baseline = true,
                .measure = new_operators},
        {.key = "coverage",
                .words = "share of the FLOPs that is supported or decomposed, at least",
                .least = true,
                .share = true,
                .measure = coverage_by_work},
        {.key = "effort_hours",
                .words = "hours of work at P80, at most",
                .effort = true,
                .measure = effort_hours},
        {.key = "cost_per_job",
                .words = "cost of one qualified job in the plan's currency, at most",
                .measure = cost_per_job},
        {.key = "facts_age_days",
                .words = "age of the target's facts in days, at most",
                .measure = facts_age},
};

uint32_t threshold_kinds(void)
{
	return sizeof kinds / sizeof *kinds;
}

const char *threshold_key(uint32_t index, const char **words)
{
	*words = kinds[index].words;
	return kinds[index].key;
}

static const struct threshold_kind *find(str key)
{
	for (uint32_t i = 0; i < threshold_kinds(); i++)
		if (str_eq(key, str_from(kinds[i].key)))
			return &kinds[i];
	return NULL;
}

static const char *unknown_key(struct arena *arena, str key)
{
	str names[sizeof kinds / sizeof *kinds], nearest;

	for (uint32_t i = 0; i < threshold_kinds(); i++)
		names[i] = str_from(kinds[i].key);
	nearest = text_nearest(key, names, threshold_kinds());
	return arena_format(arena, "NAME=N with a known name%s%.*s%s",
	        nearest.len ? "; did you mean '" : ", as in unknown=0", STR_ARG(nearest),
	        nearest.len ? "'?" : "")
	        .ptr;
}

bool threshold_parse(struct arena *arena, str text, struct threshold *out, const char **why)
{
	str key, number;
	bool percent;

	*out = (struct threshold){0};
	str_split(text, '=', &key, &number);
	out->kind = find(str_trim(key));
	if (!out->kind) {
		*why = unknown_key(arena, str_trim(key));
		return false;
	}
	out->written = number = str_trim(number);
	percent = out->kind->share && str_ends(number, S("%"));
	if (percent)
		number.len--;
	if (!number.len || !str_float(number, &out->bound) || !(out->bound >= 0) ||
	        out->bound > 1e15) {
		*why = out->kind->share ? "a share, as in coverage=95% or coverage=0.95"
		                        : "a number from 0, as in unknown=0";
		return false;
	}
	out->bound = percent ? out->bound / 100 : out->bound;
	if (out->kind->share && out->bound > 1) {
		*why = "a share of at most 1 or 100%, as in coverage=95%";
		return false;
	}
	return true;
}

bool threshold_broken(
        const struct assessment *a, uint32_t target, const struct threshold *t, str *reason)
{
	struct measured m = t->kind->measure(a, target, t->kind);

	if (m.known && (t->kind->least ? m.value >= t->bound : m.value <= t->bound))
		return false;
	*reason = t->kind->least ? arena_format(a->arena, phrase_threshold_least,
	                                   STR_ARG(a->targets[target]->name), STR_ARG(m.what),
	                                   STR_ARG(t->written), t->kind->key, STR_ARG(t->origin))
	                         : arena_format(a->arena, phrase_threshold_most,
	                                   STR_ARG(a->targets[target]->name), STR_ARG(m.what),
	                                   STR_ARG(t->written), t->kind->key, STR_ARG(t->origin));
	return true;
}

bool threshold_needs_baseline(const struct threshold *threshold)
{
	return threshold->kind->baseline;
}

bool threshold_needs_effort(const struct threshold *threshold)
{
	return threshold->kind->effort;
}
