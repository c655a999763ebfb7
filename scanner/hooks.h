/* Names of methods that PyTorch, its data loaders and what is built on it call by themselves. */
#ifndef SCANNER_HOOKS_H
#define SCANNER_HOOKS_H

#include "base/str.h"

/* A method of this name may be called though no line of a project does. Names that begin with two
 * underscores are none of these. */
bool is_hook(str name);
/* A method of a pipeline or a model of diffusers that its users alone call: diffusers calls none of
 * them before that. */
bool is_switch_of_diffusers(str name);

#endif
