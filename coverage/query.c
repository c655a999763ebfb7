/* Defaults come from the schema's text: None, numbers, booleans, lists of integers, names. */
#include "coverage/query.h"

static struct query_arg from_default(str text)
{
	struct query_arg arg = {.kind = QUERY_OTHER};
	int64_t integer;
	double real;

	if (str_eq(text, S("None"))) {
		arg.kind = QUERY_NONE;
	} else if (str_eq(text, S("True")) || str_eq(text, S("False"))) {
		arg.kind = QUERY_BOOL;
		arg.flag = str_eq(text, S("True"));
	} else if (str_int(text, &integer)) {
		arg.kind = QUERY_INT;
		arg.integer = integer;
	} else if (str_float(text, &real)) {
		arg.kind = QUERY_FLOAT;
		arg.real = real;
	} else if (str_eq(text, S("[]"))) {
		arg.kind = QUERY_INTS;
	} else if (text.len && text.ptr[0] == '[') {
		/* A list of one value in all the defaults that matter ([0, 0], [1, 1, 1]). */
		static const int64_t zeros[3] = {0, 0, 0}, ones[3] = {1, 1, 1};

		if (str_starts(text, S("[0")) || str_starts(text, S("[1"))) {
			arg.kind = QUERY_INTS;
			arg.ints.at = text.ptr[1] == '0' ? zeros : ones;
			arg.ints.count = text.len > 7 ? 3 : text.len > 4 ? 2 : 1;
		}
	} else if (text.len) {
		arg.kind = QUERY_TEXT;
		arg.text = text;
		if (text.len > 1 && (text.ptr[0] == '"' || text.ptr[0] == '\''))
			arg.text = str_slice(text, 1, text.len - 1);
	}
	return arg;
}

struct query_arg query_value(const struct query *query, str name)
{
	struct query_arg unknown = {.kind = QUERY_UNKNOWN};
	uint32_t i = query->schema ? schema_find(query->schema, name) : UINT32_MAX;
	const struct schema_arg *arg;

	if (i == UINT32_MAX)
		return unknown;
	arg = &query->schema->args[i];
	if (query->args && query->args[i].kind != QUERY_ABSENT)
		return query->args[i];
	if (arg->default_text.ptr)
		return from_default(arg->default_text);
	return unknown;
}

static uint32_t add(enum dtype dtype, enum dtype *out, uint32_t count, uint32_t most)
{
	for (uint32_t i = 0; i < count; i++)
		if (out[i] == dtype)
			return count;
	if (count < most)
		out[count++] = dtype;
	return count;
}

uint32_t query_dtypes(const struct query *query, enum dtype *out, uint32_t most)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < query->n_dtypes; i++)
		count = add(query->dtypes[i], out, count, most);
	if (!query->args || !query->schema)
		return count;
	for (uint32_t i = 0; i < query->schema->count; i++) {
		const struct query_arg *arg = &query->args[i];

		if (query->schema->args[i].role != OPERAND_DATA)
			continue;
		if (arg->kind == QUERY_TENSOR)
			count = add(arg->tensor.dtype, out, count, most);
		for (uint32_t k = 0; arg->kind == QUERY_TENSORS && k < arg->tensors.count; k++)
			count = add(arg->tensors.at[k].dtype, out, count, most);
	}
	return count;
}

static void weigh(enum dtype dtype, bool *complex, bool *real, bool *whole)
{
	*complex |= dtype_class(dtype) == DTYPE_CLASS_COMPLEX;
	*real |= dtype_class(dtype) == DTYPE_CLASS_FLOAT;
	*whole |= dtype_class(dtype) == DTYPE_CLASS_INT;
}

/* complex if a tensor, a number or a dtype argument is complex; else float if a tensor is floating;
 * else int. Without any tensor the dtype argument decides, then the result. */
enum dtype_class query_class(const struct query *query)
{
	bool complex = false, real = false, whole = false;
	bool c = false, r = false, w = false;
	enum dtype dtypes[16];
	uint32_t n = query_dtypes(query, dtypes, 16);

	for (uint32_t i = 0; i < n; i++)
		weigh(dtypes[i], &complex, &real, &whole);
	for (uint32_t i = 0; query->args && query->schema && i < query->schema->count; i++) {
		complex |= query->args[i].kind == QUERY_COMPLEX;
		if (query->args[i].kind == QUERY_DTYPE)
			weigh(query->args[i].dtype, &c, &r, &w);
	}
	if (complex || c)
		return DTYPE_CLASS_COMPLEX;
	if (real)
		return DTYPE_CLASS_FLOAT;
	if (whole)
		return DTYPE_CLASS_INT;
	if (r)
		return DTYPE_CLASS_FLOAT;
	if (w)
		return DTYPE_CLASS_INT;
	for (uint32_t i = 0; i < query->n_out_dtypes; i++)
		weigh(query->out_dtypes[i], &complex, &real, &whole);
	return complex ? DTYPE_CLASS_COMPLEX
	       : real  ? DTYPE_CLASS_FLOAT
	       : whole ? DTYPE_CLASS_INT
	               : DTYPE_CLASS_NONE;
}
