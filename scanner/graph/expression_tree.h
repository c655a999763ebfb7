/* The tree behind expression.h: parsed by expression_parse.c, ordered and printed by
 * expression.c. */
#ifndef SCANNER_GRAPH_EXPRESSION_TREE_H
#define SCANNER_GRAPH_EXPRESSION_TREE_H

#include "base/arena.h"

enum expr_kind {
	EXPR_INTEGER,
	EXPR_RATIONAL,
	EXPR_FLOAT,
	EXPR_SYMBOL,
	EXPR_TRUTH,
	EXPR_ADD,
	EXPR_MUL,
	EXPR_POW,
	EXPR_FUNCTION, /* name(a, b) */
	EXPR_LATTICE,  /* the same, arguments sorted: Max, Min */
	EXPR_INFIX,    /* (a//b) */
	EXPR_IDENTITY, /* (a) */
	EXPR_RELATION, /* a >= b */
	EXPR_JUNCTION, /* a & b */
	EXPR_NOT,
	EXPR_PAIR, /* (a, b) of a Piecewise */
};

/* What sympy knows of a class: how it binds, and where it stands in the order of classes. */
struct expr_class {
	const char *name; /* of the constructor */
	enum expr_kind kind;
	int precedence;
	int rank, subrank;    /* class_key */
	const char *print;    /* infix operator, or the printed name when it is another */
	uint32_t least, most; /* arguments */
};

struct expr {
	const struct expr_class *class;
	str text, denominator; /* digits of a number with their sign; name of a symbol */
	double value;          /* of a number */
	uint32_t first, count; /* children as written */
	uint32_t ordered; /* the same, as printed: terms, factors, sorted arguments; in `order` */
};

struct expr_tree {
	struct arena *arena;
	VEC(struct expr) nodes;
	VEC(uint32_t) children, order;
};

/* The root's index, or UINT32_MAX when the text is not understood. */
uint32_t expr_parse(struct expr_tree *tree, str source);
/* Puts the children of a new node in order (expression.c). */
void expr_order(struct expr_tree *tree, uint32_t node);

#endif
