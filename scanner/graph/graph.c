/* Questions about a graph that was read. Sizes come from files, so every product is checked. */
#include "scanner/graph/graph.h"

int64_t tensor_numel(const struct graph_file *file, const struct tensor *tensor)
{
	int64_t numel = 1;
	bool overflow = false, symbolic = !tensor->has_shape, empty = false;

	for (uint32_t i = 0; i < tensor->rank; i++) {
		const struct dim *size = &file->dims.at[tensor->first_size + i];

		symbolic |= size->expr || size->value < 0;
		empty |= !size->expr && size->value == 0;
		if (!size->expr && __builtin_mul_overflow(numel, size->value, &numel)) {
			overflow = true;
			numel = 1;
		}
	}
	if (symbolic)
		return -1;
	return empty ? 0 : overflow ? -2 : numel;
}

int64_t tensor_bytes(const struct graph_file *file, const struct tensor *tensor)
{
	int64_t bytes = tensor_numel(file, tensor);

	if (bytes < 0)
		return bytes;
	if (__builtin_mul_overflow(bytes, (int64_t)dtype_bytes(tensor->dtype), &bytes))
		return -2;
	return bytes;
}

const struct arg *node_arg(
        const struct graph_file *file, const struct node *node, const char *name, uint32_t position)
{
	uint32_t id = intern_find(&file->names, str_from(name));
	const struct arg *at = NULL;
	uint32_t n = 0;

	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];

		if (id && arg->name == id)
			return arg;
		if (!arg->keyword && n++ == position)
			at = arg;
	}
	/* A named argument at that place is another one: the call left ours out. */
	return at && !at->name ? at : NULL;
}

const struct tensor *value_tensor(const struct graph_file *file, uint32_t value)
{
	uint32_t tensor;

	if (value >= file->values.len)
		return NULL;
	tensor = file->values.at[value].tensor;
	return tensor < file->tensors.len ? &file->tensors.at[tensor] : NULL;
}

str graph_text(const struct graph_file *file, uint32_t id)
{
	return intern_name(&file->names, id);
}
