/* Options typed, then those of the configuration, then defaults; everything is checked before
 * anything is read. */
#include "cli/scanning.h"

#include "assess/gate.h"
#include "base/text.h"
#include "cli/config.h"
#include "cli/reporting.h"
#include "pytorch/backward.h"

bool scanning_bad_value(struct cli *cli, enum option_id option, str value, const char *expected)
{
	return diag_error(cli->env.diags,
	        (struct place){
	                .path = arena_format(cli->env.keep, "--%s", option_row(option)->name)},
	        "unknown value '%.*s'; expected %s", STR_ARG(value), expected);
}

static bool resolve_mode(struct cli *cli, struct scanning *s)
{
	str mode = request_text(&s->request, OPTION_MODE),
	    level = request_text(&s->request, OPTION_FAIL_ON);
	str as_of = request_text(&s->request, OPTION_AS_OF);

	if (str_eq(mode, S("compile")) || str_eq(mode, S("compiled")))
		s->assess_plan.mode = MODE_COMPILE;
	else if (mode.ptr && !str_eq(mode, S("eager")))
		return scanning_bad_value(cli, OPTION_MODE, mode, "eager or compile");
	if (level.ptr && !gate_level_parse(level, &s->assess_plan.fail_on))
		return scanning_bad_value(
		        cli, OPTION_FAIL_ON, level, "off, info, minor, major or blocker");
	s->assess_plan.as_of = date_today();
	if (as_of.ptr && !date_parse(as_of, &s->assess_plan.as_of))
		return scanning_bad_value(cli, OPTION_AS_OF, as_of, "a date as in 2026-11-30");
	s->rules.as_of = s->assess_plan.as_of;
	return true;
}

bool scanning_style(struct cli *cli, const struct request *request, struct style *style)
{
	str color = request_text(request, OPTION_COLOR),
	    width = request_text(request, OPTION_WIDTH), lang = request_text(request, OPTION_LANG);
	int64_t columns = cli->columns ? cli->columns : 120;

	style->version = S(PORTFIT_VERSION);
	style->verbose = request_flag(request, OPTION_VERBOSE);
	style->color = cli->is_terminal && !cli->no_color;
	if (str_eq(color, S("always")))
		style->color = true;
	else if (str_eq(color, S("never")))
		style->color = false;
	else if (color.ptr && !str_eq(color, S("auto")))
		return scanning_bad_value(cli, OPTION_COLOR, color, "auto, always or never");
	if (width.ptr && (!str_int(width, &columns) || columns < 40 || columns > 1000))
		return scanning_bad_value(cli, OPTION_WIDTH, width, "a number from 40 to 1000");
	style->columns = (uint32_t)columns;
	if (lang.ptr && !language_parse(lang, &style->language))
		return scanning_bad_value(cli, OPTION_LANG, lang, "en or zh-TW");
	if (!lang.ptr)
		language_parse(cli->locale, &style->language);
	return true;
}

static bool resolve_jobs(struct cli *cli, struct scanning *s)
{
	str jobs = request_text(&s->request, OPTION_JOBS);
	int64_t n_jobs = 0;

	if (jobs.ptr && (!str_int(jobs, &n_jobs) || n_jobs < 1 || n_jobs > 64))
		return scanning_bad_value(cli, OPTION_JOBS, jobs, "a number from 1 to 64");
	s->scan_plan.jobs = (uint32_t)n_jobs;
	return true;
}

static void resolve_paths(struct scanning *s)
{
	s->rules.paths = request_list(&s->request, OPTION_RULES, &s->rules.n_paths);
	s->scan_plan.paths = s->request.words.at;
	s->scan_plan.n_paths = s->request.words.len;
	s->scan_plan.walk.exclude =
	        request_list(&s->request, OPTION_EXCLUDE, &s->scan_plan.walk.n_exclude);
	s->scan_plan.walk.include =
	        request_list(&s->request, OPTION_INCLUDE, &s->scan_plan.walk.n_include);
	s->scan_plan.entries = request_list(&s->request, OPTION_ENTRY, &s->scan_plan.n_entries);
}

/* "blocker=rule-id" or "rule-id=blocker" as --severity takes it; --select and --ignore take names
 * alone. */
static bool take_choices(struct cli *cli, struct scanning *s, enum option_id option,
        const struct rules_choice **out, uint32_t *n)
{
	const str *values = request_list(&s->request, option, n);
	struct rules_choice *list = ARENA_ARRAY(cli->env.keep, struct rules_choice, (size_t)*n + 1);

	for (uint32_t i = 0; i < *n; i++) {
		str word;

		list[i].name = values[i];
		if (option != OPTION_SEVERITY)
			continue;
		if (!str_split(values[i], '=', &list[i].name, &word) ||
		        !severity_parse(word, &list[i].severity))
			return scanning_bad_value(
			        cli, option, values[i], "RULE=SEVERITY, as in item-in-loop=minor");
	}
	*out = list;
	return true;
}

static bool resolve_rules(struct cli *cli, struct scanning *s)
{
	return take_choices(cli, s, OPTION_SELECT, &s->rules.select, &s->rules.n_select) &&
	       take_choices(cli, s, OPTION_IGNORE, &s->rules.ignore, &s->rules.n_ignore) &&
	       take_choices(cli, s, OPTION_SEVERITY, &s->rules.severity, &s->rules.n_severity) &&
	       rules_open(&cli->env, &s->rules, &s->scan_plan.rules);
}

static bool resolve_coverage(struct cli *cli, struct scanning *s)
{
	uint32_t n;
	const str *overlays = request_list(&s->request, OPTION_COVERAGE, &n);

	s->coverage = coverage_open(&cli->env, overlays, n);
	s->assess_plan.targets_named = request_flag(&s->request, OPTION_TARGET);
	return s->coverage && choose_targets(&cli->env, s->coverage, &s->request,
	                              &s->assess_plan.targets, &s->assess_plan.n_targets);
}

static bool resolve_baseline(struct cli *cli, struct scanning *s)
{
	str path = request_text(&s->request, OPTION_BASELINE);

	if (!path.ptr)
		return true;
	if (!baseline_read(&cli->env, path, &s->baseline))
		return false;
	s->assess_plan.known_operators = &s->baseline.operators;
	return true;
}

static bool resolve_training(struct cli *cli, struct scanning *s)
{
	str name = request_text(&s->request, OPTION_OPTIMIZER), names[64], nearest;
	struct optimizer known;
	uint32_t n;

	s->assess_plan.source_root = request_text(&s->request, OPTION_SOURCE_ROOT);
	s->assess_plan.training = request_flag(&s->request, OPTION_TRAINING);
	s->assess_plan.optimizer = name;
	if (!name.ptr || optimizer_find(name, S("for-loop"), &known))
		return true;
	n = optimizer_names(names, 64);
	nearest = text_nearest(name, names, n);
	return scanning_bad_value(cli, OPTION_OPTIMIZER, name,
	        nearest.len
	                ? arena_format(cli->env.keep,
	                          "a class of torch.optim; did you mean '%.*s'?", STR_ARG(nearest))
	                          .ptr
	                : "a class of torch.optim, as in AdamW");
}

bool scanning_resolve(struct cli *cli, struct scanning *s)
{
	s->request = *cli->request;
	if (!config_apply(cli, &s->request))
		return false;
	resolve_paths(s);
	return reporting_format(cli, request_text(&s->request, OPTION_FORMAT), &s->format) &&
	       resolve_mode(cli, s) && scanning_style(cli, &s->request, &s->style) &&
	       resolve_jobs(cli, s) && resolve_coverage(cli, s) && resolve_training(cli, s) &&
	       resolve_rules(cli, s) && resolve_baseline(cli, s);
}

bool scanning_run(struct cli *cli, struct scanning *s)
{
	bool ok = scan_run(&cli->env, &s->scan_plan, &s->scan);

	if (!s->scan.inputs.len)
		return ok;
	if (s->baseline.arena)
		baseline_mark(&cli->env, &s->baseline, &s->scan.findings);
	s->assessed = assess_run(&cli->env, &s->scan, s->coverage, &s->assess_plan, &s->assessment);
	return ok && s->assessed;
}

void scanning_end(struct scanning *s)
{
	scan_close(&s->scan);
}
