/* The work as ordered tasks, how far it is, and what finished items really took. */
#ifndef ASSESS_EFFORT_PLAN_H
#define ASSESS_EFFORT_PLAN_H

#include "assess/effort_read.h"

/* One item of the estimate as a task. */
struct effort_task {
	str id; /* "T1" */
	str item, title;
	enum effort_part part;
	struct spread hours;
	uint32_t places;
	str where;
	str after; /* ids of the tasks that must be done before, "T1, T2" */
	str done;  /* a command that tells when it is done: status 0 */
};

struct effort_tasks {
	VEC(struct effort_task) list;
};

/* Tasks in the order in which they can be done: changes that any device profits from come first,
 * since they need no target. `source` is what the plan was made from, as words for a shell. */
void effort_tasks_from(const struct effort *effort, str source, struct effort_tasks *out);

/* What an item really took. */
struct effort_record {
	str target, item, title, hours_class, part, date, note;
	struct spread hours; /* as they were estimated */
	double unit_scale;   /* that was in the estimate */
	double actual;
};

struct effort_history {
	VEC(struct effort_record) list;
};

/* A file of records (portfit-effort/1). One that is not there yet is empty. */
bool effort_history_read(struct env *env, str path, struct effort_history *out);

/* How the estimate did. Ratios are actual hours over P50. */
struct effort_fit {
	uint32_t n, inside;       /* inside: between P10 and P90 */
	double actual, estimated; /* sums; of P50 */
	double ratio;             /* sum over sum; NAN without records */
	double median_ratio;
	double unit_scale; /* that would have fitted: sum of actual over sum of unscaled P50 */
	bool few;          /* too few to rely on */
};
void effort_fit_of(struct env *env, const struct effort_history *history, struct effort_fit *out);

/* A later plan held against an earlier one. */
struct effort_progress {
	bool some;
	uint32_t before, gone, left, fresh; /* root causes */
	double gone_p50;                    /* hours that the earlier plan gave to what is gone */
	struct effort_fit fit;              /* of the recorded items of this target */
	double scale;                       /* that the forecast uses; 1 without records */
	struct spread rest;                 /* what is left, scaled */
};
struct effort_since {
	const struct effort_given *earlier;
	const struct effort_history *history;
};
void effort_progress_of(struct env *env, const struct effort *now, const struct effort_since *since,
        struct effort_progress *out);
/* Whether a root cause of that id is in the estimate (with or without hours). */
bool effort_has_cause(struct env *env, const struct effort *effort, str id);

#endif
