/* Two results held against each other, as text and as JSON (schema portfit-diff/1). */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "assess/diff.h"
#include "base/buf.h"

void report_diff_text(struct arena *arena, const struct diff *diff, struct buf *out);
void report_diff_json(const struct diff *diff, struct buf *out);

#endif
