/* Inside the look for functions that could hold a match: what its files share.
 *
 * flow_trigger.c    what records tell: calls, names
 * flow_bound.c      which names could be tensors
 * flow_operators.c  what only tokens tell: operators, tests, slices, loops */
#ifndef SCANNER_FLOW_TRIGGER_H
#define SCANNER_FLOW_TRIGGER_H

#include "scanner/flow_internal.h"

/* SUPPOSED: a parameter that is taken for a tensor until it is asked whether it is true.
 * WORKING: asked for while it is being found out. */
enum { PAIR_NEW, PAIR_NO, PAIR_SUPPOSED, PAIR_YES, PAIR_WORKING };

/* (unit, name) to its bindings and what is known of them: open addressing, half full at most. */
struct pairs {
	uint64_t *keys;
	uint32_t *first; /* the first binding + 1; 0: a free slot */
	uint8_t *states;
	uint8_t *so_far; /* of bindings that have been looked at */
	uint32_t *next;  /* by binding, the next one + 1 */
	uint32_t mask;
};

struct triggers {
	struct flow *f;
	const struct python_file *file;
	uint8_t *units;
	uint32_t *unit_of;    /* by scope */
	struct pairs bound;   /* names of each unit, looked at when they are asked for */
	uint32_t working;     /* the pair that is being looked at */
	uint32_t depth;       /* of names that are looked at for others */
	uint8_t *self_may_be; /* by name: self.NAME in some class of the file, enum self_kind */
	bool *self_names;     /* by name: the first parameter of some method */
	uint8_t *attribute_may_be;  /* by name: 1 no, 2 yes */
	VEC(uint32_t) tensor_calls; /* places of calls that give tensors or layers */
	VEC(uint32_t) numbers;      /* calls of int() whose argument could be a tensor */
	VEC(uint32_t) sizes;        /* calls that take sizes, of which one could be a tensor */
	VEC(uint32_t) masks;        /* places of what gives booleans, in order */
	bool tensor_alias, holds_rank, holds_detach;
	bool any_self; /* something in self_may_be */
};

enum self_kind { SELF_MODULE = 1, SELF_TENSOR = 2 };

/* flow_bound.c: prepares for the questions below. */
void trigger_find_names(struct triggers *t);
/* Whether the name could be a tensor somewhere in the unit, as PAIR_NO, PAIR_SUPPOSED, PAIR_YES. */
uint8_t trigger_name_may_be(struct triggers *t, uint32_t unit, uint32_t name);
/* A word behind a name: whether a tensor's attribute of that name can be one itself. */
bool trigger_attribute_may_be(struct triggers *t, uint32_t name);
/* Wants the units that make a number of what could be a tensor. Once all else is known. */
void trigger_numbers(struct triggers *t);
/* Likewise those that give what is surely a tensor for a size. */
void trigger_sizes(struct triggers *t);
/* Wants the units in which an operator stands whose operands could be tensors. */
void trigger_operators(struct triggers *t);

#endif
