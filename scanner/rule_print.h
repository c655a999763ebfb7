/* What a rule looks for, in 64 bits: a rule that is new or was changed has another print. */
#ifndef SCANNER_RULE_PRINT_H
#define SCANNER_RULE_PRINT_H

#include "scanner/ruleset.h"

/* Over what decides matches and severities as the rule was written: its items with names,
 * conditions and expressions, and for rules on versions what the releases need. Titles, reasons and
 * replacements do not count, nor what a plan switches off. Sixteen hexadecimal digits. */
str rule_print(struct arena *arena, const struct ruleset *rules, uint32_t rule);

#endif
