/* Python text of graphs: print_readable(), gm.code, str(gm), print(ExportedProgram), Dynamo and
 * AOT dumps, repro scripts, to_folder modules.
 *
 * A statement is a node; comments give places, annotations types, nested classes subgraphs.
 * The functions here take their part out of a text and leave the rest to the caller. */
#ifndef SCANNER_GRAPH_PYTHON_TEXT_H
#define SCANNER_GRAPH_PYTHON_TEXT_H

#include "scanner/graph/py_scan.h"
#include "scanner/graph/text_build.h"

/* Does a line begin a class of a graph ("class GraphModule(torch.nn.Module):", also behind a file
 * name), and which? */
bool python_class_starts(str line, str *name);
/* "def forward(" */
bool python_forward_starts(str line);
/* Takes a class or a `def forward` with all that is nested in it. The scanner stands at its first
 * line, and behind the last one afterwards. */
void python_text_take(struct text_build *b, struct py_scan *scan);
/* Statements of a graph whose beginning was cut off; the scanner stands at one of them. */
void python_fragment_take(struct text_build *b, struct py_scan *scan);
/* One logical line inside `forward`. */
void python_statement_take(struct text_build *b, const struct py_line *line);
/* "# File: m.py:3 in f, code: …": the place of what follows. */
void python_comment_take(struct text_build *b, str comment);
/* The parameters of "def forward(…):" as inputs of the graph being built. */
void python_inputs_take(struct text_build *b, str def);

/* `def load_args(reader)` and the older `args = […]`: shapes of the inputs of the graph read last.
 */
bool repro_starts(str line);
void repro_take(struct text_build *b, struct py_scan *scan);
/* "Graph signature: …" and "Range constraints: …" behind an exported program. */
bool signature_starts(str line);
void signature_take(struct text_build *b, struct py_scan *scan);

#endif
