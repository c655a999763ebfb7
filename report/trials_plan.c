/* What a probe would run, why, and about how long; nothing is run for it. */
#include "report/trials.h"

#include "base/text.h"

/* What a part of an experiment may take, in seconds, for the estimate of a plan only. */
static const double part_seconds[PART_COUNT] = {0.02, 0.02, 1.5, 1.5};
static const double flops_per_second = 2e10;

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
	trial_duration(out, seconds);
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
		trial_padded(out, e->op, 36);
		buf_byte(out, ' ');
		trial_padded(out, experiment_call(shown->arena, e), 34);
		buf_format(out, " %5llu calls  ", (unsigned long long)e->calls);
		trial_padded(out, why_run(e), 17);
		buf_format(out, " %s, ", modes_of(shown->parts[i]));
		trial_bytes(out, e->bytes);
		put_remarks(out, e);
		buf_byte(out, '\n');
	}
	if (listed < x->runnable)
		buf_format(out, "  … and %llu more (-v lists all)\n",
		        (unsigned long long)(x->runnable - listed));
	trial_skips(out, skips, calls);
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
