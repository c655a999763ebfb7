/* The heap of the C library grows at its end, and what is given back there stays
 * (M_TRIM_THRESHOLD): so one large piece that is asked for, fetched and given back is room for the
 * small ones to come. Arrays that grow stay in it as well up to MAPPED_BYTES, beyond which they get
 * pages of their own and are moved without being copied. */
#include "base/pages.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAPPED_BYTES = 512 * 1024, KEPT_BYTES = 64 << 20, EXPECTED_MOST = 8 << 20 };

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
#ifdef M_TRIM_THRESHOLD
	void *room;

	if (size > EXPECTED_MOST)
		size = EXPECTED_MOST;
	mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
	mallopt(M_MMAP_THRESHOLD, EXPECTED_MOST + 1);
	room = malloc(size);
	mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
	if (room)
		pages_fetch(room, size);
	free(room);
#else
	(void)size;
#endif
}
