/* Are the right files looked at, and are names followed through a project's own modules? */
#include "base/file.h"
#include "scanner/project.h"
#include "scanner/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

struct bench {
	struct arena *arena;
	struct diags diags;
	struct env env;
	char folder[64];
};

static int setup(void **state)
{
	struct bench *b = calloc(1, sizeof *b);

	b->arena = arena_new();
	b->diags.arena = b->arena;
	b->env = (struct env){b->arena, b->arena, &b->diags, &limits_default, NULL};
	strcpy(b->folder, "/tmp/portfit-walk-XXXXXX");
	*state = b;
	return mkdtemp(b->folder) ? 0 : -1;
}

static int teardown(void **state)
{
	struct bench *b = *state;
	char command[128];

	snprintf(command, sizeof command, "rm -rf %s", b->folder);
	if (system(command) != 0)
		return -1;
	arena_free(b->arena);
	free(b);
	return 0;
}

static void run(struct bench *b, const char *commands)
{
	char script[2048];

	snprintf(script, sizeof script, "cd %s && { %s ; } >/dev/null 2>&1", b->folder, commands);
	assert_int_equal(system(script), 0);
}

/* The files that a walk gives, relative to the folder, one a line. */
static str walked(struct bench *b, struct walk_options options, struct walk *walk)
{
	struct buf out = {0};
	str text;

	*walk = (struct walk){.arena = b->arena};
	assert_true(walk_folder(&b->env, str_from(b->folder), &options, walk));
	for (uint32_t i = 0; i < walk->files.len; i++) {
		buf_put(&out, str_from_at(walk->files.at[i], strlen(b->folder) + 1));
		buf_byte(&out, '\n');
	}
	text = arena_dup(b->arena, buf_str(&out));
	buf_free(&out);
	return text;
}

static uint64_t left_out(const struct walk *walk, const char *reason)
{
	for (uint32_t i = 0; i < walk->left_out.len; i++)
		if (str_eq(walk->left_out.at[i].reason, str_from(reason)))
			return walk->left_out.at[i].files;
	return 0;
}

static void plain_folder(void **state)
{
	struct bench *b = *state;
	struct walk walk;
	str excluded[] = {{"tests", 5}, {"*.md", 4}};
	struct walk_options options = {.exclude = excluded, .n_exclude = 2};

	run(b, "mkdir -p a/b .git_not node_modules/x tests/deep .github && touch z.py a/b/c.py "
	       "node_modules/x/y.py tests/deep/t.py "
	       "README.md .github/w.yml && ln -s a loop && ln -s ../.. a/up && mkfifo pipe");
	assert_true(str_eq(walked(b, options, &walk), S(".github/w.yml\na/b/c.py\nz.py\n")));
	assert_int_equal(left_out(&walk, "symbolic link"), 2);
	assert_int_equal(left_out(&walk, "no regular file"), 1);
	assert_int_equal(left_out(&walk, "excluded"), 2);
	assert_int_equal(left_out(&walk, "folder left out by default"), 1);
	options = (struct walk_options){.include = &(str){"node_modules", 12}, .n_include = 1};
	assert_true(str_has(walked(b, options, &walk), S("node_modules/x/y.py\n")));
}

static void git_checkout(void **state)
{
	struct bench *b = *state;
	struct walk walk;

	run(b, "git init -q . && printf 'ignored/\\n*.log\\n' > .gitignore && mkdir -p ignored src "
	       "vendored && touch ignored/x.py src/a.py "
	       "b.log new.py && git add src .gitignore && cd vendored && git init -q . && touch "
	       "inner.py inner.log && printf '*.log\\n' > .gitignore");
	assert_true(str_eq(walked(b, (struct walk_options){0}, &walk),
	        S(".gitignore\nnew.py\nsrc/a.py\nvendored/.gitignore\nvendored/inner.py\n")));
	assert_int_equal(walk.repositories, 2);
	assert_true(str_has(
	        walked(b, (struct walk_options){.no_git = true}, &walk), S("ignored/x.py\n")));
}

/* A repository's own configuration must not name programs that then run. */
static void hostile_git_configuration(void **state)
{
	struct bench *b = *state;
	struct walk walk;

	run(b, "git init -q . && touch a.py && printf '#!/bin/sh\\ntouch %s/ran\\n' \"$PWD\" > "
	       "hook && chmod +x hook && "
	       "git config core.fsmonitor \"$PWD/hook\" && git config core.hooksPath \"$PWD\" && "
	       "git config filter.x.clean \"$PWD/hook\" && git config filter.x.process "
	       "\"$PWD/hook\" && echo '* filter=x' > .gitattributes");
	assert_true(str_has(walked(b, (struct walk_options){0}, &walk), S("a.py\n")));
	assert_int_equal(walk.repositories, 1);
	assert_false(str_has(walked(b, (struct walk_options){.no_git = true}, &walk), S("ran\n")));
}

static void missing_folder(void **state)
{
	struct bench *b = *state;
	struct walk walk = {.arena = b->arena};

	assert_false(walk_folder(&b->env, S("/nowhere/at/all"), &(struct walk_options){0}, &walk));
	assert_int_equal(b->diags.errors, 1);
}

static void read_into(struct bench *b, struct project *project, uint32_t index, const char *text)
{
	struct python_file file;
	struct python_source source = {.path = S("x.py"), .bytes = str_from(text)};

	assert_true(python_read(&b->env, &source, &file));
	project_add_exports(project, b->arena, index, &file);
}

static void names_are_passed_on(void **state)
{
	static const str files[] = {{"pkg/__init__.py", 15}, {"pkg/ops.py", 10},
	        {"pkg/deep/__init__.py", 20}, {"pkg/deep/more.py", 16}, {"main.py", 7},
	        {"pkg/loop.py", 11}};
	struct bench *b = *state;
	struct project p;
	str out[PROJECT_TARGETS];

	project_init(&p, b->arena, files, 6);
	read_into(b, &p, 0, "from .ops import *\nfrom .deep import more as m\n");
	read_into(b, &p, 1,
	        "from torch.nn import functional as F\nimport torch.cuda as c\nsample = "
	        "F.grid_sample\ndef own(): pass\n");
	read_into(b, &p, 2, "");
	read_into(b, &p, 3, "from ..ops import sample as s\nfrom ..loop import a\n");
	read_into(b, &p, 5, "from .loop import b as a\nfrom .loop import a as b\n");
	assert_true(project_may(&p, S("pkg.ops.sample")) && project_may(&p, S(".x")) &&
	            !project_may(&p, S("torch.x")));
	assert_true(1 == project_resolve(&p, b->arena, 4, S("pkg.ops.sample"), out));
	assert_true(str_eq(out[0], S("torch.nn.functional.grid_sample")));
	assert_true(
	        1 == project_resolve(&p, b->arena, 4, S("pkg.sample"), out)); /* through a star */
	assert_true(str_eq(out[0], S("torch.nn.functional.grid_sample")));
	assert_true(
	        1 == project_resolve(&p, b->arena, 4, S("pkg.m.s.x"), out)); /* relative, twice */
	assert_true(str_eq(out[0], S("torch.nn.functional.grid_sample.x")));
	assert_true(1 == project_resolve(&p, b->arena, 3, S("..ops.c.is_available"), out));
	assert_true(str_eq(out[0], S("torch.cuda.is_available")));
	assert_false(project_resolve(&p, b->arena, 4, S("pkg.ops.own"), out));
	assert_false(project_resolve(&p, b->arena, 3, S("..loop.a"), out)); /* a cycle ends */
	assert_int_equal(project_module(&p, b->arena, 3, S("..ops.x")), 1);
	assert_int_equal(project_module(&p, b->arena, 4, S("pkg.deep.more.Thing")), 3);
	assert_int_equal(project_module(&p, b->arena, 4, S("elsewhere.x")), UINT32_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(plain_folder, setup, teardown),
	        cmocka_unit_test_setup_teardown(git_checkout, setup, teardown),
	        cmocka_unit_test_setup_teardown(hostile_git_configuration, setup, teardown),
	        cmocka_unit_test_setup_teardown(missing_folder, setup, teardown),
	        cmocka_unit_test_setup_teardown(names_are_passed_on, setup, teardown)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
