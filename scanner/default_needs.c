#include "scanner/default_needs.h"

#include "base/file.h"
#include "scanner/reach.h"
#include "scanner/rules.h"
#include "scanner/unused_files.h"

struct settling {
	struct env *env;
	const struct scan_shared *shared;
	uint32_t n_files;
	bool looked;
	VEC(str) tops; /* folders that can be installed */
	/* Files that ask what they import for names that are made at run time. */
	VEC(uint32_t) askers;
	bool any_class; /* one of them may ask any file */
};

enum { ASKERS_MOST = 200 };

static void find_askers(struct settling *s)
{
	for (uint32_t i = 0; i < s->n_files; i++) {
		const struct scan_result *r = &s->shared->results[i];

		if (!r->names.any_name && !r->names.open)
			continue;
		s->any_class |=
		        r->signs.by_name || r->signs.by_object || s->askers.len == ASKERS_MOST;
		if (!s->any_class)
			*VEC_PUSH(s->env->temp, &s->askers) = i;
	}
}

/* A path of an import ends in the name of a file, or of a folder that it lies in, whose package may
 * hand on what is in the file. */
static bool leads_to(str import, str path)
{
	str last = str_last_part(import, '.');
	str stem = path_base(path);

	if (str_ends(stem, S(".py")))
		stem = str_slice(stem, 0, stem.len - 3);
	if (str_eq(last, stem))
		return true;
	for (path = path_folder(path_plain(path)); path.len > 1; path = path_folder(path)) {
		if (str_eq(path_base(path), last))
			return true;
		if (path_folder(path).len >= path.len)
			break;
	}
	return false;
}

/* A class of the file may be asked for by a name that is made at run time. */
static bool may_be_asked_for(const struct settling *s, uint32_t file)
{
	for (uint32_t i = 0; i < s->askers.len && !s->any_class; i++) {
		const struct scan_result *r = &s->shared->results[s->askers.at[i]];

		if (s->askers.at[i] == file)
			return true;
		for (uint32_t k = 0; k < r->imports.len; k++)
			if (leads_to(r->imports.at[k].module, s->shared->files[file].path))
				return true;
	}
	return s->any_class;
}

static void find_tops(struct settling *s)
{
	s->looked = true;
	for (uint32_t i = 0; i < s->n_files; i++)
		if (unused_files_installs(s->env, s->shared->files[i].path))
			*VEC_PUSH(s->env->temp, &s->tops) =
			        path_folder(path_plain(s->shared->files[i].path));
}

/* A folder beside the package that is installed, by its name: setuptools leaves it out as well. */
static bool is_aside(str path)
{
	static const char *const folders[] = {"benchmark", "benchmarks", "bin", "demo", "demos",
	        "doc", "docs", "example", "examples", "experiments", "notebooks", "script",
	        "scripts", "tasks", "tools", NULL};

	return str_is_one_of(str_slice(path, 0, str_find_byte(path, '/')), folders);
}

/* A file that others have when they install the project. */
static bool is_installed(struct settling *s, uint32_t file)
{
	str path = s->shared->files[file].path;

	if (entry_is_test(str_from_at(path, s->shared->files[file].above)))
		return false;
	if (!s->looked)
		find_tops(s);
	for (uint32_t i = 0; i < s->tops.len; i++) {
		str top = s->tops.at[i];

		if (reach_lies_in(path_plain(path), top))
			return !is_aside(str_from_at(path_plain(path),
			        top.len && !str_eq(top, S(".")) ? top.len + 1 : 0));
	}
	return false;
}

static bool is_private(str name)
{
	return str_starts(name, S("_"));
}

static bool is_always_given(
        struct settling *s, const struct default_need *need, uint32_t file, str function)
{
	const struct scan_shared *shared = s->shared;
	str top = str_slice(function, 0, str_find_byte(function, '.'));

	return host_calls_always_give(
	               shared->host_calls, need->function, need->place, need->name) &&
	       !switches_hand_on(shared->switches, need->function) &&
	       !(need->made && (may_be_asked_for(s, file) ||
	                               switches_have_heirs(shared->switches, need->function))) &&
	       (is_private(need->function) || is_private(top) ||
	               is_private(path_base(shared->files[file].path)) || !is_installed(s, file));
}

void default_needs_settle(struct env *env, const struct scan_shared *shared, uint32_t n_files)
{
	struct settling s = {.env = env, .shared = shared, .n_files = n_files};

	find_askers(&s);
	for (uint32_t i = 0; i < n_files; i++) {
		struct findings *findings = &shared->results[i].findings;

		for (uint32_t k = 0; k < findings->list.len; k++) {
			struct finding *f = &findings->list.at[k];

			if (f->need && f->guarded_by == GUARD_NONE &&
			        is_always_given(&s, f->need, i, f->function))
				rules_lower(findings->arena, shared->rules, f, GUARD_ALWAYS,
				        f->need->function);
		}
	}
}
