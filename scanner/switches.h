/* Switches of a project: names that choose what is done (use_perf, torch_sdpa, --fp16), and whether
 * anything in the project gives them another value than the one that they begin with.
 *
 * Filled file by file, each worker its own, then joined. What is asked is answered by names alone,
 * whatever they belong to, and by hashes: a name that two things share counts as given for both, so
 * that "nothing gives it" may be missed and is never wrong for that reason. What is given to the
 * project from outside (the command line of a person, a caller of a library) is not known. */
#ifndef SCANNER_SWITCHES_H
#define SCANNER_SWITCHES_H

#include "scanner/python/python.h"

enum switch_kind {
	SWITCH_FLAG,      /* of a command line: a store_true, or one whose default is False */
	SWITCH_PARAMETER, /* of a function; of a class by its __init__ */
	SWITCH_CONSTANT,  /* of a module */
	SWITCH_KEY,       /* of a configuration, which has to be a text */
	SWITCH_COMPILER,  /* whether anything compiles or exports at all */
	SWITCH_WORD,      /* an option that has to be a text, which nothing but tests has */
};

enum { SWITCH_OTHERS_MOST = 8 };

/* A name that has to be given another value. */
struct switch_need {
	enum switch_kind kind;
	bool off; /* it waits for the name to be false; else to be true, or anything but None */
	str name; /* "use_perf" */
	str key;  /* of a configuration, with its section: "MODEL.use_perf"; "": it is no such */
	str text; /* the text that it has to be, "flash"; "": it is asked for its truth */
	str function;   /* that a parameter belongs to, as it is called; */
	uint32_t place; /* among the arguments without a name, PYTHON_NONE: none */
	bool made;      /* the function is a class, of which others may derive */
	uint64_t others[SWITCH_OTHERS_MOST]; /* hashes of texts that it may be instead, */
	uint32_t n_others;                   /* of which one has to be given; none: it may */
	const struct switch_need *other;     /* one of them is enough; NULL: there is no other */
};

/* What a place waits for: any of the needs that stand around it, or one of those of each call of
 * the function that it stands in. */
struct switch_wait {
	const struct switch_need *here;
	str called; /* that function, of which its own file shows the calls */
	const struct switch_need *const *calls;
	uint32_t n_calls;
	const struct switch_need *otherwise; /* what the other side of a choice waits for */
};

/* A flag of a command line, by a hash of its name, as it is spelled there. */
struct switch_flag {
	uint64_t hash;
	str spelled; /* "--use-perf" */
	str brief;   /* "-p"; "" when there is none */
	bool other;  /* a second spelling, which alone says nothing of what it is at first */
};

/* A parameter, or a field of a class, that is handed on under its name: who gives it a value gives
 * what it is handed to one. */
struct switch_pass {
	uint64_t function, name;
	uint32_t place;
	bool field;
};

/* A class that hands on to one that it derives from what its calls give it: all of it, or what
 * stands behind so many arguments. */
struct switch_heir {
	uint64_t heir, base;
	uint32_t before;
	bool starred; /* by a star of its constructor; else it has none of its own */
};

struct switches {
	struct arena *arena;
	uint64_t *marks;          /* bits by hash: what is said of names */
	uint16_t *places;         /* by hash of function and place: what is given there */
	uint16_t *loose;          /* likewise, numbers as they are written aside */
	uint32_t mask, mark_mask; /* of places, of marks */
	uint64_t *words;          /* bits by hash: texts, and words of them, that stand somewhere */
	VEC(struct switch_flag) flags;
	VEC(struct switch_pass) passes;
	VEC(struct switch_heir) heirs;
	bool compiles;
	bool any;   /* attributes are set by names made at run time */
	bool asks;  /* functions are called so */
	bool typed; /* something may make what annotations say */
};

enum { SWITCHES_FILES_MOST = 1000 }; /* of more sources a name means too many things */

/* Room for so many files, which are all that will be noted. */
void switches_start(struct switches *s, struct arena *arena, uint32_t files);
void switches_note_python(struct switches *s, struct arena *temp, struct python_file *file);
/* Something in the file compiles or exports a model, by Dynamo and what stands on it, as far as its
 * names tell: that it may. */
bool python_compiles(const struct python_file *file);
/* A configuration, a script: NAME: value, "NAME": value, NAME=value, --name. */
void switches_note_text(struct switches *s, str path, str text);
/* Text of no kind that is known; of what is written for people the commands. */
void switches_note_beside(struct switches *s, str path, str text);
/* Both were started for the same number of files. */
void switches_join(struct switches *into, const struct switches *from);
/* All is noted and joined: before it is asked. */
void switches_close(struct switches *s);
/* The need that nothing gives, so that the place is not reached; NULL: it may be. *flag: how the
 * flag is spelled, for SWITCH_FLAG. */
const struct switch_need *switches_leave_off(
        const struct switches *s, const struct switch_wait *wait, str *flag);

/* All that a place waits for is one flag that is off at first, and a command gives it. */
bool switches_give_flag(const struct switches *s, const struct switch_need *need);

/* Something may call the function otherwise than by its name, as far as names tell. */
bool switches_hand_on(const struct switches *s, str function);
/* Likewise, as far as it is asked for by its name. */
bool switches_name(const struct switches *s, str function);
/* A class that others may derive from. */
bool switches_have_heirs(const struct switches *s, str class_);
/* Methods whose names are made at run time are given something there. */
bool switches_ask_at(const struct switches *s, uint32_t place);
/* Nothing gives one of the needs, flags aside: what waits for them all is never chosen. */
bool switches_never_choose(const struct switches *s, const struct switch_need *needs);

/* What the text at a place, behind a parameter's or a variable's name, gives it at first. */
enum switch_value { VALUE_NOTHING, VALUE_ON = 1, VALUE_OFF = 2, VALUE_ANY = 3 };
enum switch_value switch_value_behind(str text, size_t at, str name);

#endif
