/* The heap of the C library grows at its end, and it keeps what is given back there within a
 * measure that follows the largest piece that had pages of its own and was given back. So one piece
 * that is asked for and given back, untouched, sets the measure; a second one is then a part of the
 * heap, is fetched, and is room for the small ones to come. Of much more than that nothing is
 * fetched: large arrays get pages of their own anyhow, and are moved without being copied. */
#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EXPECTED_MOST = 8 << 20 };

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

void pages_expect(size_t size)
{
	/* Volatile: a compiler may leave out what is only given back. */
	void *volatile room;

	if (size > EXPECTED_MOST)
		return;
	room = malloc(size);
	free(room);
	room = malloc(size);
	if (room)
		pages_fetch(room, size);
	free(room);
}
