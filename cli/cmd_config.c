/* portfit config show: the configuration that holds, and where each value comes from. */
#include "cli/commands.h"

#include "base/text.h"
#include "cli/config.h"

static void key_line(struct buf *out, const char *name, const str *values, uint32_t n, str origin)
{
	buf_format(out, "%-10s ", name);
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(out, i ? ", " : "");
		text_visible(out, values[i]);
	}
	buf_format(out, "%s  (", n ? "" : "-");
	text_visible(out, origin);
	buf_puts(out, ")\n");
}

bool cmd_config_show(struct cli *cli)
{
	struct request request = *cli->request;

	if (!config_apply(cli, &request))
		return false;
	key_line(&cli->out, "paths", request.words.at, request.words.len,
	        request.words_origin.len ? request.words_origin
	        : request.words.len      ? S("command line")
	                                 : S("default"));
	for (uint32_t i = 0; i < config_keys(); i++) {
		const struct config_key *key = config_key(i);
		uint32_t n;
		const str *values = request_list(&request, key->option, &n);

		key_line(&cli->out, key->name, values, n, config_origin(&request, key->option));
	}
	return true;
}
