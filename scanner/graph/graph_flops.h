/* The question of pytorch/flops.h, made from a node. */
#ifndef SCANNER_GRAPH_GRAPH_FLOPS_H
#define SCANNER_GRAPH_GRAPH_FLOPS_H

#include "pytorch/flops.h"
#include "scanner/graph/graph.h"

/* The number that stands for a size or an integer of the graph; below zero: none is known. */
struct graph_sizes {
	int64_t (*of)(void *user, const struct dim *dim);
	void *user;
};

/* What the node costs, from the shapes of its arguments and results. Takes from `temp` and gives it
 * back. */
struct flops graph_flops(
        const struct graph_file *file, const struct node *node, struct arena *temp);
/* The same with other sizes in the place of those of the graph. */
struct flops graph_flops_sized(const struct graph_file *file, const struct node *node,
        struct arena *temp, const struct graph_sizes *sizes);

#endif
