/* The keys of exported programs as numbers, so that readers are switches. */
#ifndef SCANNER_GRAPH_EXPORTED_WORDS_H
#define SCANNER_GRAPH_EXPORTED_WORDS_H

#include "base/json.h"

#define EXPORTED_WORD_LIST(X)                                                                      \
	X(arg)                                                                                     \
	X(as_bool)                                                                                 \
	X(as_bools)                                                                                \
	X(as_complex)                                                                              \
	X(as_custom_obj)                                                                           \
	X(as_device)                                                                               \
	X(as_expr)                                                                                 \
	X(as_float)                                                                                \
	X(as_float_lists)                                                                          \
	X(as_floats)                                                                               \
	X(as_graph)                                                                                \
	X(as_int)                                                                                  \
	X(as_int_lists)                                                                            \
	X(as_ints)                                                                                 \
	X(as_layout)                                                                               \
	X(as_memory_format)                                                                        \
	X(as_name)                                                                                 \
	X(as_nested_tensors)                                                                       \
	X(as_none)                                                                                 \
	X(as_operator)                                                                             \
	X(as_optional_tensor)                                                                      \
	X(as_optional_tensors)                                                                     \
	X(as_scalar_type)                                                                          \
	X(as_string)                                                                               \
	X(as_string_to_argument)                                                                   \
	X(as_strings)                                                                              \
	X(as_sym_bool)                                                                             \
	X(as_sym_bools)                                                                            \
	X(as_sym_float)                                                                            \
	X(as_sym_floats)                                                                           \
	X(as_sym_int)                                                                              \
	X(as_sym_ints)                                                                             \
	X(as_tensor)                                                                               \
	X(as_tensors)                                                                              \
	X(buffer)                                                                                  \
	X(buffer_mutation)                                                                         \
	X(buffer_name)                                                                             \
	X(buffers_to_mutate)                                                                       \
	X(class_fqn)                                                                               \
	X(constant_input)                                                                          \
	X(custom_obj)                                                                              \
	X(custom_obj_name)                                                                         \
	X(device)                                                                                  \
	X(dialect)                                                                                 \
	X(dtype)                                                                                   \
	X(expr_str)                                                                                \
	X(from_node)                                                                               \
	X(gradient_to_parameter)                                                                   \
	X(gradient_to_user_input)                                                                  \
	X(graph)                                                                                   \
	X(graph_module)                                                                            \
	X(guards_code)                                                                             \
	X(hint)                                                                                    \
	X(imag)                                                                                    \
	X(index)                                                                                   \
	X(input_specs)                                                                             \
	X(inputs)                                                                                  \
	X(inputs_to_buffers)                                                                       \
	X(inputs_to_parameters)                                                                    \
	X(is_hop_single_tensor_return)                                                             \
	X(is_single_tensor_return)                                                                 \
	X(kind)                                                                                    \
	X(layout)                                                                                  \
	X(loss_output)                                                                             \
	X(major)                                                                                   \
	X(max_val)                                                                                 \
	X(meta)                                                                                    \
	X(metadata)                                                                                \
	X(min_val)                                                                                 \
	X(minor)                                                                                   \
	X(name)                                                                                    \
	X(nn_module_stack)                                                                         \
	X(nodes)                                                                                   \
	X(opset_version)                                                                           \
	X(output_specs)                                                                            \
	X(outputs)                                                                                 \
	X(parameter)                                                                               \
	X(parameter_mutation)                                                                      \
	X(parameter_name)                                                                          \
	X(persistent)                                                                              \
	X(range_constraints)                                                                       \
	X(real)                                                                                    \
	X(requires_grad)                                                                           \
	X(schema_version)                                                                          \
	X(signature)                                                                               \
	X(sizes)                                                                                   \
	X(source_fn_stack)                                                                         \
	X(stack_trace)                                                                             \
	X(storage_offset)                                                                          \
	X(strides)                                                                                 \
	X(sym_bool_values)                                                                         \
	X(sym_float_values)                                                                        \
	X(sym_int_values)                                                                          \
	X(target)                                                                                  \
	X(tensor_constant)                                                                         \
	X(tensor_constant_name)                                                                    \
	X(tensor_values)                                                                           \
	X(token)                                                                                   \
	X(torch_fn)                                                                                \
	X(torch_version)                                                                           \
	X(type)                                                                                    \
	X(user_input)                                                                              \
	X(user_input_mutation)                                                                     \
	X(user_input_name)                                                                         \
	X(user_inputs)                                                                             \
	X(user_output)                                                                             \
	X(user_outputs)                                                                            \
	X(value)                                                                                   \
	X(verifiers)

enum word {
	WORD_NONE,
#define X(name) WORD_##name,
	EXPORTED_WORD_LIST(X)
#undef X
	        WORD_COUNT
};

enum { WORD_SLOTS = 512 };

/* Both ends of a key, which with its length are all of it up to sixteen bytes. */
struct word_ends {
	uint64_t head, tail;
	size_t len;
};

/* Filled once per program, so that nothing has to be kept between files. */
struct words {
	unsigned char slots[WORD_SLOTS];
	struct word_ends ends[WORD_COUNT];
	struct json_guess guesses[WORD_COUNT]; /* each word as a key in the file */
};

void words_open(struct words *words);
/* WORD_NONE for a key that is not known; asTensor is as_tensor. */
enum word word_of(const struct words *words, str key);
/* "as_tensor" */
str word_text(enum word word);
#endif
