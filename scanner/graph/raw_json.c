/* A table of classes makes the loops short; the NUL at the end of the buffer is the bound of every
 * one of them. */
#include "scanner/graph/raw_json.h"

#include <stdlib.h>
#include <string.h>

enum class { PLAIN, END, QUOTE, ESCAPE, OPEN, CLOSE, BLANK, COMMA };

static const unsigned char classes[256] = {
        [0] = END,
        ['"'] = QUOTE,
        ['\\'] = ESCAPE,
        ['{'] = OPEN,
        ['['] = OPEN,
        ['}'] = CLOSE,
        [']'] = CLOSE,
        [' '] = BLANK,
        ['\t'] = BLANK,
        ['\n'] = BLANK,
        ['\r'] = BLANK,
        [','] = COMMA,
};

static unsigned char class_of(char c)
{
	return classes[(unsigned char)c];
}

static const char *pass_blanks(const char *p)
{
	while (class_of(*p) == BLANK)
		p++;
	return p;
}

/* From behind the opening quote to behind the closing one; NULL at the end of the buffer. */
static const char *pass_string(const char *p)
{
	for (;; p++) {
		while (class_of(*p) - 1u > ESCAPE - 1u) /* neither end, quote nor backslash */
			p++;
		if (*p == '"')
			return p + 1;
		if (!*p || !*++p)
			return NULL;
	}
}

/* From behind an opening bracket to behind the one that closes it. */
static const char *pass_nested(const char *p)
{
	for (uint32_t depth = 1;; p++) {
		switch (class_of(*p)) {
		case OPEN: depth++; break;
		case CLOSE:
			if (!--depth)
				return p + 1;
			break;
		case QUOTE:
			p = pass_string(p + 1);
			if (!p)
				return NULL;
			p--;
			break;
		case END: return NULL;
		default: break;
		}
	}
}

/* `at` NULL or at the NUL byte: the buffer ended. */
static bool bad(struct raw *raw, const char *at)
{
	raw->bad = true;
	raw->at = at && *at ? at : NULL;
	return false;
}

bool raw_enter(struct raw *raw, char open)
{
	if (raw->bad)
		return false;
	raw->at = pass_blanks(raw->at);
	if (*raw->at != open)
		return bad(raw, raw->at);
	raw->at++;
	return true;
}

bool raw_item(struct raw *raw)
{
	const char *p = raw->at;

	if (raw->bad)
		return false;
	while (class_of(*p) == BLANK || class_of(*p) == COMMA)
		p++;
	raw->at = p;
	if (!*p)
		return bad(raw, NULL);
	if (class_of(*p) != CLOSE)
		return true;
	raw->at++;
	return false;
}

bool raw_key(struct raw *raw, str *key)
{
	const char *start, *p;

	if (!raw_item(raw))
		return false;
	if (*raw->at != '"')
		return bad(raw, raw->at);
	start = raw->at + 1;
	p = pass_string(start);
	if (!p)
		return bad(raw, NULL);
	*key = (str){start, (size_t)(p - start) - 1};
	p = pass_blanks(p);
	if (*p != ':')
		return bad(raw, p);
	raw->at = pass_blanks(p + 1);
	return true;
}

str raw_value(struct raw *raw)
{
	const char *start = raw->at, *p = start;

	if (raw->bad)
		return STR_NONE;
	switch (class_of(*p)) {
	case QUOTE: p = pass_string(p + 1); break;
	case OPEN: p = pass_nested(p + 1); break;
	case PLAIN:
		while (class_of(*p) == PLAIN)
			p++;
		if (class_of(*p) != QUOTE && class_of(*p) != ESCAPE && *p)
			break;
		bad(raw, p);
		return STR_NONE;
	default: bad(raw, p); return STR_NONE;
	}
	if (!p) {
		bad(raw, NULL);
		return STR_NONE;
	}
	raw->at = p;
	return (str){start, (size_t)(p - start)};
}

str raw_inside(str value)
{
	if (value.len < 2 || value.ptr[0] != '"')
		return STR_NONE;
	return str_slice(value, 1, value.len - 1);
}

double raw_number(str value)
{
	static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
	uint64_t digits = 0;
	size_t i = 0, n = 0, behind = 0;
	bool point = false;
	double real;

	if (value.len && value.ptr[0] == '"')
		value = raw_inside(value);
	for (; i < value.len && n <= 15; i++) {
		char c = value.ptr[i];

		if (c == '.' && !point) {
			point = true;
		} else if (c >= '0' && c <= '9') {
			digits = digits * 10 + (uint64_t)(c - '0');
			n += digits > 0;
			behind += point;
		} else {
			break;
		}
	}
	/* Both numbers are exact, so one division rounds as strtod does. */
	if (i == value.len && behind < sizeof powers / sizeof *powers && digits < UINT64_C(1) << 53)
		return (double)digits / powers[behind];
	return str_float(value, &real) && real == real ? real : 0;
}

int64_t raw_integer(str value)
{
	int64_t number;

	if (value.len && value.ptr[0] == '"')
		value = raw_inside(value);
	return str_int(value, &number) && number >= 0 ? number : -1;
}
