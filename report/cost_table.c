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
	struct column at[TABLE_COLUMNS - 1];
	uint32_t n;
	struct text_table table;
	struct buf *markdown; /* rows go there; NULL: into the table */
};

static void make_columns(struct arena *a, const struct cost_result *r, struct columns *c)
{
	*c = (struct columns){.arena = a, .result = r};
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

static void put_row(struct columns *c, const char *what, str (*cell)(struct columns *, uint32_t))
{
	str cells[TABLE_COLUMNS];

	cells[0] = str_from(what);
	for (uint32_t i = 0; i < c->n; i++)
		cells[i + 1] = cell(c, i);
	if (c->markdown)
		put_markdown_row(c, cells);
	else
		table_row(&c->table, cells);
}

static str cell_name(struct columns *c, uint32_t i)
{
	if (i == 1 && c->at[1].side == &c->result->best)
		return S("the same, otherwise");
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

	return s->purchase.len ? s->purchase : S("a real bill");
}

static str cell_price(struct columns *c, uint32_t i)
{
	const struct cost_side *s = c->at[i].side;

	if (isnan(s->price.usd_per_hour))
		return !isnan(s->bill_month) ? S("-") : S("not priced");
	return arena_format(c->arena, "%.6g USD/h", s->count * s->price.usd_per_hour);
}

static str cell_quality(struct columns *c, uint32_t i)
{
	return cost_quality_text(c->at[i].side->quality);
}

/* Against the column that it is held against. */
static str cell_speed(struct columns *c, uint32_t i)
{
	const struct cost_compare *k = c->at[i].compare;

	if (!k)
		return S("-");
	if (!k->speed_known)
		return S("not known: as today");
	return arena_format(
	        c->arena, "R %.*s", STR_ARG(number_fixed(c->arena, k->speed.likely, 3)));
}

static str cell_time(struct columns *c, uint32_t i)
{
	return number_time(c->arena, c->at[i].job->t_job);
}

static str cell_cold(struct columns *c, uint32_t i)
{
	return number_time(c->arena, c->at[i].job->t_cold);
}

static str cell_steady(struct columns *c, uint32_t i)
{
	return number_time(c->arena, c->at[i].job->t_steady);
}

/* A price that is there and a time that is not is "not known", not "not priced". */
static str money(struct columns *c, uint32_t i, double usd)
{
	const struct cost_side *s = c->at[i].side;

	if (isnan(usd) && (!isnan(s->price.usd_per_hour) || !isnan(s->bill_month)) &&
	        isnan(c->at[i].job->t_job))
		return S("not known");
	return number_usd(c->arena, usd);
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

static str unit_title(struct arena *a, const struct cost_result *r)
{
	double bundle = unit_bundle(r);

	if (bundle == 1)
		return arena_format(a, "a unit (%.*s)", STR_ARG(r->plan->unit));
	return arena_format(
	        a, "%.*s %.*s", STR_ARG(number_fixed(a, bundle, 0)), STR_ARG(r->plan->unit));
}

static str cell_per_usd(struct columns *c, uint32_t i)
{
	return number_fixed(c->arena, c->result->plan->units_job / c->at[i].job->c_job, 3);
}

static str cell_month(struct columns *c, uint32_t i)
{
	return isnan(c->result->plan->jobs.likely) ? S("jobs not given")
	                                           : money(c, i, c->at[i].month);
}

static str cell_once(struct columns *c, uint32_t i)
{
	const struct cost_compare *k = c->at[i].compare;

	if (!k)
		return S("0.00 USD");
	if (!k->effort_some)
		return S("not given");
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
		return S("not in the money");
	return k->effort_some ? number_usd(c->arena, k->o.c_rec) : S("not given");
}

static str cell_evidence(struct columns *c, uint32_t i)
{
	return cost_evidence_text(c->at[i].side->evidence);
}

static void put_rows(struct arena *a, const struct cost_result *r, struct columns *c)
{
	put_row(c, "ONE QUALIFIED JOB", cell_name);
	put_markdown_rule(c);
	put_row(c, "machine", cell_machine);
	put_row(c, "bought", cell_purchase);
	put_row(c, "price", cell_price);
	put_row(c, "speed", cell_speed);
	put_row(c, "result", cell_quality);
	put_row(c, "whole run", cell_time);
	put_row(c, "  from cold", cell_cold);
	put_row(c, "  steady", cell_steady);
	put_row(c, "cloud bill", cell_bill);
	put_row(c, "  from cold", cell_cold_bill);
	put_row(c, "  steady", cell_steady_bill);
	put_row(c, "  of it idle", cell_idle);
	if (r->plan->units_job > 0) {
		put_row(c, arena_cstr(a, unit_title(a, r)), cell_unit);
		put_row(c, "units for 1 USD", cell_per_usd);
	}
	put_row(c, "bill a month", cell_month);
	put_row(c, "engineering, once", cell_once);
	put_row(c, "  a month", cell_upkeep);
	put_row(c, "rests on", cell_evidence);
}

void cost_table_text(struct arena *a, const struct cost_result *r, struct buf *out)
{
	struct columns c;

	make_columns(a, r, &c);
	put_rows(a, r, &c);
	table_write(&c.table, out);
}

void cost_table_markdown(struct arena *a, const struct cost_result *r, struct buf *out)
{
	struct columns c;

	make_columns(a, r, &c);
	c.markdown = out;
	put_rows(a, r, &c);
}
