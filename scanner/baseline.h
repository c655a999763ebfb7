/* Accepted findings: a baseline is a multiset of fingerprints, so a copy of an accepted statement
 * is new.
 *
 * JSON, schema portfit-baseline/1, sorted so that it merges well. Paths and rules stand in it for
 * people, and tell what a scan of a part of the project could have seen again; fingerprints decide
 * what is accepted. It keeps what it was made with (the program, each rule's print, the dates of
 * the facts, each operator's verdicts), so that what newer rules and facts find is told apart from
 * what a change of the project brings. */
#ifndef SCANNER_BASELINE_H
#define SCANNER_BASELINE_H

#include "base/map.h"
#include "scanner/ruleset.h"

/* One for each file that a fingerprint stands in. */
struct baseline_entry {
	str fingerprint, rule, path;
	uint32_t count;
	uint32_t found; /* by baseline_mark: of them, found again */
	uint32_t next;  /* of the same fingerprint: number in the list + 1, 0: none */
};

/* An operator of counted graphs and what was said of it; words of the contract. */
struct baseline_operator {
	str operator, signature, mode, target, verdict;
};

struct baseline_facts {
	str target, date;
};

struct baseline {
	struct arena *arena;
	str tool; /* version that wrote it */
	VEC(struct baseline_entry) entries;
	VEC(struct baseline_operator) operators;
	VEC(struct baseline_facts) facts;
	VEC(str) prints; /* of rules */
	struct map by_fingerprint, by_place, by_operator,
	        by_rule;   /* number in the lists above + 1 */
	uint32_t accepted; /* findings */
	uint32_t used;     /* by baseline_mark: accepted ones that were found again */
};

/* False when reported: unreadable, not ours, damaged. */
bool baseline_read(struct env *env, str path, struct baseline *out);
/* Marks findings that the baseline accepts; new ones stay new, suppressed ones are left alone. What
 * stays new by a rule that the baseline did not know as it is now is marked FROM_RULES. */
void baseline_mark(struct env *env, struct baseline *baseline, const struct ruleset *rules,
        struct findings *findings);
/* What the baseline says of an operator; empty when it does not know it. */
str baseline_verdict(const struct baseline *baseline, const struct baseline_operator *operator);
/* What a scan of some paths looks at. */
struct baseline_reach {
	struct map paths;
	bool all;
};
struct baseline_reach baseline_reach_of(struct arena *arena, const str *paths, uint32_t n_paths);
/* Whether it looks at the file of an entry. */
bool baseline_covers(const struct baseline_reach *reach, str path);
/* Accepted findings that are gone: their file lies below the scanned paths, and they were not found
 * again. */
uint32_t baseline_gone(const struct baseline *baseline, const str *paths, uint32_t n_paths);

/* The file's text. What is to be accepted stands in the baseline's lists, in any order; the rules
 * give the prints. */
void baseline_write(struct buf *out, struct arena *arena, const struct baseline *baseline,
        const struct ruleset *rules);

#endif
