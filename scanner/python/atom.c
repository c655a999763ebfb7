/* What stands alone: names, literals, and everything in brackets that is no call and no subscript.
 */
#include "scanner/python/parser.h"

static bool simple(struct parser *p, struct value *v, uint8_t kind)
{
	*v = (struct value){.at = p->t->at, .ref = p->t->at, .kind = kind};
	p->t++;
	return true;
}

/* '*' and an operation, or an expression that may be a named one. */
static bool element(struct parser *p, struct value *v)
{
	uint32_t start = p->t->at;

	if (p->t->kind != TOKEN_STAR)
		return parse_named(p, v);
	p->t++;
	if (!parse_operation(p, v))
		return false;
	*v = (struct value){.at = start, .kind = VALUE_STARRED};
	return true;
}

/* Elements up to a closing bracket. *count of them, *comma: one was followed by a comma. */
static bool elements(struct parser *p, enum token_kind close, struct value *v, bool *comma)
{
	bool capture = p->capture;

	p->capture = false;
	*comma = false;
	if (capture)
		p->elements.len = 0;
	while (p->t->kind != close) {
		if (!element(p, v))
			return false;
		if (capture)
			*PUSH(p->arena, &p->elements) = *v;
		if (p->t->kind != TOKEN_COMMA)
			break;
		*comma = true;
		p->t++;
	}
	return parser_expect(p, close, "expected ',' or a closing bracket");
}

static bool generator(struct parser *p, struct value *v, enum token_kind close)
{
	struct comprehension c;
	uint32_t start = p->t->at;

	comprehension_open(p, &c);
	p->t++;
	if (p->t->kind == TOKEN_STAR)
		return parser_fail(p, "'*' cannot stand in a comprehension");
	if (!parse_named(p, v) || !comprehension_rest(p, &c))
		return false;
	*v = (struct value){.at = start, .kind = PYTHON_VALUE_EXPR};
	return parser_expect(p, close, "expected a closing bracket after a comprehension");
}

static bool parentheses(struct parser *p, struct value *v)
{
	uint32_t start = p->t->at;
	bool comma, empty = p->t[1].kind == TOKEN_RPAR, capture = p->capture;

	if (p->t->flags & TOKEN_COMPREHENSION)
		return generator(p, v, TOKEN_RPAR);
	p->t++;
	if (p->t->kind == TOKEN_YIELD)
		return parse_list_or_yield(p, v) && parser_expect(p, TOKEN_RPAR, "expected ')'");
	/* Parentheses around one thing do not matter: what is to be captured may lie deeper. */
	if (capture && (p->t->kind == TOKEN_LPAR || p->t->kind == TOKEN_LSQB) &&
	        p->t->value + 1 == p->t[-1].value)
		return parse_atom(p, v) && parser_expect(p, TOKEN_RPAR, "expected ')'");
	if (!elements(p, TOKEN_RPAR, v, &comma))
		return false;
	if (empty || comma)
		*v = (struct value){.at = start, .kind = VALUE_TUPLE};
	else if (v->kind == VALUE_STARRED)
		return parser_fail_at(
		        p, v->at, PYTHON_ERROR_SYNTAX, "'*' cannot stand alone in parentheses");
	return true;
}

static bool list(struct parser *p, struct value *v)
{
	uint32_t start = p->t->at;
	bool comma;

	if (p->t->flags & TOKEN_COMPREHENSION)
		return generator(p, v, TOKEN_RSQB);
	p->t++;
	if (!elements(p, TOKEN_RSQB, v, &comma))
		return false;
	*v = (struct value){.at = start, .kind = VALUE_LIST};
	return true;
}

/* A key and its value, or "**mapping". */
static bool pair(struct parser *p)
{
	struct value v;

	if (p->t->kind == TOKEN_DOUBLESTAR) {
		p->t++;
		return parse_operation(p, &v);
	}
	return parse_expression(p, &v) &&
	       parser_expect(p, TOKEN_COLON, "expected ':' after a dictionary key") &&
	       parse_expression(p, &v);
}

static bool rest_of_dict(struct parser *p)
{
	while (p->t->kind == TOKEN_COMMA) {
		p->t++;
		if (p->t->kind == TOKEN_RBRACE)
			break;
		if (!pair(p))
			return false;
	}
	return parser_expect(p, TOKEN_RBRACE, "expected ',' or '}'");
}

static bool rest_of_set(struct parser *p)
{
	struct value v;

	while (p->t->kind == TOKEN_COMMA) {
		p->t++;
		if (p->t->kind == TOKEN_RBRACE)
			break;
		if (!element(p, &v))
			return false;
	}
	return parser_expect(p, TOKEN_RBRACE, "expected ',' or '}'");
}

static bool brace_comprehension(struct parser *p)
{
	struct comprehension c;
	struct value v;

	comprehension_open(p, &c);
	p->t++;
	if (p->t->kind == TOKEN_STAR || p->t->kind == TOKEN_DOUBLESTAR)
		return parser_fail(p, "'*' cannot stand in a comprehension");
	if (!parse_named(p, &v))
		return false;
	if (p->t->kind == TOKEN_COLON) {
		p->t++;
		if (!parse_expression(p, &v))
			return false;
	}
	return comprehension_rest(p, &c) &&
	       parser_expect(p, TOKEN_RBRACE, "expected '}' after a comprehension");
}

static bool braces(struct parser *p)
{
	struct value v;

	p->capture = false;
	if (p->t->flags & TOKEN_COMPREHENSION)
		return brace_comprehension(p);
	p->t++;
	if (p->t->kind == TOKEN_RBRACE) {
		p->t++;
		return true;
	}
	if (p->t->kind == TOKEN_DOUBLESTAR)
		return pair(p) && rest_of_dict(p);
	if (p->t->kind == TOKEN_STAR)
		return element(p, &v) && rest_of_set(p);
	if (!parse_named(p, &v))
		return false;
	if (p->t->kind != TOKEN_COLON)
		return rest_of_set(p);
	p->t++;
	return parse_expression(p, &v) && rest_of_dict(p);
}

bool parse_atom(struct parser *p, struct value *v)
{
	uint32_t start = p->t->at;

	switch (p->t->kind) {
	case TOKEN_STRING:
	case TOKEN_FSTRING_START: return parse_strings(p, v);
	case TOKEN_NUMBER: return simple(p, v, VALUE_NUMBER);
	case TOKEN_LPAR: return parentheses(p, v);
	case TOKEN_LSQB: return list(p, v);
	case TOKEN_LBRACE: *v = (struct value){.at = start}; return braces(p);
	case TOKEN_NONE_WORD: return simple(p, v, PYTHON_VALUE_NULL);
	case TOKEN_TRUE_WORD: return simple(p, v, PYTHON_VALUE_TRUE);
	case TOKEN_FALSE_WORD: return simple(p, v, PYTHON_VALUE_FALSE);
	case TOKEN_ELLIPSIS: return simple(p, v, PYTHON_VALUE_ELLIPSIS);
	case TOKEN_NAME: return parse_primary(p, v);
	default: return parser_fail(p, "expected an expression");
	}
}
