/* Failures first, one block each with the reproducer; what went well is counted, and listed only
 * when asked for. What to do next stands at the end, where a terminal shows it. */
#include "report/trials.h"

#include "base/text.h"

void trial_padded(struct buf *out, str text, size_t columns)
{
	size_t width;

	text = text_fit(text, columns);
	width = text_width(text);
	text_visible(out, text);
	buf_repeat(out, ' ', width < columns ? columns - width : 0);
}

void trial_duration(struct buf *out, double seconds)
{
	if (seconds < 90)
		buf_format(out, "%.0f s", seconds);
	else if (seconds < 5400)
		buf_format(out, "%.0f min", seconds / 60);
	else
		buf_format(out, "%.1f h", seconds / 3600);
}

void trial_bytes(struct buf *out, uint64_t bytes)
{
	if (bytes < 10000)
		buf_format(out, "%llu B", (unsigned long long)bytes);
	else if (bytes < 10000000)
		buf_format(out, "%.0f KB", (double)bytes / 1e3);
	else if (bytes < 10000000000)
		buf_format(out, "%.0f MB", (double)bytes / 1e6);
	else
		buf_format(out, "%.1f GB", (double)bytes / 1e9);
}

void trial_skips(struct buf *out, const uint64_t *experiments, const uint64_t *calls)
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
			trial_padded(out, skip_word((enum skip)i), 22);
			buf_format(out, "%s (%llu call%s)\n", skip_meaning((enum skip)i),
			        (unsigned long long)calls[i], calls[i] == 1 ? "" : "s");
		}
}

/* ------------------------------------------------------------------ what both forms say */

const char *ran_meaning(enum ran ran)
{
	switch (ran) {
	case RAN_NONE: return "nothing to differentiate";
	case RAN_NOT_CAPTURED: return "torch.compile does not take the call, whatever the device";
	case RAN_NO_COMPILER: return "no compiler of that device is installed";
	case RAN_LOWERED: return "the kernel accepts it; not run";
	case RAN_COMPILED: return "the device's compiler takes it; not run";
	case RAN_UNDECIDED: return "cannot be told without the device";
	case RAN_IMPRECISE: return "right, but only in a lower precision";
	case RAN_MEMORY_LIMIT: return "took more host memory than --memory-limit";
	case RAN_FALLBACK: return "right, but in part on the CPU";
	case RAN_NAN: return "NaN or infinite where the CPU is not, or the other way round";
	case RAN_WRONG: return "differs from the CPU beyond the tolerance";
	case RAN_DTYPE_REFUSED: return "not for this dtype";
	case RAN_NO_KERNEL: return "no kernel is registered";
	case RAN_REFUSED: return "the device's software says no";
	case RAN_COMPILE_REFUSED: return "the device's compiler says no";
	case RAN_LATE_ERROR: return "the call returned, its result could not be read";
	case RAN_EXITED: return "ended the process";
	case RAN_CRASHED: return "killed the process";
	case RAN_HUNG: return "no end within --time-limit";
	case RAN_HUNG_HARD: return "no end within --time-limit, signals are not heard";
	default: return "";
	}
}

bool trial_told(const struct trial *t, bool verbose)
{
	return t->ran && (verbose || t->ran >= RAN_IMPRECISE || t->slow);
}

static void count_one(const struct shown_trials *shown, uint32_t i, struct trial_counts *out)
{
	const struct experiment *e = &shown->experiments->list.at[i];
	const struct outcome *o = &shown->outcomes[i];
	enum skip skip = o->ran ? SKIP_NONE : e->skip ? e->skip : o->skip;
	bool wrong = false, loosely = false;
	str unused;

	out->run += o->ran;
	out->skips[skip]++;
	out->calls[skip] += e->calls;
	for (int p = 0; p < PART_COUNT; p++) {
		out->parts[p][o->parts[p].ran]++;
		wrong |= trial_told(&o->parts[p], false);
		loosely |= o->parts[p].compared_by.len != 0;
	}
	out->scaled += o->ran && e->scaled;
	out->loosely += loosely;
	out->not_right += wrong;
	for (int mode = 0; mode < MODE_COUNT; mode++)
		if (o->parts[mode * 2].ran && e->known[mode] == VERDICT_UNKNOWN) {
			out->unknown[mode]++;
			out->answered[mode] += outcome_verdict(shown->arena, o, (enum mode)mode,
			                               &unused) != VERDICT_UNKNOWN;
		}
	out->scripts += o->reproducer.len != 0;
	if (!out->script.len)
		out->script = o->reproducer;
}

void trial_count(const struct shown_trials *shown, struct trial_counts *out)
{
	*out = (struct trial_counts){0};
	for (uint32_t i = 0; i < shown->experiments->list.len; i++)
		count_one(shown, i, out);
}

str trial_numbers(struct arena *arena, const struct trial *t)
{
	struct buf text = {0};
	str out;

	if (t->max_abs >= 0)
		buf_format(&text, "max error %.2g absolute, %.2g relative", t->max_abs, t->max_rel);
	if (t->cosine > -1.5)
		buf_format(&text, ", cosine %.6f", t->cosine);
	if (t->steady_seconds >= 0)
		buf_format(
		        &text, "%s%.3g ms a call", text.len ? "; " : "", t->steady_seconds * 1e3);
	if (t->memory_bytes > 0) {
		buf_puts(&text, text.len ? "; " : "");
		trial_bytes(&text, (uint64_t)t->memory_bytes);
		buf_puts(&text, " of the device's memory");
	}
	if (t->slow && t->cpu_seconds >= 0)
		buf_format(&text, ", %.3g ms on the CPU", t->cpu_seconds * 1e3);
	out = arena_dup(arena, buf_str(&text));
	buf_free(&text);
	return out;
}

uint32_t trial_next_steps(const struct shown_trials *shown, const struct trial_counts *counts,
        struct next_step steps[4])
{
	struct arena *a = shown->arena;
	str graph = shown->n_graphs == 1 ? shown->graphs[0] : S("GRAPH...");
	uint32_t n = 0;

	if (counts->run)
		steps[n++] = (struct next_step){
		        arena_format(a, "portfit scan %.*s --coverage %.*s/facts.yaml",
		                STR_ARG(graph), STR_ARG(shown->folder)),
		        S("the whole report, with these answers")};
	if (counts->scripts)
		steps[n++] = (struct next_step){
		        arena_format(a, "python3 %.*s/%.*s", STR_ARG(shown->folder),
		                STR_ARG(counts->script)),
		        counts->scripts == 1 ? S("the failure alone, for a report to the vendor")
		                             : arena_format(a,
		                                       "the first of %u failures alone, for a "
		                                       "report to the vendor",
		                                       counts->scripts)};
	if (counts->skips[SKIP_INTERRUPTED] + counts->skips[SKIP_TIME])
		steps[n++] = (struct next_step){
		        S("the same command with --resume"), S("what was not run yet")};
	steps[n++] = (struct next_step){arena_format(a, "%.*s/log.txt", STR_ARG(shown->folder)),
	        S("what the workers and the back end printed")};
	return n;
}

/* ------------------------------------------------------------------ text */

static void put_part(
        struct buf *out, const struct shown_trials *shown, const struct trial *t, enum part part)
{
	struct arena *arena = shown->arena;
	bool verbose = shown->verbose;
	str numbers = t->ran == RAN_IMPRECISE || t->ran == RAN_WRONG || t->slow || verbose
	                      ? trial_numbers(arena, t)
	                      : STR_NONE;

	buf_puts(out, "      ");
	trial_padded(out, part_word(part), 18);
	buf_put(out, ran_word(t->ran));
	if (t->slow)
		buf_puts(out, ", slow");
	if (t->fallback.len) {
		buf_puts(out, ": ");
		text_visible(out, t->fallback);
		buf_format(out, " (noticed by: %.*s)", STR_ARG(t->signs));
	}
	buf_byte(out, '\n');
	if (t->text.len) {
		buf_repeat(out, ' ', 24);
		text_visible(out, text_fit(t->text, 200));
		buf_byte(out, '\n');
	}
	if (numbers.len)
		buf_format(out, "%24s%.*s\n", "", STR_ARG(numbers));
}

static bool put_experiment(
        struct buf *out, const struct shown_trials *shown, uint32_t i, bool first)
{
	const struct experiment *e = &shown->experiments->list.at[i];
	const struct outcome *o = &shown->outcomes[i];
	bool any = false;

	for (int p = 0; p < PART_COUNT; p++)
		any |= trial_told(&o->parts[p], shown->verbose);
	if (!any)
		return false;
	buf_puts(out, first ? "\n  " : "  ");
	text_visible(out, e->op);
	buf_puts(out, "  ");
	text_visible(out, text_fit(experiment_call(shown->arena, e), 100));
	if (e->scaled)
		buf_puts(out, "  (scaled down)");
	buf_byte(out, '\n');
	for (int p = 0; p < PART_COUNT; p++)
		if (trial_told(&o->parts[p], shown->verbose))
			put_part(out, shown, &o->parts[p], (enum part)p);
	if (o->reproducer.len)
		buf_format(
		        out, "      %.*s/%.*s\n", STR_ARG(shown->folder), STR_ARG(o->reproducer));
	return true;
}

/* A row a status, a column a part that was run at all. */
static void put_counts(struct buf *out, const struct trial_counts *counts)
{
	static const char *const heads[] = {
	        "eager forward", "eager backward", "compiled forward", "compiled backward"};
	uint64_t columns[PART_COUNT] = {0}, all;

	for (int p = 0; p < PART_COUNT; p++)
		for (int ran = 1; ran < RAN_COUNT; ran++)
			columns[p] += counts->parts[p][ran];
	buf_format(out, "\n  %-22s", "");
	for (int p = 0; p < PART_COUNT; p++)
		if (columns[p])
			buf_format(out, "%19s", heads[p]);
	buf_byte(out, '\n');
	for (int ran = 1; ran < RAN_COUNT; ran++) {
		all = 0;
		for (int p = 0; p < PART_COUNT; p++)
			all += counts->parts[p][ran];
		if (!all)
			continue;
		buf_puts(out, "  ");
		trial_padded(out, ran_word((enum ran)ran), 22);
		for (int p = 0; p < PART_COUNT; p++)
			if (columns[p])
				buf_format(
				        out, "%19llu", (unsigned long long)counts->parts[p][ran]);
		buf_format(out, "%s%s\n", *ran_meaning((enum ran)ran) ? "   " : "",
		        ran_meaning((enum ran)ran));
	}
}

uint32_t trial_remarks(
        const struct shown_trials *shown, const struct trial_counts *counts, str remarks[4])
{
	struct arena *a = shown->arena;
	uint32_t n = 0;

	for (int mode = 0; mode < MODE_COUNT; mode++)
		if (counts->unknown[mode])
			remarks[n++] = arena_format(a,
			        "The database did not know %llu of these experiments in %.*s mode; "
			        "%llu are answered now.",
			        (unsigned long long)counts->unknown[mode],
			        STR_ARG(mode_word((enum mode)mode)),
			        (unsigned long long)counts->answered[mode]);
	if (counts->scaled)
		remarks[n++] = arena_format(a,
		        "%llu ran with smaller shapes than the graph's (--tensor-limit, "
		        "--work-limit).",
		        (unsigned long long)counts->scaled);
	if (counts->loosely)
		remarks[n++] = arena_format(a,
		        "%llu were compared by shape or distribution only: their results are "
		        "random "
		        "or not initialised.",
		        (unsigned long long)counts->loosely);
	return n;
}

void report_trials_text(struct buf *out, const struct shown_trials *shown)
{
	struct next_step steps[4];
	struct trial_counts counts;
	bool first = true;
	str remarks[4];

	trial_count(shown, &counts);
	buf_format(out, "%llu experiments ran on %.*s%s, %llu of them not all right\n",
	        (unsigned long long)counts.run, STR_ARG(shown->device),
	        shown->offline ? "'s software, without the device" : "",
	        (unsigned long long)counts.not_right);
	for (uint32_t i = 0, n = trial_remarks(shown, &counts, remarks); i < n; i++)
		buf_format(out, "%.*s\n", STR_ARG(remarks[i]));
	put_counts(out, &counts);
	for (uint32_t i = 0; i < shown->experiments->list.len; i++)
		first &= !put_experiment(out, shown, i, first);
	trial_skips(out, counts.skips, counts.calls);
	if (shown->offline)
		buf_puts(out, "\nAccepted is not verified: the device's software took these calls. "
		              "No number was computed, no speed measured.\n");
	buf_format(out, "\n%.1f s, %u worker start%s, %u death%s", shown->seconds, shown->starts,
	        shown->starts == 1 ? "" : "s", shown->deaths, shown->deaths == 1 ? "" : "s");
	if (shown->resumed)
		buf_format(out, "; %u experiments are of an earlier run", shown->resumed);
	buf_puts(out, "\nNext:\n");
	for (uint32_t i = 0, n = trial_next_steps(shown, &counts, steps); i < n; i++) {
		buf_puts(out, "  ");
		text_visible(out, steps[i].what);
		buf_format(out, "\n      %.*s\n", STR_ARG(steps[i].why));
	}
}
