/* Extensions of CUDA that a project builds by themselves, and goes without where they are missing:
 * each import of what its setup.py files build stands in a try that goes on. The build, and the
 * sources that lie with it, are a step lower then: it fails, and is not needed.
 *
 * Only of a setup.py in a folder of its own that installs no packages beside the extension: what
 * installs the project as well stops there. */
#ifndef SCANNER_OPTIONAL_BUILDS_H
#define SCANNER_OPTIONAL_BUILDS_H

#include "scanner/scan_file.h"

/* Of a project that is scanned as a whole, whose path is `top`; `out` holds the findings of all
 * files. Once it is settled what is only tried. */
void optional_builds_settle(struct env *env, str top, struct scan *out);

#endif
