/* Can any bytes break a reader of text files, or a rule on what it reads? The first byte chooses
 * the file's name, and so the reader; all bundled rules are applied. */
#include "scanner/rules.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"requirements.txt", "poetry.lock", "uv.lock", "pylock.toml",
        "Pipfile.lock", "pyproject.toml", "Pipfile", "setup.cfg", "tox.ini", ".python-version",
        "environment.yml", "Dockerfile", "docker-compose.yml", "deployment.yaml",
        ".github/workflows/ci.yml", ".gitlab-ci.yml", "train.sh", "train.sbatch", ".env",
        "CMakeLists.txt", "Makefile", "kernel.cu", "op.cpp", "op.h", "main.tf", "config.toml",
        "ds_config.json", "accelerate.yaml", "conda-lock.yml", "pixi.lock"};

/* Of first bytes from LATER on, so that what is kept for the others stays theirs. */
enum { LATER = 240 };
static const char *const later[] = {"image.def", "Procfile", "a.service", "meta.yaml",
        "recipe.yaml", "tox.toml", "cog.yaml", "values.yaml", "Jenkinsfile", "flake.nix", "job.sub",
        "conda_build_config.yaml", ".bazelrc", "devcontainer.json", "constraints.in", "spec.txt"};

static str name_of(uint8_t byte)
{
	return str_from(byte < LATER ? names[byte % (sizeof names / sizeof *names)]
	                             : later[(byte - LATER) % (sizeof later / sizeof *later)]);
}

/* Rules are opened and their patterns compiled once: they do not change. */
static struct rules_worker *the_worker(const struct ruleset **rules)
{
	static struct rules_worker *worker;
	static const struct ruleset *opened;

	if (!worker) {
		struct arena *arena = arena_new();
		struct diags *diags = ARENA_NEW(arena, struct diags);
		struct env env = {arena, arena, diags, &limits_default, NULL};

		diags->arena = arena;
		rules_open(&env, &(struct rules_plan){.as_of = 1}, &opened);
		worker = rules_worker_new(opened);
	}
	*rules = opened;
	return worker;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ruleset *rules;
	struct rules_worker *worker = the_worker(&rules);
	/* what is found outlives what a reader works with, which may be given back in between */
	struct arena *arena = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, temp, &diags, &limits_default, NULL};
	struct findings out = {.arena = arena};
	struct launches launches = {.arena = arena};
	struct rules_text told = {.launches = &launches};

	if (size) {
		str path = name_of(data[0]);
		str text = arena_dup(arena, (str){(const char *)data + 1, size - 1});

		if (rules_want_text(&env, rules, path, text))
			rules_apply_text(&env, worker, path, text, &out, &told);
	}
	arena_free(temp);
	arena_free(arena);
	return 0;
}
