/* Numbers of a simulation that depend on nothing but its seed and the bundled defaults: made when
 * the program is built (tools/embed_draws.c), so that no run makes them again. */
#ifndef ASSESS_DRAWS_H
#define ASSESS_DRAWS_H

#include "assess/quantity.h"
#include "base/random.h"

#include <stdbool.h>

enum { EFFORT_DRAWS = 10000, PERT_CELLS = 2048, PERT_SHAPES = 16, DRAWN_PHASES = 8 };

/* The inverse distribution of Beta(alpha, 6 - alpha) on 0..1, tabulated: every PERT-beta is one of
 * these, stretched. Linear between the points; the error is in the tests. */
struct pert_table {
	double alpha;
	double at[PERT_CELLS + 1];
};

/* The shared factor of each draw for an uncertainty u: exp(sigma z), sigma = ln(u) / z of P90. */
struct draw_factors {
	double uncertainty;
	double at[EFFORT_DRAWS];
};

/* Hours at shares of the draws. */
struct spread {
	double p10, p50, p80, p90;
};

/* Phases of a port, one of each kind, drawn with the factors. */
struct drawn_phases {
	uint64_t count;
	struct points hours[DRAWN_PHASES];
	struct spread spread[DRAWN_PHASES];
	double sum[EFFORT_DRAWS];
	struct random behind;
};

struct draws {
	struct random behind; /* the state of the generator behind `normal` */
	/* What the defaults ask for: the factors of a scan, tables of the shapes of hours, the
	 * phases. */
	struct draw_factors factors;
	uint64_t n_shapes;
	struct pert_table shapes[PERT_SHAPES];
	struct drawn_phases phases; /* of one device and one entry point */
	/* One draw of the standard normal distribution in each ten-thousandth of it, in rising
	 * order. */
	double normal[EFFORT_DRAWS];
	/* A grid on 0..1 that is dense at both ends; log_x[0] stands for minus infinity. */
	double x[PERT_CELLS + 1], log_x[PERT_CELLS + 1];
};

extern const struct draws assess_draws;
/* Makes all but what the defaults ask for; what is in the program is the same to the last bit. */
void draws_make(struct draws *out);
void draws_make_factors(const struct draws *draws, double uncertainty, struct draw_factors *out);
/* alpha of a three-point estimate, low < high; and its table. */
double draws_shape(double low, double likely, double high);
void draws_make_table(const struct draws *draws, double alpha, struct pert_table *out);
/* Whether two shapes are one. */
bool draws_same_shape(double alpha, double other);
/* The value below which the standard normal distribution has the share p (0 < p < 1). */
double normal_quantile(double p);

#endif
