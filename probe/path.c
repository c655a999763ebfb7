/* One worker for each mode, so that what ends the first one leaves the other its chance. A death or
 * a hang belongs to the step that was announced last; a death by a signal that others send is no
 * answer the first time: the mode is then begun anew. */
#include "probe/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BEAT_LOST_MS = 2500 };

enum mode_end { MODE_OVER, MODE_STOPPED, MODE_ANEW }; /* stopped: reported, or cancelled */

struct attempt {
	struct env *env;
	const struct probe_plan *plan;
	struct path_result *out;
	int log;
	struct worker worker;
	str mode, stage; /* stage: what was announced last */
	uint32_t first;  /* step of this mode */
	bool again;      /* begun anew */
	bool under_way;  /* the model is there */
};

/* What was announced last ended the worker: a step of this mode, or something before the first. */
static enum mode_end add_end(struct attempt *w, enum ran ran, str text)
{
	if (!w->under_way) {
		diag_error(w->env->diags, (struct place){.path = S("--model")},
		        "%.*s: the worker %.*s while it was to %.*s; see %.*s/log.txt",
		        STR_ARG(w->plan->greeting.model), STR_ARG(text), STR_ARG(w->stage),
		        STR_ARG(w->plan->folder));
		return MODE_STOPPED;
	}
	str head = arena_format(w->env->keep, "%.*s ", STR_ARG(w->mode));
	str step = str_starts(w->stage, head) ? str_from_at(w->stage, head.len) : w->stage;

	*VEC_PUSH(w->env->keep, &w->out->steps) = (struct path_step){w->mode, step,
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
	return MODE_OVER;
}

static int64_t next_deadline(const struct attempt *w)
{
	return clock_ms() + (int64_t)w->plan->seconds * 1000;
}

static enum mode_end mode_ended(struct attempt *w)
{
	if (worker_killed_from_outside(&w->worker) && !w->again) {
		w->out->steps.len = w->first;
		w->again = true;
		return MODE_ANEW;
	}
	return add_end(w, WIFSIGNALED(w->worker.status) ? RAN_CRASHED : RAN_EXITED,
	        worker_status_text(w->env->keep, w->worker.status));
}

/* Hears the worker out. */
static enum mode_end follow(struct attempt *w)
{
	int64_t deadline = next_deadline(w), beat = clock_ms();
	struct event e;
	str line;

	for (;;) {
		switch (worker_wait(w->env, &w->worker, deadline, &line)) {
		case WORKER_LINE:
			beat = clock_ms();
			if (!event_read(w->env->keep, line, &e))
				continue;
			if (e.kind == EVENT_STAGE) {
				w->stage = e.stage;
				w->under_way |= str_starts(e.stage, w->mode);
			}
			if (e.kind == EVENT_STEP && e.trial.ran)
				*VEC_PUSH(w->env->keep, &w->out->steps) =
				        (struct path_step){w->mode, e.step, e.trial};
			if (e.kind == EVENT_STEP || e.kind == EVENT_STAGE)
				deadline = next_deadline(w);
			if (e.kind == EVENT_FATAL) {
				python_fatal(w->env, w->plan->python, &w->plan->greeting, &e);
				return MODE_STOPPED;
			}
			if (e.kind == EVENT_DONE)
				return MODE_OVER;
			continue;
		case WORKER_ENDED: return mode_ended(w);
		case WORKER_TIME:
			return add_end(w,
			        clock_ms() - beat > BEAT_LOST_MS ? RAN_HUNG_HARD : RAN_HUNG,
			        arena_format(
			                w->env->keep, "did not end in %u s", w->plan->seconds));
		case WORKER_MEMORY:
			return add_end(w, RAN_MEMORY_LIMIT,
			        arena_format(w->env->keep, "took more than %zu MiB of host memory",
			                w->plan->memory_bytes >> 20));
		case WORKER_CANCEL: return MODE_STOPPED;
		case WORKER_GARBLED: return add_end(w, RAN_ERROR, S("sent a reply without an end"));
		}
	}
}

static bool run_mode(struct attempt *w, bool compile)
{
	struct greeting greeting = w->plan->greeting;
	struct worker_start start = {.python = w->plan->python,
	        .greeting = &greeting,
	        .log = w->log,
	        .start_seconds = w->plan->start_seconds,
	        .import_seconds = w->plan->import_seconds};
	struct event ready;
	enum mode_end end;

	greeting.task = S("model");
	greeting.eager = !compile;
	greeting.compile = compile;
	w->mode = compile ? S("compile") : S("eager");
	w->first = w->out->steps.len;
	w->again = false;
	do {
		w->stage = S("build the model");
		w->under_way = false;
		if (!python_worker(w->env, &start, &w->worker, &ready))
			return false;
		w->out->environment = ready.environment;
		w->worker.limit_bytes = w->plan->memory_bytes;
		end = follow(w);
		worker_stop(&w->worker);
	} while (end == MODE_ANEW);
	return end == MODE_OVER;
}

bool path_run(struct env *env, const struct probe_plan *plan, struct path_result *out)
{
	str path = arena_format(env->keep, "%.*s/log.txt", STR_ARG(plan->folder));
	struct attempt attempt = {.env = env, .plan = plan, .out = out};
	bool ok = true;

	if (mkdir(arena_cstr(env->temp, plan->folder), 0777) != 0 && errno != EEXIST)
		return diag_error(env->diags, (struct place){.path = plan->folder},
		        "cannot be made: %s", strerror(errno));
	attempt.log =
	        open(arena_cstr(env->temp, path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	if (plan->eager)
		ok = run_mode(&attempt, false);
	if (ok && plan->compile)
		ok = run_mode(&attempt, true);
	if (attempt.log >= 0)
		close(attempt.log);
	return ok;
}
