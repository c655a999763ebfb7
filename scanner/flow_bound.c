/* Which names could be tensors, by what binds them: looked at when a name is asked for, since most
 * never are. A name of a unit counts as one when some binding of it in the unit could make it one.
 */
#include "scanner/flow_trigger.h"

#include <string.h>

static uint32_t pair_slot(const struct pairs *pairs, uint32_t unit, uint32_t name)
{
	uint64_t key = (uint64_t)unit << 32 | name;
	uint32_t i = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 40) & pairs->mask;

	while (pairs->first[i] && pairs->keys[i] != key)
		i = (i + 1) & pairs->mask;
	return i;
}

/* The bindings of each pair, in the order of the source. */
static void find_bound(struct triggers *t)
{
	struct pairs *pairs = &t->bound;
	const struct python_file *file = t->file;
	uint32_t n = 16;

	while (n < 2 * file->bindings.len)
		n *= 2;
	pairs->keys = arena_alloc(t->f->arena, n * sizeof *pairs->keys, _Alignof(uint64_t));
	pairs->first = ARENA_ARRAY(t->f->arena, uint32_t, n);
	pairs->states = ARENA_ARRAY(t->f->arena, uint8_t, n);
	pairs->so_far = ARENA_ARRAY(t->f->arena, uint8_t, n);
	pairs->next = ARENA_ARRAY(t->f->arena, uint32_t, (size_t)file->bindings.len + 1);
	pairs->mask = n - 1;
	for (uint32_t i = file->bindings.len; i-- > 0;) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t unit = t->unit_of[b->scope], slot = pair_slot(pairs, unit, b->name);

		pairs->keys[slot] = (uint64_t)unit << 32 | b->name;
		pairs->next[i] = pairs->first[slot];
		pairs->first[slot] = i + 1;
	}
}

/* The chain of an annotation names a tensor's type. */
static bool annotation_may_be(struct triggers *t, uint32_t annotation)
{
	const struct python_chain *chain = &t->file->chains.at[annotation];
	uint32_t count;
	const uint32_t *targets = python_chain_targets(t->file, chain, &count);

	if (!count)
		return python_chain_last(t->file, chain) == t->f->id_tensor;
	return receiver_is_tensor_type(python_path(t->f->file, targets[0]));
}

/* Up to the end of a parameter's annotation: to a comma, a bracket or a sign of equality outside of
 * brackets. */
static str annotation_text(str rest)
{
	size_t end = 0;
	int depth = 0;

	for (; end < rest.len; end++) {
		char c = rest.ptr[end];

		if (c == '[' || c == '(')
			depth++;
		else if ((c == ']' || c == ')') && depth-- == 0)
			break;
		else if (c == '=' || (c == ',' && !depth))
			break;
	}
	return str_slice(rest, 0, end);
}

/* What stands behind a parameter's name: an annotation that names no tensor rules it out, and so
 * does a default where there is no annotation. */
static uint8_t parameter_may_be(struct triggers *t, const struct python_binding *b)
{
	static const char *const types[] = {"Tensor", "Parameter", "Buffer", "Variable"};
	enum { LOOK_BYTES = 160 };
	str name = python_name(t->file, b->name), text = t->file->text, rest;
	const struct python_scope *scope = &t->file->scopes.at[b->scope];

	if (scope->flags & PYTHON_LAMBDA) /* nothing is said of it */
		return PAIR_YES;
	if (b->annotation != PYTHON_NONE)
		return annotation_may_be(t, b->annotation) ? PAIR_YES : PAIR_NO;
	rest = str_trim(str_slice(text, b->at + name.len, b->at + name.len + LOOK_BYTES));
	if (rest.len && rest.ptr[0] == ':') {
		bool may = t->tensor_alias;

		rest = annotation_text(rest);
		for (size_t i = 0; i < sizeof types / sizeof *types && !may; i++)
			may = str_has(rest, str_from(types[i]));
		return may ? PAIR_YES : PAIR_NO;
	}
	if (rest.len && rest.ptr[0] == '=')
		return PAIR_NO;
	return scope->flags & PYTHON_FORWARD ||
	                       str_eq(python_name(t->file, scope->name), S("backward"))
	               ? PAIR_SUPPOSED
	               : PAIR_NO;
}

static uint8_t binding_may_be(struct triggers *t, const struct python_binding *b);

/* What the bindings of a pair say, in their order: one that reads the name itself (x = x.view(1))
 * is answered with what those before it say, one that reads it through others with yes. */
uint8_t trigger_name_may_be(struct triggers *t, uint32_t unit, uint32_t name)
{
	enum { DEPTH_MOST = 60 };
	struct pairs *pairs = &t->bound;
	uint32_t slot = pair_slot(pairs, unit, name), before = t->working;

	if (!pairs->first[slot])
		return PAIR_NO;
	if (pairs->states[slot] == PAIR_WORKING)
		return slot == before ? pairs->so_far[slot] : PAIR_YES;
	if (pairs->states[slot])
		return pairs->states[slot];
	if (t->depth == DEPTH_MOST)
		return PAIR_YES;
	t->depth++;
	t->working = slot;
	pairs->states[slot] = PAIR_WORKING;
	pairs->so_far[slot] = PAIR_NO;
	for (uint32_t i = pairs->first[slot]; i && pairs->so_far[slot] != PAIR_YES;
	        i = pairs->next[i - 1]) {
		const struct python_binding *b = &t->file->bindings.at[i - 1];
		uint8_t may = flow_is_backward(t->f, b->at) ? PAIR_YES : binding_may_be(t, b);

		if (may > pairs->so_far[slot])
			pairs->so_far[slot] = may;
	}
	t->working = before;
	t->depth--;
	return pairs->states[slot] = pairs->so_far[slot];
}

/* A name that is read in a scope. */
static bool name_may_be(struct triggers *t, uint32_t scope, uint32_t name)
{
	return trigger_name_may_be(t, t->unit_of[scope], name) > PAIR_NO;
}

/* A chain that is read: x, x.attribute, self.attribute. */
static bool chain_may_be(struct triggers *t, const struct python_chain *chain)
{
	uint32_t last = python_chain_last(t->file, chain);

	if (chain->target_count)
		return false;
	if (!chain->name_count && chain->root_kind == PYTHON_ROOT_NAME)
		return name_may_be(t, chain->scope, chain->root);
	if (!chain->name_count)
		return true;
	if (chain->root == t->f->id_self && chain->root_kind == PYTHON_ROOT_NAME &&
	        chain->name_count == 1)
		return t->self_may_be[last] != 0;
	return trigger_attribute_may_be(t, last);
}

static bool call_may_be(struct triggers *t, const struct python_call *call)
{
	const struct python_chain *chain;
	uint32_t count;
	const uint32_t *targets;
	uint8_t gives;

	if (call->chain == PYTHON_NONE)
		return false;
	chain = &t->file->chains.at[call->chain];
	targets = python_chain_targets(t->file, chain, &count);
	if (!count) /* a method; a layer that is called */
		return chain_may_be(t, chain);
	gives = flow_call_kind(t->f, targets[0], call->arg_count > 1);
	return gives != WHAT_OTHER && gives != WHAT_UNKNOWN;
}

/* What is left of a statement of one line behind a place: nothing but a comment. */
static bool ends_here(str rest)
{
	while (rest.len && rest.ptr[0] == ' ')
		rest = str_from_at(rest, 1);
	return !rest.len || rest.ptr[0] == '\n' || rest.ptr[0] == '#' || rest.ptr[0] == ';';
}

/* One dotted name of the source. */
static bool dotted_may_be(struct triggers *t, uint32_t scope, str dotted)
{
	str root = str_slice(dotted, 0, str_find_byte(dotted, '.'));
	size_t dot = str_rfind_byte(dotted, '.');
	uint32_t name = python_name_find(t->file, root), last;

	if (dot == dotted.len)
		return !name || name >= t->f->n_known || name_may_be(t, scope, name);
	last = python_name_find(t->file, str_from_at(dotted, dot + 1));
	if (!last || last >= t->f->n_known)
		return true;
	if (name == t->f->id_self && dot == root.len)
		return t->self_may_be[last] != 0;
	return trigger_attribute_may_be(t, last);
}

/* x = a if b is None else self.config.c: one line of names and words of the language. A test of
 * identity gives no tensor, else it is one of the names. */
static bool names_may_be(struct triggers *t, uint32_t scope, str line)
{
	static const char *const words[] = {
	        "if", "else", "is", "not", "None", "and", "or", "in", "True", "False", NULL};
	bool tests = str_has(line, S(" is ")) || str_has(line, S(" in "));
	size_t i = 0;

	if (tests && !str_has(line, S(" if ")) && !str_has(line, S(" or ")) &&
	        !str_has(line, S(" and ")))
		return false;
	while (i < line.len) {
		size_t from = i;
		str word;

		while (i < line.len && (byte_is_word(line.ptr[i]) || line.ptr[i] == '.'))
			i++;
		word = str_slice(line, from, i);
		if (i == from && line.ptr[i++] != ' ')
			return true;
		if (word.len && !str_is_one_of(word, words) && dotted_may_be(t, scope, word))
			return true;
	}
	return false;
}

/* x = VALUE: a literal is no tensor, an expression may be one. */
static bool value_may_be(struct triggers *t, uint32_t scope, str value)
{
	static const char *const plain[] = {"None", "True", "False", "[]", "{}", NULL};
	static const char *const texts[] = {"\"", "'", "f\"", NULL};
	size_t end = 0;

	for (const char *const *word = plain; *word; word++)
		if (str_starts(value, str_from(*word)))
			return !ends_here(str_from_at(value, strlen(*word)));
	if (str_starts_one_of(value, texts))
		return false;
	while (end < value.len && ((value.ptr[end] >= '0' && value.ptr[end] <= '9') ||
	                                  value.ptr[end] == '.' || value.ptr[end] == '_'))
		end++;
	if (end)
		return !ends_here(str_from_at(value, end));
	end = str_find_byte(value, '\n');
	return end == value.len || names_may_be(t, scope, str_slice(value, 0, end));
}

/* The arguments of zip(), from the first one on: one that has a name is looked up, what counts is
 * no tensor. */
static bool zipped_may_be(struct triggers *t, uint32_t scope, str rest)
{
	static const char *const counted[] = {"range(", "enumerate(", "len(", NULL};
	int depth = 0;
	size_t from = 0;

	for (size_t i = 0; i < rest.len && depth >= 0; i++) {
		char c = rest.ptr[i];
		str each;

		depth += c == '(' || c == '[' || c == '{';
		depth -= c == ')' || c == ']' || c == '}';
		if (depth > 0 || (c != ',' && depth == 0))
			continue;
		each = str_trim(str_slice(rest, from, i));
		from = i + 1;
		if (each.len && !str_starts_one_of(each, counted) && names_may_be(t, scope, each))
			return true;
	}
	return depth >= 0; /* it ends on another line */
}

/* A name that is bound in a form that has no kind of its own: x = …, a, x = …, for x in …. */
static bool other_may_be(struct triggers *t, const struct python_binding *b)
{
	static const char *const counted[] = {"range(", "enumerate(", NULL};
	static const char *const entries[] = {".items():", ".keys():", ".values():", NULL};
	static const char *const sizes[] = {".shape", ".size()", NULL};
	enum { LOOK_BYTES = 200 };
	str name = python_name(t->file, b->name);
	str rest = str_slice(t->file->text, b->at + name.len, b->at + name.len + LOOK_BYTES);
	size_t line = str_find_byte(rest, '\n'), in;
	str whole = str_slice(rest, 0, line);

	if (str_starts(rest, S(" = ")))
		return value_may_be(t, b->scope, str_from_at(rest, 3));
	if (line == rest.len)
		return true;
	in = str_find(whole, S(" in "));
	if (str_starts(str_from_at(whole, in), S(" in zip(")))
		return zipped_may_be(t, b->scope, str_from_at(whole, in + 8));
	if (str_starts(str_from_at(whole, in), S(" in enumerate(")) && !str_starts(rest, S(",")))
		return !str_starts_one_of(str_from_at(whole, in + 14), counted);
	if (in < whole.len)
		return !str_starts_one_of(str_from_at(whole, in + 4), counted) &&
		       !str_ends_one_of(whole, entries);
	return !str_ends_one_of(whole, sizes);
}

static uint8_t binding_may_be(struct triggers *t, const struct python_binding *b)
{
	bool may = false;

	if (b->kind == PYTHON_BIND_VALUE && b->annotation != PYTHON_NONE &&
	        annotation_may_be(t, b->annotation))
		return PAIR_YES; /* x: torch.Tensor = layer.x */
	switch ((enum python_binding_kind)b->kind) {
	case PYTHON_BIND_PARAMETER: return parameter_may_be(t, b);
	case PYTHON_BIND_VALUE:
		may = b->value == PYTHON_VALUE_CALL ? call_may_be(t, &t->file->calls.at[b->ref])
		                                    : chain_may_be(t, &t->file->chains.at[b->ref]);
		break;
	case PYTHON_BIND_OTHER: may = other_may_be(t, b); break;
	default: break;
	}
	return may ? PAIR_YES : PAIR_NO;
}

static bool gives_module(struct triggers *t, const struct python_call *call)
{
	uint32_t count;
	const uint32_t *targets =
	        python_chain_targets(t->file, &t->file->chains.at[call->chain], &count);

	return count == 1 && flow_call_kind(t->f, targets[0], call->arg_count > 1) == WHAT_MODULE;
}

/* self.x: what stores and buffers of any class of the file say. */
static void find_attributes(struct triggers *t)
{
	const struct python_file *file = t->file;

	for (uint32_t i = 0; i < file->stores.len; i++) {
		const struct python_store *s = &file->stores.at[i];
		const struct python_chain *chain = &file->chains.at[s->chain];

		if (chain->name_count != 1)
			continue;
		if (s->annotation != PYTHON_NONE && annotation_may_be(t, s->annotation))
			t->self_may_be[file->attributes.at[chain->names]] |= SELF_TENSOR;
		else if (s->value == PYTHON_VALUE_CALL && call_may_be(t, &file->calls.at[s->ref]))
			t->self_may_be[file->attributes.at[chain->names]] |=
			        gives_module(t, &file->calls.at[s->ref]) ? SELF_MODULE
			                                                 : SELF_TENSOR;
	}
	for (uint32_t i = 0; i < file->bindings.len; i++) { /* class X: name: Tensor */
		const struct python_binding *b = &file->bindings.at[i];

		if (b->annotation != PYTHON_NONE && b->name < t->f->n_known &&
		        file->scopes.at[b->scope].kind == PYTHON_CLASS &&
		        annotation_may_be(t, b->annotation))
			t->self_may_be[b->name] |= SELF_TENSOR;
	}
	for (uint32_t i = 0; i < file->texts.len; i++) { /* register_buffer("name", …) */
		uint32_t name = python_name_find(file, file->texts.at[i]);

		if (name && name <= t->f->n_known)
			t->self_may_be[name] |= SELF_TENSOR;
	}
	for (uint32_t i = 0; i <= t->f->n_known && !t->any_self; i++)
		t->any_self = t->self_may_be[i] != 0;
}

/* The first parameters of functions. */
static void find_self_names(struct triggers *t)
{
	uint32_t scope = PYTHON_NONE;

	t->self_names = ARENA_ARRAY(t->f->arena, bool, (size_t)t->f->n_known + 1);
	for (uint32_t i = 0; i < t->file->bindings.len; i++) {
		const struct python_binding *b = &t->file->bindings.at[i];

		if (b->kind == PYTHON_BIND_PARAMETER && b->scope != scope) {
			scope = b->scope;
			if (b->name < t->f->n_known &&
			        t->file->scopes.at[scope].class_ != PYTHON_NONE)
				t->self_names[b->name] = true;
		}
	}
}

/* A tensor's type has another name in the file: from torch import Tensor as T. */
static bool has_tensor_alias(struct triggers *t)
{
	struct python_file *file = t->f->file;

	for (uint32_t i = 0; i < file->imports.len; i++) {
		const struct python_import *in = &file->imports.at[i];

		if (in->alias && in->target &&
		        receiver_is_tensor_type(python_path(file, in->target)))
			return true;
	}
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t count;
		const uint32_t *targets;

		if (b->kind != PYTHON_BIND_VALUE || b->value != PYTHON_VALUE_CHAIN)
			continue;
		targets = python_chain_targets(file, &file->chains.at[b->ref], &count);
		if (count && receiver_is_tensor_type(python_path(file, targets[0])))
			return true;
	}
	return false;
}

/* A name can be known to be a tensor only where some binding of its unit could make it one. */
void trigger_find_names(struct triggers *t)
{
	t->self_may_be = ARENA_ARRAY(t->f->arena, uint8_t, (size_t)t->f->n_known + 1);
	t->attribute_may_be = ARENA_ARRAY(t->f->arena, uint8_t, (size_t)t->f->n_known + 1);
	find_bound(t);
	t->working = UINT32_MAX;
	find_self_names(t);
	t->tensor_alias = has_tensor_alias(t);
	find_attributes(t);
}

/* A word behind a name: whether a tensor's attribute of that name can be one itself. */
bool trigger_attribute_may_be(struct triggers *t, uint32_t name)
{
	static const char *const plain[] = {
	        "dtype", "shape", "ndim", "layout", "requires_grad", "itemsize", "nbytes", NULL};
	uint8_t *known = &t->attribute_may_be[name];
	str text = python_name(t->file, name);
	uint8_t kind;

	if (*known)
		return *known == 2;
	if (str_is_one_of(text, plain)) {
		*known = 1;
		return false;
	}
	kind = flow_method_kind(t->f, name, false);
	*known = kind == WHAT_TENSOR || kind == WHAT_TENSORS || kind == WHAT_VALUE ||
	                         receiver_of_attribute(text) == RECEIVER_IS_TENSOR ||
	                         str_eq(text, S("weight")) || str_eq(text, S("bias")) ||
	                         str_eq(text, S("forward"))
	                 ? 2
	                 : 1;
	if (str_eq(text, S("device")) || str_eq(text, S("type")) || str_eq(text, S("device_type")))
		*known = 2;
	return *known == 2;
}
