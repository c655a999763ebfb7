/* Rules applied to a project: what the command line and the scan call.
 *
 *	rules_open          the bundled rules, a team's own, what the plan switches off
 *	rules_apply_*       one file's findings; per file and worker, merged by the caller in order
 *	rules_finish        what needs the whole project: versions that are pinned, order
 *	rules_list, rules_test, rules_explain   what the commands of those names show
 *
 * Nothing here opens files of the project or prints. */
#ifndef SCANNER_RULES_H
#define SCANNER_RULES_H

#include "scanner/graph/graph.h"
#include "scanner/launch.h"
#include "scanner/python/python.h"
#include "scanner/ruleset.h"

/* A rule by id, by category, or "package-*" with a star; with a severity for --severity. */
struct rules_choice {
	str name;
	enum severity severity;
};

struct rules_plan {
	const str *paths; /* YAML files and folders of one's own */
	uint32_t n_paths;
	const struct rules_choice *select, *ignore, *severity;
	uint32_t n_select, n_ignore, n_severity;
	int32_t as_of; /* days; suppressions end by it; 0: today */
	bool without_bundled;
	bool walk_all; /* follow values in every function: a test of what is passed over */
};

/* False when a rule or a name of the plan is wrong (reported). */
bool rules_open(struct env *env, const struct rules_plan *plan, const struct ruleset **rules);

/* Sets chosen[rule] for what a name stands for: an id, a category, or ids by a wildcard. False when
 * there is none (reported at the place). */
bool rules_named(
        struct env *env, const struct ruleset *rules, str name, struct place place, bool *chosen);

/* What one thread needs beside the ruleset: compiled patterns. */
struct rules_worker *rules_worker_new(const struct ruleset *rules);
void rules_worker_free(struct rules_worker *worker);
/* Tells which dotted modules a file at `path` finds in the project itself, so that a folder called
 * `kernels` is not taken for the package of that name. Called from the worker's thread. */
typedef bool rules_own_module(void *context, str path, str module);
void rules_worker_own_modules(struct rules_worker *worker, rules_own_module *own, void *context);

/* Whether some rule or reader wants to look into a file that is no Python; `head`: its first
 * bytes, or none. */
bool rules_want_text(struct env *env, const struct ruleset *rules, str path, str head);
/* The kind of such a file in the words of the contract ("dockerfile"); "text" when only a rule
 * looks at it. */
str rules_text_kind(str path, str head);
/* A Python file or notebook that the front end has read. */
struct guarded_calls;
struct switched_parts;
/* Places of imports at the top of a file that stand in a try which goes on when they fail. */
struct tried_imports {
	struct arena *arena;
	VEC(uint32_t) at;
};

struct rules_python {
	struct python_file *file;
	str bytes; /* of a notebook: as read, for lines that are no Python (!pip install) */
	const uint64_t
	        *looked; /* what rules_look said of the file's text; NULL: it was not asked */
	struct guarded_calls *guarded;   /* takes calls that are made for CUDA alone; NULL */
	struct tried_imports *tried;     /* takes imports whose failure is handled; NULL */
	struct switched_parts *switched; /* takes what stands behind switches; NULL */
};
/* A text of at least NEEDLE_BYTES_LEAST bytes that the caller looks for in sources as well, said
 * before the first of them: its bit among those of rules_look. */
uint64_t rules_look_for(struct rules_worker *worker, str text);
/* The bits of what stands in a source, in one pass for rules and caller. */
uint64_t rules_look(struct rules_worker *worker, str text);
/* Findings of one; false when there were more than one file may have. Findings and their
 * texts live in out->arena, which is not env->temp. */
bool rules_apply_python(struct env *env, struct rules_worker *worker, const struct rules_python *in,
        struct findings *out);
/* What else is told of a text file. */
struct rules_text {
	const char *partly;        /* why not all of it was looked at; NULL */
	struct launches *launches; /* takes what its commands launch; NULL: nobody asks */
};
/* Findings of one other file. */
bool rules_apply_text(struct env *env, struct rules_worker *worker, str path, str text,
        struct findings *out, struct rules_text *told);
/* Findings of the operators of a graph file. */
bool rules_apply_graph(struct env *env, struct rules_worker *worker, const struct graph_file *file,
        struct findings *out);
/* What only the whole project shows makes a minor finding that nothing protects weigh more; `words`
 * say what it is. */
void rules_raise(struct arena *arena, const struct ruleset *rules, struct finding *finding,
        str words, enum severity severity);
/* Lowers a finding that nothing protects, as the guard does that is known once more than its file
 * is; `text`: what the guard names, empty where it names nothing. Its words are made in `arena`. */
void rules_lower(struct arena *arena, const struct ruleset *rules, struct finding *finding,
        enum finding_guard guard, str text);
/* The same: in what is called behind such a test alone; `of_device`: the test asks for the device
 * at hand. */
void rules_lower_guarded(struct arena *arena, const struct ruleset *rules, struct finding *finding,
        str test, bool of_device);
/* Over all findings of the project: holds replacements back where the project pins an older
 * PyTorch, sorts, drops repeats. */
void rules_finish(struct env *env, const struct ruleset *rules, struct findings *findings);

struct rules_filter {
	str target, category, text; /* empty: all */
	enum severity least;
	bool only_own, only_without_way;
};
/* Indices of the rules that pass, in order of id, in env->temp. */
const uint32_t *rules_list(struct env *env, const struct ruleset *rules,
        const struct rules_filter *filter, uint32_t *count);

/* Rules that speak of a public name: a call, an attribute, a decorator or a base of it, ascending
 * by id, in env->temp. */
const uint32_t *rules_naming(
        struct env *env, const struct ruleset *rules, str name, uint32_t *count);

enum rule_fault {
	RULE_FAULT_NONE,
	RULE_FAULT_NO_BAD,   /* no snippet to test with */
	RULE_FAULT_NO_MATCH, /* bad is not found */
	RULE_FAULT_PLACE,    /* found, but not where it says */
	RULE_FAULT_GOOD,     /* good is found */
	RULE_FAULT_NAME,     /* a torch name that does not exist */
	RULE_FAULT_SNIPPET,  /* the snippet itself cannot be read */
};

/* One fault of one rule, with what was expected and seen in words. */
struct rule_result {
	uint32_t rule;
	enum rule_fault fault;
	struct place place; /* where the rule is written */
	str text;
};

struct rules_report {
	VEC(struct rule_result) faults;
	uint32_t rules, passed, snippets, names;
};
/* Runs every snippet of every rule, and looks every torch name up. In env->keep. */
void rules_test(struct env *env, const struct ruleset *rules, struct rules_report *report);

/* A rule's parts for `explain`; texts belong to the ruleset. */
struct rule_target_explained {
	str target, replacement;
	str standing; /* of a package that is no finding: works, pure-python, unknown; else empty */
	enum severity severity;
};
struct rule_explained {
	uint32_t rule;
	str id, title, category, why, evidence, effort, least_torch, bad, good, language, cause;
	bool way_known, keeps_cuda, own_evidence, effort_repeats, effort_sourced, bundled, off;
	struct rule_target_explained targets[RULE_TARGETS];
	uint32_t n_targets;
	const struct source_row *sources;
	uint32_t n_sources;
	str suppression; /* a comment that would silence it: "# portfit: ignore[id] -- reason" */
};
/* False when there is no such rule (not reported). */
bool rules_explain(
        struct env *env, const struct ruleset *rules, str id, struct rule_explained *out);
/* The ids nearest to a word, for messages; "" when none is near. */
str rules_nearest(struct env *env, const struct ruleset *rules, str word);
str rules_nearest_category(struct env *env, const struct ruleset *rules, str word);

#endif
