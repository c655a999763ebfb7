/* What values are inside one function, as far as names and operators tell, and the matchers that
 * need to know.
 *
 * A function (with all that is nested in it), or the code of the module, is walked once in source
 * order, without a tree: each expression gives a small value that says whether it is a tensor, a
 * module, a mask, a size, a number read from a tensor, or a device name. A name is what every one
 * of its bindings so far is; where they differ it is unknown, and unknown matches nothing that
 * asks for a tensor. Only functions in which something could match are walked. */
#ifndef SCANNER_FLOW_H
#define SCANNER_FLOW_H

#include "scanner/rule_python.h"

/* Walks what the records and the text ask for; adds matches. */
void flow_match(struct python_matching *p);
/* While a call is looked at: whether the argument in that place is known to be a tensor. */
bool flow_is_tensor(const struct python_matching *p, uint32_t at, uint32_t end);

/* What the function is called by, or the one around it, that a scope lies in. */
str flow_called_name(const struct python_file *file, uint32_t scope);

#endif
