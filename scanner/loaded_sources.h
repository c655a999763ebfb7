/* Sources of C++ and CUDA that only a build at run time takes, and that build only for CUDA: each
 * file that builds extensions of them, or hands their names to one that does, does so behind a test
 * that has another way (the reference code of upfirdn2d.py in the repositories that took it from
 * StyleGAN). What stands in them is information: no target builds it, or needs it.
 *
 * That is an answer, so it is given source by source, only where all of the project was read, and
 * only where every text that names the source is known: a script, a build of CMake, a setup.py, a
 * pattern like *.cu or a name that is put together keeps it as it is. What only such sources
 * include goes with them. */
#ifndef SCANNER_LOADED_SOURCES_H
#define SCANNER_LOADED_SOURCES_H

#include "scanner/import_graph.h"

/* Of a whole project; `out` holds the findings of all files, in the order of `shared`. */
void loaded_sources_settle(struct env *env, const struct scan_shared *shared,
        const struct import_graph *imports, uint32_t n_files, struct scan *out);

#endif
