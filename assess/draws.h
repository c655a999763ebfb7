/* Numbers of a simulation that depend on nothing but its seed: made when the program is built
 * (tools/embed_draws.c), so that no run makes them again. */
#ifndef ASSESS_DRAWS_H
#define ASSESS_DRAWS_H

#include "base/random.h"

enum { EFFORT_DRAWS = 10000, PERT_CELLS = 2048 };

struct draws {
	/* One draw of the standard normal distribution in each ten-thousandth of it, in rising
	 * order, */
	double normal[EFFORT_DRAWS];
	struct random behind; /* and the state of the draws behind them */
	/* A grid on 0..1 that is dense at both ends; log_x[0] stands for minus infinity. */
	double x[PERT_CELLS + 1], log_x[PERT_CELLS + 1];
};

extern const struct draws assess_draws;
/* Makes them; what is in the program is the same to the last bit. */
void draws_make(struct draws *out);
/* The value below which the standard normal distribution has the share p (0 < p < 1). */
double normal_quantile(double p);

#endif
