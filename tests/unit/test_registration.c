/* Where do a project's own operators come from? */
#include "scanner/registration.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

struct bench {
	struct arena *arena;
	struct diags diags;
	struct env env;
	struct registrations found;
};

static int setup(void **state)
{
	struct bench *b = calloc(1, sizeof *b);

	b->arena = arena_new();
	b->diags.arena = b->arena;
	b->env = (struct env){b->arena, b->arena, &b->diags, &limits_default, NULL};
	b->found.arena = b->arena;
	*state = b;
	return 0;
}

static int teardown(void **state)
{
	struct bench *b = *state;

	arena_free(b->arena);
	free(b);
	return 0;
}

static void python(struct bench *b, const char *text)
{
	struct python_source source = {.path = S("ops.py"), .bytes = str_from(text)};
	struct python_file file;

	b->found.list.len = 0;
	assert_true(python_read(&b->env, &source, &file));
	registrations_find_python(&file, &b->found);
}

static void cpp(struct bench *b, const char *text)
{
	b->found.list.len = 0;
	registrations_find_cpp(str_from(text), &b->found);
}

static void is(const struct bench *b, uint32_t i, const char *op, const char *how, uint32_t line)
{
	assert_true(i < b->found.list.len);
	assert_true(str_eq(b->found.list.at[i].op, str_from(op)));
	assert_true(str_eq(b->found.list.at[i].how, str_from(how)));
	assert_int_equal(b->found.list.at[i].line, line);
}

static void python_functions(void **state)
{
	struct bench *b = *state;

	python(b, "import torch\n"
	          "from torch.library import custom_op as op, register_kernel\n"
	          "@op('mylib::add', mutates_args=())\n"
	          "def add(x): ...\n"
	          "torch.library.define('mylib::sub', '(Tensor x) -> Tensor')\n"
	          "@register_kernel('mylib::add', 'cuda')\n"
	          "def add_cuda(x): ...\n");
	assert_int_equal(b->found.list.len, 3);
	is(b, 0, "mylib.add", "torch.library.custom_op", 3);
	is(b, 1, "mylib.sub", "torch.library.define", 5);
	is(b, 2, "mylib.add", "torch.library.register_kernel", 6);
	assert_false(b->found.list.at[0].kernel);
	assert_true(b->found.list.at[2].kernel);
	assert_true(str_eq(b->found.list.at[2].device, S("cuda")));
}

static void a_library_variable_gives_the_namespace(void **state)
{
	struct bench *b = *state;

	python(b, "import torch\n"
	          "lib = torch.library.Library('vision', 'FRAGMENT')\n"
	          "lib.define('nms(Tensor boxes) -> Tensor')\n"
	          "lib.impl('nms', fn, 'CUDA')\n"
	          "other.define('not ours(x)')\n");
	assert_int_equal(b->found.list.len, 2);
	is(b, 0, "vision.nms", "torch.library.Library.define", 3);
	is(b, 1, "vision.nms", "torch.library.Library.impl", 4);
	assert_true(str_eq(b->found.list.at[1].device, S("CUDA")));
}

static void names_that_code_puts_together_are_not_found(void **state)
{
	struct bench *b = *state;

	python(b, "import torch\n"
	          "torch.library.custom_op(name, mutates_args=())(f)\n"
	          "torch.library.custom_op('noname', mutates_args=())(f)\n");
	assert_int_equal(b->found.list.len, 0);
}

static void cpp_blocks(void **state)
{
	struct bench *b = *state;

	cpp(b, "#include <torch/library.h>\n"
	       "// TORCH_LIBRARY_NOTHING\n"
	       "TORCH_LIBRARY(mylib, m) {\n"
	       "  m.def(\"add(Tensor a, Tensor b) -> Tensor\"); /* m.def(\"no\") */\n"
	       "  if (x) { m.def(R\"(mul(Tensor a) -> Tensor)\"); }\n"
	       "  // m.def(\"no\");\n"
	       "}\n"
	       "TORCH_LIBRARY_IMPL(mylib, CUDA, lib) {\n"
	       "  lib.impl(\"add\", &add_cuda);\n"
	       "  m.impl(\"not_this_variable\", f);\n"
	       "}\n"
	       "void f() { m.def(\"outside\"); }\n");
	assert_int_equal(b->found.list.len, 3);
	is(b, 0, "mylib.add", "TORCH_LIBRARY", 4);
	is(b, 1, "mylib.mul", "TORCH_LIBRARY", 5);
	is(b, 2, "mylib.add", "TORCH_LIBRARY_IMPL", 9);
	assert_true(str_eq(b->found.list.at[2].device, S("CUDA")));
}

static void damaged_cpp_ends(void **state)
{
	static const char *const texts[] = {"TORCH_LIBRARY(", "TORCH_LIBRARY(a, m) {",
	        "TORCH_LIBRARY(a, m) { m.def(\"x", "TORCH_LIBRARY(a, m) { /* ",
	        "TORCH_LIBRARY(a, m) { m.def(R\"x(", "TORCH_LIBRARY(a, m) }}}} m.def(\"x()\")",
	        "TORCH_LIBRARY(a,,) {}", "TORCH_LIBRARY_IMPL(a, m) { m.impl(\"x\") }"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		cpp(*state, texts[i]);
		assert_int_equal(((struct bench *)*state)->found.list.len, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(python_functions, setup, teardown),
	        cmocka_unit_test_setup_teardown(
	                a_library_variable_gives_the_namespace, setup, teardown),
	        cmocka_unit_test_setup_teardown(
	                names_that_code_puts_together_are_not_found, setup, teardown),
	        cmocka_unit_test_setup_teardown(cpp_blocks, setup, teardown),
	        cmocka_unit_test_setup_teardown(damaged_cpp_ends, setup, teardown)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
