/* portfit baseline write | show | prune: accepted findings. */
#include "assess/gate.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/scanning.h"

static str baseline_path(const struct scanning *s)
{
	str path = request_text(&s->request, OPTION_BASELINE);

	return path.ptr ? path : S("portfit-baseline.json");
}

static void gather_findings(
        struct cli *cli, const struct scanning *s, bool known_only, struct baseline *out)
{
	struct map at = {.arena = cli->env.keep};
	struct baseline_reach reach =
	        baseline_reach_of(cli->env.keep, s->scan_plan.paths, s->scan_plan.n_paths);

	for (uint32_t i = 0; i < s->scan.findings.list.len; i++) {
		const struct finding *f = &s->scan.findings.list.at[i];
		str fingerprint = fingerprint_text(cli->env.keep, f->fingerprint);
		bool fresh;
		uint32_t *index;

		if (f->state == FINDING_SUPPRESSED || (known_only && f->state != FINDING_BASELINE))
			continue;
		index = map_at(&at,
		        arena_format(
		                cli->env.keep, "%.*s %.*s", STR_ARG(fingerprint), STR_ARG(f->path)),
		        &fresh);
		if (fresh) {
			*index = out->entries.len;
			*VEC_PUSH(cli->env.keep, &out->entries) = (struct baseline_entry){
			        fingerprint, s->scan.rules->ids[f->rule], f->path, 0, 0, 0};
		}
		out->entries.at[*index].count++;
		out->accepted++;
	}
	/* what this scan did not look at stays accepted */
	for (uint32_t i = 0; known_only && i < s->baseline.entries.len; i++) {
		struct baseline_entry e = s->baseline.entries.at[i];

		e.count -= e.found;
		if (!e.count || baseline_covers(&reach, e.path))
			continue;
		*VEC_PUSH(cli->env.keep, &out->entries) = e;
		out->accepted += e.count;
	}
}

static void gather_operators(
        struct cli *cli, const struct scanning *s, bool known_only, struct baseline *out)
{
	const struct assessment *a = &s->assessment;

	/* without a graph nothing can be said about operators that are gone */
	if (known_only && !a->operator_nodes) {
		out->operators = s->baseline.operators;
		return;
	}
	for (uint32_t i = 0; i < a->rows.len; i++) {
		const struct op_row *row = &a->rows.at[i];

		for (uint32_t t = 0; row->judged && (!known_only || row->known) && t < a->n_targets;
		        t++)
			for (int mode = 0; mode < MODE_COUNT; mode++)
				*VEC_PUSH(cli->env.keep,
				        &out->operators) = (struct baseline_operator){
				        .operator= row->op,
				        .signature = row->signature,
				        .mode = mode_word((enum mode)mode),
				        .target = a->targets[t]->name,
				        .verdict = verdict_word(
				                row_judged(row, t, (enum mode)mode)->worst)};
	}
}

void scanning_gather(
        struct cli *cli, const struct scanning *s, bool known_only, struct baseline *out)
{
	const struct assessment *a = &s->assessment;

	*out = (struct baseline){.tool = S(PORTFIT_VERSION)};
	for (uint32_t t = 0; t < a->n_targets; t++)
		*VEC_PUSH(cli->env.keep, &out->facts) =
		        (struct baseline_facts){a->targets[t]->name, a->targets[t]->facts_date};
	gather_findings(cli, s, known_only, out);
	gather_operators(cli, s, known_only, out);
}

static bool write_file(struct cli *cli, const struct scanning *s, const struct baseline *baseline)
{
	struct buf out = {0};
	bool ok;

	baseline_write(&out, cli->env.keep, baseline, s->scan.rules);
	ok = file_write(&cli->env, baseline_path(s), buf_str(&out));
	buf_free(&out);
	return ok;
}

static struct scanning *scanned(struct cli *cli, bool writes)
{
	struct scanning *s = ARENA_NEW(cli->env.keep, struct scanning);
	bool ok;

	s->writes_baseline = writes;
	ok = scanning_resolve(cli, s);
	if (ok && !writes && !s->gate_plan.baseline) {
		ok = baseline_read(&cli->env, baseline_path(s), &s->baseline);
		s->assess_plan.baseline = s->gate_plan.baseline = &s->baseline;
	}
	return ok && scanning_run(cli, s) ? s : NULL;
}

bool cmd_baseline_write(struct cli *cli)
{
	struct baseline g;
	struct scanning *s = scanned(cli, true);
	uint32_t operators = 0;

	if (!s)
		return false;
	scanning_gather(cli, s, false, &g);
	if (!write_file(cli, s, &g))
		return false;
	for (uint32_t i = 0; i < s->assessment.rows.len; i++)
		operators += s->assessment.rows.at[i].judged != NULL;
	buf_format(&cli->out, "%u finding%s and %u operator%s accepted in ", g.accepted,
	        g.accepted == 1 ? "" : "s", operators, operators == 1 ? "" : "s");
	text_visible(&cli->out, baseline_path(s));
	buf_byte(&cli->out, '\n');
	scanning_end(s);
	return true;
}

bool cmd_baseline_prune(struct cli *cli)
{
	struct baseline g;
	struct scanning *s = scanned(cli, false);

	if (!s)
		return false;
	scanning_gather(cli, s, true, &g);
	if (!write_file(cli, s, &g))
		return false;
	buf_format(&cli->out,
	        "%u finding%s fixed since the baseline was written, %u still accepted\n",
	        s->baseline.accepted - g.accepted,
	        s->baseline.accepted - g.accepted == 1 ? "" : "s", g.accepted);
	scanning_end(s);
	return true;
}

bool cmd_baseline_show(struct cli *cli)
{
	struct scanning *s = scanned(cli, false);
	uint32_t fresh = 0;

	if (!s)
		return false;
	for (uint32_t i = 0; i < s->scan.findings.list.len; i++) {
		const struct finding *f = &s->scan.findings.list.at[i];

		fresh += f->state == FINDING_NEW;
		if (f->state != FINDING_BASELINE)
			continue;
		text_visible(&cli->out, f->path);
		buf_format(&cli->out, ":%u: ", f->line);
		text_visible(&cli->out, f->message);
		buf_byte(&cli->out, '\n');
	}
	buf_format(&cli->out, "%u accepted, %u of them found, %u new\n", s->baseline.accepted,
	        s->baseline.used, fresh);
	scanning_end(s);
	return true;
}
