/* A probe for a comment on a change: counts, then failures as a table, what was not run folded. */
#include "report/trials.h"

#include "base/text.h"
#include "report/markdown_text.h"

enum { MARKDOWN_BYTES = 60000 };

static void put_counts(struct buf *out, const struct trial_counts *counts)
{
	buf_puts(out, "\n| status | eager forward | eager backward | compiled forward | compiled "
	              "backward | meaning |\n| --- | ---: | ---: | ---: | ---: | --- |\n");
	for (int ran = 1; ran < RAN_COUNT; ran++) {
		uint64_t all = 0;

		for (int p = 0; p < PART_COUNT; p++)
			all += counts->parts[p][ran];
		if (!all)
			continue;
		buf_format(out, "| %.*s", STR_ARG(ran_word((enum ran)ran)));
		for (int p = 0; p < PART_COUNT; p++)
			buf_format(out, " | %llu", (unsigned long long)counts->parts[p][ran]);
		buf_format(out, " | %s |\n", ran_meaning((enum ran)ran));
	}
}

static void put_part(struct buf *out, const struct shown_trials *shown, uint32_t i, enum part part)
{
	const struct experiment *e = &shown->experiments->list.at[i];
	const struct trial *t = &shown->outcomes[i].parts[part];

	buf_puts(out, "| ");
	markdown_prose(out, e->op);
	buf_puts(out, " | ");
	markdown_prose(out, text_fit(experiment_call(shown->arena, e), 100));
	buf_format(out, " | %.*s | %.*s%s | ", STR_ARG(part_word(part)), STR_ARG(ran_word(t->ran)),
	        t->slow ? ", slow" : "");
	if (t->fallback.len) {
		buf_puts(out, "on the CPU: ");
		markdown_prose(out, t->fallback);
		buf_byte(out, ' ');
	}
	markdown_prose(out, text_fit(t->text, 200));
	buf_puts(out, " | ");
	markdown_prose(out, shown->outcomes[i].reproducer);
	buf_puts(out, " |\n");
}

static void put_failures(struct buf *out, const struct shown_trials *shown)
{
	uint32_t cut = 0, told = 0;

	for (uint32_t i = 0; i < shown->experiments->list.len; i++)
		for (int p = 0; p < PART_COUNT; p++) {
			if (!trial_told(&shown->outcomes[i].parts[p], shown->verbose))
				continue;
			if (!told++)
				buf_puts(out, "\n| operator | call | part | status | what was said "
				              "| script "
				              "|\n| --- | --- | --- | --- | --- | --- |\n");
			if (out->len > MARKDOWN_BYTES)
				cut++;
			else
				put_part(out, shown, i, (enum part)p);
		}
	if (cut)
		buf_format(out, "\n%u more did not fit here; results.json has them.\n", cut);
}

static void put_skips(struct buf *out, const struct trial_counts *counts)
{
	bool any = false;

	for (int i = 1; i < SKIP_COUNT; i++) {
		if (!counts->skips[i])
			continue;
		if (!any)
			buf_puts(out, "\n| not run | experiments | calls | why |\n"
			              "| --- | ---: | ---: | --- |\n");
		any = true;
		buf_format(out, "| %.*s | %llu | %llu | ", STR_ARG(skip_word((enum skip)i)),
		        (unsigned long long)counts->skips[i], (unsigned long long)counts->calls[i]);
		markdown_prose(out, str_from(skip_meaning((enum skip)i)));
		buf_puts(out, " |\n");
	}
}

void report_trials_markdown(struct buf *out, const struct shown_trials *shown)
{
	struct next_step steps[4];
	struct trial_counts counts;
	str remarks[4];

	trial_count(shown, &counts);
	buf_puts(out, "<!-- portfit probe -->\n### portfit: ");
	buf_format(out, "%llu experiments on ", (unsigned long long)counts.run);
	markdown_prose(out, shown->device);
	buf_format(out, "%s, %llu not all right\n",
	        shown->offline ? "'s software, without the device" : "",
	        (unsigned long long)counts.not_right);
	for (uint32_t i = 0, n = trial_remarks(shown, &counts, remarks); i < n; i++)
		buf_format(out, "\n%.*s\n", STR_ARG(remarks[i]));
	put_counts(out, &counts);
	put_failures(out, shown);
	put_skips(out, &counts);
	if (shown->offline)
		buf_puts(out,
		        "\nAccepted is not verified: no number was computed, no speed measured.\n");
	buf_puts(out, "\nNext:\n\n");
	for (uint32_t i = 0, n = trial_next_steps(shown, &counts, steps); i < n; i++) {
		buf_puts(out, "- ");
		markdown_prose(out, steps[i].what);
		buf_format(out, ": %.*s\n", STR_ARG(steps[i].why));
	}
}
