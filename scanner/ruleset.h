/* The rules: what binds a project to CUDA, with the reason, the replacement and the proof.
 *
 * A ruleset is one blob (base/blob.h): rows of 32-bit words and one pool of texts. The bundled
 * rules are such a blob inside the program, made by tools/embed_rules.c with the loader below;
 * rules of a team (YAML) are added to a copy of it at run time. All names of all rules stand in
 * one hash table, so that what a look-up costs does not depend on how many rules there are.
 *
 * The form of the YAML is in docs/rules.md. A ruleset is const once opened and shared by all
 * threads. */
#ifndef SCANNER_RULESET_H
#define SCANNER_RULESET_H

#include "base/blob.h"
#include "scanner/finding.h"

enum rule_section {
	RULES_RULES,
	RULES_ITEMS,
	RULES_NAMES, /* texts of items */
	RULES_CONDITIONS,
	RULES_VALUES,
	RULES_REPLACEMENTS,
	RULES_SOURCES,
	RULES_BAD_AT,
	RULES_SUPERSEDES, /* indices of rules */
	RULES_TARGETS,    /* texts */
	RULES_SLOTS,      /* the hash table; a power of two of them */
	RULES_REFS,
	RULES_PREFIXES, /* for each kind of name, 128 bits: the lengths of its prefixes */
	RULES_NEEDS,
};

enum rule_way { RULE_WAY_NONE, RULE_WAY_KNOWN };

/* Strongest last. X(enumerator, word) */
#define RULE_EVIDENCE_LIST(X)                                                                      \
	X(RULE_EVIDENCE_ASSUMED, "assumed")                                                        \
	X(RULE_EVIDENCE_COMMUNITY, "community")                                                    \
	X(RULE_EVIDENCE_DERIVED, "derived")                                                        \
	X(RULE_EVIDENCE_DOCUMENTED, "documented")                                                  \
	X(RULE_EVIDENCE_DISPATCH, "dispatch")                                                      \
	X(RULE_EVIDENCE_LOWERED, "lowered")                                                        \
	X(RULE_EVIDENCE_COMPILED, "compiled")                                                      \
	X(RULE_EVIDENCE_MEASURED, "measured")
enum rule_evidence {
#define X(name, word) name,
	RULE_EVIDENCE_LIST(X)
#undef X
};

/* X(enumerator, word) */
#define EFFORT_CLASS_LIST(X)                                                                       \
	X(EFFORT_UNKNOWN, "")                                                                      \
	X(EFFORT_LINE, "line")                                                                     \
	X(EFFORT_SMALL, "small")                                                                   \
	X(EFFORT_MEDIUM, "medium")                                                                 \
	X(EFFORT_LARGE, "large")                                                                   \
	X(EFFORT_RESEARCH, "research")
enum effort_class {
#define X(name, word) name,
	EFFORT_CLASS_LIST(X)
#undef X
};

/* What is known of a package on a target where it is no finding. */
enum package_standing { STANDING_NONE, STANDING_WORKS, STANDING_PURE_PYTHON, STANDING_UNKNOWN };

/* Languages of snippets. X(enumerator, word, file name that a snippet gets) */
#define RULE_LANGUAGE_LIST(X)                                                                      \
	X(RULE_PYTHON, "python", "snippet.py")                                                     \
	X(RULE_DOCKERFILE, "dockerfile", "Dockerfile")                                             \
	X(RULE_SHELL, "shell", "snippet.sh")                                                       \
	X(RULE_YAML, "yaml", "snippet.yaml")                                                       \
	X(RULE_REQUIREMENTS, "requirements", "requirements.txt")                                   \
	X(RULE_CMAKE, "cmake", "CMakeLists.txt")                                                   \
	X(RULE_CUDA, "cuda", "snippet.cu")                                                         \
	X(RULE_TOML, "toml", "pyproject.toml")                                                     \
	X(RULE_JSON, "json", "snippet.json")                                                       \
	X(RULE_FX, "fx", "snippet.txt")
enum rule_language {
#define X(name, word, file) name,
	RULE_LANGUAGE_LIST(X)
#undef X
};

/* Kinds of match items. X(enumerator, key) */
#define ITEM_KIND_LIST(X)                                                                          \
	X(ITEM_CALL, "call")                                                                       \
	X(ITEM_ATTRIBUTE, "attribute")                                                             \
	X(ITEM_IMPORT, "import")                                                                   \
	X(ITEM_DECORATOR, "decorator")                                                             \
	X(ITEM_BASE_CLASS, "base_class")                                                           \
	X(ITEM_STRING, "string")                                                                   \
	X(ITEM_REQUIREMENT, "requirement")                                                         \
	X(ITEM_ENV, "env")                                                                         \
	X(ITEM_SHELL, "shell")                                                                     \
	X(ITEM_FILE, "file")                                                                       \
	X(ITEM_OPERATOR, "operator")                                                               \
	X(ITEM_MATCHER, "matcher")
enum item_kind {
#define X(name, word) name,
	ITEM_KIND_LIST(X)
#undef X
	        ITEM_KIND_COUNT
};

/* Which receivers a method name takes. */
enum item_receiver {
	RECEIVER_DEFAULT,
	RECEIVER_TENSOR,
	RECEIVER_MODULE,
	RECEIVER_UNKNOWN_TOO,
	RECEIVER_HOST
};

/* Where a string has to stand. */
enum item_in { IN_ANY, IN_DEVICE, IN_BACKEND };
/* Where commands are looked for. */
enum item_in_shell { IN_ALL, IN_NOTEBOOK };

/* Texts are offsets for blob_text; first_* and n_* are runs of another section. */
struct rule_row {
	uint32_t id, title, category, why;
	uint32_t severities; /* four bits a target, in order of RULES_TARGETS */
	uint32_t standings;  /* of a package, likewise: enum package_standing */
	uint32_t way, evidence, own_evidence;
	uint32_t done_by;   /* the call that does it on every device; empty: none is named */
	uint32_t each_step; /* what it tells costs something where it is run again and again */
	uint32_t computes; /* what it tells matters to what is computed, not to what a file holds */
	uint32_t first_replacement, n_replacements, least_torch, keeps_cuda;
	uint32_t first_source, n_sources;
	uint32_t effort, effort_repeats, effort_sourced;
	uint32_t first_item, n_items;
	uint32_t first_superseded, n_superseded;
	uint32_t bad, good, language, file_name, good_name;
	uint32_t first_bad_at, n_bad_at;
	uint32_t cause; /* name of the piece of work: the rule's id, for a package "package-NAME" */
	uint32_t path, line; /* where the rule is written */
};

struct item_row {
	uint32_t rule, kind;
	uint32_t first_name, n_names;
	uint32_t first_condition, n_conditions;
	uint32_t receiver, in;
	uint32_t text;   /* regular expression of shell and file; version range */
	uint32_t local;  /* of a requirement: local version label, with * */
	uint32_t option; /* of shell: regular expression of an argument; 0: none is asked for */
};

/* What a condition asks. with: the argument is given and has one of the values. without: it is not
 * given with one of them, and nothing that is spread (**options) could give it. unless: it is not
 * seen to be given with one of them. */
enum condition_sense { CONDITION_WITH, CONDITION_WITHOUT, CONDITION_UNLESS };

struct condition_row {
	uint32_t key; /* keyword or position; "lacking/trainium" for a map in a map */
	uint32_t first_value, n_values;
	uint32_t sense;  /* enum condition_sense */
	uint32_t option; /* of a matcher itself, not of the call's arguments */
};

enum rule_value {
	RULE_VALUE_LITERAL, /* text, * is a wildcard */
	RULE_VALUE_TRUE,
	RULE_VALUE_FALSE,
	RULE_VALUE_NONE,
	RULE_VALUE_NUMBER, /* as written */
	RULE_VALUE_NAME,   /* dotted name */
	RULE_VALUE_ANY,
	RULE_VALUE_ANY_INT,
	RULE_VALUE_ANY_STR,
	RULE_VALUE_ONE_TEXT,
	RULE_VALUE_HANDED_ON,
	RULE_VALUE_ANY_NUMBER,
	RULE_VALUE_TENSOR, /* known to be one */
	RULE_VALUE_CALL,   /* a call of a function or method of that name */
	RULE_VALUE_LIKE,   /* written like that, letters of any case */
	RULE_VALUE_GIVEN,  /* or a name that is given such a thing */
};

struct value_row {
	uint32_t kind, text; /* a dotted name: the canonical one */
};

/* target: index in RULES_TARGETS + 1, 0: all targets */
struct replacement_row {
	uint32_t target, text;
};

struct source_row {
	uint32_t link, date;
};

struct bad_at_row {
	uint32_t line, column;
};

/* What a release of a back end needs of a package. */
struct need_row {
	uint32_t target, backend, release; /* target: index in RULES_TARGETS */
	uint32_t package;                  /* normalised */
	uint32_t range;                    /* ">=2.11,<=2.15" */
	uint32_t fits;                     /* what to take, in words: "2.13.0 or 2.14.0" */
	uint32_t severity, note;
	uint32_t evidence, link, date;
};

/* Kinds of names in the one table. */
enum rule_name {
	RULE_NAME_TARGET, /* resolved dotted name: calls, attributes, decorators, bases */
	RULE_NAME_IMPORT,
	RULE_NAME_METHOD, /* of torch.Tensor.x, torch.nn.Module.x, *.x: x */
	RULE_NAME_STRING,
	RULE_NAME_REQUIREMENT,
	RULE_NAME_ENV,
	RULE_NAME_OPERATOR,
	RULE_NAME_FILE,      /* a whole file name */
	RULE_NAME_EXTENSION, /* ".yaml" */
	RULE_NAME_MATCHER,
	RULE_NAME_RULE,
	RULE_NAME_CATEGORY,
	RULE_NAME_ALWAYS, /* items that must always be tried; the name is the word of the item's
	                     kind */
	RULE_NAME_KINDS,
};

/* How a name leads to an item. */
enum ref_flag {
	REF_PREFIX = 1,
	REF_TENSOR = 2, /* a method of torch.Tensor */
	REF_MODULE = 4, /* a method of torch.nn.Module */
	REF_ANY = 8,    /* *.x */
	REF_ALIAS = 16, /* another public name of what the rule names */
	REF_GLOB = 32,  /* of a file: the item's globs are to be looked at */
};

struct slot_row {
	uint32_t hash, kind, key, first_ref, n_refs;
};

struct ref_row {
	uint32_t item, flags; /* of RULE_NAME_RULE, RULE_NAME_CATEGORY: a rule */
};

struct ruleset {
	struct blob blob;
	const struct rule_row *rules;
	const struct item_row *items;
	const uint32_t *names;
	const struct condition_row *conditions;
	const struct value_row *values;
	const struct replacement_row *replacements;
	const struct source_row *sources;
	const struct bad_at_row *bad_at;
	const uint32_t *supersedes;
	const uint32_t *targets;
	const struct slot_row *slots;
	const struct ref_row *refs;
	const uint32_t *prefixes;
	const struct need_row *needs;
	uint32_t n_rules, n_items, n_conditions, n_targets, n_slots, n_needs, n_bundled;
	/* What the plan changed; by rule. */
	const bool *off;
	const uint32_t *severities;
	int32_t as_of; /* the day that suppressions end by */
	bool walk_all; /* follow values in every function: to test what is left out */
	/* Ids of the rules, for findings_sort. */
	const str *ids;
};

/* The ruleset of a finished blob; everything is on. Lives in env->keep. */
struct ruleset *ruleset_from(struct env *env, struct blob blob);
str ruleset_text(const struct ruleset *set, uint32_t offset);
/* UINT32_MAX when there is no such rule. */
uint32_t ruleset_find(const struct ruleset *set, str id);
str ruleset_target(const struct ruleset *set, uint32_t target);
/* UINT32_MAX when no rule names that target. */
uint32_t ruleset_target_find(const struct ruleset *set, str name);
enum severity rule_severity(const struct ruleset *set, uint32_t rule, uint32_t target);
/* What to write instead: of that target, else for all; "" when there is none. */
str rule_replacement(const struct ruleset *set, uint32_t rule, uint32_t target);

/* Called for every item that a name leads to. `length`: how much of the name matched. */
typedef void rule_visitor(void *context, const struct ref_row *ref, size_t length);
/* All items of exactly this name, and of its prefixes. */
void ruleset_visit(const struct ruleset *set, enum rule_name kind, str name, rule_visitor *visitor,
        void *context);
/* The same for each part of a dotted name that ends before a dot as well: "a.b.c" visits a, a.b,
 * a.b.c (prefixes only once). */
void ruleset_visit_parts(const struct ruleset *set, enum rule_name kind, str name,
        rule_visitor *visitor, void *context);
/* Items of exactly this name, without prefixes; NULL when there are none. */
const struct ref_row *ruleset_refs(
        const struct ruleset *set, enum rule_name kind, str name, uint32_t *count);

/* Whether `text` matches a pattern in which * stands for anything. */
bool wildcard_match(str pattern, str text);

#endif
