/* A place is a candidate when both bytes of some needle's pair stand there; only candidates are
 * compared in full. A needle that has been found is not looked for any more. */
#include "base/needles.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* How common a byte is in source text, roughly: 0 is rare. */
static unsigned commonness(char c)
{
	if (c == ' ' || c == 'e' || c == 't' || c == '_')
		return 8;
	if (c && strchr("aoinsrl", c))
		return 6;
	if (c && strchr("cdpmuf=,.()", c))
		return 4;
	if (c >= 'a' && c <= 'z')
		return 3;
	return c >= '0' && c <= '9' ? 2 : 1;
}

static uint8_t rarest_pair(str needle)
{
	uint8_t best = 0;
	unsigned least = UINT32_MAX;

	for (size_t i = 0; i + 1 < needle.len && i < 255; i++) {
		unsigned n = commonness(needle.ptr[i]) * commonness(needle.ptr[i + 1]);

		if (n < least) {
			least = n;
			best = (uint8_t)i;
		}
	}
	return best;
}

uint32_t needles_add(struct needles *needles, str needle)
{
	for (uint32_t i = 0; i < needles->count; i++)
		if (str_eq(needles->list[i], needle))
			return 1u << i;
	if (needles->count == NEEDLES_MOST || needle.len < 2)
		return 0;
	needles->list[needles->count] = needle;
	needles->pair[needles->count] = rarest_pair(needle);
	return 1u << needles->count++;
}

/* Needles whose pair stands at `at`, and that stand around it. */
static uint32_t check(const struct needles *needles, str text, size_t at, uint32_t open)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < needles->count; i++) {
		str needle = needles->list[i];
		size_t before = needles->pair[i];

		if (open >> i & 1 && at >= before && text.len - (at - before) >= needle.len &&
		        !memcmp(text.ptr + at - before, needle.ptr, needle.len))
			found |= 1u << i;
	}
	return found;
}

#if defined(__SSE2__)
/* The pairs of the needles that are still looked for, each byte sixteen times. */
struct pairs {
	__m128i first[NEEDLES_MOST], second[NEEDLES_MOST];
	uint32_t count;
};

static void spread(const struct needles *needles, uint32_t open, struct pairs *pairs)
{
	pairs->count = 0;
	for (uint32_t i = 0; i < needles->count; i++) {
		const char *pair = needles->list[i].ptr + needles->pair[i];

		if (!(open >> i & 1))
			continue;
		pairs->first[pairs->count] = _mm_set1_epi8(pair[0]);
		pairs->second[pairs->count++] = _mm_set1_epi8(pair[1]);
	}
}

/* The next place from `at` on where some pair begins, or where too little is left to look. */
static size_t candidate(const struct pairs *pairs, str text, size_t at)
{
	for (; at + 17 <= text.len; at += 16) {
		const char *p = text.ptr + at;
		__m128i first = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i second = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
		__m128i any = _mm_setzero_si128();
		uint32_t mask;

		for (uint32_t i = 0; i < pairs->count; i++)
			any = _mm_or_si128(
			        any, _mm_and_si128(_mm_cmpeq_epi8(first, pairs->first[i]),
			                     _mm_cmpeq_epi8(second, pairs->second[i])));
		mask = (uint32_t)_mm_movemask_epi8(any);
		if (mask)
			return at + (size_t)__builtin_ctz(mask);
	}
	return at;
}
#endif

uint32_t needles_find(const struct needles *needles, str text)
{
	uint32_t open = needles->count ? UINT32_MAX >> (32 - needles->count) : 0, all = open;
	size_t at = 0;

#if defined(__SSE2__)
	struct pairs pairs;

	spread(needles, open, &pairs);
	while (open && (at = candidate(&pairs, text, at)) + 17 <= text.len) {
		uint32_t found = check(needles, text, at++, open);

		if (found) {
			open &= ~found;
			spread(needles, open, &pairs);
		}
	}
#endif
	for (; open && at + 1 < text.len; at++)
		open &= ~check(needles, text, at, open);
	return all & ~open;
}
