/* Which graphs are the same work, and where two graphs part.
 *
 * Three digests that do not depend on the form a graph is written in: `operators` (in order),
 * `shapes` (of results that every typed form shows), `tensors` (the inputs of the graph in any
 * order: equal ones hint at the same model at another stage). Subgraphs are digested on their own,
 * so forms that leave them out agree on the top graph. `identity` of graph.h is stricter: it tells
 * equal files. */
#ifndef SCANNER_GRAPH_IDENTITY_H
#define SCANNER_GRAPH_IDENTITY_H

#include "scanner/graph/graph.h"

/* Fills operators, shapes and tensors of every graph. */
void graph_file_identify(struct graph_file *file);
/* Same operators, and same shapes where both show them. */
bool graph_same_work(const struct graph *a, const struct graph *b);
/* Graphs of other ranks of one job that do the same work as a counted one are counted no more;
 * said in left_out. */
void graph_file_drop_repeats(struct env *env, struct graph_file *file);

struct graph_parting {
	bool same;
	uint32_t node_a, node_b; /* first nodes that differ, by index in their graph; n_nodes of the
	                            shorter one: it ends there */
	const char *what;        /* "operator", "shape", "end"; NULL when they are the same */
};

/* Where two graphs part: for ranks of one job, for two files. Linear. */
struct graph_parting graph_compare(const struct graph_file *file_a, uint32_t graph_a,
        const struct graph_file *file_b, uint32_t graph_b);

#endif
