/* What calls give the functions of a project: whether all of them give an argument at all, and
 * whether all give it from the host's memory: x.cpu(), an array, what a data set has loaded.
 *
 * Filled file by file, each worker its own, then joined. A name counts for all functions that have
 * it, nothing is known unless all of a project is scanned, and what is not seen (a function that is
 * walked nowhere, *args) counts as given from elsewhere, so that "all give it from the host" may be
 * missed. Whoever calls a public name of a package is not known: what a package hands out is none
 * of these. Which functions are called outside of loops alone is told by the same calls. */
#ifndef SCANNER_HOST_CALLS_H
#define SCANNER_HOST_CALLS_H

#include "scanner/python/python.h"

enum host_given {
	GIVEN_NOTHING, /* a number, a text, None: no tensor */
	GIVEN_HOST,    /* from the host's memory, where it stays */
	GIVEN_FRESH,   /* likewise, and perhaps moved later as it is */
	GIVEN_THERE,   /* from there if it is a tensor at all */
	GIVEN_OTHER,   /* from elsewhere, or not known */
	GIVEN_UNTOLD,  /* nothing says where from: as OTHER, but of a parameter that is handed on */
};

/* What the walk of a file (flow_given.c) saw of a call. */
struct host_argument {
	uint32_t name; /* 0: by position */
	uint8_t given; /* enum host_given */
};

struct host_note {
	uint32_t open; /* place of the bracket */
	uint32_t first, count;
	bool spread; /* *args, **options, or more than were kept */
};

/* A function that hands on what it is given, by the name that it is called by. */
struct host_giver {
	str function, class_; /* class_: around it, "": none */
};

/* An argument that is a parameter of the function around, as that was given it. */
struct host_handed {
	const struct host_giver *from;
	uint32_t name, place; /* of the parameter */
};

/* A function of the project; what stands outside of loops in it runs as often as it is called. */
struct host_caller {
	str name;        /* by which it is called; "": this is no function, but what runs once */
	str path, below; /* of its file; without what leads to the project */
	bool made;       /* it is the constructor of the class of that name */
	bool method;     /* of an object */
};

struct host_notes {
	struct arena *arena, *keep; /* keep: of what is known beyond the file */
	struct host_handed *handed; /* by argument of the file; NULL: not looked */
	/* By call of the file: what it runs as often as; NULL: it may run again and again. */
	const struct host_caller **callers;
	VEC(struct host_note) list;
	VEC(struct host_argument) arguments;
};

struct host_entry {
	uint64_t key; /* 0: free */
	uint32_t marks;
	uint32_t count; /* of calls: of a name; with so many arguments by place; with a keyword */
};

/* What the parameter of one function is given is what another one is given in turn. */
struct host_edge {
	const struct host_giver *from;
	uint64_t keyword, to, to_function;
	uint32_t place;
};

/* A call outside of loops, of what a key stands for, by a function. */
struct host_turn {
	const struct host_caller *from;
	uint64_t to;
};

struct switches;

struct host_calls {
	struct arena *arena;
	struct host_entry *entries; /* open addressing, half full at most */
	uint32_t len, cap;
	VEC(struct host_edge) edges;
	VEC(struct host_turn) turns;
};

/* What is called is of PyTorch, by its import. */
bool host_calls_of_library(const struct python_file *file, const struct python_chain *chain);
/* The file's calls: what `notes` say of them, else what they show themselves. The notes are
 * brought in order. */
void host_calls_note(struct host_calls *calls, struct arena *temp, const struct python_file *file,
        struct host_notes *notes);
/* Of any other text: the last names of dotted paths, and values of keys, are asked for by it. */
void host_calls_note_text(struct host_calls *calls, str text);
void host_calls_join(struct host_calls *into, const struct host_calls *from);
/* Once all are joined: what functions hand on counts as given from where they are given it. */
void host_calls_settle(struct host_calls *calls, const struct switches *switches);
/* Some argument of a function of that name may be given from the host by all that call it. */
bool host_calls_may(const struct host_calls *calls, str function);
/* A package hands the function or class out by that name, or all that a module of that name has. */
bool host_calls_shown(const struct host_calls *calls, str name);
/* What all calls of a function give a parameter; place PYTHON_NONE: by its name alone. HOST, FRESH
 * or THERE where each call that gives it anything gives that, or more, and some call does; else
 * OTHER. */
enum host_given host_calls_give(
        const struct host_calls *calls, str function, uint32_t place, str parameter);

/* Each call of a function gives a parameter a value, and some program calls it. */
bool host_calls_always_give(
        const struct host_calls *calls, str function, uint32_t place, str parameter);

/* Nothing but calls by its name leads to a function, as far as is known. */
typedef bool host_caller_known(void *context, const struct host_caller *caller);
/* Once all are joined: which functions are called outside of loops alone, by functions of which
 * that is true in turn, up to what runs once. */
void host_calls_settle_turns(struct host_calls *calls, host_caller_known *known, void *context);
/* Then: the function is one of these. */
bool host_calls_run_once(const struct host_calls *calls, const struct host_caller *function);

#endif
