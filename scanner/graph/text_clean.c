/* Idea: one look tells which kinds of damage a text has, a second pass undoes those, and only
 * those. What surprises: an HTML entity or a curly quote may be part of a string that the user
 * wrote; so each is undone only where its plain form is (nearly) absent from the whole text. */
#include "scanner/graph/text_clean.h"

#include <string.h>

struct damage {
	bool escapes;  /* ESC sequences */
	bool bare_sgr; /* "[31m" without ESC */
	bool returns;  /* CR */
	bool html, blanks, quotes;
};

static size_t count_of(str text, str needle)
{
	size_t n = 0, at;

	while ((at = str_find(text, needle)) < text.len) {
		n++;
		text = str_from_at(text, at + needle.len);
	}
	return n;
}

static bool has_byte(str text, int byte)
{
	return text.len && memchr(text.ptr, byte, text.len);
}

static struct damage damage_of(str text)
{
	struct damage d = {.escapes = has_byte(text, 0x1b), .returns = has_byte(text, '\r')};
	bool utf8_marks = has_byte(text, 0xe2);

	d.bare_sgr = !d.escapes && str_has(text, S("[0m"));
	d.blanks = (has_byte(text, 0xc2) && str_has(text, S("\xc2\xa0"))) ||
	           (utf8_marks && str_has(text, S("\xe2\x80\x8b")));
	d.quotes = utf8_marks && !has_byte(text, '"') &&
	           (str_has(text, S("\xe2\x80\x9c")) || str_has(text, S("\xe2\x80\x9d")));
	if (has_byte(text, '&')) {
		size_t escaped = count_of(text, S("&quot;")) + count_of(text, S("&lt;")) +
		                 count_of(text, S("&gt;")) + count_of(text, S("&#x27;")) +
		                 count_of(text, S("&#39;"));
		size_t plain = count_of(text, S("\"")) + count_of(text, S("<"));

		d.html = escaped > plain;
	}
	return d;
}

/* Bytes of an escape sequence at the front; 0: none. */
static size_t escape_length(str s)
{
	size_t i = 2;

	if (s.len < 2 || s.ptr[0] != 0x1b)
		return 0;
	if (s.ptr[1] == ']') { /* operating system command, up to BEL or ESC \ */
		while (i < s.len && s.ptr[i] != 7 && s.ptr[i] != 0x1b && s.ptr[i] != '\n')
			i++;
		if (i + 1 < s.len && s.ptr[i] == 0x1b)
			return i + 2;
		return i < s.len && s.ptr[i] == 7 ? i + 1 : i;
	}
	if (s.ptr[1] != '[')
		return 2;
	while (i < s.len && s.ptr[i] >= 0x20 && s.ptr[i] <= 0x3f)
		i++;
	return i < s.len && s.ptr[i] >= 0x40 && s.ptr[i] <= 0x7e ? i + 1 : i;
}

/* "[2m", "[1;31m" */
static size_t bare_sgr_length(str s)
{
	size_t i = 1;

	if (s.ptr[0] != '[')
		return 0;
	while (i < s.len && i < 12 && ((s.ptr[i] >= '0' && s.ptr[i] <= '9') || s.ptr[i] == ';'))
		i++;
	return i > 1 && i < s.len && s.ptr[i] == 'm' ? i + 1 : 0;
}

struct replacement {
	const char *from, *to;
};

static const struct replacement entities[] = {
        {"&quot;", "\""},
        {"&lt;", "<"},
        {"&gt;", ">"},
        {"&amp;", "&"},
        {"&#x27;", "'"},
        {"&#39;", "'"},
        {"&apos;", "'"},
        {"&nbsp;", " "},
        {"&#160;", " "},
        {NULL, NULL},
};

static const struct replacement blanks[] = {
        {"\xc2\xa0", " "},
        {"\xe2\x80\x8b", ""},
        {NULL, NULL},
};

static const struct replacement quotes[] = {
        {"\xe2\x80\x9c", "\""},
        {"\xe2\x80\x9d", "\""},
        {"\xe2\x80\x98", "'"},
        {"\xe2\x80\x99", "'"},
        {NULL, NULL},
};

/* Puts the replacement at *out and returns what it stands for; 0: none. */
static size_t replace(const struct replacement *rows, str s, char **out)
{
	for (; rows->from; rows++)
		if (str_starts(s, str_from(rows->from))) {
			size_t len = strlen(rows->to);

			memcpy(*out, rows->to, len);
			*out += len;
			return strlen(rows->from);
		}
	return 0;
}

/* What the damaged thing at the front takes; its plain form, never longer, is put at *out. */
static size_t undo(const struct damage *d, str s, char **out)
{
	switch ((unsigned char)s.ptr[0]) {
	case 0x1b: return escape_length(s) ? escape_length(s) : 1;
	case '[': return d->bare_sgr ? bare_sgr_length(s) : 0;
	case '\r':
		if (s.len < 2 || s.ptr[1] != '\n')
			*(*out)++ = '\n';
		return 1;
	case '&': return d->html ? replace(entities, s, out) : 0;
	case 0xc2: return d->blanks ? replace(blanks, s, out) : 0;
	case 0xe2: {
		size_t n = d->blanks ? replace(blanks, s, out) : 0;

		return n || !d->quotes ? n : replace(quotes, s, out);
	}
	default: return 0;
	}
}

str text_clean(struct env *env, str text)
{
	struct damage d = damage_of(text);
	char *copy, *out;

	if (!d.escapes && !d.bare_sgr && !d.returns && !d.html && !d.blanks && !d.quotes)
		return text;
	copy = out = arena_alloc(env->temp, text.len + 1, 1);
	for (size_t i = 0; i < text.len;) {
		size_t n = undo(&d, str_from_at(text, i), &out);

		if (!n)
			*out++ = text.ptr[i++];
		i += n;
	}
	return (str){copy, (size_t)(out - copy)};
}
