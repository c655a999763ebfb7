/* Every output is made in memory and written whole or not at all. */
#include "cli/reporting.h"

#include "base/file.h"
#include "base/text.h"

bool reporting_format(struct cli *cli, str name, const struct writer **out)
{
	uint32_t n;
	const struct writer *all = writer_list(&n);
	str names[32], nearest;

	*out = writer_find(name.len ? name : S("text"));
	if (*out)
		return true;
	for (uint32_t i = 0; i < n && i < 32; i++)
		names[i] = str_from(all[i].name);
	nearest = text_nearest(name, names, n);
	return diag_error(cli->env.diags, (struct place){.path = S("--format")},
	        "unknown format '%.*s'%s%.*s%s", STR_ARG(name),
	        nearest.len ? "; did you mean '" : "; portfit scan --help lists them",
	        STR_ARG(nearest), nearest.len ? "'?" : "");
}

/* FORMAT:FILE, or FILE alone when its suffix tells the format; NULL: neither does. */
static const struct writer *output_format(str value, str *name, str *path)
{
	if (str_split(value, ':', name, path))
		return writer_find(*name);
	*path = value;
	*name = STR_NONE;
	return writer_for_file(value);
}

bool reporting_wants_effort(const struct request *request, const struct writer *format)
{
	uint32_t n;
	const str *outputs = request_list(request, OPTION_OUTPUT, &n);
	bool wanted = format->effort && !request_flag(request, OPTION_QUIET);

	for (uint32_t i = 0; i < n; i++) {
		str name, path;
		const struct writer *writer = output_format(outputs[i], &name, &path);

		wanted |= writer && writer->effort;
	}
	return wanted;
}

static bool write_output(struct cli *cli, const struct reporting *r, str value)
{
	str name, path;
	const struct writer *writer = output_format(value, &name, &path);
	struct style style = *r->style;
	struct buf out = {0};
	bool ok;

	if (!writer && name.len)
		return reporting_format(cli, name, &writer);
	if (!writer)
		return diag_error(cli->env.diags, (struct place){.path = S("--output")},
		        "unknown value '%.*s'; expected FORMAT:FILE, as in json:report.json",
		        STR_ARG(value));
	style.color = false;
	writer->write(r->assessment, &style, &out);
	ok = file_write(&cli->env, path, buf_str(&out));
	buf_free(&out);
	return ok;
}

bool reporting_write(struct cli *cli, const struct reporting *r)
{
	uint32_t n;
	const str *outputs = request_list(r->request, OPTION_OUTPUT, &n);
	bool ok = true;

	if (!request_flag(r->request, OPTION_QUIET))
		r->format->write(r->assessment, r->style, &cli->out);
	for (uint32_t i = 0; i < n; i++)
		ok &= write_output(cli, r, outputs[i]);
	return ok;
}
