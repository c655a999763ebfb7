/* Which graphs are the same work, where they part, and which stage counts. */
#include "scanner/graph/identity.h"
#include "scanner/graph/stage.h"
#include "tests/unit/graph_of_text.h"

static struct graph_of_text *readable(const char *body)
{
	char text[2048];

	snprintf(text, sizeof text,
	        "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[4]\"):\n%s",
	        body);
	return graph_of(str_from(text));
}

#define SIN "        a: \"f32[4]\" = torch.ops.aten.sin.default(x)\n"
#define MAX                                                                                        \
	"        m = torch.ops.aten.max.dim(a, 0)\n        v: \"f32[]\" = m[0]\n        i: "       \
	"\"i64[]\" = "                                                                             \
	"m[1]\n"
#define COS "        b: \"f32[4]\" = torch.ops.aten.cos.default(a)\n"
#define COS8 "        b: \"f32[8]\" = torch.ops.aten.cos.default(a)\n"
#define RETURN "        return (b,)\n"

static bool same(const struct graph_of_text *a, const struct graph_of_text *b)
{
	return graph_same_work(&a->file.graphs.at[0], &b->file.graphs.at[0]);
}

/* Forms that show less agree with those that show more. */
static void test_forms(void **state)
{
	struct graph_of_text *typed = readable(SIN MAX COS RETURN);
	struct graph_of_text *code = graph_of(S("def forward(self, x):\n"
	                                        "    a = torch.ops.aten.sin.default(x)\n"
	                                        "    m = torch.ops.aten.max.dim(a, 0)\n"
	                                        "    b = torch.ops.aten.cos.default(a);  a = None\n"
	                                        "    return (b,)\n"));
	struct graph_of_text *str_form =
	        graph_of(S("graph():\n"
	                   "    %x : [num_users=1] = placeholder[target=x]\n"
	                   "    %a : [num_users=2] = "
	                   "call_function[target=torch.ops.aten.sin.default](args = (%x,), "
	                   "kwargs = {})\n"
	                   "    %m : [num_users=1] = "
	                   "call_function[target=torch.ops.aten.max.dim](args = (%a, 0), "
	                   "kwargs = {})\n"
	                   "    %v : [num_users=1] = call_function[target=operator.getitem](args = "
	                   "(%m, 0), kwargs = "
	                   "{})\n"
	                   "    %b : [num_users=1] = "
	                   "call_function[target=torch.ops.aten.cos.default](args = (%a,), "
	                   "kwargs = {})\n"
	                   "    return b\n"));
	struct graph_of_text *other = readable(SIN COS MAX RETURN);
	struct graph_of_text *larger = readable(SIN MAX COS8 RETURN);

	(void)state;
	assert_true(same(typed, code) && same(typed, str_form) && same(code, str_form));
	assert_false(same(typed, other));
	assert_false(same(typed, larger));
	/* What shows no shapes may be either. */
	assert_true(same(code, larger));
	assert_int_equal(code->file.graphs.at[0].shapes, 0);
	assert_int_equal(typed->file.graphs.at[0].tensors, larger->file.graphs.at[0].tensors);
	graph_done(typed);
	graph_done(code);
	graph_done(str_form);
	graph_done(other);
	graph_done(larger);
}

static void test_parting(void **state)
{
	struct graph_of_text *a = readable(SIN MAX COS RETURN);
	struct graph_of_text *b = readable(SIN MAX COS RETURN);
	struct graph_of_text *shape = readable(SIN MAX COS8 RETURN);
	struct graph_of_text *shorter = readable(SIN RETURN);
	struct graph_of_text *other = readable(COS SIN RETURN);
	struct graph_parting p = graph_compare(&a->file, 0, &b->file, 0);

	(void)state;
	assert_true(p.same);
	assert_null(p.what);
	p = graph_compare(&a->file, 0, &shape->file, 0);
	assert_string_equal(p.what, "shape");
	assert_int_equal(p.node_a, 4);
	p = graph_compare(&a->file, 0, &shorter->file, 0);
	assert_string_equal(p.what, "end");
	assert_int_equal(p.node_b, 1);
	p = graph_compare(&a->file, 0, &other->file, 0);
	assert_string_equal(p.what, "operator");
	assert_int_equal(p.node_a, 0);
	graph_done(a);
	graph_done(b);
	graph_done(shape);
	graph_done(shorter);
	graph_done(other);
}

static void test_words(void **state)
{
	(void)state;
	assert_text(stage_word(STAGE_JOINT), "joint");
	assert_int_equal(stage_from_word(S("post-grad")), STAGE_POST_GRAD);
	assert_int_equal(stage_from_word(S("core")), STAGE_CORE);
	assert_int_equal(stage_from_word(S("")), STAGE_NONE);
	assert_int_equal(stage_from_heading(S("Backward graph 3")), STAGE_BACKWARD);
	assert_int_equal(stage_from_heading(S("__compiled_fn_1_uuid")), STAGE_DYNAMO);
	assert_int_equal(stage_from_heading(S("my heading")), STAGE_NONE);
	assert_int_equal(stage_from_record(S("aot_inference_graph")), STAGE_INFERENCE);
	assert_int_equal(stage_from_record(S("graph_dump")), STAGE_OTHER);
	assert_int_equal(stage_from_artifact(S("aot_joint_graph")), STAGE_JOINT);
}

static void test_dynamo_parameters(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("class GraphModule(torch.nn.Module):\n"
	          "    def forward(self, L_x_: \"f32[4]\", "
	          "L_self_modules_layers_modules_0_modules_q_proj_parameters_weight_: \"f32[4]\", "
	          "L_self_buffers_mask_: \"b8[4]\"):\n"
	          "        a = torch.sin(L_x_);  L_x_ = None\n"
	          "        return (a,)\n"));
	const struct graph_input *in = g->file.inputs.at;

	(void)state;
	assert_int_equal(in[0].role, INPUT_USER);
	assert_int_equal(in[1].role, INPUT_PARAMETER);
	assert_text(text_at(g, in[1].target), "layers.0.q_proj.weight");
	assert_int_equal(in[2].role, INPUT_BUFFER);
	assert_text(text_at(g, in[2].target), "mask");
	graph_done(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_forms),
	        cmocka_unit_test(test_parting),
	        cmocka_unit_test(test_words),
	        cmocka_unit_test(test_dynamo_parameters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
