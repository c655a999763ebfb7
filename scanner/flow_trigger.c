/* Which functions could hold a match: a cheap look that may say yes too often, never no.
 *
 * Records tell calls and names; what they do not tell (comparisons, tests, slices, loops) is looked
 * for line by line in the text of files that use PyTorch. A function in which nothing can be known
 * to be a tensor is wanted only for what needs none. */
#include "scanner/flow_internal.h"

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

/* (scope, name) and (unit, name) to what is known of it: open addressing, half full at most. */
struct pairs {
	uint64_t *keys;
	uint8_t *states;
	uint32_t mask;
};

enum { PAIR_NEW, PAIR_NO, PAIR_YES };

static void pairs_init(struct arena *arena, struct pairs *pairs, uint32_t most)
{
	uint32_t n = 16;

	while (n < 2 * most)
		n *= 2;
	pairs->keys = ARENA_ARRAY(arena, uint64_t, n);
	pairs->states = ARENA_ARRAY(arena, uint8_t, n);
	pairs->mask = n - 1;
}

static uint8_t *pair_at(const struct pairs *pairs, uint32_t first, uint32_t second)
{
	uint64_t key = (uint64_t)first << 32 | second;
	uint32_t i = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 40) & pairs->mask;

	while (pairs->states[i] && pairs->keys[i] != key)
		i = (i + 1) & pairs->mask;
	pairs->keys[i] = key;
	return &pairs->states[i];
}

struct triggers {
	struct flow *f;
	const struct python_file *file;
	uint8_t *units;
	uint32_t *unit_of;   /* by scope */
	struct pairs may_be; /* by unit and name */
	bool *self_may_be;   /* by name: self.NAME in some class of the file */
	uint8_t *attribute_may_be, *function_may_be; /* by name: 1 no, 2 yes */
};

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
static bool wants_known(const struct item_row *item, str method)
{
	return item->receiver == RECEIVER_TENSOR || item->receiver == RECEIVER_MODULE ||
	       (item->receiver == RECEIVER_DEFAULT && receiver_is_common_method(method));
}

/* A value read on one rank only: asked for by a matcher, not by the name of a method. */
static bool wants_read(struct triggers *t, const struct python_call *call, uint32_t name)
{
	static const char *const reads[] = {"item", "tolist", "cpu", "numpy"};
	str text = python_name(t->file, name);

	if (!t->f->p->m.worker->matchers[MATCHER_READ_IN_RANK_ZERO].count)
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
		if (wants_known(item, python_name(t->file, name)) && !receiver_may_be(t, call))
			continue;
		if (item_wants_tensor(p->m.rules, item) || call_holds(p, item, call, NULL))
			return true;
	}
	return false;
}

/* A path whose items ask for a tensor, or whose match is dropped again when the tensor turns out to
 * be on the host. */
static bool wants_path(struct triggers *t, uint32_t path)
{
	struct python_matching *p = t->f->p;
	const struct path_refs *known = &p->paths[path];

	for (uint32_t i = 0; i < known->count; i++) {
		const struct ref_row *ref = &p->m.rules->refs[p->refs.at[known->first + i]];
		const struct item_row *item = &p->m.rules->items[ref->item];

		if (item->kind == ITEM_CALL && !p->m.rules->off[item->rule] &&
		        (p->m.worker->runs_anyway[item->rule] ||
		                item_wants_tensor(p->m.rules, item)))
			return true;
	}
	return false;
}

/* By name of the file, methods and functions that give tensors of booleans. */
static bool *find_mask_names(struct triggers *t)
{
	bool *names = ARENA_ARRAY(t->f->arena, bool, (size_t)t->f->n_known + 1);

	for (const char *const *word = flow_mask_names; *word; word++)
		names[python_name_find(t->file, str_from(*word))] = true;
	names[0] = false;
	return names;
}

static void look_at_masks(struct triggers *t)
{
	bool *masks = find_mask_names(t);
	uint32_t bool_type = python_name_find(t->file, S("bool"));

	for (uint32_t i = 0; i < t->file->calls.len; i++) {
		const struct python_call *call = &t->file->calls.at[i];
		const struct python_chain *chain;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &t->file->chains.at[call->chain];
		if (chain->name_count && masks[python_chain_last(t->file, chain)] &&
		        (chain->target_count || receiver_may_be(t, call)))
			want(t, call->scope, UNIT_WANTED);
	}
	for (uint32_t i = 0; bool_type && i < t->file->attrs.len; i++) { /* torch.bool */
		const struct python_chain *chain = &t->file->chains.at[t->file->attrs.at[i]];

		if (chain->root == NAME_TORCH && chain->name_count == 1 &&
		        t->file->attributes.at[chain->names] == bool_type)
			want(t, chain->scope, UNIT_WANTED);
	}
}

static void look_at_calls(struct triggers *t)
{
	uint32_t number = python_name_find(t->file, S("int"));

	for (uint32_t i = 0; i < t->file->calls.len; i++) {
		const struct python_call *call = &t->file->calls.at[i];
		const struct python_chain *chain;
		uint32_t count;
		const uint32_t *targets;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &t->file->chains.at[call->chain];
		if (chain->name_count && !chain->target_count) {
			if (wants_method(t, call, python_chain_last(t->file, chain)))
				want(t, call->scope, UNIT_WANTED | UNIT_DEVICE);
		} else if (number && chain->root == number && chain->bound == PYTHON_FREE &&
		           chain->root_kind == PYTHON_ROOT_NAME && call->arg_count == 1) {
			uint8_t kind = t->file->args.at[call->args].kind;

			if (kind == PYTHON_VALUE_CALL || kind == PYTHON_VALUE_EXPR)
				want(t, call->scope, UNIT_WANTED);
		}
		targets = python_chain_targets(t->file, chain, &count);
		for (uint32_t k = 0; k < count; k++) {
			uint8_t gives = flow_call_kind(t->f, targets[k], false);

			if (gives == WHAT_TENSOR || gives == WHAT_TENSORS || gives == WHAT_MODULE)
				want(t, call->scope, UNIT_SOURCE);
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

		if (b->kind == PYTHON_BIND_PARAMETER && b->annotation != PYTHON_NONE)
			want(t, b->scope, UNIT_SOURCE);
	}
	for (uint32_t i = 1; i < t->file->scopes.len; i++) {
		str name = python_name(t->file, t->file->scopes.at[i].name);

		if (t->file->scopes.at[i].flags & (PYTHON_FORWARD | PYTHON_COMPILED) ||
		        str_starts(name, S("forward")) || str_eq(name, S("backward")))
			want(t, i, UNIT_SOURCE);
	}
}

/* What stands behind a parameter's name: an annotation that names no tensor rules it out, and so
 * does a default where there is no annotation. */
static bool parameter_may_be(struct triggers *t, const struct python_binding *b)
{
	str name = python_name(t->file, b->name), text = t->file->text, rest;
	const struct python_scope *scope = &t->file->scopes.at[b->scope];

	rest = str_trim(str_slice(text, b->at + name.len, b->at + name.len + 80));
	rest = str_slice(rest, 0, str_find_byte(rest, '\n'));
	if (rest.len && rest.ptr[0] == ':')
		return str_has(str_slice(rest, 0, str_find_byte(rest, '=')), S("Tensor"));
	return !(rest.len && rest.ptr[0] == '=') &&
	       (scope->flags & PYTHON_FORWARD ||
	               str_eq(python_name(t->file, scope->name), S("backward")));
}

static bool attribute_may_be(struct triggers *t, uint32_t name);

/* A chain that is read: x, x.attribute, self.attribute. */
static bool chain_may_be(struct triggers *t, const struct python_chain *chain)
{
	uint32_t last = python_chain_last(t->file, chain);

	if (chain->target_count)
		return false;
	if (!chain->name_count)
		return true;
	if (chain->root == t->f->id_self && chain->root_kind == PYTHON_ROOT_NAME &&
	        chain->name_count == 1)
		return t->self_may_be[last];
	return attribute_may_be(t, last);
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

/* x = … of a form that has no name of its own: a literal is no tensor, an expression may be one. */
static bool other_may_be(struct triggers *t, const struct python_binding *b)
{
	static const char *const plain[] = {" = None", " = True", " = False", " = []", " = {}",
	        " = \"", " = '", " = f\"", " in range(", " in enumerate(", " in zip("};
	str name = python_name(t->file, b->name);
	str rest = str_slice(t->file->text, b->at + name.len, b->at + name.len + 20);

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (str_starts(rest, str_from(plain[i])))
			return false;
	return !(str_starts(rest, S(" = ")) && rest.len > 3 && rest.ptr[3] >= '0' &&
	         rest.ptr[3] <= '9');
}

static bool binding_may_be(struct triggers *t, const struct python_binding *b)
{
	switch ((enum python_binding_kind)b->kind) {
	case PYTHON_BIND_PARAMETER: return parameter_may_be(t, b);
	case PYTHON_BIND_VALUE:
		return b->value == PYTHON_VALUE_CALL ? call_may_be(t, &t->file->calls.at[b->ref])
		                                     : chain_may_be(t, &t->file->chains.at[b->ref]);
	case PYTHON_BIND_OTHER: return other_may_be(t, b);
	default: return false;
	}
}

/* self.x: what stores and buffers of any class of the file say. */
static void find_attributes(struct triggers *t)
{
	const struct python_file *file = t->file;

	for (uint32_t i = 0; i < file->stores.len; i++) {
		const struct python_store *s = &file->stores.at[i];
		const struct python_chain *chain = &file->chains.at[s->chain];

		if (chain->name_count == 1 &&
		        (s->annotation != PYTHON_NONE ||
		                (s->value == PYTHON_VALUE_CALL &&
		                        call_may_be(t, &file->calls.at[s->ref]))))
			t->self_may_be[file->attributes.at[chain->names]] = true;
	}
	for (uint32_t i = 0; i < file->texts.len; i++) { /* register_buffer("name", …) */
		uint32_t name = python_name_find(file, file->texts.at[i]);

		if (name && name <= t->f->n_known)
			t->self_may_be[name] = true;
	}
}

/* A name can be known to be a tensor only where the first binding of its scope could make it one:
 * every later binding has to agree with it. */
static void find_may_be(struct triggers *t)
{
	const struct python_file *file = t->file;
	struct pairs scopes;

	t->self_may_be = ARENA_ARRAY(t->f->arena, bool, (size_t)t->f->n_known + 1);
	t->attribute_may_be = ARENA_ARRAY(t->f->arena, uint8_t, (size_t)t->f->n_known + 1);
	t->function_may_be = ARENA_ARRAY(t->f->arena, uint8_t, (size_t)t->f->n_known + 1);
	pairs_init(t->f->arena, &scopes, file->bindings.len);
	pairs_init(t->f->arena, &t->may_be, file->bindings.len);
	find_attributes(t);
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];
		uint8_t *first = pair_at(&scopes, b->scope, b->name), *unit;

		if (*first)
			continue;
		*first = binding_may_be(t, b) ? PAIR_YES : PAIR_NO;
		unit = pair_at(&t->may_be, t->unit_of[b->scope], b->name);
		if (*unit != PAIR_YES)
			*unit = *first;
	}
}

/* What a method is called on. */
static bool receiver_may_be(struct triggers *t, const struct python_call *call)
{
	const struct python_chain *chain = &t->file->chains.at[call->chain];
	const uint32_t *names = t->file->attributes.at + chain->names;
	uint32_t n = chain->name_count;

	if (!t->self_may_be)
		return false; /* no file of PyTorch */
	if (n > 1 && chain->root == t->f->id_self && n == 2)
		return t->self_may_be[names[0]];
	if (n > 1)
		return attribute_may_be(t, names[n - 2]);
	if (chain->root_kind != PYTHON_ROOT_NAME)
		return true;
	return *pair_at(&t->may_be, t->unit_of[call->scope], chain->root) == PAIR_YES;
}

static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || (unsigned char)c >= 0x80;
}

/* What stands behind a name rules it out: a keyword argument, "is None", a call of it. */
static bool is_ruled_out(str line, size_t from, size_t to)
{
	str rest = str_from_at(line, to);

	if (rest.len > 1 && rest.ptr[0] == '=' && rest.ptr[1] != '=')
		return true;
	if (str_starts(rest, S(" is ")) || str_starts(rest, S("(")) || str_starts(rest, S("\"")) ||
	        str_starts(rest, S("'")))
		return true;
	return from >= 4 && !memcmp(line.ptr + from - 4, "len(", 4);
}

/* A word behind a name: whether a tensor's attribute of that name can be one itself. */
static bool attribute_may_be(struct triggers *t, uint32_t name)
{
	uint8_t *known = &t->attribute_may_be[name];
	str text = python_name(t->file, name);
	uint8_t kind;

	if (*known)
		return *known == 2;
	kind = flow_method_kind(t->f, name, false);
	*known = kind == WHAT_TENSOR || kind == WHAT_TENSORS || kind == WHAT_VALUE ||
	                         receiver_of_attribute(text) == RECEIVER_IS_TENSOR ||
	                         str_eq(text, S("weight")) || str_eq(text, S("bias"))
	                 ? 2
	                 : 1;
	if (str_eq(text, S("device")) || str_eq(text, S("type")) || str_eq(text, S("device_type")))
		*known = 2;
	return *known == 2;
}

/* torch.NAME: whether a call of it can give a tensor. */
static bool function_may_be(struct triggers *t, uint32_t name)
{
	uint8_t *known = &t->function_may_be[name];
	str text = python_name(t->file, name);
	enum receiver gives;

	if (!*known) {
		gives = receiver_of_call(
		        arena_format(t->f->arena, "torch.%.*s", STR_ARG(text)), true);
		/* torch.nn.functional.x, torch.linalg.x */
		*known = gives == RECEIVER_IS_TENSOR || gives == RECEIVER_IS_TENSORS ||
		                         str_eq(text, S("nn")) || str_eq(text, S("linalg")) ||
		                         str_eq(text, S("fft")) || str_eq(text, S("special"))
		                 ? 2
		                 : 1;
	}
	return *known == 2;
}

/* The name behind a dot at `at`; 0. */
static uint32_t word_behind(struct triggers *t, str line, size_t at)
{
	size_t from = at + 1, to = from;

	if (at >= line.len || line.ptr[at] != '.')
		return 0;
	while (to < line.len && is_name_byte(line.ptr[to]))
		to++;
	return python_name_find(t->file, str_slice(line, from, to));
}

/* One name of a line, [from, to). */
static bool is_tensor_name(struct triggers *t, uint32_t unit, str line, size_t from, size_t to)
{
	bool self = from >= 5 && !memcmp(line.ptr + from - 5, "self.", 5);
	uint32_t name, next;

	if (from && line.ptr[from - 1] == '.' && !self)
		return false;
	name = python_name_find(t->file, str_slice(line, from, to));
	if (!name || name > t->f->n_known)
		return false;
	next = word_behind(t, line, to);
	if (name == NAME_TORCH)
		return next && function_may_be(t, next);
	if (!(self ? t->self_may_be[name] : *pair_at(&t->may_be, unit, name) == PAIR_YES) ||
	        (is_ruled_out(line, from, to) && !self))
		return false;
	return !next || attribute_may_be(t, next);
}

/* Some name in the line could be a tensor, or is a function of torch that gives one. */
static bool names_tensor(struct triggers *t, uint32_t unit, str line)
{
	for (size_t i = 0; i < line.len;) {
		size_t from = i;

		if (!is_name_byte(line.ptr[i])) {
			if (line.ptr[i] == '#')
				return false;
			i++;
			continue;
		}
		while (i < line.len && is_name_byte(line.ptr[i]))
			i++;
		if (is_tensor_name(t, unit, line, from, i))
			return true;
	}
	return false;
}

static bool word_at(str line, const char *word)
{
	return str_starts(line, str_from(word));
}

/* "x is None", "x is not None", "self.x", "not self.x", "isinstance(": tests of no tensor. */
static bool is_plain_test(str test)
{
	bool is = str_has(test, S(" is "));

	if (str_has(test, S(" and ")) || str_has(test, S(" or ")))
		return false;
	if (str_has(test, S(" in ")))
		return !str_has(test, S("device"));
	if (str_find_byte(test, '[') < test.len)
		return false;
	if (is || word_at(test, "isinstance(") || word_at(test, "not isinstance(") ||
	        word_at(test, "len(") || word_at(test, "hasattr(") || word_at(test, "not hasattr("))
		return true;
	if ((str_has(test, S("== \"")) || str_has(test, S("!= \"")) || str_has(test, S("== '"))) &&
	        !str_has(test, S("device")))
		return true;
	if (word_at(test, "not "))
		test = str_from_at(test, 4);
	return word_at(test, "self.") && !str_has(test, S("(")) && !str_has(test, S(">")) &&
	       !str_has(test, S("<")) && !str_has(test, S("=="));
}

/* " not " that is neither "is not" nor "not in". */
static bool is_negation(str line, size_t at)
{
	return str_starts(str_from_at(line, at), S(" not ")) &&
	       !str_starts(str_from_at(line, at), S(" not in ")) &&
	       !str_ends(str_slice(line, 0, at), S(" is"));
}

/* A comparison, the negation of a mask, a step of a slice, or a boolean operator. */
static bool holds_operator(str line)
{
	for (size_t i = 0; i + 1 < line.len; i++) {
		char c = line.ptr[i], next = line.ptr[i + 1];

		if (c > '~' || c < ' ')
			continue;
		switch (c) {
		case '#': return false;
		case '<':
		case '~': return true;
		case '=':
		case '!':
			if (next == '=')
				return true;
			break;
		case ':':
			if (next == ':')
				return true;
			break;
		case '>':
			if (!i || (line.ptr[i - 1] != '-' && line.ptr[i - 1] != '>'))
				return true;
			break;
		case ' ':
			if (next != 'a' && next != 'o' && next != 'n')
				break;
			if (str_starts(str_from_at(line, i), S(" and ")) ||
			        str_starts(str_from_at(line, i), S(" or ")) || is_negation(line, i))
				return true;
			break;
		default: break;
		}
	}
	return false;
}

static bool is_test_word(str line, size_t *behind)
{
	static const char *const words[] = {"if ", "elif ", "while ", "assert "};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (word_at(line, words[i])) {
			*behind = str_find_byte(line, ' ') + 1;
			return true;
		}
	return false;
}

static bool wants_line(str line, bool forward)
{
	size_t behind;

	switch (line.ptr[0]) {
	case '#': return false;
	case '"':
	case '>':
		if (word_at(line, "\"\"\"") || word_at(line, ">>>"))
			return false;
		break;
	case 'i':
	case 'e':
	case 'w':
	case 'a':
		if (is_test_word(line, &behind))
			return !is_plain_test(str_from_at(line, behind));
		if (word_at(line, "import "))
			return false;
		break;
	case 'f':
		if (word_at(line, "for "))
			return forward && str_has(line, S("range("));
		if (word_at(line, "from "))
			return false;
		break;
	case 'd':
	case 'c':
		if (word_at(line, "def ") || word_at(line, "class "))
			return false;
		break;
	default: break;
	}
	return holds_operator(line);
}

/* Where the reading of lines stands. */
struct line_state {
	uint32_t unit, column; /* the last def above that is less indented */
	uint32_t next;         /* the next unit by place */
	bool single;           /* the file holds three single quotes somewhere */
	const char *quotes;    /* inside of documentation: what closes it */
};

/* The next triple quote of a line from `at` on; its place, or the line's length. */
static size_t triple_quote(str line, size_t at, const char *quotes)
{
	for (; at + 2 < line.len; at++) {
		if (line.ptr[at] != '"' && line.ptr[at] != '\'')
			continue;
		if (line.ptr[at] == line.ptr[at + 1] && line.ptr[at] == line.ptr[at + 2] &&
		        (!quotes || line.ptr[at] == quotes[0]))
			return at;
	}
	return line.len;
}

/* Inside of a long string, also one that begins or ends here: such a line is no code, or little. */
static bool is_documentation(struct line_state *s, str line)
{
	bool inside = s->quotes != NULL;

	if (!inside && str_find_byte(line, '"') == line.len &&
	        str_find_byte(line, '\'') == line.len)
		return false;
	for (size_t at = triple_quote(line, 0, s->quotes); at < line.len;
	        at = triple_quote(line, at + 3, s->quotes)) {
		s->quotes = s->quotes ? NULL : line.ptr[at] == '"' ? "\"" : "'";
		inside = true;
	}
	return inside;
}

static void look_at_line(
        struct triggers *t, struct line_state *s, size_t at, size_t start, size_t stop)
{
	const struct python_file *file = t->file;
	str line = str_slice(file->text, start, stop);
	uint32_t indent = (uint32_t)(start - at);
	bool forward, done;

	while (s->next < file->scopes.len &&
	        (t->unit_of[s->next] != s->next || file->scopes.at[s->next].at < start))
		s->next++;
	done = t->units[s->unit] & UNIT_WANTED || !(t->units[s->unit] & UNIT_SOURCE);
	if (!done && is_documentation(s, line))
		return;
	if (indent <= s->column && line.ptr[0] != ')' && line.ptr[0] != '#')
		s->unit = 0;
	if (s->next < file->scopes.len && file->scopes.at[s->next].at < stop) {
		s->unit = s->next;
		s->column = indent;
		s->quotes = NULL;
	}
	if (done || t->units[s->unit] & UNIT_WANTED || !(t->units[s->unit] & UNIT_SOURCE))
		return;
	forward = (file->scopes.at[s->unit].flags & (PYTHON_FORWARD | PYTHON_COMPILED)) ||
	          str_starts(python_name(file, file->scopes.at[s->unit].name), S("forward"));
	if (wants_line(line, forward) && names_tensor(t, s->unit, line))
		t->units[s->unit] |= UNIT_WANTED;
}

/* Line by line: the unit of a line is the last def above it that is less indented. */
static void look_at_lines(struct triggers *t)
{
	struct line_state s = {
	        .next = 1, .single = (t->f->p->needles & t->f->p->m.worker->quotes_bit) != 0};
	str text = t->file->text;

	for (size_t at = 0; at < text.len;) {
		size_t start = at, stop = at + str_find_byte(str_from_at(text, at), '\n');

		while (start < stop && (text.ptr[start] == ' ' || text.ptr[start] == '\t'))
			start++;
		if (start < stop)
			look_at_line(t, &s, at, start, stop);
		at = stop + 1;
	}
}

void flow_triggers(struct flow *f, uint8_t *units)
{
	struct triggers t = {.f = f, .file = f->file, .units = units};

	find_units(&t);
	if (f->p->torch) {
		find_may_be(&t);
		look_at_sources(&t);
	}
	look_at_devices(&t);
	look_at_calls(&t);
	look_at_attributes(&t);
	if (f->p->torch) {
		look_at_masks(&t);
		look_at_lines(&t);
	}
}
