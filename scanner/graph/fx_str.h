/* str(graph), as `print(gm.graph)` shows it (fx-formats 2), and the same lines in the comments of
 * inductor's output code. */
#ifndef SCANNER_GRAPH_FX_STR_H
#define SCANNER_GRAPH_FX_STR_H

#include "scanner/graph/py_scan.h"
#include "scanner/graph/text_build.h"

/* "graph():" or "graph(x, y):" alone on a line, or a line of a node. */
bool fx_str_starts(str line);
/* A node in a comment: "#   %add : …". */
bool fx_fragment_starts(str line);
/* Takes one graph; the scanner stands at its first line. */
void fx_str_take(struct text_build *b, struct py_scan *scan);
/* Takes all fragments up to the end of the text as one graph; a node that several fragments show
 * is one node. */
void fx_fragments_take(struct text_build *b, struct py_scan *scan);

#endif
