/* Straight from the formulas; the order of operations is theirs, so that figures agree to the cent.
 */
#include "assess/cost_case.h"

double side_cost_of_time(const struct side_case *s, double t_job)
{
	double c_run = s->price * t_job / s->util;

	return (c_run / (1 - s->retry) + s->other) / s->pass;
}

void side_cost(const struct side_case *s, struct job_cost *out)
{
	*out = (struct job_cost){
	        .t_job = s->prep + s->compile / s->reuse + s->run + s->out,
	        .t_cold = s->prep + s->compile + s->run + s->out,
	        .t_steady = s->run + s->out,
	};
	out->c_run = s->price * out->t_job / s->util;
	out->c_job = side_cost_of_time(s, out->t_job);
	out->c_cold = side_cost_of_time(s, out->t_cold);
	out->c_steady = side_cost_of_time(s, out->t_steady);
	out->idle = out->c_run * (1 - s->util);
}

static double ratio_or_never(double once, double gain)
{
	if (isnan(once) || isnan(gain))
		return NAN;
	return gain > 0 ? once / gain : INFINITY;
}

void cost_of_case(const struct cost_case *c, struct cost_outcome *o)
{
	*o = (struct cost_outcome){0};
	side_cost(&c->base, &o->base);
	side_cost(&c->target, &o->target);
	if (!isnan(c->base_job))
		o->base.c_job = c->base_job;
	o->target_equal = side_cost_of_time(&c->target, o->base.t_job);
	o->saving_job = o->base.c_job - o->target.c_job;
	o->base_month = c->jobs * o->base.c_job;
	o->target_month = c->jobs * o->target.c_job + c->extra_storage;
	o->c_labour = c->hours * c->rate;
	o->c_debug = c->debug_share * c->hours * c->debug_price;
	o->c_dual = c->dual_months * o->base_month;
	o->c_fixed = o->c_labour + o->c_debug + c->move + c->committed;
	o->c_once = o->c_fixed + o->c_dual;
	o->c_rec = (c->u_model * c->h_model * c->hours + c->u_sdk * c->h_sdk * c->hours) * c->rate /
	           12;
	o->s_month = c->jobs * o->saving_job - o->c_rec - c->extra_storage;
	o->break_even_months = ratio_or_never(o->c_once, o->s_month);
	o->break_even_jobs =
	        ratio_or_never(o->c_once, o->saving_job - (o->c_rec + c->extra_storage) / c->jobs);
}

double cost_npv(const struct cost_outcome *o, double discount, uint32_t months)
{
	double sum = -o->c_once;

	for (uint32_t m = 1; m <= months; m++)
		sum += o->s_month / pow(1 + discount, m / 12.0);
	return sum;
}

double cost_r_max(
        const struct cost_outcome *o, const struct cost_case *c, double jobs, double months)
{
	return (o->base.c_job * (1 - c->dual_months / months) -
	               (o->c_fixed / months + o->c_rec + c->extra_storage) / jobs) /
	       o->target_equal;
}

double cost_jobs_needed(const struct cost_outcome *o, const struct cost_case *c, double months)
{
	return ratio_or_never(o->c_fixed / months + o->c_rec + c->extra_storage,
	        o->base.c_job * (1 - c->dual_months / months) - o->target_equal);
}

double block_hours_paid(double need)
{
	double days = ceil((need + 0.5) / 24);

	if (isnan(need) || days > 182)
		return NAN;
	/* Up to 14 days one by one, longer ones in whole weeks. */
	return 24 * (days > 14 ? 7 * ceil(days / 7) : days);
}
