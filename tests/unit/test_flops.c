/* FLOP formulas against what torch.utils.flop_counter said: flops_cases.h, made by
 * tests/diff/torch_flops.py from the facts. */
#include "base/arena.h"
#include "pytorch/flops.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/flops_cases.h"

/* "(2,3)" or "[1,1]" */
static struct flops_shape sizes_of(struct arena *arena, str token)
{
	VEC(int64_t) sizes = {0};
	str rest = str_slice(token, 1, token.len - 1), part;

	while (rest.len && str_cut(&rest, ',', &part))
		assert_true(str_int(part, VEC_PUSH(arena, &sizes)));
	return (struct flops_shape){sizes.at, sizes.len, true};
}

static struct flops_arg arg_of(struct arena *arena, str token)
{
	struct flops_arg arg = {0};
	struct flops_shape shape;

	if (token.ptr[0] == '(') {
		arg.kind = FLOPS_ARG_TENSOR;
		arg.shape = sizes_of(arena, token);
	} else if (token.ptr[0] == '[') {
		shape = sizes_of(arena, token);
		arg.kind = FLOPS_ARG_INTS;
		arg.ints = shape.size;
		arg.count = shape.rank;
	} else if (!str_eq(token, S("none"))) {
		arg.kind = FLOPS_ARG_INT;
		assert_true(str_int(token, &arg.integer));
	}
	return arg;
}

static struct flops count(struct arena *arena, const char *op, const char *args, const char *outs)
{
	VEC(struct flops_arg) list = {0};
	VEC(struct flops_shape) results = {0};
	struct flops_query query = {.op = str_from(op)};
	str rest = str_from(args), token;

	while (rest.len && str_cut(&rest, ' ', &token)) {
		struct flops_arg arg = arg_of(arena, token);

		*VEC_PUSH(arena, &list) = arg;
	}
	rest = str_from(outs);
	while (rest.len && str_cut(&rest, ' ', &token)) {
		struct flops_shape none = {0};
		struct flops_shape shape = str_eq(token, S("none")) ? none : sizes_of(arena, token);

		*VEC_PUSH(arena, &results) = shape;
	}
	query.args = list.at;
	query.n_args = list.len;
	query.outs = results.at;
	query.n_outs = results.len;
	return flops_count(&query);
}

static void test_facts(void **state)
{
	struct arena *arena = arena_new();
	long long sum = 0;
	int calls = 0, modules = 0;

	(void)state;
	for (size_t i = 0; i < sizeof flops_cases / sizeof *flops_cases; i++) {
		struct flops f;

		if (!flops_cases[i].op) {
			/* The end of a module: its products together. */
			if (sum != flops_cases[i].flops)
				print_error("%s\n", flops_cases[i].group);
			assert_int_equal(sum, flops_cases[i].flops);
			sum = 0;
			modules++;
			continue;
		}
		f = count(arena, flops_cases[i].op, flops_cases[i].args, flops_cases[i].outs);
		if (flops_cases[i].flops >= 0) {
			if (f.kind != FLOPS_COUNTED || f.torch != flops_cases[i].flops)
				print_error("%s %s\n", flops_cases[i].op, flops_cases[i].args);
			assert_int_equal(f.kind, FLOPS_COUNTED);
			assert_int_equal(f.torch, flops_cases[i].flops);
			calls++;
		} else if (f.kind == FLOPS_COUNTED) {
			sum += f.torch * flops_cases[i].times;
		}
	}
	assert_true(calls >= 18 && modules == 16);
	arena_free(arena);
}

/* The weight gradient of a grouped convolution: PyTorch counts it `groups` times. */
static void test_groups(void **state)
{
	struct arena *arena = arena_new();
	struct flops f = count(arena, "aten.convolution_backward.default",
	        "(8,32,16,16) (8,32,16,16) (32,1,3,3) none [1,1] [1,1] [1,1] 0 [0,0] 32 [1,1,0]",
	        "(8,32,16,16) (32,1,3,3) none");

	(void)state;
	assert_int_equal(f.torch, 38928384);
	assert_int_equal(f.count, 2359296);
	arena_free(arena);
}

static void test_kinds(void **state)
{
	static const int64_t two[] = {2, 3}, three[] = {3, 4}, huge[] = {INT64_MAX / 4, 4};
	struct flops_arg args[] = {
	        {.name = S("self"), .kind = FLOPS_ARG_TENSOR, .shape = {two, 2, true}},
	        {.name = S("mat2"), .kind = FLOPS_ARG_TENSOR, .shape = {three, 2, true}},
	};
	struct flops_query q = {.op = S("aten.mm.default"), .args = args, .n_args = 2};

	(void)state;
	assert_int_equal(flops_count(&q).kind, FLOPS_COUNTED);
	assert_int_equal(flops_count(&q).count, 48);
	q.op = S("aten.relu.default");
	assert_int_equal(flops_count(&q).kind, FLOPS_NONE);
	assert_false(flops_known(q.op));
	q.op = S("mylib.mm.default");
	assert_int_equal(flops_count(&q).kind, FLOPS_NONE);
	q.op = S("torch.mm");
	assert_int_equal(flops_count(&q).kind, FLOPS_NONE);
	/* Shapes that do not fit, too many arguments or too few, products beyond 64 bits. */
	q.op = S("aten.mm.default");
	args[1].shape.size = two;
	assert_int_equal(flops_count(&q).kind, FLOPS_NO_FORMULA);
	args[1].shape.size = three;
	q.n_args = 1;
	assert_int_equal(flops_count(&q).kind, FLOPS_NO_FORMULA);
	q.n_args = 2;
	args[0].shape.size = huge;
	args[1].shape.size = (const int64_t[]){4, INT64_MAX / 4};
	assert_int_equal(flops_count(&q).kind, FLOPS_NO_FORMULA);
	args[1].kind = FLOPS_ARG_SYMBOLIC;
	assert_int_equal(flops_count(&q).kind, FLOPS_SYMBOLIC);
}

/* By name in any order, by position where there are no names. */
static void test_names(void **state)
{
	static const int64_t w[] = {5, 4}, x[] = {2, 3, 4};
	struct flops_arg args[] = {
	        {.name = S("weight"), .kind = FLOPS_ARG_TENSOR, .shape = {w, 2, true}},
	        {.name = S("input"), .kind = FLOPS_ARG_TENSOR, .shape = {x, 3, true}},
	};
	struct flops_arg bare[] = {{.kind = FLOPS_ARG_TENSOR, .shape = {x, 3, true}},
	        {.kind = FLOPS_ARG_TENSOR, .shape = {w, 2, true}}};
	struct flops_query q = {.op = S("aten.linear.default"), .args = args, .n_args = 2};

	(void)state;
	assert_int_equal(flops_count(&q).count, 2 * 6 * 5 * 4);
	q.args = bare;
	assert_int_equal(flops_count(&q).count, 2 * 6 * 5 * 4);
	/* A named argument at the place of another is not that other. */
	bare[1].name = S("bias");
	assert_int_equal(flops_count(&q).kind, FLOPS_NO_FORMULA);
}

/* Packed sequences count as the longest; flex_attention may leave scores out. */
static void test_attention(void **state)
{
	static const int64_t q3[] = {30, 4, 8}, offsets[] = {4}, q4[] = {2, 4, 16, 8};
	struct flops_arg packed[] = {
	        {.name = S("query"), .kind = FLOPS_ARG_TENSOR, .shape = {q3, 3, true}},
	        {.name = S("key"), .kind = FLOPS_ARG_TENSOR, .shape = {q3, 3, true}},
	        {.name = S("value"), .kind = FLOPS_ARG_TENSOR, .shape = {q3, 3, true}},
	        {.name = S("cum_seq_q"), .kind = FLOPS_ARG_TENSOR, .shape = {offsets, 1, true}},
	        {.name = S("cum_seq_k"), .kind = FLOPS_ARG_TENSOR, .shape = {offsets, 1, true}},
	        {.name = S("max_q"), .kind = FLOPS_ARG_INT, .integer = 12},
	        {.name = S("max_k"), .kind = FLOPS_ARG_INT, .integer = 10}};
	struct flops_arg flex[] = {{.kind = FLOPS_ARG_TENSOR, .shape = {q4, 4, true}},
	        {.kind = FLOPS_ARG_TENSOR, .shape = {q4, 4, true}},
	        {.kind = FLOPS_ARG_TENSOR, .shape = {q4, 4, true}}};
	struct flops_query query = {
	        .op = S("aten._flash_attention_forward.default"), .args = packed, .n_args = 7};

	(void)state;
	assert_int_equal(flops_count(&query).count, 3 * 2 * 4 * 12 * 10 * (8 + 8));
	query = (struct flops_query){
	        .op = S("higher_order.flex_attention"), .args = flex, .n_args = 3, .sparsity = 0.5};
	assert_int_equal(flops_count(&query).count, 2 * 4 * 2 * 16 * 16 * (8 + 8) / 2);
}

/* Every name of the table is found, so the table is in order. */
static void test_order(void **state)
{
	static const char *const names[] = {"mm", "mv", "bmm", "dot", "gru", "addmm", "addmv",
	        "inner", "outer", "lstm", "conv1d", "conv2d", "conv3d", "einsum", "linear",
	        "matmul", "addbmm", "baddbmm", "_int_mm", "bilinear", "gru_cell", "rnn_relu",
	        "rnn_tanh", "lstm_cell", "tensordot", "_scaled_mm", "convolution", "_grouped_mm",
	        "chain_matmul", "_convolution", "rnn_relu_cell", "rnn_tanh_cell",
	        "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "linalg_multi_dot",
	        "cudnn_convolution", "_slow_conv2d_forward", "convolution_backward",
	        "convolution_overrideable", "_flash_attention_forward", "_flash_attention_backward",
	        "_efficient_attention_forward", "scaled_dot_product_attention",
	        "_efficient_attention_backward", "_scaled_dot_product_attention_math",
	        "_scaled_dot_product_flash_attention", "_scaled_dot_product_cudnn_attention",
	        "_scaled_dot_product_efficient_attention",
	        "_scaled_dot_product_flash_attention_for_cpu",
	        "_scaled_dot_product_flash_attention_backward",
	        "_scaled_dot_product_cudnn_attention_backward",
	        "_scaled_dot_product_efficient_attention_backward", "flex_attention",
	        "flex_attention_backward"};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!flops_known(arena_format(arena, "aten.%s.default", names[i])))
			print_error("%s\n", names[i]);
		assert_true(flops_known(arena_format(arena, "aten.%s.default", names[i])));
	}
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_facts),
	        cmocka_unit_test(test_groups),
	        cmocka_unit_test(test_kinds),
	        cmocka_unit_test(test_names),
	        cmocka_unit_test(test_attention),
	        cmocka_unit_test(test_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
