/* Which nodes of a forward graph have a backward pass when its parameters are trained.
 *
 * A gradient reaches a node when one of the values it takes comes from a parameter through
 * operators that have a derivative (pytorch/backward.h). Where a form does not tell parameters
 * from inputs, and in the bodies of higher-order operators, every floating input carries one. */
#ifndef ASSESS_GRADIENT_H
#define ASSESS_GRADIENT_H

#include "assess/subject.h"
#include "pytorch/backward.h"

struct gradient_step {
	uint32_t node;                   /* within the graph */
	enum dtype dtype;                /* of the first value that carries a gradient */
	const struct backward *backward; /* NULL: an operator that the tables do not know */
};

struct gradient {
	struct gradient_step *steps; /* in the order of the graph */
	uint32_t n_steps;
	bool parameters_known;
};

/* Lives in subject->env->temp. */
void gradient_find(const struct subject *subject, uint32_t graph, struct gradient *out);
/* Does the graph hold a backward pass itself? */
bool graph_has_backward(const struct dataflow *flow, const struct graph *graph);

#endif
