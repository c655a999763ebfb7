/* The named matcher of tensors that are put together anew in each turn of a loop. */
#include "scanner/matcher_named.h"

#include <stdlib.h>
#include <string.h>

/* cat-in-loop: N = cat([… N …]) inside a loop.
 *
 * It costs a new shape each turn only when N grows: what gives N another value inside the loop
 * begins anew. */

static bool has_element(str list, str name)
{
	str part;

	if (!list.len || !strchr("[(", list.ptr[0]))
		return false;
	list = str_slice(list, 1, list.len - 1);
	while (list.ptr && str_cut(&list, ',', &part))
		if (str_eq(str_trim(part), name))
			return true;
	return false;
}

/* A name or an attribute that gets a value, and where. */
struct given {
	uint32_t name, scope, at;
	bool store;
};

static int compare_given(const void *left, const void *right)
{
	const struct given *a = left, *b = right;

	if (a->store != b->store)
		return a->store - b->store;
	if (a->name != b->name)
		return a->name < b->name ? -1 : 1;
	if (a->scope != b->scope)
		return a->scope < b->scope ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* All of them, in order of name, scope and place. */
struct givens {
	VEC(struct given) list;
	bool ready;
};

static void find_givens(struct python_matching *p, struct givens *g)
{
	const struct python_file *file = p->file;

	if (g->ready)
		return;
	g->ready = true;
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];

		*VEC_PUSH(p->m.env->temp, &g->list) =
		        (struct given){b->name, b->scope, b->at, false};
	}
	for (uint32_t i = 0; i < file->stores.len; i++) {
		const struct python_chain *chain = &file->chains.at[file->stores.at[i].chain];

		*VEC_PUSH(p->m.env->temp, &g->list) = (struct given){
		        python_chain_last(file, chain), chain->scope, chain->at, true};
	}
	qsort(g->list.at, g->list.len, sizeof *g->list.at, compare_given);
}

/* The innermost loop around a statement, in the same function; PYTHON_NONE. */
static uint32_t loop_around(const struct outline *o, uint32_t statement)
{
	for (uint32_t s = statement; s != PYTHON_NONE; s = o->list.at[s].parent) {
		uint8_t kind = o->list.at[s].kind;

		if (kind == STATEMENT_FOR || kind == STATEMENT_WHILE)
			return s;
		if (kind == STATEMENT_DEF || kind == STATEMENT_CLASS)
			break;
	}
	return PYTHON_NONE;
}

bool call_trains(const struct python_matching *p, const struct python_call *call)
{
	const struct python_file *file = p->file;
	const struct python_chain *chain;
	str name, of;

	if (call->chain == PYTHON_NONE)
		return false;
	chain = &file->chains.at[call->chain];
	name = python_name(file, python_chain_last(file, chain));
	if (!chain->name_count)
		return false;
	if (str_eq(name, S("backward")) || str_eq(name, S("manual_backward")))
		return true;
	of = chain->name_count > 1
	             ? python_name(file, file->attributes.at[chain->names + chain->name_count - 2])
	     : chain->root_kind == PYTHON_ROOT_NAME ? python_name(file, chain->root)
	                                            : S("");
	return str_eq(name, S("step")) &&
	       (has_small(of, "optim") || has_small(of, "scaler") || str_eq(of, S("opt")));
}

bool trains_between(struct python_matching *p, uint32_t from, uint32_t to, uint32_t loops)
{
	for (uint32_t i = python_call_from(p->file, from); i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];

		if (call->at >= to || !python_may_look(p, 1))
			return false;
		if (call->loops <= loops && call_trains(p, call))
			return true;
	}
	return false;
}

bool is_in_training(struct python_matching *p, uint32_t at)
{
	const struct outline *o = python_outline(p);

	for (uint32_t s = outline_find(o, at); s != PYTHON_NONE; s = o->list.at[s].parent) {
		const struct statement *around = &o->list.at[s];
		bool def = around->kind == STATEMENT_DEF;

		if (!def && around->kind != STATEMENT_FOR && around->kind != STATEMENT_WHILE)
			continue;
		if (def && !str_has(str_slice(p->file->text, around->at, around->end), S("step")))
			return false;
		if (trains_between(p, around->at, outline_end(o, p->file, s), def ? 0 : UINT8_MAX))
			return true;
		if (def)
			return false;
	}
	return false;
}

/* One of two branches of the same if is taken: "if out is None: out = x else: out = cat(…)". */
static bool is_other_branch(const struct outline *o, uint32_t one, uint32_t other)
{
	uint32_t a = o->list.at[one].parent, b = o->list.at[other].parent;

	return a != PYTHON_NONE && b != PYTHON_NONE && a != b &&
	       o->list.at[a].head == o->list.at[b].head &&
	       o->list.at[o->list.at[a].head].kind == STATEMENT_IF;
}

/* for name, part in parts.items(): a few turns, always the same. */
static bool is_over_names(const struct python_matching *p, const struct statement *loop)
{
	str head = str_slice(p->file->text, loop->at, loop->end);

	head = str_slice(head, 0, str_find_byte(head, '\n'));
	return loop->kind == STATEMENT_FOR && (str_ends(str_trim(head), S(".items():")) ||
	                                              str_ends(str_trim(head), S(".keys():")) ||
	                                              str_ends(str_trim(head), S(".values():")));
}

/* Whether what is put together grows from turn to turn: nothing else gives it a value inside the
 * loop. */
static bool grows(struct python_matching *p, struct givens *g, struct given own)
{
	const struct outline *o = python_outline(p);
	uint32_t statement = outline_find(o, own.at), loop, end, low = 0, high;

	if (statement == PYTHON_NONE)
		return false;
	loop = loop_around(o, statement);
	if (loop == PYTHON_NONE || is_over_names(p, &o->list.at[loop]))
		return false;
	end = outline_end(o, p->file, loop);
	find_givens(p, g);
	high = g->list.len;
	own.at = o->list.at[loop].at;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (compare_given(&g->list.at[mid], &own) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (uint32_t i = low; i < low + 3; i++) {
		const struct given *other = &g->list.at[i];
		uint32_t where;

		if (i == g->list.len || other->store != own.store || other->name != own.name ||
		        other->scope != own.scope || other->at >= end)
			return true;
		where = outline_find(o, other->at);
		if (where != statement && !is_other_branch(o, statement, where))
			return false;
	}
	return false;
}

/* The call that a binding or a store gives to its name, when it puts tensors together. */
static const struct python_call *cat_of(
        const struct python_matching *p, const bool *cats, uint8_t kind, uint32_t ref)
{
	const struct python_call *call;
	const uint32_t *targets;
	uint32_t count;

	if (kind != PYTHON_VALUE_CALL)
		return NULL;
	call = &p->file->calls.at[ref];
	if (!call->loops || call->chain == PYTHON_NONE)
		return NULL;
	targets = python_chain_targets(p->file, &p->file->chains.at[call->chain], &count);
	return count && cats[targets[0]] ? call : NULL;
}

static void add_cat(struct python_matching *p, const struct item_row *item,
        const struct python_call *call, str name, struct givens *g, struct given own)
{
	const struct python_arg *list = call_argument(p, call, S("0"));

	list = list ? list : call_argument(p, call, S("tensors"));
	if (list && has_element(python_source_text(p, list->at, list->end), name) &&
	        grows(p, g, own))
		named_add_call(p, item, call);
}

/* mlp.weight of another mlp each turn: its root is bound in the loop. */
static bool is_another_each_turn(struct python_matching *p, const struct python_chain *chain)
{
	const struct python_file *file = p->file;
	const struct outline *o = python_outline(p);
	uint32_t statement = outline_find(o, chain->at), loop, from, end;

	loop = statement == PYTHON_NONE ? PYTHON_NONE : loop_around(o, statement);
	if (loop == PYTHON_NONE || chain->root_kind != PYTHON_ROOT_NAME)
		return false;
	from = o->list.at[loop].at;
	end = outline_end(o, file, loop);
	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, chain->root, i)) {
		const struct python_binding *b = &file->bindings.at[i];

		if (b->scope == chain->scope && b->at >= from && b->at < end)
			return true;
	}
	return false;
}

void match_cat_in_loop(struct python_matching *p, const struct item_row *item)
{
	const struct python_file *file = p->file;
	const bool *cats = option_paths(p, item, "call");
	struct givens g = {.ready = false};

	for (uint32_t i = 0; cats && i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];
		const struct python_call *call =
		        b->kind == PYTHON_BIND_VALUE ? cat_of(p, cats, b->value, b->ref) : NULL;

		if (call)
			add_cat(p, item, call, python_name(file, b->name), &g,
			        (struct given){b->name, b->scope, b->at, false});
	}
	for (uint32_t i = 0; cats && i < file->stores.len; i++) {
		const struct python_store *s = &file->stores.at[i];
		const struct python_chain *chain = &file->chains.at[s->chain];
		const struct python_call *call = cat_of(p, cats, s->value, s->ref);

		if (call && !is_another_each_turn(p, chain))
			add_cat(p, item, call, chain_written(p, chain), &g,
			        (struct given){python_chain_last(file, chain), chain->scope,
			                chain->at, true});
	}
}
