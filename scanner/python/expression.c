/* Expressions. Which operator binds tighter makes no difference to any record, so operands and
 * operators are read as one flat row; only what is not allowed (`a + not b`) is told apart.
 *
 * What surprises: `a if t else b` reads `a` before it is known that a test decides about it. So a
 * test becomes a stretch of source (struct guard), and records find out later in which they lie. */
#include "scanner/python/parser.h"

enum operand_role { ROLE_NONE, ROLE_PREFIX, ROLE_BINARY, ROLE_LOGICAL };

/* Most expressions are one operand: what the others need stays out of the way of those. */
#define APART __attribute__((noinline))

static const uint8_t roles[TOKEN_KINDS] = {
        [TOKEN_PLUS] = ROLE_BINARY,
        [TOKEN_MINUS] = ROLE_BINARY,
        [TOKEN_STAR] = ROLE_BINARY,
        [TOKEN_DOUBLESTAR] = ROLE_BINARY,
        [TOKEN_SLASH] = ROLE_BINARY,
        [TOKEN_DOUBLESLASH] = ROLE_BINARY,
        [TOKEN_PERCENT] = ROLE_BINARY,
        [TOKEN_AT] = ROLE_BINARY,
        [TOKEN_AMPER] = ROLE_BINARY,
        [TOKEN_VBAR] = ROLE_BINARY,
        [TOKEN_CIRCUMFLEX] = ROLE_BINARY,
        [TOKEN_LEFTSHIFT] = ROLE_BINARY,
        [TOKEN_RIGHTSHIFT] = ROLE_BINARY,
        [TOKEN_LESS] = ROLE_BINARY,
        [TOKEN_GREATER] = ROLE_BINARY,
        [TOKEN_LESSEQUAL] = ROLE_BINARY,
        [TOKEN_GREATEREQUAL] = ROLE_BINARY,
        [TOKEN_EQEQUAL] = ROLE_BINARY,
        [TOKEN_NOTEQUAL] = ROLE_BINARY,
        [TOKEN_IN] = ROLE_BINARY,
        [TOKEN_IS] = ROLE_BINARY,
        [TOKEN_NOT] = ROLE_BINARY,
        [TOKEN_AND] = ROLE_LOGICAL,
        [TOKEN_TILDE] = ROLE_PREFIX,
        [TOKEN_AWAIT] = ROLE_PREFIX,
        [TOKEN_OR] = ROLE_LOGICAL,
};

/* Prefix operators. *minus counts '-', *others the rest. */
static bool prefixes(struct parser *p, bool may_not, uint32_t *minus, uint32_t *others)
{
	for (;; p->t++) {
		switch (p->t->kind) {
		case TOKEN_NOT:
			if (!may_not)
				return parser_fail(
				        p, "'not' cannot stand here without parentheses");
			++*others;
			break;
		case TOKEN_MINUS:
			++*minus;
			may_not = false;
			break;
		case TOKEN_PLUS:
		case TOKEN_TILDE:
			++*others;
			may_not = false;
			break;
		case TOKEN_AWAIT:
			++*others;
			p->t++;
			return true;
		default: return true;
		}
	}
}

/* The operator behind an operand; false: there is none. */
static bool operator(struct parser *p, bool *logical)
{
	uint8_t role = roles[p->t->kind];

	if (role < ROLE_BINARY)
		return false;
	if (p->t->kind == TOKEN_NOT) {
		if (p->t[1].kind != TOKEN_IN)
			return false;
		p->t++;
	} else if (p->t->kind == TOKEN_IS && p->t[1].kind == TOKEN_NOT) {
		p->t++;
	}
	p->t++;
	*logical = role == ROLE_LOGICAL;
	return true;
}

/* Operands with operators before or between them. `read`: the first is in v, and had none before.
 */
static APART bool operation(struct parser *p, struct value *v, const struct token *first, bool read)
{
	uint32_t minus = 0, others = 0;
	bool may_not = true, alone = true;

	for (;; read = false) {
		if (!read && p->t->kind != TOKEN_NAME && !prefixes(p, may_not, &minus, &others))
			return false;
		if (!read && !parse_primary(p, v))
			return false;
		if (!operator(p, &may_not))
			break;
		alone = false;
	}
	if (alone && !minus && !others)
		return true;
	if (alone && minus == 1 && !others && v->kind == VALUE_NUMBER)
		v->kind = VALUE_NEGATIVE;
	else
		v->kind = PYTHON_VALUE_EXPR;
	v->at = first->at;
	return true;
}

bool parse_operation(struct parser *p, struct value *v)
{
	const struct token *first = p->t;

	if (roles[first->kind] != ROLE_NONE)
		return operation(p, v, first, false);
	if (!parse_primary(p, v))
		return false;
	return roles[p->t->kind] == ROLE_NONE || operation(p, v, first, true);
}

/* The chain that one side of a conditional expression is. One that is taken where something is
 * available is judged where it stands, by that: what it is given to is not followed. */
static uint32_t side_of(const struct parser *p, const struct value *v, const struct token *test)
{
	str asked = str_slice(p->file->text, test->at, p->t->at);

	return v->kind == PYTHON_VALUE_CHAIN && !str_has(asked, S("available")) ? v->ref
	                                                                        : PYTHON_NONE;
}

/* `v` if test else other: v is read, its first byte is `start`. */
static APART bool conditional(struct parser *p, struct value *v, uint32_t start)
{
	uint32_t first = p->guards.len, at = start, side = PYTHON_NONE;
	struct guard guard;

	while (p->t->kind == TOKEN_IF) {
		const struct token *test = ++p->t;
		struct value left = *v;

		guard = (struct guard){.at = at, .end = test[-1].at, .outcome = true};
		if (!parse_operation(p, v))
			return false;
		guard.atoms = p->atoms.len;
		guard.atom_count = guard_test(p, test, p->t);
		if (!parser_expect(p, TOKEN_ELSE, "expected 'else' after an 'if' expression"))
			return false;
		guard_push(p, &guard);
		side = side_of(p, &left, test);
		at = guard.at = p->t->at;
		guard.end = 0;
		guard.outcome = false;
		guard_push(p, &guard);
		if (p->t->kind == TOKEN_LAMBDA ? !parse_lambda(p, v) : !parse_operation(p, v))
			return false;
		*v = (struct value){.at = start,
		        .ref = side,
		        .kind = VALUE_CHOICE,
		        .other = side_of(p, v, test)};
	}
	guard_end(p, first, p->t[-1].end);
	return true;
}

bool parse_expression(struct parser *p, struct value *v)
{
	uint32_t start = p->t->at;

	if (p->t->kind == TOKEN_LAMBDA)
		return parse_lambda(p, v);
	if (!parse_operation(p, v))
		return false;
	return p->t->kind != TOKEN_IF || conditional(p, v, start);
}

bool parse_named(struct parser *p, struct value *v)
{
	const struct token *name = p->t;

	if (name->kind != TOKEN_NAME || name[1].kind != TOKEN_COLONEQUAL)
		return parse_expression(p, v);
	p->t += 2;
	if (!parse_expression(p, v))
		return false;
	parser_bind_value(p, name->value, name->at, v);
	*v = (struct value){.at = name->at, .kind = PYTHON_VALUE_EXPR};
	return true;
}

bool parse_test(struct parser *p, struct guard *guard)
{
	const struct token *first = p->t;
	struct value v;

	if (!parse_named(p, &v))
		return false;
	guard->atoms = p->atoms.len;
	guard->atom_count = guard_test(p, first, p->t);
	return true;
}

/* .NAME behind a value whose text begins at `start`. */
static bool attribute(struct parser *p, struct value *v, uint32_t start)
{
	struct python_chain *chain;

	if (p->t[1].kind != TOKEN_NAME) {
		p->t++;
		return parser_fail(p, "expected a name after '.'");
	}
	if (v->kind != PYTHON_VALUE_CHAIN) {
		bool special = v->kind == PYTHON_VALUE_CALL && p->file->calls.at[v->ref].shape;

		v->ref = parser_chain(p, v->ref, special ? PYTHON_ROOT_CALL : PYTHON_ROOT_OTHER);
	}
	chain = &p->file->chains.at[v->ref];
	while (p->t->kind == TOKEN_DOT && p->t[1].kind == TOKEN_NAME) {
		*PUSH(p->arena, &p->file->attributes) = p->t[1].value;
		chain->name_count++;
		p->t += 2;
	}
	chain->at = v->at = start;
	chain->end = p->t[-1].end;
	v->kind = PYTHON_VALUE_CHAIN;
	return true;
}

static bool slice(struct parser *p)
{
	struct value v;

	if (p->t->kind == TOKEN_STAR) {
		p->t++;
		return parse_expression(p, &v);
	}
	if (p->t->kind != TOKEN_COLON && !parse_named(p, &v))
		return false;
	for (int i = 0; i < 2 && p->t->kind == TOKEN_COLON; i++) {
		p->t++;
		if (p->t->kind != TOKEN_COLON && p->t->kind != TOKEN_COMMA &&
		        p->t->kind != TOKEN_RSQB && !parse_expression(p, &v))
			return false;
	}
	return true;
}

static bool subscript(struct parser *p, struct value *v, uint32_t start)
{
	p->t++;
	do {
		if (!slice(p))
			return false;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	} while (p->t->kind != TOKEN_RSQB);
	v->inner = v->kind;
	v->kind = VALUE_SUBSCRIPT;
	v->at = start;
	return parser_expect(p, TOKEN_RSQB, "expected ',' or ']'");
}

static bool is_trailer(uint8_t kind)
{
	return kind == TOKEN_LPAR || kind == TOKEN_LSQB || kind == TOKEN_DOT;
}

/* What may follow an atom, as often as it follows. */
static bool trailers(struct parser *p, struct value *v, uint32_t start)
{
	while (is_trailer(p->t->kind))
		if (p->t->kind == TOKEN_LPAR      ? !parse_call(p, v, start)
		        : p->t->kind == TOKEN_DOT ? !attribute(p, v, start)
		                                  : !subscript(p, v, start))
			return false;
	return true;
}

bool parse_primary(struct parser *p, struct value *v)
{
	const struct token *t = p->t;
	struct python_chain *chain;
	uint32_t start = t->at, names = 0;

	if (t->kind != TOKEN_NAME)
		return parse_atom(p, v) && (!is_trailer(p->t->kind) || trailers(p, v, start));
	v->at = start;
	v->ref = parser_chain(p, t->value, PYTHON_ROOT_NAME);
	v->kind = PYTHON_VALUE_CHAIN;
	v->inner = 0;
	for (t++; t->kind == TOKEN_DOT && t[1].kind == TOKEN_NAME; t += 2, names++)
		*PUSH(p->arena, &p->file->attributes) = t[1].value;
	chain = &p->file->chains.at[v->ref];
	chain->at = start;
	chain->end = t[-1].end;
	chain->name_count = names;
	p->t = t;
	return !is_trailer(t->kind) || trailers(p, v, start);
}

/* One element of a tuple without parentheses: an expression, or '*' and an operation. */
static bool list_element(struct parser *p, struct value *v)
{
	uint32_t start = p->t->at;

	if (p->t->kind != TOKEN_STAR)
		return parse_expression(p, v);
	p->t++;
	if (!parse_operation(p, v))
		return false;
	*v = (struct value){.at = start, .kind = VALUE_STARRED};
	return true;
}

/* A token that ends a list: what may follow its last comma. */
static bool ends_list(uint8_t kind)
{
	switch (kind) {
	case TOKEN_NEWLINE:
	case TOKEN_SEMI:
	case TOKEN_EQUAL:
	case TOKEN_COLON:
	case TOKEN_RPAR:
	case TOKEN_RBRACE:
	case TOKEN_EXCLAMATION:
	case TOKEN_END: return true;
	default: return false;
	}
}

bool parse_list(struct parser *p, struct value *v)
{
	bool capture = p->capture;
	uint32_t start = p->t->at;

	if (!list_element(p, v))
		return false;
	if (p->t->kind != TOKEN_COMMA) {
		p->capture = false;
		return true;
	}
	p->capture = false;
	if (capture) {
		p->elements.len = 0;
		*PUSH(p->arena, &p->elements) = *v;
	}
	while (p->t->kind == TOKEN_COMMA) {
		p->t++;
		if (ends_list(p->t->kind))
			break;
		if (!list_element(p, v))
			return false;
		if (capture)
			*PUSH(p->arena, &p->elements) = *v;
	}
	*v = (struct value){.at = start, .kind = VALUE_TUPLE};
	return true;
}

bool parse_list_or_yield(struct parser *p, struct value *v)
{
	uint32_t start = p->t->at;

	if (p->t->kind != TOKEN_YIELD)
		return parse_list(p, v);
	p->capture = false;
	p->t++;
	if (p->t->kind == TOKEN_FROM) {
		p->t++;
		if (!parse_expression(p, v))
			return false;
	} else if (!ends_list(p->t->kind) && !parse_list(p, v)) {
		return false;
	}
	*v = (struct value){.at = start, .kind = PYTHON_VALUE_EXPR};
	return true;
}
