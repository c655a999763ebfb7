/* Functions of the file that read a parameter: def mean(v): return float(v), or v.item(). Whoever
 * hands them a tensor waits for it, as if the read stood there. */
#include "scanner/flow_internal.h"
#include "scanner/matcher_named.h"
#include "scanner/python/names.h"

enum { HELPERS_MOST = 200 };

/* The name that a call reads as a number: float(v), int(v), v.item(); 0: none. */
static uint32_t read_name(const struct flow *f, const struct python_call *call, uint32_t item)
{
	const struct python_file *file = f->file;
	const struct python_chain *chain = &file->chains.at[call->chain];
	const struct python_arg *arg = &file->args.at[call->args];

	if (chain->root_kind != PYTHON_ROOT_NAME || chain->target_count)
		return 0;
	if (chain->name_count)
		return item && chain->name_count == 1 && !call->arg_count &&
		                       file->attributes.at[chain->names] == item
		               ? chain->root
		               : 0;
	if ((chain->root != NAME_FLOAT && chain->root != NAME_INT) || chain->bound != PYTHON_FREE ||
	        call->arg_count != 1 || arg->name || arg->kind != PYTHON_VALUE_CHAIN ||
	        file->chains.at[arg->ref].name_count)
		return 0;
	return file->chains.at[arg->ref].root;
}

/* The parameter of a def of the module that is the only thing its name is bound to there. */
static uint32_t parameter_of(const struct flow *f, uint32_t name, uint32_t scope)
{
	const struct python_file *file = f->file;
	uint32_t found = PYTHON_NONE;

	if (file->scopes.at[scope].kind != PYTHON_FUNCTION || file->scopes.at[scope].parent != 0 ||
	        file->scopes.at[scope].flags & (PYTHON_LAMBDA | PYTHON_ASYNC))
		return PYTHON_NONE;
	for (uint32_t i = python_next_binding(f->p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(f->p, name, i)) {
		if (file->bindings.at[i].scope != scope)
			continue;
		if (found != PYTHON_NONE || file->bindings.at[i].kind != PYTHON_BIND_PARAMETER)
			return PYTHON_NONE;
		found = i;
	}
	return found;
}

void flow_find_helpers(struct flow *f)
{
	const struct python_file *file = f->file;
	uint32_t item = python_name_find(file, S("item"));

	if (!python_name_find(file, S("backward")))
		return;
	for (uint32_t i = 0; i < file->calls.len && f->helpers.len < HELPERS_MOST; i++) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t name = call->chain == PYTHON_NONE ? 0 : read_name(f, call, item);
		uint32_t parameter = name ? parameter_of(f, name, call->scope) : PYTHON_NONE;

		if (parameter == PYTHON_NONE)
			continue;
		*VEC_PUSH(f->arena, &f->helpers) = (struct helper){
		        file->scopes.at[call->scope].name, name, parameter_place(file, parameter)};
	}
}

bool flow_is_helper(const struct flow *f, const struct python_chain *chain)
{
	if (chain->root_kind != PYTHON_ROOT_NAME || chain->name_count || chain->target_count)
		return false;
	for (uint32_t i = 0; i < f->helpers.len; i++)
		if (f->helpers.at[i].function == chain->root)
			return true;
	return false;
}

/* The argument that a parameter is given; NULL. */
static const struct what *given(const struct helper *h, const struct flow_args *args)
{
	uint32_t place = 0;

	for (uint32_t i = 0; i < args->count && !args->spread; i++) {
		if (args->names[i] ? args->names[i] == h->parameter : place == h->place)
			return &args->at[i];
		place += !args->names[i];
	}
	return NULL;
}

void flow_call_helper(
        struct flow *f, struct what callee, const struct flow_args *args, uint32_t end)
{
	const struct python_chain *chain = flow_chain(f, callee.at);

	if (!chain || chain->end != callee.end || !flow_is_helper(f, chain))
		return;
	for (uint32_t i = 0; i < f->helpers.len; i++) {
		const struct helper *h = &f->helpers.at[i];
		const struct what *arg = h->function == chain->root ? given(h, args) : NULL;

		if (!arg || arg->kind != WHAT_TENSOR || arg->flags & (WHAT_FRESH | WHAT_SUPPOSED) ||
		        flow_is_host(f, *arg) || !is_in_training(f->p, callee.at))
			continue;
		emit_place(f, MATCHER_TENSOR_TO_NUMBER, callee.at, end);
		return;
	}
}
