/* One worker for each mode, so that what ends the first one leaves the other its chance. A death or
 * a hang belongs to the step that was announced last. */
#include "probe/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BEAT_LOST_MS = 2500 };

static void add_end(
        struct env *env, struct path_result *out, str mode, str stage, enum ran ran, str text)
{
	str head = arena_format(env->keep, "%.*s ", STR_ARG(mode));

	if (str_starts(stage, head))
		stage = str_from_at(stage, head.len);
	*VEC_PUSH(env->keep, &out->steps) = (struct path_step){mode, stage,
	        {.ran = ran,
	                .text = text,
	                .max_abs = -1,
	                .max_rel = -1,
	                .cosine = -2,
	                .first_seconds = -1,
	                .steady_seconds = -1,
	                .spread_seconds = -1,
	                .cpu_seconds = -1,
	                .memory_bytes = -1}};
}

/* Hears the worker out. False when cancelled. */
static bool follow(struct env *env, const struct probe_plan *plan, struct worker *worker, str mode,
        struct path_result *out)
{
	int64_t deadline = clock_ms() + (int64_t)plan->seconds * 1000, beat = clock_ms();
	str stage = S("build the model"), line;
	struct event e;

	for (;;) {
		switch (worker_wait(env, worker, deadline, &line)) {
		case WORKER_LINE:
			beat = clock_ms();
			if (!event_read(env->keep, line, &e))
				continue;
			if (e.kind == EVENT_STAGE)
				stage = e.stage;
			if (e.kind == EVENT_STEP && e.trial.ran)
				*VEC_PUSH(env->keep, &out->steps) =
				        (struct path_step){mode, e.step, e.trial};
			if (e.kind == EVENT_STEP || e.kind == EVENT_STAGE)
				deadline = clock_ms() + (int64_t)plan->seconds * 1000;
			if (e.kind == EVENT_FATAL)
				return python_fatal(env, plan->python, &plan->greeting, &e);
			if (e.kind == EVENT_DONE)
				return true;
			continue;
		case WORKER_ENDED:
			add_end(env, out, mode, stage,
			        WIFSIGNALED(worker->status) ? RAN_CRASHED : RAN_EXITED,
			        worker_status_text(env->keep, worker->status));
			return true;
		case WORKER_TIME:
			add_end(env, out, mode, stage,
			        clock_ms() - beat > BEAT_LOST_MS ? RAN_HUNG_HARD : RAN_HUNG,
			        arena_format(env->keep, "no end after %u s", plan->seconds));
			return true;
		case WORKER_MEMORY:
			add_end(env, out, mode, stage, RAN_MEMORY_LIMIT,
			        arena_format(env->keep, "more than %zu MiB of host memory",
			                plan->memory_bytes >> 20));
			return true;
		case WORKER_CANCEL: return false;
		case WORKER_GARBLED: return true;
		}
	}
}

static bool run_mode(struct env *env, const struct probe_plan *plan, bool compile, int log,
        struct path_result *out)
{
	struct greeting greeting = plan->greeting;
	struct worker_start start = {.python = plan->python,
	        .greeting = &greeting,
	        .log = log,
	        .start_seconds = plan->start_seconds};
	struct worker worker;
	struct event ready;
	bool ok;

	greeting.task = S("model");
	greeting.eager = !compile;
	greeting.compile = compile;
	if (!python_worker(env, &start, &worker, &ready))
		return false;
	out->environment = ready.environment;
	worker.limit_bytes = plan->memory_bytes;
	ok = follow(env, plan, &worker, compile ? S("compile") : S("eager"), out);
	worker_stop(&worker);
	return ok;
}

bool path_run(struct env *env, const struct probe_plan *plan, struct path_result *out)
{
	str path = arena_format(env->keep, "%.*s/log.txt", STR_ARG(plan->folder));
	bool ok = true;
	int log;

	if (mkdir(arena_cstr(env->temp, plan->folder), 0777) != 0 && errno != EEXIST)
		return diag_error(env->diags, (struct place){.path = plan->folder},
		        "cannot be made: %s", strerror(errno));
	log = open(arena_cstr(env->temp, path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	if (plan->eager)
		ok = run_mode(env, plan, false, log, out);
	if (ok && plan->compile)
		ok = run_mode(env, plan, true, log, out);
	if (log >= 0)
		close(log);
	return ok;
}
