/* What the backward pass of an operator runs and keeps, and what the step of an optimizer runs.
 *
 * Measured with torch 2.13.0 on fake tensors of a device without kernels (tools/backward_table.py):
 * every argument that can have a gradient asks for one. Allocation, views and bookkeeping are left
 * out. */
#ifndef PYTORCH_BACKWARD_H
#define PYTORCH_BACKWARD_H

#include "pytorch/dtype.h"
#include "pytorch/tables.h"

struct backward {
	const uint32_t *always, *some; /* texts: tables_text(always[i]) */
	uint32_t n_always, n_some;
	str saves;    /* arguments and results that autograd keeps, apart by blanks: names of the
	                 schema, "out0"; a question mark behind: in some calls */
	double inner; /* bytes kept beside those, per element of the largest argument or result */
	str note;
};

/* The row of an operator ("aten.linear.default"). False: it has no derivative, or was not measured.
 */
bool backward_find(str op, enum dtype_class class, struct backward *out);

struct optimizer {
	str name, variant;
	const uint32_t *operators; /* texts; none: not measured, the note says why */
	uint32_t n_operators;
	double states; /* elements that it keeps per element of a parameter; below zero: not known
	                */
	str note;
};

/* By its class, with or without "torch.optim.", and variant: "foreach" (the default on a device of
 * this kind), "for-loop", "fused", "capturable". False when there is no such row. */
bool optimizer_find(str name, str variant, struct optimizer *out);
/* Names without "torch.optim.", each once; returns their number, at most `most`. */
uint32_t optimizer_names(str *out, uint32_t most);

#endif
