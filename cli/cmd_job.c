/* portfit job run: measure one whole job. */
#include "cli/costing.h"

#include "assess/job_run.h"
#include "base/file.h"
#include "report/job.h"

#include <errno.h>
#include <unistd.h>

extern char **environ;

/* What the callbacks need. */
struct job_command {
	struct cli *cli;
	str path; /* of the record */
	bool quiet, failed;
};

/* What the job says goes to standard error: standard output is for the report. */
static void pass_output(void *context, enum child_stream stream, str bytes, double seconds)
{
	struct job_command *c = context;

	(void)stream;
	(void)seconds;
	while (!c->quiet && bytes.len) {
		ssize_t n = write(2, bytes.ptr, bytes.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		bytes = str_from_at(bytes, (size_t)n);
	}
}

static struct job_report report_of(
        struct cli *cli, const struct job_record *record, struct job_summary *summary)
{
	job_record_sum(&cli->env, record, summary);
	return (struct job_report){
	        .record = record, .summary = summary, .version = S(PORTFIT_VERSION)};
}

/* After every run, so that what was measured is there whatever comes next. */
static void keep_record(void *context, const struct job_record *record)
{
	struct job_command *c = context;
	struct job_summary summary;
	struct job_report report = report_of(c->cli, record, &summary);
	struct buf out = {0};

	report_job_json(c->cli->env.keep, &report, &out);
	if (!c->failed && !file_write(&c->cli->env, c->path, buf_str(&out)))
		c->failed = true;
	buf_free(&out);
}

static bool each(struct cli *cli, enum option_id option, struct job_plan *plan,
        bool (*take)(struct env *, struct job_plan *, str))
{
	uint32_t n;
	const str *values = request_list(cli->request, option, &n);
	bool ok = true;

	for (uint32_t i = 0; i < n; i++)
		ok &= take(&cli->env, plan, values[i]);
	return ok;
}

static bool take_phase(struct env *env, struct job_plan *plan, str text)
{
	return job_plan_mark(env, plan, MARK_PHASE, text);
}

static bool take_units(struct env *env, struct job_plan *plan, str text)
{
	return job_plan_mark(env, plan, MARK_UNITS, text);
}

static bool take_wait(struct env *env, struct job_plan *plan, str text)
{
	return job_plan_mark(env, plan, MARK_WAIT, text);
}

/* setup,download: what is in the time; `none`: neither. */
static bool read_includes(struct cli *cli, struct job_record *head)
{
	str text = request_text(cli->request, OPTION_INCLUDES), rest = text, part;

	if (!text.ptr)
		return true;
	head->setup = head->download = INCLUDED_NO;
	if (str_eq(text, S("none")))
		return true;
	while (str_cut(&rest, ',', &part))
		if (str_eq(part, S("setup")))
			head->setup = INCLUDED_YES;
		else if (str_eq(part, S("download")))
			head->download = INCLUDED_YES;
		else
			return option_problem(cli, OPTION_INCLUDES, text,
			        "setup, download, setup,download or none");
	return true;
}

static bool read_head(struct cli *cli, struct job_record *head)
{
	const struct request *q = cli->request;
	double count = 1;

	*head = (struct job_record){
	        .name = request_text(q, OPTION_NAME),
	        .platform = request_text(q, OPTION_PLATFORM),
	        .instance = request_text(q, OPTION_INSTANCE),
	        .purchase = request_text(q, OPTION_PURCHASE),
	        .region = request_text(q, OPTION_REGION),
	};
	if (!head->name.len || !head->platform.len)
		return diag_error(cli->env.diags, (struct place){0},
		        "'portfit job run' needs --name and --platform: a record is compared by "
		        "both");
	if (head->purchase.ptr && !purchase_is_known(head->purchase))
		return option_problem(cli, OPTION_PURCHASE, head->purchase,
		        "on-demand, spot, committed-1y, committed-3y, capacity-block, flex-start "
		        "or calendar-reservation");
	if (!option_number(cli, OPTION_MACHINES, (struct points){1, 0, 100000}, &count))
		return false;
	head->count = count;
	job_environment(&cli->env, (const char *const *)environ, head);
	return read_includes(cli, head);
}

static bool read_repeat(struct cli *cli, struct job_plan *plan)
{
	str text = request_text(cli->request, OPTION_REPEAT);
	int64_t n;

	if (!text.ptr)
		return true;
	if (!str_int(text, &n) || n < 1 || n >= JOB_RUNS_MOST)
		return option_problem(cli, OPTION_REPEAT, text, "a number from 1 to 9999");
	plan->repeat = (uint32_t)n;
	return true;
}

static bool read_plan(struct cli *cli, struct job_plan *plan)
{
	const struct request *q = cli->request;
	str check = request_text(q, OPTION_QUALIFY), tolerance = request_text(q, OPTION_TOLERANCE);
	const char **argv = ARENA_ARRAY(cli->env.keep, const char *, (size_t)q->words.len + 1);

	if (!read_head(cli, &plan->head) || !read_repeat(cli, plan) ||
	        !option_number(cli, OPTION_TIMEOUT, (struct points){0.001, 0, 1e8},
	                &plan->timeout_seconds))
		return false;
	for (uint32_t i = 0; i < q->words.len; i++)
		argv[i] = arena_cstr(cli->env.keep, q->words.at[i]);
	plan->argv = argv;
	if (check.ptr && !(plan->check = job_words(&cli->env, check)))
		return false;
	if (tolerance.ptr && !job_plan_tolerance(&cli->env, plan, tolerance))
		return false;
	return each(cli, OPTION_UNITS, plan, take_units) &&
	       each(cli, OPTION_WAIT, plan, take_wait) &&
	       each(cli, OPTION_PHASE_PATTERN, plan, take_phase) &&
	       each(cli, OPTION_REQUIRE, plan, job_plan_bound) &&
	       each(cli, OPTION_COMPARE, plan, job_plan_pair);
}

/* NAME.PLATFORM.job.json, what is no letter, digit, dot or hyphen as _. */
static str default_path(struct cli *cli, const struct job_record *head)
{
	str text = arena_format(
	        cli->env.keep, "%.*s.%.*s.job.json", STR_ARG(head->name), STR_ARG(head->platform));
	char *out = arena_alloc(cli->env.keep, text.len + 1, 1);

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		             (c >= '0' && c <= '9') || (c == '.' && i) || c == '-';

		out[i] = plain ? c : '_';
	}
	return (str){out, text.len};
}

static void write_text(struct arena *arena, const void *report, struct buf *out)
{
	report_job_text(arena, report, out);
}

static void write_json(struct arena *arena, const void *report, struct buf *out)
{
	report_job_json(arena, report, out);
}

static const struct costing_format formats[] = {
        {"text", ".txt", write_text},
        {"json", ".json", write_json},
};

/* The path of --output json:FILE or FILE.json; else the default one. */
static str record_path(struct cli *cli, const struct job_record *head)
{
	uint32_t n;
	const str *outputs = request_list(cli->request, OPTION_OUTPUT, &n);

	for (uint32_t i = 0; i < n; i++) {
		if (str_starts(outputs[i], S("json:")))
			return str_from_at(outputs[i], 5);
		if (str_ends(outputs[i], S(".json")) &&
		        str_find_byte(outputs[i], ':') == outputs[i].len)
			return outputs[i];
	}
	return default_path(cli, head);
}

/* --fail-on unstable: status 1 unless stage 2 is reached. */
static bool check_gate(struct cli *cli)
{
	str level = request_text(cli->request, OPTION_FAIL_ON);

	return !level.ptr || str_eq(level, S("unstable")) ||
	       option_problem(cli, OPTION_FAIL_ON, level, "unstable");
}

bool cmd_job_run(struct cli *cli)
{
	struct job_plan plan = {0};
	struct job_record record = {0};
	struct job_summary summary;
	struct job_report report;
	struct job_command command = {
	        .cli = cli, .quiet = request_flag(cli->request, OPTION_QUIET)};
	bool ok;

	if (!read_plan(cli, &plan) || !check_gate(cli))
		return false;
	command.path = record_path(cli, &plan.head);
	plan.output = pass_output;
	plan.after_run = keep_record;
	plan.context = &command;
	ok = job_run(&cli->env, &plan, &record);
	if (!record.runs.len)
		return false;
	report = report_of(cli, &record, &summary);
	if (!command.failed)
		report.written = command.path;
	cli->gate_hit = request_flag(cli->request, OPTION_FAIL_ON) && !summary.stage2;
	return costing_report(cli, formats, sizeof formats / sizeof *formats, &report) && ok &&
	       !command.failed;
}
