/* Reading records as hostile input, and the sums over their runs.
 *
 * What surprises: the times of a run are there twice, by a clock that only goes forward and by the
 * calendar. Where they part by more than a second and a thousandth, one of them jumped, and no
 * figure may rest on that run. A record made by `portfit job run` marks such runs itself; one that
 * does not is refused. */
#include "assess/job_record.h"

#include "base/file.h"

#include <stdlib.h>

double named_number(const struct named_numbers *numbers, str name)
{
	for (uint32_t i = 0; i < numbers->list.len; i++)
		if (str_eq(numbers->list.at[i].name, name))
			return numbers->list.at[i].value;
	return NAN;
}

bool job_run_finished(const struct job_run *run)
{
	return run->exit_status == 0 && !run->timed_out && !run->interrupted && !run->invalid.len;
}

/* ------------------------------------------------------------------ reading */

struct record_reader {
	struct env *env;
	struct json j;
	struct job_record *out;
};

static void read_kept(struct record_reader *r, str *out)
{
	str value;

	if (json_string(&r->j, &value))
		*out = arena_dup(r->env->keep, value);
}

/* A number from `least` to `most`. */
static void read_between(struct json *j, double least, double most, double *out)
{
	if (json_float(j, out) && !(*out >= least && *out <= most))
		json_fail(j, least < 0 ? "expected a number that can be"
		                       : "expected a number of 0 or more that can be");
}

static void read_seconds(struct json *j, double *out)
{
	read_between(j, 0, 1e9, out);
}

static void read_whole(struct json *j, int64_t least, int64_t most, int64_t *out)
{
	if (json_int(j, out) && (*out < least || *out > most))
		json_fail(j, "expected a whole number that can be");
}

static void read_numbers(struct record_reader *r, bool seconds, struct named_numbers *out)
{
	str key;

	for (json_object(&r->j); json_key(&r->j, &key);) {
		struct named_number n = {.name = arena_dup(r->env->keep, key)};

		if (out->list.len >= JOB_NAMES_MOST) {
			json_fail(&r->j, "expected at most 64 names");
			return;
		}
		if (seconds)
			read_seconds(&r->j, &n.value);
		else
			read_between(&r->j, -1e300, 1e300, &n.value);
		*VEC_PUSH(r->env->keep, &out->list) = n;
	}
}

static void read_waits(struct record_reader *r, struct job_run *run)
{
	str key;
	int64_t n = 0;

	for (json_object(&r->j); json_key(&r->j, &key);)
		if (str_eq(key, S("count"))) {
			read_whole(&r->j, 0, INT64_MAX, &n);
			run->waits = (uint64_t)n;
		} else if (str_eq(key, S("p50_seconds"))) {
			read_seconds(&r->j, &run->wait_p50);
		} else if (str_eq(key, S("p95_seconds"))) {
			read_seconds(&r->j, &run->wait_p95);
		} else {
			json_skip(&r->j);
		}
}

static void read_quality(struct record_reader *r, struct job_run *run)
{
	str key, word;

	for (json_object(&r->j); json_key(&r->j, &key);)
		if (str_eq(key, S("verdict"))) {
			if (!json_string(&r->j, &word))
				return;
			if (str_eq(word, S("passed")))
				run->quality = JOB_PASSED;
			else if (str_eq(word, S("failed")))
				run->quality = JOB_FAILED;
			else if (!str_eq(word, S("not checked")))
				json_fail(&r->j, "expected passed, failed or not checked");
		} else if (str_eq(key, S("reason"))) {
			read_kept(r, &run->quality_reason);
		} else if (str_eq(key, S("metrics"))) {
			read_numbers(r, false, &run->metrics);
		} else {
			json_skip(&r->j);
		}
}

static void read_run_number(struct record_reader *r, str key, struct job_run *run)
{
	struct json *j = &r->j;
	int64_t n = 0;

	if (str_eq(key, S("exit_status"))) {
		read_whole(j, -1, 255, &n);
		run->exit_status = (int32_t)n;
	} else if (str_eq(key, S("signal"))) {
		read_whole(j, 0, 255, &n);
		run->signal = (int32_t)n;
	} else if (str_eq(key, S("peak_memory_bytes"))) {
		read_whole(j, 0, INT64_MAX, &n);
		run->peak_bytes = (uint64_t)n;
	} else if (str_eq(key, S("left_running"))) {
		read_whole(j, 0, 1000000, &n);
		run->left_running = (uint32_t)n;
	} else if (str_eq(key, S("seconds"))) {
		read_seconds(j, &run->seconds);
	} else if (str_eq(key, S("started_unix"))) {
		read_between(j, 0, 1e11, &run->started);
	} else if (str_eq(key, S("ended_unix"))) {
		read_between(j, 0, 1e11, &run->ended);
	} else if (str_eq(key, S("user_seconds"))) {
		read_seconds(j, &run->user_seconds);
	} else if (str_eq(key, S("system_seconds"))) {
		read_seconds(j, &run->system_seconds);
	} else {
		json_skip(j);
	}
}

static void read_run_field(struct record_reader *r, str key, struct job_run *run)
{
	struct json *j = &r->j;

	if (str_eq(key, S("cold")))
		json_bool(j, &run->cold);
	else if (str_eq(key, S("timed_out")))
		json_bool(j, &run->timed_out);
	else if (str_eq(key, S("interrupted")))
		json_bool(j, &run->interrupted);
	else if (str_eq(key, S("invalid")))
		read_kept(r, &run->invalid);
	else if (str_eq(key, S("phases")))
		read_numbers(r, true, &run->phases);
	else if (str_eq(key, S("units")))
		read_numbers(r, false, &run->units);
	else if (str_eq(key, S("wait")))
		read_waits(r, run);
	else if (str_eq(key, S("quality")))
		read_quality(r, run);
	else
		read_run_number(r, key, run);
}

/* Whether the times of a run can all be true. */
static bool check_run(struct json *j, const struct job_run *run)
{
	double calendar = run->ended - run->started, phases = 0;

	for (uint32_t i = 0; i < run->phases.list.len; i++)
		phases += run->phases.list.at[i].value;
	for (uint32_t i = 0; i < run->units.list.len; i++)
		if (!(run->units.list.at[i].value >= 0))
			return json_fail(j, "expected units of 0 or more");
	if (phases > run->seconds * 1.001 + 0.01)
		return json_fail(j, "expected phases that are together no longer than their run");
	if (run->invalid.len || (run->started == 0 && run->ended == 0))
		return true;
	if (fabs(calendar - run->seconds) > 1 + run->seconds * 1e-3)
		return json_fail(j, "expected a run whose clocks agree: one of them jumped");
	return true;
}

static void read_runs(struct record_reader *r)
{
	str key;

	for (json_array(&r->j); json_item(&r->j);) {
		struct job_run run = {.exit_status = -2};

		for (json_object(&r->j); json_key(&r->j, &key);)
			read_run_field(r, key, &run);
		if (!json_ok(&r->j) || !check_run(&r->j, &run))
			return;
		if (run.exit_status == -2 || !(run.seconds > 0)) {
			json_fail(&r->j, "expected a run with exit_status and seconds above 0");
			return;
		}
		if (r->out->runs.len >= JOB_RUNS_MOST) {
			json_fail(&r->j, "expected at most 10,000 runs");
			return;
		}
		*VEC_PUSH(r->env->keep, &r->out->runs) = run;
	}
}

static void read_machine(struct record_reader *r)
{
	struct job_record *out = r->out;
	str key;

	for (json_object(&r->j); json_key(&r->j, &key);)
		if (str_eq(key, S("instance")))
			read_kept(r, &out->instance);
		else if (str_eq(key, S("purchase")))
			read_kept(r, &out->purchase);
		else if (str_eq(key, S("region")))
			read_kept(r, &out->region);
		else if (str_eq(key, S("count")))
			read_between(&r->j, 0, 1e6, &out->count);
		else
			json_skip(&r->j);
}

static void read_included(struct record_reader *r)
{
	bool yes;
	str key;

	for (json_object(&r->j); json_key(&r->j, &key);)
		if (str_eq(key, S("setup")) && json_bool(&r->j, &yes))
			r->out->setup = yes ? INCLUDED_YES : INCLUDED_NO;
		else if (str_eq(key, S("download")) && json_bool(&r->j, &yes))
			r->out->download = yes ? INCLUDED_YES : INCLUDED_NO;
		else if (json_ok(&r->j))
			json_skip(&r->j);
}

static void read_root_field(struct record_reader *r, str key)
{
	struct job_record *out = r->out;
	struct json *j = &r->j;

	if (str_eq(key, S("name")))
		read_kept(r, &out->name);
	else if (str_eq(key, S("platform")))
		read_kept(r, &out->platform);
	else if (str_eq(key, S("command")))
		for (json_array(j); json_item(j);)
			read_kept(r, VEC_PUSH(r->env->keep, &out->command));
	else if (str_eq(key, S("machine")))
		read_machine(r);
	else if (str_eq(key, S("includes")))
		read_included(r);
	else if (str_eq(key, S("quality_check"))) {
		out->checked = true;
		read_kept(r, &out->check);
	} else if (str_eq(key, S("timeout_seconds")))
		read_seconds(j, &out->timeout_seconds);
	else if (str_eq(key, S("runs")))
		read_runs(r);
	else
		json_skip(j);
}

static void read_root(struct record_reader *r)
{
	str key, schema = STR_NONE;

	for (json_object(&r->j); json_key(&r->j, &key);)
		if (str_eq(key, S("schema")))
			json_string(&r->j, &schema);
		else
			read_root_field(r, key);
	if (json_ok(&r->j) && !str_eq(schema, S("portfit-job/1")))
		json_fail(&r->j, "expected a record of portfit job run (schema portfit-job/1)");
	if (json_ok(&r->j) && (!r->out->name.len || !r->out->platform.len))
		json_fail(&r->j, "expected a record with a name and a platform");
	if (json_ok(&r->j) && !r->out->runs.len)
		json_fail(&r->j, "expected a record with at least one run");
}

bool job_record_read(struct env *env, str path, struct job_record *out)
{
	struct record_reader r = {.env = env, .out = out};
	struct place place = {.path = path};
	str text;

	*out = (struct job_record){.path = path, .count = 1};
	if (!file_read(env, path, env->limits->file_bytes, &text))
		return false;
	json_open(&r.j, text, env->limits->json_depth, env->temp);
	read_root(&r);
	if (json_end(&r.j))
		return true;
	json_position(&r.j, &place.line, &place.column);
	return diag_error(env->diags, place, "not a record of a job: %s", r.j.error);
}

/* ------------------------------------------------------------------ sums */

/* Where a check was asked for, only what passed it counts. */
static bool counts(const struct job_record *record, const struct job_run *run)
{
	return job_run_finished(run) && run->quality != JOB_FAILED &&
	       (run->quality == JOB_PASSED || !record->checked);
}

static bool counts_as_warm(const struct job_record *record, const struct job_run *run)
{
	return !run->cold && counts(record, run);
}

struct medians {
	struct env *env;
	const struct job_record *record;
	bool warm; /* over the runs that count; without warm ones, over the cold */
};

static double median_of(
        const struct medians *m, double (*value)(const struct job_run *, str), str name)
{
	const struct job_record *record = m->record;
	double *values = ARENA_ARRAY(m->env->temp, double, (size_t)record->runs.len + 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < record->runs.len; i++) {
		const struct job_run *run = &record->runs.at[i];
		double v;

		if (m->warm ? !counts_as_warm(record, run) : !job_run_finished(run))
			continue;
		v = value(run, name);
		if (!isnan(v))
			values[n++] = v;
	}
	values_sort(values, n);
	return sorted_median(values, n);
}

static double phase_of(const struct job_run *run, str name)
{
	return named_number(&run->phases, name);
}

static double units_of(const struct job_run *run, str name)
{
	return named_number(&run->units, name);
}

static double metric_of(const struct job_run *run, str name)
{
	return named_number(&run->metrics, name);
}

static double wait50_of(const struct job_run *run, str name)
{
	(void)name;
	return run->waits ? run->wait_p50 : NAN;
}

static double wait95_of(const struct job_run *run, str name)
{
	(void)name;
	return run->waits ? run->wait_p95 : NAN;
}

static void add_medians(const struct medians *m, const struct named_numbers *of_run,
        double (*value)(const struct job_run *, str), struct named_numbers *out)
{
	for (uint32_t i = 0; i < of_run->list.len; i++) {
		str name = of_run->list.at[i].name;

		/* Runs agree on their names; what does not is bounded. */
		if (out->list.len < JOB_NAMES_MOST && isnan(named_number(out, name)))
			*VEC_PUSH(m->env->keep, &out->list) =
			        (struct named_number){name, median_of(m, value, name)};
	}
}

static void sum_names(const struct medians *m, struct job_summary *out)
{
	for (uint32_t i = 0; i < m->record->runs.len; i++) {
		const struct job_run *run = &m->record->runs.at[i];

		if (m->warm ? !counts_as_warm(m->record, run) : !job_run_finished(run))
			continue;
		add_medians(m, &run->phases, phase_of, &out->phases);
		add_medians(m, &run->units, units_of, &out->units);
		add_medians(m, &run->metrics, metric_of, &out->metrics);
	}
	out->wait_p50 = median_of(m, wait50_of, STR_NONE);
	out->wait_p95 = median_of(m, wait95_of, STR_NONE);
}

/* Far from the median: more than 3.5 times the scaled median distance. */
static void find_outliers(struct env *env, const struct job_record *record, struct job_summary *out)
{
	double *distances = ARENA_ARRAY(env->temp, double, (size_t)out->warm + 1), typical;

	for (uint32_t i = 0; i < out->warm; i++)
		distances[i] = fabs(out->warm_seconds[i] - out->median);
	values_sort(distances, out->warm);
	typical = sorted_median(distances, out->warm) * 1.4826;
	for (uint32_t i = 0; i < record->runs.len && out->n_outliers < 16; i++) {
		const struct job_run *run = &record->runs.at[i];

		if (counts_as_warm(record, run) && typical > 0 &&
		        fabs(run->seconds - out->median) > 3.5 * typical)
			out->outliers[out->n_outliers++] = i;
	}
}

static void sum_times(struct env *env, const struct job_record *record, struct job_summary *out)
{
	double *sorted = ARENA_ARRAY(env->temp, double, (size_t)out->warm + 1);

	for (uint32_t i = 0; i < out->warm; i++)
		sorted[i] = out->warm_seconds[i];
	values_sort(sorted, out->warm);
	out->median = sorted_median(sorted, out->warm);
	out->variation = variation_of(sorted, out->warm);
	out->coverage = out->warm ? median_coverage(out->warm) : 0;
	if (!out->warm)
		return;
	out->least = sorted[0];
	out->most = sorted[out->warm - 1];
	bootstrap_median(env->temp, (struct sample){sorted, out->warm}, NULL, out->interval);
	find_outliers(env, record, out);
}

static void count_runs(const struct job_record *record, struct job_summary *out)
{
	uint32_t checked = 0;

	for (uint32_t i = 0; i < record->runs.len; i++) {
		const struct job_run *run = &record->runs.at[i];

		out->finished += job_run_finished(run);
		out->qualified += job_run_finished(run) && run->quality == JOB_PASSED;
		checked +=
		        run->quality != JOB_NOT_CHECKED || (record->checked && !run->interrupted);
		if (run->peak_bytes > out->peak_bytes)
			out->peak_bytes = run->peak_bytes;
		if (run->cold && counts(record, run) && isnan(out->cold_seconds))
			out->cold_seconds = run->seconds;
		if (counts_as_warm(record, run))
			out->warm_seconds[out->warm++] = run->seconds;
	}
	out->pass_rate = checked ? (double)out->qualified / checked : NAN;
}

void job_record_sum(struct env *env, const struct job_record *record, struct job_summary *out)
{
	struct medians m = {env, record, false};

	*out = (struct job_summary){.runs = record->runs.len,
	        .cold_seconds = NAN,
	        .median = NAN,
	        .least = NAN,
	        .most = NAN,
	        .variation = NAN,
	        .interval = {NAN, NAN}};
	out->warm_seconds = ARENA_ARRAY(env->keep, double, (size_t)record->runs.len + 1);
	count_runs(record, out);
	m.warm = out->warm > 0;
	sum_times(env, record, out);
	sum_names(&m, out);
	out->stage1 = record->checked && out->qualified > 0;
	out->stage2 = out->stage1 && out->warm >= RUNS_FOR_INTERVAL;
	if (!record->checked)
		out->missing = "a quality check (--qualify, --require or --compare)";
	else if (!out->stage1)
		out->missing = "a run whose result qualifies";
	else if (!out->stage2)
		out->missing = "at least 6 warm runs that qualify";
}
