/* Failures first, one line each with the reproducer; what went well is counted, and listed only
 * when asked for. */
#include "report/trials.h"

#include "base/text.h"

#include <stdlib.h>

/* What a part of an experiment may take, in seconds, for the estimate of a plan only. */
static const double part_seconds[PART_COUNT] = {0.02, 0.02, 1.5, 1.5};
static const double flops_per_second = 2e10;

static void put_padded(struct buf *out, str text, size_t columns)
{
	size_t width;

	text = text_fit(text, columns);
	width = text_width(text);
	text_visible(out, text);
	buf_repeat(out, ' ', width < columns ? columns - width : 0);
}

static void put_duration(struct buf *out, double seconds)
{
	if (seconds < 90)
		buf_format(out, "%.0f s", seconds);
	else
		buf_format(out, "%.0f min", seconds / 60);
}

static void put_bytes(struct buf *out, uint64_t bytes)
{
	if (bytes < 10000)
		buf_format(out, "%llu B", (unsigned long long)bytes);
	else if (bytes < 10000000)
		buf_format(out, "%.0f KB", (double)bytes / 1e3);
	else
		buf_format(out, "%.0f MB", (double)bytes / 1e6);
}

static void put_skips(struct buf *out, const uint64_t *experiments, const uint64_t *calls)
{
	bool any = false;

	for (int i = 1; i < SKIP_COUNT; i++)
		any |= experiments[i] != 0;
	if (!any)
		return;
	buf_puts(out, "\nNot run, by reason:\n");
	for (int i = 1; i < SKIP_COUNT; i++)
		if (experiments[i]) {
			buf_format(out, "  %6llu  ", (unsigned long long)experiments[i]);
			put_padded(out, skip_word((enum skip)i), 22);
			buf_format(out, "%s (%llu calls)\n", skip_meaning((enum skip)i),
			        (unsigned long long)calls[i]);
		}
}

/* ------------------------------------------------------------------ the plan */

static double estimate(const struct experiment *e, uint32_t parts)
{
	double seconds = 0;

	for (int i = 0; i < PART_COUNT; i++)
		if (parts >> i & 1)
			seconds += part_seconds[i] + (double)e->flops * 3 / flops_per_second;
	return seconds;
}

static str why_run(const struct experiment *e)
{
	bool eager = e->known[MODE_EAGER] == VERDICT_UNKNOWN,
	     compile = e->known[MODE_COMPILE] == VERDICT_UNKNOWN;

	if (eager && compile)
		return S("unknown");
	if (eager || compile)
		return eager ? S("unknown eager") : S("unknown compiled");
	return verdict_word(e->known[MODE_EAGER]);
}

static void put_remarks(struct buf *out, const struct experiment *e)
{
	if (e->scaled)
		buf_puts(out, "  scaled down");
	if (e->guessed)
		buf_puts(out, "  symbol without hint or range: 8");
	else if (e->filled)
		buf_puts(out, "  symbols filled");
}

static const char *modes_of(uint32_t parts)
{
	bool eager = parts >> PART_EAGER_FORWARD & 1, compile = parts >> PART_COMPILE_FORWARD & 1;
	bool backward = (parts >> PART_EAGER_BACKWARD & 1) || (parts >> PART_COMPILE_BACKWARD & 1);

	if (eager && compile)
		return backward ? "eager, compiled, both passes" : "eager, compiled";
	if (compile)
		return backward ? "compiled, both passes" : "compiled";
	return backward ? "eager, both passes" : "eager";
}

void report_plan_text(struct buf *out, const struct shown_plan *shown)
{
	const struct experiments *x = shown->experiments;
	uint64_t skips[SKIP_COUNT] = {0}, calls[SKIP_COUNT] = {0}, listed = 0;
	double seconds = 0;

	for (uint32_t i = 0; i < x->list.len; i++)
		seconds += estimate(&x->list.at[i], shown->parts[i]);
	buf_format(out, "%llu experiments for device %.*s, from %llu nodes; about ",
	        (unsigned long long)x->runnable, STR_ARG(shown->device),
	        (unsigned long long)x->nodes);
	put_duration(out, seconds);
	buf_format(out, " (an estimate); seed %llu\n", (unsigned long long)shown->seed);
	buf_format(out,
	        "%llu nodes do no device work, %llu are wrappers that their bodies decide\n\n",
	        (unsigned long long)x->host_nodes, (unsigned long long)x->wrapper_nodes);
	for (uint32_t i = 0; i < x->list.len; i++) {
		const struct experiment *e = &x->list.at[i];

		skips[e->skip]++;
		calls[e->skip] += e->calls;
		if (e->skip || (!shown->verbose && listed >= 40))
			continue;
		listed++;
		buf_puts(out, "  ");
		put_padded(out, e->op, 44);
		buf_byte(out, ' ');
		put_padded(out, e->signature, 20);
		buf_format(out, " %5llu calls  ", (unsigned long long)e->calls);
		put_padded(out, why_run(e), 17);
		buf_format(out, " %s, ", modes_of(shown->parts[i]));
		put_bytes(out, e->bytes);
		put_remarks(out, e);
		buf_byte(out, '\n');
	}
	if (listed < x->runnable)
		buf_format(out, "  … and %llu more (-v lists all)\n",
		        (unsigned long long)(x->runnable - listed));
	put_skips(out, skips, calls);
}

void report_plan_json(struct buf *out, const struct shown_plan *shown)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 3};
	const struct experiments *x = shown->experiments;

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-probe-plan/1"));
	json_out_pair_str(&w, "device", shown->device);
	json_out_pair_str(&w, "target", shown->target);
	json_out_pair_int(&w, "seed", (int64_t)shown->seed);
	json_out_pair_int(&w, "nodes", (int64_t)x->nodes);
	json_out_pair_int(&w, "host_nodes", (int64_t)x->host_nodes);
	json_out_pair_int(&w, "wrapper_nodes", (int64_t)x->wrapper_nodes);
	json_out_key(&w, "experiments");
	json_out_array(&w);
	for (uint32_t i = 0; i < x->list.len; i++) {
		const struct experiment *e = &x->list.at[i];

		json_out_object(&w);
		json_out_pair_str(&w, "key", e->key);
		json_out_pair_str(&w, "operator", e->op);
		json_out_pair_str(&w, "signature", e->signature);
		json_out_pair_int(&w, "calls", (int64_t)e->calls);
		json_out_pair_int(&w, "bytes", (int64_t)e->bytes);
		json_out_pair_str(&w, "known_eager", verdict_word(e->known[MODE_EAGER]));
		json_out_pair_str(&w, "known_compile", verdict_word(e->known[MODE_COMPILE]));
		if (e->scaled) {
			json_out_key(&w, "scaled");
			json_out_bool(&w, true);
		}
		if (e->skip) {
			json_out_pair_str(&w, "not_run", skip_word(e->skip));
		} else {
			json_out_key(&w, "parts");
			json_out_array(&w);
			for (int p = 0; p < PART_COUNT; p++)
				if (shown->parts[i] >> p & 1)
					json_out_str(&w, part_word((enum part)p));
			json_out_array_end(&w);
			json_out_key(&w, "args");
			json_out_raw(&w, e->args);
		}
		json_out_object_end(&w);
	}
	json_out_array_end(&w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}

/* ------------------------------------------------------------------ what came of it */

static void put_numbers(struct buf *out, const struct trial *t)
{
	if (t->max_abs >= 0)
		buf_format(out, "  max error %.2g absolute, %.2g relative", t->max_abs, t->max_rel);
	if (t->cosine > -1.5)
		buf_format(out, ", cosine %.6f", t->cosine);
	if (t->steady_seconds >= 0)
		buf_format(out, ", %.3g ms a call", t->steady_seconds * 1e3);
}

static void put_failure(
        struct buf *out, const struct experiment *e, const struct outcome *o, enum part part)
{
	const struct trial *t = &o->parts[part];

	buf_puts(out, "  ");
	put_padded(out, e->op, 44);
	buf_byte(out, ' ');
	put_padded(out, e->signature, 16);
	buf_byte(out, ' ');
	put_padded(out, part_word(part), 17);
	buf_put(out, ran_word(t->ran));
	if (t->slow)
		buf_puts(out, ", slow");
	if (t->fallback.len) {
		buf_puts(out, ": ");
		text_visible(out, t->fallback);
		buf_format(out, " (noticed by: %.*s)", STR_ARG(t->signs));
	}
	if (t->text.len) {
		buf_puts(out, "\n      ");
		text_visible(out, text_fit(t->text, 200));
	}
	if (t->ran == RAN_IMPRECISE || t->ran == RAN_WRONG || t->slow) {
		buf_puts(out, "\n    ");
		put_numbers(out, t);
	}
	if (o->reproducer.len)
		buf_format(out, "\n      %.*s", STR_ARG(o->reproducer));
	buf_byte(out, '\n');
}

static void put_counts(struct buf *out, uint64_t counts[PART_COUNT][RAN_COUNT])
{
	for (int ran = 1; ran < RAN_COUNT; ran++) {
		uint64_t all = 0;

		for (int p = 0; p < PART_COUNT; p++)
			all += counts[p][ran];
		if (!all)
			continue;
		buf_puts(out, "  ");
		put_padded(out, ran_word((enum ran)ran), 24);
		for (int p = 0; p < PART_COUNT; p++)
			buf_format(out, "%19llu", (unsigned long long)counts[p][ran]);
		buf_byte(out, '\n');
	}
}

void report_trials_text(struct buf *out, const struct shown_trials *shown)
{
	const struct experiments *x = shown->experiments;
	uint64_t skips[SKIP_COUNT] = {0}, calls[SKIP_COUNT] = {0}, run = 0;
	uint64_t counts[PART_COUNT][RAN_COUNT] = {0};
	bool any = false;

	for (uint32_t i = 0; i < x->list.len; i++) {
		const struct outcome *o = &shown->outcomes[i];
		enum skip skip = x->list.at[i].skip ? x->list.at[i].skip : o->skip;

		run += o->ran;
		skips[o->ran ? SKIP_NONE : skip]++;
		calls[o->ran ? SKIP_NONE : skip] += x->list.at[i].calls;
		for (int p = 0; p < PART_COUNT; p++)
			counts[p][o->parts[p].ran]++;
	}
	buf_format(out, "%llu experiments ran on %.*s%s\n\n", (unsigned long long)run,
	        STR_ARG(shown->device), shown->offline ? "'s software, without the device" : "");
	buf_format(out, "  %-24s%19s%19s%19s%19s\n", "", "eager forward", "eager backward",
	        "compiled forward", "compiled backward");
	put_counts(out, counts);
	for (uint32_t i = 0; i < x->list.len; i++)
		for (int p = 0; p < PART_COUNT; p++) {
			const struct trial *t = &shown->outcomes[i].parts[p];

			if (!t->ran || (!shown->verbose && t->ran < RAN_IMPRECISE && !t->slow))
				continue;
			if (!any)
				buf_byte(out, '\n');
			any = true;
			put_failure(out, &x->list.at[i], &shown->outcomes[i], (enum part)p);
		}
	put_skips(out, skips, calls);
	if (shown->offline)
		buf_puts(out, "\nAccepted is not verified: the device's software took these calls. "
		              "No number was computed, no speed measured.\n");
}

void report_path_text(struct buf *out, const struct path_step *steps, uint32_t count, str device)
{
	buf_format(out, "The whole path on %.*s, against the CPU:\n\n", STR_ARG(device));
	for (uint32_t i = 0; i < count; i++) {
		const struct trial *t = &steps[i].trial;

		buf_puts(out, "  ");
		put_padded(out, steps[i].mode, 10);
		put_padded(out, steps[i].step, 18);
		put_padded(out, ran_word(t->ran), 16);
		if (t->first_seconds >= 0)
			buf_format(out, "%8.3f s", t->first_seconds);
		put_numbers(out, t);
		if (t->compared_by.len)
			buf_puts(out, "  (draws random numbers: compared by distribution)");
		if (t->fallback.len)
			buf_format(out, "\n      on the CPU: %.*s (noticed by: %.*s)",
			        STR_ARG(t->fallback), STR_ARG(t->signs));
		if (t->text.len) {
			buf_puts(out, "\n      ");
			text_visible(out, text_fit(t->text, 300));
		}
		buf_byte(out, '\n');
	}
	buf_puts(out, "\nA small configuration that runs is no guarantee for the full one: memory, "
	              "larger shapes and longer runs were not tried.\n");
}
