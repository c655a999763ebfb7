/* if, while, for, try, with: blocks, and what is known inside them. */
#include "scanner/python/parser.h"

bool parse_if(struct parser *p)
{
	uint32_t first = p->guards.len;
	struct guard guard;

	do {
		p->t++;
		if (!parse_test(p, &guard))
			return false;
		guard.at = p->t->at;
		guard.outcome = true;
		if (!parse_block(p))
			return false;
		guard.end = p->t->at;
		guard_push(p, &guard);
		if (p->t->kind == TOKEN_ELIF || p->t->kind == TOKEN_ELSE) {
			guard.at = p->t->at;
			guard.end = 0;
			guard.outcome = false;
			guard_push(p, &guard);
		}
	} while (p->t->kind == TOKEN_ELIF);
	if (p->t->kind == TOKEN_ELSE) {
		p->t++;
		if (!parse_block(p))
			return false;
	}
	guard_end(p, first, p->t->at);
	return true;
}

/* [else: block], outside of the loop. */
static bool else_part(struct parser *p, uint8_t loops)
{
	p->loops = loops;
	if (p->t->kind != TOKEN_ELSE)
		return true;
	p->t++;
	return parse_block(p);
}

bool parse_while(struct parser *p)
{
	uint8_t loops = p->loops;
	struct guard guard;

	p->t++;
	parser_enter_loop(p);
	return parse_test(p, &guard) && parse_block(p) && else_part(p, loops);
}

bool parse_for(struct parser *p)
{
	uint8_t loops = p->loops;
	struct value v;

	p->t++;
	if (!parse_target_list(p, TARGET_BIND) ||
	        !parser_expect(p, TOKEN_IN, "expected 'in' after the targets of 'for'") ||
	        !parse_list(p, &v))
		return false;
	parser_enter_loop(p);
	return parse_block(p) && else_part(p, loops);
}

/* What the handlers of a try catch. */
enum caught { CAUGHT_IMPORT = 1, CAUGHT_BROAD = 2 };

/* The last part of a name or chain: the type that a handler names. */
static uint32_t caught_by(const struct parser *p, const struct value *v)
{
	if (v->kind != PYTHON_VALUE_CHAIN)
		return 0;
	switch (python_chain_last(p->file, &p->file->chains.at[v->ref])) {
	case NAME_IMPORT_ERROR:
	case NAME_MODULE_NOT_FOUND: return CAUGHT_IMPORT;
	case NAME_EXCEPTION:
	case NAME_BASE_EXCEPTION: return CAUGHT_BROAD;
	default: return 0;
	}
}

/* The types behind `except`, which may be a tuple, since 3.14 without parentheses. */
static bool handler_types(struct parser *p, uint32_t *caught)
{
	const struct token *first = p->t;
	struct value v;
	bool bare;

	p->capture = true;
	p->elements.len = 0;
	if (!parse_list(p, &v))
		return false;
	bare = first->kind != TOKEN_LPAR || &p->lexer->tokens.at[first->value + 1] != p->t;
	if (p->t->kind == TOKEN_AS && v.kind == VALUE_TUPLE && bare)
		return parser_fail(p, "several exception types need parentheses before 'as'");
	*caught |= caught_by(p, &v);
	if (v.kind == VALUE_TUPLE)
		for (uint32_t i = 0; i < p->elements.len; i++)
			*caught |= caught_by(p, &p->elements.at[i]);
	if (p->t->kind != TOKEN_AS)
		return true;
	p->t++;
	if (p->t->kind != TOKEN_NAME)
		return parser_fail(p, "expected a name behind 'as'");
	parser_bind(p, p->t->value, p->scope, p->t->at);
	p->t++;
	return true;
}

/* One handler; all of a try have a star or none has. */
static bool handler(struct parser *p, bool star, uint32_t *all)
{
	uint16_t flags = p->flags;
	uint32_t caught = 0;

	p->t++;
	if ((p->t->kind == TOKEN_STAR) != star)
		return parser_fail(p, "'except' and 'except*' cannot be mixed");
	if (star) {
		p->t++;
		if (p->t->kind == TOKEN_COLON)
			return parser_fail(p, "expected one or more exception types");
	}
	if (p->t->kind == TOKEN_COLON)
		caught = CAUGHT_BROAD;
	else if (!handler_types(p, &caught))
		return false;
	*all |= caught;
	if (caught & CAUGHT_IMPORT)
		p->flags |= PYTHON_EXCEPT_IMPORT;
	if (!parse_block(p))
		return false;
	p->flags = flags;
	return true;
}

static bool else_of_try(struct parser *p, uint32_t caught)
{
	uint16_t flags = p->flags;

	p->t++;
	if (caught & CAUGHT_IMPORT)
		p->flags |= PYTHON_TRY_IMPORT_ELSE;
	if (!parse_block(p))
		return false;
	p->flags = flags;
	return true;
}

bool parse_try(struct parser *p)
{
	struct span span = {.at = (++p->t)->at};
	uint32_t caught = 0;
	bool handled, star;

	if (!parse_block(p))
		return false;
	span.end = p->t->at;
	handled = p->t->kind == TOKEN_EXCEPT;
	if (!handled && p->t->kind != TOKEN_FINALLY)
		return parser_fail(p, "expected 'except' or 'finally'");
	star = p->t[1].kind == TOKEN_STAR;
	while (p->t->kind == TOKEN_EXCEPT)
		if (!handler(p, star, &caught))
			return false;
	span.flags = caught & CAUGHT_IMPORT  ? PYTHON_TRY_IMPORT
	             : caught & CAUGHT_BROAD ? PYTHON_TRY_BROAD
	                                     : 0;
	if (span.flags)
		*PUSH(p->arena, &p->spans) = span;
	if (handled && p->t->kind == TOKEN_ELSE && !else_of_try(p, caught))
		return false;
	if (p->t->kind != TOKEN_FINALLY)
		return true;
	p->t++;
	return parse_block(p);
}

/* suppress(ImportError), however it is imported */
static bool suppresses(const struct parser *p, const struct value *v)
{
	const struct python_call *call;

	if (v->kind != PYTHON_VALUE_CALL)
		return false;
	call = &p->file->calls.at[v->ref];
	if (call->chain == PYTHON_NONE ||
	        python_chain_last(p->file, &p->file->chains.at[call->chain]) != NAME_SUPPRESS)
		return false;
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct python_arg *arg = &p->file->args.at[call->args + i];
		struct value value = {.ref = arg->ref, .kind = arg->kind};

		if (!arg->name && caught_by(p, &value) == CAUGHT_IMPORT)
			return true;
	}
	return false;
}

static bool with_item(struct parser *p, bool *import)
{
	struct value v;

	if (!parse_expression(p, &v))
		return false;
	*import |= suppresses(p, &v);
	if (p->t->kind != TOKEN_AS)
		return true;
	p->t++;
	return parse_target(p, TARGET_BIND);
}

/* Parentheses directly behind `with` hold its items, if they go on to the ':' and what is in them
 * is no generator, yield, named expression or star (those are one expression). */
static bool has_bracketed_items(const struct parser *p)
{
	const struct token *all = p->lexer->tokens.at, *t = p->t;

	if (t->kind != TOKEN_LPAR || !t->value || all[t->value + 1].kind != TOKEN_COLON ||
	        (t->flags & TOKEN_COMPREHENSION) || t[1].kind == TOKEN_YIELD ||
	        t[1].kind == TOKEN_RPAR)
		return false;
	if (t->flags & TOKEN_HAS_AS)
		return true;
	for (const struct token *i = t + 1; i < all + t->value; i++) {
		if (i->kind == TOKEN_COLONEQUAL ||
		        (i->kind == TOKEN_STAR && (i == t + 1 || i[-1].kind == TOKEN_COMMA)))
			return false;
		if (i->kind >= TOKEN_LPAR && i->kind <= TOKEN_LBRACE && i->value)
			i = all + i->value;
	}
	return true;
}

static bool with_items(struct parser *p, bool *import)
{
	bool bracket = has_bracketed_items(p);

	p->t += bracket;
	for (;;) {
		if (!with_item(p, import))
			return false;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
		if (bracket && p->t->kind == TOKEN_RPAR)
			break;
	}
	return !bracket || parser_expect(p, TOKEN_RPAR, "expected ',' or ')'");
}

bool parse_with(struct parser *p)
{
	uint16_t flags = p->flags;
	bool import = false;

	p->t++;
	if (!with_items(p, &import))
		return false;
	if (import)
		p->flags |= PYTHON_TRY_IMPORT;
	if (!parse_block(p))
		return false;
	p->flags = flags;
	return true;
}
