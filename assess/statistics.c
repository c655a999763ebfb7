/* PERT-beta by table, quantiles by counting, the median by resampling.
 *
 * alpha + beta of a PERT-beta is always 6, so one number names the shape. The table is made by
 * integrating the density over x = (1 - cos(pi t)) / 2, a grid that is dense at both ends where
 * the density may rise steeply, and read backwards at even steps of the probability. */
#include "assess/statistics.h"

#include "base/lanes.h"

#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

double pert_mean(struct points p)
{
	return (p.low + 4 * p.likely + p.high) / 6;
}

static void make_grid(struct pert_tables *t)
{
	for (uint32_t i = 0; i <= PERT_CELLS; i++) {
		double s = sin(pi * i / (2.0 * PERT_CELLS));

		t->x[i] = s * s;
		t->log_x[i] = i ? log(t->x[i]) : -1e300;
	}
	t->ready = true;
}

/* Density times dx/dt at grid point i, without its constant: x^(k + 1/2) (1 - x)^(4 - k + 1/2). */
static double weight(const struct pert_tables *t, double k, uint32_t i)
{
	if (i == 0 || i == PERT_CELLS)
		return 0;
	return exp((k + 0.5) * t->log_x[i] + (4.5 - k) * t->log_x[PERT_CELLS - i]);
}

static void fill(const struct pert_tables *t, struct pert_table *table)
{
	double k = table->alpha - 1, total = 0, before = 0, sums[PERT_CELLS + 1];
	uint32_t i = 0;

	/* The trapezium rule: the ends of the integrand are 0, so it converges fast. */
	sums[0] = 0;
	for (uint32_t c = 1; c <= PERT_CELLS; c++) {
		double here = weight(t, k, c);

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
		table->at[c] = t->x[i] + part * (t->x[i + 1] - t->x[i]);
	}
}

const struct pert_table *pert_table_for(struct pert_tables *tables, struct points p)
{
	struct pert_table *table;
	double alpha;

	if (!points_are_range(p))
		return NULL;
	alpha = 1 + 4 * (p.likely - p.low) / (p.high - p.low);
	for (uint32_t i = 0; i < tables->list.len; i++)
		if (fabs(tables->list.at[i]->alpha - alpha) < 1e-9)
			return tables->list.at[i];
	if (!tables->ready)
		make_grid(tables);
	table = ARENA_NEW(tables->arena, struct pert_table);
	table->alpha = alpha;
	fill(tables, table);
	*VEC_PUSH(tables->arena, &tables->list) = table;
	return table;
}

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

static int rising(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void values_sort(double *values, uint32_t n)
{
	if (n > 1)
		qsort(values, n, sizeof *values, rising);
}

enum { BINS = 1024, QUANTILES_MOST = 8 };

struct bins {
	uint16_t *of;             /* of each value */
	uint32_t below[BINS + 1]; /* values in earlier bins */
};

static bool count_bins(struct bins *b, const double *values, uint32_t n)
{
	double least, most;
	struct lanes_scale by;

	lanes_range(values, n, &least, &most);
	by = (struct lanes_scale){least, most > least ? BINS / (most - least) : 0, BINS - 1};
	if (!(most > least) || !isfinite(by.scale))
		return false;
	memset(b->below, 0, sizeof b->below);
	lanes_bins(values, n, &by, b->of);
	for (uint32_t i = 0; i < n; i++)
		b->below[b->of[i] + 1]++;
	for (uint32_t i = 0; i < BINS; i++)
		b->below[i + 1] += b->below[i];
	return true;
}

/* The bins that hold the ranks asked for, each with a place of its own in scratch. */
struct wanted {
	uint32_t ranks[QUANTILES_MOST], bin[QUANTILES_MOST], start[QUANTILES_MOST];
	uint8_t region[BINS]; /* 1 + the first question whose bin this is; 0: nobody asks */
	uint32_t filled[QUANTILES_MOST];
	double *scratch;
};

static void find_bins(struct wanted *w, const struct bins *b, uint32_t count)
{
	uint32_t used = 0;

	memset(w->region, 0, sizeof w->region);
	memset(w->filled, 0, sizeof w->filled);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t bin = 0;

		while (b->below[bin + 1] <= w->ranks[i])
			bin++;
		w->bin[i] = bin;
		if (w->region[bin])
			continue;
		w->region[bin] = (uint8_t)(i + 1);
		w->start[i] = used;
		used += b->below[bin + 1] - b->below[bin];
	}
}

/* One walk collects the wanted bins; only these are sorted. */
static void select_ranks(
        const struct bins *b, struct sample all, struct wanted *w, const struct quantiles *ask)
{
	find_bins(w, b, ask->count);
	for (uint32_t i = 0; i < all.n; i++) {
		uint32_t region = w->region[b->of[i]];

		if (region)
			w->scratch[w->start[region - 1] + w->filled[region - 1]++] = all.values[i];
	}
	for (uint32_t i = 0; i < ask->count; i++)
		values_sort(w->scratch + w->start[i], w->filled[i]);
	for (uint32_t i = 0; i < ask->count; i++) {
		uint32_t owner = w->region[w->bin[i]] - 1u;

		ask->out[i] = w->scratch[w->start[owner] + w->ranks[i] - b->below[w->bin[i]]];
	}
}

void quantiles_of(const double *values, uint32_t n, const struct quantile_room *room,
        const struct quantiles *ask)
{
	struct bins bins = {.of = room->bins};
	struct wanted wanted = {.scratch = room->values};
	bool spread = n && count_bins(&bins, values, n);

	for (uint32_t i = 0; i < ask->count; i++) {
		uint32_t rank = (uint32_t)(ask->q[i] * n);

		wanted.ranks[i] = rank >= n && n ? n - 1 : rank;
		ask->out[i] = n ? values[0] : NAN;
	}
	if (spread)
		select_ranks(&bins, (struct sample){values, n}, &wanted, ask);
}

struct quantile_room quantile_room(struct arena *arena, uint32_t n)
{
	return (struct quantile_room){ARENA_ROOM(arena, double, n), ARENA_ROOM(arena, uint16_t, n)};
}

double sorted_median(const double *sorted, uint32_t n)
{
	if (!n)
		return NAN;
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double sorted_quantile(const double *sorted, uint32_t n, double q)
{
	double rank = ceil(q * n);

	if (!n)
		return NAN;
	return sorted[rank < 1 ? 0 : rank > n ? n - 1 : (uint32_t)rank - 1];
}

double variation_of(const double *values, uint32_t n)
{
	double sum = 0, squares = 0, mean;

	if (n < 2)
		return NAN;
	for (uint32_t i = 0; i < n; i++)
		sum += values[i];
	mean = sum / n;
	for (uint32_t i = 0; i < n; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return mean > 0 ? sqrt(squares / (n - 1)) / mean : NAN;
}

static double resampled_median(struct random *r, struct sample s, double *scratch)
{
	for (uint32_t i = 0; i < s.n; i++) {
		double value = s.values[random_below(r, s.n)];
		uint32_t k = i;

		/* Samples are small: sorting while drawing. */
		for (; k > 0 && scratch[k - 1] > value; k--)
			scratch[k] = scratch[k - 1];
		scratch[k] = value;
	}
	return sorted_median(scratch, s.n);
}

/* More values than this add nothing to an interval and would make insertion slow. */
enum { SAMPLE_MOST = 200 };

static struct sample bounded(struct sample s)
{
	return (struct sample){s.values, s.n > SAMPLE_MOST ? SAMPLE_MOST : s.n};
}

void bootstrap_draws(struct arena *temp, struct sample a, const struct sample *b, double *out)
{
	struct random r = random_from(20261130);
	double *scratch = ARENA_ARRAY(temp, double, SAMPLE_MOST);

	a = bounded(a);
	for (uint32_t i = 0; i < BOOTSTRAP_DRAWS; i++) {
		out[i] = resampled_median(&r, a, scratch);
		if (b)
			out[i] /= resampled_median(&r, bounded(*b), scratch);
	}
	values_sort(out, BOOTSTRAP_DRAWS);
}

bool bootstrap_median(struct arena *temp, struct sample a, const struct sample *b, double out[2])
{
	double *draws;

	if (a.n < 2 || (b && b->n < 2))
		return false;
	draws = ARENA_ARRAY(temp, double, BOOTSTRAP_DRAWS);
	bootstrap_draws(temp, a, b, draws);
	out[0] = draws[BOOTSTRAP_DRAWS / 40];
	out[1] = draws[BOOTSTRAP_DRAWS - 1 - BOOTSTRAP_DRAWS / 40];
	return true;
}

double median_coverage(uint32_t n)
{
	return 100 * (1 - 2 * pow(0.5, n));
}
