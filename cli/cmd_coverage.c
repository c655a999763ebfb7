/* portfit coverage show | list | stats: the database, and how an answer comes about. */
#include "cli/commands.h"

#include "base/json.h"
#include "coverage/ask.h"
#include "pytorch/operator.h"
#include "report/report.h"

static bool open_coverage(struct cli *cli, struct coverage **out)
{
	uint32_t n;
	const str *overlays = request_list(cli->request, OPTION_COVERAGE, &n);

	*out = coverage_open(&cli->env, overlays, n);
	return *out != NULL;
}

/* The targets that --target names, else all; *n is their number. */
static bool chosen(struct cli *cli, const struct coverage *coverage,
        const struct target *const **out, uint32_t *n)
{
	return choose_targets(&cli->env, coverage, cli->request, out, n);
}

static bool read_ask(struct cli *cli, str op, struct ask *ask)
{
	str release = request_text(cli->request, OPTION_RELEASE);

	*ask = (struct ask){.op = op,
	        .signature = request_text(cli->request, OPTION_SIGNATURE),
	        .args = request_text(cli->request, OPTION_ARGS),
	        .context = request_text(cli->request, OPTION_CONTEXT),
	        .release = RELEASE_2_13};
	if (str_eq(ask->args, S("-")))
		ask->args = STR_NONE;
	if (str_eq(ask->context, S("-")))
		ask->context = STR_NONE;
	if (str_starts(release, S("2.14")))
		ask->release = RELEASE_2_14;
	else if (release.ptr && !str_starts(release, S("2.13")))
		return diag_error(cli->env.diags, (struct place){.path = S("--release")},
		        "'%.*s' is not known; expected 2.13 or 2.14", STR_ARG(release));
	return true;
}

static void show_json(struct cli *cli, const struct shown_operator *shown, uint32_t n)
{
	struct json_out w = {.out = &cli->out, .indent = 2};

	json_out_array(&w);
	for (uint32_t i = 0; i < n; i++)
		report_operator_json(&w, &shown[i]);
	json_out_array_end(&w);
	buf_byte(&cli->out, '\n');
}

static void ask_all(struct cli *cli, const struct coverage *coverage, const struct query *query,
        const struct target *target, struct shown_operator *out)
{
	*out = (struct shown_operator){.op = query->op, .target = target, .coverage = coverage};
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		out->steps[mode].arena = cli->env.keep;
		out->answers[mode] = coverage_answer(
		        coverage, cli->env.keep, query, target, (enum mode)mode, &out->steps[mode]);
	}
}

bool cmd_coverage_show(struct cli *cli)
{
	const struct target *const *targets;
	struct coverage *coverage;
	uint32_t n, words = cli->request->words.len;
	struct shown_operator *shown;
	bool json = str_eq(request_text(cli->request, OPTION_FORMAT), S("json"));

	if (!option_format(cli, S("text json")) || !open_coverage(cli, &coverage) ||
	        !chosen(cli, coverage, &targets, &n))
		return false;
	shown = ARENA_ARRAY(cli->env.keep, struct shown_operator, (size_t)words * n);
	for (uint32_t i = 0; i < words; i++) {
		struct query *query = ARENA_NEW(cli->env.keep, struct query);
		struct ask ask;

		if (!read_ask(cli, cli->request->words.at[i], &ask) ||
		        !ask_query(&cli->env, &ask, query))
			return false;
		for (uint32_t t = 0; t < n; t++)
			ask_all(cli, coverage, query, targets[t], &shown[i * n + t]);
	}
	if (json)
		show_json(cli, shown, words * n);
	else
		for (uint32_t i = 0; i < words * n; i++)
			report_operator_text(&cli->out, &shown[i], cli->env.keep);
	return true;
}

/* One object an operator and target. */
bool cmd_coverage_list(struct cli *cli)
{
	bool json = str_eq(request_text(cli->request, OPTION_FORMAT), S("json"));
	const struct target *const *targets;
	struct coverage *coverage;
	struct json_out w = {.out = &cli->out, .indent = 0};
	uint32_t n, n_ops;
	str *ops;

	if (!option_format(cli, S("text json")) || !open_coverage(cli, &coverage) ||
	        !chosen(cli, coverage, &targets, &n))
		return false;
	n_ops = coverage_list(coverage, cli->env.keep, &ops);
	for (uint32_t i = 0; i < n_ops; i++) {
		struct ask ask = {.op = str_ends(ops[i], S(".*"))
		                                ? str_slice(ops[i], 0, ops[i].len - 2)
		                                : ops[i],
		        .release = RELEASE_2_13};
		struct query query;

		if (!ask_query(&cli->env, &ask, &query))
			return false;
		for (uint32_t t = 0; t < n; t++) {
			struct shown_operator shown;

			ask_all(cli, coverage, &query, targets[t], &shown);
			shown.op = ops[i];
			shown.steps[0].lines.len = shown.steps[1].lines.len = 0;
			if (json) {
				report_operator_row_json(&w, &shown);
				buf_byte(&cli->out, '\n');
			} else {
				report_operator_row_text(&cli->out, &shown);
			}
		}
	}
	return true;
}

bool cmd_coverage_stats(struct cli *cli)
{
	const struct target *const *targets;
	struct coverage *coverage;
	uint32_t n;

	if (!open_coverage(cli, &coverage) || !chosen(cli, coverage, &targets, &n))
		return false;
	for (uint32_t t = 0; t < n; t++)
		report_coverage_stats(&cli->out, coverage, targets[t], cli->env.keep);
	return true;
}
