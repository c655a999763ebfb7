/* Threads that take the next index until none is left. */
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { WORKERS_MOST = 64 };

struct shared {
	pool_job *job;
	void *context;
	uint32_t jobs;
	atomic_uint next;
};

struct worker {
	struct shared *shared;
	uint32_t number;
	pthread_t thread;
};

static void *work(void *argument)
{
	struct worker *worker = argument;
	struct shared *shared = worker->shared;
	uint32_t index;

	while ((index = atomic_fetch_add(&shared->next, 1)) < shared->jobs)
		shared->job(shared->context, worker->number, index);
	return NULL;
}

void pool_run(uint32_t workers, uint32_t jobs, pool_job *job, void *context)
{
	struct worker list[WORKERS_MOST];
	struct shared shared = {.job = job, .context = context, .jobs = jobs};
	uint32_t started = 0;

	if (workers > jobs)
		workers = jobs;
	if (workers > WORKERS_MOST)
		workers = WORKERS_MOST;
	for (uint32_t i = 1; i < workers; i++) {
		list[started + 1] = (struct worker){.shared = &shared, .number = i};
		if (pthread_create(&list[started + 1].thread, NULL, work, &list[started + 1]) != 0)
			break;
		started++;
	}
	list[0] = (struct worker){.shared = &shared};
	work(&list[0]);
	for (uint32_t i = 1; i <= started; i++)
		pthread_join(list[i].thread, NULL);
}

uint32_t pool_cores(void)
{
	cpu_set_t set;
	int n;

	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof set, &set) != 0)
		return 1;
	n = CPU_COUNT(&set);
	return n > 0 ? (uint32_t)n : 1;
}
