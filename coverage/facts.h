/* Facts as flat rows in a blob (base/blob.h), the same whether bundled or read from a user's YAML.
 */
#ifndef COVERAGE_FACTS_H
#define COVERAGE_FACTS_H

#include "base/blob.h"
#include "base/diag.h"
#include "coverage/verdict.h"

enum fact_section {
	FACT_FACTS,
	FACT_CASES,
	FACT_CONDITIONS,
	FACT_VALUES,
	FACT_SOURCE_LISTS, /* texts: ids of sources */
	FACT_SOURCES,
	FACT_TARGETS,
	FACT_REMARKS,
};

/* Sorted bytewise by op, then target, overload, mode. */
struct fact_row {
	uint32_t op;               /* "aten.add" */
	uint32_t target, overload; /* overload "*": every one without a row of its own */
	uint32_t bits;             /* mode (0), verdict (4-7), evidence (8-11), override (12) */
	uint32_t date, release, note, reason;
	uint32_t signature; /* of a measured fact: "f32,f32"; 0: any */
	uint32_t first_source, n_sources, first_case, n_cases;
};

struct fact_case_row {
	uint32_t bits; /* verdict (4-7), evidence (8-11) */
	uint32_t text, date, first_source, n_sources, first_condition, n_conditions;
};

enum condition_kind {
	CONDITION_DTYPE,
	CONDITION_OUT_DTYPE,
	CONDITION_ARG,
	CONDITION_RANK, /* values: least, most ("" when open) */
	CONDITION_LAYOUT,
	CONDITION_SHAPE,
	CONDITION_DEVICE,
	CONDITION_VARIANT,
	CONDITION_FREE,
};

enum predicate {
	PREDICATE_IS,
	PREDICATE_IS_NOT,
	PREDICATE_IN,
	PREDICATE_NOT_IN,
	PREDICATE_GIVEN,
	PREDICATE_ANY_GT,
	PREDICATE_ANY_LT,
	PREDICATE_ALL_EQUAL,
	PREDICATE_ARG_DTYPE,
};

struct fact_condition_row {
	uint32_t bits; /* kind (0-3), predicate (4-7) */
	uint32_t name; /* of the argument */
	uint32_t first_value, n_values;
};

/* A literal: a quoted text, or a plain word (None, True, a number, a dtype). */
struct fact_value_row {
	uint32_t text, quoted;
};

struct fact_source_row {
	uint32_t id, title, link, date, release, kinds;
};

struct fact_target_row {
	uint32_t name, device, backend, version, process_group, compile_backend, missing_eager,
	        missing_compile, dynamic_shapes, facts_date;
};

/* Whatever else is known: own operators, dynamic shapes, autocast, compiler, features, defaults. */
struct fact_remark_row {
	uint32_t section, target, name, verdict, text, evidence, source, date, detail;
};

#define FACT_ROWS(blob, section, type, count)                                                      \
	((const struct type *)(const void *)facts_rows(                                            \
	        (blob), (section), sizeof(struct type) / 4, (count)))

const uint32_t *facts_rows(
        struct blob blob, enum fact_section section, uint32_t words, uint32_t *count);

static inline enum mode fact_mode(const struct fact_row *row)
{
	return (enum mode)(row->bits & 1);
}

static inline enum verdict fact_verdict(uint32_t bits)
{
	return (enum verdict)(bits >> 4 & 15);
}

static inline enum evidence fact_evidence(uint32_t bits)
{
	return (enum evidence)(bits >> 8 & 15);
}

/* Reads YAML files of facts into a blob: the bundled ones (host tool) and a user's (--coverage
 * FILE) through the same checks. Every problem of every file is reported. `known`: blobs whose
 * targets and sources may be named. */
struct facts_loader;
struct facts_loader *facts_loader_new(struct env *env, const struct blob *known, uint32_t n_known);
bool facts_loader_read(struct facts_loader *loader, str path, str text);
/* The blob, in env->keep; sorts, and checks what only the whole can tell (sources that exist). */
bool facts_loader_finish(struct facts_loader *loader, str *bytes);

#endif
