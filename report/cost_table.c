/* The four-line table: one qualified job on each platform, today first. The same rows as text and
 * as Markdown. */
#include "report/cost.h"

#include "base/text.h"
#include "report/effort.h"
#include "report/number.h"

#include <math.h>

/* One column of the four-line table. */
struct column {
	const struct cost_side *side;
	const struct job_cost *job;
	const struct cost_compare *compare; /* NULL: a way to stay */
	double month;
};

struct columns {
	struct arena *arena;
	const struct cost_result *result;
	enum language language;
	struct column at[TABLE_COLUMNS - 1];
	uint32_t n;
	struct text_table table;
	struct buf *markdown; /* rows go there; NULL: into the table */
};

static str say(const struct columns *c, enum message m)
{
	return str_from(message(c->language, m));
}

static void make_columns(struct arena *a, const struct cost_report *report, struct columns *c)
{
	const struct cost_result *r = report->result;

	*c = (struct columns){.arena = a, .result = r, .language = report->language};
	c->at[c->n++] = (struct column){&r->plan->today, &r->today.base, NULL, r->today.base_month};
	if (r->best_option != UINT32_MAX && r->n_targets)
		c->at[c->n++] = (struct column){
		        &r->best, &r->targets[0].o.base, NULL, r->targets[0].o.base_month};
	for (uint32_t i = 0; i < r->n_targets && c->n < TABLE_COLUMNS - 1; i++)
		c->at[c->n++] = (struct column){r->targets[i].side, &r->targets[i].o.target,
		        &r->targets[i], r->targets[i].o.target_month};
	c->table =
	        (struct text_table){.arena = a, .columns = c->n + 1, .left = {true}, .indent = 2};
}

static void put_markdown_row(struct columns *c, const str *cells)
{
	buf_puts(c->markdown, "|");
	for (uint32_t i = 0; i <= c->n; i++) {
		buf_byte(c->markdown, ' ');
		markdown_cell(c->markdown, str_trim(cells[i]));
		buf_puts(c->markdown, " |");
	}
	buf_byte(c->markdown, '\n');
}

/* The line below the head. */
static void put_markdown_rule(struct columns *c)
{
	if (!c->markdown)
		return;
	buf_puts(c->markdown, "| --- |");
	for (uint32_t i = 0; i < c->n; i++)
		buf_puts(c->markdown, " ---: |");
	buf_byte(c->markdown, '\n');
}

/* The first cell is there. */
static void put_cells(struct columns *c, str *cells, str (*cell)(struct columns *, uint32_t))
{
	for (uint32_t i = 0; i < c->n; i++)
		cells[i + 1] = cell(c, i);
	if (c->markdown)
		put_markdown_row(c, cells);
	else
		table_row(&c->table, cells);
}

static void put_row(struct columns *c, enum message what, str (*cell)(struct columns *, uint32_t))
{
	str cells[TABLE_COLUMNS];

	cells[0] = say(c, what);
	put_cells(c, cells, cell);
}

static str cell_name(struct columns *c, uint32_t i)
{
	if (i == 1 && c->at[1].side == &c->result->best)
		return say(c, MESSAGE_COST_OTHERWISE);
	return c->at[i].side->name;
}

static str cell_machine(struct columns *c, uint32_t i)
{
	const struct cost_side *s = c->at[i].side;

	if (!s->instance.len)
		return S("-");
	return s->count > 1 ? arena_format(c->arena, "%.0f x %.*s", s->count, STR_ARG(s->instance))
	                    : s->instance;
}

static str cell_purchase(struct columns *c, uint32_t i)
{
	const struct cost_side *s = c->at[i].side;

	return s->purchase.len ? s->purchase : say(c, MESSAGE_COST_REAL_BILL);
}

static str cell_price(struct columns *c, uint32_t i)
{
	const struct cost_side *s = c->at[i].side;

	if (isnan(s->price.usd_per_hour))
		return !isnan(s->bill_month) ? S("-") : say(c, MESSAGE_COST_NO_PRICE);
	return arena_format(c->arena, "%.6g USD/h", s->count * s->price.usd_per_hour);
}

static str cell_quality(struct columns *c, uint32_t i)
{
	return say(c, cost_quality_message(c->at[i].side->quality));
}

/* Against the column that it is held against. */
static str cell_speed(struct columns *c, uint32_t i)
{
	const struct cost_compare *k = c->at[i].compare;

	if (!k)
		return S("-");
	if (!k->speed_known)
		return say(c, MESSAGE_COST_AS_TODAY);
	return arena_format(
	        c->arena, "R %.*s", STR_ARG(number_fixed(c->arena, k->speed.likely, 3)));
}

static str time_said(struct columns *c, double hours)
{
	return isnan(hours) ? say(c, MESSAGE_COST_NOT_KNOWN) : number_time(c->arena, hours);
}

static str cell_time(struct columns *c, uint32_t i)
{
	return time_said(c, c->at[i].job->t_job);
}

static str cell_cold(struct columns *c, uint32_t i)
{
	return time_said(c, c->at[i].job->t_cold);
}

static str cell_steady(struct columns *c, uint32_t i)
{
	return time_said(c, c->at[i].job->t_steady);
}

/* A price that is there and a time that is not is "not known", not "not priced". */
static str money(struct columns *c, uint32_t i, double usd)
{
	const struct cost_side *s = c->at[i].side;

	if (isnan(usd) && (!isnan(s->price.usd_per_hour) || !isnan(s->bill_month)) &&
	        isnan(c->at[i].job->t_job))
		return say(c, MESSAGE_COST_NOT_KNOWN);
	return isnan(usd) ? say(c, MESSAGE_COST_NO_PRICE) : number_usd(c->arena, usd);
}

static str cell_bill(struct columns *c, uint32_t i)
{
	return money(c, i, c->at[i].job->c_job);
}

static str cell_cold_bill(struct columns *c, uint32_t i)
{
	if (!isnan(c->at[i].side->bill_month))
		return S("-");
	return money(c, i, c->at[i].job->c_cold);
}

static str cell_steady_bill(struct columns *c, uint32_t i)
{
	if (!isnan(c->at[i].side->bill_month))
		return S("-");
	return money(c, i, c->at[i].job->c_steady);
}

static str cell_idle(struct columns *c, uint32_t i)
{
	if (!isnan(c->at[i].side->bill_month))
		return S("-");
	return money(c, i, c->at[i].job->idle);
}

/* So many units that their cost has figures before the third digit behind the point. */
static double unit_bundle(const struct cost_result *r)
{
	double usd = r->today.base.c_job / r->plan->units_job;

	return !(usd < 0.001) ? 1 : usd < 1e-6 ? 1e6 : 1000;
}

static str cell_unit(struct columns *c, uint32_t i)
{
	double bundle = unit_bundle(c->result);
	double usd = bundle * c->at[i].job->c_job / c->result->plan->units_job;

	return isnan(usd) ? money(c, i, usd) : arena_format(c->arena, "%.6f USD", usd);
}

static str cell_per_usd(struct columns *c, uint32_t i)
{
	return number_fixed(c->arena, c->result->plan->units_job / c->at[i].job->c_job, 3);
}

static str cell_month(struct columns *c, uint32_t i)
{
	return isnan(c->result->plan->jobs.likely) ? say(c, MESSAGE_COST_NO_JOBS)
	                                           : money(c, i, c->at[i].month);
}

static str cell_once(struct columns *c, uint32_t i)
{
	const struct cost_compare *k = c->at[i].compare;

	if (!k)
		return S("0.00 USD");
	if (!k->effort_some)
		return say(c, MESSAGE_COST_NOT_GIVEN);
	if (c->result->plan->no_labour)
		return arena_format(c->arena, "%.0f h", k->c.hours);
	return arena_format(c->arena, "%.*s (%.0f h)", STR_ARG(number_usd(c->arena, k->o.c_labour)),
	        k->c.hours);
}

static str cell_upkeep(struct columns *c, uint32_t i)
{
	const struct cost_compare *k = c->at[i].compare;

	if (!k)
		return S("0.00 USD");
	if (c->result->plan->no_labour)
		return say(c, MESSAGE_COST_NOT_IN_MONEY);
	return k->effort_some ? number_usd(c->arena, k->o.c_rec) : say(c, MESSAGE_COST_NOT_GIVEN);
}

static str cell_evidence(struct columns *c, uint32_t i)
{
	static const enum message grounds[COST_EVIDENCE_COUNT] = {[COST_PAPER] = MESSAGE_COST_PAPER,
	        [COST_COMPILED] = MESSAGE_COST_COMPILED,
	        [COST_ONCE] = MESSAGE_COST_MEASURED_ONCE,
	        [COST_FEW] = MESSAGE_COST_FEW,
	        [COST_STABLE] = MESSAGE_COST_STABLE};

	return say(c, grounds[c->at[i].side->evidence]);
}

enum message cost_quality_message(enum cost_quality quality)
{
	static const enum message words[] = {[QUALITY_NOT_MEASURED] = MESSAGE_COST_NOT_MEASURED,
	        [QUALITY_PASSED] = MESSAGE_COST_QUALIFIED,
	        [QUALITY_NOT_CHECKED] = MESSAGE_COST_NOT_CHECKED,
	        [QUALITY_LATE] = MESSAGE_COST_LATE};

	return words[quality];
}

static void put_units(struct columns *c)
{
	double bundle = unit_bundle(c->result);
	str unit = c->result->plan->unit, cells[TABLE_COLUMNS];

	cells[0] = bundle == 1 ? message_fill(c->arena, c->language, MESSAGE_COST_UNIT, &unit, 1)
	                       : arena_format(c->arena, "%.*s %.*s",
	                                 STR_ARG(number_fixed(c->arena, bundle, 0)), STR_ARG(unit));
	put_cells(c, cells, cell_unit);
	put_row(c, MESSAGE_COST_PER_USD, cell_per_usd);
}

static void put_rows(struct columns *c)
{
	put_row(c, MESSAGE_COST_ONE_JOB, cell_name);
	put_markdown_rule(c);
	put_row(c, MESSAGE_COST_MACHINE, cell_machine);
	put_row(c, MESSAGE_COST_BOUGHT, cell_purchase);
	put_row(c, MESSAGE_COST_PRICE, cell_price);
	put_row(c, MESSAGE_COST_SPEED, cell_speed);
	put_row(c, MESSAGE_COST_RESULT, cell_quality);
	put_row(c, MESSAGE_COST_WHOLE_RUN, cell_time);
	put_row(c, MESSAGE_COST_COLD, cell_cold);
	put_row(c, MESSAGE_COST_STEADY, cell_steady);
	put_row(c, MESSAGE_COST_BILL, cell_bill);
	put_row(c, MESSAGE_COST_COLD, cell_cold_bill);
	put_row(c, MESSAGE_COST_STEADY, cell_steady_bill);
	put_row(c, MESSAGE_COST_IDLE, cell_idle);
	if (c->result->plan->units_job > 0)
		put_units(c);
	put_row(c, MESSAGE_COST_MONTH, cell_month);
	put_row(c, MESSAGE_COST_ENGINEERING, cell_once);
	put_row(c, MESSAGE_COST_UPKEEP, cell_upkeep);
	put_row(c, MESSAGE_COST_RESTS, cell_evidence);
}

void cost_table_text(struct arena *a, const struct cost_report *report, struct buf *out)
{
	struct columns c;

	make_columns(a, report, &c);
	put_rows(&c);
	table_write(&c.table, out);
}

void cost_table_markdown(struct arena *a, const struct cost_report *report, struct buf *out)
{
	struct columns c;

	make_columns(a, report, &c);
	c.markdown = out;
	put_rows(&c);
}
