/* Inside the flow: the walk's state, shared by its files.
 *
 * flow.c            which functions are walked, what names are bound to
 * flow_trigger.c    which functions could hold a match: what records tell
 * flow_bound.c      which names could be tensors
 * flow_operators.c  which functions could hold a match: what only tokens tell
 * flow_expression.c operators
 * flow_primary.c    names, attributes, calls, subscripts, literals
 * flow_statement.c  statements and blocks
 * flow_annotation.c parameters, and what an annotation says
 * flow_loop.c       what a loop does to names
 * flow_class.c      what self.x is
 * flow_backward.c   names whose gradient is asked for
 * flow_returns.c    functions whose value is no tensor of the device
 * flow_passed.c     functions whose value is where their arguments are
 * flow_helper.c     functions that read what they are given
 * flow_given.c      what calls give from the host
 * flow_memory.c     where tensors are
 * flow_emit.c       matches */
#ifndef SCANNER_FLOW_INTERNAL_H
#define SCANNER_FLOW_INTERNAL_H

#include "scanner/flow.h"
#include "scanner/matcher.h"
#include "scanner/python/lexer.h"
#include "scanner/python/receiver.h"

enum what_kind {
	/* as enum receiver */
	WHAT_UNKNOWN = RECEIVER_IS_UNKNOWN,
	WHAT_TENSOR = RECEIVER_IS_TENSOR,
	WHAT_TENSORS = RECEIVER_IS_TENSORS,
	WHAT_MODULE = RECEIVER_IS_MODULE, /* ref: path of its class, 0: not known */
	WHAT_OTHER = RECEIVER_IS_OTHER,
	WHAT_SHAPE = RECEIVER_IS_SHAPE,
	WHAT_SIZE = RECEIVER_IS_SIZE,
	WHAT_VALUE = RECEIVER_IS_VALUE, /* ref: in reads */
	/* more */
	WHAT_PATH,    /* a resolved name: ref is its path */
	WHAT_BUILTIN, /* ref: the name */
	WHAT_SELF,
	WHAT_STRING, /* ref: place of the literal */
	WHAT_INT,    /* a plain integer: ref is its value up to 1000 */
	WHAT_NONE,
	WHAT_TUPLE,  /* elements stand in f->elements; ref: a read among them + 1 */
	WHAT_RANGE,  /* range() up to the size of a tensor */
	WHAT_ZIPPED, /* zip(): an element of each stands in f->elements */
};

enum what_flag {
	WHAT_MASK = 1 << 0,    /* a tensor of booleans */
	WHAT_ALL_ANY = 1 << 1, /* all(), any(), equal() of tensors */
	WHAT_CUDA = 1 << 2,    /* names a CUDA device */
	WHAT_TARGET = 1 << 3,  /* names another accelerator, or whichever there is */
	/* as a test: CUDA is there when it is true, is not there when it is false, and the other
	   way */
	WHAT_TRUE_CUDA = 1 << 4,
	WHAT_FALSE_NONE = 1 << 5,
	WHAT_FALSE_CUDA = 1 << 6,
	WHAT_TRUE_NONE = 1 << 7,
	WHAT_DEVICE = 1 << 8,     /* a chain that tells the type of a device */
	WHAT_DEVICE_IS = 1 << 9,  /* such a chain == a literal */
	WHAT_TOLD = 1 << 10,      /* a match has been added for it as a test */
	WHAT_MASKED = 1 << 11,    /* a subscript whose index is a mask: in f->masked */
	WHAT_RANK = 1 << 12,      /* the number of this process among others */
	WHAT_RANK_ZERO = 1 << 13, /* a test: this is the first process */
	WHAT_HOST = 1 << 14,      /* a tensor in the host's memory; a device that is the CPU */
	WHAT_FRESH = 1 << 15,     /* a tensor just made, on the host unless told otherwise */
	WHAT_DATA = 1 << 18,      /* likewise, out of values of Python */
	WHAT_AWAY = 1 << 24,      /* moved off the host, or made elsewhere, for certain */
	WHAT_MEMORY = WHAT_HOST | WHAT_FRESH | WHAT_DATA | WHAT_AWAY,
	WHAT_TRUE_HOST = 1 << 16, /* a test that is true for what is on the host */
	WHAT_SUPPOSED = 1 << 17,  /* a tensor because forward takes it; perhaps a flag */
	WHAT_LIST = 1 << 19,      /* a list that is still empty */
	WHAT_HOSTS = 1 << 20,     /* a list or dict of tensors in the host's memory */
	WHAT_OBJECT = 1 << 21,    /* of some class, and so no tensor; perhaps a module */
	WHAT_CLASS = 1 << 22,     /* that class itself, where its name is read */
	WHAT_BESIDE = 1 << 23,    /* a list with a tensor of the host: what joins it is there too */
	WHAT_TRUE_ELSEWHERE = 1 << 26, /* a test that is true on another accelerator alone */
	WHAT_COMPARED = 1 << 27,       /* compared with something: a mask, if it is a tensor */
	WHAT_PERHAPS = 1 << 28,   /* computed from what is supposed alone: it may be a number */
	WHAT_STATELESS = 1 << 29, /* a module without parameters and buffers */
	WHAT_VALUES =
	        1 << 25, /* values of Python, an array of NumPy: tensors of them are on the host */
};

struct what {
	uint32_t at, end;
	uint32_t ref;
	uint32_t flags;
	uint8_t kind;
};

/* What a name is bound to; stamp tells whether that is of the walk at hand, block where, outer the
 * outermost block of those that bind it. A block that is open has a lower number than those in it.
 */
struct known {
	uint32_t stamp, ref, flags, block, outer;
	uint8_t kind;
};

struct undo {
	uint32_t name;
	struct known before;
};

/* int(K) or K.item(): told once when it stands as a size. */
struct read {
	uint32_t at, end;
	bool told;
};

/* A subscript by a mask: a load unless it turns out to be assigned to. */
struct masked {
	uint32_t at, end;
};

/* A call whose tensors are on the host, or just made there. */
struct host_call {
	uint32_t at, end;
	bool fresh, loading;
	bool moved; /* what it gives is on the host, whatever it takes */
};

struct span {
	uint32_t at, end;
	bool saves; /* nothing is known there but that what is saved was made there, on the host */
};

/* A loop over the sizes of a tensor: told when its variable picks from a tensor. */
struct time_loop {
	uint32_t name, at, end;
	bool told;
};

/* What all returns of a function give: numbers, arrays and the like; tensors in the host's memory.
 */
enum returns { RETURNS_UNKNOWN, RETURNS_NONE, RETURNS_NUMBER, RETURNS_HOST };

struct told_function {
	uint32_t scope;
	enum returns value;
};

/* A function of the file that reads a parameter as a number. */
struct helper {
	uint32_t function, parameter; /* their names */
	uint32_t place;               /* see parameter_place */
};

/* Last words of all calls that take sizes. */
extern const char *const flow_size_words[];
enum { FLOW_ELEMENTS = 16, FLOW_DEPTH = 120, FLOW_LOOPS = 32, FLOW_ARGS = 16 };

/* The arguments of a call that is being walked. */
struct flow_args {
	struct what at[FLOW_ARGS];
	uint32_t names[FLOW_ARGS]; /* 0: by position */
	uint32_t count, all;       /* kept, and how many there were */
	uint32_t open;             /* place of the bracket */
	bool spread;               /* *args or **options are among them */
};

struct flow {
	struct python_matching *p;
	struct python_file *file;
	struct arena *arena;
	struct lexer *lexer;
	bool kept; /* it has all tokens of the file */
	const struct token *t;
	struct known *known;
	uint32_t n_known, stamp;
	VEC(struct undo) undos;
	VEC(uint32_t) handed; /* names that a def inside declares nonlocal or global */
	VEC(struct read) reads;
	VEC(struct masked) masked;
	struct what elements[FLOW_ELEMENTS];
	uint32_t n_elements;
	struct time_loop loops[FLOW_LOOPS];
	uint32_t n_loops;
	uint32_t depth;
	uint32_t unit;                     /* scope of the function, 0 for the module */
	uint32_t self;                     /* the name of its first parameter; 0: none */
	uint32_t class_;                   /* around it, PYTHON_NONE */
	uint32_t rank_zero;                /* how many ifs around ask for rank 0 */
	uint32_t on_host;                  /* likewise for the CPU */
	bool module_class, function_class; /* a class of torch.nn.Module, of autograd.Function */
	bool forward;                      /* in forward of a module, or compiled */
	bool in_test;
	bool in_message;       /* of an assert: read on failure only */
	uint32_t placed;       /* how many names were bound to what is in a known memory */
	uint8_t *call_kinds;   /* by path: what a call gives + 1, 0: not looked up */
	uint8_t *method_kinds; /* by name, likewise, for a method of a tensor */
	bool *idle;            /* by call: no item of its method's name holds of it */
	uint8_t *common;       /* by name: receiver_is_common_method, 1 no, 2 yes */
	const bool *loaders;   /* by name, functions that are handed to what loads data; NULL: not
	                          looked */
	uint8_t *passing;      /* by name: see flow_passed.c; NULL: not asked */
	uint8_t *own;          /* by name: what the file defines, enum own_name; NULL: not looked */
	uint32_t *class_named; /* by name: the first class of it, from 1; NULL: not looked */
	uint32_t *word_flags;  /* by name: what the word tells by itself, WHAT_TOLD: looked up */
	struct class_facts *classes;
	uint32_t chain_cursor;
	/* Places of the device expression of the last comparison with a literal, and the literal.
	 */
	uint32_t device_at, device_end, device_literal;
	/* The last assignment to one name, and how many statements there have been. */
	uint32_t assigned, assigned_serial, serial;
	struct what assigned_value;
	bool device;            /* device names stand in the unit */
	bool takes_tensors;     /* parameters without annotation are tensors: forward, backward */
	uint32_t nested;        /* statements in each other */
	uint32_t block, blocks; /* the block at hand, and how many there were */
	uint32_t def_block;     /* of the function at hand, which its parameters are bound in */
	VEC(struct host_call) on_host_calls;
	VEC(struct span) elsewhere;  /* branches for another accelerator alone */
	uint32_t on_other;           /* how many of them are around */
	VEC(struct span) host_spans; /* functions of tests that run on the host, by place */
	uint32_t on_default;         /* how many blocks around choose a device for what is made */
	bool default_host;           /* the innermost of them the host */
	VEC(uint32_t) backwards;     /* places of bindings that are tensors by backward(), rising */
	VEC(struct told_function) told_functions;
	VEC(struct helper) helpers;
	bool loading;   /* in what puts batches together: on the host until they are moved */
	bool file_host; /* the file is for the CPU, by its name, or for loading data */
	bool file_loading;
	bool file_tests;   /* a file of tests */
	bool file_test;    /* one that speaks of no accelerator */
	bool file_default; /* something in the file chooses it for all */
	/* What is known of what calls give is made use of; then of the function at hand, until its
	 * parameters are bound: its name and scope. */
	bool with_given;
	str called;
	uint32_t called_scope;
	/* self.NAME.cpu() as a statement: the attribute, or self itself, and the block, in which
	 * what it holds is on the host from there on. */
	uint32_t moved, moved_block;
	/* Names of the file that mean something, 0 where it does not hold them. */
	uint32_t id_device, id_device_type, id_type, id_self, id_tensor, id_backward;
};

/* flow.c */
/* A parameter that was taken for a tensor is none: it is asked whether it is true. */
void flow_suppose_flag(struct flow *f, struct what value);
struct what flow_name(struct flow *f, uint32_t name);
/* NAME.append(value): the list is one of tensors on the host as long as all of them are. */
void flow_append(struct flow *f, struct what list, struct what value);
/* NAME.cpu(), NAME.to(device) as a statement: the module that has the name is elsewhere now. */
void flow_move(struct flow *f, uint32_t name, uint32_t memory);
void flow_bind(struct flow *f, uint32_t name, struct what value);
/* Forgets a name: it is bound to something unknown. */
void flow_forget(struct flow *f, uint32_t name);
uint32_t flow_mark(const struct flow *f);
/* Names are again what they were at the mark. */
void flow_rewind(struct flow *f, uint32_t mark);
/* A name that hides one of the same spelling outside, until the next rewind. */
void flow_shadow(struct flow *f, uint32_t name, struct what value);
/* The chain that begins with the NAME at this place; NULL when the records have none. */
const struct python_chain *flow_chain(struct flow *f, uint32_t at);
/* The closing bracket's token of an opening one. */
const struct token *flow_close(const struct flow *f, const struct token *open);
/* At the end of a batch, the next one. */
void flow_ensure(struct flow *f);
uint8_t flow_call_kind(struct flow *f, uint32_t path, bool several);
uint8_t flow_method_kind(struct flow *f, uint32_t name, bool bare);
bool flow_is_common_method(struct flow *f, uint32_t name);

/* flow_trigger.c: marks which units are to be walked; units is by scope. */
/* MASK: something gives booleans, which says something where they are an index, or asked. */
enum { UNIT_WANTED = 1, UNIT_SOURCE = 2, UNIT_DEVICE = 4, UNIT_MASK = 8 };
void flow_triggers(struct flow *f, uint8_t *units);
uint32_t flow_unit_of(const struct python_file *file, uint32_t scope);

/* flow_expression.c */
struct what flow_expression(struct flow *f);       /* a test of the grammar */
struct what flow_named_expression(struct flow *f); /* with := */
/* One, or a tuple without brackets, whose elements are in f->elements. */
struct what flow_expression_list(struct flow *f);
struct what flow_operation(struct flow *f); /* without conditional and boolean operators */
/* As the condition of an if, while, assert. */
struct what flow_condition(struct flow *f);

/* flow_primary.c */
struct what flow_primary(struct flow *f);
/* Whether some name of the file tells the number of a process. */
bool flow_names_rank(const struct python_file *file);
/* Nested too deep: one token or bracket unseen. */
struct what flow_pass_over(struct flow *f);
/* Hides the targets of a comprehension's for parts between two tokens. */
void flow_comprehension(struct flow *f, const struct token *from, const struct token *to);

/* Functions and methods of tensors that give booleans; NULL-terminated. */
extern const char *const flow_mask_names[];
/* Those of them that tell a tensor by being called without arguments; NULL-terminated. */
extern const char *const flow_questions[];
/* Those of them that tell a tensor by being called with one argument; NULL-terminated. */
extern const char *const flow_comparisons[];
/* Those that ask a whole tensor, or two. */
enum { FLOW_WHOLE_WORDS = 4 };
extern const char *const flow_whole_words[FLOW_WHOLE_WORDS + 1];
/* Nothing waits for a device there. */
static inline bool flow_is_host(const struct flow *f, struct what w)
{
	return (f->on_host && !(w.flags & WHAT_AWAY)) || w.flags & (WHAT_HOST | WHAT_DATA);
}

/* A tensor, or what is not known to be none, in the host's memory. */
static inline bool flow_is_copy(struct what w)
{
	return (w.kind == WHAT_TENSOR || w.kind == WHAT_UNKNOWN) && w.flags & WHAT_HOST;
}

/* flow_memory.c */
/* Host memory as the place of what two operands give: the device's would win. Beside a tensor that
 * is certainly on the host the other is there too. */
uint32_t flow_common_host(struct what left, struct what right);
/* Likewise where neither is known to be a tensor: copies on the host, beside numbers. */
uint32_t flow_copies_host(struct what left, struct what right);
/* Where torch.NAME(…) makes a tensor when no device is given: a flag of WHAT_MEMORY; 0: not known.
 */
uint32_t flow_made_memory(str name);
/* Where the tensor is that torch.NAME(…) gives, whose call is `w`; notes calls on the host. */
uint32_t flow_called_memory(struct flow *f, const struct flow_args *args, str name, struct what w);
/* Likewise of what other packages give, by the path of what is called and the kind of its value. */
uint32_t flow_given_memory(str path, uint8_t kind, const struct flow_args *args);
/* Where the tensor is that a method gives whose receiver is in that memory. */
uint32_t flow_method_memory(
        struct flow *f, uint32_t memory, str name, const struct flow_args *args);
/* A type by its name: torch.bool, another one. */
bool flow_is_bool_type(struct flow *f, const struct what *w);
bool flow_is_other_type(struct flow *f, const struct what *w);
/* The call that ends before the next token is read by .numpy(), which only the host's tensors have.
 */
bool flow_is_read_as_array(struct flow *f);
/* flow_call.c: what a call of `callee` gives; the arguments have been walked. */
struct what flow_call(
        struct flow *f, struct what callee, const struct flow_args *args, uint32_t end);
struct what flow_method(struct flow *f, struct what receiver, uint32_t name,
        const struct flow_args *args, uint32_t end);
struct what flow_attribute(struct flow *f, struct what receiver, uint32_t name, uint32_t end);
/* The value of a keyword among the arguments, else of a position; NULL. */
const struct what *flow_arg(
        const struct flow *f, const struct flow_args *args, const char *name, uint32_t position);

/* flow_statement.c */
void flow_statement(struct flow *f);
/* A statement of a class body. */
void flow_class_statement(struct flow *f);
/* The def whose head begins here. Its body is walked, or passed over. */
void flow_definition(struct flow *f, bool walk_body);
/* flow_annotation.c */
/* What the annotation between two tokens says: a tensor, also one that may be left out; several, as
 * list[Tensor]; else unknown. */
/* mask, pad_mask: a tensor of that name picks where it is an index. */
bool flow_names_mask(str name);
/* The parameters whose bracket opens here, bound. */
void flow_parameters(struct flow *f);
enum what_kind flow_annotation(struct flow *f, const struct token *from, const struct token *to);
/* It is the name of some class, of NumPy's arrays: no tensor. A name of one letter may stand for
 * any type, and what speaks of tensors or arrays may be another name for one. */
bool flow_annotation_is_class(struct flow *f, const struct token *from, const struct token *to);

/* flow_loop.c */
/* At the head of the loop that stands at a place: what its body, from another place on, binds to
 * what it moves is nowhere known to be from the second turn on. */
void flow_enter_loop(struct flow *f, uint32_t at, uint32_t from);
/* An element of each argument of zip(), in f->elements. */
struct what flow_zip(struct flow *f, const struct flow_args *args, struct what w);
/* A number and an element of the argument of enumerate(), likewise. */
struct what flow_enumerate(struct flow *f, const struct flow_args *args, struct what w);
/* As zip() does for the targets in [from, to) of a comprehension, of the call that begins behind
 * "in", which is not walked yet; false: it is not understood. */
bool flow_shadow_zipped(
        struct flow *f, const struct token *from, const struct token *in, const struct token *to);

/* flow_backward.c */
void flow_find_backwards(struct flow *f);
/* Whether the binding at a place gives its name what backward() is called on. */
static inline bool flow_is_backward(const struct flow *f, uint32_t at)
{
	return f->backwards.len && places_between(f->backwards.at, f->backwards.len, at, at + 1);
}
/* What a name is that is given a value at a place: a tensor, when nothing else is known of it. */
struct what flow_told(const struct flow *f, uint32_t at, struct what value);

/* flow_returns.c */
void flow_find_returns(struct flow *f);
/* What a function of the module gives, or a method of a class (PYTHON_NONE: a function). */
enum returns flow_returned(struct flow *f, uint32_t name, uint32_t class_);

/* flow_passed.c */
/* A function of the file that only computes with what it is given, all of it from the host. */
bool flow_passes_on_host(struct flow *f, struct what callee, const struct flow_args *args);

/* flow_helper.c */
void flow_find_helpers(struct flow *f);
/* The chain names one of them. */
bool flow_is_helper(const struct flow *f, const struct python_chain *chain);
/* Tells a call of one that is given a tensor where something is trained. */
void flow_call_helper(
        struct flow *f, struct what callee, const struct flow_args *args, uint32_t end);

/* flow_given.c */
/* What the functions of a file hand on, for the notes of its calls. */
void flow_find_handed(struct python_matching *p, struct host_notes *notes);
/* A call whose arguments have been walked. */
void flow_note_call(struct flow *f, const struct flow_args *args);
/* At the head of a function that is walked. */
void flow_given_start(struct flow *f, uint32_t scope);
/* Flags of WHAT_MEMORY for a parameter of it that is all else that is said of it. */
uint32_t flow_given(struct flow *f, uint32_t name, struct what value);
/* Marks the matches that are not among those that are told where it is known what is given. */
void flow_mark_given(struct raw *all, uint32_t n_all, struct raw *told, uint32_t n_told);

/* flow_class.c */
struct class_facts *flow_classes(struct flow *f);
/* What classes of the file define: a method of that name; a class of that name whose instances are
 * no tensors, and one without bases, whose instances are no modules either; a method of that name
 * in a class with bases. */
enum own_name { OWN_METHOD = 1, OWN_CLASS = 2, OWN_PLAIN = 4, OWN_BASED = 8 };
bool flow_is_own(struct flow *f, uint32_t name, enum own_name what);
struct what flow_self(struct flow *f, uint32_t attribute);
bool flow_is_module_class(struct flow *f, uint32_t class_);
bool flow_is_function_class(struct flow *f, uint32_t class_);
/* Of a data set: its methods run where data are loaded. */
bool flow_is_data_class(struct flow *f, uint32_t class_);

/* flow_emit.c */
void emit_masked(struct flow *f, const struct masked *m, bool store);
/* Tells the masked subscripts since a mark as loads. */
void emit_loads(struct flow *f, uint32_t from);
enum truth_form { TRUTH_ALL_ANY, TRUTH_OPERATOR, TRUTH_CONDITION };
void emit_truth(struct flow *f, enum truth_form form, uint32_t at, uint32_t end);
/* Some rule tells the form wherever it stands, not only in forward and in training. */
bool truth_is_told_anywhere(struct flow *f, enum truth_form form);
/* Drops matches of what is of the device at calls whose tensor is on the host. */
void emit_settle(struct flow *f);
void emit_size(struct flow *f, uint32_t read);
void emit_place(struct flow *f, enum matcher matcher, uint32_t at, uint32_t end);
/* x.item(), x.cpu() where a gradient is asked for: x is a tensor unless it is known to be none. */
bool flow_reads_in_training(const struct flow *f, uint32_t method, uint32_t at);
/* float(loss), print(loss), f"{loss}": told while training; elsewhere it is sizes and offsets that
 * are read, which are on the host mostly. */
void emit_read(struct flow *f, struct what value, uint32_t at, uint32_t end);
/* Method items whose receiver fits. */
void emit_method(struct flow *f, struct what receiver, uint32_t name, const struct flow_args *args);
void emit_attribute(struct flow *f, struct what receiver, uint32_t name, uint32_t end);
/* Items of a path that want to know which argument is a tensor. */
void emit_path_call(struct flow *f, uint32_t path, const struct flow_args *args);
/* WHAT_TRUE_HOST of a list of nothing but "cpu", WHAT_TRUE_ELSEWHERE of one of other accelerators.
 */
uint32_t device_list_flags(struct flow *f, const struct token *list);
/* E in [...]: device-allow-list. */
void emit_device_in(struct flow *f, uint32_t at, uint32_t end, const struct token *list);
/* if E == "cuda": … elif E == "mps": …: device-type-chain. */
void emit_device_chain(
        struct flow *f, const str *literals, uint32_t count, uint32_t at, uint32_t end);
/* A dict display: device-backend-map. */
void emit_device_map(struct flow *f, const struct token *open);
/* A string literal's text, and whether it names a CUDA device or another. */
uint32_t device_flags(str text);
bool option_holds(struct flow *f, enum matcher matcher, const char *key, str text);
/* The n-th text that the option of the matcher's items has; STR_NONE: there are fewer. */
str option_text(struct flow *f, enum matcher matcher, const char *key, uint32_t n);

#endif
