/* Graph and source: which scanned file a stack frame of a graph means.
 *
 * A graph made elsewhere names its files as they lay there. A frame's path is matched to the
 * scanned sources by the longest end that exactly one of them shares; below site-packages/ that
 * end must be the whole rest, since a project's utils.py is not that of a library. A line beyond
 * the end of the scanned file is no match. Without a match the path is shown behind
 * site-packages/, else as it stands. */
#ifndef ASSESS_JOIN_H
#define ASSESS_JOIN_H

#include "assess/assess.h"

struct joined {
	str path;       /* as it is shown */
	uint32_t input; /* in scan.inputs; GRAPH_NONE: not scanned */
};

/* `source_root`: the folder of the sources, as the graph names it (taken off its paths) or as
 * they lie here (only files below it are candidates); empty: none. Lives in `arena`. */
struct join *join_open(struct arena *arena, const struct scan *scan, str source_root);
struct joined join_path(struct join *join, str path, uint32_t line);
/* Findings that stand on that line of an input, as indices in scan.findings; valid until the next
 * call. */
const uint32_t *join_findings(struct join *join, uint32_t input, uint32_t line, uint32_t *count);
/* How a form names the Python function behind an operator ("method_descriptor.softmax") in the
 * words of its documentation ("Tensor.softmax"); empty when it only repeats the operator. */
str join_api(struct arena *arena, str original);

#endif
