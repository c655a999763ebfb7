/* A profile of work that graphs show: which of its calls they show, and which they do not. */
#ifndef SCANNER_PROFILE_REST_H
#define SCANNER_PROFILE_REST_H

#include "scanner/work_unit.h"

/* All calls of a profile, whether the program or another operator made them. */
struct profile_calls {
	VEC(struct call_key) whole, weights; /* of those that multiply matrices; sorted */
	struct map names;                    /* short names of all */
};

/* In env->temp. */
void profile_calls_find(struct env *env, const struct graph_file *file, struct profile_calls *out);

struct profile_rest {
	struct env *env;
	struct work_units *units;
	struct map seen; /* rows of profiles before: they count once */
};

/* The graph of a profile at `ref` holds the work of the units `matched`, shown best by `of`: what
 * they show is counted no more; the rest becomes a graph of its own, right behind it, and indices
 * of graphs move. */
void profile_rest_count(struct profile_rest *rest, uint32_t ref, const uint32_t *matched,
        uint32_t n_matched, str of);

#endif
