/* What a project does: every input read, as flat lists that are const afterwards. */
#ifndef SCANNER_SCAN_H
#define SCANNER_SCAN_H

#include "scanner/graph/graph.h"
#include "scanner/walk.h"

enum input_status { INPUT_READ, INPUT_PARTLY, INPUT_SKIPPED, INPUT_FAILED };

struct input {
	str path;
	str kind; /* word of the contract: pt2, fx-readable, python, … */
	enum input_status status;
	str reason; /* why not whole */
	uint64_t lines, nodes;
	str torch_version;
	uint32_t first_graph, n_graphs; /* in scan.graphs */
};

/* A graph of some input. */
struct graph_ref {
	const struct graph_file *file;
	uint32_t graph; /* in file->graphs */
	uint32_t input; /* in scan.inputs */
	bool counted;   /* takes part in totals */
	str why_not;    /* when it does not: the same work as ..., another view of it */
};

struct scan {
	struct arena *arena;
	VEC(struct input) inputs;
	VEC(struct graph_ref) graphs;
	VEC(struct left_out) not_scanned;
};

struct scan_plan {
	const str *paths;
	uint32_t n_paths;
	struct walk_options walk;
	uint32_t jobs;
};

/* Reads all that the plan names. False only when nothing could be looked at at all (reported);
 * problems with single inputs are in the list, and reported when the path was named. */
bool scan_run(struct env *env, const struct scan_plan *plan, struct scan *out);
str input_status_word(enum input_status status);

#endif
