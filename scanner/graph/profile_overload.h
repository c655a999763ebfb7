/* Which overload a call in a profile was: profiles name operators without it. */
#ifndef SCANNER_GRAPH_PROFILE_OVERLOAD_H
#define SCANNER_GRAPH_PROFILE_OVERLOAD_H

#include "pytorch/operator.h"
#include "pytorch/schema.h"

enum { PROFILE_INPUTS_MOST = SCHEMA_ARGS_MOST };

/* Types of the inputs as the profiler writes them, one per argument of the schema, defaults
 * included: "float", "Scalar", "ScalarList", "TensorList", "" for whatever else. */
struct profile_types {
	str at[PROFILE_INPUTS_MOST];
	uint32_t count;
};

/* "aten.add" with a tensor and a tensor is "aten.add.Tensor". False when no overload or several
 * take such inputs. */
bool profile_overload(
        str base, const struct profile_types *types, struct operator* out, struct schema *schema);

#endif
