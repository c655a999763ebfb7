/* Texts that are padded in a function which datasets.map(f, batched=True) calls: all rows of a
 * block, 1,000 of them where nothing else is said, come to one length. A length for each block is
 * far from one for each batch, but it is none for all of them either. */
#include "scanner/rule_guard.h"

enum { BLOCK_LEAST = 100 };

/* At least so many rows at once, by what the call says. */
static bool has_large_blocks(struct python_matching *p, const struct python_call *call)
{
	const struct python_arg *size = call_argument(p, call, S("batch_size"));
	const struct python_arg *batched = call_argument(p, call, S("batched"));
	int64_t rows;

	if (!batched || batched->kind != PYTHON_VALUE_TRUE || call_has_star(p, call))
		return false;
	if (!size || size->kind == PYTHON_VALUE_NULL)
		return true;
	return size->kind == PYTHON_VALUE_INT && python_int(p->file, size, &rows) &&
	       rows >= BLOCK_LEAST;
}

/* data.map(f, …): what is called for each block; NULL. */
static const struct python_arg *mapped_function(
        struct python_matching *p, const struct python_call *call)
{
	const struct python_arg *first = &p->file->args.at[call->args];

	if (!call->arg_count || !p->file->chains.at[call->chain].name_count)
		return NULL;
	return first->name ? call_argument(p, call, S("function")) : first;
}

/* The use of a name, or a lambda, that begins at a place is what such a call maps. */
static bool is_mapped(struct python_matching *p, uint32_t at)
{
	const struct python_file *file = p->file;
	uint32_t map = python_name_find(file, S("map"));

	for (uint32_t i = python_next_call(p, map, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, map, i)) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_arg *function;

		if (at < call->open || at >= call->end)
			continue;
		function = mapped_function(p, call);
		return function && function->at == at && has_large_blocks(p, call);
	}
	return false;
}

/* All uses of the function's name are. */
static bool is_only_mapped(struct python_matching *p, uint32_t name)
{
	const struct python_file *file = p->file;
	uint32_t uses = 0;

	for (uint32_t i = python_name_chain_from(p, 0); i < p->name_chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[p->name_chains.at[i]];

		if (!python_may_look(p, 1))
			return false;
		if (chain->root != name)
			continue;
		if (chain->context != PYTHON_LOAD || chain->callee || chain->name_count ||
		        !is_mapped(p, chain->at))
			return false;
		uses++;
	}
	return uses > 0;
}

bool pads_whole_blocks(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct outline *o = &p->outline;
	const struct ruleset *rules = p->m.rules;
	const struct python_scope *s = &p->file->scopes.at[raw->scope];
	uint32_t at = statement;

	if (!str_eq(raw->matched, S("method-call")) || s->kind != PYTHON_FUNCTION ||
	        !str_eq(ruleset_text(rules, rules->rules[raw->rule].category),
	                S("dynamic-shape")) ||
	        !python_may_look(p, raw->end - raw->at) ||
	        !str_has(str_slice(p->file->text, raw->at, raw->end), S("padding")))
		return false;
	if (s->flags & PYTHON_LAMBDA)
		return is_mapped(p, s->at);
	for (; at != PYTHON_NONE && o->list.at[at].kind != STATEMENT_DEF;
	        at = o->list.at[at].parent)
		if (o->list.at[at].kind == STATEMENT_FOR || o->list.at[at].kind == STATEMENT_WHILE)
			return false;
	return s->class_ == PYTHON_NONE && is_only_mapped(p, s->name);
}
