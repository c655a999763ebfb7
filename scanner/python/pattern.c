/* match statements. `match` and `case` are names like others elsewhere. A class pattern looks like
 * a call and is none; a name alone is a capture and binds. */
#include "scanner/python/parser.h"

static bool pattern(struct parser *p);

bool is_match_statement(const struct parser *p)
{
	const struct token *t = p->t + 1;

	if (t->kind == TOKEN_COLON || t->kind == TOKEN_NEWLINE)
		return false;
	while (t->kind != TOKEN_NEWLINE && t->kind != TOKEN_END)
		t++;
	return t->kind == TOKEN_NEWLINE && t[-1].kind == TOKEN_COLON;
}

/* -1, 1.5, 1 + 2j */
static bool number(struct parser *p)
{
	bool real;

	p->t += p->t->kind == TOKEN_MINUS;
	if (!parser_expect(p, TOKEN_NUMBER, "expected a number"))
		return false;
	if (p->t->kind != TOKEN_PLUS && p->t->kind != TOKEN_MINUS)
		return true;
	real = literal_number(p, p->t[-1].at) != PYTHON_VALUE_COMPLEX;
	p->t++;
	if (p->t->kind != TOKEN_NUMBER || !real ||
	        literal_number(p, p->t->at) != PYTHON_VALUE_COMPLEX)
		return parser_fail(p, "expected a real and an imaginary number");
	p->t++;
	return true;
}

/* NAME.NAME... as a chain that is read. */
static bool dotted(struct parser *p)
{
	uint32_t at = p->t->at, index = parser_chain(p, p->t->value, PYTHON_ROOT_NAME);
	struct python_chain *chain = &p->file->chains.at[index];

	p->t++;
	while (p->t->kind == TOKEN_DOT && p->t[1].kind == TOKEN_NAME) {
		*PUSH(p->arena, &p->file->attributes) = p->t[1].value;
		chain->name_count++;
		p->t += 2;
	}
	chain->at = at;
	chain->end = p->t[-1].end;
	return p->t->kind != TOKEN_DOT || parser_fail(p, "expected a name after '.'");
}

static void capture(struct parser *p)
{
	if (p->t->value != NAME_WILDCARD)
		parser_bind(p, p->t->value, p->scope, p->t->at);
	p->t++;
}

/* (pattern, name=pattern) behind a class. */
static bool class_arguments(struct parser *p)
{
	bool keyword = false;

	p->t++;
	while (p->t->kind != TOKEN_RPAR) {
		if (p->t->kind == TOKEN_NAME && p->t[1].kind == TOKEN_EQUAL) {
			p->t += 2;
			keyword = true;
		} else if (keyword) {
			return parser_fail(p, "a positional pattern cannot follow a keyword");
		}
		if (!pattern(p))
			return false;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	}
	return parser_expect(p, TOKEN_RPAR, "expected ',' or ')' in a class pattern");
}

static bool name(struct parser *p)
{
	uint8_t after = p->t[1].kind;

	if (after != TOKEN_DOT && after != TOKEN_LPAR) {
		capture(p);
		return true;
	}
	if (!dotted(p))
		return false;
	return p->t->kind != TOKEN_LPAR || class_arguments(p);
}

/* Patterns between brackets, or at the top of a case. */
static bool sequence(struct parser *p, enum token_kind close)
{
	while (p->t->kind != close) {
		if (p->t->kind == TOKEN_STAR && p->t[1].kind == TOKEN_NAME) {
			p->t++;
			capture(p);
		} else if (!pattern(p)) {
			return false;
		}
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
		if (close == TOKEN_COLON && p->t->kind == TOKEN_IF)
			break;
	}
	return true;
}

static bool mapping_item(struct parser *p)
{
	struct value v;
	bool good;

	if (p->t->kind == TOKEN_DOUBLESTAR) {
		p->t++;
		if (p->t->kind != TOKEN_NAME)
			return parser_fail(p, "expected a name behind '**'");
		capture(p);
		return true;
	}
	switch (p->t->kind) {
	case TOKEN_MINUS:
	case TOKEN_NUMBER: good = number(p); break;
	case TOKEN_STRING: good = parse_strings(p, &v); break;
	case TOKEN_NAME: good = dotted(p); break;
	case TOKEN_NONE_WORD:
	case TOKEN_TRUE_WORD:
	case TOKEN_FALSE_WORD:
		p->t++;
		good = true;
		break;
	default: return parser_fail(p, "expected the key of a mapping pattern");
	}
	return good && parser_expect(p, TOKEN_COLON, "expected ':' in a mapping pattern") &&
	       pattern(p);
}

static bool mapping(struct parser *p)
{
	p->t++;
	while (p->t->kind != TOKEN_RBRACE) {
		if (!mapping_item(p))
			return false;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	}
	return parser_expect(p, TOKEN_RBRACE, "expected ',' or '}' in a mapping pattern");
}

static bool closed(struct parser *p)
{
	struct value v;

	switch (p->t->kind) {
	case TOKEN_NAME: return name(p);
	case TOKEN_MINUS:
	case TOKEN_NUMBER: return number(p);
	case TOKEN_STRING: return parse_strings(p, &v);
	case TOKEN_NONE_WORD:
	case TOKEN_TRUE_WORD:
	case TOKEN_FALSE_WORD: p->t++; return true;
	case TOKEN_LBRACE: return mapping(p);
	case TOKEN_LPAR:
		p->t++;
		return sequence(p, TOKEN_RPAR) &&
		       parser_expect(p, TOKEN_RPAR, "expected ',' or ')' in a pattern");
	case TOKEN_LSQB:
		p->t++;
		return sequence(p, TOKEN_RSQB) &&
		       parser_expect(p, TOKEN_RSQB, "expected ',' or ']' in a pattern");
	default: return parser_fail(p, "expected a pattern");
	}
}

static bool pattern(struct parser *p)
{
	for (;;) {
		if (!closed(p))
			return false;
		if (p->t->kind != TOKEN_VBAR)
			break;
		p->t++;
	}
	if (p->t->kind != TOKEN_AS)
		return true;
	p->t++;
	if (p->t->kind != TOKEN_NAME)
		return parser_fail(p, "expected a name behind 'as'");
	capture(p);
	return true;
}

static bool case_block(struct parser *p)
{
	struct value v;

	if (p->t->kind != TOKEN_NAME || p->t->value != NAME_CASE)
		return parser_fail(p, "expected 'case'");
	p->t++;
	if (p->t->kind == TOKEN_COLON || p->t->kind == TOKEN_IF)
		return parser_fail(p, "expected a pattern");
	if (!sequence(p, TOKEN_COLON))
		return false;
	if (p->t->kind == TOKEN_IF) {
		const struct token *test = ++p->t;

		if (!parse_named(p, &v))
			return false;
		guard_test(p, test, p->t);
	}
	return parse_block(p);
}

static bool subject(struct parser *p)
{
	struct value v;

	do {
		if (p->t->kind == TOKEN_STAR) {
			p->t++;
			if (!parse_operation(p, &v))
				return false;
		} else if (!parse_named(p, &v)) {
			return false;
		}
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	} while (p->t->kind != TOKEN_COLON);
	return parser_expect(p, TOKEN_COLON, "expected ':'");
}

bool parse_match(struct parser *p)
{
	p->t++;
	if (!subject(p) || p->t->kind != TOKEN_NEWLINE)
		return parser_fail(p, "expected the end of the line");
	parser_next_line(p);
	if (p->t->kind != TOKEN_INDENT)
		return parser_fail(p, "expected an indented block");
	p->t++;
	while (p->t->kind != TOKEN_DEDENT && p->t->kind != TOKEN_END) {
		struct parser_place place = parser_place(p);
		uint32_t calls = p->file->calls.len, guards = p->guards.len;

		if (!case_block(p))
			parser_recover(p, place, calls, guards);
	}
	p->t += p->t->kind == TOKEN_DEDENT;
	return true;
}
