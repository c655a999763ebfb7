/* Functions of the file that only compute with what they are given: def box_iou(a, b). What they
 * give is where that is, so that of the host's tensors they give one of the host.
 *
 * That is an answer, so all of the function has to show it: it names nothing but its own names,
 * functions of PyTorch that compute, and others of its kind, calls nothing but them and methods of
 * tensors, and neither moves nor chooses a device. What may give a number of Python instead
 * (x.item(), len(x)) is left out: who computes with it may be elsewhere. */
#include "scanner/flow_internal.h"

enum { PASSED_DEEP = 3, NAME_RECORDS = 4 };
enum passes { PASSES_UNKNOWN, PASSES_NOT, PASSES_ON };

/* The text of a def, and the places between which it lies. */
struct passing {
	struct flow *f;
	uint32_t from, end;
	uint32_t deep;
};

static bool passes_on(struct flow *f, uint32_t name, uint32_t deep);

/* Bound in the def and nowhere around it: a parameter, a variable. */
static bool is_own_name(const struct passing *s, uint32_t name)
{
	const struct python_file *file = s->f->file;
	bool own = false;

	for (uint32_t i = python_next_binding(s->f->p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(s->f->p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];

		own |= b->at > s->from && b->at < s->end && b->kind != PYTHON_BIND_IMPORT &&
		       b->kind != PYTHON_BIND_DEFINITION;
	}
	return own && python_may_look(s->f->p, NAME_RECORDS);
}

/* torch.max, torch.nn.functional.relu, torchvision.ops.box_area: they compute. */
static bool computes(str path)
{
	static const char *const rooms[] = {"torch.nn.functional.", "torch.linalg.", "torch.fft.",
	        "torch.special.", "torchvision.ops.", "math.", NULL};
	static const char *const chooses[] = {"torch.device", "torch.load", "torch.compile",
	        "torch.vmap", "torch.set_default_device", "torch.get_default_device",
	        "torch.set_default_tensor_type", "torch.Generator", "torch.is_tensor",
	        "torch.is_nonzero", "torch.equal", "torch.allclose", "torch.numel",
	        "torch.get_device", "torch.from_dlpack", NULL};

	if (str_starts(path, S("torch.")) && str_rfind_byte(path, '.') == 5)
		return !str_is_one_of(path, chooses);
	return str_starts_one_of(path, rooms);
}

static bool is_builtin(str name)
{
	static const char *const names[] = {"range", "zip", "enumerate", "max", "min", "abs", "sum",
	        "list", "tuple", "isinstance", "slice", "print", "ValueError", "TypeError",
	        "AssertionError", "RuntimeError", NULL};

	return str_is_one_of(name, names);
}

/* x.shape: its numbers are no value of the function. */
static bool is_returned(const struct passing *s, uint32_t at)
{
	str text = s->f->file->text;
	uint32_t line = at;

	while (line > s->from && text.ptr[line - 1] != '\n')
		line--;
	return str_starts(str_trim(str_slice(text, line, at)), S("return"));
}

/* An attribute or a method of tensors that leaves them where they are and reads nothing. */
static bool stays(const struct passing *s, uint32_t name, uint32_t at, bool called)
{
	static const char *const moves[] = {"to", "cuda", "xpu", "cpu", "type_as", "copy_",
	        "apply_", "map_", "item", "tolist", "numpy", "is_cuda", "get_device", NULL};
	static const char *const sizes[] = {"shape", "size", "ndim", "dim", "numel", NULL};
	static const char *const others[] = {"dtype", "device", "T", "mT", "real", "imag", NULL};
	static const char *const lists[] = {"append", "extend", NULL};
	str text = python_name(s->f->file, name);

	if (str_is_one_of(text, moves))
		return false;
	if (str_is_one_of(text, sizes))
		return !is_returned(s, at);
	return str_is_one_of(text, called ? lists : others) ||
	       (called && flow_method_kind(s->f, name, false) != WHAT_UNKNOWN);
}

static bool names_stay(const struct passing *s, const struct python_chain *chain)
{
	for (uint32_t i = 0; i < chain->name_count; i++)
		if (!stays(s, s->f->file->attributes.at[chain->names + i], chain->at,
		            chain->callee && i + 1 == chain->name_count))
			return false;
	return true;
}

/* A name that is read, with its attributes. */
static bool chain_passes(const struct passing *s, const struct python_chain *chain)
{
	const struct python_file *file = s->f->file;
	uint32_t count;
	const uint32_t *targets = python_chain_targets(s->f->file, chain, &count);
	str name = python_name(file, chain->root);

	if (chain->flags & PYTHON_ANNOTATION)
		return true;
	if (count == 1 && !is_own_name(s, chain->root)) {
		str path = python_path(s->f->file, targets[0]);

		return computes(path) || str_starts(path, S("typing."));
	}
	if (count || (chain->context != PYTHON_LOAD && chain->name_count))
		return false;
	if (is_own_name(s, chain->root))
		return names_stay(s, chain) && (!chain->callee || chain->name_count);
	if (chain->bound == PYTHON_FREE)
		return is_builtin(name) && !chain->name_count;
	return chain->callee && !chain->name_count && passes_on(s->f, chain->root, s->deep + 1);
}

/* device=x.device, device="cpu" */
static bool device_stays(const struct passing *s, const struct python_arg *arg)
{
	const struct python_chain *chain =
	        arg->kind == PYTHON_VALUE_CHAIN ? &s->f->file->chains.at[arg->ref] : NULL;

	if (arg->kind == PYTHON_VALUE_STR)
		return str_eq(argument_text(s->f->p, arg), S("cpu"));
	return chain && chain->name_count == 1 && chain->root_kind == PYTHON_ROOT_NAME &&
	       python_chain_last(s->f->file, chain) == s->f->id_device &&
	       is_own_name(s, chain->root);
}

static bool call_passes(const struct passing *s, const struct python_call *call)
{
	const struct python_file *file = s->f->file;
	const struct python_chain *chain =
	        call->chain == PYTHON_NONE ? NULL : &file->chains.at[call->chain];

	if (!chain || call->mapping || call->dynamic)
		return false;
	if (chain->root_kind != PYTHON_ROOT_NAME && (!chain->name_count || !names_stay(s, chain)))
		return false;
	for (uint32_t i = call->args; i < call->args + call->arg_count; i++)
		if (file->args.at[i].name && file->args.at[i].name == s->f->id_device &&
		        !device_stays(s, &file->args.at[i]))
			return false;
	return true;
}

/* All that the text of the def names and calls. */
static bool text_passes(const struct passing *s)
{
	static const char *const words[] = {"global ", "nonlocal ", "yield", "lambda", "import ",
	        "await ", "cuda", "\tdef ", " def ", "class ", "self", NULL};
	struct python_matching *p = s->f->p;
	const struct python_file *file = s->f->file;
	str body = str_slice(file->text, s->from + 4, s->end);

	if (!python_may_look(p, body.len) || str_has_one_of(body, words) ||
	        !str_has(body, S("return")))
		return false;
	for (uint32_t i = python_name_chain_from(p, s->from + 4); i < p->name_chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[p->name_chains.at[i]];

		if (chain->at >= s->end)
			break;
		if (!python_may_look(p, 1) || !chain_passes(s, chain))
			return false;
	}
	for (uint32_t i = python_call_from(file, s->from); i < file->calls.len; i++) {
		if (file->calls.at[i].at >= s->end)
			break;
		if (!python_may_look(p, 1) || !call_passes(s, &file->calls.at[i]))
			return false;
	}
	return true;
}

/* The def of the module that is all that the name is bound to in the file; PYTHON_NONE. */
static uint32_t only_def(struct flow *f, uint32_t name)
{
	uint32_t only = python_next_binding(f->p, name, PYTHON_NONE);
	const struct python_binding *b;

	if (only == PYTHON_NONE || python_next_binding(f->p, name, only) != PYTHON_NONE)
		return PYTHON_NONE;
	b = &f->file->bindings.at[only];
	return b->kind == PYTHON_BIND_DEFINITION && b->scope == 0 ? b->at : PYTHON_NONE;
}

static bool def_passes_on(struct flow *f, uint32_t at, uint32_t deep)
{
	const struct outline *o = python_outline(f->p);
	uint32_t def = outline_find(o, at);
	struct passing s = {.f = f, .deep = deep};

	if (def == PYTHON_NONE || o->list.at[def].kind != STATEMENT_DEF ||
	        !str_starts(str_from_at(f->file->text, o->list.at[def].at), S("def ")) ||
	        (def && o->list.at[def - 1].kind == STATEMENT_DECORATOR))
		return false;
	s.from = o->list.at[def].at;
	s.end = outline_end(o, f->file, def);
	return text_passes(&s);
}

static bool passes_on(struct flow *f, uint32_t name, uint32_t deep)
{
	uint32_t at;

	if (name >= f->n_known || deep > PASSED_DEEP)
		return false;
	if (!f->passing)
		f->passing = ARENA_ARRAY(f->arena, uint8_t, (size_t)f->n_known + 1);
	if (f->passing[name] == PASSES_UNKNOWN) {
		f->passing[name] = PASSES_NOT; /* one that calls itself */
		at = only_def(f, name);
		if (at != PYTHON_NONE && def_passes_on(f, at, deep))
			f->passing[name] = PASSES_ON;
	}
	return f->passing[name] == PASSES_ON;
}

/* A tensor of the host, a number, an array: nothing that could be on the device. */
static bool is_of_host(const struct flow *f, const struct what *w)
{
	const uint32_t others = WHAT_OBJECT | WHAT_CLASS | WHAT_DEVICE | WHAT_CUDA | WHAT_TARGET;

	switch ((enum what_kind)w->kind) {
	case WHAT_TENSOR: return w->flags & (WHAT_HOST | WHAT_DATA) && flow_is_host(f, *w);
	case WHAT_INT:
	case WHAT_NONE:
	case WHAT_SIZE:
	case WHAT_SHAPE:
	case WHAT_VALUE: return true;
	case WHAT_STRING:
	case WHAT_OTHER: return !(w->flags & others);
	default: return false;
	}
}

bool flow_passes_on_host(struct flow *f, struct what callee, const struct flow_args *args)
{
	const struct python_chain *chain;
	bool tensor = false;

	if (args->spread || args->all != args->count || f->file_default || f->on_default ||
	        callee.kind != WHAT_UNKNOWN || callee.flags & (WHAT_OBJECT | WHAT_HOST))
		return false;
	for (uint32_t i = 0; i < args->count; i++) {
		if (!is_of_host(f, &args->at[i]))
			return false;
		tensor |= args->at[i].kind == WHAT_TENSOR;
	}
	if (!tensor)
		return false;
	chain = flow_chain(f, callee.at);
	return chain && chain->end == callee.end && !chain->name_count && !chain->target_count &&
	       chain->bound == PYTHON_LOCAL && passes_on(f, chain->root, 0);
}
