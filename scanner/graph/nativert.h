/* Graph text of NativeRT ("sigmoid"): SSA lines with named arguments (fx-formats 12). */
#ifndef SCANNER_GRAPH_NATIVERT_H
#define SCANNER_GRAPH_NATIVERT_H

#include "scanner/graph/py_scan.h"
#include "scanner/graph/text_build.h"

/* "graph(%x, %y):", with a line of a node behind it. */
bool nativert_starts(const struct py_scan *scan, str line);
void nativert_take(struct text_build *b, struct py_scan *scan);
bool nativert_matches(str bytes);

#endif
