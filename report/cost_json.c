/* portfit-cost/1. What is not known is absent. Money is not rounded: who rounds it to the cent gets
 * what the text shows. */
#include "report/cost.h"

#include "report/effort.h"
#include "report/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void usd(struct json_out *w, const char *key, double value)
{
	number_json(w, key, value, NUMBER_WHOLE);
}

static void flag(struct json_out *w, const char *key, bool value)
{
	json_out_key(w, key);
	json_out_bool(w, value);
}

static void put_price(struct json_out *w, const struct price *p)
{
	json_out_object(w);
	text_json(w, "provider", p->provider);
	text_json(w, "instance", p->instance);
	text_json(w, "region", p->region);
	text_json(w, "purchase", p->purchase);
	if (isnan(p->usd_per_hour))
		flag(w, "priced", false);
	number_json(w, "usd_per_hour", p->usd_per_hour, 9);
	if (p->discount.len) {
		number_json(w, "list_usd_per_hour", p->list_usd_per_hour, 9);
		text_json(w, "discount", p->discount);
	}
	text_json(w, "date", p->date);
	text_json(w, "source", p->source);
	text_json(w, "evidence", p->evidence);
	text_json(w, "note", p->note);
	json_out_object_end(w);
}

static void put_job(struct json_out *w, const struct cost_plan *plan, const struct job_cost *j)
{
	json_out_object(w);
	number_json(w, "t_job_hours", j->t_job, 9);
	number_json(w, "t_cold_hours", j->t_cold, 9);
	number_json(w, "t_steady_hours", j->t_steady, 9);
	usd(w, "c_run_usd", j->c_run);
	usd(w, "c_job_usd", j->c_job);
	usd(w, "c_cold_usd", j->c_cold);
	usd(w, "c_steady_usd", j->c_steady);
	usd(w, "idle_usd", j->idle);
	if (plan->units_job > 0) {
		number_json(w, "usd_per_unit", j->c_job / plan->units_job, 9);
		number_json(w, "units_per_usd", plan->units_job / j->c_job, 9);
	}
	json_out_object_end(w);
}

static void put_side(struct json_out *w, const struct cost_plan *plan, const struct cost_side *s)
{
	json_out_pair_str(w, "name", s->name);
	text_json(w, "target", s->target);
	json_out_key(w, "price");
	put_price(w, &s->price);
	number_json(w, "count", s->count, 6);
	number_json(
	        w, "util", isnan(s->util) ? settings_value(&plan->settings, SET_UTIL) : s->util, 9);
	if (!isnan(s->block_hours)) {
		number_json(w, "block_useful_hours", s->block_hours, 6);
		number_json(w, "block_paid_hours", block_hours_paid(s->block_hours), 6);
		usd(w, "block_usd",
		        block_hours_paid(s->block_hours) * s->count * s->price.usd_per_hour);
		usd(w, "block_usd_per_useful_hour",
		        block_hours_paid(s->block_hours) * s->count * s->price.usd_per_hour /
		                s->block_hours);
	}
	number_json(w, "bill_month_usd", s->bill_month, 6);
	json_out_pair_str(w, "evidence", cost_evidence_text(s->evidence));
	json_out_pair_str(w, "qualified_result", cost_quality_text(s->quality));
	number_json(w, "q_pass", s->pass, 6);
	number_json(w, "f_retry", s->retry.likely, 6);
	if (points_are_range(s->retry)) {
		number_json(w, "f_retry_low", s->retry.low, 6);
		number_json(w, "f_retry_high", s->retry.high, 6);
	}
	number_json(w, "wait_p95_seconds", s->wait_p95, 9);
	if (s->hours.n)
		json_out_pair_int(w, "warm_runs", s->hours.n);
}

static void put_options(struct json_out *w, const struct cost_result *r)
{
	json_out_key(w, "bought_otherwise");
	json_out_array(w);
	for (uint32_t i = 0; i < r->options.len; i++) {
		const struct cost_option *o = &r->options.at[i];

		json_out_object(w);
		json_out_key(w, "price");
		put_price(w, &o->price);
		number_json(w, "less_an_hour_percent", 100 * (1 - o->hour_share), 6);
		number_json(w, "util", o->util, 9);
		usd(w, "month_usd", o->month);
		usd(w, "saving_month_usd", o->saving_month);
		if (o->remark)
			json_out_pair_str(w, "not_counted", str_from(o->remark));
		flag(w, "best", i == r->best_option);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void put_parity(struct json_out *w, const struct cost_compare *c)
{
	json_out_key(w, "parity");
	json_out_array(w);
	for (uint32_t i = 0; i < c->n_parity; i++) {
		const struct cost_parity *p = &c->parity[i];

		json_out_object(w);
		text_json(w, "against", p->against);
		number_json(w, "r_star", p->parity, 9);
		usd(w, "saving_730h_r100_usd", p->r100);
		usd(w, "saving_730h_r090_usd", p->r090);
		flag(w, "options_mixed", p->mixed);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void put_money(struct json_out *w, const struct cost_compare *c)
{
	const struct cost_outcome *o = &c->o;

	usd(w, "saving_job_usd", o->saving_job);
	usd(w, "today_month_usd", o->base_month);
	usd(w, "target_month_usd", o->target_month);
	number_json(w, "hours", c->c.hours, 6);
	number_json(w, "rate_usd_hour", c->c.rate, 6);
	usd(w, "c_labour_usd", o->c_labour);
	usd(w, "c_debug_usd", o->c_debug);
	text_json(w, "debug_machine", c->debug.instance);
	number_json(w, "debug_usd_hour", c->debug.price.usd_per_hour, 9);
	usd(w, "c_dual_usd", o->c_dual);
	usd(w, "c_move_usd", c->c.move);
	usd(w, "c_committed_usd", c->c.committed);
	usd(w, "c_once_usd", o->c_once);
	usd(w, "c_rec_month_usd", o->c_rec);
	usd(w, "s_month_usd", o->s_month);
	usd(w, "s_month_p10_usd", c->month_range[0]);
	usd(w, "s_month_p90_usd", c->month_range[1]);
	if (isinf(o->break_even_months))
		flag(w, "breaks_even", false);
	number_json(w, "break_even_months", o->break_even_months, 6);
	number_json(w, "break_even_jobs", o->break_even_jobs, 3);
	usd(w, "npv12_usd", c->npv12);
	usd(w, "npv24_usd", c->npv24);
	number_json(w, "p_break_even_12", c->p12, 4);
	number_json(w, "p_break_even_24", c->p24, 4);
}

/* What is behind them is noise of the machine. */
static double nine_digits(double value)
{
	char text[32];

	snprintf(text, sizeof text, "%.9g", value);
	return strtod(text, NULL);
}

/* What a drawing of the curve needs. */
static void put_drawing(struct json_out *w, const struct payback *p)
{
	uint32_t flat = w->flat_from;

	number_json(w, "r_ceiling", p->ceiling, 9);
	number_json(w, "axis_r_to", p->top, 6);
	if (p->own_known)
		flag(w, "pays", p->pays);
	json_out_key(w, "line");
	w->flat_from = flat ? flat : w->depth; /* many small numbers: on one line */
	json_out_array(w);
	for (uint32_t i = 0; i < PAYBACK_POINTS; i++) {
		json_out_array(w);
		json_out_float(w, nine_digits(p->at[i].jobs));
		json_out_float(w, nine_digits(p->at[i].r_max));
		json_out_array_end(w);
	}
	json_out_array_end(w);
	w->flat_from = flat;
}

static void put_payback(struct json_out *w, const struct cost_compare *c)
{
	json_out_key(w, "payback");
	json_out_object(w);
	number_json(w, "months", c->months, 6);
	usd(w, "equal_speed_job_usd", c->o.target_equal);
	number_json(w, "r", c->r, 9);
	number_json(w, "r_parity", c->r_parity, 9);
	number_json(w, "r_max", c->r_max, 9);
	number_json(w, "jobs_needed_at_equal_speed", ceil(c->jobs_needed), 0);
	json_out_key(w, "curve");
	json_out_array(w);
	for (uint32_t i = 0; i < c->n_curve; i++) {
		json_out_object(w);
		number_json(w, "jobs_month", c->curve[i].jobs, 6);
		number_json(w, "r_max", c->curve[i].r_max, 9);
		json_out_object_end(w);
	}
	json_out_array_end(w);
	if (c->payback.some)
		put_drawing(w, &c->payback);
	json_out_object_end(w);
}

static void put_swings(struct json_out *w, const struct cost_compare *c)
{
	if (!c->n_swings)
		return;
	json_out_key(w, "sensitivity");
	json_out_array(w);
	for (uint32_t i = 0; i < c->n_swings; i++) {
		const struct cost_swing *s = &c->swings[i];

		json_out_object(w);
		json_out_pair_str(w, "what", str_from(s->what));
		number_json(w, "from", s->low_value, 6);
		number_json(w, "to", s->high_value, 6);
		usd(w, "npv24_from_usd", s->low);
		usd(w, "npv24_to_usd", s->high);
		flag(w, "flips", s->flips);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void put_pilot(struct json_out *w, const struct cost_pilot *p)
{
	json_out_key(w, "pilot");
	json_out_object(w);
	json_out_key(w, "price");
	put_price(w, &p->rental.price);
	number_json(w, "machine_hours", p->machine_hours, 6);
	number_json(w, "paid_hours", p->paid_hours, 6);
	usd(w, "device_usd", p->device_usd);
	number_json(w, "people_p80_hours", p->people_hours, 3);
	usd(w, "labour_usd", p->labour_usd);
	usd(w, "total_usd", p->total_usd);
	number_json(w, "stop_above_time_ratio", p->stop_ratio, 6);
	if (p->judged)
		flag(w, "affordable", p->affordable);
	json_out_object_end(w);
}

static void put_bound(struct json_out *w, const struct cost_bound *b)
{
	if (!b->some)
		return;
	json_out_key(w, "least_time");
	json_out_object(w);
	json_out_pair_str(w, "dtype", b->dtype);
	number_json(w, "today_hours", b->base_hours, 9);
	number_json(w, "target_hours", b->target_hours, 9);
	number_json(w, "r_at_peak", b->most_speed, 9);
	flag(w, "parity_unreachable", b->unreachable);
	json_out_object_end(w);
}

static void put_buckets(struct json_out *w, const struct buckets *b)
{
	if (!b->n)
		return;
	json_out_key(w, "length_buckets");
	json_out_object(w);
	json_out_pair_int(w, "compiles", b->n);
	flag(w, "number_chosen", b->chosen);
	number_json(w, "padding_share", b->loss, 9);
	json_out_key(w, "edges");
	json_out_array(w);
	for (uint32_t i = 0; i < b->n; i++)
		json_out_float(w, b->edge[i]);
	json_out_array_end(w);
	json_out_object_end(w);
}

static void put_lengths(struct json_out *w, const struct cost_compare *c)
{
	json_out_key(w, "job_lengths");
	json_out_array(w);
	for (uint32_t i = 0; i < COST_LENGTH_MOST; i++) {
		if (isnan(c->lengths[i].base) || isnan(c->lengths[i].target))
			continue;
		json_out_object(w);
		number_json(w, "times", c->lengths[i].factor, 6);
		usd(w, "today_usd", c->lengths[i].base);
		usd(w, "target_usd", c->lengths[i].target);
		json_out_object_end(w);
	}
	json_out_array_end(w);
	number_json(w, "cold_start_share", c->cold_share, 6);
}

static void put_target(
        struct json_out *w, const struct cost_result *r, const struct cost_compare *c)
{
	json_out_object(w);
	put_side(w, r->plan, c->side);
	json_out_pair_str(w, "answer", cost_answer_word(c->answer));
	json_out_pair_str(w, "rule", c->answer_rule);
	json_out_pair_str(w, "label", (str){&c->label, 1});
	json_out_pair_str(w, "label_reason", c->label_reason);
	json_out_pair_str(w, "compared_with", c->base->purchase);
	flag(w, "speed_known", c->speed_known);
	if (c->speed_known)
		number_json(w, "R", c->speed.likely, 9);
	json_out_key(w, "job");
	put_job(w, r->plan, &c->o.target);
	put_parity(w, c);
	put_money(w, c);
	if (!isnan(c->ratio_interval[0])) {
		number_json(w, "cost_ratio_low", c->ratio_interval[0], 6);
		number_json(w, "cost_ratio_high", c->ratio_interval[1], 6);
		flag(w, "saves",
		        c->label == 'A' && c->ratio_interval[1] < 1 &&
		                !c->parity[c->n_parity - 1].mixed);
	}
	put_payback(w, c);
	if (c->effort_some) {
		json_out_key(w, "effort");
		report_effort_json(w, &c->effort, &r->plan->settings);
	}
	put_swings(w, c);
	put_pilot(w, &c->pilot);
	put_bound(w, &c->bound);
	put_buckets(w, &c->buckets);
	put_lengths(w, c);
	json_out_object_end(w);
}

static void put_texts(struct json_out *w, const char *key, const str *list, uint32_t n)
{
	json_out_key(w, key);
	json_out_array(w);
	for (uint32_t i = 0; i < n; i++)
		json_out_str(w, list[i]);
	json_out_array_end(w);
}

static void put_head(struct json_out *w, const struct cost_plan *plan)
{
	json_out_pair_str(w, "name", plan->name);
	text_json(w, "workload", plan->workload);
	json_out_pair_str(w, "currency", S("USD"));
	number_json(w, "jobs_month", plan->jobs.likely, 6);
	if (plan->no_labour)
		flag(w, "no_labour", true);
	if (plan->unit.len) {
		json_out_key(w, "unit");
		json_out_object(w);
		json_out_pair_str(w, "name", plan->unit);
		number_json(w, "per_job", plan->units_job, 9);
		json_out_object_end(w);
	}
}

void report_cost_fields(struct json_out *w, const struct cost_result *r)
{
	put_head(w, r->plan);
	json_out_key(w, "today");
	json_out_object(w);
	put_side(w, r->plan, &r->plan->today);
	json_out_key(w, "job");
	put_job(w, r->plan, &r->today.base);
	number_json(w, "month_usd", r->today.base_month, 6);
	json_out_object_end(w);
	if (r->best_option != UINT32_MAX && r->n_targets) {
		json_out_key(w, "today_otherwise");
		json_out_object(w);
		put_side(w, r->plan, &r->best);
		json_out_key(w, "job");
		put_job(w, r->plan, &r->targets[0].o.base);
		number_json(w, "month_usd", r->targets[0].o.base_month, 6);
		json_out_object_end(w);
	}
	put_options(w, r);
	json_out_key(w, "targets");
	json_out_array(w);
	for (uint32_t i = 0; i < r->n_targets; i++)
		put_target(w, r, &r->targets[i]);
	json_out_array_end(w);
	put_texts(w, "not_priced", r->missing.at, r->missing.len);
	put_texts(w, "stale", r->stale.at, r->stale.len);
	put_texts(w, "taken_at_its_best", r->ideal.at, r->ideal.len);
	json_out_key(w, "assumptions");
	report_settings_json(w, &r->plan->settings);
}

void report_cost_json(const struct cost_report *report, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 2};

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-cost/1"));
	json_out_key(&w, "tool");
	json_out_object(&w);
	json_out_pair_str(&w, "name", S("portfit"));
	json_out_pair_str(&w, "version", report->version);
	json_out_object_end(&w);
	report_cost_fields(&w, report->result);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}
