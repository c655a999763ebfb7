/* portfit scan PATH...: the main job. */
#include "assess/effort_scan.h"
#include "base/file.h"
#include "cli/costing.h"
#include "cli/scanning.h"

/* --output FORMAT:FILE, or FILE alone when its suffix tells the format. */
static bool write_output(struct cli *cli, const struct scanning *s, str value)
{
	str name, path;
	const struct writer *writer;
	struct style style = s->style;
	struct buf out = {0};
	bool ok;

	if (!str_split(value, ':', &name, &path)) {
		path = value;
		writer = writer_for_file(path);
		if (!writer)
			return scanning_bad_value(
			        cli, OPTION_OUTPUT, value, "FORMAT:FILE, as in json:report.json");
	} else if (!scanning_format(cli, name, &writer)) {
		return false;
	}
	style.color = false;
	writer->write(&s->assessment, &style, &out);
	ok = file_write(&cli->env, path, buf_str(&out));
	buf_free(&out);
	return ok;
}

static bool wants_effort(const struct scanning *s)
{
	uint32_t n;
	const str *outputs = request_list(&s->request, OPTION_OUTPUT, &n);
	bool wanted = s->format->effort && !request_flag(&s->request, OPTION_QUIET);

	for (uint32_t i = 0; i < n; i++) {
		str name, path;
		const struct writer *writer = NULL;

		if (!str_split(outputs[i], ':', &name, &path))
			writer = writer_for_file(outputs[i]);
		else
			writer = writer_find(name);
		wanted |= writer && writer->effort;
	}
	return wanted;
}

/* The work of every target, for the formats that show it. */
static bool estimate(struct cli *cli, struct scanning *s)
{
	struct costing *costing = ARENA_NEW(cli->env.keep, struct costing);
	struct effort *efforts;
	uint32_t n = s->assessment.n_targets;

	if (!wants_effort(s))
		return true;
	if (!costing_open(cli, costing))
		return false;
	efforts = ARENA_ARRAY(cli->env.keep, struct effort, n);
	for (uint32_t i = 0; i < n; i++) {
		struct effort_given given = {0};

		effort_from_scan(&cli->env, &s->assessment, i, &given);
		if (!effort_estimate(&cli->env, &costing->settings, &given.input, &efforts[i]))
			return false;
	}
	s->assessment.effort = efforts;
	s->assessment.settings = &costing->settings;
	return true;
}

static bool report(struct cli *cli, const struct scanning *s)
{
	uint32_t n;
	const str *outputs = request_list(&s->request, OPTION_OUTPUT, &n);
	bool ok = true;

	if (!request_flag(&s->request, OPTION_QUIET))
		s->format->write(&s->assessment, &s->style, &cli->out);
	for (uint32_t i = 0; i < n; i++)
		ok &= write_output(cli, s, outputs[i]);
	return ok;
}

bool cmd_scan(struct cli *cli)
{
	struct scanning *s = ARENA_NEW(cli->env.keep, struct scanning);
	bool ok = scanning_resolve(cli, s) && scanning_run(cli, s);

	if (s->assessed) {
		ok &= estimate(cli, s);
		ok &= report(cli, s);
		cli->gate_hit = s->assessment.gate.hit;
	}
	scanning_end(s);
	return ok;
}
