/* The text is looked at in steps of two bytes. Of each needle two pairs of bytes that begin next to
 * each other are known, so that one of them is met at a step whatever place the needle has; a table
 * by pair says which needles a pair belongs to, and only those are compared in full. */
#include "base/needles.h"

#include <string.h>

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

/* Where in a needle the two pairs begin that are the rarest together: three bytes. */
static uint8_t rarest_place(str needle)
{
	uint8_t best = 0;
	unsigned least = UINT32_MAX;

	for (size_t i = 0; i + 2 < needle.len && i < 255; i++) {
		unsigned middle = commonness(needle.ptr[i + 1]);
		unsigned n = middle * (commonness(needle.ptr[i]) + commonness(needle.ptr[i + 2]));

		if (n < least) {
			least = n;
			best = (uint8_t)i;
		}
	}
	return best;
}

static uint32_t pair_at(const char *at)
{
	return (uint32_t)(unsigned char)at[0] | (uint32_t)(unsigned char)at[1] << 8;
}

/* The needle of that number may be there where this pair is. */
static void add_pair(struct needles *needles, const char *pair, uint32_t number)
{
	uint8_t *group = &needles->group[pair_at(pair)];

	if (!*group)
		*group = (uint8_t)++needles->n_groups;
	needles->members[*group] |= UINT64_C(1) << number;
}

uint64_t needles_add(struct needles *needles, str needle)
{
	uint32_t number = needles->count;
	uint8_t place;

	for (uint32_t i = 0; i < needles->count; i++)
		if (str_eq(needles->list[i], needle))
			return UINT64_C(1) << i;
	if (number == NEEDLES_MOST || needle.len < NEEDLE_BYTES_LEAST)
		return 0;
	place = rarest_place(needle);
	needles->list[number] = needle;
	needles->place[number] = place;
	add_pair(needles, needle.ptr + place, number);
	add_pair(needles, needle.ptr + place + 1, number);
	needles->count++;
	return UINT64_C(1) << number;
}

static bool stands_at(str needle, str text, size_t at)
{
	return text.len - at >= needle.len && !memcmp(text.ptr + at, needle.ptr, needle.len);
}

/* Those of some needles that stand around a pair. */
static uint64_t check(const struct needles *needles, str text, size_t at, uint64_t some)
{
	uint64_t found = 0;

	for (; some; some &= some - 1) {
		uint32_t i = (uint32_t)__builtin_ctzll(some);
		size_t first = needles->place[i];

		if ((at >= first && stands_at(needles->list[i], text, at - first)) ||
		        (at > first && stands_at(needles->list[i], text, at - first - 1)))
			found |= UINT64_C(1) << i;
	}
	return found;
}

uint64_t needles_find(const struct needles *needles, str text)
{
	uint64_t all = needles->count ? UINT64_MAX >> (64 - needles->count) : 0, open = all;
	const uint8_t *group = needles->group;

	for (size_t at = 0; open && at + 1 < text.len; at += 2) {
		uint64_t some;

		while (at + 9 < text.len &&
		        !(group[pair_at(text.ptr + at)] | group[pair_at(text.ptr + at + 2)] |
		                group[pair_at(text.ptr + at + 4)] |
		                group[pair_at(text.ptr + at + 6)]))
			at += 8;
		some = needles->members[group[pair_at(text.ptr + at)]] & open;
		if (some)
			open &= ~check(needles, text, at, some);
	}
	return all & ~open;
}

bool needles_may_hold(const struct needles *needles, uint64_t found, str needle)
{
	for (uint32_t i = 0; i < needles->count; i++)
		if (str_eq(needles->list[i], needle))
			return found >> i & 1;
	return true;
}
