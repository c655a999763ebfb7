/* Two ways into a tree: git's list, or our own steps. Both end in the same filter.
 *
 * git is run as scanner/git.h says, since a scanned repository's
 * own configuration may name programs; ls-files runs none then. A nested repository stands in the
 * list as a folder ("vendored/") and a submodule as a path that is a folder: both are walked by
 * themselves. */
#include "scanner/walk.h"

#include "base/file.h"
#include "base/map.h"
#include "scanner/git.h"
#include "scanner/phrases.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MOST = 64 };

static const char *const skipped[] = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv",
        "venv", ".tox", ".nox", ".eggs", ".mypy_cache", ".ruff_cache", ".pytest_cache",
        ".ipynb_checkpoints"};

/* What a team writes for this program says nothing about the project. */
static const char *const own_files[] = {
        "portfit.yaml", ".portfit-ignore.yaml", "portfit-baseline.json", "portfit-effort.json"};

struct walker {
	struct env *env;
	const struct walk_options *options;
	struct walk *out;
};

void walk_leave_out(struct walk *walk, str reason, uint64_t files)
{
	for (uint32_t i = 0; i < walk->left_out.len; i++)
		if (str_eq(walk->left_out.at[i].reason, reason)) {
			walk->left_out.at[i].files += files;
			return;
		}
	*VEC_PUSH(walk->arena, &walk->left_out) =
	        (struct left_out){arena_dup(walk->arena, reason), files};
}

static bool glob_matches(str glob, str path)
{
	char pattern[1024], name[4096];

	if (glob.len >= sizeof pattern || path.len >= sizeof name)
		return false;
	memcpy(pattern, glob.ptr, glob.len);
	pattern[glob.len] = 0;
	memcpy(name, path.ptr, path.len);
	name[path.len] = 0;
	return fnmatch(pattern, name, 0) == 0;
}

/* Every run of components, so that "tests" leaves out "a/tests/b.py". */
static bool glob_matches_run(str glob, str path)
{
	for (str rest = path; rest.len;) {
		size_t slash = str_find_byte(rest, '/');

		for (size_t end = 0; end <= rest.len; end++)
			if ((end == rest.len || rest.ptr[end] == '/') &&
			        glob_matches(glob, str_slice(rest, 0, end)))
				return true;
		rest = slash == rest.len ? STR_NONE : str_from_at(rest, slash + 1);
	}
	return false;
}

/* Whether a piece of a glob without stars stands at `at`. */
static bool piece_at(str piece, str path, size_t at)
{
	if (piece.len > path.len - at)
		return false;
	for (size_t i = 0; i < piece.len; i++)
		if (piece.ptr[i] != '?' && piece.ptr[i] != path.ptr[at + i])
			return false;
	return true;
}

static bool is_run_start(str path, size_t at)
{
	return at < path.len && (!at || path.ptr[at - 1] == '/');
}

static bool is_run_end(str path, size_t at)
{
	return at == path.len || path.ptr[at] == '/';
}

/* The same for a glob of letters, * and ? alone, without asking for each run: what begins first
 * leaves most room for what follows, so each piece is taken where it stands first, and the last
 * one wherever it ends a component. */
static bool plain_glob_matches(str glob, str path)
{
	size_t star = str_find_byte(glob, '*'), at = 0;
	str piece = str_slice(glob, 0, star), rest = str_from_at(glob, star + 1);

	while (at < path.len && !(is_run_start(path, at) && piece_at(piece, path, at) &&
	                                (star < glob.len || is_run_end(path, at + piece.len))))
		at++;
	if (at == path.len || star == glob.len)
		return at < path.len;
	at += piece.len;
	for (; (star = str_find_byte(rest, '*')) < rest.len; at += piece.len) {
		piece = str_slice(rest, 0, star);
		rest = str_from_at(rest, star + 1);
		while (at <= path.len && !piece_at(piece, path, at))
			at++;
		if (at > path.len)
			return false;
	}
	for (; at + rest.len <= path.len; at++)
		if (is_run_end(path, at + rest.len) && piece_at(rest, path, at))
			return true;
	return false;
}

/* Whether fnmatch says of a glob what plain_glob_matches does. */
static bool is_plain(str glob, str path)
{
	enum { PLAIN_MOST = 1024 };

	if (glob.len >= PLAIN_MOST || path.len >= PLAIN_MOST)
		return false;
	for (size_t i = 0; i < glob.len; i++)
		if (!glob.ptr[i] || glob.ptr[i] == '[' || glob.ptr[i] == '\\')
			return false;
	return true;
}

bool walk_matches(str path, const str *globs, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		str glob = globs[i];

		if (glob.len && glob.ptr[glob.len - 1] == '/')
			glob.len--;
		if (is_plain(glob, path) ? plain_glob_matches(glob, path)
		                         : glob_matches_run(glob, path))
			return true;
	}
	return false;
}

static bool is_skipped_folder(const struct walker *w, str path)
{
	str name = path_base(path);

	for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
		if (str_eq(name, str_from(skipped[i])))
			return !walk_matches(path, w->options->include, w->options->n_include);
	return false;
}

static bool has_skipped_folder(const struct walker *w, str path)
{
	str folder = path_folder(path);

	while (folder.len && !str_eq(folder, S(".")) && !str_eq(folder, S("/"))) {
		if (is_skipped_folder(w, folder))
			return true;
		folder = path_folder(folder);
	}
	return false;
}

static bool is_own_file(str path)
{
	for (size_t i = 0; i < sizeof own_files / sizeof *own_files; i++)
		if (str_eq(path_base(path), str_from(own_files[i])))
			return true;
	return false;
}

static void take_file(struct walker *w, str path)
{
	if (is_own_file(path))
		walk_leave_out(w->out, PHRASE(phrase_own), 1);
	else if (walk_matches(path, w->options->exclude, w->options->n_exclude))
		walk_leave_out(w->out, PHRASE(phrase_excluded), 1);
	else
		*VEC_PUSH(w->out->arena, &w->out->files) = arena_dup(w->out->arena, path);
}

static void take_entries(struct walker *w, str folder, const struct folder_entry *entries,
        uint32_t count, uint32_t depth);
static bool walk_git(struct walker *w, str folder, uint32_t depth);

static bool is_repository(struct walker *w, str folder)
{
	struct stat st;

	return lstat(arena_cstr(w->env->temp, path_join(w->env->temp, folder, S(".git"))), &st) ==
	       0;
}

static bool holds_git(const struct folder_entry *entries, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (str_eq(entries[i].name, S(".git")))
			return true;
	return false;
}

static void walk_any(struct walker *w, str folder, uint32_t depth)
{
	struct folder_entry *entries;
	const char *why;
	uint32_t count;

	if (depth > DEPTH_MOST) {
		walk_leave_out(w->out, PHRASE(phrase_too_deep), 1);
		return;
	}
	why = folder_entries(w->env->temp, folder, &entries, &count);
	if (!w->options->no_git && (why ? is_repository(w, folder) : holds_git(entries, count)) &&
	        walk_git(w, folder, depth))
		return;
	if (why)
		walk_leave_out(w->out, str_from(why), 1);
	else
		take_entries(w, folder, entries, count, depth);
}

/* What the folder's list does not tell is looked up, and what is a link is never followed. */
static void take_unknown(struct walker *w, str path, uint32_t depth);

static void take_entry(struct walker *w, str path, enum file_kind kind, uint32_t depth)
{
	if (kind == FILE_REGULAR)
		take_file(w, path);
	else if (kind != FILE_FOLDER)
		take_unknown(w, path, depth);
	else if (is_skipped_folder(w, path))
		walk_leave_out(w->out, PHRASE(phrase_left_out), 1);
	else if (walk_matches(path, w->options->exclude, w->options->n_exclude))
		walk_leave_out(w->out, PHRASE(phrase_excluded), 1);
	else
		walk_any(w, path, depth + 1);
}

static void take_unknown(struct walker *w, str path, uint32_t depth)
{
	struct stat st;

	if (lstat(arena_cstr(w->env->temp, path), &st) != 0)
		walk_leave_out(w->out, str_from(strerror(errno)), 1);
	else if (S_ISLNK(st.st_mode))
		walk_leave_out(w->out, PHRASE(phrase_link), 1);
	else if (S_ISREG(st.st_mode))
		take_entry(w, path, FILE_REGULAR, depth);
	else if (S_ISDIR(st.st_mode))
		take_entry(w, path, FILE_FOLDER, depth);
	else
		walk_leave_out(w->out, PHRASE(phrase_no_file), 1);
}

static void take_entries(struct walker *w, str folder, const struct folder_entry *entries,
        uint32_t count, uint32_t depth)
{
	for (uint32_t i = 0; i < count; i++)
		take_entry(w, path_join(w->env->temp, folder, entries[i].name), entries[i].kind,
		        depth);
}

static int by_bytes(const void *a, const void *b)
{
	return str_cmp(*(const str *)a, *(const str *)b);
}

static bool walk_git(struct walker *w, str folder, uint32_t depth)
{
	static const char *const words[] = {"ls-files", "-z", "-co", "--exclude-standard", NULL};
	VEC(str) names = {0};
	const char *why;
	str list, name, last = STR_NONE;

	if (!git_run(w->env->temp, folder, words, &list, &why)) {
		diag_note(w->env->diags, (struct place){.path = folder},
		        "git ls-files %s; every file of the folder is looked at instead", why);
		return false;
	}
	w->out->repositories++;
	while (list.len && str_cut(&list, 0, &name))
		if (name.len)
			*VEC_PUSH(w->env->temp, &names) = name;
	if (names.len)
		qsort(names.at, names.len, sizeof *names.at, by_bytes);
	for (uint32_t i = 0; i < names.len; i++) {
		str path;

		if (str_eq(names.at[i], last)) /* unmerged: once per stage */
			continue;
		last = names.at[i];
		name = last;
		if (name.ptr[name.len - 1] == '/')
			name.len--;
		path = path_join(w->env->temp, folder, name);
		if (has_skipped_folder(w, name))
			walk_leave_out(w->out, PHRASE(phrase_left_out), 1);
		else
			take_entry(w, path, FILE_NONE, depth);
	}
	return true;
}

/* Whether a folder lies in a checkout: some folder above has .git, or it has itself. */
static bool in_checkout(struct walker *w, str folder)
{
	str at = path_real(w->env->temp, folder);
	bool found = false;

	while (at.len > 1 && !found) {
		found = is_repository(w, at);
		at = path_folder(at);
	}
	return found;
}

bool walk_folder(struct env *env, str folder, const struct walk_options *options, struct walk *out)
{
	struct walker w = {env, options, out};
	const char *why;
	uint32_t count, from = out->files.len;
	struct folder_entry *entries;

	why = folder_entries(env->temp, folder, &entries, &count);
	if (why)
		return diag_error(
		        env->diags, (struct place){.path = folder}, "cannot be read: %s", why);
	if (options->no_git || !in_checkout(&w, folder) || !walk_git(&w, folder, 0))
		take_entries(&w, folder, entries, count, 0);
	if (out->files.len > from)
		qsort(out->files.at + from, out->files.len - from, sizeof(str), by_bytes);
	return true;
}
