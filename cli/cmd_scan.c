/* portfit scan PATH...: the main job. */
#include "assess/cost_scan.h"
#include "assess/effort_scan.h"
#include "assess/excerpt.h"
#include "cli/costing.h"
#include "cli/reporting.h"
#include "cli/scanning.h"
#include "report/gate_line.h"

/* What is needed to speak of hours and money. */
struct money {
	struct scanning *scanning;
	struct costing costing;
	struct cost_plan plan;
	struct cost_result cost;
	bool work, planned; /* hours are shown; there is a plan of costs */
};

/* The work of every target, for the formats that show it. */
static bool estimate_work(struct cli *cli, struct scanning *s, const struct costing *costing)
{
	uint32_t n = s->assessment.n_targets;
	struct effort *efforts = ARENA_ARRAY(cli->env.keep, struct effort, n);
	struct effort_shared *shared = effort_shared_new(cli->env.keep);

	for (uint32_t i = 0; i < n; i++) {
		struct effort_given given = {0};

		effort_from_scan(&cli->env, &s->assessment, i, &given);
		given.input.shared = shared;
		given.input.spreads_only = true;
		if (!effort_estimate(&cli->env, &costing->settings, &given.input, &efforts[i]))
			return false;
		effort_settle(&efforts[i]);
	}
	s->assessment.effort = efforts;
	s->assessment.settings = &costing->settings;
	return true;
}

/* What a format for programs does not tell a person who reads the log of a run. */
static void say_gate(struct cli *cli, const struct scanning *s)
{
	struct buf line = {0};

	if (!s->assessment.gate.on || s->format->gate)
		return;
	report_gate_line(cli->env.keep, &s->assessment.gate, s->style.language, &line);
	diag_note(cli->env.diags, (struct place){0}, "%.*s", STR_ARG(buf_str(&line)));
	buf_free(&line);
}

/* The plan of costs that --plan or the configuration names; read before anything is scanned. */
static bool open_plan(struct cli *cli, struct money *m)
{
	str path = request_text(&m->scanning->request, OPTION_PLAN);

	m->work = reporting_wants_effort(&m->scanning->request, m->scanning->format);
	for (uint32_t i = 0; i < m->scanning->gate_plan.n_thresholds; i++)
		m->work |= threshold_needs_effort(&m->scanning->gate_plan.thresholds[i]);
	m->planned = path.ptr != NULL;
	if ((m->work || m->planned) && !costing_open(cli, &m->costing))
		return false;
	m->plan = (struct cost_plan){.settings = m->costing.settings,
	        .as_of = m->costing.as_of,
	        .no_labour = m->costing.no_labour,
	        .scanned = true};
	return !m->planned || cost_plan_read(&cli->env, m->costing.book, path, &m->plan);
}

static bool estimate(struct cli *cli, struct money *m)
{
	struct assessment *a = &m->scanning->assessment;

	if (m->work && !estimate_work(cli, m->scanning, &m->costing))
		return false;
	if (!m->planned)
		return true;
	if (!cost_plan_add_scan(&cli->env, a, &m->plan) ||
	        !cost_run(&cli->env, m->costing.book, &m->plan, &m->cost))
		return false;
	a->cost = &m->cost;
	return true;
}

bool cmd_scan(struct cli *cli)
{
	struct scanning *s = ARENA_NEW(cli->env.keep, struct scanning);
	struct money *m = ARENA_NEW(cli->env.keep, struct money);
	bool ok;

	m->scanning = s;
	ok = scanning_resolve(cli, s) && open_plan(cli, m) && scanning_run(cli, s);
	if (s->assessed) {
		ok &= estimate(cli, m);
		gate_run(&s->assessment, &s->gate_plan);
		if (reporting_wants_excerpts(&s->request, s->format))
			excerpts_read(&cli->env, &s->assessment);
		ok &= reporting_write(cli,
		        &(struct reporting){&s->request, s->format, &s->style, &s->assessment});
		say_gate(cli, s);
		cli->gate_hit = s->assessment.gate.hit;
	}
	scanning_end(s);
	return ok;
}
