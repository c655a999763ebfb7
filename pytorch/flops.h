/* Floating-point operations of one call, from shapes alone.
 *
 * A multiplication and an addition are two. Counted are products, convolutions, attention and
 * recurrent layers, as torch.utils.flop_counter counts them: a composite operator by the products
 * that it decomposes into; vector products, elementwise work and reductions as zero; causal
 * masks are not taken off. Where PyTorch is wrong, we are not: the weight gradient of a grouped
 * convolution is divided by its groups. */
#ifndef PYTORCH_FLOPS_H
#define PYTORCH_FLOPS_H

#include "base/str.h"

enum flops_kind {
	FLOPS_NONE,       /* an operator that does no such work, or none that is known to */
	FLOPS_COUNTED,    /* `count` holds, and may be zero */
	FLOPS_NO_FORMULA, /* does such work, but not with these arguments, or too much to count */
	FLOPS_SYMBOLIC,   /* has a formula, but a size is not a number */
};

struct flops {
	enum flops_kind kind;
	int64_t count;
	int64_t torch; /* what torch.utils.flop_counter says; for comparing only */
};

struct flops_shape {
	const int64_t *size;
	uint32_t rank;
	bool given; /* false: None in a list of tensors */
};

enum flops_arg_kind {
	FLOPS_ARG_OTHER, /* None, and whatever no formula asks for */
	FLOPS_ARG_TENSOR,
	FLOPS_ARG_TENSORS,
	FLOPS_ARG_INT, /* and truth values */
	FLOPS_ARG_INTS,
	FLOPS_ARG_TEXT,
	FLOPS_ARG_SYMBOLIC, /* a symbolic number, or a tensor with a symbolic size or stride */
};

struct flops_arg {
	str name; /* in the schema; empty: told by position */
	enum flops_arg_kind kind;
	bool keyword;
	struct flops_shape shape;
	const struct flops_shape *shapes;
	const int64_t *ints;
	uint32_t count; /* of shapes or ints */
	int64_t integer;
	str text;
};

struct flops_query {
	str op; /* "aten.linear.default"; the overload does not matter */
	const struct flops_arg *args;
	uint32_t n_args;
	const struct flops_shape *outs;
	uint32_t n_outs;
	double sparsity; /* share of the scores that a flex_attention leaves out, as far as known */
};

/* False for an operator that flops_count would answer with FLOPS_NONE: nothing need be asked. */
bool flops_known(str op);
struct flops flops_count(const struct flops_query *query);

#endif
