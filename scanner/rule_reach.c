/* Whether what a name was given in one branch can be what it holds in another.
 *
 * The resolver keeps every value that a scope gives a name. Of an if and its elifs one part runs,
 * so what is given in one part is not there in the others, unless a loop around comes back to them.
 */
#include "scanner/rule_python.h"

enum { GIVEN_MOST = 64 };

static bool is_part(const struct outline *o, uint32_t statement)
{
	uint8_t kind = o->list.at[statement].kind;

	return kind == STATEMENT_IF || kind == STATEMENT_ELIF || kind == STATEMENT_ELSE;
}

/* A loop stands around a statement in its def. */
static bool in_loop(const struct outline *o, uint32_t statement)
{
	for (uint32_t at = statement; at != PYTHON_NONE; at = o->list.at[at].parent) {
		uint8_t kind = o->list.at[at].kind;

		if (kind == STATEMENT_FOR || kind == STATEMENT_WHILE)
			return true;
		if (kind == STATEMENT_DEF)
			return false;
	}
	return false;
}

/* The two statements are in parts of one if of which only one runs. */
static bool exclude_each_other(const struct outline *o, uint32_t left, uint32_t right)
{
	for (uint32_t a = left; a != PYTHON_NONE; a = o->list.at[a].parent)
		for (uint32_t b = right; is_part(o, a) && b != PYTHON_NONE;
		        b = o->list.at[b].parent)
			if (a != b && is_part(o, b) && o->list.at[a].head == o->list.at[b].head)
				return !in_loop(o, o->list.at[a].head);
	return false;
}

/* The value of a binding stands for the path. What a module of the project passes on may be all
 * that the name stands for. */
static bool gives_path(const struct python_file *file, const struct python_chain *chain,
        const struct python_binding *b, uint32_t path)
{
	if (b->kind == PYTHON_BIND_IMPORT)
		return b->ref == path || !python_chain_stands_for(file, chain, b->ref);
	if (b->kind == PYTHON_BIND_OTHER)
		return (b->ref != PYTHON_NONE &&
		               python_chain_stands_for(file, &file->chains.at[b->ref], path)) ||
		       (b->other != PYTHON_NONE &&
		               python_chain_stands_for(file, &file->chains.at[b->other], path));
	if (b->kind != PYTHON_BIND_VALUE)
		return false;
	if (b->value != PYTHON_VALUE_CHAIN)
		return true; /* what a call gives is not known */
	return python_chain_stands_for(file, &file->chains.at[b->ref], path);
}

bool python_value_reaches(
        struct python_matching *p, const struct python_chain *chain, uint32_t path)
{
	const struct python_file *file = p->file;
	const struct outline *o = python_outline(p);
	uint32_t use = outline_find(o, chain->at), seen = 0;

	if (chain->root_kind != PYTHON_ROOT_NAME || chain->name_count || use == PYTHON_NONE)
		return true;
	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, chain->root, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t given;

		if (b->scope != chain->scope)
			continue;
		if (++seen > GIVEN_MOST)
			return true;
		if (b->at > chain->at && !in_loop(o, use)) /* given too late */
			continue;
		given = outline_find(o, b->at);
		if (gives_path(file, chain, b, path) &&
		        (given == PYTHON_NONE || !exclude_each_other(o, given, use)))
			return true;
	}
	return !seen;
}
