/* portfit report RESULT.json...: a result in other formats, later, without scanning again. */
#include "assess/stored.h"
#include "base/file.h"
#include "cli/reporting.h"
#include "cli/scanning.h"

static bool report_one(struct cli *cli, struct reporting *reporting, str path)
{
	struct stored *stored = ARENA_NEW(cli->env.keep, struct stored);
	struct style *style = ARENA_NEW(cli->env.keep, struct style);
	str text;

	if (!file_read(&cli->env, path, cli->env.limits->file_bytes, &text) ||
	        !stored_read(&cli->env, path, arena_dup(cli->env.keep, text), stored))
		return false;
	*style = *reporting->style;
	style->version = stored->tool_version;
	reporting->style = style;
	reporting->assessment = &stored->assessment;
	return reporting_write(cli, reporting);
}

bool cmd_report(struct cli *cli)
{
	struct style style = {0};
	struct reporting reporting = {.request = cli->request};
	bool ok = true;

	if (!reporting_format(cli, request_text(cli->request, OPTION_FORMAT), &reporting.format) ||
	        !scanning_style(cli, cli->request, &style))
		return false;
	if (cli->request->words.len > 1 &&
	        !reporting_holds_many(cli, cli->request, reporting.format))
		return false;
	for (uint32_t i = 0; i < cli->request->words.len; i++) {
		reporting.style = &style;
		ok &= report_one(cli, &reporting, cli->request->words.at[i]);
	}
	return ok;
}
