/* What workers say, what is kept of it, and how a worker is kept in bounds. No Python: shells. */
#include "base/worker.h"
#include "probe/bisect.h"
#include "probe/environment.h"
#include "probe/instance.h"
#include "probe/protocol.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct bench {
	struct arena *keep, *temp;
	struct diags diags;
	struct env env;
};

static int set_up(void **state)
{
	struct bench *b = calloc(1, sizeof *b);

	b->keep = arena_new();
	b->temp = arena_new();
	b->diags.arena = b->keep;
	b->env = (struct env){b->keep, b->temp, &b->diags, &limits_default, NULL};
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *b = *state;

	arena_free(b->keep);
	arena_free(b->temp);
	free(b);
	return 0;
}

static void test_events(void **state)
{
	struct bench *b = *state;
	struct event e;

	assert_true(event_read(b->keep,
	        S("{\"event\": \"part\", \"id\": 7, \"part\": \"eager.backward\", \"status\": "
	          "\"imprecise\", \"max_abs\": 0.5, \"max_rel\": NaN, \"fallback\": [\"aten::a\", "
	          "\"aten::b\"], \"slow\": true, \"unknown\": {\"x\": [1]}}"),
	        &e));
	assert_int_equal(e.kind, EVENT_PART);
	assert_int_equal(e.id, 7);
	assert_true(e.has_part);
	assert_int_equal(e.part, PART_EAGER_BACKWARD);
	assert_int_equal(e.trial.ran, RAN_IMPRECISE);
	assert_true(e.trial.max_abs == 0.5);
	assert_true(e.trial.max_rel == -1);
	assert_true(str_eq(e.trial.fallback, S("aten::a, aten::b")));
	assert_true(e.trial.slow);
	assert_true(event_read(b->keep,
	        S("{\"event\": \"part\", \"status\": 17, \"id\": \"x\", \"part\": [1]}"), &e));
	assert_false(e.has_part);
	assert_int_equal(e.id, -1);
	assert_int_equal(e.trial.ran, RAN_NOT);
}

static void test_garbage(void **state)
{
	static const char *const lines[] = {"", "{}", "[]", "null", "{\"event\": \"none such\"}",
	        "{\"event\": \"done\"", "{\"event\": \"done\"} x", "hello from user code",
	        "{\"event\": 1}"};
	struct bench *b = *state;
	struct event e;

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (event_read(b->keep, str_from(lines[i]), &e))
			fail_msg("taken for an event: %s", lines[i]);
}

static void test_outcomes_come_back(void **state)
{
	struct bench *b = *state;
	struct experiment x = {.op = S("aten.exp.default"),
	        .signature = S("f32"),
	        .fact_signature = S("f32"),
	        .key = S("k1"),
	        .calls = 3,
	        .flops = 9};
	struct outcome o = {.ran = true, .reproducer = S("repro/a.py")};
	struct kept_outcome back;
	struct buf text = {0};
	struct json_out w = {.out = &text};
	struct json j;

	for (int i = 0; i < PART_COUNT; i++)
		o.parts[i] = (struct trial){.ran = (enum ran)(RAN_RIGHT + i * 5),
		        .text = S("a \"text\""),
		        .max_abs = 0.25 * i,
		        .max_rel = -1,
		        .cosine = -2,
		        .first_seconds = 1e-9,
		        .steady_seconds = -1,
		        .spread_seconds = -1,
		        .cpu_seconds = -1,
		        .memory_bytes = i ? 1 << i : -1};
	outcome_write(&w, &x, &o);
	json_open(&j, buf_str(&text), 16, b->keep);
	outcome_read(&j, b->keep, &back);
	assert_true(json_end(&j));
	assert_true(str_eq(back.key, x.key) && str_eq(back.op, x.op) && back.calls == 3);
	for (int i = 0; i < PART_COUNT; i++) {
		assert_int_equal(back.outcome.parts[i].ran, o.parts[i].ran);
		assert_true(back.outcome.parts[i].max_abs == o.parts[i].max_abs);
		assert_true(back.outcome.parts[i].memory_bytes == o.parts[i].memory_bytes);
		assert_true(str_eq(back.outcome.parts[i].text, o.parts[i].text));
	}
	buf_free(&text);
}

static void test_every_word_comes_back(void **state)
{
	(void)state;
	for (int i = 1; i < RAN_COUNT; i++)
		assert_int_equal(ran_from(ran_word((enum ran)i)), i);
	for (int i = 1; i < SKIP_COUNT; i++)
		assert_int_equal(skip_from(skip_word((enum skip)i)), i);
}

static void test_verdicts(void **state)
{
	struct bench *b = *state;
	struct outcome o = {.ran = true};
	str text;

	o.parts[PART_EAGER_FORWARD].ran = RAN_RIGHT;
	o.parts[PART_EAGER_BACKWARD].ran = RAN_CRASHED;
	assert_int_equal(outcome_verdict(b->keep, &o, MODE_EAGER, &text), VERDICT_CONDITIONAL);
	assert_true(str_starts(text, S("backward pass: crashed")));
	o.parts[PART_EAGER_BACKWARD].ran = RAN_NONE;
	assert_int_equal(outcome_verdict(b->keep, &o, MODE_EAGER, &text), VERDICT_SUPPORTED);
	o.parts[PART_EAGER_FORWARD].ran = RAN_FALLBACK;
	assert_int_equal(outcome_verdict(b->keep, &o, MODE_EAGER, &text), VERDICT_FALLBACK);
	o.parts[PART_EAGER_FORWARD].ran = RAN_NAN;
	assert_int_equal(outcome_verdict(b->keep, &o, MODE_EAGER, &text), VERDICT_UNSUPPORTED);
	assert_int_equal(outcome_verdict(b->keep, &o, MODE_COMPILE, &text), VERDICT_UNKNOWN);
}

/* Every culprit of every count is found, and nobody when nobody did it. */
static void test_bisection(void **state)
{
	(void)state;
	for (uint32_t count = 0; count < 40; count++)
		for (uint32_t culprit = 0; culprit <= count; culprit++) {
			struct bisect b;
			uint32_t first, n, trials = 0;

			bisect_start(&b, count);
			while (bisect_next(&b, &first, &n)) {
				assert_true(n > 0 && first + n <= count);
				bisect_tell(&b,
				        culprit >= first && culprit < first + n && culprit < count);
				assert_true(++trials < 12);
			}
			assert_int_equal(b.found, culprit < count);
			if (b.found)
				assert_int_equal(b.first, culprit);
		}
}

/* ------------------------------------------------------------------ workers */

static bool start(struct bench *b, const char *script, struct worker *worker)
{
	const char *const argv[] = {"sh", "-c", script, NULL};
	static const char *const set[] = {"PORTFIT_TEST=from the plan", NULL};
	const char *why;

	return worker_start(&b->env,
	        &(struct worker_plan){.argv = argv,
	                .set = set,
	                .given = S("given text"),
	                .log = -1,
	                .line_bytes = 1 << 16},
	        worker, &why);
}

static void test_worker_answers(void **state)
{
	struct bench *b = *state;
	struct worker w;
	str line;

	assert_true(start(b,
	        "while read l <&3; do echo \"got $l, $PORTFIT_TEST, $(cat <&5)\" >&4; done; exit 7",
	        &w));
	assert_true(worker_send(&w, S("hello"), clock_ms() + 1000));
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 5000, &line), WORKER_LINE);
	assert_true(str_starts(line, S("got hello, from the plan")));
	assert_true(worker_memory(&w) > 0);
	close(w.to);
	w.to = 0;
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 5000, &line), WORKER_ENDED);
	assert_true(WIFEXITED(w.status) && WEXITSTATUS(w.status) == 7);
	worker_stop(&w);
}

static void test_worker_dies_and_hangs(void **state)
{
	struct bench *b = *state;
	struct worker w;
	str line;

	assert_true(start(b, "echo one >&4; kill -SEGV $$", &w));
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 5000, &line), WORKER_LINE);
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 5000, &line), WORKER_ENDED);
	assert_true(WIFSIGNALED(w.status) && WTERMSIG(w.status) == SIGSEGV);
	worker_stop(&w);
	assert_true(start(b, "exec sleep 100", &w));
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 100, &line), WORKER_TIME);
	worker_stop(&w);
	assert_true(start(b, "yes aaaaaaaaaaaaaaaa | tr -d '\\n' >&4", &w));
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 20000, &line), WORKER_GARBLED);
	worker_stop(&w);
}

/* A child that has left its session and closed everything is killed all the same. */
static void test_nothing_is_left(void **state)
{
	struct bench *b = *state;
	struct worker w;
	int64_t left;
	str line;

	assert_true(
	        start(b, "(setsid sh -c 'echo $$ >&4; exec sleep 100' & ) ; exec sleep 100", &w));
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 5000, &line), WORKER_LINE);
	assert_true(str_int(line, &left) && left > 1);
	assert_int_equal(kill((pid_t)left, 0), 0);
	worker_stop(&w);
	assert_int_not_equal(kill((pid_t)left, 0), 0);
}

static void test_memory_and_cancel(void **state)
{
	struct bench *b = *state;
	volatile int cancel = 0;
	struct worker w;
	str line;

	assert_true(start(b, "x=0123456789; while :; do x=$x$x; done", &w));
	w.limit_bytes = 64 << 20;
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 30000, &line), WORKER_MEMORY);
	worker_stop(&w);
	assert_true(start(b, "exec sleep 100", &w));
	b->env.cancel = &cancel;
	cancel = 1;
	assert_int_equal(worker_wait(&b->env, &w, clock_ms() + 30000, &line), WORKER_CANCEL);
	b->env.cancel = NULL;
	worker_stop(&w);
}

/* ------------------------------------------------------------------ environment */

static void test_secrets(void **state)
{
	static const struct {
		const char *name, *value;
		bool safe;
	} cases[] = {{"OMP_NUM_THREADS", "4", true}, {"XLA_FLAGS", "--xla_dump_to=/tmp/x", true},
	        {"NEURON_API_KEY", "x", false}, {"TORCH_HUB_TOKEN", "x", false},
	        {"PJRT_DEVICE", "TPU", true}, {"XLA_FLAGS", "--password=hunter2", false},
	        {"TPU_ADDRESS", "grpc://user:pw@host:80", false},
	        {"TPU_ADDRESS", "grpc://host:80/a@b", true},
	        {"NEURON_RT_X", "AKIAIOSFODNN7EXAMPLE", false},
	        {"NEURON_RT_Y", "wJalrXUtnFEMI5K7MDENG6bPxRfiCYEXAMPLEKEY", false},
	        {"LD_LIBRARY_PATH", "/usr/lib/x86_64-linux-gnu:/opt/neuron/lib", true},
	        {"TORCH_HF", "hf_abcdefgh", false}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (variable_is_safe(str_from(cases[i].name), str_from(cases[i].value)) !=
		        cases[i].safe)
			fail_msg("%s=%s", cases[i].name, cases[i].value);
}

static void test_metadata_answers(void **state)
{
	struct bench *b = *state;
	str body, request = instance_request(b->keep, "GET", "/x", "A: b");

	assert_true(str_starts(request, S("GET /x HTTP/1.1\r\nHost: ")));
	assert_true(str_ends(request, S("\r\n\r\n")));
	assert_true(instance_body(S("HTTP/1.1 200 OK\r\nX: y\r\n\r\ntrn2.48xlarge\n"), &body));
	assert_true(str_eq(body, S("trn2.48xlarge")));
	assert_false(instance_body(S("HTTP/1.1 404 Not Found\r\n\r\nno"), &body));
	assert_false(instance_body(S("HTTP/1.1 200 OK\r\n"), &body));
	assert_false(instance_body(S("junk"), &body));
	assert_false(instance_body(S(""), &body));
}

static void test_difference(void **state)
{
	struct bench *b = *state;
	struct record x = {.arena = b->keep}, y = {.arena = b->keep};
	struct buf out = {0};

	record_put(&x, S("packages"), S("torch"), S("2.13.0"));
	record_put(&x, S("packages"), S("numpy"), S("2.0"));
	record_put(&y, S("packages"), S("torch"), S("2.14.0"));
	record_put(&y, S("packages"), S("numpy"), S("2.0"));
	record_put(&y, S("variables"), S("XLA_FLAGS"), S("a"));
	record_diff(&x, &y, &out);
	assert_true(str_has(buf_str(&out), S("torch: 2.13.0 -> 2.14.0\n    probe again")));
	assert_true(str_has(buf_str(&out), S("XLA_FLAGS: (none) -> a\n    measure again")));
	assert_false(str_has(buf_str(&out), S("numpy")));
	out.len = 0;
	record_diff(&x, &x, &out);
	assert_true(str_eq(buf_str(&out), S("no difference\n")));
	buf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(test_events, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(test_garbage, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(test_outcomes_come_back, set_up, tear_down),
	        cmocka_unit_test(test_every_word_comes_back),
	        cmocka_unit_test_setup_teardown(test_verdicts, set_up, tear_down),
	        cmocka_unit_test(test_bisection),
	        cmocka_unit_test_setup_teardown(test_worker_answers, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(test_worker_dies_and_hangs, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(test_nothing_is_left, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(test_memory_and_cancel, set_up, tear_down),
	        cmocka_unit_test(test_secrets),
	        cmocka_unit_test_setup_teardown(test_metadata_answers, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(test_difference, set_up, tear_down)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
