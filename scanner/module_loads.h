/* Modules that are loaded by names made at run time, import_module(name): what else their function
 * does with such names. */
#ifndef SCANNER_MODULE_LOADS_H
#define SCANNER_MODULE_LOADS_H

#include "scanner/python/python.h"

enum { MODULE_LOADS_MOST = 32 };

struct module_loads {
	uint32_t cutting[MODULE_LOADS_MOST]; /* functions that take names apart at their dots */
	uint32_t builds[MODULE_LOADS_MOST];  /* calls that build an extension under a name */
	uint32_t n_cutting, n_builds;        /* of more a file is not asked */
};

/* In one look through the calls of a file. */
struct module_loads module_loads_of(const struct python_file *file);
/* module, name = target.rsplit(".", 1): the name of the module that a call loads came whole. */
bool module_loads_dotted(const struct module_loads *loads, const struct python_file *file,
        const struct python_call *call);
/* load(name=module_name, …), import_module(module_name): the module that a call asks for is an
 * extension that its function builds, and none of Python. */
bool module_loads_built(const struct module_loads *loads, const struct python_file *file,
        const struct python_call *call);

#endif
