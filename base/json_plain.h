/* What the parts of the JSON reader share: plain runs and short integers. For json*.c alone. */
#ifndef BASE_JSON_PLAIN_H
#define BASE_JSON_PLAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Does it end a plain run inside a string (quote, backslash, control character, above ASCII)? */
static inline bool ends_run(char c)
{
	return (signed char)c < ' ' || c == '"' || c == '\\';
}

#if defined(__SSE2__)
/* Position of the first byte that ends a plain run: sixteen bytes at a time. Signed, control
 * characters and bytes above ASCII are both below the blank. */
static inline const char *plain_run(const char *p, const char *end)
{
	const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\'),
	              blank = _mm_set1_epi8(' ');

	for (; end - p >= 16; p += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i stop = _mm_or_si128(
		        _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, slash)),
		        _mm_cmplt_epi8(v, blank));
		int mask = _mm_movemask_epi8(stop);

		if (mask)
			return p + __builtin_ctz((unsigned)mask);
	}
	while (p < end && !ends_run(*p))
		p++;
	return p;
}
#else
/* The same eight bytes at a time, in plain arithmetic. */
static inline const char *plain_run(const char *p, const char *end)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), highs = UINT64_C(0x8080808080808080);

	while (end - p >= 8) {
		uint64_t w, quote, slash, low;

		memcpy(&w, p, 8);
		quote = w ^ (ones * '"');
		slash = w ^ (ones * '\\');
		low = (w - ones * 0x20) & ~w;
		if ((((quote - ones) & ~quote) | ((slash - ones) & ~slash) | low | w) & highs)
			break;
		p += 8;
	}
	while (p < end && !ends_run(*p))
		p++;
	return p;
}
#endif

static inline bool is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

/* Digits with a sign, at most 18 of them and no leading zero; NULL when it is none. */
static inline const char *quick_int(const char *p, const char *end, int64_t *value)
{
	bool minus = p < end && *p == '-';
	const char *from = p += minus;
	int64_t n = 0;

	while (p < end && p - from < 18 && is_digit(*p))
		n = n * 10 + (*p++ - '0');
	*value = minus ? -n : n;
	return p == from || (*from == '0' && p != from + 1) ? NULL : p;
}

/* What mostly stands behind a number. */
static inline bool ends_number(char c)
{
	return c == '}' || c == ',' || c == ']';
}

#endif
