/* Hash map from text to a number, and names interned to small numbers.
 *
 * The order of a map is never visible: nothing iterates it. Keys of a map are
 * views that must outlive it; an intern table copies its names. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/arena.h"

struct map_slot {
	str key;
	uint32_t hash, value;
};

/* Zero-initialised is empty; set `arena` before the first map_at. */
struct map {
	struct arena *arena;
	struct map_slot *slots;
	uint32_t len, cap;
};

/* The value of a key, NULL when it is not there. Valid until the next map_at. */
const uint32_t *map_get(const struct map *map, str key);
/* The value of a key, put in as 0 when it is new (then *fresh is true; fresh may be NULL). */
uint32_t *map_at(struct map *map, str key, bool *fresh);

/* Several numbers of a key, the latest first. Set `first.arena` before the first map_add. */
struct map_value {
	uint32_t value, next; /* next: index + 1 in the list, 0 for none */
};

struct map_list {
	struct map first; /* index + 1 in the list */
	VEC(struct map_value) list;
};

void map_add(struct map_list *map, str key, uint32_t value);
/* The latest of a key, and the one before it; NULL when there is none. Valid until the next
 * map_add. */
static inline const struct map_value *map_first(const struct map_list *map, str key)
{
	const uint32_t *first = map_get(&map->first, key);

	return first && *first ? &map->list.at[*first - 1] : NULL;
}
static inline const struct map_value *map_next(
        const struct map_list *map, const struct map_value *value)
{
	return value->next ? &map->list.at[value->next - 1] : NULL;
}

/* Names to numbers from 1; 0 is "no name". */
struct intern_slot {
	uint32_t hash, id; /* id 0: free */
};

struct intern {
	struct arena *arena;
	struct intern_slot *slots;
	uint32_t cap;
	VEC(str) names;
};

/* Room for so many names: fewer moves while it grows. */
void intern_reserve(struct intern *names, uint32_t count);
uint32_t intern_id(struct intern *names, str name);
/* The same through a table of names that were met lately: one that comes again soon costs neither a
 * hash of all of it nor a look into tables that are larger than what is near the processor. */
enum { INTERN_RECENT = 512 };
struct intern_recent {
	struct {
		uint64_t head, tail;
		uint32_t len, id; /* id 0: none */
	} at[INTERN_RECENT];
};
uint32_t intern_id_recent(struct intern *names, struct intern_recent *recent, str name);
/* 0 when the name was never interned. */
uint32_t intern_find(const struct intern *names, str name);
/* The name of a number; the empty text for 0 or a number never given. */
static inline str intern_name(const struct intern *names, uint32_t id)
{
	return id && id <= names->names.len ? names->names.at[id - 1] : S("");
}

#endif
