/* Cells and wrapped lines. Widths are columns of a terminal, never bytes. */
#include "report/text_page.h"

#include "base/text.h"
#include "report/number.h"

void page_paint(struct page *p, enum paint color)
{
	static const char *const codes[] = {"0", "1", "31", "33", "32", "36", "2"};

	if (p->style->color)
		buf_format(p->out, "\033[%sm", codes[color]);
}

const char *page_say(const struct page *p, enum message m)
{
	return message(p->style->language, m);
}

str page_fill(struct page *p, enum message m, const str *parts, uint32_t n)
{
	return message_fill(p->a->arena, p->style->language, m, parts, n);
}

str page_count(struct page *p, uint64_t n, enum message one, enum message many)
{
	return message_count(p->a->arena, p->style->language, n, one, many);
}

str page_number(struct page *p, uint64_t n)
{
	return number_count(p->a->arena, n);
}

void page_heading(struct page *p, enum message heading)
{
	buf_byte(p->out, '\n');
	page_paint(p, PAINT_BOLD);
	buf_puts(p->out, page_say(p, heading));
	page_paint(p, PAINT_NONE);
}

str page_calls(struct page *p, uint64_t n)
{
	return page_count(p, n, MESSAGE_TEXT_CALL_ONE, MESSAGE_TEXT_CALL);
}

str page_operator_calls(struct page *p, uint64_t n)
{
	return page_count(p, n, MESSAGE_TEXT_OPERATOR_CALL_ONE, MESSAGE_TEXT_OPERATOR_CALL);
}

str page_operators(struct page *p, uint64_t n)
{
	return page_count(p, n, MESSAGE_TEXT_OPERATOR_ONE, MESSAGE_TEXT_OPERATOR);
}

str page_mode(const struct page *p, enum mode mode)
{
	return str_from(page_say(
	        p, mode == MODE_EAGER ? MESSAGE_TEXT_MODE_EAGER : MESSAGE_TEXT_MODE_COMPILED));
}

str page_said(const struct page *p, enum said_kind kind, str text)
{
	return said(p->a->arena, p->style->language, kind, text);
}

str page_verdict_data(const struct page *p, enum verdict verdict)
{
	return page_said(p, SAID_WORD, verdict_word(verdict));
}

str page_exception(struct page *p, const struct row_exception *left)
{
	return PAGE_FILL(p, left->until.len ? MESSAGE_LEFT_ALONE_UNTIL : MESSAGE_LEFT_ALONE,
	        left->reason, left->until);
}

str page_ground(struct page *p, str evidence, str date)
{
	return arena_format(p->a->arena, "[%.*s %.*s]", STR_ARG(page_said(p, SAID_WORD, evidence)),
	        STR_ARG(str_slice(date, 0, 7)));
}

const char *page_label(struct page *p, str text)
{
	return arena_format(p->a->arena, "%.*s%s", STR_ARG(text), page_say(p, MESSAGE_TEXT_COLON))
	        .ptr;
}

const char *page_padded(struct page *p, str text, uint32_t width)
{
	size_t own = text_width(text);

	return arena_format(
	        p->a->arena, "%.*s%*s", STR_ARG(text), own < width ? (int)(width - own) : 0, "")
	        .ptr;
}

str page_list(struct page *p, str list, str next)
{
	return list.len ? arena_format(p->a->arena, "%.*s%s%.*s", STR_ARG(list),
	                          page_say(p, MESSAGE_TEXT_COMMA), STR_ARG(next))
	                : next;
}

void page_line(struct page *p, uint32_t indent, str text)
{
	buf_repeat(p->out, ' ', indent);
	text_visible(p->out, text);
	buf_byte(p->out, '\n');
}

/* Text in a cell of fixed width, cut with an ellipsis. */
void page_cell(struct page *p, str text, uint32_t width)
{
	size_t from = p->out->len;
	struct buf visible = {0};
	str shown;

	text_visible(&visible, text);
	shown = buf_str(&visible);
	if (text_width(shown) > width) {
		shown = text_fit(shown, width > 1 ? width - 1 : 0);
		buf_put(p->out, shown);
		buf_puts(p->out, "\xe2\x80\xa6");
	} else {
		buf_put(p->out, shown);
	}
	shown = str_from_at(buf_str(p->out), from);
	if (text_width(shown) < width)
		buf_repeat(p->out, ' ', width - text_width(shown));
	buf_free(&visible);
}

void page_hanging(struct page *p, uint32_t column, uint32_t indent, str text)
{
	size_t at = 0, now = column;
	bool first = true, blank;
	str word;

	while (text_piece(text, &at, &word, &blank)) {
		size_t width = text_width(word);

		if (!first && now + blank + width > p->style->columns) {
			buf_byte(p->out, '\n');
			buf_repeat(p->out, ' ', indent);
			now = indent;
		} else if (!first && blank) {
			buf_byte(p->out, ' ');
			now++;
		}
		text_visible(p->out, word);
		now += width;
		first = false;
	}
	buf_byte(p->out, '\n');
}

/* Words wrapped to the page behind an indentation; the first line has its own head. */
void page_wrapped(struct page *p, const char *head, uint32_t indent, str text)
{
	buf_repeat(p->out, ' ', indent);
	buf_puts(p->out, head);
	page_hanging(p, indent + (uint32_t)text_width(str_from(head)), indent + 2, text);
}

void page_line_end(struct page *p)
{
	while (p->out->len && p->out->ptr[p->out->len - 1] == ' ')
		p->out->len--;
	buf_byte(p->out, '\n');
}

str page_ms(struct page *p, double ms)
{
	if (ms >= 1000)
		return arena_format(p->a->arena, "%.3g s", ms / 1000);
	if (ms >= 1)
		return arena_format(p->a->arena, "%.3g ms", ms);
	if (ms >= 1e-3)
		return arena_format(p->a->arena, "%.3g us", ms * 1000);
	return arena_format(p->a->arena, "%.3g ns", ms * 1e6);
}

str page_place(struct page *p, const struct row_place *place)
{
	struct arena *arena = p->a->arena;

	if (!place->path.len)
		return place->module;
	if (!place->module.len)
		return arena_format(arena, "%.*s:%u", STR_ARG(place->path), place->line);
	return arena_format(
	        arena, "%.*s:%u (%.*s)", STR_ARG(place->path), place->line, STR_ARG(place->module));
}

const char *page_verdict(const struct page *p, enum verdict verdict)
{
	static const enum message words[VERDICT_COUNT] = {
	        [VERDICT_UNKNOWN] = MESSAGE_TEXT_SHORT_UNKNOWN,
	        [VERDICT_SUPPORTED] = MESSAGE_TEXT_SHORT_OK,
	        [VERDICT_DECOMPOSED] = MESSAGE_TEXT_SHORT_OK,
	        [VERDICT_CONDITIONAL] = MESSAGE_TEXT_SHORT_DEPENDS,
	        [VERDICT_FALLBACK] = MESSAGE_TEXT_SHORT_CPU,
	        [VERDICT_SKIPPED] = MESSAGE_TEXT_SHORT_SKIPPED,
	        [VERDICT_UNSUPPORTED] = MESSAGE_TEXT_SHORT_UNSUPPORTED};

	return page_say(p, words[verdict]);
}
