/* Rules on the records of a Python file: each asks what its path means, by number. */
#include "scanner/rule_python.h"

#include "pytorch/api.h"
#include "scanner/flow.h"
#include "scanner/host_calls.h"
#include "scanner/matcher_named.h"
#include "scanner/python/names.h"
#include "scanner/python/receiver.h"
#include "scanner/rule_build.h"
#include "scanner/rule_guard.h"
#include "scanner/rule_text.h"
#include "scanner/suppress.h"
#include "scanner/switched.h"

#include <string.h>

enum { SHOWN_BYTES = 400, NAME_BYTES = 60 };

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
	str written = str_slice(p->file->text, at, end - at > SHOWN_BYTES ? at + SHOWN_BYTES : end);

	if (str_find_byte(written, '\n') == written.len)
		return written;
	return outline_text(p->m.env->temp, p->file, at, at + (uint32_t)written.len);
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

/* Libraries whose objects are tensors and modules of PyTorch. */
static bool stands_on_torch(str root)
{
	static const char *const roots[] = {"torch", "torchvision", "torchaudio", "lightning",
	        "pytorch_lightning", "transformers", "diffusers", "accelerate", "timm", "peft",
	        "trl", "fairseq", "torch_geometric", "torch_scatter", "torchmetrics", "kornia",
	        "monai", "detectron2", "mmcv", "mmengine", "mmdet", "open_clip",
	        "sentence_transformers", NULL};

	return str_is_one_of(root, roots);
}

/* Libraries whose objects have x.eq(y), x.gt(y) as tensors do. */
static bool has_comparisons(str root)
{
	static const char *const roots[] = {"pandas", "polars", "cudf", "dask", "pyspark", "modin",
	        "geopandas", "xarray", "vaex", "ibis", "sympy", "z3", "boto3", NULL};

	return str_is_one_of(root, roots);
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
	if (raw->matched.len < length) /* from nvidia import dali, from lib import helper */
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
	str module, root;

	if (in->level || !in->module)
		return;
	module = python_path(p->file, in->module);
	root = str_slice(module, 0, str_find_byte(module, '.'));
	p->torch |= stands_on_torch(root);
	p->frames |= has_comparisons(root);
	ruleset_visit_parts(p->m.rules, RULE_NAME_IMPORT, module, on_import_name, &w);
	if (in->name && in->target)
		ruleset_visit(p->m.rules, RULE_NAME_IMPORT, python_path(p->file, in->target),
		        on_import_name, &w);
	if (p->raw.len > before && match_owns(&p->m, module))
		p->raw.len = before;
	for (uint32_t i = before; i < p->raw.len; i++)
		p->raw.at[i].end = in->call != PYTHON_NONE && in->dynamic
		                           ? p->file->calls.at[in->call].end
		                           : word_end(p->file, in->at);
}

/* import_module(NAME) where NAME stands for a text. */
static void on_meant_import(void *context, const struct ref_row *ref, size_t length)
{
	struct raw *meant = context;
	(void)length;
	if (!meant->rule)
		meant->rule = ref->item + 1;
}

static void match_meant_import(struct python_matching *p, const struct python_call *call)
{
	const struct python_arg *arg = &p->file->args.at[call->args];
	const struct leaves *leaves;

	if (arg->kind == PYTHON_VALUE_STR || arg->name)
		return;
	leaves = python_leaves(p, arg->at, arg->end, call->scope);
	for (uint32_t i = 0; i < leaves->count; i++) {
		const struct leaf *leaf = &leaves->at[i];
		struct raw found = {0}, *raw;

		if (leaf->kind != PYTHON_VALUE_STR || str_starts(leaf->text, S(".")) ||
		        match_owns(&p->m, leaf->text))
			continue;
		ruleset_visit_parts(
		        p->m.rules, RULE_NAME_IMPORT, leaf->text, on_meant_import, &found);
		if (!found.rule || p->m.rules->off[p->m.rules->items[found.rule - 1].rule])
			continue;
		raw = raw_add(p, p->m.rules->items[found.rule - 1].rule, call->at, call->end);
		raw->flags = call->flags;
		raw->scope = call->scope;
		raw->choice = leaves->choice;
		raw->matched = leaf->text;
	}
}

/* Name and arguments for the message. */
static void add_detail(struct raw *raw, struct arena *arena, str name, const struct buf *arguments)
{
	raw->detail = arguments->len ? arena_format(arena, "%.*s(%.*s)", STR_ARG(name),
	                                       STR_ARG(buf_str(arguments)))
	                             : name;
}

/* The callee as it stands there; of a long one its end. */
static str written_name(const struct python_matching *p, const struct python_call *call)
{
	str text = call->open > call->at ? python_source_text(p, call->at, call->open) : S("");

	if (text.len <= NAME_BYTES)
		return text;
	return arena_format(
	        p->m.env->temp, "…%.*s", STR_ARG(str_from_at(text, text.len - NAME_BYTES)));
}

/* A resolved name; where it is called something else there, that as well. */
static str named_as(struct python_matching *p, const struct python_chain *chain, uint32_t path)
{
	str name = python_path(p->file, path);
	str last = python_name(p->file, python_chain_last(p->file, chain));

	if (chain->root_kind != PYTHON_ROOT_NAME ||
	        (str_ends(name, last) &&
	                (name.len == last.len || name.ptr[name.len - last.len - 1] == '.')))
		return name;
	return arena_format(p->m.env->temp, "%.*s as %.*s", STR_ARG(name),
	        STR_ARG(python_chain_text(p->file, chain)));
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
			raw->choice = p->choice;
			raw->value_at = p->leaf_at;
			raw->given = p->place;
			raw->matched = python_path(p->file, path);
			add_detail(raw, p->m.env->temp, named_as(p, chain, path), &detail);
		}
		buf_free(&detail);
	}
}

/* torch.cuda.FloatTensor = torch.xpu.FloatTensor: what is named is replaced, not used. */
static bool is_replaced(struct python_matching *p, const struct python_chain *chain, uint32_t path)
{
	return chain->context == PYTHON_STORE &&
	       str_starts(python_path(p->file, path), S("torch.cuda."));
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

/* What rules say of a method's name. */
static const struct ref_row *method_refs_of(struct python_matching *p, str name, uint32_t *count)
{
	uint32_t hash = rule_hash(RULE_NAME_METHOD, name);

	if (!(p->m.worker->method_filter[(hash & 0xffff) / 64] >> (hash & 63) & 1))
		return NULL;
	return ruleset_refs(p->m.rules, RULE_NAME_METHOD, name, count);
}

/* Those of them that can hold in the file at all. */
static void find_method_refs(struct python_matching *p, uint32_t name, struct method_refs *known)
{
	const struct ruleset *rules = p->m.rules;
	uint32_t count = 0;
	const struct ref_row *refs = method_refs_of(p, python_name(p->file, name), &count);
	struct ref_row *kept = refs ? ARENA_ARRAY(p->m.env->temp, struct ref_row, count) : NULL;

	known->asked = true;
	known->refs = kept;
	for (uint32_t i = 0; refs && i < count; i++) {
		const struct item_row *item = &rules->items[refs[i].item];

		if (!rules->off[item->rule] && (item->kind != ITEM_CALL || item_may_hold(p, item)))
			kept[known->count++] = refs[i];
	}
}

const struct ref_row *python_method_refs(struct python_matching *p, uint32_t name, uint32_t *count)
{
	struct method_refs *known;

	*count = 0;
	if (name >= p->n_names)
		return NULL;
	known = &p->methods[name];
	if (!known->asked)
		find_method_refs(p, name, known);
	*count = known->count;
	return known->refs;
}

void python_method_match(struct python_matching *p, const struct item_row *item,
        const struct python_call *call, const struct python_chain *chain, str of, str name)
{
	struct buf detail = {0};
	struct raw *raw;

	if (call_holds(p, item, call, &detail)) {
		str matched = of.len ? arena_format(p->m.env->temp, "%.*s.%.*s", STR_ARG(of),
		                               STR_ARG(name))
		                     : name;

		raw = raw_add(p, item->rule, call->at, call->end);
		raw->flags = chain->flags;
		raw->scope = call->scope;
		raw->choice = p->choice;
		raw->value_at = p->leaf_at;
		raw->given = p->place;
		raw->matched = matched;
		add_detail(raw, p->m.env->temp,
		        matched.ptr[0] == '*' ? written_name(p, call) : matched, &detail);
	}
	buf_free(&detail);
}

/* Items whose names are ends of a path's last part. */
static void match_ending(struct python_matching *p, const struct python_call *call,
        const struct python_chain *chain, uint32_t path)
{
	const struct rules_worker *w = p->m.worker;
	str last = python_name(p->file, p->file->paths.at[path].name);
	const struct item_row *done = NULL;

	if (!last.len || !w->ends_so[(unsigned char)last.ptr[last.len - 1]])
		return;
	for (uint32_t i = 0; i < w->endings.len; i++) {
		const struct ending *ending = &w->endings.at[i];

		if (ending->item == done || !str_ends(last, ending->text))
			continue;
		done = ending->item;
		python_method_match(p, done, call, chain, S(""), python_path(p->file, path));
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
	refs = python_method_refs(p, name, &count);
	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &p->m.rules->items[refs[i].item];

		if (item->kind != ITEM_CALL || p->m.rules->off[item->rule])
			continue;
		if (refs[i].flags & REF_ANY)
			python_method_match(
			        p, item, call, chain, S("*"), python_name(p->file, name));
	}
}

/* Items for any call ("*"), by what its keywords are. */
struct any_call {
	VEC(const struct item_row *) items; /* those that some call of the file could have */
	bool *keyword;                      /* by name of the file: some item asks for it */
};

static void prepare_any(struct python_matching *p, struct any_call *a)
{
	const struct ruleset *rules = p->m.rules;
	uint32_t count;
	const struct ref_row *refs = ruleset_refs(rules, RULE_NAME_ALWAYS, S("call"), &count);

	a->keyword = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);
	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &rules->items[refs[i].item];
		uint32_t asked = 0;

		if (rules->off[item->rule] || !item_may_hold(p, item))
			continue;
		for (uint32_t c = 0; c < item->n_conditions; c++) {
			const struct condition_row *row =
			        &rules->conditions[item->first_condition + c];
			uint32_t name = python_name_find(p->file, ruleset_text(rules, row->key));

			if (name && row->sense == CONDITION_WITH)
				a->keyword[name] = ++asked;
		}
		if (asked)
			*VEC_PUSH(p->m.env->temp, &a->items) = item;
	}
}

static void match_any_call(
        struct python_matching *p, const struct any_call *a, const struct python_call *call)
{
	bool asked = false;

	for (uint32_t i = 0; i < call->arg_count && !asked; i++)
		asked = a->keyword[p->file->args.at[call->args + i].name];
	for (uint32_t i = 0; asked && i < a->items.len; i++) {
		const struct item_row *item = a->items.at[i];
		struct buf detail = {0};

		if (call_holds(p, item, call, &detail)) {
			struct raw *raw = raw_add(p, item->rule, call->at, call->end);
			str name = call->chain == PYTHON_NONE
			                   ? S("?")
			                   : python_chain_text(
			                             p->file, &p->file->chains.at[call->chain]);

			raw->flags = call->flags;
			raw->scope = call->scope;
			raw->choice = p->choice;
			raw->value_at = p->leaf_at;
			raw->given = p->place;
			raw->matched = name;
			add_detail(raw, p->m.env->temp,
			        name.ptr[0] == '?' ? written_name(p, call) : name, &detail);
		}
		buf_free(&detail);
	}
}

static uint32_t root_of(const struct python_file *file, uint32_t path)
{
	while (file->paths.at[path].parent)
		path = file->paths.at[path].parent;
	return path;
}

/* The name may stand for another package as well. */
static bool is_one_of_several(
        const struct python_matching *p, const uint32_t *targets, uint32_t count, uint32_t index)
{
	uint32_t root = root_of(p->file, targets[index]);

	for (uint32_t i = 0; i < count; i++)
		if (root_of(p->file, targets[i]) != root)
			return true;
	return false;
}

static void match_call(struct python_matching *p, const struct python_call *call)
{
	const struct python_chain *chain = &p->file->chains.at[call->chain];
	uint32_t count;
	const uint32_t *targets = python_chain_targets(p->file, chain, &count);
	uint32_t ends[PYTHON_TARGETS], start = p->raw.len;

	for (uint32_t t = 0; t < count; t++) {
		uint32_t before = ends[t] = p->raw.len;

		if (count > 1 && p->paths[targets[t]].count &&
		        !python_value_reaches(p, chain, targets[t]))
			continue;
		if (p->paths[targets[t]].count)
			match_call_path(p, call, chain, targets[t]);
		for (uint32_t i = before; i < p->raw.len; i++) /* try: import cupy as np … */
			p->raw.at[i].choice |= is_one_of_several(p, targets, count, t);
		if (p->paths[targets[t]].attribute)
			match_attribute(p, chain, targets[t]);
		if (call->arg_count)
			match_ending(p, call, chain, targets[t]);
		ends[t] = p->raw.len;
	}
	python_settle_choice(p, chain, targets, ends, count, start);
	match_method(p, call, chain);
}

/* functools.partial(F, …): F with these arguments, whenever it is called. */
static void match_partial(struct python_matching *p, const struct python_call *call)
{
	const struct python_arg *first = &p->file->args.at[call->args];
	struct python_call meant = *call;
	uint32_t count;
	const uint32_t *targets =
	        python_chain_targets(p->file, &p->file->chains.at[call->chain], &count);

	if (!count || !call->arg_count || first->kind != PYTHON_VALUE_CHAIN || first->name ||
	        !str_eq(python_path(p->file, targets[0]), S("functools.partial")))
		return;
	meant.chain = first->ref;
	meant.args++;
	meant.arg_count--;
	match_call(p, &meant);
}

/* field(default_factory=F): F is called without arguments. */
static void match_factory(struct python_matching *p, const struct python_call *call, uint32_t name)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct python_arg *arg = &p->file->args.at[call->args + i];
		struct python_call meant = *call;

		if (arg->name != name || arg->kind != PYTHON_VALUE_CHAIN)
			continue;
		meant.chain = arg->ref;
		meant.at = arg->at;
		meant.open = meant.end = arg->end;
		meant.arg_count = 0;
		match_call(p, &meant);
	}
}

/* super().__init__(…) in class X(Base): Base is called with these arguments. */
static void match_super(struct python_matching *p, const struct python_call *call)
{
	const struct python_file *file = p->file;
	const struct python_chain *chain = &file->chains.at[call->chain];
	const struct python_class *class;
	struct python_call meant = *call;

	if (chain->root_kind == PYTHON_ROOT_NAME || chain->name_count != 1 ||
	        file->scopes.at[call->scope].class_ == PYTHON_NONE ||
	        !str_starts(str_from_at(file->text, call->at), S("super(")))
		return;
	class = &file->classes.at[file->scopes.at[call->scope].class_];
	for (uint32_t b = 0; b < class->base_count; b++) {
		meant.chain = file->bases.at[class->bases + b];
		/* a subclass of Tensor is made by its own means */
		if (meant.chain != PYTHON_NONE && file->chains.at[meant.chain].target_count &&
		        !str_eq(python_chain_text(p->file, &file->chains.at[meant.chain]),
		                S("torch.Tensor")))
			match_call(p, &meant);
	}
}

static void match_calls(struct python_matching *p)
{
	const struct python_file *file = p->file;
	uint32_t partial = python_name_find(file, S("partial"));
	uint32_t init = python_name_find(file, S("__init__"));
	uint32_t factory = python_name_find(file, S("default_factory"));
	uint32_t importer = python_name_find(file, S("import_module"));
	uint32_t getter = python_name_find(file, S("getattr"));
	uint32_t setter = python_name_find(file, S("setattr"));
	uint32_t dunder = python_name_find(file, S("__import__"));
	struct any_call any = {0};

	prepare_any(p, &any);
	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t last;

		if (any.items.len)
			match_any_call(p, &any, call);
		if (call->chain == PYTHON_NONE)
			continue;
		match_call(p, call);
		last = python_chain_last(file, &file->chains.at[call->chain]);
		if (call->arg_count && last && (last == importer || last == dunder))
			match_meant_import(p, call);
		if (last && (last == getter || last == setter) &&
		        !file->chains.at[call->chain].name_count)
			python_asked_name(p, call, last == setter);
		if (partial && (last == partial || !file->chains.at[call->chain].name_count))
			match_partial(p, call);
		if (init && last == init)
			match_super(p, call);
		if (factory)
			match_factory(p, call, factory);
	}
}

static void match_attributes(struct python_matching *p)
{
	struct python_file *file = p->file;

	for (uint32_t i = 0; i < file->attrs.len; i++) {
		const struct python_chain *chain = &file->chains.at[file->attrs.at[i]];
		uint32_t count;
		const uint32_t *targets = python_chain_targets(file, chain, &count);

		for (uint32_t t = 0; t < count; t++) {
			uint32_t before = p->raw.len;

			if (p->paths[targets[t]].attribute && !is_replaced(p, chain, targets[t]))
				match_attribute(p, chain, targets[t]);
			python_settle_choice(p, chain, &targets[t], &p->raw.len, 1, before);
			python_member(p, chain, targets[t]);
		}
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
				add_detail(raw, p->m.env->temp, named_as(p, chain, targets[t]),
				        &detail);
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

static void find_tried_imports(struct python_matching *p, struct tried_imports *out)
{
	for (uint32_t i = 0; i < p->file->imports.len; i++) {
		const struct python_import *in = &p->file->imports.at[i];

		if (in->flags & (PYTHON_TRY_IMPORT | PYTHON_TRY_BROAD) && guard_of_import(p, in))
			*VEC_PUSH(out->arena, &out->at) = in->at;
	}
}

static void prepare(struct python_matching *p, const uint64_t *looked)
{
	python_find_kernels(p);
	p->n_names = p->file->names ? p->file->names->list.len : 0;
	p->methods = ARENA_ARRAY(p->m.env->temp, struct method_refs, (size_t)p->n_names + 1);
	p->keys = ARENA_ARRAY(p->m.env->temp, struct argument_key, (size_t)p->m.worker->n_keys + 1);
	p->may_hold = ARENA_ARRAY(p->m.env->temp, uint8_t, (size_t)p->m.rules->n_items + 1);
	if (!looked)
		p->needles = needles_find(p->m.worker->needles, p->file->text);
	else
		p->needles = *looked;
	p->needles |= NEEDLE_OF_EVERY_FILE;
	python_look_up_paths(p);
}

bool rules_apply_python(struct env *env, struct rules_worker *worker, const struct rules_python *in,
        struct findings *out)
{
	struct python_file *file = in->file;
	struct python_matching p = {
	        .m = matching_of(env, worker, file->path, out), .file = file, .bytes = in->bytes};

	rules_worker_prepare(worker);
	prepare(&p, in->looked);
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
	if (in->guarded)
		find_guarded_calls(&p, in->guarded);
	if (in->tried)
		find_tried_imports(&p, in->tried);
	if (in->switched && worker->asks_switches)
		switched_find(&p, in->switched);
	if (worker->host_notes) /* last: it looks at the most */
		worker->host_notes->callers = callers_of_calls(&p, worker->host_notes->keep);
	return !p.full;
}
