/* Are the code cells of a notebook one module, and do magics and bad cells spoil nothing? */
#include "scanner/python/python.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct env env;
static struct python_file file;

static bool parse(const char *json)
{
	struct python_source source = {.path = S("a.ipynb"), .bytes = str_from(json)};

	return python_read(&env, &source, &file);
}

#define CELL(source) "{\"cell_type\": \"code\", \"source\": " source "}"
#define BOOK(cells) "{\"cells\": [" cells "], \"nbformat\": 4}"

static str target(uint32_t call)
{
	uint32_t count;
	const uint32_t *targets =
	        python_chain_targets(&file, &file.chains.at[file.calls.at[call].chain], &count);

	return count ? python_path(&file, targets[0]) : S("");
}

static void one_module(void **state)
{
	struct python_spot spot;

	(void)state;
	assert_true(parse(BOOK("{\"cell_type\": \"markdown\", \"source\": \"torch.x()\"}, " CELL(
	        "\"import torch\\nx = 1\"") ", "
	                                    "{\"source\": [\"\\n\", \"torch.a()\\r\\n\", "
	                                    "\"torch.b()\"], \"cell_type\": \"code\"}")));
	assert_int_equal(file.error.kind, PYTHON_OK);
	assert_int_equal(file.calls.len, 2);
	assert_true(str_eq(target(0), S("torch.a")));
	spot = python_spot(&file, file.calls.at[1].at);
	assert_true(spot.cell == 2 && spot.line == 3 && spot.column == 0);
}

static void magics(void **state)
{
	(void)state;
	assert_true(parse(BOOK(CELL(
	        "\"import torch\\n%matplotlib inline\\n!ls \\\\\\n  "
	        "-l\\ntorch.a?\\n"
	        "x = !ls\\ny = %time z\\nif x:\\n    %timeit q\\n    "
	        "torch.b()\"") ", " CELL("\"%%time\\ntorch.c()\"") ", " CELL("\"\\n%%bash\\necho "
	                                                                     "torch\"") ", " CELL("\"z = (5\\n % 3); torch.d()\"") ", " CELL("\"this is no Python\"") ", " CELL("\"torch.e(\"") ", " CELL("\"\\ud800\"") ", " CELL("[]"))));
	assert_int_equal(file.error.kind, PYTHON_OK);
	assert_int_equal(file.calls.len, 3);
	assert_true(str_eq(target(0), S("torch.b")) && str_eq(target(1), S("torch.c")) &&
	            str_eq(target(2), S("torch.d")));
	assert_int_equal(python_spot(&file, file.calls.at[0].at).line, 10);
	assert_int_equal(python_spot(&file, file.calls.at[1].at).line, 2);
	assert_int_equal(file.bad_cells.len, 3);
	assert_int_equal(file.bad_cells.at[0], 4);
	assert_int_equal(file.bad_cells.at[2], 6);
}

static void format_3(void **state)
{
	(void)state;
	assert_true(
	        parse("\xef\xbb\xbf{\"worksheets\": [{\"cells\": [{\"cell_type\": \"code\", "
	              "\"input\": [\"a()\"]}]}, {\"cells\": [" CELL("\"b()\"") "]}], \"x\": NaN}"));
	assert_int_equal(file.calls.len, 2);
	assert_int_equal(python_spot(&file, file.calls.at[1].at).cell, 1);
}

static void no_notebook(void **state)
{
	static const char *const bad[] = {"", "[]", "{}", "{\"cells\": {}}", "{\"cells\": [1]}",
	        "{\"cells\": [{\"source\": \"x\"}]}", "{\"cells\": []", "{\"cells\": []} x",
	        "{\"worksheets\": [{}]}", BOOK(CELL("5")), BOOK(CELL("[1]")),
	        "{\"cells\": \"\xff\"}"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_false(parse(bad[i]));
		assert_int_equal(file.error.kind, PYTHON_ERROR_NOTEBOOK);
		assert_non_null(file.error.text);
	}
	assert_true(parse(BOOK("")));
	assert_true(parse(BOOK("{\"cell_type\": \"code\"}")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(one_module),
	        cmocka_unit_test(magics),
	        cmocka_unit_test(format_3),
	        cmocka_unit_test(no_notebook),
	};
	int status;

	env.keep = env.temp = arena_new();
	env.limits = &limits_default;
	status = cmocka_run_group_tests(tests, NULL, NULL);
	arena_free(env.temp);
	return status;
}
