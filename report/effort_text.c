/* Effort for people: a terminal, a pull request, a spreadsheet. */
#include "report/effort.h"

#include "base/text.h"
#include "report/number.h"

#include <math.h>

/* Whole hours from ten on. */
static str hours(struct arena *a, double value)
{
	return number_fixed(a, value, value < 9.95 ? 1 : 0);
}

static void spread_row(
        struct text_table *t, const struct effort *e, str what, const struct spread *s)
{
	str cells[TABLE_COLUMNS] = {what, hours(t->arena, s->p50), hours(t->arena, s->p80),
	        hours(t->arena, s->p90), number_fixed(t->arena, effort_days(e, s->p80), 0)};

	table_row(t, cells);
}

static void put_sums(struct arena *a, const struct effort *e, struct buf *out)
{
	struct text_table t = {.arena = a, .columns = 5, .left = {true}, .indent = 2};
	str head[] = {S("hours"), S("P50"), S("P80"), S("P90"), S("days at P80")};

	table_row(&t, head);
	spread_row(&t, e, S("the whole port"), &e->total);
	for (int p = 0; p < PART_COUNT; p++)
		if (e->parts[p].p90 > 0)
			spread_row(&t, e,
			        arena_format(a, "  %.*s",
			                STR_ARG(effort_part_text((enum effort_part)p))),
			        &e->parts[p]);
	table_write(&t, out);
}

static void put_labour(struct arena *a, const struct work_report *r, struct buf *out)
{
	const struct effort *e = r->effort;
	double rate = settings_value(r->settings, SET_RATE);

	buf_format(out, "  every model update about %.*s h, every SDK update about %.*s h\n",
	        STR_ARG(hours(a, e->model_hours)), STR_ARG(hours(a, e->sdk_hours)));
	if (r->no_labour)
		return;
	buf_format(out, "  labour at %.*s an hour: P50 %.*s, P80 %.*s, P90 %.*s\n",
	        STR_ARG(number_usd(a, rate)), STR_ARG(number_usd(a, e->total.p50 * rate)),
	        STR_ARG(number_usd(a, e->total.p80 * rate)),
	        STR_ARG(number_usd(a, e->total.p90 * rate)));
}

static void put_causes(
        const char *title, const struct effort_cause *list, uint32_t n, struct buf *out)
{
	if (!n)
		return;
	buf_format(out, "\n%s\n", title);
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(out, "  ");
		text_visible(out, list[i].title);
		if (list[i].where.len) {
			buf_puts(out, "  ");
			text_visible(out, list[i].where);
		}
		buf_byte(out, '\n');
		if (list[i].instead.len) {
			buf_puts(out, "      instead: ");
			text_visible(out, list[i].instead);
			buf_byte(out, '\n');
		}
	}
}

static str task_title(struct arena *a, const struct effort_task *t)
{
	if (t->places > 1)
		return arena_format(a, "%.*s (%u places)", STR_ARG(t->title), t->places);
	return t->title;
}

static void put_tasks(struct arena *a, const struct work_report *r, struct buf *out)
{
	struct text_table t = {.arena = a,
	        .columns = 6,
	        .left = {true, true, true, false, false, true},
	        .indent = 2};
	str head[] = {S("task"), S("what"), S("part"), S("P50 h"), S("P80 h"), S("after")};

	table_row(&t, head);
	for (uint32_t i = 0; i < r->tasks->list.len; i++) {
		const struct effort_task *k = &r->tasks->list.at[i];
		str cells[] = {k->id, task_title(a, k), effort_part_word(k->part),
		        hours(a, k->hours.p50), hours(a, k->hours.p80),
		        k->after.len ? k->after : S("-")};

		table_row(&t, cells);
	}
	buf_puts(out, "\nTASKS, in the order in which they can be done\n");
	table_write(&t, out);
	buf_puts(out, "\nDONE WHEN these end with status 0\n");
	for (uint32_t i = 0; i < r->tasks->list.len; i++) {
		buf_format(out, "  %-4.*s ", STR_ARG(r->tasks->list.at[i].id));
		text_visible(out, r->tasks->list.at[i].done);
		buf_byte(out, '\n');
	}
}

static void put_progress(struct arena *a, const struct effort_progress *p, struct buf *out)
{
	if (!p->some)
		return;
	buf_format(out,
	        "\nPROGRESS  %u of %u causes are gone (%.*s h of the earlier plan), %u left, %u "
	        "new\n",
	        p->gone, p->before, STR_ARG(hours(a, p->gone_p50)), p->left, p->fresh);
	if (p->fit.n)
		buf_format(out,
		        "  %u finished items took %.*s h, %.2f times their estimate; the rest at "
		        "that rate: P50 %.*s, P80 %.*s, P90 %.*s h\n",
		        p->fit.n, STR_ARG(hours(a, p->fit.actual)), p->fit.ratio,
		        STR_ARG(hours(a, p->rest.p50)), STR_ARG(hours(a, p->rest.p80)),
		        STR_ARG(hours(a, p->rest.p90)));
	else
		buf_format(out,
		        "  the rest, as estimated: P50 %.*s, P80 %.*s, P90 %.*s h (no actual hours "
		        "recorded: portfit effort record)\n",
		        STR_ARG(hours(a, p->rest.p50)), STR_ARG(hours(a, p->rest.p80)),
		        STR_ARG(hours(a, p->rest.p90)));
}

/* "key  0.25 / 1 / 2 h  yours, portfit.yaml:3" */
static void put_setting(struct arena *a, const struct setting *s, struct buf *out)
{
	buf_format(out, "  %-18.*s %.*s", STR_ARG(s->key),
	        STR_ARG(arena_format(a, "%g", s->value.low)));
	if (points_are_range(s->value))
		buf_format(out, " / %g / %g", s->value.likely, s->value.high);
	buf_format(out, " %.*s  %.*s", STR_ARG(s->unit), STR_ARG(s->origin));
	if (s->source.len) {
		buf_puts(out, ", ");
		text_visible(out, s->source);
	}
	buf_byte(out, '\n');
}

static void put_class(const struct hours_class *c, struct buf *out)
{
	buf_puts(out, "  h.");
	text_visible(out, c->name);
	buf_repeat(out, ' ', c->name.len < 16 ? 16 - c->name.len : 0);
	if (c->no_hours)
		buf_puts(out, " no hours");
	else
		buf_format(out, " %g / %g / %g h", c->hours.low, c->hours.likely, c->hours.high);
	buf_format(out, "  %.*s", STR_ARG(c->origin));
	if (c->source.len) {
		buf_puts(out, ", ");
		text_visible(out, c->source);
	}
	buf_byte(out, '\n');
}

void report_settings_text(
        struct arena *arena, const struct settings *settings, bool all, struct buf *out)
{
	uint32_t assumed = 0, sourced = 0, own = 0;

	for (uint32_t i = 0; i < settings->classes.len; i++) {
		const struct hours_class *c = &settings->classes.at[i];
		bool yours = str_eq(c->origin, S("yours"));

		own += yours;
		if (yours || all)
			put_class(c, out);
	}
	for (int i = 0; i < SETTING_COUNT; i++) {
		const struct setting *s = &settings->at[i];
		bool yours = str_eq(s->origin, S("yours"));

		assumed += str_eq(s->origin, S("assumed"));
		sourced += str_eq(s->origin, S("sourced"));
		own += yours;
		if (yours || all)
			put_setting(arena, s, out);
	}
	buf_format(out, "  %u assumptions are ours, %u come from a named source, %u are yours%s\n",
	        assumed, sourced, own, all ? "" : " (-v lists them; docs/effort.md says why)");
}

void report_work_text(struct arena *a, const struct work_report *r, struct buf *out)
{
	const struct effort *e = r->effort;

	text_visible(out, r->source);
	buf_puts(out, " on ");
	text_visible(out, e->target.len ? e->target : S("the target"));
	if (e->fixed)
		buf_puts(out, "      hours as given, not estimated");
	else
		buf_format(out, "      stage: %.*s, uncertainty %.2f",
		        STR_ARG(effort_stage_word(e->stage)), e->uncertainty);
	buf_puts(out, "\n\n");
	if (effort_is_blocked(e))
		buf_puts(out, "  NOT PORTABLE AS IT IS: see below\n\n");
	put_sums(a, e, out);
	put_labour(a, r, out);
	put_causes(
	        "STOPS THE RUN, NO KNOWN WAY (no hours: something has to be given up or written)",
	        e->blockers.at, e->blockers.len, out);
	put_causes("NOT IN THE HOURS (research, or no known way)", e->apart.at, e->apart.len, out);
	put_tasks(a, r, out);
	put_progress(a, r->progress, out);
	buf_puts(out, "\nRESTS ON\n");
	report_settings_text(a, r->settings, r->verbose, out);
}

/* ------------------------------------------------------------------ Markdown */

/* Cells must neither end the cell nor begin markup. */
void markdown_cell(struct buf *out, str text)
{
	size_t n;

	for (size_t i = 0; i < text.len; i += n) {
		char c = text.ptr[i];

		utf8_decode(str_from_at(text, i), &n);
		if (str_find_byte(S("|<>`*_[]\\@&~"), c) < 12)
			buf_byte(out, '\\');
		if (c == '\n' || c == '\r' || c == '\t')
			buf_byte(out, ' ');
		else
			text_visible(out, str_slice(text, i, i + n));
	}
}

static void md_sums(struct arena *a, const struct effort *e, struct buf *out)
{
	buf_puts(out, "| hours | P50 | P80 | P90 |\n| --- | ---: | ---: | ---: |\n");
	for (int p = -1; p < PART_COUNT; p++) {
		const struct spread *s = p < 0 ? &e->total : &e->parts[p];
		str what = p < 0 ? S("the whole port") : effort_part_text((enum effort_part)p);

		if (s->p90 > 0)
			buf_format(out, "| %.*s | %.*s | %.*s | %.*s |\n", STR_ARG(what),
			        STR_ARG(hours(a, s->p50)), STR_ARG(hours(a, s->p80)),
			        STR_ARG(hours(a, s->p90)));
	}
}

static void md_causes(
        const char *title, const struct effort_cause *list, uint32_t n, struct buf *out)
{
	if (n)
		buf_format(out, "\n## %s\n\n", title);
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(out, "- ");
		markdown_cell(out, list[i].title);
		if (list[i].instead.len) {
			buf_puts(out, "; instead: ");
			markdown_cell(out, list[i].instead);
		}
		buf_byte(out, '\n');
	}
}

/* What comes again, and what the hours cost. */
static void md_upkeep(struct arena *a, const struct work_report *r, struct buf *out)
{
	const struct effort *e = r->effort;
	double rate = settings_value(r->settings, SET_RATE);

	buf_format(out, "\n- every model update about %.*s h, every SDK update about %.*s h\n",
	        STR_ARG(hours(a, e->model_hours)), STR_ARG(hours(a, e->sdk_hours)));
	if (!r->no_labour)
		buf_format(out, "- labour at %.*s an hour: P50 %.*s, P80 %.*s, P90 %.*s\n",
		        STR_ARG(number_usd(a, rate)), STR_ARG(number_usd(a, e->total.p50 * rate)),
		        STR_ARG(number_usd(a, e->total.p80 * rate)),
		        STR_ARG(number_usd(a, e->total.p90 * rate)));
	buf_format(out, "- stage %.*s, uncertainty %.2f\n", STR_ARG(effort_stage_word(e->stage)),
	        e->fixed ? 1 : e->uncertainty);
}

void report_work_markdown(struct arena *a, const struct work_report *r, struct buf *out)
{
	const struct effort *e = r->effort;

	buf_puts(out, "# Plan of work: ");
	markdown_cell(out, e->target.len ? e->target : S("the target"));
	buf_puts(out, "\n\n");
	if (effort_is_blocked(e))
		buf_puts(out, "**Not portable as it is.**\n\n");
	md_sums(a, e, out);
	md_upkeep(a, r, out);
	md_causes("Stops the run, no known way", e->blockers.at, e->blockers.len, out);
	md_causes("Not in the hours", e->apart.at, e->apart.len, out);
	buf_puts(out, "\n## Tasks\n\n| task | what | part | P50 h | P80 h | after | done when this "
	              "ends with status 0 |\n| --- | --- | --- | ---: | ---: | --- | --- |\n");
	for (uint32_t i = 0; i < r->tasks->list.len; i++) {
		const struct effort_task *t = &r->tasks->list.at[i];

		buf_format(out, "| %.*s | ", STR_ARG(t->id));
		markdown_cell(out, task_title(a, t));
		buf_format(out, " | %.*s | %.*s | %.*s | %.*s | ",
		        STR_ARG(effort_part_word(t->part)), STR_ARG(hours(a, t->hours.p50)),
		        STR_ARG(hours(a, t->hours.p80)), STR_ARG(t->after.len ? t->after : S("-")));
		markdown_cell(out, t->done);
		buf_puts(out, " |\n");
	}
	if (r->progress->some) {
		buf_puts(out, "\n## Progress\n");
		put_progress(a, r->progress, out);
	}
}

/* ------------------------------------------------------------------ CSV */

void csv_cell(struct buf *out, str text)
{
	bool quote = false, formula = text.len && str_find_byte(S("=+-@\t\r"), text.ptr[0]) < 6;

	for (size_t i = 0; i < text.len; i++)
		quote |= str_find_byte(S(",\"\n\r"), text.ptr[i]) < 4;
	if (quote || formula)
		buf_byte(out, '"');
	if (formula)
		buf_byte(out, '\'');
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '"')
			buf_byte(out, '"');
		buf_byte(out, text.ptr[i]);
	}
	if (quote || formula)
		buf_byte(out, '"');
}

void report_work_csv(struct arena *a, const struct work_report *r, struct buf *out)
{
	buf_puts(out, "task,item,title,part,p10_hours,p50_hours,p80_hours,p90_hours,after,done\n");
	for (uint32_t i = 0; i < r->tasks->list.len; i++) {
		const struct effort_task *t = &r->tasks->list.at[i];
		str cells[] = {t->id, t->item, t->title, effort_part_word(t->part),
		        arena_format(a, "%.3f", t->hours.p10),
		        arena_format(a, "%.3f", t->hours.p50),
		        arena_format(a, "%.3f", t->hours.p80),
		        arena_format(a, "%.3f", t->hours.p90), t->after, t->done};

		for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
			if (k)
				buf_byte(out, ',');
			csv_cell(out, cells[k]);
		}
		buf_byte(out, '\n');
	}
}

/* ------------------------------------------------------------------ actual hours */

void report_history_text(struct arena *a, const struct history_report *r, struct buf *out)
{
	const struct effort_fit *fit = r->fit;
	struct text_table t = {.arena = a,
	        .columns = 6,
	        .left = {true, true, false, false, false, true},
	        .indent = 2};
	str head[] = {S("item"), S("target"), S("P50 h"), S("actual h"), S("ratio"), S("date")};

	if (!fit->n) {
		buf_puts(out, "no actual hours recorded yet; portfit effort record PLAN.json "
		              "ITEM=HOURS adds them\n");
		return;
	}
	table_row(&t, head);
	for (uint32_t i = 0; i < fit->n; i++) {
		const struct effort_record *k = &r->history->list.at[i];
		str cells[] = {k->item, k->target, hours(a, k->hours.p50), hours(a, k->actual),
		        number_fixed(a, k->actual / k->hours.p50, 2), k->date};

		table_row(&t, cells);
	}
	table_write(&t, out);
	buf_format(out,
	        "\n  %u items took %.*s h, estimated %.*s h at P50: %.2f times; median ratio %.2f; "
	        "%u of %u between P10 and P90 (80 %% were expected)\n",
	        fit->n, STR_ARG(hours(a, fit->actual)), STR_ARG(hours(a, fit->estimated)),
	        fit->ratio, fit->median_ratio, fit->inside, fit->n);
	buf_format(out, "  unit_scale that would have fitted: %.2f%s\n", fit->unit_scale,
	        fit->few ? " (from fewer than 5 items: not to be relied on)"
	                 : "; put it under effort: in portfit.yaml");
}
