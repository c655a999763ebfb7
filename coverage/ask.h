/* A query from text, as people and scripts put it: dtypes in schema order, arguments and context as
 * JSON. */
#ifndef COVERAGE_ASK_H
#define COVERAGE_ASK_H

#include "base/diag.h"
#include "coverage/query.h"

struct ask {
	str op;
	str signature; /* "f32,i64", "f32,[f32,f32],-"; none: float32 data, int64 indices, bool
	                  masks */
	str args;      /* {"sorted": false} */
	str context;   /* {"shape": "dynamic" | "zero_size", "out_dtype": ["f32"], "arg_dtypes":
	                  {"indices": "b8"}} */
	enum release release;
};

/* Everything of the query lives in env->keep. False when reported. */
bool ask_query(struct env *env, const struct ask *ask, struct query *out);

#endif
