/* Functions, classes, lambdas, type aliases. What stands where: decorators and defaults belong to
 * the scope around; annotations, bases and class keywords to the type parameters if there are any.
 */
#include "scanner/python/parser.h"

enum { LAMBDA_DEPTH = 200 };

/* What parameters are read with. */
struct parameters {
	uint32_t scope; /* where they are bound */
	uint32_t notes; /* where annotations are looked up */
	bool annotated; /* of a def, not of a lambda */
	bool any, star, slash, defaults;
};

/* An expression in another scope and with one more flag. */
static bool aside(struct parser *p, uint32_t scope, uint16_t flag, struct value *v)
{
	uint32_t before = p->scope;
	uint16_t flags = p->flags;
	bool good;

	p->scope = scope;
	p->flags |= flag;
	if (p->t->kind == TOKEN_STAR && flag == PYTHON_ANNOTATION) {
		p->t++;
		good = parse_operation(p, v);
		v->kind = PYTHON_VALUE_EXPR;
	} else {
		good = parse_expression(p, v);
	}
	p->scope = before;
	p->flags = flags;
	return good;
}

/* NAME [: annotation] [= default] */
static bool parameter(struct parser *p, struct parameters *all, bool star)
{
	uint32_t index = p->file->bindings.len;
	struct value v;

	if (p->t->kind != TOKEN_NAME)
		return parser_fail(p, "expected a parameter");
	parser_bind(p, p->t->value, all->scope, p->t->at)->kind = PYTHON_BIND_PARAMETER;
	p->t++;
	if (all->annotated && p->t->kind == TOKEN_COLON) {
		p->t++;
		if (p->t->kind == TOKEN_STAR && !star)
			return parser_fail(p, "'*' can stand in the annotation of '*args' only");
		if (!aside(p, all->notes, PYTHON_ANNOTATION, &v))
			return false;
		if (v.kind == PYTHON_VALUE_CHAIN)
			p->file->bindings.at[index].annotation = v.ref;
	}
	if (p->t->kind == TOKEN_EQUAL && !star) {
		p->t++;
		all->defaults |= !all->star;
		return aside(p, p->scope, PYTHON_DEFAULT, &v);
	}
	return star || !all->defaults || all->star ||
	       parser_fail(p, "a parameter without default cannot follow one with a default");
}

/* '*', '*args', '**kwargs' or '/'. *last: nothing but a comma may follow. */
static bool special_parameter(struct parser *p, struct parameters *all, bool *last)
{
	uint8_t kind = p->t->kind;

	p->t++;
	if (kind == TOKEN_DOUBLESTAR) {
		*last = true;
		return parameter(p, all, true);
	}
	if (kind == TOKEN_SLASH) {
		if (!all->any || all->star || all->slash)
			return parser_fail_at(p, p->t[-1].at, PYTHON_ERROR_SYNTAX,
			        "'/' cannot stand here among parameters");
		return all->slash = true;
	}
	if (all->star)
		return parser_fail_at(
		        p, p->t[-1].at, PYTHON_ERROR_SYNTAX, "a second '*' among parameters");
	all->star = true;
	if (p->t->kind != TOKEN_COMMA)
		return parameter(p, all, true);
	return p->t[1].kind == TOKEN_NAME || parser_fail(p, "expected a parameter behind '*'");
}

static bool parameters(struct parser *p, struct parameters *all, enum token_kind close)
{
	bool last = false;

	while (p->t->kind != close) {
		if (last)
			return parser_fail(p, "nothing can follow '**' among parameters");
		if (p->t->kind == TOKEN_STAR || p->t->kind == TOKEN_DOUBLESTAR ||
		        p->t->kind == TOKEN_SLASH) {
			if (!special_parameter(p, all, &last))
				return false;
		} else if (!parameter(p, all, false)) {
			return false;
		}
		all->any = true;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	}
	return parser_expect(p, close, "expected ',' or the end of the parameters");
}

bool parse_lambda(struct parser *p, struct value *v)
{
	uint32_t start = p->t->at;
	struct parser_place around = parser_place(p);
	struct parameters all = {.scope = p->file->scopes.len, .notes = p->scope};

	if (p->depth == LAMBDA_DEPTH)
		return parser_fail_at(
		        p, start, PYTHON_ERROR_DEPTH, "more than 200 lambdas in each other");
	p->depth++;
	p->capture = false;
	parser_open_scope(p, PYTHON_FUNCTION, p->scope, NAME_LAMBDA_SCOPE, start);
	p->file->scopes.at[all.scope].flags = PYTHON_LAMBDA;
	p->t++;
	if (!parameters(p, &all, TOKEN_COLON))
		return false;
	p->scope = p->owner = all.scope;
	if (!parse_expression(p, v))
		return false;
	parser_return(p, around);
	p->depth--;
	*v = (struct value){.at = start, .kind = PYTHON_VALUE_EXPR};
	return true;
}

/* NAME [: bound] [= default], '*' or '**' before it. */
static bool type_parameter(struct parser *p)
{
	bool star = p->t->kind == TOKEN_STAR;
	struct value v;

	p->t += star || p->t->kind == TOKEN_DOUBLESTAR;
	if (p->t->kind != TOKEN_NAME)
		return parser_fail(p, "expected the name of a type parameter");
	parser_bind(p, p->t->value, p->scope, p->t->at);
	p->t++;
	if (p->t->kind == TOKEN_COLON) {
		p->t++;
		if (!parse_expression(p, &v))
			return false;
	}
	if (p->t->kind != TOKEN_EQUAL)
		return true;
	p->t++;
	if (!star || p->t->kind != TOKEN_STAR)
		return parse_expression(p, &v);
	p->t++;
	return parse_operation(p, &v);
}

/* [T, *Ts, **P], which opens a scope of its own. The caller goes back to the one around. */
static bool type_parameters(struct parser *p)
{
	if (p->t->kind != TOKEN_LSQB)
		return true;
	p->scope = parser_open_scope(p, PYTHON_TYPES, p->scope, 0, p->t->at);
	p->owner = p->scope;
	p->t++;
	do {
		if (!type_parameter(p))
			return false;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	} while (p->t->kind != TOKEN_RSQB);
	return parser_expect(p, TOKEN_RSQB, "expected ',' or ']'");
}

/* What is being defined: its decorators learn its name. */
static void name_decorators(struct parser *p, uint32_t first, uint32_t name, uint8_t on)
{
	for (uint32_t i = first; i < p->file->decorators.len; i++) {
		p->file->decorators.at[i].name = name;
		p->file->decorators.at[i].on = on;
	}
}

/* The body of a def or class in its own scope; then everything is as it was `around`. */
static bool body(struct parser *p, uint32_t scope, struct parser_place around)
{
	p->scope = p->owner = scope;
	if (p->file->scopes.at[scope].kind == PYTHON_FUNCTION)
		p->loops = 0;
	if (!parse_block(p))
		return false;
	parser_return(p, around);
	return true;
}

bool parse_def(struct parser *p, uint32_t decorators, bool async)
{
	struct parser_place around = parser_place(p);
	uint32_t start = p->t->at, name = p->t[1].value;
	struct parameters all = {.annotated = true};
	struct value v;

	p->t++;
	if (p->t->kind != TOKEN_NAME)
		return parser_fail(p, "expected the name of a function");
	name_decorators(p, decorators, name, async ? 'a' : 'd');
	parser_bind(p, name, p->scope, p->t->at)->kind = PYTHON_BIND_DEFINITION;
	p->t++;
	if (!type_parameters(p))
		return false;
	all.notes = p->scope;
	all.scope = parser_open_scope(p, PYTHON_FUNCTION, p->scope, name, start);
	p->file->scopes.at[all.scope].flags = async ? PYTHON_ASYNC : 0;
	for (uint32_t i = decorators; i < p->file->decorators.len; i++)
		p->file->decorators.at[i].body = all.scope;
	parser_return(p, around);
	if (!parser_expect(p, TOKEN_LPAR, "expected '('") || !parameters(p, &all, TOKEN_RPAR))
		return false;
	if (p->t->kind == TOKEN_RARROW) {
		p->t++;
		if (p->t->kind == TOKEN_STAR)
			return parser_fail(p, "expected an expression");
		if (!aside(p, all.notes, PYTHON_ANNOTATION, &v))
			return false;
	}
	return body(p, all.scope, around);
}

/* The bases among the arguments of a class, as chains. B[T] counts as B. */
static void note_bases(struct parser *p, uint32_t class, uint32_t first)
{
	struct python_class *c = &p->file->classes.at[class];

	c->bases = p->file->bases.len;
	for (uint32_t i = first; i < p->arguments.len; i++) {
		const struct python_arg *arg = &p->arguments.at[i];

		if (arg->name || arg->kind == PYTHON_VALUE_DOUBLE_STAR)
			continue;
		*PUSH(p->arena, &p->file->bases) = parser_base(p, arg);
		c->base_count++;
	}
	p->arguments.len = first;
}

bool parse_class(struct parser *p, uint32_t decorators)
{
	struct parser_place around = parser_place(p);
	uint32_t start = p->t->at, name = p->t[1].value, class = p->file->classes.len;
	uint32_t first = p->arguments.len, scope;
	struct arguments seen = {.bases = true};

	p->t++;
	if (p->t->kind != TOKEN_NAME)
		return parser_fail(p, "expected the name of a class");
	name_decorators(p, decorators, name, 'c');
	parser_bind(p, name, p->scope, p->t->at)->kind = PYTHON_BIND_DEFINITION;
	*PUSH(p->arena, &p->file->classes) = (struct python_class){
	        .at = start, .name = name, .scope = p->scope, .flags = p->flags};
	p->t++;
	if (!type_parameters(p))
		return false;
	if (p->t->kind == TOKEN_LPAR) {
		p->t++;
		if (!parse_arguments(p, &seen))
			return false;
	}
	note_bases(p, class, first);
	scope = parser_open_scope(p, PYTHON_CLASS, p->scope, name, start);
	p->file->scopes.at[scope].class_ = class;
	p->file->classes.at[class].body = scope;
	for (uint32_t i = decorators; i < p->file->decorators.len; i++)
		p->file->decorators.at[i].body = scope;
	return body(p, scope, around);
}

/* type NAME[T] = expression; the word `type` is the current token. */
bool parse_type_alias(struct parser *p)
{
	struct parser_place around = parser_place(p);
	struct value v;

	p->t++;
	parser_bind(p, p->t->value, p->scope, p->t->at)->kind = PYTHON_BIND_DEFINITION;
	p->t++;
	if (!type_parameters(p) || !parser_expect(p, TOKEN_EQUAL, "expected '='") ||
	        !parse_expression(p, &v))
		return false;
	parser_return(p, around);
	return true;
}

/* '@' expression NEWLINE, as often as it stands there, then the def or class. */
bool parse_decorated(struct parser *p)
{
	uint32_t first = p->file->decorators.len;
	uint16_t flags = p->flags;
	struct value v;

	while (p->t->kind == TOKEN_AT) {
		p->t++;
		p->flags |= PYTHON_DECORATOR;
		if (!parse_named(p, &v))
			return false;
		p->flags = flags;
		parser_decorator(p, &v);
		if (p->t->kind != TOKEN_NEWLINE)
			return parser_fail(p, "expected the end of the line");
		parser_next_line(p);
	}
	switch (p->t->kind) {
	case TOKEN_DEF: return parse_def(p, first, false);
	case TOKEN_CLASS: return parse_class(p, first);
	case TOKEN_ASYNC:
		if (p->t[1].kind == TOKEN_DEF) {
			p->t++;
			return parse_def(p, first, true);
		}
		break;
	default: break;
	}
	return parser_fail(p, "expected a function or a class after a decorator");
}
