/* Counts FLOPs of queries on standard input, one JSON object a line, for torch_flops.py:
 *
 *	{"op": "aten.mm.default", "args": [{"name": "self", "tensor": [2, 3]}, …], "outs": [[2, 4]]}
 *
 * An argument has one of tensor, tensors, ints, int, text, symbolic, other. Answers: "counted 48
 *48" (ours, PyTorch's), "none", "no formula", "symbolic". */
#include "base/json.h"
#include "pytorch/flops.h"

#include <stdio.h>
#include <stdlib.h>

static struct flops_shape read_shape(struct json *j, struct arena *arena)
{
	VEC(int64_t) sizes = {0};

	if (json_peek(j) == JSON_NULL) {
		json_null(j);
		return (struct flops_shape){0};
	}
	for (json_array(j); json_item(j);)
		json_int(j, VEC_PUSH(arena, &sizes));
	return (struct flops_shape){sizes.at, sizes.len, true};
}

static const struct flops_shape *read_shapes(struct json *j, struct arena *arena, uint32_t *count)
{
	VEC(struct flops_shape) shapes = {0};

	for (json_array(j); json_item(j);) {
		struct flops_shape shape = read_shape(j, arena);

		*VEC_PUSH(arena, &shapes) = shape;
	}
	*count = shapes.len;
	return shapes.at;
}

static struct flops_arg read_arg(struct json *j, struct arena *arena)
{
	struct flops_arg arg = {0};
	struct flops_shape ints;
	str key;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("name"))) {
			json_string(j, &arg.name);
		} else if (str_eq(key, S("keyword"))) {
			json_bool(j, &arg.keyword);
		} else if (str_eq(key, S("tensor"))) {
			arg.kind = FLOPS_ARG_TENSOR;
			arg.shape = read_shape(j, arena);
		} else if (str_eq(key, S("tensors"))) {
			arg.kind = FLOPS_ARG_TENSORS;
			arg.shapes = read_shapes(j, arena, &arg.count);
		} else if (str_eq(key, S("ints"))) {
			arg.kind = FLOPS_ARG_INTS;
			ints = read_shape(j, arena);
			arg.ints = ints.size;
			arg.count = ints.rank;
		} else if (str_eq(key, S("int"))) {
			arg.kind = FLOPS_ARG_INT;
			json_int(j, &arg.integer);
		} else if (str_eq(key, S("text"))) {
			arg.kind = FLOPS_ARG_TEXT;
			json_string(j, &arg.text);
		} else {
			if (str_eq(key, S("symbolic")))
				arg.kind = FLOPS_ARG_SYMBOLIC;
			json_skip(j);
		}
	}
	return arg;
}

static void answer(struct flops f)
{
	static const char *const words[] = {"none", "counted", "no formula", "symbolic"};

	if (f.kind == FLOPS_COUNTED)
		printf("counted %lld %lld\n", (long long)f.count, (long long)f.torch);
	else
		printf("%s\n", words[f.kind]);
}

int main(void)
{
	struct arena *arena = arena_new();
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;

	while ((len = getline(&line, &cap, stdin)) > 0) {
		struct flops_query query = {0};
		VEC(struct flops_arg) args = {0};
		struct json j;
		str key;

		json_open(&j, (str){line, (size_t)len}, 32, arena);
		for (json_object(&j); json_key(&j, &key);) {
			if (str_eq(key, S("op")))
				json_string(&j, &query.op);
			else if (str_eq(key, S("outs")))
				query.outs = read_shapes(&j, arena, &query.n_outs);
			else if (str_eq(key, S("sparsity")))
				json_float(&j, &query.sparsity);
			else
				for (json_array(&j); json_item(&j);) {
					struct flops_arg arg = read_arg(&j, arena);

					*VEC_PUSH(arena, &args) = arg;
				}
		}
		query.args = args.at;
		query.n_args = args.len;
		if (!json_end(&j))
			printf("bad query\n");
		else
			answer(flops_count(&query));
	}
	free(line);
	arena_free(arena);
	return 0;
}
