/* <given GLOB>: an argument that holds what is written like that, or a name that its def or the
 * module gives such a thing: bundle = {"GPU": 1}; group([bundle for _ in range(8)]). */
#include "scanner/rule_python.h"

enum {
	NAMES_MOST = 8,
	WRITTEN_BYTES = 400,
	NAME_RECORDS = 20, /* as much as a place that a name is given something at takes */
};

/* Names that are followed, each once. */
struct given_names {
	uint32_t at[NAMES_MOST], count;
};

static bool is_written_like(struct python_matching *p, uint32_t at, uint32_t end, str pattern)
{
	char room[WRITTEN_BYTES];
	str lower = str_lower(room, sizeof room, str_slice(p->file->text, at, end));

	return python_may_look(p, lower.len) && wildcard_match(pattern, lower);
}

static void add_names(
        struct python_matching *p, uint32_t at, uint32_t end, struct given_names *names)
{
	for (uint32_t i = python_name_chain_from(p, at);
	        i < p->name_chains.len && names->count < NAMES_MOST; i++) {
		const struct python_chain *chain = &p->file->chains.at[p->name_chains.at[i]];
		bool known = false;

		if (chain->at >= end || !python_may_look(p, 1))
			return;
		for (uint32_t k = 0; k < names->count; k++)
			known |= names->at[k] == chain->root;
		if (!known && !chain->name_count && !chain->callee)
			names->at[names->count++] = chain->root;
	}
}

static bool looks_like(struct python_matching *p, uint32_t at, uint32_t end, str pattern,
        struct given_names *names)
{
	if (is_written_like(p, at, end, pattern))
		return true;
	add_names(p, at, end, names);
	return false;
}

/* NAME = VALUE in the def of the call or in the module. */
static bool is_bound_like(
        struct python_matching *p, uint32_t name, str pattern, struct given_names *names)
{
	const struct python_file *file = p->file;
	const struct outline *o = python_outline(p);
	uint32_t function = file->scopes.at[p->scope].function;

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t statement = outline_find(o, b->at);

		if (!python_may_look(p, NAME_RECORDS))
			return false;
		if ((b->kind != PYTHON_BIND_VALUE && b->kind != PYTHON_BIND_OTHER) ||
		        (b->scope && file->scopes.at[b->scope].function != function) ||
		        statement == PYTHON_NONE || o->list.at[statement].kind != STATEMENT_SIMPLE)
			continue;
		if (looks_like(p, b->at, o->list.at[statement].end, pattern, names))
			return true;
	}
	return false;
}

/* NAME.append(VALUE) there. */
static bool is_added_like(
        struct python_matching *p, uint32_t name, str pattern, struct given_names *names)
{
	const struct python_file *file = p->file;
	uint32_t function = file->scopes.at[p->scope].function;
	uint32_t append = python_name_find(file, S("append"));

	for (uint32_t i = python_next_call(p, append, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, append, i)) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_chain *chain = &file->chains.at[call->chain];

		if (chain->root_kind == PYTHON_ROOT_NAME && chain->root == name &&
		        chain->name_count == 1 &&
		        file->scopes.at[call->scope].function == function &&
		        looks_like(p, call->open, call->end, pattern, names))
			return true;
	}
	return false;
}

bool argument_is_given_like(struct python_matching *p, const struct python_arg *arg, str pattern)
{
	struct given_names names = {.count = 0};

	if (looks_like(p, arg->at, arg->end, pattern, &names))
		return true;
	for (uint32_t i = 0; i < names.count; i++) /* grows on the way */
		if (is_bound_like(p, names.at[i], pattern, &names) ||
		        is_added_like(p, names.at[i], pattern, &names))
			return true;
	return false;
}
