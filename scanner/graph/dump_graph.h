/* What a reader sees, as JSON for scripts that compare: contract, section 6.
 *
 * One object a file. Every form has a writer of its own; fields have the names and values of the
 * reference, order and layout are free. */
#ifndef SCANNER_GRAPH_DUMP_GRAPH_H
#define SCANNER_GRAPH_DUMP_GRAPH_H

#include "base/json.h"
#include "scanner/graph/graph.h"

/* Appends one object and a line end. */
bool graph_dump(const struct graph_file *file, struct buf *out);
/* One line a node: graph, name, target, arguments as Python writes them, module path, and the
 * innermost stack frame that counts. For comparing with torch.fx. */
void graph_dump_nodes(const struct graph_file *file, struct buf *out);

#endif
