/* Ranks of one job: do they run the same graphs, and where do they part? */
#ifndef SCANNER_RANK_COMPARE_H
#define SCANNER_RANK_COMPARE_H

#include "scanner/scan.h"

/* Holds every counted graph of a log against that of the lowest rank with the same compilation and
 * stage, in the same file or another; where they part stands in the note of the higher rank. Equal
 * ones are left to same_work.h and identity.h. */
void rank_compare(struct env *env, struct scan *scan);

#endif
