/* Shapes and scalars are copied into the flat form that formulas take. A symbolic size anywhere in
 * the arguments makes the answer symbolic, whether the formula asks for it or not. */
#include "scanner/graph/graph_flops.h"

struct asker {
	const struct graph_file *file;
	struct arena *temp;
	const struct graph_sizes *sizes; /* NULL: those of the graph */
};

static int64_t size_of(const struct asker *a, const struct dim *dim)
{
	if (a->sizes)
		return a->sizes->of(a->sizes->user, dim);
	return dim->expr ? -1 : dim->value;
}

static int64_t integer_of(const struct asker *a, int64_t integer)
{
	return a->sizes && integer > 0 ? size_of(a, &(struct dim){.value = integer}) : integer;
}

/* False: a size or stride is no number. */
static bool shape_of(struct asker *a, uint32_t value, struct flops_shape *shape)
{
	const struct tensor *t = value_tensor(a->file, value);
	int64_t *size;

	*shape = (struct flops_shape){0};
	if (!t || !t->has_shape)
		return true;
	size = ARENA_ARRAY(a->temp, int64_t, t->rank);
	for (uint32_t i = 0; i < t->rank; i++) {
		size[i] = size_of(a, &a->file->dims.at[t->first_size + i]);
		if (size[i] < 0)
			return false;
	}
	for (uint32_t i = 0; i < t->n_strides && !a->sizes; i++)
		if (a->file->dims.at[t->first_stride + i].expr)
			return false;
	*shape = (struct flops_shape){size, t->rank, true};
	return true;
}

static bool is_symbolic(const struct asker *a, const struct arg *arg)
{
	enum value_kind kind;

	if (arg->kind == ARG_SYM)
		return true;
	if (arg->kind != ARG_VALUE || arg->value >= a->file->values.len)
		return false;
	kind = a->file->values.at[arg->value].kind;
	return kind == VALUE_SYM_INT || kind == VALUE_SYM_FLOAT;
}

static struct flops_arg list_of(struct asker *a, const struct arg *list)
{
	const struct arg *items = a->file->args.at + list->list.first;
	uint32_t n = list->list.count;
	struct flops_arg out = {.count = n};
	struct flops_shape *shapes = ARENA_ARRAY(a->temp, struct flops_shape, n);
	int64_t *ints = ARENA_ARRAY(a->temp, int64_t, n);
	uint32_t tensors = 0, numbers = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (is_symbolic(a, &items[i]))
			return (struct flops_arg){.kind = FLOPS_ARG_SYMBOLIC};
		if (items[i].kind == ARG_VALUE || items[i].kind == ARG_NONE) {
			tensors++;
			if (items[i].kind == ARG_VALUE && !shape_of(a, items[i].value, &shapes[i]))
				return (struct flops_arg){.kind = FLOPS_ARG_SYMBOLIC};
		} else if (items[i].kind == ARG_INT || items[i].kind == ARG_BOOL) {
			numbers++;
			ints[i] = items[i].kind == ARG_INT ? integer_of(a, items[i].integer)
			                                   : items[i].flag;
		}
	}
	if (list->of == ARG_SYM)
		out.kind = FLOPS_ARG_SYMBOLIC;
	else if (n && tensors == n)
		out.kind = FLOPS_ARG_TENSORS;
	else if (numbers == n)
		out.kind = FLOPS_ARG_INTS;
	out.shapes = shapes;
	out.ints = ints;
	return out;
}

static struct flops_arg arg_of(struct asker *a, const struct arg *arg)
{
	struct flops_arg out = {0};

	if (is_symbolic(a, arg))
		return (struct flops_arg){.kind = FLOPS_ARG_SYMBOLIC};
	switch (arg->kind) {
	case ARG_VALUE:
		if (!shape_of(a, arg->value, &out.shape))
			out.kind = FLOPS_ARG_SYMBOLIC;
		else if (out.shape.given)
			out.kind = FLOPS_ARG_TENSOR;
		break;
	case ARG_LIST: return list_of(a, arg);
	case ARG_INT:
		out.kind = FLOPS_ARG_INT;
		out.integer = integer_of(a, arg->integer);
		break;
	case ARG_BOOL:
		out.kind = FLOPS_ARG_INT;
		out.integer = arg->flag;
		break;
	case ARG_STRING:
		out.kind = FLOPS_ARG_TEXT;
		out.text = graph_text(a->file, arg->text);
		break;
	default: break;
	}
	return out;
}

static const struct flops_shape *results_of(
        struct asker *a, const struct node *node, uint32_t *count)
{
	struct flops_shape *outs = ARENA_ARRAY(a->temp, struct flops_shape, node->n_outs);

	*count = 0;
	for (uint32_t i = 0; i < node->n_outs; i++) {
		uint32_t value = node->first_out + i;

		if (a->file->values.at[value].kind == VALUE_TENSORS)
			continue;
		if (!shape_of(a, value, &outs[*count]))
			outs[*count] = (struct flops_shape){0};
		++*count;
	}
	return outs;
}

struct flops graph_flops(const struct graph_file *file, const struct node *node, struct arena *temp)
{
	return graph_flops_sized(file, node, temp, NULL);
}

struct flops graph_flops_sized(const struct graph_file *file, const struct node *node,
        struct arena *temp, const struct graph_sizes *sizes)
{
	struct flops_query query = {.op = graph_text(file, node->target)};
	const struct graph_operator *known = node_operator(file, node);
	struct asker asker = {file, temp, sizes};
	struct flops_arg *args;
	struct arena_mark mark;
	struct flops flops;

	if (known ? !known->flops : !flops_known(query.op))
		return (struct flops){.kind = FLOPS_NONE};
	mark = arena_mark(temp);
	args = ARENA_ARRAY(temp, struct flops_arg, node->n_args);
	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];

		args[i] = arg_of(&asker, arg);
		args[i].name = graph_text(file, arg->name);
		args[i].keyword = arg->keyword;
	}
	query.args = args;
	query.n_args = node->n_args;
	query.outs = results_of(&asker, node, &query.n_outs);
	flops = flops_count(&query);
	arena_rewind(temp, mark);
	return flops;
}
