/* The last line of a report: whether the gate passed, and why. */
#ifndef REPORT_GATE_LINE_H
#define REPORT_GATE_LINE_H

#include "assess/assess.h"
#include "base/buf.h"
#include "report/message.h"

/* One line without its end, safe for a terminal: notes, the outcome, the reasons. Makes texts in
 * `arena`. */
void report_gate_line(
        struct arena *arena, const struct gate *gate, enum language language, struct buf *out);

#endif
