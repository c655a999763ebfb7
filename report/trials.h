/* Experiments and what came of them, as text. */
#ifndef REPORT_TRIALS_H
#define REPORT_TRIALS_H

#include "assess/experiment.h"

struct shown_plan {
	const struct experiments *experiments;
	const uint32_t *parts; /* per experiment: bits 1 << enum part */
	str device, target;
	uint64_t seed;
	bool verbose;
	struct arena *arena;
};

/* What would run, why, and about how long. */
void report_plan_text(struct buf *out, const struct shown_plan *shown);
void report_plan_json(struct buf *out, const struct shown_plan *shown);

struct shown_trials {
	const struct experiments *experiments;
	const struct outcome *outcomes;
	str device, target;
	bool offline, verbose;
	struct arena *arena;
};

/* Counts, what failed and how, what was not run and why. */
void report_trials_text(struct buf *out, const struct shown_trials *shown);

/* The steps of a whole path. */
void report_path_text(struct buf *out, const struct path_step *steps, uint32_t count, str device);

#endif
