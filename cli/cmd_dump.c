/* portfit dump graph FILE...: what a reader sees, one JSON object a file, for scripts that compare.
 */
#include "cli/commands.h"

#include "base/file.h"
#include "scanner/graph/dump_graph.h"
#include "scanner/graph/reader.h"
#include "scanner/python/dump_python.h"
#include "scanner/python/dump_tokens.h"
#include "scanner/walk.h"

bool cmd_dump_graph(struct cli *cli)
{
	bool nodes = request_flag(cli->request, OPTION_NODES), ok = true;

	for (uint32_t i = 0; i < cli->request->words.len; i++) {
		struct arena_mark mark = arena_mark(cli->env.temp);
		struct graph_file file;

		if (!graph_read_file(&cli->env, cli->request->words.at[i], &file))
			ok = false;
		else if (nodes)
			graph_dump_nodes(&file, &cli->out);
		else
			ok &= graph_dump(&file, &cli->out);
		arena_rewind(cli->env.temp, mark);
	}
	return ok;
}

static bool dump_python_file(struct cli *cli, str path)
{
	struct arena_mark mark = arena_mark(cli->env.temp);
	str bytes;
	bool ok = file_read(&cli->env, path, cli->env.limits->file_bytes, &bytes);

	if (ok)
		python_dump(&cli->env, path, bytes, &cli->out);
	arena_rewind(cli->env.temp, mark);
	return ok;
}

static bool is_python(str path)
{
	return str_ends(path, S(".py")) || str_ends(path, S(".pyi")) || str_ends(path, S(".ipynb"));
}

bool cmd_dump_python(struct cli *cli)
{
	struct walk_options options = {.no_git = true};
	bool ok = true;

	for (uint32_t i = 0; i < cli->request->words.len; i++) {
		str path = cli->request->words.at[i];
		struct walk walk = {.arena = cli->env.keep};

		if (file_kind_of(&cli->env, path) != FILE_FOLDER) {
			ok &= dump_python_file(cli, path);
			continue;
		}
		ok &= walk_folder(&cli->env, path, &options, &walk);
		for (uint32_t k = 0; k < walk.files.len; k++)
			if (is_python(walk.files.at[k]))
				ok &= dump_python_file(cli, walk.files.at[k]);
	}
	return ok;
}

bool cmd_dump_tokens(struct cli *cli)
{
	bool ok = true;

	for (uint32_t i = 0; i < cli->request->words.len; i++) {
		str bytes;

		if (file_read(&cli->env, cli->request->words.at[i], cli->env.limits->file_bytes,
		            &bytes))
			python_dump_tokens(&cli->env, bytes, &cli->out);
		else
			ok = false;
	}
	return ok;
}
