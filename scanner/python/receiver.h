/* What a value is, as far as its name tells: a tensor, a module, something that is neither.
 *
 * Tables of names only; who is bound to what is the business of scanner/flow.h. What is not
 * in the tables is unknown, and unknown is an answer of its own. */
#ifndef SCANNER_PYTHON_RECEIVER_H
#define SCANNER_PYTHON_RECEIVER_H

#include "base/str.h"

enum receiver {
	RECEIVER_IS_UNKNOWN,
	RECEIVER_IS_TENSOR,
	RECEIVER_IS_TENSORS, /* several, to be taken apart */
	RECEIVER_IS_MODULE,  /* an instance of torch.nn.Module */
	RECEIVER_IS_OTHER,   /* neither: of numpy, pandas, the standard library, a plain number */
	RECEIVER_IS_SHAPE,   /* the sizes of a tensor: numbers of the host */
	RECEIVER_IS_SIZE,    /* one of them */
	RECEIVER_IS_VALUE,   /* a number read from a tensor: the host waits for it */
};

/* What a call of a resolved name gives ("torch.zeros", "torch.nn.Linear", "numpy.zeros").
 * `several`: the call has more than one argument (torch.max gives two tensors then). */
enum receiver receiver_of_call(str path, bool several);
/* What a method of a tensor gives; `bare`: without arguments. */
enum receiver receiver_of_method(str method, bool bare);
/* What an attribute of a tensor is. */
enum receiver receiver_of_attribute(str attribute);
/* What a call of a module that torch.nn has gives. */
enum receiver receiver_of_module_call(str path);
/* A resolved name is a module of torch.nn (a class). */
bool receiver_is_module_class(str path);
/* The first part of a resolved name belongs to a package that knows no tensors. */
bool receiver_is_other_root(str path);
/* The annotation of a parameter, resolved. */
bool receiver_is_tensor_type(str path);
/* Built-in types, numpy arrays or pandas objects have a method of that name too, so that on a
 * receiver that is not known it says nothing. */
bool receiver_is_common_method(str method);

#endif
