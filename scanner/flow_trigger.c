/* Which functions could hold a match: a cheap look that may say yes too often, never no
 * (tests/diff/ flow_both compares with a walk of all).
 *
 * Records tell calls and names; what they do not tell (comparisons, tests, slices, loops) is looked
 * for in the tokens of files that use PyTorch. A function in which nothing can be known to be a
 * tensor is wanted only for what needs none. */
#include "scanner/flow_trigger.h"

#include <stdlib.h>
#include <string.h>

/* A unit is the outermost function around a scope: with it all that is nested is walked. */
uint32_t flow_unit_of(const struct python_file *file, uint32_t scope)
{
	uint32_t unit = 0;

	for (; scope != PYTHON_NONE; scope = file->scopes.at[scope].parent)
		if (file->scopes.at[scope].kind == PYTHON_FUNCTION &&
		        !(file->scopes.at[scope].flags & PYTHON_LAMBDA))
			unit = scope;
	return unit;
}

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

static void find_units(struct triggers *t)
{
	t->unit_of = ARENA_ARRAY(t->f->arena, uint32_t, (size_t)t->file->scopes.len + 1);
	for (uint32_t i = 1; i < t->file->scopes.len; i++) {
		const struct python_scope *s = &t->file->scopes.at[i];
		uint32_t above = s->parent == PYTHON_NONE ? 0 : t->unit_of[s->parent];
		bool def = s->kind == PYTHON_FUNCTION && !(s->flags & PYTHON_LAMBDA);

		t->unit_of[i] = above ? above : def ? i : 0;
	}
}

static void want(struct triggers *t, uint32_t scope, uint8_t flags)
{
	t->units[t->unit_of[scope]] |= flags;
}

static bool receiver_may_be(struct triggers *t, const struct python_call *call);

/* An item that asks for a tensor or a module that is known to be one. */
static bool wants_known(struct flow *f, const struct item_row *item, uint32_t method)
{
	return item->receiver == RECEIVER_TENSOR || item->receiver == RECEIVER_MODULE ||
	       (item->receiver == RECEIVER_DEFAULT && flow_is_common_method(f, method));
}

/* A value read on one rank only: asked for by a matcher, not by the name of a method. */
static bool wants_read(struct triggers *t, const struct python_call *call, uint32_t name)
{
	static const char *const reads[] = {"item", "tolist", "cpu", "numpy"};
	str text = python_name(t->file, name);

	if (!t->holds_rank)
		return false;
	for (size_t i = 0; i < sizeof reads / sizeof *reads; i++)
		if (str_eq(text, str_from(reads[i])))
			return receiver_may_be(t, call);
	return false;
}

/* A method that rules name for tensors or modules. Its conditions are asked first, since most calls
 * of to() name no dtype and no device. */
static bool wants_method(struct triggers *t, const struct python_call *call, uint32_t name)
{
	struct python_matching *p = t->f->p;
	uint32_t count;
	const struct ref_row *refs = python_method_refs(p, name, &count);

	if (wants_read(t, call, name))
		return true;
	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &p->m.rules->items[refs[i].item];

		if (item->kind != ITEM_CALL || refs[i].flags & REF_ANY ||
		        p->m.rules->off[item->rule])
			continue;
		if (wants_known(t->f, item, name) && !receiver_may_be(t, call))
			continue;
		if (item_wants_tensor(p->m.rules, item) || call_holds(p, item, call, NULL))
			return true;
	}
	return false;
}

/* A path whose items ask for a tensor among the arguments. */
static bool wants_path(struct triggers *t, uint32_t path)
{
	struct python_matching *p = t->f->p;
	const struct path_refs *known = &p->paths[path];

	for (uint32_t i = 0; i < known->count; i++) {
		const struct ref_row *ref = &p->m.rules->refs[p->refs.at[known->first + i]];
		const struct item_row *item = &p->m.rules->items[ref->item];

		if (item->kind == ITEM_CALL && !p->m.rules->off[item->rule] &&
		        item_wants_tensor(p->m.rules, item))
			return true;
	}
	return false;
}

/* The unit of the scope that begins last before a place: the one around it, or it is in none. */
static uint32_t unit_before(const struct triggers *t, uint32_t at)
{
	uint32_t low = 0, high = t->file->scopes.len;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (t->file->scopes.at[mid].at <= at)
			low = mid;
		else
			high = mid;
	}
	return t->unit_of[low];
}

/* Matches that are dropped again when the tensor turns out to be on the host. */
static void look_at_matches(struct triggers *t)
{
	const struct python_matching *p = t->f->p;

	for (uint32_t i = 0; i < p->raw.len; i++) {
		const struct raw *raw = &p->raw.at[i];

		if (!p->m.worker->runs_anyway[raw->rule] && !p->m.worker->stores[raw->rule])
			continue;
		want(t, raw->scope, UNIT_WANTED);
		if (!raw->scope) /* of the module, or not known */
			want(t, unit_before(t, raw->at), UNIT_WANTED);
	}
}

enum mask_name { MASK_NONE, MASK_OF_TENSOR, MASK_BY_ITSELF, MASK_WITHOUT_ARGUMENTS };

/* By name of the file, methods and functions that give tensors of booleans, enum mask_name. */
static uint8_t *find_mask_names(struct triggers *t)
{
	uint8_t *names = ARENA_ARRAY(t->f->arena, uint8_t, (size_t)t->f->n_known + 1);

	for (int i = 0; flow_mask_names[i]; i++)
		names[python_name_find(t->file, str_from(flow_mask_names[i]))] =
		        i < FLOW_QUESTIONS ? MASK_WITHOUT_ARGUMENTS : MASK_OF_TENSOR;
	for (const char *const *word = flow_comparisons; *word && !t->f->p->frames; word++)
		names[python_name_find(t->file, str_from(*word))] = MASK_BY_ITSELF;
	names[0] = MASK_NONE;
	return names;
}

static void note_mask(struct triggers *t, uint32_t scope, uint32_t at)
{
	want(t, scope, UNIT_MASK);
	*VEC_PUSH(t->f->arena, &t->masks) = at;
}

static int compare_places(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

	return a < b ? -1 : a > b;
}

/* "== torch.bool", "!= torch.bool" */
static bool is_compared(str text, uint32_t at)
{
	while (at && text.ptr[at - 1] == ' ')
		at--;
	return at > 1 && text.ptr[at - 1] == '=' &&
	       (text.ptr[at - 2] == '=' || text.ptr[at - 2] == '!');
}

static void look_at_masks(struct triggers *t)
{
	uint8_t *masks = find_mask_names(t);
	uint32_t bool_type = python_name_find(t->file, S("bool"));

	for (uint32_t i = 0; i < t->file->calls.len; i++) {
		const struct python_call *call = &t->file->calls.at[i];
		const struct python_chain *chain;
		uint8_t mask;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &t->file->chains.at[call->chain];
		mask = masks[python_chain_last(t->file, chain)];
		if (chain->name_count && mask &&
		        (chain->target_count || receiver_may_be(t, call) ||
		                (mask == MASK_BY_ITSELF && call->arg_count == 1) ||
		                (mask == MASK_WITHOUT_ARGUMENTS && !call->arg_count)))
			note_mask(t, call->scope, call->open);
	}
	for (uint32_t i = 0; bool_type && i < t->file->attrs.len; i++) { /* torch.bool */
		const struct python_chain *chain = &t->file->chains.at[t->file->attrs.at[i]];

		if (chain->root == NAME_TORCH && chain->name_count == 1 &&
		        t->file->attributes.at[chain->names] == bool_type &&
		        !is_compared(t->file->text, chain->at))
			note_mask(t, chain->scope, chain->at);
	}
	if (t->masks.len)
		qsort(t->masks.at, t->masks.len, sizeof *t->masks.at, compare_places);
}

/* x.sum(dim=0): a tensor by how it is asked. */
static bool is_said_by_dim(const struct triggers *t, const struct python_call *call, uint32_t dim)
{
	for (uint32_t i = 0; dim && i < call->arg_count; i++)
		if (t->file->args.at[call->args + i].name == dim)
			return true;
	return false;
}

static bool is_wanted_device(const struct triggers *t, uint32_t scope)
{
	const uint8_t both = UNIT_WANTED | UNIT_DEVICE;

	return (t->units[t->unit_of[scope]] & both) == both;
}

static void look_at_calls(struct triggers *t)
{
	uint32_t dim = python_name_find(t->file, S("dim"));
	uint32_t number = python_name_find(t->file, S("int"));
	uint32_t print = python_name_find(t->file, S("print"));

	for (uint32_t i = 0; i < t->file->calls.len; i++) {
		const struct python_call *call = &t->file->calls.at[i];
		const struct python_chain *chain;
		uint32_t count;
		const uint32_t *targets;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &t->file->chains.at[call->chain];
		if (chain->name_count && !chain->target_count) {
			if (!is_wanted_device(t, call->scope) &&
			        wants_method(t, call, python_chain_last(t->file, chain)))
				want(t, call->scope, UNIT_WANTED | UNIT_DEVICE);
			if (is_said_by_dim(t, call, dim)) {
				want(t, call->scope, UNIT_SOURCE);
				*VEC_PUSH(t->f->arena, &t->tensor_calls) = call->open;
			}
		} else if (number && chain->root == number && chain->bound == PYTHON_FREE &&
		           chain->root_kind == PYTHON_ROOT_NAME && call->arg_count == 1) {
			uint8_t kind = t->file->args.at[call->args].kind;

			if (kind == PYTHON_VALUE_CALL || kind == PYTHON_VALUE_EXPR)
				want(t, call->scope, UNIT_WANTED);
		}
		if (t->holds_rank && print && chain->root == print && !chain->name_count)
			want(t, call->scope, UNIT_WANTED);
		targets = python_chain_targets(t->file, chain, &count);
		for (uint32_t k = 0; k < count; k++) {
			uint8_t gives = flow_call_kind(t->f, targets[k], false);

			if (gives == WHAT_TENSOR || gives == WHAT_TENSORS || gives == WHAT_MODULE) {
				want(t, call->scope, UNIT_SOURCE);
				*VEC_PUSH(t->f->arena, &t->tensor_calls) = call->open;
			}
			if (wants_path(t, targets[k]))
				want(t, call->scope, UNIT_WANTED);
		}
		if (chain->flags & (PYTHON_CUDA_IF | PYTHON_CUDA_ELSE))
			want(t, call->scope, UNIT_WANTED | UNIT_DEVICE);
	}
}

/* Names of attributes that rules want on tensors (is_cuda); none of them in the file: nothing to
 * do. */
static void look_at_attributes(struct triggers *t)
{
	struct python_matching *p = t->f->p;
	uint32_t names[16], n = 0;

	for (uint32_t i = 0; i < p->m.worker->n_attribute_methods && n < 16; i++) {
		uint32_t id = python_name_find(t->file, p->m.worker->attribute_methods[i]);

		if (id)
			names[n++] = id;
	}
	for (uint32_t i = 0; n && i < t->file->chains.len; i++) {
		const struct python_chain *chain = &t->file->chains.at[i];

		for (uint32_t k = 0; k < chain->name_count; k++)
			for (uint32_t m = 0; m < n; m++)
				if (t->file->attributes.at[chain->names + k] == names[m])
					want(t, chain->scope,
					        UNIT_WANTED | UNIT_DEVICE | UNIT_SOURCE);
	}
}

/* Where device names and tests of CUDA stand. */
static void look_at_devices(struct triggers *t)
{
	uint32_t available = python_name_find(t->file, S("is_available"));

	for (uint32_t i = 0; i < t->file->strings.len; i++)
		want(t, t->file->strings.at[i].scope, UNIT_WANTED | UNIT_DEVICE);
	for (uint32_t i = 0; available && i < t->file->calls.len; i++) {
		const struct python_call *call = &t->file->calls.at[i];

		if (call->chain != PYTHON_NONE &&
		        python_chain_last(t->file, &t->file->chains.at[call->chain]) == available)
			want(t, call->scope, UNIT_WANTED | UNIT_DEVICE);
	}
}

/* Parameters that are tensors by annotation, or by being those of forward and backward. */
static void look_at_sources(struct triggers *t)
{
	for (uint32_t i = 0; i < t->file->bindings.len; i++) {
		const struct python_binding *b = &t->file->bindings.at[i];

		if ((b->kind == PYTHON_BIND_PARAMETER && b->annotation != PYTHON_NONE) ||
		        flow_is_backward(t->f, b->at))
			want(t, b->scope, UNIT_SOURCE);
	}
	for (uint32_t i = 1; i < t->file->scopes.len; i++) {
		str name = python_name(t->file, t->file->scopes.at[i].name);

		if (t->file->scopes.at[i].flags & (PYTHON_FORWARD | PYTHON_COMPILED) ||
		        str_starts(name, S("forward")) || str_eq(name, S("backward")))
			want(t, i, UNIT_SOURCE);
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

static bool starts_any(str text, const char *const *words)
{
	for (; *words; words++)
		if (str_starts(text, str_from(*words)))
			return true;
	return false;
}

static bool ends_any(str text, const char *const *words)
{
	for (; *words; words++)
		if (str_ends(text, str_from(*words)))
			return true;
	return false;
}

static bool is_word_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
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

		while (i < line.len && (is_word_byte(line.ptr[i]) || line.ptr[i] == '.'))
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
	if (starts_any(value, texts))
		return false;
	while (end < value.len && ((value.ptr[end] >= '0' && value.ptr[end] <= '9') ||
	                                  value.ptr[end] == '.' || value.ptr[end] == '_'))
		end++;
	if (end)
		return !ends_here(str_from_at(value, end));
	end = str_find_byte(value, '\n');
	return end == value.len || names_may_be(t, scope, str_slice(value, 0, end));
}

/* A name that is bound in a form that has no kind of its own: x = …, a, x = …, for x in …. */
static bool other_may_be(struct triggers *t, const struct python_binding *b)
{
	static const char *const counted[] = {"range(", "enumerate(", "zip(", NULL};
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
	if (in < whole.len)
		return !starts_any(str_from_at(whole, in + 4), counted) &&
		       !ends_any(whole, entries);
	return !ends_any(whole, sizes);
}

static uint8_t binding_may_be(struct triggers *t, const struct python_binding *b)
{
	bool may = false;

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
static void find_may_be(struct triggers *t)
{
	t->self_may_be = ARENA_ARRAY(t->f->arena, uint8_t, (size_t)t->f->n_known + 1);
	t->attribute_may_be = ARENA_ARRAY(t->f->arena, uint8_t, (size_t)t->f->n_known + 1);
	find_bound(t);
	t->working = UINT32_MAX;
	find_self_names(t);
	t->tensor_alias = has_tensor_alias(t);
	find_attributes(t);
}

/* What a method is called on. */
static bool receiver_may_be(struct triggers *t, const struct python_call *call)
{
	const struct python_chain *chain = &t->file->chains.at[call->chain];
	const uint32_t *names = t->file->attributes.at + chain->names;
	uint32_t n = chain->name_count;

	if (!t->self_may_be) /* no file of PyTorch: x.detach().cpu() all the same */
		return t->holds_detach && n == 1 && chain->root_kind != PYTHON_ROOT_NAME;
	if (n > 1 && chain->root == t->f->id_self && n == 2)
		return t->self_may_be[names[0]] != 0;
	if (n > 1)
		return trigger_attribute_may_be(t, names[n - 2]);
	if (chain->root_kind != PYTHON_ROOT_NAME)
		return true;
	return name_may_be(t, call->scope, chain->root);
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

void flow_triggers(struct flow *f, uint8_t *units)
{
	struct triggers t = {.f = f, .file = f->file, .units = units};

	find_units(&t);
	t.holds_rank = f->p->m.worker->matchers[MATCHER_READ_IN_RANK_ZERO].count &&
	               flow_names_rank(f->file);
	t.holds_detach = python_name_find(f->file, S("detach")) != 0;
	look_at_matches(&t);
	if (f->p->torch) {
		flow_find_backwards(f);
		find_may_be(&t);
		look_at_sources(&t);
	}
	look_at_devices(&t);
	look_at_calls(&t);
	look_at_attributes(&t);
	if (f->p->torch) {
		look_at_masks(&t);
		trigger_operators(&t);
	}
}
