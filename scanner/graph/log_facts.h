/* What the lines of a run log tell beside graphs: graph breaks, recompilations, torch._dynamo's
 * explanation, symbols, operators that fell back to the CPU (fx-formats 9).
 *
 * Wordings known: PyTorch 2.0 to 2.13; TorchNeuron ("Operator 'aten::x' fell back to CPU"),
 * TorchTPU
 * ("operator 'aten::x' is not implemented for TPU. Falling back to CPU"), torch_xla (counters
 * "aten::x" of the metrics report), and the warnings that other back ends print around
 * at::native::cpu_fallback. */
#ifndef SCANNER_GRAPH_LOG_FACTS_H
#define SCANNER_GRAPH_LOG_FACTS_H

#include "scanner/graph/text_build.h"

enum log_block { BLOCK_NONE, BLOCK_BREAK, BLOCK_RECOMPILE, BLOCK_LIMIT, BLOCK_EXPLAIN };

struct log_facts_state {
	struct text_build *b;
	struct graph_facts *facts;
	enum log_block block;
	uint32_t index;      /* of the event being told */
	bool in_traceback;   /* frames of the user's code follow */
	bool in_hint;        /* a hint may go on, indented deeper */
	bool source_follows; /* the next line shows the source of the frame just named */
	bool reason_follows; /* the next line is the reason */
	uint32_t counter;    /* name of the counter whose value follows; 0: none */
	uint32_t part;       /* of an explanation */
};

/* Does a text hold any of these? For recognition: linear, allocates nothing. */
bool log_facts_match(str bytes);
void log_facts_open(struct log_facts_state *state, struct text_build *b);
/* One line of a clean text, by its number from 0. */
void log_facts_line(struct log_facts_state *state, str line, uint32_t number);
/* Something else stood between: what was told is over. */
void log_facts_break(struct log_facts_state *state);
void log_facts_close(struct log_facts_state *state);
bool log_facts_any(const struct graph_facts *facts);
/* A graph break reason as its text stands in a structured log or behind an exception. */
void graph_break_take(struct text_build *b, str text, uint32_t line, bool error);
/* A warning about a call and Dynamo's report of the break that it caused are one break. */
void graph_breaks_join(struct env *env, struct graph_file *file);
/* Adds to the fallbacks of an operator, by operator, back end and kind. */
struct fallback_event {
	str operator, backend;
	enum fallback_kind kind;
	uint64_t times;
	uint32_t line; /* of the text */
};
void fallback_add(struct text_build *b, const struct fallback_event *event);

#endif
