/* The question of pytorch/flops.h, made from a node. */
#ifndef SCANNER_GRAPH_GRAPH_FLOPS_H
#define SCANNER_GRAPH_GRAPH_FLOPS_H

#include "pytorch/flops.h"
#include "scanner/graph/graph.h"

/* What the node costs, from the shapes of its arguments and results. Takes from `temp` and gives it
 * back. */
struct flops graph_flops(
        const struct graph_file *file, const struct node *node, struct arena *temp);

#endif
