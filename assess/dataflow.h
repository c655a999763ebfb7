/* A graph as a flow of values: which go into a node, which come out, who computes and who uses
 * them.
 *
 * Forms write one work in different ways: an exported program names every result of a node, a text
 * picks results out of a tuple with getitem. Here a pick is no step of its own: the picked value
 * belongs to the node that computed the tuple. Values of all graphs of a file stand in one array,
 * so there is one flow per file. Lives in the arena it was opened with. */
#ifndef ASSESS_DATAFLOW_H
#define ASSESS_DATAFLOW_H

#include "assess/target_note.h"
#include "scanner/graph/graph.h"

/* Bytes of a tensor; -1 when they are not known. */
struct tensor_size {
	int64_t shown;  /* no size is symbolic */
	int64_t traced; /* symbolic sizes by their hints */
};

struct dataflow {
	const struct graph_file *file;
	struct arena *arena;
	struct target_note **notes; /* by target; see dataflow_note */
	uint32_t *same;     /* of a value: the value it stands for (a pick of a named part) */
	uint32_t *producer; /* of a value: its node, picks looked through; GRAPH_NONE: an input */
	uint32_t *uses;     /* of a value: arguments of nodes and outputs of graphs that take it */
	uint32_t *first_pick, *next_pick; /* of a node, of a value: picks that name its results */
	struct tensor_size *sizes;        /* of a tensor; the last one is of none */
	uint32_t *stamp, epoch;           /* scratch: met in this question */
	VEC(uint32_t) found;
	/* Of the first n_known nodes: where their inputs and their outputs stand in `known`, each
	 * up to the next one's start. Every analysis asks, so they are found once; but not without
	 * bound, where many nodes take one long list. */
	uint32_t *inputs_at, *outputs_at, n_known;
	VEC(uint32_t) known;
};

void dataflow_open(struct arena *arena, const struct graph_file *file, struct dataflow *out);
/* The same questions as below, of nodes that are not known yet and of pieces of nodes. */
uint32_t dataflow_find_inputs(
        struct dataflow *flow, const struct node *node, const uint32_t **values);
uint32_t dataflow_find_outputs(struct dataflow *flow, uint32_t node, const uint32_t **values);

static inline uint32_t dataflow_known(
        const struct dataflow *flow, uint32_t from, uint32_t to, const uint32_t **values)
{
	*values = flow->known.at + from;
	return to - from;
}

/* The tensors a node takes, each once, lists opened; valid until the next question. A value whose
 * kind the form does not show is taken for a tensor. `node` may also be a piece of a node, with the
 * arguments that are asked about. */
static inline uint32_t dataflow_inputs(
        struct dataflow *flow, const struct node *node, const uint32_t **values)
{
	const struct node *first = flow->file->nodes.at;

	if (node >= first && node < first + flow->n_known)
		return dataflow_known(flow, flow->inputs_at[node - first],
		        flow->outputs_at[node - first], values);
	return dataflow_find_inputs(flow, node, values);
}

/* Is an argument one value, no list? Then *value is the tensor that it stands for, GRAPH_NONE when
 * it is no tensor. */
static inline bool dataflow_one_input(
        const struct dataflow *flow, const struct arg *arg, uint32_t *value)
{
	const struct value *values = flow->file->values.at;

	if (arg->kind != ARG_VALUE || arg->value >= flow->file->values.len ||
	        values[arg->value].kind == VALUE_TENSORS)
		return false;
	*value = flow->same[arg->value];
	if (values[*value].kind != VALUE_TENSOR && values[*value].kind != VALUE_UNKNOWN)
		*value = GRAPH_NONE;
	return true;
}

/* The tensors that a node (by index in the file) computes. */
static inline uint32_t dataflow_outputs(
        struct dataflow *flow, uint32_t node, const uint32_t **values)
{
	if (node < flow->n_known)
		return dataflow_known(
		        flow, flow->outputs_at[node], flow->inputs_at[node + 1], values);
	return dataflow_find_outputs(flow, node, values);
}

/* Those that a graph gives back. */
uint32_t dataflow_results(
        struct dataflow *flow, const struct graph *graph, const uint32_t **values);
static inline const struct tensor_size *dataflow_size(const struct dataflow *flow, uint32_t value)
{
	const struct tensor *t = value_tensor(flow->file, value);

	return &flow->sizes[t ? t - flow->file->tensors.at : flow->file->tensors.len];
}
/* Bytes of a value; -1 when a size is symbolic or not shown. */
static inline int64_t dataflow_bytes(const struct dataflow *flow, uint32_t value)
{
	return dataflow_size(flow, value)->shown;
}
/* What is known of the operator of a node of the file. */
static inline struct target_note *dataflow_note(
        const struct dataflow *flow, const struct node *node)
{
	return flow->notes[node->target];
}
/* A pick of a result, or an attribute: no step of its own. */
bool dataflow_is_step(const struct dataflow *flow, const struct node *node);

#endif
