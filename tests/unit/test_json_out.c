/* Numbers in JSON: the shortest text that reads as the number, as printf and strtod say. */
#include "base/json.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void expect_shortest(double value)
{
	char want[64];
	struct buf out = {0};
	struct json_out w = {.out = &out};

	for (int digits = 1; digits <= 17; digits++) {
		snprintf(want, sizeof want, "%.*g", digits, value);
		if (strtod(want, NULL) == value)
			break;
	}
	json_out_float(&w, value);
	if (!str_eq(buf_str(&out), str_from(want)))
		fail_msg("%s written as %.*s", want, STR_ARG(buf_str(&out)));
	buf_free(&out);
}

static void test_chosen(void **state)
{
	static const double values[] = {0.5, -0.5, 0.1, 1e-4, 0.00012, 9.9e-5, 1e-5, 0.1 + 0.2,
	        1.0 / 3, 99.608, 1e9, 999999999.999999, 999999999.9999999, 0.000001, 123456.000001,
	        150, 100, 1e15, 1e16 + 2, 1e22, 1e23, 5e-324, 1.7976931348623157e308, 4.35, 2.675,
	        1.005};

	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		expect_shortest(values[i]);
		expect_shortest(-values[i]);
	}
}

static void test_drawn(void **state)
{
	struct random r = random_from(1);

	(void)state;
	for (int i = 0; i < 20000; i++) {
		int64_t whole = (int64_t)random_below(&r, 2000000000) - 1000000000;

		expect_shortest((double)whole / 1e6);
		expect_shortest((double)whole / 1e3);
		expect_shortest((double)whole * random_unit(&r));
		expect_shortest(random_unit(&r) / 1e3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_chosen),
	        cmocka_unit_test(test_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
