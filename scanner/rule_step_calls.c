/* How often the calls of a file run, for what a project's functions are called by: what all files
 * say together is settled in host_calls.c. */
#include "scanner/rule_guard.h"

#include "scanner/host_calls.h"

struct callers {
	struct python_matching *p;
	struct arena *keep;
	const struct host_caller **of; /* by scope of a function; NULL: not looked */
	uint8_t *again;                /* by name: what is called so that may run again */
	bool epochs;                   /* some loop may be one over epochs */
};

static const struct host_caller once = {.made = false};
static const struct host_caller again = {.made = true};

/* The caller that a function is; `again` where something else than a call of its name may run it.
 */
static const struct host_caller *caller_of(
        struct python_matching *p, uint32_t function, struct arena *keep)
{
	const struct python_scope *s = &p->file->scopes.at[function];
	uint32_t def = outline_find(python_outline(p), s->at), class_;
	struct host_caller *caller;
	bool made;
	str name = function_named(p, function, &made);

	if (!name.len || def == PYTHON_NONE || is_step_by_name(name) || decorator_hands_on(p, def))
		return def != PYTHON_NONE && is_command(p, def) ? &once : &again;
	class_ = made ? outline_find(&p->outline, p->file->scopes.at[s->parent].at) : PYTHON_NONE;
	if (made && (class_ == PYTHON_NONE || decorator_hands_on(p, class_)))
		return &again;
	caller = ARENA_NEW(keep, struct host_caller);
	*caller = (struct host_caller){.name = arena_dup(keep, name),
	        .path = p->file->path,
	        .below = p->file->below,
	        .made = made,
	        .method = !made && p->file->scopes.at[s->parent].kind == PYTHON_CLASS};
	return caller;
}

/* What a call runs as often as; NULL: it may run again and again. */
static const struct host_caller *runs_as(struct callers *c, const struct python_call *call)
{
	struct python_matching *p = c->p;
	uint32_t statement, function = p->file->scopes.at[call->scope].function;

	if (call->loops && !c->epochs)
		return NULL;
	statement = outline_find(python_outline(p), call->at);
	if (statement == PYTHON_NONE)
		return NULL;
	switch (place_runs(p, statement, call->at, call->scope, !call->loops)) {
	case RUNS_AGAIN: return NULL;
	case RUNS_ONCE: return &once;
	case RUNS_AS_CALLED: break;
	}
	if (!c->of[function])
		c->of[function] = caller_of(p, function, c->keep);
	return c->of[function] == &again ? NULL : c->of[function];
}

/* What of a name a call stands for: of the same no more is asked once one may run again. */
enum called {
	CALLED_OUTSIDE = 0, /* nothing of the project */
	CALLED_OF_IMPORT = 1,
	CALLED_IMPORT = 2,
	CALLED_METHOD = 4,
	CALLED_FUNCTION = 8,
};

static enum called kind_of(const struct python_file *file, const struct python_chain *chain)
{
	if (chain->bound == PYTHON_IMPORT)
		return host_calls_of_library(file, chain) ? CALLED_OUTSIDE
		       : chain->name_count                ? CALLED_OF_IMPORT
		                                          : CALLED_IMPORT;
	if (chain->name_count)
		return CALLED_METHOD;
	return chain->bound == PYTHON_FREE && !file->stars.len ? CALLED_OUTSIDE : CALLED_FUNCTION;
}

const struct host_caller **callers_of_calls(struct python_matching *p, struct arena *keep)
{
	const struct python_file *file = p->file;
	struct arena *temp = p->m.env->temp;
	struct callers c = {.p = p, .keep = keep, .epochs = str_has(file->text, S("epoch"))};
	const struct host_caller **out;

	if (!file->calls.len)
		return NULL;
	out = ARENA_ARRAY(temp, const struct host_caller *, file->calls.len);
	c.of = ARENA_ARRAY(temp, const struct host_caller *, (size_t)file->scopes.len + 1);
	c.again = ARENA_ARRAY(temp, uint8_t, (size_t)p->n_names + 1);
	for (uint32_t i = 0; i < file->calls.len && python_may_look(p, 1); i++) {
		const struct python_chain *chain =
		        file->calls.at[i].chain == PYTHON_NONE
		                ? NULL
		                : &file->chains.at[file->calls.at[i].chain];
		uint8_t kind = chain ? (uint8_t)kind_of(file, chain) : CALLED_OUTSIDE;
		uint32_t name = kind ? python_chain_last(file, chain) : 0;

		if (!kind || c.again[name] & kind)
			continue;
		out[i] = runs_as(&c, &file->calls.at[i]);
		c.again[name] |= out[i] ? 0 : kind;
	}
	return out;
}

const struct host_caller *called_around(
        struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct host_caller *caller;

	if (statement == PYTHON_NONE || !p->m.rules->rules[raw->rule].each_step ||
	        place_runs(p, statement, raw->at, raw->scope, false) != RUNS_AS_CALLED)
		return NULL;
	caller = caller_of(p, p->file->scopes.at[raw->scope].function, p->m.out->arena);
	return caller->name.len ? caller : NULL;
}
