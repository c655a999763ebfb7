/* portfit plan: the work as ordered tasks, each with a way to tell that it is done. */
#include "cli/costing.h"

#include "assess/effort_plan.h"
#include "base/file.h"
#include "report/effort.h"

static void write_text(struct arena *arena, const void *report, struct buf *out)
{
	report_work_text(arena, report, out);
}

static void write_markdown(struct arena *arena, const void *report, struct buf *out)
{
	report_work_markdown(arena, report, out);
}

static void write_csv(struct arena *arena, const void *report, struct buf *out)
{
	report_work_csv(arena, report, out);
}

static void write_json(struct arena *arena, const void *report, struct buf *out)
{
	(void)arena;
	report_work_json(report, out);
}

static const struct costing_format formats[] = {
        {"text", ".txt", write_text},
        {"markdown", ".md", write_markdown},
        {"csv", ".csv", write_csv},
        {"json", ".json", write_json},
};

/* A plan by hand: a map with `effort:` and, beside it, `settings:`; other keys are those of a plan
 * of costs. */
static bool read_by_hand(
        struct cli *cli, str path, struct costing *costing, struct effort_given *out)
{
	struct env *env = &cli->env;
	const struct yaml *effort, *settings;
	struct yaml *root = NULL;
	str text;

	if (!file_read(env, path, env->limits->text_file_bytes, &text) ||
	        !yaml_read(env, env->keep, path, text, &root))
		return false;
	effort = root ? yaml_get(root, "effort") : NULL;
	if (!effort)
		return diag_error(env->diags, (struct place){.path = path},
		        "holds no 'effort:' to plan with");
	settings = yaml_get(root, "settings");
	return (!settings || settings_read(env, &costing->settings, settings)) &&
	       effort_read_yaml(env, effort, out);
}

static bool read_given(struct cli *cli, str path, struct costing *costing, struct effort_given *out)
{
	str target = request_text(cli->request, OPTION_TARGET);
	bool ok;

	if (file_kind_of(&cli->env, path) == FILE_FOLDER)
		return diag_error(cli->env.diags, (struct place){.path = path},
		        "is a folder; scan it first: portfit scan %.*s --format json > RESULT.json",
		        STR_ARG(path));
	if (str_ends(path, S(".yaml")) || str_ends(path, S(".yml")))
		ok = read_by_hand(cli, path, costing, out);
	else
		ok = effort_read_result(&cli->env, path, target, out);
	if (ok && !out->input.target.len)
		out->input.target = target;
	return ok;
}

static bool read_progress(struct cli *cli, const struct effort *effort, struct effort_progress *out)
{
	str earlier = request_text(cli->request, OPTION_EARLIER),
	    history = request_text(cli->request, OPTION_HISTORY);
	struct effort_given before;
	struct effort_history records;

	*out = (struct effort_progress){0};
	if (!earlier.ptr)
		return true;
	if (!effort_read_result(&cli->env, earlier, effort->target, &before) ||
	        !effort_history_read(
	                &cli->env, history.ptr ? history : S("portfit-effort.json"), &records))
		return false;
	effort_progress_of(&cli->env, effort, &before, &records, out);
	return true;
}

/* --done CAUSE: status 0 when it is gone, 1 while it is there. */
static bool tell_done(struct cli *cli, const struct effort *effort, str id)
{
	cli->gate_hit = effort_has_cause(effort, id);
	if (!request_flag(cli->request, OPTION_QUIET))
		buf_format(&cli->out, "%.*s is %s\n", STR_ARG(id),
		        cli->gate_hit ? "not done" : "done: it is not in the work any more");
	return true;
}

bool cmd_plan(struct cli *cli)
{
	str path = cli->request->words.at[0], done = request_text(cli->request, OPTION_DONE);
	struct costing costing;
	struct effort_given given;
	struct effort effort;
	struct effort_tasks tasks;
	struct effort_progress progress;
	struct work_report report;

	if (cli->request->words.len > 1)
		return diag_error(
		        cli->env.diags, (struct place){0}, "portfit plan takes one result or plan");
	if (!costing_open(cli, &costing) || !read_given(cli, path, &costing, &given) ||
	        !effort_estimate(&cli->env, &costing.settings, (struct place){.path = path},
	                &given.input, &effort))
		return false;
	if (done.ptr)
		return tell_done(cli, &effort, done);
	if (!read_progress(cli, &effort, &progress))
		return false;
	effort_tasks_from(&effort, path, &tasks);
	report = (struct work_report){&effort, &tasks, &progress, &costing.settings, path,
	        S(PORTFIT_VERSION), costing.columns, costing.no_labour,
	        request_flag(cli->request, OPTION_VERBOSE)};
	return costing_report(cli, formats, sizeof formats / sizeof *formats, &report);
}
