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

/* Text for troff: a leading dot or quote and every backslash and hyphen are made harmless. */
static void troff(struct buf *out, const char *text)
{
	bool start = true;

	for (; *text; text++) {
		if (start && (*text == '.' || *text == '\''))
			buf_puts(out, "\\&");
		start = *text == '\n';
		if (*text == '\\')
			buf_puts(out, "\\e");
		else if (*text == '-')
			buf_puts(out, "\\-");
		else
			buf_byte(out, *text);
	}
}

static void man_option(const struct option_row *row, struct buf *out)
{
	buf_puts(out, ".TP\n");
	if (row->letter)
		buf_format(out, "\\fB\\-%c\\fR, ", row->letter);
	buf_puts(out, "\\fB\\-\\-");
	troff(out, row->name);
	buf_puts(out, "\\fR");
	if (row->argument) {
		buf_puts(out, " \\fI");
		troff(out, row->argument);
		buf_puts(out, "\\fR");
	}
	buf_byte(out, '\n');
	troff(out, row->help);
	buf_byte(out, '\n');
}

static void man_command(const struct command *c, struct buf *out)
{
	buf_puts(out, ".SS portfit ");
	command_name(c, out);
	buf_byte(out, ' ');
	troff(out, c->words);
	buf_byte(out, '\n');
	troff(out, c->summary);
	buf_puts(out, ".\n");
	if (c->help) {
		buf_puts(out, ".PP\n");
		troff(out, c->help);
		buf_byte(out, '\n');
	}
	if (!c->n_options)
		return;
	buf_puts(out, ".PP\nOptions:");
	for (uint32_t i = 0; i < c->n_options; i++) {
		buf_puts(out, i ? ", \\-\\-" : " \\-\\-");
		troff(out, option_row(c->options[i])->name);
	}
	buf_puts(out, ".\n");
}

void help_man(struct buf *out)
{
	buf_puts(out,
	        ".TH PORTFIT 1 \"\" \"portfit " PORTFIT_VERSION "\" \"User Commands\"\n.SH NAME\n"
	        "portfit \\- tells what moving PyTorch work from NVIDIA GPUs to another "
	        "accelerator takes\n"
	        ".SH SYNOPSIS\n.B portfit\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR]... "
	        "[\\fIPATH\\fR]...\n.SH COMMANDS\n");
	for (uint32_t i = 0; i < command_count(); i++)
		man_command(command_at(i), out);
	buf_puts(out, ".SH OPTIONS\n");
	for (int i = 0; i < OPTION_COUNT; i++)
		man_option(option_row((enum option_id)i), out);
	buf_puts(out,
	        ".SH EXIT STATUS\n.TP\n.B 0\ndone, and nothing at or above the gate\n.TP\n.B 1\n"
	        "done, and the gate is hit\n.TP\n.B 2\nthe work could not be done: usage, "
	        "unreadable input that was "
	        "named, bad configuration, failed write, nothing to analyse\n.SH "
	        "ENVIRONMENT\n.TP\n.B NO_COLOR\n"
	        "no colour in text\n.TP\n.B COLUMNS\nwidth of the text report\n");
}

void help_completions(struct buf *out)
{
	buf_puts(out, "_portfit() {\n\tlocal word=${COMP_WORDS[COMP_CWORD]}\n\tif [[ $word == -* "
	              "]]; then\n\t\tCOMPREPLY=($(compgen -W \"");
	for (int i = 0; i < OPTION_COUNT; i++)
		buf_format(out, "%s--%s", i ? " " : "", option_row((enum option_id)i)->name);
	buf_puts(out, "\" -- \"$word\"))\n\telif [[ $COMP_CWORD == 1 ]]; "
	              "then\n\t\tCOMPREPLY=($(compgen -W \"");
	for (uint32_t i = 0; i < command_count(); i++)
		if (!i || strcmp(command_at(i)->name, command_at(i - 1)->name) != 0)
			buf_format(out, "%s%s", i ? " " : "", command_at(i)->name);
	buf_puts(out, "\" -- \"$word\") $(compgen -f -- \"$word\"))\n\telse\n\t\tcase "
	              "${COMP_WORDS[1]} in\n");
	for (uint32_t i = 0; i < command_count(); i++) {
		const struct command *c = command_at(i);
		bool first = !i || strcmp(c->name, command_at(i - 1)->name) != 0;
		bool last =
		        i + 1 == command_count() || strcmp(c->name, command_at(i + 1)->name) != 0;

		if (!c->sub)
			continue;
		if (first)
			buf_format(out, "\t\t%s) COMPREPLY=($(compgen -W \"", c->name);
		buf_format(out, "%s ", c->sub);
		if (last)
			buf_puts(out, "\" -- \"$word\") $(compgen -f -- \"$word\")) ;;\n");
	}
	buf_puts(out, "\t\t*) COMPREPLY=($(compgen -f -- \"$word\")) "
	              ";;\n\t\tesac\n\tfi\n}\ncomplete -F _portfit portfit\n");
}
