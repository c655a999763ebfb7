/* Jupyter notebooks: the code cells as one module. */
#ifndef SCANNER_PYTHON_NOTEBOOK_H
#define SCANNER_PYTHON_NOTEBOOK_H

#include "scanner/python/python.h"

/* Reads the JSON of a notebook (format 3 or 4), leaves out or mends cells that are no Python alone,
 * and parses the rest. file->path and file->arena are set. False: no notebook, file->error says
 * why. */
bool notebook_read(struct env *env, str bytes, struct python_file *file);
/* What python_read does behind decoding: file->text is set, everything else comes from it. */
void python_parse(struct python_file *file);
/* Whether file->text is a module from its first byte to its last. Uses file->arena. */
bool python_is_module(struct python_file *file);

#endif
