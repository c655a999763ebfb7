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
	bool any_class; /* classes are asked for by names that are made at run time */
	VEC(str) tops;  /* folders that can be installed */
};

static void find_tops(struct settling *s)
{
	s->looked = true;
	for (uint32_t i = 0; i < s->n_files; i++)
		if (unused_files_installs(s->env, s->shared->files[i].path))
			*VEC_PUSH(s->env->temp, &s->tops) =
			        path_folder(path_plain(s->shared->files[i].path));
}

/* A file that others have when they install the project. */
static bool is_installed(struct settling *s, uint32_t file)
{
	str path = s->shared->files[file].path;

	if (entry_is_test(str_from_at(path, s->shared->files[file].above)))
		return false;
	if (!s->looked)
		find_tops(s);
	for (uint32_t i = 0; i < s->tops.len; i++)
		if (reach_lies_in(path_plain(path), s->tops.at[i]))
			return true;
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
	       !(need->made &&
	               (s->any_class || switches_have_heirs(shared->switches, need->function))) &&
	       (is_private(need->function) || is_private(top) ||
	               is_private(path_base(shared->files[file].path)) || !is_installed(s, file));
}

void default_needs_settle(struct env *env, const struct scan_shared *shared, uint32_t n_files)
{
	struct settling s = {.env = env, .shared = shared, .n_files = n_files};

	for (uint32_t i = 0; i < n_files; i++)
		s.any_class |= shared->results[i].names.any_name || shared->results[i].names.open;
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
