/* Can any source or notebook break a rule on Python, or the following of values? The first byte
 * chooses which of both it is; all bundled rules are applied. Of what is read to its end, where
 * values are followed only in functions that could hold a match, as much is found as where they are
 * followed in all. */
#include "scanner/rules.h"

#include "base/bytes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Rules are opened and their patterns compiled once: they do not change. */
static struct rules_worker *open_worker(bool walk_all)
{
	struct arena *arena = arena_new();
	struct diags *diags = ARENA_NEW(arena, struct diags);
	struct env env = {arena, arena, diags, &limits_default, NULL};
	const struct ruleset *rules;

	diags->arena = arena;
	rules_open(&env, &(struct rules_plan){.as_of = 1, .walk_all = walk_all}, &rules);
	return rules_worker_new(rules);
}

/* How much is found; nothing when the text is not read to its end. */
static uint32_t count(struct rules_worker *worker, str path, str bytes)
{
	/* what is found outlives what a reader works with, which may be given back in between */
	struct arena *arena = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, temp, &diags, &limits_default, NULL};
	struct findings out = {.arena = arena};
	struct python_source source = {.path = path, .bytes = bytes, .padded = true};
	struct python_file file;
	uint32_t n;

	if (python_read(&env, &source, &file))
		rules_apply_python(
		        &env, worker, &(struct rules_python){.file = &file, .bytes = bytes}, &out);
	n = file.error.kind == PYTHON_OK ? out.list.len : 0;
	arena_free(temp);
	arena_free(arena);
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct rules_worker *some, *all;
	str path;
	char *copy;

	if (!some) {
		some = open_worker(false);
		all = open_worker(true);
	}
	if (!size)
		return 0;
	path = data[0] == '{' ? S("a.ipynb") : S("a.py");
	copy = calloc(size + BYTES_PAD, 1);
	memcpy(copy, data, size);
	if (count(some, path, (str){copy, size}) != count(all, path, (str){copy, size}))
		abort();
	free(copy);
	return 0;
}
