/* Chrome traces of torch.profiler: an object with traceEvents, or a bare list (fx-formats 8). */
#ifndef SCANNER_GRAPH_CHROME_TRACE_H
#define SCANNER_GRAPH_CHROME_TRACE_H

#include "base/stream.h"
#include "scanner/graph/profile.h"

/* From the beginning of a file: 64 KB are enough. */
bool chrome_trace_matches(str head);
bool chrome_trace_read(struct env *env, str path, str bytes, struct graph_file *out);
/* The same through a window, for files of any size. */
bool chrome_trace_stream(struct env *env, str path, struct stream *stream, struct graph_file *out);

#endif
