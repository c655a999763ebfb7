/* Element types that a target may have rules about, and quantized operators.
 *
 * The rules are the target's facts of the areas dtype and quantization; a fact belongs to a dtype
 * when its name holds the dtype's word ("float64", "complex dtypes", "int8 to int64", "qint*").
 * Verdicts of operators take dtypes into account already; this is what holds for a dtype as a
 * whole. */
#ifndef ASSESS_DTYPES_H
#define ASSESS_DTYPES_H

#include "assess/subject.h"

struct dtype_rule {
	uint32_t target;
	struct remark remark;
};

struct dtype_use {
	enum dtype dtype;
	uint64_t nodes;   /* judged nodes that take or give it */
	uint64_t indices; /* of those, nodes that take it for indices only */
	uint64_t inputs;  /* inputs of counted top graphs */
	str op;           /* of the first node that takes or gives it as data */
	struct row_place place;
	VEC(struct dtype_rule) rules;
	bool matters; /* some rule is not plainly good */
};

struct dtypes {
	struct dtype_use use[DTYPE_COUNT];
	VEC(uint32_t) quantized; /* rows of quantized operators, in assessment.rows */
};

void dtypes_open(struct dtypes *out);
void dtypes_add(struct dtypes *dtypes, const struct subject *subject);
void dtypes_close(struct env *env, struct dtypes *dtypes, const struct assessment *assessment);
/* Does a fact's name speak of that dtype? */
bool remark_names_dtype(str name, enum dtype dtype);

#endif
