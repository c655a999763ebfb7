/* Whether the code of a Python file may ask an object for a method by a name that is made at run
 * time and that no text spells, not even its beginning or end. */
#ifndef SCANNER_METHOD_SIGNS_H
#define SCANNER_METHOD_SIGNS_H

#include "scanner/python/python.h"

/* Not what is asked of packages and of settings, or what is never called. In doubt it holds. */
enum methods_asked {
	METHODS_NONE,
	METHODS_OWN,  /* getattr(self, name)(): those of classes of the file, and of their heirs */
	METHODS_MADE, /* getattr(model, name)(), eval(text), methodcaller(name) */
	METHODS_ANY,  /* all there are: Fire(Trainer), dir(model), vars(Trainer) */
};
enum methods_asked method_signs_of(const struct python_file *file);

#endif
