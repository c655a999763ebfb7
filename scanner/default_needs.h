/* Defaults of parameters ("cuda", torch.float16) that no call of the project leaves: each call of
 * the function gives another value. They are notes then, unless the function is a public one of a
 * package that can be installed, which others call. What stands behind a choice that such a default
 * makes (mode == "flash") is behind one that somebody makes otherwise then. So is what costs each
 * step something in a function that runs outside of any step, by all its calls. */
#ifndef SCANNER_DEFAULT_NEEDS_H
#define SCANNER_DEFAULT_NEEDS_H

#include "scanner/scan_file.h"

/* Somebody has to leave a parameter to its default. */
struct default_need {
	str function;   /* what it is called by */
	str name;       /* of the parameter */
	uint32_t place; /* see parameter_place */
	bool made;      /* the function is a class, of which others may derive */
	str test;       /* that the default makes true, as written; "": it is the default itself */
};

/* Once all files are read and joined: lowers findings of the results. */
void default_needs_settle(struct env *env, const struct scan_shared *shared,
        struct host_calls *calls, uint32_t n_files);

#endif
