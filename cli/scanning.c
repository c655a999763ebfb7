/* Options typed, then those of the configuration, then defaults; everything is checked before
 * anything is read. */
#include "cli/scanning.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/config.h"
#include "cli/reporting.h"
#include "pytorch/backward.h"
#include "scanner/since.h"

static bool resolve_mode(struct cli *cli, struct scanning *s)
{
	str mode = request_text(&s->request, OPTION_MODE),
	    level = request_text(&s->request, OPTION_FAIL_ON);
	str as_of = request_text(&s->request, OPTION_AS_OF);

	if (str_eq(mode, S("compile")) || str_eq(mode, S("compiled")))
		s->assess_plan.mode = MODE_COMPILE;
	else if (mode.ptr && !str_eq(mode, S("eager")))
		return option_problem(cli, OPTION_MODE, mode, "eager or compile");
	if (level.ptr && !gate_level_parse(level, &s->gate_plan.level))
		return option_problem(
		        cli, OPTION_FAIL_ON, level, "off, info, minor, major or blocker");
	s->assess_plan.as_of = date_today();
	if (as_of.ptr && !date_parse(as_of, &s->assess_plan.as_of))
		return option_problem(cli, OPTION_AS_OF, as_of, "a date as in 2026-11-30");
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
		return option_problem(cli, OPTION_COLOR, color, "auto, always or never");
	if (width.ptr && (!str_int(width, &columns) || columns < 40 || columns > 1000))
		return option_problem(cli, OPTION_WIDTH, width, "a number from 40 to 1000");
	style->columns = (uint32_t)columns;
	if (lang.ptr && !language_parse(lang, &style->language))
		return option_problem(cli, OPTION_LANG, lang, "en or zh-TW");
	if (!lang.ptr)
		language_parse(cli->locale, &style->language);
	return true;
}

static bool resolve_jobs(struct cli *cli, struct scanning *s)
{
	str jobs = request_text(&s->request, OPTION_JOBS);
	int64_t n_jobs = 0;

	if (jobs.ptr && (!str_int(jobs, &n_jobs) || n_jobs < 1 || n_jobs > 64))
		return option_problem(cli, OPTION_JOBS, jobs, "a number from 1 to 64");
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

/* "RULE", with --severity "RULE=LEVEL"; before it may stand a folder or glob: "tests/:RULE". What
 * holds in a folder alone goes to the exceptions, once the rules are there. */
static bool split_choice(
        struct cli *cli, enum option_id option, str value, str *folder, struct rules_choice *out)
{
	size_t colon = str_rfind_byte(value, ':');
	str word;

	*folder = colon < value.len ? str_slice(value, 0, colon) : STR_NONE;
	out->name = colon < value.len ? str_from_at(value, colon + 1) : value;
	out->severity = SEVERITY_NONE;
	if (option != OPTION_SEVERITY)
		return true;
	if (str_split(out->name, '=', &out->name, &word) && severity_parse(word, &out->severity))
		return true;
	return option_problem(cli, option, value, "RULE=SEVERITY, as in item-in-loop=minor");
}

static bool take_choices(struct cli *cli, struct scanning *s, enum option_id option,
        const struct rules_choice **out, uint32_t *n)
{
	uint32_t given;
	const str *values = request_list(&s->request, option, &given);
	struct rules_choice *list =
	        ARENA_ARRAY(cli->env.keep, struct rules_choice, (size_t)given + 1);
	str folder;

	*n = 0;
	for (uint32_t i = 0; i < given; i++) {
		if (!split_choice(cli, option, values[i], &folder, &list[*n]))
			return false;
		*n += !folder.len;
	}
	*out = list;
	return true;
}

/* What --ignore and --severity say of single folders. */
static bool take_folder_choices(struct cli *cli, struct scanning *s, enum option_id option)
{
	uint32_t n;
	const str *values = request_list(&s->request, option, &n);
	struct rules_choice choice;
	str folder, origin = config_origin(&s->request, option);
	bool ok = true;

	for (uint32_t i = 0; i < n; i++)
		if (split_choice(cli, option, values[i], &folder, &choice) && folder.len)
			ok &= exceptions_add(&cli->env, s->scan_plan.rules, folder, choice.name,
			        choice.severity, origin, &s->exceptions);
	return ok;
}

static bool resolve_exceptions(struct cli *cli, struct scanning *s)
{
	str path = request_text(&s->request, OPTION_EXCEPTIONS);

	if (!path.ptr)
		path = config_find_upward(&cli->env, &s->request, S(".portfit-ignore.yaml"));
	if (path.ptr && !exceptions_read(&cli->env, s->scan_plan.rules, path, &s->exceptions))
		return false;
	s->assess_plan.exceptions = &s->exceptions;
	return take_folder_choices(cli, s, OPTION_IGNORE) &&
	       take_folder_choices(cli, s, OPTION_SEVERITY);
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

static bool resolve_thresholds(struct cli *cli, struct scanning *s)
{
	uint32_t n;
	const str *values = request_list(&s->request, OPTION_THRESHOLD, &n);
	struct threshold *list = ARENA_ARRAY(cli->env.keep, struct threshold, (size_t)n + 1);
	const char *expected;

	for (uint32_t i = 0; i < n; i++) {
		if (!threshold_parse(cli->env.keep, values[i], &list[i], &expected))
			return option_problem(cli, OPTION_THRESHOLD, values[i], expected);
		list[i].origin = config_origin(&s->request, OPTION_THRESHOLD);
		if (threshold_needs_baseline(&list[i]) && !s->gate_plan.baseline &&
		        !s->writes_baseline)
			return diag_error(cli->env.diags, (struct place){.path = S("--threshold")},
			        "'%.*s' needs a baseline to compare with; expected --baseline FILE "
			        "(portfit baseline write makes one)",
			        STR_ARG(values[i]));
	}
	s->gate_plan.thresholds = list;
	s->gate_plan.n_thresholds = n;
	return true;
}

/* Baseline, revision, thresholds: what the gate compares with. */
static bool resolve_gate(struct cli *cli, struct scanning *s)
{
	str path = request_text(&s->request, OPTION_BASELINE),
	    revision = request_text(&s->request, OPTION_SINCE);

	if (path.ptr && !s->writes_baseline) {
		if (!baseline_read(&cli->env, path, &s->baseline))
			return false;
		s->assess_plan.baseline = s->gate_plan.baseline = &s->baseline;
	}
	if (revision.ptr) {
		s->gate_plan.since =
		        since_read(&cli->env, s->scan_plan.paths, s->scan_plan.n_paths, revision);
		s->assess_plan.since = s->gate_plan.since;
		if (!s->gate_plan.since)
			return false;
	}
	s->gate_plan.drift = request_flag(&s->request, OPTION_DRIFT);
	s->gate_plan.paths = s->scan_plan.paths;
	s->gate_plan.n_paths = s->scan_plan.n_paths;
	return resolve_thresholds(cli, s);
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
	return option_problem(cli, OPTION_OPTIMIZER, name,
	        nearest.len
	                ? arena_format(cli->env.keep,
	                          "a class of torch.optim; did you mean '%.*s'?", STR_ARG(nearest))
	                          .ptr
	                : "a class of torch.optim, as in AdamW");
}

bool scanning_resolve(struct cli *cli, struct scanning *s)
{
	s->request = *cli->request;
	if (!s->without_config && !config_apply(cli, &s->request))
		return false;
	if (!s->request.words.len)
		return diag_error(cli->env.diags, (struct place){0},
		        "nothing to do: name a file or folder, as in 'portfit scan .', or set "
		        "'paths' in portfit.yaml");
	resolve_paths(s);
	return reporting_format(cli, request_text(&s->request, OPTION_FORMAT), &s->format) &&
	       resolve_mode(cli, s) && scanning_style(cli, &s->request, &s->style) &&
	       resolve_jobs(cli, s) && resolve_coverage(cli, s) && resolve_training(cli, s) &&
	       resolve_rules(cli, s) && resolve_exceptions(cli, s) && resolve_gate(cli, s);
}

/* Whether the folder of the file of exceptions was scanned whole: then an entry that silenced
 * nothing is of no use. */
static bool looks_at_all(struct cli *cli, const struct scanning *s)
{
	str folder = s->exceptions.path.len
	                     ? path_real(cli->env.temp, path_folder(s->exceptions.path))
	                     : STR_NONE;

	for (uint32_t i = 0; folder.len && i < s->scan_plan.n_paths; i++) {
		str path = path_real(cli->env.temp, s->scan_plan.paths[i]);
		struct baseline_reach reach = baseline_reach_of(cli->env.temp, &path, 1);

		if (baseline_covers(&reach, folder))
			return !s->scan_plan.walk.n_exclude && !s->rules.n_select &&
			       !s->rules.n_ignore;
	}
	return false;
}

bool scanning_run(struct cli *cli, struct scanning *s)
{
	struct env *env = &cli->env;
	struct findings *findings = &s->scan.findings;
	bool ok = scan_run(env, &s->scan_plan, &s->scan);

	if (!s->scan.inputs.len)
		return ok;
	exceptions_apply(env, s->scan_plan.rules, &s->exceptions, looks_at_all(cli, s), findings);
	if (s->gate_plan.baseline)
		baseline_mark(env, &s->baseline, s->scan_plan.rules, findings);
	if (s->gate_plan.since)
		since_mark(s->gate_plan.since, findings);
	s->assessed = assess_run(&cli->env, &s->scan, s->coverage, &s->assess_plan, &s->assessment);
	return ok && s->assessed;
}

void scanning_end(struct scanning *s)
{
	scan_close(&s->scan);
}
