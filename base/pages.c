/* The heap of the C library grows at its end, and it keeps what is given back there within a
 * measure that follows the largest piece that had pages of its own and was given back. So one piece
 * that is asked for and given back, untouched, sets the measure; a second one is then a part of the
 * heap, is fetched, and is room for the small ones to come. Of much more than that nothing is
 * fetched: large arrays get pages of their own anyhow, and are moved without being copied. */
#include "base/pages.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
#if __GLIBC_PREREQ(2, 33)
#define HEAP_IS_KNOWN 1
#include <malloc.h>
#include <sys/single_threaded.h>
#endif
#endif

/* From LARGE_LEAST on large pages pay: one is cleared in the time of 80 small ones. */
enum {
	EXPECTED_MOST = 8 << 20,
	LARGE_LEAST = 1 << 20,
	LARGE_PAGE = 2 << 20,
};

void pages_fetch(void *at, size_t size)
{
#ifdef MADV_POPULATE_WRITE
	size_t page = (size_t)sysconf(_SC_PAGESIZE), skip = -(uintptr_t)at & (page - 1);

	if (size >= skip + page)
		madvise((char *)at + skip, (size - skip) & ~(page - 1), MADV_POPULATE_WRITE);
#else
	(void)at, (void)size;
#endif
}

#if ARRAY_COMES_CLEAR
static size_t region_size(size_t size, bool roomy)
{
	size_t unit = roomy ? LARGE_PAGE : (size_t)sysconf(_SC_PAGESIZE);

	return (size + unit - 1) & ~(unit - 1);
}

/* Address space from a boundary of large pages on; NULL where there is none. */
static void *region_reserve(size_t size)
{
	char *all = mmap(NULL, size + LARGE_PAGE, PROT_NONE,
	        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t before;

	if (all == MAP_FAILED)
		return NULL;
	before = -(uintptr_t)all & (LARGE_PAGE - 1);
	if (before)
		munmap(all, before);
	if (before < LARGE_PAGE)
		munmap(all + before + size, LARGE_PAGE - before);
	return all + before;
}

/* What was at `old`, if anything, with its pages; they are moved, not copied, as long as they begin
 * at such a boundary before and behind. */
static void *region_move(void *old, size_t before, size_t size)
{
	void *at = region_reserve(size), *is;

	if (!at)
		return NULL;
	if (old)
		is = mremap(old, before, size, MREMAP_MAYMOVE | MREMAP_FIXED, at);
	else
		is = mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
		        -1, 0);
	if (is == MAP_FAILED) {
		munmap(at, size);
		return NULL;
	}
	if (size >= LARGE_PAGE)
		madvise(is, size, MADV_HUGEPAGE);
	return is;
}

void *array_resize(void *at, size_t old, size_t size, bool roomy)
{
	size_t region = array_is_large(old, roomy) ? region_size(old, roomy) : 0;
	void *to;

	if (!array_is_large(size, roomy))
		return realloc(at, size);
	if (size > SIZE_MAX / 2)
		return NULL;
	if (region == region_size(size, roomy))
		return at;
	to = region_move(region ? at : NULL, region, region_size(size, roomy));
	if (to && at && !region) {
		memcpy(to, at, old);
		free(at);
	}
	return to;
}

void array_free(void *at, size_t size, bool roomy)
{
	if (array_is_large(size, roomy))
		munmap(at, region_size(size, roomy));
	else
		free(at);
}
#else
void *array_resize(void *at, size_t old, size_t size, bool roomy)
{
	(void)old, (void)roomy;
	return realloc(at, size);
}

void array_free(void *at, size_t size, bool roomy)
{
	(void)size, (void)roomy;
	free(at);
}
#endif

/* A piece that is a part of the heap, which keeps it when it is given back. */
static void *piece_of_heap(size_t size)
{
	/* Volatile: a compiler may leave out what is only given back. */
	void *volatile room = malloc(size);

	free(room);
	return malloc(size);
}

#ifdef HEAP_IS_KNOWN
/* What the end of the heap has room for. */
static size_t heap_room(void)
{
	return mallinfo2().keepcost;
}

/* The heap goes on just below the next boundary of large pages, and what comes from there on is to
 * be in such. What lies before is never touched, so it is no memory. The end of the heap is moved
 * behind the back of the C library, which is used to that, but not to two threads that do it. What
 * is asked for beyond `size` costs nothing until it is written. */
static bool heap_in_large_pages(size_t size)
{
	size_t large = (3 * size + LARGE_PAGE - 1) & ~(size_t)(LARGE_PAGE - 1);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uintptr_t end = (uintptr_t)sbrk(0),
	          at = (end + page + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1);
	char *room;
	bool ok;

	if (!__libc_single_threaded || sbrk((intptr_t)(at - page - end)) == (void *)-1)
		return false;
	room = piece_of_heap(page + large);
	ok = (uintptr_t)room >= at - page && (uintptr_t)room <= at &&
	     madvise((void *)at, large, MADV_HUGEPAGE) == 0;
	free(room);
	return ok;
}
#else
static bool heap_in_large_pages(size_t size)
{
	(void)size;
	return false;
}

static size_t heap_room(void)
{
	return 0;
}
#endif

void pages_expect(size_t size)
{
	void *volatile room;

	if (size > EXPECTED_MOST) /* its arrays have pages of their own, the rest of it not */
		size = 2 * LARGE_PAGE / 3;
	if (heap_room() >= size)
		return;
	if (size >= LARGE_LEAST && heap_in_large_pages(size))
		return;
	room = piece_of_heap(size);
	if (room)
		pages_fetch(room, size);
	free(room);
}
