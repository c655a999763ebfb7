/* Whether what is scanned is all of a project, so that what is nowhere in it is not there. */
#ifndef SCANNER_WHOLE_PROJECT_H
#define SCANNER_WHOLE_PROJECT_H

#include "scanner/scan_file.h"

/* One folder of which nothing is left out by hand, that is a checkout, or holds what stands at the
 * top of projects (README, requirements, Dockerfile) and is no part of a checkout. */
bool whole_project(struct env *env, const struct scan_plan *plan,
        const struct scan_candidate *files, uint32_t n_files);

#endif
