/* Bytes classed many at a time, for readers that look at every byte of much text.
 *
 * The text must end with a NUL byte and BYTES_PAD more readable bytes, whose values do not
 * matter: nothing here knows where the text ends but by the NUL, and all of it reads ahead.
 * On x86-64 sixteen bytes are looked at in one step, elsewhere eight. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BYTES_PAD = 64 };

/* What bytes_look finds: bytes above ASCII, NUL bytes, carriage returns. */
enum { BYTES_HIGH = 1, BYTES_NUL = 2, BYTES_CR = 4 };

static inline uint64_t bytes_load8(const char *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof w);
	return w;
}

/* Eight bytes of `p`, those behind the first `len` (0 to 8) zero. */
static inline uint64_t bytes_load_some(const char *p, size_t len)
{
	return len >= 8 ? bytes_load8(p) : bytes_load8(p) & ((UINT64_C(1) << (len * 8)) - 1);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 bytes_wide;
#endif

/* A product of 128 bits folded to 64, all of whose bits depend on both factors: a quick hash. */
static inline uint64_t bytes_fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	bytes_wide p = (bytes_wide)a * b;

	return (uint64_t)p ^ (uint64_t)(p >> 64);
#else
	a ^= b * UINT64_C(0x9e3779b97f4a7c15);
	a ^= a >> 29;
	a *= UINT64_C(0xbf58476d1ce4e5b9);
	return a ^ (a >> 32);
#endif
}

#if defined(__SSE2__)
#include <emmintrin.h>

/* How many of `len` bytes are `c`. Needs no padding. */
static inline size_t bytes_count(const char *p, size_t len, char c)
{
	const __m128i want = _mm_set1_epi8(c);
	__m128i sums = _mm_setzero_si128();
	size_t n, i = 0;

	while (i + 16 <= len) {
		/* a byte counts to 255 */
		size_t stop = len - i < 255 * 16 ? len : i + 255 * 16;
		__m128i counts = _mm_setzero_si128();

		for (; i + 16 <= stop; i += 16)
			counts = _mm_sub_epi8(counts,
			        _mm_cmpeq_epi8(
			                _mm_loadu_si128((const __m128i *)(const void *)(p + i)),
			                want));
		sums = _mm_add_epi64(sums, _mm_sad_epu8(counts, _mm_setzero_si128()));
	}
	n = (size_t)_mm_cvtsi128_si64(sums) +
	    (size_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums));
	for (; i < len; i++)
		n += p[i] == c;
	return n;
}

/* What of BYTES_... stands in `len` bytes. Needs no padding. */
static inline uint32_t bytes_look(const char *p, size_t len)
{
	__m128i all = _mm_setzero_si128(), least = _mm_set1_epi8(-1), cr = all;
	const __m128i want = _mm_set1_epi8('\r');
	uint32_t high = 0, nul = 0, carriage = 0;
	size_t i = 0;

	for (; i + 32 <= len; i += 32) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
		__m128i w = _mm_loadu_si128((const __m128i *)(const void *)(p + i + 16));

		all = _mm_or_si128(all, _mm_or_si128(v, w));
		least = _mm_min_epu8(least, _mm_min_epu8(v, w));
		cr = _mm_or_si128(
		        cr, _mm_or_si128(_mm_cmpeq_epi8(v, want), _mm_cmpeq_epi8(w, want)));
	}
	for (; i < len; i++) {
		high |= (unsigned char)p[i] & 0x80;
		nul |= p[i] == 0;
		carriage |= p[i] == '\r';
	}
	high |= (uint32_t)_mm_movemask_epi8(all);
	nul |= (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128()));
	carriage |= (uint32_t)_mm_movemask_epi8(cr);
	return (high ? BYTES_HIGH : 0) | (nul ? BYTES_NUL : 0) | (carriage ? BYTES_CR : 0);
}

/* How many of `len` bytes stand before the first one above ASCII. Needs no padding. */
static inline size_t bytes_ascii(const char *p, size_t len)
{
	size_t i = 0;

	for (; i + 16 <= len; i += 16) {
		uint32_t high = (uint32_t)_mm_movemask_epi8(
		        _mm_loadu_si128((const __m128i *)(const void *)(p + i)));

		if (high)
			return i + (size_t)__builtin_ctz(high);
	}
	while (i < len && !(p[i] & 0x80))
		i++;
	return i;
}

/* A bit for each of sixteen bytes that is `c`. */
static inline uint32_t bytes_mask(const char *p, char c)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);

	return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(c)));
}

/* How many times `c`, which is not NUL, stands at `p` in a row. */
static inline size_t bytes_run(const char *p, char c)
{
	for (size_t n = 0;; n += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + n));
		uint32_t other =
		        (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(c))) ^ 0xffff;

		if (other)
			return n + (size_t)__builtin_ctz(other);
	}
}

/* A bit for each of sixteen bytes that is an ASCII letter, a digit, '_' or above ASCII. */
static inline uint32_t bytes_word_mask(const char *p)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i lower = _mm_or_si128(v, _mm_set1_epi8(0x20));
	__m128i alpha = _mm_cmplt_epi8(
	        _mm_add_epi8(lower, _mm_set1_epi8((char)(-128 - 'a'))), _mm_set1_epi8(-128 + 26));
	__m128i digit = _mm_cmplt_epi8(
	        _mm_add_epi8(v, _mm_set1_epi8((char)(-128 - '0'))), _mm_set1_epi8(-128 + 10));
	__m128i under = _mm_cmpeq_epi8(v, _mm_set1_epi8('_'));

	return (uint32_t)_mm_movemask_epi8(
	        _mm_or_si128(_mm_or_si128(alpha, digit), _mm_or_si128(under, v)));
}

/* Length of the run of such bytes at `p`. */
static inline size_t bytes_word(const char *p)
{
	size_t n = 0;

	for (;; n += 16) {
		uint32_t other = ~bytes_word_mask(p + n) & 0xffff;

		if (other)
			return n + (size_t)__builtin_ctz(other);
	}
}

/* The first byte that is `a`, `b`, `c` or NUL. */
static inline const char *bytes_find(const char *p, char a, char b, char c)
{
	for (;; p += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(a)),
		                                   _mm_cmpeq_epi8(v, _mm_set1_epi8(b))),
		        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(c)),
		                _mm_cmpeq_epi8(v, _mm_setzero_si128())));
		uint32_t mask = (uint32_t)_mm_movemask_epi8(hit);

		if (mask)
			return p + __builtin_ctz(mask);
	}
}

#else

/* High bit set in each byte of `w` that is zero (exact up to the first). */
static inline uint64_t bytes_zero(uint64_t w)
{
	return (w - UINT64_C(0x0101010101010101)) & ~w & UINT64_C(0x8080808080808080);
}

static inline size_t bytes_count(const char *p, size_t len, char c)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), low = ones * 0x7f;
	size_t n = 0, i = 0;

	for (; i + 8 <= len; i += 8) {
		uint64_t w = bytes_load8(p + i) ^ ones * (unsigned char)c;

		/* the high bit of each byte that is not zero */
		w = (((w & low) + low) | w) & ~low;
		n += 8 - (size_t)(((w >> 7) * ones) >> 56); /* one bit a byte, added up */
	}
	for (; i < len; i++)
		n += p[i] == c;
	return n;
}

static inline uint32_t bytes_look(const char *p, size_t len)
{
	const uint64_t each = UINT64_C(0x0101010101010101), high = each * 0x80;
	uint64_t all = 0, nul = 0, cr = 0;
	size_t i = 0;

	for (; i + 8 <= len; i += 8) {
		uint64_t w = bytes_load8(p + i);

		all |= w;
		nul |= bytes_zero(w);
		cr |= bytes_zero(w ^ each * '\r');
	}
	for (; i < len; i++) {
		all |= (unsigned char)p[i];
		nul |= p[i] == 0;
		cr |= p[i] == '\r';
	}
	return (all & high ? BYTES_HIGH : 0) | (nul ? BYTES_NUL : 0) | (cr ? BYTES_CR : 0);
}

static inline size_t bytes_ascii(const char *p, size_t len)
{
	size_t i = 0;

	while (i + 8 <= len && !(bytes_load8(p + i) & UINT64_C(0x8080808080808080)))
		i += 8;
	while (i < len && !(p[i] & 0x80))
		i++;
	return i;
}

static inline uint32_t bytes_mask(const char *p, char c)
{
	uint32_t mask = 0;

	for (int i = 0; i < 16; i++)
		mask |= (uint32_t)(p[i] == c) << i;
	return mask;
}

static inline size_t bytes_run(const char *p, char c)
{
	size_t n = 0;

	while (p[n] == c)
		n++;
	return n;
}

static inline size_t bytes_word(const char *p)
{
	for (size_t n = 0;; n++) {
		unsigned char c = (unsigned char)p[n];

		if (!(c >= 0x80 || c == '_' || (unsigned)((c | 0x20) - 'a') < 26 ||
		            (unsigned)(c - '0') < 10))
			return n;
	}
}

static inline const char *bytes_find(const char *p, char a, char b, char c)
{
	const uint64_t each = UINT64_C(0x0101010101010101);

	for (;; p += 8) {
		uint64_t w = bytes_load8(p);

		if (bytes_zero(w) | bytes_zero(w ^ each * (unsigned char)a) |
		        bytes_zero(w ^ each * (unsigned char)b) |
		        bytes_zero(w ^ each * (unsigned char)c))
			break;
	}
	while (*p && *p != a && *p != b && *p != c)
		p++;
	return p;
}

#endif
#endif
