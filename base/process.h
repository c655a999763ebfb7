/* Running another program: argv, never a shell. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/diag.h"

struct process {
	const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
	const char *folder;      /* to run in; NULL: here */
	size_t limit_bytes;      /* of its standard output */
	uint32_t limit_seconds;
};

/* Runs to its end; its standard output in `arena`, its standard error is dropped, its input is
 * empty. Variables that would point git elsewhere (GIT_*) are not passed on. False, and nothing
 * reported, when it cannot be run, fails, runs too long or says too much: *why says it in words. */
bool process_run(struct arena *arena, const struct process *process, str *output, const char **why);

#endif
