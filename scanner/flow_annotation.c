/* The tokens of an annotation, without a tree: names that mean a tensor, Optional and Union of one,
 * and lists of them. Whatever else stands among them makes it unknown. */
#include "scanner/flow_internal.h"

/* Several tensors of one kind: list[Tensor], Tuple[Tensor, ...]. */
static bool is_container(str path)
{
	static const char *const names[] = {
	        "list", "tuple", "List", "Tuple", "Sequence", "Iterable", "Iterator", "Collection"};
	size_t dot = str_rfind_byte(path, '.');

	path = dot < path.len ? str_from_at(path, dot + 1) : path;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(path, str_from(names[i])))
			return true;
	return false;
}

/* The name at *t, in full where it is resolved; *t stands at its last part. */
static str annotation_name(struct flow *f, const struct token **t, bool *resolved)
{
	const struct python_chain *chain = flow_chain(f, (*t)->at);
	const uint32_t *targets;
	uint32_t count = 0;

	*resolved = chain && chain->target_count;
	if (!*resolved)
		return python_name(f->file, (*t)->value);
	targets = python_chain_targets(f->file, chain, &count);
	*t += 2 * chain->name_count;
	return python_path(f->file, targets[0]);
}

bool flow_names_mask(str name)
{
	return str_eq(name, S("mask")) || str_ends(name, S("_mask"));
}

enum what_kind flow_annotation(struct flow *f, const struct token *from, const struct token *to)
{
	bool tensor = false, several = false;

	for (const struct token *t = from; t < to; t++) {
		const struct token *name = t;
		bool resolved;
		uint32_t end;
		str path;

		if (t->kind == TOKEN_STRING && from + 1 == to) {
			path = literal_at(f->file->text, t->at, &end);
			return receiver_is_tensor_type(path) || str_eq(path, S("Tensor"))
			               ? WHAT_TENSOR
			               : WHAT_UNKNOWN;
		}
		if (t->kind != TOKEN_NAME)
			continue;
		path = annotation_name(f, &t, &resolved);
		if (receiver_is_tensor_type(path) ||
		        (name->value == f->id_tensor && f->id_tensor && !resolved)) {
			tensor = true;
		} else if (is_container(path) && t + 1 < to && t[1].kind == TOKEN_LSQB) {
			const struct token *close = flow_close(f, t + 1);

			/* one level: a list in a list holds no tensors itself */
			for (const struct token *in = t + 2; in < close; in++)
				if (in->kind == TOKEN_LSQB)
					return WHAT_UNKNOWN;
			if (flow_annotation(f, t + 2, close) != WHAT_TENSOR)
				return WHAT_UNKNOWN;
			several = true;
			t = close;
		} else if (!str_ends(path, S("Optional")) && !str_ends(path, S("Union"))) {
			return WHAT_UNKNOWN;
		}
	}
	if (tensor && several)
		return WHAT_UNKNOWN;
	return several ? WHAT_TENSORS : tensor ? WHAT_TENSOR : WHAT_UNKNOWN;
}

bool flow_annotation_is_class(struct flow *f, const struct token *from, const struct token *to)
{
	const struct token *last = from;
	str name;

	while (last + 2 < to && last[1].kind == TOKEN_DOT)
		last += 2;
	if (last + 1 != to || last->kind != TOKEN_NAME)
		return false;
	name = python_name(f->file, last->value);
	if (str_eq(name, S("ndarray")))
		return true;
	return name.len > 2 && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z' && name.ptr[1] >= 'a' &&
	       name.ptr[1] <= 'z' && !str_has(name, S("Tensor")) && !str_has(name, S("Array")) &&
	       !str_has(name, S("Any")) && !str_has(name, S("Type"));
}
