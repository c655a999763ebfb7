/* The first screen, for who decides: a word for each target with its reason, what to ask first and
 * what that costs, the same machine bought otherwise. The words are those of the cost method; where
 * no plan of costs was given nothing about money is claimed. */
#include "report/html_page.h"

#include "assess/workload_answer.h"
#include "assess/effort.h"
#include "report/cost.h"
#include "report/number.h"

#include <math.h>

/* More workloads than these are folded away. */
enum { OPEN_MOST = 4 };

static bool is_blocked(const struct html *h, uint32_t t)
{
	for (uint32_t i = 0; i < h->a->causes.len; i++)
		if (h->a->causes.at[i].severity[t] == SEVERITY_BLOCKER &&
		        !h->a->causes.at[i].way_known)
			return true;
	return h->a->effort && effort_is_blocked(&h->a->effort[t]);
}

static enum message because_of(const struct cost_compare *c, bool blocked)
{
	if (blocked)
		return MESSAGE_BECAUSE_BLOCKED;
	switch (c->answer) {
	case ANSWER_PORT: return MESSAGE_BECAUSE_PORT;
	case ANSWER_PILOT: return MESSAGE_BECAUSE_PILOT;
	case ANSWER_STAY:
	case ANSWER_STAY_BUY: return MESSAGE_BECAUSE_STAY;
	default: return c->label == 'X' ? MESSAGE_BECAUSE_LABEL : MESSAGE_BECAUSE_ROOM;
	}
}

static enum message label_of(char label)
{
	switch (label) {
	case 'A': return MESSAGE_LABEL_A;
	case 'B': return MESSAGE_LABEL_B;
	case 'C': return MESSAGE_LABEL_C;
	case 'D': return MESSAGE_LABEL_D;
	default: return MESSAGE_LABEL_X;
	}
}

static void answer(struct html *h, uint32_t t)
{
	const struct cost_compare *c = cost_compare_of(h->a, t);
	bool blocked = is_blocked(h, t);

	buf_puts(h->out, "<p class=\"answer\">");
	html_message(h, c         ? cost_answer_message(c->answer)
	                : blocked ? MESSAGE_STAY
	                          : MESSAGE_INSUFFICIENT);
	buf_puts(h->out, "</p><p class=\"say\">");
	html_message(h, c         ? because_of(c, blocked)
	                : blocked ? MESSAGE_BECAUSE_BLOCKED
	                          : MESSAGE_BECAUSE_NO_PLAN);
	buf_puts(h->out, "</p>\n");
	if (!c)
		return;
	buf_format(h->out, "<p class=\"soft small\">%c", c->label);
	html_colon(h);
	html_message(h, label_of(c->label));
	buf_puts(h->out, " \xc2\xb7 ");
	html_said(h, SAID_COST, c->answer_rule);
	if (str_has(c->answer_rule, S("R*"))) {
		buf_puts(h->out, "<br>");
		html_message(h, MESSAGE_R_STAR);
	}
	buf_puts(h->out, "</p>\n");
}

/* ------------------------------------------------------------------ what the scan says */

static void stops(struct html *h, uint32_t t, uint32_t workload)
{
	uint32_t stop = 0, no_way = 0, change = 0;
	uint64_t left = findings_left_out(h->a);

	for (uint32_t i = 0; i < h->a->causes.len; i++) {
		const struct cause *c = &h->a->causes.at[i];
		bool reached = workload == UINT32_MAX;

		for (uint32_t k = 0; !reached && k < c->findings.len; k++)
			reached = workload_has_finding(h->a, workload, c->findings.at[k]);
		if (!reached)
			continue;
		stop += c->severity[t] == SEVERITY_BLOCKER;
		no_way += c->severity[t] == SEVERITY_BLOCKER && !c->way_known;
		change += c->severity[t] == SEVERITY_MAJOR;
	}
	html_count(h, stop, MESSAGE_STOP_TODAY_ONE, MESSAGE_STOP_TODAY);
	if (stop) {
		html_comma(h);
		if (no_way)
			buf_format(h->out, "%u ", no_way);
		html_message(h, no_way      ? MESSAGE_NO_WAY
		                : stop == 1 ? MESSAGE_EACH_KNOWN_ONE
		                            : MESSAGE_EACH_KNOWN);
	}
	buf_puts(h->out, " \xc2\xb7 ");
	html_count(h, change, MESSAGE_CAUSES_CHANGE_ONE, MESSAGE_CAUSES_CHANGE);
	if (left && workload == UINT32_MAX) {
		buf_puts(h->out, "<br>");
		html_fill(h, left == 1 ? MESSAGE_LEFT_OUT_ONE : MESSAGE_LEFT_OUT,
		        (str[]){number_count(h->a->arena, left)}, 1);
	}
}

static void workloads(struct html *h, uint32_t t)
{
	const struct scan *scan = h->a->scan;

	if (scan->workloads.len < 2) /* the answer of the target is its own */
		return;
	buf_puts(h->out, scan->workloads.len <= OPEN_MOST ? "<details open><summary>"
	                                                  : "<details><summary>");
	html_message(h, MESSAGE_WORKLOADS);
	buf_format(h->out, " (%u)</summary><ul>", scan->workloads.len);
	for (uint32_t i = 0; i < scan->workloads.len; i++) {
		struct workload_answer answer = workload_answer_of(h->a, i, t);

		buf_puts(h->out, "<li><strong>");
		html_text(h, scan->workloads.at[i].name);
		buf_puts(h->out, "</strong> \xc2\xb7 <strong>");
		html_message(h, cost_answer_message(answer.answer));
		buf_puts(h->out, "</strong><br>");
		html_said(h, SAID_COST, answer.reason);
		buf_puts(h->out, "<br><span class=\"soft\">");
		stops(h, t, i);
		buf_puts(h->out, "</span>");
		buf_puts(h->out, "</li>");
	}
	buf_puts(h->out, "</ul></details>\n");
}

static void bar(struct html *h, uint32_t t, enum mode mode)
{
	const struct totals *totals = &h->a->totals[t * MODE_COUNT + (uint32_t)mode];
	uint64_t all = h->a->operator_nodes;

	if (!all)
		return;
	buf_puts(h->out, "<p class=\"small soft\">");
	html_message(h, mode == MODE_EAGER ? MESSAGE_EAGER : MESSAGE_COMPILED);
	buf_puts(h->out, "</p><div class=\"bar\" aria-hidden=\"true\">");
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (totals->operators[v])
			buf_format(h->out, "<i class=\"v%d\" style=\"width:%.3f%%\"></i>", v,
			        100.0 * (double)totals->operators[v] / (double)all);
	buf_puts(h->out, "</div><p class=\"small\">");
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (totals->operators[v]) {
			html_verdict(h, (enum verdict)v);
			buf_format(h->out, " %llu ", (unsigned long long)totals->operators[v]);
		}
	buf_puts(h->out, "</p>\n");
}

/* ------------------------------------------------------------------ what to ask first */

static void pilot_price(struct html *h, const struct cost_pilot *p)
{
	buf_puts(h->out, "<strong>");
	html_text(h, number_usd(h->a->arena, p->device_usd));
	buf_puts(h->out, "</strong> (");
	html_text(h, p->rental.price.instance);
	if (!isnan(p->machine_hours)) {
		html_comma(h);
		buf_format(h->out, "%.0f ", p->machine_hours);
		html_message(h, MESSAGE_MACHINE_HOURS);
	}
	html_comma(h);
	html_message(h, MESSAGE_PRICE_OF);
	buf_byte(h->out, ' ');
	html_text(h, p->rental.price.date);
	buf_puts(h->out, ")");
	if (!isnan(p->people_hours)) {
		buf_format(h->out, " + %.0f ", p->people_hours);
		html_message(h, MESSAGE_PEOPLE_HOURS);
	}
	if (!isnan(p->stop_ratio)) {
		buf_puts(h->out, "<br>");
		html_fill(h, MESSAGE_STOP_ABOVE,
		        (str[]){number_fixed(h->a->arena, p->stop_ratio, 2)}, 1);
	}
}

static void ask_first(struct html *h, uint32_t t)
{
	const struct cost_compare *c = cost_compare_of(h->a, t);
	const struct totals *totals = &h->a->totals[t * MODE_COUNT + (uint32_t)h->a->mode];
	bool stop = h->a->findings[t].by_severity[SEVERITY_BLOCKER] > 0 ||
	            totals->operators[VERDICT_UNSUPPORTED] > 0;

	buf_puts(h->out, "<p><strong>");
	html_message(h, MESSAGE_ASK_FIRST);
	html_colon(h);
	buf_puts(h->out, "</strong>");
	html_message(h, stop                                 ? MESSAGE_ASK_STOPS
	                : totals->operators[VERDICT_UNKNOWN] ? MESSAGE_ASK_UNKNOWN
	                                                     : MESSAGE_ASK_SPEED);
	buf_puts(h->out, "<br>");
	if (c && !isnan(c->pilot.device_usd) &&
	        str_eq(c->pilot.rental.price.provider, c->side->price.provider)) {
		html_message(h, MESSAGE_ASK_COSTS);
		html_colon(h);
		pilot_price(h, &c->pilot);
	} else {
		buf_puts(h->out, "<span class=\"soft\">");
		html_message(h, MESSAGE_ASK_NO_PRICE);
		buf_puts(h->out, "</span>");
	}
	buf_puts(h->out, "</p>\n");
}

static void card(struct html *h, uint32_t t)
{
	const struct target *target = h->a->targets[t];

	buf_puts(h->out, "<section class=\"card\" aria-label=\"");
	html_text(h, target->name);
	buf_puts(h->out, "\"><h2 class=\"name\">");
	html_text(h, target->name);
	buf_puts(h->out, " <span class=\"soft small\">");
	html_text(h, target->backend);
	buf_byte(h->out, ' ');
	html_text(h, target->version);
	buf_puts(h->out, "</span></h2>");
	answer(h, t);
	buf_puts(h->out, "<p>");
	stops(h, t, UINT32_MAX);
	buf_puts(h->out, "</p>\n");
	ask_first(h, t);
	workloads(h, t);
	for (int m = 0; m < MODE_COUNT; m++)
		bar(h, t, (enum mode)m);
	buf_puts(h->out, "</section>\n");
}

/* ------------------------------------------------------------------ the same machine */

static bool cheaper(const struct cost_result *r)
{
	for (uint32_t i = 0; i < r->options.len; i++)
		if (!r->options.at[i].remark && r->options.at[i].hour_share < 1)
			return true;
	return false;
}

static void cheaper_options(struct html *h, const struct cost_result *r)
{
	html_message(h, MESSAGE_SAME_MACHINE);
	buf_puts(h->out, "<ul>");
	for (uint32_t i = 0; i < r->options.len; i++) {
		const struct cost_option *o = &r->options.at[i];

		if (o->remark || !(o->hour_share < 1))
			continue;
		buf_puts(h->out, i == r->best_option ? "<li><strong>" : "<li>");
		html_text(h, o->price.instance);
		buf_puts(h->out, " \xc2\xb7 ");
		html_text(h, o->price.purchase);
		buf_puts(h->out, " \xc2\xb7 ");
		html_message(h, MESSAGE_LESS_AN_HOUR);
		buf_format(h->out, " %.1f %%", 100 * (1 - o->hour_share));
		buf_puts(h->out, i == r->best_option ? "</strong>" : "");
		buf_puts(h->out, " <span class=\"soft small\">");
		html_text(h, o->price.date);
		buf_puts(h->out, "</span></li>");
	}
	buf_puts(h->out, "</ul>");
}

static void bought_otherwise(struct html *h)
{
	const struct cost_result *r = h->a->cost;

	buf_puts(h->out, "<div class=\"strip\"><strong>");
	html_message(h, MESSAGE_BEFORE_ANY_PORT);
	html_colon(h);
	buf_puts(h->out, "</strong>");
	if (!r)
		html_message(h, MESSAGE_NOT_COMPARED);
	else if (!cheaper(r))
		html_message(h, MESSAGE_CHEAPEST_NOW);
	else
		cheaper_options(h, r);
	buf_puts(h->out, "</div>\n");
}

void html_cards(struct html *h)
{
	buf_puts(h->out, "<div class=\"cards\" id=\"answer\" tabindex=\"-1\">\n");
	for (uint32_t t = 0; t < h->a->n_targets; t++)
		card(h, t);
	buf_puts(h->out, "</div>\n");
	bought_otherwise(h);
}

/* ------------------------------------------------------------------ what is not told yet */

static void item(struct html *h, bool missing, enum message m, bool *any)
{
	if (!missing)
		return;
	*any = true;
	buf_puts(h->out, "<li>");
	html_message(h, m);
	buf_puts(h->out, "</li>");
}

static bool any_unknown(const struct assessment *a)
{
	for (uint32_t k = 0; k < a->n_targets * MODE_COUNT; k++)
		if (a->totals[k].operators[VERDICT_UNKNOWN])
			return true;
	return false;
}

void html_not_told(struct html *h)
{
	const struct cost_result *r = h->a->cost;
	bool any = false, speed = false, quality = false;

	for (uint32_t i = 0; r && i < r->n_targets; i++) {
		speed |= !r->targets[i].speed_known;
		quality |= r->targets[i].label == 'X';
	}
	html_heading(h, "missing", MESSAGE_NOT_TOLD);
	buf_puts(h->out, "<p class=\"soft\">");
	html_message(h, MESSAGE_NOT_TOLD_LEAD);
	buf_puts(h->out, "</p><ol>");
	item(h, !h->a->operator_nodes, MESSAGE_TELL_GRAPH, &any);
	item(h, !r, MESSAGE_TELL_PLAN, &any);
	item(h, r && isnan(r->plan->jobs.likely), MESSAGE_TELL_JOBS, &any);
	item(h, r && isnan(r->today.base.t_job), MESSAGE_TELL_TIME, &any);
	item(h, speed, MESSAGE_TELL_SPEED, &any);
	item(h, any_unknown(h->a), MESSAGE_TELL_PROBE, &any);
	item(h, quality, MESSAGE_TELL_QUALITY, &any);
	item(h, h->a->operator_nodes && !html_is_trained(h), MESSAGE_TELL_TRAINING, &any);
	if (!any) {
		buf_puts(h->out, "<li>");
		html_message(h, MESSAGE_NOTHING_MISSING);
		buf_puts(h->out, "</li>");
	}
	buf_puts(h->out, "</ol>\n");
}
