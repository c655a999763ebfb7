/* Logical lines of Python text, as torch.fx writes it and as people damage it.
 *
 * A logical line ends where its brackets are closed. Quotes, triple quotes and comments are
 * respected. Hard wraps (a mail program broke the line and lost the indentation) are followed
 * where the next line cannot be a statement of its own; a statement that was cut off ends where
 * the next one begins. Linear: looking ahead stops after one name. */
#ifndef SCANNER_GRAPH_PY_SCAN_H
#define SCANNER_GRAPH_PY_SCAN_H

#include "base/str.h"

struct py_scan {
	str text;
	size_t at;     /* start of the physical line that comes next */
	uint32_t line; /* its number, from 0 */
	bool flat;     /* indentation is lost: statements stand where their `def` stands */
};

struct py_line {
	str text; /* without indentation; newlines inside where it runs over several lines */
	uint32_t indent, line;
	bool comment; /* a comment that has the line for itself */
	bool cut;     /* the end of the statement is missing */
};

/* The next logical line that is not blank; false at the end. */
bool py_scan_next(struct py_scan *scan, struct py_line *out);
/* Does a line start like a statement of a graph: "name =", "name: …", "return", "class ", "def ",
 * "name[…] =", "name += "? */
bool py_starts_statement(str line);
/* Columns of the indentation (a tab goes to the next multiple of 8). */
uint32_t py_indent(str line);

#endif
