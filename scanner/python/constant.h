/* Names that stand for one text: BACKEND = "nccl", and what another file says of its own.
 *
 * Only a name that its scope binds once, to one plain literal and nothing else, is a constant. */
#ifndef SCANNER_PYTHON_CONSTANT_H
#define SCANNER_PYTHON_CONSTANT_H

#include "scanner/python/python.h"

struct constants {
	uint32_t *first; /* by name: binding + 1 */
	uint32_t *next;  /* by binding: another of the same name, + 1 */
	bool made;
};

/* The bindings of a name in all scopes, one after the other: `after` is the last one or
 * PYTHON_NONE, which is also the answer when there are no more. */
uint32_t constants_next(
        const struct python_file *file, struct constants *constants, uint32_t name, uint32_t after);
/* The text that a binding gives its name; STR_NONE when the value is anything else. */
str constant_bound(const struct python_file *file, const struct python_binding *binding);
/* The text that a chain stands for: its only binding's, or that of another file's constant, which
 * comes as a path that begins with a quote. STR_NONE: none that is known. */
str constant_text(
        struct python_file *file, struct constants *constants, const struct python_chain *chain);

#endif
