/* Functions of the file whose value is no tensor, or one on the host, whatever they are given:
 * every return says so by itself, as x.tolist(), float(x), x.cpu(), torch.arange(n) > 2, or by a
 * name that its function binds once to something of that kind.
 *
 * One return that cannot be told, a yield, or a decorator that is not known, and nothing is said.
 * Functions are looked at only when they hold a call that could make their value one of the host.
 */
#include "scanner/flow_internal.h"

enum { RETURNS_DEPTH = 4, FUNCTIONS_MOST = 200 };

/* The tokens of an expression, in the scope of a function. */
struct returned {
	const struct flow *f;
	const struct token *tokens;
	uint32_t scope, depth;
};

static enum returns value_of(struct returned *r, uint32_t from, uint32_t to);

static uint32_t behind(const struct returned *r, uint32_t token)
{
	return python_token_behind(r->f->file, token);
}

static uint32_t find(const struct returned *r, uint32_t from, uint32_t to, uint8_t kind)
{
	return python_token_find(r->f->file, from, to, kind);
}

static str text_at(const struct returned *r, uint32_t token)
{
	return str_slice(r->f->file->text, r->tokens[token].at, r->tokens[token].end);
}

/* Moves to the device, or takes the place of something there. */
static bool is_move(str name)
{
	static const char *const names[] = {"to", "cuda", "type_as", "xpu", "to_empty", "copy_",
	        "__class__", "apply", "map", NULL};

	return str_is_one_of(name, names);
}

/* Behind torch.arange(…) and its like, made without a device: its subscripts and methods leave it
 * where it is. */
static bool stays_on_host(struct returned *r, uint32_t from, uint32_t to)
{
	while (from < to) {
		if (r->tokens[from].kind == TOKEN_LSQB) {
			from = behind(r, from);
		} else if (r->tokens[from].kind == TOKEN_DOT && from + 2 < to &&
		           r->tokens[from + 2].kind == TOKEN_LPAR) {
			if (is_move(text_at(r, from + 1)))
				return false;
			from = behind(r, from + 2);
		} else {
			return false;
		}
	}
	return true;
}

/* torch.arange(n)[None]: numbers that are known before anything runs. */
static bool is_made_here(struct returned *r, uint32_t from, uint32_t to)
{
	uint32_t open = from + 3, close;

	if (to < from + 5 || r->f->file_default || !str_eq(text_at(r, from), S("torch")) ||
	        r->tokens[open].kind != TOKEN_LPAR ||
	        flow_made_memory(text_at(r, from + 2)) != WHAT_DATA)
		return false;
	close = behind(r, open) - 1;
	for (uint32_t i = open + 1; i < close; i = behind(r, i))
		if (r->tokens[i].kind == TOKEN_DOUBLESTAR ||
		        (r->tokens[i].kind == TOKEN_NAME && r->tokens[i + 1].kind == TOKEN_EQUAL &&
		                str_eq(text_at(r, i), S("device"))))
			return false;
	return stays_on_host(r, close + 1, to);
}

/* An operator whose operands are all in one memory. */
static bool joins(uint8_t kind)
{
	switch ((enum token_kind)kind) {
	case TOKEN_LESS:
	case TOKEN_GREATER:
	case TOKEN_LESSEQUAL:
	case TOKEN_GREATEREQUAL:
	case TOKEN_EQEQUAL:
	case TOKEN_NOTEQUAL:
	case TOKEN_PLUS:
	case TOKEN_MINUS:
	case TOKEN_STAR:
	case TOKEN_SLASH:
	case TOKEN_DOUBLESLASH:
	case TOKEN_PERCENT:
	case TOKEN_AMPER:
	case TOKEN_VBAR: return true;
	default: return false;
	}
}

/* One primary, no operators. */
static bool is_primary(const struct returned *r, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i = behind(r, i))
		if (r->tokens[i].kind != TOKEN_NAME && r->tokens[i].kind != TOKEN_DOT &&
		        r->tokens[i].kind != TOKEN_LPAR && r->tokens[i].kind != TOKEN_LSQB)
			return false;
	return true;
}

/* A primary whose last part says what it gives. */
static enum returns read_value(const struct returned *r, uint32_t from, uint32_t to)
{
	static const char *const reads[] = {"numpy", "tolist", "item", NULL};
	static const char *const builtins[] = {"float", "int", "len", "bool", "str", NULL};
	uint32_t open = r->tokens[to - 1].value;
	str name;

	if (r->tokens[to - 1].kind != TOKEN_RPAR || open <= from || open >= to ||
	        r->tokens[open - 1].kind != TOKEN_NAME || !is_primary(r, from, to))
		return RETURNS_UNKNOWN;
	name = text_at(r, open - 1);
	if (open == from + 1)
		return str_is_one_of(name, builtins) ? RETURNS_NUMBER : RETURNS_UNKNOWN;
	if (r->tokens[open - 2].kind != TOKEN_DOT)
		return RETURNS_UNKNOWN;
	if (str_is_one_of(name, reads))
		return RETURNS_NUMBER;
	if (str_eq(name, S("to")) && to == open + 3 && r->tokens[open + 1].kind == TOKEN_STRING &&
	        str_eq(str_slice(text_at(r, open + 1), 1, 4), S("cpu")))
		return RETURNS_HOST;
	return str_eq(name, S("cpu")) ? RETURNS_HOST : RETURNS_UNKNOWN;
}

/* A name that its function binds once. */
static enum returns name_value(struct returned *r, uint32_t token)
{
	const struct python_file *file = r->f->file;
	const struct python_binding *only = NULL;
	uint32_t name = r->tokens[token].value, at, end;

	for (uint32_t i = python_next_binding(r->f->p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(r->f->p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];

		if (b->scope != r->scope)
			continue;
		if (only || b->kind == PYTHON_BIND_PARAMETER)
			return RETURNS_UNKNOWN;
		only = b;
	}
	if (!only)
		return RETURNS_UNKNOWN;
	at = python_token_at(file, only->at);
	if (r->tokens[at + 1].kind != TOKEN_EQUAL)
		return RETURNS_UNKNOWN;
	end = python_statement_end(file, at + 2);
	return find(r, at + 2, end, TOKEN_EQUAL) == end ? value_of(r, at + 2, end)
	                                                : RETURNS_UNKNOWN;
}

/* Operands of operators: one that is certainly on the host has the others there. */
static bool is_joined_on_host(struct returned *r, uint32_t from, uint32_t to)
{
	uint32_t start = from, operators = 0;
	bool host = false;

	for (uint32_t i = from; i < to; i = behind(r, i)) {
		if (!joins(r->tokens[i].kind) || i == start)
			continue;
		host |= is_made_here(r, start, i);
		start = i + 1;
		operators++;
	}
	return operators && (host || is_made_here(r, start, to));
}

/* What one of two gives: None is no value, tensors and numbers together tell nothing. */
static enum returns either(enum returns a, enum returns b)
{
	if (a == RETURNS_NONE || b == RETURNS_NONE)
		return a == RETURNS_NONE ? b : a;
	return a == b ? a : RETURNS_UNKNOWN;
}

static enum returns plain_value(uint8_t kind)
{
	if (kind == TOKEN_NONE_WORD)
		return RETURNS_NONE;
	return kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_TRUE_WORD ||
	                       kind == TOKEN_FALSE_WORD
	               ? RETURNS_NUMBER
	               : RETURNS_UNKNOWN;
}

/* All parts between commas are of one kind. */
static enum returns tuple_value(struct returned *r, uint32_t from, uint32_t to)
{
	enum returns all = RETURNS_NONE;

	while (from < to && all != RETURNS_UNKNOWN) {
		uint32_t end = find(r, from, to, TOKEN_COMMA);

		all = either(all, value_of(r, from, end));
		from = end + 1;
	}
	return all;
}

static enum returns expression_value(struct returned *r, uint32_t from, uint32_t to)
{
	uint8_t first = r->tokens[from].kind;
	uint32_t test = find(r, from, to, TOKEN_IF), other = find(r, test, to, TOKEN_ELSE);
	enum returns value;

	if (to == from + 1)
		return first == TOKEN_NAME ? name_value(r, from) : plain_value(first);
	if (first == TOKEN_LPAR && behind(r, from) == to)
		return r->tokens[from].flags & TOKEN_COMPREHENSION ? RETURNS_UNKNOWN
		                                                   : value_of(r, from + 1, to - 1);
	if (find(r, from, to, TOKEN_COMMA) < to)
		return tuple_value(r, from, to);
	if (other < to)
		return either(value_of(r, from, test), value_of(r, other + 1, to));
	value = read_value(r, from, to);
	if (value == RETURNS_UNKNOWN &&
	        (is_made_here(r, from, to) || is_joined_on_host(r, from, to)))
		value = RETURNS_HOST;
	return value;
}

static enum returns value_of(struct returned *r, uint32_t from, uint32_t to)
{
	enum returns value;

	if (from >= to || r->depth >= RETURNS_DEPTH)
		return RETURNS_UNKNOWN;
	r->depth++;
	value = expression_value(r, from, to);
	r->depth--;
	return value;
}

/* A decorator that hands the function's value on. */
static bool hands_on(const struct python_file *file, uint32_t scope)
{
	static const char *const names[] = {
	        "no_grad", "inference_mode", "staticmethod", "classmethod", NULL};

	for (uint32_t i = 0; i < file->decorators.len; i++) {
		const struct python_decorator *d = &file->decorators.at[i];

		if (d->body == scope &&
		        (d->chain == PYTHON_NONE ||
		                !str_is_one_of(
		                        python_name(file, python_chain_last(file,
		                                                  &file->chains.at[d->chain])),
		                        names)))
			return false;
	}
	return true;
}

/* The return statement at a token. */
static enum returns statement_value(struct returned *r, uint32_t token)
{
	uint32_t end = python_statement_end(r->f->file, token + 1);

	return end > token + 1 ? value_of(r, token + 1, end) : RETURNS_NONE;
}

/* Every return of the def whose keyword is the token. */
static enum returns function_value(struct returned *r, uint32_t token)
{
	enum returns all = RETURNS_NONE;
	uint32_t level = 0, i = token;

	while (r->tokens[i].kind != TOKEN_COLON && r->tokens[i].kind != TOKEN_NEWLINE &&
	        r->tokens[i].kind != TOKEN_END)
		i = behind(r, i);
	if (r->tokens[i].kind != TOKEN_COLON || r->tokens[i + 1].kind != TOKEN_NEWLINE)
		return RETURNS_UNKNOWN;
	for (i += 2; r->tokens[i].kind != TOKEN_END && r->tokens[i].kind != TOKEN_NONE; i++) {
		uint8_t kind = r->tokens[i].kind;

		level += kind == TOKEN_INDENT;
		level -= kind == TOKEN_DEDENT && level;
		if (!level)
			break;
		if (kind == TOKEN_YIELD || kind == TOKEN_DEF || kind == TOKEN_GLOBAL)
			return RETURNS_UNKNOWN;
		if (kind == TOKEN_RETURN)
			all = either(all, statement_value(r, i));
		if (all == RETURNS_UNKNOWN)
			return all;
	}
	return all;
}

/* By scope: it holds a call that could make its value one of the host. */
static bool *find_candidates(struct flow *f)
{
	static const char *const words[] = {
	        "cpu", "numpy", "tolist", "item", "arange", "tensor", "linspace", "randperm", NULL};
	bool *names = ARENA_ARRAY(f->arena, bool, (size_t)f->n_known + 1), *scopes = NULL;
	const struct python_file *file = f->file;
	bool any = false;

	for (const char *const *word = words; *word; word++) {
		uint32_t name = python_name_find(file, str_from(*word));

		names[name] = name > 0;
		any |= name > 0;
	}
	for (uint32_t i = 0; any && i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t function = file->scopes.at[call->scope].function;

		if (call->chain == PYTHON_NONE || function == PYTHON_NONE ||
		        !names[python_chain_last(file, &file->chains.at[call->chain])])
			continue;
		if (!scopes)
			scopes = ARENA_ARRAY(f->arena, bool, (size_t)file->scopes.len + 1);
		scopes[function] = true;
	}
	return scopes;
}

void flow_find_returns(struct flow *f)
{
	const bool *candidates = find_candidates(f);
	struct returned r = {.f = f};

	if (!candidates || !python_keep_tokens(f->file))
		return;
	r.tokens = f->file->tokens;
	for (uint32_t i = 1; i < f->file->scopes.len && f->told_functions.len < FUNCTIONS_MOST;
	        i++) {
		const struct python_scope *s = &f->file->scopes.at[i];
		uint8_t parent = f->file->scopes.at[s->parent].kind;
		enum returns value;

		if (!candidates[i] || s->flags & (PYTHON_LAMBDA | PYTHON_ASYNC) ||
		        (parent != PYTHON_MODULE && parent != PYTHON_CLASS) ||
		        !hands_on(f->file, i))
			continue;
		r.scope = i;
		value = function_value(&r, python_token_at(f->file, s->at));
		if (value == RETURNS_NUMBER || value == RETURNS_HOST)
			*VEC_PUSH(f->arena, &f->told_functions) = (struct told_function){i, value};
	}
}

/* The name has no other binding where it is defined. */
static bool is_bound_once(struct flow *f, uint32_t name, uint32_t scope)
{
	uint32_t count = 0;

	for (uint32_t i = python_next_binding(f->p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(f->p, name, i))
		count += f->file->bindings.at[i].scope == scope;
	return count == 1;
}

enum returns flow_returned(struct flow *f, uint32_t name, uint32_t class_)
{
	bool method = class_ != PYTHON_NONE;

	for (uint32_t i = 0; i < f->told_functions.len; i++) {
		const struct told_function *told = &f->told_functions.at[i];
		const struct python_scope *s = &f->file->scopes.at[told->scope];
		bool in_class = f->file->scopes.at[s->parent].kind == PYTHON_CLASS;

		if (s->name == name && in_class == method && (!method || s->class_ == class_) &&
		        is_bound_once(f, name, s->parent))
			return told->value;
	}
	return RETURNS_UNKNOWN;
}
