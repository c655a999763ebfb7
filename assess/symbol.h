/* Values for the symbols of a graph, so that its symbolic sizes become numbers. */
#ifndef ASSESS_SYMBOL_H
#define ASSESS_SYMBOL_H

#include "scanner/graph/graph.h"

struct symbols {
	struct arena *arena;
	const struct graph_file *file;
	struct map ids; /* name to index in `values` */
	VEC(int64_t) values;
	bool guessed; /* some symbol had neither a hint nor a range: it got SYMBOL_GUESS */
};

enum { SYMBOL_GUESS = 8 };

/* Every symbol gets the value the graph was traced with where the graph tells it, else one of its
 * range near SYMBOL_GUESS, else SYMBOL_GUESS. The file must outlive it. */
void symbols_init(struct arena *arena, const struct graph_file *file, struct symbols *out);
/* False when the text cannot be evaluated, or is negative or no whole number. */
bool symbols_eval(struct symbols *symbols, str expression, int64_t *out);
/* The size behind a dim. */
bool symbols_dim(struct symbols *symbols, const struct dim *dim, int64_t *out);

#endif
