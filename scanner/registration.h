/* Where a project's own operators are registered: torch.library in Python, TORCH_LIBRARY in C++.
 *
 * Only what is written as a literal is found; a name that code puts together is not. */
#ifndef SCANNER_REGISTRATION_H
#define SCANNER_REGISTRATION_H

#include "scanner/python/python.h"

struct registration {
	str op;      /* "mylib.add", as graphs spell it without the overload */
	str how;     /* "torch.library.custom_op", "TORCH_LIBRARY" */
	str device;  /* of a kernel: "cuda", "CUDA", "CompositeImplicitAutograd"; empty: not told */
	bool kernel; /* false: the operator is defined here */
	uint32_t line;
};

struct registrations {
	struct arena *arena; /* texts are copied into it */
	VEC(struct registration) list;
};

void registrations_find_python(struct python_file *file, struct registrations *out);
/* Of a C++ or CUDA source. */
void registrations_find_cpp(str text, struct registrations *out);

#endif
