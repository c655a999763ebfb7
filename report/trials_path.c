/* The whole path of a model: its steps in order, a sentence a mode, and where to look further. */
#include "report/trials.h"

#include "base/text.h"
#include "report/markdown_text.h"

static bool went_well(enum ran ran)
{
	return ran == RAN_RIGHT || ran == RAN_IMPRECISE || ran == RAN_FALLBACK;
}

static bool same_mode(const struct shown_path *shown, uint32_t i, uint32_t k)
{
	return str_eq(shown->steps[i].mode, shown->steps[k].mode);
}

/* What became of a mode, in one sentence; its steps begin at `i`. */
static str verdict_of(struct arena *arena, const struct shown_path *shown, uint32_t i)
{
	uint32_t n = 0, fell = 0, low = 0, k = i;

	for (; k < shown->count && same_mode(shown, i, k); k++, n++) {
		enum ran ran = shown->steps[k].trial.ran;

		if (!went_well(ran))
			return arena_format(arena, "stops at '%.*s': %.*s",
			        STR_ARG(shown->steps[k].step), STR_ARG(ran_word(ran)));
		fell += ran == RAN_FALLBACK;
		low += ran == RAN_IMPRECISE;
	}
	if (fell)
		return arena_format(
		        arena, "all %u steps went well, %u of them in part on the CPU", n, fell);
	return low ? arena_format(arena, "all %u steps went well, %u in lower precision", n, low)
	           : arena_format(arena, "all %u steps are right", n);
}

static const char no_guarantee[] =
        "A small configuration that runs is no guarantee for the full one: memory, larger shapes "
        "and longer runs were not tried.";

static void put_step(struct buf *out, const struct path_step *step, struct arena *arena)
{
	const struct trial *t = &step->trial;
	str numbers = trial_numbers(arena, t);

	buf_puts(out, "  ");
	trial_padded(out, step->mode, 10);
	trial_padded(out, step->step, 18);
	trial_padded(out, ran_word(t->ran), 16);
	if (t->first_seconds >= 0)
		buf_format(out, "%8.3f s  ", t->first_seconds);
	buf_put(out, numbers);
	if (t->compared_by.len)
		buf_puts(out, "  (draws random numbers: compared by distribution)");
	if (t->fallback.len) {
		buf_puts(out, "\n      on the CPU: ");
		text_visible(out, t->fallback);
		buf_format(out, " (noticed by: %.*s)", STR_ARG(t->signs));
	}
	if (t->text.len) {
		buf_puts(out, "\n      ");
		text_visible(out, text_fit(t->text, 300));
	}
	buf_byte(out, '\n');
}

void report_path_text(struct buf *out, const struct shown_path *shown)
{
	buf_puts(out, "The whole path of ");
	text_visible(out, shown->model);
	buf_format(out, " on %.*s, against the CPU:\n\n", STR_ARG(shown->device));
	for (uint32_t i = 0; i < shown->count; i++)
		put_step(out, &shown->steps[i], shown->arena);
	buf_byte(out, '\n');
	for (uint32_t i = 0; i < shown->count; i++)
		if (!i || !same_mode(shown, i - 1, i))
			buf_format(out, "%.*s: %.*s\n", STR_ARG(shown->steps[i].mode),
			        STR_ARG(verdict_of(shown->arena, shown, i)));
	buf_format(out, "%s\nWhat the model and the back end printed: %.*s/log.txt\n", no_guarantee,
	        STR_ARG(shown->folder));
}

void report_path_markdown(struct buf *out, const struct shown_path *shown)
{
	buf_puts(out, "### portfit: the whole path of ");
	markdown_prose(out, shown->model);
	buf_puts(out, " on ");
	markdown_prose(out, shown->device);
	buf_puts(out, ", against the CPU\n\n");
	for (uint32_t i = 0; i < shown->count; i++)
		if (!i || !same_mode(shown, i - 1, i))
			buf_format(out, "- %.*s: %.*s\n", STR_ARG(shown->steps[i].mode),
			        STR_ARG(verdict_of(shown->arena, shown, i)));
	buf_puts(out, "\n| mode | step | status | first call | more |\n"
	              "| --- | --- | --- | ---: | --- |\n");
	for (uint32_t i = 0; i < shown->count; i++) {
		const struct path_step *s = &shown->steps[i];

		buf_puts(out, "| ");
		markdown_prose(out, s->mode);
		buf_puts(out, " | ");
		markdown_prose(out, s->step);
		buf_format(out, " | %.*s | ", STR_ARG(ran_word(s->trial.ran)));
		if (s->trial.first_seconds >= 0)
			buf_format(out, "%.3f s", s->trial.first_seconds);
		buf_puts(out, " | ");
		if (s->trial.fallback.len) {
			buf_puts(out, "on the CPU: ");
			markdown_prose(out, s->trial.fallback);
			buf_byte(out, ' ');
		}
		markdown_prose(out, text_fit(s->trial.text, 300));
		buf_puts(out, " |\n");
	}
	buf_format(out, "\n%s\n", no_guarantee);
}
