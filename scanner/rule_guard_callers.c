/* What protects a place by the calls of the function that it stands in: all of them stand behind
 * tests, or in functions of which that is true. */
#include "scanner/rule_guard.h"

enum {
	CALLERS_MOST = 2,    /* functions that lead to each other */
	TEST_RECORDS = 4000, /* as much as what stands around a call takes */
};

/* A function or class of this file alone, or for CUDA by its name: _swap, swap_cuda, but not
 * __init__. */
static bool is_called_here(str name)
{
	return !str_starts(name, S("__")) &&
	       (str_starts(name, S("_")) || name_has_part(name, S("cuda")));
}

/* A def in a def, that nothing decorates. */
static bool is_of_function(struct python_matching *p, uint32_t scope)
{
	const struct python_scope *s = &p->file->scopes.at[scope];
	uint32_t def = outline_find(python_outline(p), s->at);

	return s->parent != PYTHON_NONE && p->file->scopes.at[s->parent].kind == PYTHON_FUNCTION &&
	       def != PYTHON_NONE && def > 0 &&
	       p->outline.list.at[def - 1].kind != STATEMENT_DECORATOR;
}

static bool is_inside(const struct python_file *file, uint32_t scope, uint32_t def)
{
	while (scope != PYTHON_NONE && scope != def)
		scope = file->scopes.at[scope].parent;
	return scope == def;
}

bool function_is_handed_on(struct python_matching *p, uint32_t scope)
{
	const struct python_file *file = p->file;
	uint32_t name = file->scopes.at[scope].name;
	uint32_t def = outline_find(python_outline(p), file->scopes.at[scope].at);

	if (def == PYTHON_NONE || !python_may_look(p, file->chains.len) ||
	        decorator_hands_on(p, def))
		return true;
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		bool attribute = chain->root_kind == PYTHON_ROOT_NAME && chain->root == name &&
		                 chain->name_count;

		if (attribute || (!chain->callee && chain->context == PYTHON_LOAD &&
		                         chain->root_kind != PYTHON_ROOT_OTHER &&
		                         python_chain_last(file, chain) == name))
			return true;
	}
	return false;
}

/* All calls of a function stand behind tests, or in functions of which that is true, but for those
 * in itself: it is reached through one. */
static struct protection calls_protect(struct python_matching *p, const struct raw *raw,
        const struct guard_subject *subject, uint32_t def, uint32_t deep)
{
	const struct python_file *file = p->file;
	struct protection found = {GUARD_NONE, STR_NONE}, next;
	uint32_t name = file->scopes.at[def].name;

	for (uint32_t i = python_next_call(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, name, i)) {
		const struct python_call *call = &file->calls.at[i];
		struct raw at = *raw;
		uint32_t statement;

		if (is_inside(file, call->scope, def))
			continue;
		statement = outline_find(python_outline(p), call->at);
		at.at = call->at;
		at.end = call->end;
		at.flags = call->flags;
		at.scope = call->scope;
		if (statement == PYTHON_NONE || !python_may_look(p, TEST_RECORDS))
			return (struct protection){GUARD_NONE, STR_NONE};
		next = place_protection(p, statement, &at, subject);
		if (next.guard == GUARD_NONE && deep < CALLERS_MOST)
			next = callers_protect(p, &at, subject, deep + 1);
		if (next.guard != GUARD_AVAILABLE && next.guard != GUARD_CUDA)
			return (struct protection){GUARD_NONE, STR_NONE};
		/* of several tests the one that says least is told */
		if (found.guard == GUARD_NONE || is_test_of_device(p, found.text) ||
		        !is_test_of_device(p, next.text))
			found = next;
	}
	return found.guard == GUARD_NONE || !function_is_handed_on(p, def)
	               ? found
	               : (struct protection){GUARD_NONE, STR_NONE};
}

/* The functions around the place, from inside out. */
struct protection callers_protect(struct python_matching *p, const struct raw *raw,
        const struct guard_subject *subject, uint32_t deep)
{
	const struct python_file *file = p->file;
	struct protection found = {GUARD_NONE, STR_NONE};

	for (uint32_t at = raw->scope; at != PYTHON_NONE && found.guard == GUARD_NONE;
	        at = file->scopes.at[at].parent) {
		const struct python_scope *s = &file->scopes.at[at];

		if ((s->kind == PYTHON_CLASS || s->kind == PYTHON_FUNCTION) &&
		        !(s->flags & PYTHON_LAMBDA) &&
		        (is_called_here(python_name(file, s->name)) || is_of_function(p, at)))
			found = calls_protect(p, raw, subject, at, deep);
	}
	return found;
}
