/* argv in, exit status out. The only file that touches standard streams and the environment. */
#include "base/file.h"
#include "base/pages.h"
#include "cli/command.h"
#include "cli/help.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Lets everything but the last words of a full disk or a closed pipe be said. */
static bool write_out(struct env *env, struct buf *out)
{
	buf_drain(out, 0);
	return !out->sink->error ||
	       diag_error(env->diags, (struct place){.path = S("standard output")},
	               "cannot be written: %s", strerror(out->sink->error));
}

static str ask(struct cli *cli, const char *question)
{
	char line[1000];
	size_t length;

	fprintf(stderr, "%s (Enter: not known) ", question);
	fflush(stderr);
	if (!fgets(line, sizeof line, stdin))
		return STR_NONE;
	length = strcspn(line, "\r\n");
	return arena_dup(cli->env.keep, (str){line, length});
}

static void look_around(struct cli *cli)
{
	struct winsize size;
	const char *columns = getenv("COLUMNS"), *no_color = getenv("NO_COLOR");
	int64_t n;

	static const char *const locales[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

	for (size_t i = 0; i < sizeof locales / sizeof *locales && !cli->locale.len; i++)
		cli->locale = str_from(getenv(locales[i]));
	cli->is_terminal = isatty(1);
	cli->ask = isatty(0) && isatty(1) ? ask : NULL;
	cli->no_color = no_color && *no_color;
	if (cli->is_terminal && ioctl(1, TIOCGWINSZ, &size) == 0)
		cli->columns = size.ws_col;
	if (columns && str_int(str_from(columns), &n) && n > 0 && n < 10000)
		cli->columns = (uint32_t)n;
}

/* What a graph takes of memory, said before anything else takes some: a third of its file, which is
 * an archive or JSON. Of several files each is read for itself. */
static void expect_memory(struct cli *cli, const struct request *request)
{
	uint64_t size;
	str head;

	if (request->words.len != 1 ||
	        file_kind_of(&cli->env, request->words.at[0]) != FILE_REGULAR ||
	        file_try_head(&cli->env, request->words.at[0], 1, &head, &size))
		return;
	if (!str_starts(head, S("P")) && !str_starts(head, S("{")))
		return;
	arena_roomy(cli->env.keep);
	arena_roomy(cli->env.temp);
	pages_expect((size_t)size / 3);
}

static bool run(struct cli *cli, const struct request *request)
{
	if (request_flag(request, OPTION_VERSION)) {
		buf_puts(&cli->out, "portfit " PORTFIT_VERSION "\n");
		return true;
	}
	if (request_flag(request, OPTION_HELP)) {
		help_write(request, &cli->out);
		return true;
	}
	expect_memory(cli, request);
	return request->command->run(cli);
}

int main(int argc, char **argv)
{
	struct arena *keep = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = keep};
	struct request request;
	struct buf_sink standard_output = {.fd = 1};
	struct cli cli = {.env = {keep, temp, &diags, &limits_default, NULL},
	        .request = &request,
	        .out = {.sink = &standard_output}};
	struct buf problems = {0};
	bool ok;
	int status;

	signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, */
	signal(SIGXFSZ, SIG_IGN); /* as is a file that may grow no further */
	look_around(&cli);
	ok = request_parse(&cli.env, argc, argv, &request) && run(&cli, &request);
	ok &= write_out(&cli.env, &cli.out);
	diag_render(&diags, request_flag(&request, OPTION_QUIET) ? DIAG_ERROR : DIAG_NOTE, temp,
	        &problems);
	if (problems.len && write(2, problems.ptr, problems.len) < 0)
		ok = false;
	status = !ok || diags.errors ? STATUS_TROUBLE : cli.gate_hit ? STATUS_GATE : STATUS_OK;
	buf_free(&problems);
	buf_free(&cli.out);
	arena_free(temp);
	arena_free(keep);
	return status;
}
