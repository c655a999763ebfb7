/* Whether the code of a Python file may ask an object for a method by a name that is made at run
 * time and that no text spells, not even its beginning or end. */
#ifndef SCANNER_METHOD_SIGNS_H
#define SCANNER_METHOD_SIGNS_H

#include "scanner/python/python.h"

/* getattr(model, name)(), Fire(Trainer), eval(text), methodcaller(name), dir(model). Not what is
 * asked of packages and of settings, or what is never called. In doubt it holds. */
bool method_signs_any(const struct python_file *file);

#endif
