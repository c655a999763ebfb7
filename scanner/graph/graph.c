/* Questions about a graph that was read. Sizes come from files, so every product is checked. */
#include "scanner/graph/graph.h"

#include "base/text.h"
#include "pytorch/flops.h"
#include "scanner/graph/identity.h"

str graph_name_part(str name)
{
	if (name.len <= NAME_PART_MOST)
		return name;
	name = str_slice(name, 0, NAME_PART_MOST);
	return str_slice(name, 0, utf8_valid(name));
}

void tensor_bound_rank(struct tensor *tensor)
{
	if (tensor->rank > TENSOR_RANK_MOST) {
		tensor->rank = 0;
		tensor->has_shape = false;
	}
	if (tensor->n_strides > TENSOR_RANK_MOST)
		tensor->n_strides = 0;
}

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
	return node_arg_named(file, node, str_from(name), position);
}

const struct arg *node_arg_named(
        const struct graph_file *file, const struct node *node, str name, uint32_t position)
{
	uint32_t id = intern_find(&file->names, name);
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

bool graph_frame_counts(str path)
{
	static const str inside[] = {{"site-packages/torch/", 20}, {"dist-packages/torch/", 20},
	        {"site-packages\\torch\\", 20}};
	static const str starts[] = {{"<eval_with_key>", 15}, {"<frozen ", 8}, {"<string>", 8},
	        {"<unknown>", 9}, {"torch/", 6}};

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (str_starts(path, starts[i]))
			return false;
	for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
		if (str_has(path, inside[i]))
			return false;
	return true;
}

/* Two lanes that fold in a word at a time; the same graph gives the same digest everywhere. */
static void digest_word(uint64_t digest[2], uint64_t word)
{
	for (int i = 0; i < 2; i++) {
		uint64_t h = digest[i] ^ word ^ (uint64_t)i << 63;

		h ^= h >> 32;
		h *= i ? UINT64_C(0xd6e8feb86659fd93) : UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 29;
		h *= UINT64_C(0xbf58476d1ce4e5b9);
		digest[i] = h ^ h >> 32;
	}
}

/* Operators, shapes and inputs come from identity.c; roles tell parameters from user inputs. Bodies
 * of subgraphs count through their own digests, which stand behind their parent. */
static void digest_graph(struct graph_file *file, struct graph *g)
{
	g->identity[0] = g->n_nodes;
	g->identity[1] = g->n_inputs;
	digest_word(g->identity, g->operators);
	digest_word(g->identity, g->shapes);
	digest_word(g->identity, g->tensors);
	for (uint32_t i = 0; i < g->n_inputs; i++)
		digest_word(g->identity, file->inputs.at[g->first_input + i].role);
}

static void find_operators(struct graph_file *file)
{
	struct graph_operator *next = NULL;

	file->n_operators = file->names.names.len + 1;
	file->operators =
	        ARENA_ARRAY(file->arena, const struct graph_operator *, file->n_operators);
	for (uint32_t i = 0; i < file->nodes.len; i++) {
		const struct node *node = &file->nodes.at[i];

		if (node->kind != NODE_CALL_FUNCTION || !node->target ||
		        file->operators[node->target])
			continue;
		if (!next)
			next = ARENA_NEW(file->arena, struct graph_operator);
		if (!operator_find(graph_text(file, node->target), RELEASE_ANY, &next->row))
			continue;
		next->schema = schema_keep(file->arena, next->row.schema);
		next->flops = flops_known(next->row.name);
		file->operators[node->target] = next;
		next = NULL;
	}
}

void graph_file_seal(struct graph_file *file)
{
	find_operators(file);
	graph_file_identify(file);
	for (uint32_t i = 0; i < file->graphs.len; i++)
		digest_graph(file, &file->graphs.at[i]);
	for (uint32_t i = file->graphs.len; i-- > 0;) {
		const struct graph *g = &file->graphs.at[i];

		if (g->parent < i)
			digest_word(file->graphs.at[g->parent].identity, g->identity[0]);
	}
}
