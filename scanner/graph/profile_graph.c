/* The rows of a profile as a graph without edges: one node an operator that no other one called,
 * types and sizes of its inputs as values, its overload told by them. */
#include "scanner/graph/profile_graph.h"

#include "base/json.h"
#include "scanner/graph/annotation.h"
#include "scanner/graph/profile_overload.h"
#include "scanner/graph/stage.h"

enum { JSON_DEPTH = 16 };

enum dtype dtype_from_profile(str type)
{
	static const struct {
		const char *word;
		enum dtype dtype;
	} rows[] = {{"float", DTYPE_F32}, {"double", DTYPE_F64}, {"long int", DTYPE_I64},
	        {"long", DTYPE_I64}, {"int", DTYPE_I32}, {"short int", DTYPE_I16},
	        {"short", DTYPE_I16}, {"signed char", DTYPE_I8}, {"unsigned char", DTYPE_U8},
	        {"bool", DTYPE_B8}, {"unsigned short", DTYPE_U16}, {"unsigned int", DTYPE_U32},
	        {"unsigned long", DTYPE_U64}, {"c10::Half", DTYPE_F16},
	        {"c10::BFloat16", DTYPE_BF16}, {"c10::Float8_e4m3fn", DTYPE_F8E4M3FN},
	        {"c10::Float8_e5m2", DTYPE_F8E5M2}, {"c10::Float8_e4m3fnuz", DTYPE_F8E4M3FNUZ},
	        {"c10::Float8_e5m2fnuz", DTYPE_F8E5M2FNUZ},
	        {"c10::Float8_e8m0fnu", DTYPE_F8E8M0FNU}, {"c10::complex<float>", DTYPE_C64},
	        {"c10::complex<double>", DTYPE_C128}, {"c10::complex<c10::Half>", DTYPE_C32},
	        {"c10::qint8", DTYPE_QI8}, {"c10::quint8", DTYPE_QU8}, {"c10::qint32", DTYPE_QI32}};

	if (str_starts(type, S("Tensor(")) && str_ends(type, S(")")))
		type = str_slice(type, 7, type.len - 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_eq(type, str_from(rows[i].word)))
			return rows[i].dtype;
	return DTYPE_UNKNOWN;
}

struct profile_graph {
	struct env *env;
	struct graph_file *file;
	struct arena *scratch;
};

/* A list of sizes; false when it is none (a list of lists: the input is a list of tensors). */
static bool read_sizes(struct profile_graph *g, str text, struct tensor *tensor)
{
	struct json j;
	int64_t size;

	tensor->first_size = g->file->dims.len;
	json_open(&j, text, JSON_DEPTH, g->scratch);
	for (json_array(&j); json_item(&j);) {
		if (json_peek(&j) != JSON_NUMBER || !json_int(&j, &size))
			break;
		*VEC_PUSH(g->file->arena, &g->file->dims) = (struct dim){.value = size};
	}
	tensor->rank = g->file->dims.len - tensor->first_size;
	tensor->has_shape = json_end(&j);
	if (!tensor->has_shape) {
		g->file->dims.len = tensor->first_size;
		tensor->rank = 0;
	}
	tensor_bound_rank(tensor);
	return tensor->has_shape;
}

static struct arg input_arg(struct profile_graph *g, str type, str sizes)
{
	struct graph_file *file = g->file;
	struct tensor tensor = {.dtype = dtype_from_profile(type)};
	struct value value = {
	        .kind = VALUE_TENSOR, .tensor = file->tensors.len, .node = GRAPH_NONE};

	if (tensor.dtype == DTYPE_UNKNOWN)
		return (struct arg){.kind = type.len ? ARG_OPAQUE : ARG_NONE,
		        .text = type.len ? intern_id(&file->names, type) : 0};
	if (sizes.len)
		read_sizes(g, sizes, &tensor);
	*VEC_PUSH(file->arena, &file->tensors) = tensor;
	*VEC_PUSH(file->arena, &file->values) = value;
	return (struct arg){.kind = ARG_VALUE, .value = file->values.len - 1};
}

/* The number in `x * 2.5` is a tensor of no dimensions to the profiler; on a device it stays what
 * it was. */
static bool is_wrapped_number(const struct schema *schema, uint32_t at, str type, str sizes)
{
	const struct schema_arg *arg = &schema->args[at];

	return at && (str_eq(arg->name, S("other")) || str_eq(arg->name, S("exponent"))) &&
	       str_eq(sizes, S("[]")) &&
	       (str_eq(type, S("double")) || str_eq(type, S("long int")) ||
	               str_eq(type, S("bool")));
}

/* One string of the list of types and what stands at its place among the sizes. `schema`: of the
 * overload; NULL: not known. */
static void add_inputs(struct profile_graph *g, const struct profile_row *row,
        const struct profile_types *types, const struct schema *schema)
{
	struct json sizes;
	str dims = graph_text(g->file, row->dims), size;
	bool sized = dims.len > 0;

	json_open(&sizes, dims, JSON_DEPTH, g->scratch);
	sized = sized && json_array(&sizes);
	for (uint32_t i = 0; i < types->count; i++) {
		struct arg *arg;

		size = STR_NONE;
		sized = sized && json_item(&sizes) && json_skip_raw(&sizes, &size);
		arg = VEC_PUSH(g->file->arena, &g->file->args);
		if (schema && is_wrapped_number(schema, i, types->at[i], size))
			*arg = (struct arg){.kind = ARG_OPAQUE,
			        .text = intern_id(&g->file->names, S("number"))};
		else
			*arg = input_arg(g, types->at[i], size);
	}
}

static void read_types(
        struct profile_graph *g, const struct profile_row *row, struct profile_types *out)
{
	struct json types;
	str type;

	out->count = 0;
	if (!row->types)
		return;
	json_open(&types, graph_text(g->file, row->types), JSON_DEPTH, g->scratch);
	for (json_array(&types); json_item(&types) && out->count < PROFILE_INPUTS_MOST;) {
		if (json_peek(&types) != JSON_STRING || !json_string(&types, &type))
			return;
		out->at[out->count++] = type;
	}
}

static uint32_t clamp(uint64_t count)
{
	return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static void add_row(struct profile_graph *g, uint32_t index)
{
	struct graph_file *file = g->file;
	const struct profile_row *row = &profile_of(file)->rows.at[index];
	struct profile_types types;
	struct operator known;
	struct schema schema;
	str target = graph_text(file, row->target), base, overload;
	bool certain = false;
	uint32_t first = file->args.len;

	read_types(g, row, &types);
	operator_split(target, &base, &overload);
	if (overload.len && operator_find(target, RELEASE_ANY, &known)) {
		schema_parse(known.schema, &schema);
		certain = schema.count == types.count;
	} else if (!overload.len && row->types) {
		certain = profile_overload(base, &types, &known, &schema);
	}
	add_inputs(g, row, &types, certain ? &schema : NULL);
	*VEC_PUSH(file->arena, &file->nodes) =
	        (struct node){.target = certain ? intern_id(&file->names, known.name) : row->target,
	                .name = row->name,
	                .first_arg = first,
	                .n_args = file->args.len - first,
	                .first_out = file->values.len,
	                .calls = clamp(row->outer),
	                .profile_row = index + 1};
}

void profile_make_graph(struct env *env, struct graph_file *file)
{
	struct profile_graph g = {.env = env, .file = file, .scratch = arena_new()};
	const struct profile *p = profile_of(file);
	struct graph *graph = VEC_PUSH(file->arena, &file->graphs);

	*graph = (struct graph){.name = intern_id(&file->names, S("profile")),
	        .stage = intern_id(&file->names, stage_word(STAGE_PROFILE)),
	        .parent = GRAPH_NONE,
	        .parent_node = GRAPH_NONE,
	        .repeat_of = GRAPH_NONE,
	        .counted = true};
	graph_note_of(file, 0);
	intern_id(&file->names, S(PROFILE_REST_NAME));
	for (uint32_t i = 0; i < p->rows.len; i++)
		if (p->rows.at[i].outer)
			add_row(&g, i);
	graph->n_nodes = file->nodes.len;
	graph->n_tensor_values = file->values.len;
	arena_free(g.scratch);
}
