/* Scripts that another project left behind: a shell script that comes to nothing but starting files
 * which are not there. It stops before anything that it asks for matters, so that its findings
 * lower by one step.
 *
 * What cannot be told is not absent: a path with a variable, from the root of the machine or out of
 * the project, a file that may have moved, a folder that git ignores or fetches, a project that
 * clones another one. */
#ifndef SCANNER_LEFTOVER_SCRIPTS_H
#define SCANNER_LEFTOVER_SCRIPTS_H

#include "scanner/scan_file.h"

/* Of a whole project, below `root`; `out` holds the findings of all files. */
void leftover_scripts_settle(struct env *env, const struct scan_shared *shared, str root,
        uint32_t n_files, struct scan *out);

#endif
