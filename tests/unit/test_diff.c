/* What appeared, vanished and changed between two results? */
#include "assess/diff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct bench {
	struct arena *arena;
	struct diags diags;
	struct env env;
	struct result a, b;
	struct diff diff;
};

static int setup(void **state)
{
	struct bench *b = calloc(1, sizeof *b);

	b->arena = arena_new();
	b->diags.arena = b->arena;
	b->env = (struct env){b->arena, b->arena, &b->diags, &limits_default, NULL};
	*state = b;
	return 0;
}

static int teardown(void **state)
{
	struct bench *b = *state;

	arena_free(b->arena);
	free(b);
	return 0;
}

#define HEAD "{\"schema\": \"portfit-report/1\", \"targets\": [{\"name\": \"chip\"}], "
#define ROW(op, signature, calls, eager, compile)                                                  \
	"{\"operator\": \"" op "\", \"signature\": \"" signature "\", \"calls\": " calls           \
	", \"verdicts\": {\"chip\": {\"mode\": \"eager\", \"eager\": {\"verdict\": \"" eager       \
	"\"}, \"compile\": {\"verdict\": \"" compile "\", \"leaves\": []}}}}"
#define HOST "{\"operator\": \"aten.sym_size.int\", \"signature\": \"f32\", \"calls\": 9}"
#define FINDING(rule, print, state)                                                                \
	"{\"rule\": \"" rule "\", \"severity\": \"major\", \"path\": \"m.py\", \"line\": 3, "      \
	"\"fingerprint\": \"" print "\", \"state\": \"" state "\"}"

static void read_both(struct bench *b, const char *before, const char *after)
{
	assert_true(result_is_one(str_from(before)));
	assert_true(result_read(&b->env, S("a.json"), str_from(before), &b->a));
	assert_true(result_read(&b->env, S("b.json"), str_from(after), &b->b));
}

static const struct diff_row *row(
        const struct bench *b, uint32_t i, enum diff_kind kind, const char *op)
{
	assert_true(i < b->diff.rows.len);
	assert_int_equal(b->diff.rows.at[i].kind, kind);
	assert_true(str_eq(b->diff.rows.at[i].op, str_from(op)));
	return &b->diff.rows.at[i];
}

static const char before[] = HEAD
        "\"operators\": [" ROW("aten.a.default", "f32", "1", "supported", "supported") ", " ROW(
                "aten.b.default", "f32", "2", "supported", "supported") ", " ROW("aten.c.default",
                "f32", "3", "fallback", "unknown") ", " ROW("aten.d.default", "f32", "4",
                "supported", "supported") ", " HOST "], \"findings\": [" FINDING("r", "1:aa",
                "new") ", " FINDING("r", "1:bb", "new") "]}";
static const char after[] = HEAD
        "\"operators\": [" ROW("aten.a.default", "f32", "7", "supported", "supported") ", " ROW(
                "aten.b.default", "f32", "2", "fallback", "supported") ", " ROW("aten.c.default",
                "f32", "3", "supported", "supported") ", " ROW("aten.d.default", "f16", "4",
                "unsupported", "supported") ", " ROW("aten.e.default", "f32", "5", "skipped",
                "unknown") "], \"findings\": [" FINDING("r", "1:aa", "new") ", " FINDING("r",
                "1:aa", "new") ", " FINDING("s", "1:cc", "suppressed") "]}";

static void rows_by_what_became_of_them(void **state)
{
	struct bench *b = *state;
	struct diff_plan plan = {0};

	read_both(b, before, after);
	assert_true(diff_results(&b->env, &b->a, &b->b, &plan, &b->diff));
	assert_int_equal(b->diff.unchanged, 1); /* more calls are no other verdict */
	assert_int_equal(b->diff.rows.len, 5);
	assert_int_equal(row(b, 0, DIFF_APPEARED, "aten.e.default")->after, 5);
	assert_true(row(b, 1, DIFF_CHANGED, "aten.b.default")->worse);
	assert_true(row(b, 2, DIFF_CHANGED, "aten.c.default")->better);
	row(b, 3, DIFF_SIGNATURE_NEW, "aten.d.default");
	assert_int_equal(row(b, 4, DIFF_SIGNATURE_GONE, "aten.d.default")->before, 4);
	assert_false(b->diff.gate.on);
}

static void a_copy_of_a_finding_is_new(void **state)
{
	struct bench *b = *state;
	struct diff_plan plan = {0};

	read_both(b, before, after);
	assert_true(diff_results(&b->env, &b->a, &b->b, &plan, &b->diff));
	assert_int_equal(b->diff.new_findings.len, 1); /* the second 1:aa; not the suppressed one */
	assert_int_equal(b->diff.gone_findings.len, 1);
	assert_true(str_eq(b->diff.gone_findings.at[0].fingerprint, S("1:bb")));
}

static void the_gate_stops_at_what_is_new_or_worse(void **state)
{
	struct bench *b = *state;
	str target = S("chip");
	struct diff_plan plan = {
	        .targets = &target, .n_targets = 1, .targets_named = true, .fail_on = GATE_BLOCKER};

	read_both(b, before, after);
	assert_true(diff_results(&b->env, &b->a, &b->b, &plan, &b->diff));
	assert_true(b->diff.gate.hit);
	assert_int_equal(b->diff.gate.reasons.len, 1); /* d in float16 */
	plan.fail_on = GATE_MAJOR;
	assert_true(diff_results(&b->env, &b->a, &b->b, &plan, &b->diff));
	assert_int_equal(b->diff.gate.reasons.len, 4); /* and b, e, the copied finding */
	/* The other way round nothing is worse but c. */
	assert_true(diff_results(&b->env, &b->b, &b->a, &plan, &b->diff));
	assert_int_equal(b->diff.gate.reasons.len, 2);
	/* Held against itself nothing is new. */
	assert_true(diff_results(&b->env, &b->b, &b->b, &plan, &b->diff));
	assert_false(b->diff.gate.hit);
	assert_int_equal(b->diff.rows.len, 0);
}

static void targets_must_be_in_both(void **state)
{
	struct bench *b = *state;
	str other = S("other");
	struct diff_plan plan = {.targets = &other, .n_targets = 1};

	read_both(b, before, after);
	assert_false(diff_results(&b->env, &b->a, &b->b, &plan, &b->diff));
	assert_int_equal(b->diags.errors, 1);
}

static void what_is_no_result_is_refused(void **state)
{
	struct bench *b = *state;
	static const char *const texts[] = {"", "{", "[]", "{\"operators\": []}",
	        "{\"schema\": \"portfit-report/2\"}", HEAD "\"operators\": 3}",
	        HEAD "\"operators\": [" ROW("a", "f32", "1", "suported", "supported") "]}"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_false(result_read(&b->env, S("x"), str_from(texts[i]), &b->a));
	assert_int_equal(b->diags.errors, sizeof texts / sizeof *texts);
	assert_false(result_is_one(S("class GraphModule")));
}

/* A result cut anywhere is refused, never a crash. */
static void cut_results_are_refused(void **state)
{
	struct bench *b = *state;

	for (size_t i = 0; i + 1 < sizeof after - 1; i += 7)
		assert_false(result_read(&b->env, S("x"), (str){after, i}, &b->a));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(rows_by_what_became_of_them, setup, teardown),
	        cmocka_unit_test_setup_teardown(a_copy_of_a_finding_is_new, setup, teardown),
	        cmocka_unit_test_setup_teardown(
	                the_gate_stops_at_what_is_new_or_worse, setup, teardown),
	        cmocka_unit_test_setup_teardown(targets_must_be_in_both, setup, teardown),
	        cmocka_unit_test_setup_teardown(what_is_no_result_is_refused, setup, teardown),
	        cmocka_unit_test_setup_teardown(cut_results_are_refused, setup, teardown)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
