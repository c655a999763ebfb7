/* Draws and order statistics: what the estimates and the measurements are made of.
 *
 * Everything is a pure function of its numbers and a seed. */
#ifndef ASSESS_STATISTICS_H
#define ASSESS_STATISTICS_H

#include "assess/draws.h"
#include "assess/quantity.h"

enum { BOOTSTRAP_DRAWS = 10000 };

/* Tables by shape: a default one is in the program, another is made once. */
struct pert_tables {
	struct arena *arena;
	VEC(struct pert_table *) list;
};

/* The mean of a three-point estimate: (a + 4m + b) / 6. */
double pert_mean(struct points p);
/* The table for a three-point estimate; NULL when it is a single point. */
const struct pert_table *pert_table_for(struct pert_tables *tables, struct points p);
/* One draw; table NULL: p.likely. */
static inline double pert_draw(const struct pert_table *table, struct points p, struct random *r)
{
	uint64_t bits;
	uint32_t cell;
	double part;

	if (!table)
		return p.likely;
	bits = random_bits(r);
	cell = (uint32_t)(bits >> 53);
	part = (double)(bits >> 11 & ((UINT64_C(1) << 42) - 1)) * 0x1p-42;
	return p.low + (p.high - p.low) *
	                       (table->at[cell] + part * (table->at[cell + 1] - table->at[cell]));
}

/* n draws; table NULL: p.likely. Each second one is the mirror of the one before it (the share 1 -
 * u beside u), so that their sums have quantiles nearer to the true ones than as many plain draws.
 */
void pert_draws(
        const struct pert_table *table, struct points p, struct random *r, double *out, uint32_t n);

/* sorted[(int)(q * n)] of n values for each of up to 8 q, without sorting all of them. `values` is
 * not changed; `room` is for at least n. */
struct quantiles {
	const double *q;
	double *out;
	uint32_t count;
};
struct quantile_room {
	double *values;
	uint16_t *bins;
};
struct quantile_room quantile_room(struct arena *arena, uint32_t n);
/* Of EFFORT_DRAWS draws. */
struct spread spread_of(const double *draws, const struct quantile_room *room);
static inline struct spread spread_scaled(struct spread s, double factor)
{
	return (struct spread){s.p10 * factor, s.p50 * factor, s.p80 * factor, s.p90 * factor};
}
/* Three points as shares of the highest, which is the factor; 1 where it is 0. */
struct points points_unit(struct points hours, double *factor);
void quantiles_of(const double *values, uint32_t n, const struct quantile_room *room,
        const struct quantiles *ask);
/* Sorts in rising order; values must be finite. */
void values_sort(double *values, uint32_t n);
/* Middle value, the mean of both for an even number; of sorted values. NAN of none. */
double sorted_median(const double *sorted, uint32_t n);
/* The value at share q of sorted values, nearest rank. */
double sorted_quantile(const double *sorted, uint32_t n, double q);
/* Standard deviation over mean; NAN of fewer than two. */
double variation_of(const double *values, uint32_t n);
/* 95 % interval of the median of `a`, or with `b` of median(a) / median(b), by resampling with a
 * fixed seed. False with fewer than two values on a side. */
struct sample {
	const double *values;
	uint32_t n;
};
bool bootstrap_median(struct arena *temp, struct sample a, const struct sample *b, double out[2]);
/* The same draws as they come, BOOTSTRAP_DRAWS of them, sorted. */
void bootstrap_draws(struct arena *temp, struct sample a, const struct sample *b, double *out);
/* Percent of confidence with which the least and the greatest of n values enclose the median:
 * 100 (1 - 2 * 0.5^n). */
double median_coverage(uint32_t n);
/* Fewest values whose range encloses the median with 95 % confidence. */
enum { RUNS_FOR_INTERVAL = 6 };

#endif
