/* Un-wrapping: from what people paste to clean texts that the readers of graphs understand.
 *
 * Undone: what text_clean undoes; mail quoting, line numbers, table borders, unified diffs (both
 * sides become texts), names of hosts in front of lines; prefixes of loggers, launchers and
 * containers. Lines of a log are sorted by (rank, process, compile id, artifact, source), in order
 * of appearance, so interleaved ranks and threads come apart. Every line keeps its number. */
#ifndef SCANNER_GRAPH_TEXT_UNWRAP_H
#define SCANNER_GRAPH_TEXT_UNWRAP_H

#include "base/diag.h"

struct clean_text {
	str text;
	const uint32_t *lines; /* number in the file of each line, from 1; NULL: 1, 2, 3 … */
	uint32_t n_lines;
	int32_t rank;                     /* -1: not told */
	str compile_id, artifact, source; /* of the log prefix; empty: none */
	bool log;                         /* stood behind a prefix of TORCH_LOGS */
	bool old;                         /* the side of a diff that was taken away */
};

struct clean_texts {
	VEC(struct clean_text) list;
	uint32_t log_lines; /* lines behind a prefix of TORCH_LOGS */
};

/* Everything in env->temp; texts may be views into `bytes`. Linear. */
void text_unwrap(struct env *env, str bytes, struct clean_texts *out);

#endif
