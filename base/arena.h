/* Memory by lifetime: an arena is filled and then rewound or freed as a whole.
 *
 * `keep` lives as long as the run, `temp` is rewound after each file. Small
 * pieces come from chunks; arrays that grow (VEC) are blocks of their own that
 * the arena frees when it is rewound behind them, so growth leaks nothing.
 * Memory that cannot be had ends the process with status 2 and one line.
 * Under AddressSanitizer rewound memory is poisoned. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/str.h"

#include <string.h>

struct arena;

/* A place to rewind to. */
struct arena_mark {
	void *chunk;
	size_t used;
	uint64_t blocks;
};

struct arena *arena_new(void);
/* From now on large arrays may take more than they need, if that is faster (base/pages.h). Of an
 * arena that holds much already nothing changes. */
void arena_roomy(struct arena *arena);
struct arena *arena_new_like(const struct arena *other);
void arena_free(struct arena *arena);
/* Zeroed memory; `align` is a power of two of at most 64. */
void *arena_alloc(struct arena *arena, size_t size, size_t align);
/* The same, not zeroed: for what is written at once. */
void *arena_room(struct arena *arena, size_t size, size_t align);
/* `count` zeroed elements; a product that overflows ends the process. */
void *arena_array(struct arena *arena, size_t count, size_t size, size_t align);
struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);
/* Bytes the arena holds from the system for what is in it; the few chunks that it sets aside when
 * it is rewound do not count. */
size_t arena_bytes(const struct arena *arena);
/* A copy that lives in the arena, with a terminating NUL behind it. */
str arena_dup(struct arena *arena, str s);
const char *arena_cstr(struct arena *arena, str s);
/* Three texts in a row: "a" "." "b". */
str arena_join(struct arena *arena, str a, str between, str b);
str arena_format(struct arena *arena, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type), _Alignof(type)))
#define ARENA_ARRAY(arena, type, count)                                                            \
	((type *)arena_array((arena), (count), sizeof(type), _Alignof(type)))

/* The same with whatever stands there: for what is written before it is read. */
#define ARENA_ROOM(arena, type, count)                                                             \
	((type *)arena_room((arena), (size_t)(count) * sizeof(type), _Alignof(type)))

/* A growing array. Elements move when it grows: keep indices, not pointers. */
#define VEC(type)                                                                                  \
	struct {                                                                                   \
		type *at;                                                                          \
		uint32_t len, cap;                                                                 \
	}
/* Pointer to one new element, zeroed. */
#define VEC_PUSH(arena, vec)                                                                       \
	((vec)->at = vec_room((arena), (vec)->at, (vec)->len, &(vec)->cap, 1, sizeof *(vec)->at),  \
	        memset(&(vec)->at[(vec)->len], 0, sizeof *(vec)->at), &(vec)->at[(vec)->len++])
/* Room for `more` elements behind the last one, zeroed; len stays. */
#define VEC_RESERVE(arena, vec, more)                                                              \
	((vec)->at = vec_grow(                                                                     \
	         (arena), (vec)->at, (vec)->len, &(vec)->cap, (more), sizeof *(vec)->at))
/* The same without zeros, as a guess at what will be pushed: memory that is not used costs nothing.
 */
#define VEC_EXPECT(arena, vec, more)                                                               \
	((vec)->at = vec_room(                                                                     \
	         (arena), (vec)->at, (vec)->len, &(vec)->cap, (more), sizeof *(vec)->at))
#define VEC_LAST(vec) (&(vec)->at[(vec)->len - 1])

/* Behind the macros: room for `more` elements, zeroed. */
void *vec_grow(
        struct arena *arena, void *at, uint32_t len, uint32_t *cap, size_t more, size_t size);
/* The same without zeros: memory that is never used is never touched. */
void *vec_extend(
        struct arena *arena, void *at, uint32_t len, uint32_t *cap, size_t more, size_t size);

static inline void *vec_room(
        struct arena *arena, void *at, uint32_t len, uint32_t *cap, size_t more, size_t size)
{
	return more <= *cap - len ? at : vec_extend(arena, at, len, cap, more, size);
}

#endif
