/* One pass in the order of the graph: an owner is known before whoever looks at it. */
#include "assess/storage.h"

static const struct tensor *first_tensor(const struct graph_file *file, const struct node *node)
{
	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];

		if (arg->kind == ARG_VALUE)
			return value_tensor(file, arg->value);
	}
	return NULL;
}

/* Strides are known and are not those of a tensor laid out row by row. */
static bool known_scattered(const struct graph_file *file, const struct tensor *t)
{
	int64_t expected = 1;

	if (!t || !t->has_shape || t->n_strides != t->rank)
		return false;
	for (uint32_t i = t->rank; i > 0; i--) {
		const struct dim *size = &file->dims.at[t->first_size + i - 1];
		const struct dim *stride = &file->dims.at[t->first_stride + i - 1];

		if (size->expr || stride->expr || size->value < 0)
			return false;
		if (size->value != 1 && stride->value != expected)
			return true;
		if (__builtin_mul_overflow(expected, size->value, &expected))
			return false;
	}
	return false;
}

static bool is_false(
        const struct graph_file *file, const struct node *node, const char *name, uint32_t position)
{
	const struct arg *arg = node_arg(file, node, name, position);

	return arg && arg->kind == ARG_BOOL && !arg->flag;
}

bool node_is_view(const struct dataflow *flow, const struct node *node)
{
	const struct graph_file *file = flow->file;
	const struct tensor *in, *out;

	if (!node_operator(file, node) || !node->n_outs)
		return false;
	switch (dataflow_note(flow, node)->view) {
	case VIEW_NO: return false;
	case VIEW_ALWAYS: return true;
	case VIEW_UNTRAINED: return is_false(file, node, "train", 2);
	case VIEW_UNLESS_COPIED: return !known_scattered(file, first_tensor(file, node));
	case VIEW_UNLESS_CAST: break;
	}
	in = first_tensor(file, node);
	out = value_tensor(file, node->first_out);
	return !in || !out || in->dtype == out->dtype;
}

/* The argument that an in-place or out= operator writes and gives back; GRAPH_NONE: none. */
static uint32_t written_value(
        const struct graph_file *file, const struct node *node, const struct operator* op)
{
	const struct arg *arg = op->roles & ROLE_INPLACE ? node_arg(file, node, "self", 0)
	                        : op->roles & ROLE_OUT   ? node_arg(file, node, "out", UINT32_MAX)
	                                                 : NULL;

	return arg && arg->kind == ARG_VALUE && arg->value < file->values.len ? arg->value
	                                                                      : GRAPH_NONE;
}

static void own_results(struct storage *s, struct dataflow *flow, uint32_t index)
{
	const struct graph_file *file = flow->file;
	const struct node *node = &file->nodes.at[index];
	uint32_t owner = GRAPH_NONE, n;
	const struct graph_operator *known = node_operator(file, node);
	const uint32_t *values;

	if (!dataflow_is_step(flow, node) || !known)
		return;
	if (node_is_view(flow, node)) {
		n = dataflow_inputs(flow, node, &values);
		owner = n ? s->owner[values[0]] : GRAPH_NONE;
	} else {
		uint32_t written = written_value(file, node, &known->row);

		owner = written == GRAPH_NONE ? GRAPH_NONE : s->owner[flow->same[written]];
	}
	n = dataflow_outputs(flow, index, &values);
	for (uint32_t i = 0; owner != GRAPH_NONE && i < n; i++)
		s->owner[values[i]] = owner;
}

void storage_find(struct arena *arena, struct dataflow *flow, struct storage *out)
{
	uint32_t n = flow->file->values.len;

	out->flow = flow;
	out->owner = ARENA_ARRAY(arena, uint32_t, (size_t)n + 1);
	for (uint32_t i = 0; i < n; i++)
		out->owner[i] = i;
	for (uint32_t i = 0; i < flow->file->nodes.len; i++)
		own_results(out, flow, i);
}
