/* Spellings of targets and types. */
#include "scanner/graph/annotation.h"
#include "scanner/graph/profile.h"
#include "scanner/graph/target.h"
#include "tests/unit/graph_of_text.h"

static void test_targets(void **state)
{
	static const struct {
		const char *written, *want;
	} python[] =
	        {
	                {"torch.ops.aten.add.Tensor", "aten.add.Tensor"},
	                {"torch.ops.higher_order.cond", "higher_order.cond"},
	                {"torch.ops.aten.addmm", "aten.addmm"},
	                {"executorch.exir.dialects.edge._ops.aten.add.Tensor", "aten.add.Tensor"},
	                {"executorch_exir_dialects_edge__ops_aten_sum_dim_IntList",
	                        "aten.sum.dim_IntList"},
	                {"executorch_exir_dialects_edge__ops_my_lib_default", "my.lib.default"},
	                {"aten__to_copy_default", "aten._to_copy.default"},
	                {"operator.mul", "_operator.mul"},
	                {"_operator_mul", "_operator.mul"},
	                {"math_trunc", "math.trunc"},
	                {"math_rubbish", "math_rubbish"},
	                {"torch__inductor_fx_passes_pad_mm_fn",
	                        "torch__inductor_fx_passes_pad_mm_fn"},
	                {"torch.nn.functional.relu", "torch.nn.functional.relu"},
	        },
	  reprs[] = {
	          {"<built-in function add>", "_operator.add"},
	          {"<built-in function getattr>", "builtins.getattr"},
	          {"<built-in function gelu>", "torch._C._nn.gelu"},
	          {"<built-in function linear>", "torch._C._nn.linear"},
	          {"<built-in function trunc>", "math.trunc"},
	          {"<built-in function fft_rfft>", "torch._C._fft.fft_rfft"},
	          {"<built-in function _log_api_usage_once>", "torch._C._log_api_usage_once"},
	          {"<built-in method relu of type object at 0x7f00>", "torch.relu"},
	          {"<function layer_norm at 0x7f00>", "torch.nn.functional.layer_norm"},
	          {"<function sym_max at 0x7f00>", "torch.sym_max"},
	          {"<function boolean_dispatch.<locals>.fn at 0x7f>",
	                  "torch.nn.functional.boolean_dispatch"},
	          {"<function of_nobody at 0x7f00>", "of_nobody"},
	          {"<method 'view' of 'torch._C.TensorBase' objects>", "torch.Tensor.view"},
	          {"<class 'torch.Size'>", "torch.Size"},
	          {"<OpOverload(op='aten.add', overload='Tensor')>", "aten.add.Tensor"},
	          {"<EdgeOpOverload: aten.add.Tensor>: schema = x", "aten.add.Tensor"},
	          {"<torch._higher_order_ops.cond.CondOp object at 0x7f>", "higher_order.cond"},
	          {"HigherOrderOperator: scan", "higher_order.scan"},
	          {"aten.sum.dim_IntList", "aten.sum.dim_IntList"},
	          {"while_loop", "higher_order.while_loop"},
	          {"<", "<"},
	  };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof python / sizeof *python; i++)
		assert_text(target_from_python(arena, str_from(python[i].written)), python[i].want);
	for (size_t i = 0; i < sizeof reprs / sizeof *reprs; i++)
		assert_text(target_from_repr(arena, str_from(reprs[i].written)), reprs[i].want);
	assert_text(
	        target_from_schema(arena, S("aten::to.dtype(Tensor(a) self)")), "aten.to.dtype");
	assert_text(target_from_schema(arena, S("no operator")), "no operator");
	arena_free(arena);
}

static void test_annotations(void **state)
{
	struct graph_of_text *g =
	        graph_of(S("graph():\n    %x : [num_users=0] = placeholder[target=x]\n"));
	static const struct {
		const char *written, *want;
		enum value_kind kind;
	} rows[] = {
	        {"f32[]", "f32[]", VALUE_TENSOR},
	        {"f32[][]cpu", "f32[]cpu", VALUE_TENSOR},
	        {"bf16[2, s77, 64][64*s77, 64, 1]cuda:0", "bf16[2, s77, 64][64*s77, 64, 1]cuda:0",
	                VALUE_TENSOR},
	        {"i64[Max(1, u0), (s1//2)]", "i64[Max(1, u0), (s1//2)]", VALUE_TENSOR},
	        {"f8e4m3fn[16]", "f8e4m3fn[16]", VALUE_TENSOR},
	        {"DTensor(f32[8, 4], S(0))", "f32[8, 4]", VALUE_TENSOR},
	        {"TwoTensor(f32[4][1]cpu, f32[4])", "f32[4][1]cpu", VALUE_TENSOR},
	        {"Sym(s0)", "?", VALUE_SYM_INT},
	        {"Sym(5)", "?", VALUE_SYM_INT},
	        {"Sym(Eq(u0, 1))", "?", VALUE_SYM_BOOL},
	        {"Sym(zuf0)", "?", VALUE_SYM_FLOAT},
	        {"torch.SymInt", "?", VALUE_SYM_INT},
	        {"typing.Optional[torch.Tensor]", "?", VALUE_TENSOR},
	        {"torch.nn.parameter.Parameter", "?", VALUE_TENSOR},
	        {"what(is(this", "?", VALUE_UNKNOWN},
	        {"f32[", "f32[]", VALUE_TENSOR},
	        {"", "?", VALUE_UNKNOWN},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct value *value = VEC_PUSH(g->keep, &g->file.values);

		*value = (struct value){.tensor = GRAPH_NONE};
		annotation_apply(&g->file, str_from(rows[i].written), value);
		value = VEC_LAST(&g->file.values);
		if (value->kind != rows[i].kind)
			fail_msg("%s: kind %d", rows[i].written, value->kind);
		assert_text(type_text(g, g->file.values.len - 1), rows[i].want);
	}
	graph_done(g);
}

static void test_profile_types(void **state)
{
	(void)state;
	assert_int_equal(dtype_from_profile(S("c10::BFloat16")), DTYPE_BF16);
	assert_int_equal(dtype_from_profile(S("long int")), DTYPE_I64);
	assert_int_equal(dtype_from_profile(S("Tensor(float)")), DTYPE_F32);
	assert_int_equal(dtype_from_profile(S("Scalar")), DTYPE_UNKNOWN);
	assert_int_equal(dtype_from_profile(S("")), DTYPE_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_targets),
	        cmocka_unit_test(test_annotations),
	        cmocka_unit_test(test_profile_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
