/* What is asked for only to build the documentation: a file in a folder of the documentation that
 * the configuration of Read the Docs names, and that no other file of the project does. Nothing
 * that is moved runs there, so that what the file asks for lowers by one step. */
#ifndef SCANNER_DOCS_ENVIRONMENT_H
#define SCANNER_DOCS_ENVIRONMENT_H

#include "scanner/scan_file.h"

/* Of a whole project; `out` holds the findings of all files, in the order of `shared`. */
void docs_environment_settle(
        struct env *env, const struct scan_shared *shared, uint32_t n_files, struct scan *out);

#endif
