/* A path may begin above the folder that is scanned, or below it: what both have is held against
 * each other from the end on. */
#include "scanner/handed.h"

#include "base/file.h"

enum { LOOKS_MOST = 1 << 22 };

/* Without suffix, a package as its folder; "" for what is no module. */
static str module_of(str path)
{
	size_t suffix = str_ends(path, S("/__init__.py")) ? 12 : 3;

	return str_ends(path, S(".py")) ? str_slice(path, 0, path.len - suffix) : STR_NONE;
}

void handed_start(struct handed *h, struct arena *arena, const str *paths, uint32_t n_files)
{
	*h = (struct handed){.paths = paths,
	        .n_files = n_files,
	        .named = {.arena = arena},
	        .files = ARENA_ARRAY(arena, bool, (size_t)n_files + 1),
	        .next = ARENA_ARRAY(arena, uint32_t, (size_t)n_files + 1)};
	for (uint32_t i = 0; i < n_files; i++) {
		str module = module_of(paths[i]);
		uint32_t *at = module.len ? map_at(&h->named, path_base(module), NULL) : NULL;

		if (!at)
			continue;
		h->next[i] = *at;
		*at = i + 1;
	}
}

/* a/b/c and b.c: one ends with the other. */
static bool may_be(str module, str path)
{
	while (module.len && path.len) {
		str part = str_last_part(module, '/'), name = str_last_part(path, '.');

		if (!name.len ||
		        str_eq(part, S("."))) /* what dots in front stand for is not asked */
			return true;
		if (!str_eq(part, name))
			return false;
		module.len -= part.len + (part.len < module.len);
		path.len -= name.len + (name.len < path.len);
	}
	return true;
}

void handed_take(struct handed *h, str path)
{
	const uint32_t *at;

	if (str_ends(path, S(".__dict__")))
		path.len -= 9;
	at = map_get(&h->named, str_last_part(path, '.'));
	for (uint32_t file = at ? *at : 0; file; file = h->next[file - 1]) {
		h->too_many |= h->looks++ >= LOOKS_MOST;
		if (h->too_many)
			return;
		h->files[file - 1] |= may_be(module_of(h->paths[file - 1]), path);
	}
}
