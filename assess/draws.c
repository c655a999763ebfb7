/* The grid is x = (1 - cos(pi t)) / 2 = sin(pi t / 2)^2.
 *
 * alpha + beta of a PERT-beta is always 6, so one number names the shape. The table is made by
 * integrating the density over the grid, which is dense at both ends where the density may rise
 * steeply, and read backwards at even steps of the probability. */
#include "assess/draws.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static double polynomial(const double *c, uint32_t n, double x)
{
	double sum = 0;

	while (n-- > 0)
		sum = sum * x + c[n];
	return sum;
}

/* Algorithm AS 241 (Wichura 1988), good to about 1e-16. */
double normal_quantile(double p)
{
	static const double a[] = {3.3871328727963666080, 133.14166789178437745,
	        1971.5909503065514427, 13731.693765509461125, 45921.953931549871457,
	        67265.770927008700853, 33430.575583588128105, 2509.0809287301226727};
	static const double b[] = {1.0, 42.313330701600911252, 687.18700749205790830,
	        5394.1960214247511077, 21213.794301586595867, 39307.895800092710610,
	        28729.085735721942674, 5226.4952788528545610};
	static const double c[] = {1.42343711074968357734, 4.63033784615654529590,
	        5.76949722146069140550, 3.64784832476320460504, 1.27045825245236838258,
	        0.241780725177450611770, 0.0227238449892691845833, 7.74545014278341407640e-4};
	static const double d[] = {1.0, 2.05319162663775882187, 1.67638483018380384940,
	        0.689767334985100004550, 0.148103976427480074590, 0.0151986665636164571966,
	        5.47593808499534494600e-4, 1.05075007164441684324e-9};
	static const double e[] = {6.65790464350110377720, 5.46378491116411436990,
	        1.78482653991729133580, 0.296560571828504891230, 0.0265321895265761230930,
	        1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7};
	static const double f[] = {1.0, 0.599832206555887937690, 0.136929880922735805310,
	        0.0148753612908506148525, 7.86869131145613259100e-4, 1.84631831751005468180e-5,
	        1.42151175831644588870e-7, 2.04426310338993978564e-15};
	double q = p - 0.5, r, z;

	if (fabs(q) <= 0.425) {
		r = 0.180625 - q * q;
		return q * polynomial(a, 8, r) / polynomial(b, 8, r);
	}
	r = sqrt(-log(q < 0 ? p : 1 - p));
	if (r <= 5)
		z = polynomial(c, 8, r - 1.6) / polynomial(d, 8, r - 1.6);
	else
		z = polynomial(e, 8, r - 5) / polynomial(f, 8, r - 5);
	return q < 0 ? -z : z;
}

void draws_make(struct draws *out)
{
	struct random r = random_from(20261130);

	for (uint32_t i = 0; i < EFFORT_DRAWS; i++) {
		double p = (i + random_unit(&r)) / EFFORT_DRAWS;

		/* The very ends have no finite quantile. */
		p = p < 1e-12 ? 1e-12 : p > 1 - 1e-12 ? 1 - 1e-12 : p;
		out->normal[i] = normal_quantile(p);
	}
	out->behind = r;
	for (uint32_t i = 0; i <= PERT_CELLS; i++) {
		double s = sin(pi * i / (2.0 * PERT_CELLS));

		out->x[i] = s * s;
		out->log_x[i] = i ? log(out->x[i]) : -1e300;
	}
}

void draws_make_factors(const struct draws *draws, double uncertainty, struct draw_factors *out)
{
	double sigma = uncertainty > 1 ? log(uncertainty) / 1.2816 : 0;

	out->uncertainty = uncertainty;
	for (uint32_t i = 0; i < EFFORT_DRAWS; i++)
		out->at[i] = sigma > 0 ? exp(sigma * draws->normal[i]) : 1;
}

double draws_shape(double low, double likely, double high)
{
	return 1 + 4 * (likely - low) / (high - low);
}

bool draws_same_shape(double alpha, double other)
{
	return fabs(alpha - other) < 1e-9;
}

/* Density times dx/dt at grid point i, without its constant: x^(k + 1/2) (1 - x)^(4 - k + 1/2). */
static double weight(const struct draws *draws, double k, uint32_t i)
{
	if (i == 0 || i == PERT_CELLS)
		return 0;
	return exp((k + 0.5) * draws->log_x[i] + (4.5 - k) * draws->log_x[PERT_CELLS - i]);
}

void draws_make_table(const struct draws *draws, double alpha, struct pert_table *table)
{
	const double *x = draws->x;
	double k = alpha - 1, total = 0, before = 0, sums[PERT_CELLS + 1];
	uint32_t i = 0;

	table->alpha = alpha;
	/* The trapezium rule: the ends of the integrand are 0, so it converges fast. */
	sums[0] = 0;
	for (uint32_t c = 1; c <= PERT_CELLS; c++) {
		double here = weight(draws, k, c);

		total += (before + here) / 2;
		sums[c] = total;
		before = here;
	}
	table->at[0] = 0;
	table->at[PERT_CELLS] = 1;
	for (uint32_t c = 1; c < PERT_CELLS; c++) {
		double want = total * c / PERT_CELLS, part;

		while (sums[i + 1] < want)
			i++;
		part = (want - sums[i]) / (sums[i + 1] - sums[i]);
		table->at[c] = x[i] + part * (x[i + 1] - x[i]);
	}
}
