/* What stands under if __name__ == "__main__" in a module that others import, or that lies in a
 * package for users to import it, and only tries it out: it runs when that file is started by
 * itself, which nothing in the project does.
 *
 * Somebody may do so by hand, so a finding there is still told, as minor at most. Not where the
 * part reads a command line, which makes a program of it, or any text names the file. */
#ifndef SCANNER_SELF_TESTS_H
#define SCANNER_SELF_TESTS_H

#include "scanner/import_graph.h"
#include "scanner/scan_file.h"

/* `out` holds the findings of all files; `input_of`: the input of each file, UINT32_MAX for none.
 */
void self_tests_settle(struct env *env, const struct scan_shared *shared,
        const struct import_graph *imports, const uint32_t *input_of, uint32_t n_files,
        struct scan *out);

#endif
