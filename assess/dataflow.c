/* Three passes: what every pick stands for, the values of every node, and who uses a value.
 *
 * Lists nest; they are opened to a bounded depth, deeper ones are left out. What surprises: a
 * subscript of a tensor is written like a pick of a result, but computes something, so it stays a
 * step. */
#include "assess/dataflow.h"

enum { LIST_DEPTH = 8, KNOWN_MORE = 1 << 16 };

static bool is_pick(const struct graph_file *file, const struct node *node)
{
	const struct arg *from = node->n_args ? &file->args.at[node->first_arg] : NULL;

	if (node->kind != NODE_GETITEM || !from || from->kind != ARG_VALUE ||
	        from->value >= file->values.len || !node->n_outs)
		return false;
	return file->values.at[from->value].kind != VALUE_TENSOR;
}

bool dataflow_is_step(const struct dataflow *flow, const struct node *node)
{
	return node->kind != NODE_GET_ATTR && !is_pick(flow->file, node);
}

/* Which part of a list a pick takes; UINT32_MAX: not told, or the parts have no names. */
static uint32_t part_of(const struct graph_file *file, const struct node *pick)
{
	const struct arg *from = &file->args.at[pick->first_arg], *index;
	const struct value *list = &file->values.at[from->value];

	if (pick->n_args < 2 || list->kind != VALUE_TENSORS || list->node == GRAPH_NONE)
		return UINT32_MAX;
	index = from + 1;
	if (index->kind != ARG_INT || index->integer < 0 || index->integer >= list->sym.value ||
	        from->value + 1 + (uint64_t)index->integer >= file->values.len)
		return UINT32_MAX;
	return from->value + 1 + (uint32_t)index->integer;
}

static void resolve_picks(struct dataflow *flow)
{
	const struct graph_file *file = flow->file;

	for (uint32_t i = 0; i < file->nodes.len; i++) {
		const struct node *node = &file->nodes.at[i];
		uint32_t from, out, part;

		if (!is_pick(file, node))
			continue;
		from = file->args.at[node->first_arg].value;
		out = node->first_out;
		part = part_of(file, node);
		flow->producer[out] = flow->producer[from];
		if (part != UINT32_MAX) {
			flow->same[out] = flow->same[part];
		} else if (flow->producer[from] != GRAPH_NONE) {
			flow->next_pick[out] = flow->first_pick[flow->producer[from]];
			flow->first_pick[flow->producer[from]] = out;
		}
	}
}

static bool is_tensor(const struct dataflow *flow, uint32_t value)
{
	enum value_kind kind = flow->file->values.at[value].kind;

	return kind == VALUE_TENSOR || kind == VALUE_UNKNOWN;
}

static void found(struct dataflow *flow, uint32_t value)
{
	value = flow->same[value];
	if (flow->stamp[value] == flow->epoch || !is_tensor(flow, value))
		return;
	flow->stamp[value] = flow->epoch;
	*VEC_PUSH(flow->arena, &flow->found) = value;
}

/* A value with the named parts of a list. */
static void found_all(struct dataflow *flow, uint32_t value)
{
	const struct value *v = &flow->file->values.at[value];

	if (v->kind != VALUE_TENSORS) {
		found(flow, value);
		return;
	}
	for (int64_t i = 1; i <= v->sym.value && value + i < flow->file->values.len; i++)
		found(flow, value + (uint32_t)i);
}

static void find_in_arg(struct dataflow *flow, const struct arg *arg, uint32_t depth)
{
	if (arg->kind == ARG_VALUE && arg->value < flow->file->values.len)
		found_all(flow, arg->value);
	if (arg->kind != ARG_LIST || depth >= LIST_DEPTH)
		return;
	for (uint32_t i = 0; i < arg->list.count; i++)
		find_in_arg(flow, &flow->file->args.at[arg->list.first + i], depth + 1);
}

static void begin(struct dataflow *flow)
{
	flow->epoch++;
	flow->found.len = 0;
}

static uint32_t end(struct dataflow *flow, const uint32_t **values)
{
	*values = flow->found.at;
	return flow->found.len;
}

static void find_inputs(struct dataflow *flow, const struct node *node)
{
	begin(flow);
	for (uint32_t i = 0; i < node->n_args; i++)
		find_in_arg(flow, &flow->file->args.at[node->first_arg + i], 0);
}

static void find_outputs(struct dataflow *flow, uint32_t node)
{
	const struct node *n = &flow->file->nodes.at[node];
	bool picked = flow->first_pick[node] != GRAPH_NONE;

	begin(flow);
	for (uint32_t v = flow->first_pick[node]; v != GRAPH_NONE; v = flow->next_pick[v])
		found(flow, v);
	for (uint32_t i = 0; i < n->n_outs; i++) {
		uint32_t value = n->first_out + i;

		/* A tuple whose parts have no names is known by its picks only. */
		if (picked && flow->file->values.at[value].kind == VALUE_UNKNOWN)
			continue;
		found_all(flow, value);
	}
}

uint32_t dataflow_find_inputs(
        struct dataflow *flow, const struct node *node, const uint32_t **values)
{
	find_inputs(flow, node);
	return end(flow, values);
}

uint32_t dataflow_find_outputs(struct dataflow *flow, uint32_t node, const uint32_t **values)
{
	find_outputs(flow, node);
	return end(flow, values);
}

uint32_t dataflow_results(struct dataflow *flow, const struct graph *graph, const uint32_t **values)
{
	begin(flow);
	for (uint32_t i = 0; i < graph->n_outputs; i++) {
		uint32_t value = flow->file->outputs.at[graph->first_output + i].value;

		if (value != GRAPH_NONE && value < flow->file->values.len)
			found_all(flow, value);
	}
	return end(flow, values);
}

static void keep_found(struct dataflow *flow, uint64_t most)
{
	for (uint32_t i = 0; i < flow->found.len && flow->known.len < most; i++)
		*VEC_PUSH(flow->arena, &flow->known) = flow->found.at[i];
}

/* Every question is asked once here, so `found` never grows again: callers may rewind the arena. */
static void count_uses(struct dataflow *flow)
{
	const struct graph_file *file = flow->file;
	const uint32_t *values;
	uint64_t most = (uint64_t)file->args.len + file->values.len + KNOWN_MORE;
	uint32_t n;

	most = most < UINT32_MAX / 2 ? most : UINT32_MAX / 2;
	VEC_EXPECT(flow->arena, &flow->known, file->args.len + file->values.len);
	for (uint32_t i = 0; i < file->nodes.len; i++) {
		bool step = dataflow_is_step(flow, &file->nodes.at[i]);

		find_inputs(flow, &file->nodes.at[i]);
		for (uint32_t k = 0; step && k < flow->found.len; k++)
			flow->uses[flow->found.at[k]]++;
		flow->inputs_at[i] = flow->known.len;
		keep_found(flow, most);
		find_outputs(flow, i);
		flow->outputs_at[i] = flow->known.len;
		keep_found(flow, most);
		flow->inputs_at[i + 1] = flow->known.len;
		if (flow->known.len < most)
			flow->n_known = i + 1;
	}
	for (uint32_t i = 0; i < file->graphs.len; i++) {
		n = dataflow_results(flow, &file->graphs.at[i], &values);
		for (uint32_t k = 0; k < n; k++)
			flow->uses[values[k]]++;
	}
}

static uint32_t *filled(struct arena *arena, uint32_t count, uint32_t value)
{
	uint32_t *out = ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);

	for (uint32_t i = 0; i < count; i++)
		out[i] = value;
	return out;
}

static int64_t traced_bytes(const struct graph_file *file, const struct tensor *t)
{
	int64_t bytes = dtype_bytes(t->dtype);

	for (uint32_t i = 0; i < t->rank; i++) {
		int64_t size = file->dims.at[t->first_size + i].value;

		if (size < 0 || __builtin_mul_overflow(bytes, size, &bytes))
			return -1;
	}
	return bytes;
}

static void size_tensors(struct dataflow *flow)
{
	const struct graph_file *file = flow->file;
	uint32_t n = file->tensors.len;

	flow->sizes = ARENA_ROOM(flow->arena, struct tensor_size, (size_t)n + 1);
	for (uint32_t i = 0; i <= n; i++) {
		const struct tensor *t = i < n ? &file->tensors.at[i] : NULL;
		bool known = t && t->has_shape && t->dtype != DTYPE_UNKNOWN;
		int64_t shown = known ? tensor_bytes(file, t) : -1;

		flow->sizes[i] = (struct tensor_size){
		        shown < 0 ? -1 : shown, known ? traced_bytes(file, t) : -1};
	}
}

void dataflow_open(struct arena *arena, const struct graph_file *file, struct dataflow *out)
{
	uint32_t n = file->values.len;

	*out = (struct dataflow){.file = file, .arena = arena};
	out->notes = target_notes(arena, file);
	out->same = ARENA_ARRAY(arena, uint32_t, (size_t)n + 1);
	out->producer = ARENA_ARRAY(arena, uint32_t, (size_t)n + 1);
	out->uses = ARENA_ARRAY(arena, uint32_t, (size_t)n + 1);
	out->stamp = ARENA_ARRAY(arena, uint32_t, (size_t)n + 1);
	out->inputs_at = ARENA_ARRAY(arena, uint32_t, (size_t)file->nodes.len + 1);
	out->outputs_at = ARENA_ARRAY(arena, uint32_t, (size_t)file->nodes.len + 1);
	out->first_pick = filled(arena, file->nodes.len, GRAPH_NONE);
	out->next_pick = filled(arena, n, GRAPH_NONE);
	for (uint32_t i = 0; i < n; i++) {
		out->same[i] = i;
		out->producer[i] = file->values.at[i].node;
	}
	size_tensors(out);
	resolve_picks(out);
	count_uses(out);
}
