/* Everything that needs a second look at bytes is done here once, so that the lexer sees one
 * encoding and one line end. Offsets in a line are the same before and after, since line ends are
 * no part of lines. */
#include "scanner/python/source.h"

#include "base/bytes.h"
#include "base/text.h"

#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

enum { SOURCE_MOST = 0x7fffff00, COOKIE_LONGEST = 64 };

static bool fail(struct source *s, enum python_error_kind kind, const char *text)
{
	s->error = (struct python_error){.kind = kind, .text = text};
	return false;
}

static bool is_cookie_byte(char c)
{
	return c == '-' || c == '.' || c == '_' || (unsigned)((c | 0x20) - 'a') < 26 ||
	       (unsigned)(c - '0') < 10;
}

/* The word of `[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)` in a line, or STR_NONE. */
static str cookie_in(str line)
{
	size_t i = 0;

	while (i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t' || line.ptr[i] == '\f'))
		i++;
	if (i == line.len || line.ptr[i] != '#')
		return STR_NONE;
	for (str rest = str_from_at(line, i + 1);;) {
		size_t at = str_find(rest, S("coding")), n = 0;

		if (at == rest.len)
			return STR_NONE;
		rest = str_from_at(rest, at + 6);
		if (!rest.len || (rest.ptr[0] != ':' && rest.ptr[0] != '='))
			continue;
		i = 1;
		while (i < rest.len && (rest.ptr[i] == ' ' || rest.ptr[i] == '\t'))
			i++;
		while (i + n < rest.len && is_cookie_byte(rest.ptr[i + n]))
			n++;
		if (n)
			return str_slice(rest, i, i + n);
	}
}

/* A line that may stand before the one with the cookie: blank, or a comment. */
static bool may_precede(str line)
{
	line = str_trim(line);
	return !line.len || line.ptr[0] == '#';
}

static str first_line(str text)
{
	size_t n = 0;

	while (n < text.len && text.ptr[n] != '\n' && text.ptr[n] != '\r')
		n++;
	return str_slice(text, 0, n);
}

static str cookie(str text)
{
	str line = first_line(text), found = cookie_in(line);
	size_t next = line.len;

	if (found.len || !may_precede(line) || next == text.len)
		return found;
	next += text.ptr[next] == '\r' && next + 1 < text.len && text.ptr[next + 1] == '\n' ? 2 : 1;
	return cookie_in(first_line(str_from_at(text, next)));
}

enum codec { CODEC_UNKNOWN, CODEC_UTF8, CODEC_LATIN1, CODEC_ASCII };

/* Python's names for what we read; '_', ' ' and case do not matter. */
static enum codec codec_of(str word)
{
	static const struct {
		const char *name;
		enum codec codec;
	} rows[] = {{"utf-8", CODEC_UTF8}, {"utf8", CODEC_UTF8}, {"u8", CODEC_UTF8},
	        {"utf", CODEC_UTF8}, {"cp65001", CODEC_UTF8}, {"latin-1", CODEC_LATIN1},
	        {"latin1", CODEC_LATIN1}, {"latin", CODEC_LATIN1}, {"l1", CODEC_LATIN1},
	        {"iso-8859-1", CODEC_LATIN1}, {"iso8859-1", CODEC_LATIN1},
	        {"iso-latin-1", CODEC_LATIN1}, {"8859", CODEC_LATIN1}, {"cp819", CODEC_LATIN1},
	        {"ascii", CODEC_ASCII}, {"us-ascii", CODEC_ASCII}, {"646", CODEC_ASCII}};
	char low[COOKIE_LONGEST];

	if (word.len > sizeof low)
		return CODEC_UNKNOWN;
	for (size_t i = 0; i < word.len; i++) {
		char c = word.ptr[i];

		low[i] = c == '_' ? '-' : byte_lower(c);
	}
	word.ptr = low;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_eq(word, str_from(rows[i].name)))
			return rows[i].codec;
	if (str_starts(word, S("utf-8-")))
		return CODEC_UTF8;
	return str_starts(word, S("latin-1-")) || str_starts(word, S("iso-8859-1-")) ||
	                       str_starts(word, S("iso-latin-1-"))
	               ? CODEC_LATIN1
	               : CODEC_UNKNOWN;
}

/* What tokenize.detect_encoding calls it: the usual spellings have one name. */
static str codec_name(enum codec codec, str word)
{
	static const char *const usual[] = {"utf-8", "latin-1", "iso-8859-1", "iso-latin-1"};
	char low[16];
	size_t n = word.len < 12 ? word.len : 12;

	for (size_t i = 0; i < n; i++) {
		char c = word.ptr[i];

		low[i] = c == '_' ? '-' : byte_lower(c);
	}
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		str name = str_from(usual[i]), start = {low, n};

		if (str_starts(start, name) && (n == name.len || low[name.len] == '-'))
			return codec == CODEC_UTF8 ? S("utf-8") : S("iso-8859-1");
	}
	return word;
}

static str padded(struct arena *arena, str bytes)
{
	char *out = arena_room(arena, bytes.len + BYTES_PAD, 16);

	if (bytes.len)
		memcpy(out, bytes.ptr, bytes.len);
	memset(out + bytes.len, 0, BYTES_PAD);
	return (str){out, bytes.len};
}

static str from_latin1(struct arena *arena, str bytes)
{
	size_t high = 0, n = 0;
	char *out;

	for (size_t i = 0; i < bytes.len; i++)
		high += (unsigned char)bytes.ptr[i] >> 7;
	out = arena_alloc(arena, bytes.len + high + BYTES_PAD, 16);
	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.ptr[i];

		if (c < 0x80) {
			out[n++] = (char)c;
		} else {
			out[n++] = (char)(0xc0 | c >> 6);
			out[n++] = (char)(0x80 | (c & 0x3f));
		}
	}
	return (str){out, n};
}

/* Every line end as '\n'. */
static str one_line_end(struct arena *arena, str text)
{
	char *out;
	size_t n = 0;

	out = arena_alloc(arena, text.len + BYTES_PAD, 16);
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n')
			continue;
		out[n++] = text.ptr[i] == '\r' ? '\n' : text.ptr[i];
	}
	return (str){out, n};
}

/* Where the text stops being UTF-8. Python notices it in a comment only when the whole text is
 * decoded, and then has no line to tell. */
static void place_damage(struct source *s, str text, size_t at)
{
	uint32_t line = 1;
	size_t start = 0;

	for (size_t i = 0; i < at; i++)
		if (text.ptr[i] == '\n' || (text.ptr[i] == '\r' && text.ptr[i + 1] != '\n')) {
			line++;
			start = i + 1;
		}
	fail(s, PYTHON_ERROR_DECODE, "bytes that are no UTF-8 (read as Latin-1)");
	if (!str_starts(str_trim(str_slice(text, start, at)), S("#"))) {
		s->error.has_line = true;
		s->error.line = line;
		s->error.column = (uint32_t)(at - start) + 1;
	}
}

/* `seen`: what bytes_look says of the bytes behind a byte-order mark. */
static bool decode(struct arena *arena, const struct python_source *in, enum codec codec,
        uint32_t seen, struct source *s)
{
	bool mark = str_starts(in->bytes, S(BYTE_ORDER_MARK)), ascii = !(seen & BYTES_HIGH);
	str bytes = str_from_at(in->bytes, mark ? 3 : 0);
	size_t good = codec == CODEC_LATIN1 || ascii ? bytes.len : utf8_valid(bytes);

	if (good < bytes.len)
		place_damage(s, bytes, good);
	if ((codec == CODEC_LATIN1 && !ascii) || good < bytes.len)
		s->original = from_latin1(arena, bytes);
	else
		s->original = in->padded && bytes.ptr ? bytes : padded(arena, bytes);
	if (codec == CODEC_ASCII && !ascii) {
		fail(s, PYTHON_ERROR_DECODE, "bytes beyond ASCII in a file that says it is ASCII");
		s->error.has_line = true;
	}
	s->text = seen & BYTES_CR ? one_line_end(arena, s->original) : s->original;
	s->ascii = ascii;
	return true;
}

bool source_decode(struct arena *arena, const struct python_source *in, struct source *out)
{
	bool mark = str_starts(in->bytes, S(BYTE_ORDER_MARK));
	str bytes = str_from_at(in->bytes, mark ? 3 : 0), word;
	enum codec codec = CODEC_UTF8;
	uint32_t seen;

	*out = (struct source){.encoding = S("utf-8")};
	if (in->bytes.len > SOURCE_MOST)
		return fail(out, PYTHON_ERROR_LIMIT, "more than 2 GB");
	seen = bytes.len ? bytes_look(bytes.ptr, bytes.len) : 0;
	if (seen & BYTES_NUL)
		return fail(out, PYTHON_ERROR_NUL, "NUL bytes: this is no Python source");
	word = cookie(bytes);
	if (word.len) {
		codec = codec_of(word);
		out->encoding = codec_name(codec, word);
	}
	if (codec == CODEC_UNKNOWN || (mark && !str_eq(out->encoding, S("utf-8")))) {
		fail(out, PYTHON_ERROR_DECODE,
		        mark ? "a byte-order mark and a line that says another encoding"
		             : "an encoding other than UTF-8, Latin-1 and ASCII");
		out->error.has_line = true;
		return false;
	}
	return decode(arena, in, codec, seen, out);
}
