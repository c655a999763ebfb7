/* What all parts of the parser use, and the loop over the statements of a file. */
#include "scanner/python/parser.h"

/* Beside its row a name has a slot, and a place in tables of the resolver and the rules. */
enum { RECORDS_MOST_BYTES = 30 << 20, NAME_BYTES = 160 };

void parser_rewind(struct parser *p, const struct parser_mark *mark)
{
	struct python_file *f = p->file;

	f->chains.len = mark->chains;
	f->attributes.len = mark->attributes;
	f->calls.len = mark->calls;
	f->args.len = mark->args;
	f->strings.len = mark->strings;
	f->texts.len = mark->texts;
	f->scopes.len = mark->scopes;
	f->bindings.len = mark->bindings;
	f->stores.len = mark->stores;
	p->guards.len = mark->guards;
	p->atoms.len = mark->atoms;
}

bool parser_fail_at(struct parser *p, uint32_t at, enum python_error_kind kind, const char *text)
{
	if (!p->failed) {
		p->failed = true;
		p->failed_at = at;
		p->failed_kind = kind;
		p->failed_text = text;
	}
	return false;
}

bool parser_fail(struct parser *p, const char *text)
{
	/* A place that the lexer could not read has its own words. */
	if (p->t->kind == TOKEN_ERROR && p->lexer->error)
		text = p->lexer->error;
	return parser_fail_at(p, p->t->at, PYTHON_ERROR_SYNTAX, text);
}

bool parser_expect(struct parser *p, enum token_kind kind, const char *text)
{
	if (p->t->kind != kind)
		return parser_fail(p, text);
	p->t++;
	return true;
}

/* Bytes of records. */
static size_t records(const struct python_file *f)
{
	return f->chains.len * sizeof *f->chains.at + f->calls.len * sizeof *f->calls.at +
	       f->args.len * sizeof *f->args.at + f->attributes.len * sizeof *f->attributes.at +
	       f->bindings.len * sizeof *f->bindings.at + f->scopes.len * sizeof *f->scopes.at +
	       f->strings.len * sizeof *f->strings.at + f->texts.len * sizeof *f->texts.at +
	       f->stores.len * sizeof *f->stores.at + f->classes.len * sizeof *f->classes.at +
	       f->imports.len * sizeof *f->imports.at + f->names->list.len * NAME_BYTES;
}

/* A file of nothing but calls would need thirty times its size: what is behind is not read, as if
 * the file ended here. */
static void leave_rest(struct parser *p)
{
	size_t len = p->t[-1].end;
	char *text = arena_alloc(p->arena, len + BYTES_PAD, 1);

	memcpy(text, p->file->text.ptr, len);
	p->file->text = (str){text, len};
	parser_fail_at(p, p->t[-1].end, PYTHON_ERROR_LIMIT,
	        "more calls and names than are kept of one file; the rest was not read");
	p->lexer->at = p->lexer->end;
}

void parser_next_line(struct parser *p)
{
	p->t++;
	if (p->t->kind == TOKEN_NONE && !p->lexer->ended) {
		if (records(p->file) > RECORDS_MOST_BYTES)
			leave_rest(p);
		lexer_fill(p->lexer);
		p->t = p->lexer->tokens.at + 1;
	}
}

uint32_t parser_open_scope(
        struct parser *p, enum python_scope_kind kind, uint32_t parent, uint32_t name, uint32_t at)
{
	*PUSH(p->arena, &p->file->scopes) = (struct python_scope){.parent = parent,
	        .name = name,
	        .at = at,
	        .class_ = PYTHON_NONE,
	        .function = PYTHON_NONE,
	        .kind = (uint8_t)kind};
	return p->file->scopes.len - 1;
}

struct python_binding *parser_bind(struct parser *p, uint32_t name, uint32_t scope, uint32_t at)
{
	struct python_binding *binding = PUSH(p->arena, &p->file->bindings);

	*binding = (struct python_binding){.name = name,
	        .scope = scope,
	        .value_scope = scope,
	        .at = at,
	        .ref = PYTHON_NONE,
	        .other = PYTHON_NONE,
	        .annotation = PYTHON_NONE};
	return binding;
}

struct python_binding *parser_bind_value(
        struct parser *p, uint32_t name, uint32_t at, const struct value *value)
{
	struct python_binding *binding = parser_bind(p, name, p->owner, at);

	binding->value_scope = p->scope;
	if (value && (value->kind == PYTHON_VALUE_CHAIN || value->kind == PYTHON_VALUE_CALL)) {
		binding->kind = PYTHON_BIND_VALUE;
		binding->value = value->kind;
		binding->ref = value->ref;
	} else if (value && value->kind == VALUE_CHOICE) {
		binding->ref = value->ref;
		binding->other = value->other;
	}
	return binding;
}

uint32_t parser_base(struct parser *p, const struct python_arg *arg)
{
	uint32_t chain;

	if (arg->kind == PYTHON_VALUE_CHAIN)
		return arg->ref;
	if (arg->kind != PYTHON_VALUE_CALL || !p->file->calls.at[arg->ref].shape)
		return PYTHON_NONE;
	chain = parser_chain(p, arg->ref, PYTHON_ROOT_CALL);
	p->file->chains.at[chain].at = arg->at;
	p->file->chains.at[chain].end = p->t[-1].end;
	p->file->chains.at[chain].callee = true;
	return chain;
}

void parser_decorator(struct parser *p, const struct value *v)
{
	struct python_decorator d = {.at = v->at,
	        .chain = PYTHON_NONE,
	        .call = PYTHON_NONE,
	        .scope = p->scope,
	        .body = PYTHON_NONE,
	        .flags = p->flags,
	        .on = 'd'};

	if (v->kind == PYTHON_VALUE_CHAIN) {
		d.chain = v->ref;
	} else if (v->kind == PYTHON_VALUE_CALL) {
		d.call = v->ref;
		d.chain = p->file->calls.at[v->ref].chain;
	}
	*PUSH(p->arena, &p->file->decorators) = d;
}

void parse_module(struct parser *p)
{
	parser_open_scope(p, PYTHON_MODULE, PYTHON_NONE, 0, 0);
	lexer_fill(p->lexer);
	p->t = p->lexer->tokens.at + 1;
	while (p->t->kind != TOKEN_END)
		parse_statement(p);
}
