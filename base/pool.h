/* Work on several cores: job i of n runs once, on some worker.
 *
 * A job must write only to what belongs to its index or its worker; results
 * are merged by the caller in order of index, so thread timing never shows. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stdint.h>

typedef void pool_job(void *context, uint32_t worker, uint32_t index);

/* Returns when all jobs are done. workers 0 or 1, or no thread to be had: runs here. */
void pool_run(uint32_t workers, uint32_t jobs, pool_job *job, void *context);
/* Cores that this process may use, at least 1. */
uint32_t pool_cores(void);

#endif
