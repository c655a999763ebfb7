/* The gate: does what was found reach the level that a team set? */
#ifndef ASSESS_GATE_H
#define ASSESS_GATE_H

#include "assess/assess.h"

/* Of operator, signature and the verdicts on all targets: a change of verdict is a new fingerprint.
 */
str row_fingerprint(const struct assessment *assessment, const struct op_row *row);
/* Marks the rows that a baseline knows. */
void gate_mark_known(struct assessment *assessment, const struct map *known);
/* Fills assessment->gate. Only targets that were named can gate. */
void gate_run(struct assessment *assessment, enum gate_level level);
/* The level an operator's verdict counts as; GATE_OFF for none. */
enum gate_level gate_level_of(enum verdict verdict);
bool gate_level_parse(str word, enum gate_level *out);
str gate_level_word(enum gate_level level);

#endif
