/* Names that are tensors because a gradient is asked of them: loss.backward(),
 * scaler.scale(loss).backward(), accelerator.backward(loss); or because they are losses that are
 * read: loss.item(). Parameters of which something alike is made are, too: torch.zeros_like(x).
 *
 * What holds is said of the last binding before the call in the same scope: that is where its value
 * comes from, whatever the name is given elsewhere. */
#include "scanner/flow_internal.h"

#include <stdlib.h>

enum { CALLS_MOST = 400, SCALED_MOST = 6 };

/* The name that is a call's only argument; 0: there is none. */
static uint32_t only_name(const struct python_file *file, const struct python_call *call)
{
	const struct python_arg *arg = &file->args.at[call->args];
	const struct python_chain *chain;

	if (call->arg_count != 1 || arg->name || arg->kind != PYTHON_VALUE_CHAIN)
		return 0;
	chain = &file->chains.at[arg->ref];
	return chain->root_kind == PYTHON_ROOT_NAME && !chain->name_count ? chain->root : 0;
}

/* loss of scaler.scale(loss).backward(): the call of scale begins where the whole does. */
static uint32_t scaled_name(const struct python_file *file, uint32_t index)
{
	const struct python_call *call = &file->calls.at[index], *inner;

	for (uint32_t i = index, steps = 0; i > 0 && steps < SCALED_MOST; i--, steps++) {
		inner = &file->calls.at[i - 1];
		if (inner->at == call->at && inner->chain != PYTHON_NONE &&
		        str_eq(python_name(file,
		                       python_chain_last(file, &file->chains.at[inner->chain])),
		                S("scale")))
			return only_name(file, inner);
	}
	return 0;
}

/* The name whose gradient a call of backward asks for; 0: none that is known. */
static uint32_t asked_name(const struct python_file *file, uint32_t index)
{
	const struct python_call *call = &file->calls.at[index];
	const struct python_chain *chain = &file->chains.at[call->chain];

	if (call->arg_count && !file->args.at[call->args].name) /* engine.backward(loss) */
		return only_name(file, call);
	if (chain->name_count != 1)
		return 0;
	return chain->root_kind == PYTHON_ROOT_NAME ? chain->root : scaled_name(file, index);
}

/* x += y goes on with what x was. */
static bool is_augmented(const struct python_file *file, const struct python_binding *b)
{
	str text = file->text;
	size_t at = b->at + python_name(file, b->name).len;

	while (at < text.len && text.ptr[at] == ' ')
		at++;
	return at + 1 < text.len && str_find_byte(S("+-*/"), text.ptr[at]) < 4 &&
	       text.ptr[at + 1] == '=';
}

/* The last binding of a name before a call, in its scope; PYTHON_NONE. */
static uint32_t last_binding(struct flow *f, const struct python_call *call, uint32_t name)
{
	const struct python_file *file = f->file;
	uint32_t last = PYTHON_NONE;

	for (uint32_t i = python_next_binding(f->p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(f->p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];

		if (!python_may_look(f->p, 1))
			return PYTHON_NONE;
		if (b->scope == call->scope && b->at < call->at &&
		        (last == PYTHON_NONE || b->at > file->bindings.at[last].at) &&
		        !is_augmented(file, b))
			last = i;
	}
	return last;
}

static void find_binding(struct flow *f, const struct python_call *call, uint32_t name)
{
	uint32_t last = last_binding(f, call, name);

	if (last != PYTHON_NONE)
		*VEC_PUSH(f->arena, &f->backwards) = f->file->bindings.at[last].at;
}

/* history["loss"], df["loss"].mean(): an entry of something that has a name, unless that is what a
 * model gave or what losses are collected in. */
static bool is_entry(str value)
{
	static const char *const calls[] = {"(", " ", NULL};
	size_t open = str_find_byte(value, '[');
	str of = str_slice(value, 0, open), rest = str_from_at(value, open);

	return (str_starts(rest, S("[\"")) || str_starts(rest, S("['"))) &&
	       !str_has_one_of(of, calls) && !str_has(of, S("out")) && !str_has(of, S("loss"));
}

/* loss: np.ndarray, loss: float */
static bool is_number_type(str annotation)
{
	static const char *const types[] = {
	        "ndarray", "Array", "float", "int", "np.", "Series", "Frame", NULL};

	return str_has_one_of(annotation, types) && !str_has(annotation, S("Tensor")) &&
	       !str_has(annotation, S("torch"));
}

/* Losses that are no tensors: entries of a history, what a loop goes over, arrays. */
static bool is_no_tensor(struct python_file *file, const struct python_binding *b)
{
	static const char *const others[] = {"numpy.", "jax.", "pandas.", "scipy.", NULL};
	enum { LOOK_BYTES = 200 };
	size_t from = b->at + python_name(file, b->name).len, line = b->at;
	str rest = str_slice(file->text, from, from + LOOK_BYTES);
	uint32_t count = 0;
	const uint32_t *targets = NULL;

	rest = str_slice(rest, 0, str_find_byte(rest, '\n'));
	if (b->kind == PYTHON_BIND_PARAMETER)
		return str_starts(rest, S(":")) &&
		       is_number_type(str_slice(rest, 0, str_find_byte(rest, ',')));
	while (line > 0 && file->text.ptr[line - 1] != '\n' && b->at - line < LOOK_BYTES)
		line--;
	if (str_has(rest, S(" in ")) && str_has(str_slice(file->text, line, b->at), S("for ")))
		return true;
	if (str_starts(rest, S(" = ")) && is_entry(str_from_at(rest, 3)))
		return true;
	if (b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CALL &&
	        file->calls.at[b->ref].chain != PYTHON_NONE)
		targets = python_chain_targets(
		        file, &file->chains.at[file->calls.at[b->ref].chain], &count);
	return count && str_starts_one_of(python_path(file, targets[0]), others);
}

/* loss.item(): nothing else of that name has such a method. */
static void find_read_losses(struct flow *f)
{
	uint32_t item = python_name_find(f->file, S("item")), calls = 0, last;

	for (uint32_t i = python_next_call(f->p, item, PYTHON_NONE);
	        i != PYTHON_NONE && calls < CALLS_MOST; i = python_next_call(f->p, item, i)) {
		const struct python_call *call = &f->file->calls.at[i];
		const struct python_chain *chain = &f->file->chains.at[call->chain];

		if (chain->name_count != 1 || chain->root_kind != PYTHON_ROOT_NAME ||
		        call->arg_count || !str_has(python_name(f->file, chain->root), S("loss")))
			continue;
		calls++;
		last = last_binding(f, call, chain->root);
		if (last != PYTHON_NONE && !is_no_tensor(f->file, &f->file->bindings.at[last]))
			*VEC_PUSH(f->arena, &f->backwards) = f->file->bindings.at[last].at;
	}
}

/* The name that a call of PyTorch takes first and alone; 0: none. */
static uint32_t taken_name(struct python_file *file, const struct python_call *call)
{
	const struct python_arg *arg = &file->args.at[call->args];
	const struct python_chain *chain;
	uint32_t count = 0;
	const uint32_t *targets = python_chain_targets(file, &file->chains.at[call->chain], &count);

	if (!call->arg_count || arg->name || arg->kind != PYTHON_VALUE_CHAIN || !count ||
	        !str_starts(python_path(file, targets[0]), S("torch.")))
		return 0;
	chain = &file->chains.at[arg->ref];
	return chain->root_kind == PYTHON_ROOT_NAME && !chain->name_count ? chain->root : 0;
}

/* Parameters of which something alike is made: torch.zeros_like(x) takes tensors only. */
static void find_likenesses(struct flow *f)
{
	static const char *const makers[] = {"zeros_like", "ones_like", "empty_like", "full_like",
	        "rand_like", "randn_like", NULL};
	struct python_file *file = f->file;
	uint32_t calls = 0;

	for (const char *const *maker = makers; *maker; maker++) {
		uint32_t name = python_name_find(file, str_from(*maker));

		for (uint32_t i = python_next_call(f->p, name, PYTHON_NONE);
		        i != PYTHON_NONE && calls < CALLS_MOST;
		        i = python_next_call(f->p, name, i), calls++) {
			uint32_t taken = taken_name(file, &file->calls.at[i]);
			uint32_t last =
			        taken ? last_binding(f, &file->calls.at[i], taken) : PYTHON_NONE;

			if (last != PYTHON_NONE &&
			        file->bindings.at[last].kind == PYTHON_BIND_PARAMETER &&
			        !is_no_tensor(f->file, &file->bindings.at[last]))
				*VEC_PUSH(f->arena, &f->backwards) = file->bindings.at[last].at;
		}
	}
}

void flow_find_backwards(struct flow *f)
{
	uint32_t backward = python_name_find(f->file, S("backward")), calls = 0;

	for (uint32_t i = python_next_call(f->p, backward, PYTHON_NONE);
	        i != PYTHON_NONE && calls < CALLS_MOST; i = python_next_call(f->p, backward, i)) {
		const struct python_call *call = &f->file->calls.at[i];
		uint32_t name;

		if (!f->file->chains.at[call->chain].name_count)
			continue;
		name = asked_name(f->file, i);
		if (name)
			find_binding(f, call, name);
		calls++;
	}
	find_read_losses(f);
	find_likenesses(f);
	places_sort(f->backwards.at, f->backwards.len);
}

struct what flow_told(const struct flow *f, uint32_t at, struct what value)
{
	if (value.kind == WHAT_UNKNOWN && !(value.flags & (WHAT_OBJECT | WHAT_LIST | WHAT_HOSTS)) &&
	        flow_is_backward(f, at))
		value.kind = WHAT_TENSOR;
	return value;
}
