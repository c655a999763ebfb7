/* Results of several machines as one. */
#ifndef PROBE_MERGE_H
#define PROBE_MERGE_H

#include "probe/protocol.h"

/* What one file says of one experiment. */
struct merged_answer {
	uint32_t file;
	struct outcome outcome;
};

struct merged {
	str key, op, signature, fact_signature;
	VEC(struct merged_answer) answers; /* newest release first, then the newest date */
	bool disagree;                     /* on the verdict of some mode */
};

struct merged_file {
	str path, device, target, date, release, backend_version, environment;
};

struct merge {
	struct arena *arena;
	VEC(struct merged_file) files; /* in that order */
	VEC(struct merged) rows;       /* by operator, signature and key */
};

/* Reads results.json files. False when reported: unreadable, of another kind, or of different
 * devices. */
bool merge_read(struct env *env, const str *paths, uint32_t count, struct merge *out);
void merge_text(const struct merge *merge, bool verbose, struct buf *out);
/* The same form as results.json of one run, with the answer of each row that counts. */
void merge_json(const struct merge *merge, struct buf *out);
/* Facts of the answers that count. */
void merge_facts(const struct merge *merge, struct arena *temp, struct buf *out);

#endif
