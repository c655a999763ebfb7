/* One byte decides what comes; a table gives its class. `code` reads what most of a file is (names,
 * operators, brackets, blanks) without leaving its loop; all else is read apart, and may end the
 * line, the file, or begin the text of an f-string.
 *
 * Invariants: `at` never passes the NUL that ends the source; depth, fstring_depth and indent stay
 * within their arrays; as long as fewer than `bound` tokens stand in the batch there is room for
 * one more. A field of an f-string is a bracket like others, with a mark, so that ':' and '}' are
 * told by the innermost bracket alone. What surprises: after a line that cannot be read all
 * brackets are taken for closed, since a guess where they close would eat the rest of the file.
 */
#include "scanner/python/lexer.h"

#include "scanner/python/lexer_internal.h"
#include "scanner/python/unicode.h"

enum {
	BATCH_TOKENS = 1024,
	BYTES_PER_TOKEN = 6, /* a guess */
	TOKENS_LEAST = 64,
	TAB = 8,               /* as CPython's tabsize */
	TOKENS_MOST = 3 << 18, /* 12 MB of them */
};

enum byte_class {
	BYTE_BAD,
	BYTE_BLANK,
	BYTE_NEWLINE,
	BYTE_COMMENT,
	BYTE_WORD,
	BYTE_DIGIT,
	BYTE_DOT,
	BYTE_QUOTE,
	BYTE_OPEN,
	BYTE_CLOSE,
	BYTE_OPERATOR,
	BYTE_MARK, /* an operator that is never longer */
	BYTE_BACKSLASH,
	BYTE_END,
};

#define X4(c, v) [c] = v, [(c) + 1] = v, [(c) + 2] = v, [(c) + 3] = v
#define X8(c, v) X4(c, v), X4((c) + 4, v)
#define X32(c, v) X8(c, v), X8((c) + 8, v), X8((c) + 16, v), X8((c) + 24, v)
static const uint8_t byte_class[256] = {
        [0] = BYTE_END,
        [' '] = BYTE_BLANK,
        ['\t'] = BYTE_BLANK,
        ['\f'] = BYTE_BLANK,
        ['\n'] = BYTE_NEWLINE,
        ['#'] = BYTE_COMMENT,
        ['_'] = BYTE_WORD,
        X8('A', BYTE_WORD),
        X8('I', BYTE_WORD),
        X8('Q', BYTE_WORD),
        ['Y'] = BYTE_WORD,
        ['Z'] = BYTE_WORD,
        X8('a', BYTE_WORD),
        X8('i', BYTE_WORD),
        X8('q', BYTE_WORD),
        ['y'] = BYTE_WORD,
        ['z'] = BYTE_WORD,
        X32(0x80, BYTE_WORD),
        X32(0xa0, BYTE_WORD),
        X32(0xc0, BYTE_WORD),
        X32(0xe0, BYTE_WORD),
        X8('0', BYTE_DIGIT),
        ['8'] = BYTE_DIGIT,
        ['9'] = BYTE_DIGIT,
        ['.'] = BYTE_DOT,
        ['"'] = BYTE_QUOTE,
        ['\''] = BYTE_QUOTE,
        ['('] = BYTE_OPEN,
        ['['] = BYTE_OPEN,
        ['{'] = BYTE_OPEN,
        [')'] = BYTE_CLOSE,
        [']'] = BYTE_CLOSE,
        ['}'] = BYTE_CLOSE,
        [','] = BYTE_MARK,
        [':'] = BYTE_OPERATOR,
        [';'] = BYTE_MARK,
        ['@'] = BYTE_OPERATOR,
        ['='] = BYTE_OPERATOR,
        ['+'] = BYTE_OPERATOR,
        ['-'] = BYTE_OPERATOR,
        ['*'] = BYTE_OPERATOR,
        ['/'] = BYTE_OPERATOR,
        ['%'] = BYTE_OPERATOR,
        ['&'] = BYTE_OPERATOR,
        ['|'] = BYTE_OPERATOR,
        ['^'] = BYTE_OPERATOR,
        ['~'] = BYTE_MARK,
        ['<'] = BYTE_OPERATOR,
        ['>'] = BYTE_OPERATOR,
        ['!'] = BYTE_OPERATOR,
        ['\\'] = BYTE_BACKSLASH,
};
#undef X32
#undef X8
#undef X4

/* What an operator is alone, with '=' behind it, doubled, and doubled with '=' behind it. */
struct operator_row {
	uint8_t one, equal, twice, twice_equal;
};

static const struct operator_row operators[128] = {
        [','] = {TOKEN_COMMA, 0, 0, 0},
        [':'] = {TOKEN_COLON, TOKEN_COLONEQUAL, 0, 0},
        [';'] = {TOKEN_SEMI, 0, 0, 0},
        ['@'] = {TOKEN_AT, TOKEN_ATEQUAL, 0, 0},
        ['='] = {TOKEN_EQUAL, TOKEN_EQEQUAL, 0, 0},
        ['+'] = {TOKEN_PLUS, TOKEN_PLUSEQUAL, 0, 0},
        ['-'] = {TOKEN_MINUS, TOKEN_MINEQUAL, 0, 0},
        ['*'] = {TOKEN_STAR, TOKEN_STAREQUAL, TOKEN_DOUBLESTAR, TOKEN_DOUBLESTAREQUAL},
        ['/'] = {TOKEN_SLASH, TOKEN_SLASHEQUAL, TOKEN_DOUBLESLASH, TOKEN_DOUBLESLASHEQUAL},
        ['%'] = {TOKEN_PERCENT, TOKEN_PERCENTEQUAL, 0, 0},
        ['&'] = {TOKEN_AMPER, TOKEN_AMPEREQUAL, 0, 0},
        ['|'] = {TOKEN_VBAR, TOKEN_VBAREQUAL, 0, 0},
        ['^'] = {TOKEN_CIRCUMFLEX, TOKEN_CIRCUMFLEXEQUAL, 0, 0},
        ['~'] = {TOKEN_TILDE, 0, 0, 0},
        ['<'] = {TOKEN_LESS, TOKEN_LESSEQUAL, TOKEN_LEFTSHIFT, TOKEN_LEFTSHIFTEQUAL},
        ['>'] = {TOKEN_GREATER, TOKEN_GREATEREQUAL, TOKEN_RIGHTSHIFT, TOKEN_RIGHTSHIFTEQUAL},
        ['!'] = {TOKEN_EXCLAMATION, TOKEN_NOTEQUAL, 0, 0},
};

void lexer_init(struct lexer *l, struct arena *arena, struct names *names, str source)
{
	l->start = l->at = source.ptr;
	l->end = source.ptr + source.len;
	l->arena = arena;
	l->names = names;
	l->tokens.at = NULL;
	l->tokens.len = l->tokens.cap = 0;
	l->depth = l->fstring_depth = l->indent = 0;
	l->indents[0] = l->alternate[0] = 0;
	l->token_limit = TOKENS_MOST;
	l->bound = 0;
	l->batch = BATCH_TOKENS;
	l->trivia = l->middle = l->ended = false;
	l->fresh = true;
	l->error = NULL;
	l->error_at = 0;
	l->error_rank = LEXER_FIRST;
}

void lexer_keep_all(struct lexer *l)
{
	l->batch = UINT32_MAX;
}

void lexer_from_kept(struct lexer *l, struct token *tokens, uint32_t count)
{
	lexer_init(l, NULL, NULL, S(""));
	l->ended = true;
	l->tokens.at = tokens;
	l->tokens.len = l->tokens.cap = count;
}

/* What cannot be read ends here: an ERROR token, then the end of this line. */
void lexer_fail(struct lexer *l, const char *at, const char *what)
{
	if (!l->error) {
		l->error = what;
		l->error_at = lexer_offset(l, at);
		l->error_rank = LEXER_FIRST;
	}
	lexer_put(l, TOKEN_ERROR, at, at);
	if (l->at < at)
		l->at = at;
	l->at = bytes_find(l->at, '\n', '\n', '\n');
	lexer_put(l, TOKEN_NEWLINE, l->at, l->at);
	if (*l->at)
		l->at++;
	l->depth = l->fstring_depth = 0;
	l->middle = false;
	l->fresh = true;
}

static void fail_as(struct lexer *l, enum lexer_rank rank, const char *at, const char *what)
{
	bool first = !l->error;

	lexer_fail(l, at, what);
	if (first)
		l->error_rank = (uint8_t)rank;
}

/* A name with letters beyond ASCII. 0: no name, reported. */
static uint32_t wide_name(struct lexer *l, str name)
{
	size_t good = unicode_identifier(name);
	str normal;

	if (good != name.len) {
		lexer_fail(l, name.ptr + good, "invalid character");
		return 0;
	}
	normal = unicode_nfkc(l->arena, name);
	if (str_eq(normal, name))
		return names_id(l->names, name);
	l->names->renamed = true;
	return names_id(l->names, normal);
}

/* Words that begin a statement and can stand in no expression. */
static bool begins_statement(uint32_t word)
{
	switch (word) {
	case NAME_ASSERT:
	case NAME_BREAK:
	case NAME_CLASS:
	case NAME_CONTINUE:
	case NAME_DEF:
	case NAME_DEL:
	case NAME_ELIF:
	case NAME_EXCEPT:
	case NAME_FINALLY:
	case NAME_GLOBAL:
	case NAME_IMPORT:
	case NAME_NONLOCAL:
	case NAME_PASS:
	case NAME_RAISE:
	case NAME_RETURN:
	case NAME_TRY:
	case NAME_WHILE:
	case NAME_WITH: return true;
	default: return false;
	}
}

/* Such a word first on its line, within brackets: some bracket before was never closed. Reading
 * goes on here, as outside of all brackets. */
static bool statement_in_brackets(struct lexer *l, const char *s)
{
	const char *line = s;

	while (line > l->start && (line[-1] == ' ' || line[-1] == '\t'))
		line--;
	if (line > l->start && line[-1] != '\n')
		return false;
	fail_as(l, LEXER_UNCLOSED, l->start + l->brackets[l->depth - 1].at,
	        "bracket was never closed");
	l->at = line;
	return true;
}

/* The number of the name or keyword of `n` bytes at `s`, 0 when it is none, which is reported. */
static inline uint32_t name_id(struct lexer *l, const char *s, size_t n)
{
	uint64_t low, high = 0, seen;

	if (n <= 8) {
		low = seen = bytes_load8(s) & UINT64_MAX >> (64 - n * 8);
	} else {
		low = bytes_load8(s);
		high = bytes_load8(s + n - 8);
		seen = low | high;
		for (size_t i = 8; i + 8 < n; i += 8)
			seen |= bytes_load8(s + i);
	}
	if (seen & UINT64_C(0x8080808080808080))
		return wide_name(l, (str){s, n});
	return n <= 16 ? names_short_id(l->names, s, n, low, high)
	               : names_long_id(l->names, (str){s, n});
}

/* The next token, for which there is room. */
static inline void put(struct lexer *l, struct token token)
{
	l->tokens.at[l->tokens.len++] = token;
}

static inline void put_name(struct lexer *l, const char *s, size_t n, struct token token)
{
	token.at = lexer_offset(l, s);
	token.end = token.at + (uint32_t)n;
	put(l, token);
}

/* A keyword. Behind it; NULL: it began a statement within brackets. */
static const char *keyword(struct lexer *l, const char *s, size_t n, uint32_t id)
{
	uint8_t kind = (uint8_t)(TOKEN_BEFORE_KEYWORDS + id);

	if (l->depth && begins_statement(id)) {
		l->at = s;
		if (statement_in_brackets(l, s))
			return NULL;
	}
	put_name(l, s, n, (struct token){.value = id, .kind = kind});
	if (l->depth && (kind == TOKEN_FOR || kind == TOKEN_AS))
		l->tokens.at[l->brackets[l->depth - 1].token].flags |=
		        kind == TOKEN_FOR ? TOKEN_COMPREHENSION : TOKEN_HAS_AS;
	return s + n;
}

/* A name or a keyword, or a string that begins with a prefix. Behind it; NULL: read apart. */
static inline const char *word(struct lexer *l, const char *s)
{
	size_t n = bytes_word(s);
	uint32_t id;

	if (n <= 2 && (s[n] == '"' || s[n] == '\'') && lexer_string(l, s, n))
		return NULL;
	id = name_id(l, s, n);
	if (id <= NAME_KEYWORD_LAST)
		return id ? keyword(l, s, n, id) : NULL;
	put_name(l, s, n, (struct token){.value = id, .kind = TOKEN_NAME});
	return s + n;
}

static inline const char *mark(struct lexer *l, uint8_t kind, const char *s, uint32_t n)
{
	uint32_t at = lexer_offset(l, s);

	put(l, (struct token){.at = at, .end = at + n, .kind = kind});
	return s + n;
}

/* Behind it; NULL: too deep, reported. */
static inline const char *open_bracket(struct lexer *l, const char *s, bool field)
{
	static const struct {
		uint8_t kind;
		char close;
	} rows[] = {{0, 0}, {TOKEN_LPAR, ')'}, {TOKEN_LSQB, ']'}, {TOKEN_LBRACE, '}'}};
	uint32_t at = lexer_offset(l, s), which = (unsigned char)*s >> 5; /* 0x28, 0x5b, 0x7b */

	if (l->depth == LEXER_BRACKETS) {
		lexer_fail(l, s, "more than 200 brackets in each other");
		return NULL;
	}
	l->brackets[l->depth++] =
	        (struct lexer_bracket){l->tokens.len, at, rows[which].close, field, false};
	return mark(l, rows[which].kind, s, 1);
}

bool lexer_open(struct lexer *l, const char *s, bool field)
{
	if (l->tokens.len + 1 >= l->tokens.cap)
		VEC_EXPECT(l->arena, &l->tokens, 2);
	s = open_bracket(l, s, field);
	if (s)
		l->at = s;
	return s;
}

/* Behind it; NULL: read apart. */
static inline const char *close(struct lexer *l, const char *s)
{
	struct lexer_bracket *open = l->depth ? &l->brackets[l->depth - 1] : NULL;
	uint32_t index = l->tokens.len, at = lexer_offset(l, s);

	if (!open || open->close != *s) {
		lexer_fail(l, s,
		        open ? "closing bracket does not match the opening one"
		             : "closing bracket without an opening one");
		return NULL;
	}
	put(l, (struct token){.at = at,
	               .end = at + 1,
	               .value = open->token,
	               .kind = (uint8_t)(l->tokens.at[open->token].kind + TOKEN_RPAR -
	                                 TOKEN_LPAR)});
	l->tokens.at[open->token].value = index;
	l->depth--;
	if (!open->field)
		return s + 1;
	l->at = s + 1;
	l->middle = true;
	return NULL;
}

/* Behind it; NULL: the ':' of a field of an f-string, behind which text stands. */
static inline const char *operator(struct lexer *l, const char *s)
{
	struct operator_row row = operators[(unsigned char)*s];

	if (*s == ':' && l->depth && l->brackets[l->depth - 1].field) {
		l->at = mark(l, TOKEN_COLON, s, 1);
		l->brackets[l->depth - 1].spec = true;
		l->middle = true;
		return NULL;
	}
	if (s[1] == '=' && row.equal)
		return mark(l, row.equal, s, 2);
	if (s[1] == *s && row.twice)
		return s[2] == '=' ? mark(l, row.twice_equal, s, 3) : mark(l, row.twice, s, 2);
	if (s[1] == '>' && (s[0] == '-' || s[0] == '<'))
		return mark(l, s[0] == '-' ? TOKEN_RARROW : TOKEN_OLD_NOTEQUAL, s, 2);
	return mark(l, row.one, s, 1);
}

/* The end of the file in the middle of something, or at a good place. */
static void finish(struct lexer *l)
{
	const char *s = l->at;

	if (l->depth) {
		fail_as(l, LEXER_UNCLOSED, l->start + l->brackets[l->depth - 1].at,
		        "bracket was never closed");
		l->at = s;
	} else if (!l->fresh) {
		lexer_put(l, TOKEN_NEWLINE, s, s);
	}
	for (; l->indent; l->indent--)
		lexer_put(l, TOKEN_DEDENT, s, s);
	lexer_put(l, TOKEN_END, s, s);
	l->ended = true;
}

/* A backslash outside of strings: it must end its line, and more must follow. */
static bool join(struct lexer *l, const char *s)
{
	if (s[1] && s[1] != '\n') {
		fail_as(l, LEXER_LAYOUT, s, "a backslash must be the last byte of its line");
		return false;
	}
	if (!s[1] || !s[2]) {
		fail_as(l, LEXER_LAYOUT, s, "unexpected end of the file after a backslash");
		return false;
	}
	l->at = s + 2;
	return true;
}

/* What stands before the first token of a line: columns with tabs of eight and of one. */
struct layout {
	const char *line;
	uint32_t column, alternate;
};

/* Levels for the column at which a line begins (CPython: tok_get_normal_mode). */
static void indentation(struct lexer *l, const char *s, struct layout layout)
{
	uint32_t column = layout.column, alternate = layout.alternate;

	if (column == l->indents[l->indent]) {
		if (alternate != l->alternate[l->indent])
			fail_as(l, LEXER_LAYOUT, s,
			        "inconsistent use of tabs and spaces in indentation");
		return;
	}
	if (column > l->indents[l->indent]) {
		if (l->indent + 1 == LEXER_INDENTS)
			fail_as(l, LEXER_LAYOUT, s, "more than 100 levels of indentation");
		else if (alternate <= l->alternate[l->indent])
			fail_as(l, LEXER_LAYOUT, s,
			        "inconsistent use of tabs and spaces in indentation");
		else {
			l->indents[++l->indent] = column;
			l->alternate[l->indent] = alternate;
			lexer_put(l, TOKEN_INDENT, layout.line, s);
		}
		return;
	}
	while (l->indent && column < l->indents[l->indent]) {
		l->indent--;
		lexer_put(l, TOKEN_DEDENT, s, s);
	}
	if (column != l->indents[l->indent])
		fail_as(l, LEXER_LAYOUT, s, "indentation matches no outer level");
	else if (alternate != l->alternate[l->indent])
		fail_as(l, LEXER_LAYOUT, s, "inconsistent use of tabs and spaces in indentation");
}

static const char *comment(struct lexer *l, const char *s)
{
	const char *end = bytes_find(s, '\n', '\n', '\n');

	if (l->trivia)
		lexer_put(l, TOKEN_COMMENT, s, end);
	return end;
}

/* Blank lines and comments, then the indentation of the line that follows. */
static void line_start(struct lexer *l)
{
	struct layout here = {.line = l->at};
	const char *s = l->at;
	uint32_t joined = 0;

	for (;;) {
		uint32_t blanks = (uint32_t)bytes_run(s, ' ');

		s += blanks;
		here.column += blanks;
		here.alternate += blanks;
		if (byte_class[(unsigned char)*s] == BYTE_WORD)
			break;
		if (*s == '\t') {
			here.column = (here.column / TAB + 1) * TAB;
			here.alternate++;
			s++;
		} else if (*s == '\f') {
			here.column = here.alternate = 0;
			s++;
		} else if (*s == '\\') {
			joined = joined ? joined : here.column;
			if (!join(l, s))
				return;
			here.line = s = l->at;
		} else if (*s == '#' || *s == '\n') {
			if (*s == '#')
				s = comment(l, s);
			if (l->trivia)
				lexer_put(l, TOKEN_NL, s, s + (*s == '\n'));
			s += *s == '\n';
			here = (struct layout){.line = s};
			joined = 0;
		} else {
			break;
		}
	}
	l->at = s;
	if (!*s) {
		finish(l);
		return;
	}
	l->fresh = false;
	if (joined)
		here.column = here.alternate = joined;
	indentation(l, s, here);
}

/* The end of a line within brackets; at what comes next. */
static inline const char *inner_newline(struct lexer *l, const char *s)
{
	if (l->trivia)
		mark(l, TOKEN_NL, s, 1);
	return s + 1 + bytes_run(s + 1, ' ');
}

/* What is rarer, and may end the line or the file, or begin the text of an f-string. */
static void apart(struct lexer *l, const char *s)
{
	l->at = s;
	switch (byte_class[(unsigned char)*s]) {
	case BYTE_DOT:
		if (byte_class[(unsigned char)s[1]] == BYTE_DIGIT) {
			lexer_number(l, s);
			break;
		}
		l->at = mark(l, TOKEN_ELLIPSIS, s, 3);
		break;
	case BYTE_DIGIT: lexer_number(l, s); break;
	case BYTE_QUOTE: lexer_string(l, s, 0); break;
	case BYTE_COMMENT: l->at = comment(l, s); break;
	case BYTE_BACKSLASH: join(l, s); break;
	case BYTE_END: finish(l); break;
	default: lexer_fail(l, s, "invalid character");
	}
}

/* Room for one more token; false: the statement has too many, which is reported. */
static bool room(struct lexer *l, const char *s)
{
	if (l->tokens.len > l->token_limit) {
		lexer_fail(l, s, "a statement of too many tokens");
		return false;
	}
	VEC_EXPECT(l->arena, &l->tokens, 2);
	l->bound = l->tokens.cap - 1 <= l->token_limit ? l->tokens.cap - 1 : l->token_limit + 1;
	return true;
}

/* A dot that is a token of its own. */
static bool is_dot(const char *s)
{
	return byte_class[(unsigned char)s[1]] != BYTE_DIGIT && !(s[1] == '.' && s[2] == '.');
}

/* One token that is read in place, or blanks. Behind it; NULL: it is read apart. */
static inline const char *in_place(struct lexer *l, const char *s)
{
	uint8_t class = byte_class[(unsigned char)*s];

	if (class == BYTE_WORD) /* almost every second token */
		return word(l, s);
	switch (class) {
	case BYTE_MARK: return mark(l, operators[(unsigned char)*s].one, s, 1);
	case BYTE_OPERATOR: return operator(l, s);
	case BYTE_OPEN: return open_bracket(l, s, false);
	case BYTE_CLOSE: return close(l, s);
	case BYTE_BLANK: return s + 1;
	case BYTE_DOT:
		if (is_dot(s))
			return mark(l, TOKEN_DOT, s, 1);
		break;
	case BYTE_NEWLINE:
		if (l->depth)
			return inner_newline(l, s);
		l->at = mark(l, TOKEN_NEWLINE, s, 1);
		l->fresh = true;
		return NULL;
	default: break;
	}
	apart(l, s);
	return NULL;
}

/* Tokens up to the end of the logical line or of the file, or to the text of an f-string. */
static void code(struct lexer *l)
{
	const char *s = l->at;

	for (;;) {
		if (l->tokens.len >= l->bound && !room(l, s))
			return;
		while (*s == ' ')
			s++;
		s = in_place(l, s);
		if (s)
			continue;
		if (l->fresh || l->middle || l->ended)
			return;
		s = l->at;
	}
}

/* The last token before the batch: none, as yet. */
static void first_batch(struct lexer *l)
{
	size_t all = (size_t)(l->end - l->start) / BYTES_PER_TOKEN + TOKENS_LEAST;

	VEC_EXPECT(l->arena, &l->tokens, l->batch == UINT32_MAX ? all : BATCH_TOKENS * 2);
	l->tokens.at[0] = (struct token){0};
	l->tokens.len = 1;
}

void lexer_fill(struct lexer *l)
{
	if (!l->tokens.len)
		first_batch(l);
	l->tokens.at[0] = l->tokens.at[l->tokens.len - 1];
	l->tokens.len = 1;
	while (!l->ended) {
		if (l->middle)
			lexer_middle(l);
		else if (!l->fresh)
			code(l);
		else if (l->tokens.len > l->batch)
			break;
		else
			line_start(l);
	}
	*VEC_PUSH(l->arena, &l->tokens) = (struct token){0};
	l->tokens.len--;
}
