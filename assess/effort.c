/* From causes to items, from items to draws.
 *
 * The simulation goes item by item, not project by project: one item's 10,000 draws are added to
 * the sums of its part while its table is hot. The shared factor is drawn in equal shares of its
 * distribution (one draw in each ten-thousandth), and of two draws of an item that stand side by
 * side, and so have nearly the same factor, one is the other's mirror: the percentiles come within
 * half a percent of the true ones, where as many plain draws come within two. Items of the same
 * three points have the same percentiles, up to their factor, and these are computed once. */
#include "assess/effort.h"

#include "assess/statistics.h"
#include "base/lanes.h"
#include "base/pages.h"

#include <string.h>

static const struct {
	const char *word, *text;
} parts[PART_COUNT] = {
#define X(name, word, what) [name] = {word, what},
        EFFORT_PART_LIST(X)
#undef X
};

static const struct {
	const char *word;
	enum setting_id setting;
} stages[STAGE_COUNT] = {
#define X(name, word, setting) [name] = {word, setting},
        EFFORT_STAGE_LIST(X)
#undef X
};

str effort_part_word(enum effort_part part)
{
	return str_from(parts[part].word);
}

str effort_part_text(enum effort_part part)
{
	return str_from(parts[part].text);
}

str effort_stage_word(enum effort_stage stage)
{
	return str_from(stages[stage].word);
}

bool effort_part_parse(str word, enum effort_part *out)
{
	for (int i = 0; i < PART_COUNT; i++)
		if (str_eq(word, str_from(parts[i].word))) {
			*out = (enum effort_part)i;
			return true;
		}
	return false;
}

bool effort_stage_parse(str word, enum effort_stage *out)
{
	for (int i = 0; i < STAGE_COUNT; i++)
		if (str_eq(word, str_from(stages[i].word))) {
			*out = (enum effort_stage)i;
			return true;
		}
	return false;
}

double effort_days(const struct effort *effort, double hours)
{
	return ceil(hours / effort->day_hours - 1e-9);
}

bool effort_is_blocked(const struct effort *effort)
{
	return effort->blockers.len > 0;
}

/* What the estimate is made with. */
struct estimator {
	struct env *env;
	const struct settings *settings;
	struct place place;
	double scale; /* unit_scale * f_team */
};

static bool add_cause(struct estimator *e, const struct effort_cause *cause, struct effort *out)
{
	str name = cause->hours_class.len ? cause->hours_class : S("medium");
	const struct hours_class *c = settings_class(e->settings, name);
	double more, cap = settings_value(e->settings, SET_N_CAP), learning = 1;

	if (!c)
		return settings_unknown_class(e->env, e->settings, e->place, name);
	if (cause->severity <= SEVERITY_INFO)
		return true;
	if (!cause->way || c->no_hours) {
		if (cause->severity == SEVERITY_BLOCKER && !cause->way)
			*VEC_PUSH(out->arena, &out->blockers) = *cause;
		else
			*VEC_PUSH(out->arena, &out->apart) = *cause;
		return true;
	}
	if (cause->places > 1 && !cause->once) {
		more = cause->places - 1.0;
		learning += settings_value(e->settings, SET_RHO) * (more < cap ? more : cap);
	}
	*VEC_PUSH(out->arena, &out->items) = (struct effort_item){
	        .id = cause->id,
	        .title = cause->title,
	        .hours_class = c->name,
	        .part = cause->target_only ? PART_TARGET : PART_NEUTRAL,
	        .places = cause->places ? cause->places : 1,
	        .files = cause->files,
	        .once = cause->once,
	        .severity = cause->severity,
	        .learning = learning,
	        .hours = points_scaled(c->hours, learning * e->scale),
	        .where = cause->where,
	        .origin = c->origin,
	};
	return true;
}

static void add_phase(struct estimator *e, enum effort_part part, const struct effort_input *input,
        struct effort *out)
{
	static const enum setting_id ids[PART_COUNT] = {[PART_SETUP] = SET_SETUP,
	        [PART_CHECK] = SET_CHECK,
	        [PART_DISTRIBUTED] = SET_DISTRIBUTED,
	        [PART_TUNE] = SET_TUNE,
	        [PART_CUTOVER] = SET_CUTOVER};
	const struct setting *s = &e->settings->at[ids[part]];
	uint32_t times = part == PART_CHECK ? out->entry_points : 1;

	for (uint32_t i = 0; i < times; i++) {
		str id = str_from(parts[part].word), title = s->text, where = STR_NONE;

		if (part == PART_CHECK && input->entries)
			where = input->entries[i];
		if (times > 1) {
			id = arena_format(out->arena, "%.*s-%u", STR_ARG(id), i + 1);
			title = arena_format(
			        out->arena, "%.*s (%u of %u)", STR_ARG(title), i + 1, times);
		}
		*VEC_PUSH(out->arena, &out->items) = (struct effort_item){
		        .id = id,
		        .title = title,
		        .part = part,
		        .places = 1,
		        .learning = 1,
		        .hours = points_scaled(s->value, e->scale),
		        .where = where,
		        .origin = s->origin,
		};
	}
}

/* The project's own hours instead of an estimate: one item without a phase. */
static void add_fixed(const struct effort_input *input, struct effort *out)
{
	out->fixed = true;
	*VEC_PUSH(out->arena, &out->items) = (struct effort_item){
	        .id = S("hours"),
	        .title = S("the whole work, as given"),
	        .part = PART_TARGET,
	        .places = 1,
	        .learning = 1,
	        .hours = input->hours,
	        .origin = S("yours"),
	};
}

/* Percentiles of one item, by its three points without scale (all of them: no hours at all have no
 * scale, and 0, 0, 8 is not that). */
struct known_spread {
	struct points points;
	struct spread spread;
};

/* What does not depend on the causes: the shared factor of each draw, tables of shapes, the phases
 * of the last estimate, room. */
struct effort_shared {
	struct arena *arena;
	const struct draw_factors *factors; /* NULL: not asked for yet */
	struct draw_factors *made;          /* room for such as are not bundled */
	struct pert_tables tables;
	double *item, *total, *sums[PART_COUNT];
	struct quantile_room quantiles;
	VEC(struct known_spread) known; /* of this estimate */
	VEC(struct effort_item) phases;
	struct spread parts[PART_COUNT];   /* of the phases */
	double *phase_draws, *phase_pilot; /* sums over the phases; no pilot: NULL */
	struct random behind_phases;       /* as it was behind them */
	uint32_t known_of_phases;
};

/* Made when it is first wanted; what stands in it is left from before. */
static double *room(struct arena *arena, double **draws)
{
	if (!*draws)
		*draws = ARENA_ROOM(arena, double, EFFORT_DRAWS);
	return *draws;
}

struct effort_shared *effort_shared_new(struct arena *arena)
{
	struct effort_shared *shared = ARENA_NEW(arena, struct effort_shared);

	/* factors, draws, totals, and as much for tables */
	pages_expect(4 * EFFORT_DRAWS * sizeof(double));
	shared->arena = shared->tables.arena = arena;
	shared->quantiles = quantile_room(arena, EFFORT_DRAWS);
	return shared;
}

static bool are_for(const struct draw_factors *factors, double u)
{
	return factors && u >= factors->uncertainty && u <= factors->uncertainty;
}

static void find_factors(struct effort_shared *s, double u)
{
	if (are_for(s->factors, u))
		return;
	s->phases.len = 0; /* drawn with other factors */
	s->factors = &assess_draws.factors;
	if (are_for(s->factors, u))
		return;
	if (!s->made)
		s->made = ARENA_ROOM(s->arena, struct draw_factors, 1);
	draws_make_factors(&assess_draws, u, s->made);
	s->factors = s->made;
}

struct simulation {
	struct random random;
	struct effort_shared *shared;
	uint32_t items[PART_COUNT]; /* of each part; more than one: they are summed */
	bool begun[PART_COUNT];     /* shared->sums holds a sum of this estimate */
};

/* The percentiles of shared->item, which holds one item's draws with the shared factor. */
static struct spread item_spread(struct effort_shared *h, struct points unit)
{
	struct spread found;

	for (uint32_t i = 0; i < h->known.len; i++)
		if (fabs(h->known.at[i].points.low - unit.low) < 1e-12 &&
		        fabs(h->known.at[i].points.likely - unit.likely) < 1e-12 &&
		        fabs(h->known.at[i].points.high - unit.high) < 1e-12)
			return h->known.at[i].spread;
	found = spread_of(h->item, &h->quantiles);
	*VEC_PUSH(h->arena, &h->known) = (struct known_spread){unit, found};
	return found;
}

/* Onto the totals: the draws of a part, or of its only item. */
static void add_part(struct effort *out, enum effort_part part, const double *draws, double times)
{
	lanes_add(out->draws, draws, EFFORT_DRAWS, times);
	if (!out->pilot_draws)
		return;
	if (part == PART_TARGET || part == PART_SETUP)
		lanes_add(out->pilot_draws, draws, EFFORT_DRAWS, times);
	if (part == PART_CHECK && out->entry_points)
		lanes_add(out->pilot_draws, draws, EFFORT_DRAWS, times / out->entry_points);
}

/* The only item of a part goes to the totals as it is drawn; several are summed first. */
static void draw_item(struct simulation *s, struct effort_item *item, struct effort *out)
{
	struct effort_shared *h = s->shared;
	double factor;
	struct points unit = points_unit(item->hours, &factor);
	double *draw = room(h->arena, &h->item);
	uint32_t known = h->known.len;

	pert_draws(pert_table_for(&h->tables, unit), unit, &s->random, draw, EFFORT_DRAWS);
	lanes_multiply(draw, h->factors->at, EFFORT_DRAWS);
	item->spread = spread_scaled(item_spread(h, unit), factor);
	if (s->items[item->part] == 1) {
		add_part(out, item->part, draw, factor);
		out->parts[item->part] =
		        h->known.len > known
		                ? item->spread
		                : spread_scaled(spread_of(draw, &h->quantiles), factor);
		return;
	}
	if (!s->begun[item->part])
		memset(room(h->arena, &h->sums[item->part]), 0,
		        EFFORT_DRAWS * sizeof *h->sums[item->part]);
	s->begun[item->part] = true;
	lanes_add(h->sums[item->part], draw, EFFORT_DRAWS, factor);
}

/* The draws of code for one target and of code for all, each a sum or kept apart for this. */
static void spread_code(struct simulation *s, struct effort *out)
{
	struct effort_shared *h = s->shared;

	if (!s->items[PART_NEUTRAL] || !s->items[PART_TARGET]) {
		out->code = out->parts[s->items[PART_TARGET] ? PART_TARGET : PART_NEUTRAL];
		return;
	}
	lanes_add(h->sums[PART_NEUTRAL], h->sums[PART_TARGET], EFFORT_DRAWS, 1);
	out->code = spread_of(h->sums[PART_NEUTRAL], &h->quantiles);
}

/* Items from `first` to `last` of the list, and the sums of their parts. */
static void draw_items(struct simulation *s, uint32_t first, uint32_t last, struct effort *out)
{
	for (uint32_t i = first; i < last; i++)
		draw_item(s, &out->items.at[i], out);
	for (int p = 0; p < PART_COUNT; p++) {
		if (!s->begun[p])
			continue;
		add_part(out, (enum effort_part)p, s->shared->sums[p], 1);
		out->parts[p] = spread_of(s->shared->sums[p], &s->shared->quantiles);
		s->begun[p] = false;
	}
}

/* How many items each part has; where there is code of both kinds, each kind is summed, since their
 * sum is asked for. */
static void count_items(struct simulation *s, const struct effort *out)
{
	for (uint32_t i = 0; i < out->items.len; i++)
		s->items[out->items.at[i].part]++;
	if (s->items[PART_NEUTRAL] && s->items[PART_TARGET]) {
		s->items[PART_NEUTRAL]++;
		s->items[PART_TARGET]++;
	}
}

/* ------------------------------------------------------------------ phases */

static bool same_phases(const struct effort_shared *h, const struct effort *out, uint32_t first)
{
	bool same = h->phases.len && h->phases.len == out->items.len - first &&
	            (h->phase_pilot || !out->pilot_draws);

	for (uint32_t i = 0; same && i < h->phases.len; i++) {
		const struct effort_item *a = &h->phases.at[i], *b = &out->items.at[first + i];

		same = a->part == b->part && points_equal(a->hours, b->hours);
	}
	return same;
}

static void copy_draws(double *to, const double *from)
{
	memcpy(to, from, EFFORT_DRAWS * sizeof *to);
}

static void keep_phases(const struct simulation *s, const struct effort *out, uint32_t first)
{
	struct effort_shared *h = s->shared;

	h->phases.len = 0;
	for (uint32_t i = first; i < out->items.len; i++)
		*VEC_PUSH(h->arena, &h->phases) = out->items.at[i];
	memcpy(h->parts, out->parts, sizeof h->parts);
	h->behind_phases = s->random;
	h->known_of_phases = h->known.len;
	copy_draws(room(h->arena, &h->phase_draws), out->draws);
	if (out->pilot_draws)
		copy_draws(room(h->arena, &h->phase_pilot), out->pilot_draws);
	else
		h->phase_pilot = NULL;
}

static void take_phases(struct simulation *s, uint32_t first, struct effort *out)
{
	struct effort_shared *h = s->shared;

	for (uint32_t i = 0; i < h->phases.len; i++)
		out->items.at[first + i].spread = h->phases.at[i].spread;
	memcpy(out->parts, h->parts, sizeof h->parts);
	s->random = h->behind_phases;
	h->known.len = h->known_of_phases;
	copy_draws(out->draws, h->phase_draws);
	if (out->pilot_draws)
		copy_draws(out->pilot_draws, h->phase_pilot);
}

/* The phases of the defaults were drawn when the program was built. */
static bool take_bundled(struct simulation *s, uint32_t first, struct effort *out)
{
	const struct drawn_phases *known = &assess_draws.phases;
	struct effort_shared *h = s->shared;
	bool same = known->count == out->items.len - first && !out->pilot_draws &&
	            h->factors == &assess_draws.factors;

	for (uint32_t i = first; same && i < out->items.len; i++)
		same = points_equal(out->items.at[i].hours, known->hours[i - first]) &&
		       s->items[out->items.at[i].part] == 1;
	if (!same)
		return false;
	h->known.len = 0;
	for (uint32_t i = first; i < out->items.len; i++) {
		struct effort_item *item = &out->items.at[i];
		double factor;
		struct points unit = points_unit(item->hours, &factor);

		item->spread = out->parts[item->part] = known->spread[i - first];
		*VEC_PUSH(h->arena, &h->known) =
		        (struct known_spread){unit, spread_scaled(item->spread, 1 / factor)};
	}
	s->random = known->behind;
	copy_draws(out->draws, known->sum);
	return true;
}

/* Phases are drawn before causes, so that those of the target before, which are mostly the same
 * ones, serve again. */
static void draw_phases(struct simulation *s, uint32_t first, bool keep, struct effort *out)
{
	if (take_bundled(s, first, out))
		return;
	if (same_phases(s->shared, out, first)) {
		take_phases(s, first, out);
		return;
	}
	s->shared->known.len = 0;
	memset(out->draws, 0, EFFORT_DRAWS * sizeof *out->draws);
	if (out->pilot_draws)
		memset(out->pilot_draws, 0, EFFORT_DRAWS * sizeof *out->pilot_draws);
	draw_items(s, first, out->items.len, out);
	if (keep)
		keep_phases(s, out, first);
}

static void simulate(
        struct env *env, const struct effort_input *input, uint32_t phases, struct effort *out)
{
	struct arena_mark mark = arena_mark(env->temp);
	bool shared = input->shared != NULL;
	struct simulation s = {.random = assess_draws.behind,
	        .shared = shared ? input->shared : effort_shared_new(env->temp)};

	find_factors(s.shared, out->fixed ? 1 : out->uncertainty);
	if (input->spreads_only)
		out->draws = room(s.shared->arena, &s.shared->total);
	else {
		out->draws = ARENA_ROOM(out->arena, double, EFFORT_DRAWS);
		out->pilot_draws = ARENA_ROOM(out->arena, double, EFFORT_DRAWS);
	}
	count_items(&s, out);
	draw_phases(&s, phases, shared, out);
	draw_items(&s, 0, phases, out);
	spread_code(&s, out);
	out->total = spread_of(out->draws, &s.shared->quantiles);
	for (uint32_t i = 0; i < out->items.len; i++) {
		out->mean_hours += pert_mean(out->items.at[i].hours);
		out->likely_sum += out->items.at[i].hours.likely;
	}
	if (input->spreads_only)
		out->draws = NULL;
	arena_rewind(env->temp, mark);
}

bool effort_estimate(struct env *env, const struct settings *settings,
        const struct effort_input *input, struct effort *out)
{
	struct estimator e = {env, settings, input->place,
	        settings_value(settings, SET_UNIT_SCALE) * settings_value(settings, SET_F_TEAM)};
	bool ok = true, fixed = input->hours.high > 0;
	uint32_t phases;

	*out = (struct effort){.arena = env->keep,
	        .target = input->target,
	        .stage = input->stage,
	        .uncertainty = settings_value(settings, stages[input->stage].setting),
	        .entry_points = input->entry_points ? input->entry_points : 1,
	        .several_devices = input->several_devices,
	        .day_hours = settings_value(settings, SET_DAY_HOURS)};
	for (uint32_t i = 0; i < input->n_causes; i++)
		ok &= add_cause(&e, &input->causes[i], out);
	if (fixed) {
		out->items.len = 0;
		add_fixed(input, out);
	}
	phases = out->items.len;
	for (int p = PART_SETUP; p < PART_COUNT && !fixed; p++)
		if (!input->without[p] && (p != PART_DISTRIBUTED || input->several_devices))
			add_phase(&e, (enum effort_part)p, input, out);
	if (!ok)
		return false;
	simulate(env, input, phases, out);
	out->model_hours = settings_value(settings, SET_H_MODEL) * out->total.p50;
	out->sdk_hours = settings_value(settings, SET_H_SDK) * out->total.p50;
	return true;
}
