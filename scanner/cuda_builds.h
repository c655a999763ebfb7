/* CUDA sources of an extension that is built only where CUDA is: without it the build leaves them
 * out and goes on, so that what stands in them lowers by one step.
 *
 * That is an answer, so it is given only where all of the project was read, where every place that
 * builds extensions of CUDA stands behind a test that finds CUDA and has another way, and where no
 * other file names CUDA sources: no CMakeLists.txt, Makefile, script or module. */
#ifndef SCANNER_CUDA_BUILDS_H
#define SCANNER_CUDA_BUILDS_H

#include "scanner/scan_file.h"

/* `out` holds the findings of all files, in the order of `shared`. */
void cuda_builds_settle(
        struct env *env, const struct scan_shared *shared, uint32_t n_files, struct scan *out);

#endif
