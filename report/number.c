/* Rounding happens here and nowhere else. */
#include "report/number.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Puts a comma before every third digit of the whole part. */
static str with_commas(struct arena *arena, const char *digits)
{
	const char *start = digits[0] == '-' ? digits + 1 : digits;
	size_t whole = strcspn(start, "."), len = strlen(digits), k = 0;
	char *out = arena_alloc(arena, len + whole / 3 + 2, 1);

	if (start != digits)
		out[k++] = '-';
	for (size_t i = 0; i < whole; i++) {
		if (i && (whole - i) % 3 == 0)
			out[k++] = ',';
		out[k++] = start[i];
	}
	memcpy(out + k, start + whole, strlen(start) - whole);
	return (str){out, k + strlen(start) - whole};
}

str number_fixed(struct arena *arena, double value, int digits)
{
	char text[400];

	if (isnan(value))
		return S("not known");
	if (isinf(value))
		return S("never");
	snprintf(text, sizeof text, "%.*f", digits, value);
	/* No minus before a zero. */
	if (text[0] == '-' && strspn(text + 1, "0.") == strlen(text + 1))
		memmove(text, text + 1, strlen(text));
	return with_commas(arena, text);
}

str number_count(struct arena *arena, uint64_t n)
{
	char text[24];

	snprintf(text, sizeof text, "%llu", (unsigned long long)n);
	return with_commas(arena, text);
}

str number_cents(struct arena *arena, double usd)
{
	return isfinite(usd) ? number_fixed(arena, usd, 2) : S("not priced");
}

str number_usd(struct arena *arena, double usd)
{
	str s = number_cents(arena, usd);

	return isfinite(usd) ? arena_format(arena, "%.*s USD", STR_ARG(s)) : s;
}

str number_time(struct arena *arena, double hours)
{
	double seconds = hours * 3600;
	str s;

	if (!isfinite(hours))
		return S("not known");
	if (hours >= 1) {
		s = number_fixed(arena, hours, 2);
		return arena_format(arena, "%.*s h", STR_ARG(s));
	}
	if (seconds >= 60)
		return arena_format(arena, "%.1f min", hours * 60);
	return seconds >= 1 ? arena_format(arena, "%.2f s", seconds)
	                    : arena_format(arena, "%.1f ms", seconds * 1000);
}

str number_bytes(struct arena *arena, uint64_t bytes)
{
	static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB"};
	double value = (double)bytes;
	size_t i = 0;

	while (value >= 1000 && i + 1 < sizeof units / sizeof *units) {
		value /= 1000;
		i++;
	}
	return arena_format(arena, i ? "%.1f %s" : "%.0f %s", value, units[i]);
}

str number_percent(struct arena *arena, double share)
{
	str s = number_fixed(arena, 100 * share, 1);

	return isfinite(share) ? arena_format(arena, "%.*s %%", STR_ARG(s)) : s;
}

void number_json_str(struct json_out *w, str key, double value, int digits)
{
	double scale = pow(10, digits), rounded = round(value * scale) / scale;

	if (!isfinite(value))
		return;
	json_out_key_str(w, key);
	/* Beyond 2^53 there is nothing to round. */
	if (digits == NUMBER_WHOLE || fabs(value) * scale > 9e15)
		rounded = value;
	if (rounded == floor(rounded) && fabs(rounded) < 1e15)
		json_out_int(w, (int64_t)rounded);
	else
		json_out_float(w, rounded);
}

void number_json(struct json_out *w, const char *key, double value, int digits)
{
	number_json_str(w, str_from(key), value, digits);
}

void text_json(struct json_out *w, const char *key, str value)
{
	if (value.len)
		json_out_pair_str(w, key, value);
}

void table_row(struct text_table *t, const str *cells)
{
	for (uint32_t i = 0; i < t->columns; i++)
		*VEC_PUSH(t->arena, &t->cells) = cells[i];
}

static void put_cell(struct buf *out, str cell, size_t width, bool left)
{
	size_t own = text_width(cell);

	if (!left)
		buf_repeat(out, ' ', width - own);
	text_visible(out, cell);
	if (left)
		buf_repeat(out, ' ', width - own);
}

void table_write(const struct text_table *t, struct buf *out)
{
	size_t widths[TABLE_COLUMNS] = {0};
	uint32_t rows = t->columns ? t->cells.len / t->columns : 0;

	for (uint32_t i = 0; i < rows * t->columns; i++) {
		size_t width = text_width(t->cells.at[i]);

		if (width > widths[i % t->columns])
			widths[i % t->columns] = width;
	}
	for (uint32_t r = 0; r < rows; r++) {
		buf_repeat(out, ' ', t->indent);
		for (uint32_t i = 0; i < t->columns; i++) {
			if (i)
				buf_puts(out, "  ");
			put_cell(out, t->cells.at[r * t->columns + i], widths[i], t->left[i]);
		}
		while (out->len && out->ptr[out->len - 1] == ' ')
			out->len--;
		buf_byte(out, '\n');
	}
}

void paragraph(struct buf *out, str text, uint32_t indent, uint32_t columns)
{
	size_t column = 0, at = 0;
	bool blank, any = false;
	str word;

	while (text_piece(text, &at, &word, &blank)) {
		size_t width = text_width(word);

		any |= blank;
		if (!word.len)
			continue;
		if (column && column + any + width > columns) {
			buf_byte(out, '\n');
			column = 0;
		}
		if (!column) {
			buf_repeat(out, ' ', indent);
			column = indent;
		} else if (any) {
			buf_byte(out, ' ');
			column++;
		}
		text_visible(out, word);
		column += width;
		any = false;
	}
	if (column)
		buf_byte(out, '\n');
}
