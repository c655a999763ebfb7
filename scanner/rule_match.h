/* Inside the rule engine: what the matchers of all file kinds share. */
#ifndef SCANNER_RULE_MATCH_H
#define SCANNER_RULE_MATCH_H

#include "base/needles.h"
#include "base/pcre.h"
#include "scanner/cuda_extensions.h"
#include "scanner/host_calls.h"
#include "scanner/rules.h"
#include "scanner/switches.h"

enum { FINDINGS_MOST = 50000 }; /* of one file that is no graph */

struct text_file;
struct shell_patterns;

/* One file that rules are applied to. */
struct matching {
	struct env *env;
	struct rules_worker *worker;
	const struct ruleset *rules;
	str path;
	struct findings *out;
	uint32_t first; /* the file's first finding in out */
	/* What else the text at hand asks for; NULL: no text. */
	const struct text_file *text;
};
/* Findings live longer than what rules work with: out->arena is not env->temp, which is given back
 * in between. */
struct matching matching_of(
        struct env *env, struct rules_worker *worker, str path, struct findings *out);

/* Whether a module means one of the project's own in that file, as far as that is known. */
bool match_owns(const struct matching *m, str module);

/* Where a finding stands, and what is known of the place. */
struct spot {
	uint32_t cell, line, column, end_line, end_column;
	enum finding_guard guard;
	str guard_text; /* the test that protects it, as written; empty: words for its kind */
	const struct default_need *need;
	const struct host_caller *around;
	const struct switch_wait *wait; /* see struct finding; in the arena of the findings */
	str function;
	str statement; /* normalised, for the fingerprint */
	bool deferred; /* inside of a def or lambda */
	bool loads;    /* an import that runs when the file is loaded */
	bool told;     /* behind the guard it is only told what it is: a note */
	bool whole;    /* the detail is our own words, and short enough to be shown in full */
};

/* Adds a finding of a rule, lowered by its guard. `matched` is copied; `detail`, when there is one,
 * stands in the message instead of `matched`. NULL when the rule is off or concerns no target. */
struct finding *match_add(
        struct matching *m, uint32_t rule, const struct spot *spot, str matched, str detail);
/* Only for targets whose bits are set in `targets`. */
struct finding *match_add_for(struct matching *m, uint32_t rule, const struct spot *spot,
        str matched, str detail, uint32_t targets);
/* What nothing in the project switches on is lowered, and says so. */
void findings_settle_waits(
        const struct ruleset *rules, const struct switches *switches, struct findings *findings);
/* Whether the row of a rule names another as one that it supersedes. */
bool match_supersedes(const struct ruleset *rules, uint32_t rule, uint32_t other);
/* Drops findings that lie inside one of a rule that supersedes them. */
void match_supersede(struct matching *m);

str item_name(const struct ruleset *rules, const struct item_row *item, uint32_t index);
const struct condition_row *item_condition(
        const struct ruleset *rules, const struct item_row *item, const char *key);
/* Whether an item for variables speaks of one with that value; STR_NONE: it is not known. */
bool item_env_fits(const struct ruleset *rules, const struct item_row *item, str value);
/* Whether some value of a condition is that text (wildcards hold). No condition: `absent`. */
bool condition_holds_text(
        const struct ruleset *rules, const struct condition_row *condition, str text, bool absent);
/* Targets (bits) for which none of a `lacking` map's names is among `given`. */
uint32_t item_lacking(
        const struct ruleset *rules, const struct item_row *item, const str *given, uint32_t count);

/* The references of a matcher's name. */
struct matcher_run {
	const struct ref_row *refs;
	uint32_t count;
};

/* The last part of a name that an option names: "gather" of torch.Tensor.gather. */
struct option_word {
	str last;
	bool any; /* it has a star */
};

/* Names with a star in front: "*TrainingArguments" is the end of a name's last part. */
struct ending {
	const struct item_row *item;
	str text;
};

/* Beside the bits of needles: what stands for a text that found no room among them. */
#define NEEDLE_OF_EVERY_FILE (UINT64_C(1) << 63)
struct rules_worker {
	struct matcher_run *matchers; /* by enum matcher */
	const struct ruleset *rules;
	struct shell_patterns *shell; /* made when a command turns up */
	/* By the low bits of a hash: some rule may name a target of that hash. Small enough to stay
	 * in the nearest cache, where the table of names is not. */
	uint64_t target_filter[1024];
	uint64_t root_filter[64];     /* likewise for the first parts of such names */
	uint64_t method_filter[1024]; /* likewise, for names of methods */
	uint64_t string_filter[1024]; /* by the first two bytes of strings that rules name */
	struct map call_kinds[2];     /* resolved names to what a call of them gives + 1 (flow) */
	/* Texts without which a file cannot hold what some matchers want, and their bits. */
	struct needles *needles;
	uint64_t suppression_bit, string_bits, provider_bits;
	uint64_t prefix_bits; /* a text that is the beginning of a device's name */
	bool *runs_anyway;    /* by rule: what runs everywhere, only slowly or wrongly */
	bool *waits;          /* by rule: what waits for the device */
	bool *reads_values;   /* by rule: likewise, or what has a shape that values decide */
	bool *stays;          /* by rule: what a tensor keeps when it is moved to the device */
	bool *stores;         /* by rule: what is read from files and written to them */
	bool *draws;          /* by rule: what draws numbers */
	/* What calls give from the host: of the file at hand, while that is noted; of the project,
	 * while it is asked, with its switches. NULL: not then. */
	struct host_notes *host_notes;
	const struct host_calls *host_calls;
	const struct switches *switches;
	bool asks_switches;         /* findings say what they wait for: struct switch_wait */
	VEC(struct ending) endings; /* of call items, in their order; an item's in a row */
	bool ends_so[256];          /* the last bytes of these */
	/* Of the items of dict-entry: bytes that their keys begin with, and by their place in the
	 * run whether they look at what is stored. */
	bool entry_begins[256], *entry_stored;
	uint8_t *leads;                    /* by item: see rule_value.c; 0: not asked for */
	uint8_t *wants_tensor;             /* by item: 1 no, 2 yes, 0 not asked for */
	uint32_t *key_of, n_keys;          /* by condition: the number of its key's text */
	uint32_t *wanted_kinds;            /* by condition: see rule_value.c; 0: not asked for */
	struct option_word **option_words; /* by condition, a word a value; NULL: not asked for */
	str *attribute_methods;            /* names that attribute items want on tensors */
	uint32_t n_attribute_methods;
	/* Whether a module is one of the project's own; NULL: not known. */
	rules_own_module *is_own_module;
	void *own_context;
	const struct cuda_extensions *extensions; /* of the project; NULL: likewise */
	/* Sets of file patterns, one for each combination of items that some file had. */
	struct arena *arena;
	struct map sets;
	VEC(struct pcre_set *) file_sets;
};

/* What sources and texts are filtered with, made before the first of them: graphs need none of it.
 */
void rules_worker_prepare(struct rules_worker *worker);
/* The compiled patterns of shell items; NULL is none. */
void shell_patterns_free(struct shell_patterns *patterns);

#endif
