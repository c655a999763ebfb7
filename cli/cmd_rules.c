/* portfit rules list | test, and explain: the rules in words, and their own proof. */
#include "cli/commands.h"

#include "base/text.h"

#include "coverage/ask.h"
#include "pytorch/api.h"
#include "pytorch/operator.h"
#include "report/report.h"
#include "report/rules.h"
#include "scanner/rules.h"

static bool open_rules(struct cli *cli, const str *paths, uint32_t n, bool without_bundled,
        const struct ruleset **out)
{
	struct rules_plan plan = {.paths = paths,
	        .n_paths = n,
	        .as_of = date_today(),
	        .without_bundled = without_bundled};

	return rules_open(&cli->env, &plan, out);
}

/* What a filter names has to be there: an empty list would say that all is well. */
static bool filter_fits(
        struct cli *cli, const struct ruleset *rules, const struct rules_filter *filter)
{
	uint32_t count;
	str nearest;

	if (filter->category.len &&
	        !ruleset_refs(rules, RULE_NAME_CATEGORY, filter->category, &count)) {
		nearest = rules_nearest_category(&cli->env, rules, filter->category);
		return diag_error(cli->env.diags, (struct place){.path = S("--category")},
		        "no rule is of category '%.*s'%s%.*s%s", STR_ARG(filter->category),
		        nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
		        nearest.len ? "'?" : "");
	}
	if (filter->target.len && ruleset_target_find(rules, filter->target) == UINT32_MAX)
		return diag_error(cli->env.diags, (struct place){.path = S("--target")},
		        "no rule speaks of target '%.*s'", STR_ARG(filter->target));
	return true;
}

bool cmd_rules_list(struct cli *cli)
{
	struct rules_filter filter = {0};
	enum rules_format format = RULES_TEXT;
	const struct ruleset *rules;
	uint32_t n, n_list;
	const str *paths = request_list(cli->request, OPTION_RULES, &n);
	str name = request_text(cli->request, OPTION_FORMAT);
	const uint32_t *list;

	if (str_eq(name, S("json")))
		format = RULES_JSON;
	else if (str_eq(name, S("markdown")))
		format = RULES_MARKDOWN;
	if (!option_format(cli, S("text json markdown")) ||
	        !open_rules(cli, paths, n, false, &rules))
		return false;
	filter.target = request_text(cli->request, OPTION_TARGET);
	filter.category = request_text(cli->request, OPTION_CATEGORY);
	filter.text = cli->request->words.len ? cli->request->words.at[0] : STR_NONE;
	if (!filter_fits(cli, rules, &filter))
		return false;
	list = rules_list(&cli->env, rules, &filter, &n_list);
	report_rules(&cli->out, rules, list, n_list, format);
	return true;
}

/* The bundled rules, or those of the paths alone. */
bool cmd_rules_test(struct cli *cli)
{
	const struct ruleset *rules;
	struct rules_report report = {0};

	if (!open_rules(cli, cli->request->words.at, cli->request->words.len,
	            cli->request->words.len > 0, &rules))
		return false;
	rules_test(&cli->env, rules, &report);
	report_rules_test(&cli->out, rules, &report);
	cli->gate_hit = report.faults.len > 0;
	return true;
}

static bool explain_rule(struct cli *cli, const struct ruleset *rules, str name)
{
	struct rule_explained rule;

	if (!rules_explain(&cli->env, rules, name, &rule))
		return false;
	report_rule(&cli->out, rules, &rule);
	return true;
}

/* The rules of a package by the package's own name. */
static bool explain_package(struct cli *cli, const struct ruleset *rules, str name)
{
	static const char *const ends[] = {"", "-import", "-requirement"};
	bool any = false;

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		str id = arena_format(cli->env.temp, "package-%.*s%s", STR_ARG(name), ends[i]);

		if (ruleset_find(rules, id) == UINT32_MAX)
			continue;
		if (any)
			buf_byte(&cli->out, '\n');
		any |= explain_rule(cli, rules, id);
	}
	return any;
}

static bool explain_category(struct cli *cli, const struct ruleset *rules, str name)
{
	struct rules_filter filter = {.category = name};
	uint32_t n;
	const uint32_t *list = rules_list(&cli->env, rules, &filter, &n);

	if (n) {
		buf_format(&cli->out,
		        "%.*s: a category of rules; 'portfit explain RULE' tells more, "
		        "--select and --ignore take its name\n",
		        STR_ARG(name));
		report_rules(&cli->out, rules, list, n, RULES_TEXT);
	}
	return n > 0;
}

/* Words of the report: verdicts, severities, what a fact rests on. */
static bool explain_word(struct cli *cli, str name)
{
	static const struct {
		const char *word, *text;
	} words[] = {
	        {"supported", "a verdict: a fact says that the target runs it; 'portfit coverage "
	                      "show OP' names the fact"},
	        {"decomposed", "a verdict: it becomes other operators on the way, and all of them "
	                       "are supported"},
	        {"conditional", "a verdict: it depends on dtype, shape, an argument or the mode; "
	                        "the report says on what. The gate counts it as minor"},
	        {"fallback", "a verdict: it runs, but on the CPU, and each call crosses to the "
	                     "host and back. The gate counts it as major"},
	        {"skipped", "a verdict: the vendor names it and leaves it out, of the product or "
	                    "of its own tests; it may work, nobody vouches for it. The gate "
	                    "counts it as major"},
	        {"unsupported", "a verdict: a fact says that the target does not run it. The gate "
	                        "counts it as blocker"},
	        {"unknown", "a verdict: no fact answers; it is a question, and 'portfit probe' "
	                    "can ask the device. The gate has a threshold of its own for it"},
	        {"blocker", "a severity: the run stops here until it is changed"},
	        {"major", "a severity: it runs wrong, on the CPU, or only elsewhere"},
	        {"minor", "a severity: it costs time or a small change"},
	        {"info", "a severity: worth knowing, nothing to do"},
	        {"measured", "evidence: it ran on the device"},
	        {"compiled", "evidence: the real back end's compiler accepted it, without the "
	                     "device"},
	        {"lowered", "evidence: the real back end's software lowered it, without the "
	                    "device"},
	        {"dispatch", "evidence: a kernel is registered for it"},
	        {"documented", "evidence: the vendor's documentation says so"},
	        {"derived", "evidence: it follows from the construct or from source code"},
	        {"community", "evidence: users say so; a severity that rests on it is at most "
	                      "major"},
	        {"assumed", "evidence: nobody says so; a severity that rests on it is at most "
	                    "major"},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(name, str_from(words[i].word))) {
			buf_format(&cli->out, "%s: %s\n", words[i].word, words[i].text);
			return true;
		}
	return false;
}

static void show_operator(struct cli *cli, const struct coverage *coverage, str op)
{
	struct ask ask = {.op = op, .release = RELEASE_2_13};
	struct query *query = ARENA_NEW(cli->env.keep, struct query);

	if (!ask_query(&cli->env, &ask, query))
		return;
	for (uint32_t t = 0; t < coverage_targets(coverage); t++) {
		struct shown_operator shown = {.op = query->op,
		        .target = coverage_target(coverage, t),
		        .coverage = coverage};

		for (int mode = 0; mode < MODE_COUNT; mode++) {
			shown.steps[mode].arena = cli->env.keep;
			shown.answers[mode] = coverage_answer(coverage, cli->env.keep, query,
			        shown.target, (enum mode)mode, &shown.steps[mode]);
		}
		report_operator_text(&cli->out, &shown, cli->env.keep);
	}
}

static bool explain_api(
        struct cli *cli, const struct coverage *coverage, const struct ruleset *rules, str name)
{
	struct api api;
	struct api_operators ops;
	const uint32_t *list;
	uint32_t n;

	if (!api_find(name, &api))
		return false;
	buf_format(&cli->out, "%.*s: %.*s of PyTorch%s%.*s\n", STR_ARG(name), STR_ARG(api.kind),
	        str_eq(api.canonical, name) ? "" : ", properly called ",
	        STR_ARG(str_eq(api.canonical, name) ? STR_NONE : api.canonical));
	if (api.deprecated.len)
		buf_format(&cli->out, "  deprecated: %.*s\n", STR_ARG(api.deprecated));
	list = rules_naming(&cli->env, rules, api.canonical, &n);
	if (n) {
		buf_puts(&cli->out, "rules that speak of it:\n");
		report_rules(&cli->out, rules, list, n, RULES_TEXT);
	}
	if (!api_operators_find(name, S("forward"), &ops))
		return true;
	for (uint32_t i = 0; i < (ops.n_pre ? ops.n_pre : ops.n_neutral); i++)
		show_operator(cli, coverage, tables_text(ops.n_pre ? ops.pre[i] : ops.neutral[i]));
	return true;
}

static bool explain_operator(struct cli *cli, const struct coverage *coverage, str name)
{
	str op = operator_canonical(cli->env.keep, name);
	struct operator known;

	if (!operator_find(op, RELEASE_ANY, &known) &&
	        !operator_overload(op, RELEASE_ANY, 0, &known))
		return false;
	show_operator(cli, coverage, op);
	return true;
}

bool cmd_explain(struct cli *cli)
{
	uint32_t n, n_overlays;
	const str *paths = request_list(cli->request, OPTION_RULES, &n);
	const str *overlays = request_list(cli->request, OPTION_COVERAGE, &n_overlays);
	struct coverage *coverage = coverage_open(&cli->env, overlays, n_overlays);
	const struct ruleset *rules;
	str name = cli->request->words.at[0], nearest;

	if (!coverage || !open_rules(cli, paths, n, false, &rules))
		return false;
	if (explain_rule(cli, rules, name) || explain_word(cli, name) ||
	        explain_api(cli, coverage, rules, name) || explain_operator(cli, coverage, name) ||
	        explain_category(cli, rules, name) || explain_package(cli, rules, name))
		return true;
	nearest = rules_nearest_category(&cli->env, rules, name);
	if (!nearest.len)
		nearest = rules_nearest(&cli->env, rules, name);
	return diag_error(cli->env.diags, (struct place){0},
	        "'%.*s' is no rule, operator, name of torch, word of the report, category or "
	        "package%s%.*s%s",
	        STR_ARG(name),
	        nearest.len ? "; did you mean '" : "; 'portfit rules list' shows the rules",
	        STR_ARG(nearest), nearest.len ? "'?" : "");
}
