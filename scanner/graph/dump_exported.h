/* The writer of exported programs; see dump_graph.h. */
#ifndef SCANNER_GRAPH_DUMP_EXPORTED_H
#define SCANNER_GRAPH_DUMP_EXPORTED_H

#include "scanner/graph/dump_graph.h"

void dump_exported(struct env *env, const struct graph_file *file, struct json_out *w);
#endif
