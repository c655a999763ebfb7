/* The sections for who does the work: findings by root cause, operators, calls, grounds. */
#include "report/html_page.h"

#include "assess/excerpt.h"

enum { PLACES_MOST = 60, ROWS_MOST = 2500, CAUSES_MOST = 800 };

/* ------------------------------------------------------------------ findings */

/* The lines around a place, as far as they were read. */
static void excerpt(struct html *h, uint32_t finding)
{
	const struct excerpt *e = excerpt_of(h->a, finding);
	const struct finding *f = &h->a->scan->findings.list.at[finding];
	str rest, line;

	if (!e)
		return;
	rest = e->lines;
	buf_puts(h->out, "<pre tabindex=\"0\" role=\"group\" aria-label=\"");
	html_text(h, f->path);
	buf_format(h->out, ":%u\">", f->line);
	for (uint32_t n = e->first; rest.len && str_cut(&rest, '\n', &line); n++) {
		bool here = n >= f->line && n <= f->end_line;

		buf_format(h->out, "<span class=\"soft\">%5u</span>  %s", n, here ? "<b>" : "");
		html_text(h, line);
		buf_puts(h->out, here ? "</b>\n" : "\n");
	}
	buf_puts(h->out, "</pre>");
}

static void cause_places(struct html *h, const struct cause *c)
{
	buf_puts(h->out, "<ul>");
	for (uint32_t i = 0; i < c->findings.len && i < PLACES_MOST; i++) {
		const struct finding *f = &h->a->scan->findings.list.at[c->findings.at[i]];

		buf_puts(h->out, "<li><code>");
		html_text(h, f->path);
		buf_format(h->out, ":%u</code> ", f->line);
		html_text(h, f->matched);
		if (f->guard.len) {
			buf_puts(h->out, " <span class=\"soft\">(");
			html_message(h, MESSAGE_GUARDED);
			html_colon(h);
			html_said(h, SAID_FINDING, f->guard);
			buf_puts(h->out, ")</span>");
		}
		excerpt(h, c->findings.at[i]);
		buf_puts(h->out, "</li>");
	}
	if (c->findings.len > PLACES_MOST)
		buf_format(h->out, "<li>+%u</li>", c->findings.len - PLACES_MOST);
	buf_puts(h->out, "</ul>");
}

/* Code to write instead; a sentence where the code does not fit the project. */
static void cause_advice(struct html *h, const struct cause *c)
{
	const struct finding *first = &h->a->scan->findings.list.at[c->findings.at[0]];

	if (first->held_back.len) {
		html_said(h, SAID_FINDING, first->held_back);
		return;
	}
	buf_puts(h->out, "<code>");
	html_text(h, item_advice(h->a, c->findings.at[0]));
	buf_puts(h->out, "</code>");
}

static void cause_entry(struct html *h, const struct cause *c)
{
	const struct ruleset *rules = h->a->scan->rules;
	const struct rule_row *rule = &rules->rules[c->rule];

	buf_format(h->out, "<details class=\"cause s%d\"%s><summary><strong>", (int)c->worst,
	        c->worst == SEVERITY_BLOCKER ? " open" : "");
	html_data(h, ruleset_text(rules, rule->title));
	buf_puts(h->out, "</strong> <span class=\"soft\"><code>");
	html_text(h, c->id);
	buf_puts(h->out, "</code> \xc2\xb7 ");
	html_count(h, c->findings.len, MESSAGE_PLACES_ONE, MESSAGE_PLACES);
	for (uint32_t t = 0; t < h->a->n_targets; t++)
		if (c->severity[t] != SEVERITY_NONE) {
			buf_puts(h->out, " \xc2\xb7 ");
			html_text(h, h->a->targets[t]->name);
			html_colon(h);
			html_message(h, item_severity_message(c->severity[t]));
		}
	buf_puts(h->out, "</span></summary><p>");
	html_data(h, ruleset_text(rules, rule->why));
	buf_puts(h->out, "</p>");
	if (item_advice(h->a, c->findings.at[0]).len) {
		buf_puts(h->out, "<p><strong>");
		html_message(h, MESSAGE_INSTEAD);
		html_colon(h);
		buf_puts(h->out, "</strong>");
		cause_advice(h, c);
		buf_puts(h->out, "</p>");
	}
	cause_places(h, c);
	buf_puts(h->out, "</details>\n");
}

void html_findings(struct html *h)
{
	if (!h->a->causes.len)
		return;
	html_heading(h, "stops", MESSAGE_WHAT_STOPS);
	buf_puts(h->out, "<p class=\"soft\">");
	html_message(h, MESSAGE_SAME_CAUSE);
	if (!h->a->has_excerpts) {
		buf_byte(h->out, ' ');
		html_message(h, MESSAGE_EXCERPTS_MISSING);
	}
	buf_puts(h->out, "</p>\n");
	for (uint32_t i = 0; i < h->a->causes.len && i < CAUSES_MOST; i++)
		cause_entry(h, &h->a->causes.at[i]);
	if (h->a->causes.len > CAUSES_MOST) {
		buf_puts(h->out, "<p>");
		html_count(h, h->a->causes.len - CAUSES_MOST, MESSAGE_ROWS_MORE_ONE,
		        MESSAGE_ROWS_MORE);
		buf_puts(h->out, "</p>\n");
	}
}

/* ------------------------------------------------------------------ operators */

static void operator_left_alone(struct html *h, const struct op_row *row, uint32_t t)
{
	const struct row_exception *left = row_exception(row, t);
	str parts[2];

	if (!left)
		return;
	parts[0] = left->reason;
	parts[1] = left->until;
	buf_puts(h->out, "<div><span class=\"soft\">");
	html_text(h, h->a->targets[t]->name);
	html_colon(h);
	buf_puts(h->out, "</span>");
	html_text(h,
	        message_fill(h->a->arena, h->language,
	                left->until.len ? MESSAGE_LEFT_ALONE_UNTIL : MESSAGE_LEFT_ALONE, parts, 2));
	buf_puts(h->out, "</div>");
}

static void operator_why(struct html *h, const struct op_row *row)
{
	for (uint32_t t = 0; t < h->a->n_targets; t++) {
		const struct answer *answer = &row_judged(row, t, h->a->mode)->answer;

		operator_left_alone(h, row, t);
		if (!answer->condition.len)
			continue;
		buf_puts(h->out, "<div><span class=\"soft\">");
		html_text(h, h->a->targets[t]->name);
		html_colon(h);
		buf_puts(h->out, "</span>");
		html_said(h, SAID_ANSWER, answer->condition);
		if (answer->evidence != EVIDENCE_NONE) {
			buf_puts(h->out, " <span class=\"soft\">[");
			html_said(h, SAID_WORD, evidence_word(answer->evidence));
			buf_byte(h->out, ' ');
			html_text(h, str_slice(answer->date, 0, 7));
			buf_puts(h->out, "]</span>");
		}
		buf_puts(h->out, "</div>");
	}
}

static void operator_row(struct html *h, const struct op_row *row)
{
	struct row_place place = row_place_at(row, 0);

	buf_puts(h->out, "<tr><th scope=\"row\"><code>");
	html_text(h, row->op);
	buf_puts(h->out, "</code><div class=\"soft mono\">");
	html_text(h, row->signature);
	buf_format(h->out, "</div></th><td class=\"n\">%llu</td>", (unsigned long long)row->calls);
	for (uint32_t t = 0; t < h->a->n_targets; t++) {
		buf_puts(h->out, "<td>");
		html_verdict(h, row_judged(row, t, MODE_EAGER)->worst);
		buf_byte(h->out, ' ');
		html_verdict(h, row_judged(row, t, MODE_COMPILE)->worst);
		buf_puts(h->out, "</td>");
	}
	buf_puts(h->out, "<td><code>");
	html_text(h, place.path.len ? place.path : place.module);
	if (place.line)
		buf_format(h->out, ":%u", place.line);
	if (row->places.len > 1)
		buf_format(h->out, " +%u", row->places.len - 1);
	buf_puts(h->out, "</code></td><td>");
	operator_why(h, row);
	buf_puts(h->out, "</td></tr>\n");
}

static void operators_head(struct html *h)
{
	buf_puts(h->out, "<p class=\"tool\"><input class=\"filter\" data-table=\"optable\" hidden "
	                 "aria-label=\"");
	html_message(h, MESSAGE_FILTER);
	buf_puts(h->out, "\" placeholder=\"");
	html_message(h, MESSAGE_FILTER);
	buf_puts(h->out, "\"></p>");
	html_wrap(h, MESSAGE_ALL_OPERATORS, "sort\" id=\"optable");
	buf_puts(h->out, "<thead><tr><th scope=\"col\">");
	html_message(h, MESSAGE_OPERATOR);
	buf_puts(h->out, "</th><th scope=\"col\" class=\"n\">");
	html_message(h, MESSAGE_NUMBER_CALLS);
	buf_puts(h->out, "</th>");
	for (uint32_t t = 0; t < h->a->n_targets; t++) {
		buf_puts(h->out, "<th scope=\"col\">");
		html_text(h, h->a->targets[t]->name);
		html_colon(h);
		html_message(h, MESSAGE_EAGER);
		buf_puts(h->out, " / ");
		html_message(h, MESSAGE_COMPILED);
		buf_puts(h->out, "</th>");
	}
	buf_puts(h->out, "<th scope=\"col\">");
	html_message(h, MESSAGE_WHERE);
	buf_puts(h->out, "</th><th scope=\"col\">");
	html_message(h, MESSAGE_WHY);
	buf_puts(h->out, "</th></tr></thead><tbody>\n");
}

void html_operators(struct html *h)
{
	uint32_t n = 0;

	if (!h->a->operator_nodes)
		return;
	html_heading(h, "operators", MESSAGE_ALL_OPERATORS);
	operators_head(h);
	for (uint32_t i = 0; i < h->a->rows.len; i++)
		if (h->a->rows.at[i].judged && n++ < ROWS_MOST)
			operator_row(h, &h->a->rows.at[i]);
	buf_puts(h->out, "</tbody></table></div>\n");
	if (n > ROWS_MOST) {
		buf_puts(h->out, "<p>");
		html_count(h, n - ROWS_MOST, MESSAGE_ROWS_MORE_ONE, MESSAGE_ROWS_MORE);
		buf_puts(h->out, "</p>\n");
	}
}

/* ------------------------------------------------------------------ calls in the sources */

static void api_line(struct html *h, const struct api_row *row)
{
	const struct scan_api_use *use = &h->a->scan->api_uses.at[row->uses.at[0]];

	buf_puts(h->out, "<tr><th scope=\"row\"><code>");
	html_text(h, row->api);
	buf_format(h->out, "</code></th><td class=\"n\">%llu</td>", (unsigned long long)row->calls);
	for (uint32_t t = 0; t < h->a->n_targets; t++) {
		buf_puts(h->out, "<td>");
		for (int m = 0; row->answers && m < MODE_COUNT; m++) {
			html_verdict(h, row->answers[t * MODE_COUNT + (uint32_t)m].verdict);
			buf_byte(h->out, ' ');
		}
		buf_puts(h->out, "</td>");
	}
	buf_puts(h->out, "<td><code>");
	html_text(h, h->a->scan->inputs.at[use->input].path);
	buf_format(h->out, ":%u</code></td></tr>\n", use->use.line);
}

void html_apis(struct html *h)
{
	if (!h->a->apis.len)
		return;
	html_heading(h, "calls", MESSAGE_APIS);
	buf_puts(h->out, "<details><summary>");
	html_count(h, h->a->apis.len, MESSAGE_API_NAME_ONE, MESSAGE_API_NAME);
	buf_puts(h->out, "</summary>");
	html_wrap(h, MESSAGE_APIS, "sort");
	buf_puts(h->out, "<thead><tr><th scope=\"col\">API</th><th scope=\"col\" class=\"n\">");
	html_message(h, MESSAGE_NUMBER_CALLS);
	buf_puts(h->out, "</th>");
	for (uint32_t t = 0; t < h->a->n_targets; t++) {
		buf_puts(h->out, "<th scope=\"col\">");
		html_text(h, h->a->targets[t]->name);
		buf_puts(h->out, "</th>");
	}
	buf_puts(h->out, "<th scope=\"col\">");
	html_message(h, MESSAGE_WHERE);
	buf_puts(h->out, "</th></tr></thead><tbody>\n");
	for (uint32_t i = 0; i < h->a->apis.len && i < ROWS_MOST; i++)
		api_line(h, &h->a->apis.at[i]);
	buf_puts(h->out, "</tbody></table></div></details>\n");
}

/* ------------------------------------------------------------------ grounds */

static void rests_on(struct html *h, uint32_t t)
{
	const struct totals *totals = &h->a->totals[t * MODE_COUNT + (uint32_t)h->a->mode];

	buf_puts(h->out, "<p><strong>");
	html_text(h, h->a->targets[t]->name);
	buf_puts(h->out, "</strong> ");
	for (int e = EVIDENCE_COUNT - 1; e >= 0; e--)
		if (totals->evidence[e]) {
			buf_format(h->out, "\xc2\xb7 %.1f %% ",
			        100.0 * (double)totals->evidence[e] / (double)h->a->operator_nodes);
			html_message(h, message_of_evidence((enum evidence)e));
			buf_byte(h->out, ' ');
		}
	buf_puts(h->out, "<span class=\"soft\">(");
	html_message(h, MESSAGE_FACTS_FROM);
	buf_byte(h->out, ' ');
	html_text(h, totals->oldest);
	buf_puts(h->out, " \xe2\x80\x93 ");
	html_text(h, totals->newest);
	buf_puts(h->out, ")</span></p>\n");
}

void html_not_seen(struct html *h)
{
	const struct scan *scan = h->a->scan;

	html_heading(h, "notseen", MESSAGE_NOT_SEEN);
	buf_puts(h->out, "<ul>");
	for (uint32_t i = 0; i < scan->inputs.len; i++)
		if (scan->inputs.at[i].status != INPUT_READ) {
			buf_puts(h->out, "<li><code>");
			html_text(h, scan->inputs.at[i].path);
			buf_puts(h->out, "</code> ");
			html_said(h, SAID_FILE, scan->inputs.at[i].reason);
			buf_puts(h->out, "</li>");
		}
	for (uint32_t i = 0; i < scan->not_scanned.len; i++) {
		buf_puts(h->out, "<li>");
		html_count(h, scan->not_scanned.at[i].files, MESSAGE_FILES_ONE, MESSAGE_FILES);
		html_colon(h);
		html_said(h, SAID_FILE, scan->not_scanned.at[i].reason);
		buf_puts(h->out, "</li>");
	}
	buf_format(h->out, "<li>%llu ", (unsigned long long)h->a->unreached);
	html_message(h, MESSAGE_UNREACHED);
	buf_format(h->out, " \xc2\xb7 %llu ", (unsigned long long)h->a->suppressed);
	html_message(h, MESSAGE_SUPPRESSED);
	buf_format(h->out, " \xc2\xb7 %llu ", (unsigned long long)h->a->baseline);
	html_message(h, MESSAGE_BASELINE);
	buf_puts(h->out, "</li></ul>\n");
}

void html_rests(struct html *h)
{
	html_heading(h, "rests", MESSAGE_RESTS_ON);
	for (uint32_t t = 0; h->a->operator_nodes && t < h->a->n_targets; t++)
		rests_on(h, t);
	buf_puts(h->out, "<p class=\"soft\">");
	html_message(h, MESSAGE_DATES);
	html_colon(h);
	for (uint32_t t = 0; t < h->a->n_targets; t++) {
		const struct target *target = h->a->targets[t];

		buf_puts(h->out, t ? " \xc2\xb7 " : "");
		html_text(h, target->backend);
		buf_byte(h->out, ' ');
		html_text(h, target->version);
		buf_puts(h->out, " (");
		html_text(h, target->facts_date);
		html_comma(h);
		html_count(h, h->a->facts[t], MESSAGE_FACTS_ONE, MESSAGE_FACTS);
		buf_puts(h->out, ")");
	}
	buf_puts(h->out, h->language == LANGUAGE_ZH_TW ? "\xe3\x80\x82" : ". ");
	html_message(h, MESSAGE_NEWER);
	buf_puts(h->out, "</p>\n");
}
