/* Numbers as people read them: money to the cent, hours, shares; what is not known in words. */
#ifndef REPORT_NUMBER_H
#define REPORT_NUMBER_H

#include "base/arena.h"
#include "base/json.h"

/* "12,345.67 USD"; NAN: "not priced". */
str number_usd(struct arena *arena, double usd);
/* The same without a currency: "12,345.67". */
str number_cents(struct arena *arena, double usd);
/* "1,234.5" with so many digits behind the point; NAN: "not known"; infinite: "never". */
str number_fixed(struct arena *arena, double value, int digits);
/* "12,345" */
str number_count(struct arena *arena, uint64_t n);
/* "10.75 h", "12.4 min" or "850 ms", whichever reads best; NAN: "not known". */
str number_time(struct arena *arena, double hours);
/* "1.2 GB" */
str number_bytes(struct arena *arena, uint64_t bytes);
/* "12.5 %" of a share; NAN: "not known". */
str number_percent(struct arena *arena, double share);

/* Digits for number_json: not rounded. */
enum { NUMBER_WHOLE = -1 };
/* key: value rounded to so many digits; nothing at all when it is not finite. */
void number_json(struct json_out *w, const char *key, double value, int digits);
void number_json_str(struct json_out *w, str key, double value, int digits);
/* key: text, nothing when it is empty. */
void text_json(struct json_out *w, const char *key, str value);

/* A table for a terminal: columns as wide as their widest cell, two blanks between, the first
 * column to the left, the others as told. Cells hold no line ends. */
enum { TABLE_COLUMNS = 20 };
struct text_table {
	struct arena *arena;
	uint32_t columns;
	bool left[TABLE_COLUMNS]; /* else to the right */
	uint32_t indent;
	VEC(str) cells; /* row by row */
};
void table_row(struct text_table *t, const str *cells);
void table_write(const struct text_table *t, struct buf *out);
/* A paragraph broken at blanks to fit `columns`, every line indented. */
void paragraph(struct buf *out, str text, uint32_t indent, uint32_t columns);

#endif
