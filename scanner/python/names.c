/* Open addressing with linear steps, at most half full. A name of up to sixteen bytes is told by
 * its two eight-byte halves alone (names.h); longer ones go through str_hash here.
 *
 * The seed comes from an address, so that nobody can write a file whose names all meet in
 * one place; numbers do not depend on it. */
#include "scanner/python/names.h"

enum { SHORT = 16, SLOTS_LEAST = 256 };

static const str known_names[] = {{"", 0},
#define X(id, word) {word, sizeof word - 1},
        PYTHON_KEYWORDS(X) PYTHON_KNOWN_NAMES(X)
#undef X
};

static void make_slots(struct names *names, uint32_t count)
{
	uint32_t cap = 0;

	names->slots = vec_grow(names->arena, NULL, 0, &cap, count, sizeof *names->slots);
	names->mask = count - 1;
	for (uint32_t id = 1; id < names->list.len; id++) {
		uint32_t i = names->list.at[id].hash & names->mask;

		while (names->slots[i].id)
			i = (i + 1) & names->mask;
		names->slots[i] = (struct name_slot){names->list.at[id].hash, id};
	}
}

void names_init(struct names *names, struct arena *arena, uint32_t expected)
{
	uint32_t slots = SLOTS_LEAST;

	*names = (struct names){.arena = arena};
	names->seed = (uint64_t)(uintptr_t)names * UINT64_C(0x9e3779b97f4a7c15);
	VEC_RESERVE(arena, &names->list, expected + NAME_KNOWN_END);
	*VEC_PUSH(arena, &names->list) = (struct name){.ptr = ""};
	while (slots < (expected + NAME_KNOWN_END) * 2 && slots < UINT32_C(1) << 30)
		slots *= 2;
	make_slots(names, slots);
	for (size_t i = 1; i < sizeof known_names / sizeof *known_names; i++)
		names_id(names, known_names[i]);
}

uint32_t names_add(struct names *names, struct name name)
{
	uint32_t id = names->list.len, i;

	*VEC_PUSH(names->arena, &names->list) = name;
	if (names->list.len > names->mask / 2) {
		make_slots(names, (names->mask + 1) * 2);
		return id;
	}
	i = name.hash & names->mask;
	while (names->slots[i].id)
		i = (i + 1) & names->mask;
	names->slots[i] = (struct name_slot){name.hash, id};
	return id;
}

static uint32_t find(const struct names *names, str text, uint32_t hash)
{
	uint32_t i;

	for (i = hash & names->mask; names->slots[i].id; i = (i + 1) & names->mask)
		if (names->slots[i].hash == hash &&
		        str_eq(names_text(names, names->slots[i].id), text))
			return names->slots[i].id;
	return 0;
}

static uint32_t long_hash(const struct names *names, str text)
{
	uint64_t h = str_hash(text, names->seed);

	return (uint32_t)(h ^ h >> 32);
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
	uint32_t id, hash;

	if (!text.ptr)
		text = S("");
	if (text.len <= SHORT) {
		halves(text, &low, &high);
		return names_short_id(names, text.ptr, text.len, low, high);
	}
	hash = long_hash(names, text);
	id = find(names, text, hash);
	return id ? id : names_add(names, (struct name){text.ptr, (uint32_t)text.len, hash, 0, 0});
}

uint32_t names_find(const struct names *names, str text)
{
	uint64_t low, high;

	if (!names->slots)
		return 0;
	if (text.len > SHORT)
		return find(names, text, long_hash(names, text));
	halves(text, &low, &high);
	return find(names, text, names_short_hash(names->seed, low, high, text.len));
}
