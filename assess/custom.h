/* Custom operators and kernels of the graphs, with the lines that register them where the sources
 * are scanned too. */
#ifndef ASSESS_CUSTOM_H
#define ASSESS_CUSTOM_H

#include "assess/assess.h"

struct custom_operator {
	str name;    /* "mylib.add", without an overload; of a kernel: the operator that runs
	                it */
	bool kernel; /* a kernel in a graph (Triton, inline assembly), no operator */
	uint64_t calls;
	VEC(uint32_t) rows;          /* in assessment.rows */
	VEC(uint32_t) registrations; /* in scan.registrations: definitions, then kernels */
};

struct custom {
	VEC(struct custom_operator) list; /* in the order of the rows */
};

void custom_find(struct env *env, const struct assessment *assessment, struct custom *out);

#endif
