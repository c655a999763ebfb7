#include "scanner/whole_project.h"

#include "base/file.h"

/* A folder above holds the checkout that this one is a part of. */
static bool is_part_of_checkout(struct env *env, str folder)
{
	str above = path_real(env->temp, folder);

	while (path_folder(above).len < above.len && path_folder(above).len > 0) {
		above = path_folder(above);
		if (file_kind_of(env, path_join(env->temp, above, S(".git"))) != FILE_NONE)
			return true;
	}
	return false;
}

/* A file that stands at the top of projects. */
static bool is_top_file(str name)
{
	static const char *const starts[] = {"README", "readme", "Readme", "requirements",
	        "LICENSE", "pyproject.toml", "setup.py", "setup.cfg", "environment.y", "Dockerfile",
	        ".gitignore", ".dockerignore", NULL};

	return str_starts_one_of(name, starts);
}

bool whole_project(struct env *env, const struct scan_plan *plan,
        const struct scan_candidate *files, uint32_t n_files)
{
	str top;

	if (plan->n_paths != 1 || plan->walk.n_exclude ||
	        file_kind_of(env, plan->paths[0]) != FILE_FOLDER)
		return false;
	top = plan->paths[0];
	if (file_kind_of(env, path_join(env->temp, top, S(".git"))) != FILE_NONE)
		return true;
	if (is_part_of_checkout(env, top))
		return false;
	while (top.len > 1 && top.ptr[top.len - 1] == '/')
		top.len--;
	for (uint32_t i = 0; i < n_files; i++)
		if (str_eq(path_folder(path_plain(files[i].path)), path_plain(top)) &&
		        is_top_file(path_base(files[i].path)))
			return true;
	return false;
}
