/* Arguments, results and the lists of values.
 *
 * A union is an object with one key; writers of old listed all cases and left null what was not
 * taken, so the first case that is not null counts. Names stay numbers of names until their graph
 * is whole (exported_graph.c resolves them). What surprises: an empty list whose type the
 * writer could not tell is `as_tensors: []`, also where it means no integers. */
#include "scanner/graph/exported_state.h"

#include "scanner/graph/expression.h"

#include <math.h>
#include <string.h>

/* A name in a text value; 0 for null. */
static uint32_t read_name(struct exported *x)
{
	str text;

	if (exported_null(x) || !json_string(&x->j, &text))
		return 0;
	return exported_name(x, text);
}

/* The `name` of {"name": …, …}. */
static uint32_t read_named(struct exported *x)
{
	uint32_t name = 0;
	enum word word;
	str text;

	if (json_one_string(&x->j, &x->words.guesses[WORD_name], &text))
		return exported_intern(x, text);
	for (json_object(&x->j); exported_key(x, &word);)
		if (word == WORD_name)
			name = read_name(x);
		else
			json_skip(&x->j);
	if (!name)
		json_fail(&x->j, "an object with a name");
	return name;
}

/* A float as written; newer writers put infinities and NaN in quotes. */
static double read_float(struct exported *x)
{
	double value = 0;
	str text;

	if (json_peek(&x->j) != JSON_STRING) {
		json_float(&x->j, &value);
		return value;
	}
	json_string(&x->j, &text);
	if (str_eq(text, S("Infinity")))
		return INFINITY;
	if (str_eq(text, S("-Infinity")))
		return -INFINITY;
	if (str_eq(text, S("NaN")))
		return NAN;
	json_fail(&x->j, "a number, \"Infinity\", \"-Infinity\" or \"NaN\"");
	return 0;
}

/* Python prints the shortest text that reads back, with a point or an exponent. */
static str python_float(struct arena *arena, double value)
{
	str text;

	if (isnan(value))
		return S("nan");
	if (isinf(value))
		return value < 0 ? S("-inf") : S("inf");
	for (int digits = 1;; digits++) {
		double back;

		text = arena_format(arena, "%.*g", digits, value);
		if (digits == 17 || (str_float(text, &back) && back == value))
			break;
	}
	if (fabs(value) >= 1e16 || (value != 0 && fabs(value) < 1e-4)) /* repr's bounds */
		return text;
	if (str_find_byte(text, 'e') < text.len)
		text = arena_format(arena, "%.0f", value);
	return str_find_byte(text, '.') < text.len ? text
	                                           : arena_format(arena, "%.*s.0", STR_ARG(text));
}

/* {"expr_str": …, "hint": null | {"as_int": 4}} */
static void read_expression(struct exported *x, struct dim *dim)
{
	enum word word, hint;
	str text;

	dim->value = -1;
	for (json_object(&x->j); exported_key(x, &word);) {
		if (word == WORD_expr_str && json_string_raw(&x->j, &text)) {
			bool fresh;
			uint32_t *id = map_at(&x->expressions, text, &fresh);

			if (fresh)
				*id = exported_intern(
				        x, expression_text(x->env->temp,
				                   json_unescape(x->env->temp, text)));
			dim->expr = *id;
		} else if (word == WORD_hint && json_peek(&x->j) == JSON_OBJECT) {
			for (json_object(&x->j); exported_key(x, &hint);)
				if (hint == WORD_as_int && !exported_null(x))
					json_int(&x->j, &dim->value);
				else if (hint != WORD_as_int)
					json_skip(&x->j);
		} else {
			json_skip(&x->j);
		}
	}
	if (!dim->expr)
		json_fail(&x->j, "an expression");
}

bool exported_dim(struct exported *x, struct dim *dim)
{
	bool taken = false, flag;
	enum word word;

	*dim = (struct dim){0};
	if (json_one_int(&x->j, &x->words.guesses[WORD_as_int], &dim->value))
		return true;
	if (json_peek(&x->j) == JSON_NUMBER)
		return json_int(&x->j, &dim->value);
	for (json_object(&x->j); exported_key(x, &word);) {
		if (exported_null(x))
			continue;
		if (taken) {
			json_skip(&x->j);
			continue;
		}
		taken = true;
		switch (word) {
		case WORD_as_int: json_int(&x->j, &dim->value); break;
		case WORD_as_expr: read_expression(x, dim); break;
		case WORD_as_bool:
			if (json_bool(&x->j, &flag))
				*dim = (struct dim){
				        flag, exported_intern(x, flag ? S("True") : S("False"))};
			break;
		case WORD_as_float:
			*dim = (struct dim){
			        -1, exported_intern(x, python_float(x->env->temp, read_float(x)))};
			break;
		default: json_fail(&x->j, "a size"); break;
		}
	}
	return taken || json_fail(&x->j, "a size");
}

/* "cpu", "cuda:0" */
static uint32_t read_device(struct exported *x)
{
	str type = S("");
	int64_t index = -1;
	enum word word;
	bool numbered = false;

	for (json_object(&x->j); exported_key(x, &word);) {
		if (exported_null(x))
			continue;
		if (word == WORD_type)
			json_string(&x->j, &type);
		else if (word == WORD_index)
			numbered = json_int(&x->j, &index);
		else
			json_skip(&x->j);
	}
	if (!type.len)
		json_fail(&x->j, "a device with a type");
	if (!numbered)
		return exported_intern(x, type);
	return exported_intern(
	        x, arena_format(x->env->temp, "%.*s:%lld", STR_ARG(type), (long long)index));
}

static enum tensor_layout layout_of(int64_t number)
{
	if (number == 7)
		return LAYOUT_STRIDED;
	if (number == 6)
		return LAYOUT_MKLDNN;
	return number >= 1 && number <= 5 ? LAYOUT_SPARSE : LAYOUT_UNKNOWN;
}

static uint32_t read_dims(struct exported *x, uint32_t *count, bool sizes)
{
	struct graph_file *out = x->out;
	uint32_t first = out->dims.len;

	for (json_array(&x->j); json_item(&x->j);) {
		struct dim *dim = VEC_PUSH(out->arena, &out->dims);

		if (exported_dim(x, dim) && sizes && !dim->expr && dim->value < 0)
			json_fail(&x->j, "a size of zero or more");
	}
	*count = out->dims.len - first;
	return first;
}

static void read_dtype(struct exported *x, struct tensor *t)
{
	int64_t number = 0;

	json_int(&x->j, &number);
	t->dtype = dtype_from_export(number);
	if (t->dtype == DTYPE_UNKNOWN)
		t->dtype_text = exported_intern(
		        x, number ? arena_format(x->env->temp, "%lld", (long long)number)
		                  : S("unknown"));
}

static void read_tensor(struct exported *x, struct tensor *t)
{
	int64_t layout = 0;
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		switch (word) {
		case WORD_meta: read_tensor(x, t); break; /* schema 1, one level deeper */
		case WORD_dtype: read_dtype(x, t); break;
		case WORD_sizes:
			t->first_size = read_dims(x, &t->rank, true);
			t->has_shape = true;
			break;
		case WORD_strides: t->first_stride = read_dims(x, &t->n_strides, false); break;
		case WORD_storage_offset: exported_dim(x, &t->offset); break;
		case WORD_requires_grad: json_bool(&x->j, &t->requires_grad); break;
		case WORD_device: t->device = read_device(x); break;
		case WORD_layout:
			json_int(&x->j, &layout);
			t->layout = (uint8_t)layout_of(layout);
			break;
		default: json_skip(&x->j); break;
		}
	}
	tensor_bound_rank(t);
}

/* Where the description that begins at the cursor would stand, NULL at the end of the text. */
static struct tensors_seen *seen_at(struct exported *x)
{
	uint64_t h = 0, word;

	if (x->j.end - x->j.at < TENSOR_HEAD)
		return NULL;
	for (int i = 0; i < TENSOR_HEAD; i += 8) {
		memcpy(&word, x->j.at + i, 8);
		h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 29;
	}
	return &x->seen[h % TENSORS_SEEN];
}

static void note_seen(struct tensors_seen *seen, str text, uint32_t tensor)
{
	memmove(seen->at + 1, seen->at, sizeof seen->at - sizeof *seen->at);
	seen->at[0] = (struct tensor_seen){text, tensor};
}

/* The index of the tensor whose description comes next. */
static uint32_t next_tensor(struct exported *x)
{
	struct graph_file *out = x->out;
	struct tensors_seen *seen = seen_at(x);
	struct tensor t = {0};
	const char *from;

	for (size_t i = 0; seen && i < sizeof seen->at / sizeof *seen->at; i++)
		if (json_value_again(&x->j, seen->at[i].text))
			return seen->at[i].tensor;
	if (json_peek(&x->j) != JSON_OBJECT)
		return json_fail(&x->j, "a tensor");
	from = x->j.at;
	read_tensor(x, &t);
	if (!json_ok(&x->j))
		return 0;
	if (seen)
		note_seen(seen, (str){from, (size_t)(x->j.at - from)}, out->tensors.len);
	*VEC_PUSH(out->arena, &out->tensors) = t;
	return out->tensors.len - 1;
}

/* The number of a name. Lists have the order of the graph's values, so it is mostly that of the
 * value behind the one before: *value. */
static uint32_t listed_name(struct exported *x, str name, uint32_t *value)
{
	const struct graph_file *out = x->out;

	for (uint32_t i = *value; i < out->values.len && i < *value + 3; i++)
		if (str_eq(graph_text(out, out->values.at[i].name), name) && name.len) {
			*value = i + 1;
			return out->values.at[i].name;
		}
	return exported_name(x, name);
}

bool exported_tensor_values(struct exported *x, uint32_t value)
{
	struct graph_file *out = x->out;
	str name;

	for (json_object(&x->j); json_key(&x->j, &name);) {
		struct declared d;
		uint32_t known = out->tensors.len;

		d.name = listed_name(x, name, &value);
		d.tensor = next_tensor(x);
		if (json_ok(&x->j) && d.tensor == known &&
		        tensor_bytes(out, &out->tensors.at[known]) == -2)
			return exported_fail(x,
			        "tensor '%.*s' has more than 2^63 bytes; its sizes are damaged",
			        STR_ARG(graph_text(out, d.name)));
		*VEC_PUSH(x->env->temp, &x->declared) = d;
	}
	return json_ok(&x->j);
}

bool exported_sym_values(struct exported *x, enum value_kind kind)
{
	str name;

	for (json_object(&x->j); json_key(&x->j, &name);) {
		struct declared_sym d = {.kind = kind};

		d.name = exported_name(x, name);
		exported_dim(x, &d.sym);
		*VEC_PUSH(x->env->temp, &x->syms) = d;
	}
	return json_ok(&x->j);
}

typedef void read_item(struct exported *x, struct arg *arg);

static void read_tensor_name(struct exported *x, struct arg *arg)
{
	arg->kind = ARG_VALUE;
	arg->value = read_named(x);
}

static void read_int(struct exported *x, struct arg *arg)
{
	str text;

	arg->kind = ARG_INT;
	if (!json_number(&x->j, &text) || str_int(text, &arg->integer))
		return;
	/* Beyond 64 bits, or 1e999: kept as it stands. */
	arg->kind = ARG_OPAQUE;
	arg->text = exported_intern(x, text);
}

static void read_real(struct exported *x, struct arg *arg)
{
	arg->kind = ARG_FLOAT;
	arg->real = read_float(x);
}

static void read_flag(struct exported *x, struct arg *arg)
{
	arg->kind = ARG_BOOL;
	json_bool(&x->j, &arg->flag);
}

static void read_text(struct exported *x, struct arg *arg)
{
	str text = S("");

	arg->kind = ARG_STRING;
	if (!exported_null(x))
		json_string(&x->j, &text);
	arg->text = exported_intern(x, text);
}

/* {"as_tensor": {…}} or {"as_none": true} */
static void read_optional(struct exported *x, struct arg *arg)
{
	enum word word;

	arg->kind = ARG_NONE;
	arg->optional = true;
	for (json_object(&x->j); exported_key(x, &word);)
		if (word == WORD_as_tensor && !exported_null(x))
			read_tensor_name(x, arg);
		else if (word != WORD_as_tensor)
			json_skip(&x->j);
}

/* {"as_name": "s"}, or a number, truth value or float in place. */
static void read_sym(struct exported *x, struct arg *arg)
{
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		if (exported_null(x))
			continue;
		switch (word) {
		case WORD_as_name:
			arg->kind = ARG_VALUE;
			arg->value = read_name(x);
			break;
		case WORD_as_int:
			arg->kind = ARG_SYM;
			json_int(&x->j, &arg->dim.value);
			break;
		case WORD_as_bool: read_flag(x, arg); break;
		case WORD_as_float: read_real(x, arg); break;
		default: json_skip(&x->j); break;
		}
	}
	if (arg->kind == ARG_NONE)
		json_fail(&x->j, "a name or a number of a symbolic argument");
}

uint32_t exported_settle_args(struct exported *x, uint32_t base)
{
	struct graph_file *out = x->out;
	uint32_t first = out->args.len;

	VEC_EXPECT(out->arena, &out->args, x->args.len - base);
	for (uint32_t i = base; i < x->args.len; i++)
		out->args.at[out->args.len++] = x->args.at[i];
	x->args.len = base;
	return first;
}

/* Items go on the stack, since they may hold lists of their own, and then stand together. */
static void read_list(struct exported *x, struct arg *arg, enum arg_kind of, read_item *read)
{
	struct arena *temp = x->env->temp;
	uint32_t base = x->args.len;

	for (json_array(&x->j); json_item(&x->j);) {
		struct arg item = {0};

		read(x, &item);
		*VEC_PUSH(temp, &x->args) = item;
	}
	arg->kind = ARG_LIST;
	arg->of = (uint8_t)of;
	arg->list.count = x->args.len - base;
	arg->list.first = exported_settle_args(x, base);
}

static void read_tensor_list(struct exported *x, struct arg *arg)
{
	read_list(x, arg, ARG_VALUE, read_tensor_name);
}

static void read_int_list(struct exported *x, struct arg *arg)
{
	read_list(x, arg, ARG_INT, read_int);
}

static void read_real_list(struct exported *x, struct arg *arg)
{
	read_list(x, arg, ARG_FLOAT, read_real);
}

static void read_graph(struct exported *x, struct arg *arg)
{
	uint32_t name = 0;
	enum word word;

	arg->kind = ARG_GRAPH;
	arg->graph = GRAPH_NONE;
	for (json_object(&x->j); exported_key(x, &word);)
		if (word == WORD_name)
			name = read_name(x);
		else if (word == WORD_graph && arg->graph == GRAPH_NONE)
			exported_graph(x, x->graph, &arg->graph);
		else
			json_skip(&x->j);
	if (arg->graph == GRAPH_NONE)
		json_fail(&x->j, "a graph");
	else
		x->out->graphs.at[arg->graph].name = name;
}

static void read_complex(struct exported *x, struct arg *arg)
{
	enum word word;

	arg->kind = ARG_COMPLEX;
	for (json_object(&x->j); exported_key(x, &word);)
		if (word == WORD_real)
			arg->complex.real = read_float(x);
		else if (word == WORD_imag)
			arg->complex.imag = read_float(x);
		else
			json_skip(&x->j);
}

static void read_map(struct exported *x, struct arg *arg)
{
	uint32_t base = x->args.len;
	str key;

	for (json_object(&x->j); json_key(&x->j, &key);) {
		struct arg item = {.name = exported_name(x, key)};
		enum word word;

		exported_arg(x, &item, &word);
		*VEC_PUSH(x->env->temp, &x->args) = item;
	}
	arg->kind = ARG_LIST;
	arg->list.count = x->args.len - base;
	arg->list.first = exported_settle_args(x, base);
}

static void read_number_of(struct exported *x, struct arg *arg, enum word word)
{
	static const char *const formats[] = {"unknown", "contiguous_format", "channels_last",
	        "channels_last_3d", "preserve_format"};
	int64_t number = 0;

	json_int(&x->j, &number);
	if (word == WORD_as_scalar_type) {
		arg->kind = ARG_DTYPE;
		arg->dtype = dtype_from_export(number);
	} else if (word == WORD_as_layout) {
		arg->kind = ARG_LAYOUT;
		arg->integer = layout_of(number);
	} else {
		arg->kind = ARG_MEMORY_FORMAT;
		arg->text = exported_intern(
		        x, str_from(formats[number >= 1 && number <= 4 ? number : 0]));
	}
}

static void read_case(struct exported *x, struct arg *arg, enum word word)
{
	switch (word) {
	case WORD_as_none:
		arg->kind = ARG_NONE;
		json_skip(&x->j);
		break;
	case WORD_as_tensor:
	case WORD_as_custom_obj: read_tensor_name(x, arg); break;
	case WORD_as_tensors: read_tensor_list(x, arg); break;
	case WORD_as_optional_tensor: read_optional(x, arg); break;
	case WORD_as_optional_tensors: read_list(x, arg, ARG_VALUE, read_optional); break;
	case WORD_as_nested_tensors: read_list(x, arg, ARG_LIST, read_tensor_list); break;
	case WORD_as_int: read_int(x, arg); break;
	case WORD_as_ints: read_int_list(x, arg); break;
	case WORD_as_int_lists: read_list(x, arg, ARG_LIST, read_int_list); break;
	case WORD_as_float: read_real(x, arg); break;
	case WORD_as_floats: read_real_list(x, arg); break;
	case WORD_as_float_lists: read_list(x, arg, ARG_LIST, read_real_list); break;
	case WORD_as_bool: read_flag(x, arg); break;
	case WORD_as_bools: read_list(x, arg, ARG_BOOL, read_flag); break;
	case WORD_as_string: read_text(x, arg); break;
	case WORD_as_strings: read_list(x, arg, ARG_STRING, read_text); break;
	case WORD_as_sym_int:
	case WORD_as_sym_float:
	case WORD_as_sym_bool: read_sym(x, arg); break;
	case WORD_as_sym_ints:
	case WORD_as_sym_floats:
	case WORD_as_sym_bools: read_list(x, arg, ARG_SYM, read_sym); break;
	case WORD_as_complex: read_complex(x, arg); break;
	case WORD_as_scalar_type:
	case WORD_as_layout:
	case WORD_as_memory_format: read_number_of(x, arg, word); break;
	case WORD_as_device:
		arg->kind = ARG_DEVICE;
		arg->text = read_device(x);
		break;
	case WORD_as_graph: read_graph(x, arg); break;
	case WORD_as_operator:
		read_text(x, arg);
		arg->kind = ARG_OPERATOR;
		arg->text = exported_intern(x, exported_target(graph_text(x->out, arg->text)));
		break;
	case WORD_as_string_to_argument: read_map(x, arg); break;
	default:
		arg->kind = ARG_OPAQUE;
		arg->text = exported_intern(x, word ? word_text(word) : x->key);
		json_skip(&x->j);
		break;
	}
}

/* The two that are most, as Python writes them; else false and nothing has happened. */
static inline bool quick_arg(struct exported *x, struct arg *arg, enum word *form)
{
	const struct json_guess *guesses = x->words.guesses;
	str name;

	if (json_one_string_in(&x->j, &guesses[WORD_as_tensor], &guesses[WORD_name], &name)) {
		arg->kind = ARG_VALUE;
		arg->value = exported_intern(x, name);
		*form = WORD_as_tensor;
		return true;
	}
	if (!json_one_int(&x->j, &guesses[WORD_as_int], &arg->integer))
		return false;
	arg->kind = ARG_INT;
	*form = WORD_as_int;
	return true;
}

bool exported_arg(struct exported *x, struct arg *arg, enum word *form)
{
	bool taken = false;
	enum word word;

	if (quick_arg(x, arg, form))
		return true;
	*form = WORD_as_none;
	for (json_object(&x->j); exported_key(x, &word);) {
		if (exported_null(x))
			continue;
		if (taken) {
			json_skip(&x->j);
			continue;
		}
		taken = true;
		*form = word;
		read_case(x, arg, word);
	}
	return json_ok(&x->j);
}

/* A constant result: its number, or its Python text. */
static struct dim constant_of(struct exported *x, const struct arg *arg)
{
	switch (arg->kind) {
	case ARG_INT: return (struct dim){.value = arg->integer};
	case ARG_SYM: return arg->dim;
	case ARG_BOOL:
		return (struct dim){
		        arg->flag, exported_intern(x, arg->flag ? S("True") : S("False"))};
	case ARG_FLOAT:
		return (struct dim){-1, exported_intern(x, python_float(x->env->temp, arg->real))};
	case ARG_STRING:
	case ARG_OPAQUE: return (struct dim){-1, arg->text};
	default: return (struct dim){.value = -1};
	}
}

static struct value *push_value(struct exported *x, enum value_kind kind, uint32_t name)
{
	struct value *v = VEC_PUSH(x->out->arena, &x->out->values);

	*v = (struct value){.kind = kind, .name = name, .tensor = GRAPH_NONE, .node = GRAPH_NONE};
	return v;
}

/* The tensors of a list result, nested ones in a row; returns how many. */
static uint32_t push_parts(struct exported *x, const struct arg *list)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < list->list.count; i++) {
		struct arg item = x->out->args.at[list->list.first + i];

		if (item.kind == ARG_LIST) {
			n += push_parts(x, &item);
			continue;
		}
		push_value(x, item.kind == ARG_VALUE ? VALUE_TENSOR : VALUE_NONE,
		        item.kind == ARG_VALUE ? item.value : 0);
		n++;
	}
	return n;
}

bool exported_value(struct exported *x)
{
	struct graph_file *out = x->out;
	uint32_t args = out->args.len, header = out->values.len;
	struct arg arg = {0};
	enum word form;

	if (!exported_arg(x, &arg, &form))
		return false;
	if (arg.kind == ARG_GRAPH)
		return json_fail(&x->j, "no graph among inputs and results");
	switch (form) {
	case WORD_as_tensor: push_value(x, VALUE_TENSOR, arg.value); break;
	case WORD_as_custom_obj: push_value(x, VALUE_OBJECT, arg.value); break;
	case WORD_as_optional_tensor:
		if (arg.kind == ARG_VALUE)
			push_value(x, VALUE_TENSOR, arg.value);
		else
			push_value(x, VALUE_NONE, 0);
		break;
	case WORD_as_tensors:
	case WORD_as_optional_tensors:
	case WORD_as_nested_tensors: {
		uint32_t parts;

		push_value(x, VALUE_TENSORS, 0);
		parts = push_parts(x, &arg);
		out->values.at[header].sym.value = parts;
		break;
	}
	case WORD_as_sym_int:
	case WORD_as_sym_float:
	case WORD_as_sym_bool:
		if (arg.kind == ARG_VALUE)
			push_value(x,
			        form == WORD_as_sym_int     ? VALUE_SYM_INT
			        : form == WORD_as_sym_float ? VALUE_SYM_FLOAT
			                                    : VALUE_SYM_BOOL,
			        arg.value);
		else
			push_value(x, VALUE_CONSTANT, 0)->sym = constant_of(x, &arg);
		break;
	case WORD_as_none: push_value(x, VALUE_NONE, 0); break;
	default: push_value(x, VALUE_CONSTANT, 0)->sym = constant_of(x, &arg); break;
	}
	if (!x->forms[form])
		x->forms[form] = exported_intern(x, word_text(form));
	out->values.at[header].form = x->forms[form];
	out->args.len = args;
	return true;
}
