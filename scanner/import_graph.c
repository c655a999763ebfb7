#include "scanner/import_graph.h"

#include "base/file.h"

#include <string.h>

enum {
	KEY_BYTES = 1024,
	FOLDERS_MOST = 32,    /* around a file, that are looked into */
	FAR_PARTS = 6,        /* folders that may stand before a file in an import */
	PARTS_MOST = 16,      /* of an import that are looked at */
	ALIKE_MOST = 64,      /* files that are called as an import says */
	TEXTS_MOST = 256,     /* that may be folders of modules */
	PATHS_MOST = 1 << 22, /* that are compared with them */
};

struct maker {
	struct env *env;
	const struct scan_shared *shared;
	struct import_graph *out;
	struct map places;   /* "a/b/c" of a/b/c.py, "a/b" of a/b/__init__.py: file + 1 */
	struct map parts;    /* names of folders and files, without suffix */
	struct map starts;   /* folders that hold some, and files: what the first part may be */
	struct map_list far; /* "c", "b.c", "a.b.c" of a/b/c.py: files */
	struct search_folders searched;
	uint32_t *seen; /* of the file at hand: its edge to a file + 1 */
	bool tried;     /* of the import at hand */
};

static bool is_top(str folder)
{
	return !folder.len || str_eq(folder, S(".")) || str_eq(folder, S("/"));
}

/* Without suffix; a package stands for its folder. "" for what cannot be imported. */
static str place_of(str path)
{
	if (!str_ends(path, S(".py")))
		return STR_NONE;
	path = str_slice(path, 0, path.len - 3);
	if (str_eq(path, S("__init__")))
		return STR_NONE;
	return str_ends(path, S("/__init__")) ? str_slice(path, 0, path.len - 9) : path;
}

static void name_far(struct maker *m, str place, uint32_t file)
{
	size_t at = place.len;

	for (uint32_t i = 0; i < FAR_PARTS; i++) {
		size_t from = str_rfind_byte(str_slice(place, 0, at), '/');
		str tail = from == at ? place : str_from_at(place, from + 1);
		char *name = arena_alloc(m->env->temp, tail.len + 1, 1);

		for (size_t k = 0; k < tail.len; k++)
			name[k] = tail.ptr[k] == '/' ? '.' : tail.ptr[k];
		map_add(&m->far, (str){name, tail.len}, file);
		at = from;
		if (tail.ptr == place.ptr)
			return;
	}
}

static void add_file(struct maker *m, uint32_t file)
{
	str path = path_plain(m->shared->files[file].path), place = place_of(path), rest = place,
	    part;
	uint32_t *entry;
	bool fresh;

	if (!place.len)
		return;
	entry = map_at(&m->places, place, &fresh);
	if (fresh || str_ends(path, S("__init__.py")))
		*entry = file + 1;
	while (str_cut(&rest, '/', &part))
		map_at(&m->parts, part, NULL);
	for (rest = place, fresh = true; fresh && !is_top(rest); rest = path_folder(rest))
		map_at(&m->starts, rest, &fresh);
	name_far(m, place, file);
}

static void add_edge(struct maker *m, uint32_t from, uint32_t file, bool guessed)
{
	if (file == UINT32_MAX || file == from)
		return;
	if (m->seen[file]) {
		m->out->edges.at[m->seen[file] - 1].tried &= m->tried;
		return;
	}
	*VEC_PUSH(m->env->temp, &m->out->edges) = (struct import_edge){file, m->tried, guessed};
	m->seen[file] = m->out->edges.len;
}

/* The file of the longest start of a dotted name below a folder, of so many bytes; UINT32_MAX when
 * there is none. */
static uint32_t find_start(const struct maker *m, str folder, str name, size_t *length)
{
	char key[KEY_BYTES];
	size_t base = str_eq(folder, S(".")) ? 0 : folder.len + !str_ends(folder, S("/"));

	size_t first = str_find_byte(name, '.');

	if (base + name.len > sizeof key)
		return UINT32_MAX;
	if (base) {
		memcpy(key, folder.ptr, folder.len);
		key[base - 1] = '/';
	}
	for (size_t i = 0; i < name.len; i++)
		key[base + i] = name.ptr[i] == '.' ? '/' : name.ptr[i];
	if (!map_get(&m->starts, (str){key, base + first}))
		return UINT32_MAX;
	for (size_t end = name.len; end;) {
		const uint32_t *at = map_get(&m->places, (str){key, base + end});

		*length = end;
		if (at)
			return *at - 1;
		while (end && key[base + end - 1] != '/')
			end--;
		end -= end > 0;
	}
	return UINT32_MAX;
}

static uint32_t find_below(const struct maker *m, str folder, str name)
{
	size_t length;

	return find_start(m, folder, name, &length);
}

/* From the folder of a file up, the nearest that has the longest start of a name: net.model.unet is
 * no part of net/model/net.py. */
static uint32_t find_above(const struct maker *m, uint32_t file, str name)
{
	str folder = path_folder(path_plain(m->shared->files[file].path));
	uint32_t found = UINT32_MAX;
	size_t longest = 0;

	for (uint32_t i = 0; i < FOLDERS_MOST && longest < name.len; i++) {
		size_t length = 0;
		uint32_t at = find_start(m, folder, name, &length);

		if (at != UINT32_MAX && length > longest) {
			found = at;
			longest = length;
		}
		if (str_eq(folder, S(".")) || str_eq(folder, S("/")))
			break;
		folder = path_folder(folder);
	}
	return found;
}

/* ".ops", "..models.net": from the folder of the file up. */
static void add_relative(struct maker *m, uint32_t file, str name)
{
	str folder = path_folder(path_plain(m->shared->files[file].path));
	uint32_t found;

	for (name = str_from_at(name, 1); str_starts(name, S(".")); name = str_from_at(name, 1))
		folder = path_folder(folder);
	found = find_below(m, folder, name);
	if (found == UINT32_MAX && !str_eq(folder, S("."))) { /* of the package itself */
		const uint32_t *at = map_get(&m->places, folder);

		found = at ? *at - 1 : UINT32_MAX;
	}
	add_edge(m, file, found, false);
}

/* Files that are called as an import says; of several it is guessed which. */
static void add_alike(struct maker *m, uint32_t file, const struct map_value *first, bool guessed)
{
	uint32_t n = 0;

	for (const struct map_value *v = first; v && n < ALIKE_MOST; v = map_next(&m->far, v), n++)
		add_edge(m, file, v->value, guessed || first->next);
}

/* All files of the longest start of a name that any is called by. */
static void add_far(struct maker *m, uint32_t file, str name)
{
	for (;;) {
		const struct map_value *first = map_first(&m->far, name);
		bool short_ = str_find_byte(name, '.') == name.len;

		add_alike(m, file, first, short_);
		if (first || short_)
			return;
		name = str_slice(name, 0, str_rfind_byte(name, '.'));
	}
}

/* The first parts of a dotted name; more are no import that a person wrote. */
static str short_of(str name)
{
	size_t parts = 0;

	for (size_t i = 0; i < name.len; i++) {
		parts += name.ptr[i] == '.' && i && name.ptr[i - 1] != '.';
		if (parts == PARTS_MOST)
			return str_slice(name, 0, i);
	}
	return name;
}

/* The files that a name says, or the name before its last part, which may be what is in them; a
 * part alone says nothing. */
static const struct map_value *find_far(const struct maker *m, str name)
{
	str before = str_slice(name, 0, str_rfind_byte(name, '.'));
	const struct map_value *first = map_first(&m->far, name);

	return first || !str_has(before, S(".")) ? first : map_first(&m->far, before);
}

/* vision.fair.slowfast.tools.train_net: names as in the house where the project was written, with a
 * part of its own further on. From there on, and from the part behind it, files are called so. */
static void add_inside(struct maker *m, uint32_t file, str name)
{
	for (size_t at = str_find_byte(name, '.'); at < name.len;) {
		str tail = str_from_at(name, at + 1),
		    part = str_slice(tail, 0, str_find_byte(tail, '.'));
		str rest = str_from_at(tail, part.len + (part.len < tail.len));

		if (!str_has(rest, S("."))) /* torch.utils.data is no file of the project */
			return;
		if (map_get(&m->parts, part)) {
			const struct map_value *first = find_far(m, tail);

			add_alike(m, file, first ? first : find_far(m, rest), true);
		}
		at += 1 + part.len;
	}
}

static void add_import(struct maker *m, uint32_t file, str name)
{
	uint32_t found, other;

	name = short_of(name);
	if (str_starts(name, S("."))) {
		add_relative(m, file, name);
		return;
	}
	if (!map_get(&m->parts, str_slice(name, 0, str_find_byte(name, '.')))) {
		add_inside(m, file, name);
		return;
	}
	found = find_above(m, file, name);
	other = project_may(m->shared->project, name)
	                ? project_module(m->shared->project, m->env->temp, file, name)
	                : UINT32_MAX;
	if (other != UINT32_MAX)
		other = m->shared->project->modules.at[other].file;
	add_edge(m, file, found, false);
	add_edge(m, file, other, false);
	if (found == UINT32_MAX) /* the other may be no more than the package around it */
		add_far(m, file, name);
	for (uint32_t i = 0; i < m->searched.list.len; i++)
		add_edge(m, file, find_below(m, m->searched.list.at[i], name), true);
}

/* Folders that some file of the project adds to those in which modules are looked for. */
static void find_searched(struct maker *m, uint32_t n_files)
{
	struct map met = {.arena = m->env->temp};
	str *paths = ARENA_ARRAY(m->env->temp, str, (size_t)n_files + 1);

	for (uint32_t i = 0; i < n_files; i++)
		paths[i] = path_plain(m->shared->files[i].path);
	for (uint32_t i = 0; i < n_files; i++) {
		const struct search_texts *texts = &m->shared->results[i].searched;

		for (uint32_t k = 0; k < texts->list.len && met.len < TEXTS_MOST &&
		                     (uint64_t)met.len * n_files < PATHS_MOST;
		        k++) {
			str text = texts->list.at[k];
			bool fresh = false;

			while (str_ends(text, S("/")))
				text = str_slice(text, 0, text.len - 1);
			if (map_get(&m->parts, path_base(text)))
				map_at(&met, text, &fresh);
			if (!fresh)
				continue;
			search_folders_add(m->env->temp, text, paths, n_files, &m->searched);
		}
	}
}

static uint32_t init_above(const struct maker *m, uint32_t file)
{
	str path = path_plain(m->shared->files[file].path), folder = path_folder(path);

	if (str_ends(path, S("/__init__.py")))
		folder = path_folder(folder);
	for (uint32_t i = 0; i < FOLDERS_MOST && !is_top(folder); i++) {
		const uint32_t *at = map_get(&m->places, folder);

		if (at && str_ends(m->shared->files[*at - 1].path, S("/__init__.py")))
			return *at - 1;
		folder = path_folder(folder);
	}
	return UINT32_MAX;
}

void import_graph_make(struct env *env, const struct scan_shared *shared, uint32_t n_files,
        struct import_graph *out)
{
	struct maker m = {.env = env,
	        .shared = shared,
	        .out = out,
	        .places = {.arena = env->temp},
	        .parts = {.arena = env->temp},
	        .starts = {.arena = env->temp},
	        .far = {.first = {.arena = env->temp}},
	        .seen = ARENA_ARRAY(env->temp, uint32_t, (size_t)n_files + 1)};

	*out = (struct import_graph){.first = ARENA_ARRAY(env->temp, uint32_t, (size_t)n_files + 1),
	        .around = ARENA_ARRAY(env->temp, uint32_t, (size_t)n_files + 1)};
	for (uint32_t i = 0; i < n_files; i++)
		add_file(&m, i);
	find_searched(&m, n_files);
	for (uint32_t i = 0; i < n_files; i++) {
		const struct scan_result *result = &shared->results[i];

		out->around[i] = init_above(&m, i);
		for (uint32_t k = 0; k < result->imports.len; k++) {
			m.tried = result->imports.at[k].tried;
			add_import(&m, i, result->imports.at[k].module);
		}
		for (uint32_t k = out->first[i]; k < out->edges.len; k++)
			m.seen[out->edges.at[k].file] = 0;
		out->first[i + 1] = out->edges.len;
	}
}
