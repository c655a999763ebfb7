/* Host tool: the YAML files of facts in, one blob out, through the loader that also reads a user's
 *files.
 *
 *	embed_coverage OUTPUT FILE... */
#include "base/file.h"
#include "coverage/facts.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	struct facts_loader *loader = facts_loader_new(&env, NULL, 0);
	struct buf out = {0};
	bool ok = argc > 2;
	str bytes;

	for (int i = 2; i < argc; i++) {
		str text;

		ok &= file_read(&env, str_from(argv[i]), (size_t)1 << 28, &text) &&
		      facts_loader_read(loader, str_from(argv[i]), text);
	}
	ok = facts_loader_finish(loader, &bytes) && ok;
	ok = ok && file_write(&env, str_from(argv[1]), bytes);
	diag_render(&diags, DIAG_NOTE, arena, &out);
	if (out.len)
		fwrite(out.ptr, 1, out.len, stderr);
	buf_free(&out);
	arena_free(arena);
	return !ok;
}
