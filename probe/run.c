/* A queue of jobs (an experiment and the parts still due) and one worker.
 *
 * Invariants: a job is in the queue or at the worker, never both; a part that is reported is kept,
 * whatever happens to the worker afterwards; a death costs the part at hand and one worker start.
 * What surprises: a death by a signal that others send (KILL, TERM) is no answer the first time,
 * and neither is a death in a worker in which something had failed before: both are tried once
 * more. A worker that dies between experiments is explained by bisection. */
#include "probe/probe.h"

#include "probe/bisect.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BEAT_LOST_MS = 2500, SEND_MS = 5000, PING_MS = 20000, STARTS_IN_VAIN = 3 };

struct job {
	uint32_t index, parts;
	bool again; /* it was at a worker that died for an unclear reason */
};

struct run {
	struct env *env;
	const struct probe_plan *plan;
	struct probe_result *out;
	struct results results;
	VEC(struct job) queue; /* the last one is next */
	struct worker worker;
	bool alive;
	int log;
	VEC(struct job) history;  /* what this worker has done */
	VEC(struct job) suspects; /* what a worker had done when it died of an unclear reason */
	bool tainted;             /* something failed in this worker */
	int64_t began, deadline;  /* of the run; deadline 0: none */
	uint32_t *rank;
	uint32_t done, total, failed;
	/* the job at hand */
	int64_t last_beat;
	str stage, code, call;
};

/* ------------------------------------------------------------------ parts */

struct drawn {
	uint64_t hash;
	uint32_t index;
};

static int by_hash(const void *a, const void *b)
{
	const struct drawn *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

uint32_t *probe_draw(struct arena *arena, const struct experiments *experiments, uint64_t seed)
{
	uint32_t n = experiments->list.len, drawn = 0;
	struct drawn *list = ARENA_ARRAY(arena, struct drawn, (size_t)n + 1);
	uint32_t *rank = ARENA_ARRAY(arena, uint32_t, (size_t)n + 1);

	for (uint32_t i = 0; i < n; i++)
		if (!experiments->list.at[i].skip)
			list[drawn++] =
			        (struct drawn){str_hash(experiments->list.at[i].key, seed), i};
	qsort(list, drawn, sizeof *list, by_hash);
	for (uint32_t i = 0; i < drawn; i++)
		rank[list[i].index] = i;
	return rank;
}

uint32_t probe_parts(const struct probe_plan *plan, uint32_t index, const uint32_t *rank)
{
	const struct experiment *e = &plan->experiments->list.at[index];
	bool offline = str_eq(plan->greeting.task, S("offline"));
	bool backward = !plan->forward_only && !e->backward_graph && !offline;
	uint32_t parts = 0;

	if (e->skip)
		return 0;
	if (plan->eager)
		parts |= 1U << PART_EAGER_FORWARD | (uint32_t)backward << PART_EAGER_BACKWARD;
	if (plan->compile && (!plan->compile_sample || rank[index] < plan->compile_sample))
		parts |= 1U << PART_COMPILE_FORWARD | (uint32_t)backward << PART_COMPILE_BACKWARD;
	return parts;
}

/* ------------------------------------------------------------------ the worker */

static bool start_worker(struct run *r)
{
	struct event ready;
	struct worker_start start = {.python = r->plan->python,
	        .greeting = &r->plan->greeting,
	        .log = r->log,
	        .start_seconds = r->plan->start_seconds,
	        .import_seconds = r->plan->import_seconds,
	        .starts = &r->out->starts};

	if (!python_worker(r->env, &start, &r->worker, &ready))
		return false;
	r->alive = true;
	r->tainted = false;
	r->history.len = 0;
	r->worker.limit_bytes = r->plan->memory_bytes;
	if (!r->out->environment.len)
		r->out->environment = ready.environment;
	return true;
}

static void stop_worker(struct run *r)
{
	if (r->alive)
		worker_stop(&r->worker);
	r->alive = false;
}

static bool cancelled(const struct run *r)
{
	return r->env->cancel && *r->env->cancel;
}

/* ------------------------------------------------------------------ one job */

static bool is_failure(enum ran ran)
{
	return ran >= RAN_IMPRECISE;
}

static void note_part(struct run *r, const struct job *job, enum part part, struct trial trial)
{
	const struct experiment *e = &r->plan->experiments->list.at[job->index];
	struct outcome *outcome = &r->out->outcomes[job->index];

	trial.text = arena_dup(r->env->keep, trial.text);
	outcome->parts[part] = trial;
	outcome->ran = true;
	if (!is_failure(trial.ran))
		return;
	r->tainted |= trial.ran != RAN_IMPRECISE && trial.ran != RAN_FALLBACK;
	if (r->code.len && !outcome->reproducer.len && trial.ran != RAN_FALLBACK)
		reproducer_write(r->env, r->plan,
		        &(struct reproducer){e, &outcome->parts[part], part, r->code, r->call},
		        &outcome->reproducer);
}

/* What is still due of a job when its part at hand was its death: of the same mode nothing. */
static uint32_t parts_after(uint32_t parts, enum part part)
{
	for (int i = 0; i <= (int)part; i++)
		parts &= ~(1U << i);
	if (part == PART_EAGER_FORWARD)
		parts &= ~(1U << PART_EAGER_BACKWARD);
	if (part == PART_COMPILE_FORWARD)
		parts &= ~(1U << PART_COMPILE_BACKWARD);
	return parts;
}

static bool stage_part(const struct run *r, enum part *part)
{
	for (int i = 0; i < PART_COUNT; i++)
		if (str_eq(r->stage, part_word((enum part)i))) {
			*part = (enum part)i;
			return true;
		}
	return false;
}

static void requeue(struct run *r, struct job job)
{
	*VEC_PUSH(r->env->keep, &r->queue) = job;
}

static void skip_job(struct run *r, const struct job *job, enum skip skip, str why)
{
	struct outcome *outcome = &r->out->outcomes[job->index];

	outcome->skip = skip;
	outcome->why = arena_dup(r->env->keep, why);
}

/* The end of a job by the end of its worker: `ran` says how. True when the job is through. */
static bool job_died(struct run *r, const struct job *job, enum ran ran, str text)
{
	struct trial trial = {.ran = ran,
	        .text = text,
	        .max_abs = -1,
	        .max_rel = -1,
	        .cosine = -2,
	        .first_seconds = -1,
	        .steady_seconds = -1,
	        .spread_seconds = -1,
	        .cpu_seconds = -1,
	        .memory_bytes = -1};
	enum part part;
	uint32_t left;

	/* A kernel that needs a value ends the process where there is no device: no answer. */
	if (str_eq(r->plan->greeting.task, S("offline")) && ran == RAN_CRASHED)
		trial.ran = RAN_UNDECIDED;
	if (!stage_part(r, &part)) {
		bool slow = ran == RAN_HUNG || ran == RAN_HUNG_HARD || ran == RAN_MEMORY_LIMIT;

		skip_job(r, job, slow ? SKIP_SIZE : SKIP_REFERENCE,
		        arena_format(r->env->keep, "the CPU: %.*s", STR_ARG(text)));
		return true;
	}
	note_part(r, job, part, trial);
	left = parts_after(job->parts, part);
	if (!left)
		return true;
	requeue(r, (struct job){job->index, left, false});
	return false;
}

static bool worker_ended(struct run *r, const struct job *job)
{
	int status = r->worker.status;
	bool outside = worker_killed_from_outside(&r->worker);
	enum part part;
	/* On the CPU's side of the work, or after something had failed: the deed of an earlier
	 * experiment may have come out here. */
	bool inherited = r->history.len && (r->tainted || !stage_part(r, &part));
	str text = worker_status_text(r->env->keep, status);

	r->out->crashes++;
	if ((inherited || outside) && !job->again) {
		r->suspects.len = 0;
		for (uint32_t i = 0; !outside && i < r->history.len; i++)
			*VEC_PUSH(r->env->keep, &r->suspects) = r->history.at[i];
		requeue(r, (struct job){job->index, job->parts, true});
		return false;
	}
	r->suspects.len = 0; /* it dies alone as well */
	if (outside) {
		skip_job(r, job, SKIP_WORKER,
		        arena_format(r->env->keep, "twice %.*s, which is no answer of the device",
		                STR_ARG(text)));
		return true;
	}
	return job_died(r, job, WIFSIGNALED(status) ? RAN_CRASHED : RAN_EXITED, text);
}

static bool worker_hung(struct run *r, const struct job *job)
{
	bool held = clock_ms() - r->last_beat > BEAT_LOST_MS;

	return job_died(r, job, held ? RAN_HUNG_HARD : RAN_HUNG,
	        arena_format(r->env->keep, "no end after %u s", r->plan->seconds));
}

static void take_event(struct run *r, const struct job *job, const struct event *e)
{
	r->last_beat = clock_ms();
	if (e->kind == EVENT_STAGE) {
		r->stage = e->stage;
	} else if (e->kind == EVENT_INPUTS) {
		r->code = e->code;
		r->call = e->call;
	} else if (e->kind == EVENT_PART && e->has_part && job->parts >> e->part & 1 &&
	           e->trial.ran) {
		note_part(r, job, e->part, e->trial);
	} else if (e->kind == EVENT_DONE && e->skip.len) {
		const struct experiment *x = &r->plan->experiments->list.at[job->index];
		enum skip skip = skip_from(e->skip);

		skip_job(r, job, skip == SKIP_REFERENCE && x->scaled ? SKIP_SIZE : skip, e->text);
	}
}

enum job_end { JOB_DONE, JOB_REQUEUED, JOB_NOT_STARTED, JOB_CANCELLED };

/* Hears a worker out until the job is over. */
static enum job_end follow(struct run *r, const struct job *job)
{
	int64_t deadline = clock_ms() + (int64_t)r->plan->seconds * 1000;
	bool started = false;
	struct event e;
	str line;

	for (;;) {
		enum worker_event got = worker_wait(r->env, &r->worker, deadline, &line);
		bool over = true;

		if (got == WORKER_LINE) {
			if (!event_read(r->env->keep, line, &e))
				continue;
			if (e.kind != EVENT_BEAT && e.id != (int64_t)job->index)
				continue;
			started |= e.kind == EVENT_START;
			take_event(r, job, &e);
			if (e.kind == EVENT_DONE)
				return JOB_DONE;
			continue;
		}
		if (got == WORKER_CANCEL) {
			stop_worker(r);
			return JOB_CANCELLED;
		}
		if (got == WORKER_ENDED && !started) {
			stop_worker(r);
			return JOB_NOT_STARTED;
		}
		if (got == WORKER_ENDED)
			over = worker_ended(r, job);
		else if (got == WORKER_TIME)
			over = worker_hung(r, job);
		else if (got == WORKER_MEMORY)
			over = job_died(r, job, RAN_MEMORY_LIMIT,
			        arena_format(r->env->keep, "more than %zu MiB of host memory",
			                r->plan->memory_bytes >> 20));
		else
			skip_job(r, job, SKIP_WORKER, S("a reply without an end"));
		stop_worker(r);
		return over ? JOB_DONE : JOB_REQUEUED;
	}
}

static enum job_end try_job(struct run *r, const struct job *job)
{
	const struct experiment *e = &r->plan->experiments->list.at[job->index];
	str line = experiment_line(r->env->temp, e, job->index, job->parts);

	r->stage = r->code = r->call = STR_NONE;
	r->last_beat = clock_ms();
	if (!worker_send(&r->worker, line, clock_ms() + SEND_MS)) {
		stop_worker(r);
		return JOB_NOT_STARTED;
	}
	return follow(r, job);
}

/* ------------------------------------------------------------------ a death between experiments */

/* Waits until everything that was begun has had time to show; true when the worker died of it. */
static bool dies_later(struct run *r)
{
	enum worker_event got;
	struct event e = {0};
	str line;

	if (!r->alive || !worker_send(&r->worker, S("{\"ping\": true}"), clock_ms() + SEND_MS))
		return true;
	do
		got = worker_wait(r->env, &r->worker, clock_ms() + PING_MS, &line);
	while (got == WORKER_LINE && !(event_read(r->env->temp, line, &e) && e.kind == EVENT_PONG));
	return got == WORKER_ENDED;
}

/* Runs a few experiments in a worker of their own, then the one at which another worker had died
 * (its parts 0: none), and waits a little; true when it died. */
static bool dies_of(struct run *r, const struct job *jobs, uint32_t count, struct job victim)
{
	struct probe_result unused = {.outcomes = ARENA_ARRAY(r->env->temp, struct outcome,
	                                      (size_t)r->plan->experiments->list.len + 1)};
	struct probe_result *kept = r->out;
	uint32_t queued = r->queue.len;
	bool died;

	unused.environment = kept->environment;
	if (!start_worker(r))
		return false;
	r->out = &unused;
	for (uint32_t i = 0; i <= count && r->alive; i++) {
		struct job job = i < count ? jobs[i] : victim;

		job.again = true;
		if (job.parts)
			try_job(r, &job);
	}
	died = !r->alive || dies_later(r);
	stop_worker(r);
	r->out = kept;
	r->queue.len = queued;
	return died;
}

/* Finds and marks the experiment after which the worker died. */
static void explain_death(
        struct run *r, const struct job *suspects, uint32_t count, struct job victim)
{
	struct bisect b;
	uint32_t first, n;

	bisect_start(&b, count);
	while (!cancelled(r) && bisect_next(&b, &first, &n))
		bisect_tell(&b, dies_of(r, suspects + first, n, victim));
	if (b.found) {
		struct outcome *o = &r->out->outcomes[suspects[b.first].index];

		for (int i = 0; i < PART_COUNT; i++)
			if (o->parts[i].ran == RAN_RIGHT || o->parts[i].ran == RAN_IMPRECISE) {
				o->parts[i].ran = RAN_CRASHED;
				o->parts[i].text =
				        S("the process died after the call had returned");
			}
		results_add(&r->results, suspects[b.first].index);
	}
}

static void death_between(struct run *r, const struct job *jobs, uint32_t count, struct job victim)
{
	struct job *suspects = ARENA_ARRAY(r->env->keep, struct job, (size_t)count + 1);

	for (uint32_t i = 0; i < count; i++)
		suspects[i] = jobs[i];
	r->suspects.len = 0;
	explain_death(r, suspects, count, victim);
}

/* ------------------------------------------------------------------ the whole run */

static double seconds_since(int64_t began)
{
	return (double)(clock_ms() - began) / 1000.0;
}

static void tell(struct run *r, str op)
{
	struct probe_progress p = {.done = r->done,
	        .total = r->total,
	        .failed = r->failed,
	        .seconds = seconds_since(r->began),
	        .left_seconds = -1,
	        .op = op};

	if (r->done > 2)
		p.left_seconds = p.seconds / r->done * (r->total - r->done);
	if (r->plan->progress)
		r->plan->progress(r->plan->progress_context, &p);
}

static void end_rest(struct run *r, enum skip skip, str why)
{
	while (r->queue.len) {
		struct job job = r->queue.at[--r->queue.len];

		if (!r->out->outcomes[job.index].ran)
			skip_job(r, &job, skip, why);
		r->out->cut_short = true;
	}
}

static bool finish_job(struct run *r, const struct job *job)
{
	const struct outcome *o = &r->out->outcomes[job->index];

	*VEC_PUSH(r->env->keep, &r->history) = *job;
	r->done++;
	for (int i = 0; i < PART_COUNT; i++)
		if (is_failure(o->parts[i].ran)) {
			r->failed++;
			break;
		}
	return results_add(&r->results, job->index) && results_save(&r->results, false);
}

/* One turn; false when the run cannot go on (reported). */
static bool turn(struct run *r, uint32_t *in_vain)
{
	struct arena_mark mark = arena_mark(r->env->temp);
	struct job job = r->queue.at[--r->queue.len];
	enum job_end end;
	bool ok = true;

	tell(r, r->plan->experiments->list.at[job.index].op);
	if (!r->alive && !start_worker(r)) {
		requeue(r, job);
		return cancelled(r);
	}
	end = try_job(r, &job);
	if (end == JOB_DONE)
		ok = finish_job(r, &job);
	else if (end == JOB_NOT_STARTED || end == JOB_CANCELLED)
		requeue(r, job);
	if (end == JOB_NOT_STARTED && r->history.len) {
		r->out->crashes++;
		death_between(r, r->history.at, r->history.len, (struct job){0});
	}
	if (end == JOB_DONE && job.again && r->suspects.len) {
		stop_worker(r);
		death_between(r, r->suspects.at, r->suspects.len, job);
	}
	*in_vain = end == JOB_NOT_STARTED ? *in_vain + 1 : 0;
	arena_rewind(r->env->temp, mark);
	if (*in_vain > STARTS_IN_VAIN)
		return diag_error(r->env->diags, (struct place){0},
		        "workers die before they begin an experiment; see log.txt in %.*s",
		        STR_ARG(r->plan->folder));
	return ok;
}

/* 1 when nothing can be said of the gradient after such a forward part. */
static uint32_t bars_backward(enum ran ran)
{
	return ran != RAN_RIGHT && ran != RAN_IMPRECISE && ran != RAN_FALLBACK;
}

static void fill_queue(struct run *r)
{
	const struct experiments *x = r->plan->experiments;

	r->rank = probe_draw(r->env->keep, x, r->plan->greeting.seed);
	for (uint32_t i = x->list.len; i > 0; i--) {
		uint32_t parts = probe_parts(r->plan, i - 1, r->rank);
		const struct outcome *known = &r->out->outcomes[i - 1];

		for (int p = 0; p < PART_COUNT; p++)
			if (known->parts[p].ran)
				parts &= ~(1U << p) &
				         ~(bars_backward(known->parts[p].ran) << (p | 1));
		if (known->skip)
			parts = 0;
		if (parts)
			requeue(r, (struct job){i - 1, parts, false});
	}
	r->total = r->queue.len;
}

static bool out_of_time(const struct run *r)
{
	return r->plan->max_minutes > 0 && seconds_since(r->began) > r->plan->max_minutes * 60;
}

bool probe_run(struct env *env, const struct probe_plan *plan, struct probe_result *out)
{
	struct run r = {.env = env, .plan = plan, .out = out, .began = clock_ms(), .log = -1};
	uint32_t in_vain = 0;
	bool ok;

	*out = (struct probe_result){.outcomes = ARENA_ARRAY(env->keep, struct outcome,
	                                     (size_t)plan->experiments->list.len + 1)};
	if (!results_open(env, plan, out, &r.results))
		return false;
	r.log = open(arena_cstr(env->keep,
	                     arena_format(env->keep, "%.*s/log.txt", STR_ARG(plan->folder))),
	        O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	fill_queue(&r);
	ok = !r.queue.len || start_worker(&r);
	while (ok && r.queue.len && !cancelled(&r) && !out_of_time(&r))
		ok = turn(&r, &in_vain);
	stop_worker(&r);
	if (r.queue.len && out_of_time(&r))
		end_rest(&r, SKIP_TIME, STR_NONE);
	end_rest(&r, SKIP_INTERRUPTED, STR_NONE);
	out->seconds = seconds_since(r.began);
	ok &= results_save(&r.results, true);
	results_close(&r.results);
	if (r.log >= 0)
		close(r.log);
	return ok;
}
