/* The writer: commas and blanks come from two flags, so the text is valid as long
 * as keys and values alternate (asserted). */
#include "base/json.h"

#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void line_break(struct json_out *w)
{
	buf_byte(w->out, '\n');
	buf_repeat(w->out, ' ', (size_t)w->indent * w->depth);
}

static bool is_flat(const struct json_out *w)
{
	return !w->indent || (w->flat_from && w->depth >= w->flat_from);
}

static void before(struct json_out *w)
{
	if (w->after_key) {
		w->after_key = false;
		return;
	}
	if (w->depth && !w->fresh)
		buf_byte(w->out, ',');
	if (w->depth && !is_flat(w))
		line_break(w);
	else if (w->depth && !w->fresh)
		buf_byte(w->out, ' ');
	w->fresh = false;
}

static void open(struct json_out *w, char bracket)
{
	before(w);
	buf_byte(w->out, bracket);
	w->depth++;
	w->fresh = true;
}

static void close(struct json_out *w, char bracket)
{
	bool flat = is_flat(w);

	assert(w->depth && !w->after_key);
	w->depth--;
	if (!w->fresh && !flat)
		line_break(w);
	buf_byte(w->out, bracket);
	w->fresh = false;
}

void json_out_object(struct json_out *w)
{
	open(w, '{');
}

void json_out_object_end(struct json_out *w)
{
	close(w, '}');
}

void json_out_array(struct json_out *w)
{
	open(w, '[');
}

void json_out_array_end(struct json_out *w)
{
	close(w, ']');
}

static void escaped_point(struct buf *out, uint32_t point)
{
	if (point >= 0x10000) {
		point -= 0x10000;
		buf_format(out, "\\u%04x\\u%04x", (unsigned)(0xd800 + (point >> 10)),
		        (unsigned)(0xdc00 + (point & 0x3ff)));
	} else {
		buf_format(out, "\\u%04x", (unsigned)point);
	}
}

/* A surrogate spelled in three bytes, as texts of other programs may hold them: not UTF-8, but JSON
 * can say it as an escape. 0 when there is none. */
static uint32_t surrogate(str s)
{
	const unsigned char *p = (const unsigned char *)s.ptr;

	if (s.len < 3 || p[0] != 0xed || p[1] < 0xa0 || p[1] > 0xbf || (p[2] & 0xc0) != 0x80)
		return 0;
	return 0xd000 | (uint32_t)(p[1] & 0x3f) << 6 | (p[2] & 0x3f);
}

/* One character that is not written as it stands, or may not be; returns its length. */
static size_t put_odd(struct json_out *w, str s)
{
	unsigned char c = (unsigned char)s.ptr[0];
	size_t n;
	uint32_t point = utf8_decode(s, &n);

	if (w->ascii && surrogate(s)) {
		escaped_point(w->out, surrogate(s));
		return 3;
	}
	if (c >= 0x80 && !w->ascii && !(point == 0xfffd && n == 1) && !text_hostile(point)) {
		buf_put(w->out, str_slice(s, 0, n));
		return n;
	}
	switch (c) {
	case '"': buf_puts(w->out, "\\\""); break;
	case '\\': buf_puts(w->out, "\\\\"); break;
	case '\n': buf_puts(w->out, "\\n"); break;
	case '\r': buf_puts(w->out, "\\r"); break;
	case '\t': buf_puts(w->out, "\\t"); break;
	case '\b': buf_puts(w->out, "\\b"); break;
	case '\f': buf_puts(w->out, "\\f"); break;
	default: escaped_point(w->out, point); break;
	}
	return n;
}

static void quoted(struct json_out *w, str s)
{
	buf_byte(w->out, '"');
	while (s.len) {
		size_t run = (size_t)(json_plain_run(s.ptr, s.ptr + s.len) - s.ptr);
		const char *del = memchr(s.ptr, 0x7f, run);

		if (del)
			run = (size_t)(del - s.ptr);
		buf_put(w->out, str_slice(s, 0, run));
		s = str_from_at(s, run);
		if (s.len)
			s = str_from_at(s, put_odd(w, s));
	}
	buf_byte(w->out, '"');
}

void json_out_key_str(struct json_out *w, str key)
{
	assert(w->depth && !w->after_key);
	before(w);
	quoted(w, key);
	buf_puts(w->out, ": ");
	w->after_key = true;
}

void json_out_key(struct json_out *w, const char *key)
{
	json_out_key_str(w, str_from(key));
}

void json_out_str(struct json_out *w, str value)
{
	before(w);
	quoted(w, value);
}

void json_out_int(struct json_out *w, int64_t value)
{
	before(w);
	buf_int(w->out, value);
}

void json_out_uint(struct json_out *w, uint64_t value)
{
	before(w);
	buf_uint(w->out, value);
}

/* A number of at most six digits behind the point and fifteen in all, which no shorter text reads
 * as: most that are written. False: another one, or one that is written with an exponent. */
static bool put_short(struct buf *out, double value)
{
	char text[] = "123456";
	uint64_t micros, fraction;
	size_t digits = sizeof text - 1;

	if (!(fabs(value) < 1e9) || fabs(value) < 1e-4)
		return false;
	micros = (uint64_t)(fabs(value) * 1e6 + 0.5);
	fraction = micros % 1000000;
	if (!fraction || fabs((double)micros / 1e6 - fabs(value)) > 0)
		return false;
	for (; fraction % 10 == 0; fraction /= 10)
		text[--digits] = 0;
	while (digits-- > 0) {
		text[digits] = (char)('0' + fraction % 10);
		fraction /= 10;
	}
	if (value < 0)
		buf_byte(out, '-');
	buf_uint(out, micros / 1000000);
	buf_byte(out, '.');
	buf_puts(out, text);
	return true;
}

void json_out_float(struct json_out *w, double value)
{
	char text[64];

	before(w);
	if (!isfinite(value)) {
		buf_puts(w->out, "null");
		return;
	}
	if (put_short(w->out, value))
		return;
	/* What fifteen digits do not say, fewer do not either. */
	snprintf(text, sizeof text, "%.15g", value);
	for (int digits = strtod(text, NULL) == value ? 1 : 16; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	buf_puts(w->out, text);
}

void json_out_bool(struct json_out *w, bool value)
{
	before(w);
	buf_puts(w->out, value ? "true" : "false");
}

void json_out_null(struct json_out *w)
{
	before(w);
	buf_puts(w->out, "null");
}

void json_out_raw(struct json_out *w, str json)
{
	before(w);
	buf_put(w->out, json);
}

void json_out_pair_str(struct json_out *w, const char *key, str value)
{
	json_out_key(w, key);
	json_out_str(w, value);
}

void json_out_pair_int(struct json_out *w, const char *key, int64_t value)
{
	json_out_key(w, key);
	json_out_int(w, value);
}
