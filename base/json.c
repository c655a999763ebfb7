/* The pull reader. Idea: one cursor, a depth, and a sticky error; the caller's
 * loops are the state. Strings are checked as they are passed over, so a reader
 * that skips a value has validated it all the same. What surprises: entering an
 * array is json_array plus json_item, and `first` (nothing read since the opening
 * bracket) is the only thing kept about the levels outside. An error moves the end of
 * the text to the cursor, so that the quick ways need not look for errors: they see
 * no byte to read. The quick ways take what Python writes, one blank or none; all else
 * goes the long way, which says what is wrong. */
#include "base/json.h"

#include "base/json_plain.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define R4(n, v) [n] = v, [(n) + 1] = v, [(n) + 2] = v, [(n) + 3] = v

const unsigned char json_kind_of_byte[256] = {
        ['n'] = JSON_NULL,
        ['f'] = JSON_FALSE,
        ['t'] = JSON_TRUE,
        ['"'] = JSON_STRING,
        ['['] = JSON_ARRAY,
        ['{'] = JSON_OBJECT,
        ['-'] = JSON_NUMBER,
        ['N'] = JSON_NUMBER,
        ['I'] = JSON_NUMBER,
        R4('0', JSON_NUMBER),
        R4('4', JSON_NUMBER),
        ['8'] = JSON_NUMBER,
        ['9'] = JSON_NUMBER,
};

void json_open(struct json *j, str text, uint32_t depth_limit, struct arena *arena)
{
	const char *start = text.ptr ? text.ptr : "";

	*j = (struct json){.start = start,
	        .at = start,
	        .end = start + text.len,
	        .arena = arena,
	        .depth_limit = depth_limit};
}

bool json_fail(struct json *j, const char *expected)
{
	if (!j->error)
		j->error = expected;
	j->end = j->at;
	return false;
}

bool json_ok(const struct json *j)
{
	return !j->error;
}

static void blanks(struct json *j)
{
	while (j->at < j->end &&
	        (*j->at == ' ' || *j->at == '\n' || *j->at == '\r' || *j->at == '\t'))
		j->at++;
}

enum json_kind json_peek_behind_blanks(struct json *j)
{
	unsigned char kind;

	if (j->error)
		return JSON_ERROR;
	blanks(j);
	if (j->at == j->end) {
		json_fail(j, "a value, found the end of the text");
		return JSON_ERROR;
	}
	kind = json_kind_of_byte[(unsigned char)*j->at];
	if (!kind)
		json_fail(j, "a value");
	return (enum json_kind)kind;
}

static bool enter(struct json *j, enum json_kind kind, const char *expected)
{
	if (json_peek(j) != kind)
		return json_fail(j, expected);
	if (j->depth >= j->depth_limit)
		return json_fail(j, "less nesting");
	j->depth++;
	j->at++;
	j->first = true;
	return true;
}

bool json_object(struct json *j)
{
	return enter(j, JSON_OBJECT, "an object");
}

bool json_array(struct json *j)
{
	return enter(j, JSON_ARRAY, "an array");
}

/* At the closing bracket: leaves. Else passes the comma that must stand between members. */
static bool next_member(struct json *j, char close)
{
	if (j->error)
		return false;
	blanks(j);
	if (j->at == j->end)
		return json_fail(j, close == '}' ? "'}', found the end of the text"
		                                 : "']', found the end of the text");
	if (*j->at == close) {
		j->at++;
		j->depth--;
		j->first = false;
		return false;
	}
	if (!j->first) {
		if (*j->at != ',')
			return json_fail(j, close == '}' ? "',' or '}'" : "',' or ']'");
		j->at++;
		blanks(j);
		if (j->at < j->end && *j->at == close)
			return json_fail(j, "no comma before the closing bracket");
	}
	j->first = false;
	return true;
}

/* The quick way past ", " or to the closing bracket: 1 a member follows, 0 left, -1 neither. */
static inline int quick_member(struct json *j, char close)
{
	const char *p = j->at;

	if (j->end - p < 3)
		return -1;
	if (*p == close) {
		j->at = p + 1;
		j->depth--;
		j->first = false;
		return 0;
	}
	if (!j->first) {
		if (p[0] != ',')
			return -1;
		p += p[1] == ' ' ? 2 : 1;
	}
	if (!json_kind_of_byte[(unsigned char)*p])
		return -1;
	j->at = p;
	j->first = false;
	return 1;
}

bool json_item(struct json *j)
{
	int quick = quick_member(j, ']');

	return quick < 0 ? next_member(j, ']') : quick;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Value of four hex digits, -1 when they are not there. */
static int32_t hex4(const char *p, const char *end)
{
	int32_t value = 0;

	if (end - p < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		int d = hex_digit(p[i]);

		if (d < 0)
			return -1;
		value = value * 16 + d;
	}
	return value;
}

static bool pass_escape(struct json *j)
{
	const char *p = j->at + 1;

	if (p == j->end)
		return json_fail(j, "an escape, found the end of the text");
	if (*p == 'u') {
		if (hex4(p + 1, j->end) < 0)
			return json_fail(j, "four hexadecimal digits after \\u");
		j->at += 6;
		return true;
	}
	if (!memchr("\"\\/bfnrt", *p, 8))
		return json_fail(j, "a known escape");
	j->at += 2;
	return true;
}

const char *json_plain_run(const char *p, const char *end)
{
	return plain_run(p, end);
}

/* From the cursor, somewhere in a string that begins at `from`, to the closing quote. */
static bool pass_rest(struct json *j, const char *from, str *raw, bool *escaped)
{
	for (;;) {
		j->at = plain_run(j->at, j->end);
		if (j->at == j->end)
			return json_fail(
			        j, "the closing quote of a string, found the end of the text");
		if (*j->at == '"')
			break;
		if (*j->at == '\\') {
			*escaped = true;
			if (!pass_escape(j))
				return false;
		} else if ((unsigned char)*j->at < 0x20) {
			return json_fail(j, "no raw control character in a string");
		} else {
			size_t n;
			uint32_t point = utf8_decode((str){j->at, (size_t)(j->end - j->at)}, &n);

			if (point == 0xfffd && n == 1)
				return json_fail(j, "valid UTF-8");
			j->at += n;
		}
	}
	*raw = (str){from, (size_t)(j->at - from)};
	j->at++;
	return true;
}

/* From behind the opening quote to the closing one. Most strings are one plain run. */
static inline bool pass_characters(struct json *j, str *raw, bool *escaped)
{
	const char *from = j->at, *p = plain_run(from, j->end);

	*escaped = false;
	if (p < j->end && *p == '"') {
		*raw = (str){from, (size_t)(p - from)};
		j->at = p + 1;
		return true;
	}
	j->at = p;
	return pass_rest(j, from, raw, escaped);
}

static inline bool pass_string(struct json *j, str *raw, bool *escaped)
{
	if (json_peek(j) != JSON_STRING)
		return json_fail(j, "a string");
	j->at++;
	return pass_characters(j, raw, escaped);
}

str json_unescape(struct arena *arena, str raw)
{
	char *out;
	size_t len = 0;

	if (str_find_byte(raw, '\\') == raw.len)
		return raw;
	out = arena_alloc(arena, raw.len + 1, 1);
	for (size_t i = 0; i < raw.len;) {
		size_t run = str_find_byte(str_from_at(raw, i), '\\');
		static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
		const char *known;

		memcpy(out + len, raw.ptr + i, run);
		len += run;
		i += run;
		if (i + 1 >= raw.len)
			break;
		if (raw.ptr[i + 1] == 'u') {
			const char *end = raw.ptr + raw.len;
			int32_t unit = hex4(raw.ptr + i + 2, end);
			int32_t low = -1;

			i += 6;
			if (unit >= 0xd800 && unit < 0xdc00 && i + 6 <= raw.len &&
			        raw.ptr[i] == '\\' && raw.ptr[i + 1] == 'u')
				low = hex4(raw.ptr + i + 2, end);
			if (low >= 0xdc00 && low < 0xe000) {
				unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
				i += 6;
			}
			len += utf8_encode((uint32_t)unit, out + len);
			continue;
		}
		known = memchr(from, raw.ptr[i + 1], 5);
		out[len++] = known ? to[known - from] : raw.ptr[i + 1];
		i += 2;
	}
	return (str){out, len};
}

/* A string at the cursor that is one plain run; else false and nothing has happened. */
static inline bool quick_string(struct json *j, str *value)
{
	const char *from = j->at + 1, *p;

	if (j->at >= j->end || *j->at != '"')
		return false;
	p = plain_run(from, j->end);
	if (p >= j->end || *p != '"')
		return false;
	*value = (str){from, (size_t)(p - from)};
	j->at = p + 1;
	return true;
}

/* Behind the quick ways, so that these need no room on the stack. */
static __attribute__((noinline)) bool slow_string(struct json *j, str *value, bool decoded)
{
	bool escaped;

	if (!pass_string(j, value, &escaped))
		return false;
	if (escaped && decoded)
		*value = json_unescape(j->arena, *value);
	return true;
}

bool json_string_raw(struct json *j, str *value)
{
	return quick_string(j, value) || slow_string(j, value, false);
}

/* How far two texts agree, in steps of eight bytes, as long as there are some. */
static size_t common_length(const char *a, const char *b, size_t len)
{
	size_t n = 0;

#if defined(__SSE2__)
	for (; len - n >= 32; n += 32) {
		const __m128i *x = (const __m128i *)(const void *)(a + n);
		const __m128i *y = (const __m128i *)(const void *)(b + n);
		__m128i same = _mm_and_si128(_mm_cmpeq_epi8(_mm_loadu_si128(x), _mm_loadu_si128(y)),
		        _mm_cmpeq_epi8(_mm_loadu_si128(x + 1), _mm_loadu_si128(y + 1)));

		if (_mm_movemask_epi8(same) != 0xffff)
			break;
	}
#endif
	for (; len - n >= 8; n += 8) {
		uint64_t x, y;

		memcpy(&x, a + n, 8);
		memcpy(&y, b + n, 8);
		if (x != y)
			break;
	}
	return n;
}

/* The last place at or before `n` that is surely between two characters: an escape has at most six
 * bytes, so it stands behind six that need none. */
static size_t between_characters(const char *from, size_t n)
{
	enum { ESCAPE_MOST = 6 };
	size_t plain = 0;

	while (plain < ESCAPE_MOST && plain < n) {
		if (ends_run(from[n - 1 - plain])) {
			n -= plain + 1;
			plain = 0;
		} else {
			plain++;
		}
	}
	return plain == ESCAPE_MOST ? n : 0;
}

bool json_string_like(struct json *j, str raw, str *value)
{
	const char *from = j->at + 1;
	size_t left = (size_t)(j->end - j->at), agree;
	bool escaped;

	if (!raw.ptr || left < 2 || *j->at != '"')
		return json_string_raw(j, value);
	left = raw.len < left - 1 ? raw.len : left - 1;
	agree = common_length(from, raw.ptr, left);
	/* The very same: what is left of it is less than a step. */
	if (left == raw.len && left - agree < 8 && j->end - from > (ptrdiff_t)left &&
	        from[left] == '"' && memcmp(from + agree, raw.ptr + agree, left - agree) == 0) {
		*value = raw;
		j->at = from + left + 1;
		return true;
	}
	j->at = from + between_characters(from, agree);
	return pass_rest(j, from, value, &escaped);
}

bool json_value_again(struct json *j, str raw)
{
	if (!raw.ptr || (size_t)(j->end - j->at) < raw.len || memcmp(j->at, raw.ptr, raw.len) != 0)
		return false;
	j->at += raw.len;
	j->first = false;
	return true;
}

bool json_string(struct json *j, str *value)
{
	return quick_string(j, value) || slow_string(j, value, true);
}

/* "key": with the colon right behind it; false leaves the cursor at the key or fails. */
static bool key_and_colon(struct json *j, str *key, bool *escaped)
{
	if (j->at == j->end || *j->at != '"')
		return json_fail(j, "a key in double quotes");
	j->at++;
	if (!pass_characters(j, key, escaped))
		return false;
	if (j->at == j->end || *j->at != ':')
		blanks(j);
	if (j->at == j->end || *j->at != ':')
		return json_fail(j, "':' after a key");
	j->at++;
	if (j->at < j->end && *j->at == ' ')
		j->at++;
	return true;
}

bool json_key(struct json *j, str *key)
{
	int quick = quick_member(j, '}');
	bool escaped;

	if (quick == 0 || (quick < 0 && !next_member(j, '}')) || !key_and_colon(j, key, &escaped))
		return false;
	if (escaped)
		*key = json_unescape(j->arena, *key);
	return true;
}

static inline bool word(struct json *j, str text)
{
	if ((size_t)(j->end - j->at) < text.len || memcmp(j->at, text.ptr, text.len) != 0)
		return json_fail(j, "a value");
	j->at += text.len;
	return true;
}

bool json_bool(struct json *j, bool *value)
{
	enum json_kind kind = json_peek(j);

	if (kind != JSON_TRUE && kind != JSON_FALSE)
		return json_fail(j, "true or false");
	*value = kind == JSON_TRUE;
	return *value ? word(j, S("true")) : word(j, S("false"));
}

bool json_null(struct json *j)
{
	return json_peek(j) == JSON_NULL ? word(j, S("null")) : json_fail(j, "null");
}

static bool digits(struct json *j)
{
	const char *from = j->at;

	while (j->at < j->end && *j->at >= '0' && *j->at <= '9')
		j->at++;
	return j->at > from || json_fail(j, "a digit");
}

bool json_number(struct json *j, str *value)
{
	const char *from;

	if (json_peek(j) != JSON_NUMBER)
		return json_fail(j, "a number");
	from = j->at;
	if (*j->at == '-')
		j->at++;
	if (j->at < j->end && (*j->at == 'I' || *j->at == 'N')) {
		if (*j->at == 'N' && from != j->at)
			return json_fail(j, "a digit");
		if (!(*j->at == 'I' ? word(j, S("Infinity")) : word(j, S("NaN"))))
			return false;
		*value = (str){from, (size_t)(j->at - from)};
		return true;
	}
	if (j->at < j->end && *j->at == '0')
		j->at++;
	else if (!digits(j))
		return false;
	if (j->at < j->end && *j->at >= '0' && *j->at <= '9')
		return json_fail(j, "no leading zero");
	if (j->at < j->end && *j->at == '.') {
		j->at++;
		if (!digits(j))
			return false;
	}
	if (j->at < j->end && (*j->at | 0x20) == 'e') {
		j->at++;
		if (j->at < j->end && (*j->at == '+' || *j->at == '-'))
			j->at++;
		if (!digits(j))
			return false;
	}
	*value = (str){from, (size_t)(j->at - from)};
	return true;
}

/* Most are one digit. */
bool json_int(struct json *j, int64_t *value)
{
	const char *from, *p;
	str text;

	from = j->at;
	if (j->end - from >= 2 && is_digit(from[0]) && ends_number(from[1])) {
		*value = from[0] - '0';
		j->at++;
		return true;
	}
	if (json_peek(j) != JSON_NUMBER)
		return json_fail(j, "a number");
	from = j->at;
	p = quick_int(from, j->end, value);
	if (p && p < j->end && ends_number(*p)) {
		j->at = p;
		return true;
	}
	if (!json_number(j, &text))
		return false;
	if (str_int(text, value))
		return true;
	j->at = from;
	return json_fail(j, "an integer of 64 bits");
}

bool json_float(struct json *j, double *value)
{
	str text;
	char *copy;

	if (!json_number(j, &text))
		return false;
	if (str_float(text, value))
		return true;
	copy = arena_alloc(j->arena, text.len + 1, 1); /* longer than any sensible number */
	memcpy(copy, text.ptr, text.len);
	*value = strtod(copy, NULL);
	return true;
}

static bool skip_scalar(struct json *j, enum json_kind kind)
{
	bool flag;
	str text;

	switch (kind) {
	case JSON_NULL: return json_null(j);
	case JSON_TRUE:
	case JSON_FALSE: return json_bool(j, &flag);
	case JSON_NUMBER: return json_number(j, &text);
	case JSON_STRING: return json_string_raw(j, &text);
	default: return false;
	}
}

/* Passes over one value with a stack of bits (1: object) instead of recursion. */
bool json_skip(struct json *j)
{
	uint32_t outside = j->depth;
	unsigned char stack[512];
	bool first = j->first, escaped;
	str key;

	if (j->depth_limit > sizeof stack * 8)
		j->depth_limit = sizeof stack * 8;
	for (;;) {
		enum json_kind kind = json_peek(j);
		bool nested = kind == JSON_OBJECT || kind == JSON_ARRAY;

		if (nested) {
			if (!enter(j, kind, "a value"))
				return false;
			stack[j->depth / 8 % sizeof stack] &= (unsigned char)~(1u << j->depth % 8);
			stack[j->depth / 8 % sizeof stack] |=
			        (unsigned char)((unsigned)(kind == JSON_OBJECT) << j->depth % 8);
		} else if (!skip_scalar(j, kind)) {
			return false;
		}
		for (;;) {
			bool object;
			int more;

			if (j->depth == outside) {
				j->first = first;
				return true;
			}
			object = stack[j->depth / 8 % sizeof stack] >> j->depth % 8 & 1;
			more = quick_member(j, object ? '}' : ']');
			if (more < 0 ? next_member(j, object ? '}' : ']') : more) {
				if (object && !key_and_colon(j, &key, &escaped))
					return false;
				break;
			}
			if (j->error)
				return false;
		}
	}
}

bool json_skip_raw(struct json *j, str *raw)
{
	const char *from;

	if (j->error)
		return false;
	blanks(j);
	from = j->at;
	if (!json_skip(j))
		return false;
	*raw = (str){from, (size_t)(j->at - from)};
	return true;
}

bool json_end(struct json *j)
{
	if (j->error)
		return false;
	blanks(j);
	if (j->at < j->end)
		return json_fail(j, "the end of the text");
	return true;
}

void json_position(const struct json *j, uint32_t *line, uint32_t *column)
{
	const char *from = j->start;

	*line = 1;
	for (const char *p = from; p < j->at; p++)
		if (*p == '\n') {
			++*line;
			from = p + 1;
		}
	*column = (uint32_t)utf8_count((str){from, (size_t)(j->at - from)}) + 1;
}
