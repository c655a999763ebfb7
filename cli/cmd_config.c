/* portfit config show: the configuration that holds, and where each value comes from. */
#include "cli/commands.h"

#include "base/text.h"
#include "cli/config.h"

bool cmd_config_show(struct cli *cli)
{
	struct request request = *cli->request;

	if (!config_apply(cli, &request))
		return false;
	buf_puts(&cli->out, "paths      ");
	for (uint32_t k = 0; k < request.words.len; k++) {
		buf_puts(&cli->out, k ? ", " : "");
		text_visible(&cli->out, request.words.at[k]);
	}
	buf_format(&cli->out, "%s  (", request.words.len ? "" : "-");
	text_visible(&cli->out, request.words_origin.len ? request.words_origin
	                        : request.words.len      ? S("command line")
	                                                 : S("default"));
	buf_puts(&cli->out, ")\n");
	for (uint32_t i = 0; i < config_keys(); i++) {
		const struct config_key *key = config_key(i);
		uint32_t n;
		const str *values = request_list(&request, key->option, &n);

		buf_format(&cli->out, "%-10s ", key->name);
		for (uint32_t k = 0; k < n; k++) {
			buf_puts(&cli->out, k ? ", " : "");
			text_visible(&cli->out, values[k]);
		}
		buf_format(&cli->out, "%s  (", n ? "" : "-");
		text_visible(&cli->out, config_origin(&request, key->option));
		buf_puts(&cli->out, ")\n");
	}
	return true;
}
