/* Evidence to a label, figures to an answer. The rules stand in docs/cost.md in this order; the
 * first that holds gives the answer and is printed with it. */
#include "assess/cost.h"
#include "assess/phrases.h"

static bool is_fresh(const struct cost_plan *plan, const struct cost_side *side)
{
	double most = settings_value(&plan->settings, SET_STALE_DAYS);

	if (!isnan(side->bill_month))
		return true;
	return side->price.date.len && plan->as_of - side->price.days <= most;
}

static void set_label(struct cost_compare *c, char label, const char *reason)
{
	c->label = label;
	c->label_reason = str_from(reason);
}

static bool lacks_quality(const struct cost_side *side)
{
	return side->quality == QUALITY_NOT_CHECKED || side->quality == QUALITY_LATE;
}

/* A bill stands in for the price of today's machine, and a debugging price matters only where
 * there is work. */
static bool lacks_price(const struct cost_compare *c)
{
	const struct cost_case *k = &c->c;

	return isnan(k->target.price) || isnan(k->target.other) || isnan(k->move) ||
	       (isnan(k->base.price) && isnan(c->base->bill_month)) ||
	       (isnan(k->base.other) && isnan(c->base->bill_month)) ||
	       (c->effort_some && k->debug_share > 0 && isnan(k->debug_price));
}

void cost_compare_label(const struct cost_plan *plan, struct cost_compare *c)
{
	const struct cost_side *base = c->base, *side = c->side;
	bool measured = base->evidence >= COST_ONCE && side->evidence >= COST_ONCE;
	bool stable = base->evidence == COST_STABLE && side->evidence == COST_STABLE;

	if (lacks_price(c))
		set_label(c, 'X', phrase_label_no_price);
	else if (lacks_quality(base) || lacks_quality(side))
		set_label(c, 'X', phrase_label_no_quality);
	else if (stable && is_fresh(plan, base) && is_fresh(plan, side))
		set_label(c, 'A', phrase_label_a);
	else if (stable)
		set_label(c, 'B', phrase_label_stale);
	else if (measured)
		set_label(c, 'B', phrase_label_few);
	else if (side->evidence >= COST_ONCE)
		set_label(c, 'C', phrase_label_target_only);
	else if (side->evidence == COST_COMPILED)
		set_label(c, 'C', phrase_label_compiled);
	else
		set_label(c, 'D', phrase_label_paper);
}

static void answer(struct cost_compare *c, enum cost_answer word, str rule)
{
	c->answer = word;
	c->answer_rule = rule;
}

static str no_known_way(struct arena *a, str title, str instead)
{
	return instead.len ? arena_format(a, phrase_stay_no_way_instead, STR_ARG(title),
	                             STR_ARG(instead))
	                   : arena_format(a, phrase_stay_no_way, STR_ARG(title));
}

/* A reason to stay, in words; empty: none. */
static str reason_to_stay(
        struct arena *a, const struct cost_plan *plan, const struct cost_compare *c)
{
	double least = settings_value(&plan->settings, SET_STAY_PROBABILITY);

	if (c->effort_some && effort_is_blocked(&c->effort))
		return no_known_way(
		        a, c->effort.blockers.at[0].title, c->effort.blockers.at[0].instead);
	if (c->bound.unreachable)
		return arena_format(a, phrase_stay_unreachable, c->parity[c->n_parity - 1].parity,
		        c->bound.most_speed);
	if (!isnan(c->p24) && c->p24 < least)
		return arena_format(a, phrase_stay_unlikely, c->p24, least);
	return STR_NONE;
}

static str what_is_missing(
        struct arena *a, const struct cost_plan *plan, const struct cost_compare *c)
{
	double parity = c->parity[c->n_parity - 1].parity,
	       most = settings_value(&plan->settings, SET_PILOT_PARITY);

	if (c->pilot.judged && !c->pilot.affordable && parity <= most)
		return arena_format(a, phrase_pilot_dear, c->pilot.total_usd, plan->pilot_budget);
	if (!c->speed_known)
		return arena_format(a, phrase_no_room, parity, most);
	if (isnan(c->o.base.t_job) && isnan(c->c.base_job))
		return PHRASE(phrase_no_time_today);
	if (isnan(plan->jobs.likely))
		return PHRASE(phrase_no_jobs);
	if (!c->effort_some)
		return PHRASE(phrase_no_hours);
	return arena_format(a, phrase_not_sure, c->p12, c->p24, c->label, parity);
}

/* Evidence X is no ground for any saving: what would look like one is taken away. */
void cost_compare_void(struct cost_compare *c)
{
	struct cost_outcome *o = &c->o;

	o->saving_job = o->s_month = o->break_even_months = o->break_even_jobs = NAN;
	c->r_max = c->jobs_needed = c->pilot.stop_ratio = NAN;
	c->n_curve = 0;
	for (uint32_t i = 0; i < COST_LENGTH_MOST; i++)
		c->lengths[i].base = c->lengths[i].target = NAN;
}

static bool pilot_is_due(const struct cost_plan *plan, const struct cost_compare *c)
{
	double parity = c->parity[c->n_parity - 1].parity;

	if (!(parity <= settings_value(&plan->settings, SET_PILOT_PARITY)))
		return false;
	return isnan(plan->pilot_budget) || c->pilot.affordable;
}

static void judge_stay(
        struct arena *a, const struct cost_result *r, struct cost_compare *c, str reason)
{
	const struct cost_option *o;

	if (r->best_option == UINT32_MAX) {
		answer(c, ANSWER_STAY, reason);
		return;
	}
	o = &r->options.at[r->best_option];
	answer(c, ANSWER_STAY_BUY,
	        arena_format(a, phrase_buy_otherwise, STR_ARG(reason), STR_ARG(o->price.purchase),
	                100 * (1 - o->hour_share)));
}

void cost_compare_judge(struct env *env, const struct cost_result *r, struct cost_compare *c)
{
	struct arena *a = env->keep;
	const struct cost_plan *plan = r->plan;
	double sure = settings_value(&plan->settings, SET_PORT_PROBABILITY),
	       parity = c->parity[c->n_parity - 1].parity,
	       most = settings_value(&plan->settings, SET_PILOT_PARITY);
	str stay = reason_to_stay(a, plan, c);

	if (c->effort_some && effort_is_blocked(&c->effort))
		judge_stay(a, r, c, stay);
	else if (c->label == 'X')
		answer(c, ANSWER_INSUFFICIENT, c->label_reason);
	else if (stay.len)
		judge_stay(a, r, c, stay);
	else if (c->label == 'A' && c->p12 >= sure)
		answer(c, ANSWER_PORT, arena_format(a, phrase_port, c->p12, sure));
	else if (c->label != 'A' && pilot_is_due(plan, c))
		answer(c, ANSWER_PILOT,
		        c->pilot.judged
		                ? arena_format(a, phrase_pilot_budget, c->label, parity, most)
		                : arena_format(a, phrase_pilot, c->label, parity, most));
	else
		answer(c, ANSWER_INSUFFICIENT, what_is_missing(a, plan, c));
}
