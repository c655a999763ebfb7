/* The schema of an operator, argument by argument, and what each tensor argument is for.
 *
 * Grammar: PyTorch's function schema language (aten/src/ATen/native/README.md, "func"). */
#ifndef PYTORCH_SCHEMA_H
#define PYTORCH_SCHEMA_H

#include "base/arena.h"

enum { SCHEMA_ARGS_MOST = 64 };

/* What a tensor operand is for. Only data operands decide which dtype of a fact counts. */
enum operand_role {
	OPERAND_NONE, /* no tensor */
	OPERAND_DATA,
	OPERAND_INDEX,
	OPERAND_MASK,
	OPERAND_COUNT, /* lengths, offsets, steps, seeds, quantisation parameters */
	OPERAND_OUT,
};

struct schema_arg {
	str type, name, default_text; /* default_text.ptr NULL: none */
	enum operand_role role;
	bool keyword_only;
	bool tensor;   /* Tensor, Tensor?, Tensor[] or Tensor?[] */
	bool list;     /* of whatever */
	bool optional; /* T? */
	bool writes;   /* (a!) */
};

/* `args` stands last: of one that is kept only as many are there as count says. */
struct schema {
	uint32_t count;
	str returns;
	struct schema_arg args[SCHEMA_ARGS_MOST];
};

/* Reads "(Tensor self, *, float p=0.5) -> Tensor"; arguments beyond the bound are left out. */
void schema_parse(str text, struct schema *out);
/* The same, kept in the arena, where it takes no more room than its arguments. */
const struct schema *schema_keep(struct arena *arena, str text);
/* The index of an argument by name, or UINT32_MAX. */
uint32_t schema_find(const struct schema *schema, str name);

#endif
