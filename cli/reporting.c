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

/* What the file holds already comes first. */
static bool append(struct cli *cli, const struct reporting *r, const struct writer *writer,
        str path, struct buf *out)
{
	struct old_file old = {.path = path};

	if (!str_eq(path, S("-")) && file_kind_of(&cli->env, path) != FILE_NONE &&
	        !file_read(&cli->env, path, cli->env.limits->file_bytes, &old.bytes))
		return false;
	return writer->append(&cli->env, r->assessment, r->style, &old, out);
}

/* Bytes that are no text do a terminal harm. */
static bool write_standard_output(struct cli *cli, const struct reporting *r)
{
	if (!r->format->append) {
		r->format->write(r->assessment, r->style, &cli->out);
		buf_drain(&cli->out, 0); /* before what another output may write there */
		return true;
	}
	if (cli->is_terminal)
		return diag_error(cli->env.diags, (struct place){.path = S("--format")},
		        "%s is no text; write it into a file: --output %s:FILE -q", r->format->name,
		        r->format->name);
	return append(cli, r, r->format, S("-"), &cli->out);
}

bool reporting_wants_excerpts(const struct request *request, const struct writer *format)
{
	uint32_t n;
	const str *outputs = request_list(request, OPTION_OUTPUT, &n);
	bool wanted = format->excerpts && !request_flag(request, OPTION_QUIET);

	for (uint32_t i = 0; i < n; i++) {
		str name, path;
		const struct writer *writer = output_format(outputs[i], &name, &path);

		wanted |= writer && writer->excerpts;
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
		return option_problem(
		        cli, OPTION_OUTPUT, value, "FORMAT:FILE, as in json:report.json");
	style.color = false;
	if (writer->append) {
		ok = append(cli, r, writer, path, &out);
	} else {
		writer->write(r->assessment, &style, &out);
		ok = true;
	}
	ok = ok && file_write(&cli->env, path, buf_str(&out));
	buf_free(&out);
	return ok;
}

bool reporting_write(struct cli *cli, const struct reporting *r)
{
	uint32_t n;
	const str *outputs = request_list(r->request, OPTION_OUTPUT, &n);
	bool ok = true;

	if (!request_flag(r->request, OPTION_QUIET))
		ok &= write_standard_output(cli, r);
	for (uint32_t i = 0; i < n; i++)
		ok &= write_output(cli, r, outputs[i]);
	return ok;
}

bool reporting_holds_many(
        struct cli *cli, const struct request *request, const struct writer *format)
{
	uint32_t n;
	const str *outputs = request_list(request, OPTION_OUTPUT, &n);
	const char *one = format->many || request_flag(request, OPTION_QUIET) ? NULL : format->name;

	for (uint32_t i = 0; i < n; i++) {
		str name, path;
		const struct writer *writer = output_format(outputs[i], &name, &path);

		if (writer && !writer->append)
			one = writer->name;
	}
	return !one || diag_error(cli->env.diags, (struct place){0},
	                       "%s holds one result; give one RESULT.json, or put several into a "
	                       "portfolio: --output sqlite:FILE -q",
	                       one);
}
