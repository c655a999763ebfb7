/* The heap of the C library grows at its end, and it keeps what is given back there within a
 * measure that follows the largest piece that had pages of its own and was given back. So one piece
 * that is asked for and given back, untouched, sets the measure; a second one is then a part of the
 * heap, is fetched, and is room for the small ones to come. Of much more than that nothing is
 * fetched: large arrays get pages of their own anyhow, and are moved without being copied. */
#include "base/pages.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
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
	LARGE_ARRAY = 4 << 20,
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

/* The page that the array begins in and the one it ends in are asked for as well, though neighbours
 * may share them: a hint for a part of a mapping splits it in two, and what is split the system
 * does not move. Then all of a large array would be copied each time it grows. */
void pages_large(void *at, size_t size)
{
#ifdef MADV_HUGEPAGE
	size_t page, before;

	if (size < LARGE_ARRAY)
		return;
	page = (size_t)sysconf(_SC_PAGESIZE);
	before = (uintptr_t)at & (page - 1);
	madvise((char *)at - before, (before + size + page - 1) & ~(page - 1), MADV_HUGEPAGE);
#else
	(void)at, (void)size;
#endif
}

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
