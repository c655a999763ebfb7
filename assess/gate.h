/* The gate: does what was found reach the level or a threshold that a team set?
 *
 * Only targets that were named can gate. What the baseline accepts, and with a revision what did
 * not change since, does not count. Where a gate looks at changes (a baseline or a revision is
 * given), what newer rules, newer facts or the calendar bring is told apart and counted only when
 * asked for. */
#ifndef ASSESS_GATE_H
#define ASSESS_GATE_H

#include "assess/assess.h"
#include "assess/threshold.h"

struct gate_plan {
	enum gate_level level;
	bool drift; /* count what comes from rules, facts and the calendar as well */
	const struct threshold *thresholds;
	uint32_t n_thresholds;
	const struct baseline *baseline; /* NULL: none */
	const struct since *since;       /* NULL: none */
	const str *paths;                /* that were scanned */
	uint32_t n_paths;
};

/* Of operator, signature and the verdicts on all targets: a change of verdict is a new fingerprint.
 */
str row_fingerprint(const struct assessment *assessment, const struct op_row *row);
/* Marks the rows that are no news: the baseline has them with verdicts that are no better, or all
 * their graphs are files that did not change. A row whose verdict alone is worse than in the
 * baseline comes from the facts. */
void gate_mark_known(struct assessment *assessment, const struct assess_plan *plan);
/* Fills assessment->gate. Thresholds on effort need assessment->effort. */
void gate_run(struct assessment *assessment, const struct gate_plan *plan);
/* The level an operator's verdict counts as; GATE_OFF for none. */
enum gate_level gate_level_of(enum verdict verdict);
bool gate_level_parse(str word, enum gate_level *out);
str gate_level_word(enum gate_level level);

#endif
