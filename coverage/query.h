/* The question that coverage answers: one operator as one node calls it.
 *
 * Filled on the stack by whoever asks. What is not known is left QUERY_UNKNOWN and
 * stays undecided; what the call leaves out has the schema's default. */
#ifndef COVERAGE_QUERY_H
#define COVERAGE_QUERY_H

#include "pytorch/dtype.h"
#include "pytorch/operator.h"
#include "pytorch/schema.h"
#include "pytorch/tables.h"

enum query_kind {
	QUERY_ABSENT, /* the call leaves it out: the schema's default holds */
	QUERY_UNKNOWN,
	QUERY_NONE,
	QUERY_TENSOR,
	QUERY_TENSORS,
	QUERY_INT,
	QUERY_FLOAT,
	QUERY_BOOL,
	QUERY_COMPLEX,
	QUERY_TEXT, /* strings, and dtypes as "float32" */
	QUERY_DTYPE,
	QUERY_INTS, /* also bools; a symbolic element is QUERY_SYMBOLIC */
	QUERY_OTHER,
};

#define QUERY_SYMBOLIC INT64_MIN

struct query_tensor {
	enum dtype dtype;
	int32_t rank;         /* -1: not known */
	const int64_t *sizes; /* NULL: not known; QUERY_SYMBOLIC for a symbol */
	bool sparse;
};

struct query_arg {
	enum query_kind kind;
	union {
		struct query_tensor tensor;
		struct {
			const struct query_tensor *at;
			uint32_t count;
		} tensors;
		struct {
			const int64_t *at;
			uint32_t count;
		} ints;
		int64_t integer;
		double real;
		bool flag;
		str text;
		enum dtype dtype;
	};
};

/* Three-valued: what the query cannot say is undecided. */
enum tri { TRI_NO, TRI_MAYBE, TRI_YES };

static inline enum tri tri_not(enum tri t)
{
	return (enum tri)(TRI_YES - t);
}

struct query {
	str op; /* "aten.add.Tensor"; without an overload it stands for all */
	enum release release;
	const struct operator* row;   /* its bundled row in that release; NULL: is looked up */
	const struct schema *schema;  /* NULL: an operator that is not known */
	const struct query_arg *args; /* one per schema argument; NULL: nothing is known of them */
	const enum dtype *dtypes;     /* of the data operands when args is NULL, or of a leaf */
	uint32_t n_dtypes;
	const enum dtype *out_dtypes;
	uint32_t n_out_dtypes; /* 0: not known */
	bool dynamic;          /* some size is symbolic */
	bool zero_size;        /* some tensor is known to have no element */
	bool no_dtypes;        /* nothing is known of the dtypes: dtype cases stay undecided */
};

/* The argument of that name with the default filled in; kind QUERY_UNKNOWN when it cannot be told.
 */
struct query_arg query_value(const struct query *query, str name);
/* Number of data operands' dtypes, and the i-th. */
uint32_t query_dtypes(const struct query *query, enum dtype *out, uint32_t most);
/* The class by which decompositions differ. */
enum dtype_class query_class(const struct query *query);

#endif
