/* embed_probe OUT BOOTSTRAP.py MODULE.py...: the Python workers as one blob: the bootstrap's text,
 * a NUL, then JSON {module: source}. */
#include "base/file.h"
#include "base/json.h"

#include <stdio.h>

static bool put_modules(struct env *env, char **paths, struct json_out *w)
{
	str text;

	json_out_object(w);
	for (; *paths; paths++) {
		str name = path_base(str_from(*paths));

		if (!file_read(env, str_from(*paths), env->limits->text_file_bytes, &text))
			return false;
		json_out_key_str(w, str_slice(name, 0, str_rfind_byte(name, '.')));
		json_out_str(w, text);
	}
	json_out_object_end(w);
	return true;
}

int main(int argc, char **argv)
{
	struct arena *keep = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = keep};
	struct env env = {keep, temp, &diags, &limits_default, NULL};
	struct buf out = {0}, problems = {0};
	struct json_out w = {.out = &out, .ascii = true};
	bool ok = argc > 3;
	str text;

	if (ok &&
	        (ok = file_read(&env, str_from(argv[2]), limits_default.text_file_bytes, &text))) {
		buf_put(&out, text);
		buf_byte(&out, 0);
		ok = put_modules(&env, argv + 3, &w) &&
		     file_write(&env, str_from(argv[1]), buf_str(&out));
	}
	diag_render(&diags, DIAG_NOTE, temp, &problems);
	if (problems.len)
		fwrite(problems.ptr, 1, problems.len, stderr);
	buf_free(&problems);
	buf_free(&out);
	arena_free(temp);
	arena_free(keep);
	return ok ? 0 : 2;
}
