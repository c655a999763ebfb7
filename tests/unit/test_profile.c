/* Chrome traces and execution traces, through windows of any size. */
#include "base/stream.h"
#include "scanner/graph/chrome_trace.h"
#include "scanner/graph/raw_json.h"
#include "tests/unit/graph_of_text.h"

#include <zlib.h>

static const struct profile_row *row_of(const struct graph_of_text *g, const char *name)
{
	const struct profile *p = graph_facts(&g->file)->profile;

	for (uint32_t i = 0; i < p->rows.len; i++)
		if (str_eq(text_at(g, p->rows.at[i].name), str_from(name)))
			return &p->rows.at[i];
	fail_msg("no row '%s'", name);
	return NULL;
}

#define EVENT(cat, name, tid, ts, dur, args)                                                       \
	"{\"ph\": \"X\", \"cat\": \"" cat "\", \"name\": \"" name "\", \"pid\": 1, \"tid\": " tid  \
	", \"ts\": " ts ", \"dur\": " dur ", \"args\": {" args "}}"

static const char trace[] =
        "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0}], \"traceEvents\": [\n"
        /* A kernel may stand before the operator that launched it. */
        EVENT("kernel", "gemm", "7", "30", "12.125",
                "\"External id\": 2, \"correlation\": 77") ",\n" EVENT("cpu_op", "aten::linear",
                "5", "10", "40",
                "\"External id\": 1, \"Input Dims\": [[2, 8], [4, 8], []], \"Input type\": "
                "[\"c10::BFloat16\", \"float\", \"\"]") ",\n" EVENT("cpu_op", "aten::addmm", "5",
                "12", "30", "\"External id\": 2") ",\n" EVENT("cuda_runtime", "cudaLaunchKernel",
                "5", "15", "5", "\"External id\": 2, \"correlation\": 77") ",\n"
        /* Out of order, and without an external id: joined by time and correlation. */
        EVENT("cpu_op", "aten::sort", "6", "100", "20", "") ",\n" EVENT("cpu_op", "aten::_to_cpu",
                "6", "102", "3", "") ",\n" EVENT("cpu_op", "aten::_to_cpu", "6", "106", "3",
                "") ",\n" EVENT("cpu_op", "aten::cat", "6", "50", "8",
                "\"Input Dims\": [[[2, 4], [2, 4]], []], \"Input type\": [\"TensorList\", "
                "\"Scalar\"]") ",\n" EVENT("cuda_runtime", "hipLaunchKernel", "6", "52", "2",
                "\"correlation\": 78") ",\n" EVENT("kernel", "copy", "7", "60", "5",
                "\"correlation\": 78") ",\n" EVENT("gpu_memcpy", "Memcpy DtoH", "7", "70", "3.5",
                "\"External id\": 1, \"bytes\": 16") ",\n" EVENT("user_annotation",
                "ProfilerStep#3", "5", "0", "200",
                "") ",\n"
                    "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 1, \"args\": {\"name\": "
                    "\"a \\\"b\\\\\"}},\n"
                    "{\"ph\": \"i\", \"name\": \"x\", \"ts\": NaN, \"args\": {\"v\": Infinity, "
                    "\"e\": []}}\n"
                    "], \"traceName\": \"t.json\"}";

static void check_trace(const struct graph_of_text *g)
{
	const struct profile *p = graph_facts(&g->file)->profile;
	const struct profile_row *linear = row_of(g, "aten::linear"),
	                         *sort = row_of(g, "aten::sort");

	assert_int_equal(p->events, 14);
	assert_int_equal(p->top_level, 3);
	assert_int_equal(p->steps, 1);
	assert_int_equal(p->keys.len, 3);
	assert_int_equal(p->unjoined, 0);
	assert_int_equal(linear->top, 1);
	assert_int_equal(linear->leaf, 0);
	assert_true(linear->total_us == 40 && linear->self_us == 10);
	assert_true(linear->device_us == 3.5);
	assert_int_equal(row_of(g, "aten::addmm")->leaf, 1);
	assert_true(row_of(g, "aten::addmm")->device_us == 12.125);
	assert_true(row_of(g, "aten::cat")->device_us == 5);
	assert_int_equal(sort->fallbacks, 1);
	assert_int_equal(row_of(g, "aten::_to_cpu")->calls, 2);
}

static void test_chrome(void **state)
{
	struct graph_of_text *g = graph_of(S(trace));
	const struct node *linear;

	(void)state;
	assert_true(g->ok);
	assert_int_equal(g->file.format, GRAPH_CHROME_TRACE);
	check_trace(g);
	linear = node_named(g, "aten::linear");
	assert_text(text_at(g, linear->target), "aten.linear.default");
	/* What an operator calls is no node of its own; what it called itself counts there. */
	assert_int_equal(g->file.graphs.at[0].n_nodes, 3);
	assert_int_equal(row_of(g, "aten::linear")->outer, 1);
	assert_true(row_of(g, "aten::linear")->outer_us == 40);
	assert_int_equal(row_of(g, "aten::addmm")->outer, 0);
	assert_int_equal(linear->calls, 1);
	assert_int_equal(linear->n_args, 3);
	assert_text(type_text(g, arg_at(g, linear, 0)->value), "bf16[2, 8]");
	assert_text(type_text(g, arg_at(g, linear, 1)->value), "f32[4, 8]");
	assert_int_equal(arg_at(g, linear, 2)->kind, ARG_NONE);
	assert_text(text_at(g, g->file.graphs.at[0].stage), "profile");
	graph_done(g);
}

/* Profiles name operators without their overload: types and number of inputs tell it. */
static void test_overloads(void **state)
{
	static const struct {
		const char *name, *types, *dims, *target;
	} rows[] = {{"aten::add", "\"float\", \"float\", \"Scalar\"", "[2], [2], []",
	                    "aten.add.Tensor"},
	        {"aten::add", "\"float\", \"Scalar\", \"Scalar\"", "[2], [], []",
	                "aten.add.Scalar"},
	        {"aten::transpose", "\"float\", \"Scalar\", \"Scalar\"", "[2, 3], [], []",
	                "aten.transpose.int"},
	        {"aten::sum", "\"float\", \"ScalarList\", \"Scalar\", \"\"", "[2, 3], [], [], []",
	                "aten.sum.dim_IntList"},
	        {"aten::to", "\"float\", \"Scalar\", \"Scalar\", \"Scalar\", \"\"",
	                "[2], [], [], [], []", "aten.to.dtype"},
	        {"aten::cat", "\"TensorList\", \"Scalar\"", "[[2], [2]], []", "aten.cat.default"},
	        /* Not as any overload has it: stays what it is called. */
	        {"aten::transpose", "\"float\"", "[2]", "aten.transpose"},
	        {"mine::op", "\"float\"", "[2]", "mine.op"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf text = {0};
		struct graph_of_text *g;

		buf_format(&text,
		        "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": "
		        "\"%s\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"dur\": 1, \"args\": "
		        "{\"Input Dims\": [%s], \"Input type\": [%s]}}]}",
		        rows[i].name, rows[i].dims, rows[i].types);
		g = graph_of(buf_str(&text));
		assert_true(g->ok);
		assert_text(text_at(g, node_named(g, rows[i].name)->target), rows[i].target);
		graph_done(g);
		buf_free(&text);
	}
}

/* The 2.5 of `x * 2.5` is no operand in double precision; a real one of no dimensions is. */
static void test_wrapped_numbers(void **state)
{
	struct graph_of_text *g =
	        graph_of(S("{\"traceEvents\": [\n" EVENT("cpu_op", "aten::mul", "5", "1", "2",
	                "\"Input Dims\": [[2, 8], []], \"Input type\": [\"float\", "
	                "\"double\"]") ",\n" EVENT("cpu_op", "aten::sqrt", "5", "5", "2",
	                "\"Input Dims\": [[]], \"Input type\": [\"double\"]") "]}"));

	(void)state;
	assert_int_equal(arg_at(g, node_named(g, "aten::mul"), 1)->kind, ARG_OPAQUE);
	assert_int_equal(arg_at(g, node_named(g, "aten::sqrt"), 0)->kind, ARG_VALUE);
	graph_done(g);
}

/* Calls of the backward pass are told from those of the program. */
static void test_engine(void **state)
{
	struct graph_of_text *g = graph_of(S("{\"traceEvents\": [\n" EVENT("cpu_op",
	        "autograd::engine::evaluate_function: MmBackward0", "6", "1", "20",
	        "") ",\n" EVENT("cpu_op", "MmBackward0", "6", "2", "18", "") ",\n" EVENT("cpu_op",
	        "aten::mm", "6", "3", "4",
	        "") ",\n" EVENT("cpu_op", "aten::mm", "5", "1", "4", "") "]}"));

	(void)state;
	assert_int_equal(row_of(g, "aten::mm")->outer, 2);
	assert_int_equal(row_of(g, "aten::mm")->backward, 1);
	assert_int_equal(g->file.graphs.at[0].n_nodes, 1);
	graph_done(g);
}

static str gzipped(struct buf *out, str text)
{
	z_stream z = {0};

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_in = (unsigned char *)(uintptr_t)text.ptr;
	z.avail_in = (unsigned)text.len;
	z.next_out = (unsigned char *)buf_room(out, text.len + 256);
	z.avail_out = (unsigned)text.len + 256;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	out->len = text.len + 256 - z.avail_out;
	deflateEnd(&z);
	return buf_str(out);
}

static void test_gzip(void **state)
{
	struct buf packed = {0};
	str bytes = gzipped(&packed, S(trace));
	struct graph_of_text *g = graph_of(bytes);

	(void)state;
	assert_true(g->ok);
	check_trace(g);
	graph_done(g);
	/* Cut, it gives what could be inflated. */
	g = graph_of(str_slice(bytes, 0, bytes.len - 40));
	if (g->ok) {
		assert_true(graph_facts(&g->file)->profile->events < 14);
		assert_true(str_has(problems_of(g), S("gzip data ends too early")));
	}
	graph_done(g);
	buf_free(&packed);
}

/* Every cut gives the whole events before it, and says so. */
static void test_cuts(void **state)
{
	uint64_t last = 0;

	(void)state;
	for (size_t n = 64; n < sizeof trace - 1; n += 3) {
		struct graph_of_text *g = graph_of(str_slice(S(trace), 0, n));
		uint64_t events = g->ok ? graph_facts(&g->file)->profile->events : 0;

		assert_true(events >= last);
		if (g->ok)
			assert_true(str_has(problems_of(g), S("ends too early")));
		last = events;
		graph_done(g);
	}
	assert_int_equal(last, 14);
}

static void test_broken_event(void **state)
{
	struct graph_of_text *g = graph_of(S("[{\"ph\": \"X\", \"name\": \"aten::a\", \"ts\": 1, "
	                                     "\"dur\": 1, \"pid\": \"CPU\", \"tid\": 1},\n"
	                                     " {\"ph\": \"X\", \"name\" oops},\n {\"ph\": \"X\", "
	                                     "\"name\": \"aten::b\", \"ts\": 2, \"dur\": "
	                                     "1, \"pid\": \"CPU\", \"tid\": 1}]"));
	const struct profile *p = graph_facts(&g->file)->profile;

	(void)state;
	assert_int_equal(p->events, 2);
	assert_int_equal(row_of(g, "aten::b")->top, 1);
	assert_int_equal(g->file.left_out.len, 1);
	graph_done(g);
}

/* More events than the window, with one that is larger than it. */
static void test_windows(void **state)
{
	struct buf out = {0};
	struct graph_of_text *g;
	const struct profile *p;

	(void)state;
	buf_puts(&out, "{\"traceEvents\": [\n");
	for (int i = 0; i < 30000; i++) {
		buf_format(&out,
		        "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::op%d\", \"pid\": "
		        "1, \"tid\": %d, "
		        "\"ts\": %d.125, \"dur\": 4, \"args\": {\"External id\": %d, \"pad\": \"",
		        i % 7, i % 3, i * 5, i + 1);
		buf_repeat(&out, 'x', i == 15000 ? 3 * STREAM_WINDOW : 10);
		buf_puts(&out, "\"}},\n");
	}
	buf_puts(&out, "{\"ph\": \"M\", \"name\": \"end\"}]}\n");
	g = graph_of(buf_str(&out));
	p = graph_facts(&g->file)->profile;
	assert_int_equal(p->events, 30001);
	assert_int_equal(p->top_level, 30000);
	assert_int_equal(p->rows.len, 7);
	assert_int_equal(p->late, 0);
	graph_done(g);
	buf_free(&out);
}

static void test_execution(void **state)
{
	struct graph_of_text *g = graph_of(S(
	        "{\"schema\": \"1.1.1-chakra.0.0.4\", \"pid\": 3, \"nodes\": [\n"
	        "{\"id\": 2, \"name\": \"[pytorch|profiler|execution_trace|process]\", "
	        "\"ctrl_deps\": 1, "
	        "\"attrs\": []},\n"
	        "{\"id\": 3, \"name\": \"aten::to\", \"ctrl_deps\": 2, \"inputs\": {\"values\": "
	        "[[1, \"cpu\"], "
	        "6], \"shapes\": [[2, 3], []], \"types\": [\"Tensor(long int)\", \"Int\"]}, "
	        "\"attrs\": "
	        "[{\"name\": \"rf_id\", \"value\": 4}, {\"name\": \"op_schema\", \"type\": "
	        "\"string\", "
	        "\"value\": \"aten::to.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)\"}]},\n"
	        "{\"id\": 4, \"name\": \"aten::_to_copy\", \"ctrl_deps\": 3, \"attrs\": "
	        "[{\"name\": "
	        "\"op_schema\", \"value\": \"aten::_to_copy(Tensor self) -> Tensor\"}]}\n"
	        "], \"finish_ts\": 9}"));
	const struct profile *p = graph_facts(&g->file)->profile;
	const struct node *to = node_named(g, "aten::to");

	(void)state;
	assert_true(g->ok);
	assert_int_equal(g->file.format, GRAPH_EXECUTION_TRACE);
	assert_int_equal(p->events, 3);
	assert_int_equal(p->with_schema, 2);
	assert_text(text_at(g, p->schema), "1.1.1-chakra.0.0.4");
	assert_text(text_at(g, to->target), "aten.to.dtype");
	assert_text(type_text(g, arg_at(g, to, 0)->value), "i64[2, 3]");
	assert_text(text_at(g, row_of(g, "aten::_to_copy")->target), "aten._to_copy.default");
	assert_int_equal(row_of(g, "aten::_to_copy")->outer, 0);
	assert_int_equal(g->file.graphs.at[0].n_nodes, 1);
	assert_int_equal(row_of(g, "aten::to")->leaf, 0);
	assert_int_equal(row_of(g, "aten::_to_copy")->leaf, 1);
	assert_int_equal(row_of(g, "aten::to")->top, 1);
	assert_int_equal(row_of(g, "aten::_to_copy")->top, 0);
	graph_done(g);

	g = graph_of(S("{\"schema\": \"1.0.1\", \"nodes\": [{\"name\": \"aten::add\", \"id\": 13, "
	               "\"rf_id\": 7, "
	               "\"parent\": 9, \"op_schema\": \"aten::add.Tensor(Tensor self) -> Tensor\", "
	               "\"inputs\": [1], \"input_shapes\": [[256]], \"input_types\": "
	               "[\"Tensor(float)\"]}]}"));
	assert_text(text_at(g, node_named(g, "aten::add")->target), "aten.add.Tensor");
	assert_text(type_text(g, arg_at(g, node_named(g, "aten::add"), 0)->value), "f32[256]");
	graph_done(g);
}

/* As PyTorch writes it: the caller behind what it called. */
static void test_execution_order(void **state)
{
	struct graph_of_text *g = graph_of(
	        S("{\"schema\": \"1.0.1\", \"nodes\": [{\"name\": \"[thread]\", \"id\": 2, "
	          "\"parent\": 1},"
	          "{\"name\": \"aten::view\", \"id\": 25, \"parent\": 24, \"op_schema\": "
	          "\"aten::view(Tensor self) -> Tensor\"},"
	          "{\"name\": \"aten::reshape\", \"id\": 24, \"parent\": 2, \"op_schema\": "
	          "\"aten::reshape(Tensor self) -> Tensor\"}]}"));

	(void)state;
	assert_true(g->ok);
	assert_int_equal(row_of(g, "aten::view")->outer, 0);
	assert_int_equal(row_of(g, "aten::view")->leaf, 1);
	assert_int_equal(row_of(g, "aten::reshape")->outer, 1);
	assert_int_equal(row_of(g, "aten::reshape")->leaf, 0);
	assert_int_equal(graph_facts(&g->file)->profile->top_level, 1);
	assert_int_equal(g->file.graphs.at[0].n_nodes, 1);
	graph_done(g);
}

/* The short way to a double agrees with strtod to the last bit. */
static void test_numbers(void **state)
{
	static const char *const texts[] = {"0", "5165228799351.954", "0.001",
	        "123456789012345.678", "9007199254740993", "1e3", "1.5e-3", "99999999.9999999",
	        "3.875", "-2.5", "0.1234567890", "12345678901234567890.5"};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_true(raw_number(str_from(texts[i])) == strtod(texts[i], NULL));
	assert_true(raw_number(S("NaN")) == 0 && raw_number(S("")) == 0);
	assert_int_equal(raw_integer(S("\"42\"")), 42);
	assert_int_equal(raw_integer(S("-1")), -1);
	assert_int_equal(raw_integer(S("4.5")), -1);
}

static void test_stream(void **state)
{
	struct buf text = {0}, packed = {0};
	struct stream *s;
	size_t once;
	str view;

	(void)state;
	for (int i = 0; i < 200000; i++)
		buf_format(&text, "%d,", i);
	for (int gzip = 0; gzip < 2; gzip++) {
		uint64_t total = 0;

		s = stream_over(gzip ? gzipped(&packed, buf_str(&text)) : buf_str(&text));
		while ((view = stream_view(s, 1)).len) {
			size_t take = view.len < 1000 ? view.len : 1000 + total % 77;

			assert_int_equal(view.ptr[view.len], 0);
			if (take > view.len)
				take = view.len;
			assert_memory_equal(view.ptr, text.ptr + total, take);
			stream_advance(s, take);
			total += take;
			assert_int_equal(stream_position(s), total);
		}
		assert_int_equal(total, text.len);
		assert_null(stream_problem(s));
		stream_close(s);
	}
	/* Two members behind one another, then padding. */
	once = packed.len;
	buf_room(&packed, once);
	buf_put(&packed, str_slice(buf_str(&packed), 0, once));
	buf_repeat(&packed, 0, 10);
	s = stream_over(buf_str(&packed));
	view = stream_view(s, 2 * text.len);
	assert_int_equal(view.len, 2 * text.len);
	assert_null(stream_problem(s));
	stream_close(s);
	s = stream_over(str_slice(buf_str(&packed), 0, 1000));
	while ((view = stream_view(s, 1)).len)
		stream_advance(s, view.len);
	assert_non_null(stream_problem(s));
	stream_close(s);
	s = stream_over(STR_NONE);
	assert_int_equal(stream_view(s, 1).len, 0);
	stream_close(s);
	buf_free(&text);
	buf_free(&packed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_chrome),
	        cmocka_unit_test(test_overloads),
	        cmocka_unit_test(test_wrapped_numbers),
	        cmocka_unit_test(test_engine),
	        cmocka_unit_test(test_gzip),
	        cmocka_unit_test(test_cuts),
	        cmocka_unit_test(test_broken_event),
	        cmocka_unit_test(test_windows),
	        cmocka_unit_test(test_execution),
	        cmocka_unit_test(test_execution_order),
	        cmocka_unit_test(test_numbers),
	        cmocka_unit_test(test_stream),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
