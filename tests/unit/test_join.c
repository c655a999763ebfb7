/* Which scanned file does a stack frame of a graph mean? */
#include "assess/join.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct bench {
	struct arena *arena;
	struct scan scan;
	struct join *join;
};

static int setup(void **state)
{
	struct bench *b = calloc(1, sizeof *b);

	b->arena = arena_new();
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

static void source(struct bench *b, const char *path, uint64_t lines)
{
	*VEC_PUSH(b->arena, &b->scan.inputs) =
	        (struct input){.path = str_from(path), .kind = S("python"), .lines = lines};
}

static void open_at(struct bench *b, const char *root)
{
	b->join = join_open(b->arena, &b->scan, str_from(root));
}

static void is(struct bench *b, const char *path, uint32_t line, const char *shown, uint32_t input)
{
	struct joined joined = join_path(b->join, str_from(path), line);

	if (!str_eq(joined.path, str_from(shown)) || joined.input != input) {
		fprintf(stderr, "%s: shown as '%.*s', input %u\n", path, STR_ARG(joined.path),
		        joined.input);
		fail();
	}
}

static void the_longest_unique_end_decides(void **state)
{
	struct bench *b = *state;

	source(b, "./asr/model.py", 100);
	source(b, "tools/model.py", 100);
	source(b, "asr/layers/attention.py", 100);
	open_at(b, "");
	is(b, "/home/u/asr/model.py", 5, "./asr/model.py", 0);
	is(b, "/home/u/x/tools/model.py", 5, "tools/model.py", 1);
	is(b, "/elsewhere/attention.py", 5, "asr/layers/attention.py", 2);
	/* Two files share this end, none a longer one. */
	is(b, "/home/u/other/model.py", 5, "/home/u/other/model.py", GRAPH_NONE);
	is(b, "C:\\work\\asr\\model.py", 5, "./asr/model.py", 0);
	/* A file of that name, but not that many lines. */
	is(b, "/home/u/asr/model.py", 101, "/home/u/asr/model.py", GRAPH_NONE);
	is(b, "", 0, "", GRAPH_NONE);
}

static void a_library_is_not_the_project(void **state)
{
	struct bench *b = *state;

	source(b, "resnet.py", 400);
	source(b, "src/mine/net.py", 400);
	open_at(b, "");
	is(b, "/v/lib/python3.12/site-packages/torchvision/models/resnet.py", 9,
	        "torchvision/models/resnet.py", GRAPH_NONE);
	/* The project itself, installed. */
	is(b, "/v/lib/python3.12/site-packages/mine/net.py", 9, "src/mine/net.py", 1);
	is(b, "/usr/lib/python3/dist-packages/mine/net.py", 9, "src/mine/net.py", 1);
}

static void the_root_is_here_or_there(void **state)
{
	struct bench *b = *state;

	source(b, "a/model.py", 100);
	source(b, "b/model.py", 100);
	/* Here: only files below it are candidates. */
	open_at(b, "b/");
	is(b, "/anywhere/model.py", 1, "b/model.py", 1);
	/* There: taken off what is shown. */
	open_at(b, "/home/u/project");
	is(b, "/home/u/project/a/model.py", 1, "a/model.py", 0);
	is(b, "/home/u/project/c/other.py", 1, "c/other.py", GRAPH_NONE);
}

static void findings_of_a_line(void **state)
{
	struct bench *b = *state;
	const uint32_t *found;
	uint32_t n;

	source(b, "m.py", 100);
	for (uint32_t i = 0; i < 3; i++)
		*VEC_PUSH(b->arena, &b->scan.findings.list) = (struct finding){
		        .path = S("m.py"), .line = 10 + i, .end_line = i == 0 ? 12 : 10 + i};
	*VEC_PUSH(b->arena, &b->scan.findings.list) =
	        (struct finding){.path = S("other.py"), .line = 11, .end_line = 11};
	open_at(b, "");
	found = join_findings(b->join, 0, 12, &n);
	assert_int_equal(n, 2); /* the statement from 10 to 12, and line 12 itself */
	assert_int_equal(found[0], 0);
	assert_int_equal(found[1], 2);
	join_findings(b->join, 0, 9, &n);
	assert_int_equal(n, 0);
}

static void apis_in_the_words_of_their_documentation(void **state)
{
	struct bench *b = *state;

	assert_true(
	        str_eq(join_api(b->arena, S("method_descriptor.softmax")), S("Tensor.softmax")));
	assert_true(
	        str_eq(join_api(b->arena, S("builtin_function_or_method.cat")), S("torch.cat")));
	assert_true(str_eq(join_api(b->arena, S("function.pad")), S("pad")));
	assert_true(str_eq(join_api(b->arena, S("aten.linear.default")), S("aten.linear.default")));
	assert_int_equal(join_api(b->arena, S("OpOverload.sym_size.int")).len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(the_longest_unique_end_decides, setup, teardown),
	        cmocka_unit_test_setup_teardown(a_library_is_not_the_project, setup, teardown),
	        cmocka_unit_test_setup_teardown(the_root_is_here_or_there, setup, teardown),
	        cmocka_unit_test_setup_teardown(findings_of_a_line, setup, teardown),
	        cmocka_unit_test_setup_teardown(
	                apis_in_the_words_of_their_documentation, setup, teardown)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
