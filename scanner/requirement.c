/* PEP 508 by hand: name, extras, version clauses or URL, marker. What is unusual is left out, never
 * guessed at. */
#include "scanner/requirement.h"

#include <string.h>

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

str requirement_normal(struct arena *arena, str name)
{
	char *out = arena_alloc(arena, name.len + 1, 1);
	size_t n = 0;

	for (size_t i = 0; i < name.len; i++) {
		char c = name.ptr[i];

		if (c == '-' || c == '_' || c == '.') {
			if (n && out[n - 1] != '-')
				out[n++] = '-';
			else if (!n)
				out[n++] = '-';
		} else {
			out[n++] = byte_lower(c);
		}
	}
	return (str){out, n};
}

/* Without what follows " #" and without the marker behind ";". */
static str split_marker(str line, str *marker)
{
	size_t at;

	for (at = 1; at < line.len; at++)
		if (line.ptr[at] == '#' && is_blank(line.ptr[at - 1]))
			line.len = at;
	at = str_find_byte(line, ';');
	*marker = str_trim(str_from_at(line, at + 1));
	return str_trim(str_slice(line, 0, at));
}

bool requirement_parse(str line, struct requirement *r)
{
	size_t i = 0, close;
	str rest;

	*r = (struct requirement){0};
	line = split_marker(str_trim(line), &r->marker);
	if (!line.len || line.ptr[0] == '-' || line.ptr[0] == '#')
		return false;
	if (str_has(line, S("://")) && !str_has(line, S("@ "))) {
		r->url = line;
		return true;
	}
	while (i < line.len && (is_word(line.ptr[i]) || strchr("-_.*", line.ptr[i])))
		i++;
	r->name = str_slice(line, 0, i);
	rest = str_trim(str_from_at(line, i));
	if (!i || !(is_word(line.ptr[0]) || line.ptr[0] == '*'))
		return false;
	if (rest.len && rest.ptr[0] == '[') {
		close = str_find_byte(rest, ']');
		r->extras = str_slice(rest, 1, close);
		rest = str_trim(str_from_at(rest, close + 1));
	}
	if (rest.len && rest.ptr[0] == '@') {
		r->url = str_trim(str_from_at(rest, 1));
		return true;
	}
	if (rest.len && rest.ptr[0] == '(' && rest.ptr[rest.len - 1] == ')')
		rest = str_trim(str_slice(rest, 1, rest.len - 1));
	for (i = 0; i + 2 < rest.len; i++) /* pip's --hash and other options behind it */
		if (is_blank(rest.ptr[i]) && rest.ptr[i + 1] == '-' && rest.ptr[i + 2] == '-')
			rest.len = i;
	if (rest.len && rest.ptr[rest.len - 1] == '\\')
		rest.len--;
	r->spec = str_trim(rest);
	return !rest.len || strchr("=<>!~^*0123456789", rest.ptr[0]) != NULL;
}
