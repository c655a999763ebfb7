/* Dynamic programming over the sorted lengths: best[k][i] is the least padded work of the first i
 * lengths in k buckets. Adding a length moves the best last cut only upward (the cost of a bucket
 * obeys the quadrangle inequality), so each row is filled by halving instead of by trying all. */
#include "assess/buckets.h"

#include <stdlib.h>

struct table {
	uint32_t n;
	double *counts;        /* sums of counts */
	const double *lengths; /* lengths[i]: of entry i - 1 */
	double *last, *row;
	uint32_t *cuts; /* [k * (n + 1) + i]: where the last bucket begins */
};

/* Work when entries from `from` to `to` (not in) are padded to the longest of them. */
static double padded(const struct table *t, uint32_t from, uint32_t to)
{
	return t->lengths[to] * (t->counts[to] - t->counts[from]);
}

struct span {
	uint32_t low, high, cut_low, cut_high;
};

/* Fills row[low..high]; the depth of the halving is the logarithm of n. */
static void fill_row(struct table *t, uint32_t *cuts, struct span s)
{
	struct span todo[64];
	uint32_t n = 0;

	todo[n++] = s;
	while (n) {
		uint32_t mid, best = 0;

		s = todo[--n];
		if (s.low > s.high)
			continue;
		mid = s.low + (s.high - s.low) / 2;
		t->row[mid] = INFINITY;
		for (uint32_t c = s.cut_low; c <= s.cut_high && c < mid; c++) {
			double work = t->last[c] + padded(t, c, mid);

			if (work < t->row[mid]) {
				t->row[mid] = work;
				best = c;
			}
		}
		cuts[mid] = best;
		if (mid > s.low)
			todo[n++] = (struct span){s.low, mid - 1, s.cut_low, best};
		todo[n++] = (struct span){mid + 1, s.high, best, s.cut_high};
	}
}

static double real_work(const struct lengths *l)
{
	double sum = 0;

	for (uint32_t i = 0; i < l->list.len; i++)
		sum += l->list.at[i].length * l->list.at[i].count;
	return sum;
}

static struct table table_new(struct arena *temp, const struct lengths *l, uint32_t most)
{
	uint32_t n = l->list.len;
	struct table t = {.n = n};
	double *lengths = ARENA_ARRAY(temp, double, (size_t)n + 1);

	t.counts = ARENA_ARRAY(temp, double, (size_t)n + 1);
	for (uint32_t i = 0; i < n; i++) {
		t.counts[i + 1] = t.counts[i] + l->list.at[i].count;
		lengths[i + 1] = l->list.at[i].length;
	}
	t.lengths = lengths;
	t.last = ARENA_ARRAY(temp, double, (size_t)n + 1);
	t.row = ARENA_ARRAY(temp, double, (size_t)n + 1);
	t.cuts = ARENA_ARRAY(temp, uint32_t, (size_t)(most + 1) * (n + 1));
	for (uint32_t i = 1; i <= n; i++)
		t.last[i] = INFINITY;
	return t;
}

static void next_row(struct table *t, uint32_t k)
{
	double *swap = t->last;

	t->row[0] = INFINITY;
	fill_row(t, t->cuts + (size_t)k * (t->n + 1), (struct span){1, t->n, k - 1, t->n - 1});
	t->last = t->row;
	t->row = swap;
}

static void read_back(
        const struct table *t, const struct lengths *l, uint32_t k, struct buckets *out)
{
	uint32_t at = t->n;

	out->n = k;
	for (uint32_t b = k; b > 0; b--) {
		out->edge[b - 1] = t->lengths[at];
		at = t->cuts[(size_t)b * (t->n + 1) + at];
	}
	out->loss = 1 - real_work(l) / t->last[t->n];
}

void buckets_choose(struct arena *temp, const struct lengths *l, uint32_t k, struct buckets *out)
{
	struct table t;

	*out = (struct buckets){0};
	if (!l->list.len || !k)
		return;
	if (k > l->list.len)
		k = l->list.len;
	if (k > BUCKETS_MOST)
		k = BUCKETS_MOST;
	t = table_new(temp, l, k);
	for (uint32_t b = 1; b <= k; b++)
		next_row(&t, b);
	read_back(&t, l, k, out);
}

void buckets_balance(struct arena *temp, const struct lengths *l, const struct bucket_times *times,
        struct buckets *out)
{
	uint32_t most = l->list.len < BUCKETS_MOST ? l->list.len : BUCKETS_MOST, best = 1;
	double least = INFINITY, real = real_work(l);
	struct table t;

	*out = (struct buckets){0};
	if (!most)
		return;
	t = table_new(temp, l, most);
	for (uint32_t k = 1; k <= most; k++) {
		double time;

		next_row(&t, k);
		time = times->run * t.last[t.n] / real + k * times->compile;
		if (time < least) {
			least = time;
			best = k;
		}
	}
	buckets_choose(temp, l, best, out);
	out->chosen = true;
}

static bool read_pair(struct env *env, const struct yaml *pair, struct lengths *out)
{
	double length, count;

	if (pair->kind != YAML_LIST || pair->count != 2)
		return diag_error(env->diags, pair->place, "expected a pair [LENGTH, COUNT]");
	if (!quantity_read(env, pair->child, QUANTITY_NUMBER, &length) ||
	        !quantity_read(env, pair->child->next, QUANTITY_NUMBER, &count))
		return false;
	if (!(length > 0))
		return diag_error(env->diags, pair->place, "a length of 0");
	if (out->list.len >= LENGTHS_MOST)
		return diag_error(env->diags, pair->place, "more than %u lengths", LENGTHS_MOST);
	if (out->list.len && VEC_LAST(&out->list)->length >= length)
		return diag_error(env->diags, pair->place, "lengths must rise");
	*VEC_PUSH(env->keep, &out->list) = (struct length_count){length, count};
	return true;
}

bool lengths_read(struct env *env, const struct yaml *map, struct lengths *out)
{
	static const char *const keys[] = {"histogram", "buckets", "compile", NULL};
	const struct yaml *histogram, *buckets;
	double k = 0, all = 0;

	*out = (struct lengths){0};
	if (!yaml_want(env, map, YAML_MAP, "lengths") || !yaml_check_keys(env, map, keys))
		return false;
	histogram = yaml_get(map, "histogram");
	buckets = yaml_get(map, "buckets");
	if (!histogram)
		return diag_error(env->diags, map->place, "'histogram' is missing");
	if (!yaml_want(env, histogram, YAML_LIST, "histogram"))
		return false;
	for (const struct yaml *pair = histogram->child; pair; pair = pair->next) {
		if (!read_pair(env, pair, out))
			return false;
		all += VEC_LAST(&out->list)->count;
	}
	if (!(all > 0))
		return diag_error(env->diags, histogram->place, "a histogram without any count");
	if (buckets && !quantity_read(env, buckets, QUANTITY_COUNT, &k))
		return false;
	if (buckets && !(k >= 1 && k <= BUCKETS_MOST))
		return diag_error(env->diags, buckets->place, "buckets is %g; expected 1 to %d", k,
		        BUCKETS_MOST);
	out->buckets = (uint32_t)k;
	return true;
}
