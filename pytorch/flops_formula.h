/* What the formulas of pytorch/flops.c share; each counts one family of operators and says false
 * when it has no answer for these arguments. */
#ifndef PYTORCH_FLOPS_FORMULA_H
#define PYTORCH_FLOPS_FORMULA_H

#include "pytorch/flops.h"

typedef bool flops_formula(const struct flops_query *q, int64_t *count);

flops_formula flops_einsum;

/* By its name, else by its position; NULL when it is not given. */
static inline const struct flops_arg *arg_of(
        const struct flops_query *q, const char *name, uint32_t at)
{
	const struct flops_arg *found = NULL;
	uint32_t position = 0;

	for (uint32_t i = 0; i < q->n_args; i++) {
		const struct flops_arg *arg = &q->args[i];

		if (arg->name.len && str_eq(arg->name, str_from(name)))
			return arg;
		if (!arg->keyword && position++ == at && !arg->name.len)
			found = arg;
	}
	return found;
}

/* Products and sums that say false instead of overflowing. */
static inline bool times(int64_t *product, int64_t factor)
{
	return factor >= 0 && !__builtin_mul_overflow(*product, factor, product);
}

static inline bool plus(int64_t *sum, int64_t more)
{
	return !__builtin_add_overflow(*sum, more, sum);
}

#endif
