#include "scanner/leftover_scripts.h"

#include "base/file.h"
#include "base/map.h"
#include "scanner/rules.h"

enum {
	STEPS_MOST = 20000000,
	FOLDER_STEPS = 5000,
	ABOVE_MOST = 64,
	OTHER_BYTES_MOST = 16 << 20,
	NAME_MOST = 200
};

struct leftovers {
	struct env *env;
	const struct scan_shared *shared;
	str root;
	uint32_t n_files;
	uint64_t steps; /* that comparing took */
	bool *left;     /* by file */
};

static bool is_below(str path, str folder)
{
	if (str_eq(folder, S(".")))
		return !str_eq(path, folder) && !str_starts(path, S("/"));
	return path.len > folder.len + 1 && str_starts(path, folder) && path.ptr[folder.len] == '/';
}

/* Whether a path ends with that one, or has it among its folders. */
static bool has_parts(str path, str parts, bool at_end)
{
	for (size_t at = 0; (at += str_find(str_from_at(path, at), parts)) < path.len; at++) {
		size_t end = at + parts.len;

		if ((!at || path.ptr[at - 1] == '/') &&
		        (at_end ? end == path.len : end < path.len && path.ptr[end] == '/'))
			return true;
	}
	return false;
}

static bool any_path_has(struct leftovers *l, str parts, bool at_end)
{
	for (uint32_t i = 0; i < l->n_files; i++) {
		str path = l->shared->files[i].path;

		l->steps += path.len;
		if (l->steps > STEPS_MOST ||
		        has_parts(str_from_at(path, l->shared->files[i].above), parts, at_end))
			return true;
	}
	return false;
}

/* Git ignores what is called so, or may: then it is made or fetched, and no part of a checkout. */
static bool is_ignored(struct leftovers *l, str folder, str first, str name)
{
	struct arena_mark mark = arena_mark(l->env->temp);
	str path = path_join(l->env->temp, folder, S(".gitignore")), text;
	bool ignored = !file_try_text(l->env, path, OTHER_BYTES_MOST, &text) &&
	               (str_has(text, first) || str_has(text, name) || str_has(text, S("*.py\n")));

	arena_rewind(l->env->temp, mark);
	return ignored;
}

/* Nothing of that name lies beside the script or beside a folder above it, up to the root, and no
 * folder there has parts of other checkouts. */
static bool is_nowhere_above(struct leftovers *l, str script, str what, str first)
{
	bool alone = str_eq(first, what), known = alone || any_path_has(l, first, false);
	str folder = path_folder(script);

	for (uint32_t i = 0; i < ABOVE_MOST && l->steps < STEPS_MOST; i++) {
		l->steps += FOLDER_STEPS;
		if (file_kind_of(l->env, path_join(l->env->temp, folder, what)) != FILE_NONE ||
		        file_kind_of(l->env, path_join(l->env->temp, folder, S(".gitmodules"))) !=
		                FILE_NONE ||
		        is_ignored(l, folder, first, path_base(what)))
			return false;
		/* a folder of which nothing is scanned may hold it elsewhere */
		if (!known &&
		        file_kind_of(l->env, path_join(l->env->temp, folder, first)) != FILE_NONE)
			return false;
		if (!is_below(folder, l->root))
			return str_eq(folder, l->root);
		folder = path_folder(folder);
	}
	return false;
}

/* A path that is written in full, and that no file has: neither so, nor in a folder of another
 * name, unless nothing is called as its own first folder is. */
static bool is_absent(struct leftovers *l, str script, str what)
{
	str first;

	while (str_starts(what, S("./")))
		what = str_from_at(what, 2);
	for (size_t i = 0; i < what.len; i++)
		if (!byte_is_word(what.ptr[i]) && !strchr("/-.", what.ptr[i]))
			return false;
	if (!what.len || what.len > NAME_MOST || what.ptr[0] == '/' || str_has(what, S("..")))
		return false;
	first = str_slice(what, 0, str_find_byte(what, '/'));
	return !any_path_has(l, what, true) &&
	       (!any_path_has(l, path_base(what), true) ||
	               (first.len < what.len && !any_path_has(l, first, false))) &&
	       is_nowhere_above(l, script, what, first);
}

static bool starts_what_is_absent(struct leftovers *l, uint32_t file)
{
	const struct launches *launches = &l->shared->results[file].launches;

	for (uint32_t i = 0; i < launches->list.len; i++)
		if (launches->list.at[i].module ||
		        !is_absent(l, l->shared->files[file].path, launches->list.at[i].what))
			return false;
	return launches->alone && launches->list.len;
}

static bool is_shell(const struct leftovers *l, uint32_t file)
{
	return str_eq(l->shared->results[file].input.kind, S("shell"));
}

/* ------------------------------------------------------------------ what other files say */

/* The last part of where it is cloned from is the name of the scanned folder. */
static bool clones_itself(str command, str own)
{
	str word;

	while (str_cut(&command, ' ', &word)) {
		size_t slash;

		while (word.len && strchr("`'\")/.,;\r", word.ptr[word.len - 1]))
			word = str_slice(word, 0, word.len - 1);
		if (str_ends(word, S(".git")))
			word = str_slice(word, 0, word.len - 4);
		slash = str_rfind_byte(word, '/');
		if (slash < word.len && word.ptr[0] != '-')
			return str_eq(str_from_at(word, slash + 1), own);
	}
	return false;
}

static bool clones_another(str text, str own)
{
	size_t at = 0;

	while ((at += str_find(str_from_at(text, at), S("git clone"))) < text.len) {
		str line = str_from_at(text, at + 9);

		if (!clones_itself(str_slice(line, 0, str_find_byte(line, '\n')), own))
			return true;
		at += 9;
	}
	return str_has(text, S("repo clone")) || str_has(text, S("Repo.clone_from"));
}

/* Anywhere in a text; in Python at the front or at the end of one, since comments and docstrings
 * make no files. */
static bool tells_of(str text, str what, bool python)
{
	size_t at = 0;

	while ((at += str_find(str_from_at(text, at), what)) < text.len) {
		size_t end = at + what.len;

		if (!python || (at && strchr("\"'/", text.ptr[at - 1])) ||
		        (end < text.len && strchr("\"'\\", text.ptr[end])))
			return true;
		at = end;
	}
	return false;
}

/* Another kind of file tells of what a script starts: it may say where that comes from. */
static void drop_told(struct leftovers *l, str text, bool python)
{
	for (uint32_t i = 0; i < l->n_files; i++) {
		const struct launches *launches = &l->shared->results[i].launches;

		for (uint32_t k = 0; k < launches->list.len && l->left[i]; k++) {
			l->steps += text.len / 16;
			l->left[i] = l->steps < STEPS_MOST &&
			             !tells_of(text, launches->list.at[k].what, python);
		}
	}
}

/* False when the project clones another one, or may: a file that is of a kind that is read and that
 * cannot be read may do so. */
static bool read_others(struct leftovers *l)
{
	str own = path_base(path_real(l->env->temp, l->root)), text;
	struct arena_mark mark = arena_mark(l->env->temp);

	for (uint32_t i = 0; i < l->n_files; i++) {
		bool unread =
		        file_try_text(l->env, l->shared->files[i].path, OTHER_BYTES_MOST, &text);

		if (unread)
			text = STR_NONE;
		if ((unread && !l->shared->results[i].left_out.len) || clones_another(text, own))
			return false;
		if (!is_shell(l, i))
			drop_told(l, text, input_is_python(&l->shared->results[i].input));
		arena_rewind(l->env->temp, mark);
	}
	return true;
}

/* ------------------------------------------------------------------ findings */

static bool may_lower(const struct finding *f)
{
	return f->guarded_by == GUARD_NONE && finding_worst(f, UINT32_MAX) >= SEVERITY_MINOR;
}

static bool find_scripts(struct leftovers *l)
{
	bool any = false;

	for (uint32_t i = 0; i < l->n_files; i++) {
		const struct findings *findings = &l->shared->results[i].findings;
		bool cause = false;

		for (uint32_t k = 0; k < findings->list.len && is_shell(l, i) && !cause; k++)
			cause = may_lower(&findings->list.at[k]);
		l->left[i] = cause && starts_what_is_absent(l, i);
		any |= l->left[i];
	}
	return any;
}

void leftover_scripts_settle(struct env *env, const struct scan_shared *shared, str root,
        uint32_t n_files, struct scan *out)
{
	struct leftovers l = {env, shared, path_plain(root), n_files, 0,
	        ARENA_ARRAY(env->temp, bool, (size_t)n_files + 1)};
	struct map scripts = {.arena = env->temp};

	while (l.root.len > 1 && l.root.ptr[l.root.len - 1] == '/')
		l.root.len--;
	if (!find_scripts(&l) || !read_others(&l))
		return;
	for (uint32_t i = 0; i < n_files; i++) {
		bool fresh;

		if (l.left[i])
			*map_at(&scripts, shared->files[i].path, &fresh) = i + 1;
	}
	for (uint32_t i = 0; i < out->findings.list.len; i++) {
		struct finding *f = &out->findings.list.at[i];
		const uint32_t *script = map_get(&scripts, f->path);

		if (script && may_lower(f))
			rules_lower(out->arena, out->rules, f, GUARD_LEFTOVER,
			        shared->results[*script - 1].launches.list.at[0].what);
	}
}
