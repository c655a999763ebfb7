/* portfit scan PATH...: the main job. */
#include "base/file.h"
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
		ok &= report(cli, s);
		cli->gate_hit = s->assessment.gate.hit;
	}
	scanning_end(s);
	return ok;
}
