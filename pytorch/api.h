/* Public names of torch: which there are, what they are called properly, which operators a call
 * dispatches, what waits for the device.
 *
 * Measured with torch 2.13.0 (operators of a call on a device without kernels of its own) and from
 * its documentation; see docs of tools/import_facts.py. */
#ifndef PYTORCH_API_H
#define PYTORCH_API_H

#include "pytorch/tables.h"

struct api {
	str name;       /* as asked for */
	str canonical;  /* "torch.cat" for "torch.concat" */
	str kind;       /* module class nn_module function method property attribute constant dtype
	                   exception */
	str deprecated; /* empty: no */
	uint32_t releases;
};

/* A public dotted name. False when torch has none of that name. */
bool api_find(str name, struct api *out);

struct api_operators {
	str note;
	const uint32_t *pre, *neutral; /* texts: tables_text(pre[i]) */
	uint32_t n_pre, n_neutral;
};

/* What a call dispatches in a pass ("forward", "forward:eval", "backward", "step:foreach"). The
 * name is brought to its canonical form first. False when that was not measured. */
bool api_operators_find(str name, str pass, struct api_operators *out);

enum sync_effect {
	SYNC_NONE,
	SYNC_READ,  /* a value is read: the host waits */
	SYNC_COPY,  /* a tensor comes to the host */
	SYNC_SHAPE, /* the shape of the result depends on data */
};

struct api_sync {
	enum sync_effect effect;
	bool always; /* false: for some inputs of that name only */
	str why;
};

/* Whether a call waits for the device. Names as in the documentation ("torch.Tensor.item"); effects
 * that hold on the CPU only are none. */
struct api_sync api_sync_find(str name);

#endif
