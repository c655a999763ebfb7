/* Python text of graphs: statements, types, places, subgraphs, damage. */
#include "tests/unit/graph_of_text.h"

#define NODE(name) node_text(g, node_named(g, name))

static void test_statements(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "def forward(self, x : torch.Tensor, y = 1.5, *args, **kwargs):\n"
	        "    a = x + 1\n"
	        "    b = 1.0 - a;  a = None\n"
	        "    c = -b\n"
	        "    d = ~c;  c = None\n"
	        "    e = d @ x\n"
	        "    f = e >= -2\n"
	        "    relu = torch.relu(e);  e = None\n"
	        "    view = relu.view(2, -1)\n"
	        "    t = view.T\n"
	        "    w = self.fc.weight\n"
	        "    fc = self.layers.fc(t, w)\n"
	        "    z = getattr(self, \"0\")(fc)\n"
	        "    q = getattr(self.a, \"1\").b\n"
	        "    item = z[(slice(None, None, None), 0)]\n"
	        "    item += y;  iadd = item\n"
	        "    view[0] = iadd;  setitem = view;  setitem = None\n"
	        "    mul = torch.ops.aten.mul.Scalar(t, (1-2j));  t = None\n"
	        "    zeros = torch.ops.aten.zeros.default([2, s0], dtype = torch.float64, device = "
	        "device(type='cuda', index=1), pin_memory = False)\n"
	        "    p = math_trunc(y)\n"
	        "    _set = torch._C._set_grad_enabled(False);  _set = None\n"
	        "    return (mul, {'k': [zeros, None]})\n"));

	(void)state;
	assert_true(g->ok);
	assert_int_equal(g->file.format, GRAPH_READABLE);
	assert_int_equal(g->file.graphs.len, 1);
	assert_text(NODE("a"), "_operator.add(%x, 1)");
	assert_text(NODE("b"), "_operator.sub(1, %a)");
	assert_text(NODE("c"), "_operator.neg(%b)");
	assert_text(NODE("d"), "_operator.invert(%c)");
	assert_text(NODE("e"), "_operator.matmul(%d, %x)");
	assert_text(NODE("f"), "_operator.ge(%e, -2)");
	assert_text(NODE("relu"), "torch.relu(%e)");
	assert_text(NODE("view"), "view(%relu, 2, -1)");
	assert_int_equal(node_named(g, "view")->kind, NODE_CALL_METHOD);
	assert_text(NODE("t"), "builtins.getattr(%view, 'T')");
	assert_text(NODE("w"), "fc.weight()");
	assert_int_equal(node_named(g, "w")->kind, NODE_GET_ATTR);
	assert_text(NODE("fc"), "layers.fc(%t, %w)");
	assert_int_equal(node_named(g, "fc")->kind, NODE_CALL_MODULE);
	assert_text(NODE("z"), "0(%fc)");
	assert_text(NODE("q"), "a.1.b()");
	assert_text(NODE("item"), "_operator.getitem(%z, [slice(None, None, None), 0])");
	assert_int_equal(node_named(g, "item")->kind, NODE_GETITEM);
	assert_text(NODE("iadd"), "_operator.iadd(%item, %y)");
	assert_text(NODE("setitem"), "_operator.setitem(%view, 0, %iadd)");
	assert_text(NODE("mul"), "aten.mul.Scalar(%t, 1-2j)");
	assert_text(NODE("zeros"),
	        "aten.zeros.default([2, s0], dtype=f64, device=cuda:1, pin_memory=False)");
	assert_text(NODE("p"), "math.trunc(%y)");
	assert_text(NODE("_set"), "torch._C._set_grad_enabled(False)");
	assert_int_equal(g->file.graphs.at[0].n_inputs, 4);
	assert_int_equal(g->file.graphs.at[0].n_outputs, 3);
	assert_int_equal(graph_facts(&g->file)->notes.at[0].def_inputs, 2);
	assert_text(text_at(g, g->file.graphs.at[0].stage), "dynamo");
	graph_done(g);
}

static void test_types_and_places(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "class <lambda>(torch.nn.Module):\n"
	        "    def forward(self, arg0_1: \"Sym(s77)\", arg1_1: \"f32[s77, 4][4, "
	        "1]cuda:0\"):\n"
	        "         # File: /home/u/my model.py:41 in forward, code: y = f(x)  # in place, "
	        "code: "
	        "z\n"
	        "        mm: \"bf16[s77, Max(1, u0)][Max(1, u0), 1]cuda:0\" = "
	        "torch.ops.aten.mm.default(arg1_1, arg1_1);  arg1_1 = None\n"
	        "        ge: \"Sym(u0 >= 2)\" = arg0_1 >= 2\n"
	        "        # No stacktrace found for following nodes\n"
	        "        half: \"Sym((s77//2))\" = arg0_1 // 2\n"
	        "        wrapped: \"DTensor(i64[8, 4], S(0))\" = torch.ops.aten.clone.default(mm)\n"
	        "        odd: \"x9y[3]\" = torch.ops.aten.clone.default(mm)\n"
	        "        return (ge,)\n"));
	const struct node *mm = node_named(g, "mm");
	const struct value *ge = &g->file.values.at[node_named(g, "ge")->first_out];

	(void)state;
	assert_text(type_of_node(g, "mm"), "bf16[s77, Max(1, u0)][Max(1, u0), 1]cuda:0");
	assert_text(text_at(g, mm->file), "/home/u/my model.py");
	assert_int_equal(mm->line, 41);
	assert_text(text_at(g, mm->function), "forward");
	assert_text(text_at(g, mm->source_text), "y = f(x)  # in place, code: z");
	assert_int_equal(mm->text_line, 4);
	assert_int_equal(ge->kind, VALUE_SYM_BOOL);
	assert_text(text_at(g, ge->sym.expr), "u0 >= 2");
	assert_int_equal(node_named(g, "half")->file, 0);
	assert_int_equal(g->file.values.at[node_named(g, "half")->first_out].kind, VALUE_SYM_INT);
	assert_text(type_of_node(g, "wrapped"), "i64[8, 4]");
	assert_text(type_of_node(g, "odd"), "?[3]");
	assert_text(text_at(g, value_tensor(&g->file, node_named(g, "odd")->first_out)->dtype_text),
	        "x9y");
	assert_text(type_text(g, g->file.inputs.at[1].value), "f32[s77, 4][4, 1]cuda:0");
	assert_int_equal(g->file.graphs.at[0].n_sym_values, 3);
	graph_done(g);
}

static void test_subgraphs(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("class GraphModule(torch.nn.Module):\n"
	          "    def forward(self, x: \"f32[4]\"):\n"
	          "        body_0 = self.body_0\n"
	          "        a = torch.ops.higher_order.invoke_subgraph(body_0, 'body_0', x)\n"
	          "        body_0_1 = self.body_0\n"
	          "        b = torch.ops.higher_order.invoke_subgraph(body_0_1, 'body_0', a)\n"
	          "        deep = self.deep\n"
	          "        c = torch.ops.higher_order.cond(x, [(deep,)], (b,))\n"
	          "        d = self.wrapper(c)\n"
	          "        return (d,)\n"
	          "\n"
	          "    class body_0(torch.nn.Module):\n"
	          "        def forward(self, x: \"f32[4]\"):\n"
	          "            sin: \"f32[4]\" = torch.ops.aten.sin.default(x);  x = None\n"
	          "            return (sin,)\n"
	          "\n"
	          "    class deep(torch.nn.Module):\n"
	          "        def forward(self, x):\n"
	          "            return (x,)\n"
	          "\n"
	          "        class never(torch.nn.Module):\n"
	          "            def forward(self, x):\n"
	          "                cos = torch.ops.aten.cos.default(x)\n"
	          "                return (cos,)\n"
	          "\n"
	          "    class wrapper(torch.nn.Module):\n"
	          "        def forward(self, x):\n"
	          "            tan = torch.ops.aten.tan.default(x)\n"
	          "            return (tan,)\n"));
	const struct graph *graphs = g->file.graphs.at;

	(void)state;
	assert_int_equal(g->file.graphs.len, 5);
	assert_text(NODE("a"), "higher_order.invoke_subgraph(<graph 1>, 'body_0', %x)");
	assert_text(NODE("b"), "higher_order.invoke_subgraph(<graph 1>, 'body_0', %a)");
	assert_text(NODE("c"), "higher_order.cond(%x, [[<graph 2>]], [%b])");
	assert_text(text_at(g, graphs[1].name), "GraphModule.body_0");
	assert_text(text_at(g, graphs[3].name), "GraphModule.deep.never");
	assert_int_equal(graphs[1].parent, 0);
	assert_ptr_equal(&g->file.nodes.at[graphs[1].parent_node], node_named(g, "a"));
	assert_ptr_equal(&g->file.nodes.at[graphs[4].parent_node], node_named(g, "d"));
	assert_int_equal(graphs[3].parent, 2);
	assert_true(graphs[0].counted && graphs[1].counted && graphs[2].counted);
	/* A class that nobody calls is no work; a called one is, and the caller is of ATen level.
	 */
	assert_false(graphs[3].counted);
	assert_true(graphs[4].counted);
	assert_text(text_at(g, graphs[0].stage), "aten");
	graph_done(g);
}

static void test_calling_conventions(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "class joint_fn(torch.nn.Module):\n"
	        "    def forward(self, primals, tangents):\n"
	        "        primals_1: \"f32[5]\"; tangents_1: \"f32[5]\"; \n"
	        "        primals_1, tangents_1, = fx_pytree.tree_flatten_spec([primals, tangents], "
	        "self._in_spec)\n"
	        "        sin: \"f32[5]\" = torch.ops.aten.sin.default(primals_1)\n"
	        "        mul: \"f32[5]\" = torch.ops.aten.mul.Tensor(tangents_1, sin)\n"
	        "        neg: \"f32[5]\" = torch.ops.aten.neg.default(mul)\n"
	        "        return pytree.tree_unflatten([sin, neg], self._out_spec)\n"));

	(void)state;
	assert_text(text_at(g, g->file.graphs.at[0].stage), "joint");
	assert_int_equal(g->file.graphs.at[0].n_inputs, 2);
	assert_int_equal(g->file.inputs.at[1].role, INPUT_TANGENT);
	assert_text(type_text(g, g->file.inputs.at[0].value), "f32[5]");
	assert_int_equal(g->file.graphs.at[0].n_outputs, 2);
	assert_false(node_named(g, "sin")->backward);
	assert_true(node_named(g, "mul")->backward);
	assert_true(node_named(g, "neg")->backward);
	graph_done(g);

	g = graph_of(
	        S("def forward(self, args_list):\n"
	          "    arg0_1, arg1_1, = args_list\n"
	          "    args_list.clear()\n"
	          "    add = torch.ops.aten.add.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None\n"
	          "    return (add,)\n"));
	assert_int_equal(g->file.nodes.len, 1);
	assert_int_equal(g->file.graphs.at[0].n_inputs, 2);
	graph_done(g);
}

static void test_descriptors(void **state)
{
	struct graph_of_text *g =
	        graph_of(S("class GraphModule(torch.nn.Module):\n"
	                   "    def forward(\n"
	                   "        self,\n"
	                   "        primals_1: \"f32[4]\",  # ParamAOTInput(target='fc.weight')\n"
	                   "        primals_2: \"f32[4]\",  # BufferAOTInput(target='mean')\n"
	                   "        primals_3: \"f32[4]\"  # PlainAOTInput(idx=0)\n"
	                   "    ):\n"
	                   "        mul = torch.ops.aten.mul.Tensor(primals_1, primals_2)\n"
	                   "        return (\n"
	                   "            mul,  # PlainAOTOutput(idx=0)\n"
	                   "            primals_1,  # SavedForBackwardsAOTOutput(idx=0)\n"
	                   "        )\n"));
	const struct graph_input *in = g->file.inputs.at;

	(void)state;
	assert_int_equal(g->file.graphs.at[0].n_inputs, 3);
	assert_int_equal(in[0].role, INPUT_PARAMETER);
	assert_text(text_at(g, in[0].target), "fc.weight");
	assert_int_equal(in[1].role, INPUT_BUFFER);
	assert_int_equal(in[2].role, INPUT_USER);
	assert_text(text_at(g, g->file.outputs.at[1].role), "saved_for_backward");
	assert_text(text_at(g, g->file.graphs.at[0].stage), "forward");
	graph_done(g);
}

static void test_modules_of_init(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("from torch.nn import *\n"
	          "class FxModule(torch.nn.Module):\n"
	          "    def __init__(self):\n"
	          "        super().__init__()\n"
	          "        self.fc = Linear(in_features=16, out_features=4, bias=True)\n"
	          "        self.act = torch.load(r'folder/act.pt') # GELU(approximate='none')\n"
	          "        setattr(self, \"0\", Conv2d(3, 4, kernel_size=(1, 1)))\n"
	          "\n"
	          "    def forward(self, x):\n"
	          "        fc = self.fc(x);  x = None\n"
	          "        act = self.act(fc);  fc = None\n"
	          "        conv = getattr(self, \"0\")(act);  act = None\n"
	          "        return conv\n"));

	(void)state;
	assert_text(text_at(g, node_named(g, "fc")->module_type), "Linear");
	assert_text(text_at(g, node_named(g, "act")->module_type), "GELU");
	assert_text(text_at(g, node_named(g, "conv")->module_type), "Conv2d");
	assert_text(text_at(g, node_named(g, "fc")->module_path), "fc");
	graph_done(g);
}

static void test_repro(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "import torch\n"
	        "# torch version: 2.9.0\n"
	        "class Repro(torch.nn.Module):\n"
	        "    def __init__(self) -> None:\n"
	        "        super().__init__()\n"
	        "\n"
	        "    def forward(self, arg0_1, arg1_1, arg2_1):\n"
	        "        mm = torch.ops.aten.mm.default(arg1_1, arg2_1);  arg1_1 = arg2_1 = None\n"
	        "        return (mm, arg0_1)\n"
	        "\n"
	        "def load_args(reader):\n"
	        "    reader.symint(5)  # arg0_1\n"
	        "    buf0 = reader.storage(None, 4*s77, device=device(type='cuda', index=0))\n"
	        "    reader.tensor(buf0, (s77, 8), is_leaf=True)  # arg1_1\n"
	        "    buf1 = reader.storage('9f', 64, dtype_hint=torch.bfloat16)\n"
	        "    reader.tensor(buf1, (8, 4), (1, 8), is_leaf=True)  # arg2_1\n"
	        "load_args._version = 0\n"
	        "mod = Repro()\n"));
	const struct graph_facts *facts = graph_facts(&g->file);

	(void)state;
	assert_int_equal(g->file.format, GRAPH_REPRO);
	assert_text(text_at(g, g->file.torch_version), "2.9.0");
	assert_int_equal(g->file.graphs.len, 1);
	assert_int_equal(g->file.values.at[g->file.inputs.at[0].value].kind, VALUE_SYM_INT);
	assert_text(type_text(g, g->file.inputs.at[1].value), "f32[s77, 8]cuda:0");
	assert_text(type_text(g, g->file.inputs.at[2].value), "bf16[8, 4][1, 8]cpu");
	assert_int_equal(facts->storages, 2);
	assert_int_equal(facts->repro_tensors.len, 2);
	graph_done(g);
}

static void test_exported_program(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("ExportedProgram:\n"
	          "    class GraphModule(torch.nn.Module):\n"
	          "        def forward(self, p_w: \"f32[4]\", b_m: \"f32[4]\", x: \"f32[s0]\"):\n"
	          "            add: \"f32[4]\" = torch.ops.aten.add.Tensor(p_w, x)\n"
	          "            return (b_m, None, add)\n"
	          "            \n"
	          "Graph signature: \n"
	          "    # inputs\n"
	          "    p_w: PARAMETER target='fc.w'\n"
	          "    b_m: BUFFER target='m' persistent=True\n"
	          "    x: USER_INPUT\n"
	          "\n"
	          "    # outputs\n"
	          "    b_m: BUFFER_MUTATION target='m'\n"
	          "    : USER_OUTPUT\n"
	          "    add: USER_OUTPUT\n"
	          "\n"
	          "Range constraints: {s0: VR[2, int_oo], u1: VR[-3, 8]}\n"));

	(void)state;
	assert_int_equal(g->file.format, GRAPH_EXPORTED_TEXT);
	assert_int_equal(g->file.inputs.at[0].role, INPUT_PARAMETER);
	assert_text(text_at(g, g->file.inputs.at[0].target), "fc.w");
	assert_int_equal(g->file.inputs.at[1].role, INPUT_BUFFER);
	assert_text(text_at(g, g->file.outputs.at[0].role), "buffer_mutation");
	assert_text(text_at(g, g->file.outputs.at[2].role), "user_output");
	assert_int_equal(g->file.symbols.len, 2);
	assert_true(g->file.symbols.at[0].has_low && !g->file.symbols.at[0].has_high);
	assert_int_equal(g->file.symbols.at[1].low, -3);
	assert_int_equal(g->file.symbols.at[1].high, 8);
	graph_done(g);
}

/* Comments, strings and triple-quoted blocks hold what looks like nodes. */
static void test_no_nodes(void **state)
{
	struct graph_of_text *g = graph_of(S("class <lambda>(torch.nn.Module):\n"
	                                     "    def forward(self, x: \"f32[3]\"):\n"
	                                     "        # add = torch.ops.aten.add.Tensor(x, 1)\n"
	                                     "        \"\"\"\n"
	                                     "        val: x = torch.ops.aten.mul.Tensor(a, b)\n"
	                                     "        \"\"\"\n"
	                                     "        e = torch.ops.aten.einsum.default('a ) = b;  "
	                                     "c = torch.ops.aten.x(', [x])\n"
	                                     "        return (e,)\n"
	                                     "\n"
	                                     "def helper(x):\n"
	                                     "    y = torch.relu(x)\n"
	                                     "    return y\n"));

	(void)state;
	assert_int_equal(g->file.nodes.len, 1);
	assert_text(NODE("e"), "aten.einsum.default('a ) = b;  c = torch.ops.aten.x(', [%x])");
	graph_done(g);
}

static void test_damage(void **state)
{
	/* Cut in the middle of a statement. */
	struct graph_of_text *g = graph_of(S("def forward(self, x):\n"
	                                     "    a = torch.ops.aten.sin.default(x);  x = None\n"
	                                     "    b = torch.ops.aten.add.Tensor(a,"));

	(void)state;
	assert_int_equal(g->file.nodes.len, 1);
	assert_int_equal(g->file.graphs.at[0].cut, 1);
	graph_done(g);

	/* Cut in the middle of the text: the next statement is whole. */
	g = graph_of(S("def forward(self, x):\n"
	               "    a = torch.ops.aten.sin.default(x);  x = None\n"
	               "    b = torch.ops.aten.add.Tensor(a, [1,\n"
	               "    c = torch.ops.aten.cos.default(a);  a = None\n"
	               "    return (c,)\n"));
	assert_int_equal(g->file.nodes.len, 2);
	assert_text(NODE("c"), "aten.cos.default(%a)");
	graph_done(g);

	/* The beginning is missing. */
	g = graph_of(S("        mm: \"f32[2]\" = torch.ops.aten.mm.default(a, b);  a = b = None\n"
	               "        relu: \"f32[2]\" = torch.ops.aten.relu.default(mm);  mm = None\n"
	               "        return (relu,)\n"));
	assert_int_equal(g->file.nodes.len, 2);
	assert_text(NODE("relu"), "aten.relu.default(%mm)");
	graph_done(g);

	/* Indentation lost, lines wrapped inside names, strings and lists. */
	g = graph_of(S("class GraphModule(torch.nn.Module):\n"
	               "def forward(self, a: \"f32[2,\n"
	               "4]\"):\n"
	               "view: \"f32[8]\" = torch.ops.at\n"
	               "en.view.default(a, [8], dtype\n"
	               "= torch.float32);  a =\n"
	               "None\n"
	               "neg = torch.ops.aten.neg.default(view)\n"
	               "return (neg,)\n"));
	assert_int_equal(g->file.nodes.len, 2);
	assert_text(NODE("view"), "aten.view.default(%a, [8], dtype=f32)");
	assert_text(type_text(g, g->file.inputs.at[0].value), "f32[2, 4]");
	graph_done(g);

	/* Left out by hand. */
	g = graph_of(S("def forward(self, x):\n"
	               "    a = torch.ops.aten.sin.default(x);  x = None\n"
	               "    ...\n"
	               "    b = torch.ops.aten.cat.default([a, ...], 1);  a = None\n"
	               "    return (b,)\n"));
	assert_int_equal(g->file.nodes.len, 2);
	assert_int_equal(g->file.graphs.at[0].cut, 1);
	graph_done(g);
}

static void test_refused(void **state)
{
	struct graph_of_text *g = graph_of(S("import torch.nn as nn\n"
	                                     "class Net(nn.Module):\n"
	                                     "    def forward(self, x):\n"
	                                     "        return self.fc(x)\n"));

	(void)state;
	assert_false(g->ok); /* somebody's sources are no graph */
	assert_true(str_has(problems_of(g), S("no traced graph")));
	graph_done(g);
}

/* Deep nesting ends in a statement that is not understood, never in a crash. */
static void test_depth(void **state)
{
	enum { DEPTH = 20000 };
	struct buf text = {0};
	struct graph_of_text *g;

	(void)state;
	buf_puts(&text, "def forward(self, x):\n    a = torch.ops.aten.f.default(");
	buf_repeat(&text, '[', DEPTH);
	buf_repeat(&text, ']', DEPTH);
	buf_puts(&text, ")\n    b = torch.ops.aten.neg.default(x);  x = None\n    return (b,)\n");
	g = graph_of(buf_str(&text));
	assert_true(g->ok);
	assert_int_equal(g->file.nodes.len, 1);
	assert_int_equal(g->file.left_out.len, 1);
	buf_free(&text);
	graph_done(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_statements),
	        cmocka_unit_test(test_types_and_places),
	        cmocka_unit_test(test_subgraphs),
	        cmocka_unit_test(test_calling_conventions),
	        cmocka_unit_test(test_descriptors),
	        cmocka_unit_test(test_modules_of_init),
	        cmocka_unit_test(test_repro),
	        cmocka_unit_test(test_exported_program),
	        cmocka_unit_test(test_no_nodes),
	        cmocka_unit_test(test_damage),
	        cmocka_unit_test(test_refused),
	        cmocka_unit_test(test_depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
