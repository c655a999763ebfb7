/* The comparison for a terminal: the answer, the four lines, then what it rests on.
 *
 * Wording: "would" and "at equal speed" where nothing was measured; "saves" only with evidence A
 * and an interval that lies below 1 as a whole. */
#include "report/cost.h"

#include "base/text.h"
#include "report/effort.h"
#include "report/number.h"
#include "report/said.h"

#include <math.h>

/* ------------------------------------------------------------------ the answer */

static str upper(struct arena *a, str s)
{
	char *out = arena_alloc(a, s.len + 1, 1);

	for (size_t i = 0; i < s.len; i++)
		out[i] = s.ptr[i] >= 'a' && s.ptr[i] <= 'z' ? (char)(s.ptr[i] - 32) : s.ptr[i];
	return (str){out, s.len};
}

enum message cost_answer_message(enum cost_answer answer)
{
	static const enum message words[] = {[ANSWER_INSUFFICIENT] = MESSAGE_INSUFFICIENT,
	        [ANSWER_PORT] = MESSAGE_PORT,
	        [ANSWER_PILOT] = MESSAGE_PILOT,
	        [ANSWER_STAY] = MESSAGE_STAY,
	        [ANSWER_STAY_BUY] = MESSAGE_STAY_BUY};

	return words[answer];
}

static str evidence_said(struct arena *a, enum language language, const struct cost_compare *c)
{
	str parts[] = {(str){&c->label, 1}, said(a, language, SAID_COST, c->label_reason)};

	return message_fill(a, language, MESSAGE_COST_EVIDENCE, parts, 2);
}

void cost_answers_text(struct arena *a, const struct cost_report *report, struct buf *out)
{
	const struct cost_result *r = report->result;

	for (uint32_t i = 0; i < r->n_targets; i++) {
		const struct cost_compare *c = &r->targets[i];
		str word = str_from(message(report->language, cost_answer_message(c->answer)));

		buf_puts(out, "  ");
		text_visible(out, c->side->name);
		buf_format(out, "   %.*s   %.*s\n", STR_ARG(upper(a, word)),
		        STR_ARG(evidence_said(a, report->language, c)));
		paragraph(out, said(a, report->language, SAID_COST, c->answer_rule), 6,
		        report->columns);
	}
}

/* ------------------------------------------------------------------ stay, but differently */

void cost_options_text(struct arena *a, const struct cost_result *r, struct buf *out)
{
	struct text_table t = {.arena = a,
	        .columns = 7,
	        .left = {true, true, false, false, false, true, true},
	        .indent = 2};
	str head[] = {S("option"), S("region"), S("USD/h"), S("an hour"), S("a month"),
	        S("price of"), S("")};

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
        struct arena *a, const struct cost_report *report, uint32_t target, struct buf *out)
{
	const struct cost_result *r = report->result;
	const struct cost_compare *c = &r->targets[target];
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
	cost_curve_text(a, report, target, out);
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
	if (c->debug.instance.len && !str_eq(c->debug.instance, c->side->instance)) {
		buf_puts(out, "    debugging and a pilot on ");
		text_visible(out, c->debug.instance);
		buf_format(out, " (%.*s, %.*s) at %.6g USD/h\n", STR_ARG(c->debug.purchase),
		        STR_ARG(c->debug.price.region), c->debug.price.usd_per_hour);
	}
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
	if (!isnan(c->month_range[0]))
		buf_format(out, " (saving in 80 %% of the draws: %.*s to %.*s)",
		        STR_ARG(number_usd(a, c->month_range[0])),
		        STR_ARG(number_usd(a, c->month_range[1])));
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

static void put_pilot(
        struct arena *a, const struct cost_result *r, const struct cost_compare *c, struct buf *out)
{
	const struct cost_pilot *p = &c->pilot;

	if (c->answer != ANSWER_PILOT)
		return;
	buf_puts(out, "  A PILOT of ");
	text_visible(out, r->plan->name);
	buf_format(out, " BUYS %.*s h of %.*s (%.*s, %.*s): %.*s, price of %.*s",
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

void cost_compare_text(
        struct arena *a, const struct cost_report *report, uint32_t target, struct buf *out)
{
	const struct cost_result *r = report->result;
	const struct cost_compare *c = &r->targets[target];

	put_pilot(a, r, c, out);
	put_parity(a, c, out);
	put_effort(a, c, out);
	if (c->effort_some)
		put_break_even(a, c, out);
	put_measured(a, c, out);
	put_curve(a, report, target, out);
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

static void put_compare(
        struct arena *a, const struct cost_report *report, uint32_t target, struct buf *out)
{
	const struct cost_compare *c = &report->result->targets[target];

	buf_byte(out, '\n');
	text_visible(out, upper(a, c->side->name));
	if (!c->speed_known)
		buf_puts(out, "  (its speed is not known: all figures at equal speed)");
	buf_byte(out, '\n');
	cost_compare_text(a, report, target, out);
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

void cost_ground_text(struct arena *a, const struct cost_report *report, struct buf *out)
{
	const struct cost_result *r = report->result;

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
	for (uint32_t i = 0; i < r->ideal.len; i++) {
		buf_puts(out, "  TAKEN AT ITS BEST: ");
		text_visible(out, r->ideal.at[i]);
		buf_byte(out, '\n');
	}
	report_settings_text(a, &r->plan->settings, report->verbose, out);
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
	cost_answers_text(a, report, out);
	buf_byte(out, '\n');
	cost_table_text(a, report, out);
	buf_puts(out, "\nBEFORE ANY PORT: the same machine bought otherwise, 0 hours of work\n");
	cost_options_text(a, r, out);
	for (uint32_t i = 0; i < r->n_targets; i++)
		put_compare(a, report, i, out);
	buf_puts(out, "\nRESTS ON\n");
	cost_ground_text(a, report, out);
}
