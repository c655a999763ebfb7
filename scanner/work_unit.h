/* A piece of work as one file shows it: what is known of it, measured when it is asked for.
 *
 * A unit is the graphs of one group of one file (the stages of one compilation), one exported
 * program, one printed graph, or one profile. */
#ifndef SCANNER_WORK_UNIT_H
#define SCANNER_WORK_UNIT_H

#include "scanner/graph/profile.h"
#include "scanner/scan.h"

/* A call by its operator and the types and sizes of its operands (or of its weight alone). */
struct call_key {
	uint64_t key;
	uint64_t calls;
};

struct work_unit {
	uint32_t input, file; /* in scan.inputs, scan.graph_files */
	VEC(uint32_t) tops;   /* its top graphs, in scan.graphs */
	uint32_t best;        /* the counted one that tells of the forward pass; GRAPH_NONE: none */
	bool forward, backward, profile; /* what its counted graphs are */
	bool torch_level;                /* `best` is a graph of Dynamo */
	uint32_t same; /* the unit it is the same work as; itself: none that comes before */
	VEC(uint64_t) parameters; /* names with types and sizes, sorted */
	VEC(uint64_t) bare;       /* the same without what all names begin with */
	bool measured;
	struct map names;     /* short names of the operators of all its stages */
	struct map own, seen; /* targets of its graph nearest to the source; those of `parts` */
	struct map parts;     /* short names of what these may become when they are decomposed */
	VEC(str) telling;     /* of its own: operators that not every model calls */
	bool lowered;         /* it has no graph from before decompositions */
	uint64_t flops;       /* of the forward pass */
	bool flops_known, random;     /* random: training and inference differ in it */
	VEC(struct call_key) heavy;   /* calls that multiply matrices, sorted by key */
	VEC(struct call_key) weights; /* the same by operator and weight alone */
};

struct work_units {
	struct env *env;
	struct scan *scan;
	VEC(struct work_unit) list;
};

/* In env->temp. */
void work_units_find(struct work_units *units);
/* Fills what is behind `measured`, once. */
void work_unit_measure(struct work_units *units, struct work_unit *unit);
/* Sorts and adds up equal keys; the new length. */
uint32_t call_keys_add_up(struct call_key *keys, uint32_t count);
bool call_keys_have(const struct call_key *keys, uint32_t count, uint64_t key, uint64_t *calls);

/* Is everything of note that `what` calls known to `by`, as it stands, as what it is decomposed to,
 * or as what it came from? Both are measured. */
bool work_unit_explains(const struct work_unit *by, const struct work_unit *what);

/* "layer_norm" of "aten.native_layer_norm.default", "relu" of "aten.relu_.default", "add" of
 * "_operator.iadd". */
str work_short_name(str target);
/* The keys of a node; false: it has no tensor operands with sizes. *weight is 0 when it has none.
 */
bool work_call_keys(
        const struct graph_file *file, const struct node *node, uint64_t *whole, uint64_t *weight);
/* The same for a row of a profile. */
bool profile_row_keys(struct env *env, const struct graph_file *file, const struct profile_row *row,
        uint64_t *whole, uint64_t *weight);

#endif
