/* Tensor operands take the dtypes in order; what the signature does not reach has its default. */
#include "coverage/ask.h"

#include "base/json.h"
#include "base/text.h"
#include "pytorch/operator.h"

static struct place nowhere(const char *option)
{
	return (struct place){.path = str_from(option)};
}

static bool read_dtype(struct env *env, str word, enum dtype *out)
{
	static const str words[] = {
#define X(name, w, torch, bytes, class, export, c10) {w, sizeof(w) - 1},
	        DTYPE_LIST(X)
#undef X
	};
	str nearest;

	*out = dtype_from_word(word);
	if (*out != DTYPE_UNKNOWN || str_eq(word, S("?")))
		return true;
	*out = dtype_from_torch(word);
	if (*out != DTYPE_UNKNOWN)
		return true;
	nearest = text_nearest(word, words, sizeof words / sizeof *words);
	return diag_error(env->diags, nowhere("--signature"), "unknown dtype '%.*s'%s%.*s%s",
	        STR_ARG(word), nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
	        nearest.len ? "'?" : "");
}

static struct query_tensor unsized(enum dtype dtype)
{
	return (struct query_tensor){.dtype = dtype, .rank = -1};
}

static bool read_list(struct env *env, str text, struct query_arg *out)
{
	VEC(struct query_tensor) list = {0};
	str word;

	while (text.len && str_cut(&text, ',', &word)) {
		enum dtype dtype;

		if (!read_dtype(env, str_trim(word), &dtype))
			return false;
		*VEC_PUSH(env->keep, &list) = unsized(dtype);
	}
	out->kind = QUERY_TENSORS;
	out->tensors.at = list.at;
	out->tensors.count = list.len;
	return true;
}

/* The next word of a signature, a bracketed list whole. */
static str next_word(str *rest)
{
	size_t end = 0;
	int depth = 0;
	str word;

	while (end < rest->len && (depth || rest->ptr[end] != ',')) {
		depth += (rest->ptr[end] == '[') - (rest->ptr[end] == ']');
		end++;
	}
	word = str_trim(str_slice(*rest, 0, end));
	*rest = end < rest->len ? str_from_at(*rest, end + 1) : STR_NONE;
	return word;
}

static bool take_signature(
        struct env *env, str text, const struct schema *schema, struct query_arg *args)
{
	for (uint32_t i = 0; i < schema->count && text.ptr; i++) {
		const struct schema_arg *arg = &schema->args[i];
		enum dtype dtype;
		str word;

		if (!arg->tensor || arg->role == OPERAND_OUT)
			continue;
		word = next_word(&text);
		if (str_eq(word, S("-"))) {
			args[i].kind = QUERY_NONE;
		} else if (str_starts(word, S("["))) {
			if (!read_list(env, str_slice(word, 1, word.len - 1), &args[i]))
				return false;
		} else if (!read_dtype(env, word, &dtype)) {
			return false;
		} else if (arg->list) {
			struct query_tensor *one = ARENA_NEW(env->keep, struct query_tensor);

			*one = unsized(dtype);
			args[i].kind = QUERY_TENSORS;
			args[i].tensors.at = one;
			args[i].tensors.count = 1;
		} else {
			args[i].kind = QUERY_TENSOR;
			args[i].tensor = unsized(dtype);
		}
	}
	if (text.ptr && text.len)
		return diag_error(env->diags, nowhere("--signature"),
		        "more dtypes than the operator has tensor operands: '%.*s' is left",
		        STR_ARG(text));
	return true;
}

static void take_defaults(struct env *env, const struct schema *schema, struct query_arg *args)
{
	for (uint32_t i = 0; i < schema->count; i++) {
		const struct schema_arg *arg = &schema->args[i];
		enum dtype dtype = arg->role == OPERAND_MASK   ? DTYPE_B8
		                   : arg->role == OPERAND_DATA ? DTYPE_F32
		                                               : DTYPE_I64;

		if (args[i].kind != QUERY_ABSENT)
			continue;
		if (arg->default_text.ptr)
			continue;
		args[i].kind = QUERY_UNKNOWN;
		if (!arg->tensor || arg->role == OPERAND_OUT || arg->optional)
			continue;
		args[i].kind = arg->list ? QUERY_TENSORS : QUERY_TENSOR;
		if (arg->list) {
			struct query_tensor *one = ARENA_NEW(env->keep, struct query_tensor);

			*one = unsized(dtype);
			args[i].tensors.at = one;
			args[i].tensors.count = 1;
		} else {
			args[i].tensor = unsized(dtype);
		}
	}
}

static bool read_numbers(struct env *env, struct json *j, struct query_arg *out)
{
	VEC(int64_t) list = {0};

	for (json_array(j); json_item(j);) {
		bool flag;

		if (json_peek(j) == JSON_TRUE || json_peek(j) == JSON_FALSE) {
			if (json_bool(j, &flag))
				*VEC_PUSH(env->keep, &list) = flag;
		} else if (json_peek(j) == JSON_NULL) {
			json_null(j);
			*VEC_PUSH(env->keep, &list) = QUERY_SYMBOLIC;
		} else {
			int64_t value = 0;

			json_int(j, &value);
			*VEC_PUSH(env->keep, &list) = value;
		}
	}
	out->kind = QUERY_INTS;
	out->ints.at = list.at;
	out->ints.count = list.len;
	return json_ok(j);
}

static bool read_value(struct env *env, struct json *j, struct query_arg *out)
{
	str text;

	switch (json_peek(j)) {
	case JSON_NULL: out->kind = QUERY_NONE; return json_null(j);
	case JSON_TRUE:
	case JSON_FALSE: out->kind = QUERY_BOOL; return json_bool(j, &out->flag);
	case JSON_STRING:
		out->kind = QUERY_TEXT;
		if (!json_string(j, &text))
			return false;
		out->text = arena_dup(env->keep, text);
		return true;
	case JSON_NUMBER:
		if (!json_number(j, &text))
			return false;
		out->kind = QUERY_INT;
		if (str_int(text, &out->integer))
			return true;
		out->kind = QUERY_FLOAT;
		return str_float(text, &out->real);
	case JSON_ARRAY: return read_numbers(env, j, out);
	default: return json_fail(j, "a value, a list of numbers or null");
	}
}

static bool json_failed(struct env *env, const struct json *j, const char *option)
{
	uint32_t line, column;

	json_position(j, &line, &column);
	return diag_error(env->diags, (struct place){str_from(option), line, column},
	        "not valid JSON: expected %s", j->error);
}

static bool take_args(
        struct env *env, const struct ask *ask, const struct schema *schema, struct query_arg *args)
{
	struct json j;
	str key;

	if (!ask->args.len)
		return true;
	json_open(&j, ask->args, 8, env->keep);
	for (json_object(&j); json_key(&j, &key);) {
		uint32_t i = schema_find(schema, key);
		str names[SCHEMA_ARGS_MOST], nearest;

		if (i != UINT32_MAX) {
			read_value(env, &j, &args[i]);
			continue;
		}
		for (uint32_t k = 0; k < schema->count; k++)
			names[k] = schema->args[k].name;
		nearest = text_nearest(key, names, schema->count);
		return diag_error(env->diags, nowhere("--args"),
		        "%.*s has no argument '%.*s'%s%.*s%s", STR_ARG(ask->op), STR_ARG(key),
		        nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
		        nearest.len ? "'?" : "");
	}
	return json_end(&j) || json_failed(env, &j, "--args");
}

static void read_out_dtypes(struct env *env, struct json *j, struct query *out)
{
	VEC(enum dtype) list = {0};
	str word;

	for (json_array(j); json_item(j);)
		if (json_string(j, &word))
			*VEC_PUSH(env->keep, &list) = dtype_from_word(word);
	out->out_dtypes = list.at;
	out->n_out_dtypes = list.len;
}

static void read_arg_dtypes(
        struct env *env, struct json *j, const struct schema *schema, struct query_arg *args)
{
	str key, word;

	for (json_object(j); json_key(j, &key);) {
		uint32_t i = schema_find(schema, key);

		if (!json_string(j, &word))
			return;
		if (i == UINT32_MAX) {
			json_fail(j, "the name of an argument");
			return;
		}
		if (schema->args[i].list) {
			struct query_tensor *one = ARENA_NEW(env->keep, struct query_tensor);

			*one = unsized(dtype_from_word(word));
			args[i].kind = QUERY_TENSORS;
			args[i].tensors.at = one;
			args[i].tensors.count = 1;
		} else {
			args[i].kind = QUERY_TENSOR;
			args[i].tensor = unsized(dtype_from_word(word));
		}
	}
}

static bool take_context(
        struct env *env, const struct ask *ask, struct query *out, struct query_arg *args)
{
	struct json j;
	str key, word;

	if (!ask->context.len)
		return true;
	json_open(&j, ask->context, 8, env->keep);
	for (json_object(&j); json_key(&j, &key);) {
		if (str_eq(key, S("shape")) && json_string(&j, &word)) {
			out->dynamic = str_eq(word, S("dynamic"));
			out->zero_size = str_eq(word, S("zero_size"));
		} else if (str_eq(key, S("out_dtype"))) {
			read_out_dtypes(env, &j, out);
		} else if (str_eq(key, S("arg_dtypes"))) {
			read_arg_dtypes(env, &j, out->schema, args);
		} else {
			return diag_error(env->diags, nowhere("--context"),
			        "unknown key '%.*s'; expected shape, out_dtype or arg_dtypes",
			        STR_ARG(key));
		}
	}
	return json_end(&j) || json_failed(env, &j, "--context");
}

bool ask_query(struct env *env, const struct ask *ask, struct query *out)
{
	struct operator op;
	const struct schema *schema;
	struct query_arg *args;

	*out = (struct query){
	        .op = operator_canonical(env->keep, ask->op), .release = ask->release};
	if (!operator_find(out->op, ask->release, &op)) {
		if (ask->args.len)
			return diag_error(env->diags, nowhere("--args"),
			        "%.*s is no registered operator, so its arguments are not known",
			        STR_ARG(out->op));
		return true;
	}
	schema = schema_keep(env->keep, op.schema);
	args = ARENA_ARRAY(env->keep, struct query_arg, SCHEMA_ARGS_MOST);
	out->schema = schema;
	out->args = args;
	if (ask->signature.len && !str_eq(ask->signature, S("-")) &&
	        !take_signature(env, ask->signature, schema, args))
		return false;
	if (!ask->signature.len)
		take_defaults(env, schema, args);
	for (uint32_t i = 0; i < schema->count; i++)
		if (args[i].kind == QUERY_ABSENT && !schema->args[i].default_text.ptr)
			args[i].kind = schema->args[i].optional ? QUERY_NONE : QUERY_UNKNOWN;
	return take_args(env, ask, schema, args) && take_context(env, ask, out, args);
}
