/* What a profile tells: operators with counts, types, sizes and times, the device's work, copies.
 *
 * A profile is no graph: there are no edges. Rows are kept per operator, types and sizes; a graph
 * with one node a row (node.calls: how often) stands beside them for what judges operators. It
 * holds only operators that no other operator called, since what those call on one device is not
 * what they call on another. */
#ifndef SCANNER_GRAPH_PROFILE_H
#define SCANNER_GRAPH_PROFILE_H

#include "scanner/graph/facts.h"

/* An operator with one combination of input types and sizes. */
struct profile_row {
	uint32_t name;        /* as the profiler writes it: "aten::addmm" */
	uint32_t target;      /* "aten.addmm" or, where a schema shows it, "aten.addmm.default" */
	uint32_t types, dims; /* JSON lists as written; 0: not recorded */
	uint64_t calls;
	uint64_t top, leaf; /* calls that no range of the profiler encloses, calls that called none
	                     */
	/* Calls that no other operator made: what the program itself asked for; of these, the ones
	 * that the autograd engine made, and how long they took with all that they called. */
	uint64_t outer, backward;
	double outer_us;
	double total_us, self_us;
	double device_us; /* of the kernels and copies that it launched itself */
	uint64_t kernels;
	uint64_t fallbacks; /* calls that took their inputs to the CPU */
	bool is_operator;   /* false: a range of the profiler, of autograd, of a user */
	bool is_engine;     /* a node of the backward pass */
};

/* Kernels, copies, fills, calls of the driver: by name. */
struct profile_work {
	uint32_t category; /* "kernel", "gpu_memcpy", "cuda_runtime" */
	uint32_t name;
	uint64_t calls, bytes;
	double us;
};

struct profile {
	bool execution_trace;
	uint32_t schema; /* of an execution trace */
	uint64_t events; /* of a Chrome trace; nodes of an execution trace */
	uint64_t with_schema;
	struct count_list by_category, by_phase, keys;
	uint64_t top_level; /* operators that no operator encloses on their thread */
	uint64_t steps;     /* ProfilerStep annotations */
	uint64_t unjoined;  /* kernels whose operator was not found */
	uint64_t late;      /* events too far out of order to be nested with certainty */
	VEC(struct profile_row) rows;
	VEC(struct profile_work) work;
};

/* What is only needed while a profile is read. Everything in env->temp and in memory of its own
 * that profile_close gives back; the profile itself in the arena of the file. */
struct profile_reader;

struct profile_reader *profile_open(struct env *env, struct graph_file *file);
void profile_close(struct profile_reader *reader);
struct profile *profile_of(struct graph_file *file);

/* What tells rows apart, and what the operator is called. */
struct profile_key {
	str name, types, dims;
	str target; /* of a new row */
};

/* The row of an operator; views are copied when they are new. */
uint32_t profile_row_at(struct profile_reader *r, const struct profile_key *key);
uint32_t profile_work_at(struct profile_reader *r, str category, str name);
/* Where a call stands in time. */
struct profile_span {
	str thread;
	double start, length;
};

/* A call of an operator, for nesting. */
void profile_call(struct profile_reader *r, const struct profile_span *span, uint32_t row);
/* A launch without an external id: its operator is the one that encloses it. */
void profile_launch(struct profile_reader *r, const struct profile_span *span, int64_t correlation);
/* The number by which kernels name the operator that launched them. */
void profile_external(struct profile_reader *r, int64_t id, uint32_t row);
/* A kernel or copy, joined by either number (-1: not there). */
void profile_kernel(struct profile_reader *r, int64_t external, int64_t correlation, double us);
/* Nests what is left and joins what came too early. */
void profile_finish(struct profile_reader *r);

/* "c10::BFloat16", "long int", "Tensor(float)" */
enum dtype dtype_from_profile(str type);

#endif
