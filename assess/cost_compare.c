/* All figures of one target against one way to stay.
 *
 * A speed that nobody measured is no speed: then every figure is "at equal speed", and break-even,
 * sensitivity and probability are not said. What surprises: the parity against today's own
 * purchase is shown beside that against the cheaper option, since both are asked for. */
#include "assess/cost.h"

static double settings_of(const struct cost_plan *plan, enum setting_id id)
{
	return settings_value(&plan->settings, id);
}

/* R as it is known: given, or from both times. */
static void find_speed(struct cost_compare *c)
{
	const struct cost_side *base = c->base, *side = c->side;

	c->speed = points_of(1);
	if (!isnan(side->speed.likely)) {
		c->speed = side->speed;
		c->speed_known = true;
	} else if (!isnan(side->run.likely) && !isnan(base->run.likely)) {
		c->speed = (struct points){base->run.likely / side->run.high,
		        base->run.likely / side->run.likely, base->run.likely / side->run.low};
		c->speed_known = true;
	}
}

/* Padding and one compilation a bucket, where the plan tells lengths. */
static void add_buckets(struct env *env, const struct cost_plan *plan, struct cost_compare *c)
{
	struct arena_mark mark = arena_mark(env->temp);
	double each = plan->compile_each;

	if (!plan->lengths.list.len)
		return;
	if (plan->lengths.buckets)
		buckets_choose(env->temp, &plan->lengths, plan->lengths.buckets, &c->buckets);
	else
		buckets_balance(env->temp, &plan->lengths,
		        &(struct bucket_times){
		                c->c.target.run, isnan(each) ? 0 : each / c->c.target.reuse},
		        &c->buckets);
	arena_rewind(env->temp, mark);
	if (c->side->hours.n)
		return; /* measured times have their padding in them */
	c->c.target.run /= 1 - c->buckets.loss;
	if (!isnan(each))
		c->c.target.compile = c->buckets.n * each;
}

/* What a running commitment still costs after the move. */
static double still_committed(const struct cost_plan *plan)
{
	double months = (plan->today.committed_until - plan->as_of) / 30.4375;

	return months > 0 ? months * plan->today.committed_month : 0;
}

static void make_case(struct env *env, const struct cost_plan *plan, struct cost_compare *c)
{
	double base_run = c->base->run.likely;
	const struct cost_usage *move = &plan->move;

	c->c = (struct cost_case){
	        .base = cost_side_case(plan, c->base, NAN),
	        .target = cost_side_case(plan, c->side, base_run / c->speed.likely),
	        .base_job = c->base->bill_month / plan->jobs.likely,
	        .jobs = plan->jobs.likely,
	        .hours = c->effort_some ? c->effort.total.p50 : NAN,
	        .rate = plan->no_labour ? 0 : settings_of(plan, SET_RATE),
	        .debug_price = c->debug.price.usd_per_hour,
	        .debug_share = settings_of(plan, SET_DEBUG_SHARE),
	        .dual_months = settings_of(plan, SET_DUAL_MONTHS),
	        .move = move->quantity > 0 ? move->quantity * move->usd : 0,
	        .committed = still_committed(plan),
	        .u_model = settings_of(plan, SET_U_MODEL),
	        .u_sdk = settings_of(plan, SET_U_SDK),
	        .h_model = settings_of(plan, SET_H_MODEL),
	        .h_sdk = settings_of(plan, SET_H_SDK),
	        .extra_storage = plan->extra_storage,
	        .discount = settings_of(plan, SET_D),
	};
	if (isnan(base_run) && !isnan(c->side->run.likely))
		c->c.target.run = c->side->run.likely;
	add_buckets(env, plan, c);
	cost_of_case(&c->c, &c->o);
}

static bool estimate(struct env *env, const struct cost_plan *plan, struct cost_compare *c)
{
	const struct effort_given *given = c->side->effort ? c->side->effort : &plan->effort;
	struct effort_input input = given->input;
	enum effort_stage known = c->side->evidence >= COST_ONCE       ? STAGE_MEASURED
	                          : c->side->evidence == COST_COMPILED ? STAGE_COMPILED
	                                                               : STAGE_SCAN;

	c->effort_some = given->some;
	if (!c->effort_some)
		return true;
	if (known > input.stage)
		input.stage = known;
	if (!input.target.len)
		input.target = c->side->target.len ? c->side->target : c->side->name;
	return effort_estimate(env, &plan->settings, &input, &c->effort);
}

/* ------------------------------------------------------------------ parity, curve, bound */

static struct cost_parity parity_of(
        const struct cost_plan *plan, const struct cost_side *base, const struct cost_side *side)
{
	double g = base->count * base->price.usd_per_hour, month, t;

	t = side->count * side->price.usd_per_hour;
	month = settings_of(plan, SET_MONTH_HOURS);
	return (struct cost_parity){
	        .against = base->purchase,
	        .parity = t / g,
	        .r100 = (g - t) * month,
	        .r090 = (g - t / 0.9) * month,
	        .mixed = base->purchase.len && !str_eq(base->purchase, side->purchase),
	};
}

static void fill_parity(const struct cost_plan *plan, struct cost_compare *c)
{
	c->parity[c->n_parity++] = parity_of(plan, &plan->today, c->side);
	if (c->base != &plan->today)
		c->parity[c->n_parity++] = parity_of(plan, c->base, c->side);
	c->r = c->o.target.t_job / c->o.base.t_job;
	c->r_parity = c->o.base.c_job / c->o.target_equal;
	/* A bill has no price an hour: the tie is that of the job. */
	if (isnan(c->parity[0].parity) && !isnan(plan->today.bill_month))
		c->parity[0].parity = 1 / c->r_parity;
}

static void add_point(struct cost_compare *c, double jobs)
{
	struct cost_curve_point p = {jobs, cost_r_max(&c->o, &c->c, jobs, c->months)};
	uint32_t k = c->n_curve;

	for (uint32_t i = 0; i < c->n_curve; i++)
		if (c->curve[i].jobs == jobs)
			return;
	if (isnan(p.r_max) || c->n_curve >= COST_CURVE_MOST)
		return;
	for (; k > 0 && c->curve[k - 1].jobs > jobs; k--)
		c->curve[k] = c->curve[k - 1];
	c->curve[k] = p;
	c->n_curve++;
}

static void fill_curve(const struct cost_plan *plan, struct cost_compare *c)
{
	static const double jobs[] = {10, 20, 40, 100, 200, 400, 1000};

	c->months = settings_of(plan, SET_MONTHS);
	c->r_max = cost_r_max(&c->o, &c->c, plan->jobs.likely, c->months);
	c->jobs_needed = cost_jobs_needed(&c->o, &c->c, c->months);
	if (!c->effort_some)
		return;
	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
		add_point(c, jobs[i]);
	if (!isnan(plan->jobs.likely))
		add_point(c, plan->jobs.likely);
}

static double least_hours(const struct cost_plan *plan, const struct cost_side *side)
{
	if (!side->machine)
		return NAN;
	return machine_least_hours(side->machine, side->count, plan->dtype,
	        (const double[]){plan->flops, plan->bytes});
}

static void fill_bound(const struct cost_plan *plan, struct cost_compare *c)
{
	struct cost_bound *b = &c->bound;

	b->some = plan->flops > 0 || plan->bytes > 0;
	if (!b->some)
		return;
	b->dtype = plan->dtype;
	b->base_hours = least_hours(plan, c->base);
	b->target_hours = least_hours(plan, c->side);
	b->most_speed = c->base->run.likely / b->target_hours;
	b->unreachable = c->parity[c->n_parity - 1].parity > b->most_speed;
}

/* Shorter and longer jobs: the cold start weighs on the short ones. */
static void fill_lengths(struct cost_compare *c)
{
	static const double factors[COST_LENGTH_MOST] = {0.1, 1, 10};
	double cold = c->c.target.prep + c->c.target.compile;

	for (uint32_t i = 0; i < COST_LENGTH_MOST; i++) {
		struct cost_case scaled = c->c;
		struct cost_outcome o;

		scaled.base.run *= factors[i];
		scaled.target.run *= factors[i];
		scaled.base.out *= factors[i];
		scaled.target.out *= factors[i];
		scaled.base_job = NAN;
		cost_of_case(&scaled, &o);
		c->lengths[i] = (struct cost_length){factors[i], o.base.c_job, o.target.c_job};
	}
	c->cold_share = cold / c->o.target.t_cold;
}

/* ------------------------------------------------------------------ the pilot */

static void fill_pilot(struct env *env, const struct cost_plan *plan, struct cost_compare *c)
{
	static const double q[] = {0.80};
	struct cost_pilot *p = &c->pilot;
	struct quantiles ask = {q, &p->people_hours, 1};
	struct arena_mark mark = arena_mark(env->temp);

	p->rental = plan->pilot.given ? plan->pilot : c->debug;
	p->machine_hours = isnan(plan->pilot_hours) ? 24 * settings_of(plan, SET_PILOT_DAYS)
	                                            : plan->pilot_hours;
	/* Machine hours are what is rented; a block rounds them up to whole days. */
	p->paid_hours = str_eq(p->rental.purchase, S("capacity-block"))
	                        ? 24 * ceil(p->machine_hours / 24)
	                        : p->machine_hours;
	p->device_usd = p->paid_hours * p->rental.price.usd_per_hour;
	p->people_hours = NAN;
	/* Hours that were given as a whole do not say what of them a pilot takes. */
	if (c->effort_some && !c->effort.fixed) {
		struct quantile_room room = quantile_room(env->temp, EFFORT_DRAWS);

		quantiles_of(c->effort.pilot_draws, EFFORT_DRAWS, &room, &ask);
	}
	arena_rewind(env->temp, mark);
	p->labour_usd = p->people_hours * c->c.rate;
	p->total_usd = p->device_usd + (isnan(p->labour_usd) ? 0 : p->labour_usd);
	p->stop_ratio = isnan(c->r_max) ? c->r_parity : c->r_max;
	p->judged = !isnan(plan->pilot_budget) && !isnan(p->total_usd);
	p->affordable = p->judged && p->total_usd <= plan->pilot_budget;
}

static void fill_interval(struct env *env, struct cost_compare *c)
{
	struct arena_mark mark = arena_mark(env->temp);
	double times[2], scale;

	c->ratio_interval[0] = c->ratio_interval[1] = NAN;
	if (bootstrap_median(env->temp, c->side->hours, &c->base->hours, times)) {
		/* The ratio of warm times, at the prices and pass rates of both sides. */
		scale = side_cost_of_time(&c->c.target, 1) / side_cost_of_time(&c->c.base, 1);
		c->ratio_interval[0] = times[0] * scale;
		c->ratio_interval[1] = times[1] * scale;
	}
	arena_rewind(env->temp, mark);
}

bool cost_compare_fill(struct env *env, const struct cost_plan *plan, struct cost_compare *c)
{
	find_speed(c);
	if (!estimate(env, plan, c))
		return false;
	make_case(env, plan, c);
	fill_parity(plan, c);
	fill_curve(plan, c);
	fill_bound(plan, c);
	fill_lengths(c);
	fill_pilot(env, plan, c);
	fill_interval(env, c);
	c->npv12 = c->npv24 = c->p12 = c->p24 = NAN;
	c->month_range[0] = c->month_range[1] = NAN;
	return true;
}
