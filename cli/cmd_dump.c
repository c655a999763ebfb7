/* portfit dump graph FILE...: what a reader sees, one JSON object a file, for scripts that compare.
 */
#include "cli/commands.h"

#include "scanner/graph/dump_graph.h"
#include "scanner/graph/reader.h"

bool cmd_dump_graph(struct cli *cli)
{
	bool ok = true;

	for (uint32_t i = 0; i < cli->request->words.len; i++) {
		struct graph_file file;
		struct arena_mark mark = arena_mark(cli->env.keep);

		if (graph_read_file(&cli->env, cli->request->words.at[i], &file))
			ok &= graph_dump(&file, &cli->out);
		else
			ok = false;
		(void)mark;
	}
	return ok;
}
