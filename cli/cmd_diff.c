/* portfit diff A B: two results, graphs or projects; what is no result is scanned first, and its
 * own JSON read back, so that there is one way to compare. */
#include "assess/diff.h"
#include "assess/gate.h"
#include "base/file.h"
#include "cli/costing.h"
#include "cli/scanning.h"
#include "report/diff.h"

static void diff_text(struct arena *arena, const void *report, struct buf *out)
{
	report_diff_text(arena, report, out);
}

static void diff_json(struct arena *arena, const void *report, struct buf *out)
{
	(void)arena;
	report_diff_json(report, out);
}

static const struct costing_format formats[] = {
        {"text", ".txt", diff_text},
        {"json", ".json", diff_json},
};

/* `text`: of standard input, which has been looked into. */
static bool scan_side(struct cli *cli, str path, str text, struct result *out)
{
	struct scanning *s = ARENA_NEW(cli->env.keep, struct scanning);
	struct request *request = ARENA_NEW(cli->env.keep, struct request);
	struct cli inner = *cli;
	struct buf json = {0};
	bool ok;

	*request = *cli->request;
	request->words.at = ARENA_NEW(cli->env.keep, str);
	request->words.at[0] = path;
	request->words.len = 1;
	/* --format and --output are those of the comparison. */
	request->options[OPTION_FORMAT].given = request->options[OPTION_OUTPUT].given = false;
	request->options[OPTION_FORMAT].values.len = request->options[OPTION_OUTPUT].values.len = 0;
	inner.request = request;
	ok = scanning_resolve(&inner, s);
	s->scan_plan.standard_input = text;
	ok = ok && scanning_run(&inner, s);
	if (s->assessed) {
		write_json(&s->assessment, &s->style, &json);
		text = arena_dup(cli->env.keep, buf_str(&json));
		ok &= result_read(&cli->env, path, text, out);
	}
	buf_free(&json);
	scanning_end(s);
	return ok && s->assessed;
}

static bool read_side(struct cli *cli, str path, struct result *out)
{
	struct env *env = &cli->env;
	bool is_input = str_eq(path, S("-"));
	str text;

	if (!is_input && file_kind_of(env, path) == FILE_FOLDER)
		return scan_side(cli, path, STR_NONE, out);
	if (!file_read(env, path, env->limits->file_bytes, &text))
		return false;
	if (result_is_one(text))
		return result_read(env, path, text, out);
	return scan_side(cli, path, is_input ? text : STR_NONE, out);
}

static bool resolve(struct cli *cli, struct diff_plan *plan)
{
	str mode = request_text(cli->request, OPTION_MODE),
	    level = request_text(cli->request, OPTION_FAIL_ON);

	plan->targets = request_list(cli->request, OPTION_TARGET, &plan->n_targets);
	plan->targets_named = plan->n_targets > 0;
	if (str_eq(mode, S("compile")) || str_eq(mode, S("compiled")))
		plan->mode = MODE_COMPILE;
	else if (mode.ptr && !str_eq(mode, S("eager")))
		return option_problem(cli, OPTION_MODE, mode, "eager or compile");
	if (level.ptr && !gate_level_parse(level, &plan->fail_on))
		return option_problem(
		        cli, OPTION_FAIL_ON, level, "off, info, minor, major or blocker");
	return true;
}

bool cmd_diff(struct cli *cli)
{
	struct diff_plan plan = {0};
	struct result a, b;
	struct diff diff;

	if (cli->request->words.len != 2)
		return diag_error(cli->env.diags, (struct place){0},
		        "portfit diff takes two results, graphs or folders");
	if (!resolve(cli, &plan) || !read_side(cli, cli->request->words.at[0], &a) ||
	        !read_side(cli, cli->request->words.at[1], &b) ||
	        !diff_results(&cli->env, &a, &b, &plan, &diff))
		return false;
	cli->gate_hit = diff.gate.hit;
	return costing_report(cli, formats, sizeof formats / sizeof *formats, &diff);
}
