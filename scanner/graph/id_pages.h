/* Numbers to numbers for ids that come in runs: pages of 1024, within a budget.
 *
 * Profilers count their ids up, so pages are nearly full. Ids that are scattered use the budget up;
 * from then on new ones are not kept and id_pages_full says so. */
#ifndef SCANNER_GRAPH_ID_PAGES_H
#define SCANNER_GRAPH_ID_PAGES_H

#include "base/arena.h"

enum { ID_PAGE = 1024 };

struct id_page {
	uint32_t value[ID_PAGE]; /* + 1; 0: none */
};

struct id_pages {
	struct arena *arena;
	uint32_t most;               /* pages */
	VEC(struct id_page *) pages; /* each for itself: growing moves nothing */
	VEC(uint64_t) keys; /* open addressing: page number + 1 << 32 | page key, 0: free */
	bool full;
};

void id_pages_put(struct id_pages *ids, uint64_t id, uint32_t value);
/* UINT32_MAX when it was never put. */
uint32_t id_pages_get(const struct id_pages *ids, uint64_t id);

#endif
