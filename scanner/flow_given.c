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
		return GIVEN_OTHER;
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

/* The name that the function is called by, which nothing but such calls has; "": none. */
static str known_name(struct flow *f, uint32_t scope)
{
	const struct rules_worker *worker = f->p->m.worker;
	const struct python_scope *s = &f->file->scopes.at[scope];
	bool made;
	str name = function_called_by(f->p, scope, &made);

	if (!name.len || made || is_hook(name) || str_starts(name, S("__")) ||
	        str_starts(name, S("forward")) || !host_calls_may(worker->host_calls, name) ||
	        switches_hand_on(worker->switches, name))
		return STR_NONE;
	return s->class_ != PYTHON_NONE &&
	                       host_calls_shown(worker->host_calls,
	                               python_name(f->file, f->file->classes.at[s->class_].name))
	               ? STR_NONE
	               : name;
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
	const struct outline *o = python_outline(f->p);
	uint32_t at = file->scopes.at[f->called_scope].at, def = outline_find(o, at);
	uint32_t end = def == PYTHON_NONE ? at : outline_end(o, file, def);

	for (uint32_t i = python_name_chain_from(f->p, at); i < f->p->name_chains.len; i++) {
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
