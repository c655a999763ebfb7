/* Structured logs of TORCH_TRACE. */
#include "base/md5.h"
#include "tests/unit/graph_of_text.h"

#define FRONT "V0310 09:08:07.000001 4242 torch/_logging/structured.py:28] "
#define IDS_OF(attempt)                                                                            \
	"\"rank\": 0, \"frame_id\": 0, \"frame_compile_id\": 0, \"attempt\": " attempt
#define IDS IDS_OF("0")

/* A record with a payload: its digest, then its lines with tabs (or blanks) in front. */
static void put_record_of(
        struct buf *out, const char *ids, const char *head, const char *payload, const char *tab)
{
	str rest = str_from(payload), line;
	struct md5 md5 = {0};
	char hex[33];

	md5_add(&md5, rest);
	md5_hex(&md5, hex);
	buf_format(out, FRONT "{%s, %s, \"has_payload\": \"%s\"}\n", head, ids, hex);
	while (str_cut(&rest, '\n', &line)) {
		buf_puts(out, tab);
		buf_put(out, line);
		buf_byte(out, '\n');
	}
}

static void put_record(struct buf *out, const char *head, const char *payload, const char *tab)
{
	put_record_of(out, IDS, head, payload, tab);
}

static const char dynamo[] =
        "class GraphModule(torch.nn.Module):\n"
        "    def forward(self, L_x_: \"f32[4]\"):\n"
        "        \n"
        "         # File: /home/u/m.py:3 in f, code: return torch.relu(x) + 1\n"
        "        relu: \"f32[4]\" = torch.relu(L_x_)\n"
        "        add: \"f32[4]\" = relu + 1\n"
        "        return (add,)\n"
        "        ";
static const char aten[] = "class <lambda>(torch.nn.Module):\n"
                           "    def forward(self, arg0_1: \"f32[4][1]cpu\"):\n"
                           "        relu: \"f32[4][1]cpu\" = torch.ops.aten.relu.default(arg0_1)\n"
                           "        return (relu,)\n"
                           "        ";

static void test_stages_and_facts(void **state)
{
	struct buf out = {0};
	struct graph_of_text *g;
	const struct graph_facts *f;

	(void)state;
	buf_puts(&out, FRONT "{\"str\": [\"/home/u/m.py\", 0]}\n");
	buf_puts(&out, FRONT "{\"str\": [\"/lib/site-packages/torch/x.py\", 1]}\n");
	buf_puts(&out, FRONT
	        "{\"dynamo_start\": {\"stack\": [{\"line\": 3, \"name\": \"f\", \"filename\": 0, "
	        "\"loc\": \"g(x)\"}, {\"line\": 9, \"name\": \"h\", \"filename\": 1}]}, " IDS
	        "}\n");
	put_record(&out, "\"dynamo_output_graph\": {\"sizes\": {}}", dynamo, "\t");
	put_record(&out, "\"artifact\": {\"name\": \"before_pre_grad_graph\"}", dynamo, "\t");
	put_record(&out, "\"aot_inference_graph\": {}", aten, "\t");
	put_record(&out, "\"artifact\": {\"name\": \"after_post_grad_graph\"}", aten, "\t");
	put_record(&out, "\"artifact\": {\"name\": \"recompile_reasons\"}",
	        "[\n\"0/0: x\",\n\"0/1: y\"\n]", "\t");
	put_record(&out, "\"artifact\": {\"name\": \"dynamo_graph_break_reason\"}",
	        "Graph break in user code at /home/u/m.py:7\nGraph Break Reason: Tensor.item",
	        "\t");
	put_record(&out, "\"artifact\": {\"name\": \"dynamo_error\"}",
	        "Traceback\ntorch._dynamo.exc.Unsupported: Tensor.item", "\t");
	put_record(&out, "\"artifact\": {\"name\": \"torch_version\"}",
	        "{\n\"pytorch_version\": \"2.13.0+cpu\"\n}", "\t");
	buf_puts(&out,
	        FRONT "{\"create_unbacked_symbol\": {\"symbol\": \"u0\", \"vr\": \"[-int_oo, 8]\", "
	              "\"user_stack\": [{\"line\": 5, \"name\": \"f\", \"filename\": 0, \"loc\": "
	              "\"x.item()\"}]}, " IDS "}\n");
	buf_puts(&out, FRONT "{\"missing_fake_kernel\": {\"op\": \"mylib.f.default\", \"reason\": "
	                     "\"none\"}}\n");
	buf_puts(&out,
	        FRONT "{\"compilation_metrics\": {\"co_name\": \"f\", \"co_filename\": \"m.py\", "
	              "\"co_firstlineno\": 2, \"graph_op_count\": 2, "
	              "\"entire_frame_compile_time_s\": 0.5, \"fail_type\": null}, " IDS "}\n");
	buf_puts(&out, "W0310 09:08:08.000000 4242 torch/x.py:1] not json\nfrom another program\n");
	g = graph_of(buf_str(&out));
	assert_true(g->ok);
	assert_int_equal(g->file.format, GRAPH_TORCH_TRACE);
	f = graph_facts(&g->file);
	assert_int_equal(f->trace.records, 14);
	assert_int_equal(f->trace.payloads, 8);
	assert_int_equal(f->trace.hash_mismatch, 0);
	assert_int_equal(f->trace.broken_json, 1);
	assert_int_equal(f->trace.foreign_lines, 1);
	assert_int_equal(f->trace.compile_ids, 2);
	assert_int_equal(g->file.graphs.len, 4);
	assert_text(text_at(g, g->file.graphs.at[0].stage), "dynamo");
	assert_text(text_at(g, g->file.graphs.at[1].stage), "pre-grad");
	assert_text(text_at(g, g->file.graphs.at[2].stage), "inference");
	assert_text(text_at(g, g->file.graphs.at[3].stage), "post-grad");
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(g->file.graphs.at[i].counted, i == 2);
	assert_text(text_at(g, node_named(g, "relu")->source_text), "return torch.relu(x) + 1");
	assert_int_equal(node_named(g, "relu")->text_line, 9);
	assert_text(text_at(g, g->file.torch_version), "2.13.0+cpu");
	assert_int_equal(f->recompiles.len, 1);
	assert_int_equal(f->recompiles.at[0].n_reasons, 2);
	/* The frame inside PyTorch is no place of the user's. */
	assert_int_equal(f->recompiles.at[0].place.line, 3);
	assert_int_equal(f->breaks.len, 1);
	assert_text(text_at(g, f->breaks.at[0].reason), "Tensor.item");
	assert_int_equal(f->breaks.at[0].place.line, 7);
	assert_true(f->breaks.at[0].error);
	assert_int_equal(f->symbol_notes.len, 1);
	assert_text(text_at(g, f->symbol_notes.at[0].place.source_text), "x.item()");
	assert_int_equal(g->file.symbols.at[0].high, 8);
	assert_text(text_at(g, f->missing_kernels.at[0].operator), "mylib.f.default");
	assert_int_equal(f->compilations.at[0].operators, 2);
	assert_true(f->compilations.at[0].seconds == 0.5 && !f->compilations.at[0].fail_type);
	graph_done(g);
	buf_free(&out);
}

/* A joint graph is not counted beside its parts, but stands for them when the forward is missing.
 */
static void test_joint(void **state)
{
	static const char joint[] = "class joint_fn(torch.nn.Module):\n"
	                            "    def forward(self, primals_1, tangents_1):\n"
	                            "        a = torch.ops.aten.sin.default(primals_1)\n"
	                            "        return [a]";

	(void)state;
	for (int forward = 0; forward < 2; forward++) {
		struct buf out = {0};
		struct graph_of_text *g;

		put_record(&out, "\"aot_joint_graph\": {}", joint, "\t");
		if (forward)
			put_record(&out, "\"aot_forward_graph\": {}", aten, "\t");
		put_record(&out, "\"aot_backward_graph\": {}", joint, "\t");
		g = graph_of(buf_str(&out));
		for (uint32_t i = 0; i < g->file.graphs.len; i++)
			assert_int_equal(g->file.graphs.at[i].counted, forward ? i > 0 : i == 0);
		graph_done(g);
		buf_free(&out);
	}
}

/* What editors do: tabs become blanks, blanks at line ends vanish. */
/* What a compilation traced before it started over did no work. */
static void test_attempts(void **state)
{
	struct buf out = {0};
	struct graph_of_text *g;

	(void)state;
	put_record(&out, "\"aot_inference_graph\": {}", aten, "\t");
	put_record_of(&out, IDS_OF("2"), "\"dynamo_output_graph\": {}", dynamo, "\t");
	put_record_of(&out, IDS_OF("1"), "\"aot_inference_graph\": {}", aten, "\t");
	g = graph_of(buf_str(&out));
	assert_int_equal(g->file.graphs.len, 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(g->file.graphs.at[i].counted, i == 1);
	graph_done(g);
	buf_free(&out);
}

static void test_damage(void **state)
{
	struct buf out = {0};
	struct graph_of_text *g;

	(void)state;
	put_record(&out, "\"aot_inference_graph\": {}", aten, "        ");
	buf_puts(&out, FRONT "{\"link\": {}}\n");
	g = graph_of(buf_str(&out));
	assert_int_equal(g->file.nodes.len, 1);
	assert_int_equal(graph_facts(&g->file)->trace.records, 2);
	assert_int_equal(graph_facts(&g->file)->trace.hash_mismatch, 0);
	assert_true(str_has(problems_of(g), S("tabs became blanks")));
	graph_done(g);
	out.len = 0;

	/* The tab of an empty line is gone. */
	put_record(&out, "\"aot_inference_graph\": {}",
	        "class A(torch.nn.Module):\n"
	        "    def forward(self, x):",
	        "\t");
	buf_puts(&out, "\n\t        a = torch.ops.aten.sin.default(x)\n\t        return (a,)\n");
	g = graph_of(buf_str(&out));
	assert_int_equal(g->file.nodes.len, 1);
	assert_int_equal(graph_facts(&g->file)->trace.hash_mismatch, 1);
	assert_true(str_has(problems_of(g), S("do not have the digest")));
	graph_done(g);
	buf_free(&out);
}

/* Every prefix of a log is read without complaint about our own code, and never counts more. */
/* A log of several windows: no record and no payload is lost at their edges, whatever its size. */
static void test_windows(void **state)
{
	static const char filler[] = "a payload of no graph, 0123456789";
	struct buf out = {0}, big = {0};
	struct graph_of_text *g;

	(void)state;
	while (big.len < 3 * STREAM_WINDOW / 2)
		buf_puts(&big, "0123456789012345678901234567890123456789\n");
	buf_byte(&big, 0);
	for (int i = 0; out.len < 4 * STREAM_WINDOW; i++) {
		put_record(&out, "\"artifact\": {\"name\": \"x\"}", filler, "\t");
		if (i == 1000)
			put_record(
			        &out, "\"artifact\": {\"name\": \"y\"}", buf_str(&big).ptr, "\t");
		if (i % 300 == 0)
			put_record(&out, "\"aot_inference_graph\": {}", aten, "\t");
	}
	g = graph_of(buf_str(&out));
	assert_true(g->ok);
	assert_int_equal(graph_facts(&g->file)->trace.foreign_lines, 0);
	assert_int_equal(graph_facts(&g->file)->trace.broken_json, 0);
	assert_int_equal(graph_facts(&g->file)->trace.hash_mismatch, 0);
	assert_int_equal(
	        graph_facts(&g->file)->trace.payloads, graph_facts(&g->file)->trace.records);
	assert_true(g->file.graphs.len > 10);
	graph_done(g);
	buf_free(&out);
	buf_free(&big);
}

static void test_cuts(void **state)
{
	struct buf out = {0};
	uint64_t last = 0;

	(void)state;
	put_record(&out, "\"dynamo_output_graph\": {}", dynamo, "\t");
	put_record(&out, "\"aot_inference_graph\": {}", aten, "\t");
	for (size_t n = 0; n <= out.len; n += 7) {
		struct graph_of_text *g = graph_of(str_slice(buf_str(&out), 0, n));
		uint64_t records = g->ok ? graph_facts(&g->file)->trace.records : 0;

		assert_true(records >= last);
		last = records;
		graph_done(g);
	}
	assert_int_equal(last, 2);
	buf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_stages_and_facts),
	        cmocka_unit_test(test_joint),
	        cmocka_unit_test(test_attempts),
	        cmocka_unit_test(test_damage),
	        cmocka_unit_test(test_windows),
	        cmocka_unit_test(test_cuts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
