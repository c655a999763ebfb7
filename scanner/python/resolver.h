/* Second pass: who owns each binding, what each name stands for, what is known at each place. */
#ifndef SCANNER_PYTHON_RESOLVER_H
#define SCANNER_PYTHON_RESOLVER_H

#include "scanner/python/parser.h"

/* Fills the targets of chains and calls, the attrs and the dynamic imports of p->file. */
void resolve_names(struct parser *p);
/* Afterwards: the flags that hang on tests and handlers, and what scopes lie in. */
void resolve_flags(struct parser *p);

#endif
