/* The record of one job, run once cold and then warm: docs/job-record.md, schema portfit-job/1.
 *
 * Records are measurements, so nothing is ever dropped from them: failed runs, outliers and runs
 * during which a clock jumped stay and are marked. */
#ifndef ASSESS_JOB_RECORD_H
#define ASSESS_JOB_RECORD_H

#include "assess/statistics.h"
#include "base/json.h"

enum { JOB_RUNS_MOST = 10000, JOB_NAMES_MOST = 64 };

struct named_number {
	str name;
	double value;
};

struct named_text {
	str name, value;
};

struct named_numbers {
	VEC(struct named_number) list;
};

enum job_quality { JOB_NOT_CHECKED, JOB_PASSED, JOB_FAILED };

struct job_run {
	bool cold;
	double seconds;              /* by a clock that only goes forward */
	double started, ended;       /* by the calendar, seconds since 1970 */
	struct named_numbers phases; /* seconds, in order of their beginning */
	int32_t exit_status;         /* -1: ended by a signal */
	int32_t signal;
	bool timed_out, interrupted;
	str invalid; /* why its time means nothing: a clock jumped; empty: it does */
	enum job_quality quality;
	str quality_reason; /* of a failure */
	struct named_numbers metrics, units;
	uint64_t waits;            /* requests timed */
	double wait_p50, wait_p95; /* seconds */
	uint64_t peak_bytes;       /* of the process tree */
	double user_seconds, system_seconds;
	uint32_t left_running; /* processes that had to be ended after the job */
};

enum job_included { INCLUDED_NOT_SAID, INCLUDED_YES, INCLUDED_NO };

struct job_record {
	str path; /* of the file; empty: not from a file */
	str name, platform;
	VEC(str) command;
	str instance, purchase, region;
	double count;
	enum job_included setup, download;
	bool checked;           /* a quality check was asked for */
	str check;              /* which, in words */
	double timeout_seconds; /* 0: none */
	VEC(struct named_text) environment;
	VEC(struct job_run) runs;
};

/* What the runs say together. */
struct job_summary {
	uint32_t runs, finished, qualified, warm; /* warm: finished, qualified where checked */
	bool stage1, stage2;
	const char *missing;                   /* what stage 2 still needs; NULL: nothing */
	double cold_seconds;                   /* NAN: the cold run failed */
	double *warm_seconds;                  /* in order of the runs */
	double median, least, most, variation; /* of the warm runs */
	double interval[2];                    /* 95 % of the median, by resampling; NAN */
	double coverage; /* confidence with which least and most enclose the median, percent */
	uint32_t outliers[16], n_outliers; /* indices of runs far from the median; never dropped */
	struct named_numbers phases, units,
	        metrics; /* medians over the warm runs, else of the cold */
	double wait_p50, wait_p95;
	uint64_t peak_bytes;
	double pass_rate; /* qualified of all that were checked; NAN */
};

/* False when reported: no record, numbers that cannot be, times that contradict each other. */
bool job_record_read(struct env *env, str path, struct job_record *out);
void job_record_sum(struct env *env, const struct job_record *record, struct job_summary *out);
/* A run that ended by itself with status 0 and whose time is valid. */
bool job_run_finished(const struct job_run *run);
/* NAN when there is none of that name. */
double named_number(const struct named_numbers *numbers, str name);

#endif
