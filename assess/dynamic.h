/* Dynamic shapes: which sizes are not fixed, what made them so, and what each target makes of it.
 *
 * A symbol is backed (the size of an input, known before the graph runs) or unbacked (known only
 * once the device has computed it). A target that compiles one program per shape (`none`) can
 * take backed ones at the price of a program per size; one with bounded dynamism (`bounded`)
 * wants an upper bound. What a target says of single operators under dynamic shapes stands in the
 * section `dynamic` of its facts. */
#ifndef ASSESS_DYNAMIC_H
#define ASSESS_DYNAMIC_H

#include "assess/subject.h"

struct dynamic_symbol {
	uint32_t graph; /* its top graph, in scan.graphs */
	str name;
	int64_t low, high;
	bool has_low, has_high;
	bool unbacked;
	str source; /* "size 0 of input tokens", "L['x'].size()[0]"; empty: not known */
	str op;     /* the operator that made an unbacked one; empty: not known */
	struct row_place place;
	uint64_t nodes; /* operator nodes with a size that depends on it */
};

struct dynamic_operator {
	str op;
	uint64_t calls;
	struct remark remark;
};

struct dynamic_target {
	enum verdict compile; /* of the shapes, not of the operators */
	uint64_t programs;    /* one for each combination of sizes; 0: without bound */
	VEC(str) advice;
	VEC(struct dynamic_operator) operators; /* not fine by the target's facts */
};

struct dynamic {
	VEC(struct dynamic_symbol) symbols;
	uint64_t nodes; /* operator nodes of counted graphs with a symbolic size */
	struct dynamic_target *targets;
	struct map rows; /* operators with symbolic sizes: index in `calls` */
	VEC(struct dynamic_operator) calls;
};

void dynamic_open(struct env *env, const struct assessment *assessment, struct dynamic *out);
void dynamic_add(struct dynamic *dynamic, const struct subject *subject);
void dynamic_close(struct env *env, struct dynamic *dynamic, const struct assessment *assessment);

#endif
