/* Work: what the graphs compute and move, and the least time that takes on each machine.
 *
 * Bytes of an operator: its tensors, each once, written ones that it also reads twice; views move
 * nothing. That is what operators move one by one, without fusion and without a cache. The least
 * that any way of running a graph moves is its inputs once and its results once; of a table that
 * is only looked up, what is looked up.
 *
 * The least time is a bound, not a forecast: max(FLOPs / peak, bytes / bandwidth), the whole
 * machine, dense peaks. Only the peaks of half precision and float8 are known: float32 and
 * float64 are held against that of half precision, which no machine exceeds; integer products are
 * held against nothing. */
#ifndef ASSESS_WORK_H
#define ASSESS_WORK_H

#include "assess/subject.h"

#include "assess/book.h"
#include "scanner/graph/graph_flops.h"

/* X(enumerator, word): what products are computed in. */
#define WORK_LIST(X)                                                                               \
	X(WORK_FP8, "float8")                                                                      \
	X(WORK_HALF, "half")                                                                       \
	X(WORK_SINGLE, "float32")                                                                  \
	X(WORK_DOUBLE, "float64")                                                                  \
	X(WORK_COMPLEX, "complex")                                                                 \
	X(WORK_INTEGER, "integer")                                                                 \
	X(WORK_UNKNOWN, "unknown")

enum work_kind {
#define X(name, word) name,
	WORK_LIST(X)
#undef X
	        WORK_COUNT
};

struct work_sum {
	uint64_t flops[WORK_COUNT];
	uint64_t bytes, unsized;       /* operator by operator; tensors without a size */
	uint64_t least_bytes, unknown; /* of the graph as a whole; inputs and results without a
	                                  size */
	uint64_t flop_counter;         /* what torch.utils.flop_counter says */
};

struct work_machine {
	const struct machine *machine;
	uint32_t target;              /* GRAPH_NONE: of no target: where the work may run today */
	double compute_ms, memory_ms; /* below zero: the machine's peak is not known */
	double least_ms;              /* the larger one; below zero: not known */
	double unfused_ms;            /* the same with the bytes of operators one by one */
};

struct work {
	struct work_sum *graphs; /* one per scan.graphs */
	struct work_sum all;     /* over the counted graphs */
	VEC(struct work_machine) machines;
	/* Measured time of operators in profiles, in microseconds: [target * MODE_COUNT + mode]
	 * by verdict; all of them, and those whose operator has no verdict. */
	double (*time)[VERDICT_COUNT];
	double time_all, time_unjudged;
};

/* What a node computes; of a row of a profile what all its calls did. */
struct flops work_node_flops(
        const struct graph_file *file, const struct node *node, struct arena *temp);
void work_open(struct env *env, const struct assessment *assessment, struct work *out);
void work_add(struct work *work, const struct subject *subject);
/* `book` gives the machines. */
void work_close(struct env *env, struct work *work, const struct assessment *assessment,
        const struct book *book);
str work_kind_word(enum work_kind kind);
/* The target whose machines have that role ("trainium (TorchNeuron)"); GRAPH_NONE: none. */
uint32_t role_target(const struct assessment *assessment, str role);

#endif
