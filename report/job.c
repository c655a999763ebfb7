/* Typical value and spread, never the fastest run alone. */
#include "report/job.h"

#include "base/text.h"
#include "report/number.h"

#include <math.h>

static void put_numbers(struct json_out *w, const char *key, const struct named_numbers *numbers)
{
	if (!numbers->list.len)
		return;
	json_out_key(w, key);
	json_out_object(w);
	for (uint32_t i = 0; i < numbers->list.len; i++)
		number_json_str(w, numbers->list.at[i].name, numbers->list.at[i].value, 9);
	json_out_object_end(w);
}

static void put_quality(struct json_out *w, const struct job_run *run)
{
	static const char *const words[] = {"not checked", "passed", "failed"};

	json_out_key(w, "quality");
	json_out_object(w);
	json_out_pair_str(w, "verdict", str_from(words[run->quality]));
	text_json(w, "reason", run->quality_reason);
	put_numbers(w, "metrics", &run->metrics);
	json_out_object_end(w);
}

static void put_flag(struct json_out *w, const char *key, bool value)
{
	if (!value)
		return;
	json_out_key(w, key);
	json_out_bool(w, true);
}

static void put_run(struct json_out *w, const struct job_run *run)
{
	json_out_object(w);
	json_out_key(w, "cold");
	json_out_bool(w, run->cold);
	number_json(w, "seconds", run->seconds, 6);
	number_json(w, "started_unix", run->started, 3);
	number_json(w, "ended_unix", run->ended, 3);
	json_out_pair_int(w, "exit_status", run->exit_status);
	if (run->signal)
		json_out_pair_int(w, "signal", run->signal);
	put_flag(w, "timed_out", run->timed_out);
	put_flag(w, "interrupted", run->interrupted);
	text_json(w, "invalid", run->invalid);
	put_numbers(w, "phases", &run->phases);
	put_quality(w, run);
	put_numbers(w, "units", &run->units);
	if (run->waits) {
		json_out_key(w, "wait");
		json_out_object(w);
		json_out_pair_int(w, "count", (int64_t)run->waits);
		number_json(w, "p50_seconds", run->wait_p50, 9);
		number_json(w, "p95_seconds", run->wait_p95, 9);
		json_out_object_end(w);
	}
	json_out_pair_int(w, "peak_memory_bytes", (int64_t)run->peak_bytes);
	number_json(w, "user_seconds", run->user_seconds, 3);
	number_json(w, "system_seconds", run->system_seconds, 3);
	if (run->left_running)
		json_out_pair_int(w, "left_running", run->left_running);
	json_out_object_end(w);
}

static void put_machine(struct json_out *w, const struct job_record *r)
{
	if (!r->instance.len)
		return;
	json_out_key(w, "machine");
	json_out_object(w);
	json_out_pair_str(w, "instance", r->instance);
	number_json(w, "count", r->count, 6);
	text_json(w, "purchase", r->purchase);
	text_json(w, "region", r->region);
	json_out_object_end(w);
}

static void put_included(struct json_out *w, const struct job_record *r)
{
	if (r->setup == INCLUDED_NOT_SAID && r->download == INCLUDED_NOT_SAID)
		return;
	json_out_key(w, "includes");
	json_out_object(w);
	if (r->setup != INCLUDED_NOT_SAID) {
		json_out_key(w, "setup");
		json_out_bool(w, r->setup == INCLUDED_YES);
	}
	if (r->download != INCLUDED_NOT_SAID) {
		json_out_key(w, "download");
		json_out_bool(w, r->download == INCLUDED_YES);
	}
	json_out_object_end(w);
}

static void put_summary(struct json_out *w, const struct job_summary *s)
{
	json_out_key(w, "summary");
	json_out_object(w);
	json_out_key(w, "stage1");
	json_out_bool(w, s->stage1);
	json_out_key(w, "stage2");
	json_out_bool(w, s->stage2);
	if (s->missing)
		json_out_pair_str(w, "stage2_needs", str_from(s->missing));
	json_out_pair_int(w, "warm_runs", s->warm);
	number_json(w, "cold_seconds", s->cold_seconds, 6);
	number_json(w, "median_seconds", s->median, 6);
	if (s->warm > 1) {
		number_json(w, "least_seconds", s->least, 6);
		number_json(w, "most_seconds", s->most, 6);
		number_json(w, "least_to_most_encloses_median_percent", s->coverage, 3);
	}
	number_json(w, "variation", s->variation, 6);
	number_json(w, "median_low_95_seconds", s->interval[0], 6);
	number_json(w, "median_high_95_seconds", s->interval[1], 6);
	number_json(w, "pass_rate", s->pass_rate, 6);
	put_numbers(w, "phases", &s->phases);
	put_numbers(w, "units", &s->units);
	put_numbers(w, "metrics", &s->metrics);
	if (s->n_outliers) {
		json_out_key(w, "outliers");
		json_out_array(w);
		for (uint32_t i = 0; i < s->n_outliers; i++)
			json_out_uint(w, s->outliers[i]);
		json_out_array_end(w);
	}
	json_out_object_end(w);
}

static void put_texts(struct json_out *w, const struct job_record *r)
{
	json_out_key(w, "command");
	json_out_array(w);
	for (uint32_t i = 0; i < r->command.len; i++)
		json_out_str(w, r->command.at[i]);
	json_out_array_end(w);
	json_out_key(w, "environment");
	json_out_object(w);
	for (uint32_t i = 0; i < r->environment.len; i++) {
		json_out_key_str(w, r->environment.at[i].name);
		json_out_str(w, r->environment.at[i].value);
	}
	json_out_object_end(w);
}

void report_job_json(struct arena *arena, const struct job_report *report, struct buf *out)
{
	const struct job_record *r = report->record;
	struct json_out w = {.out = out, .indent = 2};

	(void)arena;
	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-job/1"));
	json_out_key(&w, "tool");
	json_out_object(&w);
	json_out_pair_str(&w, "name", S("portfit"));
	json_out_pair_str(&w, "version", report->version);
	json_out_object_end(&w);
	json_out_pair_str(&w, "name", r->name);
	json_out_pair_str(&w, "platform", r->platform);
	put_machine(&w, r);
	put_included(&w, r);
	put_texts(&w, r);
	if (r->checked)
		json_out_pair_str(&w, "quality_check", r->check);
	if (r->timeout_seconds > 0)
		number_json(&w, "timeout_seconds", r->timeout_seconds, 6);
	json_out_key(&w, "runs");
	json_out_array(&w);
	for (uint32_t i = 0; i < r->runs.len; i++)
		put_run(&w, &r->runs.at[i]);
	json_out_array_end(&w);
	put_summary(&w, report->summary);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}

/* ------------------------------------------------------------------ text */

static void text_numbers(
        struct arena *a, const char *title, const struct named_numbers *n, struct buf *out)
{
	if (!n->list.len)
		return;
	buf_format(out, "  %-10s", title);
	for (uint32_t i = 0; i < n->list.len; i++) {
		buf_puts(out, i ? ", " : " ");
		text_visible(out, n->list.at[i].name);
		buf_format(out, " %.*s", STR_ARG(arena_format(a, "%.6g", n->list.at[i].value)));
	}
	buf_byte(out, '\n');
}

static str run_state(struct arena *a, const struct job_run *run)
{
	if (run->interrupted)
		return S("interrupted");
	if (run->timed_out)
		return S("time limit");
	if (run->signal)
		return arena_format(a, "signal %d", run->signal);
	if (run->exit_status)
		return arena_format(a, "status %d", run->exit_status);
	if (run->invalid.len)
		return run->invalid;
	if (run->quality == JOB_FAILED)
		return arena_format(a, "not qualified: %.*s", STR_ARG(run->quality_reason));
	return run->quality == JOB_PASSED ? S("qualified") : S("not checked");
}

static bool is_outlier(const struct job_summary *s, uint32_t run)
{
	for (uint32_t i = 0; i < s->n_outliers; i++)
		if (s->outliers[i] == run)
			return true;
	return false;
}

static void text_runs(struct arena *a, const struct job_report *report, struct buf *out)
{
	struct text_table t = {
	        .arena = a, .columns = 5, .left = {true, false, false, true, true}, .indent = 2};
	str head[] = {S("run"), S("whole"), S("memory"), S("result"), S("")};

	table_row(&t, head);
	for (uint32_t i = 0; i < report->record->runs.len; i++) {
		const struct job_run *run = &report->record->runs.at[i];
		str cells[] = {run->cold ? S("cold") : arena_format(a, "warm %u", i),
		        number_time(a, run->seconds / 3600), number_bytes(a, run->peak_bytes),
		        run_state(a, run),
		        is_outlier(report->summary, i) ? S("far from the median, and kept")
		        : run->left_running ? arena_format(a, "%u processes left behind, ended",
		                                      run->left_running)
		                            : S("")};

		table_row(&t, cells);
	}
	table_write(&t, out);
}

static void text_median(struct arena *a, const struct job_summary *s, struct buf *out)
{
	if (!s->warm) {
		buf_format(out, "  measured once, cold: %.*s\n",
		        STR_ARG(number_time(a, s->cold_seconds / 3600)));
		return;
	}
	buf_format(out, "  warm       median %.*s of %u runs",
	        STR_ARG(number_time(a, s->median / 3600)), s->warm);
	if (s->warm > 1)
		buf_format(out,
		        ", from %.*s to %.*s (encloses the median with %.1f %%), variation %.1f %%",
		        STR_ARG(number_time(a, s->least / 3600)),
		        STR_ARG(number_time(a, s->most / 3600)), s->coverage, 100 * s->variation);
	buf_byte(out, '\n');
	if (!isnan(s->interval[0]))
		buf_format(out, "             95 %% interval of the median %.*s to %.*s\n",
		        STR_ARG(number_time(a, s->interval[0] / 3600)),
		        STR_ARG(number_time(a, s->interval[1] / 3600)));
}

void report_job_text(struct arena *a, const struct job_report *report, struct buf *out)
{
	const struct job_record *r = report->record;
	const struct job_summary *s = report->summary;
	static const char *const included[] = {"not said", "included", "not included"};

	text_visible(out, r->name);
	buf_puts(out, " on ");
	text_visible(out, r->platform);
	if (r->instance.len) {
		buf_format(out, "   %.0f x ", r->count);
		text_visible(out, r->instance);
	}
	buf_format(out, "   set-up %s, download %s\n\n", included[r->setup], included[r->download]);
	text_runs(a, report, out);
	buf_byte(out, '\n');
	text_median(a, s, out);
	text_numbers(a, "phases, s", &s->phases, out);
	text_numbers(a, "units", &s->units, out);
	text_numbers(a, "metrics", &s->metrics, out);
	if (!isnan(s->wait_p50))
		buf_format(out, "  waiting    median %.*s, 95th percentile %.*s\n",
		        STR_ARG(number_time(a, s->wait_p50 / 3600)),
		        STR_ARG(number_time(a, s->wait_p95 / 3600)));
	buf_format(out, "  stage 1 (the result qualifies): %s\n  stage 2 (stable): %s%s\n",
	        s->stage1    ? "passed"
	        : r->checked ? "not passed"
	                     : "not checked",
	        s->stage2 ? "passed" : "needs ", s->stage2 ? "" : s->missing);
	if (report->written.len) {
		buf_puts(out, "  record: ");
		text_visible(out, report->written);
		buf_byte(out, '\n');
	}
}
