/* A hash table from (parent, name) to the number. More than a thousand dots of a relative import
 * count as a thousand: no package is that deep, and each name would copy them. Texts are not made
 * here: a path of many long parts would cost the square of its length, and most paths are only
 * compared. */
#include "scanner/python/paths.h"

enum { SLOTS_LEAST = 64, DOTS_MOST = 1000 };

static uint32_t hash_of(uint32_t parent, uint32_t name)
{
	return (uint32_t)bytes_fold(
	        (uint64_t)parent << 32 | name | UINT64_C(1) << 63, UINT64_C(0x9e3779b97f4a7c15));
}

static void make_slots(struct python_paths *paths, uint32_t count)
{
	uint32_t cap = 0;

	paths->slots = vec_grow(paths->arena, NULL, 0, &cap, count, sizeof *paths->slots);
	paths->mask = count - 1;
	for (uint32_t path = 1; path < paths->file->paths.len; path++) {
		const struct python_path *known = &paths->file->paths.at[path];
		uint32_t i = hash_of(known->parent, known->name) & paths->mask;

		while (paths->slots[i])
			i = (i + 1) & paths->mask;
		paths->slots[i] = path;
	}
}

void paths_init(struct python_paths *paths, struct python_file *file, struct names *names)
{
	*paths = (struct python_paths){.arena = file->arena, .names = names, .file = file};
	*VEC_PUSH(file->arena, &file->paths) = (struct python_path){.text = ""};
	make_slots(paths, SLOTS_LEAST);
}

uint32_t paths_join(struct python_paths *paths, uint32_t parent, uint32_t name)
{
	struct python_file *file = paths->file;
	uint32_t i = hash_of(parent, name) & paths->mask;
	struct python_path *path;

	for (; paths->slots[i]; i = (i + 1) & paths->mask) {
		path = &file->paths.at[paths->slots[i]];
		if (path->parent == parent && path->name == name)
			return paths->slots[i];
	}
	path = VEC_PUSH(paths->arena, &file->paths);
	*path = (struct python_path){.parent = parent, .name = name};
	path->length = paths->names->list.at[name].len;
	if (parent)
		path->length += file->paths.at[parent].length + 1;
	paths->slots[i] = file->paths.len - 1;
	if (file->paths.len > paths->mask / 2)
		make_slots(paths, (paths->mask + 1) * 2);
	return file->paths.len - 1;
}

uint32_t paths_relative(struct python_paths *paths, uint32_t dots, uint32_t name)
{
	str word = names_text(paths->names, name);
	char *text;

	if (!dots)
		return paths_join(paths, 0, name);
	if (dots > DOTS_MOST)
		dots = DOTS_MOST;
	text = arena_alloc(paths->arena, dots + word.len, 1);
	memset(text, '.', dots);
	memcpy(text + dots, word.ptr, word.len);
	return paths_join(paths, 0, names_id(paths->names, (str){text, dots + word.len}));
}

uint32_t paths_text(struct python_paths *paths, str text)
{
	uint32_t path = 0;
	str part;

	while (str_cut(&text, '.', &part))
		path = paths_join(paths, path, names_id(paths->names, part));
	return path;
}
