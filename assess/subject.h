/* What the analyses look at: the graphs of one file with their flow, opened once for all of them.
 */
#ifndef ASSESS_SUBJECT_H
#define ASSESS_SUBJECT_H

#include "assess/assess.h"
#include "assess/storage.h"

struct subject {
	struct env *env; /* results in keep; temp is rewound after each file */
	const struct assessment *a;
	const struct graph_file *file;
	struct dataflow *flow;
	struct storage *storage;
	uint32_t input;       /* in scan.inputs */
	uint32_t first, last; /* its graphs in scan.graphs, from first to one before last */
};

/* The graph itself. */
static inline const struct graph *subject_graph(const struct subject *s, uint32_t graph)
{
	return &s->file->graphs.at[s->a->scan->graphs.at[graph].graph];
}

/* A node by its number within a graph; `index` (may be NULL) is its number in the file. */
static inline const struct node *subject_node(
        const struct subject *s, uint32_t graph, uint32_t node, uint32_t *index)
{
	uint32_t at = subject_graph(s, graph)->first_node + node;

	if (index)
		*index = at;
	return &s->file->nodes.at[at];
}

/* Do its nodes stand in the order in which they run, with edges? Those of a profile do not. */
bool subject_has_order(const struct subject *s, uint32_t graph);
/* The row of a node of a counted graph; NULL: no call. */
const struct op_row *subject_row(const struct subject *s, uint32_t graph, uint32_t node);
/* Where a node stands, as its row shows it. */
struct row_place subject_place(const struct subject *s, const struct node *node);

#endif
