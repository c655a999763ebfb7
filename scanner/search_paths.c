#include "scanner/search_paths.h"

#include "base/file.h"

enum {
	TEXTS_MOST = 256,  /* of one file */
	TRIES_MOST = 8192, /* likewise, those that were there already counted */
	TEXT_BYTES_MOST = 200,
	FOLDERS_MOST = 64,
	ROOTS_MOST = 4, /* parts of a path that may say where the project lies */
};

static bool is_path_byte(char c)
{
	return byte_is_name(c) || c == '.' || c == '/' || c == '-';
}

static void add_text(struct arena *arena, str text, struct search_texts *out)
{
	if (!text.len || text.len > TEXT_BYTES_MOST || out->list.len == TEXTS_MOST ||
	        ++out->tries > TRIES_MOST)
		return;
	for (uint32_t i = 0; i < out->list.len; i++)
		if (str_eq(out->list.at[i], text))
			return;
	*VEC_PUSH(arena, &out->list) = arena_dup(arena, text);
}

/* ------------------------------------------------------------------ in Python */

static bool changes_path(const struct python_file *file)
{
	static const char *const marks[] = {"sys.path", "from sys import", NULL};

	return python_name_find(file, S("addsitedir")) ||
	       (python_name_find(file, S("sys")) && python_name_find(file, S("path")) &&
	               str_has_one_of(file->text, marks));
}

void search_texts_python(
        struct arena *arena, const struct python_file *file, struct search_texts *out)
{
	str text = file->text;

	if (!changes_path(file))
		return;
	for (size_t i = 0; i < text.len; i++) {
		size_t from = i + 1;

		if (text.ptr[i] != '"' && text.ptr[i] != '\'')
			continue;
		for (i = from; i < text.len && is_path_byte(text.ptr[i]);)
			i++;
		if (i < text.len && text.ptr[i] == text.ptr[from - 1])
			add_text(arena, str_slice(text, from, i), out);
		else
			i--; /* what stands there may begin a text */
	}
}

/* ------------------------------------------------------------------ in other texts */

void search_texts_plain(struct arena *arena, str text, struct search_texts *out)
{
	const str name = S("PYTHONPATH");

	for (size_t at; (at = str_find(text, name)) < text.len;) {
		text = str_from_at(text, at + name.len);
		for (at = 0; at < text.len && strchr(" \t\"'=:", text.ptr[at]);)
			at++;
		for (size_t from = at; at <= text.len; at++) {
			char c = at < text.len ? text.ptr[at] : '\n';

			if (is_path_byte(c) || strchr("$~{}()", c))
				continue;
			add_text(arena, str_slice(text, from, at), out);
			if (c != ':' && c != ';')
				break;
			from = at + 1;
		}
	}
}

/* ------------------------------------------------------------------ what they mean */

/* The parts behind the last one that says where something lies and not what it is. */
static str named_parts(str text)
{
	size_t end = text.len, from;

	while (end && text.ptr[end - 1] == '/')
		end--;
	for (size_t at = from = end; at;) {
		size_t slash = str_rfind_byte(str_slice(text, 0, at), '/');
		str part = str_slice(text, slash < at ? slash + 1 : 0, at);

		if (!part.len || part.ptr[0] == '.' || strchr("$~{(", part.ptr[0]))
			break;
		from = (size_t)(part.ptr - text.ptr);
		at = slash < at ? slash : 0;
	}
	return str_slice(text, from, end);
}

static void add_folder(struct arena *arena, str folder, struct search_folders *out)
{
	for (uint32_t i = 0; i < out->list.len; i++)
		if (str_eq(out->list.at[i], folder))
			return;
	if (out->list.len < FOLDERS_MOST)
		*VEC_PUSH(arena, &out->list) = folder;
}

/* The folder of a path that ends with some parts; "" when none does. */
static str folder_that_ends(str path, str parts)
{
	for (size_t from = 0; from + parts.len < path.len;) {
		size_t at = from + str_find(str_from_at(path, from), parts), end = at + parts.len;

		if (end >= path.len)
			break;
		if (path.ptr[end] == '/' && (!at || path.ptr[at - 1] == '/'))
			return str_slice(path, 0, end);
		from = at + 1;
	}
	return STR_NONE;
}

void search_folders_add(
        struct arena *arena, str text, const str *paths, uint32_t n, struct search_folders *out)
{
	str parts = named_parts(text);
	bool any = false;

	for (uint32_t tries = 0; parts.len && !any && tries < ROOTS_MOST; tries++) {
		size_t slash = str_find_byte(parts, '/');
		str last = STR_NONE;

		for (uint32_t i = 0; i < n; i++) {
			str around = path_folder(paths[i]), folder;

			if (str_eq(around, last)) /* files of one folder stand together */
				continue;
			last = around;
			folder = folder_that_ends(paths[i], parts);
			if (folder.len)
				add_folder(arena, folder, out);
			any |= folder.len > 0;
		}
		/* "/workspace/project/core" says where the project lies too */
		parts = slash < parts.len ? str_from_at(parts, slash + 1) : STR_NONE;
	}
}
