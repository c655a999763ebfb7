/* One pass over the lexer's batches: each logical line is cut at its semicolons and, for a compound
 * statement, behind its head; INDENT and DEDENT say whose block comes. */
#include "scanner/python/outline.h"

#include "scanner/python/lexer.h"

#include <string.h>

struct maker {
	struct python_file *file;
	struct outline *out;
	struct lexer *lexer;
	const struct token *t;
	uint32_t parents[LEXER_INDENTS + 2]; /* whose block each level is */
	uint32_t lasts[LEXER_INDENTS + 2];   /* the last statement of each level */
	uint32_t level;
};

static const uint8_t kinds[TOKEN_KINDS] = {
        [TOKEN_PASS] = STATEMENT_PASS,
        [TOKEN_RAISE] = STATEMENT_RAISE,
        [TOKEN_RETURN] = STATEMENT_RETURN,
        [TOKEN_ASSERT] = STATEMENT_ASSERT,
        [TOKEN_IMPORT] = STATEMENT_IMPORT,
        [TOKEN_FROM] = STATEMENT_IMPORT,
        [TOKEN_AT] = STATEMENT_DECORATOR,
        [TOKEN_IF] = STATEMENT_IF,
        [TOKEN_ELIF] = STATEMENT_ELIF,
        [TOKEN_ELSE] = STATEMENT_ELSE,
        [TOKEN_TRY] = STATEMENT_TRY,
        [TOKEN_EXCEPT] = STATEMENT_EXCEPT,
        [TOKEN_FINALLY] = STATEMENT_FINALLY,
        [TOKEN_FOR] = STATEMENT_FOR,
        [TOKEN_WHILE] = STATEMENT_WHILE,
        [TOKEN_WITH] = STATEMENT_WITH,
        [TOKEN_DEF] = STATEMENT_DEF,
        [TOKEN_CLASS] = STATEMENT_CLASS,
        [TOKEN_BREAK] = STATEMENT_OTHER,
        [TOKEN_CONTINUE] = STATEMENT_OTHER,
        [TOKEN_DEL] = STATEMENT_OTHER,
        [TOKEN_GLOBAL] = STATEMENT_OTHER,
        [TOKEN_NONLOCAL] = STATEMENT_OTHER,
        [TOKEN_ELLIPSIS] = STATEMENT_PASS,
};

static bool is_compound(uint8_t kind)
{
	return (kind >= STATEMENT_IF && kind <= STATEMENT_CLASS);
}

static str token_text(const struct maker *m, const struct token *t)
{
	return str_slice(m->file->text, t->at, t->end);
}

/* sys.exit(…), exit(…), os._exit(…): the tokens of a statement from its start. */
static bool calls_exit(const struct maker *m, const struct token *t)
{
	str first = token_text(m, t), second;

	if (t->kind != TOKEN_NAME)
		return false;
	if (t[1].kind == TOKEN_LPAR)
		return str_eq(first, S("exit")) || str_eq(first, S("quit"));
	if (t[1].kind != TOKEN_DOT || t[2].kind != TOKEN_NAME || t[3].kind != TOKEN_LPAR)
		return false;
	second = token_text(m, &t[2]);
	return (str_eq(first, S("sys")) && str_eq(second, S("exit"))) ||
	       (str_eq(first, S("os")) && str_eq(second, S("_exit"))) ||
	       (str_eq(first, S("pytest")) && str_eq(second, S("skip")));
}

/* Parts of a compound statement behind its first. */
static bool goes_on(enum statement_kind next)
{
	return next == STATEMENT_ELIF || next == STATEMENT_ELSE || next == STATEMENT_EXCEPT ||
	       next == STATEMENT_FINALLY;
}

static uint32_t push(struct maker *m, uint8_t kind, uint32_t at, uint32_t parent, uint32_t *last)
{
	struct outline *out = m->out;
	uint32_t index = out->list.len;

	*VEC_PUSH(m->file->arena, &out->list) = (struct statement){.at = at,
	        .end = at,
	        .parent = parent,
	        .next = PYTHON_NONE,
	        .child = PYTHON_NONE,
	        .last_child = PYTHON_NONE,
	        .head = goes_on((enum statement_kind)kind) && *last != PYTHON_NONE
	                        ? out->list.at[*last].head
	                        : index,
	        .kind = kind};
	if (parent != PYTHON_NONE)
		out->list.at[parent].last_child = index;
	if (*last != PYTHON_NONE)
		out->list.at[*last].next = index;
	else if (parent != PYTHON_NONE)
		out->list.at[parent].child = index;
	*last = index;
	return index;
}

static bool is_end(const struct token *t)
{
	return t->kind == TOKEN_NEWLINE || t->kind == TOKEN_NONE || t->kind == TOKEN_END;
}

/* match and case heads: a soft keyword whose line ends with a colon. */
static bool ends_with_colon(const struct token *t)
{
	while (!is_end(t))
		t++;
	return t[-1].kind == TOKEN_COLON;
}

/* Tokens that statement_end looks at. */
static const bool marks[TOKEN_KINDS] = {
        [TOKEN_NONE] = true,
        [TOKEN_END] = true,
        [TOKEN_NEWLINE] = true,
        [TOKEN_SEMI] = true,
        [TOKEN_COLON] = true,
        [TOKEN_LAMBDA] = true,
        [TOKEN_LPAR] = true,
        [TOKEN_LSQB] = true,
        [TOKEN_LBRACE] = true,
};

/* The closing bracket of an opening one, the token itself when it is none. */
static const struct token *behind_brackets(const struct maker *m, const struct token *t)
{
	bool opens = t->kind == TOKEN_LPAR || t->kind == TOKEN_LSQB || t->kind == TOKEN_LBRACE;

	if (opens && t->value > (uint32_t)(t - m->lexer->tokens.at) &&
	        t->value < m->lexer->tokens.len)
		return &m->lexer->tokens.at[t->value];
	return t;
}

/* Up to the colon of a head, the semicolon of a simple statement, or the end of the line; *end is
 * where the last token before that ends. */
static const struct token *statement_end(
        const struct maker *m, const struct token *t, bool compound, uint32_t *end)
{
	const struct token *first = t;
	uint32_t lambdas = 0;

	for (;; t++) {
		while (!marks[t->kind])
			t++;
		if (t > first)
			*end = t[-1].end;
		if (is_end(t))
			return t;
		t = behind_brackets(m, t);
		if (!compound && t->kind == TOKEN_SEMI)
			return t + 1;
		*end = t->end;
		if (t->kind == TOKEN_LAMBDA)
			lambdas++;
		else if (t->kind == TOKEN_COLON && lambdas)
			lambdas--;
		else if (t->kind == TOKEN_COLON && compound)
			return t + 1;
	}
}

/* One simple statement, or the head of a compound one; stands behind its colon, semicolon, or at
 * the NEWLINE. True when a head was read. */
static bool read_one(struct maker *m, uint32_t parent, uint32_t *last)
{
	const struct token *t = m->t, *first = t->kind == TOKEN_ASYNC ? t + 1 : t;
	uint8_t kind = kinds[first->kind];
	bool compound = is_compound(kind);
	uint32_t index;

	if (first->kind == TOKEN_ELLIPSIS && t[1].kind != TOKEN_NEWLINE)
		kind = STATEMENT_SIMPLE;
	if (first->kind == TOKEN_NAME &&
	        (first->value == NAME_MATCH || first->value == NAME_CASE) && ends_with_colon(t)) {
		compound = true;
		kind = STATEMENT_OTHER;
	}
	index = push(m, kind, t->at, parent, last);
	m->out->list.at[index].exits = kind == STATEMENT_RAISE || calls_exit(m, t);
	m->t = statement_end(m, t, compound, &m->out->list.at[index].end);
	return compound;
}

static void read_line(struct maker *m)
{
	uint32_t parent = m->parents[m->level], *last = &m->lasts[m->level];
	uint32_t inner = PYTHON_NONE;

	if (read_one(m, parent, last)) {
		/* a body on the same line */
		uint32_t head = m->out->list.len - 1;

		while (!is_end(m->t))
			read_one(m, head, &inner);
		return;
	}
	while (!is_end(m->t))
		read_one(m, parent, last);
}

static void read_batch(struct maker *m)
{
	while (m->t->kind != TOKEN_NONE && m->t->kind != TOKEN_END) {
		switch ((enum token_kind)m->t->kind) {
		case TOKEN_INDENT:
			if (m->level < LEXER_INDENTS) {
				m->level++;
				m->parents[m->level] = m->lasts[m->level - 1];
				m->lasts[m->level] = PYTHON_NONE;
			}
			m->t++;
			break;
		case TOKEN_DEDENT:
			m->level -= m->level > 0;
			m->t++;
			break;
		case TOKEN_NEWLINE:
		case TOKEN_ERROR: m->t++; break;
		default: read_line(m);
		}
	}
}

void outline_read(struct python_file *file, struct outline *out)
{
	struct maker m = {.file = file, .out = out};

	*out = (struct outline){0};
	m.lexer = python_lexer(file);
	m.parents[0] = m.lasts[0] = PYTHON_NONE;
	for (;;) {
		m.t = &m.lexer->tokens.at[1];
		read_batch(&m);
		if (m.t->kind == TOKEN_END || m.lexer->ended)
			break;
		lexer_fill(m.lexer);
	}
}

uint32_t outline_find(const struct outline *outline, uint32_t at)
{
	uint32_t low = 0, high = outline->list.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (outline->list.at[mid].at <= at)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? low - 1 : PYTHON_NONE;
}

uint32_t outline_end(const struct outline *o, const struct python_file *file, uint32_t statement)
{
	uint32_t s = statement;

	while (s != PYTHON_NONE && o->list.at[s].next == PYTHON_NONE)
		s = o->list.at[s].parent;
	return s == PYTHON_NONE ? (uint32_t)file->text.len : o->list.at[o->list.at[s].next].at;
}

enum { LEAVES_DEEP = 3 }; /* branches of branches */

static bool block_leaves(const struct outline *o, uint32_t statement, unsigned deep)
{
	uint32_t last = o->list.at[statement].last_child, part;

	if (last == PYTHON_NONE || o->list.at[last].exits)
		return last != PYTHON_NONE;
	part = o->list.at[last].kind == STATEMENT_ELSE ? o->list.at[last].head : PYTHON_NONE;
	if (!deep || part == PYTHON_NONE || o->list.at[part].kind != STATEMENT_IF)
		return false;
	while (part != last && part != PYTHON_NONE && block_leaves(o, part, deep - 1))
		part = o->list.at[part].next;
	return part == last && block_leaves(o, last, deep - 1);
}

bool outline_leaves(const struct outline *outline, uint32_t statement)
{
	return block_leaves(outline, statement, LEAVES_DEEP);
}

uint32_t outline_def(const struct outline *outline, uint32_t statement)
{
	while (statement != PYTHON_NONE && outline->list.at[statement].kind != STATEMENT_DEF)
		statement = outline->list.at[statement].parent;
	return statement;
}

uint32_t outline_part(const struct outline *outline, uint32_t statement, enum statement_kind kind)
{
	uint32_t next = outline->list.at[statement].next;

	while (next != PYTHON_NONE && goes_on((enum statement_kind)outline->list.at[next].kind)) {
		if (outline->list.at[next].kind == kind)
			return next;
		next = outline->list.at[next].next;
	}
	return PYTHON_NONE;
}

/* Behind the string whose quote is at `i`. */
static uint32_t string_end(str text, uint32_t i)
{
	char quote = text.ptr[i];
	uint32_t end = (uint32_t)text.len;
	bool triple = i + 2 < end && text.ptr[i + 1] == quote && text.ptr[i + 2] == quote;

	for (i += triple ? 3 : 1; i < end; i++) {
		if (text.ptr[i] == '\\')
			i++;
		else if (text.ptr[i] == quote &&
		         (!triple || (i + 2 < end && text.ptr[i + 1] == quote &&
		                             text.ptr[i + 2] == quote)))
			return i + (triple ? 3 : 1);
	}
	return end;
}

str outline_text(struct arena *arena, const struct python_file *file, uint32_t at, uint32_t end)
{
	str text = str_slice(file->text, 0, end);
	char *out = arena_alloc(arena, (size_t)(end - at) + 1, 1);
	size_t n = 0;
	bool blank = false;

	for (uint32_t i = at; i < end;) {
		char c = text.ptr[i];

		if (c == '#') {
			i += (uint32_t)str_find_byte(str_from_at(text, i), '\n');
			continue;
		}
		if (strchr(" \t\n\r\f\\", c)) {
			blank = true;
			i++;
			continue;
		}
		/* a comma before a closing bracket is layout */
		if (strchr(")]}", c) && n && out[n - 1] == ',')
			n--;
		if (blank && n && byte_is_name(out[n - 1]) && byte_is_name(c))
			out[n++] = ' ';
		blank = false;
		if (c == '"' || c == '\'') {
			uint32_t stop = string_end(text, i);

			memcpy(out + n, text.ptr + i, stop - i);
			n += stop - i;
			i = stop;
			continue;
		}
		out[n++] = c;
		i++;
	}
	return (str){out, n};
}
