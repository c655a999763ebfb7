/* collate-batch-max: a length taken from the batch where batches are put together, as max over
 * len() or as the greatest value of a tensor of lengths. */
#include "scanner/matcher_named.h"

#include <string.h>

/* The name of a function that is handed on as it is: put, self.put; 0: none. */
static uint32_t handed_name(const struct python_file *file, const struct python_arg *arg)
{
	const struct python_chain *chain;

	if (arg->kind != PYTHON_VALUE_CHAIN)
		return 0;
	chain = &file->chains.at[arg->ref];
	return chain->root_kind == PYTHON_ROOT_NAME && chain->name_count < 2
	               ? python_chain_last(file, chain)
	               : 0;
}

/* dataset.set_transform(f), splits["train"].with_transform(f): not the axis of a plot. */
static bool is_of_data(const struct python_file *file, const struct python_call *call)
{
	static const char *const words[] = {"data", "Data", "train", "valid", "eval", "test_",
	        "_test", "_ds.", "_ds[", "_set.", "_set[", NULL};
	str text = str_slice(file->text, call->at, call->open);

	return str_has_one_of(text, words) || str_starts(text, S("ds.")) ||
	       str_starts(text, S("ds[")) || str_has(text, S(".ds."));
}

/* A loader calls it, and so does the file itself, put(batch) or self.put(batch), elsewhere than in
 * the function: what it is given may be anywhere. */
static bool is_called(struct python_matching *p, uint32_t name)
{
	const struct python_file *file = p->file;

	for (uint32_t i = python_next_call(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, name, i)) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_chain *chain = &file->chains.at[call->chain];
		const struct python_scope *scope = &file->scopes.at[call->scope];

		if (chain->root_kind != PYTHON_ROOT_NAME || chain->name_count > 1 ||
		        (chain->name_count && !str_eq(python_name(file, chain->root), S("self"))))
			continue;
		if (scope->kind != PYTHON_FUNCTION ||
		        (scope->name != name &&
		                !str_has(python_name(file, scope->name), S("collate"))))
			return true;
	}
	return false;
}

static void add_loader(struct python_matching *p, bool *names, const struct python_arg *arg)
{
	uint32_t name = handed_name(p->file, arg);

	if (name && !names[name])
		names[name] = !is_called(p, name);
}

bool *collate_names(struct python_matching *p)
{
	static const char *const setters[] = {"set_transform", "with_transform", NULL};
	const struct python_file *file = p->file;
	bool *names = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);
	uint32_t collate_fn = python_name_find(file, S("collate_fn"));

	for (uint32_t i = 0; collate_fn && i < file->args.len; i++)
		if (file->args.at[i].name == collate_fn)
			add_loader(p, names, &file->args.at[i]);
	for (const char *const *setter = setters; *setter; setter++) {
		uint32_t name = python_name_find(file, str_from(*setter));

		for (uint32_t i = name ? python_next_call(p, name, PYTHON_NONE) : PYTHON_NONE;
		        i != PYTHON_NONE; i = python_next_call(p, name, i))
			if (file->calls.at[i].arg_count && is_of_data(file, &file->calls.at[i]))
				add_loader(p, names, &file->args.at[file->calls.at[i].args]);
	}
	return names;
}

static bool is_collate(struct python_matching *p, uint32_t scope, const bool *given)
{
	const struct python_file *file = p->file;

	for (; scope != PYTHON_NONE && scope; scope = file->scopes.at[scope].parent) {
		const struct python_scope *s = &file->scopes.at[scope];
		str name = python_name(file, s->name);

		if (s->kind != PYTHON_FUNCTION)
			continue;
		if (has_small(name, "collate") || given[s->name])
			return true;
		if (s->class_ != PYTHON_NONE && str_eq(name, S("__call__")) &&
		        str_has(python_name(file, file->classes.at[s->class_].name), S("Collat")))
			return true;
	}
	return false;
}

/* max(0, n - len(x)): a bound of one number, nothing of a batch. */
static bool is_bound(const struct python_matching *p, const struct python_call *call)
{
	const struct python_arg *args = p->file->args.at + call->args;

	return call->arg_count == 2 &&
	       (args[0].kind == PYTHON_VALUE_INT || args[1].kind == PYTHON_VALUE_INT);
}

/* max(len(x) for x in batch) */
static bool is_longest(const struct python_matching *p, const struct python_call *call)
{
	str inside = str_slice(p->file->text, call->open,
	        call->end - call->open > 400 ? call->open + 400 : call->end);

	return str_has(inside, S("len(")) && !is_bound(p, call);
}

/* round_up(max(…), 64), (max(…) + 7) // 8 * 8: few lengths are left. */
static bool is_rounded(struct python_matching *p, const struct python_call *call)
{
	static const char *const words[] = {
	        "round", "ceil", "bucket", "multiple", "//", "align", "next_power", NULL};
	const struct statement *s = statement_at(p, call->at);

	return s && str_has_one_of(statement_head(p, s), words);
}

/* What sizes are given to: torch.full((n, N), …), F.pad(x, (0, N - n)), x.new_zeros(n, N). */
static bool takes_sizes(const struct python_matching *p, const struct python_call *call)
{
	static const char *const names[] = {"full", "zeros", "ones", "empty", "pad", "new_full",
	        "new_zeros", "new_ones", "new_empty", "arange", "expand", "narrow", "repeat", NULL};

	return str_is_one_of(call_last(p, call), names);
}

/* What stands between two places ends a slice: x[:N], x[:, 0:N, …]; no value of a dict. */
static bool bounds_slice(const struct python_matching *p, uint32_t at, uint32_t end)
{
	str text = p->file->text;
	uint32_t from = at, depth = 0;

	if (!at || text.ptr[at - 1] != ':' || (text.ptr[end] != ']' && text.ptr[end] != ','))
		return false;
	for (; from > 0 && at - from < 100; from--) {
		depth += strchr(")]}", text.ptr[from - 1]) != NULL;
		if (strchr("[{(\n", text.ptr[from - 1]) && !depth--)
			break;
	}
	return from > 0 && text.ptr[from - 1] == '[';
}

/* Whether the name stands for a length somewhere in [from, to): x[:N], a size in a call. */
static bool is_length(struct python_matching *p, str name, uint32_t from, uint32_t to)
{
	str text = p->file->text;

	for (uint32_t at = from; at < to; at += (uint32_t)name.len) {
		uint32_t end, before;

		at += (uint32_t)str_find(str_slice(text, at, to), name);
		end = at + (uint32_t)name.len;
		if (end >= to)
			return false;
		if (byte_is_name(text.ptr[end]) || byte_is_name(text.ptr[at - 1]) ||
		        text.ptr[at - 1] == '.')
			continue;
		for (before = at; before > from && text.ptr[before - 1] == ' ';)
			before--;
		if (bounds_slice(p, before, end))
			return true;
		for (uint32_t i = python_call_from(p->file, at);
		        i-- > 0 && python_may_look(p, 1);) {
			const struct python_call *call = &p->file->calls.at[i];

			if (at < call->end && takes_sizes(p, call))
				return true;
		}
	}
	return false;
}

/* Where the function around a scope ends: at the next one that is not inside of it. */
static uint32_t function_end(const struct python_file *file, uint32_t scope)
{
	for (uint32_t i = scope + 1; i < file->scopes.len; i++) {
		uint32_t s = i;

		while (s != PYTHON_NONE && s > scope)
			s = file->scopes.at[s].parent;
		if (s != scope)
			return file->scopes.at[i].at;
	}
	return (uint32_t)file->text.len;
}

/* x.max(), torch.max(x): one value of all; not x.max(dim=1). */
static bool is_greatest(const struct python_matching *p, const struct python_call *call)
{
	const struct python_chain *chain = &p->file->chains.at[call->chain];
	str name = python_name(p->file, python_chain_last(p->file, chain));

	if (!str_eq(name, S("max")) && !str_eq(name, S("amax")))
		return false;
	if (chain->target_count)
		return str_starts(python_path(p->file,
		                          python_chain_targets(p->file, chain, &(uint32_t){0})[0]),
		               S("torch.")) &&
		       call->arg_count == 1;
	return chain->name_count && !call->arg_count;
}

/* int(x.max()), x.max().item(): read as a number; the whole of it. */
static bool is_read(const struct python_matching *p, const struct python_call *call, uint32_t *at,
        uint32_t *end)
{
	str text = p->file->text, behind = str_slice(text, call->end, call->end + 7);
	bool item = str_eq(behind, S(".item()"));
	bool number = call->at >= 4 && str_eq(str_slice(text, call->at - 4, call->at), S("int(")) &&
	              str_starts(behind, S(")"));

	*at = call->at - (number ? 4 : 0);
	*end = call->end + (number ? 1 : 7);
	return item || number;
}

/* Such a number is a length: it bounds a slice at once, or the name that it is given to does. */
static bool is_cut(struct python_matching *p, uint32_t scope, uint32_t at, uint32_t end)
{
	str text = p->file->text, name;
	const struct statement *s = statement_at(p, at);

	if (bounds_slice(p, at, end))
		return true;
	if (!s)
		return false;
	name = str_slice(text, s->at, s->at);
	while (byte_is_name(name.ptr[name.len]))
		name.len++;
	return name.len &&
	       str_eq(str_trim(str_slice(text, s->at + (uint32_t)name.len, at)), S("=")) &&
	       is_length(p, name, s->end, function_end(p->file, scope));
}

void match_collate(struct python_matching *p, const struct item_row *item)
{
	uint32_t max = python_name_find(p->file, S("max"));
	uint32_t amax = python_name_find(p->file, S("amax"));
	bool *given;

	if (!max && !amax)
		return;
	given = collate_names(p);
	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_chain *chain;
		uint32_t at, end;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &p->file->chains.at[call->chain];
		if (!chain->name_count && chain->bound == PYTHON_FREE && chain->root == max &&
		        chain->root_kind == PYTHON_ROOT_NAME) {
			if (is_longest(p, call) && is_collate(p, call->scope, given) &&
			        !is_rounded(p, call))
				named_add_call(p, item, call);
		} else if (is_greatest(p, call) && is_read(p, call, &at, &end) &&
		           is_collate(p, call->scope, given) && is_cut(p, call->scope, at, end)) {
			named_add(p, item, at, end)->scope = call->scope;
		}
	}
}
