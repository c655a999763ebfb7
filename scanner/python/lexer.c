/* One byte decides what comes; a table gives its class.
 *
 * Invariants: `at` never passes the NUL that ends the source; depth, fstring_depth and indent stay
 * within their arrays. A field of an f-string is a bracket like others, with a mark, so that ':'
 * and
 * '}' are told by the innermost bracket alone. What surprises: after a line that cannot be read
 * all brackets are taken for closed, since a guess where they close would eat the rest of the file.
 */
#include "scanner/python/lexer.h"

#include "scanner/python/lexer_internal.h"
#include "scanner/python/unicode.h"

enum {
	BATCH_TOKENS = 1024,
	BYTES_PER_TOKEN = 6,   /* a guess */
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
        [','] = BYTE_OPERATOR,
        [':'] = BYTE_OPERATOR,
        [';'] = BYTE_OPERATOR,
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
        ['~'] = BYTE_OPERATOR,
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
	l->batch = BATCH_TOKENS;
	l->trivia = l->middle = l->ended = false;
	l->fresh = true;
	l->error = NULL;
	l->error_at = 0;
	VEC_EXPECT(arena, &l->tokens, BATCH_TOKENS * 2);
	l->tokens.at[0] = (struct token){0};
	l->tokens.len = 1;
}

void lexer_keep_all(struct lexer *l)
{
	l->batch = UINT32_MAX;
	VEC_EXPECT(l->arena, &l->tokens, (size_t)(l->end - l->start) / BYTES_PER_TOKEN);
}

void lexer_from_kept(struct lexer *l, struct token *tokens, uint32_t count)
{
	*l = (struct lexer){.ended = true};
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

/* A name of more than sixteen bytes, or with letters beyond ASCII. 0: no name, reported. */
static uint32_t long_name(struct lexer *l, str name)
{
	uint64_t high = 0;
	size_t good;
	str normal;

	for (size_t i = 0; i < name.len; i += 8)
		high |= bytes_load_some(name.ptr + i, name.len - i);
	if (!(high & UINT64_C(0x8080808080808080)))
		return names_id(l->names, name);
	good = unicode_identifier(name);
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

/* A name or a keyword, or a string that begins with a prefix. */
static inline void word(struct lexer *l, const char *s)
{
	size_t n = bytes_word(s);
	uint64_t low, high = 0;
	struct token *t;
	uint32_t id;

	if (n <= 2 && (s[n] == '"' || s[n] == '\'') && lexer_string(l, s, n))
		return;
	if (n <= 8) {
		low = bytes_load_some(s, n);
	} else {
		low = bytes_load8(s);
		high = bytes_load8(s + n - 8);
	}
	if (n > 16 || ((low | high) & UINT64_C(0x8080808080808080)))
		id = long_name(l, (str){s, n});
	else
		id = names_short_id(l->names, s, n, low, high);
	if (!id || (l->depth && begins_statement(id) && statement_in_brackets(l, s)))
		return;
	t = lexer_put(
	        l, id <= NAME_KEYWORD_LAST ? TOKEN_BEFORE_KEYWORDS + id : TOKEN_NAME, s, s + n);
	t->value = id;
	l->at = s + n;
	if (l->depth && (t->kind == TOKEN_FOR || t->kind == TOKEN_AS))
		l->tokens.at[l->brackets[l->depth - 1].token].flags |=
		        t->kind == TOKEN_FOR ? TOKEN_COMPREHENSION : TOKEN_HAS_AS;
}

bool lexer_open(struct lexer *l, const char *s, bool field)
{
	static const uint8_t kinds[] = {TOKEN_LPAR, TOKEN_LSQB, TOKEN_LBRACE};
	uint32_t which = *s == '(' ? 0 : *s == '[' ? 1 : 2;

	if (l->depth == LEXER_BRACKETS) {
		lexer_fail(l, s, "more than 200 brackets in each other");
		return false;
	}
	l->brackets[l->depth++] = (struct lexer_bracket){
	        l->tokens.len, lexer_offset(l, s), ")]}"[which], field, false};
	lexer_put(l, kinds[which], s, s + 1);
	l->at = s + 1;
	return true;
}

static void close(struct lexer *l, const char *s)
{
	struct lexer_bracket *open = l->depth ? &l->brackets[l->depth - 1] : NULL;
	uint32_t index = l->tokens.len;

	if (!open || open->close != *s) {
		lexer_fail(l, s,
		        open ? "closing bracket does not match the opening one"
		             : "closing bracket without an opening one");
		return;
	}
	lexer_put(l,
	        *s == ')'   ? TOKEN_RPAR
	        : *s == ']' ? TOKEN_RSQB
	                    : TOKEN_RBRACE,
	        s, s + 1)
	        ->value = open->token;
	l->tokens.at[open->token].value = index;
	l->depth--;
	l->at = s + 1;
	if (open->field)
		l->middle = true;
}

static void operator(struct lexer *l, const char *s)
{
	struct operator_row row = operators[(unsigned char)*s];
	bool in_field = l->depth && l->brackets[l->depth - 1].field;
	uint32_t kind = row.one;
	size_t n = 1;

	if (*s == ':' && in_field) {
		l->brackets[l->depth - 1].spec = true;
		l->middle = true;
	} else if (s[1] == '=' && row.equal) {
		kind = row.equal;
		n = 2;
	} else if (s[1] == *s && row.twice) {
		kind = s[2] == '=' ? row.twice_equal : row.twice;
		n = s[2] == '=' ? 3 : 2;
	} else if (s[0] == '-' && s[1] == '>') {
		kind = TOKEN_RARROW;
		n = 2;
	} else if (s[0] == '<' && s[1] == '>') {
		kind = TOKEN_OLD_NOTEQUAL;
		n = 2;
	}
	lexer_put(l, kind, s, s + n);
	l->at = s + n;
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

/* Levels for the column at which a line begins (CPython: tok_get_normal_mode). */
static void indentation(struct lexer *l, const char *s, uint32_t column, uint32_t alternate)
{
	const char *from = s;

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
			while (from > l->start && from[-1] != '\n')
				from--;
			lexer_put(l, TOKEN_INDENT, from, s);
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
	const char *s = l->at;
	uint32_t column = 0, alternate = 0, joined = 0;

	for (;;) {
		while (*s == ' ') {
			s++;
			column++;
			alternate++;
		}
		if (*s == '\t') {
			column = (column / TAB + 1) * TAB;
			alternate++;
			s++;
		} else if (*s == '\f') {
			column = alternate = 0;
			s++;
		} else if (*s == '\\') {
			joined = joined ? joined : column;
			if (!join(l, s))
				return;
			s = l->at;
		} else if (*s == '#' || *s == '\n') {
			if (*s == '#')
				s = comment(l, s);
			if (l->trivia)
				lexer_put(l, TOKEN_NL, s, s + (*s == '\n'));
			s += *s == '\n';
			column = alternate = joined = 0;
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
	indentation(l, s, joined ? joined : column, joined ? joined : alternate);
}

static void newline(struct lexer *l, const char *s)
{
	if (!l->depth) {
		lexer_put(l, TOKEN_NEWLINE, s, s + 1);
		l->fresh = true;
	} else if (l->trivia) {
		lexer_put(l, TOKEN_NL, s, s + 1);
	}
	l->at = s + 1;
}

/* One token of code, or what stands between two. */
static void code(struct lexer *l)
{
	const char *s = l->at;

	while (*s == ' ')
		s++;
	switch (byte_class[(unsigned char)*s]) {
	case BYTE_WORD: word(l, s); break;
	case BYTE_OPERATOR: operator(l, s); break;
	case BYTE_OPEN: lexer_open(l, s, false); break;
	case BYTE_CLOSE: close(l, s); break;
	case BYTE_NEWLINE: newline(l, s); break;
	case BYTE_DOT:
		if (s[1] == '.' && s[2] == '.') {
			lexer_put(l, TOKEN_ELLIPSIS, s, s + 3);
			l->at = s + 3;
		} else if (byte_class[(unsigned char)s[1]] == BYTE_DIGIT) {
			lexer_number(l, s);
		} else {
			lexer_put(l, TOKEN_DOT, s, s + 1);
			l->at = s + 1;
		}
		break;
	case BYTE_DIGIT: lexer_number(l, s); break;
	case BYTE_QUOTE: lexer_string(l, s, 0); break;
	case BYTE_COMMENT: l->at = comment(l, s); break;
	case BYTE_BLANK: l->at = s + 1; break;
	case BYTE_BACKSLASH: join(l, s); break;
	case BYTE_END:
		l->at = s;
		finish(l);
		break;
	default: lexer_fail(l, s, "invalid character");
	}
}

void lexer_fill(struct lexer *l)
{
	l->tokens.at[0] = l->tokens.at[l->tokens.len - 1];
	l->tokens.len = 1;
	while (!l->ended) {
		if (l->middle) {
			lexer_middle(l);
			continue;
		}
		if (l->fresh) {
			if (l->tokens.len > l->batch)
				break;
			line_start(l);
			continue;
		}
		if (l->tokens.len > l->token_limit)
			lexer_fail(l, l->at, "a statement of too many tokens");
		else
			code(l);
	}
	*VEC_PUSH(l->arena, &l->tokens) = (struct token){0};
	l->tokens.len--;
}
