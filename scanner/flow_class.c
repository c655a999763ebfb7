/* Classes of the file: which are modules, and what their self.x are.
 *
 * What stores say is gathered once a file, by class and name; where two stores differ, the
 * attribute is unknown. Where it is stays known only as long as nothing is stored that could be
 * elsewhere. */
#include "scanner/flow_internal.h"

#include <stdlib.h>
#include <string.h>

enum { BASES_DEEP = 8, VALUE_BYTES = 200 };

struct fact {
	uint32_t class_, name, ref, flags;
	uint8_t kind;
};

struct class_facts {
	VEC(struct fact) list;             /* by class and name, one each */
	uint8_t *module, *function, *data; /* by class: 0 not asked, 1 no, 2 yes */
};

static int compare(const void *left, const void *right)
{
	const struct fact *a = left, *b = right;

	if (a->class_ != b->class_)
		return a->class_ < b->class_ ? -1 : 1;
	return a->name < b->name ? -1 : a->name > b->name;
}

static void add_fact(
        struct flow *f, struct class_facts *facts, uint32_t scope, uint32_t name, struct what w)
{
	uint32_t class_ = f->file->scopes.at[scope].class_;

	if (class_ != PYTHON_NONE && name)
		*VEC_PUSH(f->arena, &facts->list) =
		        (struct fact){class_, name, w.ref, w.flags, w.kind};
}

/* self.x = torch.zeros(8), torch.zeros(8, device="cpu"), but not of a module, which may be made
 * where the device is another. */
static uint32_t stored_memory(struct flow *f, const struct python_call *call, str path)
{
	const struct python_arg *device = call_argument(f->p, call, S("device"));
	uint32_t memory =
	        str_starts(path, S("torch.")) ? flow_made_memory(str_from_at(path, 6)) : 0;

	if (!memory || memory == WHAT_HOST || call_has_star(f->p, call) ||
	        flow_is_module_class(f, f->file->scopes.at[call->scope].class_))
		return 0;
	if (device)
		return device_flags(argument_text(f->p, device)) & WHAT_HOST;
	return f->file_default ? 0 : memory;
}

/* No base speaks of tensors: class Mask(torch.Tensor) would. */
static bool is_object_class(const struct flow *f, const struct python_class *class)
{
	for (uint32_t b = 0; b < class->base_count; b++) {
		uint32_t chain = f->file->bases.at[class->bases + b];

		if (chain == PYTHON_NONE ||
		        str_has(python_name(f->file,
		                        python_chain_last(f->file, &f->file->chains.at[chain])),
		                S("Tensor")))
			return false;
	}
	return true;
}

bool flow_is_own(struct flow *f, uint32_t name, enum own_name what)
{
	if (!f->own) {
		f->own = ARENA_ARRAY(f->arena, uint8_t, (size_t)f->n_known + 1);
		for (uint32_t i = 1; i < f->file->scopes.len; i++) {
			const struct python_scope *s = &f->file->scopes.at[i];

			if (s->kind == PYTHON_FUNCTION && s->parent != PYTHON_NONE &&
			        f->file->scopes.at[s->parent].kind == PYTHON_CLASS)
				f->own[s->name] |= f->file->classes.at[s->class_].base_count
				                           ? OWN_METHOD | OWN_BASED
				                           : OWN_METHOD;
		}
		for (uint32_t i = 0; i < f->file->classes.len; i++)
			if (is_object_class(f, &f->file->classes.at[i]))
				f->own[f->file->classes.at[i].name] |=
				        f->file->classes.at[i].base_count ? OWN_CLASS
				                                          : OWN_CLASS | OWN_PLAIN;
	}
	return name < f->n_known && f->own[name] & what;
}

/* self.x = self.to_host(y): what is told of the method, or of a function of the file. */
static struct what value_told(struct flow *f, const struct python_chain *chain, struct what w)
{
	uint32_t class_ = f->file->scopes.at[chain->scope].class_;
	bool method = chain->name_count == 1 && chain->root == f->id_self && class_ != PYTHON_NONE;
	enum returns value = RETURNS_UNKNOWN;

	if (f->told_functions.len && chain->root_kind == PYTHON_ROOT_NAME &&
	        (method || (!chain->name_count && chain->bound == PYTHON_LOCAL)))
		value = flow_returned(
		        f, python_chain_last(f->file, chain), method ? class_ : PYTHON_NONE);
	if (value == RETURNS_NUMBER)
		w.kind = WHAT_OTHER;
	w.flags |= value == RETURNS_HOST ? WHAT_HOST : 0;
	return w;
}

/* What the value of a store or a binding is, by what its call resolves to. */
static struct what value_of(struct flow *f, uint8_t kind, uint32_t ref, uint32_t annotation)
{
	struct what w = {0};
	uint32_t count;
	const uint32_t *targets;
	const struct python_chain *chain;

	if (annotation != PYTHON_NONE) {
		targets = python_chain_targets(f->file, &f->file->chains.at[annotation], &count);
		if (count && receiver_is_tensor_type(python_path(f->file, targets[0])))
			w.kind = WHAT_TENSOR;
	}
	if (kind != PYTHON_VALUE_CALL || f->file->calls.at[ref].chain == PYTHON_NONE)
		return w;
	chain = &f->file->chains.at[f->file->calls.at[ref].chain];
	targets = python_chain_targets(f->file, chain, &count);
	if (!count && chain->bound == PYTHON_LOCAL && !chain->name_count &&
	        flow_is_own(f, chain->root, OWN_CLASS))
		w.flags |= WHAT_OBJECT;
	if (!count)
		return value_told(f, chain, w);
	if (count != 1)
		return w;
	w.kind = flow_call_kind(f, targets[0], f->file->calls.at[ref].arg_count > 1);
	w.ref = w.kind == WHAT_MODULE ? targets[0] : 0;
	if (w.kind == WHAT_TENSOR)
		w.flags =
		        stored_memory(f, &f->file->calls.at[ref], python_path(f->file, targets[0]));
	return w;
}

/* self.register_buffer("name", …) */
static void add_buffers(struct flow *f, struct class_facts *facts)
{
	uint32_t buffer = python_name_find(f->file, S("register_buffer"));
	uint32_t parameter = python_name_find(f->file, S("register_parameter"));

	if (!buffer && !parameter)
		return;
	for (uint32_t i = 0; i < f->file->calls.len; i++) {
		const struct python_call *call = &f->file->calls.at[i];
		const struct python_arg *first;
		uint32_t last;

		if (call->chain == PYTHON_NONE || !call->arg_count)
			continue;
		last = python_chain_last(f->file, &f->file->chains.at[call->chain]);
		first = &f->file->args.at[call->args];
		if (last && (last == buffer || last == parameter) &&
		        first->kind == PYTHON_VALUE_STR && first->ref != PYTHON_NONE)
			add_fact(f, facts, call->scope,
			        python_name_find(f->file, f->file->texts.at[first->ref]),
			        (struct what){.kind = WHAT_TENSOR});
	}
}

/* self.x = self.x.contiguous(): says nothing that the other stores do not say. */
static bool is_of_itself(struct flow *f, const struct python_store *store)
{
	const struct python_chain *to = &f->file->chains.at[store->chain], *from;
	str last;

	if (store->value != PYTHON_VALUE_CALL || f->file->calls.at[store->ref].chain == PYTHON_NONE)
		return false;
	from = &f->file->chains.at[f->file->calls.at[store->ref].chain];
	if (from->root_kind != PYTHON_ROOT_NAME || from->root != to->root ||
	        from->name_count != 2 ||
	        f->file->attributes.at[from->names] != f->file->attributes.at[to->names])
		return false;
	last = python_name(f->file, python_chain_last(f->file, from));
	return !str_eq(last, S("to")) && !str_eq(last, S("cuda")) && !str_eq(last, S("type_as"));
}

/* Where the facts of an attribute begin, or would. */
static uint32_t first_fact(const struct class_facts *facts, uint32_t class_, uint32_t name)
{
	uint32_t low = 0, high = facts->list.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		const struct fact *fact = &facts->list.at[mid];

		if (fact->class_ < class_ || (fact->class_ == class_ && fact->name < name))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The end of the name or number at a place; the place itself when there is none. */
static size_t word_end(str text, size_t at)
{
	while (at < text.len && byte_is_name(text.ptr[at]))
		at++;
	return at;
}

/* An expression of nothing but numbers, None and the attribute itself, all on its line. */
static bool is_of_numbers(str value, str own)
{
	size_t depth = 0;

	for (size_t i = 0, end; i<value.len; i = end> i ? end : i + 1) {
		char c = value.ptr[i];

		end = word_end(value, i);
		if (str_starts(str_from_at(value, i), own) &&
		        word_end(value, i + own.len) == i + own.len) {
			end = i + own.len;
			continue;
		}
		depth += c == '(';
		depth -= c == ')' && depth;
		if (c == '\\' || (end > i && !(c >= '0' && c <= '9') &&
		                         !str_eq(str_slice(value, i, end), S("None"))))
			return false;
	}
	return !depth;
}

/* What an attribute is given there leaves it in the memory that it was in; += does. */
static bool stays_there(str text, const struct python_chain *chain)
{
	str own = str_slice(text, chain->at, chain->end);
	str rest = str_slice(text, chain->end, chain->end + VALUE_BYTES);
	size_t end = str_find_byte(rest, '\n');

	if (end == rest.len)
		return false;
	rest = str_trim(str_slice(rest, 0, end));
	if (str_starts(rest, S(":"))) { /* said of what kind it is, and perhaps given something */
		rest = str_from_at(rest, str_find(rest, S(" = ")));
		if (!rest.len)
			return true;
		rest = str_from_at(rest, 1);
	}
	if (!str_starts(rest, S("=")))
		return rest.len && strchr("+-*/%@&|^<>", rest.ptr[0]) &&
		       str_has(str_slice(rest, 1, 4), S("="));
	rest = str_from_at(rest, 1);
	return is_of_numbers(str_slice(rest, 0, str_find(rest, S(" #"))), own);
}

/* One fact for each attribute: what all that it is given have in common. */
static void merge(struct class_facts *facts)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < facts->list.len; i++) {
		const struct fact *fact = &facts->list.at[i];
		struct fact *last = kept ? &facts->list.at[kept - 1] : NULL;

		if (!last || compare(last, fact)) {
			facts->list.at[kept++] = *fact;
		} else if (last->kind != fact->kind) {
			*last = (struct fact){.class_ = last->class_, .name = last->name};
		} else {
			last->ref = last->ref == fact->ref ? fact->ref : 0;
			last->flags &= fact->flags;
		}
	}
	facts->list.len = kept;
}

/* setattr(self, name, x.to(device)), self.__dict__[name] = …: any attribute may be moved so. */
static bool are_stored_by_name(const struct flow *f)
{
	const struct python_file *file = f->file;
	uint32_t setter = python_name_find(file, S("setattr"));
	uint32_t table = python_name_find(file, S("__dict__"));

	for (uint32_t i = 0; i < file->calls.len && setter; i++) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_arg *first = &file->args.at[call->args];

		if (call->chain != PYTHON_NONE && call->arg_count &&
		        file->chains.at[call->chain].root == setter &&
		        first->kind == PYTHON_VALUE_CHAIN &&
		        file->chains.at[first->ref].root == f->id_self &&
		        !file->chains.at[first->ref].name_count)
			return true;
	}
	for (uint32_t i = 0; i < file->chains.len && table; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		if (chain->root == f->id_self && chain->name_count == 1 &&
		        file->attributes.at[chain->names] == table &&
		        str_starts(str_from_at(file->text, chain->end), S("[")))
			return true;
	}
	return false;
}

/* A value that is neither a chain nor a call is no store: what it gives is not known, nor where. */
static void forget_memory(struct flow *f, struct class_facts *facts)
{
	const struct python_file *file = f->file;
	bool *known = NULL;

	for (uint32_t i = 0; i < facts->list.len && !known; i++)
		if (facts->list.at[i].flags & WHAT_MEMORY)
			known = ARENA_ARRAY(f->arena, bool, (size_t)file->chains.len + 1);
	if (known && are_stored_by_name(f)) {
		for (uint32_t i = 0; i < facts->list.len; i++)
			facts->list.at[i].flags &= ~(uint32_t)WHAT_MEMORY;
		return;
	}
	for (uint32_t i = 0; known && i < file->stores.len; i++)
		known[file->stores.at[i].chain] = true;
	for (uint32_t i = 0; known && i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];
		uint32_t class_ = file->scopes.at[chain->scope].class_, name, at;

		if (known[i] || chain->context != PYTHON_STORE || chain->name_count != 1 ||
		        chain->root != f->id_self || chain->root_kind != PYTHON_ROOT_NAME)
			continue;
		name = file->attributes.at[chain->names];
		at = first_fact(facts, class_, name);
		if (at == facts->list.len || facts->list.at[at].class_ != class_ ||
		        facts->list.at[at].name != name || stays_there(file->text, chain))
			continue;
		facts->list.at[at].flags &= ~(uint32_t)WHAT_MEMORY;
	}
}

static void gather(struct flow *f, struct class_facts *facts)
{
	for (uint32_t i = 0; i < f->file->stores.len; i++) {
		const struct python_store *store = &f->file->stores.at[i];
		const struct python_chain *chain = &f->file->chains.at[store->chain];

		if (chain->root_kind != PYTHON_ROOT_NAME || chain->name_count != 1 ||
		        chain->root != f->id_self || is_of_itself(f, store))
			continue;
		add_fact(f, facts, chain->scope, f->file->attributes.at[chain->names],
		        value_of(f, store->value, store->ref, store->annotation));
	}
	for (uint32_t i = 0; i < f->file->bindings.len; i++) {
		const struct python_binding *b = &f->file->bindings.at[i];

		if (b->annotation != PYTHON_NONE &&
		        f->file->scopes.at[b->scope].kind == PYTHON_CLASS)
			add_fact(f, facts, b->scope, b->name,
			        value_of(f, PYTHON_VALUE_EXPR, 0, b->annotation));
	}
	add_buffers(f, facts);
	if (facts->list.len)
		qsort(facts->list.at, facts->list.len, sizeof *facts->list.at, compare);
	merge(facts);
	forget_memory(f, facts);
}

struct class_facts *flow_classes(struct flow *f)
{
	if (f->classes)
		return f->classes;
	f->classes = ARENA_NEW(f->arena, struct class_facts);
	f->classes->module = ARENA_ARRAY(f->arena, uint8_t, (size_t)f->file->classes.len + 1);
	f->classes->function = ARENA_ARRAY(f->arena, uint8_t, (size_t)f->file->classes.len + 1);
	f->classes->data = ARENA_ARRAY(f->arena, uint8_t, (size_t)f->file->classes.len + 1);
	gather(f, f->classes);
	return f->classes;
}

struct what flow_self(struct flow *f, uint32_t attribute)
{
	struct class_facts *facts = flow_classes(f);
	struct what w = {0};
	uint32_t low;

	if (f->class_ == PYTHON_NONE)
		return w;
	low = first_fact(facts, f->class_, attribute);
	if (low < facts->list.len && facts->list.at[low].class_ == f->class_ &&
	        facts->list.at[low].name == attribute) {
		const struct fact *fact = &facts->list.at[low];

		w = (struct what){.ref = fact->ref, .flags = fact->flags, .kind = fact->kind};
	}
	/* x.cpu() of a tensor gives another one, of a module itself */
	if (f->moved_block == f->block &&
	        (f->moved == f->self || (f->moved == attribute && w.kind != WHAT_TENSOR)))
		w.flags |= WHAT_HOST;
	return w;
}

/* The first class of that name in the file; PYTHON_NONE. */
static uint32_t class_named(struct flow *f, uint32_t name)
{
	if (!f->class_named) {
		f->class_named = ARENA_ARRAY(f->arena, uint32_t, (size_t)f->n_known + 1);
		for (uint32_t i = f->file->classes.len; i--;)
			f->class_named[f->file->classes.at[i].name] = i + 1;
	}
	return name < f->n_known && f->class_named[name] ? f->class_named[name] - 1 : PYTHON_NONE;
}

typedef bool base_test(struct flow *f, str path);

static bool is_module_base(struct flow *f, str path)
{
	(void)f;
	return receiver_is_module_class(path) || str_ends(path, S("Module"));
}

static bool is_function_base(struct flow *f, str path)
{
	(void)f;
	return str_eq(path, S("torch.autograd.Function")) ||
	       str_eq(path, S("torch.autograd.function.Function"));
}

static bool is_data_base(struct flow *f, str path)
{
	(void)f;
	return str_ends(path, S("Dataset"));
}

static bool inherits(
        struct flow *f, uint32_t class_, uint8_t *known, base_test *test, uint32_t depth)
{
	const struct python_class *c = &f->file->classes.at[class_];

	if (known[class_])
		return known[class_] == 2;
	known[class_] = 1; /* also while its bases are looked at: cycles end */
	for (uint32_t i = 0; i < c->base_count && known[class_] == 1; i++) {
		uint32_t chain = f->file->bases.at[c->bases + i], count, other;
		const struct python_chain *base;
		const uint32_t *targets;

		if (chain == PYTHON_NONE)
			continue;
		base = &f->file->chains.at[chain];
		targets = python_chain_targets(f->file, base, &count);
		if (count && test(f, python_path(f->file, targets[0])))
			known[class_] = 2;
		if (count || depth >= BASES_DEEP)
			continue;
		other = base->name_count ? PYTHON_NONE : class_named(f, base->root);
		if (other != PYTHON_NONE && inherits(f, other, known, test, depth + 1))
			known[class_] = 2;
		else if (other == PYTHON_NONE &&
		         test(f, python_name(f->file, python_chain_last(f->file, base))))
			known[class_] = 2;
	}
	return known[class_] == 2;
}

bool flow_is_module_class(struct flow *f, uint32_t class_)
{
	return class_ != PYTHON_NONE &&
	       inherits(f, class_, flow_classes(f)->module, is_module_base, 0);
}

bool flow_is_function_class(struct flow *f, uint32_t class_)
{
	return class_ != PYTHON_NONE &&
	       inherits(f, class_, flow_classes(f)->function, is_function_base, 0);
}

bool flow_is_data_class(struct flow *f, uint32_t class_)
{
	return class_ != PYTHON_NONE && inherits(f, class_, flow_classes(f)->data, is_data_base, 0);
}
