/* Inside the HTML writer: text that cannot become markup, and what the sections share. */
#ifndef REPORT_HTML_PAGE_H
#define REPORT_HTML_PAGE_H

#include "report/item.h"
#include "report/message.h"

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
void html_heading(struct html *h, const char *id, enum message message);
/* A coloured label of a verdict: word and symbol, so that colour alone says nothing. */
void html_verdict(struct html *h, enum verdict verdict);
enum message html_verdict_message(enum verdict verdict);
enum message html_severity_message(enum severity severity);

void html_style(struct html *h);
void html_cards(struct html *h);
void html_findings(struct html *h);
void html_operators(struct html *h);
void html_apis(struct html *h);
void html_rests(struct html *h);
void html_script(struct html *h);

#endif
