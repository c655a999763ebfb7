#include "report/gate_line.h"

#include "base/text.h"

void report_gate_line(const struct gate *g, struct buf *out)
{
	buf_puts(out, "gate: ");
	for (uint32_t i = 0; i < g->notes.len; i++) {
		text_visible(out, g->notes.at[i]);
		buf_puts(out, "; ");
	}
	if (!g->on)
		buf_puts(out, g->asked ? "off: no target is named (--target NAME, or targets in "
		                         "portfit.yaml)"
		                       : "off (--fail-on LEVEL with --target NAME switches it on)");
	else
		buf_puts(out, g->hit ? "hit" : "passed, nothing at or above the level");
	for (uint32_t i = 0; i < g->reasons.len; i++) {
		buf_puts(out, i ? "; " : ": ");
		text_visible(out, g->reasons.at[i]);
	}
}
