/* Experiments: what a device would have to be asked about a project's graphs, each once.
 *
 * One experiment per different call: operator, dtypes, shapes, strides and scalar arguments,
 * symbols filled in, what is too large scaled down. What cannot be asked stays in the list with
 * one of a closed set of reasons. Most valuable first: unknown before known, then by FLOPs, then by
 * calls, then by name; so the same graphs give the same list. Prints and runs nothing. */
#ifndef ASSESS_EXPERIMENT_H
#define ASSESS_EXPERIMENT_H

#include "assess/assess.h"
#include "base/json.h"

/* X(enumerator, word, what it means): why an experiment is not run. The first group is known
 * beforehand, the second only the worker can find. */
#define SKIP_LIST(X)                                                                               \
	X(SKIP_CUSTOM, "custom operator",                                                          \
	        "its code is not part of PyTorch: bring it with --import")                         \
	X(SKIP_COLLECTIVE, "collective", "takes several processes")                                \
	X(SKIP_HIGHER_ORDER, "higher-order operator", "takes a graph as an argument")              \
	X(SKIP_API, "torch-level call", "a Python function, not an operator: export the graph")    \
	X(SKIP_SHAPE, "not shown", "the form does not show its shapes, dtypes or arguments")       \
	X(SKIP_SYMBOL, "symbol", "a symbolic size has no value")                                   \
	X(SKIP_ARGUMENT, "argument", "an argument that cannot be made from a seed")                \
	X(SKIP_SIZE, "size", "too large, and scaling down does not fit its shapes")                \
	X(SKIP_NOT_CHOSEN, "not chosen", "left out by --only")                                     \
	X(SKIP_ABSENT, "not in this PyTorch", "the installed release has no such operator")        \
	X(SKIP_REFERENCE, "no reference", "the CPU does not run it either")                        \
	X(SKIP_TIME, "time", "--max-minutes was over")                                             \
	X(SKIP_INTERRUPTED, "interrupted", "the run was ended before")                             \
	X(SKIP_WORKER, "worker", "the worker could not do its work")

enum skip {
	SKIP_NONE,
#define X(name, word, meaning) name,
	SKIP_LIST(X)
#undef X
	        SKIP_COUNT
};

struct experiment {
	str op, signature;  /* as in the rows of a report */
	str fact_signature; /* dtypes of the data operands: what a measured fact answers to */
	str args;           /* JSON array, see docs/protocol.md; empty when skipped beforehand */
	str key;            /* 32 hex digits: the same call, the same key */
	enum skip skip;
	str why; /* further words to the reason */
	enum verdict known[MODE_COUNT];
	uint64_t calls, flops; /* flops: of one call, 0 when there is no formula */
	uint64_t bytes;        /* of its tensors, as it will be run */
	bool scaled;           /* smaller than in the graph */
	bool filled;           /* a symbol got a value */
	bool guessed;          /* a symbol without hint or range */
	bool dynamic;          /* some size is symbolic in the graph */
	bool backward_graph;   /* it belongs to a backward graph: no gradient of it is asked for */
	str path;              /* of the first node */
	uint32_t line;
};

struct experiments {
	struct arena *arena;
	VEC(struct experiment) list;
	uint64_t nodes, host_nodes, wrapper_nodes; /* of the counted graphs; host and wrappers are
	                                              no experiments */
	uint64_t runnable;
};

struct experiment_plan {
	const struct assessment *assessment;
	const struct target *target; /* NULL: a device that no target describes: all unknown */
	const str *only;             /* operators ("aten.add", "aten.add.Tensor") or "unknown" */
	uint32_t n_only;
	uint64_t most_bytes; /* of the tensors of one experiment */
	uint64_t most_flops; /* of one experiment, as far as there is a formula */
	bool custom;         /* custom operators are brought by --import */
};

bool experiments_plan(struct env *env, const struct experiment_plan *plan, struct experiments *out);
str skip_word(enum skip skip);
const char *skip_meaning(enum skip skip);
enum skip skip_from(str word);

/* ------------------------------------------------------------------ what a device answered */

enum part {
	PART_EAGER_FORWARD,
	PART_EAGER_BACKWARD,
	PART_COMPILE_FORWARD,
	PART_COMPILE_BACKWARD,
	PART_COUNT
};

/* X(enumerator, word, verdict that it supports, stands for trouble) */
#define STATUS_LIST(X)                                                                             \
	X(RAN_RIGHT, "right", VERDICT_SUPPORTED)                                                   \
	X(RAN_NONE, "none", VERDICT_UNKNOWN)                                                       \
	X(RAN_NOT_CAPTURED, "not captured", VERDICT_UNKNOWN)                                       \
	X(RAN_NO_COMPILER, "no compiler", VERDICT_UNKNOWN)                                         \
	X(RAN_LOWERED, "lowered", VERDICT_SUPPORTED)                                               \
	X(RAN_COMPILED, "compiled", VERDICT_SUPPORTED)                                             \
	X(RAN_UNDECIDED, "needs a device", VERDICT_UNKNOWN)                                        \
	X(RAN_IMPRECISE, "imprecise", VERDICT_CONDITIONAL)                                         \
	X(RAN_OUT_OF_MEMORY, "out of memory", VERDICT_CONDITIONAL)                                 \
	X(RAN_MEMORY_LIMIT, "memory limit", VERDICT_CONDITIONAL)                                   \
	X(RAN_FALLBACK, "fallback", VERDICT_FALLBACK)                                              \
	X(RAN_NAN, "nan", VERDICT_UNSUPPORTED)                                                     \
	X(RAN_WRONG, "wrong", VERDICT_UNSUPPORTED)                                                 \
	X(RAN_DTYPE_REFUSED, "dtype refused", VERDICT_UNSUPPORTED)                                 \
	X(RAN_NO_KERNEL, "no kernel", VERDICT_UNSUPPORTED)                                         \
	X(RAN_REFUSED, "refused", VERDICT_UNSUPPORTED)                                             \
	X(RAN_COMPILE_REFUSED, "compile refused", VERDICT_UNSUPPORTED)                             \
	X(RAN_ERROR, "error", VERDICT_UNSUPPORTED)                                                 \
	X(RAN_LATE_ERROR, "late error", VERDICT_UNSUPPORTED)                                       \
	X(RAN_EXITED, "exited", VERDICT_UNSUPPORTED)                                               \
	X(RAN_CRASHED, "crashed", VERDICT_UNSUPPORTED)                                             \
	X(RAN_HUNG, "hung", VERDICT_UNSUPPORTED)                                                   \
	X(RAN_HUNG_HARD, "hung, interpreter held", VERDICT_UNSUPPORTED)

enum ran {
	RAN_NOT, /* this part was not run */
#define X(name, word, verdict) name,
	STATUS_LIST(X)
#undef X
	        RAN_COUNT
};

/* One part of an experiment, as it came out. Numbers below zero: not known. */
struct trial {
	enum ran ran;
	str text, where;     /* what the software said, and when: inputs, call, use */
	str compared_by;     /* "shape", "distribution"; empty: by numbers */
	str fallback, signs; /* operators that ran on the CPU, and how that was noticed */
	double max_abs, max_rel, cosine;
	double first_seconds, steady_seconds, spread_seconds, cpu_seconds;
	int64_t memory_bytes;
	bool slow;
};

struct outcome {
	bool ran;
	enum skip skip; /* found at run time; the plan's reason stands in the experiment */
	str why;
	struct trial parts[PART_COUNT];
	str reproducer; /* file of the script, of a failure */
};

/* A step of the whole path of a model: "load", "forward", …, in a mode. */
struct path_step {
	str mode, step;
	struct trial trial;
};

str ran_word(enum ran ran);
enum verdict ran_verdict(enum ran ran);
enum ran ran_from(str word);
/* "eager.forward" */
str part_word(enum part part);
/* The verdict of a mode, with its words: the forward part decides, a backward part that fails makes
 * it conditional at best. VERDICT_UNKNOWN: it says nothing. */
enum verdict outcome_verdict(
        struct arena *arena, const struct outcome *outcome, enum mode mode, str *text);

#endif
