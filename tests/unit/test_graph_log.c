/* What people and loggers put around graphs, and what run logs tell beside them. */
#include "scanner/graph/log_prefix.h"
#include "scanner/graph/text_clean.h"
#include "tests/unit/graph_of_text.h"

#define NODE(name) node_text(g, node_named(g, name))

static void test_prefixes(void **state)
{
	static const struct {
		const char *line, *rest, *compile_id, *artifact, *process;
		int rank;
		bool torch;
	} rows[] = {
	        {"V0310 09:08:07.000001 4242 torch/a.py:13] [2/1] [__graph_code]  class X",
	                " class X", "2/1", "graph_code", "4242", -1, true},
	        {"[rank3]:V0310 09:08:07.000001 4242 torch/a.py:13] [!0/3/0_1] [__graph] x", "x",
	                "!0/3/0_1", "graph", "4242", 3, true},
	        {"W0302 10:00:01.000000 77 C:\\Lib\\site-packages\\torch\\x.py:906] [0/8]    f: 1",
	                "   f: 1", "0/8", "", "77", -1, true},
	        {"[2024-01-30 16:08:31,430] [1/4] torch._dynamo.output_graph.__graph_code: [DEBUG] "
	         " y",
	                " y", "1/4", "graph_code", "", -1, true},
	        {"[2023-04-02 10:11:12,345] torch._functorch.aot_autograd.__aot_graphs: [INFO] z",
	                "z", "", "aot_graphs", "", -1, true},
	        {"2026-01-14T10:00:00.000000Z stderr F [rank0]:V0114 10:00:00.000000 4 a.py:1] "
	         "[0/0] "
	         "[__graph] q",
	                "q", "0/0", "graph", "4", 0, true},
	        {"(Worker_TP0 pid=81) ERROR 01-02 11:29:30 [x.py:824] text", "text", "", "",
	                "Worker_TP0 pid=81", -1, false},
	        {"[output_graph.py:1353 DEBUG] [0/0] [__graph_code] t", "t", "0/0", "graph_code",
	                "", -1, true},
	        {"[1,12]<stderr>:t", "t", "", "", "", 12, false},
	        {"[default7]:t", "t", "", "", "", 7, false},
	        {"    def forward(self):", "    def forward(self):", "", "", "", -1, false},
	        {"[a, b] = x", "[a, b] = x", "", "", "", -1, false},
	        {"V0310 09:08:07.000001 4242 no colon here",
	                "V0310 09:08:07.000001 4242 no colon here", "", "", "", -1, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		str line = str_from(rows[i].line);
		struct log_prefix p = log_prefix_of(line);

		assert_text(str_from_at(line, p.length), rows[i].rest);
		assert_text(p.compile_id, rows[i].compile_id);
		assert_text(p.artifact, rows[i].artifact);
		assert_text(p.process, rows[i].process);
		assert_int_equal(p.rank, rows[i].rank);
		assert_int_equal(p.torch, rows[i].torch);
	}
}

static void test_cleaning(void **state)
{
	static const struct {
		const char *dirty, *clean;
	} rows[] = {
	        {"a\x1b[31mf32\x1b[0m\x1b[1;2mb", "af32b"},
	        {"x: \"[31mf32[0m[34m[2, 3][0m\"", "x: \"f32[2, 3]\""},
	        {"a\r\nb\rc", "a\nb\nc"},
	        {"class &lt;lambda&gt;: &quot;f32&quot; &amp;&#x27;", "class <lambda>: \"f32\" &'"},
	        {"a \"quoted\" &quot; \"b\" \"c\"", "a \"quoted\" &quot; \"b\" \"c\""},
	        {"a\xc2\xa0"
	         "b",
	                "a b"},
	        {"\xe2\x80\x9c"
	         "f32\xe2\x80\x9d",
	                "\"f32\""},
	        {"plain [1, 2] \\ text", "plain [1, 2] \\ text"},
	        {"\x1b", ""},
	        {"\x1b]0;title\x07rest", "rest"},
	};
	struct graph_of_text *g = graph_of(S(""));

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_text(text_clean(&g->env, str_from(rows[i].dirty)), rows[i].clean);
	graph_done(g);
}

#define GRAPH                                                                                      \
	"graph():\n"                                                                               \
	"    %x : [num_users=1] = placeholder[target=x]\n"                                         \
	"    %a : [num_users=1] = call_method[target=view](args = (%x, -1), kwargs = {})\n"        \
	"    return a\n"

/* The graph above with something in front of every line. */
static str with_each(struct buf *out, const char *const *fronts)
{
	str rest = S(GRAPH), line;

	for (size_t i = 0; str_cut(&rest, '\n', &line) && line.len; i++) {
		buf_puts(out, fronts[i]);
		buf_put(out, line);
		buf_byte(out, '\n');
	}
	return buf_str(out);
}

static void test_outer_layers(void **state)
{
	static const char *const layers[][4] = {
	        {"> ", "> ", "> ", "> "},
	        {"> > ", "> > ", "> > ", "> > "},
	        {"1: ", "2: ", "3: ", "4: "},
	        {" 9\t", "10\t", "11\t", "12\t"},
	        {"node-1: ", "node-1: ", "node-1: ", "node-1: "},
	        {"2026-01-14T10:00:00Z stdout F ", "2026-01-14T10:00:01Z stdout F ",
	                "2026-01-14T10:00:02Z stdout F ", "2026-01-14T10:00:03Z stdout F "},
	        {"[rank0]:", "[rank0]:", "[rank0]:", "[rank0]:"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
		struct buf out = {0};
		struct graph_of_text *g = graph_of(with_each(&out, layers[i]));

		if (!g->ok)
			fail_msg("layer %zu: %.*s", i, STR_ARG(problems_of(g)));
		assert_text(NODE("a"), "view(%x, -1)");
		assert_int_equal(node_named(g, "a")->text_line, 3);
		graph_done(g);
		buf_free(&out);
	}
}

/* Two compilations, two ranks and another logger, line by line; line numbers are the file's. */
static void test_interleaved(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("[rank0]:V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code] TRACED GRAPH\n"
	          "[rank1]:V0101 00:00:00.000001 6 t/o.py:1] [0/0] [__graph_code] TRACED GRAPH\n"
	          "[rank0]:V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code]  ===== "
	          "__compiled_fn_1 =====\n"
	          "[rank0]:V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code]  x.py class "
	          "GraphModule(torch.nn.Module):\n"
	          "[rank1]:V0101 00:00:00.000001 6 t/o.py:1] [0/0] [__graph_code]  x.py class "
	          "GraphModule(torch.nn.Module):\n"
	          "loss: 3.5\n"
	          "[rank0]:V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code]     def "
	          "forward(self, x: "
	          "\"f32[2]\"):\n"
	          "[rank1]:V0101 00:00:00.000001 6 t/o.py:1] [0/0] [__graph_code]     def "
	          "forward(self, x: "
	          "\"f32[2]\"):\n"
	          "[rank0]:V0101 00:00:00.000001 5 t/g.py:1] [0/0] [__guards] GUARDS: y = "
	          "torch.tan(x)\n"
	          "[rank0]:V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code]         a: "
	          "\"f32[2]\" = "
	          "torch.sin(x)\n"
	          "[rank1]:V0101 00:00:00.000001 6 t/o.py:1] [0/0] [__graph_code]         b: "
	          "\"f32[2]\" = "
	          "torch.sin(x)\n"
	          "[rank0]:V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code]         return "
	          "(a,)\n"
	          "[rank1]:V0101 00:00:00.000001 6 t/o.py:1] [0/0] [__graph_code]         return "
	          "(b,)\n"));

	(void)state;
	assert_int_equal(g->file.format, GRAPH_LOG_TEXT);
	assert_int_equal(g->file.graphs.len, 2);
	assert_int_equal(graph_facts(&g->file)->notes.at[0].rank, 0);
	assert_int_equal(graph_facts(&g->file)->notes.at[1].rank, 1);
	assert_text(text_at(g, g->file.graphs.at[0].model), "__compiled_fn_1");
	assert_int_equal(node_named(g, "a")->text_line, 10);
	assert_int_equal(node_named(g, "b")->text_line, 11);
	/* The same work on both ranks counts once. */
	assert_true(g->file.graphs.at[0].counted);
	assert_false(g->file.graphs.at[1].counted);
	assert_int_equal(g->file.graphs.at[1].repeat_of, 0);
	graph_done(g);
}

/* PyTorch 2.0 prefixed only the first line. */
static void test_first_line_prefix(void **state)
{
	struct graph_of_text *g =
	        graph_of(S("[2023-04-02 10:11:12,345] torch._functorch.aot_autograd.__aot_graphs: "
	                   "[INFO] TRACED "
	                   "GRAPH\n"
	                   " ===== Forward graph 0 =====\n"
	                   " <eval_with_key>.3 class GraphModule(torch.nn.Module):\n"
	                   "    def forward(self, a: f32[4, 3]):\n"
	                   "        relu: f32[4, 3] = torch.ops.aten.relu.default(a);  a = None\n"
	                   "        ge: Sym(i4 >= 0) = relu >= 0\n"
	                   "        return [relu]\n"
	                   "[2023-04-02 10:11:12,345] torch._functorch.aot_autograd.__aot_graphs: "
	                   "[INFO] TRACED "
	                   "GRAPH\n"
	                   " ===== Backward graph 0 =====\n"
	                   " <eval_with_key>.4 class GraphModule(torch.nn.Module):\n"
	                   "    def forward(self, tangents_1: f32[4, 3]):\n"
	                   "        neg: f32[4, 3] = torch.ops.aten.neg.default(tangents_1)\n"
	                   "        return [neg]\n"));

	(void)state;
	assert_int_equal(g->file.graphs.len, 2);
	assert_text(text_at(g, g->file.graphs.at[0].stage), "forward");
	assert_text(text_at(g, g->file.graphs.at[1].stage), "backward");
	assert_text(type_of_node(g, "relu"), "f32[4, 3]");
	assert_true(node_named(g, "neg")->backward);
	assert_true(g->file.graphs.at[0].counted && g->file.graphs.at[1].counted);
	graph_done(g);
}

/* One compilation as three stages: the ATen graph is the one that counts. */
static void test_stages(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code] class "
	        "GraphModule(torch.nn.Module):\n"
	        "V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code]     def forward(self, x):\n"
	        "V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code]         a = torch.sin(x)\n"
	        "V0101 00:00:00.000001 5 t/o.py:1] [0/0] [__graph_code]         return (a,)\n"
	        "V0101 00:00:00.000001 5 t/a.py:1] [0/0] [__aot_graphs]  ===== Forward graph 0 "
	        "=====\n"
	        "V0101 00:00:00.000001 5 t/a.py:1] [0/0] [__aot_graphs]  x.py class "
	        "GraphModule(torch.nn.Module):\n"
	        "V0101 00:00:00.000001 5 t/a.py:1] [0/0] [__aot_graphs]     def forward(self, x):\n"
	        "V0101 00:00:00.000001 5 t/a.py:1] [0/0] [__aot_graphs]         a = "
	        "torch.ops.aten.sin.default(x)\n"
	        "V0101 00:00:00.000001 5 t/a.py:1] [0/0] [__aot_graphs]         return (a,)\n"
	        "V0101 00:00:00.000001 5 t/i.py:1] [0/0] [__post_grad_graphs]  ===== AFTER POST "
	        "GRAD "
	        "=====\n"
	        "V0101 00:00:00.000001 5 t/i.py:1] [0/0] [__post_grad_graphs]  x.py class "
	        "<lambda>(torch.nn.Module):\n"
	        "V0101 00:00:00.000001 5 t/i.py:1] [0/0] [__post_grad_graphs]     def "
	        "forward(self, x):\n"
	        "V0101 00:00:00.000001 5 t/i.py:1] [0/0] [__post_grad_graphs]         a = "
	        "torch.ops.aten.sin.default(x)\n"
	        "V0101 00:00:00.000001 5 t/i.py:1] [0/0] [__post_grad_graphs]         return "
	        "(a,)\n"));
	const struct graph *graphs = g->file.graphs.at;

	(void)state;
	assert_int_equal(g->file.graphs.len, 3);
	assert_text(text_at(g, graphs[0].stage), "dynamo");
	assert_text(text_at(g, graphs[1].stage), "forward");
	assert_text(text_at(g, graphs[2].stage), "post-grad");
	assert_false(graphs[0].counted);
	assert_true(graphs[1].counted);
	assert_false(graphs[2].counted);
	graph_done(g);
}

static void test_diff(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("@@ -1,3 +1,3 @@\n"
	          " graph():\n"
	          "     %x : [num_users=1] = placeholder[target=x]\n"
	          "-    %a : [num_users=1] = call_module[target=bn](args = (%x,), kwargs = {})\n"
	          "-    %b : [num_users=1] = call_module[target=relu](args = (%a,), kwargs = {})\n"
	          "+    %b : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})\n"
	          "     return b\n"));

	(void)state;
	assert_int_equal(g->file.graphs.len, 2);
	assert_int_equal(g->file.graphs.at[0].n_nodes, 1);
	assert_true(g->file.graphs.at[0].counted);
	assert_int_equal(g->file.graphs.at[1].n_nodes, 2);
	assert_false(g->file.graphs.at[1].counted);
	graph_done(g);
}

static void test_breaks(void **state)
{
	struct graph_of_text *g = graph_of(S("Graph break: call_function print from user code at:\n"
	                                     "  File \"/home/u/m.py\", line 4, in f\n"
	                                     "    print(\"hi\")\n"
	                                     "Graph break in user code at /home/u/m.py:6\n"
	                                     "Reason: Unsupported: Tensor.item\n"
	                                     "User code traceback:\n"
	                                     "  File \"/home/u/main.py\", line 90, in main\n"
	                                     "    f()\n"
	                                     "  File \"/home/u/m.py\", line 6, in g\n"
	                                     "    x.item()\n"
	                                     "Graph break in user code at /home/u/m.py:9\n"
	                                     "Graph Break Reason: Failed to handle graph break "
	                                     "gracefully. Graph break encountered:\n"
	                                     "\n"
	                                     "Data-dependent branching\n"
	                                     "  Explanation: a branch on a tensor.\n"
	                                     "  Hint: Use `torch.cond`\n"
	                                     "    to express it.\n"
	                                     "\n"
	                                     "  Developer debug context: attempted to jump\n"
	                                     "step 1 done\n"
	                                     "torch._dynamo.exc.Unsupported: no such thing\n"));
	const struct graph_facts *f = graph_facts(&g->file);

	(void)state;
	assert_true(g->ok);
	assert_int_equal(f->breaks.len, 4);
	assert_text(text_at(g, f->breaks.at[0].reason), "call_function print");
	assert_int_equal(f->breaks.at[0].place.line, 4);
	assert_text(text_at(g, f->breaks.at[0].place.source_text), "print(\"hi\")");
	assert_text(text_at(g, f->breaks.at[1].reason), "Tensor.item");
	assert_text(text_at(g, f->breaks.at[1].place.file), "/home/u/m.py");
	assert_text(text_at(g, f->breaks.at[1].place.function), "g");
	assert_int_equal(f->breaks.at[1].text_line, 4);
	assert_text(text_at(g, f->breaks.at[2].reason), "Data-dependent branching");
	assert_text(text_at(g, f->breaks.at[2].explanation), "a branch on a tensor.");
	assert_text(text_at(g, f->breaks.at[2].hint), "Use `torch.cond`");
	assert_text(text_at(g, f->breaks.at[3].reason), "no such thing");
	assert_true(f->breaks.at[3].error && !f->breaks.at[2].error);
	graph_done(g);
}

/* PyTorch warns about a call, then reports the break that it caused. */
static void test_break_of_a_call(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "Graph break from `Tensor.item()`, consider setting:\n"
	        "    torch._dynamo.config.capture_scalar_outputs = True\n"
	        "or:\n"
	        "    env TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS=1\n"
	        "to include these operations in the captured graph.\n"
	        "\n"
	        "Graph break: from user code at:\n"
	        "  File \"/home/u/m.py\", line 10, in f\n"
	        "    n = x.item()\n"
	        "        ^^^^^^^^\n"
	        "\n"
	        "other words\n"
	        "Graph break from `Tensor.item()`, consider setting:\n"
	        "Graph break: from user code at:\n"
	        "  File \"/home/u/m.py\", line 12, in f\n"
	        "other words\n"
	        "Graph break in user code at /home/u/m.py:10\n"
	        "Graph Break Reason: Encountered graph break when attempting to trace CALL: f(x):\n"
	        "\n"
	        "Unsupported Tensor.item()\n"));
	const struct graph_facts *f = graph_facts(&g->file);

	(void)state;
	assert_true(g->ok);
	assert_int_equal(f->breaks.len, 2);
	assert_text(text_at(g, f->breaks.at[0].reason), "`Tensor.item()`");
	assert_int_equal(f->breaks.at[0].place.line, 12);
	assert_text(text_at(g, f->breaks.at[1].reason), "Unsupported Tensor.item()");
	assert_int_equal(f->breaks.at[1].place.line, 10);
	graph_done(g);
}

/* One line of a log: `tag` is the compile id and the name of the artifact. */
static void put_line(struct buf *out, const char *source, const char *tag, const char *text)
{
	buf_format(out, "V0302 10:00:00.123000 77 torch/%s:9] %s %s\n", source, tag, text);
}

static void put_forward(struct buf *out, const char *source, const char *tag, const char *statement)
{
	put_line(out, source, tag, "def forward(self, x):");
	put_line(out, source, tag, statement);
	put_line(out, source, tag, "    return a");
}

/* Graphs of kernels and steps of tracing are no graphs of the model; the key of a cache is a copy
 * of the graph, which counts where there is no other; a given up attempt does not count. */
static void test_debug_logs(void **state)
{
	struct buf out = {0};
	struct graph_of_text *g;

	(void)state;
	put_forward(&out, "_functorch/x.py", "[0/1] [__aot_graphs]",
	        "    a = torch.ops.aten.tan.default(x);  x = None");
	put_line(&out, "_inductor/bounds.py", "[0/1_1]", "graph():");
	put_line(&out, "_inductor/bounds.py", "[0/1_1]",
	        "    %ops : [num_users=1] = placeholder[target=ops]");
	put_forward(&out, "_dynamo/symbolic_convert.py", "[0/1_1] [__trace_source]",
	        "    a = F.relu(x)");
	put_forward(&out, "_inductor/codecache.py", "[0/1_1]",
	        "    a = torch.ops.aten.sin.default(x);  x = None");
	put_forward(&out, "_dynamo/output_graph.py", "[0/1_1] [__graph_code]",
	        "    a = torch.cos(x);  x = None");
	g = graph_of(buf_str(&out));
	assert_true(g->ok);
	assert_int_equal(g->file.graphs.len, 3);
	assert_text(text_at(g, g->file.graphs.at[0].stage), "aten");
	assert_text(text_at(g, g->file.graphs.at[1].stage), "cache-key");
	assert_text(text_at(g, g->file.graphs.at[2].stage), "dynamo");
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(g->file.graphs.at[i].counted, i == 1);
	graph_done(g);
	buf_free(&out);
}

static void test_recompiles(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("V0302 10:00:00.123000 77 torch/_dynamo/guards.py:2997] [0/2] [__recompiles] "
	          "Recompiling "
	          "function f in /home/u/m.py:3\n"
	          "V0302 10:00:00.123000 77 torch/_dynamo/guards.py:2997] [0/2] [__recompiles]     "
	          "triggered by the following guard failure(s):\n"
	          "V0302 10:00:00.123000 77 torch/_dynamo/guards.py:2997] [0/2] [__recompiles]     "
	          "- 0/1: "
	          "L['d'] == {'a': 1}\n"
	          "V0302 10:00:00.123000 77 torch/_dynamo/guards.py:2997] [0/2] [__recompiles]     "
	          "- 0/0: "
	          "x\n"
	          "W0302 10:00:01.000000 77 torch/_dynamo/convert_frame.py:906] [0/8] "
	          "torch._dynamo hit "
	          "config.recompile_limit (8)\n"
	          "W0302 10:00:01.000000 77 torch/_dynamo/convert_frame.py:906] [0/8]    function: "
	          "'f' "
	          "(/home/u/m.py:3)\n"
	          "W0302 10:00:01.000000 77 torch/_dynamo/convert_frame.py:906] [0/8]    last "
	          "reason: 0/7: "
	          "rank mismatch\n"
	          "V0302 10:00:00.123000 77 torch/fx/s.py:1] [0/0] create_symbol s77 = 8 for "
	          "L['x'].size()[0] [2, int_oo] return f(x)  # m.py:3 in f (_dynamo/a.py:1 in b)\n"
	          "V0302 10:00:00.123000 77 torch/fx/s.py:1] [0/0] create_unbacked_symbol u0 "
	          "[-int_oo, 9] n "
	          "= x.item()  # m.py:7 in g (_sub/b.py:2 in c)\n"));
	const struct graph_facts *f = graph_facts(&g->file);

	(void)state;
	assert_int_equal(f->recompiles.len, 2);
	assert_int_equal(f->recompiles.at[0].n_reasons, 2);
	assert_int_equal(f->recompiles.at[0].place.line, 3);
	assert_text(text_at(g, f->reasons.at[0]), "0/1: L['d'] == {'a': 1}");
	assert_true(f->recompiles.at[1].limit && !f->recompiles.at[0].limit);
	assert_text(text_at(g, f->recompiles.at[1].place.function), "f");
	assert_int_equal(f->symbol_notes.len, 2);
	assert_text(text_at(g, f->symbol_notes.at[0].source), "L['x'].size()[0]");
	assert_false(f->symbol_notes.at[0].unbacked);
	assert_int_equal(f->symbol_notes.at[0].place.line, 3);
	assert_true(f->symbol_notes.at[1].unbacked);
	assert_text(text_at(g, f->symbol_notes.at[1].place.source_text), "n = x.item()");
	assert_int_equal(g->file.symbols.len, 2);
	assert_true(g->file.symbols.at[0].has_low && !g->file.symbols.at[0].has_high);
	assert_true(!g->file.symbols.at[1].has_low && g->file.symbols.at[1].high == 9);
	graph_done(g);
}

static void test_explain(void **state)
{
	struct graph_of_text *g =
	        graph_of(S("Graph Count: 2\nGraph Break Count: 1\nOp Count: 3\nBreak Reasons:\n  "
	                   "Break Reason 1:\n"
	                   "    Reason: builtin: print\n    User Stack:\n"
	                   "      <FrameSummary file /home/u/m.py, line 4 in f>\n"
	                   "Ops per Graph:\n  Ops 1:\n    <built-in function add>\n"
	                   "    <built-in method relu of type object at 0x7f>\n  Ops 2:\n    "
	                   "<built-in function "
	                   "add>\n"
	                   "Out Guards:\n  Guard 1:\n    Name: \"L['x']\"\n"));
	const struct graph_facts *f = graph_facts(&g->file);

	(void)state;
	assert_true(f->explain.seen);
	assert_int_equal(f->explain.graphs, 2);
	assert_int_equal(f->explain.breaks, 1);
	assert_int_equal(f->explain.operators, 3);
	assert_int_equal(f->explain.targets.len, 2);
	assert_int_equal(f->explain.targets.at[0].count, 2);
	assert_int_equal(f->breaks.len, 1);
	assert_int_equal(f->breaks.at[0].place.line, 4);
	graph_done(g);

	g = graph_of(
	        S("Dynamo produced 12 graphswith 11 graph break and 24 ops\n Break reasons: \n"));
	f = graph_facts(&g->file);
	assert_int_equal(f->explain.graphs, 12);
	assert_int_equal(f->explain.breaks, 11);
	assert_int_equal(f->explain.operators, 24);
	graph_done(g);
}

static void test_fallbacks(void **state)
{
	static const struct {
		const char *operator, * backend;
		enum fallback_kind kind;
		uint64_t times;
	} want[] = {
	        {"aten.linalg_qr", "neuron", FALLBACK_CPU, 2},
	        {"aten.topk.values", "neuron", FALLBACK_CPU, 1},
	        {"aten.sort", "neuron", FALLBACK_MISSING, 1},
	        {"aten._unique2", "tpu", FALLBACK_CPU, 1},
	        {"aten.nms", "tpu", FALLBACK_MISSING, 1},
	        {"aten.lerp.Scalar_out", "npu", FALLBACK_CPU, 1},
	        {"aten.median", "xla", FALLBACK_CPU, 1},
	        {"aten.histc", "xla", FALLBACK_CPU, 1},
	        {"aten.nonzero", "xla", FALLBACK_COUNTER, 37},
	        {"aten.bincount", "", FALLBACK_CPU, 1},
	        {"aten.foo.out", "privateuse1", FALLBACK_MISSING, 1},
	};
	struct graph_of_text *g = graph_of(
	        S("[Neuron] [WARNING] Operator 'aten::linalg_qr' fell back to CPU\n"
	          "[Neuron] [WARNING] Operator ' aten::linalg_qr ' fell back to CPU \n"
	          "[Neuron] [WARNING] [x.cpp:1] Operator 'aten::topk.values' executed via CPU "
	          "fallback\n"
	          "NotImplementedError: Operation aten::sort is not implemented for Neuron\n"
	          "m.py:12: UserWarning: operator 'aten::_unique2' is not implemented for TPU. "
	          "Falling back "
	          "to CPU (Triggered internally at x.cpp:3.)\n"
	          "RuntimeError: operator 'aten::nms' is not implemented for TPU. Please file a "
	          "feature "
	          "request\n"
	          "UserWarning: The operator 'aten::lerp.Scalar_out' is not currently supported on "
	          "the NPU "
	          "backend and will fall back to run on the CPU.\n"
	          "pt-xla-profiler: Op(s) not lowered: aten::median, aten::histc,  Please open a "
	          "GitHub "
	          "issue\n"
	          "Counter: aten::nonzero\n"
	          "  Value: 37\n"
	          "Counter: MarkStep\n"
	          "  Value: 99\n"
	          "Falling back to CPU for operator: aten::bincount\n"
	          "NotImplementedError: Could not run 'aten::foo.out' with arguments from the "
	          "'PrivateUse1' backend.\n"
	          "    warnings.warn(\"Operator 'aten::in_source' fell back to CPU\")\n"));
	const struct graph_facts *f = graph_facts(&g->file);

	(void)state;
	assert_true(g->ok);
	assert_int_equal(f->fallbacks.len, sizeof want / sizeof *want);
	for (uint32_t i = 0; i < f->fallbacks.len; i++) {
		const struct fallback *b = &f->fallbacks.at[i];

		assert_text(text_at(g, b->operator), want[i].operator);
		assert_text(text_at(g, b->backend), want[i].backend);
		assert_int_equal(b->kind, want[i].kind);
		assert_int_equal(b->times, want[i].times);
	}
	assert_text(text_at(g, f->fallbacks.at[3].place.file), "m.py");
	assert_int_equal(f->fallbacks.at[3].place.line, 12);
	graph_done(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_prefixes),
	        cmocka_unit_test(test_cleaning),
	        cmocka_unit_test(test_outer_layers),
	        cmocka_unit_test(test_interleaved),
	        cmocka_unit_test(test_first_line_prefix),
	        cmocka_unit_test(test_stages),
	        cmocka_unit_test(test_diff),
	        cmocka_unit_test(test_breaks),
	        cmocka_unit_test(test_break_of_a_call),
	        cmocka_unit_test(test_debug_logs),
	        cmocka_unit_test(test_recompiles),
	        cmocka_unit_test(test_explain),
	        cmocka_unit_test(test_fallbacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
