/* portfit scan PATH...: the main job. */
#include "cli/commands.h"

#include "assess/gate.h"
#include "base/file.h"
#include "base/text.h"
#include "report/writer.h"

struct plan {
	struct rules_plan rules;
	struct scan_plan scan;
	struct assess_plan assess;
	struct style style;
	const struct writer *format;
};

static bool unknown_value(struct cli *cli, enum option_id option, str value, const char *expected)
{
	return diag_error(cli->env.diags,
	        (struct place){
	                .path = arena_format(cli->env.keep, "--%s", option_row(option)->name)},
	        "unknown value '%.*s'; expected %s", STR_ARG(value), expected);
}

static bool resolve_format(struct cli *cli, str name, const struct writer **out)
{
	uint32_t n;
	const struct writer *all = writer_list(&n);
	str names[32], nearest;

	*out = writer_find(name.len ? name : S("text"));
	if (*out)
		return true;
	for (uint32_t i = 0; i < n && i < 32; i++)
		names[i] = str_from(all[i].name);
	nearest = text_nearest(name, names, n);
	return diag_error(cli->env.diags, (struct place){.path = S("--format")},
	        "unknown format '%.*s'%s%.*s%s", STR_ARG(name),
	        nearest.len ? "; did you mean '" : "; portfit scan --help lists them",
	        STR_ARG(nearest), nearest.len ? "'?" : "");
}

static bool resolve_mode(struct cli *cli, struct plan *plan)
{
	str mode = request_text(cli->request, OPTION_MODE),
	    level = request_text(cli->request, OPTION_FAIL_ON);
	str as_of = request_text(cli->request, OPTION_AS_OF);

	if (str_eq(mode, S("compile")) || str_eq(mode, S("compiled")))
		plan->assess.mode = MODE_COMPILE;
	else if (mode.ptr && !str_eq(mode, S("eager")))
		return unknown_value(cli, OPTION_MODE, mode, "eager or compile");
	if (level.ptr && !gate_level_parse(level, &plan->assess.fail_on))
		return unknown_value(
		        cli, OPTION_FAIL_ON, level, "off, info, minor, major or blocker");
	plan->assess.as_of = date_today();
	if (as_of.ptr && !date_parse(as_of, &plan->assess.as_of))
		return unknown_value(cli, OPTION_AS_OF, as_of, "a date as in 2026-11-30");
	plan->rules.as_of = plan->assess.as_of;
	return true;
}

static bool resolve_style(struct cli *cli, struct plan *plan)
{
	str color = request_text(cli->request, OPTION_COLOR),
	    width = request_text(cli->request, OPTION_WIDTH);
	str jobs = request_text(cli->request, OPTION_JOBS);
	int64_t columns = cli->columns ? cli->columns : 120, n_jobs = 0;

	plan->style.version = S(PORTFIT_VERSION);
	plan->style.verbose = request_flag(cli->request, OPTION_VERBOSE);
	plan->style.color = cli->is_terminal && !cli->no_color;
	if (str_eq(color, S("always")))
		plan->style.color = true;
	else if (str_eq(color, S("never")))
		plan->style.color = false;
	else if (color.ptr && !str_eq(color, S("auto")))
		return unknown_value(cli, OPTION_COLOR, color, "auto, always or never");
	if (width.ptr && (!str_int(width, &columns) || columns < 40 || columns > 1000))
		return unknown_value(cli, OPTION_WIDTH, width, "a number from 40 to 1000");
	plan->style.columns = (uint32_t)columns;
	if (jobs.ptr && (!str_int(jobs, &n_jobs) || n_jobs < 1 || n_jobs > 64))
		return unknown_value(cli, OPTION_JOBS, jobs, "a number from 1 to 64");
	plan->scan.jobs = (uint32_t)n_jobs;
	return true;
}

static void resolve_paths(struct cli *cli, struct plan *plan)
{
	plan->rules.paths = request_list(cli->request, OPTION_RULES, &plan->rules.n_paths);
	plan->scan.paths = cli->request->words.at;
	plan->scan.n_paths = cli->request->words.len;
	plan->scan.walk.exclude =
	        request_list(cli->request, OPTION_EXCLUDE, &plan->scan.walk.n_exclude);
	plan->scan.walk.include =
	        request_list(cli->request, OPTION_INCLUDE, &plan->scan.walk.n_include);
}

static bool resolve(struct cli *cli, const struct coverage *coverage, struct plan *plan)
{
	resolve_paths(cli, plan);
	plan->assess.targets_named = request_flag(cli->request, OPTION_TARGET);
	return resolve_format(cli, request_text(cli->request, OPTION_FORMAT), &plan->format) &&
	       resolve_mode(cli, plan) && resolve_style(cli, plan) &&
	       choose_targets(&cli->env, coverage, cli->request, &plan->assess.targets,
	               &plan->assess.n_targets);
}

/* --output FORMAT:FILE, or FILE alone when its suffix tells the format. */
static bool write_output(
        struct cli *cli, const struct assessment *assessment, const struct plan *plan, str value)
{
	str name, path;
	const struct writer *writer;
	struct style style = plan->style;
	struct buf out = {0};
	bool ok;

	if (!str_split(value, ':', &name, &path)) {
		path = value;
		writer = writer_for_file(path);
		if (!writer)
			return unknown_value(
			        cli, OPTION_OUTPUT, value, "FORMAT:FILE, as in json:report.json");
	} else if (!resolve_format(cli, name, &writer)) {
		return false;
	}
	style.color = false;
	writer->write(assessment, &style, &out);
	ok = file_write(&cli->env, path, buf_str(&out));
	buf_free(&out);
	return ok;
}

static bool report(struct cli *cli, const struct assessment *assessment, const struct plan *plan)
{
	uint32_t n;
	const str *outputs = request_list(cli->request, OPTION_OUTPUT, &n);
	bool ok = true;

	if (!request_flag(cli->request, OPTION_QUIET))
		plan->format->write(assessment, &plan->style, &cli->out);
	for (uint32_t i = 0; i < n; i++)
		ok &= write_output(cli, assessment, plan, outputs[i]);
	return ok;
}

bool cmd_scan(struct cli *cli)
{
	struct plan plan = {0};
	struct scan scan = {0};
	struct assessment assessment = {0};
	bool ok;
	uint32_t n;
	const str *overlays = request_list(cli->request, OPTION_COVERAGE, &n);
	struct coverage *coverage = coverage_open(&cli->env, overlays, n);

	if (!coverage || !resolve(cli, coverage, &plan))
		return false;
	if (!rules_open(&cli->env, &plan.rules, &plan.scan.rules))
		return false;
	ok = scan_run(&cli->env, &plan.scan, &scan);
	if (scan.inputs.len) {
		ok &= assess_run(&cli->env, &scan, coverage, &plan.assess, &assessment) && report(cli, &assessment, &plan);
		cli->gate_hit = assessment.gate.hit;
	}
	scan_close(&scan);
	return ok;
}
