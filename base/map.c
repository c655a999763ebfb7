/* Open addressing with linear steps, at most three quarters full. A key with a
 * NULL pointer is a free slot, so the empty key is stored as "" with a pointer. */
#include "base/map.h"

static uint64_t seed_of(const struct map *map)
{
	return (uint64_t)(uintptr_t)map->arena * UINT64_C(0x9e3779b97f4a7c15);
}

static uint32_t hash_of(const struct map *map, str key)
{
	uint64_t h = str_hash(key, seed_of(map));

	return (uint32_t)(h ^ (h >> 32));
}

static struct map_slot *slot_of(const struct map *map, str key, uint32_t hash)
{
	uint32_t i = hash & (map->cap - 1);

	while (map->slots[i].key.ptr &&
	        (map->slots[i].hash != hash || !str_eq(map->slots[i].key, key)))
		i = (i + 1) & (map->cap - 1);
	return &map->slots[i];
}

static void grow(struct map *map)
{
	struct map_slot *old = map->slots;
	uint32_t old_cap = map->cap, cap = 0;

	map->slots = vec_grow(
	        map->arena, NULL, 0, &cap, old_cap ? (size_t)old_cap * 2 : 16, sizeof *map->slots);
	map->cap = old_cap ? old_cap * 2 : 16;
	for (uint32_t i = 0; i < old_cap; i++)
		if (old[i].key.ptr)
			*slot_of(map, old[i].key, old[i].hash) = old[i];
}

const uint32_t *map_get(const struct map *map, str key)
{
	const struct map_slot *slot;

	if (!map->cap)
		return NULL;
	slot = slot_of(map, key, hash_of(map, key));
	return slot->key.ptr ? &slot->value : NULL;
}

uint32_t *map_at(struct map *map, str key, bool *fresh)
{
	uint32_t hash = hash_of(map, key);
	struct map_slot *slot;

	if (!map->cap || map->len >= map->cap / 4 * 3)
		grow(map);
	slot = slot_of(map, key, hash);
	if (fresh)
		*fresh = !slot->key.ptr;
	if (!slot->key.ptr) {
		*slot = (struct map_slot){key.ptr ? key : S(""), hash, 0};
		map->len++;
	}
	return &slot->value;
}

uint32_t intern_id(struct intern *names, str name)
{
	const uint32_t *known;
	uint32_t *id;

	names->map.arena = names->arena;
	known = map_get(&names->map, name);
	if (known)
		return *known;
	name = arena_dup(names->arena, name);
	id = map_at(&names->map, name, NULL);
	*VEC_PUSH(names->arena, &names->names) = name;
	return *id = names->names.len;
}

uint32_t intern_find(const struct intern *names, str name)
{
	const uint32_t *id = names->map.cap ? map_get(&names->map, name) : NULL;

	return id ? *id : 0;
}

str intern_name(const struct intern *names, uint32_t id)
{
	return id && id <= names->names.len ? names->names.at[id - 1] : S("");
}
