#include "report/gate_line.h"

#include "base/text.h"
#include "report/said.h"

void report_gate_line(
        struct arena *arena, const struct gate *g, enum language language, struct buf *out)
{
	buf_puts(out, message(language, MESSAGE_TEXT_GATE));
	for (uint32_t i = 0; i < g->notes.len; i++) {
		text_visible(out, said(arena, language, SAID_GATE, g->notes.at[i]));
		buf_puts(out, message(language, MESSAGE_TEXT_SEMICOLON));
	}
	buf_puts(out, message(language, !g->on && g->asked ? MESSAGE_TEXT_GATE_OFF_TARGET
	                                : !g->on           ? MESSAGE_TEXT_GATE_OFF
	                                : !g->hit          ? MESSAGE_TEXT_GATE_PASSED
	                                                   : MESSAGE_TEXT_GATE_HIT));
	for (uint32_t i = 0; i < g->reasons.len; i++) {
		buf_puts(out, message(language, i ? MESSAGE_TEXT_SEMICOLON : MESSAGE_TEXT_COLON));
		text_visible(out, said(arena, language, SAID_GATE, g->reasons.at[i]));
	}
}
