/* Measuring one whole job: first cold, then warm, each run checked.
 *
 * Stage 1: the result of the cold run qualifies; else nothing is repeated. Stage 2: warm runs with
 * the same settings. Nothing is printed here: what the job says is handed on as it comes, and the
 * record after every run, so that what is done survives whatever comes next. */
#ifndef ASSESS_JOB_RUN_H
#define ASSESS_JOB_RUN_H

#include "assess/job_record.h"
#include "base/child.h"

enum { JOB_PATTERNS_MOST = 64, JOB_WAITS_MOST = 1000000 };

/* What a matching line means. */
enum mark_kind { MARK_PHASE, MARK_UNITS, MARK_WAIT };

struct job_mark {
	enum mark_kind kind;
	str name, pattern;
	bool add;     /* units: every match is added, else the last one counts */
	double scale; /* waiting time: seconds of one unit */
};

/* NAME<=BOUND, NAME>=BOUND, NAME<BOUND, NAME>BOUND, NAME=VALUE~TOLERANCE */
struct job_bound {
	str name, text;
	char op; /* '<' '>' '=' */
	bool or_equal;
	double value, tolerance;
};

struct job_pair {
	str file, reference;
};

struct job_plan {
	struct job_record head;    /* name, platform, machine, included parts, environment */
	const char *const *argv;   /* NULL-terminated */
	const char *const *check;  /* NULL: none */
	uint32_t repeat;           /* warm runs */
	double timeout_seconds;    /* 0: none */
	double relative, absolute; /* tolerance of comparisons */
	VEC(struct job_mark) marks;
	VEC(struct named_number) units; /* given by number */
	VEC(struct job_bound) bounds;
	VEC(struct job_pair) pairs;
	child_output *output; /* of the job; NULL: dropped */
	void (*after_run)(void *context, const struct job_record *record);
	void *context;
};

/* What options say; problems are reported under `option`. */
bool job_plan_mark(struct env *env, struct job_plan *plan, enum mark_kind kind, str text);
bool job_plan_bound(struct env *env, struct job_plan *plan, str text);
bool job_plan_pair(struct env *env, struct job_plan *plan, str text);
bool job_plan_tolerance(struct env *env, struct job_plan *plan, str text);
/* A command line in words, with quotes and backslashes as a shell takes them and nothing else of
 * it: no variables, no wildcards, no pipes. NULL when reported. */
const char *const *job_words(struct env *env, str text);
/* What this machine is, and those of the variables that change how PyTorch and its back ends
 * behave; nothing that looks like a secret. */
void job_environment(struct env *env, const char *const *variables, struct job_record *record);

/* Runs it all. The record is filled also when false is returned: the job failed, did not
 * qualify, was interrupted, or a clock jumped (reported, one line each). */
bool job_run(struct env *env, const struct job_plan *plan, struct job_record *record);

/* ------------------------------------------------------------------ parts of it */

/* Watches the lines of one run. */
struct job_marks;
struct job_marks *job_marks_new(struct env *env, const struct job_plan *plan);
void job_marks_free(struct job_marks *marks);
void job_marks_begin(struct job_marks *marks, struct job_run *run);
void job_marks_take(struct job_marks *marks, enum child_stream stream, str bytes, double seconds);
/* Closes the last phase and sums up; `run->seconds` is known now. */
void job_marks_end(struct job_marks *marks);
/* The last number in a text, NAN when there is none. */
double number_in(str text);

/* Checks the result of a run that finished: the command, the bounds, the comparisons. */
void job_check(struct env *env, const struct job_plan *plan, struct job_run *run);

#endif
