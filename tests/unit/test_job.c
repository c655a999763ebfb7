/* Jobs: real small commands, what ends them, what is read from their lines, records as input. */
#include "assess/job_run.h"
#include "base/file.h"
#include "report/job.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
	struct arena *keep, *temp;
	struct diags diags;
	struct env env;
	char folder[64];
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->keep = arena_new();
	f->temp = arena_new();
	f->diags.arena = f->keep;
	f->env = (struct env){f->keep, f->temp, &f->diags, &limits_default, NULL};
	strcpy(f->folder, "/tmp/portfit-job.XXXXXX");
	if (!mkdtemp(f->folder))
		return -1;
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;
	str *names;
	uint32_t n = 0;

	if (!folder_list(f->temp, str_from(f->folder), &names, &n))
		for (uint32_t i = 0; i < n; i++)
			unlink(arena_cstr(
			        f->temp, path_join(f->temp, str_from(f->folder), names[i])));
	rmdir(f->folder);
	arena_free(f->keep);
	arena_free(f->temp);
	free(f);
	return 0;
}

static str path_of(struct fixture *f, const char *name)
{
	return path_join(f->keep, str_from(f->folder), str_from(name));
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------------ child */

static void take(void *context, enum child_stream stream, str bytes, double at)
{
	struct buf *out = context;

	(void)at;
	buf_byte(out, stream == CHILD_OUT ? 'o' : 'e');
	buf_put(out, bytes);
}

static struct child_result shell(const char *command, double limit, struct buf *out)
{
	const char *argv[] = {"sh", "-c", command, NULL};
	struct child_plan plan = {argv, limit, 0.3, out ? take : NULL, out};
	struct child_result result;
	const char *why;

	assert_true(child_run(&plan, &result, &why));
	return result;
}

static void output_and_status(void **state)
{
	struct buf out = {0};
	struct child_result r = shell("echo one; sleep 0.05; echo two >&2; exit 7", 0, &out);

	(void)state;
	assert_int_equal(r.exit_status, 7);
	assert_true(str_eq(buf_str(&out), S("oone\netwo\n")));
	assert_true(r.seconds >= 0.05 && r.seconds < 5);
	assert_true(r.peak_bytes > 100000);
	assert_int_equal(r.left_running, 0);
	buf_free(&out);
}

static void what_is_not_there_cannot_run(void **state)
{
	const char *argv[] = {"/nowhere/at/all", NULL};
	struct child_plan plan = {.argv = argv};
	struct child_result result;
	const char *why = NULL;

	(void)state;
	assert_false(child_run(&plan, &result, &why));
	assert_string_equal(why, "No such file or directory");
}

static void a_signal_is_no_status(void **state)
{
	struct child_result r = shell("kill -9 $$", 0, NULL);

	(void)state;
	assert_int_equal(r.exit_status, -1);
	assert_int_equal(r.signal, SIGKILL);
}

/* Whether a process `sleep SECONDS` is there. */
static bool is_running(const char *seconds_word)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	str wish = arena_format(arena, "sleep%c%s%c", 0, seconds_word, 0), *names, text;
	uint32_t n = 0;
	bool found = false;

	if (folder_list(arena, S("/proc"), &names, &n))
		n = 0;
	for (uint32_t i = 0; i < n && !found; i++)
		if (names[i].ptr[0] >= '0' && names[i].ptr[0] <= '9' &&
		        !file_try_read(&env,
		                arena_format(arena, "/proc/%.*s/cmdline", STR_ARG(names[i])),
		                1 << 20, &text))
			found = str_eq(text, wish);
	arena_free(arena);
	return found;
}

/* The test can fail: it sees a process that is there. */
static void a_running_process_is_seen(void **state)
{
	pid_t pid = fork();
	bool seen = false;

	(void)state;
	if (pid == 0) {
		execlp("sleep", "sleep", "7776", (char *)NULL);
		_exit(1);
	}
	for (int i = 0; i < 100 && !seen; i++) {
		usleep(10000);
		seen = is_running("7776");
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_true(seen);
	assert_false(is_running("7776"));
}

/* One that ignores TERM, one in another session, one grandchild: all must go. */
static void the_tree_ends_at_the_limit(void **state)
{
	double start = seconds();
	struct child_result r = shell("trap '' TERM; (setsid sleep 7771 &); (sleep 7772; true) & "
	                              "sleep 7773; sleep 7773",
	        0.2, NULL);

	(void)state;
	assert_true(r.timed_out);
	assert_true(seconds() - start < 5);
	assert_false(is_running("7771"));
	assert_false(is_running("7772"));
	assert_false(is_running("7773"));
}

static void what_is_left_behind_is_ended(void **state)
{
	struct child_result r = shell("(setsid sleep 7774 &); exit 0", 0, NULL);

	(void)state;
	assert_int_equal(r.exit_status, 0);
	assert_int_equal(r.left_running, 1);
	assert_false(is_running("7774"));
}

static void memory_of_the_whole_tree(void **state)
{
	static const char hog[] =
	        "python3 -c 'import time; x = bytearray(60_000_000); time.sleep(0.5)' & "
	        "python3 -c 'import time; x = bytearray(60_000_000); time.sleep(0.5)' & "
	        "wait";
	struct child_result one = shell("python3 -c 'x = bytearray(60_000_000)'", 0, NULL);
	struct child_result two = shell(hog, 0, NULL);

	(void)state;
	assert_true(one.peak_bytes > 60000000 && one.peak_bytes < 110000000);
	assert_true(two.peak_bytes > 120000000 && two.peak_bytes < 250000000);
}

/* A process of its own is sent TERM while it runs a job: the job gets it, and is told of. */
static void signals_are_passed_on(void **state)
{
	pid_t pid = fork();
	int status;

	(void)state;
	if (pid == 0) {
		struct child_result r =
		        shell("trap 'exit 5' TERM; sleep 7775 & wait; exit 6", 0, NULL);

		_exit(r.passed_on == SIGTERM && r.exit_status == 5 && r.left_running <= 1 ? 0 : 1);
	}
	usleep(300000);
	kill(pid, SIGTERM);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_false(is_running("7775"));
}

/* ------------------------------------------------------------------ lines */

static void the_last_number_counts(void **state)
{
	static const struct {
		const char *text;
		double value;
	} cases[] = {{"tokens: 5000", 5000}, {"p95 latency: 12.5", 12.5}, {"x=-3e-2", -0.03},
	        {"f1 0.83.", 0.83}, {"1,024", 24}, {"v2-1.5", -1.5}, {"a1b2", 2}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_true(number_in(str_from(cases[i].text)) == cases[i].value);
	assert_true(isnan(number_in(S("none"))));
	assert_true(isnan(number_in(S(""))));
}

static struct job_plan plan_of(struct fixture *f, const char *command)
{
	const char **argv = ARENA_ARRAY(f->keep, const char *, 4);

	argv[0] = "sh";
	argv[1] = "-c";
	argv[2] = command;
	return (struct job_plan){
	        .head = {.name = S("job"), .platform = S("here"), .count = 1}, .argv = argv};
}

static void phases_units_and_waits(void **state)
{
	struct fixture *f = *state;
	struct job_plan plan = plan_of(f,
	        "sleep 0.06; echo 'portfit: phase compile'; sleep 0.06; echo STEP; sleep 0.06;"
	        "echo 'done 10 tokens'; echo 'done 12 tokens'; echo 'lat 4 ms'; echo 'lat 8 ms';"
	        "echo 'portfit: metric wer=0.25'; printf 'portfit: units images=7'");
	struct job_record record;
	const struct job_run *run;

	assert_true(job_plan_mark(&f->env, &plan, MARK_PHASE, S("run=^STEP$")));
	assert_true(job_plan_mark(&f->env, &plan, MARK_UNITS, S("tokens+=done \\d+")));
	assert_true(job_plan_mark(&f->env, &plan, MARK_UNITS, S("hours=3")));
	assert_true(job_plan_mark(&f->env, &plan, MARK_WAIT, S("ms=lat \\d+")));
	assert_true(job_run(&f->env, &plan, &record));
	run = &record.runs.at[0];
	assert_true(named_number(&run->units, S("tokens")) == 22);
	assert_true(named_number(&run->units, S("images")) == 7);
	assert_true(named_number(&run->units, S("hours")) == 3);
	assert_true(named_number(&run->metrics, S("wer")) == 0.25);
	assert_int_equal(run->waits, 2);
	assert_true(run->wait_p50 == 0.006 && run->wait_p95 == 0.008);
	assert_int_equal(run->phases.list.len, 3);
	assert_true(str_eq(run->phases.list.at[0].name, S("prep")));
	for (int i = 0; i < 3; i++)
		assert_true(
		        run->phases.list.at[i].value >= 0.05 && run->phases.list.at[i].value < 1);
	assert_true(fabs(run->phases.list.at[0].value + run->phases.list.at[1].value +
	                    run->phases.list.at[2].value - run->seconds) < 1e-6);
}

static void wrong_options_are_refused(void **state)
{
	struct fixture *f = *state;
	struct job_plan plan = plan_of(f, "true");

	assert_false(job_plan_mark(&f->env, &plan, MARK_UNITS, S("tokens")));
	assert_false(job_plan_mark(&f->env, &plan, MARK_UNITS, S("tokens=-5")));
	assert_false(job_plan_mark(&f->env, &plan, MARK_UNITS, S("tokens=0")));
	assert_false(job_plan_mark(&f->env, &plan, MARK_UNITS, S("tokens=(")));
	assert_false(job_plan_mark(&f->env, &plan, MARK_WAIT, S("hours=x")));
	assert_false(job_plan_bound(&f->env, &plan, S("wer")));
	assert_false(job_plan_bound(&f->env, &plan, S("wer<=low")));
	assert_false(job_plan_bound(&f->env, &plan, S("<=1")));
	assert_false(job_plan_bound(&f->env, &plan, S("wer<1~2")));
	assert_false(job_plan_tolerance(&f->env, &plan, S("2")));
	assert_false(job_plan_tolerance(&f->env, &plan, S("-1")));
	assert_false(job_plan_pair(&f->env, &plan, S("a=/nowhere")));
	assert_null(job_words(&f->env, S("'open")));
	assert_null(job_words(&f->env, S("  ")));
	assert_int_equal(f->diags.errors, 14);
}

static void words_are_those_of_a_shell(void **state)
{
	struct fixture *f = *state;
	const char *const *w = job_words(&f->env, S(" a 'b c'  \"d\\\"e\"f\\ g $HOME"));

	assert_string_equal(w[0], "a");
	assert_string_equal(w[1], "b c");
	assert_string_equal(w[2], "d\"ef g");
	assert_string_equal(w[3], "$HOME");
	assert_null(w[4]);
}

/* ------------------------------------------------------------------ quality */

static enum job_quality quality_of(struct fixture *f, const char *const *options, str *reason)
{
	struct job_plan plan = plan_of(f, "true");
	struct job_run run = {0};

	for (; *options; options += 2) {
		str value = str_from(options[1]);

		if (strcmp(options[0], "check") == 0)
			plan.check = job_words(&f->env, value);
		else if (strcmp(options[0], "require") == 0)
			assert_true(job_plan_bound(&f->env, &plan, value));
		else if (strcmp(options[0], "tolerance") == 0)
			assert_true(job_plan_tolerance(&f->env, &plan, value));
		else
			assert_true(job_plan_pair(&f->env, &plan, value));
	}
	job_check(&f->env, &plan, &run);
	*reason = run.quality_reason;
	return run.quality;
}

#define QUALITY(...) quality_of(f, (const char *const[]){__VA_ARGS__, NULL}, &why)

static void bounds_hold_or_not(void **state)
{
	struct fixture *f = *state;
	str why;

	assert_int_equal(QUALITY("check", "echo wer=0.08", "require", "wer<=0.08"), JOB_PASSED);
	assert_int_equal(QUALITY("check", "echo wer=0.08", "require", "wer<0.08"), JOB_FAILED);
	assert_true(str_eq(why, S("wer is 0.08, not wer<0.08")));
	assert_int_equal(QUALITY("check", "echo 'bleu: 31.2'", "require", "bleu>=30"), JOB_PASSED);
	assert_int_equal(QUALITY("check", "echo x=1.04", "require", "x=1~0.05"), JOB_PASSED);
	assert_int_equal(QUALITY("check", "echo x=1.06", "require", "x=1~0.05"), JOB_FAILED);
	assert_int_equal(QUALITY("check", "true", "require", "x<1"), JOB_FAILED);
	assert_true(str_eq(why, S("'x' was not printed")));
	assert_int_equal(QUALITY("check", "false"), JOB_FAILED);
	assert_true(str_eq(why, S("the check ended with status 1")));
	assert_int_equal(QUALITY("check", "true"), JOB_PASSED);
	assert_int_equal(QUALITY("check", "/nowhere"), JOB_FAILED);
}

static void put_file(struct fixture *f, const char *name, const char *text)
{
	assert_true(file_write(&f->env, path_of(f, name), str_from(text)));
}

static enum job_quality compare(
        struct fixture *f, const char *a, const char *b, const char *tolerance)
{
	str why, pair = arena_format(f->keep, "%s/a=%s/b", f->folder, f->folder);
	const char *pair_text = arena_cstr(f->keep, pair);

	put_file(f, "a", a);
	put_file(f, "b", b);
	return tolerance ? QUALITY("tolerance", tolerance, "compare", pair_text)
	                 : QUALITY("compare", pair_text);
}

static void files_are_compared(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(compare(f, "wer 0.5\n", "wer 0.5\n", NULL), JOB_PASSED);
	assert_int_equal(compare(f, "wer 0.5\n", "wer 0.50\n", NULL), JOB_FAILED);
	assert_int_equal(compare(f, "wer 0.5\n", "wer 0.50\n", "1e-9"), JOB_PASSED);
	assert_int_equal(compare(f, "[1.001, 2, -3]", "[1, 2, -3.002]", "0.01"), JOB_PASSED);
	assert_int_equal(compare(f, "[1.1, 2, -3]", "[1, 2, -3]", "0.01"), JOB_FAILED);
	assert_int_equal(compare(f, "[1e-9]", "[0]", "0.01"), JOB_FAILED);
	assert_int_equal(compare(f, "[1e-9]", "[0]", "0.01,1e-6"), JOB_PASSED);
	assert_int_equal(compare(f, "layer1 5", "layer2 5", "0.9"), JOB_FAILED);
	assert_int_equal(compare(f, "1 2 3", "1 2", "0.1"), JOB_FAILED);
	assert_int_equal(compare(f, "1 nan", "1 nan", "0.1"), JOB_PASSED);
	assert_int_equal(compare(f, "", "", NULL), JOB_PASSED);
}

/* ------------------------------------------------------------------ series */

static void a_result_that_does_not_qualify_is_not_repeated(void **state)
{
	struct fixture *f = *state;
	struct job_plan plan = plan_of(f, "true");
	struct job_record record;

	plan.repeat = 6;
	plan.check = job_words(&f->env, S("false"));
	assert_false(job_run(&f->env, &plan, &record));
	assert_int_equal(record.runs.len, 1);
	assert_int_equal(f->diags.errors, 1);
}

static void six_warm_runs_make_stage_two(void **state)
{
	struct fixture *f = *state;
	struct job_plan plan = plan_of(f, "sleep 0.01");
	struct job_record record;
	struct job_summary sum;

	plan.repeat = 6;
	plan.check = job_words(&f->env, S("true"));
	assert_true(job_run(&f->env, &plan, &record));
	job_record_sum(&f->env, &record, &sum);
	assert_int_equal(record.runs.len, 7);
	assert_true(record.runs.at[0].cold && !record.runs.at[1].cold);
	assert_true(sum.stage1 && sum.stage2 && sum.warm == 6 && !sum.missing);
	assert_true(sum.least <= sum.median && sum.median <= sum.most);
	assert_true(sum.interval[0] <= sum.median && sum.median <= sum.interval[1]);
	record.runs.len = 6;
	job_record_sum(&f->env, &record, &sum);
	assert_true(sum.stage1 && !sum.stage2 && sum.missing);
}

/* The third run fails: it stays in the record, counts in the pass rate and not in the median. */
static void failed_runs_stay(void **state)
{
	struct fixture *f = *state;
	str count = path_of(f, "count");
	struct job_plan plan =
	        plan_of(f, arena_cstr(f->keep, arena_format(f->keep,
	                                               "echo x >> %.*s; test $(wc "
	                                               "-l < %.*s) != 3",
	                                               STR_ARG(count), STR_ARG(count))));
	struct job_record record;
	struct job_summary sum;

	plan.repeat = 4;
	plan.check = job_words(&f->env, S("true"));
	assert_true(job_run(&f->env, &plan, &record));
	job_record_sum(&f->env, &record, &sum);
	assert_int_equal(record.runs.len, 5);
	assert_int_equal(record.runs.at[2].exit_status, 1);
	assert_int_equal(sum.warm, 3);
	assert_true(fabs(sum.pass_rate - 0.8) < 1e-12);
}

/* ------------------------------------------------------------------ records */

static struct job_record sample(struct fixture *f)
{
	struct job_record r = {.name = S("asr"),
	        .platform = S("gpu"),
	        .instance = S("p5.48xlarge"),
	        .purchase = S("on-demand"),
	        .region = S("us-east-1"),
	        .count = 2,
	        .setup = INCLUDED_NO,
	        .download = INCLUDED_YES,
	        .checked = true,
	        .check = S("wer<1")};

	*VEC_PUSH(f->keep, &r.command) = S("run \"it\"");
	for (int i = 0; i < 8; i++) {
		struct job_run run = {.cold = i == 0,
		        .seconds = 100 + i,
		        .started = 1.7e9 + 200 * i,
		        .ended = 1.7e9 + 200 * i + 100 + i,
		        .quality = JOB_PASSED,
		        .peak_bytes = 12345678901,
		        .waits = 4,
		        .wait_p50 = 0.25,
		        .wait_p95 = 0.5};

		*VEC_PUSH(f->keep, &run.units.list) = (struct named_number){S("tokens"), 1e9};
		*VEC_PUSH(f->keep, &run.phases.list) = (struct named_number){S("out"), 1.5};
		*VEC_PUSH(f->keep, &r.runs) = run;
	}
	return r;
}

static str written(struct fixture *f, const struct job_record *record)
{
	struct job_summary sum;
	struct job_report report = {.record = record, .summary = &sum, .version = S("0")};
	struct buf out = {0};
	str text;

	job_record_sum(&f->env, record, &sum);
	report_job_json(f->keep, &report, &out);
	text = arena_dup(f->keep, buf_str(&out));
	buf_free(&out);
	return text;
}

static void records_come_back(void **state)
{
	struct fixture *f = *state;
	struct job_record a = sample(f), b;
	str text = written(f, &a), path = path_of(f, "r.json");

	assert_true(file_write(&f->env, path, text));
	assert_true(job_record_read(&f->env, path, &b));
	assert_true(str_eq(b.name, a.name) && str_eq(b.purchase, a.purchase) && b.count == 2);
	assert_true(b.setup == INCLUDED_NO && b.download == INCLUDED_YES && b.checked);
	assert_int_equal(b.runs.len, 8);
	assert_true(b.runs.at[7].seconds == 107 && b.runs.at[7].peak_bytes == 12345678901);
	assert_true(named_number(&b.runs.at[3].units, S("tokens")) == 1e9);
	b.environment.len = 0;
	assert_true(str_eq(text, written(f, &b)));
}

/* Every one of these numbers is a lie; none may become a figure. */
static void lies_are_refused(void **state)
{
	static const struct {
		const char *from, *to;
	} lies[] = {{"\"seconds\": 103", "\"seconds\": -103"},
	        {"\"seconds\": 103", "\"seconds\": 0"}, {"\"seconds\": 103", "\"seconds\": NaN"},
	        {"\"seconds\": 103", "\"seconds\": 1e300"},
	        {"\"seconds\": 103", "\"seconds\": 90"} /* the clocks part */,
	        {"\"ended_unix\": 1700000703", "\"ended_unix\": 1699990000"},
	        {"\"out\": 1.5", "\"out\": 1500"}, {"\"out\": 1.5", "\"out\": -1"},
	        {"\"tokens\": 1000000000", "\"tokens\": -5"},
	        {"\"tokens\": 1000000000", "\"tokens\": Infinity"},
	        {"\"verdict\": \"passed\"", "\"verdict\": \"fine\""},
	        {"\"exit_status\": 0", "\"exit_status\": 3000"},
	        {"\"peak_memory_bytes\": 12345678901", "\"peak_memory_bytes\": -1"},
	        {"portfit-job/1", "portfit-job/2"}, {"\"platform\": \"gpu\"", "\"x\": 1"},
	        {"\"runs\": [", "\"runs\": [7, "}};
	struct fixture *f = *state;
	struct job_record a = sample(f), b;
	str text = written(f, &a), path = path_of(f, "r.json");

	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		size_t at = str_find(text, str_from(lies[i].from));
		struct buf out = {0};

		assert_true(at < text.len);
		buf_put(&out, str_slice(text, 0, at));
		buf_puts(&out, lies[i].to);
		buf_put(&out, str_from_at(text, at + strlen(lies[i].from)));
		assert_true(file_write(&f->env, path, buf_str(&out)));
		f->diags.errors = 0;
		if (job_record_read(&f->env, path, &b))
			fail_msg("taken: %s", lies[i].to);
		assert_int_equal(f->diags.errors, 1);
		buf_free(&out);
	}
}

/* Cut anywhere, changed anywhere: an answer or one line, never a crash. */
static void damaged_records_do_no_harm(void **state)
{
	struct fixture *f = *state;
	struct job_record a = sample(f), b;
	str text = written(f, &a), path = path_of(f, "r.json");
	uint32_t refused = 0;

	for (size_t cut = 1; cut < text.len; cut += 97) {
		assert_true(file_write(&f->env, path, str_slice(text, 0, cut)));
		refused += !job_record_read(&f->env, path, &b);
	}
	assert_int_equal(refused, f->diags.errors);
	assert_true(refused >= text.len / 97 - 1);
}

static void outliers_are_shown_and_kept(void **state)
{
	struct fixture *f = *state;
	struct job_record r = sample(f);
	struct job_summary sum;

	r.runs.at[4].seconds = 900;
	r.runs.at[4].ended = r.runs.at[4].started + 900;
	job_record_sum(&f->env, &r, &sum);
	assert_int_equal(sum.n_outliers, 1);
	assert_int_equal(sum.outliers[0], 4);
	assert_int_equal(sum.warm, 7);
	assert_true(sum.most == 900);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
	        TEST(output_and_status),
	        TEST(what_is_not_there_cannot_run),
	        TEST(a_signal_is_no_status),
	        TEST(a_running_process_is_seen),
	        TEST(the_tree_ends_at_the_limit),
	        TEST(what_is_left_behind_is_ended),
	        TEST(memory_of_the_whole_tree),
	        TEST(signals_are_passed_on),
	        TEST(the_last_number_counts),
	        TEST(phases_units_and_waits),
	        TEST(wrong_options_are_refused),
	        TEST(words_are_those_of_a_shell),
	        TEST(bounds_hold_or_not),
	        TEST(files_are_compared),
	        TEST(a_result_that_does_not_qualify_is_not_repeated),
	        TEST(six_warm_runs_make_stage_two),
	        TEST(failed_runs_stay),
	        TEST(records_come_back),
	        TEST(lies_are_refused),
	        TEST(damaged_records_do_no_harm),
	        TEST(outliers_are_shown_and_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
