/* Which functions could hold a match: a cheap look that may say yes too often, never no
 * (tests/diff/ flow_both compares with a walk of all).
 *
 * Records tell calls and names; what they do not tell (comparisons, tests, slices, loops) is looked
 * for in the tokens of files that use PyTorch. A function in which nothing can be known to be a
 * tensor is wanted only for what needs none. */
#include "scanner/flow_trigger.h"

#include "scanner/file_words.h"
#include "scanner/matcher_named.h"

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

/* An item that asks for a tensor or a module that is known to be one. `common`: other objects have
 * methods of that name too. */
static bool wants_known(const struct item_row *item, bool common)
{
	return item->receiver == RECEIVER_TENSOR || item->receiver == RECEIVER_MODULE ||
	       (item->receiver == RECEIVER_DEFAULT && common);
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
	bool idle = true, common = count && flow_is_common_method(t->f, name);

	if (wants_read(t, call, name))
		return true;
	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &p->m.rules->items[refs[i].item];

		if (item->kind != ITEM_CALL || refs[i].flags & REF_ANY ||
		        p->m.rules->off[item->rule])
			continue;
		if (wants_known(item, common) && !receiver_may_be(t, call) &&
		        !(p->torch && flow_reads_in_training(t->f, name, call->at))) {
			idle = false;
			continue;
		}
		if (item_wants_tensor(p, item) || call_holds(p, item, call, NULL))
			return true;
	}
	t->f->idle[call - t->file->calls.at] = idle;
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
		        item_wants_tensor(p, item))
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
		names[python_name_find(t->file, str_from(flow_mask_names[i]))] = MASK_OF_TENSOR;
	for (int i = 0; flow_questions[i]; i++)
		names[python_name_find(t->file, str_from(flow_questions[i]))] =
		        MASK_WITHOUT_ARGUMENTS;
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
	places_sort(t->masks.at, t->masks.len);
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

/* int(x), float(x) tell where training reads a tensor; elsewhere int(…) makes a size of what is
 * read from one. */
static void look_at_number(struct triggers *t, const struct python_call *call, bool backward)
{
	uint8_t kind = t->file->args.at[call->args].kind;
	bool size = t->file->chains.at[call->chain].root == NAME_INT &&
	            (kind == PYTHON_VALUE_CALL || kind == PYTHON_VALUE_EXPR ||
	                    kind == PYTHON_VALUE_CHAIN);

	if (backward || (size && (!t->f->p->torch || !t->file->n_tokens)))
		want(t, call->scope, UNIT_WANTED);
	else if (size)
		*VEC_PUSH(t->f->arena, &t->numbers) = (uint32_t)(call - t->file->calls.at);
}

/* Calls that take sizes, by their last word. */
static void look_at_sizes(struct triggers *t)
{
	const struct file_words words = file_words_find(t->file, flow_size_words);

	for (uint32_t i = 0; words.count && i < t->file->calls.len; i++) {
		const struct python_call *call = &t->file->calls.at[i];

		if (call->chain != PYTHON_NONE && call->arg_count &&
		        file_words_have(&words,
		                python_chain_last(t->file, &t->file->chains.at[call->chain])))
			*VEC_PUSH(t->f->arena, &t->sizes) = i;
	}
}

/* What copies to the host may be handed on from there, which is noted for all of the project. */
static void look_at_copies(struct triggers *t)
{
	const uint32_t cpu = python_name_find(t->file, S("cpu")),
	               array = python_name_find(t->file, S("from_numpy"));

	if (!t->f->p->m.worker->host_notes || !(cpu || array))
		return;
	for (uint32_t i = 0; i < t->file->calls.len; i++) {
		const struct python_call *call = &t->file->calls.at[i];
		uint32_t name =
		        call->chain == PYTHON_NONE
		                ? 0
		                : python_chain_last(t->file, &t->file->chains.at[call->chain]);

		if (name && ((name == cpu && !call->arg_count) || name == array))
			want(t, call->scope, UNIT_WANTED);
	}
}

static void look_at_calls(struct triggers *t)
{
	uint32_t dim = python_name_find(t->file, S("dim"));
	uint32_t backward = python_name_find(t->file, S("backward"));
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
		} else if ((chain->root == NAME_INT || chain->root == NAME_FLOAT) &&
		           chain->bound == PYTHON_FREE && call->arg_count == 1 &&
		           chain->root_kind == PYTHON_ROOT_NAME) {
			look_at_number(t, call, backward);
		}
		if (backward && call_trains(t->f->p, call)) /* what is read there may be a tensor */
			want(t, call->scope, UNIT_WANTED);
		if (t->f->helpers.len && flow_is_helper(t->f, chain))
			want(t, call->scope, UNIT_WANTED);
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

/* "cuda:" + x, "cuda:%d" % x: the beginning of a device's name, which no record tells. */
static void look_at_prefixes(struct triggers *t)
{
	str text = t->file->text, prefix;

	if (!(t->f->p->needles & t->f->p->m.worker->prefix_bits))
		return;
	for (uint32_t n = 0; (prefix = option_text(t->f, MATCHER_DEVICE_STRING, "prefix", n)).len;
	        n++) {
		for (size_t at = 0; (at += str_find(str_from_at(text, at), prefix)) < text.len;) {
			size_t from = at;

			at += prefix.len;
			if (!from || at >= text.len || !strchr("\"'", text.ptr[from - 1]) ||
			        !strchr("\"'%{", text.ptr[at])) /* what else follows is told */
				continue;
			t->units[unit_before(t, (uint32_t)from)] |= UNIT_WANTED | UNIT_DEVICE;
			t->units[0] |= UNIT_WANTED | UNIT_DEVICE; /* behind the function */
		}
	}
}

/* ALLOWED = ("cuda", "cpu") of the module: where such a name is used. */
static void look_at_lists(struct triggers *t)
{
	bool *names = NULL;

	for (uint32_t i = 0, b = 0; i < t->file->strings.len; i++) {
		const struct python_string *string = &t->file->strings.at[i];

		while (b < t->file->bindings.len && t->file->bindings.at[b].at < string->at)
			b++;
		if (string->scope || !b || t->file->bindings.at[b - 1].scope ||
		        t->file->bindings.at[b - 1].kind == PYTHON_BIND_IMPORT)
			continue;
		if (!names)
			names = ARENA_ARRAY(t->f->arena, bool, (size_t)t->f->n_known + 1);
		names[t->file->bindings.at[b - 1].name] = true;
	}
	for (uint32_t i = 0; names && i < t->file->chains.len; i++) {
		const struct python_chain *chain = &t->file->chains.at[i];

		if (chain->root_kind == PYTHON_ROOT_NAME && !chain->name_count &&
		        chain->context == PYTHON_LOAD && names[chain->root])
			want(t, chain->scope, UNIT_WANTED | UNIT_DEVICE);
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
	look_at_prefixes(t);
	look_at_lists(t);
}

/* Parameters that are tensors by annotation, or by being those of forward and backward. */
static void look_at_sources(struct triggers *t)
{
	for (uint32_t i = 0; i < t->file->bindings.len; i++) {
		const struct python_binding *b = &t->file->bindings.at[i];

		if (b->kind == PYTHON_BIND_PARAMETER &&
		        flow_names_mask(python_name(t->file, b->name)))
			note_mask(t, b->scope, b->at);
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
	return trigger_name_may_be(t, t->unit_of[call->scope], chain->root) > PAIR_NO;
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
		flow_find_helpers(f);
		trigger_find_names(&t);
		look_at_sources(&t);
	}
	look_at_devices(&t);
	look_at_copies(&t);
	look_at_calls(&t);
	look_at_attributes(&t);
	if (f->p->torch) {
		look_at_masks(&t);
		look_at_sizes(&t);
		trigger_numbers(&t);
		trigger_sizes(&t);
		trigger_operators(&t);
	}
}
