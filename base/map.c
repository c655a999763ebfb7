/* Open addressing with linear steps, at most three quarters full. A key with a
 * NULL pointer is a free slot, so the empty key is stored as "" with a pointer. */
#include "base/map.h"

#include "base/bytes.h"

#include <string.h>

/* Both ends of a key; with its length they are all of it up to sixteen bytes. */
struct ends {
	uint64_t head, tail;
};

static inline struct ends ends_of(str key)
{
	struct ends e = {0, 0};
	uint32_t half;

	if (key.len >= 8) {
		memcpy(&e.head, key.ptr, 8);
		memcpy(&e.tail, key.ptr + key.len - 8, 8);
	} else if (key.len >= 4) {
		memcpy(&half, key.ptr, 4);
		e.head = half;
		memcpy(&half, key.ptr + key.len - 4, 4);
		e.tail = half;
	} else if (key.len) {
		e.head = (uint64_t)(unsigned char)key.ptr[0];
		e.tail = (uint64_t)(unsigned char)key.ptr[key.len / 2] << 8 |
		         (unsigned char)key.ptr[key.len - 1];
	}
	return e;
}

/* Seeded by the arena's address, so that no input can aim at one slot. */
static inline uint32_t hash_of(const struct arena *arena, str key)
{
	uint64_t seed = (uint64_t)(uintptr_t)arena * UINT64_C(0x9e3779b97f4a7c15);
	uint64_t h;

	if (key.len > 16) {
		h = str_hash(key, seed);
	} else {
		struct ends e = ends_of(key);

		/* each factor has a seed: one that is 0 for a known key would make all alike */
		h = bytes_fold(e.head ^ seed ^ key.len,
		        e.tail ^ (seed << 32 | seed >> 32) ^ UINT64_C(0xe7037ed1a0b428db));
		h = bytes_fold(h, UINT64_C(0x8ebc6af09c88c6e3));
	}
	return (uint32_t)(h ^ (h >> 32));
}

static inline bool same_key(str a, str b)
{
	if (a.len != b.len)
		return false;
	if (a.len <= 16) {
		struct ends x = ends_of(a), y = ends_of(b);

		return x.head == y.head && x.tail == y.tail;
	}
	return memcmp(a.ptr, b.ptr, a.len) == 0;
}

static inline struct map_slot *slot_of(const struct map *map, str key, uint32_t hash)
{
	uint32_t i = hash & (map->cap - 1);

	while (map->slots[i].key.ptr &&
	        (map->slots[i].hash != hash || !same_key(map->slots[i].key, key)))
		i = (i + 1) & (map->cap - 1);
	return &map->slots[i];
}

static void resize(struct map *map, uint32_t cap)
{
	struct map_slot *old = map->slots;
	uint32_t old_cap = map->cap, got = 0;

	map->slots = vec_grow(map->arena, NULL, 0, &got, cap, sizeof *map->slots);
	map->cap = cap;
	for (uint32_t i = 0; i < old_cap; i++)
		if (old[i].key.ptr)
			*slot_of(map, old[i].key, old[i].hash) = old[i];
}

const uint32_t *map_get(const struct map *map, str key)
{
	const struct map_slot *slot;

	if (!map->cap)
		return NULL;
	slot = slot_of(map, key, hash_of(map->arena, key));
	return slot->key.ptr ? &slot->value : NULL;
}

/* The slot of a key, a free one when it is new; then there is room for it. */
static struct map_slot *slot_for(struct map *map, str key, uint32_t hash)
{
	struct map_slot *slot = map->cap ? slot_of(map, key, hash) : NULL;

	if ((slot && slot->key.ptr) || map->len < map->cap / 4 * 3)
		return slot;
	resize(map, map->cap ? map->cap * 2 : 16);
	return slot_of(map, key, hash);
}

uint32_t *map_at(struct map *map, str key, bool *fresh)
{
	uint32_t hash = hash_of(map->arena, key);
	struct map_slot *slot = slot_for(map, key, hash);

	if (fresh)
		*fresh = !slot->key.ptr;
	if (!slot->key.ptr) {
		*slot = (struct map_slot){key.ptr ? key : S(""), hash, 0};
		map->len++;
	}
	return &slot->value;
}

void map_add(struct map_list *map, str key, uint32_t value)
{
	uint32_t *first = map_at(&map->first, key, NULL);

	*VEC_PUSH(map->first.arena, &map->list) = (struct map_value){value, *first};
	*first = map->list.len;
}

/* Names that count up (linear_17, linear_18) follow each other in a graph. The last byte says where
 * in a run of slots a name belongs, so that they share what is fetched from memory for one of them.
 */
static inline uint32_t near_hash(const struct arena *arena, str name)
{
	unsigned char last = name.len ? (unsigned char)name.ptr[name.len - 1] : 0;

	return (hash_of(arena, str_slice(name, 0, name.len - !!name.len)) & ~7u) | (last & 7);
}

/* The slot of a name, or the free one where it belongs. */
static inline struct intern_slot *intern_slot_of(
        const struct intern *names, str name, uint32_t hash)
{
	uint32_t i = hash & (names->cap - 1);

	while (names->slots[i].id &&
	        (names->slots[i].hash != hash ||
	                !same_key(names->names.at[names->slots[i].id - 1], name)))
		i = (i + 1) & (names->cap - 1);
	return &names->slots[i];
}

static void intern_resize(struct intern *names, uint32_t cap)
{
	struct intern_slot *old = names->slots;
	uint32_t old_cap = names->cap, got = 0;

	names->slots = vec_grow(names->arena, NULL, 0, &got, cap, sizeof *names->slots);
	names->cap = cap;
	for (uint32_t k = 0; k < old_cap; k++) {
		uint32_t i = old[k].hash & (cap - 1);

		if (!old[k].id)
			continue;
		while (names->slots[i].id)
			i = (i + 1) & (cap - 1);
		names->slots[i] = old[k];
	}
}

void intern_reserve(struct intern *names, uint32_t count)
{
	uint32_t cap = 16;

	while (cap / 4 * 3 < count && cap < UINT32_MAX / 2)
		cap *= 2;
	if (cap > names->cap)
		intern_resize(names, cap);
	VEC_EXPECT(names->arena, &names->names, count);
}

uint32_t intern_id(struct intern *names, str name)
{
	uint32_t hash = near_hash(names->arena, name);
	struct intern_slot *slot = names->cap ? intern_slot_of(names, name, hash) : NULL;

	if (slot && slot->id)
		return slot->id;
	if (names->names.len >= names->cap / 4 * 3) {
		intern_resize(names, names->cap ? names->cap * 2 : 16);
		slot = intern_slot_of(names, name, hash);
	}
	*VEC_PUSH(names->arena, &names->names) = arena_dup(names->arena, name);
	*slot = (struct intern_slot){hash, names->names.len};
	return slot->id;
}

uint32_t intern_id_recent(struct intern *names, struct intern_recent *recent, str name)
{
	struct ends e = ends_of(name);
	uint64_t mixed = (e.head ^ e.tail * 31 ^ name.len) * UINT64_C(0x9e3779b97f4a7c15);
	uint32_t i = (uint32_t)(mixed >> 32) % INTERN_RECENT;

	if (recent->at[i].id && recent->at[i].head == e.head && recent->at[i].tail == e.tail &&
	        recent->at[i].len == name.len &&
	        (name.len <= 16 ||
	                memcmp(names->names.at[recent->at[i].id - 1].ptr, name.ptr, name.len) == 0))
		return recent->at[i].id;
	if (name.len > UINT32_MAX)
		return intern_id(names, name);
	recent->at[i].head = e.head;
	recent->at[i].tail = e.tail;
	recent->at[i].len = (uint32_t)name.len;
	recent->at[i].id = intern_id(names, name);
	return recent->at[i].id;
}

uint32_t intern_find(const struct intern *names, str name)
{
	return names->cap ? intern_slot_of(names, name, near_hash(names->arena, name))->id : 0;
}
