#include "scanner/default_needs.h"

#include "base/file.h"
#include "scanner/distributions.h"
#include "scanner/reach.h"
#include "scanner/rules.h"

struct settling {
	struct env *env;
	const struct scan_shared *shared;
	uint32_t n_files;
	bool looked;
	struct distributions distributions; /* once looked */
	/* Files that ask what they import for names that are made at run time: the last parts of
	 * what these import. */
	uint32_t askers;
	struct map asked;
	bool any_class;   /* one of them may ask any file */
	struct map files; /* by path: its number */
	struct map open;  /* last names of modules whose names a file asks for as it makes them */
	bool any_module;  /* likewise, of modules that have such names themselves */
};

enum { ASKERS_MOST = 200 };

/* By what an import calls a file last. */
static str module_of(str path)
{
	str base = path_base(path);

	return str_eq(base, S("__init__.py")) ? path_base(path_folder(path_plain(path)))
	                                      : str_slice(base, 0, str_find_byte(base, '.'));
}

static bool asks_for_names(const struct scan_result *r)
{
	return r->names.any_name || r->names.open;
}

static void note_asker(struct settling *s, const struct scan_result *r)
{
	s->any_class |= r->signs.by_name || r->signs.by_object || s->askers == ASKERS_MOST;
	s->askers++;
	for (uint32_t i = 0; i < r->imports.len && !s->any_class; i++)
		*map_at(&s->asked, str_last_part(r->imports.at[i].module, '.'), NULL) = 1;
}

/* A class of the file may be asked for by a name that is made at run time: the file does it, or one
 * that imports it, or a folder that it lies in, whose package may hand on what is in the file. */
static bool may_be_asked_for(const struct settling *s, uint32_t file)
{
	str path = s->shared->files[file].path;

	if (s->any_class || asks_for_names(&s->shared->results[file]) ||
	        map_get(&s->asked, module_of(path)))
		return true;
	for (path = path_folder(path_plain(path)); path.len > 1; path = path_folder(path)) {
		if (map_get(&s->asked, path_base(path)))
			return true;
		if (path_folder(path).len >= path.len)
			break;
	}
	return false;
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
static bool is_installed(struct settling *s, str path, str below)
{
	const struct distribution *of;
	size_t above;

	if (entry_is_test(below))
		return false;
	if (!s->looked)
		distributions_find(s->env, s->env->temp, s->shared, s->n_files, &s->distributions);
	s->looked = true;
	of = distributions_of(&s->distributions, path);
	above = of && of->top.len && !str_eq(of->top, S(".")) ? of->top.len + 1 : 0;
	return of && (of->says == SAYS_WHICH || !is_aside(str_from_at(path_plain(path), above)));
}

static bool is_private(str name)
{
	return str_starts(name, S("_"));
}

static bool is_always_given(
        struct settling *s, const struct default_need *need, uint32_t file, str function)
{
	const struct scan_shared *shared = s->shared;
	str top = str_slice(function, 0, str_find_byte(function, '.')),
	    path = shared->files[file].path;

	return host_calls_always_give(
	               shared->host_calls, need->function, need->place, need->name) &&
	       !switches_hand_on(shared->switches, need->function) &&
	       !(need->made && (may_be_asked_for(s, file) ||
	                               switches_have_heirs(shared->switches, need->function))) &&
	       (is_private(need->function) || is_private(top) || is_private(path_base(path)) ||
	               !is_installed(s, path, str_from_at(path, shared->files[file].above)));
}

/* Some code has the module of a file as a value, or asks for its names by ones that it makes. */
static bool is_module_handed(const struct settling *s, uint32_t file)
{
	const struct scan_shared *shared = s->shared;

	if (!shared->switches->asks) /* nothing is called so */
		return false;
	return s->any_module || shared->handed.too_many || shared->handed.files[file] ||
	       shared->results[file].names.open ||
	       map_get(&s->open, module_of(shared->files[file].path));
}

/* Where names of a file are made and asked for, those that it imports are as well: modules, or
 * what lies in them. */
static void note_open(struct settling *s, const struct scan_result *r)
{
	for (uint32_t i = 0; i < r->imports.len; i++) {
		str module = r->imports.at[i].module;
		size_t dot = str_rfind_byte(module, '.');

		*map_at(&s->open, str_last_part(module, '.'), NULL) = 1;
		*map_at(&s->open, str_last_part(str_slice(module, 0, dot), '.'), NULL) = 1;
	}
	for (uint32_t i = 0; i < r->stars.len; i++)
		*map_at(&s->open, str_last_part(r->stars.at[i], '.'), NULL) = 1;
}

static void look_at_files(struct settling *s)
{
	s->files.arena = s->open.arena = s->asked.arena = s->env->temp;
	for (uint32_t i = 0; i < s->n_files; i++) {
		const struct scan_result *r = &s->shared->results[i];

		if (asks_for_names(r))
			note_asker(s, r);
		s->any_module |= r->signs.by_object || (r->signs.by_name && r->names.any_name);
		*map_at(&s->files, s->shared->files[i].path, NULL) = i;
		if (r->names.open || s->shared->handed.files[i])
			note_open(s, r);
	}
}

/* A host_caller_known. */
static bool is_called_here(void *context, const struct host_caller *caller)
{
	struct settling *s = context;
	const struct switches *switches = s->shared->switches;
	const uint32_t *file = map_get(&s->files, caller->path);

	return file && !switches_name(switches, caller->name) &&
	       !(caller->method ? switches_ask_at(switches, 0) : is_module_handed(s, *file)) &&
	       !(caller->made && (may_be_asked_for(s, *file) ||
	                                 switches_have_heirs(switches, caller->name))) &&
	       (is_private(caller->name) || is_private(path_base(caller->path)) ||
	               !is_installed(s, caller->path, caller->below));
}

void default_needs_settle(struct env *env, const struct scan_shared *shared,
        struct host_calls *calls, uint32_t n_files)
{
	struct settling s = {.env = env, .shared = shared, .n_files = n_files};

	look_at_files(&s);
	host_calls_settle_turns(calls, is_called_here, &s);
	for (uint32_t i = 0; i < n_files; i++) {
		struct findings *findings = &shared->results[i].findings;

		for (uint32_t k = 0; k < findings->list.len; k++) {
			struct finding *f = &findings->list.at[k];

			if (f->need && f->guarded_by == GUARD_NONE &&
			        is_always_given(&s, f->need, i, f->function))
				rules_lower(findings->arena, shared->rules, f,
				        f->need->test.len ? GUARD_AVAILABLE : GUARD_ALWAYS,
				        f->need->test.len ? f->need->test : f->need->function);
			if (f->around && f->guarded_by == GUARD_NONE &&
			        is_called_here(&s, f->around) &&
			        host_calls_run_once(shared->host_calls, f->around))
				rules_lower(
				        findings->arena, shared->rules, f, GUARD_ONCE, STR_NONE);
		}
	}
}
