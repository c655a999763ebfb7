/* graph.print_tabular(): the table that the `tabulate` package draws (fx-formats 3). */
#ifndef SCANNER_GRAPH_TABULAR_H
#define SCANNER_GRAPH_TABULAR_H

#include "scanner/graph/py_scan.h"
#include "scanner/graph/text_build.h"

/* The header row, the row of dashes, or a row of a node. */
bool tabular_starts(str line);
/* Takes one table; the scanner stands at its first line. */
void tabular_take(struct text_build *b, struct py_scan *scan);

#endif
