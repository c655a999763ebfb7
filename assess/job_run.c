/* The cold run, the check, the warm runs. */
#include "assess/job_run.h"

#include "base/pcre.h"

static bool wrong_mark(struct env *env, const char *option, str text, const char *expected)
{
	return diag_error(env->diags, (struct place){.path = str_from(option)},
	        "wrong value '%.*s'; expected %s", STR_ARG(text), expected);
}

static double wait_unit(str name)
{
	if (str_eq(name, S("s")))
		return 1;
	if (str_eq(name, S("ms")))
		return 1e-3;
	return str_eq(name, S("us")) ? 1e-6 : 0;
}

bool job_plan_mark(struct env *env, struct job_plan *plan, enum mark_kind kind, str text)
{
	static const char *const options[] = {"--phase-pattern", "--units", "--wait"};
	static const char *const expected[] = {"NAME=PATTERN",
	        "NAME=NUMBER, NAME=PATTERN or NAME+=PATTERN",
	        "s=PATTERN, ms=PATTERN or us=PATTERN"};
	struct job_mark mark = {.kind = kind, .scale = 1};
	struct place place = {.path = str_from(options[kind])};
	double value;

	if (!str_split(text, '=', &mark.name, &mark.pattern) || !mark.name.len || !mark.pattern.len)
		return wrong_mark(env, options[kind], text, expected[kind]);
	if (kind == MARK_UNITS && str_float(mark.pattern, &value)) {
		if (!(value > 0) || !isfinite(value))
			return wrong_mark(env, options[kind], text, "a number above 0");
		*VEC_PUSH(env->keep, &plan->units) = (struct named_number){mark.name, value};
		return true;
	}
	mark.add = kind == MARK_UNITS && str_ends(mark.name, S("+"));
	if (mark.add)
		mark.name.len--;
	if (kind == MARK_WAIT)
		mark.scale = wait_unit(mark.name);
	if (!mark.name.len || mark.scale == 0)
		return wrong_mark(env, options[kind], text, expected[kind]);
	if (plan->marks.len >= JOB_PATTERNS_MOST)
		return diag_error(env->diags, place, "more than %d patterns", JOB_PATTERNS_MOST);
	if (!pcre_check(env, place, mark.pattern))
		return false;
	*VEC_PUSH(env->keep, &plan->marks) = mark;
	return true;
}

/* What one run needs. */
struct runner {
	struct env *env;
	const struct job_plan *plan;
	struct job_marks *marks;
	struct job_record *record;
};

static void on_output(void *context, enum child_stream stream, str bytes, double seconds)
{
	struct runner *r = context;

	job_marks_take(r->marks, stream, bytes, seconds);
	if (r->plan->output)
		r->plan->output(r->plan->context, stream, bytes, seconds);
}

/* Both clocks must tell the same; the calendar's may be set, or the machine may sleep. */
static void compare_clocks(struct env *env, struct job_run *run)
{
	double jump = run->ended - run->started - run->seconds;

	if (fabs(jump) > 1 + run->seconds * 1e-3)
		run->invalid = arena_format(env->keep,
		        "a clock jumped by %.1f s during the run (it was set, or the machine "
		        "slept)",
		        jump);
}

static bool one_run(struct runner *r, bool cold)
{
	struct child_plan child = {.argv = r->plan->argv,
	        .limit_seconds = r->plan->timeout_seconds,
	        .grace_seconds = 5,
	        .output = on_output,
	        .context = r};
	struct child_result result;
	struct job_run run = {.cold = cold};
	const char *why;

	job_marks_begin(r->marks, &run);
	if (!child_run(&child, &result, &why))
		return diag_error(r->env->diags, (struct place){0}, "the job cannot be run: %s: %s",
		        r->plan->argv[0], why);
	run.seconds = result.seconds;
	run.started = result.started;
	run.ended = result.ended;
	run.exit_status = result.exit_status;
	run.signal = result.signal;
	run.timed_out = result.timed_out;
	run.interrupted = result.passed_on != 0;
	run.peak_bytes = result.peak_bytes;
	run.user_seconds = result.user_seconds;
	run.system_seconds = result.system_seconds;
	run.left_running = result.left_running;
	compare_clocks(r->env, &run);
	job_marks_end(r->marks);
	if (job_run_finished(&run))
		job_check(r->env, r->plan, &run);
	*VEC_PUSH(r->env->keep, &r->record->runs) = run;
	return true;
}

/* What went wrong with a run, in words; empty: nothing. */
static str trouble_of(struct env *env, const struct job_run *run)
{
	if (run->interrupted)
		return S("was interrupted");
	if (run->timed_out)
		return arena_format(
		        env->keep, "ran into the time limit after %.1f s", run->seconds);
	if (run->signal)
		return arena_format(env->keep, "was ended by signal %d", run->signal);
	if (run->exit_status != 0)
		return arena_format(env->keep, "ended with status %d", run->exit_status);
	if (run->invalid.len)
		return run->invalid;
	if (run->quality == JOB_FAILED)
		return arena_format(
		        env->keep, "does not qualify: %.*s", STR_ARG(run->quality_reason));
	return STR_NONE;
}

static bool stop(struct runner *r, const char *what, str why)
{
	uint32_t done = r->record->runs.len;

	return diag_error(r->env->diags, (struct place){0},
	        "'%.*s' on %.*s: the %s %.*s; %u of %u runs are in the record",
	        STR_ARG(r->record->name), STR_ARG(r->record->platform), what, STR_ARG(why), done,
	        r->plan->repeat + 1);
}

/* Warm runs that fail are kept and counted; only an interruption ends the series. */
static bool warm_runs(struct runner *r)
{
	uint32_t failed = 0;
	str last = STR_NONE;

	for (uint32_t i = 0; i < r->plan->repeat; i++) {
		const struct job_run *run;
		str why;

		if (!one_run(r, false))
			return false;
		run = VEC_LAST(&r->record->runs);
		if (r->plan->after_run)
			r->plan->after_run(r->plan->context, r->record);
		why = trouble_of(r->env, run);
		if (run->interrupted)
			return stop(r, "job", why);
		failed += why.len > 0;
		last = why.len ? why : last;
	}
	if (!failed)
		return true;
	if (failed == r->plan->repeat)
		return stop(r, "job in every warm run", last);
	diag_warning(r->env->diags, (struct place){0},
	        "'%.*s' on %.*s: %u of %u warm runs do not count; the last one %.*s",
	        STR_ARG(r->record->name), STR_ARG(r->record->platform), failed, r->plan->repeat,
	        STR_ARG(last));
	return true;
}

static void describe_check(struct env *env, const struct job_plan *plan, struct job_record *record)
{
	str text = STR_NONE;

	record->checked = plan->check || plan->bounds.len || plan->pairs.len;
	for (const char *const *w = plan->check; w && *w; w++)
		text = arena_format(env->keep, "%.*s%s%s", STR_ARG(text), text.len ? " " : "", *w);
	for (uint32_t i = 0; i < plan->bounds.len; i++)
		text = arena_format(env->keep, "%.*s%s%.*s", STR_ARG(text), text.len ? "; " : "",
		        STR_ARG(plan->bounds.at[i].text));
	for (uint32_t i = 0; i < plan->pairs.len; i++)
		text = arena_format(env->keep, "%.*s%s%.*s like %.*s", STR_ARG(text),
		        text.len ? "; " : "", STR_ARG(plan->pairs.at[i].file),
		        STR_ARG(plan->pairs.at[i].reference));
	record->check = text;
}

bool job_run(struct env *env, const struct job_plan *plan, struct job_record *record)
{
	struct runner r = {env, plan, NULL, record};
	bool ok;

	*record = plan->head;
	record->timeout_seconds = plan->timeout_seconds;
	for (const char *const *w = plan->argv; *w; w++)
		*VEC_PUSH(env->keep, &record->command) = str_from(*w);
	describe_check(env, plan, record);
	r.marks = job_marks_new(env, plan);
	ok = one_run(&r, true);
	if (ok) {
		str why = trouble_of(env, &record->runs.at[0]);

		if (plan->after_run)
			plan->after_run(plan->context, record);
		ok = why.len ? stop(&r, "cold run", why) : warm_runs(&r);
	}
	job_marks_free(r.marks);
	return ok;
}
