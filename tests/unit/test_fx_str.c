/* str(graph) and print_tabular. */
#include "tests/unit/graph_of_text.h"

#define NODE(name) node_text(g, node_named(g, name))

static void test_lines(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "graph():\n"
	        "    %x : torch.Tensor [num_users=2] = placeholder[target=x]\n"
	        "    %k : [#users=1] = placeholder[target=*args](default=[1])\n"
	        "    %w : [num_users=1] = get_attr[target=fc.0.weight]\n"
	        "    %fc : [num_users=1] = call_module[target=0.fc](args = (%x,), kwargs = {})\n"
	        "    %add : [num_users=1] = call_function[target=operator.add](args = (%fc, 1), "
	        "kwargs "
	        "= {})\n"
	        "    %pad : [num_users=1] = call_function[target=torch.ops.aten.pad.default](args "
	        "= "
	        "(%add, [0, (1, %w)]), kwargs = {mode: constant, value: -inf, dtype: torch.bool})\n"
	        "    %e : [num_users=1] = call_function[target=torch.functional.einsum](args = (a "
	        "b -> b "
	        "= c, %x, %x), kwargs = {})\n"
	        "    %size : [num_users=1] = call_method[target=size](args = (%pad, 0), kwargs = "
	        "{})\n"
	        "    %item : [num_users=1] = call_function[target=operator.getitem](args = (%size, "
	        "slice(None, %k, None)), kwargs = {})\n"
	        "    %odd : [num_users=1] = call_function[target=<function f at 0x7f]>](args = (, "
	        "%x), "
	        "kwargs = {key: a, b and c, other: 2})\n"
	        "    return (pad, {'n': size, 'm': [item, None]})\n"));

	(void)state;
	assert_int_equal(g->file.format, GRAPH_FX_STR);
	assert_int_equal(g->file.graphs.at[0].n_inputs, 2);
	assert_int_equal(node_named(g, "w")->kind, NODE_GET_ATTR);
	assert_text(NODE("fc"), "0.fc(%x)");
	assert_text(NODE("add"), "_operator.add(%fc, 1)");
	assert_text(NODE("pad"),
	        "aten.pad.default(%add, [0, [1, %w]], mode=constant, value=-inf, dtype=b8)");
	assert_text(NODE("e"), "torch.functional.einsum(a b -> b = c, %x, %x)");
	assert_text(NODE("size"), "size(%pad, 0)");
	assert_int_equal(node_named(g, "item")->kind, NODE_GETITEM);
	assert_text(NODE("item"), "_operator.getitem(%size, [%k])");
	/* A string with commas keeps its pieces until the next key. */
	assert_text(NODE("odd"), "f(None, %x, key=a, b and c, other=2)");
	assert_int_equal(g->file.graphs.at[0].n_outputs, 4);
	graph_done(g);
}

static void test_newline_in_string(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "graph():\n"
	        "    %lt : [num_users=1] = placeholder[target=lt]\n"
	        "    %a : [num_users=0] = call_function[target=torch._assert](args = (%lt, too = "
	        "big) %x\n"
	        "newline \"quote\"), kwargs = {})\n"
	        "    %b : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = "
	        "(%lt,), kwargs = {})\n"
	        "    return b\n"));

	(void)state;
	assert_int_equal(g->file.nodes.len, 2);
	assert_text(NODE("b"), "aten.neg.default(%lt)");
	graph_done(g);
}

static void test_cut(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "graph():\n"
	        "    %x : [num_users=1] = placeholder[target=x]\n"
	        "    %a : [num_users=1] = call_method[target=view](args = (%x, -1), kwargs = {})\n"
	        "    %b : [num_users=1] = call_function[target=torch.ops.at"));

	(void)state;
	assert_int_equal(g->file.nodes.len, 1);
	assert_int_equal(g->file.graphs.at[0].cut, 1);
	graph_done(g);
}

/* Inductor's comments: the tensor metadata form, a node in two fragments, a broken string. */
static void test_fragments(void **state)
{
	struct graph_of_text *g =
	        graph_of(S("# Graph fragment:\n"
	                   "#   %p : Tensor \"f32[4, 2][2, 1]cuda:0\" = PlaceHolder[target=p]\n"
	                   "#   %asm : Tensor \"i32[4][1]cuda:0\"[num_users=1] = "
	                   "call_function[target=torch.ops.higher_order.inline_asm](args = (%p,), "
	                   "kwargs = {s: {\n"
	                   ".reg a;\n"
	                   "}, pack: 1})\n"
	                   "#   return %asm\n"
	                   "# Graph fragment:\n"
	                   "#   %asm : Tensor \"i32[4][1]cuda:0\"[num_users=1] = "
	                   "call_function[target=torch.ops.higher_order.inline_asm](args = (%p,), "
	                   "kwargs = {})\n"
	                   "#   %mul : Tensor \"f32[4][1]cuda:0\"[num_users=1] = "
	                   "call_function[target=torch.ops.aten.mul.Tensor](args = (%asm, %p), "
	                   "kwargs = {})\n"));

	(void)state;
	assert_int_equal(g->file.nodes.len, 2);
	assert_text(type_text(g, g->file.inputs.at[0].value), "f32[4, 2][2, 1]cuda:0");
	assert_text(type_of_node(g, "asm"), "i32[4][1]cuda:0");
	assert_text(NODE("mul"), "aten.mul.Tensor(%asm, %p)");
	graph_done(g);
}

/* Generated kernels hold pieces of a graph that is elsewhere. */
static void test_output_code(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "async_compile = AsyncCompile()\n"
	        "# Graph fragment:\n"
	        "#   %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = "
	        "(%a, %b), kwargs = {})\n"));

	(void)state;
	assert_false(g->ok);
	graph_done(g);
}

static void test_table(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("opcode         name    target                                     args          "
	          "        "
	          "      kwargs\n"
	          "-------------  ------  -----------------------------------------  "
	          "--------------------------  ------------\n"
	          "placeholder    x       x                                          ()            "
	          "        "
	          "      {}\n"
	          "get_attr       w       blocks.0.w                                 ()            "
	          "        "
	          "      {}\n"
	          "call_module    fc      fc                                         (x,)          "
	          "        "
	          "      {}\n"
	          "call_function  cat     <built-in method cat of type object at 0>  ([fc, w], 1)  "
	          "        "
	          "      {}\n"
	          "call_function  add     <built-in function add>                    (cat, 1.5)    "
	          "        "
	          "      {}\n"
	          "call_function  relu    <function relu at 0x7f3c0a5d2b90>          (add,)        "
	          "        "
	          "      {'k': 2}\n"
	          "call_function  linear  <built-in function linear>                 (relu, 'a, b  "
	          "\xc3\xa9"
	          "', w)     {}\n"
	          "call_function  op      aten.add.Tensor                            (linear, (1, "
	          "None))   "
	          "      {'alpha': 2}\n"
	          "call_function  cond    cond                                       (op, <Enum.A: "
	          "1>)     "
	          "      {}\n"
	          "call_method    view    view                                       (cond, 'x\n"
	          "                                                                  y', -1)\n"
	          "output         output  output                                     ((view, {'k': "
	          "op}),)  "
	          "      {}\n"));

	(void)state;
	assert_int_equal(g->file.format, GRAPH_TABULAR);
	assert_int_equal(g->file.nodes.len, 9);
	assert_text(NODE("cat"), "torch.cat([%fc, %w], 1)");
	assert_text(NODE("add"), "_operator.add(%cat, 1.5)");
	assert_text(NODE("relu"), "torch.nn.functional.relu(%add, k=2)");
	assert_text(NODE("linear"), "torch._C._nn.linear(%relu, 'a, b  \xc3\xa9', %w)");
	assert_text(NODE("op"), "aten.add.Tensor(%linear, [1, None], alpha=2)");
	assert_text(NODE("cond"), "higher_order.cond(%op, <Enum.A: 1>)");
	assert_text(NODE("view"), "view(%cond, 'x\ny', -1)");
	assert_int_equal(g->file.graphs.at[0].n_outputs, 2);
	graph_done(g);
}

static void test_table_without_dashes(void **state)
{
	struct graph_of_text *g =
	        graph_of(S("placeholder    x     x      ()      {}\n"
	                   "call_method    size  size   (x, 0)  {}\n"
	                   "call_function  neg   <built-in function neg>  (size,)  {}\n"
	                   "and some words below\n"));

	(void)state;
	assert_int_equal(g->file.nodes.len, 2);
	assert_text(NODE("neg"), "_operator.neg(%size)");
	graph_done(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_lines),
	        cmocka_unit_test(test_newline_in_string),
	        cmocka_unit_test(test_cut),
	        cmocka_unit_test(test_fragments),
	        cmocka_unit_test(test_output_code),
	        cmocka_unit_test(test_table),
	        cmocka_unit_test(test_table_without_dashes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
