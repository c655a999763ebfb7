/* Inside the HTML writer: text that cannot become markup, and what the sections share. */
#ifndef REPORT_HTML_PAGE_H
#define REPORT_HTML_PAGE_H

#include "report/item.h"
#include "report/message.h"
#include "report/said.h"

struct html {
	const struct assessment *a;
	const struct style *style;
	enum language language;
	struct buf *out;
};

/* Text between tags or in a quoted attribute: < > & " ' are references, control characters visible.
 */
void html_text(struct html *h, str text);
void html_message(struct html *h, enum message message);
/* A message with its parts: html_fill(h, MESSAGE_X, (str[]){a, b}, 2). */
void html_fill(struct html *h, enum message message, const str *parts, uint32_t n);
/* Words of rules, facts and the tool's English parts: marked as English on another page. */
void html_data(struct html *h, str text);
/* A text that a room below made: in the language of the page, else marked as English. */
void html_said(struct html *h, enum said_kind kind, str text);
/* A number and what it counts; the word for one is the message behind `many` with _ONE. */
void html_count(struct html *h, uint64_t n, enum message one, enum message many);
/* ": " and ", " as the language writes them. */
void html_colon(struct html *h);
void html_comma(struct html *h);
void html_heading(struct html *h, const char *id, enum message message);
/* A coloured label of a verdict: word and symbol, so that colour alone says nothing. */
void html_verdict(struct html *h, enum verdict verdict);

/* Whether the backward pass was looked at, in a graph or by derivation. */
bool html_is_trained(const struct html *h);

/* Opens a table that may be wider than the screen: reached by Tab, so that keys can move it, with a
 * caption that is read out. The caller closes table and div. */
void html_wrap(struct html *h, enum message caption, const char *class);
void html_caption(struct html *h, str text);

void html_style(struct html *h);
void html_cards(struct html *h);
void html_money(struct html *h);
void html_not_told(struct html *h);
void html_findings(struct html *h);
void html_operators(struct html *h);
void html_apis(struct html *h);
void html_islands(struct html *h);
void html_dynamic(struct html *h);
void html_memory(struct html *h);
void html_environment(struct html *h);
void html_rests(struct html *h);
void html_not_seen(struct html *h);
void html_script(struct html *h);

#endif
