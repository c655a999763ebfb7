/* Strings, f-strings and numbers, by the rules of CPython's tokenizer.
 *
 * Nothing is decoded here: a token knows where its text lies and whether it holds a backslash. */
#include "scanner/python/lexer_internal.h"

static inline bool is_digit(char c)
{
	return (unsigned)(c - '0') < 10;
}

static inline bool is_word(char c)
{
	return c == '_' || (c & 0x80) || (unsigned)((c | 0x20) - 'a') < 26 || is_digit(c);
}

/* The flags of a prefix of up to two letters; 0xff: none that Python knows. `formatted`: f or t. */
static uint8_t prefix_flags(const char *s, size_t n, bool *formatted)
{
	uint32_t seen = 0; /* a bit for each of b f r t u */
	uint8_t flags = 0;

	for (size_t i = 0; i < n; i++) {
		char c = (char)(s[i] | 0x20);
		const char *letters = "bfrtu", *hit = memchr(letters, c, 5);

		if (!hit || (seen & 1u << (hit - letters)))
			return 0xff;
		seen |= 1u << (hit - letters);
	}
	*formatted = seen & (2 | 8);
	if (n == 2 && (!(seen & 4) || (seen & 16)))
		return 0xff;
	flags = seen & 4 ? TOKEN_RAW : 0;
	flags |= seen & 1 ? TOKEN_BYTES : 0;
	return (uint8_t)(flags | (seen & 8 ? TOKEN_TEMPLATE : 0));
}

/* Behind the closing quotes of a string whose text begins at `s`; NULL: it never ends. */
static const char *string_end(const char *s, char quote, bool triple, bool *escaped)
{
	for (;;) {
		s = bytes_find(s, quote, '\\', triple ? quote : '\n');
		if (*s == '\\') {
			*escaped = true;
			if (!s[1])
				return NULL;
			s += 2;
		} else if (*s != quote) {
			return NULL;
		} else if (!triple) {
			return s + 1;
		} else if (s[1] == quote && s[2] == quote) {
			return s + 3;
		} else {
			s++;
		}
	}
}

static void fstring_start(struct lexer *l, const char *s, const char *text, uint8_t flags)
{
	if (l->fstring_depth == LEXER_FSTRINGS) {
		lexer_fail(l, s, "more than 150 f-strings in each other");
		return;
	}
	l->fstrings[l->fstring_depth++] =
	        (struct lexer_fstring){text[-1], flags, l->depth, (uint32_t)(s - l->start)};
	lexer_put(l, TOKEN_FSTRING_START, s, text)->flags = flags;
	l->tokens.at[l->tokens.len - 1].value = (uint32_t)(text - s);
	l->at = text;
	l->middle = true;
}

bool lexer_string(struct lexer *l, const char *s, size_t prefix)
{
	char quote = s[prefix];
	bool triple = s[prefix + 1] == quote && s[prefix + 2] == quote;
	const char *text = s + prefix + (triple ? 3 : 1), *end;
	bool formatted = false, escaped = false;
	uint8_t flags = prefix_flags(s, prefix, &formatted);
	struct token *t;

	if (flags == 0xff)
		return false;
	flags |= triple ? TOKEN_TRIPLE : 0;
	if (formatted) {
		fstring_start(l, s, text, flags);
		return true;
	}
	end = string_end(text, quote, triple, &escaped);
	if (!end) {
		lexer_fail(
		        l, s, triple ? "string in triple quotes never ends" : "string never ends");
		if (triple)
			l->at = l->end;
		return true;
	}
	t = lexer_put(l, TOKEN_STRING, s, end);
	t->value = (uint32_t)(text - s);
	t->flags = (uint8_t)(flags | (escaped ? TOKEN_ESCAPED : 0));
	l->at = end;
	return true;
}

/* Where the plain text of an f-string ends, and how far it has been used up. */
struct middle {
	const char *end, *next;
	bool escaped, named; /* ended behind "\N{...}" */
};

/* A backslash at s; returns the last byte of what is passed over. */
static const char *middle_escape(const struct lexer_fstring *f, const char *s, struct middle *m)
{
	m->escaped = true;
	if (s[1] == '{' || s[1] == '}')
		return s;
	if (!(f->flags & TOKEN_RAW) && s[1] == 'N' && s[2] == '{') {
		m->named = true;
		return s + 2;
	}
	return s[1] ? s + 1 : s;
}

/* Text from `s` up to a field, a closing brace, the quotes, or the end of the line. In a format
 * specification braces are not doubled. */
static struct middle middle_text(const struct lexer_fstring *f, bool spec, const char *s)
{
	struct middle m = {0};
	bool triple = f->flags & TOKEN_TRIPLE, twice;

	for (;; s++) {
		if (*s == '\\')
			s = middle_escape(f, s, &m);
		else if (!*s || *s == '{' || *s == '}' || (*s == '\n' && !triple) ||
		         (*s == f->quote && (!triple || (s[1] == *s && s[2] == *s))))
			break;
	}
	m.named = m.named && *s == '}';
	twice = (*s == '{' || *s == '}') && s[1] == *s && !spec && !m.named;
	m.end = s + (twice || m.named);
	m.next = m.end + twice;
	return m;
}

static void fstring_end(struct lexer *l, const char *s)
{
	uint8_t flags = l->fstrings[--l->fstring_depth].flags;
	const char *end = s + (flags & TOKEN_TRIPLE ? 3 : 1);

	lexer_put(l, TOKEN_FSTRING_END, s, end)->flags = flags;
	l->at = end;
	l->middle = false;
}

/* The '}' that ends a field behind its format specification. */
static void field_end(struct lexer *l, const char *s)
{
	uint32_t open = l->brackets[--l->depth].token, index = l->tokens.len;

	lexer_put(l, TOKEN_RBRACE, s, s + 1)->value = open;
	l->tokens.at[open].value = index;
	l->at = s + 1;
}

/* One step: a piece of text, and what ends it. An empty piece is given out only at the end of a
 * specification (CPython: tok_get_fstring_mode). */
void lexer_middle(struct lexer *l)
{
	const struct lexer_fstring *f = &l->fstrings[l->fstring_depth - 1];
	bool spec = l->depth > f->depth;
	const char *s = l->at;
	struct middle m = middle_text(f, spec, s);
	bool more = m.named || m.next > m.end;

	if (!more && (!*m.next || (*m.next == '\n' && !spec) || (*m.next == f->quote && spec))) {
		lexer_fail(l, l->start + f->at, "f-string never ends");
		return;
	}
	if (m.end > s || (spec && (*s == '}' || *s == '\n' || (*s == '{' && s[1] == '{'))))
		lexer_put(l, TOKEN_FSTRING_MIDDLE, s, m.end)->flags =
		        (uint8_t)(f->flags | (m.escaped ? TOKEN_ESCAPED : 0));
	l->at = m.next;
	if (more)
		return;
	if (*m.next == '{') {
		l->middle = false;
		lexer_open(l, m.next, true);
	} else if (*m.next == '}' && spec) {
		field_end(l, m.next);
	} else if (*m.next == '}') {
		lexer_fail(l, m.next, "a single '}' in an f-string");
	} else if (*m.next == '\n') {
		l->brackets[l->depth - 1].spec = l->middle = false;
	} else {
		fstring_end(l, m.next);
	}
}

/* Behind digits that may be parted by single underscores; NULL when one stands wrong. */
static const char *digits(const char *s)
{
	for (;;) {
		while (is_digit(*s))
			s++;
		if (*s != '_')
			return s;
		if (!is_digit(s[1]))
			return NULL;
		s++;
	}
}

static bool in_base(char c, unsigned base)
{
	unsigned value = is_digit(c) ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a') + 10;

	return value < base && (is_digit(c) || value < 16);
}

/* Behind 0x, 0o or 0b. */
static const char *digits_of_base(const char *s, unsigned base)
{
	do {
		if (*s == '_')
			s++;
		if (!in_base(*s, base))
			return NULL;
		while (in_base(*s, base))
			s++;
	} while (*s == '_');
	return is_digit(*s) ? NULL : s;
}

/* A number may stand directly before these words, and before no other letter. */
static bool ends_number(const char *s)
{
	static const str words[] = {{"and", 3}, {"else", 4}, {"for", 3}, {"or", 2}, {"not", 3}};

	if (!is_word(*s))
		return true;
	if (s[0] == 'i' && (s[1] == 'f' || s[1] == 'n' || s[1] == 's'))
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (memcmp(s, words[i].ptr, words[i].len) == 0 && !is_word(s[words[i].len]))
			return true;
	return false;
}

/* From behind the whole part on: fraction, exponent, imaginary unit. `whole`: nothing of them. */
static const char *number_tail(const char *s, bool *whole)
{
	if (*s == '.') {
		*whole = false;
		s++;
		if (is_digit(*s) && !(s = digits(s)))
			return NULL;
	}
	if (*s == 'e' || *s == 'E') {
		const char *e = s + 1 + (s[1] == '+' || s[1] == '-');

		if (is_digit(*e)) {
			*whole = false;
			s = digits(e);
			if (!s)
				return NULL;
		} else if (e > s + 1) {
			return NULL;
		}
	}
	if (*s == 'j' || *s == 'J') {
		*whole = false;
		s++;
	}
	return s;
}

static const char *number_end(const char *s)
{
	const char *first = s;
	bool whole = true;

	if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
		return digits_of_base(s + 2, 16);
	if (s[0] == '0' && (s[1] == 'o' || s[1] == 'O'))
		return digits_of_base(s + 2, 8);
	if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B'))
		return digits_of_base(s + 2, 2);
	if (is_digit(*s) && !(s = digits(s)))
		return NULL;
	s = number_tail(s, &whole);
	if (s && whole && *first == '0')
		for (const char *p = first; p < s; p++)
			if (*p != '0' && *p != '_')
				return NULL;
	return s;
}

/* Behind a few digits that are all of the number, as most are; NULL: look closely. */
static const char *plain_number(const char *s)
{
	const char *end = s;

	while (is_digit(*end))
		end++;
	return is_word(*end) || *end == '.' || (*s == '0' && end > s + 1) ? NULL : end;
}

void lexer_number(struct lexer *l, const char *s)
{
	const char *end = plain_number(s);

	if (!end)
		end = number_end(s);
	if (!end || !ends_number(end)) {
		lexer_fail(l, s, "malformed number");
		return;
	}
	lexer_put(l, TOKEN_NUMBER, s, end);
	l->at = end;
}
