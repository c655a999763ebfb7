/* What the Python front end sees in files and folders, for the comparisons of tests/diff/python.py.
 *
 *	python_dump python PATH...    one JSON line a file (scanner/python/dump_python.h)
 *	python_dump tokens PATH...    one JSON array a token
 *	python_dump lex PATH...       tokens are only counted
 *	python_dump read PATH...      records are only counted
 *
 * Folders are walked by name, files first, links not followed, hidden folders left out. */
#include "base/file.h"
#include "scanner/python/dump_python.h"
#include "scanner/python/dump_tokens.h"
#include "scanner/python/lexer.h"
#include "scanner/python/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

struct totals {
	size_t files, lines, bytes, tokens, failed;
	size_t imports, calls, attrs, decorators, classes, strings;
};

struct run {
	struct env env;
	struct buf out;
	struct totals totals;
	const char *what;
};

enum { FLUSH = 1 << 20 };

static void count_tokens(struct run *run, str bytes)
{
	struct python_source in = {.bytes = bytes, .padded = true};
	struct source source;
	struct names names;
	struct lexer *lexer = ARENA_NEW(run->env.temp, struct lexer);

	if (!source_decode(run->env.temp, &in, &source))
		return;
	names_init(&names, run->env.temp, (uint32_t)(bytes.len / 64));
	lexer_init(lexer, run->env.temp, &names, source.text);
	while (!lexer->ended) {
		lexer_fill(lexer);
		run->totals.tokens += lexer->tokens.len - 1;
	}
}

static void count_records(struct run *run, str path, str bytes)
{
	struct python_file file;
	struct python_source source = {.path = path, .bytes = bytes, .padded = true};
	struct totals *t = &run->totals;

	python_read(&run->env, &source, &file);
	if (file.error.kind != PYTHON_OK) {
		t->failed++;
		return;
	}
	t->calls += file.calls.len;
	t->attrs += file.attrs.len;
	t->imports += file.imports.len;
	t->decorators += file.decorators.len;
	t->classes += file.classes.len;
	for (uint32_t i = 0; i < file.strings.len; i++)
		t->strings += file.strings.at[i].class_ != PYTHON_MODE; /* as dump python does */
}

static void one_file(struct run *run, str path)
{
	struct arena_mark mark = arena_mark(run->env.temp);
	str bytes = STR_NONE;

	if (!file_read(&run->env, path, run->env.limits->text_file_bytes * 64, &bytes)) {
		arena_rewind(run->env.temp, mark);
		return;
	}
	run->totals.files++;
	run->totals.bytes += bytes.len;
	if (strcmp(run->what, "lex") == 0)
		count_tokens(run, bytes);
	else if (strcmp(run->what, "tokens") == 0)
		python_dump_tokens(&run->env, bytes, &run->out);
	else if (strcmp(run->what, "read") == 0)
		count_records(run, path, bytes);
	else
		python_dump(&run->env, path, bytes, &run->out);
	if (run->out.len > FLUSH) {
		fwrite(run->out.ptr, 1, run->out.len, stdout);
		run->out.len = 0;
	}
	arena_rewind(run->env.temp, mark);
}

static bool is_python(str name)
{
	return str_ends(name, S(".py")) || str_ends(name, S(".pyi")) || str_ends(name, S(".ipynb"));
}

static void walk(struct run *run, str folder, uint32_t depth)
{
	struct arena *arena = arena_new();
	uint32_t count = 0;
	struct stat st;
	str *names;

	if (depth < 100 && !folder_list(arena, folder, &names, &count)) {
		for (uint32_t i = 0; i < count; i++) {
			str path = path_join(arena, folder, names[i]);

			if (is_python(names[i]) && lstat(arena_cstr(arena, path), &st) == 0 &&
			        S_ISREG(st.st_mode))
				one_file(run, path);
		}
		for (uint32_t i = 0; i < count; i++) {
			str path = path_join(arena, folder, names[i]);

			if (!str_starts(names[i], S(".")) &&
			        lstat(arena_cstr(arena, path), &st) == 0 && S_ISDIR(st.st_mode))
				walk(run, path, depth + 1);
		}
	}
	arena_free(arena);
}

static void print_totals(const struct run *run)
{
	const struct totals *t = &run->totals;
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	fprintf(stderr,
	        "files %zu, bytes %zu, not ok %zu, tokens %zu, imports %zu, calls %zu, attrs %zu, "
	        "decorators %zu, classes %zu, strings %zu; user %ld.%03ld s, system %ld.%03ld s, "
	        "%ld KB\n",
	        t->files, t->bytes, t->failed, t->tokens, t->imports, t->calls, t->attrs,
	        t->decorators, t->classes, t->strings, (long)used.ru_utime.tv_sec,
	        (long)used.ru_utime.tv_usec / 1000, (long)used.ru_stime.tv_sec,
	        (long)used.ru_stime.tv_usec / 1000, used.ru_maxrss);
}

int main(int argc, char **argv)
{
	struct diags diags = {.arena = arena_new()};
	struct run run = {.env = {.keep = diags.arena,
	                          .temp = arena_new(),
	                          .diags = &diags,
	                          .limits = &limits_default}};

	if (argc < 3) {
		fputs("usage: python_dump python|tokens|lex|read PATH...\n", stderr);
		return 2;
	}
	run.what = argv[1];
	for (int i = 2; i < argc; i++) {
		struct stat st;

		if (stat(argv[i], &st) == 0 && S_ISDIR(st.st_mode))
			walk(&run, str_from(argv[i]), 0);
		else
			one_file(&run, str_from(argv[i]));
	}
	if (run.out.len)
		fwrite(run.out.ptr, 1, run.out.len, stdout);
	if (strcmp(run.what, "lex") == 0 || strcmp(run.what, "read") == 0)
		print_totals(&run);
	buf_free(&run.out);
	arena_free(run.env.temp);
	arena_free(diags.arena);
	return 0;
}
