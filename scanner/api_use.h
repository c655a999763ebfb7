/* Uses of torch's public names in sources: what Python calls would dispatch. */
#ifndef SCANNER_API_USE_H
#define SCANNER_API_USE_H

#include "scanner/python/python.h"

struct api_use {
	str api;                     /* canonical: "torch.cat" */
	uint32_t cell, line, column; /* from 1, columns in characters; cell 0: no notebook */
	bool forward, compiled, in_loop;
};

struct api_uses {
	struct arena *arena;
	VEC(struct api_use) list;
};

/* Every call of a resolved public name of torch in a file. */
void api_uses_find(struct env *env, struct python_file *file, struct api_uses *out);

#endif
