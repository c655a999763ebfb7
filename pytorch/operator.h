/* Operators of PyTorch 2.13 and 2.14, as registered in its dispatcher. */
#ifndef PYTORCH_OPERATOR_H
#define PYTORCH_OPERATOR_H

#include "pytorch/tables.h"

/* X(enumerator, word in the data) */
#define OPERATOR_KIND_LIST(X)                                                                      \
	X(OPERATOR_COMPOSITE_IMPLICIT, "composite_implicit")                                       \
	X(OPERATOR_COMPOSITE_EXPLICIT, "composite_explicit")                                       \
	X(OPERATOR_COMPOSITE_NONFUNCTIONAL, "composite_explicit_nonfunctional")                    \
	X(OPERATOR_DEVICE_KERNELS, "device_kernels")

enum operator_kind {
	OPERATOR_KIND_UNKNOWN,
#define X(name, word) name,
	OPERATOR_KIND_LIST(X)
#undef X
};

enum operator_role { /* bits */
	ROLE_VIEW = 1,
	ROLE_INPLACE = 2,
	ROLE_OUT = 4,
	ROLE_MUTATING = 8,
	ROLE_FACTORY = 16,
	ROLE_RANDOM = 32,
};

struct operator
{
	str name;     /* "aten.add.Tensor" */
	str schema;   /* "(Tensor self, …) -> Tensor" */
	str twin;     /* what a functionalised graph has in its place; empty: none */
	str delegate; /* the out= form of a structured operator; empty: none */
	str tags, deprecated;
	enum operator_kind kind;
	uint32_t roles;
	bool autograd; /* has a formula in derivatives.yaml */
};

/* An overload by its full name in a release. */
bool operator_find(str name, enum release release, struct operator* out);
/* "aten.add" -> how many overloads exist; the i-th is *out. */
bool operator_overload(str base, enum release release, uint32_t index, struct operator* out);
/* Splits "aten.add.Tensor" into "aten.add" and "Tensor"; without an overload that is empty. */
void operator_split(str name, str *base, str *overload);
/* How a graph target is spelled here: "torch.ops.aten.add.Tensor", "aten::add.Tensor" and so on
 * become "aten.add.Tensor"; a name of two parts in a namespace of operators gets ".default",
 * unless it is known and has no such overload. */
str operator_canonical(struct arena *arena, str target);

/* Why a graph target does no device work ("symbolic arithmetic", "assertion", "bookkeeping");
 * empty: it does or is not known. The caller looks at the arguments: _operator.* is host work only
 * without a tensor. */
str operator_host_class(str target);

enum higher_order {
	HIGHER_ORDER_NONE, /* not one of them */
	HIGHER_ORDER_BODY,
	HIGHER_ORDER_INSIDE,
	HIGHER_ORDER_OWN,
	HIGHER_ORDER_NOTHING, /* returns its arguments */
};

/* `name` with or without "higher_order." in front. `needs` may be NULL. */
enum higher_order operator_higher_order(str name, str *needs);

/* A name of one device or library: what it stands for. False when the name is none of those. */
struct device_only {
	str mapping;
	const uint32_t *leaves;
	uint32_t n_leaves; /* 0: no composite */
};
bool operator_device_only(str name, struct device_only *out);

#endif
