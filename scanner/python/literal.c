/* Strings. Their text is decoded only where a record shows it or where it may name a device; the
 * escapes of all of them are checked, since a malformed one is a syntax error.
 *
 * Decoded text may hold surrogates ("\ud800"), which UTF-8 cannot: they are kept as three bytes
 * each all the same, as the code points that they are. */
#include "scanner/python/parser.h"

#include "base/text.h"
#include "scanner/python/device_name.h"
#include "scanner/python/unicode.h"

#include <string.h>

enum { FIELD_DEPTH = 2 }; /* fields in the specification of fields: CPython's MAX_EXPR_NESTING */

static str slice_of(const struct parser *p, uint32_t from, uint32_t to)
{
	return str_slice(p->file->text, from, to);
}

/* The text between the quotes of a STRING token. */
static str content(const struct parser *p, const struct token *t)
{
	uint32_t quotes = t->flags & TOKEN_TRIPLE ? 3 : 1;

	return slice_of(p, t->at + t->value, t->end - quotes);
}

static void put(struct parser *p, str s)
{
	VEC_RESERVE(p->arena, &p->scratch, s.len);
	if (s.len)
		memcpy(p->scratch.at + p->scratch.len, s.ptr, s.len);
	p->scratch.len += (uint32_t)s.len;
}

static void put_point(struct parser *p, uint32_t point)
{
	char bytes[4];
	size_t n = utf8_encode(point, bytes);

	if (point >= 0xd800 && point < 0xe000) {
		bytes[0] = (char)(0xe0 | point >> 12);
		bytes[1] = (char)(0x80 | (point >> 6 & 0x3f));
		bytes[2] = (char)(0x80 | (point & 0x3f));
		n = 3;
	}
	put(p, (str){bytes, n});
}

/* Value of `n` hexadecimal digits, UINT32_MAX when they are not all there. */
static uint32_t hex(str s, size_t at, size_t n)
{
	uint32_t value = 0;

	if (s.len - at < n)
		return UINT32_MAX;
	for (size_t i = at; i < at + n; i++) {
		char c = s.ptr[i], low = (char)(c | 0x20);

		if ((unsigned)(c - '0') < 10)
			value = value << 4 | (uint32_t)(c - '0');
		else if ((unsigned)(low - 'a') < 6)
			value = value << 4 | (uint32_t)(low - 'a' + 10);
		else
			return UINT32_MAX;
	}
	return value;
}

/* One escape: how many bytes it takes (0: malformed) and what it stands for. */
struct escape {
	size_t length;
	uint32_t point;
	bool nothing; /* a backslash at the end of a line */
	bool plain;   /* no escape: the backslash stands for itself */
};

static struct escape numeric(str s, size_t at)
{
	size_t digits = s.ptr[at + 1] == 'x' ? 2 : s.ptr[at + 1] == 'u' ? 4 : 8;
	uint32_t point = hex(s, at + 2, digits);

	return (struct escape){.length = point <= 0x10ffff ? digits + 2 : 0, .point = point};
}

static struct escape named(str s, size_t at)
{
	str rest = str_from_at(s, at + 2), name;
	struct escape e = {0};

	if (!str_starts(rest, S("{")))
		return e;
	name = str_slice(rest, 1, str_find_byte(rest, '}'));
	if (name.len + 1 < rest.len && unicode_by_name(name, &e.point))
		e.length = name.len + 4;
	return e;
}

static struct escape octal(str s, size_t at)
{
	struct escape e = {.length = 1};

	while (e.length < 4 && at + e.length < s.len && (s.ptr[at + e.length] & ~7) == '0')
		e.point = e.point * 8 + (uint32_t)(s.ptr[at + e.length++] - '0');
	return e;
}

/* The escape whose backslash is at `at`. */
static struct escape escape_at(str s, size_t at)
{
	static const char simple[] = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v";

	if (at + 1 >= s.len)
		return (struct escape){.length = 1, .plain = true};
	switch (s.ptr[at + 1]) {
	case '\n': return (struct escape){.length = 2, .nothing = true};
	case 'x':
	case 'u':
	case 'U': return numeric(s, at);
	case 'N': return named(s, at);
	case '0':
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
	case '6':
	case '7': return octal(s, at);
	default: break;
	}
	for (size_t i = 0; i + 1 < sizeof simple; i += 2)
		if (simple[i] == s.ptr[at + 1])
			return (struct escape){.length = 2, .point = (unsigned char)simple[i + 1]};
	return (struct escape){.length = 1, .plain = true};
}

/* One piece of text into the scratch, its escapes undone. */
static void put_text(struct parser *p, str s, uint8_t flags)
{
	size_t from = 0, at;

	if (!(flags & TOKEN_ESCAPED) || (flags & TOKEN_RAW)) {
		put(p, s);
		return;
	}
	for (;;) {
		struct escape e;

		at = from + str_find_byte(str_from_at(s, from), '\\');
		put(p, str_slice(s, from, at));
		if (at >= s.len)
			return;
		e = escape_at(s, at);
		if (e.plain || !e.length)
			put(p, S("\\"));
		else if (!e.nothing)
			put_point(p, e.point);
		from = at + (e.length ? e.length : 1);
	}
}

static bool check_escapes(struct parser *p, str s, uint32_t at)
{
	size_t i = 0;

	for (;;) {
		struct escape e;

		i += str_find_byte(str_from_at(s, i), '\\');
		if (i >= s.len)
			return true;
		e = escape_at(s, i);
		if (!e.length)
			return parser_fail_at(
			        p, at, PYTHON_ERROR_SYNTAX, "malformed escape in a string");
		i += e.plain ? 1 : e.length;
	}
}

/* With "=" a field adds its own text, without comments. */
static void put_debug(struct parser *p, str s)
{
	while (s.len) {
		size_t at = str_find_byte(s, '#');

		put(p, str_slice(s, 0, at));
		s = str_from_at(s, at);
		s = str_from_at(s, str_find_byte(s, '\n'));
	}
}

/* One field, as "{}". Returns its closing brace. */
static uint32_t put_field(struct parser *p, uint32_t open)
{
	const struct token *all = p->lexer->tokens.at;
	uint32_t close = all[open].value;

	for (uint32_t i = open + 1; i < close && all[i].kind != TOKEN_COLON; i++) {
		if (all[i].kind == TOKEN_EQUAL) {
			put_debug(p, slice_of(p, all[open].end, all[i + 1].at));
			break;
		}
		if (all[i].kind >= TOKEN_LPAR && all[i].kind <= TOKEN_LBRACE)
			i = all[i].value;
	}
	put(p, S("{}"));
	return close;
}

/* Everything from FSTRING_START to FSTRING_END; returns the index of the latter. */
static uint32_t put_fstring(struct parser *p, uint32_t i)
{
	const struct token *all = p->lexer->tokens.at;

	for (i++; all[i].kind != TOKEN_FSTRING_END; i++) {
		if (all[i].kind == TOKEN_LBRACE)
			i = put_field(p, i);
		else
			put_text(p, slice_of(p, all[i].at, all[i].end), all[i].flags);
	}
	return i;
}

/* The strings from a token on, joined, in the scratch. */
static str joined(struct parser *p, uint32_t token)
{
	const struct token *all = p->lexer->tokens.at;

	p->scratch.len = 0;
	for (uint32_t i = token;; i++) {
		if (all[i].kind == TOKEN_STRING)
			put_text(p, content(p, &all[i]), all[i].flags);
		else if (all[i].kind == TOKEN_FSTRING_START)
			i = put_fstring(p, i);
		else
			break;
	}
	return (str){p->scratch.at ? p->scratch.at : "", p->scratch.len};
}

/* One string alone, whose text stands in the source as it is. */
static bool is_plain(const struct token *t)
{
	return t->kind == TOKEN_STRING && (!(t->flags & TOKEN_ESCAPED) || (t->flags & TOKEN_RAW)) &&
	       t[1].kind != TOKEN_STRING && t[1].kind != TOKEN_FSTRING_START;
}

/* Code points, surrogates too. */
static size_t points(str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += (s.ptr[i] & 0xc0) != 0x80;
	return n;
}

uint32_t literal_keep(struct parser *p, uint32_t token, size_t most)
{
	const struct token *t = &p->lexer->tokens.at[token];
	str s = is_plain(t) ? content(p, t) : joined(p, token);

	if (s.len > most && points(s) > most)
		return PYTHON_NONE;
	*PUSH(p->arena, &p->file->texts) = is_plain(t) ? s : arena_dup(p->arena, s);
	return p->file->texts.len - 1;
}

bool literal_is(struct parser *p, uint32_t token, str text)
{
	const struct token *t = &p->lexer->tokens.at[token];

	return t->kind == TOKEN_STRING &&
	       str_eq(is_plain(t) ? content(p, t) : joined(p, token), text);
}

enum python_value literal_number(const struct parser *p, uint32_t at)
{
	const char *s = p->file->text.ptr + at;
	bool based = s[0] == '0' &&
	             ((s[1] | 0x20) == 'x' || (s[1] | 0x20) == 'o' || (s[1] | 0x20) == 'b');
	enum python_value kind = PYTHON_VALUE_INT;

	if (based)
		return kind;
	for (; (unsigned)(*s - '0') < 10 || *s == '_' || *s == '.' || (*s | 0x20) == 'e' ||
	        (*s | 0x20) == 'j';
	        s++) {
		if ((*s | 0x20) == 'j')
			return PYTHON_VALUE_COMPLEX;
		if (*s == '.')
			kind = PYTHON_VALUE_FLOAT;
		if ((*s | 0x20) == 'e') {
			bool sign = s[1] == '+' || s[1] == '-';

			if ((unsigned)(s[1 + sign] - '0') >= 10)
				break;
			kind = PYTHON_VALUE_FLOAT;
			s += sign;
		}
	}
	return kind;
}

/* Whether the text of a device or a backend may begin like this, escapes not undone. */
static bool may_begin(char c)
{
	return (unsigned)(c - 'a') < 26 || c == '\\';
}

/* A quick look at the first byte, so that few strings are decoded. */
static bool may_name(const struct parser *p, const struct token *t)
{
	for (; t->kind == TOKEN_STRING; t++) {
		str s = content(p, t);

		if (s.len)
			return may_begin(s.ptr[0]);
	}
	if (t->kind != TOKEN_FSTRING_START)
		return false;
	return t[1].kind != TOKEN_LBRACE && may_begin(p->file->text.ptr[t[1].at]);
}

static void note_string(struct parser *p, uint32_t token, uint8_t form)
{
	const struct token *t = &p->lexer->tokens.at[token];
	uint8_t class;
	str s;

	if (!may_name(p, t))
		return;
	s = is_plain(t) ? content(p, t) : joined(p, token);
	class = (uint8_t)device_class(s);
	if (class)
		*PUSH(p->arena, &p->file->strings) =
		        (struct python_string){.value = is_plain(t) ? s : arena_dup(p->arena, s),
		                .at = t->at,
		                .scope = p->scope,
		                .flags = p->flags,
		                .loops = p->loops,
		                .class_ = class,
		                .form = form};
}

/* {expression = !r :specification}; the specification holds text and fields. */
static bool field(struct parser *p, uint32_t depth)
{
	struct value v;

	p->t++;
	if (!parse_list_or_yield(p, &v))
		return false;
	p->t += p->t->kind == TOKEN_EQUAL;
	if (p->t->kind == TOKEN_EXCLAMATION) {
		const struct token *t = ++p->t;

		if (t->kind != TOKEN_NAME || t->at != t[-1].end || t->end != t->at + 1 ||
		        !memchr("sra", p->file->text.ptr[t->at], 3))
			return parser_fail(p, "expected 's', 'r' or 'a' after '!'");
		p->t++;
	}
	if (p->t->kind == TOKEN_COLON) {
		p->t++;
		while (p->t->kind == TOKEN_FSTRING_MIDDLE || p->t->kind == TOKEN_LBRACE) {
			if (p->t->kind == TOKEN_FSTRING_MIDDLE)
				p->t++;
			else if (depth == 0)
				return parser_fail(p, "fields of an f-string nested too deeply");
			else if (!field(p, depth - 1))
				return false;
		}
	}
	return parser_expect(p, TOKEN_RBRACE, "expected '}' at the end of a field");
}

static bool fstring(struct parser *p)
{
	uint16_t flags = p->flags;

	p->flags |= PYTHON_FSTRING;
	for (p->t++; p->t->kind != TOKEN_FSTRING_END;) {
		const struct token *t = p->t;

		if (t->kind == TOKEN_LBRACE) {
			if (!field(p, FIELD_DEPTH))
				return false;
		} else if (t->kind != TOKEN_FSTRING_MIDDLE) {
			return parser_fail(p, "f-string never ends");
		} else {
			if ((t->flags & TOKEN_ESCAPED) && !(t->flags & TOKEN_RAW) &&
			        !check_escapes(p, slice_of(p, t->at, t->end), t->at))
				return false;
			p->t++;
		}
	}
	p->t++;
	p->flags = flags;
	return true;
}

static bool check_string(struct parser *p, const struct token *t)
{
	str s;

	if ((t->flags & TOKEN_ESCAPED) && !(t->flags & (TOKEN_RAW | TOKEN_BYTES)) &&
	        !check_escapes(p, content(p, t), t->at))
		return false;
	if (!(t->flags & TOKEN_BYTES) || p->file->ascii)
		return true;
	s = content(p, t);
	return points(s) == s.len || parser_fail(p, "bytes can hold ASCII only");
}

/* What the strings from here on are together: bytes, str, fstr or tstr. False: they do not mix. */
static bool form_of(struct parser *p, uint8_t *form)
{
	const struct token *t = p->t;
	bool bytes = false, text = false, formatted = false, template = false;

	while (t->kind == TOKEN_STRING || t->kind == TOKEN_FSTRING_START) {
		if (t->kind == TOKEN_STRING) {
			*(t->flags & TOKEN_BYTES ? &bytes : &text) = true;
			t++;
			continue;
		}
		*(t->flags & TOKEN_TEMPLATE ? &template : &formatted) = true;
		while (t->kind != TOKEN_FSTRING_END) {
			if (t->kind == TOKEN_NEWLINE || (t->kind == TOKEN_LBRACE && !t->value))
				return parser_fail(p, "f-string never ends");
			t = t->kind == TOKEN_LBRACE ? &p->lexer->tokens.at[t->value] : t + 1;
		}
		t++;
	}
	if (bytes + (text || formatted) + template > 1)
		return parser_fail(p, "strings of different kinds cannot be joined");
	*form = bytes       ? PYTHON_VALUE_BYTES
	        : template  ? PYTHON_VALUE_TSTR
	        : formatted ? PYTHON_VALUE_FSTR
	                    : PYTHON_VALUE_STR;
	return true;
}

bool parse_strings(struct parser *p, struct value *v)
{
	uint32_t token = (uint32_t)(p->t - p->lexer->tokens.at);
	uint8_t form = p->t->flags & TOKEN_BYTES ? PYTHON_VALUE_BYTES : PYTHON_VALUE_STR;

	p->capture = false;
	if ((!is_plain(p->t) || p->t[1].kind == TOKEN_STRING) && !form_of(p, &form))
		return false;
	*v = (struct value){.at = p->t->at, .ref = token, .kind = VALUE_STRING, .inner = form};
	if (form != PYTHON_VALUE_BYTES)
		note_string(p, token, form);
	while (p->t->kind == TOKEN_STRING || p->t->kind == TOKEN_FSTRING_START) {
		if (p->t->kind == TOKEN_FSTRING_START) {
			if (!fstring(p))
				return false;
		} else {
			if (!check_string(p, p->t))
				return false;
			p->t++;
		}
	}
	return true;
}
