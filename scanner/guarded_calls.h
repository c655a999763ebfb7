/* Calls of a Python file that are made for CUDA alone: behind a test whether a tensor is there, or
 * whether there is CUDA, beside another way that makes something as well. What nothing else calls,
 * in all of a project, is not come to on a target (unused.c).
 *
 * That is an answer for what may lie far away, so fewer tests count than for what stands behind
 * them: a name alone (use_cuda) is none, and a place that is passed over without another way is not
 * such a choice. */
#ifndef SCANNER_GUARDED_CALLS_H
#define SCANNER_GUARDED_CALLS_H

#include "base/arena.h"

/* What is called, with all that stands before its bracket: plugins.get_plugin. */
struct guarded_call {
	uint32_t from, to;
	str test;       /* as written */
	bool of_device; /* it asks for the device at hand */
};

struct project;

struct guarded_calls {
	struct arena *arena;
	const struct project *project;
	bool of_functions; /* some may be of a function or class of the project, no method */
	VEC(struct guarded_call) list; /* by place; none lies in another */
};

#endif
