/* Running one job and looking at it: times, output as it comes, memory of all that it starts.
 *
 * The job gets an empty standard input and a process group of its own. Signals that would end this
 * program (INT, TERM, HUP, QUIT; not those that are ignored already) are passed on to it; a second
 * one kills. At the time limit, and when the job has ended, whatever it started is ended as well:
 * processes that left its group or session too, since this process adopts them. Needs /proc. */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include "base/diag.h"

enum child_stream { CHILD_OUT, CHILD_ERR };

/* Bytes as they arrive, `seconds` after the start. */
typedef void child_output(void *context, enum child_stream stream, str bytes, double seconds);

struct child_plan {
	const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
	double limit_seconds;    /* 0: none */
	double grace_seconds;    /* between TERM and KILL */
	child_output *output;    /* NULL: dropped */
	void *context;
};

struct child_result {
	int exit_status; /* -1: ended by a signal */
	int signal;
	bool timed_out;
	int passed_on;         /* the first signal that was passed on; 0: none */
	double seconds;        /* by the clock that only goes forward */
	double started, ended; /* by the calendar, seconds since 1970 */
	double user_seconds, system_seconds;
	uint64_t peak_bytes;   /* greatest sum of resident memory of all processes at one moment, by
	                          samples, and no less than the peak of the largest one; pages that
	                          processes share count in each */
	uint32_t left_running; /* processes that were still there when the job had ended */
};

/* False, and nothing reported, when it cannot be started: *why says it. */
bool child_run(const struct child_plan *plan, struct child_result *out, const char **why);

#endif
