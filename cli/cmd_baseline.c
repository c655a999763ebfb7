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

struct gathered {
	VEC(struct baseline_entry) entries;
	VEC(str) operators;
};

/* Findings that are to be accepted, one entry a fingerprint: all that are not suppressed, or with
 * `known_only` those that the old baseline accepted already. */
static void gather(struct cli *cli, const struct scanning *s, bool known_only, struct gathered *out)
{
	struct map at = {.arena = cli->env.keep};
	const struct assessment *a = &s->assessment;

	for (uint32_t i = 0; i < s->scan.findings.list.len; i++) {
		const struct finding *f = &s->scan.findings.list.at[i];
		str fingerprint = fingerprint_text(cli->env.keep, f->fingerprint);
		bool fresh;
		uint32_t *index;

		if (f->state == FINDING_SUPPRESSED || (known_only && f->state != FINDING_BASELINE))
			continue;
		index = map_at(&at, fingerprint, &fresh);
		if (fresh) {
			*index = out->entries.len;
			*VEC_PUSH(cli->env.keep, &out->entries) = (struct baseline_entry){
			        fingerprint,
			        ruleset_text(s->scan.rules, s->scan.rules->rules[f->rule].id),
			        f->path, 0};
		}
		out->entries.at[*index].count++;
	}
	for (uint32_t i = 0; i < a->rows.len; i++)
		if (a->rows.at[i].judged && (!known_only || a->rows.at[i].known))
			*VEC_PUSH(cli->env.keep, &out->operators) =
			        row_fingerprint(a, &a->rows.at[i]);
}

static bool write_file(struct cli *cli, const struct scanning *s, const struct gathered *g)
{
	struct buf out = {0};
	bool ok;

	baseline_write(&out, cli->env.keep, S(PORTFIT_VERSION), g->entries.at, g->entries.len,
	        g->operators.at, g->operators.len);
	ok = file_write(&cli->env, baseline_path(s), buf_str(&out));
	buf_free(&out);
	return ok;
}

static struct scanning *scanned(struct cli *cli, bool with_old)
{
	struct scanning *s = ARENA_NEW(cli->env.keep, struct scanning);
	bool ok = scanning_resolve(cli, s);

	if (ok && with_old && !s->baseline.arena)
		ok = baseline_read(&cli->env, baseline_path(s), &s->baseline);
	if (ok && with_old)
		s->assess_plan.known_operators = &s->baseline.operators;
	if (ok && !with_old) {
		s->baseline = (struct baseline){0};
		s->assess_plan.known_operators = NULL;
	}
	return ok && scanning_run(cli, s) ? s : NULL;
}

bool cmd_baseline_write(struct cli *cli)
{
	struct gathered g = {0};
	struct request request = *cli->request;
	struct scanning *s;
	str path = request_text(&request, OPTION_BASELINE);

	/* the file that is to be written need not exist */
	request.options[OPTION_BASELINE].values.len = 0;
	cli->request = &request;
	s = scanned(cli, false);
	if (!s)
		return false;
	if (path.ptr)
		*VEC_PUSH(cli->env.keep, &s->request.options[OPTION_BASELINE].values) = path;
	gather(cli, s, false, &g);
	if (!write_file(cli, s, &g))
		return false;
	buf_format(&cli->out, "%u findings and %u operators accepted in ", g.entries.len,
	        g.operators.len);
	text_visible(&cli->out, baseline_path(s));
	buf_byte(&cli->out, '\n');
	scanning_end(s);
	return true;
}

bool cmd_baseline_prune(struct cli *cli)
{
	struct gathered g = {0};
	struct scanning *s = scanned(cli, true);
	uint32_t kept = 0;

	if (!s)
		return false;
	gather(cli, s, true, &g);
	for (uint32_t i = 0; i < g.entries.len; i++)
		kept += g.entries.at[i].count;
	if (!write_file(cli, s, &g))
		return false;
	buf_format(&cli->out,
	        "%u finding%s fixed since the baseline was written, %u still accepted\n",
	        s->baseline.accepted - kept, s->baseline.accepted - kept == 1 ? "" : "s", kept);
	scanning_end(s);
	return true;
}

bool cmd_baseline_show(struct cli *cli)
{
	struct scanning *s = scanned(cli, true);
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
