/* Where names are bound: targets of for, with, del and comprehensions, and assignments.
 *
 * What an assignment's left side is shows only at its '='. One name or attribute is then turned
 * round on the spot; a tuple is read a second time, as targets, with all arrays taken back to where
 * they were. Names wait in `pending` until the right side is known, since it makes them aliases. */
#include "scanner/python/parser.h"

static void bind_name(struct parser *p, enum target_use use, struct pending name)
{
	if (use == TARGET_ASSIGN)
		*PUSH(p->arena, &p->pending) = name;
	else
		parser_bind(p, name.name, p->scope, name.at);
}

/* A value that was read as an expression becomes a target. */
static bool turn(struct parser *p, const struct value *v, enum target_use use, struct pending where)
{
	struct python_chain *chain;

	if (v->kind == VALUE_SUBSCRIPT)
		return true;
	if (v->kind != PYTHON_VALUE_CHAIN)
		return parser_fail_at(p, v->at, PYTHON_ERROR_SYNTAX,
		        use == TARGET_DELETE ? "this cannot be deleted"
		                             : "this cannot be assigned to");
	chain = &p->file->chains.at[v->ref];
	if (chain->name_count) {
		chain->context = use == TARGET_DELETE ? PYTHON_DELETE : PYTHON_STORE;
		where.at = v->ref;
		if (use == TARGET_ASSIGN)
			bind_name(p, use, where);
		return true;
	}
	where.name = chain->root;
	where.at = chain->at;
	p->file->chains.len--; /* it was the last one */
	bind_name(p, use, where);
	return true;
}

static bool item(struct parser *p, enum target_use use, struct pending where);

/* Targets between brackets; the opening one is the current token. */
static bool bracketed(struct parser *p, enum target_use use, struct pending where)
{
	const struct token *open = p->t++;
	enum token_kind close = open->kind == TOKEN_LPAR ? TOKEN_RPAR : TOKEN_RSQB;
	struct pending inner = {.group = where.group, .index = PYTHON_NONE};

	if (open->kind == TOKEN_LPAR && p->t->kind != TOKEN_RPAR && p->t->kind != TOKEN_STAR &&
	        p->lexer->tokens.at[open->value - 1].kind != TOKEN_COMMA) {
		/* Perhaps one target in parentheses, which do not matter; else a tuple. */
		uint32_t pending = p->pending.len;

		if (!item(p, use, where))
			return false;
		if (p->t->kind != TOKEN_COMMA)
			return parser_expect(p, close, "expected ',' or ')' among targets");
		for (uint32_t i = pending; i < p->pending.len; i++)
			p->pending.at[i].index = PYTHON_NONE;
		p->t++;
	}
	while (p->t->kind != close) {
		if (!item(p, use, inner))
			return false;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	}
	return parser_expect(p, close, "expected ',' or a closing bracket among targets");
}

/* A bracket that holds targets, not one that begins a longer target: (a).b */
static bool is_bracketed(const struct parser *p)
{
	uint8_t next;

	if ((p->t->kind != TOKEN_LPAR && p->t->kind != TOKEN_LSQB) || !p->t->value)
		return false;
	next = p->lexer->tokens.at[p->t->value + 1].kind;
	return next != TOKEN_DOT && next != TOKEN_LPAR && next != TOKEN_LSQB;
}

static bool item(struct parser *p, enum target_use use, struct pending where)
{
	struct value v;

	if (p->t->kind == TOKEN_STAR) {
		if (use == TARGET_DELETE)
			return parser_fail(p, "'*' cannot be deleted");
		p->t++;
		if (where.group != PYTHON_NONE && where.index != PYTHON_NONE)
			p->groups.at[where.group].star = true;
		where.index = PYTHON_NONE;
	}
	if (is_bracketed(p))
		return bracketed(p, use, where);
	return parse_primary(p, &v) && turn(p, &v, use, where);
}

bool parse_target(struct parser *p, enum target_use use)
{
	return item(p, use, (struct pending){.group = PYTHON_NONE, .index = PYTHON_NONE});
}

static bool ends_targets(uint8_t kind)
{
	return kind == TOKEN_IN || kind == TOKEN_EQUAL || kind == TOKEN_NEWLINE ||
	       kind == TOKEN_SEMI || kind == TOKEN_RPAR || kind == TOKEN_RSQB;
}

/* Targets parted by commas; `close` ends them. Fills the group that collects them. */
static bool items(struct parser *p, enum target_use use, uint32_t group)
{
	uint32_t count = 0;

	do {
		if (ends_targets(p->t->kind) && count)
			break;
		if (!item(p, use, (struct pending){.group = group, .index = count}))
			return false;
		count++;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	} while (true);
	if (group != PYTHON_NONE)
		p->groups.at[group].count = count;
	return true;
}

bool parse_target_list(struct parser *p, enum target_use use)
{
	return items(p, use, PYTHON_NONE);
}

/* The left side of an assignment that is a tuple or a list, brackets around all of it taken off. */
static bool tuple_targets(struct parser *p)
{
	uint32_t group = p->groups.len, brackets = 0;

	*PUSH(p->arena, &p->groups) = (struct group){0};
	while (is_bracketed(p) &&
	        p->lexer->tokens.at[p->t->value + 1 + brackets].kind == TOKEN_EQUAL) {
		bool list = p->t->kind == TOKEN_LSQB;

		p->t++;
		brackets++;
		if (list)
			break;
	}
	if (!(brackets && ends_targets(p->t->kind)) && !items(p, TARGET_ASSIGN, group))
		return false;
	for (; brackets; brackets--)
		if (p->t->kind != TOKEN_RPAR && p->t->kind != TOKEN_RSQB)
			return parser_fail(p, "expected a closing bracket");
		else
			p->t++;
	return true;
}

/* What stands before '=' as a target; it was read from `first` on, when the arrays were at `mark`.
 */
static bool assign_to(struct parser *p, const struct token *first, const struct parser_mark *mark,
        const struct value *v)
{
	if (v->kind != VALUE_TUPLE && v->kind != VALUE_LIST && v->kind != VALUE_STARRED)
		return turn(p, v, TARGET_ASSIGN,
		        (struct pending){.group = PYTHON_NONE, .index = PYTHON_NONE});
	parser_rewind(p, mark);
	p->t = first;
	return tuple_targets(p) &&
	       (p->t->kind == TOKEN_EQUAL || parser_fail(p, "this cannot be assigned to"));
}

/* The part of the value that a waiting name stands for; NULL: it is not known. */
static const struct value *part_of(
        const struct parser *p, const struct pending *name, const struct value *v)
{
	const struct group *group;

	if (name->group == PYTHON_NONE)
		return v;
	group = &p->groups.at[name->group];
	if (name->index == PYTHON_NONE || group->star ||
	        (v->kind != VALUE_TUPLE && v->kind != VALUE_LIST) ||
	        p->elements.len != group->count)
		return NULL;
	for (uint32_t i = 0; i < p->elements.len; i++)
		if (p->elements.at[i].kind == VALUE_STARRED)
			return NULL;
	return &p->elements.at[name->index];
}

/* The value of a name or attribute that waited for it. */
static void settle(
        struct parser *p, const struct pending *target, const struct value *v, uint32_t annotation)
{
	struct python_binding *binding;

	if (target->name) {
		binding = parser_bind_value(p, target->name, target->at, v);
		binding->annotation = annotation;
	} else if (v && (v->kind == PYTHON_VALUE_CHAIN || v->kind == PYTHON_VALUE_CALL)) {
		*PUSH(p->arena, &p->file->stores) =
		        (struct python_store){target->at, v->ref, annotation, v->kind};
	}
}

static bool assignment(struct parser *p, const struct token *first, const struct parser_mark *mark,
        struct value *v)
{
	struct parser_mark here = *mark;

	do {
		if (!assign_to(p, first, &here, v))
			return false;
		first = ++p->t;
		here = parser_mark(p);
		p->capture = p->groups.len > 0;
		if (p->capture)
			p->elements.len = 0;
		if (!parse_list_or_yield(p, v))
			return false;
	} while (p->t->kind == TOKEN_EQUAL);
	for (uint32_t i = 0; i < p->pending.len; i++)
		settle(p, &p->pending.at[i], part_of(p, &p->pending.at[i], v), PYTHON_NONE);
	return true;
}

/* target: annotation [= value] */
static bool annotated(struct parser *p, const struct token *first, struct value *v)
{
	struct pending where = {.group = PYTHON_NONE, .index = PYTHON_NONE};
	bool simple = first->kind == TOKEN_NAME;
	uint16_t flags = p->flags;
	uint32_t note;
	struct value value;

	if (v->kind == VALUE_TUPLE || v->kind == VALUE_LIST)
		return parser_fail_at(p, first->at, PYTHON_ERROR_SYNTAX,
		        "only a single target can have an annotation");
	if (!turn(p, v, TARGET_ASSIGN, where))
		return false;
	p->t++;
	p->flags |= PYTHON_ANNOTATION;
	if (!parse_expression(p, &value))
		return false;
	note = value.kind == PYTHON_VALUE_CHAIN ? value.ref : PYTHON_NONE;
	p->flags = flags;
	if (p->t->kind == TOKEN_EQUAL) {
		p->t++;
		if (!parse_list_or_yield(p, &value))
			return false;
		simple = true;
	} else {
		value.kind = PYTHON_VALUE_EXPR;
	}
	if (p->pending.len && (simple || !p->pending.at[0].name))
		settle(p, &p->pending.at[0], &value, note);
	return true;
}

static bool augmented(struct parser *p, struct value *v)
{
	struct pending where = {.group = PYTHON_NONE, .index = PYTHON_NONE};

	if (!turn(p, v, TARGET_BIND, where))
		return false;
	p->t++;
	return parse_list_or_yield(p, v);
}

bool parse_expression_statement(struct parser *p)
{
	const struct token *first = p->t;
	struct parser_mark mark = parser_mark(p);
	struct value v;

	if (!parse_list_or_yield(p, &v))
		return false;
	p->pending.len = p->groups.len = 0;
	if (p->t->kind == TOKEN_EQUAL)
		return assignment(p, first, &mark, &v);
	if (p->t->kind == TOKEN_COLON)
		return annotated(p, first, &v);
	if (p->t->kind >= TOKEN_PLUSEQUAL && p->t->kind <= TOKEN_ATEQUAL)
		return augmented(p, &v);
	return true;
}
