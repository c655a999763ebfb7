/* Host tool: the YAML of machines, prices and defaults in, one blob out, through the loader that
 * also reads a user's prices.
 *
 *	embed_assess OUTPUT FILE... */
#include "assess/book_load.h"
#include "base/file.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	struct book_loader *loader = book_loader_new(&env, true);
	struct buf out = {0};
	bool ok = argc > 2;

	for (int i = 2; i < argc; i++) {
		str text;

		ok &= file_read(&env, str_from(argv[i]), limits_default.text_file_bytes, &text) &&
		      book_loader_read(loader, str_from(argv[i]), text);
	}
	ok = ok && file_write(&env, str_from(argv[1]), book_loader_finish(loader));
	diag_render(&diags, DIAG_NOTE, arena, &out);
	if (out.len)
		fwrite(out.ptr, 1, out.len, stderr);
	buf_free(&out);
	arena_free(arena);
	return !ok;
}
