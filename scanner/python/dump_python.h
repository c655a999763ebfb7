/* What the front end sees in a file, as one line of JSON: every field that the rules of
 * resolution define, for comparison with a reference that runs CPython's own parser. */
#ifndef SCANNER_PYTHON_DUMP_PYTHON_H
#define SCANNER_PYTHON_DUMP_PYTHON_H

#include "base/diag.h"

/* Appends one line with its '\n'. A file that is not wholly Python gets "ok": false, its error and
 * no records. Uses env->temp, and leaves it as it was. */
void python_dump(struct env *env, str path, str bytes, struct buf *out);

#endif
