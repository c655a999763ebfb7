/* Structured logs that TORCH_TRACE writes, one per process. */
#ifndef SCANNER_GRAPH_TORCH_TRACE_H
#define SCANNER_GRAPH_TORCH_TRACE_H

#include "base/stream.h"
#include "scanner/graph/text_build.h"
#include "scanner/graph/trace_record.h"

bool torch_trace_read(struct env *env, str path, str bytes, struct graph_file *out);
/* The same through a window: of a log only the graphs and facts are held. */
bool torch_trace_stream(struct env *env, str path, struct stream *stream, struct graph_file *out);

struct trace_digest {
	str payload, hash;
};

/* Payloads whose digests are still to be compared. */
struct trace_digests {
	struct arena *arena; /* of the copies */
	struct arena_mark mark;
	VEC(struct trace_digest) list; /* in env->temp */
	size_t bytes;
};

struct torch_trace {
	struct env *env;
	struct graph_file *file;
	struct graph_facts *facts;
	struct text_build build;
	struct trace_scan scan;
	VEC(uint32_t) strings; /* id of the text of an interned number; 0: not defined */
	struct map compile_ids;
	struct map frame_places; /* by compile id: index + 1 in `places` */
	VEC(struct log_place) places;
	uint32_t payloads; /* that held a graph */
	bool tabs_lost;
	struct trace_digests digests;
	str payload; /* of the record at hand, without tabs */
	/* The ids of the record before: most records have the same. */
	str frame, compile, attempt, compile_id;
};

/* What records other than graphs tell. */
void trace_fact_take(struct torch_trace *t, const struct trace_record *record);

#endif
