/* Islands: runs of operators that leave the device, and what crosses between host and device.
 *
 * A run is operators that stand one behind the other in a graph, in the order in which it runs;
 * what does no work on the device (picks, attributes, symbolic arithmetic, assertions) does not
 * part it. A crossing is one tensor that goes one way: into a run, what it takes and did not make;
 * out of it, what it makes and something outside takes. That is the least, when a run stays on
 * the host as a whole. PyTorch's own fallback moves the tensors of each operator there and back:
 * those are the crossings `alone`. */
#ifndef ASSESS_ISLANDS_H
#define ASSESS_ISLANDS_H

#include "assess/subject.h"

/* Bytes a second that the best bus moves one way: PCI Express 5.0, 16 lanes (32 GT/s a lane,
 * 128b/130b). No host link of a machine in the book is faster, as far as is known. */
#define BUS_BYTES_PER_SECOND 63.0e9

struct crossing {
	uint64_t count, bytes;
	uint64_t unsized; /* crossings whose size is symbolic or not shown */
};

struct island {
	uint32_t graph;        /* in scan.graphs */
	const uint32_t *nodes; /* within the graph */
	const uint32_t *rows;  /* of those, in assessment.rows */
	uint32_t n_nodes;
	struct crossing least, alone;
};

/* What the support of one operator would save. Below zero: a run falls apart, and its pieces cross
 * more than the whole. */
struct saving {
	int64_t crossings, bytes;
};

struct what_if {
	str op;
	uint64_t calls;
	uint32_t islands; /* that would be gone */
	struct saving least, alone;
};

struct island_set {
	VEC(struct island) list;
	uint32_t count; /* of islands; the list may not tell each (result read back) */
	uint64_t operators;
	struct crossing least, alone;
	/* Of what runs on the host by itself; the most saved bytes first. */
	VEC(struct what_if) what_if;
	bool what_if_cut; /* too many operators in too long runs: not all were tried */
};

/* Sets are indexed by [target * MODE_COUNT + mode]. */
struct islands {
	/* Operators that run on the host by themselves. */
	struct island_set *fallback;
	/* Operators without any kernel: what it would cost to move them to the host in the code. */
	struct island_set *by_hand;
	struct map *what_if; /* scratch: operator to its index in what_if */
	uint64_t tried;      /* nodes priced for it so far */
};

/* Milliseconds that the bytes take at least. */
static inline double crossing_ms(const struct crossing *crossing)
{
	return (double)crossing->bytes / BUS_BYTES_PER_SECOND * 1e3;
}

void islands_open(struct env *env, const struct assessment *assessment, struct islands *out);
/* Adds those of one file. */
void islands_add(struct islands *islands, const struct subject *subject);
void islands_close(struct islands *islands, const struct assessment *assessment);

#endif
