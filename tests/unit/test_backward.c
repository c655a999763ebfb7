/* What backward passes and optimizer steps run: the measured tables, looked up. */
#include "pytorch/backward.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static bool has(const uint32_t *texts, uint32_t n, const char *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (str_eq(tables_text(texts[i]), str_from(name)))
			return true;
	return false;
}

static void a_product_needs_products_and_keeps_both_sides(void **state)
{
	struct backward b;

	(void)state;
	assert_true(backward_find(S("aten.linear.default"), DTYPE_CLASS_FLOAT, &b));
	assert_true(has(b.always, b.n_always, "aten.mm.default"));
	assert_true(has(b.some, b.n_some, "aten.sum.dim_IntList")); /* only with a bias */
	assert_true(str_eq(b.saves, S("input weight")));
	assert_true(b.inner < 0.001);
}

static void what_is_kept_differs(void **state)
{
	struct backward b;

	(void)state;
	assert_true(backward_find(S("aten.relu.default"), DTYPE_CLASS_FLOAT, &b));
	assert_true(str_eq(b.saves, S("out0")));
	assert_true(backward_find(S("aten.gelu.default"), DTYPE_CLASS_FLOAT, &b));
	assert_true(str_eq(b.saves, S("self")));
	/* A mask of one byte an element. */
	assert_true(backward_find(S("aten.dropout.default"), DTYPE_CLASS_FLOAT, &b));
	assert_true(b.inner == 1.0);
	/* Views and sums keep nothing. */
	assert_true(backward_find(S("aten.view.default"), DTYPE_CLASS_FLOAT, &b));
	assert_true(b.saves.len == 0 && b.n_always == 0);
}

static void without_a_derivative_there_is_no_row(void **state)
{
	struct backward b;

	(void)state;
	assert_false(backward_find(S("aten.argmax.default"), DTYPE_CLASS_FLOAT, &b));
	assert_false(backward_find(S("aten.linear.default"), DTYPE_CLASS_INT, &b));
	assert_false(backward_find(S("mylib.op.default"), DTYPE_CLASS_FLOAT, &b));
}

static void optimizers_by_variant(void **state)
{
	struct optimizer o;
	str names[64];
	uint32_t n = optimizer_names(names, 64), same = 0;

	(void)state;
	assert_true(optimizer_find(S("torch.optim.AdamW"), S("foreach"), &o));
	assert_true(has(o.operators, o.n_operators, "aten._foreach_addcdiv_.ScalarList"));
	assert_true(o.states == 2.0);
	assert_true(optimizer_find(S("AdamW"), S("fused"), &o));
	assert_true(has(o.operators, o.n_operators, "aten._fused_adamw_.default"));
	assert_true(optimizer_find(S("SGD"), S("foreach"), &o));
	assert_true(o.states == 0.0);
	assert_false(optimizer_find(S("SGD"), S("sideways"), &o));
	assert_false(optimizer_find(S("Sorcery"), S("foreach"), &o));
	assert_true(n >= 14);
	for (uint32_t i = 1; i < n; i++)
		same += str_eq(names[i], names[i - 1]);
	assert_int_equal(same, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_product_needs_products_and_keeps_both_sides),
	        cmocka_unit_test(what_is_kept_differs),
	        cmocka_unit_test(without_a_derivative_there_is_no_row),
	        cmocka_unit_test(optimizers_by_variant)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
