/* Files that are imported only in a try that goes on without them: where such a file cannot be
 * loaded, for want of what it imports itself, what stands in it never comes to run, and the rest
 * goes on.
 *
 * That is an answer, so it is given only where all of the project was read, and of no file that an
 * entry point is, or that some text or import may load in another way. */
#ifndef SCANNER_TRIED_FILES_H
#define SCANNER_TRIED_FILES_H

#include "scanner/import_graph.h"
#include "scanner/scan_file.h"

/* Once workloads are found. `out` holds the findings of all files; `input_of`: the input of each
 * file, UINT32_MAX for none. */
void tried_files_settle(struct env *env, const struct scan_shared *shared,
        const struct import_graph *imports, const uint32_t *input_of, uint32_t n_files,
        struct scan *out);

#endif
