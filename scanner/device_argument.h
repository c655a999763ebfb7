/* Arguments that stand for devices: of PyTorch's own calls, and of functions of the project that
 * give their parameter to such a call or keep it as self.device. A parameter that is only named
 * like a device may be the key of a table.
 *
 * What a module says of one of its functions is one text: "(0 where,2 device". */
#ifndef SCANNER_DEVICE_ARGUMENT_H
#define SCANNER_DEVICE_ARGUMENT_H

#include "scanner/python/python.h"

/* A parameter that stands for a device. */
struct device_parameter {
	uint32_t function; /* its scope */
	uint32_t name;
	uint32_t
	        place; /* among the arguments of a call, without self; PYTHON_NONE: by name alone */
};

/* In order of the source. */
struct device_parameters {
	VEC(struct device_parameter) list;
};

/* By name of the file, what a call or a keyword of that name says of its arguments. In `arena`. */
const uint8_t *device_words(struct arena *arena, const struct python_file *file);
/* Whether an argument of one of PyTorch's calls, at a place among those without a name, stands for
 * a device: device=…, x.to(…), torch.device(…). `words`: device_words of the file. */
bool device_argument(const struct python_file *file, const uint8_t *words,
        const struct python_call *call, const struct python_arg *arg, uint32_t place);
/* False: it is true of no argument of the call. */
bool call_may_take_device(
        const struct python_file *file, const uint8_t *words, const struct python_call *call);
/* A name that says that it holds a device: device, DEVICE, gpu_device, device_name. */
bool is_device_name(str name);

/* Where the parameter of a binding stands among those that are given without a name, self left out;
 * PYTHON_NONE: nowhere. */
uint32_t parameter_place(const struct python_file *file, uint32_t binding);
void device_parameters_find(struct arena *arena, const struct python_file *file,
        const uint8_t *words, struct device_parameters *out);
/* What other modules are told of this one: from the parameter `i` on, gives the name of its def or
 * class (0: none that others can name) and a text for it, and returns where the next one begins. */
uint32_t device_parameters_told(struct arena *arena, const struct python_file *file,
        const struct device_parameters *parameters, uint32_t i, uint32_t *name, str *text);
/* Whether such a text speaks of an argument; name "": of the one at the place. */
bool device_parameters_tell(str text, str name, uint32_t place);

#endif
