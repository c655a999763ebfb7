/* From graphs to experiments, and what is tried in which order. No Python. */
#include "assess/experiment.h"
#include "assess/symbol.h"
#include "probe/probe.h"

#include "tests/unit/graph_of_text.h"

struct planned {
	struct graph_of_text *g;
	struct scan scan;
	struct assessment assessment;
	struct experiments experiments;
	struct coverage *coverage;
	const struct target *target;
};

static struct planned plan(str text, struct experiment_plan choice)
{
	struct planned p = {.g = graph_of(text)};
	struct assess_plan how = {.n_targets = 1};

	assert_true(p.g->ok);
	p.scan.arena = p.g->keep;
	*VEC_PUSH(p.g->keep, &p.scan.inputs) = (struct input){.path = S("t.txt")};
	for (uint32_t i = 0; i < p.g->file.graphs.len; i++)
		*VEC_PUSH(p.g->keep, &p.scan.graphs) = (struct graph_ref){
		        .file = &p.g->file, .graph = i, .counted = p.g->file.graphs.at[i].counted};
	p.coverage = coverage_open(&p.g->env, NULL, 0);
	p.target = coverage_target(p.coverage, coverage_find_target(p.coverage, S("tpu")));
	how.targets = &p.target;
	assert_true(assess_run(&p.g->env, &p.scan, p.coverage, &how, &p.assessment));
	choice.assessment = &p.assessment;
	choice.target = p.target;
	choice.most_bytes = choice.most_bytes ? choice.most_bytes : 32 << 20;
	choice.most_flops = choice.most_flops ? choice.most_flops : UINT64_MAX;
	assert_true(experiments_plan(&p.g->env, &choice, &p.experiments));
	return p;
}

static const struct experiment *find(const struct planned *p, str op)
{
	for (uint32_t i = 0; i < p->experiments.list.len; i++)
		if (str_eq(p->experiments.list.at[i].op, op))
			return &p->experiments.list.at[i];
	return NULL;
}

#define HEAD                                                                                       \
	"class GraphModule(torch.nn.Module):\n"                                                    \
	"    def forward(self, x: \"f32[4, 8]\", y: \"f32[8, 2]\", i: \"i64[3]\"):\n"

static void test_calls_are_listed_once(void **state)
{
	struct planned p =
	        plan(S(HEAD "        mm: \"f32[4, 2]\" = torch.ops.aten.mm.default(x, y)\n"
	                    "        mm_1: \"f32[4, 2]\" = torch.ops.aten.mm.default(x, y)\n"
	                    "        exp: \"f32[4, 2]\" = torch.ops.aten.exp.default(mm)\n"
	                    "        mul: \"f32[4, 8]\" = torch.ops.aten.mul.Tensor(x, x)\n"
	                    "        own: \"f32[4, 8]\" = torch.ops.mine.twist.default(x)\n"
	                    "        r: \"f32[4, 8]\" = "
	                    "torch.ops._c10d_functional.all_reduce.default(x, 'sum', '0')\n"
	                    "        return (mm_1, exp, mul, own, r)\n"),
	                (struct experiment_plan){0});
	const struct experiment *mm = find(&p, S("aten.mm.default"));

	(void)state;
	assert_int_equal(p.experiments.list.len, 5);
	assert_int_equal(p.experiments.runnable, 3);
	assert_int_equal(mm->calls, 2);
	assert_int_equal(mm->skip, SKIP_NONE);
	assert_true(str_has(mm->args, S("\"t\": \"f32\", \"s\": [4, 8]")));
	assert_true(str_eq(mm->fact_signature, S("f32")));
	/* The same tensor twice is the same tensor there as well. */
	assert_true(str_has(find(&p, S("aten.mul.Tensor"))->args, S("\"v\": 1}}, {")));
	assert_false(str_has(find(&p, S("aten.mul.Tensor"))->args, S("\"v\": 2")));
	assert_int_equal(find(&p, S("mine.twist.default"))->skip, SKIP_CUSTOM);
	assert_int_equal(find(&p, S("_c10d_functional.all_reduce.default"))->skip, SKIP_COLLECTIVE);
	graph_done(p.g);
}

static void test_large_shapes_are_scaled(void **state)
{
	struct planned p = plan(S("class GraphModule(torch.nn.Module):\n"
	                          "    def forward(self, x: \"f32[60000, 60000]\"):\n"
	                          "        mm: \"f32[60000, 60000]\" = "
	                          "torch.ops.aten.mm.default(x, x)\n"
	                          "        return (mm,)\n"),
	        (struct experiment_plan){0});
	const struct experiment *mm = find(&p, S("aten.mm.default"));

	(void)state;
	assert_true(mm->scaled);
	assert_int_equal(mm->skip, SKIP_NONE);
	assert_true(mm->bytes <= 32 << 20);
	assert_true(str_has(mm->args, S("\"s\": [938, 938]")));
	graph_done(p.g);
}

/* Half precision on a processor that has no instructions for it takes a minute where float32 takes
 * two seconds: what fits the memory need not fit the time. */
static void test_much_work_is_scaled(void **state)
{
	str text = S(
	        "class GraphModule(torch.nn.Module):\n"
	        "    def forward(self, x: \"bf16[1500, s0]\", y: \"bf16[s0, 700]\", z: \"bf16[50, "
	        "40]\", w: \"bf16[40, 60]\", n: \"Sym(s0)\"):\n"
	        "        mm: \"bf16[1500, 700]\" = torch.ops.aten.mm.default(x, y)\n"
	        "        matmul: \"bf16[50, 60]\" = torch.ops.aten.matmul.default(z, w)\n"
	        "        exp: \"bf16[1500, 700]\" = torch.ops.aten.exp.default(mm)\n"
	        "        return (exp, matmul)\n");
	struct planned p = plan(text, (struct experiment_plan){.most_flops = 5000000});
	const struct experiment *mm = find(&p, S("aten.mm.default"));

	(void)state;
	/* 2 * 375 * 8 * 700 = 4.2 million: the symbol has the value that stands in the call. */
	assert_true(mm->scaled);
	assert_true(str_has(mm->args, S("\"s\": [375, 8]")));
	assert_true(str_has(mm->args, S("\"s\": [8, 700]")));
	assert_false(find(&p, S("aten.matmul.default"))->scaled);
	assert_false(find(&p, S("aten.exp.default"))->scaled);
	graph_done(p.g);
	/* With nothing large left to halve it is tried as it is, for its tensors are small. */
	p = plan(text, (struct experiment_plan){.most_flops = 10});
	assert_int_equal(find(&p, S("aten.matmul.default"))->skip, SKIP_NONE);
	assert_false(find(&p, S("aten.matmul.default"))->scaled);
	graph_done(p.g);
}

static void test_only_and_custom(void **state)
{
	static const str only[] = {{"aten.exp", 8}};
	str text = S(HEAD "        exp: \"f32[4, 8]\" = torch.ops.aten.exp.default(x)\n"
	                  "        sin: \"f32[4, 8]\" = torch.ops.aten.sin.default(x)\n"
	                  "        own: \"f32[4, 8]\" = torch.ops.mine.twist.default(x)\n"
	                  "        return (exp, sin, own)\n");
	struct planned p = plan(text, (struct experiment_plan){.only = only, .n_only = 1});

	(void)state;
	assert_int_equal(find(&p, S("aten.exp.default"))->skip, SKIP_NONE);
	assert_int_equal(find(&p, S("aten.sin.default"))->skip, SKIP_NOT_CHOSEN);
	graph_done(p.g);
	p = plan(text, (struct experiment_plan){.custom = true});
	assert_int_equal(find(&p, S("mine.twist.default"))->skip, SKIP_NONE);
	/* What no fact knows comes first. */
	assert_true(str_eq(p.experiments.list.at[0].op, S("mine.twist.default")));
	graph_done(p.g);
}

static void test_what_is_not_shown(void **state)
{
	struct planned p = plan(S("graph():\n"
	                          "    %x : [num_users=1] = placeholder[target=x]\n"
	                          "    %exp : [num_users=1] = "
	                          "call_function[target=torch.ops.aten.exp.default](args = (%x,), "
	                          "kwargs = {})\n"
	                          "    return (exp,)\n"),
	        (struct experiment_plan){0});

	(void)state;
	assert_int_equal(find(&p, S("aten.exp.default"))->skip, SKIP_SHAPE);
	graph_done(p.g);
}

static void test_expressions(void **state)
{
	static const struct {
		const char *text;
		int64_t want; /* -1: not to be had */
	} cases[] = {{"8", 8}, {"2*s0", 16}, {"s0//3 + 1", 3}, {"Max(1, s0 - 20)", 1},
	        {"((s0 + 1)//2)**2", 16}, {"Mod(s0, 3)", 2}, {"FloorDiv(s0, 5)", 1}, {"-s0", -1},
	        {"s0/3", -1}, {"s0//0", -1}, {"2*", -1}, {"(((", -1}, {"", -1}, {"f(s0)", -1},
	        {"s0 s0", -1}, {"99999999999999999999", -1}, {"CeilToInt(s0/3)", 3}};
	struct graph_of_text *g = graph_of(S("graph():\n    return ()\n"));
	struct symbols symbols;
	char deep[600];

	(void)state;
	symbols_init(g->keep, &g->file, &symbols);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t got = -1;

		if (!symbols_eval(&symbols, str_from(cases[i].text), &got))
			got = -1;
		if (got != cases[i].want)
			fail_msg("%s gives %lld", cases[i].text, (long long)got);
	}
	memset(deep, '(', sizeof deep);
	assert_false(symbols_eval(&symbols, (str){deep, sizeof deep}, &(int64_t){0}));
	memset(deep, '-', sizeof deep);
	assert_false(symbols_eval(&symbols, (str){deep, sizeof deep}, &(int64_t){0}));
	graph_done(g);
}

static void test_draw(void **state)
{
	struct planned p = plan(S(HEAD "        a: \"f32[4, 8]\" = torch.ops.aten.exp.default(x)\n"
	                               "        b: \"f32[4, 8]\" = torch.ops.aten.sin.default(x)\n"
	                               "        c: \"f32[4, 8]\" = torch.ops.aten.cos.default(x)\n"
	                               "        return (a, b, c)\n"),
	        (struct experiment_plan){0});
	struct probe_plan how = {
	        .experiments = &p.experiments, .eager = true, .compile = true, .compile_sample = 1};
	uint32_t *one = probe_draw(p.g->keep, &p.experiments, 7),
	         *two = probe_draw(p.g->keep, &p.experiments, 7), compiled = 0;

	(void)state;
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t parts = probe_parts(&how, i, one);

		assert_int_equal(one[i], two[i]);
		assert_int_equal(parts & 3, 3);
		compiled += parts >> PART_COMPILE_FORWARD & 1;
	}
	assert_int_equal(compiled, 1);
	how.forward_only = true;
	assert_int_equal(probe_parts(&how, 0, one) & 1U << PART_EAGER_BACKWARD, 0);
	graph_done(p.g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_calls_are_listed_once),
	        cmocka_unit_test(test_large_shapes_are_scaled),
	        cmocka_unit_test(test_much_work_is_scaled), cmocka_unit_test(test_only_and_custom),
	        cmocka_unit_test(test_what_is_not_shown), cmocka_unit_test(test_expressions),
	        cmocka_unit_test(test_draw)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
