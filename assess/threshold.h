/* Numbers that a team sets for the gate: `thresholds:` in portfit.yaml, --threshold NAME=N. */
#ifndef ASSESS_THRESHOLD_H
#define ASSESS_THRESHOLD_H

#include "assess/assess.h"

struct threshold_kind;

struct threshold {
	const struct threshold_kind *kind;
	double bound;
	str written; /* the number as it was given */
	str origin;  /* where it was set, for messages */
};

/* "unknown=0", "coverage=95%". False when it is none: *why says what was expected. */
bool threshold_parse(struct arena *arena, str text, struct threshold *out, const char **why);
/* Whether a target breaks it; *reason says how, in words. A number that cannot be told breaks it as
 * well: a bound that nobody checks is none. */
bool threshold_broken(const struct assessment *assessment, uint32_t target,
        const struct threshold *threshold, str *reason);
/* Whether it asks for the estimate of hours. */
bool threshold_needs_effort(const struct threshold *threshold);
/* Whether it asks for a baseline to compare with. */
bool threshold_needs_baseline(const struct threshold *threshold);

uint32_t threshold_kinds(void);
/* The i-th kind's key, and what it bounds in words. */
const char *threshold_key(uint32_t index, const char **words);

#endif
