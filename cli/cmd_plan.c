/* portfit plan: the work as ordered tasks, each with a way to tell that it is done. */
#include "cli/costing.h"

#include "assess/effort_plan.h"
#include "assess/effort_scan.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/scanning.h"
#include "pytorch/operator.h"
#include "report/effort.h"

static void plan_text(struct arena *arena, const void *report, struct buf *out)
{
	report_work_text(arena, report, out);
}

static void plan_markdown(struct arena *arena, const void *report, struct buf *out)
{
	report_work_markdown(arena, report, out);
}

static void plan_csv(struct arena *arena, const void *report, struct buf *out)
{
	report_work_csv(arena, report, out);
}

static void plan_json(struct arena *arena, const void *report, struct buf *out)
{
	(void)arena;
	report_work_json(report, out);
}

static const struct costing_format formats[] = {
        {"text", ".txt", plan_text},
        {"markdown", ".md", plan_markdown},
        {"csv", ".csv", plan_csv},
        {"json", ".json", plan_json},
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

/* What the words name: a plan by hand, a result, or else something to scan. */
struct plan_source {
	str path, text; /* text: for the plan's head */
	str command;    /* the same as words for a shell, with the options that lead to it */
	struct scanning
	        *scanning; /* its texts are in use until the end; NULL: nothing was scanned */
};

static bool scan_paths(struct cli *cli, struct plan_source *source, struct effort_given *out)
{
	struct scanning *s = ARENA_NEW(cli->env.keep, struct scanning);
	const str *words = cli->request->words.at;

	for (uint32_t i = 1; i < cli->request->words.len; i++)
		source->text = arena_format(
		        cli->env.keep, "%.*s %.*s", STR_ARG(source->text), STR_ARG(words[i]));
	if (!scanning_resolve(cli, s))
		return false;
	if (s->assess_plan.n_targets != 1)
		return diag_error(cli->env.diags, (struct place){.path = S("--target")},
		        "a plan is for one target; choose one, as in --target %.*s",
		        STR_ARG(s->assess_plan.targets[0]->name));
	source->scanning = s;
	if (!scanning_run(cli, s))
		return false;
	effort_from_scan(&cli->env, &s->assessment, 0, out);
	return true;
}

static bool read_given(struct cli *cli, struct plan_source *source, struct costing *costing,
        struct effort_given *out)
{
	str target = request_text(cli->request, OPTION_TARGET), path = source->path;
	bool by_hand = str_ends(path, S(".yaml")) || str_ends(path, S(".yml")), ok;

	if (!by_hand && !str_ends(path, S(".json")))
		return scan_paths(cli, source, out);
	if (cli->request->words.len > 1)
		return diag_error(cli->env.diags, (struct place){0},
		        "portfit plan takes one result or plan, or paths to scan");
	ok = by_hand ? read_by_hand(cli, path, costing, out)
	             : effort_read_result(&cli->env, path, target, out);
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
	effort_progress_of(&cli->env, effort, &(struct effort_since){&before, &records}, out);
	return true;
}

/* What is typed to get the same work again. */
static str command_words(struct cli *cli)
{
	static const enum option_id kept[] = {OPTION_MODE, OPTION_CONFIG, OPTION_COVERAGE,
	        OPTION_RULES, OPTION_EXCLUDE, OPTION_INCLUDE, OPTION_ENTRY, OPTION_SOURCE_ROOT,
	        OPTION_TRAINING, OPTION_OPTIMIZER, OPTION_BASELINE};
	struct arena *a = cli->env.keep;
	str out = STR_NONE;

	for (uint32_t i = 0; i < cli->request->words.len; i++)
		out = arena_format(a, "%.*s%s%.*s", STR_ARG(out), i ? " " : "",
		        STR_ARG(text_shell_word(a, cli->request->words.at[i])));
	for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
		uint32_t n;
		const str *values = request_list(cli->request, kept[k], &n);

		if (request_flag(cli->request, kept[k]) && !n)
			out = arena_format(a, "%.*s --%s", STR_ARG(out), option_row(kept[k])->name);
		for (uint32_t i = 0; i < n; i++)
			out = arena_format(a, "%.*s --%s %.*s", STR_ARG(out),
			        option_row(kept[k])->name, STR_ARG(text_shell_word(a, values[i])));
	}
	return out;
}

/* ------------------------------------------------------------------ done or not */

/* All names that a piece of work can have: what is gone had one of them. */
struct work_names {
	VEC(str) list;
};

static bool add_rule_names(
        struct cli *cli, const struct plan_source *source, struct work_names *out)
{
	const struct ruleset *rules = source->scanning ? source->scanning->scan.rules : NULL;
	struct rules_plan plan = {0};

	plan.paths = request_list(cli->request, OPTION_RULES, &plan.n_paths);
	if (!rules && !rules_open(&cli->env, &plan, &rules))
		return false;
	for (uint32_t i = 0; i < rules->n_rules; i++)
		*VEC_PUSH(cli->env.keep, &out->list) = ruleset_text(rules, rules->rules[i].cause);
	return true;
}

static void add_names(struct cli *cli, const struct effort_given *given, struct work_names *out)
{
	for (uint32_t i = 0; i < given->causes.len; i++)
		*VEC_PUSH(cli->env.keep, &out->list) = given->causes.at[i].id;
	for (uint32_t i = 0; i < given->done.len; i++)
		*VEC_PUSH(cli->env.keep, &out->list) = given->done.at[i];
}

/* An operator that is gone from the graphs is in them no more, but PyTorch has it. */
static bool is_operator_work(str id)
{
	struct operator op;

	return str_starts(id, S("operator-")) &&
	       operator_find(str_from_at(id, S("operator-").len), RELEASE_ANY, &op);
}

static bool check_name(
        struct cli *cli, const struct plan_source *source, const struct effort_given *given, str id)
{
	str earlier = request_text(cli->request, OPTION_EARLIER), nearest;
	struct work_names names = {0};
	struct effort_given before = {0};
	enum effort_part part;

	if (effort_part_parse(id, &part) && part >= PART_SETUP)
		return diag_error(cli->env.diags, (struct place){.path = S("--done")},
		        "'%.*s' is a phase: no scan sees whether it is done; the plan names the "
		        "command that tells",
		        STR_ARG(id));
	if (is_operator_work(id))
		return true;
	if (earlier.ptr && !effort_read_result(&cli->env, earlier, given->input.target, &before))
		return false;
	add_names(cli, given, &names);
	add_names(cli, &before, &names);
	if (!add_rule_names(cli, source, &names))
		return false;
	for (uint32_t i = 0; i < names.list.len; i++)
		if (str_eq(names.list.at[i], id))
			return true;
	nearest = text_nearest(id, names.list.at, names.list.len);
	return diag_error(cli->env.diags, (struct place){.path = S("--done")},
	        "no work is called '%.*s'%s%.*s%s", STR_ARG(id),
	        nearest.len ? "; did you mean '"
	                    : "; a plan names its items, --earlier those of an earlier one",
	        STR_ARG(nearest), nearest.len ? "'?" : "");
}

/* --done CAUSE: status 0 when it is gone, 1 while it is there, 2 when no work has that name. */
static bool tell_done(struct cli *cli, const struct plan_source *source,
        const struct effort_given *given, const struct effort *effort)
{
	str id = request_text(cli->request, OPTION_DONE);

	cli->gate_hit = effort_has_cause(&cli->env, effort, id);
	if (!cli->gate_hit && !check_name(cli, source, given, id))
		return false;
	if (!request_flag(cli->request, OPTION_QUIET))
		buf_format(&cli->out, "%.*s is %s\n", STR_ARG(id),
		        cli->gate_hit ? "not done" : "done: it is not in the work any more");
	return true;
}

static bool write_plan(struct cli *cli, const struct plan_source *source,
        const struct costing *costing, const struct effort *effort)
{
	struct effort_tasks tasks;
	struct effort_progress progress;
	struct work_report report;

	if (!read_progress(cli, effort, &progress))
		return false;
	effort_tasks_from(effort, source->command, &tasks);
	report = (struct work_report){effort, &tasks, &progress, &costing->settings, source->text,
	        S(PORTFIT_VERSION), costing->columns, costing->no_labour,
	        request_flag(cli->request, OPTION_VERBOSE)};
	return costing_report(cli, formats, sizeof formats / sizeof *formats, &report);
}

static bool say(struct cli *cli, const struct plan_source *source, const struct costing *costing,
        const struct effort_given *given)
{
	struct effort effort;

	if (!effort_estimate(&cli->env, &costing->settings, &given->input, &effort))
		return false;
	if (request_flag(cli->request, OPTION_DONE))
		return tell_done(cli, source, given, &effort);
	return write_plan(cli, source, costing, &effort);
}

bool cmd_plan(struct cli *cli)
{
	struct plan_source source = {.path = cli->request->words.at[0],
	        .text = cli->request->words.at[0],
	        .command = command_words(cli)};
	struct costing costing;
	struct effort_given given = {0};
	bool ok = costing_open(cli, &costing) && read_given(cli, &source, &costing, &given) &&
	          say(cli, &source, &costing, &given);

	if (source.scanning)
		scanning_end(source.scanning);
	return ok;
}
