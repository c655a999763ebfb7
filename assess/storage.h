/* Which values lie in the same memory: a view, an in-place result and their source are one.
 *
 * What the operator's schema promises is believed (Tensor(a) -> Tensor(a)), but for what may copy:
 * `to` that changes the dtype, `contiguous` and `reshape` of what is known not to be contiguous. */
#ifndef ASSESS_STORAGE_H
#define ASSESS_STORAGE_H

#include "assess/dataflow.h"
#include "pytorch/operator.h"

struct storage {
	const struct dataflow *flow;
	uint32_t *
	        owner; /* of a value: the one in whose memory it lies; itself when it has its own */
};

void storage_find(struct arena *arena, struct dataflow *flow, struct storage *out);
/* Does a node only look at the memory of its first tensor in another way? */
bool node_is_view(const struct dataflow *flow, const struct node *node);
/* Bytes of a value as it was traced: symbolic sizes by their hints; -1 without. */
static inline int64_t storage_bytes(const struct storage *storage, uint32_t value)
{
	return dataflow_size(storage->flow, value)->traced;
}

#endif
