#include "report/gate_line.h"

#include "base/text.h"

void report_gate_line(const struct gate *g, enum language language, struct buf *out)
{
	buf_puts(out, message(language, MESSAGE_TEXT_GATE));
	for (uint32_t i = 0; i < g->notes.len; i++) {
		text_visible(out, g->notes.at[i]);
		buf_puts(out, "; ");
	}
	buf_puts(out, message(language, !g->on && g->asked ? MESSAGE_TEXT_GATE_OFF_TARGET
	                                : !g->on           ? MESSAGE_TEXT_GATE_OFF
	                                : !g->hit          ? MESSAGE_TEXT_GATE_PASSED
	                                                   : MESSAGE_TEXT_GATE_HIT));
	for (uint32_t i = 0; i < g->reasons.len; i++) {
		buf_puts(out, i ? "; " : ": ");
		text_visible(out, g->reasons.at[i]);
	}
}
