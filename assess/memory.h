/* Memory: does a graph fit on one device, and if not, on how many?
 *
 * Counted: parameters (tied ones once), buffers, inputs, and of the results those alive at the
 * same time when operators run one by one in the order of the graph. Training adds a gradient per
 * parameter and the optimizer's states, both in the parameter's own dtype as PyTorch makes them,
 * and in place of the results alive those that autograd keeps for the backward pass
 * (pytorch/backward.h). Not counted: what operators need for themselves, what an allocator loses,
 * compiled programs, collectives. Symbolic sizes count as they were traced. What autograd keeps in
 * some calls of an operator only is counted as kept. */
#ifndef ASSESS_MEMORY_H
#define ASSESS_MEMORY_H

#include "assess/book.h"
#include "assess/subject.h"

struct memory_graph {
	uint32_t graph; /* in scan.graphs */
	uint64_t parameters, buffers, inputs;
	uint64_t alive;   /* results alive at the same time, at most */
	uint64_t unsized; /* values without any size: not counted */
	bool backward;    /* holds a backward pass itself: `alive` is that of training */
	uint64_t gradients, states, kept;
	uint64_t unmeasured; /* calls whose backward pass is not known: nothing kept for them */
	uint64_t inference, training; /* sums; training 0: no parameter to train, or `backward` */
};

/* Devices needed when parameters, gradients and states are spread evenly over them, and each
 * device holds inputs and results of its own; 0: those alone do not fit. */
struct memory_fit {
	uint32_t inference, training;
};

struct memory_device {
	uint32_t target;
	str accelerator;
	double bytes;  /* of one device as PyTorch sees it */
	bool per_chip; /* how many devices a chip has is not known: bytes of a chip */
	const struct machine **machines; /* that have it, the smallest first */
	uint32_t n_machines;
	struct memory_fit *fits; /* one per memory.graphs */
};

struct memory {
	VEC(struct memory_graph) graphs; /* counted top graphs whose parameters are known */
	VEC(struct memory_device) devices;
	str optimizer;
	double states; /* per element of a parameter */
};

/* `optimizer`: class of torch.optim whose states count. */
void memory_open(struct env *env, struct memory *out, str optimizer);
void memory_add(struct memory *memory, const struct subject *subject);
void memory_close(struct env *env, struct memory *memory, const struct assessment *assessment,
        const struct book *book);
/* Devices that the machine shows to PyTorch; its chips where that is not known. */
uint32_t machine_devices(const struct machine *machine);
/* The smallest machine of a device that has that many; NULL: none has. */
const struct machine *memory_machine(const struct memory_device *device, uint32_t devices);

#endif
