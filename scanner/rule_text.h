/* Inside the rule engine: what text files and Python files share beside rule_match.h. */
#ifndef SCANNER_RULE_TEXT_H
#define SCANNER_RULE_TEXT_H

#include "scanner/rule_match.h"
#include "scanner/text/text.h"

/* A line or statement with single blanks, for fingerprints. */
str statement_text(struct arena *arena, str text);
/* Only the file patterns, for a file that another front end has read. False when a limit was met.
 */
bool rule_file_patterns(struct matching *m, str text);
/* Findings of a requirement: rules that name it, and its version. `shown` stands in the message. */
void rule_requirement(struct matching *m, const struct spot *spot,
        const struct text_requirement *requirement, str shown);
/* Takes a pin in, and adds a finding where it does not fit what a release needs. */
void rule_needs(struct matching *m, const struct spot *spot, const struct pin *pin);

#endif
