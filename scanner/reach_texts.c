#include "scanner/reach_texts.h"

#include "base/file.h"
#include "base/map.h"

enum {
	TEXT_BYTES_MOST = 1 << 20, /* of a file that is no Python */
	BYTES_MOST = 64 << 20,     /* of all */
	FOLDERS_MOST = 8,          /* around a file */
};

struct finder {
	bool *named;
	struct map_list modules, folders; /* files by name */
	uint64_t bytes;
};

enum text_form { FORM_CONFIGURATION, FORM_PYTHON, FORM_PROSE };

/* ------------------------------------------------------------------ what is sought */

static void add_file(struct finder *f, str path, uint32_t file)
{
	str stem = path_base(path), folder = path_folder(path);

	if (str_eq(stem, S("__init__.py"))) {
		stem = path_base(folder);
		folder = path_folder(folder);
	} else {
		stem = str_slice(stem, 0, str_rfind_byte(stem, '.'));
	}
	map_add(&f->modules, stem, file);
	for (uint32_t i = 0; i < FOLDERS_MOST && folder.len > 1; i++) {
		map_add(&f->folders, path_base(folder), file);
		folder = path_folder(folder);
	}
}

static void mark(struct finder *f, struct map_list *names, str name)
{
	const struct map_value *first = map_first(names, name);

	for (const struct map_value *v = first; v; v = map_next(names, v))
		f->named[v->value] = true;
	if (first)
		*map_at(&names->first, name, NULL) = 0; /* each name once */
}

/* ------------------------------------------------------------------ one text */

static bool is_chain_byte(char c)
{
	return byte_is_name(c) || c == '.' || c == '/' || c == '-' || c == ':';
}

/* tools/net.py, lib.net, net.build: a word as it stands in a path or among the parts of a name. */
static bool is_part(str line, size_t from, size_t end)
{
	char before = from ? line.ptr[from - 1] : ' ', after = end < line.len ? line.ptr[end] : ' ';

	return ((before == '.' || before == '/') && (from < 2 || line.ptr[from - 2] != '.')) ||
	       ((after == '.' || after == ':') && end + 1 < line.len &&
	               byte_is_name(line.ptr[end + 1]));
}

/* The byte before a chain. */
static bool is_quote(str line, size_t chain)
{
	return chain && (line.ptr[chain - 1] == '"' || line.ptr[chain - 1] == '\'');
}

static void read_line(struct finder *f, str line, enum text_form form)
{
	static const char *const imports[] = {"import ", "from ", ">>> import ", ">>> from ", NULL};
	static const char *const copies[] = {"cp ", "rsync ", "ln -s", "copytree", NULL};
	bool import = form == FORM_PROSE &&
	              (str_starts_one_of(str_trim(line), imports) || str_has(line, S("`from ")) ||
	                      str_has(line, S("`import ")));
	bool copy = form != FORM_PROSE && str_has_one_of(line, copies);

	if (form == FORM_PROSE && !import)
		return;
	for (size_t end = 0, chain = 0; end < line.len;) {
		size_t from = end;
		bool quoted = is_quote(line, chain);

		while (end < line.len && byte_is_name(line.ptr[end]))
			end++;
		if (end == from) {
			chain = is_chain_byte(line.ptr[end]) ? chain : end + 1;
			end++;
			continue;
		}
		if (import || (is_part(line, from, end) && (form != FORM_PYTHON || quoted)))
			mark(f, &f->modules, str_slice(line, from, end));
		if (copy && (form != FORM_PYTHON || quoted))
			mark(f, &f->folders, str_slice(line, from, end));
	}
}

static void read_text(struct finder *f, str text, enum text_form form)
{
	str line;

	while (str_cut(&text, '\n', &line))
		if (form != FORM_PYTHON || str_find_byte(line, '"') < line.len ||
		        str_find_byte(line, '\'') < line.len)
			read_line(f, line, form);
}

/* ------------------------------------------------------------------ all of them */

static bool form_of(const struct scan_shared *shared, uint32_t file, enum text_form *form)
{
	const struct scan_result *r = &shared->results[file];
	str path = shared->files[file].path;

	*form = str_ends(path, S(".py"))   ? FORM_PYTHON
	        : str_ends(path, S(".md")) ? FORM_PROSE
	                                   : FORM_CONFIGURATION;
	if (entry_is_test(str_from_at(path, shared->files[file].above)) || r->graph)
		return false;
	return !r->left_out.len || *form == FORM_PROSE || str_ends(path, S(".yaml")) ||
	       str_ends(path, S(".yml"));
}

void reach_texts_find(struct env *env, const struct scan_shared *shared, uint32_t n_files,
        const bool *sought, bool *named)
{
	struct finder f = {.named = named,
	        .modules = {.first = {.arena = env->temp}},
	        .folders = {.first = {.arena = env->temp}}};
	struct arena_mark mark_;

	for (uint32_t i = 0; i < n_files; i++)
		if (sought[i])
			add_file(&f, shared->files[i].path, i);
	mark_ = arena_mark(env->temp);
	for (uint32_t i = 0; i < n_files && f.modules.list.len && f.bytes < BYTES_MOST; i++) {
		enum text_form form;
		str text = STR_NONE;

		if (form_of(shared, i, &form) &&
		        !file_try_text(env, shared->files[i].path,
		                form == FORM_PYTHON ? env->limits->front_bytes : TEXT_BYTES_MOST,
		                &text))
			read_text(&f, text, form);
		f.bytes += text.len;
		arena_rewind(env->temp, mark_);
	}
}
