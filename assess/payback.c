/* The axes are chosen so that what matters lies inside: the user's jobs, and the number from which
 * the port pays at equal speed. */
#include "assess/payback.h"

#include "assess/cost.h"

/* The user's jobs and those that pay at equal speed, where they are numbers; else 10 and 1,000. */
static void axis_of(const struct payback *p, double *first, double *last)
{
	double low = 10, high = 1000;

	if (p->jobs < low)
		low = p->jobs;
	if (p->least_jobs > 0 && p->least_jobs < low)
		low = p->least_jobs;
	if (p->jobs > high)
		high = p->jobs;
	if (isfinite(p->least_jobs) && p->least_jobs > high)
		high = p->least_jobs;
	*first = floor(log10(low) + 1e-9);
	*last = ceil(log10(high) - 1e-9);
	/* A scale of more decades shows nothing. */
	if (*last - *first > 9)
		*last = *first + 9;
}

static double top_of(const struct payback *p)
{
	double top = p->ceiling > p->parity ? p->ceiling : p->parity;

	if (p->own_known && p->r > top)
		top = p->r;
	if (!(top > 1))
		top = 1;
	/* Two digits are enough for the end of an axis. */
	return ceil(top * 1.05 * 10) / 10;
}

void payback_of(const struct cost_compare *c, struct payback *p)
{
	double first, last;

	*p = (struct payback){.months = c->months,
	        .ceiling = c->o.base.c_job * (1 - c->c.dual_months / c->months) / c->o.target_equal,
	        .parity = c->r_parity,
	        .jobs = c->c.jobs,
	        .r = c->speed_known ? c->r : NAN,
	        .own_r_max = c->r_max,
	        .least_jobs = c->jobs_needed};
	p->some = c->n_curve > 0 && isfinite(p->ceiling);
	if (!p->some)
		return;
	p->own_known = isfinite(p->jobs) && isfinite(p->r) && isfinite(p->own_r_max);
	p->pays = p->own_known && p->r <= p->own_r_max;
	axis_of(p, &first, &last);
	for (uint32_t i = 0; i < PAYBACK_POINTS; i++) {
		double jobs = pow(10, first + (last - first) * i / (PAYBACK_POINTS - 1));

		p->at[i] = (struct payback_point){jobs, cost_r_max(&c->o, &c->c, jobs, c->months)};
	}
	p->top = top_of(p);
}
