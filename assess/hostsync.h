/* Host synchronisation: where a graph makes the host wait for the device, and where it breaks.
 *
 * Found in graphs: operators that hand a value to Python (item), whose result's shape depends on
 * data (nonzero), copies of a tensor that is not on the CPU to the CPU, and branches whose
 * condition the device has computed. A copy is one only where the graph tells the devices apart:
 * in a graph traced on the CPU alone, "cpu" is the device. Found in logs: graph breaks and
 * recompilations with their reasons. */
#ifndef ASSESS_HOSTSYNC_H
#define ASSESS_HOSTSYNC_H

#include "assess/subject.h"

/* X(enumerator, word) */
#define SYNC_LIST(X)                                                                               \
	X(HOSTSYNC_READ, "read")                                                                   \
	X(HOSTSYNC_SHAPE, "shape")                                                                 \
	X(HOSTSYNC_COPY, "copy")                                                                   \
	X(HOSTSYNC_BRANCH, "branch")

enum hostsync_kind {
#define X(name, word) name,
	SYNC_LIST(X)
#undef X
	        HOSTSYNC_COUNT
};

/* All nodes of one operator on one line of one graph. */
struct hostsync_place {
	uint32_t graph; /* in scan.graphs */
	str op;
	enum hostsync_kind kind;
	uint64_t calls;
	struct row_place place;
};

/* A graph break or a recompilation of a log. */
struct hostsync_event {
	uint32_t input; /* in scan.inputs */
	bool recompile;
	bool stops; /* compilation ended with it; of recompilations: the limit was hit */
	str reason, hint;
	uint64_t times;
	struct row_place place;
};

/* An operator that a run log says the device's software did not run. */
struct hostsync_fallback {
	uint32_t input; /* in scan.inputs */
	str op, backend;
	str how; /* "cpu": it ran there; "missing": an error; "counter": of torch_xla */
	uint64_t times;
	struct row_place place;
};

struct hostsync {
	VEC(struct hostsync_place) places; /* in order of graphs and lines of first mention */
	uint64_t calls[HOSTSYNC_COUNT];
	VEC(struct hostsync_event) events;
	VEC(struct hostsync_fallback) fallbacks;
	struct map known;
};

void hostsync_open(struct env *env, struct hostsync *out);
void hostsync_add(struct hostsync *hostsync, const struct subject *subject);
str hostsync_word(enum hostsync_kind kind);

#endif
