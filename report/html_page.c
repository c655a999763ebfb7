/* Escaping and labels; style and script stand in page.css and page.js. */
#include "report/html_page.h"

#include "base/text.h"

void html_text(struct html *h, str text)
{
	struct buf visible = {0};
	str shown;
	size_t from = 0;

	text_visible(&visible, text);
	shown = buf_str(&visible);
	for (size_t i = 0; i < shown.len; i++) {
		const char *reference = NULL;

		switch (shown.ptr[i]) {
		case '<': reference = "&lt;"; break;
		case '>': reference = "&gt;"; break;
		case '&': reference = "&amp;"; break;
		case '"': reference = "&quot;"; break;
		case '\'': reference = "&#39;"; break;
		default: continue;
		}
		buf_put(h->out, str_slice(shown, from, i));
		buf_puts(h->out, reference);
		from = i + 1;
	}
	buf_put(h->out, str_from_at(shown, from));
	buf_free(&visible);
}

void html_message(struct html *h, enum message m)
{
	html_text(h, str_from(message(h->language, m)));
}

void html_fill(struct html *h, enum message m, const str *parts, uint32_t n)
{
	html_text(h, message_fill(h->a->arena, h->language, m, parts, n));
}

void html_data(struct html *h, str text)
{
	bool foreign = h->language != LANGUAGE_EN && text.len;

	buf_puts(h->out, foreign ? "<span lang=\"en\">" : "");
	html_text(h, text);
	buf_puts(h->out, foreign ? "</span>" : "");
}

void html_said(struct html *h, enum said_kind kind, str text)
{
	str own = said(h->a->arena, h->language, kind, text);

	if (str_eq(own, text))
		html_data(h, text);
	else
		html_text(h, own);
}

void html_count(struct html *h, uint64_t n, enum message one, enum message many)
{
	html_text(h, message_count(h->a->arena, h->language, n, one, many));
}

void html_colon(struct html *h)
{
	buf_puts(h->out, h->language == LANGUAGE_ZH_TW ? "\xef\xbc\x9a" : ": ");
}

void html_comma(struct html *h)
{
	buf_puts(h->out, h->language == LANGUAGE_ZH_TW ? "\xef\xbc\x8c" : ", ");
}

void html_heading(struct html *h, const char *id, enum message m)
{
	buf_format(h->out, "<h2 id=\"%s\">", id);
	html_message(h, m);
	buf_puts(h->out, "</h2>\n");
}

void html_verdict(struct html *h, enum verdict verdict)
{
	static const char *const symbols[VERDICT_COUNT] = {[VERDICT_UNKNOWN] = "?",
	        [VERDICT_SUPPORTED] = "\xe2\x97\x8f",
	        [VERDICT_DECOMPOSED] = "\xe2\x97\x8b",
	        [VERDICT_CONDITIONAL] = "\xe2\x97\x87",
	        [VERDICT_FALLBACK] = "\xe2\x97\x90",
	        [VERDICT_SKIPPED] = "\xe2\x8a\x98",
	        [VERDICT_UNSUPPORTED] = "\xe2\x96\xb2"};

	buf_format(h->out, "<span class=\"tag v%d\">%s ", (int)verdict, symbols[verdict]);
	html_message(h, item_verdict_message(verdict));
	buf_puts(h->out, "</span>");
}

/* report/tables.S */
extern const char report_css[], report_js[];

void html_style(struct html *h)
{
	buf_puts(h->out, "<style>\n");
	buf_puts(h->out, report_css);
	buf_puts(h->out, "</style>\n");
}

void html_script(struct html *h)
{
	buf_puts(h->out, "<script>\n");
	buf_puts(h->out, report_js);
	buf_puts(h->out, "</script>\n");
}

void html_wrap(struct html *h, enum message caption, const char *class)
{
	buf_puts(h->out, "<div class=\"wrap\" tabindex=\"0\" role=\"group\" aria-label=\"");
	html_message(h, caption);
	buf_format(h->out, "\"><table class=\"%s\">", class);
	html_caption(h, str_from(message(h->language, caption)));
}

void html_caption(struct html *h, str text)
{
	buf_puts(h->out, "<caption class=\"vh\">");
	html_text(h, text);
	buf_puts(h->out, "</caption>");
}
