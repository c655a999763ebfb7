/* What the graphs tell beyond verdicts, on graphs small enough to work out by hand. */
#include "assess/analyses.h"
#include "tests/unit/graph_of_text.h"

#include <unistd.h>

/* A target of the tests: what it says of each operator is written here. */
static const char chip[] =
        "target: chip\n"
        "device: chip\n"
        "backend: torch_chip\n"
        "process_group: chip_pg\n"
        "dynamic_shapes: bounded\n"
        "sources:\n"
        "  - id: s\n"
        "    title: a list\n"
        "facts:\n"
        "  - op: aten.relu.default\n"
        "    eager: {base: supported, evidence: documented, source: s, date: \"2026\"}\n"
        "  - op: aten.sin.default\n"
        "    eager: {base: fallback, evidence: documented, source: s, date: \"2026\"}\n"
        "  - op: aten.cos.default\n"
        "    eager: {base: fallback, evidence: documented, source: s, date: \"2026\"}\n"
        "  - op: aten.add.Tensor\n"
        "    eager: {base: fallback, evidence: documented, source: s, date: \"2026\"}\n"
        "  - op: aten.tan.default\n"
        "    eager: {base: unsupported, evidence: documented, source: s, date: \"2026\"}\n"
        "dynamic:\n"
        "  - {op: aten.relu.default, mode: eager bounded dims, verdict: skipped, text: on a list, "
        "evidence: derived, source: s, date: \"2026\"}\n"
        "  - {op: aten.sin.default, mode: eager bounded dims, verdict: supported, "
        "evidence: derived, source: s, date: \"2026\"}\n"
        "features:\n"
        "  - {area: dtype, feature: float64, status: unsupported, text: no, evidence: documented, "
        "source: s, date: \"2026\"}\n"
        "  - {area: distributed, feature: all_reduce PRODUCT, status: unsupported, evidence: "
        "documented, source: s, date: \"2026\"}\n";

struct bench {
	struct graph_of_text *g;
	struct coverage *coverage;
	const struct target *target;
	struct scan scan;
	struct assessment a;
};

static struct coverage *open_chip(struct env *env)
{
	char path[] = "/tmp/portfit-chip-XXXXXX";
	int fd = mkstemp(path);
	str name = str_from(path);
	struct coverage *coverage;

	assert_true(write(fd, chip, sizeof chip - 1) == (ssize_t)sizeof chip - 1);
	close(fd);
	coverage = coverage_open(env, &name, 1);
	remove(path);
	return coverage;
}

/* Reads a graph from text, judges it for the chip and runs the analyses. */
static struct bench *judge(const char *text, const struct assess_plan *more)
{
	struct bench *b = calloc(1, sizeof *b);
	struct assess_plan plan = more ? *more : (struct assess_plan){0};
	struct env *env;

	b->g = graph_of(str_from(text));
	env = &b->g->env;
	assert_true(b->g->ok);
	b->coverage = open_chip(env);
	assert_non_null(b->coverage);
	b->target = coverage_target(b->coverage, coverage_find_target(b->coverage, S("chip")));
	b->scan.arena = env->keep;
	*VEC_PUSH(env->keep, &b->scan.inputs) = (struct input){.path = S("t.txt")};
	for (uint32_t i = 0; i < b->g->file.graphs.len; i++)
		*VEC_PUSH(env->keep, &b->scan.graphs) = (struct graph_ref){.file = &b->g->file,
		        .graph = i,
		        .counted = b->g->file.graphs.at[i].counted};
	*VEC_PUSH(env->keep, &b->scan.graph_files) =
	        (struct scan_graph_file){&b->g->file, 0, 0, b->scan.graphs.len};
	plan.targets = &b->target;
	plan.n_targets = 1;
	assert_true(assess_run(env, &b->scan, b->coverage, &plan, &b->a));
	return b;
}

static void done(struct bench *b)
{
	graph_done(b->g);
	free(b);
}

static const struct island_set *eager(const struct bench *b)
{
	return &b->a.analyses->islands.fallback[MODE_EAGER];
}

#define HEAD                                                                                       \
	"class GraphModule(torch.nn.Module):\n"                                                    \
	"    def forward(self, x: \"f32[4, 8]\", y: \"f32[4, 8]\"):\n"

/* ------------------------------------------------------------------ islands */

static void a_run_crosses_at_its_ends_only(void **state)
{
	/* sin and cos run on the host: x goes there, cos comes back; sin stays. */
	struct bench *b =
	        judge(HEAD "        sin: \"f32[4, 8]\" = torch.ops.aten.sin.default(x)\n"
	                   "        cos: \"f32[4, 8]\" = torch.ops.aten.cos.default(sin)\n"
	                   "        relu: \"f32[4, 8]\" = torch.ops.aten.relu.default(cos)\n"
	                   "        return (relu,)\n",
	                NULL);
	const struct island_set *set = eager(b);

	(void)state;
	assert_int_equal(set->list.len, 1);
	assert_int_equal(set->operators, 2);
	assert_int_equal(set->least.count, 2);
	assert_int_equal(set->least.bytes, 2 * 4 * 8 * 4);
	/* One by one: x, sin; sin, cos. */
	assert_int_equal(set->alone.count, 4);
	assert_int_equal(set->alone.bytes, 4 * 128);
	assert_true(crossing_ms(&set->least) > 4.06e-6 && crossing_ms(&set->least) < 4.07e-6);
	done(b);
}

static void device_work_parts_a_run_and_host_work_does_not(void **state)
{
	struct bench *b =
	        judge(HEAD "        sin: \"f32[4, 8]\" = torch.ops.aten.sin.default(x)\n"
	                   "        n: \"Sym(4)\" = torch.ops.aten.sym_size.int(sin, 0)\n"
	                   "        cos: \"f32[4, 8]\" = torch.ops.aten.cos.default(y)\n"
	                   "        relu: \"f32[4, 8]\" = torch.ops.aten.relu.default(sin)\n"
	                   "        add: \"f32[4, 8]\" = torch.ops.aten.add.Tensor(relu, cos)\n"
	                   "        return (add, sin)\n",
	                NULL);
	const struct island_set *set = eager(b);

	(void)state;
	assert_int_equal(set->list.len, 2);
	assert_int_equal(set->list.at[0].n_nodes, 2);
	/* In: x, y. Out: sin (for relu and the result), cos (for the other run). */
	assert_int_equal(set->list.at[0].least.count, 4);
	/* In: relu, cos. Out: add. */
	assert_int_equal(set->list.at[1].least.count, 3);
	done(b);
}

static void the_size_alone_of_a_tensor_crosses_nothing(void **state)
{
	/* sin is used by the host only, for its size. */
	struct bench *b = judge(HEAD "        sin: \"f32[4, 8]\" = torch.ops.aten.sin.default(x)\n"
	                             "        n: \"Sym(4)\" = torch.ops.aten.sym_size.int(sin, 0)\n"
	                             "        return (n,)\n",
	        NULL);

	(void)state;
	assert_int_equal(eager(b)->least.count, 1);
	done(b);
}

static void support_of_one_operator_saves_what_it_costs(void **state)
{
	struct bench *b =
	        judge(HEAD "        sin: \"f32[4, 8]\" = torch.ops.aten.sin.default(x)\n"
	                   "        cos: \"f32[4, 8]\" = torch.ops.aten.cos.default(sin)\n"
	                   "        sin_1: \"f32[4, 8]\" = torch.ops.aten.sin.default(cos)\n"
	                   "        return (sin_1,)\n",
	                NULL);
	const struct island_set *set = eager(b);

	(void)state;
	assert_int_equal(set->what_if.len, 2);
	/* Without sin: cos alone crosses as much as the whole run did. */
	assert_true(str_eq(set->what_if.at[0].op, S("aten.sin.default")));
	assert_int_equal(set->what_if.at[0].calls, 2);
	assert_int_equal(set->what_if.at[0].least.crossings, 0);
	assert_int_equal(set->what_if.at[0].alone.crossings, 4);
	assert_int_equal(set->what_if.at[0].islands, 0);
	/* Without cos the run falls apart: two runs cross more than one. */
	assert_int_equal(set->what_if.at[1].least.crossings, -2);
	assert_int_equal(set->what_if.at[1].alone.bytes, 2 * 128);
	done(b);
}

static void what_has_no_kernel_is_an_island_by_hand(void **state)
{
	struct bench *b = judge(HEAD "        tan: \"f32[4, 8]\" = torch.ops.aten.tan.default(x)\n"
	                             "        return (tan,)\n",
	        NULL);

	(void)state;
	assert_int_equal(eager(b)->list.len, 0);
	assert_int_equal(b->a.analyses->islands.by_hand[MODE_EAGER].list.len, 1);
	assert_int_equal(b->a.analyses->islands.by_hand[MODE_EAGER].least.count, 2);
	done(b);
}

static void picks_belong_to_the_node_that_made_the_tuple(void **state)
{
	struct bench *b =
	        judge("class GraphModule(torch.nn.Module):\n"
	              "    def forward(self, x: \"f32[4, 8]\"):\n"
	              "        split = torch.ops.aten.split.Tensor(x, 2)\n"
	              "        getitem: \"f32[2, 8]\" = split[0]\n"
	              "        getitem_1: \"f32[2, 8]\" = split[1];  split = None\n"
	              "        sin: \"f32[2, 8]\" = torch.ops.aten.sin.default(getitem)\n"
	              "        add: \"f32[2, 8]\" = torch.ops.aten.add.Tensor(sin, getitem_1)\n"
	              "        return (add,)\n",
	                NULL);

	(void)state;
	/* In: both halves. Out: add. */
	assert_int_equal(eager(b)->list.len, 1);
	assert_int_equal(eager(b)->least.count, 3);
	assert_int_equal(eager(b)->least.bytes, 3 * 64);
	done(b);
}

/* ------------------------------------------------------------------ work */

static void views_move_nothing_and_lookups_what_they_take(void **state)
{
	struct bench *b =
	        judge("class GraphModule(torch.nn.Module):\n"
	              "    def forward(self, table: \"f32[1000, 8]\", index: \"i64[5]\", unused: "
	              "\"f32[9]\"):\n"
	              "        embedding: \"f32[5, 8]\" = torch.ops.aten.embedding.default(table, "
	              "index)\n"
	              "        view: \"f32[40]\" = torch.ops.aten.view.default(embedding, [40])\n"
	              "        relu: \"f32[40]\" = torch.ops.aten.relu.default(view)\n"
	              "        return (relu,)\n",
	                NULL);
	const struct work_sum *all = &b->a.analyses->work.all;

	(void)state;
	/* embedding: table, index, result; view: nothing; relu: both. */
	assert_int_equal(all->bytes, 32000 + 40 + 160 + 160 + 160);
	/* Of the table five rows, the index, the result. */
	assert_int_equal(all->least_bytes, 160 + 40 + 160);
	done(b);
}

static void the_least_time_is_the_larger_of_two(void **state)
{
	struct book book = {0};
	struct assess_plan plan = {.book = &book};
	struct machine machine = {.name = S("m"),
	        .role = S("chip (test)"),
	        .accelerator = S("c"),
	        .chips = 1,
	        .devices = 2,
	        .memory_gib = 1,
	        .hbm_tbps = 1e-6,
	        .bf16_tflops = 1e-6,
	        .fp8_tflops = NAN};
	struct arena *arena = arena_new();
	struct bench *b;
	const struct work_machine *m;

	(void)state;
	*VEC_PUSH(arena, &book.machines) = machine;
	b = judge("class GraphModule(torch.nn.Module):\n"
	          "    def forward(self, x: \"bf16[10, 20]\", y: \"bf16[20, 30]\"):\n"
	          "        mm: \"bf16[10, 30]\" = torch.ops.aten.mm.default(x, y)\n"
	          "        return (mm,)\n",
	        &plan);
	assert_int_equal(b->a.analyses->work.machines.len, 1);
	m = &b->a.analyses->work.machines.at[0];
	/* 12,000 FLOP at 1e6 a second: 12 ms; 2,200 bytes at 1e6 a second: 2.2 ms. */
	assert_true(m->compute_ms > 11.99 && m->compute_ms < 12.01);
	assert_true(m->memory_ms > 2.199 && m->memory_ms < 2.201);
	assert_true(m->least_ms == m->compute_ms);
	assert_int_equal(m->target, 0);
	done(b);
	arena_free(arena);
}

/* ------------------------------------------------------------------ memory */

#define PROGRAM                                                                                    \
	"ExportedProgram:\n"                                                                       \
	"    class GraphModule(torch.nn.Module):\n"                                                \
	"        def forward(self, p_w: \"f32[16, 16]\", p_b: \"f32[16]\", b_m: \"f32[16]\", x: "  \
	"\"f32[8, 16]\"):\n"                                                                       \
	"            linear: \"f32[8, 16]\" = torch.ops.aten.linear.default(x, p_w, p_b)\n"        \
	"            relu: \"f32[8, 16]\" = torch.ops.aten.relu.default(linear)\n"                 \
	"            linear_1: \"f32[8, 16]\" = torch.ops.aten.linear.default(relu, p_w, p_b)\n"   \
	"            mul: \"f32[8, 16]\" = torch.ops.aten.mul.Tensor(linear_1, b_m)\n"             \
	"            return (mul,)\n"                                                              \
	"\n"                                                                                       \
	"Graph signature: \n"                                                                      \
	"    # inputs\n"                                                                           \
	"    p_w: PARAMETER target='w'\n"                                                          \
	"    p_b: PARAMETER target='b'\n"                                                          \
	"    b_m: BUFFER target='m' persistent=True\n"                                             \
	"    x: USER_INPUT\n"                                                                      \
	"\n"                                                                                       \
	"    # outputs\n"                                                                          \
	"    mul: USER_OUTPUT\n"                                                                   \
	"\n"                                                                                       \
	"Range constraints: {}\n"

static void memory_by_hand(void **state)
{
	struct bench *b = judge(PROGRAM, NULL);
	const struct memory_graph *g = &b->a.analyses->memory.graphs.at[0];

	(void)state;
	assert_int_equal(b->a.analyses->memory.graphs.len, 1);
	assert_int_equal(g->parameters, 16 * 16 * 4 + 16 * 4);
	assert_int_equal(g->buffers, 64);
	assert_int_equal(g->inputs, 8 * 16 * 4);
	/* Never more than two results of 512 bytes at a time. */
	assert_int_equal(g->alive, 1024);
	assert_int_equal(g->inference, 1088 + 64 + 512 + 1024);
	/* AdamW: two states a parameter. */
	assert_int_equal(g->gradients, 1088);
	assert_int_equal(g->states, 2 * 1088);
	/* relu keeps its result, which is what the second linear keeps as well; mul keeps its first
	 * operand; parameters, buffers and inputs are counted already. */
	assert_int_equal(g->kept, 512 + 512);
	assert_int_equal(g->training, 1088 + 64 + 512 + 1088 + 2176 + 1024);
	done(b);
}

static void devices_that_are_needed(void **state)
{
	struct book book = {0};
	struct assess_plan plan = {.book = &book, .optimizer = S("SGD")};
	struct arena *arena = arena_new();
	struct machine small = {.name = S("small"),
	                       .role = S("chip"),
	                       .accelerator = S("c"),
	                       .chips = 1,
	                       .devices = 1,
	                       .memory_gib = 2688.0 / 0x1p30},
	               large = small, tiny = small;
	struct bench *b;

	(void)state;
	large.name = S("large");
	large.devices = 4;
	large.memory_gib *= 4;
	tiny.accelerator = S("t");
	tiny.memory_gib = 1600.0 / 0x1p30;
	*VEC_PUSH(arena, &book.machines) = large;
	*VEC_PUSH(arena, &book.machines) = small;
	*VEC_PUSH(arena, &book.machines) = tiny;
	b = judge(PROGRAM, &plan);
	assert_int_equal(b->a.analyses->memory.devices.len, 2);
	/* 2,688 bytes are just enough to run. To train with SGD: 2,176 bytes to spread, 1,600 on
	 * each: ceil(2176 / 1088) = 2. */
	assert_int_equal(b->a.analyses->memory.devices.at[0].fits[0].inference, 1);
	assert_int_equal(b->a.analyses->memory.devices.at[0].fits[0].training, 2);
	assert_true(
	        str_eq(memory_machine(&b->a.analyses->memory.devices.at[0], 1)->name, S("small")));
	assert_true(
	        str_eq(memory_machine(&b->a.analyses->memory.devices.at[0], 2)->name, S("large")));
	assert_null(memory_machine(&b->a.analyses->memory.devices.at[0], 5));
	/* Inputs and what is kept fill the tiny one: spreading does not help. */
	assert_int_equal(b->a.analyses->memory.devices.at[1].fits[0].training, 0);
	done(b);
	arena_free(arena);
}

static void in_place_results_and_views_take_no_memory(void **state)
{
	struct bench *b =
	        judge("ExportedProgram:\n"
	              "    class GraphModule(torch.nn.Module):\n"
	              "        def forward(self, p_w: \"f32[4]\", x: \"f32[8, 4]\"):\n"
	              "            mul: \"f32[8, 4]\" = torch.ops.aten.mul.Tensor(x, p_w)\n"
	              "            relu_: \"f32[8, 4]\" = torch.ops.aten.relu_.default(mul)\n"
	              "            view: \"f32[32]\" = torch.ops.aten.view.default(relu_, [32])\n"
	              "            return (view,)\n"
	              "\n"
	              "Graph signature: \n"
	              "    # inputs\n"
	              "    p_w: PARAMETER target='w'\n"
	              "    x: USER_INPUT\n"
	              "\n"
	              "    # outputs\n"
	              "    view: USER_OUTPUT\n"
	              "\n"
	              "Range constraints: {}\n",
	                NULL);

	(void)state;
	assert_int_equal(b->a.analyses->memory.graphs.at[0].alive, 128);
	done(b);
}

/* ------------------------------------------------------------------ the rest */

static void symbols_and_who_made_them(void **state)
{
	struct bench *b =
	        judge("class GraphModule(torch.nn.Module):\n"
	              "    def forward(self, x: \"f32[s77, 8]\"):\n"
	              "        # File: /home/u/m.py:7 in forward, code: i = x.nonzero()\n"
	              "        nonzero: \"i64[u0, 2]\" = torch.ops.aten.nonzero.default(x)\n"
	              "        relu: \"f32[s77, 8]\" = torch.ops.aten.relu.default(x)\n"
	              "        sin: \"f32[s77, 8]\" = torch.ops.aten.sin.default(relu)\n"
	              "        return (relu, nonzero, sin)\n",
	                NULL);
	const struct dynamic *d = &b->a.analyses->dynamic;

	(void)state;
	assert_int_equal(d->symbols.len, 2);
	assert_true(str_eq(d->symbols.at[0].name, S("s77")));
	assert_true(str_eq(d->symbols.at[0].source, S("size 0 of input x")));
	assert_int_equal(d->symbols.at[0].nodes, 3);
	assert_true(d->symbols.at[1].unbacked);
	assert_true(str_eq(d->symbols.at[1].op, S("aten.nonzero.default")));
	assert_int_equal(d->symbols.at[1].place.line, 7);
	assert_int_equal(d->nodes, 3);
	/* The chip bounds dynamic shapes and names relu as not fine; sin is supported there. */
	assert_int_equal(d->targets[0].compile, VERDICT_CONDITIONAL);
	assert_int_equal(d->targets[0].operators.len, 1);
	assert_true(str_eq(d->targets[0].operators.at[0].op, S("aten.relu.default")));
	assert_int_equal(d->targets[0].programs, 0);
	/* The same graph waits for the device once. */
	assert_int_equal(b->a.analyses->hostsync.calls[HOSTSYNC_SHAPE], 1);
	done(b);
}

static void copies_to_the_cpu_where_devices_are_told_apart(void **state)
{
	static const char on_cuda[] =
	        "class GraphModule(torch.nn.Module):\n"
	        "    def forward(self, x: \"f32[4][1]cuda:0\"):\n"
	        "        _to_copy: \"f32[4][1]cpu\" = torch.ops.aten._to_copy.default(x, device = "
	        "device(type='cpu'))\n"
	        "        item: \"Sym(u0)\" = torch.ops.aten._local_scalar_dense.default(x)\n"
	        "        return (_to_copy, item)\n";
	static const char on_cpu[] =
	        "class GraphModule(torch.nn.Module):\n"
	        "    def forward(self, x: \"f32[4][1]cpu\"):\n"
	        "        _to_copy: \"f64[4][1]cpu\" = torch.ops.aten._to_copy.default(x, device = "
	        "device(type='cpu'))\n"
	        "        return (_to_copy,)\n";
	struct bench *b = judge(on_cuda, NULL);

	(void)state;
	assert_int_equal(b->a.analyses->hostsync.calls[HOSTSYNC_COPY], 1);
	assert_int_equal(b->a.analyses->hostsync.calls[HOSTSYNC_READ], 1);
	done(b);
	b = judge(on_cpu, NULL);
	assert_int_equal(b->a.analyses->hostsync.calls[HOSTSYNC_COPY], 0);
	/* float64 is in use, and the chip has a rule about it. */
	assert_int_equal(b->a.analyses->dtypes.use[DTYPE_F64].nodes, 1);
	assert_true(b->a.analyses->dtypes.use[DTYPE_F64].matters);
	assert_false(b->a.analyses->dtypes.use[DTYPE_F32].matters);
	done(b);
}

static void facts_speak_of_dtypes_by_their_words(void **state)
{
	(void)state;
	assert_true(remark_names_dtype(S("dtype float64"), DTYPE_F64));
	assert_false(remark_names_dtype(S("dtype float64"), DTYPE_F32));
	assert_true(remark_names_dtype(S("dtype int8 to int64"), DTYPE_I32));
	assert_false(remark_names_dtype(S("dtype int8 to int64"), DTYPE_U8));
	assert_true(remark_names_dtype(S("dtype float8_e4m3fn / e4m3fnuz / e5m2"), DTYPE_F8E5M2));
	assert_false(remark_names_dtype(S("dtype float8_e4m3fn / e4m3fnuz"), DTYPE_F8E5M2));
	assert_true(remark_names_dtype(S("float8 fnuz variants"), DTYPE_F8E4M3FNUZ));
	assert_false(remark_names_dtype(S("float8 fnuz variants"), DTYPE_F8E4M3FN));
	assert_true(remark_names_dtype(S("complex dtypes"), DTYPE_C64));
	assert_false(remark_names_dtype(S("complex128"), DTYPE_C64));
	assert_true(remark_names_dtype(S("bits*, qint*"), DTYPE_QI8));
}

static void training_is_derived_from_the_forward_pass(void **state)
{
	struct assess_plan plan = {.training = true};
	struct bench *b = judge(PROGRAM, &plan);
	const struct training *t = &b->a.analyses->training;
	uint64_t mm = 0, threshold = 0;

	(void)state;
	assert_int_equal(t->forward, 4);
	for (uint32_t i = 0; i < t->backward.len; i++) {
		mm += str_eq(t->backward.at[i].op, S("aten.mm.default")) ? t->backward.at[i].calls
		                                                         : 0;
		threshold += str_eq(t->backward.at[i].op, S("aten.threshold_backward.default"))
		                     ? t->backward.at[i].calls
		                     : 0;
	}
	assert_int_equal(mm, 2);
	assert_int_equal(threshold, 1);
	assert_true(str_eq(t->optimizer, S("AdamW")));
	assert_true(t->steps.at[0].by_default);
	assert_true(str_eq(t->steps.at[0].variant, S("foreach")));
	/* Derived rows stand outside the totals. */
	assert_int_equal(b->a.operator_nodes, 4);
	done(b);
}

static void collectives_by_kind_and_group(void **state)
{
	struct bench *b = judge("class GraphModule(torch.nn.Module):\n"
	                        "    def forward(self, x: \"f32[4, 8]\"):\n"
	                        "        all_reduce: \"f32[4, 8]\" = "
	                        "torch.ops._c10d_functional.all_reduce.default(x, "
	                        "'product', '7')\n"
	                        "        wait_tensor: \"f32[4, 8]\" = "
	                        "torch.ops._c10d_functional.wait_tensor.default("
	                        "all_reduce)\n"
	                        "        all_gather: \"f32[8, 8]\" = torch.ops._c10d_functional."
	                        "all_gather_into_tensor.default(wait_tensor, 2, '7')\n"
	                        "        return (all_gather,)\n",
	        NULL);
	const struct collectives *c = &b->a.analyses->collectives;

	(void)state;
	assert_int_equal(c->list.len, 2);
	assert_true(str_eq(c->list.at[0].kind, S("all_reduce")));
	assert_true(str_eq(c->list.at[0].reduce, S("product")));
	assert_true(str_eq(c->list.at[0].group, S("7")));
	assert_int_equal(c->list.at[1].group_size, 2);
	assert_int_equal(c->list.at[1].given, 128);
	assert_int_equal(c->list.at[1].got, 256);
	assert_int_equal(c->notes.len, 1);
	done(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_run_crosses_at_its_ends_only),
	        cmocka_unit_test(device_work_parts_a_run_and_host_work_does_not),
	        cmocka_unit_test(the_size_alone_of_a_tensor_crosses_nothing),
	        cmocka_unit_test(support_of_one_operator_saves_what_it_costs),
	        cmocka_unit_test(what_has_no_kernel_is_an_island_by_hand),
	        cmocka_unit_test(picks_belong_to_the_node_that_made_the_tuple),
	        cmocka_unit_test(views_move_nothing_and_lookups_what_they_take),
	        cmocka_unit_test(the_least_time_is_the_larger_of_two),
	        cmocka_unit_test(memory_by_hand), cmocka_unit_test(devices_that_are_needed),
	        cmocka_unit_test(in_place_results_and_views_take_no_memory),
	        cmocka_unit_test(symbols_and_who_made_them),
	        cmocka_unit_test(copies_to_the_cpu_where_devices_are_told_apart),
	        cmocka_unit_test(facts_speak_of_dtypes_by_their_words),
	        cmocka_unit_test(training_is_derived_from_the_forward_pass),
	        cmocka_unit_test(collectives_by_kind_and_group)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
