/* Inside the text writer: a page of a given width, and what its sections share. */
#ifndef REPORT_TEXT_PAGE_H
#define REPORT_TEXT_PAGE_H

#include "report/said.h"
#include "report/writer.h"

struct page {
	const struct assessment *a;
	const struct style *style;
	struct buf *out;
	uint32_t op_width, cell_width, where_width;
};

enum paint { PAINT_NONE, PAINT_BOLD, PAINT_RED, PAINT_YELLOW, PAINT_GREEN, PAINT_CYAN, PAINT_DIM };

void page_paint(struct page *p, enum paint color);
/* A verdict in the word or two that a column has room for. */
const char *page_verdict(const struct page *p, enum verdict verdict);
void page_heading(struct page *p, enum message heading);
/* A message in the language of the page; with its parts filled in; a number and what it counts. */
const char *page_say(const struct page *p, enum message message);
str page_fill(struct page *p, enum message message, const str *parts, uint32_t n);
str page_count(struct page *p, uint64_t n, enum message one, enum message many);
/* The parts as arguments: PAGE_FILL(p, MESSAGE_X, name, page_number(p, 3)) */
#define PAGE_FILL(p, m, ...)                                                                       \
	page_fill((p), (m), (str[]){__VA_ARGS__}, sizeof((str[]){__VA_ARGS__}) / sizeof(str))
/* The usual counts: "3 calls", "3 operator calls", "3 operators". */
str page_calls(struct page *p, uint64_t n);
str page_operator_calls(struct page *p, uint64_t n);
str page_operators(struct page *p, uint64_t n);
/* "eager", "compiled" within a sentence. */
str page_mode(const struct page *p, enum mode mode);
/* A text that a room below made, in the language of the page. */
str page_said(const struct page *p, enum said_kind kind, str text);
/* The word of the data in English, elsewhere that of a manager. */
str page_verdict_data(const struct page *p, enum verdict verdict);
/* "left alone until 2027-03-01 by an exception: only in the debug path" */
str page_exception(struct page *p, const struct row_exception *left);
/* "[documented 2026-07]": on whose word, and of when. */
str page_ground(struct page *p, str evidence, str date);
/* "a: " in the language of the page, and two such joined: "trainium eager: ". */
const char *page_label(struct page *p, str text);
/* Text filled up with blanks to so many columns, for the head of page_wrapped. */
const char *page_padded(struct page *p, str text, uint32_t width);
/* Two texts with a comma of the language between them; the second alone when the first is empty. */
str page_list(struct page *p, str list, str next);
/* A line of its own, indented. */
void page_line(struct page *p, uint32_t indent, str text);
/* "12" */
str page_number(struct page *p, uint64_t n);
/* Text in a cell of fixed width, cut with an ellipsis; control characters made visible. */
void page_cell(struct page *p, str text, uint32_t width);
/* Words wrapped to the page behind an indentation; `head` stands before them on the first line. */
void page_wrapped(struct page *p, const char *head, uint32_t indent, str text);
/* The same behind what stands on the line already, up to `column`; the lines that follow begin at
 * `indent`. */
void page_hanging(struct page *p, uint32_t column, uint32_t indent, str text);
/* Takes blanks off the end of the line and ends it. */
void page_line_end(struct page *p);
/* "1.5 ms", "2.1 s", "35 us" */
str page_ms(struct page *p, double milliseconds);
/* "model.py:12 (layers.0)": where, as far as it is known. */
str page_place(struct page *p, const struct row_place *place);

/* Sections. */
void text_findings(struct page *p);
void text_operators(struct page *p);
void text_apis(struct page *p);
void text_islands(struct page *p);
void text_dynamic(struct page *p);
void text_hostsync(struct page *p);
void text_dtypes(struct page *p);
void text_training(struct page *p);
void text_collectives(struct page *p);
void text_custom(struct page *p);
void text_work(struct page *p);
void text_memory(struct page *p);
void text_cost(struct page *p);
void text_workloads(struct page *p);
void text_counted(struct page *p);

#endif
