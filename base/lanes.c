/* What is left behind the steps is done one by one, as all of it is on other processors. */
#include "base/lanes.h"

#if defined(__SSE2__)
#include <emmintrin.h>

static uint32_t range_steps(const double *values, uint32_t n, double *least, double *most)
{
	__m128d low = _mm_set1_pd(*least), high = _mm_set1_pd(*most), low2 = low, high2 = high;
	double pair[2];
	uint32_t i = 0;

	for (; n - i >= 4; i += 4) {
		__m128d a = _mm_loadu_pd(values + i), b = _mm_loadu_pd(values + i + 2);

		low = _mm_min_pd(low, a);
		high = _mm_max_pd(high, a);
		low2 = _mm_min_pd(low2, b);
		high2 = _mm_max_pd(high2, b);
	}
	_mm_storeu_pd(pair, _mm_min_pd(low, low2));
	*least = pair[0] < pair[1] ? pair[0] : pair[1];
	_mm_storeu_pd(pair, _mm_max_pd(high, high2));
	*most = pair[0] > pair[1] ? pair[0] : pair[1];
	return i;
}

static inline __m128i two_bins(const double *at, __m128d least, __m128d scale)
{
	return _mm_cvttpd_epi32(_mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(at), least), scale));
}

static uint32_t bin_steps(
        const double *values, uint32_t n, const struct lanes_scale *by, uint16_t *bins)
{
	__m128d least = _mm_set1_pd(by->least), scale = _mm_set1_pd(by->scale);
	__m128i last = _mm_set1_epi16((short)by->last);
	uint32_t i = 0;

	for (; n - i >= 8; i += 8) {
		const double *v = values + i;
		__m128i a = _mm_unpacklo_epi64(
		        two_bins(v, least, scale), two_bins(v + 2, least, scale));
		__m128i b = _mm_unpacklo_epi64(
		        two_bins(v + 4, least, scale), two_bins(v + 6, least, scale));

		_mm_storeu_si128(
		        (__m128i *)(void *)(bins + i), _mm_min_epi16(_mm_packs_epi32(a, b), last));
	}
	return i;
}

static uint32_t multiply_steps(double *values, const double *times, uint32_t n)
{
	uint32_t i = 0;

	for (; n - i >= 2; i += 2)
		_mm_storeu_pd(
		        values + i, _mm_mul_pd(_mm_loadu_pd(values + i), _mm_loadu_pd(times + i)));
	return i;
}

static uint32_t add_steps(double *sums, const double *values, uint32_t n, double times)
{
	__m128d by = _mm_set1_pd(times);
	uint32_t i = 0;

	for (; n - i >= 2; i += 2)
		_mm_storeu_pd(sums + i, _mm_add_pd(_mm_loadu_pd(sums + i),
		                                _mm_mul_pd(by, _mm_loadu_pd(values + i))));
	return i;
}
#else
static uint32_t range_steps(const double *values, uint32_t n, double *least, double *most)
{
	(void)values, (void)n, (void)least, (void)most;
	return 0;
}

static uint32_t bin_steps(
        const double *values, uint32_t n, const struct lanes_scale *by, uint16_t *bins)
{
	(void)values, (void)n, (void)by, (void)bins;
	return 0;
}

static uint32_t multiply_steps(double *values, const double *times, uint32_t n)
{
	(void)values, (void)times, (void)n;
	return 0;
}

static uint32_t add_steps(double *sums, const double *values, uint32_t n, double times)
{
	(void)sums, (void)values, (void)n, (void)times;
	return 0;
}
#endif

void lanes_range(const double *values, uint32_t n, double *least, double *most)
{
	*least = *most = values[0];
	for (uint32_t i = range_steps(values, n, least, most); i < n; i++) {
		*least = values[i] < *least ? values[i] : *least;
		*most = values[i] > *most ? values[i] : *most;
	}
}

void lanes_bins(const double *values, uint32_t n, const struct lanes_scale *by, uint16_t *bins)
{
	for (uint32_t i = bin_steps(values, n, by, bins); i < n; i++) {
		double at = (values[i] - by->least) * by->scale;

		bins[i] = at >= by->last ? by->last : (uint16_t)at;
	}
}

void lanes_add(double *sums, const double *values, uint32_t n, double times)
{
	for (uint32_t i = add_steps(sums, values, n, times); i < n; i++)
		sums[i] += times * values[i];
}

void lanes_multiply(double *values, const double *times, uint32_t n)
{
	for (uint32_t i = multiply_steps(values, times, n); i < n; i++)
		values[i] *= times[i];
}
