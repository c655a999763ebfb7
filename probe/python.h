/* The Python that runs the workers, and the workers themselves. */
#ifndef PROBE_PYTHON_H
#define PROBE_PYTHON_H

#include "base/worker.h"
#include "probe/protocol.h"

struct python {
	const char *path;              /* what is run */
	str version, prefix, platform; /* "3.11.7", "/venv", "linux-x86_64" */
	str packages;                  /* folder of its packages ("…/site-packages") */
	str more_packages;             /* a second one (plat), or empty */
};

/* The interpreter that `name` means (empty: the active one: python3, else python, on PATH), asked
 * for its version and folders. False when reported: there is none, or it does not run. */
bool python_find(struct env *env, str name, struct python *out);
/* The same without a report; *why says it in words. */
bool python_try(struct env *env, str name, struct python *out, const char **why);
/* Starts a worker, greets it, waits until it is ready. `log` as in worker_plan. False when
 * reported. *ready is its "ready" event. Somebody may kill a worker while it starts; that is no
 * answer of the device, and it is started again a few times. */
struct worker_start {
	const struct python *python;
	const struct greeting *greeting;
	int log;
	uint32_t start_seconds;  /* for a stage of the start: import of torch, opening the device */
	uint32_t import_seconds; /* for the import of a module that the user names */
	uint32_t *starts;        /* counts the processes; NULL: nobody asks */
};
bool python_worker(
        struct env *env, const struct worker_start *start, struct worker *out, struct event *ready);
/* Reports a "fatal" event in words. Always false. */
bool python_fatal(struct env *env, const struct python *python, const struct greeting *greeting,
        const struct event *event);
/* Variables that every worker gets ("NAME=VALUE"), NULL-terminated. */
const char *const *python_variables(void);

#endif
