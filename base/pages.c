/* What surprises: the pages at both ends are asked for as well, though neighbours may share them.
 * A hint for a part of a mapping splits it in two, and what is split the system will not move: a
 * large array would be copied each time it grows. Pages that are there already cost next to
 * nothing. */
#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALL_BYTES = 32 << 10, LARGE_BYTES = 8 << 20 };

void pages_expect(void *at, size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t before = (uintptr_t)at & (page - 1);
	size_t all = (before + bytes + page - 1) & ~(page - 1);

	if (bytes < SMALL_BYTES)
		return;
#ifdef MADV_HUGEPAGE
	if (bytes >= LARGE_BYTES) {
		madvise((char *)at - before, all, MADV_HUGEPAGE);
		return;
	}
#endif
#ifdef MADV_POPULATE_WRITE
	madvise((char *)at - before, all, MADV_POPULATE_WRITE);
#endif
}
