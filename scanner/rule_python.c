/* Rules on the records of a Python file.
 *
 * Each path of the file is looked up once, in the order of its parts, so that the hash of
 * "torch.cuda.Stream" goes on from that of "torch.cuda"; then a record asks by number. A path that
 * no rule names has an empty run, and nearly all have. */
#include "scanner/rule_python.h"

#include "scanner/flow.h"
#include "scanner/python/names.h"
#include "scanner/python/receiver.h"
#include "scanner/rule_build.h"
#include "scanner/rule_text.h"
#include "scanner/suppress.h"

#include <string.h>

enum { SHOWN_BYTES = 400 };

struct raw *raw_add(struct python_matching *p, uint32_t rule, uint32_t at, uint32_t end)
{
	struct raw *raw = VEC_PUSH(p->m.env->temp, &p->raw);

	*raw = (struct raw){.rule = rule, .at = at, .end = end, .targets = UINT32_MAX};
	return raw;
}

str python_source_text(const struct python_matching *p, uint32_t at, uint32_t end)
{
	return outline_text(p->m.env->temp, p->file, at, end);
}

str python_shown_text(const struct python_matching *p, uint32_t at, uint32_t end)
{
	return outline_text(
	        p->m.env->temp, p->file, at, end - at > SHOWN_BYTES ? at + SHOWN_BYTES : end);
}

const struct outline *python_outline(struct python_matching *p)
{
	if (!p->outlined)
		outline_read(p->file, &p->outline);
	p->outlined = true;
	return &p->outline;
}

/* What the visitor of names needs while a path is looked up. */
struct path_walk {
	struct python_matching *p;
	uint32_t path;
};

static const struct slot_row *slot_of(
        struct python_matching *p, enum rule_name kind, uint32_t hash, uint32_t path, size_t length)
{
	const struct ruleset *rules = p->m.rules;
	uint32_t mask = rules->n_slots - 1;

	if (!(p->m.worker->target_filter[(hash & 0xffff) / 64] >> (hash & 63) & 1))
		return NULL;
	for (uint32_t i = hash & mask; rules->slots[i].n_refs; i = (i + 1) & mask) {
		const struct slot_row *slot = &rules->slots[i];

		if (slot->hash == hash && slot->kind == (uint32_t)kind &&
		        str_eq(ruleset_text(rules, slot->key),
		                str_slice(python_path(p->file, path), 0, length)))
			return slot;
	}
	return NULL;
}

/* References of a slot that are prefixes, or that are not. */
static void take_refs(struct python_matching *p, const struct slot_row *slot, bool prefixes)
{
	for (uint32_t i = 0; slot && i < slot->n_refs; i++) {
		uint32_t ref = slot->first_ref + i;

		if (((p->m.rules->refs[ref].flags & REF_PREFIX) != 0) == prefixes)
			*VEC_PUSH(p->m.env->temp, &p->refs) = ref;
	}
}

static bool is_prefix_length(const struct ruleset *rules, size_t length)
{
	return length < 32 * PREFIX_WORDS &&
	       rules->prefixes[RULE_NAME_TARGET * PREFIX_WORDS + length / 32] >> (length % 32) & 1;
}

/* Whether some rule names something below this root ("torch" yes, "numpy" perhaps not). */
static bool is_known_root(const struct python_matching *p, str root)
{
	uint32_t hash = rule_hash(RULE_NAME_TARGET, root);

	if (p->m.worker->is_own_module &&
	        p->m.worker->is_own_module(p->m.worker->own_context, root))
		return false;
	return p->m.worker->root_filter[(hash & 0xfff) / 64] >> (hash & 63) & 1;
}

static void look_up_path(struct python_matching *p, uint32_t path)
{
	const struct python_path *row = &p->file->paths.at[path];
	const struct path_refs *parent = &p->paths[row->parent];
	struct path_refs *own = &p->paths[path];
	str name = python_name(p->file, row->name);
	size_t length = row->length - name.len;
	uint32_t hash = parent->hash;

	if (row->parent ? parent->foreign : !is_known_root(p, name)) {
		own->foreign = true;
		return;
	}

	own->first = p->refs.len;
	for (uint32_t i = 0; row->parent && i < parent->prefixes; i++) {
		uint32_t inherited = p->refs.at[parent->first + i];

		*VEC_PUSH(p->m.env->temp, &p->refs) = inherited;
	}
	if (row->parent)
		hash = rule_hash_step(hash, '.');
	if (row->parent && is_prefix_length(p->m.rules, length))
		take_refs(p, slot_of(p, RULE_NAME_TARGET, hash, path, length), true);
	for (size_t i = 0; i < name.len; i++) {
		hash = rule_hash_step(hash, name.ptr[i]);
		if (is_prefix_length(p->m.rules, length + i + 1))
			take_refs(
			        p, slot_of(p, RULE_NAME_TARGET, hash, path, length + i + 1), true);
	}
	own->hash = hash;
	own->prefixes = p->refs.len - own->first;
	take_refs(p, slot_of(p, RULE_NAME_TARGET, hash, path, row->length), false);
	own->count = p->refs.len - own->first;
	own->attribute = row->parent && parent->attribute;
	for (uint32_t i = 0; i < own->count && !own->attribute; i++)
		own->attribute =
		        p->m.rules->items[p->m.rules->refs[p->refs.at[own->first + i]].item].kind ==
		        ITEM_ATTRIBUTE;
}

static void look_up_paths(struct python_matching *p)
{
	p->paths = ARENA_ARRAY(p->m.env->temp, struct path_refs, p->file->paths.len + 1);
	p->canonical = ARENA_ARRAY(p->m.env->temp, str, p->file->paths.len + 1);
	p->paths[0].hash = rule_hash_start(RULE_NAME_TARGET);
	for (uint32_t i = 1; i < p->file->paths.len; i++)
		look_up_path(p, i);
}

/* Libraries whose objects are tensors and modules of PyTorch. */
static bool stands_on_torch(str root)
{
	static const char *const roots[] = {"torch", "torchvision", "torchaudio", "lightning",
	        "pytorch_lightning", "transformers", "diffusers", "accelerate", "timm", "peft",
	        "trl", "fairseq", "torch_geometric", "torch_scatter", "torchmetrics", "kornia",
	        "monai", "detectron2", "mmcv", "mmengine", "mmdet", "open_clip",
	        "sentence_transformers"};

	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if (str_eq(root, str_from(roots[i])))
			return true;
	return false;
}

static void on_import_name(void *context, const struct ref_row *ref, size_t length)
{
	struct path_walk *w = context;
	struct python_matching *p = w->p;
	const struct item_row *item = &p->m.rules->items[ref->item];
	const struct python_import *in = &p->file->imports.at[w->path];
	struct raw *raw;

	if (item->kind != ITEM_IMPORT || p->m.rules->off[item->rule])
		return;
	raw = raw_add(p, item->rule, in->at, in->at);
	raw->flags = in->flags;
	raw->scope = in->scope;
	raw->import = true;
	raw->matched = str_slice(python_path(p->file, in->module), 0, length);
	if (raw->matched.len < length) /* from nvidia import dali */
		raw->matched = str_slice(python_path(p->file, in->target), 0, length);
}

static uint32_t word_end(const struct python_file *file, uint32_t at)
{
	while (at < file->text.len && !strchr(" \t\n,;()#\\", file->text.ptr[at]))
		at++;
	return at;
}

static void match_import(struct python_matching *p, uint32_t index)
{
	const struct python_import *in = &p->file->imports.at[index];
	struct path_walk w = {p, index};
	uint32_t before = p->raw.len;
	str module;

	if (in->level || !in->module)
		return;
	module = python_path(p->file, in->module);
	p->torch |= stands_on_torch(str_slice(module, 0, str_find_byte(module, '.')));
	if (p->m.worker->is_own_module &&
	        p->m.worker->is_own_module(p->m.worker->own_context, module))
		return;
	ruleset_visit_parts(p->m.rules, RULE_NAME_IMPORT, module, on_import_name, &w);
	if (in->name && in->target && p->raw.len == before)
		ruleset_visit(p->m.rules, RULE_NAME_IMPORT, python_path(p->file, in->target),
		        on_import_name, &w);
	for (uint32_t i = before; i < p->raw.len; i++)
		p->raw.at[i].end = in->call != PYTHON_NONE && in->dynamic
		                           ? p->file->calls.at[in->call].end
		                           : word_end(p->file, in->at);
}

static void add_detail(struct raw *raw, struct arena *arena, const struct buf *arguments)
{
	raw->detail = arguments->len ? arena_format(arena, "%.*s(%.*s)", STR_ARG(raw->matched),
	                                       STR_ARG(buf_str(arguments)))
	                             : raw->matched;
}

/* A call whose callee stands for a path that call items name. */
static void match_call_path(struct python_matching *p, const struct python_call *call,
        const struct python_chain *chain, uint32_t path)
{
	const struct path_refs *known = &p->paths[path];

	for (uint32_t i = 0; i < known->count; i++) {
		const struct ref_row *ref = &p->m.rules->refs[p->refs.at[known->first + i]];
		const struct item_row *item = &p->m.rules->items[ref->item];
		struct buf detail = {0};
		struct raw *raw;

		if (item->kind != ITEM_CALL || p->m.rules->off[item->rule])
			continue;
		if (call_holds(p, item, call, &detail)) {
			raw = raw_add(p, item->rule, call->at, call->end);
			raw->flags = chain->flags;
			raw->scope = call->scope;
			raw->matched = python_path(p->file, path);
			add_detail(raw, p->m.env->temp, &detail);
		}
		buf_free(&detail);
	}
}

/* An attribute item names the path or a part of it. */
static void match_attribute(
        struct python_matching *p, const struct python_chain *chain, uint32_t path)
{
	for (; path && p->paths[path].attribute; path = p->file->paths.at[path].parent) {
		const struct path_refs *known = &p->paths[path];

		for (uint32_t i = 0; i < known->count; i++) {
			const struct ref_row *ref = &p->m.rules->refs[p->refs.at[known->first + i]];
			const struct item_row *item = &p->m.rules->items[ref->item];
			struct raw *raw;

			if (item->kind != ITEM_ATTRIBUTE || p->m.rules->off[item->rule])
				continue;
			raw = raw_add(p, item->rule, chain->at, chain->end);
			raw->flags = chain->flags;
			raw->scope = chain->scope;
			raw->matched = python_path(p->file, path);
		}
	}
}

static uint32_t method_slot(struct python_matching *p, uint32_t name)
{
	const struct ruleset *rules = p->m.rules;
	uint32_t *known, count;
	const struct ref_row *refs;

	if (name >= p->n_names)
		return 0;
	known = &p->methods[name];
	if (*known == UINT32_MAX) {
		refs = ruleset_refs(rules, RULE_NAME_METHOD, python_name(p->file, name), &count);
		*known = refs ? (uint32_t)(refs - rules->refs) + 1 : 0;
	}
	return *known;
}

const struct ref_row *python_method_refs(struct python_matching *p, uint32_t name, uint32_t *count)
{
	uint32_t slot = method_slot(p, name);

	*count = 0;
	if (!slot)
		return NULL;
	return ruleset_refs(p->m.rules, RULE_NAME_METHOD, python_name(p->file, name), count);
}

void python_method_match(struct python_matching *p, const struct item_row *item,
        const struct python_call *call, const struct python_chain *chain, str matched)
{
	struct buf detail = {0};
	struct raw *raw;

	if (call_holds(p, item, call, &detail)) {
		raw = raw_add(p, item->rule, call->at, call->end);
		raw->flags = chain->flags;
		raw->scope = call->scope;
		raw->matched = matched;
		add_detail(raw, p->m.env->temp, &detail);
	}
	buf_free(&detail);
}

/* Names with a star in front: "*TrainingArguments" is the end of a path's last part. */
static void match_ending(struct python_matching *p, const struct python_call *call,
        const struct python_chain *chain, uint32_t path)
{
	const struct ruleset *rules = p->m.rules;
	uint32_t count;
	const struct ref_row *refs = ruleset_refs(rules, RULE_NAME_ALWAYS, S("target"), &count);
	str last = python_name(p->file, p->file->paths.at[path].name);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &rules->items[refs[i].item];
		bool ends = false;

		for (uint32_t n = 0; n < item->n_names && !ends; n++) {
			str name = item_name(rules, item, n);

			ends = str_starts(name, S("*")) && name.len > 1 &&
			       str_ends(last, str_from_at(name, 1));
		}
		if (ends && item->kind == ITEM_CALL && !rules->off[item->rule])
			python_method_match(p, item, call, chain, python_path(p->file, path));
	}
}

/* Method names on a receiver that is no resolved path. What any receiver has (*.x) is matched here;
 * tensors and modules are told apart by the flow, which this only asks to look. */
static void match_method(
        struct python_matching *p, const struct python_call *call, const struct python_chain *chain)
{
	uint32_t count, name = python_chain_last(p->file, chain);
	const struct ref_row *refs;

	if (!chain->name_count && chain->target_count) /* from m import x as y: x is meant */
		name = p->file->paths.at[*python_chain_targets(p->file, chain, &count)].name;
	else if (!chain->name_count)
		return;
	if (!method_slot(p, name))
		return;
	refs = python_method_refs(p, name, &count);
	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &p->m.rules->items[refs[i].item];

		if (item->kind != ITEM_CALL || p->m.rules->off[item->rule])
			continue;
		if (refs[i].flags & REF_ANY)
			python_method_match(p, item, call, chain,
			        arena_format(p->m.env->temp, "*.%.*s",
			                STR_ARG(python_name(p->file, name))));
	}
}

/* Items for any call ("*"), by what its keywords are. */
struct any_call {
	const struct ref_row *refs;
	uint32_t count;
	bool *keyword; /* by name of the file: some item asks for it */
	bool any;
};

static void prepare_any(struct python_matching *p, struct any_call *a)
{
	const struct ruleset *rules = p->m.rules;

	a->refs = ruleset_refs(rules, RULE_NAME_ALWAYS, S("call"), &a->count);
	a->keyword = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);
	for (uint32_t i = 0; i < a->count; i++) {
		const struct item_row *item = &rules->items[a->refs[i].item];

		for (uint32_t c = 0; c < item->n_conditions && !rules->off[item->rule]; c++) {
			const struct condition_row *row =
			        &rules->conditions[item->first_condition + c];
			uint32_t name = python_name_find(p->file, ruleset_text(rules, row->key));

			if (name && !row->negated)
				a->keyword[name] = a->any = true;
		}
	}
}

static void match_any_call(
        struct python_matching *p, const struct any_call *a, const struct python_call *call)
{
	bool asked = false;

	for (uint32_t i = 0; i < call->arg_count && !asked; i++)
		asked = a->keyword[p->file->args.at[call->args + i].name];
	for (uint32_t i = 0; asked && i < a->count; i++) {
		const struct item_row *item = &p->m.rules->items[a->refs[i].item];
		struct buf detail = {0};

		if (!p->m.rules->off[item->rule] && call_holds(p, item, call, &detail)) {
			struct raw *raw = raw_add(p, item->rule, call->at, call->end);
			str name = call->chain == PYTHON_NONE
			                   ? S("?")
			                   : python_chain_text(
			                             p->file, &p->file->chains.at[call->chain]);

			raw->flags = call->flags;
			raw->scope = call->scope;
			raw->matched = name;
			add_detail(raw, p->m.env->temp, &detail);
		}
		buf_free(&detail);
	}
}

static void match_calls(struct python_matching *p)
{
	struct python_file *file = p->file;
	struct any_call any = {0};

	prepare_any(p, &any);
	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_chain *chain;
		const uint32_t *targets;
		uint32_t count;

		if (any.any)
			match_any_call(p, &any, call);
		if (call->chain == PYTHON_NONE)
			continue;
		chain = &file->chains.at[call->chain];
		targets = python_chain_targets(file, chain, &count);
		for (uint32_t t = 0; t < count; t++) {
			if (p->paths[targets[t]].count)
				match_call_path(p, call, chain, targets[t]);
			if (p->paths[targets[t]].attribute)
				match_attribute(p, chain, targets[t]);
			if (call->arg_count)
				match_ending(p, call, chain, targets[t]);
		}
		match_method(p, call, chain);
	}
}

static void match_attributes(struct python_matching *p)
{
	struct python_file *file = p->file;

	for (uint32_t i = 0; i < file->attrs.len; i++) {
		const struct python_chain *chain = &file->chains.at[file->attrs.at[i]];
		uint32_t count;
		const uint32_t *targets = python_chain_targets(file, chain, &count);

		for (uint32_t t = 0; t < count; t++)
			if (p->paths[targets[t]].attribute)
				match_attribute(p, chain, targets[t]);
	}
}

/* Decorators and bases: one path, one kind of item. */
static const struct item_row *path_item(
        struct python_matching *p, uint32_t path, enum item_kind kind, uint32_t *next)
{
	const struct path_refs *known = &p->paths[path];

	while (*next < known->count) {
		uint32_t ref = p->refs.at[known->first + (*next)++];
		const struct item_row *item = &p->m.rules->items[p->m.rules->refs[ref].item];

		if (item->kind == (uint32_t)kind && !p->m.rules->off[item->rule])
			return item;
	}
	return NULL;
}

static void match_decorator(struct python_matching *p, const struct python_decorator *d)
{
	const struct python_chain *chain = &p->file->chains.at[d->chain];
	const struct python_call *call =
	        d->call == PYTHON_NONE ? NULL : &p->file->calls.at[d->call];
	uint32_t count;
	const uint32_t *targets = python_chain_targets(p->file, chain, &count);

	for (uint32_t t = 0; t < count; t++) {
		const struct item_row *item;
		uint32_t next = 0;

		while ((item = path_item(p, targets[t], ITEM_DECORATOR, &next))) {
			struct buf detail = {0};
			struct raw *raw;

			if (call ? call_holds(p, item, call, &detail) : !item->n_conditions) {
				raw = raw_add(p, item->rule, d->at, call ? call->end : chain->end);
				raw->flags = d->flags;
				raw->scope = d->scope;
				raw->matched = python_path(p->file, targets[t]);
				add_detail(raw, p->m.env->temp, &detail);
			}
			buf_free(&detail);
		}
	}
}

static void match_base(
        struct python_matching *p, const struct python_class *class, uint32_t chain_index)
{
	const struct python_chain *chain = &p->file->chains.at[chain_index];
	uint32_t count;
	const uint32_t *targets = python_chain_targets(p->file, chain, &count);

	for (uint32_t t = 0; t < count; t++) {
		const struct item_row *item;
		uint32_t next = 0;

		while ((item = path_item(p, targets[t], ITEM_BASE_CLASS, &next))) {
			struct raw *raw = raw_add(p, item->rule, class->at, chain->end);

			raw->flags = class->flags;
			raw->scope = class->scope;
			raw->matched = python_path(p->file, targets[t]);
			raw->detail = arena_format(p->m.env->temp, "class %.*s(%.*s)",
			        STR_ARG(python_name(p->file, class->name)), STR_ARG(raw->matched));
		}
	}
}

static void match_definitions(struct python_matching *p)
{
	struct python_file *file = p->file;

	for (uint32_t i = 0; i < file->decorators.len; i++)
		if (file->decorators.at[i].chain != PYTHON_NONE)
			match_decorator(p, &file->decorators.at[i]);
	for (uint32_t i = 0; i < file->classes.len; i++) {
		const struct python_class *class = &file->classes.at[i];

		for (uint32_t b = 0; b < class->base_count; b++)
			if (file->bases.at[class->bases + b] != PYTHON_NONE)
				match_base(p, class, file->bases.at[class->bases + b]);
	}
}

static void prepare(struct python_matching *p)
{
	p->n_names = p->file->names ? p->file->names->list.len : 0;
	p->methods = ARENA_ARRAY(p->m.env->temp, uint32_t, (size_t)p->n_names + 1);
	memset(p->methods, 0xff, ((size_t)p->n_names + 1) * sizeof *p->methods);
	p->needles = needles_find(&p->m.worker->needles, p->file->text);
	look_up_paths(p);
}

bool rules_apply_python(struct env *env, struct rules_worker *worker, const struct rules_python *in,
        struct findings *out)
{
	struct python_file *file = in->file;
	struct python_matching p = {
	        .m = {env, worker, worker->rules, file->path, out, out->list.len},
	        .file = file,
	        .bytes = in->bytes};

	prepare(&p);
	for (uint32_t i = 0; i < file->imports.len; i++)
		match_import(&p, i);
	match_calls(&p);
	match_attributes(&p);
	match_definitions(&p);
	match_device_strings(&p);
	match_strings(&p);
	match_setup(&p);
	match_named(&p);
	flow_match(&p);
	python_findings(&p);
	return true;
}
