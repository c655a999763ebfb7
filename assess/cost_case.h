/* The formulas of docs/cost.md as one pure function of plain numbers.
 *
 * A case is one today and one target with everything decided: no ranges, no places, no reports.
 * Break-even, sensitivity and probability are this function asked again with other numbers. A
 * number that is not known is NAN, and so is all that rests on it. Hours, USD, months. */
#ifndef ASSESS_COST_CASE_H
#define ASSESS_COST_CASE_H

#include "assess/quantity.h"

/* One platform doing the job. */
struct side_case {
	double price; /* of all machines, an hour */
	double prep, compile, reuse, run, out;
	double util, retry, pass;
	double other; /* storage, requests and egress of one job */
};

struct job_cost {
	double t_job, t_cold,
	        t_steady; /* as planned; with nothing reused; compute and output alone */
	double c_run, c_job;
	double c_cold, c_steady; /* c_job of the other two times */
	double idle;             /* paid hours in which nothing is computed, within c_run */
};

struct cost_case {
	struct side_case base, target;
	double base_job;    /* cost of a job today from a real bill; NAN: from the price */
	double jobs;        /* a month */
	double hours, rate; /* of work */
	double debug_price, debug_share, dual_months, move, committed;
	double u_model, h_model, u_sdk, h_sdk;
	double extra_storage; /* a month */
	double discount;      /* a year */
};

struct cost_outcome {
	struct job_cost base, target;
	double saving_job;
	double base_month, target_month; /* cloud bills */
	double c_labour, c_debug, c_dual, c_fixed, c_once, c_rec, s_month;
	double break_even_months, break_even_jobs; /* INFINITY: never; NAN: not known */
	double target_equal; /* a job on the target in the time it takes today (r = 1) */
};

void side_cost(const struct side_case *side, struct job_cost *out);
/* The same with t_job given instead of made up from its parts. */
double side_cost_of_time(const struct side_case *side, double t_job);
void cost_of_case(const struct cost_case *c, struct cost_outcome *out);
/* Present value after so many whole months. */
double cost_npv(const struct cost_outcome *o, double discount, uint32_t months);
/* The largest time ratio at which so many jobs a month pay back within so many months. */
double cost_r_max(
        const struct cost_outcome *o, const struct cost_case *c, double jobs, double months);
/* The fewest jobs a month that pay back within so many months at equal speed; INFINITY: none. */
double cost_jobs_needed(const struct cost_outcome *o, const struct cost_case *c, double months);
/* Hours paid for a Capacity Block of which `need` hours are useful; NAN: cannot be bought (more
 * than 182 days). */
double block_hours_paid(double need);

#endif
