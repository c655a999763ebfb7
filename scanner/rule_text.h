/* Inside the rule engine: what text files and Python files share beside rule_match.h. */
#ifndef SCANNER_RULE_TEXT_H
#define SCANNER_RULE_TEXT_H

#include "scanner/rule_match.h"
#include "scanner/python/python.h"
#include "scanner/text/text.h"

/* A line or statement with single blanks, for fingerprints. */
str statement_text(struct arena *arena, str text);
/* The items whose globs match a path, ascending, in `arena`. The cost hardly depends on how many
 * globs there are: each is found by what it says for certain of a name. */
uint32_t *rule_file_items(
        struct arena *arena, const struct ruleset *rules, str path, uint32_t *count);
/* What protects a place of the text that a rule speaks of. */
typedef void place_guard(
        void *context, uint32_t rule, uint32_t at, uint32_t end, struct spot *spot);
/* Only the file patterns, for a file that another front end has read. False when a limit was met.
 */
bool rule_file_patterns(struct matching *m, str text, place_guard *guard, void *context);
/* Only the variables and commands of a text that is read already. */
void rule_shell_text(struct matching *m, struct text_file *file);
/* What the lines for IPython and the shell of a notebook's cells say. */
void rule_magics(struct matching *m, const struct python_magics *magics, uint32_t count);
/* Classes that a configuration names to be made, and the rule that speaks of each; `name` is a view
 * into the text. */
typedef void rule_class_found(void *context, uint32_t rule, str name);
void rule_named_classes(const struct matching *m, str text, rule_class_found *found, void *context);
/* Quoted paths of a Python text ("apex.optimizers:FusedAdam"), the same. */
void rule_named_paths(const struct matching *m, str text, rule_class_found *found, void *context);
/* Findings of a requirement: rules that name it, and its version. `shown` stands in the message. */
void rule_requirement(struct matching *m, const struct spot *spot,
        const struct text_requirement *requirement, str shown);
/* Takes a pin in, and adds a finding where it does not fit what a release needs. Of the values of a
 * matrix none is at fault as long as one fits;
 * `requirement` may be NULL. */
/* The targets, as bits, on which a requirement with that marker is ever installed: not those whose
 * Pythons it leaves out, and none that is for Windows alone. */
uint32_t rule_marker_targets(const struct ruleset *rules, str marker);
void rule_needs(struct matching *m, const struct spot *spot, const struct pin *pin,
        const struct text_requirement *requirement);

#endif
