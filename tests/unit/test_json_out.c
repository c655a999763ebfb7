/* Numbers in JSON: the shortest text that reads as the number, as printf and strtod say. */
#include "base/json.h"
#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	        150, 100, 1e15, 1e16 + 2, 1e22, 1e23, 5e-324, 2.5e-323, 2.2250738585072014e-308,
	        1.7976931348623157e308, 4.35, 2.675, 1.005, 4.3e9, 1234567890123};

	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		expect_shortest(values[i]);
		expect_shortest(-values[i]);
	}
}

/* Powers of two and of ten and their neighbours. */
static void test_beside_powers(void **state)
{
	(void)state;
	for (int power = -20; power <= 60; power++) {
		double values[] = {pow(2, power), pow(10, power), 3 * pow(10, power)};

		for (int i = 0; i < 3; i++) {
			expect_shortest(values[i]);
			expect_shortest(nextafter(values[i], 0));
			expect_shortest(nextafter(values[i], 1e300));
			expect_shortest(-nextafter(values[i], 1e300));
		}
	}
}

/* A text as it is escaped byte by byte. */
static void expect_text(const char *bytes, size_t len)
{
	struct buf want = {0}, out = {0};
	struct json_out w = {.out = &out};

	buf_byte(&want, '"');
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)bytes[i];
		static const char from[] = "\"\\\n\r\t\b\f", to[] = "\"\\nrtbf";
		const char *known = c ? memchr(from, c, sizeof from - 1) : NULL;

		if (known)
			buf_format(&want, "\\%c", to[known - from]);
		else if (c < 0x20 || c == 0x7f)
			buf_format(&want, "\\u%04x", c);
		else
			buf_byte(&want, (char)c);
	}
	buf_byte(&want, '"');
	json_out_str(&w, (str){bytes, len});
	if (!str_eq(buf_str(&out), buf_str(&want)))
		fail_msg("%.*s, not %.*s", STR_ARG(buf_str(&out)), STR_ARG(buf_str(&want)));
	buf_free(&want);
	buf_free(&out);
}

/* Every byte of ASCII at every place of texts of every short length, and two beside each other. */
static void test_texts(void **state)
{
	char bytes[40];

	(void)state;
	for (size_t len = 0; len < sizeof bytes; len++)
		for (size_t at = 0; at < len; at++)
			for (int c = 0; c < 0x80; c++) {
				memset(bytes, 'a' + (int)(len % 26), sizeof bytes);
				bytes[at] = (char)c;
				expect_text(bytes, len);
				bytes[(at + 1) % len] = ' ';
				expect_text(bytes, len);
				bytes[(at + 1) % len] = '~';
				expect_text(bytes, len);
			}
	expect_text("", 0);
}

/* Lines stand as deep as they are nested, however deep. */
static void test_depth(void **state)
{
	enum { DEEP = 60 };
	struct buf want = {0}, out = {0};
	struct json_out w = {.out = &out, .indent = 1};

	(void)state;
	for (uint32_t i = 0; i < DEEP; i++) {
		if (i) {
			buf_byte(&want, '\n');
			buf_repeat(&want, ' ', i);
		}
		buf_byte(&want, '[');
		json_out_array(&w);
	}
	assert_true(str_eq(buf_str(&out), buf_str(&want)));
	buf_free(&want);
	buf_free(&out);
}

/* Members that stand in the output already, with others around them, while the output grows. */
static void test_again(void **state)
{
	struct buf want = {0}, out = {0};
	struct json_out w = {.out = &out};
	size_t start, middle, behind, end;

	(void)state;
	buf_puts(&want, "[{\"a\": 1, \"m\": 0, \"z\": \"q\"}");
	json_out_array(&w);
	json_out_object(&w);
	start = out.len;
	json_out_pair_int(&w, "a", 1);
	middle = out.len;
	json_out_pair_int(&w, "m", 0);
	behind = out.len;
	json_out_pair_str(&w, "z", S("q"));
	end = out.len;
	json_out_object_end(&w);
	for (int i = 1; i < 100; i++) {
		buf_format(&want, ", {\"a\": 1, \"m\": %d, \"z\": \"q\"}", i);
		json_out_object(&w);
		json_out_again(&w, start, middle);
		json_out_pair_int(&w, "m", i);
		json_out_again(&w, behind, end);
		json_out_object_end(&w);
	}
	assert_true(str_eq(buf_str(&out), buf_str(&want)));
	buf_free(&want);
	buf_free(&out);
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
		expect_shortest((1 + random_unit(&r)) * pow(2, (int)random_below(&r, 68) - 16));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_chosen),
	        cmocka_unit_test(test_drawn),
	        cmocka_unit_test(test_beside_powers),
	        cmocka_unit_test(test_again),
	        cmocka_unit_test(test_texts),
	        cmocka_unit_test(test_depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
