/* The text is looked at in steps of three bytes. Of each needle three runs of three bytes that
 * begin next to each other are known, so that one of them is met at a step whatever place the
 * needle has; a table by such a run says which needles it belongs to, and only those are compared
 * in full. */
#include "base/needles.h"

#include <string.h>

enum { STEP = 3, RUN = 3 };

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

/* Where in a needle those runs begin that are the rarest together. */
static uint8_t rarest_place(str needle)
{
	uint8_t best = 0;
	unsigned least = UINT32_MAX;

	for (size_t i = 0; i + NEEDLE_BYTES_LEAST <= needle.len && i < 255; i++) {
		unsigned n = 0;

		for (size_t k = i; k < i + STEP; k++)
			n += commonness(needle.ptr[k]) * commonness(needle.ptr[k + 1]) *
			     commonness(needle.ptr[k + 2]);
		if (n < least) {
			least = n;
			best = (uint8_t)i;
		}
	}
	return best;
}

static uint32_t place_of(uint32_t bytes)
{
	return bytes * UINT32_C(0x9e3779b1) >> (32 - NEEDLE_TABLE_BITS);
}

/* The place in the table of the three bytes at `at`. */
static uint32_t run_at(const char *at)
{
	return place_of((uint32_t)(unsigned char)at[0] | (uint32_t)(unsigned char)at[1] << 8 |
	                (uint32_t)(unsigned char)at[2] << 16);
}

/* The same where a fourth byte can be read. */
static uint32_t run_before_another(const char *at)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint32_t bytes;

	memcpy(&bytes, at, sizeof bytes);
	return place_of(bytes & 0xffffff);
#else
	return run_at(at);
#endif
}

/* The needle of that number may be there where this run of it is. When all groups are given away a
 * run joins one of them. */
static void add_run(struct needles *needles, uint32_t number, size_t at)
{
	uint32_t place = run_at(needles->list[number].ptr + at);
	uint8_t *group = &needles->group[place];
	struct needle_member *member = &needles->members[needles->n_members++];

	if (!*group)
		*group = (uint8_t)(needles->n_groups < UINT8_MAX ? ++needles->n_groups
		                                                 : 1 + place % UINT8_MAX);
	*member = (struct needle_member){(uint8_t)number, (uint16_t)at, needles->first[*group]};
	needles->first[*group] = (uint16_t)needles->n_members;
}

bool needles_add_to(struct needles *needles, str needle, uint64_t bit)
{
	uint32_t number = needles->count;
	uint8_t place;

	for (uint32_t i = 0; i < needles->count; i++)
		if (needles->bit[i] == bit && str_eq(needles->list[i], needle))
			return true;
	if (number == NEEDLES_MOST || needle.len < NEEDLE_BYTES_LEAST)
		return false;
	place = rarest_place(needle);
	needles->list[number] = needle;
	needles->bit[number] = bit;
	needles->count++;
	for (size_t k = 0; k < STEP; k++)
		add_run(needles, number, place + k);
	return true;
}

uint64_t needles_add(struct needles *needles, str needle)
{
	uint64_t bit = UINT64_C(1) << needles->n_bits;

	for (uint32_t i = 0; i < needles->count; i++)
		if (str_eq(needles->list[i], needle))
			return needles->bit[i];
	if (needles->n_bits == NEEDLE_BITS || !needles_add_to(needles, needle, bit))
		return 0;
	needles->n_bits++;
	return bit;
}

/* Whether a needle stands around the run of it that may stand at a place. A text that only shares
 * the run's hash mostly ends with the comparison of the first bytes. */
static bool stands_around(str needle, size_t before, str text, size_t at)
{
	const char *from;
	uint32_t a, b;

	if (at < before || text.len - (at - before) < needle.len)
		return false;
	from = text.ptr + (at - before);
	memcpy(&a, from, sizeof a);
	memcpy(&b, needle.ptr, sizeof b);
	return a == b && !memcmp(from, needle.ptr, needle.len);
}

/* The bits of those of a group, and still open, that stand around a run. */
static uint64_t check(
        const struct needles *needles, str text, size_t at, uint8_t group, uint64_t open)
{
	uint64_t found = 0;

	for (uint32_t i = needles->first[group]; i; i = needles->members[i - 1].next) {
		const struct needle_member *member = &needles->members[i - 1];

		if (needles->bit[member->needle] & open & ~found &&
		        stands_around(needles->list[member->needle], member->place, text, at))
			found |= needles->bit[member->needle];
	}
	return found;
}

uint64_t needles_find(const struct needles *needles, str text)
{
	uint64_t all = needles->n_bits ? UINT64_MAX >> (64 - needles->n_bits) : 0, open = all;
	const uint8_t *group = needles->group;

	for (size_t at = 0; open && at + RUN <= text.len; at += STEP) {
		uint8_t some;

		for (const char *p = text.ptr + at; at + 4 * STEP + RUN <= text.len;
		        at += 4 * STEP, p += 4 * STEP)
			if (group[run_before_another(p)] | group[run_before_another(p + STEP)] |
			        group[run_before_another(p + 2 * STEP)] |
			        group[run_before_another(p + 3 * STEP)])
				break;
		some = group[run_at(text.ptr + at)];
		if (some)
			open &= ~check(needles, text, at, some, open);
	}
	return all & ~open;
}

bool needles_may_hold(const struct needles *needles, uint64_t found, str needle)
{
	for (uint32_t i = 0; i < needles->count; i++)
		if (str_eq(needles->list[i], needle))
			return (found & needles->bit[i]) != 0;
	return true;
}
