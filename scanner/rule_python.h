/* Inside the rule engine: one Python file, its records looked up, its matches gathered. */
#ifndef SCANNER_RULE_PYTHON_H
#define SCANNER_RULE_PYTHON_H

#include "scanner/python/constant.h"
#include "scanner/python/outline.h"
#include "scanner/rule_match.h"

/* A match before it is a finding: a place in the text. */
struct raw {
	uint32_t rule, at, end;
	uint32_t scope;
	uint16_t flags;
	uint32_t targets;  /* bits of the targets it concerns */
	bool choice;       /* what it asks for is one of several values that a name may have */
	uint32_t given;    /* where what a call is given through ** stands + 1; 0: in the call */
	bool on_host;      /* told for a parameter alone that each call gives from the host */
	uint32_t value_at; /* where the text is written that it asks for, 0: in the call */
	bool import;       /* of several names of one statement only the first counts */
	str matched, detail;
};

/* What is known of a path of the file: runs of references. */
struct path_refs {
	uint32_t hash;
	uint32_t first, count; /* in refs: of exactly this path, and of prefixes of it */
	uint32_t prefixes;     /* the first so many are prefixes, which its own parts inherit */
	bool foreign;          /* no rule names anything below its root */
	bool attribute;        /* it or a part of it is named by an attribute item */
};

/* Items that name a method, looked up once a file. */
struct method_refs {
	const struct ref_row *refs;
	uint32_t count;
	bool asked;
};

/* The argument that a condition asks about, looked up once a file: the number of a keyword, or a
 * position + 1; neither when no call of the file has it. */
struct argument_key {
	uint32_t name;
	uint16_t position;
	bool asked;
};

/* An entry of a mapping that is given to a call through **. */
struct spread_entry {
	str key;
	struct python_arg arg;
	uint32_t scope;            /* in which it is written */
	struct spread_entry *more; /* another value that it may have */
	bool perhaps;              /* not always given, or not always this */
	bool loose;                /* of SPREAD_ANY */
};

/* What the file tells of **options in a call. */
struct spread {
	struct spread_entry *at;
	uint32_t count;
	bool whole; /* nothing else can be in it */
};

/* All that may be in it, which takes no look at blocks; what is, or perhaps is. */
enum spread_view { SPREAD_ANY, SPREAD_SURE, SPREAD_VIEWS };

/* The test whose answer a name holds (available = torch.cuda.is_available()), looked for when some
 * guard asks. */
struct held_test {
	str text;
	bool looked, other; /* other: it is given something else as well */
	/* it is given something behind the test; it is None or False as well */
	bool inside, nothing;
	bool defined, bound, given; /* as a def or class; as something else; as a parameter */
};

struct runs;

enum { LEAVES_MOST = 16 };

enum leaf_origin {
	LEAF_ASSIGNED, /* or it stands in the expression itself */
	LEAF_DEFAULT,  /* of a parameter, of a field of a class */
	LEAF_LOOKUP,   /* os.environ.get("X", "nccl") */
	LEAF_ENTRY,    /* of a display */
	LEAF_RETURNED, /* by a function */
};

/* One of the values that an expression may have. */
struct leaf {
	uint8_t kind;   /* PYTHON_VALUE_STR, _CHAIN, _TRUE or _FALSE */
	uint8_t origin; /* enum leaf_origin */
	bool joined;    /* of several parts: it stands nowhere as a literal */
	bool asked;     /* the one that is taken where torch.cuda.is_available(), else "cpu" */
	uint32_t name;  /* that it was given to last, 0: none */
	uint32_t at, end;
	uint32_t chain;
	str text;
};

struct leaves {
	struct leaf at[LEAVES_MOST];
	uint32_t count;
	bool choice; /* it may have another value as well */
};

/* What was found of the expression that begins at a place. */
struct leaf_cell {
	uint32_t at;
	struct leaves *leaves;
};

struct leaf_cache {
	struct leaf_cell *cells;
	uint32_t size, used;
	struct leaves *spare;
	const struct leaves *last; /* that were asked for, and where; NULL: none yet */
	uint32_t last_at;
	uint32_t nothing_at;  /* place + 1 of the last argument of which nothing is known */
	VEC(uint32_t) stores; /* chains: self.x = … */
	bool *fields;         /* by name: x of these, and what a class binds in its body */
};

/* A function that is compiled as a kernel: what looks like a tensor there is none. */
struct kernel {
	uint32_t at, body; /* its keyword, its scope */
};

/* Calls by the last name of their callee. */
struct calls_by_name {
	uint32_t *first, *next; /* by name, by call: + 1, 0 none; NULL: not made */
};

struct python_matching {
	struct matching m;
	struct python_file *file;
	struct path_refs *paths; /* by path */
	str *canonical;          /* by path, when it was asked for */
	VEC(uint32_t) refs;      /* indices in rules->refs */
	VEC(struct raw) raw;
	struct method_refs *methods; /* by name of the file */
	uint32_t n_names;
	struct argument_key *keys; /* by number of a condition's key */
	uint8_t *may_hold;         /* by item: 1 no, 2 yes, 0 not looked */
	str bytes;                 /* of a notebook, as read */
	str path_accelerator;      /* that the file is for by its path, once path_looked */
	bool path_looked;
	struct outline outline;
	VEC(struct kernel) kernels; /* by place */
	VEC(uint32_t) name_chains;  /* made when first needed */
	struct constants constants;
	struct calls_by_name calls;
	uint64_t records; /* that were looked at for single findings */
	struct leaf_cache leaves;
	uint32_t scope;   /* of the call that is asked */
	str leaf;         /* what an argument of it stands for, when that is a text */
	uint32_t leaf_at; /* where that is written; 0: it is not known, or another one is like it */
	/* Arguments of the call at hand that are known to be tensors: at, end. */
	const uint32_t *tensor_args;
	uint32_t n_tensor_args;
	struct device_parameters *devices; /* NULL: not looked for */
	struct held_test *tests; /* by 2 * name, + 1 of self.NAME; NULL: none was asked for */
	VEC(uint32_t) kept;      /* with them: chains that store self.NAME, args.NAME */
	struct runs *runs;       /* see rule_step.c; NULL: not asked for */
	uint8_t *prepares;       /* by scope: see rule_prepares.c; NULL: likewise */
	VEC(struct spread *)
	spreads;         /* of each ** that was asked for, one a view; NULL: not made */
	uint32_t looked; /* names that were looked at for mappings of other functions */
	bool given;      /* some match asks for what ** gives */
	bool choice;     /* of the call that was asked last: see struct raw */
	uint32_t place;  /* likewise, raw.given */
	bool outlined;
	bool script_looked, host_script; /* see rule_finish.c */
	bool full;                       /* there are more findings than one file may have */
	uint64_t needles;                /* bits of the worker's needles that stand in the file */
	bool torch;                      /* imports PyTorch or something that stands on it */
	bool frames; /* imports what has methods named like comparisons of tensors */
};

/* Adds a match. matched and detail must live in env->temp. */
struct raw *raw_add(struct python_matching *p, uint32_t rule, uint32_t at, uint32_t end);
/* By place, then by rule: for qsort and bsearch. */
int raw_compare(const void *left, const void *right);
/* The source between two places, on one line. */
str python_source_text(const struct python_matching *p, uint32_t at, uint32_t end);
/* The same for a message: of long ones the beginning. */
str python_shown_text(const struct python_matching *p, uint32_t at, uint32_t end);
const struct outline *python_outline(struct python_matching *p);
/* rule_path.c: fills paths and refs. */
void python_look_up_paths(struct python_matching *p);
/* The number of a path in this file, 0 when the file does not hold it. */
uint32_t python_path_find(struct python_file *file, str path);
/* Fills kernels. */
void python_find_kernels(struct python_matching *p);
/* Whether the def at a place is a kernel of Triton and its like. */
bool python_is_kernel(const struct python_matching *p, uint32_t at);
/* Whether a scope is inside of one. */
bool python_in_kernel(const struct python_matching *p, uint32_t scope);
/* rule_reach.c: whether some value of the chain's name that stands for the path can be there: not
 * what is given in another branch of the same if. */
bool python_value_reaches(
        struct python_matching *p, const struct python_chain *chain, uint32_t path);
/* rule_sides.c: what was found from `start` on of a name that is given the sides of a conditional
 * expression, of each up to its end. A side is a choice where there is a better one. */
void python_settle_choice(struct python_matching *p, const struct python_chain *chain,
        const uint32_t *targets, const uint32_t *ends, uint32_t count, uint32_t start);
/* Whether one of the places, in rising order, lies in [from, to). */
bool places_between(const uint32_t *places, uint32_t count, uint32_t from, uint32_t to);
/* Brings places into rising order. */
void places_sort(uint32_t *places, uint32_t count);

/* mapping.c: what a call's argument gives that is a **; nothing when it is none. */
const struct spread *python_spread(struct python_matching *p, const struct python_call *call,
        uint32_t argument, enum spread_view view);

/* rule_value.c: whether the conditions of an item hold for a call. NULL detail: not wanted; else
 * what of the call the conditions saw is appended. */
bool call_holds(struct python_matching *p, const struct item_row *item,
        const struct python_call *call, struct buf *detail);
/* rule_leaves.c: what an expression of a scope may be that is no literal itself. */
const struct leaves *python_leaves(
        struct python_matching *p, uint32_t at, uint32_t end, uint32_t scope);
/* rule_instance.c: what an object is made of. */
struct instance {
	uint32_t class_; /* of the file; PYTHON_NONE */
	uint32_t path;   /* of a class that an import brings; 0 */
	uint32_t call;   /* that makes it; PYTHON_NONE: not known */
	bool choice;     /* it may be something else, or have been given something else */
};

/* The object that a name of a scope stands for, that self.ATTRIBUTE does. `deep`: 0. */
bool python_instance_of_name(
        struct python_matching *p, uint32_t name, uint32_t scope, struct instance *out);
bool python_instance_of_self(struct python_matching *p, uint32_t attribute, uint32_t scope,
        uint32_t deep, struct instance *out);
/* What speaks of CUDA and is found where it stands, so that it is not told again where it is used.
 */
bool leaf_is_told(struct python_matching *p, const struct leaf *leaf);
/* Whether a call of this file could have all arguments that the item's conditions ask for: each of
 * their keywords is a name of the file. */
bool item_may_hold(struct python_matching *p, const struct item_row *item);
/* The argument of a condition's key ("backend", "0"); NULL when it is not given for certain. */
const struct python_arg *call_argument(
        struct python_matching *p, const struct python_call *call, str key);
/* * or ** that may give anything. */
bool call_has_star(struct python_matching *p, const struct python_call *call);
/* A literal text at an argument: STR_NONE when it is none. */
str argument_text(const struct python_matching *p, const struct python_arg *arg);
/* The same, or the text that a name stands for. */
str argument_constant(struct python_matching *p, const struct python_arg *arg);
/* Name of a string literal's text at an offset of the source ("'cuda'" and the like), without
 * prefix; STR_NONE when there is no plain one. *end: behind it. */
str literal_at(str text, uint32_t at, uint32_t *end);

/* rule_records.c: whether so many more records of the file may be looked at for one finding. False:
 * the file has had its share, and what asks does without. */
bool python_may_look(struct python_matching *p, uint64_t records);
/* Bindings of a name in all scopes, the last one first, calls of what ends in it, the first one
 * first: `after` is the one before or PYTHON_NONE, which is also the answer when there are no more
 * or no more may be looked at. */
uint32_t python_next_binding(struct python_matching *p, uint32_t name, uint32_t after);
/* NAME = VALUE as a statement of a def, the value from `at` to `end`: whether all that is read of
 * the name in that def passes; *uses: how much that is. False as well where others may read it. */
typedef bool name_use(struct python_matching *p, const struct python_chain *chain);
bool python_uses_pass(struct python_matching *p, uint32_t statement, uint32_t at, uint32_t end,
        name_use *passes, uint32_t *uses);
uint32_t python_next_call(struct python_matching *p, uint32_t name, uint32_t after);
/* rule_handed_on.c: what the function around was given, of which nothing is known. */
bool argument_is_handed_on(struct python_matching *p, const struct python_arg *arg);
/* rule_one_text.c: a literal, a formatted or joined text, a parameter that is said to be one, a
 * list of one. */
bool argument_is_one_text(struct python_matching *p, const struct python_arg *arg);
/* rule_value_given.c: what is written like that, letters of any case, or a name in it that the def
 * of the call, or the module, gives such a thing. */
bool argument_is_given_like(struct python_matching *p, const struct python_arg *arg, str pattern);
/* The first binding that does not lie before a place. */
uint32_t python_binding_from(const struct python_file *file, uint32_t at);
/* Fills name_chains: the chains that begin with a name, by place. */
void python_name_chains(struct python_matching *p);
/* The first of them that does not begin before a place. */
uint32_t python_name_chain_from(struct python_matching *p, uint32_t at);
/* A condition of the item asks for a tensor, so that only the flow can answer it. */
bool item_wants_tensor(const struct python_matching *p, const struct item_row *item);
/* References of RULE_NAME_METHOD for a name of the file; NULL when no rule names it. */
const struct ref_row *python_method_refs(struct python_matching *p, uint32_t name, uint32_t *count);
/* Adds a match of a method call whose receiver fits, when its conditions hold. It is of `of`.name,
 * or of the name alone where that is empty. */
void python_method_match(struct python_matching *p, const struct item_row *item,
        const struct python_call *call, const struct python_chain *chain, str of, str name);

/* rule_asked.c: getattr(x, NAME), setattr(x, NAME, …), MEMBERS["NAME"]: what rules say of what is
 * asked for. */
void python_asked_name(struct python_matching *p, const struct python_call *call, bool store);
void python_member(struct python_matching *p, const struct python_chain *chain, uint32_t path);

/* rule_strings.c: string constants of the whole file, when a rule may want one of them. */
void match_strings(struct python_matching *p);
/* Strings that name a device or a back end, by where they stand. */
void match_device_strings(struct python_matching *p);

/* rule_setup.c: requirements in setup.py. */
void match_setup(struct python_matching *p);

/* rule_finish.c: guards, statements, findings. */
void python_findings(struct python_matching *p);

/* guarded_calls.c: once findings are told. */
void find_guarded_calls(struct python_matching *p, struct guarded_calls *out);

/* matcher_*.c: the named matchers. */
void match_named(struct python_matching *p);

#endif
