/* Can a damaged file break the front end? Every case of tests/diff/python-cases, cut at each byte
 * and with each byte changed; run it under AddressSanitizer for the full answer. */
#include "base/file.h"
#include "scanner/python/dump_python.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct damage {
	struct env env;
	struct buf out;
	size_t runs;
};

/* The dump touches every record. It must be one line. */
static void try_one(struct damage *d, str bytes)
{
	d->out.len = 0;
	python_dump(&d->env, S("a.py"), bytes, &d->out);
	assert_true(d->out.len > 2 &&
	            memchr(d->out.ptr, '\n', d->out.len) == d->out.ptr + d->out.len - 1);
	d->runs++;
}

static void try_file(struct damage *d, str bytes)
{
	static const char odd[] = "\0\xff(\"'{\n\\ :x";
	char *copy = malloc(bytes.len + 1);

	assert_non_null(copy);
	for (size_t i = 0; i <= bytes.len; i++) {
		/* Of exactly this size, so that a read behind its end is seen. */
		char *cut = malloc(i ? i : 1);

		assert_non_null(cut);
		memcpy(cut, bytes.ptr, i);
		try_one(d, (str){cut, i});
		free(cut);
	}
	memcpy(copy, bytes.ptr, bytes.len);
	for (size_t i = 0; i < bytes.len; i++) {
		copy[i] = odd[i % (sizeof odd - 1)];
		try_one(d, (str){copy, bytes.len});
		copy[i] = bytes.ptr[i];
	}
	free(copy);
}

static void damaged(void **state)
{
	struct diags diags = {.arena = arena_new()};
	struct damage d = {.env = {.keep = diags.arena,
	                           .temp = arena_new(),
	                           .diags = &diags,
	                           .limits = &limits_default}};
	str folder = S("tests/diff/python-cases"), *names, bytes;
	uint32_t count = 0;

	(void)state;
	assert_null(folder_list(diags.arena, folder, &names, &count));
	assert_true(count > 10);
	for (uint32_t i = 0; i < count; i++) {
		struct arena_mark mark = arena_mark(d.env.temp);

		assert_true(file_read(
		        &d.env, path_join(diags.arena, folder, names[i]), 1 << 20, &bytes));
		try_file(&d, bytes);
		arena_rewind(d.env.temp, mark);
	}
	assert_true(d.runs > 10000);
	buf_free(&d.out);
	arena_free(d.env.temp);
	arena_free(diags.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(damaged)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
