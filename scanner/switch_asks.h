/* Calls of what has a name that is made at run time: getattr(models, name)(3, True),
 * models.__dict__[name](3, True). */
#ifndef SCANNER_SWITCH_ASKS_H
#define SCANNER_SWITCH_ASKS_H

#include "scanner/python/python.h"

/* What is asked for the function: nothing, for the call calls something known; an object, a module
 * of the project, one of a library. */
enum switch_asked { ASKED_NOTHING, ASKED_OBJECT, ASKED_MODULE, ASKED_LIBRARY };

/* Of a call that calls no name. */
enum switch_asked switch_asked_of(struct python_file *file, const struct python_call *call);

#endif
