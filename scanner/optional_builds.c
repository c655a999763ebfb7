/* What is imported of the project's own extensions is a finding of one rule, and what builds them
 * those of rules of setup.py: so it takes these rules, as other answers of whole projects do. */
#include "scanner/optional_builds.h"

#include "base/file.h"
#include "scanner/reach.h"
#include "scanner/rules.h"

enum { SETUP_BYTES_MOST = 1 << 20, FOLDERS_MOST = 32 };

/* Folders whose setup.py builds what nobody has to have. */
struct folders {
	str list[FOLDERS_MOST];
	uint32_t count;
};

static bool is_only_tried(enum finding_guard guard)
{
	return guard == GUARD_IMPORT || guard == GUARD_REPLACED || guard == GUARD_SPARE ||
	       guard == GUARD_TRY || guard == GUARD_TRIED || guard == GUARD_SELF_TEST ||
	       guard == GUARD_UNUSED || guard == GUARD_UNSET || guard == GUARD_FLAG;
}

/* Some import of an extension of the project, and each in a try. */
static bool imports_are_tried(const struct scan *out)
{
	uint32_t imports = 0;

	for (uint32_t i = 0; i < out->findings.list.len; i++) {
		const struct finding *f = &out->findings.list.at[i];

		if (!str_eq(out->rules->ids[f->rule], S("import-own-cuda-extension")))
			continue;
		if (!is_only_tried(f->guarded_by))
			return false;
		imports += f->guarded_by != GUARD_SELF_TEST;
	}
	return imports > 0;
}

static bool builds(const struct finding *f)
{
	return str_starts(f->matched, S("torch.utils.cpp_extension.CUDAExtension")) &&
	       str_eq(path_base(f->path), S("setup.py")) && f->guarded_by == GUARD_NONE;
}

static bool stands_alone(struct env *env, str top, str setup)
{
	struct arena_mark mark = arena_mark(env->temp);
	str text;
	bool alone = !str_eq(path_folder(path_plain(setup)), path_plain(top)) &&
	             !file_try_read(env, setup, SETUP_BYTES_MOST, &text) &&
	             !str_has(text, S("packages"));

	arena_rewind(env->temp, mark);
	return alone;
}

/* False: some build is of another kind, or there are too many. */
static bool find_folders(struct env *env, str top, const struct scan *out, struct folders *folders)
{
	for (uint32_t i = 0; i < out->findings.list.len; i++) {
		const struct finding *f = &out->findings.list.at[i];
		str folder = path_folder(path_plain(f->path));

		if (str_starts(f->matched, S("torch.utils.cpp_extension.load")) &&
		        f->guarded_by == GUARD_NONE)
			return false; /* what is missing is built when it is asked for */
		if (!builds(f))
			continue;
		if (folders->count && str_eq(folders->list[folders->count - 1], folder))
			continue;
		if (folders->count == FOLDERS_MOST || !stands_alone(env, top, f->path))
			return false;
		folders->list[folders->count++] = folder;
	}
	return folders->count > 0;
}

/* Of the build, or of a source of C++ or CUDA in its folder. */
static bool belongs(const struct scan *out, const struct folders *folders, const struct finding *f)
{
	static const char *const sources[] = {
	        ".cu", ".cuh", ".cpp", ".cc", ".cxx", ".h", ".hpp", NULL};
	str path = path_plain(f->path);
	bool setup = str_eq(path_base(path), S("setup.py")) &&
	             str_starts(out->rules->ids[f->rule], S("setup-"));

	for (uint32_t i = 0; i < folders->count; i++)
		if ((setup && str_eq(path_folder(path), folders->list[i])) ||
		        (str_ends_one_of(path, sources) && reach_lies_in(path, folders->list[i])))
			return true;
	return false;
}

void optional_builds_settle(struct env *env, str top, struct scan *out)
{
	struct folders folders = {.count = 0};

	while (top.len > 1 && top.ptr[top.len - 1] == '/')
		top.len--;
	if (!imports_are_tried(out) || !find_folders(env, top, out, &folders))
		return;
	for (uint32_t i = 0; i < out->findings.list.len; i++) {
		struct finding *f = &out->findings.list.at[i];

		if (f->guarded_by == GUARD_NONE && belongs(out, &folders, f))
			rules_lower(out->arena, out->rules, f, GUARD_OPTIONAL, STR_NONE);
	}
}
