#include "scanner/git.h"

#include "base/process.h"

enum {
	OUTPUT_BYTES = 1 << 30,
	SECONDS = 120,
	FILTER_SETTINGS = 256,
};

static const char *const safe[] = {"git", "-c", "core.fsmonitor=false", "-c",
        "core.hooksPath=", "-c", "core.untrackedCache=false", "-c", "safe.directory=*", "-c",
        "protocol.allow=never", "-c", "core.quotePath=true"};
enum { SAFE_WORDS = sizeof safe / sizeof *safe };

static bool run(struct arena *arena, str folder, const char *const *settings, uint32_t n_settings,
        const char *const *words, str *output, const char **why)
{
	const char **argv = ARENA_ARRAY(
	        arena, const char *, (size_t)SAFE_WORDS + 2 * n_settings + GIT_WORDS + 1);
	struct process process = {
	        argv, arena_cstr(arena, folder.len ? folder : S(".")), OUTPUT_BYTES, SECONDS};
	uint32_t n = 0;

	for (uint32_t i = 0; i < SAFE_WORDS; i++)
		argv[n++] = safe[i];
	for (uint32_t i = 0; i < n_settings; i++) {
		argv[n++] = "-c";
		argv[n++] = settings[i];
	}
	for (uint32_t i = 0; i < GIT_WORDS && words[i]; i++)
		argv[n++] = words[i];
	argv[n] = NULL;
	return process_run(arena, &process, output, why);
}

bool git_run(
        struct arena *arena, str folder, const char *const *words, str *output, const char **why)
{
	return run(arena, folder, NULL, 0, words, output, why);
}

/* "filter.NAME.clean" and the like become settings that switch them off. False when there is a name
 * that a setting on the command line cannot hold. */
static bool switch_off(struct arena *arena, str names, const char **settings, uint32_t *n)
{
	str name;

	while (names.len && str_cut(&names, 0, &name)) {
		bool required = str_ends(name, S(".required"));

		if (!name.len)
			continue;
		if (str_has(name, S("=")) || *n == FILTER_SETTINGS)
			return false;
		settings[(*n)++] =
		        arena_format(arena, "%.*s=%s", STR_ARG(name), required ? "false" : "").ptr;
	}
	return true;
}

bool git_run_unfiltered(
        struct arena *arena, str folder, const char *const *words, str *output, const char **why)
{
	static const char *const list[] = {"config", "-z", "--name-only", "--get-regexp",
	        "^filter\\..*\\.(clean|smudge|process|required)$", NULL};
	const char *settings[FILTER_SETTINGS];
	uint32_t n = 0;
	str names;

	/* no filter at all makes this fail */
	if (git_run(arena, folder, list, &names, why) && !switch_off(arena, names, settings, &n)) {
		*why = "cannot be run safely: its configuration names filters in a way that cannot "
		       "be switched off";
		return false;
	}
	return run(arena, folder, settings, n, words, output, why);
}
