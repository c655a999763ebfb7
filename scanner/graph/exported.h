/* The JSON of an exported program: what torch.export writes, schema 1 to 8.20.
 *
 * Read by keys, never by version; keys that are not known are passed over. Both spellings of keys
 * (as_tensor, asTensor), both languages of symbolic sizes and all cases of the unions. */
#ifndef SCANNER_GRAPH_EXPORTED_H
#define SCANNER_GRAPH_EXPORTED_H

#include "scanner/graph/graph.h"

/* Does it begin like the JSON of an exported program? */
bool exported_matches(str bytes);
/* Row of the table of readers: a file that holds nothing but the JSON. */
bool exported_read(struct env *env, str path, str bytes, struct graph_file *out);

/* One program of several in a file. */
struct exported_source {
	str path;  /* of the file, for problems */
	str entry; /* of the archive; empty: the file itself */
	str model; /* name of the model; empty: none */
	str json;
};

/* Appends the program's graphs to *out. False when reported: damaged JSON, a reference to
 * nothing, a value used before it is made, sizes that overflow, nesting beyond the limits. */
bool exported_append(struct env *env, const struct exported_source *source, struct graph_file *out);

#endif
