/* What the targets can do: the question of a node in, the answer with its grounds out.
 *
 * The order of the answer is the house's decision 3 (docs/ARCHITECTURE.md): the exact row, the row
 * for all overloads, the composite of a device-only name, the functional twin, then what the
 * operator becomes (eager: composite leaves or the kernels an out-of-tree back end meets; compiled:
 * the core decomposition), else unknown. Reading never changes anything; a struct coverage may be
 * used by several threads, each with an arena of its own. */
#ifndef COVERAGE_COVERAGE_H
#define COVERAGE_COVERAGE_H

#include "base/diag.h"
#include "coverage/facts.h"
#include "coverage/query.h"

struct target {
	str name, device, backend, version, process_group, compile_backend, missing_eager,
	        missing_compile, dynamic_shapes, facts_date;
};

struct leaf {
	str op;
	enum verdict verdict;
	bool always; /* false: only in some calls, and nothing tells whether in this one */
};

struct answer {
	enum verdict verdict;
	enum evidence evidence; /* EVIDENCE_NONE when unknown */
	str source;             /* ids joined by "; " */
	str date;               /* of the source; the oldest of several */
	str condition;          /* what it depends on, or why it is not better */
	str note;
	const struct leaf *leaves;
	uint32_t n_leaves;
};

struct coverage;

/* The bundled facts and the user's files on top, in that order. NULL when something was reported.
 */
struct coverage *coverage_open(struct env *env, const str *overlays, uint32_t n_overlays);
uint32_t coverage_targets(const struct coverage *coverage);
const struct target *coverage_target(const struct coverage *coverage, uint32_t index);
/* UINT32_MAX when there is none of that name. */
uint32_t coverage_find_target(const struct coverage *coverage, str name);

/* How the answer comes about, a line a step; lines live in `arena`. */
struct steps {
	struct arena *arena;
	VEC(str) lines;
};

/* The answer for a target and mode. `steps` may be NULL. Texts live in `arena` or in the facts. */
struct answer coverage_answer(const struct coverage *coverage, struct arena *arena,
        const struct query *query, const struct target *target, enum mode mode,
        struct steps *steps);

/* A fact as a reader of the database sees it. */
struct fact {
	const struct fact_row *row;
	struct blob blob;
	uint32_t layer; /* 0: bundled */
};

/* Is a text of a blob this one? Rows of one kind often name the same text, whose offset is the
 * same: it is looked at once. */
struct text_is {
	struct blob blob;
	str wanted;
	uint32_t last; /* offset + 1; 0: none yet */
	bool same;
};

/* A walk over every fact about an operator and target, all modes and overloads ("aten.add" or
 * "aten.add.Tensor"), layer by layer. Each is the walk's own `fact` until the next is asked for. */
struct fact_walk {
	struct fact fact;
	const struct coverage *coverage;
	const struct fact_row *next, *end; /* of the layer's rows */
	str overload;
	struct text_is op, target;
};
struct fact_walk fact_walk_from(
        const struct coverage *coverage, str op, const struct target *target);
/* NULL when there is no more. */
const struct fact *fact_walk_next(struct fact_walk *walk);
/* How many facts there are for a target. */
uint32_t coverage_count(const struct coverage *coverage, const struct target *target);
/* Every operator that some fact names, in order, without repeats ("aten.add.Tensor", "aten.add.*").
 */
uint32_t coverage_list(const struct coverage *coverage, struct arena *arena, str **ops);

/* Facts that belong to no single verdict: sections own, dynamic, autocast, compiler, features,
 * defaults. */
struct remark {
	str section, target, name, verdict, text, evidence, source, date, detail;
};
uint32_t coverage_remarks(const struct coverage *coverage, struct arena *arena, const char *section,
        const struct target *target, struct remark **out);

struct source {
	str id, title, link, date, release;
};
bool coverage_source(const struct coverage *coverage, str id, struct source *out);

/* The ids of a run of sources, joined. */
str fact_sources(struct arena *arena, struct blob blob, uint32_t first, uint32_t count);

#endif
