/* Names of methods that PyTorch, its data loaders and what is built on it call by themselves. */
#ifndef SCANNER_HOOKS_H
#define SCANNER_HOOKS_H

#include "base/str.h"

/* A method of this name may be called though no line of a project does. Names that begin with two
 * underscores are none of these. */
bool is_hook(str name);

#endif
