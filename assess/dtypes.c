/* One pass over the judged nodes; roles of operands come from the operator's schema. */
#include "assess/dtypes.h"

#include "pytorch/schema.h"

void dtypes_open(struct dtypes *out)
{
	for (int d = 0; d < DTYPE_COUNT; d++)
		out->use[d] =
		        (struct dtype_use){.dtype = (enum dtype)d, .place = {.input = GRAPH_NONE}};
}

/* ------------------------------------------------------------------ names of facts */

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '*';
}

static bool next_word(str *rest, str *word)
{
	size_t from = 0, to;

	while (from < rest->len && !is_word(rest->ptr[from]))
		from++;
	for (to = from; to < rest->len && is_word(rest->ptr[to]);)
		to++;
	*word = str_slice(*rest, from, to);
	*rest = str_from_at(*rest, to);
	return word->len > 0;
}

/* "int64" as "int" and 64. */
static bool split_bits(str word, str *stem, int64_t *bits)
{
	size_t at = word.len;

	while (at && word.ptr[at - 1] >= '0' && word.ptr[at - 1] <= '9')
		at--;
	*stem = str_slice(word, 0, at);
	return at && at < word.len && str_int(str_from_at(word, at), bits);
}

/* "int8 to int64" */
static bool in_range(str low, str high, str name)
{
	str a, b, c;
	int64_t least, most, bits;

	return split_bits(low, &a, &least) && split_bits(high, &b, &most) &&
	       split_bits(name, &c, &bits) && str_eq(a, b) && str_eq(a, c) && bits >= least &&
	       bits <= most;
}

static bool has_word(str text, str word)
{
	str one;

	while (next_word(&text, &one))
		if (str_eq(one, word))
			return true;
	return false;
}

/* Words that stand for a family. */
static bool names_family(str text, str name)
{
	if (str_starts(name, S("complex")))
		return has_word(text, S("complex"));
	if (str_starts(name, S("qint")) || str_starts(name, S("quint")))
		return has_word(text, S("quantized"));
	if (!str_starts(name, S("float8_")))
		return false;
	return has_word(text, S("FP8")) ||
	       (has_word(text, S("float8")) && has_word(text, S("fnuz")) &&
	               str_ends(name, S("fnuz")));
}

bool remark_names_dtype(str text, enum dtype dtype)
{
	str name = dtype_torch_name(dtype), rest = text, word, before = STR_NONE,
	    two_before = STR_NONE;
	bool float8 = str_has(text, S("float8")), named = false;

	while (next_word(&rest, &word)) {
		named |= str_eq(word, name);
		if (word.ptr[word.len - 1] == '*')
			named |= str_starts(name, str_slice(word, 0, word.len - 1));
		if (float8 && str_starts(name, S("float8_")))
			named |= str_eq(word, str_from_at(name, 7));
		if (str_eq(before, S("to")))
			named |= in_range(two_before, word, name);
		two_before = before;
		before = word;
	}
	return named || names_family(text, name);
}

/* ------------------------------------------------------------------ uses */

/* One bit a dtype. */
struct seen {
	uint64_t data, index;
};

_Static_assert(DTYPE_COUNT <= 64, "a set of dtypes is a word");

static void see(const struct subject *s, uint32_t value, enum operand_role role, struct seen *seen)
{
	const struct tensor *t = value == GRAPH_NONE ? NULL : value_tensor(s->file, value);

	if (!t)
		return;
	*(role == OPERAND_INDEX ? &seen->index : &seen->data) |= UINT64_C(1) << t->dtype;
}

static enum operand_role role_of(const struct graph_operator *known, uint32_t position, str name)
{
	uint32_t at = position;

	/* Mostly it stands where the schema has it. */
	if (known && name.len &&
	        (at >= known->schema->count || !str_eq(known->schema->args[at].name, name)))
		at = schema_find(known->schema, name);
	return known && at < known->schema->count ? known->schema->args[at].role : OPERAND_DATA;
}

static void see_arguments(const struct subject *s, const struct node *node, struct seen *seen)
{
	const struct graph_operator *known = node_operator(s->file, node);

	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &s->file->args.at[node->first_arg + i];
		struct node part = {.first_arg = node->first_arg + i, .n_args = 1};
		const uint32_t *values;
		enum operand_role role;
		uint32_t n, value;

		if (arg->kind != ARG_VALUE && arg->kind != ARG_LIST)
			continue;
		role = role_of(known, i, graph_text(s->file, arg->name));
		if (dataflow_one_input(s->flow, arg, &value)) {
			see(s, value, role, seen);
			continue;
		}
		n = dataflow_inputs(s->flow, &part, &values);
		for (uint32_t k = 0; k < n; k++)
			see(s, values[k], role, seen);
	}
}

static void count_node(struct dtypes *out, const struct subject *s, uint32_t graph, uint32_t node)
{
	struct seen seen = {0, 0};
	uint32_t index, n;
	const struct node *at = subject_node(s, graph, node, &index);
	const uint32_t *values;

	see_arguments(s, at, &seen);
	n = dataflow_outputs(s->flow, index, &values);
	for (uint32_t i = 0; i < n; i++)
		see(s, values[i], OPERAND_DATA, &seen);
	for (uint64_t left = (seen.data | seen.index) >> (DTYPE_UNKNOWN + 1) << (DTYPE_UNKNOWN + 1);
	        left; left &= left - 1) {
		int d = __builtin_ctzll(left);
		bool data = seen.data >> d & 1;
		struct dtype_use *use = &out->use[d];

		use->nodes++;
		use->indices += !data;
		if (data && !use->op.len) {
			use->op = graph_text(s->file, at->target);
			use->place = subject_place(s, at);
		}
	}
}

void dtypes_add(struct dtypes *out, const struct subject *s)
{
	for (uint32_t g = s->first; g < s->last; g++) {
		const struct graph *graph = subject_graph(s, g);

		if (!s->a->nodes[g])
			continue;
		for (uint32_t i = 0; i < graph->n_nodes; i++)
			if (s->a->nodes[g][i].answers != GRAPH_NONE)
				count_node(out, s, g, i);
		for (uint32_t i = 0; graph->parent == GRAPH_NONE && i < graph->n_inputs; i++) {
			uint32_t value = s->file->inputs.at[graph->first_input + i].value;
			const struct tensor *t =
			        value == GRAPH_NONE ? NULL : value_tensor(s->file, value);

			if (t)
				out->use[t->dtype].inputs++;
		}
	}
}

/* ------------------------------------------------------------------ rules */

static void find_rules(struct env *env, struct dtypes *out, const struct assessment *a, uint32_t t)
{
	struct remark *remarks;
	uint32_t n = coverage_remarks(a->coverage, env->temp, "features", a->targets[t], &remarks);

	for (uint32_t i = 0; i < n; i++) {
		if (!str_eq(remarks[i].detail, S("dtype")) &&
		        !str_eq(remarks[i].detail, S("quantization")))
			continue;
		for (int d = DTYPE_UNKNOWN + 1; d < DTYPE_COUNT; d++) {
			struct dtype_use *use = &out->use[d];

			if (!use->nodes || !remark_names_dtype(remarks[i].name, (enum dtype)d))
				continue;
			*VEC_PUSH(env->keep, &use->rules) = (struct dtype_rule){t, remarks[i]};
			use->matters |= !str_eq(remarks[i].verdict, S("supported")) &&
			                !str_eq(remarks[i].verdict, S("behaviour"));
		}
	}
}

static bool is_quantized(str op)
{
	static const char *const starts[] = {"quantized.", "quantized_decomposed.", "torchao.",
	        "aten.quantize_per_", "aten.dequantize.", "aten.fake_quantize", "aten._int_mm.",
	        "aten._scaled_mm", "aten._scaled_grouped_mm", "aten._weight_int8pack_mm.",
	        "aten._weight_int4pack_mm", "aten._dyn_quant_", "aten._convert_weight_to_int4pack"};

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (str_starts(op, str_from(starts[i])))
			return true;
	return false;
}

void dtypes_close(struct env *env, struct dtypes *out, const struct assessment *a)
{
	for (uint32_t t = 0; t < a->n_targets; t++)
		find_rules(env, out, a, t);
	for (uint32_t i = 0; i < a->rows.len; i++)
		if (a->rows.at[i].judged && is_quantized(a->rows.at[i].op))
			*VEC_PUSH(env->keep, &out->quantized) = i;
}
