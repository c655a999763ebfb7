/* Nothing here knows a command or an option: all text is in their rows. */
#include "cli/help.h"

#include "cli/command.h"

#include <string.h>

static void command_name(const struct command *c, struct buf *out)
{
	buf_format(out, "%s%s%s", c->name, c->sub ? " " : "", c->sub ? c->sub : "");
}

static void overview(struct buf *out)
{
	buf_puts(out, "portfit tells what moving PyTorch work from NVIDIA GPUs to another "
	              "accelerator takes.\n\n"
	              "usage: portfit [COMMAND] [OPTION]... [PATH]...\n\ncommands:\n");
	for (uint32_t i = 0; i < command_count(); i++) {
		const struct command *c = command_at(i);
		size_t from = out->len;

		buf_puts(out, "  ");
		command_name(c, out);
		buf_format(out, " %s", c->words);
		if (out->len - from < 36)
			buf_repeat(out, ' ', 36 - (out->len - from));
		buf_format(out, "  %s\n", c->summary);
	}
	buf_puts(out, "\n'portfit PATH...' alone is 'portfit scan PATH...'. 'portfit COMMAND "
	              "--help' shows its options.\n"
	              "exit status: 0 nothing at or above the gate, 1 the gate is hit, 2 the work "
	              "could not be done.\n");
}

static void option_line(const struct option_row *row, struct buf *out)
{
	size_t from = out->len;

	buf_puts(out, "  ");
	if (row->letter)
		buf_format(out, "-%c, ", row->letter);
	else
		buf_puts(out, "    ");
	buf_format(out, "--%s", row->name);
	if (row->argument)
		buf_format(out, " %s", row->argument);
	if (out->len - from < 30)
		buf_repeat(out, ' ', 30 - (out->len - from));
	buf_format(out, "  %s\n", row->help);
}

static void page(const struct command *c, struct buf *out)
{
	static const enum option_id common[] = {
	        OPTION_COLOR, OPTION_WIDTH, OPTION_QUIET, OPTION_VERBOSE, OPTION_HELP};

	buf_puts(out, "usage: portfit ");
	command_name(c, out);
	buf_format(out, " [OPTION]... %s\n\n%s\n", c->words, c->summary);
	if (c->help)
		buf_format(out, "\n%s\n", c->help);
	buf_puts(out, "\noptions:\n");
	for (uint32_t i = 0; i < c->n_options; i++)
		option_line(option_row(c->options[i]), out);
	for (size_t i = 0; i < sizeof common / sizeof *common; i++)
		option_line(option_row(common[i]), out);
}

void help_write(const struct request *request, struct buf *out)
{
	if (request->command)
		page(request->command, out);
	else
		overview(out);
}
