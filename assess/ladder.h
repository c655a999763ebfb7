/* How far a run would get: load, features, forward, backward, step, save, for a target and mode.
 *
 * Expected from facts and rules, not run. A rung is judged by what belongs to it: findings by the
 * category of their rule, operators by the pass they stand in. What nothing was seen of is not
 * looked at; where only sources speak, the best that is said is that nothing was found. */
#ifndef ASSESS_LADDER_H
#define ASSESS_LADDER_H

#include "assess/assess.h"

enum rung { RUNG_LOAD, RUNG_FEATURES, RUNG_FORWARD, RUNG_BACKWARD, RUNG_STEP, RUNG_SAVE };
enum { RUNG_COUNT = 6 };

/* Better to worse, by what decides when several hold. */
enum rung_state {
	RUNG_NOT_SEEN, /* nothing of it was looked at */
	RUNG_NOTHING,  /* sources only, and nothing was found in them */
	RUNG_RUNS,     /* its operators are supported or made of supported parts */
	RUNG_DEPENDS,  /* conditions, or a change is needed */
	RUNG_CPU,      /* in part on the CPU, or left out by the vendor */
	RUNG_UNKNOWN,
	RUNG_STOPS
};

struct ladder {
	enum rung_state at[RUNG_COUNT];
	uint64_t unknown[RUNG_COUNT]; /* calls that nobody knows of */
};

void ladder_climb(
        const struct assessment *assessment, uint32_t target, enum mode mode, struct ladder *out);

#endif
