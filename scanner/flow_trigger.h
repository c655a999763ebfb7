/* Inside the look for functions that could hold a match: what its files share.
 *
 * flow_trigger.c    what records tell: calls, names, bindings
 * flow_operators.c  what only tokens tell: operators, tests, slices, loops */
#ifndef SCANNER_FLOW_TRIGGER_H
#define SCANNER_FLOW_TRIGGER_H

#include "scanner/flow_internal.h"

/* (scope, name) and (unit, name) to what is known of it: open addressing, half full at most. */
struct pairs {
	uint64_t *keys;
	uint8_t *states;
	uint32_t mask;
};

enum { PAIR_NEW, PAIR_NO, PAIR_YES };

/* The state of a pair; new ones are PAIR_NEW. */
uint8_t *pair_at(const struct pairs *pairs, uint32_t first, uint32_t second);

struct triggers {
	struct flow *f;
	const struct python_file *file;
	uint8_t *units;
	uint32_t *unit_of;    /* by scope */
	struct pairs may_be;  /* by unit and name */
	struct pairs firsts;  /* by scope and name: what the bindings say */
	uint8_t *self_may_be; /* by name: self.NAME in some class of the file, enum self_kind */
	bool *self_names;     /* by name: the first parameter of some method */
	uint8_t *attribute_may_be;  /* by name: 1 no, 2 yes */
	VEC(uint32_t) tensor_calls; /* places of calls that give tensors or layers */
	bool tensor_alias, holds_rank, holds_detach;
	bool any_self; /* something in self_may_be */
};

enum self_kind { SELF_MODULE = 1, SELF_TENSOR = 2 };

/* A word behind a name: whether a tensor's attribute of that name can be one itself. */
bool trigger_attribute_may_be(struct triggers *t, uint32_t name);
/* Wants the units in which an operator stands whose operands could be tensors. */
void trigger_operators(struct triggers *t);

#endif
