/* The comparison in the order of the method: today, the same machine bought otherwise, then each
 * target against the cheapest way to stay.
 *
 * Invariant: `best` is a copy of today's side with another price and another share of paid hours
 * in use, so that every later formula sees one kind of side. */
#include "assess/cost.h"

#include "base/text.h"
#include "assess/phrases.h"

static const struct {
	const char *word, *text;
} evidences[COST_EVIDENCE_COUNT] = {
#define X(name, word, what) [name] = {word, what},
        COST_EVIDENCE_LIST(X)
#undef X
};

static const char *const answers[] = {
#define X(name, word) [name] = word,
        COST_ANSWER_LIST(X)
#undef X
};

str cost_evidence_text(enum cost_evidence evidence)
{
	return str_from(evidences[evidence].text);
}

str cost_answer_word(enum cost_answer answer)
{
	return str_from(answers[answer]);
}

str cost_quality_text(enum cost_quality quality)
{
	switch (quality) {
	case QUALITY_PASSED: return S("qualified");
	case QUALITY_NOT_CHECKED: return S("not checked");
	case QUALITY_LATE: return S("too slow to be accepted");
	default: return S("not measured");
	}
}

static double usage_usd(const struct cost_usage *u)
{
	return u->quantity > 0 ? u->quantity * u->usd : 0;
}

struct side_case cost_side_case(
        const struct cost_plan *plan, const struct cost_side *side, double run)
{
	double util = isnan(side->util) ? settings_value(&plan->settings, SET_UTIL) : side->util;

	return (struct side_case){
	        .price = side->count * side->price.usd_per_hour,
	        .prep = side->prep.likely,
	        .compile = side->compile.likely,
	        .reuse = side->reuse,
	        .run = isnan(run) ? side->run.likely : run,
	        .out = side->out.likely,
	        .util = util,
	        .retry = side->retry.likely,
	        .pass = side->pass,
	        .other = usage_usd(&side->storage) + usage_usd(&side->requests) +
	                 usage_usd(&side->egress),
	};
}

/* ------------------------------------------------------------------ bought otherwise */

/* Share of the paid hours in use when `need` hours a month are bought so; NAN: cannot be told. */
static double util_of(const struct cost_plan *plan, str purchase, double need)
{
	double month = settings_value(&plan->settings, SET_MONTH_HOURS), machines;

	if (str_eq(purchase, S("on-demand")) || str_eq(purchase, S("spot")))
		return 1;
	if (isnan(need))
		return NAN;
	machines = ceil(need / month);
	if (str_starts(purchase, S("committed")))
		return need / (machines * month);
	if (str_eq(purchase, S("capacity-block")))
		return machines > 1 ? need / (machines * month) : need / block_hours_paid(need);
	return NAN;
}

static const char *why_not_counted(const struct cost_result *r, const struct cost_option *o)
{
	const struct cost_side *today = &r->plan->today;

	if (isnan(o->price.usd_per_hour))
		return "not priced";
	if (!o->price.date.len)
		return "its price has no date";
	if (str_eq(o->price.purchase, S("spot")) || str_eq(o->price.purchase, S("flex-start")))
		return "may be interrupted: another kind of machine time";
	if (today->committed_month > 0 && today->committed_until > r->plan->as_of)
		return "today's commitment is paid until it ends";
	if (isnan(o->util))
		return "needs jobs_month and the time of a job";
	return NULL;
}

static bool same_place(const struct cost_side *today, const struct price *p)
{
	return region_answers(p->region, today->region) || region_answers(today->region, p->region);
}

static struct cost_option option_of(const struct cost_result *r, const struct price *price)
{
	const struct cost_plan *plan = r->plan;
	struct cost_side side = plan->today;
	struct job_cost job;
	double need =
	        plan->jobs.likely * r->today.base.t_job * side.count / (1 - side.retry.likely);
	struct cost_option o = {.price = *price, .saving_month = NAN};
	struct side_case c;

	side.price = *price;
	side.util = util_of(plan, price->purchase, need);
	c = cost_side_case(plan, &side, NAN);
	c.util = side.util;
	side_cost(&c, &job);
	o.util = side.util;
	o.hour_share = price->usd_per_hour / plan->today.price.usd_per_hour;
	o.month = plan->jobs.likely * job.c_job;
	o.saving_month = r->today.base_month - o.month;
	o.remark = why_not_counted(r, &o);
	return o;
}

/* Cheaper by the month; without a number of jobs, by the hour. */
static double option_gain(const struct cost_option *o)
{
	return isnan(o->saving_month) ? 1 - o->hour_share : o->saving_month;
}

static void find_options(struct env *env, const struct book *book, struct cost_result *r)
{
	const struct cost_side *today = &r->plan->today;
	struct price *offers;
	uint32_t n;
	double best = 0;

	r->best = *today;
	r->best_option = UINT32_MAX;
	if (!today->instance.len)
		return;
	n = book_offers(env, book, today->instance, &offers);
	for (uint32_t i = 0; i < n; i++) {
		struct cost_option o;

		if (str_eq(offers[i].purchase, today->purchase) || !same_place(today, &offers[i]))
			continue;
		o = option_of(r, &offers[i]);
		*VEC_PUSH(env->keep, &r->options) = o;
		if (o.remark || r->plan->stay_put || !(option_gain(&o) > best))
			continue;
		best = option_gain(&o);
		r->best_option = r->options.len - 1;
		r->best.price = offers[i];
		r->best.purchase = offers[i].purchase;
		r->best.region = offers[i].region;
		r->best.util = o.util;
		r->best.bill_month = NAN;
	}
}

/* ------------------------------------------------------------------ where to try it */

static bool is_same_kind(const struct machine *a, const struct machine *b)
{
	return a && b && a->accelerator.len && str_eq(a->accelerator, b->accelerator) &&
	       str_eq(a->provider, b->provider);
}

/* Another machine of the same kind under the same purchase option, if one is cheaper; its region
 * may be another one. Else the side's own. */
static void find_small(struct env *env, const struct book *book, const struct cost_side *side,
        struct cost_rental *out)
{
	*out = (struct cost_rental){.instance = side->instance,
	        .region = side->region,
	        .purchase = side->purchase,
	        .place = side->place,
	        .price = side->price};
	for (uint32_t i = 0; i < book->machines.len; i++) {
		const struct machine *m = &book->machines.at[i];
		struct price *offers;
		uint32_t n = is_same_kind(m, side->machine)
		                     ? book_offers(env, book, m->name, &offers)
		                     : 0;

		for (uint32_t k = 0; k < n; k++)
			if (str_eq(offers[k].purchase, side->purchase) && offers[k].date.len &&
			        offers[k].usd_per_hour < out->price.usd_per_hour) {
				out->price = offers[k];
				out->instance = offers[k].instance;
				out->region = offers[k].region;
			}
	}
}

/* ------------------------------------------------------------------ what is missing or old */

static void add_missing(struct cost_result *r, str what)
{
	for (uint32_t i = 0; i < r->missing.len; i++)
		if (str_eq(r->missing.at[i], what))
			return;
	*VEC_PUSH(r->arena, &r->missing) = what;
}

static void check_usage(struct cost_result *r, const struct cost_usage *u, str what)
{
	if (u->quantity > 0 && isnan(u->usd))
		add_missing(r, what);
}

static void check_missing(struct cost_result *r, const struct cost_side *side)
{
	if (isnan(side->price.usd_per_hour) && isnan(side->bill_month))
		add_missing(r, arena_format(r->arena, "%.*s%s%.*s%s%.*s",
		                       STR_ARG(side->instance.len ? side->instance : side->name),
		                       side->purchase.len ? " " : "", STR_ARG(side->purchase),
		                       side->region.len ? " in " : "", STR_ARG(side->region)));
	check_usage(
	        r, &side->storage, arena_format(r->arena, phrase_storage_of, STR_ARG(side->name)));
	check_usage(r, &side->requests,
	        arena_format(r->arena, phrase_requests_of, STR_ARG(side->name)));
	check_usage(
	        r, &side->egress, arena_format(r->arena, phrase_egress_of, STR_ARG(side->name)));
}

static void check_age(struct env *env, struct cost_result *r, str what, str date)
{
	double most = settings_value(&r->plan->settings, SET_STALE_DAYS);
	struct place place = {.path = r->plan->path};
	int32_t days;
	str text;

	if (!date.len || !date_parse(date, &days) || r->plan->as_of - days <= most)
		return;
	text = arena_format(
	        r->arena, phrase_price_old, STR_ARG(what), STR_ARG(date), r->plan->as_of - days);
	for (uint32_t i = 0; i < r->stale.len; i++)
		if (str_eq(r->stale.at[i], text))
			return;
	*VEC_PUSH(r->arena, &r->stale) = text;
	diag_warning(env->diags, place, "%.*s", STR_ARG(text));
}

static void check_side_ages(struct env *env, struct cost_result *r, const struct cost_side *side)
{
	str what = side->instance;

	if (!isnan(side->price.usd_per_hour))
		check_age(env, r,
		        arena_format(r->arena, "%.*s %.*s", STR_ARG(what), STR_ARG(side->purchase)),
		        side->price.date);
	if (side->storage.quantity > 0 && !isnan(side->storage.usd))
		check_age(env, r, side->storage.item.len ? side->storage.item : S("storage"),
		        side->storage.date);
	if (side->egress.quantity > 0 && !isnan(side->egress.usd))
		check_age(env, r, side->egress.item.len ? side->egress.item : S("egress"),
		        side->egress.date);
}

/* What was not given and makes a platform look cheaper than it may be. */
static void check_ideal(struct cost_result *r, const struct cost_side *side)
{
	if (!isnan(side->bill_month))
		return;
	if (str_eq(side->purchase, S("capacity-block")) && isnan(side->util) &&
	        settings_value(&r->plan->settings, SET_UTIL) >= 1)
		*VEC_PUSH(r->arena, &r->ideal) =
		        arena_format(r->arena, phrase_block_ideal, STR_ARG(side->name));
	if (str_eq(side->purchase, S("spot")) && !side->retry_given &&
	        !(settings_value(&r->plan->settings, SET_F_RETRY) > 0))
		*VEC_PUSH(r->arena, &r->ideal) =
		        arena_format(r->arena, phrase_spot_ideal, STR_ARG(side->name));
}

static void check_rental_age(struct env *env, struct cost_result *r, const struct cost_rental *d)
{
	if (!isnan(d->price.usd_per_hour))
		check_age(env, r,
		        arena_format(
		                r->arena, "%.*s %.*s", STR_ARG(d->instance), STR_ARG(d->purchase)),
		        d->price.date);
}

static void check_plan(struct env *env, struct cost_result *r)
{
	const struct cost_plan *plan = r->plan;

	check_missing(r, &plan->today);
	check_side_ages(env, r, &plan->today);
	if (r->best_option != UINT32_MAX)
		check_side_ages(env, r, &r->best);
	for (uint32_t i = 0; i < plan->targets.len; i++) {
		check_missing(r, &plan->targets.at[i]);
		check_side_ages(env, r, &plan->targets.at[i]);
		if (r->targets[i].effort_some)
			check_rental_age(env, r, &r->targets[i].debug);
	}
	check_ideal(r, &plan->today);
	for (uint32_t i = 0; i < plan->targets.len; i++)
		check_ideal(r, &plan->targets.at[i]);
	if (plan->debug.given && isnan(plan->debug.price.usd_per_hour))
		add_missing(r, arena_format(r->arena, phrase_for_debugging,
		                       STR_ARG(plan->debug.instance)));
	if (plan->move.quantity > 0 && isnan(plan->move.usd))
		add_missing(r, PHRASE(phrase_moving));
}

/* ------------------------------------------------------------------ all together */

static void cost_today(struct cost_result *r)
{
	const struct cost_plan *plan = r->plan;
	struct cost_case c = {.base = cost_side_case(plan, &plan->today, NAN),
	        .target = cost_side_case(plan, &plan->today, NAN),
	        .base_job = plan->today.bill_month / plan->jobs.likely,
	        .jobs = plan->jobs.likely};

	cost_of_case(&c, &r->today);
}

void cost_side_check_wait(const struct cost_plan *plan, struct cost_side *side)
{
	if (!isnan(plan->wait_limit) && !isnan(side->wait_p95) && side->wait_p95 > plan->wait_limit)
		side->quality = QUALITY_LATE;
}

bool cost_run(struct env *env, const struct book *book, const struct cost_plan *plan,
        struct cost_result *r)
{
	*r = (struct cost_result){.arena = env->keep, .plan = plan, .n_targets = plan->targets.len};
	cost_today(r);
	find_options(env, book, r);
	r->targets = ARENA_ARRAY(env->keep, struct cost_compare, r->n_targets);
	for (uint32_t i = 0; i < r->n_targets; i++) {
		r->targets[i].side = &plan->targets.at[i];
		r->targets[i].base = r->best_option == UINT32_MAX ? &plan->today : &r->best;
		r->targets[i].debug = plan->debug;
		if (!plan->debug.given)
			find_small(env, book, r->targets[i].side, &r->targets[i].debug);
		if (!cost_compare_fill(env, plan, &r->targets[i]))
			return false;
	}
	check_plan(env, r);
	for (uint32_t i = 0; i < r->n_targets; i++) {
		cost_compare_label(plan, &r->targets[i]);
		if (r->targets[i].label == 'X')
			cost_compare_void(&r->targets[i]);
		else
			cost_compare_risk(env, plan, &r->targets[i]);
		cost_compare_judge(env, r, &r->targets[i]);
		payback_of(&r->targets[i], &r->targets[i].payback);
	}
	return true;
}
