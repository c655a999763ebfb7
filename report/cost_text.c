/* The comparison for a terminal: the answer, the four lines, then what it rests on.
 *
 * Wording: "would" and "at equal speed" where nothing was measured; "saves" only with evidence A
 * and an interval that lies below 1 as a whole. */
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

static void put_row(struct columns *c, const char *what, str (*cell)(struct columns *, uint32_t))
{
	str cells[TABLE_COLUMNS];

	cells[0] = str_from(what);
	for (uint32_t i = 0; i < c->n; i++)
		cells[i + 1] = cell(c, i);
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

static void put_table(struct arena *a, const struct cost_result *r, struct buf *out)
{
	const struct cost_plan *plan = r->plan;
	struct columns c;

	make_columns(a, r, &c);
	put_row(&c, "ONE QUALIFIED JOB", cell_name);
	put_row(&c, "machine", cell_machine);
	put_row(&c, "bought", cell_purchase);
	put_row(&c, "price", cell_price);
	put_row(&c, "result", cell_quality);
	put_row(&c, "whole run", cell_time);
	put_row(&c, "  from cold", cell_cold);
	put_row(&c, "  steady", cell_steady);
	put_row(&c, "cloud bill", cell_bill);
	put_row(&c, "  from cold", cell_cold_bill);
	put_row(&c, "  steady", cell_steady_bill);
	put_row(&c, "  of it idle", cell_idle);
	if (plan->units_job > 0) {
		put_row(&c, arena_cstr(a, unit_title(a, r)), cell_unit);
		put_row(&c, "units for 1 USD", cell_per_usd);
	}
	put_row(&c, "bill a month", cell_month);
	put_row(&c, "engineering, once", cell_once);
	put_row(&c, "  a month", cell_upkeep);
	put_row(&c, "rests on", cell_evidence);
	table_write(&c.table, out);
}

/* ------------------------------------------------------------------ the answer */

static str upper(struct arena *a, str s)
{
	char *out = arena_alloc(a, s.len + 1, 1);

	for (size_t i = 0; i < s.len; i++)
		out[i] = s.ptr[i] >= 'a' && s.ptr[i] <= 'z' ? (char)(s.ptr[i] - 32) : s.ptr[i];
	return (str){out, s.len};
}

static void put_answers(struct arena *a, const struct cost_report *report, struct buf *out)
{
	const struct cost_result *r = report->result;

	for (uint32_t i = 0; i < r->n_targets; i++) {
		const struct cost_compare *c = &r->targets[i];

		buf_puts(out, "  ");
		text_visible(out, c->side->name);
		buf_format(out, "   %.*s   evidence %c: %.*s\n",
		        STR_ARG(upper(a, cost_answer_word(c->answer))), c->label,
		        STR_ARG(c->label_reason));
		paragraph(out, c->answer_rule, 6, report->columns);
	}
}

/* ------------------------------------------------------------------ stay, but differently */

static void put_options(struct arena *a, const struct cost_result *r, struct buf *out)
{
	struct text_table t = {.arena = a,
	        .columns = 7,
	        .left = {true, true, false, false, false, true, true},
	        .indent = 2};
	str head[] = {S("option"), S("region"), S("USD/h"), S("an hour"), S("a month"),
	        S("price of"), S("")};

	buf_puts(out, "\nBEFORE ANY PORT: the same machine bought otherwise, 0 hours of work\n");
	if (!r->options.len) {
		buf_puts(out, "  the price book knows no other way to buy it\n");
		return;
	}
	table_row(&t, head);
	for (uint32_t i = 0; i < r->options.len; i++) {
		const struct cost_option *o = &r->options.at[i];
		double less = 100 * (1 - o->hour_share);
		str cells[] = {o->price.purchase, o->price.region,
		        isnan(o->price.usd_per_hour)
		                ? S("not priced")
		                : arena_format(a, "%.6g", o->price.usd_per_hour),
		        isnan(less) ? S("")
		                    : arena_format(a, "%.1f %% %s", fabs(less),
		                              less >= 0 ? "less" : "more"),
		        isnan(o->saving_month)
		                ? S("")
		                : arena_format(a, "%.*s %s",
		                          STR_ARG(number_usd(a, fabs(o->saving_month))),
		                          o->saving_month >= 0 ? "less" : "more"),
		        o->price.date.len ? o->price.date : S("undated"),
		        o->remark             ? str_from(o->remark)
		        : i == r->best_option ? S("the cheapest way to stay: the port is held "
		                                  "against it")
		                              : S("")};

		table_row(&t, cells);
	}
	table_write(&t, out);
}

/* ------------------------------------------------------------------ parity and payback */

static void put_months(struct arena *a, const struct cost_parity *p, struct buf *out)
{
	if (isnan(p->r100))
		return;
	buf_format(out,
	        "     a machine all month (730 h) would cost %.*s %s at R 1.00, %.*s %s at R "
	        "0.90\n",
	        STR_ARG(number_usd(a, fabs(p->r100))), p->r100 >= 0 ? "less" : "more",
	        STR_ARG(number_usd(a, fabs(p->r090))), p->r090 >= 0 ? "less" : "more");
}

static void put_parity(struct arena *a, const struct cost_compare *c, struct buf *out)
{
	for (uint32_t i = 0; i < c->n_parity; i++) {
		const struct cost_parity *p = &c->parity[i];

		if (isnan(p->parity)) {
			buf_format(out, "  R* not known against %.*s: a price is missing\n",
			        STR_ARG(p->against.len ? p->against : S("today's bill")));
			continue;
		}
		buf_format(out,
		        "  R* %.*s against %.*s: the share of today's throughput at which %s cost "
		        "the same%s\n",
		        STR_ARG(number_fixed(a, p->parity, 3)),
		        STR_ARG(p->against.len ? p->against : S("today's bill")),
		        isnan(p->r100) ? "the jobs" : "the machines",
		        p->mixed ? "  (PURCHASE OPTIONS DIFFER)" : "");
		put_months(a, p, out);
	}
	if (!isnan(c->r_parity))
		buf_format(out,
		        "  the bill of a job ties at %.*s times today's time%s; nothing pays for "
		        "the "
		        "port then\n",
		        STR_ARG(number_fixed(a, c->r_parity, 3)),
		        c->speed_known ? arena_cstr(a, arena_format(a, " (it takes %.*s)",
		                                               STR_ARG(number_fixed(a, c->r, 3))))
		                       : " (its time is not known)");
}

static void put_curve(
        struct arena *a, const struct cost_result *r, const struct cost_compare *c, struct buf *out)
{
	struct text_table t = {.arena = a, .columns = 3, .left = {false, false, true}, .indent = 4};
	str head[] = {S("jobs a month"), S("time ratio"), S("")};

	if (!c->n_curve)
		return;
	buf_format(out, "  pays back within %.0f months up to this time ratio:\n", c->months);
	table_row(&t, head);
	for (uint32_t i = 0; i < c->n_curve; i++) {
		double jobs = c->curve[i].jobs, most = c->curve[i].r_max;
		bool own = jobs == r->plan->jobs.likely;
		str cells[] = {number_fixed(a, jobs, jobs == floor(jobs) ? 0 : 1),
		        most > 0 ? number_fixed(a, most, 3) : S("never"),
		        own ? c->speed_known ? arena_format(a, "you are here, at %.*s: %s",
		                                       STR_ARG(number_fixed(a, c->r, 3)),
		                                       c->r <= most ? "pays" : "does not pay")
		                             : S("your number")
		            : S("")};

		table_row(&t, cells);
	}
	table_write(&t, out);
	if (isinf(c->jobs_needed))
		buf_puts(out, "  at equal speed no number of jobs pays it back\n");
	else if (!isnan(c->jobs_needed))
		buf_format(out, "  at equal speed: from %.*s jobs a month%s\n",
		        STR_ARG(number_fixed(a, ceil(c->jobs_needed), 0)),
		        isnan(r->plan->jobs.likely) ? " (yours: not given)" : "");
}

/* An amount that needs the number of jobs, where that is what is missing. */
static str by_month(struct arena *a, const struct cost_compare *c, double usd)
{
	return isnan(usd) && isnan(c->c.jobs) ? S("needs jobs_month") : number_usd(a, usd);
}

static void put_once(struct arena *a, const struct cost_compare *c, struct buf *out)
{
	const struct cost_outcome *o = &c->o;

	buf_format(out,
	        "  once %.*s: labour %.*s, debugging %.*s, both platforms running %.*s, moving "
	        "data "
	        "%.*s",
	        STR_ARG(by_month(a, c, o->c_once)), STR_ARG(number_usd(a, o->c_labour)),
	        STR_ARG(number_usd(a, o->c_debug)), STR_ARG(by_month(a, c, o->c_dual)),
	        STR_ARG(number_usd(a, c->c.move)));
	if (c->c.committed > 0)
		buf_format(out, ", a commitment still to be paid %.*s",
		        STR_ARG(number_usd(a, c->c.committed)));
	buf_byte(out, '\n');
}

static void put_break_even(struct arena *a, const struct cost_compare *c, struct buf *out)
{
	const struct cost_outcome *o = &c->o;

	put_once(a, c, out);
	if (c->label == 'X') {
		buf_puts(out, "  no verdict in money: ");
		buf_put(out, c->label_reason);
		buf_byte(out, '\n');
		return;
	}
	if (!c->speed_known) {
		buf_puts(out, "  R is not known: no break-even is said\n");
		return;
	}
	if (isnan(o->saving_job))
		return;
	buf_format(out, "  a job would cost %.*s %s", STR_ARG(number_usd(a, fabs(o->saving_job))),
	        o->saving_job >= 0 ? "less" : "more");
	if (!isnan(o->s_month))
		buf_format(out, ", a month %.*s %s after upkeep of %.*s",
		        STR_ARG(number_usd(a, fabs(o->s_month))), o->s_month >= 0 ? "less" : "more",
		        STR_ARG(number_usd(a, o->c_rec)));
	buf_byte(out, '\n');
	if (isnan(o->break_even_months))
		return;
	if (isinf(o->break_even_months))
		buf_puts(out, "  no break-even: no month is cheaper");
	else
		buf_format(out, "  break-even %.*s months, %.*s jobs",
		        STR_ARG(number_fixed(a, o->break_even_months, 1)),
		        STR_ARG(number_fixed(a, o->break_even_jobs, 0)));
	buf_format(out, "; present value after 24 months %.*s\n", STR_ARG(number_usd(a, c->npv24)));
	if (!isnan(c->p12))
		buf_format(out,
		        "  probability of break-even within 12 months %.2f, within 24 months "
		        "%.2f\n",
		        c->p12, c->p24);
}

static void put_measured(struct arena *a, const struct cost_compare *c, struct buf *out)
{
	const double *i = c->ratio_interval;
	bool mixed = c->parity[c->n_parity - 1].mixed;

	if (isnan(i[0]))
		return;
	buf_format(out, "  cost ratio of measured warm runs: 95 %% interval %.*s to %.*s: %s\n",
	        STR_ARG(number_fixed(a, i[0], 3)), STR_ARG(number_fixed(a, i[1], 3)),
	        i[0] > 1          ? "costs more"
	        : i[1] >= 1       ? "no difference can be told"
	        : c->label != 'A' ? "would save, the evidence is not complete"
	        : mixed           ? "would save, but purchase options differ"
	                          : "saves");
}

/* ------------------------------------------------------------------ what else it rests on */

static void put_swings(struct arena *a, const struct cost_compare *c, struct buf *out)
{
	struct text_table t = {.arena = a,
	        .columns = 6,
	        .left = {true, false, false, false, false, true},
	        .indent = 4};
	str head[] = {
	        S("present value after 24 months"), S("from"), S("to"), S("USD"), S("USD"), S("")};

	if (!c->n_swings)
		return;
	buf_puts(out, "  what would change the answer, widest first:\n");
	table_row(&t, head);
	for (uint32_t i = 0; i < c->n_swings; i++) {
		const struct cost_swing *s = &c->swings[i];
		str cells[] = {str_from(s->what), arena_format(a, "%.6g", s->low_value),
		        arena_format(a, "%.6g", s->high_value), number_cents(a, s->low),
		        number_cents(a, s->high), s->flips ? S("flips the sign") : S("")};

		table_row(&t, cells);
	}
	table_write(&t, out);
}

static void put_lengths(struct arena *a, const struct cost_compare *c, struct buf *out)
{
	if (isnan(c->lengths[1].base) || isnan(c->lengths[1].target))
		return;
	buf_puts(out, "  shorter and longer jobs, bill on the target over today's:");
	for (uint32_t i = 0; i < COST_LENGTH_MOST; i++)
		buf_format(out, "%s %.*s at %g times the work", i ? "," : "",
		        STR_ARG(number_fixed(a, c->lengths[i].target / c->lengths[i].base, 3)),
		        c->lengths[i].factor);
	buf_format(out, "\n  cold start: %.*s of a cold job's time%s\n",
	        STR_ARG(number_percent(a, c->cold_share)),
	        c->cold_share > 0.5 ? ": IT DOMINATES" : "");
}

static void put_bound(struct arena *a, const struct cost_bound *b, struct buf *out)
{
	if (!b->some)
		return;
	buf_format(out,
	        "  least time possible (%.*s, dense peak, a bound and no forecast): today %.*s, "
	        "target %.*s; R cannot pass %.*s%s\n",
	        STR_ARG(b->dtype), STR_ARG(number_time(a, b->base_hours)),
	        STR_ARG(number_time(a, b->target_hours)),
	        STR_ARG(number_fixed(a, b->most_speed, 3)),
	        b->unreachable ? ": PARITY IS OUT OF REACH" : "");
}

static void put_buckets(struct arena *a, const struct buckets *b, struct buf *out)
{
	if (!b->n)
		return;
	buf_format(out, "  length buckets: %u programs%s, %.*s of the work is padding; up to", b->n,
	        b->chosen ? " (chosen for the least time)" : "",
	        STR_ARG(number_percent(a, b->loss)));
	for (uint32_t i = 0; i < b->n; i++)
		buf_format(out, "%s %g", i ? "," : "", b->edge[i]);
	buf_byte(out, '\n');
}

static void put_blockers(const struct effort *e, struct buf *out)
{
	for (uint32_t i = 0; i < e->blockers.len; i++) {
		buf_puts(out, "  NO KNOWN WAY: ");
		text_visible(out, e->blockers.at[i].title);
		if (e->blockers.at[i].instead.len) {
			buf_puts(out, "; instead: ");
			text_visible(out, e->blockers.at[i].instead);
		}
		buf_byte(out, '\n');
	}
}

static void put_effort(struct arena *a, const struct cost_compare *c, struct buf *out)
{
	const struct effort *e = &c->effort;

	if (!c->effort_some) {
		buf_puts(out, "  effort: not given (effort: in the plan, or a scan)\n");
		return;
	}
	if (e->fixed) {
		buf_format(out, "  effort, hours, as given: P50 %.*s, P90 %.*s\n",
		        STR_ARG(number_fixed(a, e->total.p50, 0)),
		        STR_ARG(number_fixed(a, e->total.p90, 0)));
		put_blockers(e, out);
		return;
	}
	buf_format(out,
	        "  effort, hours: P50 %.*s, P80 %.*s, P90 %.*s; of it code for any device %.*s, "
	        "for "
	        "this target only %.*s (P50)\n",
	        STR_ARG(number_fixed(a, e->total.p50, 0)),
	        STR_ARG(number_fixed(a, e->total.p80, 0)),
	        STR_ARG(number_fixed(a, e->total.p90, 0)),
	        STR_ARG(number_fixed(a, e->parts[PART_NEUTRAL].p50, 0)),
	        STR_ARG(number_fixed(a, e->parts[PART_TARGET].p50, 0)));
	put_blockers(e, out);
}

static void put_pilot(struct arena *a, const struct cost_compare *c, struct buf *out)
{
	const struct cost_pilot *p = &c->pilot;

	if (c->answer != ANSWER_PILOT)
		return;
	buf_format(out, "  A PILOT BUYS %.*s h of %.*s (%.*s, %.*s): %.*s, price of %.*s",
	        STR_ARG(number_fixed(a, p->paid_hours, 0)), STR_ARG(p->rental.instance),
	        STR_ARG(p->rental.purchase), STR_ARG(p->rental.price.region),
	        STR_ARG(number_usd(a, p->device_usd)),
	        STR_ARG(p->rental.price.date.len ? p->rental.price.date : S("no date")));
	if (!isnan(p->people_hours))
		buf_format(out, ", and %.*s hours of people (P80): %.*s together",
		        STR_ARG(number_fixed(a, p->people_hours, 0)),
		        STR_ARG(number_usd(a, p->total_usd)));
	else
		buf_puts(out, "; hours of people are not estimated");
	buf_puts(out,
	        "\n    the one question: does the job run there, qualify, and how long does it "
	        "take?\n");
	if (!isnan(p->stop_ratio))
		buf_format(out, "    stop if it takes more than %.*s times today's time\n",
		        STR_ARG(number_fixed(a, p->stop_ratio, 2)));
	if (str_eq(p->rental.purchase, S("capacity-block")))
		buf_puts(out,
		        "    Capacity Blocks are paid in full up front, reserved up to 8 weeks "
		        "ahead, and sold while there are any\n");
}

static void put_compare(
        struct arena *a, const struct cost_result *r, const struct cost_compare *c, struct buf *out)
{
	buf_byte(out, '\n');
	text_visible(out, upper(a, c->side->name));
	if (!c->speed_known)
		buf_puts(out, "  (its speed is not known: all figures at equal speed)");
	buf_byte(out, '\n');
	put_pilot(a, c, out);
	put_parity(a, c, out);
	put_effort(a, c, out);
	if (c->effort_some)
		put_break_even(a, c, out);
	put_measured(a, c, out);
	put_curve(a, r, c, out);
	put_swings(a, c, out);
	put_bound(a, &c->bound, out);
	put_buckets(a, &c->buckets, out);
	put_lengths(a, c, out);
	if (!isnan(c->side->block_hours))
		buf_format(out,
		        "  one Capacity Block of %.*s useful hours: %.*s paid, %.*s, %.*s a "
		        "useful hour\n",
		        STR_ARG(number_fixed(a, c->side->block_hours, 1)),
		        STR_ARG(number_fixed(a, block_hours_paid(c->side->block_hours), 0)),
		        STR_ARG(number_usd(a, block_hours_paid(c->side->block_hours) *
		                                      c->side->count *
		                                      c->side->price.usd_per_hour)),
		        STR_ARG(number_usd(a, block_hours_paid(c->side->block_hours) *
		                                      c->side->count * c->side->price.usd_per_hour /
		                                      c->side->block_hours)));
}

static void put_price_line(const struct cost_side *s, struct buf *out)
{
	if (isnan(s->price.usd_per_hour))
		return;
	buf_puts(out, "  ");
	text_visible(out, s->instance);
	buf_format(out, " %.*s, %.*s: %.6g USD/h, %.*s%s%.*s, ", STR_ARG(s->purchase),
	        STR_ARG(s->price.region), s->price.usd_per_hour, STR_ARG(s->price.date),
	        s->price.evidence.len ? ", " : "", STR_ARG(s->price.evidence));
	text_visible(out, s->price.source);
	if (s->price.discount.len) {
		buf_format(out, "; %.6g before the discount of ", s->price.list_usd_per_hour);
		text_visible(out, s->price.discount);
	}
	buf_byte(out, '\n');
}

static void put_ground(struct arena *a, const struct cost_result *r, bool verbose, struct buf *out)
{
	buf_puts(out, "\nRESTS ON\n");
	put_price_line(&r->plan->today, out);
	if (r->best_option != UINT32_MAX)
		put_price_line(&r->best, out);
	for (uint32_t i = 0; i < r->n_targets; i++)
		put_price_line(r->targets[i].side, out);
	for (uint32_t i = 0; i < r->stale.len; i++) {
		buf_puts(out, "  STALE: ");
		text_visible(out, r->stale.at[i]);
		buf_byte(out, '\n');
	}
	for (uint32_t i = 0; i < r->missing.len; i++) {
		buf_puts(out, "  NOT PRICED: ");
		text_visible(out, r->missing.at[i]);
		buf_byte(out, '\n');
	}
	report_settings_text(a, &r->plan->settings, verbose, out);
}

void report_cost_text(struct arena *a, const struct cost_report *report, struct buf *out)
{
	const struct cost_result *r = report->result;

	text_visible(out, r->plan->name);
	if (isnan(r->plan->jobs.likely))
		buf_puts(out, "   jobs a month: not given");
	else
		buf_format(out, "   %.*s jobs a month",
		        STR_ARG(number_fixed(a, r->plan->jobs.likely,
		                r->plan->jobs.likely == floor(r->plan->jobs.likely) ? 0 : 1)));
	buf_format(out, "   all money in USD, as of %.*s\n\n",
	        STR_ARG(date_format(a, r->plan->as_of)));
	put_answers(a, report, out);
	buf_byte(out, '\n');
	put_table(a, r, out);
	put_options(a, r, out);
	for (uint32_t i = 0; i < r->n_targets; i++)
		put_compare(a, r, &r->targets[i], out);
	put_ground(a, r, report->verbose, out);
}
