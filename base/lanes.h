/* Plain arithmetic over many numbers, several in one step where the processor has it. Results are
 * the same, to the last bit, as one by one. */
#ifndef BASE_LANES_H
#define BASE_LANES_H

#include <stdint.h>

/* The least and the greatest of n values; n of at least 1, none of them NaN. */
void lanes_range(const double *values, uint32_t n, double *least, double *most);
/* For each value (value - least) * scale without its fraction, at most `last` (below 2^15). The
 * products are not negative and below 2^31. */
struct lanes_scale {
	double least, scale;
	uint16_t last;
};
void lanes_bins(const double *values, uint32_t n, const struct lanes_scale *by, uint16_t *bins);
/* values[i] *= times[i] */
void lanes_multiply(double *values, const double *times, uint32_t n);
/* sums[i] += times * values[i] */
void lanes_add(double *sums, const double *values, uint32_t n, double times);

#endif
