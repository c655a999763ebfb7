/* The HTML report: one file, no network, readable without script, in two languages. First the
 * answer per target, how far it gets, hours and money; then for engineers what stops, operators,
 * graphs, and what was not looked at. */
#include "report/html_page.h"

static void counts(struct html *h)
{
	uint32_t graphs = 0;

	for (uint32_t i = 0; i < h->a->scan->graphs.len; i++)
		graphs += h->a->scan->graphs.at[i].counted;
	buf_puts(h->out, "<p class=\"soft\">");
	html_count(h, graphs, MESSAGE_GRAPHS_ONE, MESSAGE_GRAPHS);
	buf_puts(h->out, " (");
	html_count(h, h->a->operator_nodes, MESSAGE_CALLS_ONE, MESSAGE_CALLS);
	buf_puts(h->out, ") \xc2\xb7 ");
	html_count(h, h->a->scan->source_files, MESSAGE_SOURCES_ONE, MESSAGE_SOURCES);
	html_comma(h);
	html_count(h, h->a->scan->source_lines, MESSAGE_LINES_ONE, MESSAGE_LINES);
	buf_puts(h->out, " \xc2\xb7 ");
	html_message(h, MESSAGE_SCANNED_ONLY);
	buf_puts(h->out, " \xc2\xb7 portfit ");
	html_text(h, h->style->version);
	buf_puts(h->out, "</p>\n");
}

static void nav_link(struct html *h, const char *id, enum message m, bool there)
{
	if (!there)
		return;
	buf_format(h->out, "<a href=\"#%s\">", id);
	html_message(h, m);
	buf_puts(h->out, "</a>");
}

static void gate(struct html *h)
{
	const struct gate *g = &h->a->gate;

	buf_puts(h->out, "<p><strong>");
	html_message(h, !g->on   ? MESSAGE_GATE_OFF
	                : g->hit ? MESSAGE_GATE_HIT
	                         : MESSAGE_GATE_PASSED);
	buf_puts(h->out, "</strong>");
	for (uint32_t i = 0; i < g->reasons.len; i++) {
		buf_puts(h->out, " \xc2\xb7 ");
		html_said(h, SAID_GATE, g->reasons.at[i]);
	}
	for (uint32_t i = 0; i < g->notes.len; i++) {
		buf_puts(h->out, " \xc2\xb7 ");
		html_said(h, SAID_GATE, g->notes.at[i]);
	}
	buf_puts(h->out, "</p>\n");
}

void write_html(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct html h = {a, style, style->language, out};

	buf_format(out, "<!doctype html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
	        h.language == LANGUAGE_ZH_TW ? "zh-Hant-TW" : "en");
	buf_puts(out, "<meta name=\"viewport\" content=\"width=device-width, "
	              "initial-scale=1\">\n<title>");
	html_message(&h, MESSAGE_TITLE);
	buf_puts(out, " \xc2\xb7 portfit</title>\n");
	html_style(&h);
	buf_puts(out, "</head>\n<body>\n<a class=\"skip\" href=\"#answer\">");
	html_message(&h, MESSAGE_SKIP_TO);
	buf_puts(out, "</a>\n<header><h1>");
	html_message(&h, MESSAGE_TITLE);
	buf_puts(out, "</h1>\n");
	counts(&h);
	buf_puts(out, "<nav aria-label=\"");
	html_message(&h, MESSAGE_CONTENTS);
	buf_puts(out, "\">");
	nav_link(&h, "howfar", MESSAGE_HOW_FAR, true);
	nav_link(&h, "effort", MESSAGE_EFFORT, a->effort != NULL);
	nav_link(&h, "payback", MESSAGE_PAYS_BACK, true);
	nav_link(&h, "missing", MESSAGE_NOT_TOLD, true);
	nav_link(&h, "stops", MESSAGE_WHAT_STOPS, a->causes.len > 0);
	nav_link(&h, "operators", MESSAGE_ALL_OPERATORS, a->operator_nodes > 0);
	nav_link(&h, "calls", MESSAGE_APIS, a->apis.len > 0);
	nav_link(&h, "islands", MESSAGE_ISLANDS, a->operator_nodes > 0);
	nav_link(&h, "rests", MESSAGE_RESTS_ON, true);
	nav_link(&h, "notseen", MESSAGE_NOT_SEEN, true);
	buf_puts(out, "</nav></header>\n<main>\n");
	html_cards(&h);
	html_money(&h);
	html_rests(&h);
	html_not_told(&h);
	html_findings(&h);
	html_operators(&h);
	html_apis(&h);
	html_islands(&h);
	html_dynamic(&h);
	html_memory(&h);
	html_environment(&h);
	html_not_seen(&h);
	buf_puts(out, "</main>\n<footer>");
	gate(&h);
	buf_puts(out, "</footer>\n");
	html_script(&h);
	buf_puts(out, "</body>\n</html>\n");
}
