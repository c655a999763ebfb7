/* How far it gets, what it takes and when it pays back. */
#include "report/html_page.h"

#include "assess/analyses.h"
#include "assess/cost.h"
#include "assess/effort.h"
#include "assess/ladder.h"
#include "report/cost.h"
#include "report/number.h"

#include <math.h>

bool html_is_trained(const struct html *h)
{
	struct ladder l;

	if (h->a->analyses->training.asked)
		return true;
	ladder_climb(h->a, 0, h->a->mode, &l);
	return l.at[RUNG_BACKWARD] > RUNG_NOTHING;
}

/* ------------------------------------------------------------------ the ladder */

static void rung(struct html *h, const struct ladder *l, int r)
{
	static const struct {
		const char *symbol;
		enum message word;
		int shade;
	} states[] = {[RUNG_NOT_SEEN] = {"\xe2\x80\x93", MESSAGE_RUNG_NOT_SEEN, 0},
	        [RUNG_NOTHING] = {"\xe2\x97\x8b", MESSAGE_RUNG_NOTHING, 2},
	        [RUNG_RUNS] = {"\xe2\x97\x8f", MESSAGE_RUNG_RUNS, 1},
	        [RUNG_DEPENDS] = {"\xe2\x97\x87", MESSAGE_RUNG_DEPENDS, 3},
	        [RUNG_CPU] = {"\xe2\x97\x90", MESSAGE_RUNG_CPU, 4},
	        [RUNG_UNKNOWN] = {"?", MESSAGE_RUNG_UNKNOWN, 0},
	        [RUNG_STOPS] = {"\xe2\x96\xb2", MESSAGE_RUNG_STOPS, 6}};
	enum rung_state state = l->at[r];

	buf_format(h->out, "<td class=\"rung v%d\"><b aria-hidden=\"true\">%s</b> ",
	        states[state].shade, states[state].symbol);
	html_message(h, states[state].word);
	if (state == RUNG_UNKNOWN)
		buf_format(h->out, " (%llu)", (unsigned long long)l->unknown[r]);
	buf_puts(h->out, "</td>");
}

static void ladder(struct html *h)
{
	static const enum message rungs[RUNG_COUNT] = {MESSAGE_LOAD, MESSAGE_FEATURES,
	        MESSAGE_FORWARD, MESSAGE_BACKWARD, MESSAGE_STEP, MESSAGE_SAVE};

	html_heading(h, "howfar", MESSAGE_HOW_FAR);
	buf_puts(h->out, "<p class=\"soft\">");
	html_message(h, MESSAGE_EXPECTED);
	buf_puts(h->out, " \xc2\xb7 ");
	html_message(h, MESSAGE_LOADS_NOT_RUN);
	buf_puts(h->out, "</p>");
	html_wrap(h, MESSAGE_HOW_FAR, "ladder");
	buf_puts(h->out, "<thead><tr><th scope=\"col\">");
	html_message(h, MESSAGE_TARGET);
	buf_puts(h->out, "</th>");
	for (int r = 0; r < RUNG_COUNT; r++) {
		buf_puts(h->out, "<th scope=\"col\">");
		html_message(h, rungs[r]);
		buf_puts(h->out, "</th>");
	}
	buf_puts(h->out, "</tr></thead><tbody>\n");
	for (uint32_t k = 0; k < h->a->n_targets * MODE_COUNT; k++) {
		struct ladder l;

		ladder_climb(h->a, k / MODE_COUNT, (enum mode)(k % MODE_COUNT), &l);
		buf_puts(h->out, "<tr><th scope=\"row\">");
		html_text(h, h->a->targets[k / MODE_COUNT]->name);
		buf_puts(h->out, " \xc2\xb7 ");
		html_message(h, k % MODE_COUNT == MODE_EAGER ? MESSAGE_EAGER : MESSAGE_COMPILED);
		buf_puts(h->out, "</th>");
		for (int r = 0; r < RUNG_COUNT; r++)
			rung(h, &l, r);
		buf_puts(h->out, "</tr>\n");
	}
	buf_puts(h->out, "</tbody></table></div>\n");
}

/* ------------------------------------------------------------------ effort */

static void effort_bar(struct html *h, enum message what, const struct spread *s, double top)
{
	buf_puts(h->out, "<tr><th scope=\"row\">");
	html_message(h, what);
	buf_format(h->out,
	        "</th><td class=\"b\" aria-hidden=\"true\"><i style=\"left:%.2f%%;width:%.2f%%\">"
	        "</i></td><td class=\"n\">%.0f\xe2\x80\x93%.0f</td></tr>\n",
	        100 * s->p50 / top, 100 * (s->p80 - s->p50) / top, s->p50, s->p80);
}

static void effort_of(struct html *h, uint32_t t)
{
	static const enum message parts[PART_COUNT] = {MESSAGE_PART_NEUTRAL, MESSAGE_PART_TARGET,
	        MESSAGE_PART_SETUP, MESSAGE_PART_CHECK, MESSAGE_PART_DISTRIBUTED, MESSAGE_PART_TUNE,
	        MESSAGE_PART_CUTOVER};
	const struct effort *e = &h->a->effort[t];
	double top = e->total.p90 > 0 ? e->total.p90 : 1;

	buf_puts(h->out, "<section class=\"card\"><h3>");
	html_text(h, h->a->targets[t]->name);
	buf_puts(h->out, " <span class=\"soft small\">");
	html_message(h, MESSAGE_ONE_TEAM);
	buf_puts(h->out, "</span></h3>\n");
	if (effort_is_blocked(e)) {
		buf_puts(h->out, "<p>");
		html_message(h, MESSAGE_NO_ESTIMATE);
		buf_puts(h->out, "</p></section>\n");
		return;
	}
	buf_puts(h->out, "<table class=\"eff\">");
	html_caption(h,
	        arena_format(h->a->arena, "%s%s%.*s", message(h->language, MESSAGE_EFFORT),
	                message(h->language, MESSAGE_TEXT_COLON), STR_ARG(h->a->targets[t]->name)));
	buf_puts(h->out, "<tbody>\n");
	for (int p = 0; p < PART_COUNT; p++)
		if (e->parts[p].p90 > 0)
			effort_bar(h, parts[p], &e->parts[p], top);
	effort_bar(h, MESSAGE_ALL, &e->total, top);
	buf_format(
	        h->out, "</tbody></table><p class=\"small soft\">P90 %.0f \xc2\xb7 ", e->total.p90);
	html_message(h, MESSAGE_P80_MEANS);
	buf_puts(h->out, "</p></section>\n");
}

static void effort(struct html *h)
{
	if (!h->a->effort)
		return;
	html_heading(h, "effort", MESSAGE_EFFORT);
	buf_puts(h->out, "<p class=\"soft\">");
	html_message(h, MESSAGE_PARTS_VARY);
	buf_puts(h->out, "</p><div class=\"cards\">\n");
	for (uint32_t t = 0; t < h->a->n_targets; t++)
		effort_of(h, t);
	buf_puts(h->out, "</div>\n");
}

/* ------------------------------------------------------------------ payback */

enum { LEFT = 46, TOP = 14, WIDE = 350, HIGH = 176, DECADES_MOST = 24 };

static double x_of(const struct payback *p, double jobs)
{
	double first = log10(p->at[0].jobs), last = log10(p->at[PAYBACK_POINTS - 1].jobs);
	double at = (log10(jobs) - first) / (last - first);

	return LEFT + WIDE * (at > 0 ? at < 1 ? at : 1 : 0);
}

static double y_of(const struct payback *p, double r)
{
	double at = r / p->top;

	return TOP + HIGH * (1 - (at > 0 ? at < 1 ? at : 1 : 0));
}

/* At the left above its line, or at the right below it, where the curve seldom is. */
static void level(struct html *h, const struct payback *p, double r, enum message m)
{
	bool left = m == MESSAGE_BILLS_TIE;

	if (!(r > 0) || r > p->top)
		return;
	buf_format(h->out,
	        "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" class=\"level\"/><text "
	        "x=\"%d\" y=\"%.1f\" text-anchor=\"%s\">%.2f ",
	        LEFT, LEFT + WIDE, y_of(p, r), y_of(p, r), left ? LEFT + 6 : LEFT + WIDE - 6,
	        left ? y_of(p, r) - 4 : y_of(p, r) + 14, left ? "start" : "end", r);
	html_message(h, m);
	buf_puts(h->out, "</text>\n");
}

static void curve_points(struct html *h, const struct payback *p)
{
	for (uint32_t i = 0; i < PAYBACK_POINTS; i++)
		buf_format(h->out, "%.1f,%.1f ", LEFT + WIDE * (double)i / (PAYBACK_POINTS - 1),
		        y_of(p, p->at[i].r_max));
}

static void curve_axis(struct html *h, const struct payback *p)
{
	for (int decade = 0; decade < DECADES_MOST; decade++) {
		double jobs = p->at[0].jobs * pow(10, decade), x;

		if (jobs > p->at[PAYBACK_POINTS - 1].jobs * 1.001)
			break;
		x = x_of(p, jobs);
		buf_format(h->out,
		        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" class=\"tick\"/><text "
		        "x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.*s</text>\n",
		        x, x, TOP + HIGH, TOP + HIGH + 5, x, TOP + HIGH + 18,
		        STR_ARG(number_fixed(h->a->arena, jobs, jobs < 1 ? 3 : 0)));
	}
	for (int i = 0; i <= 4; i++)
		buf_format(h->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>\n",
		        LEFT - 6, y_of(p, p->top * i / 4) + 4, p->top * i / 4);
	buf_format(h->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", LEFT + WIDE / 2,
	        TOP + HIGH + 34);
	html_message(h, MESSAGE_JOBS_MONTH);
	buf_puts(h->out, "</text>\n");
}

/* What the picture says, for who cannot see it. */
static void curve_in_words(struct html *h, const struct payback *p)
{
	html_message(h, MESSAGE_JOBS_MONTH);
	buf_puts(h->out, " / ");
	html_message(h, MESSAGE_TIME_RATIO);
	html_colon(h);
	for (uint32_t i = 0; i < PAYBACK_POINTS; i += 16) {
		buf_puts(h->out, i ? ", " : "");
		html_text(h, number_fixed(h->a->arena, p->at[i].jobs, p->at[i].jobs < 1 ? 3 : 0));
		buf_puts(h->out, " / ");
		if (p->at[i].r_max > 0)
			buf_format(h->out, "%.2f", p->at[i].r_max);
		else
			buf_puts(h->out, "\xe2\x80\x93");
	}
}

static void curve(struct html *h, uint32_t target)
{
	const struct payback *p = &h->a->cost->targets[target].payback;

	buf_format(h->out,
	        "<svg viewBox=\"0 0 420 %d\" width=\"100%%\" role=\"img\" "
	        "aria-labelledby=\"curve%u\" aria-describedby=\"words%u\"><title id=\"curve%u\">",
	        TOP + HIGH + 42, target, target, target);
	html_message(h, MESSAGE_PAYS_BACK);
	html_colon(h);
	html_text(h, h->a->cost->targets[target].side->name);
	buf_format(h->out, "</title><desc id=\"words%u\">", target);
	curve_in_words(h, p);
	buf_format(h->out,
	        "</desc><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
	        "class=\"frame\"/><polygon "
	        "class=\"pays\" points=\"%d,%d ",
	        LEFT, TOP, WIDE, HIGH, LEFT, TOP + HIGH);
	curve_points(h, p);
	buf_format(h->out, "%d,%d\"/><polyline class=\"curve\" points=\"", LEFT + WIDE, TOP + HIGH);
	curve_points(h, p);
	buf_puts(h->out, "\"/>\n");
	level(h, p, p->parity, MESSAGE_BILLS_TIE);
	level(h, p, 1, MESSAGE_AS_FAST);
	buf_format(h->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" class=\"in\">",
	        LEFT + WIDE - 8, TOP + HIGH - 10);
	html_message(h, MESSAGE_PAYS);
	buf_puts(h->out, "</text>\n");
	if (p->own_known) {
		buf_format(h->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" class=\"%s\"/>\n",
		        x_of(p, p->jobs), y_of(p, p->r), p->pays ? "own yes" : "own no");
	}
	curve_axis(h, p);
	buf_puts(h->out, "</svg>\n");
}

static void payback_words(struct html *h, const struct payback *p)
{
	struct arena *arena = h->a->arena;

	buf_puts(h->out, "<p>");
	html_fill(h, MESSAGE_PAYS_BACK_WITHIN, (str[]){number_fixed(arena, p->months, 0)}, 1);
	buf_byte(h->out, ' ');
	if (isfinite(p->least_jobs))
		html_fill(h, MESSAGE_EQUAL_SPEED_FROM,
		        (str[]){number_fixed(arena, ceil(p->least_jobs), 0)}, 1);
	else
		html_message(h, MESSAGE_EQUAL_SPEED_NEVER);
	buf_puts(h->out, "</p>\n");
	if (!p->own_known)
		return;
	buf_puts(h->out, "<p><strong>");
	html_fill(h, MESSAGE_YOU_ARE_HERE,
	        (str[]){number_fixed(arena, p->jobs, p->jobs == floor(p->jobs) ? 0 : 1),
	                number_fixed(arena, p->r, 2),
	                str_from(message(
	                        h->language, p->pays ? MESSAGE_PAYS : MESSAGE_DOES_NOT_PAY))},
	        3);
	buf_puts(h->out, "</strong></p>\n");
}

static void payback(struct html *h)
{
	const struct cost_result *r = h->a->cost;

	html_heading(h, "payback", MESSAGE_PAYS_BACK);
	if (!r) {
		buf_puts(h->out, "<p>");
		html_message(h, MESSAGE_NO_CURVE_PLAN);
		buf_puts(h->out, "</p>\n");
		return;
	}
	buf_puts(h->out, "<div class=\"cards\">\n");
	for (uint32_t i = 0; i < r->n_targets; i++) {
		buf_puts(h->out, "<section class=\"card\"><h3>");
		html_text(h, r->targets[i].side->name);
		buf_puts(h->out, "</h3>\n");
		if (r->targets[i].payback.some) {
			curve(h, i);
			payback_words(h, &r->targets[i].payback);
		} else {
			buf_puts(h->out, "<p>");
			html_message(h, MESSAGE_NO_CURVE);
			buf_puts(h->out, "</p>");
		}
		buf_puts(h->out, "</section>\n");
	}
	buf_puts(h->out, "</div>\n");
}

/* ------------------------------------------------------------------ one job */

static void hours(struct html *h, double value)
{
	if (isnan(value))
		html_message(h, MESSAGE_NOT_MEASURED);
	else
		html_text(h, number_time(h->a->arena, value));
}

static void dollars(struct html *h, double value)
{
	if (isnan(value))
		html_message(h, MESSAGE_NOT_PRICED);
	else
		html_text(h, number_usd(h->a->arena, value));
}

static void job_column(
        struct html *h, const struct cost_side *side, const struct job_cost *job, int row)
{
	switch (row) {
	case 0:
		if (side->quality == QUALITY_NOT_MEASURED)
			html_message(h, MESSAGE_NOT_MEASURED);
		else
			html_message(h, cost_quality_message(side->quality));
		break;
	case 1: hours(h, job->t_job); break;
	default:
		dollars(h, job->c_job);
		buf_puts(h->out, "<br><span class=\"soft small\">");
		html_text(h, side->price.purchase);
		buf_byte(h->out, ' ');
		html_text(h, side->price.date);
		buf_puts(h->out, "</span>");
	}
}

static void engineering(struct html *h, const struct cost_compare *c)
{
	if (!c->effort_some || effort_is_blocked(&c->effort)) {
		html_message(h, MESSAGE_NO_ESTIMATE);
		return;
	}
	html_fill(h, MESSAGE_ONCE_HOURS,
	        (str[]){number_fixed(h->a->arena, c->effort.total.p50, 0),
	                number_fixed(h->a->arena, c->effort.total.p80, 0)},
	        2);
	if (!isnan(c->o.c_rec)) {
		buf_puts(h->out, "<br>");
		html_fill(h, MESSAGE_A_MONTH, (str[]){number_usd(h->a->arena, c->o.c_rec)}, 1);
	}
}

static void one_job(struct html *h)
{
	static const enum message rows[] = {
	        MESSAGE_QUALIFIED, MESSAGE_WHOLE_TIME, MESSAGE_CLOUD_BILL, MESSAGE_ENGINEERING};
	const struct cost_result *r = h->a->cost;

	if (!r)
		return;
	html_heading(h, "job", MESSAGE_ONE_JOB);
	html_wrap(h, MESSAGE_ONE_JOB, "job");
	buf_puts(h->out, "<thead><tr><td></td><th scope=\"col\">");
	html_message(h, MESSAGE_TODAY);
	html_colon(h);
	html_text(h, r->plan->today.name);
	buf_puts(h->out, "</th>");
	for (uint32_t i = 0; i < r->n_targets; i++) {
		buf_puts(h->out, "<th scope=\"col\">");
		html_text(h, r->targets[i].side->name);
		if (!r->targets[i].speed_known) {
			buf_puts(h->out, " <span class=\"soft small\">");
			html_message(h, MESSAGE_AT_EQUAL_SPEED);
			buf_puts(h->out, "</span>");
		}
		buf_puts(h->out, "</th>");
	}
	buf_puts(h->out, "</tr></thead><tbody>\n");
	for (int row = 0; row < 4; row++) {
		buf_puts(h->out, "<tr><th scope=\"row\">");
		html_message(h, rows[row]);
		buf_puts(h->out, "</th><td>");
		if (row < 3)
			job_column(h, &r->plan->today, &r->today.base, row);
		else
			buf_puts(h->out, "\xe2\x80\x93");
		buf_puts(h->out, "</td>");
		for (uint32_t i = 0; i < r->n_targets; i++) {
			buf_puts(h->out, "<td>");
			if (row < 3)
				job_column(h, r->targets[i].side, &r->targets[i].o.target, row);
			else
				engineering(h, &r->targets[i]);
			buf_puts(h->out, "</td>");
		}
		buf_puts(h->out, "</tr>\n");
	}
	buf_puts(h->out, "</tbody></table></div>\n");
}

void html_money(struct html *h)
{
	ladder(h);
	effort(h);
	payback(h);
	one_job(h);
}
