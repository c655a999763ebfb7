/* Is there an input that takes more than linear time? Text of one kind repeated, 256 KB and 1 MB of
 * it: four times the text may take at most eight times as long, and no kind 25 times as long as
 * ordinary code (the last kind; a megabyte of it takes some ten milliseconds where no sanitizer
 * runs). */
#include "scanner/python/python.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { SMALL = 1 << 18, LARGE = 1 << 20 };

/* `before`, then `body` as often as fits, then `after`. A '#' in the body is replaced by a number.
 */
static const struct {
	const char *before, *body, *after;
} kinds[] = {
        {"", "(", ""},
        {"", "f\"{", ""},
        {"", "\\", ""},
        {"", "\\\n", ""},
        {"", "a", ""},
        {"", "[", "]"},
        {"", "\"", ""},
        {"a", ".a", ""},
        {"f", "()", ""},
        {"f", "(\"x\")", ""},
        {"from importlib import import_module as m\nx = m('importlib')",
                ".import_module('importlib')", ""},
        {"", "x=", "y"},
        {"import torch\n", "x=", "torch"},
        {"", "a,", ""},
        {"", "a,", "=b"},
        {"", "not ", "x"},
        {"", "-", "x"},
        {"", "lambda:", "x"},
        {"x = ", "a if b() else ", "c"},
        {"import torch\nif a: pass\n", "elif torch.cuda.is_available(): b()\n", ""},
        {"a", "\xcc\x81\xcc\xa3", ""},
        {"", "@a\n", "def f(): pass"},
        {"", "def f#():\n global x\n x = y\n", ""},
        {"def f():\n x = 1\n", " def g#():\n  nonlocal x\n  x = y\n", ""},
        {"", "def f#(x): x()\n", ""},
        {"import ", "a# as x, ", "z\nx.y()"},
        {"import torch as x\n", "x = x.a\n", "x.b()"},
        {"import torch as x0\n", "x# = x0.a.b\n", "x1.b()"},
        {"", "from a import *\n", ""},
        {"from .. import ", "a#, ", "z"},
        {"from ", ".", " import a, b, c"},
        {"", "\"a\" ", ""},
        {"", "f\"{a}\" ", ""},
        {"", "x;", ""},
        {"", "\r", ""},
        {"", "#\n", ""},
        {"", "$\n", ""},
        {"", "x = (\n", ""},
        {"", "def f(:\n", ""},
        {"match x:\n", " case a|b#: pass\n", ""},
        {"", "1_", "1"},
        {"f('", "\\x41", "')"},
        {"with ", "a as b, ", "c as d: pass"},
        {"{", "a:b,", "}"},
        {"a", "[0]", ""},
        {"if ", "a() or ", "b: pass"},
        {"if ", "a() < ", "b: pass"},
        {"try: pass\nexcept (", "A,", "): pass"},
        {"", "try: a()\nexcept ImportError: pass\n", ""},
        {"class A(", "B,", "): pass"},
        {"def f(", "a#=1,", "): pass"},
        {"f(", "a=torch,", ")"},
        {"import torch\n", "x = torch.a.b(1, y=2)\n", ""},
};

static char *make(size_t kind, size_t size)
{
	const char *body = kinds[kind].body, *mark = strchr(body, '#');
	bool counted = mark && mark[1] != '\n';
	char *text = malloc(size + 256);
	size_t len = strlen(strcpy(text, kinds[kind].before));

	assert_non_null(text);
	for (unsigned i = 0; len < size; i++) {
		if (counted)
			len += (size_t)sprintf(
			        text + len, "%.*s%u%s", (int)(mark - body), body, i, mark + 1);
		else
			len += strlen(strcpy(text + len, body));
	}
	strcpy(text + len, kinds[kind].after);
	return text;
}

static double seconds(const char *text)
{
	struct env env = {.temp = arena_new(), .limits = &limits_default};
	struct python_source source = {.path = S("a.py"), .bytes = str_from(text)};
	struct python_file file;
	clock_t start = clock();

	python_read(&env, &source, &file);
	arena_free(env.temp);
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void linear(void **state)
{
	char *code = make(sizeof kinds / sizeof *kinds - 1, LARGE);
	double ordinary = seconds(code);

	(void)state;
	free(code);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		char *small = make(i, SMALL), *large = make(i, LARGE);
		double one = seconds(small), four = seconds(large);

		if (four > 8 * one + 0.1)
			print_error("%s%s: %.3f s, then %.3f s\n", kinds[i].before, kinds[i].body,
			        one, four);
		assert_true(four <= 8 * one + 0.1);
		assert_true(four <= 25 * ordinary + 0.05);
		free(small);
		free(large);
	}
}

/* A bound that is hit is named. */
static void bounds(void **state)
{
	static const struct {
		const char *text, *said;
		enum python_error_kind kind;
	} want[] = {{"(", "more than 200 brackets in each other", PYTHON_ERROR_SYNTAX},
	        {"f'{", "more than 150 f-strings in each other", PYTHON_ERROR_SYNTAX},
	        {"lambda:", "more than 200 lambdas in each other", PYTHON_ERROR_DEPTH}};

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		char text[4096] = "";
		struct env env = {.temp = arena_new(), .limits = &limits_default};
		struct python_source source = {.path = S("a.py"), .bytes = {text, 0}};
		struct python_file file;

		for (int n = 0; n < 300; n++)
			strcat(text, want[i].text);
		source.bytes.len = strlen(text);
		assert_true(python_read(&env, &source, &file));
		assert_int_equal(file.error.kind, want[i].kind);
		assert_string_equal(file.error.text, want[i].said);
		arena_free(env.temp);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(linear),
	        cmocka_unit_test(bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
