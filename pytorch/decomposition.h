/* What an operator becomes: measured tables of composites and decompositions. */
#ifndef PYTORCH_DECOMPOSITION_H
#define PYTORCH_DECOMPOSITION_H

#include "pytorch/dtype.h"
#include "pytorch/tables.h"

enum decomposition_table {
	DECOMPOSITION_COMPOSITE, /* CompositeImplicitAutograd kernels: what an eager back end meets
	                          */
	DECOMPOSITION_CORE,      /* torch.export's default table */
	DECOMPOSITION_EAGER,     /* kernels that an out-of-tree device without its own meets */
	DECOMPOSITION_PARTS,     /* operators called on the CPU; the weakest of the four */
};

struct decomposition {
	enum decomposition_table table;
	const uint32_t *always, *some; /* texts */
	uint32_t n_always, n_some;
	str decided_by; /* "rule: leaf leaf; rule: leaf" */
	str note;
	uint32_t samples;
};

/* The row of an operator ("aten.linear.default"); class NONE takes the float one, else the first
 * there is. False when there is no row. */
bool decomposition_find(str op, enum decomposition_table table, enum dtype_class class,
        enum release release, struct decomposition *out);

/* The leaf at an index of `always` or `some`. */
str decomposition_leaf(const uint32_t *leaves, uint32_t index);

/* Leaves that are no work for a device kernel to decide about: allocation, views, bookkeeping. */
bool decomposition_leaf_weighs(str leaf, enum release release);

#endif
