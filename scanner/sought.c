#include "scanner/sought.h"

#include <string.h>

bool sought_add(struct sought *sought, str name)
{
	uint32_t hash = 0, bit, *at;
	bool fresh;

	at = map_at(&sought->map, name, &fresh);
	if (!fresh)
		return false;
	*VEC_PUSH(sought->arena, &sought->names) = name;
	*at = sought->names.len;
	for (size_t i = 0; i < name.len; i++)
		hash = sought_step(hash, name.ptr[i]);
	bit = (hash >> 8) % SOUGHT_FILTER_BITS;
	sought->filter[bit / 64] |= UINT64_C(1) << (bit % 64);
	return true;
}

uint32_t sought_find(const struct sought *sought, str name)
{
	const uint32_t *at = map_get(&sought->map, name);

	return at ? *at - 1 : UINT32_MAX;
}

size_t definition_head(str line)
{
	static const char *const heads[] = {"class ", "def ", "async def ", NULL};

	for (const char *const *head = heads; *head; head++)
		if (str_starts(line, str_from(*head)))
			return strlen(*head);
	return 0;
}

str word_at(str text, size_t at)
{
	size_t from, end;

	while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
		at++;
	from = end = at;
	while (end < text.len && byte_is_name(text.ptr[end]))
		end++;
	return str_slice(text, from, end);
}

void sought_add_definitions(struct sought *sought, str text)
{
	for (size_t at = 0; at < text.len;) {
		str rest = str_from_at(text, at);
		size_t head = strchr("cda", rest.ptr[0]) && rest.ptr[0] ? definition_head(rest) : 0;
		str name = head ? word_at(rest, head) : STR_NONE;

		if (name.len && name.len <= SOUGHT_NAME_MOST &&
		        sought_find(sought, name) == UINT32_MAX)
			sought_add(sought, arena_dup(sought->arena, name));
		at += str_find_byte(rest, '\n') + 1;
	}
}

void sought_add_methods(struct sought *sought, str text)
{
	for (size_t at = 0; at < text.len; at++) {
		size_t line = at, head;
		str rest, name;

		while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
			at++;
		rest = str_from_at(text, at);
		head = at > line && rest.len && (rest.ptr[0] == 'd' || rest.ptr[0] == 'a')
		               ? definition_head(rest)
		               : 0;
		name = head ? word_at(rest, head) : STR_NONE;
		if (name.len && name.len <= SOUGHT_NAME_MOST &&
		        sought_find(sought, name) == UINT32_MAX)
			sought_add(sought, arena_dup(sought->arena, name));
		at += str_find_byte(rest, '\n');
	}
}
