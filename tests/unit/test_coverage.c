/* Do facts read and answers come as the schema and the house's decisions say? */
#include "base/buf.h"
#include "coverage/ask.h"
#include "coverage/coverage.h"
#include "coverage/decide.h"
#include "pytorch/operator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct bench {
	struct arena *arena;
	struct diags diags;
	struct env env;
	char path[64];
};

static int setup(void **state)
{
	struct bench *b = calloc(1, sizeof *b);

	b->arena = arena_new();
	b->diags.arena = b->arena;
	b->env = (struct env){b->arena, b->arena, &b->diags, &limits_default, NULL};
	strcpy(b->path, "/tmp/portfit-facts-XXXXXX");
	close(mkstemp(b->path));
	*state = b;
	return 0;
}

static int teardown(void **state)
{
	struct bench *b = *state;

	remove(b->path);
	arena_free(b->arena);
	free(b);
	return 0;
}

static struct coverage *with_overlay(struct bench *b, const char *yaml)
{
	FILE *f = fopen(b->path, "w");
	str path = str_from(b->path);

	fputs(yaml, f);
	fclose(f);
	return coverage_open(&b->env, &path, 1);
}

static struct answer ask(
        struct bench *b, struct coverage *c, const char *target, struct ask ask, enum mode mode)
{
	struct query query;

	ask.release = RELEASE_2_13;
	assert_true(ask_query(&b->env, &ask, &query));
	return coverage_answer(c, b->arena, &query,
	        coverage_target(c, coverage_find_target(c, str_from(target))), mode, NULL);
}

#define HEAD "target: chip\ndevice: chip\nsources:\n  - id: me\n    title: our own list\nfacts:\n"
#define FACT(op, mode, base)                                                                       \
	"  - op: " op "\n    " mode ":\n      base: " base                                         \
	"\n      evidence: documented\n      source: me\n      date: 2026-11-01\n"

static void a_third_target_is_data(void **state)
{
	struct bench *b = *state;
	struct coverage *c = with_overlay(b, HEAD FACT("aten.add.Tensor", "eager", "supported"));
	struct answer a;

	assert_non_null(c);
	a = ask(b, c, "chip", (struct ask){.op = S("aten.add.Tensor")}, MODE_EAGER);
	assert_int_equal(a.verdict, VERDICT_SUPPORTED);
	assert_int_equal(a.evidence, EVIDENCE_DOCUMENTED);
	a = ask(b, c, "chip", (struct ask){.op = S("aten.add_.Tensor")}, MODE_EAGER);
	assert_int_equal(a.verdict, VERDICT_SUPPORTED); /* its functional twin */
	a = ask(b, c, "chip", (struct ask){.op = S("aten.add.Tensor")}, MODE_COMPILE);
	assert_int_equal(a.verdict, VERDICT_UNKNOWN); /* a mode without a row */
	a = ask(b, c, "chip", (struct ask){.op = S("aten.mm.default")}, MODE_EAGER);
	assert_int_equal(a.verdict, VERDICT_UNKNOWN);
}

static void leaves_decide(void **state)
{
	struct bench *b = *state;
	struct coverage *c =
	        with_overlay(b, HEAD FACT("aten.convolution.default", "eager", "supported"));
	struct ask conv = {.op = S("aten.conv2d.default")};

	assert_int_equal(ask(b, c, "chip", conv, MODE_EAGER).verdict, VERDICT_DECOMPOSED);
	c = with_overlay(b, HEAD FACT("aten.convolution.default", "eager", "fallback"));
	assert_int_equal(ask(b, c, "chip", conv, MODE_EAGER).verdict, VERDICT_FALLBACK);
	c = with_overlay(b, HEAD FACT("aten.mm.default", "eager", "supported"));
	assert_int_equal(ask(b, c, "chip", conv, MODE_EAGER).verdict, VERDICT_UNKNOWN);
}

static void cases_are_three_valued(void **state)
{
	struct bench *b = *state;
	struct coverage *c = with_overlay(b,
	        HEAD FACT("aten.topk.default", "eager",
	                "supported") "      cases:\n"
	                             "        - {when: {dtype: [f64]}, verdict: unsupported, text: "
	                             "no doubles, evidence: documented, source: me}\n"
	                             "        - {when: {args: [{arg: sorted, is: False}]}, "
	                             "verdict: skipped, text: unsorted, evidence: documented, "
	                             "source: me}\n"
	                             "        - {when: {dtype: [i8], free: the values are small}, "
	                             "verdict: conditional, text: small, evidence: documented, "
	                             "source: me}\n");
	struct ask f32 = {.op = S("aten.topk.default"), .signature = S("f32")}, f64 = f32,
	           open = f32, unsorted = f32, i8 = f32;

	assert_non_null(c);
	f64.signature = S("f64");
	open.signature = S("?");
	unsorted.args = S("{\"sorted\": false}");
	i8.signature = S("i8");
	assert_int_equal(ask(b, c, "chip", f32, MODE_EAGER).verdict, VERDICT_SUPPORTED);
	assert_int_equal(ask(b, c, "chip", f64, MODE_EAGER).verdict, VERDICT_UNSUPPORTED);
	assert_int_equal(ask(b, c, "chip", open, MODE_EAGER).verdict, VERDICT_CONDITIONAL);
	assert_int_equal(ask(b, c, "chip", unsorted, MODE_EAGER).verdict, VERDICT_SKIPPED);
	assert_int_equal(ask(b, c, "chip", i8, MODE_EAGER).verdict, VERDICT_CONDITIONAL);
	f64.args = S("{\"sorted\": false}");
	assert_int_equal(ask(b, c, "chip", f64, MODE_EAGER).verdict,
	        VERDICT_UNSUPPORTED); /* the worse case */
}

/* Sizes of which some are not known, in every order. */
static void sizes_that_may_be_equal(void **state)
{
	static const struct {
		const char *sizes;
		enum verdict verdict;
	} cases[] = {
	        {"[3, 3]", VERDICT_SUPPORTED},
	        {"[3, 5]", VERDICT_UNSUPPORTED},
	        {"[null, 3]", VERDICT_CONDITIONAL},
	        {"[3, null]", VERDICT_CONDITIONAL},
	        {"[null, null]", VERDICT_CONDITIONAL},
	        {"[3, null, 3]", VERDICT_CONDITIONAL},
	        {"[null, 3, 5]", VERDICT_UNSUPPORTED},
	        {"[3, null, 5]", VERDICT_UNSUPPORTED},
	        {"[3, 5, null]", VERDICT_UNSUPPORTED},
	        {"[null]", VERDICT_SUPPORTED},
	        {"[]", VERDICT_SUPPORTED},
	};
	struct bench *b = *state;
	struct coverage *c = with_overlay(b,
	        HEAD FACT("_c10d_functional.all_to_all_single.default", "eager",
	                "supported") "      cases:\n"
	                             "        - {when: {args: [{arg: output_split_sizes, "
	                             "all_equal: "
	                             "False}]}, verdict: unsupported, text: uneven, evidence: "
	                             "documented, source: me}\n");

	assert_non_null(c);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ask sizes = {.op = S("_c10d_functional.all_to_all_single.default"),
		        .signature = S("f32"),
		        .args = arena_format(
		                b->arena, "{\"output_split_sizes\": %s}", cases[i].sizes)};

		assert_int_equal(ask(b, c, "chip", sizes, MODE_EAGER).verdict, cases[i].verdict);
	}
}

static void precedence(void **state)
{
	struct bench *b = *state;
	const char *measured = "target: trainium\nsources:\n  - id: me\n    title: our own "
	                       "run\nfacts:\n  - op: aten.sort.default\n    eager:\n"
	                       "      base: supported\n      evidence: measured\n      source: "
	                       "me\n      date: 2026-11-29\n      signature: f32\n";
	struct coverage *c = with_overlay(b, measured);
	struct ask f32 = {.op = S("aten.sort.default"), .signature = S("f32")}, bf16 = f32;

	bf16.signature = S("bf16");
	assert_int_equal(ask(b, c, "trainium", f32, MODE_EAGER).verdict, VERDICT_SUPPORTED);
	assert_int_equal(ask(b, c, "trainium", f32, MODE_EAGER).evidence, EVIDENCE_MEASURED);
	assert_int_equal(ask(b, c, "trainium", bf16, MODE_EAGER).verdict,
	        VERDICT_FALLBACK); /* its own signature only */
	c = with_overlay(b, "target: trainium\nsources:\n  - id: me\n    title: x\nfacts:\n  - op: "
	                    "aten.mm.default\n    eager:\n"
	                    "      base: unsupported\n      evidence: assumed\n      source: me\n  "
	                    "    date: 2020\n      override: true\n      reason: broken here\n");
	assert_int_equal(
	        ask(b, c, "trainium", (struct ask){.op = S("aten.mm.default")}, MODE_EAGER).verdict,
	        VERDICT_UNSUPPORTED);
}

/* However many facts there are of an operator, the last one counts. */
static void no_fact_is_one_too_many(void **state)
{
	static const char *const words[] = {
	        "f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "b8", "c64", "c128"};
	enum { WORDS = sizeof words / sizeof *words };
	struct bench *b = *state;
	struct buf yaml = {0};
	struct coverage *c;
	struct fact_walk walk;
	uint32_t n = 0;

	buf_puts(&yaml, "target: trainium\nsources:\n  - id: me\n    title: x\nfacts:\n");
	for (int i = 0; i < WORDS; i++)
		for (int k = i; k < WORDS; k++)
			buf_format(&yaml,
			        "  - op: aten.add.Tensor\n    eager: {base: %s, evidence: "
			        "measured, source: me, date: 2026-11-30, signature: \"%s,%s\"}\n",
			        (i + k) % 2 ? "skipped" : "unsupported", words[i], words[k]);
	buf_byte(&yaml, 0);
	c = with_overlay(b, yaml.ptr);
	buf_free(&yaml);
	assert_non_null(c);
	for (int i = 0; i < WORDS; i++)
		for (int k = 0; k < WORDS; k++) {
			struct ask pair = {.op = S("aten.add.Tensor"),
			        .signature = arena_format(b->arena, "%s,%s", words[i], words[k])};

			assert_int_equal(ask(b, c, "trainium", pair, MODE_EAGER).verdict,
			        (i + k) % 2 ? VERDICT_SKIPPED : VERDICT_UNSUPPORTED);
		}
	walk = fact_walk_from(c, S("aten.add.Tensor"),
	        coverage_target(c, coverage_find_target(c, S("trainium"))));
	for (const struct fact *fact; (fact = fact_walk_next(&walk));)
		n += fact->layer == 1;
	assert_int_equal(n, WORDS * (WORDS + 1) / 2);
}

static void mistakes_are_told(void **state)
{
	static const struct {
		const char *yaml, *says;
	} cases[] = {
	        {"", "holds no facts"},
	        {"facts: []\n", "'target' is missing"},
	        {"target: nochip\nfacts: []\n", "target 'nochip' is not described"},
	        {HEAD FACT("aten.add.Tensor", "eager", "suported"), "did you mean 'supported'?"},
	        {HEAD FACT("aten.add", "eager", "supported"), "names no overload"},
	        {HEAD FACT("aten.add.Tensor", "eagre", "supported"), "did you mean 'eager'?"},
	        {"target: tpu\nfacts:\n  - op: aten.add.Tensor\n    eager: {base: supported, "
	         "evidence: derived, source: nobody}\n",
	                "source 'nobody' is not described"},
	        {"target: tpu\nfacts:\n  - op: aten.add.Tensor\n    eager: {base: supported, "
	         "evidence: derived, source: tpu-dispatch, date: yesterday}\n",
	                "is no date"},
	        {"target: tpu\nfacts:\n  - op: aten.add.Tensor\n    eager: {base: unknown, cases: "
	         "[{when: {dtype: [f23]}, verdict: supported, text: x, evidence: derived, source: "
	         "tpu-dispatch}]}\n",
	                "did you mean 'f32'?"},
	        {"target: tpu\nfacts:\n  - op: aten.add.Tensor\n    eager: {base: supported, "
	         "evidence: derived, source: tpu-dispatch, override: true}\n",
	                "needs a 'reason'"},
	        {"target: &a tpu\nfacts: []\n", "an anchor"},
	        {"target: tpu\ntarget: tpu\n", "given twice"},
	        {"target: [\n", "not valid YAML"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bench *b;
		struct buf out = {0};

		setup(state);
		b = *state;
		assert_null(with_overlay(b, cases[i].yaml));
		diag_render(&b->diags, DIAG_NOTE, b->arena, &out);
		if (!str_has(buf_str(&out), str_from(cases[i].says)))
			fail_msg("expected '%s' in: %.*s", cases[i].says, STR_ARG(buf_str(&out)));
		buf_free(&out);
		teardown(state);
	}
}

static void rules_of_leaves(void **state)
{
	struct bench *b = *state;
	struct ask ask = {.op = S("aten.linear.default"),
	        .signature = S("f32,f32,-"),
	        .release = RELEASE_2_13};
	static const struct {
		const char *rule;
		enum tri tri;
	} cases[] = {{"bias is None", TRI_YES}, {"bias is given", TRI_NO},
	        {"bias is given or bias is None", TRI_YES},
	        {"bias is None and nothing empty", TRI_YES}, {"input.dim=1", TRI_MAYBE},
	        {"input.dtype in bfloat16 float16", TRI_NO},
	        {"input.dtype not in bfloat16 float16", TRI_YES}, {"bias is given?", TRI_NO},
	        {"input.numel=0", TRI_MAYBE},
	        {"(bias is given or input.dtype in float32) and nothing empty", TRI_YES},
	        {"nonsense here", TRI_MAYBE}, {"input is floating", TRI_YES}};
	struct query query;

	assert_true(ask_query(&b->env, &ask, &query));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (decide_rule(str_from(cases[i].rule), &query) != cases[i].tri)
			fail_msg("%s", cases[i].rule);
}

static void schemas(void **state)
{
	struct schema s;
	struct operator op;

	(void)state;
	assert_true(operator_find(S("aten.embedding.default"), RELEASE_2_14, &op));
	schema_parse(op.schema, &s);
	assert_int_equal(s.count, 5);
	assert_int_equal(s.args[0].role, OPERAND_DATA);
	assert_int_equal(s.args[1].role, OPERAND_INDEX);
	assert_true(str_eq(s.args[2].default_text, S("-1")));
	assert_true(operator_find(S("aten.add.out"), RELEASE_2_13, &op));
	schema_parse(op.schema, &s);
	assert_int_equal(s.args[s.count - 1].role, OPERAND_OUT);
	assert_true(s.args[s.count - 1].keyword_only);
	assert_false(operator_find(S("aten.nothing.default"), RELEASE_ANY, &op));
	assert_false(operator_find(S("aten.linalg_polar.default"), RELEASE_2_13, &op));
	assert_true(operator_find(S("aten.linalg_polar.default"), RELEASE_2_14, &op));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(a_third_target_is_data, setup, teardown),
	        cmocka_unit_test_setup_teardown(leaves_decide, setup, teardown),
	        cmocka_unit_test_setup_teardown(cases_are_three_valued, setup, teardown),
	        cmocka_unit_test_setup_teardown(sizes_that_may_be_equal, setup, teardown),
	        cmocka_unit_test_setup_teardown(precedence, setup, teardown),
	        cmocka_unit_test_setup_teardown(no_fact_is_one_too_many, setup, teardown),
	        cmocka_unit_test(mistakes_are_told),
	        cmocka_unit_test_setup_teardown(rules_of_leaves, setup, teardown),
	        cmocka_unit_test(schemas)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
