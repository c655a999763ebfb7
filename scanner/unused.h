/* Definitions that nothing uses: what stands in them lowers, for it does not run.
 *
 * A def or class at the top level of a module is unused when its name stands nowhere that could
 * mean it: not in its own file outside of it, not in a Python file whose imports lead there, not in
 * any other text that was scanned, notebooks among them; nor does a definition that is used name
 * it. That is an answer, so it is given only where all of the project was read, and its workloads
 * are known, and only of what no framework, launcher or user of a package may ask for by itself. */
#ifndef SCANNER_UNUSED_H
#define SCANNER_UNUSED_H

#include "scanner/import_graph.h"
#include "scanner/scan_file.h"

struct unused_in {
	const struct scan_shared *shared;
	const struct import_graph *imports;
	const uint32_t *input_of; /* of a file; UINT32_MAX: none */
	uint32_t n_files;
};

/* Once workloads are found. `out` holds the findings of all files, file after file. */
void unused_find(struct env *env, const struct unused_in *in, struct scan *out);

#endif
