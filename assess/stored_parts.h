/* Inside the reader of results: what its files share. */
#ifndef ASSESS_STORED_PARTS_H
#define ASSESS_STORED_PARTS_H

#include "assess/analyses.h"
#include "assess/effort.h"
#include "assess/settings.h"
#include "assess/stored.h"
#include "base/json_fields.h"

struct stored_reader {
	struct env *env;
	struct arena *keep;
	struct json json;
	struct stored *out;
	struct assessment *a;
	struct scan *scan;
	struct analyses *analyses;
	str text;
	VEC(struct target) targets;
	struct map inputs;        /* by path */
	struct map rows;          /* by operator and signature */
	struct map ops;           /* the first row of an operator */
	struct map rules;         /* by id */
	struct map prints;        /* the first finding of each fingerprint */
	VEC(uint32_t) next_print; /* of a finding: the next one with its fingerprint */
	struct blob_builder ruleset;
	VEC(str) rule_targets; /* of that ruleset */
};

/* A table of the report's object, read in one pass over it. */
typedef struct json_field stored_table;

#define STORED_READ(name) static void name(struct json *j, void *context, void *into)
#define READER ((struct stored_reader *)context)

/* Of the target with the key read last; false (the value is passed over) when there is none. */
bool stored_target(struct stored_reader *r, str name, uint32_t *out);
/* The next target of an object by target; false at its end. */
bool stored_each_target(struct stored_reader *r, uint32_t *target);
/* The same of an object by mode. */
bool stored_each_mode(struct stored_reader *r, enum mode *mode);
void stored_verdict(struct json *j, enum verdict *out);
/* {VERDICT: n} */
void stored_counts(struct json *j, uint64_t *by_verdict);
/* The contract's verdict-object. */
void stored_answer(struct stored_reader *r, struct answer *out);
/* {TARGET: {eager: …, compile: …}} */
struct answer *stored_answers(struct stored_reader *r);
void stored_dtype(struct json *j, bool torch, enum dtype *out);
/* A number of a graph of the result. */
void stored_graph(struct stored_reader *r, uint32_t *out);
/* The input of a path. */
void stored_input(struct stored_reader *r, uint32_t *out);
/* One of `words`, ended by NULL; 0 and an error when it is none. */
uint32_t stored_word(struct json *j, const char *const *words, const char *expected);

/* What made a finding or a row new. */
enum finding_from stored_from(struct json *j);

/* path, line, module, function, api: rows of a table whose struct holds a place as `member`. */
#define STORED_PLACE_ROWS(type, member)                                                            \
	{"path", JSON_FIELD_TEXT, offsetof(type, member.path), NULL},                              \
	        {"line", JSON_FIELD_SMALL, offsetof(type, member.line), NULL},                     \
	        {"module", JSON_FIELD_TEXT, offsetof(type, member.module), NULL},                  \
	        {"function", JSON_FIELD_TEXT, offsetof(type, member.function), NULL},              \
	{                                                                                          \
		"api", JSON_FIELD_TEXT, offsetof(type, member.api), NULL                           \
	}

/* Sections; each consumes one value. */
json_field_read stored_operator, stored_api;                                      /* items */
json_field_read stored_rule, stored_finding;                                      /* items */
json_field_read stored_islands, stored_island_totals, stored_work, stored_memory; /* objects */
json_field_read stored_fallback;                                                  /* item */
json_field_read stored_dynamic, stored_hostsync, stored_training, stored_collectives;
json_field_read stored_dtype_use, stored_quantized, stored_custom; /* items */
json_field_read stored_effort, stored_cost;

/* Between two passes: the ruleset of what was read. */
void stored_rules_close(struct stored_reader *r);

#endif
