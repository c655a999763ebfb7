/* Inside of rule_leaves*.c: the state of one reading, and its parts that call each other. */
#ifndef SCANNER_RULE_LEAVES_H
#define SCANNER_RULE_LEAVES_H

#include "scanner/python/lexer.h"
#include "scanner/rule_python.h"

enum { LEAVES_DEEP = 8 }; /* names behind names */

struct reading {
	struct python_matching *p;
	struct python_file *file;
	const struct token *tokens;
	struct leaves *out;
	uint32_t depth, steps;
	uint32_t at;    /* where the value stands that is asked for */
	uint32_t name;  /* that it was given to last */
	uint8_t origin; /* enum leaf_origin */
	/* Where a name of reader_scope is read: what is bound behind it in that scope does not
	 * count unless a loop comes back to it. 0: all counts. */
	uint32_t reader, reader_scope;
};

/* A run of tokens, and the scope in which it stands. */
struct run {
	uint32_t from, to, scope;
};

/* One more step. False: there have been enough. */
bool leaves_room(struct reading *r);
/* Where an expression ends that stands in a statement, a loop or a bracket; of a parameter at a
 * comma as well. */
uint32_t leaves_end(const struct reading *r, uint32_t from, bool parameter);
/* Adds a leaf; NULL when there is no room. */
struct leaf *leaves_add(struct reading *r, uint8_t kind, struct run run);
/* Adds what an expression may be. */
void leaves_value(struct reading *r, struct run run);
/* Adds all that a scope binds a name to; `table`: the values of the display that it is, those of
 * `key` when that is given. False: it binds it nowhere. */
bool leaves_bound(struct reading *r, uint32_t name, uint32_t scope, bool table, str key);
/* The same of self.NAME = VALUE in a class. */
void leaves_stores(struct reading *r, uint32_t class_, uint32_t name, bool table, str key);
/* The class that a name of this file is; PYTHON_NONE. */
uint32_t leaves_class(const struct reading *r, uint32_t name);

/* rule_leaves_object.c: what a class, or a base of it, gives a name: in its body, by self.NAME =
 * VALUE. */
void leaves_attribute(struct reading *r, uint32_t class_, uint32_t name, bool table, str key);
/* cfg.NAME, self.cfg.NAME: a field of an object whose class is known. `object`: the name; 0 for
 * self.cfg. */
void leaves_set(struct reading *r, uint32_t object, struct run run);
void leaves_field(struct reading *r, const struct instance *of, uint32_t object, struct run run);
/* Whether another file could say what a field of that name is: what a field is that says that it is
 * a device is told there. */
bool leaves_may_be_outside(const struct reading *r, uint32_t name);
/* rule_leaves_text.c: reads a text of several parts. False: the run is none. */
bool leaves_text(struct reading *r, struct run run);

#endif
