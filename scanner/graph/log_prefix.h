/* What stands in front of a line: the layers that loggers, launchers and containers add. */
#ifndef SCANNER_GRAPH_LOG_PREFIX_H
#define SCANNER_GRAPH_LOG_PREFIX_H

#include "base/str.h"

struct log_prefix {
	size_t length;  /* bytes before the text proper; 0: none */
	bool torch;     /* a prefix of TORCH_LOGS is among the layers */
	int32_t rank;   /* -1: not told */
	str process;    /* pid or thread id, or the name of a worker; empty: not told */
	str compile_id; /* "0/0", "!0/3/0_1" */
	str artifact;   /* "graph_code" of "[__graph_code]" */
	str source;     /* what logged: "torch/_inductor/bounds.py", "torch._inductor.bounds" */
	char level;     /* 'V', 'I', 'W', 'E', 'C'; 0: not told */
};

/* Linear in the length of the prefix, which is bounded. */
struct log_prefix log_prefix_of(str line);
/* Only the glog form "V0310 09:08:07.000001 4242 torch/x.py:28] ": its length, 0 when the line does
 * not start with one. */
size_t glog_prefix_length(str line);

#endif
