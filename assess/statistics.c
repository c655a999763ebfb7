/* Draws by table (assess/draws.h), quantiles by counting, the median by resampling. */
#include "assess/statistics.h"

#include "base/lanes.h"

#include <stdlib.h>
#include <string.h>

double pert_mean(struct points p)
{
	return (p.low + 4 * p.likely + p.high) / 6;
}

/* Eleven bits are the cell, the other 21 of a half the place in it. */
static inline double half_draw(const double *at, uint32_t half)
{
	const double *cell = at + (half >> 21);

	return cell[0] + (double)(int)(half & ((1u << 21) - 1)) * 0x1p-21 * (cell[1] - cell[0]);
}

void pert_draws(
        const struct pert_table *table, struct points p, struct random *r, double *out, uint32_t n)
{
	struct random random = *r;
	double wide = p.high - p.low;

	for (uint32_t i = 0; !table && i < n; i++)
		out[i] = p.likely;
	for (uint32_t i = 0; table && i < n; i += 2) {
		uint32_t half = (uint32_t)random_bits(&random);

		out[i] = p.low + wide * half_draw(table->at, half);
		if (i + 1 < n)
			out[i + 1] = p.low + wide * half_draw(table->at, ~half);
	}
	*r = random;
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

/* What stands at `rank` of n values when they are sorted; they are moved about (Hoare's find). */
static double value_at_rank(double *values, uint32_t n, uint32_t rank)
{
	uint32_t low = 0, high = n - 1;

	while (low < high) {
		double pivot = values[low + (high - low) / 2];
		uint32_t i = low, k = high;

		for (;;) {
			while (values[i] < pivot)
				i++;
			while (values[k] > pivot)
				k--;
			if (i >= k)
				break;
			double swap = values[i];
			values[i++] = values[k];
			values[k--] = swap;
		}
		/* Up to k nothing is above the pivot, behind it nothing below. */
		if (rank <= k)
			high = k;
		else
			low = k + 1;
	}
	return values[rank];
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

/* One walk collects the wanted bins; only in these it is told who stands where. */
static void select_ranks(
        const struct bins *b, struct sample all, struct wanted *w, const struct quantiles *ask)
{
	find_bins(w, b, ask->count);
	for (uint32_t i = 0; i < all.n; i++) {
		uint32_t region = w->region[b->of[i]];

		if (region)
			w->scratch[w->start[region - 1] + w->filled[region - 1]++] = all.values[i];
	}
	for (uint32_t i = 0; i < ask->count; i++) {
		uint32_t owner = w->region[w->bin[i]] - 1u;

		ask->out[i] = value_at_rank(w->scratch + w->start[owner], w->filled[owner],
		        w->ranks[i] - b->below[w->bin[i]]);
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

struct spread spread_of(const double *draws, const struct quantile_room *room)
{
	static const double q[] = {0.10, 0.50, 0.80, 0.90};
	double at[4];
	struct quantiles ask = {q, at, 4};

	quantiles_of(draws, EFFORT_DRAWS, room, &ask);
	return (struct spread){at[0], at[1], at[2], at[3]};
}

struct points points_unit(struct points hours, double *factor)
{
	*factor = hours.high > 0 ? hours.high : 1;
	return points_scaled(hours, 1 / *factor);
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
