/* One record of a structured log of TORCH_TRACE: its envelope, and where its payload stands
 * (fx-formats 5). */
#ifndef SCANNER_GRAPH_TRACE_RECORD_H
#define SCANNER_GRAPH_TRACE_RECORD_H

#include "base/diag.h"

struct trace_record {
	str kind;                    /* "dynamo_output_graph", "artifact", "str" … */
	str value;                   /* its JSON */
	str name;                    /* of an artifact, graph dump, split child; empty: none */
	bool named;                  /* there was a name */
	str frame, compile, attempt; /* numbers as written; empty: none */
	str autograd;                /* compiled_autograd_id; empty: none */
	int64_t rank;                /* -1: not told */
	str stack;                   /* JSON of the envelope's own stack; empty: none */
	str hash;                    /* has_payload; empty: no payload was written */
	bool has_hash;
	size_t payload; /* where its payload begins in the text, and where it ends */
	size_t payload_end;
	uint32_t payload_lines, payload_line; /* how many, and the number of the first from 1 */
	uint32_t strip; /* bytes to take off every payload line: 1 for the tab, more where tabs
	                   became blanks */
	bool expanded;
};

/* A piece of a log that begins at a line and ends before a record, or at the end of the log. */
struct trace_scan {
	str text;
	size_t at;
	uint32_t line; /* number of the next line, from 1 */
	uint64_t foreign, broken;
};

/* The next record; false at the end. Lines that are none and records that cannot be parsed are
 * counted. Views into the text, strings decoded into `arena` where they hold escapes. */
bool trace_next(struct trace_scan *scan, struct env *env, struct trace_record *out);
/* The payload without its tabs, in `arena`. */
str trace_payload(
        const struct trace_scan *scan, struct arena *arena, const struct trace_record *record);
/* Where the last record of a text begins; 0: no record begins behind the first line. */
size_t trace_last_record(str text);
/* Does a text begin like a structured log? Looks at a bounded number of lines. */
bool torch_trace_matches(str bytes);

#endif
