/* Branches behind a text that an option of the program is compared with: args.opt == "fusedsgd". */
#ifndef SCANNER_RULE_GUARD_WORD_H
#define SCANNER_RULE_GUARD_WORD_H

#include "scanner/rule_guard.h"

/* A part of an if whose test compares `word`, an option, a name that is given one, or a parameter
 * without a default, with a text: what has to be given so that it is chosen. Only where another
 * part of the if can be chosen instead. */
bool word_need(struct python_matching *p, uint32_t part, uint32_t scope, str word, str text,
        struct switch_need *out);

#endif
