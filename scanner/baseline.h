/* Accepted findings: a baseline is a multiset of fingerprints, so a copy of an accepted statement
 * is new.
 *
 * JSON, schema portfit-baseline/1, sorted by fingerprint so that it merges well. It keeps the
 * versions it was made with. Paths and rules stand in it for people only; fingerprints decide. */
#ifndef SCANNER_BASELINE_H
#define SCANNER_BASELINE_H

#include "base/map.h"
#include "scanner/finding.h"

struct baseline {
	struct arena *arena;
	str tool;             /* version that wrote it */
	struct map findings;  /* fingerprint text: how many are accepted */
	struct map operators; /* fingerprint text of an operator's row and verdict */
	uint32_t accepted, n_operators;
	uint32_t used; /* by baseline_mark: accepted ones that were found again */
};

/* False when reported: unreadable, not ours, damaged. */
bool baseline_read(struct env *env, str path, struct baseline *out);
/* Marks findings that the baseline accepts; new ones stay new, suppressed ones are left alone. */
void baseline_mark(struct env *env, struct baseline *baseline, struct findings *findings);

struct baseline_entry {
	str fingerprint, rule, path;
	uint32_t count;
};
/* The file's text from findings that are new or in the old baseline, and operators' fingerprints.
 */
void baseline_write(struct buf *out, struct arena *arena, str version,
        const struct baseline_entry *entries, uint32_t n, const str *operators,
        uint32_t n_operators);

#endif
