/* Collectives: kind, group, dtype and bytes per step, held against what a target's process group
 * supports.
 *
 * Bytes are those that one process gives and gets in one pass over the graphs. Waiting for a
 * result is no collective of its own. */
#ifndef ASSESS_COLLECTIVES_H
#define ASSESS_COLLECTIVES_H

#include "assess/subject.h"

struct collective {
	str kind;           /* "all_reduce", "all_gather", … */
	str op;             /* of the first node */
	str group;          /* its name in the graph; empty: not shown */
	str reduce;         /* "sum"; empty: it reduces nothing */
	int64_t group_size; /* 0: not shown */
	enum dtype dtype;
	uint64_t calls, given, got; /* bytes */
	uint64_t unsized;
	struct row_place place;
	struct answer *answers; /* the worst of its nodes: [target * MODE_COUNT + mode] */
};

struct collective_note {
	uint32_t target;
	struct remark remark; /* a fact of the area distributed that names a kind in use */
};

struct collectives {
	VEC(struct collective) list;
	VEC(struct collective_note) notes;
	struct map known;
};

void collectives_open(struct env *env, struct collectives *out);
void collectives_add(struct collectives *collectives, const struct subject *subject);
void collectives_close(
        struct env *env, struct collectives *collectives, const struct assessment *assessment);

#endif
