/* What calls give from the host, noted for the whole project (host_calls.h); and, where a file is
 * read again, what its functions are known to be given: what is then told no more is lowered, for
 * there the value of a parameter alone decides that it is told. */
#include "scanner/flow_internal.h"
#include "scanner/device_argument.h"
#include "scanner/hooks.h"
#include "scanner/rule_guard.h"

#include <stdlib.h>

static enum host_given given_of(const struct flow *f, const struct what *w)
{
	switch ((enum what_kind)w->kind) {
	case WHAT_UNKNOWN:
	case WHAT_TENSOR:
	case WHAT_TENSORS:
		if (w->flags & WHAT_AWAY)
			return GIVEN_OTHER;
		if (w->flags & WHAT_FRESH)
			return GIVEN_FRESH;
		if (w->flags & (WHAT_HOST | WHAT_DATA))
			return GIVEN_HOST;
		/* where data are loaded: of a number or a device it says nothing */
		if (f->on_host)
			return w->kind == WHAT_UNKNOWN ? GIVEN_THERE : GIVEN_HOST;
		return GIVEN_UNTOLD;
	case WHAT_OTHER: return w->flags & WHAT_VALUES ? GIVEN_HOST : GIVEN_NOTHING;
	case WHAT_SIZE:
	case WHAT_SHAPE:
	case WHAT_VALUE:
	case WHAT_STRING:
	case WHAT_INT:
	case WHAT_NONE: return GIVEN_NOTHING;
	default: return GIVEN_OTHER;
	}
}

void flow_note_call(struct flow *f, const struct flow_args *args)
{
	struct host_notes *notes = f->p->m.worker->host_notes;
	struct host_note *note;

	if (!notes || !args->count)
		return;
	note = VEC_PUSH(notes->arena, &notes->list);
	*note = (struct host_note){.open = args->open,
	        .first = notes->arguments.len,
	        .count = args->count,
	        .spread = args->spread || args->all > args->count};
	for (uint32_t i = 0; i < args->count; i++)
		*VEC_PUSH(notes->arena, &notes->arguments) =
		        (struct host_argument){args->names[i], (uint8_t)given_of(f, &args->at[i])};
}

/* The name that the function is called by in the project alone, as far as its file tells; "": none.
 */
static str plain_name(struct python_matching *p, uint32_t scope)
{
	bool made;
	str name = function_called_by(p, scope, &made);

	return made || is_hook(name) || str_starts(name, S("__")) || str_starts(name, S("forward"))
	               ? STR_NONE
	               : name;
}

/* The class around a function; "": none. */
static str class_around(const struct python_file *file, uint32_t scope)
{
	uint32_t class_ = file->scopes.at[scope].class_;

	return class_ == PYTHON_NONE ? STR_NONE : python_name(file, file->classes.at[class_].name);
}

/* Likewise, which nothing but such calls has. */
static str known_name(struct flow *f, uint32_t scope)
{
	const struct rules_worker *worker = f->p->m.worker;
	str name = plain_name(f->p, scope), class_ = class_around(f->file, scope);

	if (!name.len || !host_calls_may(worker->host_calls, name) ||
	        switches_hand_on(worker->switches, name))
		return STR_NONE;
	return class_.len && host_calls_shown(worker->host_calls, class_) ? STR_NONE : name;
}

/* The bindings and calls of a file by their scope, and the parameters of one of them. */
struct handing {
	struct python_matching *p;
	struct host_notes *notes;
	uint32_t *binding_of, *binding_next, *call_of, *call_next; /* from 1 */
	uint32_t *stamp, *parameter; /* by name: a scope, from 1, and what it has bound once */
	uint32_t *place;             /* of that parameter, once it has been looked for */
	bool *looked;
};

static void by_scope(struct handing *h, struct arena *arena, uint32_t names)
{
	const struct python_file *file = h->p->file;

	h->binding_of = ARENA_ARRAY(arena, uint32_t, (size_t)file->scopes.len + 1);
	h->call_of = ARENA_ARRAY(arena, uint32_t, (size_t)file->scopes.len + 1);
	h->binding_next = ARENA_ARRAY(arena, uint32_t, (size_t)file->bindings.len + 1);
	h->call_next = ARENA_ARRAY(arena, uint32_t, (size_t)file->calls.len + 1);
	h->stamp = ARENA_ARRAY(arena, uint32_t, (size_t)names + 1);
	h->parameter = ARENA_ARRAY(arena, uint32_t, (size_t)names + 1);
	h->place = ARENA_ARRAY(arena, uint32_t, (size_t)names + 1);
	h->looked = ARENA_ARRAY(arena, bool, (size_t)names + 1);
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		uint32_t scope = file->bindings.at[i].scope;

		h->binding_next[i] = h->binding_of[scope];
		h->binding_of[scope] = i + 1;
	}
	for (uint32_t i = 0; i < file->calls.len; i++) {
		h->call_next[i] = h->call_of[file->calls.at[i].scope];
		h->call_of[file->calls.at[i].scope] = i + 1;
	}
}

/* The binding of a parameter that the argument is, which nothing else binds; PYTHON_NONE. */
static uint32_t handed_parameter(
        const struct handing *h, const struct python_arg *arg, uint32_t scope)
{
	const struct python_chain *chain =
	        arg->kind == PYTHON_VALUE_CHAIN ? &h->p->file->chains.at[arg->ref] : NULL;

	return chain && !chain->name_count && chain->root_kind == PYTHON_ROOT_NAME &&
	                       h->stamp[chain->root] == scope + 1
	               ? h->parameter[chain->root]
	               : PYTHON_NONE;
}

/* Where the text of a function ends. */
static uint32_t function_end(struct python_matching *p, uint32_t scope)
{
	const struct outline *o = python_outline(p);
	uint32_t at = p->file->scopes.at[scope].at, def = outline_find(o, at);

	return def == PYTHON_NONE ? at : outline_end(o, p->file, def);
}

/* None where a function inside may bind what its parameters are. */
static const struct host_giver *giver_of(const struct handing *h, uint32_t scope)
{
	str name = plain_name(h->p, scope), body;
	struct host_giver *giver;

	if (!name.len)
		return NULL;
	body = str_slice(
	        h->p->file->text, h->p->file->scopes.at[scope].at, function_end(h->p, scope));
	if (!python_may_look(h->p, body.len) || str_has(body, S("nonlocal")))
		return NULL;
	giver = ARENA_NEW(h->notes->keep, struct host_giver);
	*giver = (struct host_giver){arena_dup(h->notes->keep, name),
	        arena_dup(h->notes->keep, class_around(h->p->file, scope))};
	return giver;
}

static struct host_handed handed_as(
        struct handing *h, const struct host_giver *giver, uint32_t binding)
{
	uint32_t name = h->p->file->bindings.at[binding].name;

	if (!h->looked[name])
		h->place[name] = parameter_place(h->p->file, binding);
	h->looked[name] = true;
	return (struct host_handed){giver, name, h->place[name]};
}

/* What the calls of one function hand on. */
static void find_handed(struct handing *h, uint32_t scope)
{
	const struct python_file *file = h->p->file;
	const struct host_giver *giver = NULL;

	for (uint32_t i = h->binding_of[scope]; i; i = h->binding_next[i - 1]) {
		const struct python_binding *b = &file->bindings.at[i - 1];
		bool first = h->stamp[b->name] != scope + 1;

		h->stamp[b->name] = scope + 1;
		h->looked[b->name] = false;
		h->parameter[b->name] =
		        first && b->kind == PYTHON_BIND_PARAMETER ? i - 1 : PYTHON_NONE;
	}
	for (uint32_t i = h->call_of[scope]; i; i = h->call_next[i - 1]) {
		const struct python_call *call = &file->calls.at[i - 1];

		for (uint32_t k = call->args; k < call->args + call->arg_count; k++) {
			uint32_t binding = handed_parameter(h, &file->args.at[k], scope);

			if (binding == PYTHON_NONE)
				continue;
			if (!giver && !(giver = giver_of(h, scope)))
				return;
			h->notes->handed[k] = handed_as(h, giver, binding);
		}
	}
}

void flow_find_handed(struct python_matching *p, struct host_notes *notes)
{
	struct handing h = {.p = p, .notes = notes};
	const struct python_file *file = p->file;

	if (!file->names || !python_may_look(p, file->bindings.len + file->args.len))
		return;
	by_scope(&h, notes->arena, file->names->list.len);
	notes->handed = ARENA_ARRAY(notes->arena, struct host_handed, (size_t)file->args.len + 1);
	for (uint32_t i = 0; i < file->scopes.len; i++)
		if (file->scopes.at[i].kind == PYTHON_FUNCTION && h.binding_of[i] && h.call_of[i])
			find_handed(&h, i);
}

void flow_given_start(struct flow *f, uint32_t scope)
{
	f->called = STR_NONE;
	f->called_scope = scope;
	if (f->p->m.worker->host_calls && f->with_given)
		f->called = known_name(f, scope);
}

/* x.squeeze(1): the parameter has a method of tensors, so it is no number and no device. */
static bool has_tensor_method(struct flow *f, uint32_t name)
{
	const struct python_file *file = f->file;
	uint32_t end = function_end(f->p, f->called_scope);

	for (uint32_t i = python_name_chain_from(f->p, file->scopes.at[f->called_scope].at);
	        i < f->p->name_chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[f->p->name_chains.at[i]];

		if (chain->at >= end || !python_may_look(f->p, 1))
			return false;
		if (chain->root == name && chain->name_count && chain->callee &&
		        flow_method_kind(f, file->attributes.at[chain->names], false) ==
		                WHAT_TENSOR)
			return true;
	}
	return false;
}

/* The binding of that name among the parameters of the function at hand. */
static uint32_t parameter_of(struct flow *f, uint32_t name)
{
	uint32_t i = python_next_binding(f->p, name, PYTHON_NONE);

	while (i != PYTHON_NONE && (f->file->bindings.at[i].scope != f->called_scope ||
	                                   f->file->bindings.at[i].kind != PYTHON_BIND_PARAMETER))
		i = python_may_look(f->p, 1) ? python_next_binding(f->p, name, i) : PYTHON_NONE;
	return i;
}

uint32_t flow_given(struct flow *f, uint32_t name, struct what value)
{
	uint32_t binding, place;

	if (!f->called.len || (value.kind != WHAT_UNKNOWN && value.kind != WHAT_TENSOR &&
	                              value.kind != WHAT_TENSORS))
		return 0;
	binding = parameter_of(f, name);
	if (binding == PYTHON_NONE)
		return 0;
	place = parameter_place(f->file, binding);
	if (f->class_ != PYTHON_NONE && switches_ask_at(f->p->m.worker->switches, place))
		return 0;
	switch (host_calls_give(
	        f->p->m.worker->host_calls, f->called, place, python_name(f->file, name))) {
	case GIVEN_HOST: return WHAT_HOST;
	case GIVEN_FRESH: return WHAT_HOST | WHAT_FRESH;
	case GIVEN_THERE:
		return value.kind == WHAT_TENSOR || has_tensor_method(f, name)
		               ? WHAT_HOST | WHAT_FRESH
		               : 0;
	default: return 0;
	}
}

void flow_mark_given(struct raw *all, uint32_t n_all, struct raw *told, uint32_t n_told)
{
	if (n_told)
		qsort(told, n_told, sizeof *told, raw_compare);
	for (uint32_t i = 0; i < n_all; i++)
		all[i].on_host =
		        !n_told || !bsearch(&all[i], told, n_told, sizeof *told, raw_compare);
}

str flow_called_name(const struct python_file *file, uint32_t scope)
{
	return python_name(file, file->scopes.at[flow_unit_of(file, scope)].name);
}
