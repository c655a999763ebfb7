/* Open addressing with linear steps, at most half full. A name of up to sixteen bytes is told by
 * its two eight-byte halves alone (names.h); of a longer one all of its bytes are compared.
 *
 * The seed comes from an address, so that nobody can write a file whose names all meet in
 * one place; numbers do not depend on it. */
#include "scanner/python/names.h"

enum { SHORT = 16, SLOTS_LEAST = 256 };

/* With zeros up to two halves behind each. */
struct known_name {
	char text[SHORT + 8];
	uint32_t len;
};

static const struct known_name known_names[] = {{"", 0},
#define X(id, word) {word, sizeof word - 1},
        PYTHON_KEYWORDS(X) PYTHON_KNOWN_NAMES(X)
#undef X
};

/* The place in the filter of a text that is not empty. */
static uint32_t filter_place(const char *ptr, size_t len)
{
	const unsigned char *text = (const unsigned char *)ptr;

	return (text[0] + text[len / 2] * 101u + text[len - 1] * 37u + (uint32_t)len * 17u) & 4095;
}

static void note_text(struct names *names, const struct name *name)
{
	uint32_t place = name->len ? filter_place(name->ptr, name->len) : 0;

	names->filter[place / 64] |= UINT64_C(1) << (place & 63);
}

static bool may_be_name(const struct names *names, str text)
{
	uint32_t place = text.len ? filter_place(text.ptr, text.len) : 0;

	return names->filter[place / 64] >> (place & 63) & 1;
}

static void make_slots(struct names *names, uint32_t count)
{
	uint32_t cap = 0;

	names->slots = vec_grow(names->arena, NULL, 0, &cap, count, sizeof *names->slots);
	names->mask = count - 1;
	for (uint32_t id = 1; id < names->list.len; id++) {
		uint32_t i = names->list.at[id].hash & names->mask;

		while (names->slots[i])
			i = (i + 1) & names->mask;
		names->slots[i] = id;
	}
}

/* Sixteen bytes at a time; the last sixteen are looked at whatever was before. The seed is in both
 * factors: else bytes could be chosen that make one of them zero. */
static uint32_t long_hash(uint64_t seed, str text)
{
	uint64_t h = seed ^ (uint64_t)text.len << 56;
	const char *last = text.ptr + text.len - SHORT;

	for (const char *p = text.ptr; p < last; p += SHORT)
		h = bytes_fold(bytes_load8(p) ^ h,
		        bytes_load8(p + 8) ^ seed ^ UINT64_C(0xe7037ed1a0b428db));
	return (uint32_t)bytes_fold(
	        bytes_load8(last) ^ h, bytes_load8(last + 8) ^ seed ^ UINT64_C(0x8ebc6af09c88c6e3));
}

void names_init(struct names *names, struct arena *arena, uint32_t expected)
{
	uint32_t slots = SLOTS_LEAST;

	*names = (struct names){.arena = arena};
	names->seed = (uint64_t)(uintptr_t)names * UINT64_C(0x9e3779b97f4a7c15);
	VEC_EXPECT(arena, &names->list, expected + NAME_KNOWN_END + 1);
	while (slots < (expected + NAME_KNOWN_END) * 2 && slots < UINT32_C(1) << 30)
		slots *= 2;
	names->list.at[0] = (struct name){.ptr = ""};
	for (uint32_t i = 1; i < NAME_KNOWN_END; i++) {
		const struct known_name *known = &known_names[i];
		struct name *name = &names->list.at[i];

		*name = (struct name){.ptr = known->text,
		        .len = known->len,
		        .low = bytes_load8(known->text),
		        .high = known->len > 8 ? bytes_load8(known->text + known->len - 8) : 0};
		name->hash =
		        known->len > SHORT
		                ? long_hash(names->seed, (str){known->text, known->len})
		                : names_short_hash(names->seed, name->low, name->high, known->len);
		note_text(names, name);
	}
	names->list.len = NAME_KNOWN_END;
	make_slots(names, slots);
}

uint32_t names_add(struct names *names, struct name name)
{
	uint32_t id = names->list.len, i;

	names->list.at[names->list.len++] = name;
	note_text(names, &name);
	if (names->list.len == names->list.cap)
		VEC_EXPECT(names->arena, &names->list, 1);
	if (names->list.len > names->mask / 2) {
		make_slots(names, (names->mask + 1) * 2);
		return id;
	}
	i = name.hash & names->mask;
	while (names->slots[i])
		i = (i + 1) & names->mask;
	names->slots[i] = id;
	return id;
}

static uint32_t find(const struct names *names, str text, uint32_t hash)
{
	uint32_t id;

	for (uint32_t i = hash & names->mask; (id = names->slots[i]); i = (i + 1) & names->mask)
		if (names->list.at[id].hash == hash && str_eq(names_text(names, id), text))
			return id;
	return 0;
}

uint32_t names_long_id(struct names *names, str name)
{
	uint32_t hash = long_hash(names->seed, name), id = find(names, name, hash);
	const char *last = name.ptr + name.len - 8;

	return id ? id
	          : names_add(names, (struct name){name.ptr, (uint32_t)name.len, hash,
	                                     bytes_load8(name.ptr), bytes_load8(last)});
}

/* The two halves of a short text, wherever it lies. */
static void halves(str text, uint64_t *low, uint64_t *high)
{
	char copy[SHORT] = {0};

	memcpy(copy, text.ptr ? text.ptr : "", text.len);
	*low = bytes_load8(copy);
	*high = text.len > 8 ? bytes_load8(copy + text.len - 8) : 0;
}

uint32_t names_id(struct names *names, str text)
{
	uint64_t low, high;

	if (text.len > SHORT)
		return names_long_id(names, text);
	halves(text, &low, &high);
	return names_short_id(names, text.ptr ? text.ptr : "", text.len, low, high);
}

uint32_t names_find(const struct names *names, str text)
{
	uint64_t low, high;

	if (!names->slots || !may_be_name(names, text))
		return 0;
	if (text.len > SHORT)
		return find(names, text, long_hash(names->seed, text));
	halves(text, &low, &high);
	return find(names, text, names_short_hash(names->seed, low, high, text.len));
}
