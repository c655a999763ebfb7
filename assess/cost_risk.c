/* What would change the answer, and how likely it is: the case asked again with other numbers.
 *
 * Draws: hours from the estimate's own simulation; rate, jobs, R and the shares of updates from
 * their three points; times of measured runs by resampling. Prices stand still in the draws and
 * move in the sensitivity. One seed, 10,000 draws. */
#include "assess/cost.h"

#include <stdlib.h>

static bool everything_known(const struct cost_compare *c)
{
	return c->speed_known && c->effort_some && !isnan(c->o.break_even_months);
}

/* ------------------------------------------------------------------ sensitivity */

struct swing_maker {
	struct cost_compare *c;
	double now; /* present value after 24 months */
};

static double value_of(const struct cost_case *changed)
{
	struct cost_outcome o;

	cost_of_case(changed, &o);
	return cost_npv(&o, changed->discount, 24);
}

static void add_swing(
        struct swing_maker *m, const char *what, const struct cost_case *ends, const double *values)
{
	struct cost_swing s = {
	        what, values[0], values[1], value_of(&ends[0]), value_of(&ends[1]), false};

	if (isnan(s.low) || isnan(s.high) || s.low == s.high || m->c->n_swings >= COST_SWINGS_MOST)
		return;
	s.flips = (s.low > 0) != (m->now > 0) || (s.high > 0) != (m->now > 0);
	m->c->swings[m->c->n_swings++] = s;
}

/* Both ends of one plain number of the case. */
static void swing_number(
        struct swing_maker *m, const char *what, size_t offset, const double *values)
{
	struct cost_case ends[2] = {m->c->c, m->c->c};

	for (int i = 0; i < 2; i++)
		*(double *)(void *)((char *)&ends[i] + offset) = values[i];
	add_swing(m, what, ends, values);
}

static void swing_speed(struct swing_maker *m, double swing)
{
	const struct cost_compare *c = m->c;
	struct cost_case ends[2] = {c->c, c->c};
	double r = c->speed.likely;
	double values[2] = {r * (1 - swing), r * (1 + swing)};

	if (points_are_range(c->speed)) {
		values[0] = c->speed.low;
		values[1] = c->speed.high;
	}
	for (int i = 0; i < 2; i++)
		ends[i].target.run = c->c.target.run * r / values[i];
	add_swing(m, "R", ends, values);
}

static void swing_upkeep(struct swing_maker *m, const struct cost_plan *plan)
{
	struct cost_case ends[2] = {m->c->c, m->c->c};
	struct points model = plan->settings.at[SET_H_MODEL].value,
	              sdk = plan->settings.at[SET_H_SDK].value;
	double values[2];
	struct cost_outcome o;

	ends[0].h_model = model.low;
	ends[0].h_sdk = sdk.low;
	ends[1].h_model = model.high;
	ends[1].h_sdk = sdk.high;
	for (int i = 0; i < 2; i++) {
		cost_of_case(&ends[i], &o);
		values[i] = o.c_rec;
	}
	add_swing(m, "upkeep, USD a month", ends, values);
}

static int by_width(const void *a, const void *b)
{
	const struct cost_swing *x = a, *y = b;
	double i = fabs(x->high - x->low), k = fabs(y->high - y->low);

	return i < k ? 1 : i > k ? -1 : 0;
}

static void fill_swings(const struct cost_plan *plan, struct cost_compare *c)
{
	struct swing_maker m = {c, c->npv24};
	double s = settings_value(&plan->settings, SET_SWING);
	const struct cost_case *k = &c->c;
	struct points rate = plan->settings.at[SET_RATE].value, jobs = plan->jobs;

	if (!points_are_range(jobs))
		jobs = (struct points){k->jobs / 2, k->jobs, k->jobs * 2};
	swing_speed(&m, s);
	if (isnan(k->base_job))
		swing_number(&m, "price today, USD/h", offsetof(struct cost_case, base.price),
		        (double[]){k->base.price * (1 - s), k->base.price * (1 + s)});
	swing_number(&m, "price of the target, USD/h", offsetof(struct cost_case, target.price),
	        (double[]){k->target.price * (1 - s), k->target.price * (1 + s)});
	swing_number(&m, "hours of work", offsetof(struct cost_case, hours),
	        (double[]){c->effort.total.p10, c->effort.total.p90});
	swing_number(&m, "jobs a month", offsetof(struct cost_case, jobs),
	        (double[]){jobs.low, jobs.high});
	if (!plan->no_labour)
		swing_number(&m, "rate, USD/h", offsetof(struct cost_case, rate),
		        (double[]){rate.low, rate.high});
	swing_upkeep(&m, plan);
	if (points_are_range(c->base->retry))
		swing_number(&m, "interruptions today", offsetof(struct cost_case, base.retry),
		        (double[]){c->base->retry.low, c->base->retry.high});
	if (points_are_range(c->side->retry))
		swing_number(&m, "interruptions on the target",
		        offsetof(struct cost_case, target.retry),
		        (double[]){c->side->retry.low, c->side->retry.high});
	if (k->target.compile > 0)
		swing_number(&m, "k_reuse", offsetof(struct cost_case, target.reuse),
		        (double[]){1, k->target.reuse > 10 ? k->target.reuse : 10});
	qsort(c->swings, c->n_swings, sizeof *c->swings, by_width);
}

/* ------------------------------------------------------------------ probability */

struct drawn {
	struct points points;
	const struct pert_table *table;
};

static struct drawn drawn_from(struct pert_tables *tables, struct points p)
{
	return (struct drawn){p, pert_table_for(tables, p)};
}

struct risk {
	struct random random;
	struct drawn rate, jobs, speed, model, sdk, base_retry, target_retry;
	double *months;                          /* s_month of each draw */
	const double *base_times, *target_times; /* resampled medians, hours; NULL: not measured */
};

/* Measured times in a case: what the median of a resample differs from the median of the runs. */
static void shift_times(const struct risk *k, const struct cost_compare *c, struct random *r,
        struct cost_case *draw)
{
	double base = k->base_times[random_below(r, BOOTSTRAP_DRAWS)];
	double target = k->target_times[random_below(r, BOOTSTRAP_DRAWS)];
	double b0 = c->c.base.prep + c->c.base.run + c->c.base.out;
	double t0 = c->c.target.prep + c->c.target.run + c->c.target.out;

	draw->base.run += base - b0;
	draw->target.run += target - t0;
}

static double one_draw(struct risk *k, const struct cost_compare *c, uint32_t i)
{
	struct cost_case draw = c->c;
	struct cost_outcome o;

	draw.hours = c->effort.draws[i];
	if (draw.rate > 0)
		draw.rate = pert_draw(k->rate.table, k->rate.points, &k->random);
	draw.jobs = pert_draw(k->jobs.table, k->jobs.points, &k->random);
	draw.h_model = pert_draw(k->model.table, k->model.points, &k->random);
	draw.h_sdk = pert_draw(k->sdk.table, k->sdk.points, &k->random);
	if (k->speed.table)
		draw.target.run *=
		        c->speed.likely / pert_draw(k->speed.table, k->speed.points, &k->random);
	if (k->base_retry.table)
		draw.base.retry = pert_draw(k->base_retry.table, k->base_retry.points, &k->random);
	if (k->target_retry.table)
		draw.target.retry =
		        pert_draw(k->target_retry.table, k->target_retry.points, &k->random);
	if (k->base_times)
		shift_times(k, c, &k->random, &draw);
	if (!isnan(draw.base_job))
		draw.base_job *= c->c.jobs / draw.jobs; /* the bill is what it is */
	cost_of_case(&draw, &o);
	k->months[i] = o.s_month;
	return o.break_even_months;
}

static const double *resampled(struct arena *temp, struct sample s)
{
	double *out = ARENA_ARRAY(temp, double, BOOTSTRAP_DRAWS);

	bootstrap_draws(temp, s, NULL, out);
	return out;
}

/* 80 % of what a month would bring. */
static void fill_month_range(struct arena *temp, const struct risk *k, struct cost_compare *c)
{
	static const double q[] = {0.10, 0.90};
	struct quantiles ask = {q, c->month_range, 2};
	struct quantile_room room = quantile_room(temp, EFFORT_DRAWS);

	quantiles_of(k->months, EFFORT_DRAWS, &room, &ask);
}

static void fill_probability(struct env *env, const struct cost_plan *plan, struct cost_compare *c)
{
	struct arena_mark mark = arena_mark(env->temp);
	struct pert_tables tables = {.arena = env->temp};
	const struct setting *s = plan->settings.at;
	struct risk k = {.random = random_from(20261130)};
	uint32_t within12 = 0, within24 = 0;

	k.rate = drawn_from(&tables, s[SET_RATE].value);
	k.jobs = drawn_from(&tables, plan->jobs);
	k.speed = drawn_from(&tables, c->speed);
	k.model = drawn_from(&tables, s[SET_H_MODEL].value);
	k.sdk = drawn_from(&tables, s[SET_H_SDK].value);
	if (c->base->hours.n > 1 && c->side->hours.n > 1) {
		k.base_times = resampled(env->temp, c->base->hours);
		k.target_times = resampled(env->temp, c->side->hours);
	}
	if (points_are_range(c->base->retry))
		k.base_retry = drawn_from(&tables, c->base->retry);
	if (points_are_range(c->side->retry))
		k.target_retry = drawn_from(&tables, c->side->retry);
	k.months = ARENA_ARRAY(env->temp, double, EFFORT_DRAWS);
	for (uint32_t i = 0; i < EFFORT_DRAWS; i++) {
		double months = one_draw(&k, c, i);

		within12 += months > 0 && months <= 12;
		within24 += months > 0 && months <= 24;
	}
	c->p12 = (double)within12 / EFFORT_DRAWS;
	c->p24 = (double)within24 / EFFORT_DRAWS;
	fill_month_range(env->temp, &k, c);
	arena_rewind(env->temp, mark);
}

void cost_compare_risk(struct env *env, const struct cost_plan *plan, struct cost_compare *c)
{
	if (!everything_known(c))
		return;
	c->npv12 = cost_npv(&c->o, c->c.discount, 12);
	c->npv24 = cost_npv(&c->o, c->c.discount, 24);
	fill_swings(plan, c);
	fill_probability(env, plan, c);
}
