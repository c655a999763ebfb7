/* One pass in the order of the graph. A known operator without a row has no derivative and ends
 * the way of the gradient; one that is not known lets it pass. */
#include "assess/gradient.h"

static bool carries(const struct graph_file *file, uint32_t value)
{
	const struct tensor *t = value_tensor(file, value);
	enum dtype_class class = t ? dtype_class(t->dtype) : DTYPE_CLASS_NONE;

	return class == DTYPE_CLASS_FLOAT || class == DTYPE_CLASS_COMPLEX;
}

static void find_sources(
        const struct subject *s, const struct graph *g, bool *carry, struct gradient *out)
{
	for (uint32_t i = 0; i < g->n_inputs; i++)
		out->parameters_known |=
		        s->file->inputs.at[g->first_input + i].role == INPUT_PARAMETER;
	for (uint32_t i = 0; i < g->n_inputs; i++) {
		const struct graph_input *in = &s->file->inputs.at[g->first_input + i];

		if (in->value != GRAPH_NONE && in->value < s->file->values.len &&
		        (!out->parameters_known || in->role == INPUT_PARAMETER))
			carry[in->value] = carries(s->file, in->value);
	}
}

/* The first value of a node that carries a gradient; GRAPH_NONE: none does. */
static uint32_t reached_by(const struct subject *s, const struct node *node, const bool *carry)
{
	const uint32_t *values;
	uint32_t n = dataflow_inputs(s->flow, node, &values);

	for (uint32_t i = 0; i < n; i++)
		if (carry[values[i]])
			return values[i];
	return GRAPH_NONE;
}

static bool step_of(
        const struct subject *s, const struct node *node, uint32_t value, struct gradient_step *out)
{
	out->dtype = value_tensor(s->file, value)->dtype;
	out->backward = target_gradient(
	        s->file, node, dataflow_note(s->flow, node), dtype_class(out->dtype));
	return out->backward || !node_operator(s->file, node);
}

void gradient_find(const struct subject *s, uint32_t graph, struct gradient *out)
{
	const struct graph *g = subject_graph(s, graph);
	bool *carry = ARENA_ARRAY(s->env->temp, bool, (size_t)s->file->values.len + 1);

	*out = (struct gradient){
	        .steps = ARENA_ARRAY(s->env->temp, struct gradient_step, g->n_nodes)};
	find_sources(s, g, carry, out);
	for (uint32_t i = 0; i < g->n_nodes; i++) {
		uint32_t index, value, n;
		const struct node *node = subject_node(s, graph, i, &index);
		struct gradient_step step = {.node = i};
		const uint32_t *values;

		if (!dataflow_is_step(s->flow, node))
			continue;
		value = reached_by(s, node, carry);
		if (value == GRAPH_NONE || !step_of(s, node, value, &step))
			continue;
		out->steps[out->n_steps++] = step;
		n = dataflow_outputs(s->flow, index, &values);
		for (uint32_t k = 0; k < n; k++)
			carry[values[k]] = carries(s->file, values[k]);
	}
}

bool graph_has_backward(const struct dataflow *flow, const struct graph *g)
{
	for (uint32_t i = 0; i < g->n_nodes; i++) {
		const struct node *node = &flow->file->nodes.at[g->first_node + i];

		if (node->backward || dataflow_note(flow, node)->backward)
			return true;
	}
	return false;
}
