/* portfit help: the overview, the man page, completions. */
#include "cli/commands.h"

#include "cli/help.h"

bool cmd_help(struct cli *cli)
{
	struct request overview = {0};

	if (request_flag(cli->request, OPTION_MAN))
		help_man(&cli->out);
	else if (request_flag(cli->request, OPTION_COMPLETIONS))
		help_completions(&cli->out);
	else
		help_write(&overview, &cli->out);
	return true;
}
