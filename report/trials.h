/* Experiments and what came of them, as text and as Markdown. */
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
	str device, target, folder;
	const str *graphs; /* as they were named */
	uint32_t n_graphs;
	double seconds;
	uint32_t starts, deaths, resumed; /* of workers; experiments of an earlier run */
	bool offline, verbose;
	struct arena *arena;
};

/* Counts, what failed and how, what was not run and why, what to do next. */
void report_trials_text(struct buf *out, const struct shown_trials *shown);
void report_trials_markdown(struct buf *out, const struct shown_trials *shown);

struct shown_path {
	const struct path_step *steps;
	uint32_t count;
	str model, device, folder;
	struct arena *arena;
};

/* The steps of a whole path. */
void report_path_text(struct buf *out, const struct shown_path *shown);
void report_path_markdown(struct buf *out, const struct shown_path *shown);

/* ------------------------------------------------------------------ what both forms say */

struct trial_counts {
	uint64_t run, not_right;  /* experiments */
	uint64_t scaled, loosely; /* smaller than in the graph; compared by shape or distribution */
	uint64_t skips[SKIP_COUNT], calls[SKIP_COUNT]; /* [SKIP_NONE]: those that ran */
	uint64_t parts[PART_COUNT][RAN_COUNT];
	uint64_t unknown[MODE_COUNT], answered[MODE_COUNT]; /* what the database did not know */
	uint32_t scripts;
	str script; /* the first one */
};
void trial_count(const struct shown_trials *shown, struct trial_counts *out);
/* A few words on what a status means; empty: it speaks for itself. */
const char *ran_meaning(enum ran ran);
/* Worth a line of its own. */
bool trial_told(const struct trial *trial, bool verbose);
/* "max error 0.1 absolute, 0.2 relative, cosine 0.999; 2.5 ms a call"; empty: nothing known. */
str trial_numbers(struct arena *arena, const struct trial *trial);
/* The arguments as one would write them: "f32[16, 32], f32[32, 8], dim=1". */
str experiment_call(struct arena *arena, const struct experiment *experiment);
/* Commands and files for the next step, one a line: what to type, and why. */
struct next_step {
	str what, why;
};
uint32_t trial_next_steps(const struct shown_trials *shown, const struct trial_counts *counts,
        struct next_step steps[4]);

/* Sentences on the whole: what was learned, what was made smaller, what was compared loosely. */
uint32_t trial_remarks(
        const struct shown_trials *shown, const struct trial_counts *counts, str remarks[4]);

void trial_padded(struct buf *out, str text, size_t columns);
void trial_bytes(struct buf *out, uint64_t bytes);
void trial_duration(struct buf *out, double seconds);
void trial_skips(struct buf *out, const uint64_t *experiments, const uint64_t *calls);

#endif
