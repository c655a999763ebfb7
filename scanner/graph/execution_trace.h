/* PyTorch execution traces: {"schema": …, "nodes": […]} with an operator schema on the nodes
 * (fx-formats 8). A log of eager calls: no graph, but counts, types and sizes with overloads. */
#ifndef SCANNER_GRAPH_EXECUTION_TRACE_H
#define SCANNER_GRAPH_EXECUTION_TRACE_H

#include "base/stream.h"
#include "scanner/graph/profile.h"

bool execution_trace_matches(str head);
bool execution_trace_read(struct env *env, str path, str bytes, struct graph_file *out);
bool execution_trace_stream(
        struct env *env, str path, struct stream *stream, struct graph_file *out);

#endif
