/* A long-lived program at the other end of two pipes, with limits and a sure end.
 *
 * The program reads commands as lines on descriptor 3 and writes replies as lines to descriptor 4;
 * descriptor 5 is a file in memory with what it is given at its start. Its standard output and
 * standard error go to a log, its standard input is empty. Between the caller and the program
 * stands a keeper, a small process of our own that outlives neither: when the caller ends in
 * whatever way (kill -9 included), when worker_stop is called, or when the program ends, the keeper
 * kills everything the program has started, also what has left its session. One worker at a time:
 * a second keeper would hold the ends of the first one. */
#ifndef BASE_WORKER_H
#define BASE_WORKER_H

#include "base/diag.h"

struct worker_plan {
	const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
	const char *const *set;  /* NULL-terminated "NAME=VALUE" on top of the environment */
	str given;               /* content of descriptor 5 */
	int log;           /* descriptor for standard output and standard error; -1: dropped */
	size_t line_bytes; /* a longer reply ends it */
};

enum worker_event {
	WORKER_LINE,   /* *line is a reply, valid until the next call */
	WORKER_ENDED,  /* the program is gone: see .status */
	WORKER_TIME,   /* the deadline has passed; the program still runs */
	WORKER_MEMORY, /* it takes more memory than limit_bytes; it still runs */
	WORKER_CANCEL, /* env->cancel is set */
	WORKER_GARBLED /* a reply without an end */
};

struct worker {
	int keeper, pid;     /* process numbers; 0: not running */
	int control;         /* closing it ends the program */
	int to, from, death; /* pipes */
	size_t line_bytes;
	size_t limit_bytes; /* resident memory beyond `base_bytes`; 0: no limit */
	size_t base_bytes;
	struct buf in;
	size_t taken; /* of `in` */
	int status;   /* as waitpid gives it, once ended */
	bool ended;
};

/* Milliseconds of a clock that only goes forward. */
int64_t clock_ms(void);

/* False, and nothing reported, when no process can be had: *why says it. A program that cannot be
 * run ends with exit status 127. */
bool worker_start(
        struct env *env, const struct worker_plan *plan, struct worker *out, const char **why);
/* Sends one line (an LF is added). False: the program reads no more. */
bool worker_send(struct worker *worker, str line, int64_t deadline_ms);
enum worker_event worker_wait(
        struct env *env, struct worker *worker, int64_t deadline_ms, str *line);
/* Resident bytes of the program and what it has started directly; 0: cannot be told. */
size_t worker_memory(const struct worker *worker);
/* Ends it and waits for that. Harmless when it never ran. */
void worker_stop(struct worker *worker);
/* It died of a signal that others send (kill, the kernel short of memory, a terminal). */
bool worker_killed_from_outside(const struct worker *worker);
/* "killed by signal 6 (Aborted)", "exit status 3" */
str worker_status_text(struct arena *arena, int status);

#endif
