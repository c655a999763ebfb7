/* portfit cost: one qualified job on each platform, from a plan, records of jobs, or both. */
#include "cli/costing.h"

#include "assess/cost.h"
#include "report/cost.h"

static void write_text(struct arena *arena, const void *report, struct buf *out)
{
	report_cost_text(arena, report, out);
}

static void write_page(struct arena *arena, const void *report, struct buf *out)
{
	report_cost_markdown(arena, report, out);
}

static void write_json(struct arena *arena, const void *report, struct buf *out)
{
	(void)arena;
	report_cost_json(report, out);
}

static const struct costing_format formats[] = {
        {"text", ".txt", write_text},
        {"markdown", ".md", write_page},
        {"json", ".json", write_json},
};

/* NULL-terminated, in the order in which they were named. */
static const struct job_record *const *read_records(struct cli *cli, uint32_t from)
{
	uint32_t n = cli->request->words.len - from;
	const struct job_record **list =
	        ARENA_ARRAY(cli->env.keep, const struct job_record *, (size_t)n + 1);
	bool ok = true;

	for (uint32_t i = 0; i < n; i++) {
		struct job_record *record = ARENA_NEW(cli->env.keep, struct job_record);

		ok &= job_record_read(&cli->env, cli->request->words.at[from + i], record);
		list[i] = record;
	}
	return ok ? list : NULL;
}

static bool read_plan(struct cli *cli, const struct book *book, struct cost_plan *plan)
{
	str first = cli->request->words.at[0];
	bool planned = !str_ends(first, S(".json"));
	const struct job_record *const *records = read_records(cli, planned ? 1 : 0);

	if (!records)
		return false;
	if (!planned)
		return cost_plan_from_records(&cli->env, book, records, plan);
	return cost_plan_read(&cli->env, book, first, plan) &&
	       cost_plan_add_records(&cli->env, records, plan);
}

/* --fail-on stay: an answer is to stay. --fail-on parity: a job costs more than today, or nobody
 * knows what it costs. */
static bool gate(struct cli *cli, const struct cost_result *result)
{
	str level = request_text(cli->request, OPTION_FAIL_ON);

	if (level.ptr && !str_eq(level, S("stay")) && !str_eq(level, S("parity")))
		return option_problem(cli, OPTION_FAIL_ON, level, "stay or parity");
	for (uint32_t i = 0; level.ptr && i < result->n_targets; i++) {
		const struct cost_compare *c = &result->targets[i];

		if (str_eq(level, S("stay")))
			cli->gate_hit |= c->answer == ANSWER_STAY || c->answer == ANSWER_STAY_BUY;
		else
			cli->gate_hit |= !c->speed_known || !(c->o.saving_job >= 0);
	}
	return true;
}

bool cmd_cost(struct cli *cli)
{
	struct cost_plan plan = {0};
	struct costing costing;
	struct cost_result result;
	struct cost_report report = {
	        .result = &result, .version = S(PORTFIT_VERSION), .columns = 120};

	if (!costing_open(cli, &costing))
		return false;
	plan.settings = costing.settings;
	plan.as_of = costing.as_of;
	plan.no_labour = costing.no_labour;
	report.columns = costing.columns;
	report.verbose = request_flag(cli->request, OPTION_VERBOSE);
	return read_plan(cli, costing.book, &plan) &&
	       cost_run(&cli->env, costing.book, &plan, &result) && gate(cli, &result) &&
	       costing_report(cli, formats, sizeof formats / sizeof *formats, &report);
}
