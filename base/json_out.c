/* The writer: commas and blanks come from two flags, so the text is valid as long
 * as keys and values alternate (asserted). Most texts stand in the output as they are; whether one
 * does is told many bytes at a time, and then it is copied in one go. */
#include "base/json.h"

#include "base/bytes.h"
#include "base/text.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where `bytes` more go, without a call when there is room. */
static inline char *room_for(struct buf *out, size_t bytes)
{
	return bytes <= out->cap - out->len ? out->ptr + out->len : buf_room(out, bytes);
}

static void line_break(struct json_out *w)
{
	static const char line[] = "\n                               "; /* 32 bytes */
	size_t blanks = (size_t)w->indent * w->depth;

	if (blanks >= sizeof line - 1) {
		buf_byte(w->out, '\n');
		buf_repeat(w->out, ' ', blanks);
		return;
	}
	/* All of it is less work than some of it. */
	memcpy(room_for(w->out, sizeof line - 1), line, sizeof line - 1);
	w->out->len += 1 + blanks;
}

static bool is_flat(const struct json_out *w)
{
	return !w->indent || (w->flat_from && w->depth >= w->flat_from);
}

static inline void before(struct json_out *w)
{
	if (w->after_key) {
		w->after_key = false;
		return;
	}
	if (!w->fresh && w->flat_from && w->depth >= w->flat_from) {
		memcpy(room_for(w->out, 2), ", ", 2);
		w->out->len += 2;
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

/* Is one of eight bytes a control character, a quote, a backslash, DEL or above ASCII? */
static inline bool has_odd(uint64_t w)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones * 0x80;
	uint64_t quote = w ^ ones * '"', slash = w ^ ones * '\\', del = w ^ ones * 0x7f;

	/* What was below the number that is taken away gets its high bit. */
	return (((w - ones * 0x20) | (quote - ones) | (slash - ones) | (del - ones) | w) & highs) !=
	       0;
}

#if defined(__SSE2__)
/* The same of sixteen bytes. Signed, control characters and bytes above ASCII are both below the
 * blank. */
static inline __m128i odd_of_sixteen(const char *p)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
	__m128i slash = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
	__m128i del = _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7f));

	return _mm_or_si128(_mm_or_si128(quote, slash),
	        _mm_or_si128(del, _mm_cmplt_epi8(v, _mm_set1_epi8(' '))));
}

/* Sixteen bytes and more: the last sixteen are looked at whatever stands before. */
static inline bool is_plain_long(str s)
{
	__m128i odd = odd_of_sixteen(s.ptr + s.len - 16);

	for (size_t at = 0; at + 16 < s.len; at += 16)
		odd = _mm_or_si128(odd, odd_of_sixteen(s.ptr + at));
	return !_mm_movemask_epi8(odd);
}
#else
static inline bool is_plain_long(str s)
{
	for (size_t at = 0; at + 8 < s.len; at += 8)
		if (has_odd(bytes_load8(s.ptr + at)))
			return false;
	return !has_odd(bytes_load8(s.ptr + s.len - 8));
}
#endif

/* Does the text stand in JSON as it is, for every kind of output? */
static inline bool is_plain(str s)
{
	uint32_t half, other;
	size_t at = 0;

	if (s.len >= 16)
		return is_plain_long(s);
	if (s.len >= 8) {
		return !has_odd(bytes_load8(s.ptr)) && !has_odd(bytes_load8(s.ptr + s.len - 8));
	}
	if (s.len >= 4) {
		memcpy(&half, s.ptr, 4);
		memcpy(&other, s.ptr + s.len - 4, 4);
		return !has_odd((uint64_t)other << 32 | half);
	}
	for (; at < s.len; at++)
		if (s.ptr[at] < ' ' || s.ptr[at] > '~' || s.ptr[at] == '"' || s.ptr[at] == '\\')
			return false;
	return true;
}

/* A plain text in quotes. */
static inline void put_plain(struct buf *out, str s)
{
	char *to = room_for(out, s.len + 2);

	*to++ = '"';
	if (s.len)
		memcpy(to, s.ptr, s.len);
	to[s.len] = '"';
	out->len += s.len + 2;
}

static void quoted(struct json_out *w, str s)
{
	if (is_plain(s)) {
		put_plain(w->out, s);
		return;
	}
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
	memcpy(room_for(w->out, 2), ": ", 2);
	w->out->len += 2;
	w->after_key = true;
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

#ifdef __SIZEOF_INT128__
enum { MANTISSA_BITS = 52, LEAST_POWER = -4, MOST_POWER = 15 };

/* `units` of ten to the power of -decimals. */
static void put_decimals(struct buf *out, uint64_t units, int decimals)
{
	char text[] = "00000000000000000000000";

	text[decimals] = 0;
	while (decimals-- > 0) {
		text[decimals] = (char)('0' + units % 10);
		units /= 10;
	}
	buf_uint(out, units);
	buf_byte(out, '.');
	buf_puts(out, text);
}

/* m 2^e rounded to `decimals`, in units of the last of them, which are m 5^decimals / 2^shift:
 * whole numbers of less than 128 bits, so nothing is lost. *same: it reads as the number again,
 * since it is no further from it than half the way to the next one, 5^decimals / 2 in the same
 * measure. */
static uint64_t rounded(uint64_t m, int e, int decimals, bool *same)
{
	int shift = -(e + decimals);
	uint64_t five = 1, units;
	bytes_wide product, rest, off;

	for (int i = 0; i < decimals; i++)
		five *= 5;
	product = (bytes_wide)m * five;
	units = (uint64_t)(product >> shift);
	rest = (product - ((bytes_wide)units << shift)) * 2;
	units += rest >> shift && (rest << (128 - shift) || units % 2);
	off = (bytes_wide)units << shift;
	off = 2 * (off > product ? off - product : product - off);
	*same = off < five || (off == five && m % 2 == 0);
	return units;
}

/* A number from 1e-4 to 1e15 with decimals; false and nothing is written: another one. */
static bool put_exact(struct buf *out, double value)
{
	/* None below 1 is less than its name. */
	static const double tens[] = {1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6,
	        1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	int power = LEAST_POWER, decimals, e;
	double size = fabs(value);
	uint64_t m, units = 0;
	bool same = false;

	if (!(size >= tens[0]) || !(size < tens[MOST_POWER - LEAST_POWER]))
		return false;
	while (size >= tens[power + 1 - LEAST_POWER])
		power++;
	memcpy(&m, &size, sizeof m);
	e = (int)(m >> MANTISSA_BITS) - 1023 - MANTISSA_BITS;
	m = (m & ((UINT64_C(1) << MANTISSA_BITS) - 1)) | UINT64_C(1) << MANTISSA_BITS;
	/* Below a power of two the next number is half as far. */
	if (m == UINT64_C(1) << MANTISSA_BITS)
		return false;
	for (decimals = 14 - power; !same && decimals <= 16 - power; decimals++)
		units = rounded(m, e, decimals, &same);
	for (decimals--; decimals > 0 && units % 10 == 0; decimals--)
		units /= 10;
	if (!same || decimals <= 0)
		return false;
	if (value < 0)
		buf_byte(out, '-');
	put_decimals(out, units, decimals);
	return true;
}
#else
static bool put_exact(struct buf *out, double value)
{
	(void)out, (void)value;
	return false;
}
#endif

void json_out_float(struct json_out *w, double value)
{
	char text[64];
	int digits = 15;

	before(w);
	if (!isfinite(value)) {
		buf_puts(w->out, "null");
		return;
	}
	if (put_short(w->out, value) || put_exact(w->out, value))
		return;
	/* Two numbers of up to fifteen digits never read as the same double, but for the smallest
	 * ones: when fifteen read back, the shortest is the same without zeros at its end. */
	snprintf(text, sizeof text, "%.14e", value);
	if (strtod(text, NULL) != value)
		digits = 16;
	else if (fabs(value) < DBL_MIN)
		digits = 1;
	else
		for (const char *last = strchr(text, 'e'); last[-1] == '0'; last--)
			digits--;
	for (; digits <= 17; digits++) {
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

void json_out_again(struct json_out *w, size_t from, size_t to)
{
	char *room = room_for(w->out, to - from);

	memcpy(room, w->out->ptr + from, to - from);
	w->out->len += to - from;
	w->fresh = false;
}

void json_out_raw(struct json_out *w, str json)
{
	before(w);
	buf_put(w->out, json);
}

/* Two plain texts, as nearly all are, go into the output in one go. */
void json_out_pair_str(struct json_out *w, const char *key, str value)
{
	str name = str_from(key);
	char *to;

	if (!is_plain(name) || !is_plain(value)) {
		json_out_key_str(w, name);
		json_out_str(w, value);
		return;
	}
	assert(w->depth && !w->after_key);
	before(w);
	to = room_for(w->out, name.len + value.len + 6);
	*to++ = '"';
	to = (char *)memcpy(to, name.ptr, name.len) + name.len;
	to = (char *)memcpy(to, "\": \"", 4) + 4;
	if (value.len)
		to = (char *)memcpy(to, value.ptr, value.len) + value.len;
	*to = '"';
	w->out->len += name.len + value.len + 6;
}

void json_out_pair_int(struct json_out *w, const char *key, int64_t value)
{
	json_out_key(w, key);
	json_out_int(w, value);
}
