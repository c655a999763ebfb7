/* Host tool: the YAML files of rules/ in, one blob out. Fails on any fault of a rule.
 *
 *	embed_rules OUTPUT PATH... */
#include "base/file.h"
#include "scanner/rule_build.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct arena *keep = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = keep};
	struct env env = {keep, temp, &diags, &limits_default, NULL};
	struct rule_builder *builder = rule_builder_new(&env);
	struct buf out = {0};
	bool ok = argc > 1;
	str blob;

	if (!ok)
		fputs("usage: embed_rules OUTPUT PATH...\n", stderr);
	for (int i = 2; i < argc; i++)
		ok &= rule_builder_read_path(builder, str_from(argv[i]));
	ok = ok && rule_builder_finish(builder, &blob);
	ok = ok && file_write(&env, str_from(argv[1]), blob);
	diag_render(&diags, DIAG_NOTE, keep, &out);
	if (out.len)
		fwrite(out.ptr, 1, out.len, stderr);
	buf_free(&out);
	arena_free(temp);
	arena_free(keep);
	return !ok;
}
