/* Which of several did it: halving a list of suspects by trying.
 *
 * For a worker that dies when nothing is running: some experiment before it had said "done" and
 * left something behind that kills the process later. One culprit is assumed; when no half dies on
 * its own, nobody is named. */
#ifndef PROBE_BISECT_H
#define PROBE_BISECT_H

#include <stdbool.h>
#include <stdint.h>

struct bisect {
	uint32_t first, count; /* the suspects that are left */
	uint32_t half;         /* how many of them the open trial covers; 0: none is open */
	bool over, found;      /* found: `first` is the culprit */
};

void bisect_start(struct bisect *b, uint32_t count);
/* What to try next: *first and *count. False when it is over. */
bool bisect_next(struct bisect *b, uint32_t *first, uint32_t *count);
/* What came of the last trial. */
void bisect_tell(struct bisect *b, bool died);

#endif
