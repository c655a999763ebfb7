/* Where a node of an exported program comes from: frames, modules, what it was made of. */
#include "tests/unit/exported_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A node with metadata, and what came of them. */
static void with_metadata(struct reading *r, const char *metadata)
{
	struct buf text = {0};

	buf_puts(&text,
	        "{\"graph_module\": {\"graph\": {\"inputs\": [], \"outputs\": [], \"nodes\": "
	        "[{\"target\": \"torch.ops.aten.empty.memory_format\", \"inputs\": [], "
	        "\"outputs\": [], \"metadata\": {");
	buf_puts(&text, metadata);
	buf_puts(&text, "}}]}}}");
	buf_byte(&text, 0);
	expect_read(r, text.ptr);
	buf_free(&text);
}

static void test_frames(void **state)
{
	static const struct {
		const char *trace, *file, *function, *source;
		uint32_t line;
	} cases[] = {
	        {"File \\\"/a/m.py\\\", line 3, in forward\\n    return x", "/a/m.py", "forward",
	                "return x", 3},
	        {"  File \\\"m.py\\\", line 9, in <lambda>\\n    y = x\\n", "m.py", "<lambda>",
	                "y = x", 9},
	        {"  File \\\"m.py\\\", line 1, in f\\n    a()\\n  File "
	         "\\\"/v/lib/python3.11/site-packages/torch/nn/modules/linear.py\\\", line 134, in "
	         "forward\\n    return F.linear(x)",
	                "m.py", "f", "a()", 1},
	        {"  File \\\"m.py\\\", line 1, in f\\n    a()\\n  File \\\"<eval_with_key>.13\\\", "
	         "line 4, in "
	         "forward\\n    b = c",
	                "m.py", "f", "a()", 1},
	        {"  File \\\"/v/site-packages/torchvision/models/r.py\\\", line 7, in g",
	                "/v/site-packages/torchvision/models/r.py", "g", "", 7},
	        {"  File \\\"torch/fx/passes/runtime_assert.py\\\", line 24, in insert\\n", "", "",
	                "", 0},
	        {"  File \\\"C:\\\\\\\\u\\\\\\\\new.py\\\", line 2, in f\\n    s = \\\"File "
	         "\\\\\\\"x\\\\\\\"\\\"",
	                "C:\\\\u\\\\new.py", "f", "s = \"File \\\"x\\\"\"", 2},
	        {"  File \\\"m.py\\\", line 5, in f\\n    print('File \\\"other.py\\\", line 1, in "
	         "g')",
	                "m.py", "f", "print('File \"other.py\", line 1, in g')", 5},
	        {"  File \\\"m.py\\\", line x, in f", "", "", "", 0},
	        {"  File \\\"m.py", "", "", "", 0},
	        {"no frame", "", "", "", 0},
	        {"", "", "", "", 0},
	        {"  File \\\"\\u00e9.py\\\", line 5, in \\ud83d\\ude00\\n    \\u4e2d", "é.py", "😀",
	                "中", 5},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf text = {0};
		const struct node *node;
		struct reading r;

		buf_format(&text, "\"stack_trace\": \"%s\"", cases[i].trace);
		buf_byte(&text, 0);
		with_metadata(&r, text.ptr);
		node = &r.file.nodes.at[0];
		if (node->line != cases[i].line)
			print_error("%s\n", cases[i].trace);
		assert_int_equal(node->line, cases[i].line);
		assert_string_equal(arena_cstr(r.keep, text_of(&r, node->file)), cases[i].file);
		assert_string_equal(
		        arena_cstr(r.keep, text_of(&r, node->function)), cases[i].function);
		assert_string_equal(
		        arena_cstr(r.keep, text_of(&r, node->source_text)), cases[i].source);
		reading_close(&r);
		buf_free(&text);
	}
}

static void test_modules(void **state)
{
	static const char *const cases[][3] = {
	        {"L__self__,,m.Net", "", "m.Net"},
	        {"L__self__,,m.Net;L__self__fc,fc,torch.nn.modules.linear.Linear", "fc",
	                "torch.nn.modules.linear.Linear"},
	        {"L__self__d.a,b,d.a,b,torch.nn.Linear", "d.a,b", "torch.nn.Linear"},
	        {"140255037866192,model.layers.0,m.Layer", "model.layers.0", "m.Layer"},
	        {"L__self___fc,L['self'].fc,m.L", "fc", "m.L"},
	        {"L__self__,L['self'],m.Net", "", "m.Net"},
	        {"_empty_nn_module_stack_from_metadata_hook,_empty_nn_module_stack_from_metadata_"
	         "hook,"
	         "_empty_nn_module_stack_from_metadata_hook",
	                "", ""},
	        {"", "", ""},
	        {"nonsense", "", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf text = {0};
		const struct node *node;
		struct reading r;

		buf_format(&text, "\"nn_module_stack\": \"%s\"", cases[i][0]);
		buf_byte(&text, 0);
		with_metadata(&r, text.ptr);
		node = &r.file.nodes.at[0];
		assert_string_equal(
		        arena_cstr(r.keep, text_of(&r, node->module_path)), cases[i][1]);
		assert_string_equal(
		        arena_cstr(r.keep, text_of(&r, node->module_type)), cases[i][2]);
		reading_close(&r);
		buf_free(&text);
	}
}

static void test_originals(void **state)
{
	static const char *const cases[][2] = {
	        {"\"torch_fn\": \"linear_3;builtin_function_or_method.linear\"",
	                "builtin_function_or_method.linear"},
	        {"\"source_fn_stack\": \"a,torch.x;silu,<function silu at 0x7f8f>\", \"torch_fn\": "
	         "\"a;b\"",
	                "<function silu>"},
	        {"\"from_node\": \"[{\\\"name\\\": \\\"t\\\", \\\"target\\\": "
	         "\\\"aten.t.default\\\", "
	         "\\\"from_node\\\": [{\\\"target\\\": \\\"aten.linear.default\\\", "
	         "\\\"from_node\\\": "
	         "[]}]}]\", \"torch_fn\": \"a;b\"",
	                "aten.linear.default"},
	        {"\"from_node\": \"[{\\\"target\\\": \\\"aten.empty.memory_format\\\"}]\"", ""},
	        {"\"from_node\": \"[{]\"", ""},
	        {"\"from_node\": \"\"", ""},
	        {"\"debug_handle\": \"3\", \"from_node\": null", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct reading r;

		with_metadata(&r, cases[i][0]);
		assert_string_equal(
		        arena_cstr(r.keep, text_of(&r, r.file.nodes.at[0].original)), cases[i][1]);
		reading_close(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_frames),
	        cmocka_unit_test(test_modules),
	        cmocka_unit_test(test_originals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
