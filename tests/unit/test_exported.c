/* The reader of exported programs: every case of the unions, every layout of old, damage. */
#include "tests/unit/exported_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Refused with exactly one problem that has these words in it. */
static void expect_problem(const char *text, size_t len, const char *words)
{
	struct reading r;

	reading_json(&r, (str){text, len});
	assert_false(r.ok);
	if (r.diags.list.len != 1 || !str_has(reading_problem(&r), str_from(words)))
		print_error("want '%s', got %u: %.*s\n", words, r.diags.list.len,
		        STR_ARG(reading_problem(&r)));
	assert_int_equal(r.diags.list.len, 1);
	assert_true(str_has(reading_problem(&r), str_from(words)));
	reading_close(&r);
}

#define PROBLEM(text, words) expect_problem((text), sizeof(text) - 1, (words))

static void test_smallest(void **state)
{
	struct reading r;

	(void)state;
	expect_read(&r, ONE(RELU));
	assert_int_equal(r.file.graphs.len, 1);
	assert_int_equal(r.file.nodes.len, 1);
	assert_true(str_eq(text_of(&r, r.file.nodes.at[0].target), S("aten.relu.default")));
	assert_true(str_eq(text_of(&r, r.file.schema_version), S("8.20")));
	assert_true(str_eq(text_of(&r, r.file.torch_version), S("2.13.0")));
	assert_true(str_eq(text_of(&r, r.file.graphs.at[0].name), S("main")));
	assert_true(str_eq(text_of(&r, r.file.graphs.at[0].stage), S("export")));
	assert_int_equal(tensor_bytes(&r.file, value_tensor(&r.file, 0)), 8);
	/* x is the argument, y the output; both know who made them. */
	assert_int_equal(r.file.args.at[0].kind, ARG_VALUE);
	assert_int_equal(r.file.values.at[r.file.args.at[0].value].node, GRAPH_NONE);
	assert_int_equal(r.file.values.at[r.file.outputs.at[0].value].node, 0);
	reading_close(&r);
}

/* An argument of every case on a node of its own kind. */
static void test_every_case(void **state)
{
	static const struct {
		const char *json;
		enum arg_kind kind, of;
		uint32_t count;
	} cases[] = {
	        {"{\"as_none\": true}", ARG_NONE, 0, 0},
	        {"{\"as_none\": []}", ARG_NONE, 0, 0},
	        {TENSOR("x"), ARG_VALUE, 0, 0},
	        {"{\"as_tensors\": [{\"name\": \"x\"}, {\"name\": \"x\"}]}", ARG_LIST, ARG_VALUE,
	                2},
	        {"{\"as_tensors\": []}", ARG_LIST, ARG_VALUE, 0},
	        {"{\"as_optional_tensor\": {\"as_none\": true}}", ARG_NONE, 0, 0},
	        {"{\"as_optional_tensor\": " TENSOR("x") "}", ARG_VALUE, 0, 0},
	        {"{\"as_optional_tensors\": [{\"as_none\": true}, " TENSOR("x") "]}", ARG_LIST,
	                ARG_VALUE, 2},
	        {"{\"as_nested_tensors\": [[{\"name\": \"x\"}], []]}", ARG_LIST, ARG_LIST, 2},
	        {"{\"as_int\": 9223372036854775807}", ARG_INT, 0, 0},
	        {"{\"as_int\": -9223372036854775808}", ARG_INT, 0, 0},
	        {"{\"as_int\": 18446744073709551615}", ARG_OPAQUE, 0, 0},
	        {"{\"as_int\": 1e999}", ARG_OPAQUE, 0, 0},
	        {"{\"as_ints\": [1, -2, 3]}", ARG_LIST, ARG_INT, 3},
	        {"{\"as_int_lists\": [[1], [2, 3]]}", ARG_LIST, ARG_LIST, 2},
	        {"{\"as_float\": 0.5}", ARG_FLOAT, 0, 0},
	        {"{\"as_float\": 1e999}", ARG_FLOAT, 0, 0},
	        {"{\"as_float\": \"Infinity\"}", ARG_FLOAT, 0, 0},
	        {"{\"as_float\": NaN}", ARG_FLOAT, 0, 0},
	        {"{\"as_floats\": [0.5, \"NaN\", -Infinity]}", ARG_LIST, ARG_FLOAT, 3},
	        {"{\"as_float_lists\": [[1.0]]}", ARG_LIST, ARG_LIST, 1},
	        {"{\"as_bool\": false}", ARG_BOOL, 0, 0},
	        {"{\"as_bools\": [true, false]}", ARG_LIST, ARG_BOOL, 2},
	        {"{\"as_string\": \"a\\u0000b\"}", ARG_STRING, 0, 0},
	        {"{\"as_strings\": [\"a\", \"\"]}", ARG_LIST, ARG_STRING, 2},
	        {"{\"as_complex\": {\"real\": 1.5, \"imag\": \"-Infinity\"}}", ARG_COMPLEX, 0, 0},
	        {"{\"as_sym_int\": {\"as_int\": 3}}", ARG_SYM, 0, 0},
	        {"{\"as_sym_ints\": [{\"as_int\": -1}, {\"as_int\": 2}]}", ARG_LIST, ARG_SYM, 2},
	        {"{\"as_sym_bool\": {\"as_bool\": true}}", ARG_BOOL, 0, 0},
	        {"{\"as_sym_float\": {\"as_float\": 1.5}}", ARG_FLOAT, 0, 0},
	        {"{\"as_sym_floats\": [{\"as_float\": 1.5}]}", ARG_LIST, ARG_SYM, 1},
	        {"{\"as_scalar_type\": 13}", ARG_DTYPE, 0, 0},
	        {"{\"as_layout\": 7}", ARG_LAYOUT, 0, 0},
	        {"{\"as_memory_format\": 1}", ARG_MEMORY_FORMAT, 0, 0},
	        {"{\"as_device\": {\"type\": \"cuda\", \"index\": 1}}", ARG_DEVICE, 0, 0},
	        {"{\"as_operator\": \"torch.ops.aten.add.Tensor\"}", ARG_OPERATOR, 0, 0},
	        {"{\"as_custom_obj\": {\"name\": \"x\", \"class_fqn\": \"C\"}}", ARG_VALUE, 0, 0},
	        {"{\"as_string_to_argument\": {\"a\": {\"as_int\": 1}, \"b\": " TENSOR("x") "}}",
	                ARG_LIST, ARG_NONE, 2},
	        {"{\"as_something_new\": {\"deep\": [1, {\"x\": null}]}}", ARG_OPAQUE, 0, 0},
	        {"{\"as_none\": null, \"as_tensor\": null, \"as_int\": 7, \"as_ints\": null}",
	                ARG_INT, 0, 0},
	        {"{\"as_none\": null, \"as_int\": null}", ARG_NONE, 0, 0},
	        {"{\"asTensor\": {\"name\": \"x\"}}", ARG_VALUE, 0, 0},
	        {"{\"asInt\": 3}", ARG_INT, 0, 0},
	        {"{\"asOptionalTensors\": [{\"asNone\": true}]}", ARG_LIST, ARG_VALUE, 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf text = {0};
		struct reading r;
		const struct arg *arg;

		buf_puts(&text, "{\"graph_module\": {\"graph\": {\"inputs\": [" TENSOR(
		                        "x") "], \"outputs\": [], \"nodes\": [{\"target\": "
		                             "\"torch.ops.a.b.c\", "
		                             "\"inputs\": [{\"name\": \"q\", \"arg\": ");
		buf_puts(&text, cases[i].json);
		buf_puts(&text,
		        "}], \"outputs\": [], \"metadata\": {}}], \"tensor_values\": {\"x\": " META(
		                "") "}}}}");
		buf_byte(&text, 0);
		expect_read(&r, text.ptr);
		arg = &r.file.args.at[r.file.nodes.at[0].first_arg];
		if (arg->kind != cases[i].kind)
			print_error("%s\n", cases[i].json);
		assert_int_equal(arg->kind, cases[i].kind);
		if (arg->kind == ARG_LIST) {
			assert_int_equal(arg->of, cases[i].of);
			assert_int_equal(arg->list.count, cases[i].count);
		}
		reading_close(&r);
		buf_free(&text);
	}
}

static const struct value *result(const struct reading *r, uint32_t node, uint32_t i)
{
	return &r->file.values.at[r->file.nodes.at[node].first_out + i];
}

static void test_results(void **state)
{
	struct reading r;

	(void)state;
	expect_read(&r,
	        PROGRAM("{\"inputs\": [], \"outputs\": [], \"nodes\": [" NODE("a",
	                        "torch.ops.a.a.a", "",
	                        "{\"as_tensors\": [{\"name\": \"p\"}, {\"name\": \"q\"}]}, "
	                        "{\"as_none\": true}, {\"as_tensors\": []}, "
	                        "{\"as_optional_tensors\": [{\"as_none\": true}, " TENSOR(
	                                "s") "]}, "
	                                     "{\"as_sym_int\": {\"as_name\": \"n\"}}, "
	                                     "{\"as_sym_int\": {\"as_int\": 5}}, "
	                                     "{\"as_sym_bool\": {\"as_name\": \"b\"}}, "
	                                     "{\"as_sym_float\": {\"as_name\": \"f\"}}, "
	                                     "{\"as_sym_int\": {\"as_name\": \"unsaid\"}}, "
	                                     "{\"as_custom_obj\": {\"name\": \"o\", \"class_fqn\": "
	                                     "\"C\"}}, "
	                                     "{\"as_int\": 3}") "], \"tensor_values\": "
	                                                        "{\"p\": " META(DIM(
	                                                                1)) ", "
	                                                                    "\"q\":"
	                                                                    " " META(DIM(
	                                                                            2)) "}, "
	                                                                                "\"sym_int_"
	                                                                                "values\": "
	                                                                                "{\"n\": "
	                                                                                "{\"as_"
	                                                                                "int\": "
	                                                                                "4}}, "
	                                                                                "\"sym_"
	                                                                                "bool_"
	                                                                                "values\": "
	                                                                                "{\"b\": "
	                                                                                "{\"as_"
	                                                                                "bool\": "
	                                                                                "true}}, "
	                                                                                "\"sym_"
	                                                                                "float_"
	                                                                                "values\": "
	                                                                                "{\"f\": "
	                                                                                "{\"as_"
	                                                                                "float\": "
	                                                                                "2}}}",
	                "", ""));
	assert_int_equal(r.file.nodes.at[0].n_outs, 15);
	assert_int_equal(result(&r, 0, 0)->kind, VALUE_TENSORS);
	assert_int_equal(result(&r, 0, 0)->sym.value, 2);
	assert_int_equal(result(&r, 0, 1)->kind, VALUE_TENSOR);
	assert_true(str_eq(text_of(&r, result(&r, 0, 2)->name), S("q")));
	assert_int_equal(result(&r, 0, 3)->kind, VALUE_NONE);
	assert_int_equal(result(&r, 0, 4)->kind, VALUE_TENSORS);
	assert_int_equal(result(&r, 0, 4)->sym.value, 0);
	assert_int_equal(result(&r, 0, 6)->kind, VALUE_NONE);
	assert_int_equal(result(&r, 0, 7)->tensor, GRAPH_NONE); /* nothing is said of it */
	assert_int_equal(result(&r, 0, 8)->kind, VALUE_SYM_INT);
	assert_int_equal(result(&r, 0, 8)->sym.value, 4);
	assert_int_equal(result(&r, 0, 9)->kind, VALUE_CONSTANT);
	assert_int_equal(result(&r, 0, 9)->sym.value, 5);
	assert_true(str_eq(text_of(&r, result(&r, 0, 10)->sym.expr), S("True")));
	assert_true(str_eq(text_of(&r, result(&r, 0, 11)->sym.expr), S("2.0")));
	assert_true(str_eq(text_of(&r, result(&r, 0, 12)->sym.expr), S("?")));
	assert_int_equal(result(&r, 0, 13)->kind, VALUE_OBJECT);
	assert_int_equal(result(&r, 0, 14)->kind, VALUE_CONSTANT);
	reading_close(&r);
}

/* Keys in the order of sort_keys, and all that is unknown between them. */
static void test_any_order(void **state)
{
	struct reading r;

	(void)state;
	expect_read(&r, "{\"zzz\": [1, {\"a\": null}], \"verifiers\": [\"ATEN\"], "
	                "\"torch_version\": \"2.9.0\", "
	                "\"schema_version\": {\"minor\": 14, \"major\": 8, \"patch\": 1}, "
	                "\"graph_module\": "
	                "{\"signature\": {\"output_specs\": [" OUT_SPEC(
	                        "y") "], \"input_specs\": "
	                             "[" SPEC(
	                                     "x") "], \"new\": 1}, \"metadata\": {}, \"graph\": "
	                                          "{\"tensor_values\": "
	                                          "{\"y\": " META(DIM(2)) ", \"x\": " META(DIM(2)) ", \"x\": " META(DIM(
	                                                  3)) "}, "
	                                                      "\"sym_int_values\": {}, \"nodes\": "
	                                                      "[{\"outputs\": [" TENSOR(
	                                                              "y") "], \"name\": \"y\", "
	                                                                   "\"metadata\": "
	                                                                   "{\"custom\": \"{}\", "
	                                                                   "\"number\": 3}, "
	                                                                   "\"inputs\": "
	                                                                   "[{\"kind\": 2, "
	                                                                   "\"arg\": " TENSOR(
	                                                                           "x") ", "
	                                                                                "\"new\": "
	                                                                                "{}, "
	                                                                                "\"name\": "
	                                                                                "\"self\"}]"
	                                                                                ", "
	                                                                                "\"target\""
	                                                                                ": "
	                                                                                "\"torch."
	                                                                                "ops.aten."
	                                                                                "relu."
	                                                                                "default\"}"
	                                                                                "], "
	                                                                                "\"outputs"
	                                                                                "\": "
	                                                                                "[" TENSOR("y") "], \"inputs\": [" TENSOR(
	                                                                                        "x") "]}}}");
	assert_int_equal(r.file.graphs.at[0].n_tensor_values, 2);
	/* What is said last of a name holds. */
	assert_int_equal(
	        tensor_numel(&r.file, value_tensor(&r.file, r.file.inputs.at[0].value)), 3);
	assert_true(r.file.args.at[0].keyword);
	assert_true(str_eq(text_of(&r, r.file.graphs.at[0].stage), S("core")));
	reading_close(&r);
}

#define INNER(name, out)                                                                           \
	GRAPH(TENSOR("x"), TENSOR(out),                                                            \
	        NODE(out, "torch.ops.aten." name ".default", ARG("self", TENSOR("x")),             \
	                TENSOR(out)),                                                              \
	        "\"x\": " META(DIM(7)) ", \"" out "\": " META(DIM(7)))
#define AS_GRAPH(name, graph) "{\"as_graph\": {\"name\": \"" name "\", \"graph\": " graph "}}"

/* Graphs in the arguments of a node in the middle: nodes of each stand together, names are local.
 */
static void test_nested(void **state)
{
	struct reading r;
	const struct graph *g;

	(void)state;
	expect_read(&r, ONE(NODE("a", "torch.ops.aten.sin.default", ARG("self", TENSOR("x")),
	                        TENSOR("a")) ", " NODE("cond", "torch.ops.higher_order.cond",
	                        ARG("", TENSOR("a")) ", " ARG("",
	                                AS_GRAPH("true_graph_0",
	                                        GRAPH(TENSOR("x"), TENSOR("z"),
	                                                NODE("y", "torch.ops.aten.neg.default",
	                                                        ARG("self", TENSOR("x")),
	                                                        TENSOR("y")) ", " NODE("z",
	                                                        "torch.ops.higher_order.cond",
	                                                        ARG("", TENSOR("y")) ", " ARG("",
	                                                                AS_GRAPH("true_graph_0",
	                                                                        INNER("exp", "a"))),
	                                                        TENSOR("z")),
	                                                ""))) ", " ARG("",
	                                AS_GRAPH("false_graph_0", INNER("log", "y"))),
	                        TENSOR("c")) ", " NODE("y", "torch.ops.aten.cos.default",
	                        ARG("self", TENSOR("c")), TENSOR("y"))));
	assert_int_equal(r.file.graphs.len, 4);
	assert_true(str_eq(text_of(&r, r.file.graphs.at[1].name), S("main/cond.true_graph_0")));
	assert_true(str_eq(
	        text_of(&r, r.file.graphs.at[2].name), S("main/cond.true_graph_0/z.true_graph_0")));
	assert_true(str_eq(text_of(&r, r.file.graphs.at[3].name), S("main/cond.false_graph_0")));
	g = &r.file.graphs.at[0];
	assert_int_equal(g->n_nodes, 3);
	assert_true(str_eq(
	        text_of(&r, r.file.nodes.at[g->first_node + 2].target), S("aten.cos.default")));
	assert_int_equal(r.file.graphs.at[1].n_nodes, 2);
	assert_int_equal(r.file.graphs.at[1].parent_node, g->first_node + 1);
	assert_int_equal(r.file.graphs.at[3].parent_node, g->first_node + 1);
	assert_int_equal(r.file.graphs.at[2].parent_node, r.file.graphs.at[1].first_node + 1);
	for (uint32_t i = 0; i < r.file.graphs.len; i++)
		for (uint32_t k = 0; k < r.file.graphs.at[i].n_nodes; k++)
			assert_int_equal(
			        r.file.nodes.at[r.file.graphs.at[i].first_node + k].graph, i);
	/* The x inside has seven elements, the x outside two. */
	g = &r.file.graphs.at[3];
	assert_int_equal(tensor_numel(&r.file,
	                         value_tensor(&r.file, r.file.inputs.at[g->first_input].value)),
	        7);
	reading_close(&r);
}

/* Schema 1: unions that list all cases, tensors one level deeper, the signature as maps. */
static void test_schema_1(void **state)
{
	struct reading r;
	const struct graph_input *in;

	(void)state;
	expect_read(&r,
	        "{\"graph_module\": {\"graph\": {\"inputs\": [{\"as_none\": null, "
	        "\"as_tensor\": "
	        "{\"name\": \"w\"}}, {\"as_none\": null, \"as_tensor\": {\"name\": \"b\"}}, "
	        "{\"as_tensor\": {\"name\": \"x\"}, \"as_int\": null}], \"outputs\": [" TENSOR(
	                "b2") ", " TENSOR("y") "], \"nodes\": [{\"target\": {\"name\": "
	                                       "\"torch.ops.aten.add.Tensor\", "
	                                       "\"version\": 1}, \"inputs\": [" ARG(
	                                               "self", TENSOR("x")) ", " ARG("other",
	                                               TENSOR("w")) "], \"outputs\": [" TENSOR("y") "], \"metadata\": {}}, " NODE("",
	                                               "torch.ops.aten.neg.default",
	                                               ARG("self", TENSOR("b")),
	                                               TENSOR("b2")) "], \"tensor_values\": "
	                                                             "{\"w\": "
	                                                             "{\"meta\": " META(DIM(
	                                                                     5)) ", \"constant\": "
	                                                                         "null}}, "
	                                                                         "\"constants\": "
	                                                                         "{\"c\": "
	                                                                         "\"UEsDBA==\"}}, "
	                                                                         "\"signature\": "
	                                                                         "{\"user_"
	                                                                         "inputs\": "
	                                                                         "[\"x\"], "
	                                                                         "\"inputs_to_"
	                                                                         "parameters\": "
	                                                                         "{\"w\": "
	                                                                         "\"fc.weight\"}, "
	                                                                         "\"inputs_to_"
	                                                                         "buffers\": "
	                                                                         "{\"b\": "
	                                                                         "\"running\"}, "
	                                                                         "\"user_"
	                                                                         "outputs\": "
	                                                                         "[\"y\"], "
	                                                                         "\"buffers_to_"
	                                                                         "mutate\": "
	                                                                         "{\"b2\": "
	                                                                         "\"running\"}, "
	                                                                         "\"backward_"
	                                                                         "signature\": "
	                                                                         "null}}, "
	                                                                         "\"schema_"
	                                                                         "version\": 1, "
	                                                                         "\"dialect\": "
	                                                                         "\"ATEN\"}");
	in = r.file.inputs.at;
	assert_int_equal(in[0].role, INPUT_PARAMETER);
	assert_true(str_eq(text_of(&r, in[0].target), S("fc.weight")));
	assert_int_equal(tensor_bytes(&r.file, value_tensor(&r.file, in[0].value)), 20);
	assert_int_equal(in[1].role, INPUT_BUFFER);
	assert_int_equal(in[2].role, INPUT_USER);
	assert_true(str_eq(text_of(&r, r.file.outputs.at[0].role), S("buffer_mutation")));
	assert_true(str_eq(text_of(&r, r.file.outputs.at[1].role), S("user_output")));
	assert_true(str_eq(text_of(&r, r.file.schema_version), S("1")));
	reading_close(&r);
}

#define EXPR(text, hint) "{\"as_expr\": {\"expr_str\": \"" text "\", \"hint\": " hint "}}"

static void test_symbols(void **state)
{
	struct reading r;
	const struct tensor *t;

	(void)state;
	expect_read(&r,
	        "{\"graph_module\": {\"graph\": {\"inputs\": [" TENSOR(
	                "x") "], \"outputs\": [], "
	                     "\"nodes\": [], \"tensor_values\": {\"x\": " META(EXPR(
	                             "Mul(Integer(2), Symbol('s77', positive=True, integer=True))",
	                             "{\"as_int\": 8}") ", " EXPR("s0 + 1",
	                             "null") ", " EXPR("Symbol(\\\"s1\\\", integer=True)",
	                             "null") ", 3, {\"as_int\": 4}") "}}}, \"range_constraints\": "
	                                                             "{\"s77\": {\"min_val\": 2, "
	                                                             "\"max_val\": null}, \"u0\": "
	                                                             "{\"min_val\": null, "
	                                                             "\"max_val\": "
	                                                             "9223372036854775807}}}");
	t = value_tensor(&r.file, 0);
	assert_int_equal(t->rank, 5);
	assert_true(str_eq(text_of(&r, r.file.dims.at[t->first_size].expr), S("2*s77")));
	assert_int_equal(r.file.dims.at[t->first_size].value, 8);
	assert_true(str_eq(text_of(&r, r.file.dims.at[t->first_size + 1].expr), S("s0 + 1")));
	assert_int_equal(r.file.dims.at[t->first_size + 1].value, -1);
	assert_true(str_eq(text_of(&r, r.file.dims.at[t->first_size + 2].expr), S("s1")));
	assert_int_equal(r.file.dims.at[t->first_size + 3].value, 3);
	assert_int_equal(tensor_numel(&r.file, t), -1);
	assert_int_equal(r.file.symbols.len, 2);
	assert_true(r.file.symbols.at[0].has_low && !r.file.symbols.at[0].has_high);
	assert_true(!r.file.symbols.at[1].has_low && r.file.symbols.at[1].high == INT64_MAX);
	reading_close(&r);
}

static void test_camel_case(void **state)
{
	struct reading r;

	(void)state;
	expect_read(&r,
	        "{\"graphModule\": {\"graph\": {\"inputs\": [{\"asTensor\": {\"name\": \"x\"}}], "
	        "\"outputs\": [{\"asTensor\": {\"name\": \"x\"}}], \"nodes\": [], "
	        "\"tensorValues\": "
	        "{\"x\": {\"dtype\": 13, \"sizes\": [{\"asInt\": 3}, {\"asExpr\": {\"exprStr\": "
	        "\"s0\"}}], \"requiresGrad\": true, \"storageOffset\": {\"asInt\": 0}}}}, "
	        "\"signature\": {\"inputSpecs\": [{\"parameter\": {\"arg\": {\"name\": \"x\"}, "
	        "\"parameterName\": \"p.w\"}}], \"outputSpecs\": [{\"userOutput\": {\"arg\": "
	        "{\"asTensor\": {\"name\": \"x\"}}}}]}}, \"schemaVersion\": {\"major\": 8}, "
	        "\"rangeConstraints\": {\"s0\": {\"minVal\": 2, \"maxVal\": 9}}, \"torchVersion\": "
	        "\"2.6\"}");
	assert_int_equal(r.file.inputs.at[0].role, INPUT_PARAMETER);
	assert_true(str_eq(text_of(&r, r.file.inputs.at[0].target), S("p.w")));
	assert_true(value_tensor(&r.file, 0)->requires_grad);
	assert_int_equal(r.file.symbols.at[0].high, 9);
	reading_close(&r);
}

static void test_references(void **state)
{
	(void)state;
	PROBLEM(ONE(NODE("y", "torch.ops.aten.relu.default", ARG("self", TENSOR("nowhere")),
	                TENSOR("y"))),
	        "node 'y' uses 'nowhere', which nothing in the graph makes");
	PROBLEM(ONE(NODE("a", "torch.ops.aten.relu.default", ARG("self", TENSOR("y")),
	                TENSOR("a")) ", " NODE("y", "torch.ops.aten.relu.default",
	                ARG("self", TENSOR("a")), TENSOR("y"))),
	        "node 'a' uses 'y' before it is made: the nodes go in a circle");
	PROBLEM(ONE(NODE(
	                "y", "torch.ops.aten.relu.default", ARG("self", TENSOR("y")), TENSOR("y"))),
	        "node 'y' uses 'y' before it is made");
	PROBLEM(ONE(NODE("y", "torch.ops.aten.cat.default",
	                ARG("tensors", "{\"as_tensors\": [{\"name\": \"x\"}, {\"name\": \"q\"}]}"),
	                TENSOR("y"))),
	        "uses 'q', which nothing");
	PROBLEM(ONE(NODE("y", "torch.ops.aten.view.default",
	                ARG("size", "{\"as_sym_ints\": [{\"as_name\": \"n\"}]}"), TENSOR("y"))),
	        "uses 'n', which nothing");
	PROBLEM(ONE(RELU ", " NODE(
	                "z", "torch.ops.aten.relu.default", ARG("self", TENSOR("x")), TENSOR("y"))),
	        "the name 'y' is given to two values of one graph");
	PROBLEM(ONE(NODE(
	                "a", "torch.ops.aten.relu.default", ARG("self", TENSOR("x")), TENSOR("x"))),
	        "the name 'x' is given to two values");
	PROBLEM(ONE(""), "the output 'y' of a graph is made by nothing in it");
	/* A name of the graph outside does not hold inside. */
	PROBLEM(ONE(NODE("y", "torch.ops.higher_order.cond",
	                ARG("", AS_GRAPH("g", GRAPH("", "",
	                                              NODE("n", "torch.ops.aten.relu.default",
	                                                      ARG("self", TENSOR("x")), ""),
	                                              ""))),
	                TENSOR("y"))),
	        "node 'n' uses 'x', which nothing in the graph makes");
}

static void test_signature(void **state)
{
	(void)state;
	PROBLEM(PROGRAM(GRAPH(TENSOR("x"), TENSOR("x"), "", ""), SPEC("x") ", " SPEC("x"),
	                OUT_SPEC("x")),
	        "the signature lists 2 inputs, the graph has 1");
	PROBLEM(PROGRAM(GRAPH(TENSOR("x"), TENSOR("x"), "", ""), SPEC("y"), OUT_SPEC("x")),
	        "the signature names 'y', which is no input");
	PROBLEM(PROGRAM(GRAPH(TENSOR("x"), TENSOR("x"), "", ""), SPEC("x"),
	                OUT_SPEC("x") ", " OUT_SPEC("x")),
	        "the signature lists 2 outputs, the graph has 1");
}

static void test_sizes(void **state)
{
	struct reading r;

	(void)state;
	PROBLEM(PROGRAM(GRAPH(TENSOR("x"), "", "",
	                        "\"x\": " META(DIM(4611686018427387904) ", " DIM(4))),
	                "", ""),
	        "tensor 'x' has more than 2^63 bytes");
	PROBLEM(PROGRAM(GRAPH("", "", "", "\"x\": " META(DIM(9223372036854775807))), "", ""),
	        "more than 2^63 bytes");
	PROBLEM(PROGRAM(GRAPH("", "", "", "\"x\": " META(DIM(-1))), "", ""),
	        "a size of zero or more");
	PROBLEM(PROGRAM(GRAPH("", "", "", "\"x\": " META(DIM(9223372036854775808))), "", ""),
	        "an integer of 64 bits");
	PROBLEM(PROGRAM(GRAPH("", "", "", "\"x\": " META("{\"as_int\": 1.5}")), "", ""),
	        "an integer of 64 bits");
	PROBLEM(PROGRAM(GRAPH("", "", "", "\"x\": " META("{}")), "", ""), "a size");
	/* No elements: no overflow, whatever the other sizes are. */
	expect_read(
	        &r, PROGRAM(GRAPH(TENSOR("x"), "", "",
	                            "\"x\": " META(DIM(0) ", " DIM(9223372036854775807) ", " DIM(
	                                    9223372036854775807))),
	                    "", ""));
	assert_int_equal(tensor_bytes(&r.file, value_tensor(&r.file, 0)), 0);
	reading_close(&r);
}

static void test_damage(void **state)
{
	static const char whole[] = ONE(RELU);
	struct reading r;

	(void)state;
	PROBLEM("", "found the end of the text");
	PROBLEM("{}", "no graph_module");
	PROBLEM("{\"graph_module\": {}}", "no graph_module with a graph");
	PROBLEM("{\"graph_module\": null}", "an object");
	PROBLEM("[]", "an object");
	PROBLEM("{\"graph_module\": {\"graph\": []}}", "an object");
	PROBLEM("{\"graph_module\": {\"graph\": {\"nodes\": {}}}}", "an array");
	PROBLEM("{\"graph_module\": {\"graph\": {\"nodes\": [{}]}}}", "a node with a target");
	PROBLEM("{\"graph_module\": {\"graph\": {\"nodes\": [3]}}}", "an object");
	PROBLEM("{\"graph_module\": {\"graph\": {}, \"graph\": {}}}", "one graph");
	PROBLEM("{\"graph_module\": {\"graph\": {\"nodes\": [], \"nodes\": []}}}",
	        "every key of a graph only once");
	PROBLEM(ONE(NODE("y\\u0000", "torch.ops.a.b.c", "", TENSOR("y"))),
	        "no NUL character in a name");
	PROBLEM(ONE(NODE("y", "torch.ops.a.b.c\\u0000d", "", TENSOR("y"))), "no NUL character");
	PROBLEM(ONE(NODE("y", "torch.ops.a.b.c", "", TENSOR("y\\u0000"))), "no NUL character");
	PROBLEM(ONE(NODE("\xff", "torch.ops.a.b.c", "", TENSOR("y"))), "valid UTF-8");
	PROBLEM(ONE(RELU) " x", "the end of the text");
	PROBLEM(ONE(NODE("y", "torch.ops.a.b.c", ARG("a", "{\"as_tensor\": {}}"), TENSOR("y"))),
	        "an object with a name");
	PROBLEM(ONE(NODE(
	                "y", "torch.ops.a.b.c", ARG("a", "{\"as_graph\": {\"name\": \"g\"}}"), "")),
	        "a graph");
	PROBLEM(ONE(NODE("y", "torch.ops.a.b.c", "", AS_GRAPH("g", GRAPH("", "", "", "")))),
	        "no graph among inputs and results");
	/* Cut anywhere: one problem, and never a graph. */
	for (size_t len = 0; len < sizeof whole - 1; len++) {
		reading_json(&r, (str){whole, len});
		assert_false(r.ok);
		assert_int_equal(r.diags.list.len, 1);
		reading_close(&r);
	}
}

/* `depth` conditions inside one another. */
static void put_nested(struct buf *text, int depth)
{
	for (int i = 0; i < depth; i++)
		buf_puts(text,
		        "{\"nodes\": [{\"target\": \"torch.ops.higher_order.cond\", \"inputs\": "
		        "[{\"name\": \"\", \"arg\": {\"as_graph\": {\"name\": \"g\", \"graph\": ");
	buf_puts(text, "{\"nodes\": []}");
	for (int i = 0; i < depth; i++)
		buf_puts(text, "}}}], \"outputs\": [], \"metadata\": {}}]}");
}

static void nested(struct reading *r, int depth, uint32_t graph_depth)
{
	struct buf text = {0};
	struct limits limits = limits_default;

	limits.graph_depth = graph_depth;
	buf_puts(&text, "{\"graph_module\": {\"graph\": ");
	put_nested(&text, depth);
	buf_puts(&text, "}}");
	reading_open(r);
	r->env.limits = &limits;
	r->file = (struct graph_file){.arena = r->keep};
	r->file.names.arena = r->keep;
	r->ok = exported_read(&r->env, S("x.json"), buf_str(&text), &r->file);
	buf_free(&text);
}

static void test_depth(void **state)
{
	struct reading r;

	(void)state;
	nested(&r, 30, 64);
	assert_true(r.ok);
	assert_int_equal(r.file.graphs.len, 31);
	reading_close(&r);
	nested(&r, 1000, 64);
	assert_false(r.ok);
	assert_true(str_has(reading_problem(&r), S("less nesting")));
	reading_close(&r);
	nested(&r, 10, 4);
	assert_false(r.ok);
	assert_true(str_has(reading_problem(&r), S("graphs nested more than 4 deep")));
	reading_close(&r);
}

/* Values that nobody uses, a known attack on readers that search lists. */
static void test_unused(void **state)
{
	struct buf text = {0};
	struct reading r;

	(void)state;
	buf_puts(&text,
	        "{\"graph_module\": {\"graph\": {\"inputs\": [], \"outputs\": [], \"nodes\": [], "
	        "\"tensor_values\": {");
	for (int i = 0; i < 100000; i++)
		buf_format(&text, "%s\"unused_%d\": %s", i ? ", " : "", i, META(DIM(2)));
	buf_puts(&text, "}}}}");
	reading_json(&r, buf_str(&text));
	assert_true(r.ok);
	assert_int_equal(r.file.graphs.at[0].n_tensor_values, 100000);
	/* They look alike, so one description serves them all. */
	assert_int_equal(r.file.tensors.len, 1);
	reading_close(&r);
	buf_free(&text);
}

static void test_newer_schema(void **state)
{
	struct reading r;

	(void)state;
	expect_read(&r, "{\"graph_module\": {\"graph\": {}}, \"schema_version\": {\"major\": 9, "
	                "\"minor\": 1}}");
	assert_int_equal(r.diags.list.len, 1);
	assert_int_equal(r.diags.list.at[0].level, DIAG_WARNING);
	assert_true(str_has(reading_problem(&r), S("newer than 8")));
	reading_close(&r);
}

static void test_matches(void **state)
{
	(void)state;
	assert_true(exported_matches(str_from(ONE(RELU))));
	assert_true(exported_matches(S(" \n{ \"graph_module\": {")));
	assert_true(exported_matches(S("{\"dialect\": \"ATEN\", \"graph_module\": {")));
	assert_true(exported_matches(S("{\"graphModule\":")));
	assert_false(exported_matches(S("")));
	assert_false(exported_matches(S("{}")));
	assert_false(exported_matches(S("[\"graph_module\"]")));
	assert_false(exported_matches(S("{\"a\": \"graph_module\"}")));
	assert_false(exported_matches(S("{\"a\": \"the \\\"graph_module\\\" of\"}")));
	assert_false(exported_matches(S("{\"traceEvents\": []}")));
	assert_false(exported_matches(S("{\"a\": [1, \"graph_module\", 2]}")));
}

/* The key that tells may stand behind anything. */
static void test_matches_late(void **state)
{
	struct buf text = {0};

	(void)state;
	for (int i = 0; i < 100000; i++)
		buf_byte(&text, ' ');
	buf_byte(&text, '{');
	for (int i = 0; i < 10000; i++)
		buf_format(&text, "\"key%d\": [{\"graph_module\": 1}], ", i);
	assert_false(exported_matches(buf_str(&text)));
	buf_puts(&text, "\"graph_module\": {");
	assert_true(exported_matches(buf_str(&text)));
	buf_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_smallest),
	        cmocka_unit_test(test_every_case),
	        cmocka_unit_test(test_results),
	        cmocka_unit_test(test_any_order),
	        cmocka_unit_test(test_nested),
	        cmocka_unit_test(test_schema_1),
	        cmocka_unit_test(test_symbols),
	        cmocka_unit_test(test_camel_case),
	        cmocka_unit_test(test_references),
	        cmocka_unit_test(test_signature),
	        cmocka_unit_test(test_sizes),
	        cmocka_unit_test(test_damage),
	        cmocka_unit_test(test_depth),
	        cmocka_unit_test(test_unused),
	        cmocka_unit_test(test_newer_schema),
	        cmocka_unit_test(test_matches),
	        cmocka_unit_test(test_matches_late),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
