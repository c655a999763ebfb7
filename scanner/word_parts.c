#include "scanner/word_parts.h"

enum {
	PART_MADE = 1,
	PART_DOTTED = 2, /* behind a dot in its text */
	NAME_MOST = 200,
};

bool word_is_part(str text, size_t from, size_t at)
{
	char before = from ? text.ptr[from - 1] : 0, next = at < text.len ? text.ptr[at] : 0;

	if (next == '"' || next == '\'') {
		for (at++; at < text.len && text.ptr[at] == ' '; at++) {}
		next = at < text.len && text.ptr[at] == '+' ? '{' : 0;
	}
	if (before == '"' || before == '\'') { /* kind + "Hook" */
		for (from--; from && text.ptr[from - 1] == ' '; from--) {}
		before = from && text.ptr[from - 1] == '+' ? '}' : 0;
	}
	return next == '{' || next == '%' || before == '}';
}

void word_parts_take(struct map *parts, struct arena *arena, str text, size_t from, size_t at)
{
	str part = str_slice(text, from, at);
	bool fresh;

	if (part.len > NAME_MOST ||
	        (!word_is_part(text, from, at) && part.ptr[0] != '_' && !str_ends(part, S("_"))))
		return;
	if (!map_get(parts, part))
		*map_at(parts, arena_dup(arena, part), &fresh) = 0;
	*map_at(parts, part, &fresh) |= from && text.ptr[from - 1] == '.' ? PART_DOTTED : PART_MADE;
}

bool word_parts_make_dotted(const struct map *parts, str name)
{
	for (size_t i = 1; i < name.len; i++) {
		const uint32_t *part = map_get(parts, str_slice(name, 0, i));

		if (part && *part & PART_DOTTED)
			return true;
	}
	return false;
}

bool word_parts_make(const struct map *parts, str name, size_t least)
{
	for (size_t i = least; i < name.len; i++)
		if (map_get(parts, str_slice(name, 0, i)) ||
		        map_get(parts, str_from_at(name, name.len - i)))
			return true;
	return false;
}
