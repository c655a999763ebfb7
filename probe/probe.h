/* Runs experiments on a device, one after the other, in a worker that is replaced when it dies.
 *
 * Results are kept in a folder as they come: `journal.jsonl` (a line an experiment, written at
 * once; what --resume reads), `results.json` and `facts.yaml` (whole or not at all, renewed about
 * every second and at the end), `log.txt` (what the worker, the back end and user code print),
 * `repro/` (a script for every failure). Whatever kills portfit leaves these files valid. */
#ifndef PROBE_PROBE_H
#define PROBE_PROBE_H

#include "probe/python.h"

struct probe_progress {
	uint32_t done, total, failed; /* experiments */
	double seconds, left_seconds; /* left: -1 while it cannot be told */
	str op;                       /* at hand */
};

struct probe_plan {
	const struct experiments *experiments;
	const struct python *python;
	struct greeting greeting;
	str folder, target;
	str date;        /* of the measurement: "2026-11-30" */
	str environment; /* JSON object: the record without the worker's part */
	bool resume, eager, compile, forward_only;
	uint32_t compile_sample;                /* experiments drawn for compiled mode; 0: all */
	uint32_t seconds;                       /* time limit of one experiment */
	uint32_t start_seconds, import_seconds; /* of a worker; of a module that the user names */
	size_t memory_bytes;                    /* beyond what the worker takes after its imports */
	double max_minutes;                     /* 0: no limit */
	str device_backend; /* of a target that no database describes: what to call it */
	bool describe_target;
	void (*progress)(void *context, const struct probe_progress *progress);
	void *progress_context;
};

struct probe_result {
	struct outcome *outcomes;    /* one per experiment */
	str environment;             /* JSON: the whole record */
	const str *releases, *dates; /* per experiment, of merged results; NULL: the run's own */
	uint32_t starts, crashes;    /* of workers */
	uint32_t resumed;            /* experiments taken from the journal */
	double seconds;
	bool cut_short; /* interrupted, or out of time */
};

/* False when reported: no Python, no device, no folder, a full disk. What was known by then is in
 * the folder and in *out. */
bool probe_run(struct env *env, const struct probe_plan *plan, struct probe_result *out);

/* Parts that an experiment gets: bits 1 << enum part; 0 for what is not run. `rank`: its place in
 * the draw for compiled mode. */
uint32_t probe_parts(const struct probe_plan *plan, uint32_t index, const uint32_t *rank);
/* The order in which experiments are drawn for compiled mode: by seed and key, the same every time.
 */
uint32_t *probe_draw(struct arena *arena, const struct experiments *experiments, uint64_t seed);

/* The whole path of the user's model, one worker a mode. False when reported. */
struct path_result {
	VEC(struct path_step) steps;
	str environment; /* JSON: the worker's record */
};
bool path_run(struct env *env, const struct probe_plan *plan, struct path_result *out);

/* ------------------------------------------------------------------ files of a run */

struct results {
	struct env *env;
	const struct probe_plan *plan;
	const struct probe_result *result;
	str journal_path;
	int journal; /* descriptor; -1: none */
	int64_t last_ms, took_ms;
};

/* Makes the folder, reads the journal for --resume (fills outcomes), opens it for more. */
bool results_open(struct env *env, const struct probe_plan *plan, struct probe_result *result,
        struct results *out);
bool results_add(struct results *results, uint32_t index);
/* Renews results.json and facts.yaml; `now`: even when it was just done. */
bool results_save(struct results *results, bool now);
void results_close(struct results *results);

void results_json(
        const struct probe_plan *plan, const struct probe_result *result, struct buf *out);
void facts_yaml(const struct probe_plan *plan, const struct probe_result *result,
        struct arena *temp, struct buf *out);

/* The script that reproduces a failed part; false when reported. */
struct reproducer {
	const struct experiment *experiment;
	const struct trial *trial;
	enum part part;
	str code, call;
};
bool reproducer_write(struct env *env, const struct probe_plan *plan,
        const struct reproducer *reproducer, str *name);

#endif
