/* Assessment in, bytes out. Writers decide nothing about the project; they only say. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/json.h"
#include "coverage/coverage.h"

/* One operator and target as the database answers it. */
struct shown_operator {
	str op;
	const struct target *target;
	const struct coverage *coverage;
	struct answer answers[MODE_COUNT];
	struct steps steps[MODE_COUNT];
};

/* The contract's verdict-object. */
void report_answer_json(struct json_out *w, const struct answer *answer);
/* Everything: answers, every fact behind them, the steps. */
void report_operator_json(struct json_out *w, const struct shown_operator *shown);
void report_operator_text(struct buf *out, const struct shown_operator *shown, struct arena *arena);
/* One line an operator and target. */
void report_operator_row_json(struct json_out *w, const struct shown_operator *shown);
void report_operator_row_text(struct buf *out, const struct shown_operator *shown);
void report_coverage_stats(struct buf *out, const struct coverage *coverage,
        const struct target *target, struct arena *arena);

#endif
