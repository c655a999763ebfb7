/* Parameters, and the tokens of an annotation, without a tree: names that mean a tensor, Optional
 * and Union of one, and lists of them. Whatever else stands among them makes it unknown. */
#include "scanner/flow_internal.h"

/* Several tensors of one kind: list[Tensor], Tuple[Tensor, ...]. */
static bool is_container(str path)
{
	static const char *const names[] = {
	        "list", "tuple", "List", "Tuple", "Sequence", "Iterable", "Iterator", "Collection"};

	path = str_last_part(path, '.');
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

/* threshold: float */
static bool is_plain_type(const struct flow *f, const struct token *from, const struct token *to)
{
	static const char *const names[] = {"float", "int", "bool", "str", NULL};

	return from + 1 == to && from->kind == TOKEN_NAME &&
	       str_is_one_of(python_name(f->file, from->value), names);
}

/* def forward(self, x, H, W), def forward(self, x, x_size, it): numbers or tuples of them, not
 * tensors. */
static bool is_number(str name)
{
	static const char *const ends[] = {"_size", "_shape", "_resolution", "_num", NULL};
	static const char *const names[] = {"H", "N", "T", "W", "h", "w", "height", "width",
	        "seq_len", "seqlen", "batch_size", "num_heads", "it", "iteration", "n_iter",
	        "cur_iter", "curr_iter", "current_iter", "global_step", "epoch", "cur_epoch",
	        "current_epoch", "layer_idx", "layer_id", "num_layers", "num_frames", NULL};

	return str_is_one_of(name, names) || str_ends_one_of(name, ends) ||
	       str_starts(name, S("num_"));
}

/* np.ndarray, numpy.ndarray, ndarray */
static bool is_array(const struct flow *f, const struct token *t)
{
	t += t[1].kind == TOKEN_DOT ? 2 : 0;
	return t->kind == TOKEN_NAME && str_eq(python_name(f->file, t->value), S("ndarray"));
}

/* mask: LongTensor, mask: Int[Tensor, "n"]: numbers that pick by their place. */
static bool says_index(const struct flow *f, const struct token *from, const struct token *to)
{
	static const char *const types[] = {"LongTensor", "IntTensor", "ShortTensor", "FloatTensor",
	        "Int[", "Int8[", "Int16[", "Int32[", "Int64[", "UInt", "Integer[", "Float", NULL};

	return from < to && str_has_one_of(str_slice(f->file->text, from->at, to[-1].end), types);
}

/* One parameter; stands at its name. */
static void parameter(struct flow *f, const struct token *close, uint32_t index)
{
	const struct token *name = f->t, *from = name, *to = name;
	struct what value = {0};
	bool annotated = false,
	     star = name[-1].kind == TOKEN_STAR || name[-1].kind == TOKEN_DOUBLESTAR;

	f->t++;
	if (f->t->kind == TOKEN_COLON) {
		annotated = true;
		from = ++f->t;
		while (f->t < close && f->t->kind != TOKEN_COMMA && f->t->kind != TOKEN_EQUAL)
			f->t = flow_close(f, f->t) + 1;
		to = f->t;
		if (!star)
			value.kind = (uint8_t)flow_annotation(f, from, f->t);
		if (!star && is_plain_type(f, from, f->t))
			value.flags = WHAT_OBJECT;
		if (!star && value.kind == WHAT_UNKNOWN &&
		        flow_annotation_is_class(f, from, f->t)) {
			value.kind = is_array(f, from) ? WHAT_OTHER : WHAT_UNKNOWN;
			value.flags = WHAT_OBJECT | (is_array(f, from) ? WHAT_VALUES : 0);
		}
	}
	if (f->t->kind == TOKEN_EQUAL) {
		f->t++;
		flow_expression(f);
	} else if (!annotated && !star && index && f->takes_tensors &&
	           !is_number(python_name(f->file, name->value))) {
		value.kind = WHAT_TENSOR;
		value.flags = WHAT_SUPPOSED;
	}
	if (value.kind == WHAT_TENSOR && flow_names_mask(python_name(f->file, name->value)) &&
	        !says_index(f, from, to))
		value.flags |= WHAT_MASK;
	if (!star && f->called.len)
		value.flags |= flow_given(f, name->value, value);
	flow_shadow(f, name->value, star ? value : flow_told(f, name->at, value));
	if (!index && f->class_ != PYTHON_NONE && !f->self)
		f->self = name->value;
}

void flow_parameters(struct flow *f)
{
	const struct token *close = flow_close(f, f->t);
	uint32_t index = 0;

	f->t++;
	while (f->t < close) {
		if (f->t->kind != TOKEN_NAME) { /* a comma, *, ** or / */
			f->t++;
			continue;
		}
		parameter(f, close, index++);
		while (f->t < close && f->t->kind != TOKEN_COMMA)
			f->t = flow_close(f, f->t) + 1;
	}
	f->takes_tensors = false; /* those of a def inside are anybody's */
	f->called = STR_NONE;
	f->t = close + (close->kind != TOKEN_NONE);
}
