/* Printed forms of symbolic sizes; each pair was checked with sympy 1.14. */
#include "base/buf.h"
#include "scanner/graph/expression.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define P(n) "Symbol('" n "', positive=True, integer=True)"
#define U(n) "Symbol('" n "', integer=True)"

static const struct {
	const char *text, *printed;
} pairs[] = {
        {P("s77"), "s77"},
        {"Mul(Integer(2), " P("s77") ")", "2*s77"},
        {"Mul(Integer(-1), " P("s77") ")", "-s77"},
        {"Add(" P("s0") ", Integer(1))", "s0 + 1"},
        {"Add(" P("s0") ", Integer(-1))", "s0 - 1"},
        {"Add(Integer(1), Mul(Integer(-1), " P("s0") "))", "1 - s0"},
        {"Add(Integer(3), Mul(Integer(-1), Integer(2), " P("s0") "))", "3 - 2*s0"},
        {"Mul(" P("s0") ", " P("s1") ")", "s0*s1"},
        {"Mul(Integer(2), " P("s0") ", " P("s1") ")", "2*s0*s1"},
        {"Pow(" P("s0") ", Integer(2))", "s0**2"},
        {"Add(Pow(" P("s0") ", Integer(2)), " P("s0") ", Integer(1))", "s0**2 + s0 + 1"},
        {"Add(Mul(Integer(2), " P("s0") "), " P("s1") ", Integer(-1))", "2*s0 + s1 - 1"},
        {"Add(Mul(Integer(-1), " P("s0") "), " P("s1") ")", "-s0 + s1"},
        {"Add(" P("s0") ", " P("s1") ", " P("s10") ", " P("s9") ")", "s0 + s1 + s10 + s9"},
        {"Add(" P("s10") ", " P("s9") ")", "s10 + s9"},
        {"Mul(Add(" P("s0") ", Integer(1)), Add(" P("s1") ", Integer(2)))", "(s0 + 1)*(s1 + 2)"},
        {"Pow(Add(" P("s0") ", Integer(1)), Integer(2))", "(s0 + 1)**2"},
        {"Mul(Rational(1, 2), " P("s0") ")", "s0/2"},
        {"Mul(Rational(3, 4), " P("s0") ")", "3*s0/4"},
        {"Mul(Rational(1, 8), " P("s0") ", " P("s1") ")", "s0*s1/8"},
        {"Pow(" P("s0") ", Integer(-1))", "1/s0"},
        {"Mul(Integer(2), Pow(" P("s0") ", Integer(-1)))", "2/s0"},
        {"Mul(" P("s0") ", Pow(" P("s1") ", Integer(-1)))", "s0/s1"},
        {"Mul(Pow(" P("s1") ", Integer(-1)), Add(" P("s0") ", Integer(1)))", "(s0 + 1)/s1"},
        {"Pow(" P("s0") ", Integer(-2))", "s0**(-2)"},
        {"Pow(" P("s0") ", Rational(1, 2))", "sqrt(s0)"},
        {"Pow(" P("s0") ", Rational(-1, 2))", "1/sqrt(s0)"},
        {"FloorDiv(" P("s0") ", Integer(2))", "(s0//2)"},
        {"Mul(Integer(2), FloorDiv(" P("s0") ", Integer(2)))", "2*((s0//2))"},
        {"Add(FloorDiv(Add(" P("s0") ", Integer(1)), Integer(2)), Integer(1))",
                "(((s0 + 1)//2)) + 1"},
        {"FloorDiv(Mul(" P("s0") ", " P("s1") "), Add(" P("s9") ", Integer(1)))",
                "((s0*s1)//(s9 + 1))"},
        {"Mod(" P("s0") ", Integer(8))", "Mod(s0, 8)"},
        {"Add(Mod(" P("s0") ", Integer(8)), Integer(1))", "(Mod(s0, 8)) + 1"},
        {"Mul(Integer(3), Mod(" P("s0") ", Integer(8)))", "3*(Mod(s0, 8))"},
        {"ModularIndexing(" P("s0") ", Integer(4), Integer(8))", "ModularIndexing(s0, 4, 8)"},
        {"PythonMod(" U("u0") ", Integer(3))", "PythonMod(u0, 3)"},
        {"Max(Integer(1), " U("u0") ")", "Max(1, u0)"},
        {"Max(Integer(3), " U("u0") ", " U("u1") ")", "Max(3, u0, u1)"},
        {"Min(Integer(8), Mul(Integer(16), " P("s0") "))", "Min(8, 16*s0)"},
        {"Max(Integer(1), Add(Mul(Integer(2), " P("s0") "), " P("s1") ", Integer(-1)))",
                "Max(1, 2*s0 + s1 - 1)"},
        {"ToFloat(" P("s0") ")", "ToFloat(s0)"},
        {"Mul(Float('2.5', precision=53), ToFloat(Max(Integer(3), " P("s0") ")))",
                "2.5*ToFloat(Max(3, s0))"},
        {"IntTrueDiv(" P("s0") ", " P("s1") ")", "IntTrueDiv(s0, s1)"},
        {"FloatTrueDiv(ToFloat(" P("s0") "), ToFloat(" P("s1") "))",
                "FloatTrueDiv(ToFloat(s0), ToFloat(s1))"},
        {"PowByNatural(Integer(2), " U("u0") ")", "PowByNatural(2, u0)"},
        {"FloatPow(ToFloat(" P("s0") "), Float('0.5', precision=53))",
                "FloatPow(ToFloat(s0), 0.5)"},
        {"CeilToInt(IntTrueDiv(" P("s0") ", Integer(3)))", "CeilToInt(IntTrueDiv(s0, 3))"},
        {"TruncToInt(Mul(Float('0.5', precision=53), ToFloat(" P("s0") ")))",
                "TruncToInt(0.5*ToFloat(s0))"},
        {"OpaqueUnaryFn_sqrt(ToFloat(" P("s0") "))", "OpaqueUnaryFn_sqrt(ToFloat(s0))"},
        {"Identity(" P("s0") ")", "(s0)"},
        {"Add(Mul(Integer(2), Identity(" P("s0") ")), Integer(1))", "2*((s0)) + 1"},
        {"GreaterThan(" U("u0") ", Integer(0))", "u0 >= 0"},
        {"StrictGreaterThan(" U("u0") ", Mul(Integer(2), " U("u1") "))", "u0 > 2*u1"},
        {"LessThan(" U("u0") ", Integer(12))", "u0 <= 12"},
        {"StrictLessThan(" U("u0") ", " P("s0") ")", "u0 < s0"},
        {"Equality(" U("u0") ", Integer(1))", "Eq(u0, 1)"},
        {"Unequality(" U("u0") ", " U("u1") ")", "Ne(u0, u1)"},
        {"And(GreaterThan(" U("u0") ", Integer(0)), LessThan(" U("u0") ", Integer(12)))",
                "(u0 >= 0) & (u0 <= 12)"},
        {"Or(Equality(" U("u1") ", Integer(2)), StrictGreaterThan(" U("u0") ", Integer(5)))",
                "Eq(u1, 2) | (u0 > 5)"},
        {"Not(And(StrictGreaterThan(" U("u0") ", Integer(1)), StrictGreaterThan(" U(
                 "u1") ", Integer(2))))",
                "~((u0 > 1) & (u1 > 2))"},
        {"true", "True"},
        {"false", "False"},
        {"Float('0.10000000000000001', precision=53)", "0.100000000000000"},
        {"Float('1.0e+20', precision=53)", "1.00000000000000e+20"},
        {"Float('9.9999999999999995e-8', precision=53)", "1.00000000000000e-7"},
        {"Float('-2.5', precision=53)", "-2.50000000000000"},
        {"Float('2.384185791015625e-7', precision=53)", "2.38418579101563e-7"},
        {"Integer(1000000000000000000000000000000)", "1000000000000000000000000000000"},
        {"Add(Mul(Integer(-1), Integer(2), " P("s0") ", " U("u0") "), Integer(-3))",
                "-2*s0*u0 - 3"},
        {"Add(Mul(Pow(" P("s0") ", Integer(3)), " U("u1") "), Mul(" U("u0") ", Add(" P("s0") ", " U(
                 "u1") ")))",
                "s0**3*u1 + u0*(s0 + u1)"},
        {"Add(Mul(Add(" P("s0") ", Integer(-1)), Add(" U("u0") ", " U("u1") ")), Integer(5))",
                "(s0 - 1)*(u0 + u1) + 5"},
        {"Add(Mul(Integer(-1), " U("u0") "), Mul(Integer(-1), " U("u1") "))", "-u0 - u1"},
        {"Add(Mul(Integer(2), Max(" P("s0") ", " P("s1") ")), Min(" U("u0") ", " U("u1") "))",
                "2*Max(s0, s1) + Min(u0, u1)"},
};

static void check(const char *text, const char *printed)
{
	struct arena *arena = arena_new();
	str got = expression_text(arena, str_from(text));

	if (!str_eq(got, str_from(printed)))
		print_error("%s\n  want %s, got %.*s\n", text, printed, STR_ARG(got));
	assert_true(str_eq(got, str_from(printed)));
	arena_free(arena);
}

static void test_pairs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		check(pairs[i].text, pairs[i].printed);
}

/* The other language, and what is no expression: as it stands. */
static void test_as_it_stands(void **state)
{
	static const char *const texts[] = {"s0", "2*s0", "s0 + s1 - 1", "(s0//2)", "s0**2",
	        "Mod(s0, 8)", "Max(1, u0)", "s0 >= 4", "Eq(u0, 1)", "", "(", "Add(",
	        "Add(Integer(1))", "Symbol(s0)", "Symbol('s0'", "Symbol('')", "Symbol('a\\'b')",
	        "Integer()", "Integer(1.5)", "Integer(-)", "Rational(1, 0)", "Rational(1)",
	        "Float('2.5')x", "Float(2.5)", "Float('2.5', precision=73)",
	        "Float('x', precision=53)", "Float('1e400', precision=53)",
	        "Float('1e-400', precision=53)", "Float('4.9e-324', precision=53)",
	        "Float('inf', precision=53)", "Float('nan', precision=53)",
	        "NewFunction(Integer(1))", "Mul(Integer(2), Symbol('s0'), )",
	        "Add(Integer(1),, Integer(2))", "Pow(Integer(2))",
	        "FloorDiv(Integer(1), Integer(2), Integer(3))", "Integer(1) Integer(2)", "oo",
	        "int_oo", "Add(Integer(1), Symbol('s0', positive))"};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		check(texts[i], texts[i]);
}

/* Quotes of either kind, blanks between, keywords in any number. */
static void test_spellings(void **state)
{
	(void)state;
	check("Symbol(\"s0\", integer=True)", "s0");
	check("Symbol('s0')", "s0");
	check(" Add( Symbol('s0') , Integer( 1 ) ) ", "s0 + 1");
	check("Mul(Integer(-1), Integer(192), Symbol('u1', integer=True))", "-192*u1");
}

/* Hostile sizes: too deep, too many, a product of a thousand brackets; never slow, never a crash.
 */
static void test_bounds(void **state)
{
	struct arena *arena = arena_new();
	struct buf deep = {0}, wide = {0}, equal = {0};

	(void)state;
	for (int i = 0; i < 100000; i++)
		buf_puts(&deep, "Add(Integer(1), ");
	assert_true(expression_text(arena, buf_str(&deep)).ptr == deep.ptr);
	buf_puts(&wide, "Add(Integer(0)");
	for (int i = 0; i < 3000; i++)
		buf_format(&wide, ", Symbol('s%d')", i * 7919 % 3000);
	buf_puts(&wide, ")");
	assert_true(
	        str_starts(expression_text(arena, buf_str(&wide)), S("s0 + s1 + s10 + s100 + ")));
	for (int i = 0; i < 50000; i++)
		buf_puts(&wide, ", Symbol('x')");
	assert_true(expression_text(arena, buf_str(&wide)).ptr == wide.ptr);
	buf_puts(&equal, "Max(Integer(1)");
	for (int i = 0; i < 1000; i++)
		buf_puts(&equal, ", Add(Symbol('a'), Symbol('b'))");
	buf_puts(&equal, ")");
	assert_true(str_starts(expression_text(arena, buf_str(&equal)), S("Max(1, a + b, a + b")));
	buf_free(&deep);
	buf_free(&wide);
	buf_free(&equal);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_pairs),
	        cmocka_unit_test(test_as_it_stands),
	        cmocka_unit_test(test_spellings),
	        cmocka_unit_test(test_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
