/* Chunks for small pieces, a list of blocks for arrays that grow.
 *
 * Invariants: chunks are a stack, the newest first; blocks are a list in order
 * of birth (a block that grows keeps its place), so rewinding is freeing from
 * the head until the mark; some chunks are set aside for what comes next.
 * What surprises: chunk memory is zeroed when it is handed out, not when it is
 * fetched, since rewound memory is used again. */
#include "base/arena.h"

#include "base/pages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if UNDER_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#define POISON(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#else
#define POISON(p, n) ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#endif

enum {
	CHUNK_BYTES = 64 * 1024,
	HEAD_BYTES = 64,
	FEW = 64,        /* elements of an array */
	SPARE_MOST = 14, /* chunks of the usual size that a rewound arena holds on to */
};

struct chunk {
	struct chunk *below;
	size_t size, used;
};

struct block {
	struct block *newer, *older;
	size_t size;
	uint64_t serial;
};

struct arena {
	struct chunk *top, *spare;
	struct block *newest;
	uint64_t serial;
	size_t bytes;
	uint32_t n_spare;
	bool roomy; /* its arrays are */
};

static _Noreturn void out_of_memory(void)
{
	static const char text[] = "portfit: error: out of memory; try fewer files or --jobs 1\n";
	ssize_t ignored = write(2, text, sizeof text - 1);

	(void)ignored;
	_exit(2);
}

struct arena *arena_new(void)
{
	struct arena *arena = calloc(1, sizeof *arena);

	if (!arena)
		out_of_memory();
	return arena;
}

void arena_roomy(struct arena *arena)
{
	if (arena->bytes < ARRAY_LARGE_ROOMY) /* then none is large yet */
		arena->roomy = true;
}

struct arena *arena_new_like(const struct arena *other)
{
	struct arena *arena = arena_new();

	arena->roomy = other->roomy;
	return arena;
}

static size_t chunk_bytes(size_t room)
{
	return (room + HEAD_BYTES + 63) & ~(size_t)63;
}

/* On a line of the cache, as a large array is anyhow. */
static struct chunk *new_chunk(struct arena *arena, size_t room)
{
	size_t size = chunk_bytes(room);

	return array_is_large(size, arena->roomy) ? array_resize(NULL, 0, size, arena->roomy)
	                                          : aligned_alloc(64, size);
}

static void free_chunk(struct arena *arena, struct chunk *c)
{
	UNPOISON((char *)c + HEAD_BYTES, c->size);
	array_free(c, chunk_bytes(c->size), arena->roomy);
}

/* What is wanted again for the next file is not given back: between what stays it would come back
 * in pieces. */
static void drop_chunk(struct arena *arena)
{
	struct chunk *c = arena->top;

	arena->top = c->below;
	arena->bytes -= c->size;
	if (c->size != CHUNK_BYTES || arena->n_spare == SPARE_MOST) {
		free_chunk(arena, c);
		return;
	}
	POISON((char *)c + HEAD_BYTES, c->size);
	c->below = arena->spare;
	arena->spare = c;
	arena->n_spare++;
}

static void drop_block(struct arena *arena)
{
	struct block *b = arena->newest;

	arena->newest = b->older;
	if (b->older)
		b->older->newer = NULL;
	arena->bytes -= b->size;
	array_free(b, sizeof *b + b->size, arena->roomy);
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	while (arena->top)
		drop_chunk(arena);
	while (arena->newest)
		drop_block(arena);
	for (struct chunk *c = arena->spare, *below; c; c = below) {
		below = c->below;
		free_chunk(arena, c);
	}
	free(arena);
}

static void push_chunk(struct arena *arena, size_t size)
{
	size_t room = size > CHUNK_BYTES ? size : CHUNK_BYTES;
	struct chunk *c = arena->spare;

	if (c && room == CHUNK_BYTES) {
		arena->spare = c->below;
		arena->n_spare--;
	} else if (room > SIZE_MAX / 2 || !(c = new_chunk(arena, room))) {
		out_of_memory();
	}
	*c = (struct chunk){arena->top, room, 0};
	arena->top = c;
	arena->bytes += room;
	POISON((char *)c + HEAD_BYTES, room);
}

void *arena_room(struct arena *arena, size_t size, size_t align)
{
	struct chunk *c = arena->top;
	size_t at = c ? (c->used + align - 1) & ~(align - 1) : 0;
	char *p;

	if (size > SIZE_MAX / 2)
		out_of_memory();
	if (!c || at > c->size || size > c->size - at) {
		push_chunk(arena, size);
		c = arena->top;
		at = 0;
	}
	p = (char *)c + HEAD_BYTES + at;
	c->used = at + size;
	UNPOISON(p, size);
	return p;
}

void *arena_alloc(struct arena *arena, size_t size, size_t align)
{
	char *p = arena_room(arena, size, align);

	/* A piece that is a chunk of its own, fresh from the system. */
	if (ARRAY_COMES_CLEAR && array_is_large(size, arena->roomy) && arena->top->size == size)
		return p;
	return memset(p, 0, size);
}

void *arena_array(struct arena *arena, size_t count, size_t size, size_t align)
{
	if (size && count > SIZE_MAX / 2 / size)
		out_of_memory();
	return arena_alloc(arena, count * size, align);
}

struct arena_mark arena_mark(const struct arena *arena)
{
	return (struct arena_mark){arena->top, arena->top ? arena->top->used : 0, arena->serial};
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
	while (arena->newest && arena->newest->serial > mark.blocks)
		drop_block(arena);
	while (arena->top && arena->top != mark.chunk)
		drop_chunk(arena);
	if (arena->top) {
		POISON((char *)arena->top + HEAD_BYTES + mark.used, arena->top->size - mark.used);
		arena->top->used = mark.used;
	}
}

size_t arena_bytes(const struct arena *arena)
{
	return arena->bytes;
}

str arena_dup(struct arena *arena, str s)
{
	char *copy = arena_room(arena, s.len + 1, 1);

	if (s.len)
		memcpy(copy, s.ptr, s.len);
	copy[s.len] = 0;
	return (str){copy, s.len};
}

const char *arena_cstr(struct arena *arena, str s)
{
	return arena_dup(arena, s).ptr;
}

str arena_join(struct arena *arena, str a, str between, str b)
{
	char *text = arena_room(arena, a.len + between.len + b.len + 1, 1);
	char *at = text;

	if (a.len)
		at = (char *)memcpy(at, a.ptr, a.len) + a.len;
	if (between.len)
		at = (char *)memcpy(at, between.ptr, between.len) + between.len;
	if (b.len)
		at = (char *)memcpy(at, b.ptr, b.len) + b.len;
	*at = 0;
	return (str){text, (size_t)(at - text)};
}

str arena_format(struct arena *arena, const char *format, ...)
{
	va_list args, again;
	char small[256] = "", *text;
	int n;

	va_start(args, format);
	va_copy(again, args);
	n = vsnprintf(small, sizeof small, format, args);
	va_end(args);
	text = arena_room(arena, n > 0 ? (size_t)n + 1 : 1, 1);
	if (n < 0)
		*text = 0;
	else if (n < (int)sizeof small)
		memcpy(text, small, (size_t)n + 1);
	else
		vsnprintf(text, (size_t)n + 1, format, again);
	va_end(again);
	return (str){text, n > 0 ? (size_t)n : 0};
}

/* The block of an array, or a new one at the head of the list. */
static struct block *resize(struct arena *arena, struct block *b, size_t size)
{
	bool fresh = !b;
	size_t old = b ? b->size : 0;

	b = array_resize(b, b ? sizeof *b + old : 0, sizeof *b + size, arena->roomy);
	if (!b)
		out_of_memory();
	if (fresh) {
		*b = (struct block){NULL, arena->newest, 0, ++arena->serial};
		if (b->older)
			b->older->newer = b;
		arena->newest = b;
	} else {
		if (b->newer)
			b->newer->older = b;
		else
			arena->newest = b;
		if (b->older)
			b->older->newer = b;
	}
	arena->bytes += size - old;
	b->size = size;
	return b;
}

void *vec_extend(
        struct arena *arena, void *at, uint32_t len, uint32_t *cap, size_t more, size_t size)
{
	struct block *b = at ? (struct block *)at - 1 : NULL;
	uint64_t want = (uint64_t)len + more;
	/* of the smallest most grow further */
	uint64_t next = *cap ? (uint64_t)*cap * (*cap < FEW ? 4 : 2) : 8;

	if (want <= *cap)
		return at;
	if (next < want)
		next = want;
	if (next > UINT32_MAX || more > UINT32_MAX || next > SIZE_MAX / 2 / size)
		out_of_memory();
	b = resize(arena, b, (size_t)next * size);
	*cap = (uint32_t)next;
	return b + 1;
}

void *vec_grow(struct arena *arena, void *at, uint32_t len, uint32_t *cap, size_t more, size_t size)
{
	at = vec_extend(arena, at, len, cap, more, size);
	if (more)
		memset((char *)at + (size_t)len * size, 0, more * size);
	return at;
}
