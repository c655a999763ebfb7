/* Lines of notebooks that are no Python: `!command`, `name = !command`, `%env NAME=value`,
 * `%pip install`, `%%bash`.
 *
 * A cell is read as a text of its own, in which all other lines are blank. */
#include "scanner/rule_text.h"

#include <string.h>

static size_t blanks(str s)
{
	size_t n = 0;

	while (n < s.len && (s.ptr[n] == ' ' || s.ptr[n] == '\t'))
		n++;
	return n;
}

/* Where the command of a line begins: behind "!", "!!", "%sx ", "%system ", "%" of an installer,
 * "name = !"; at its end when there is none. */
static size_t command_at(str line)
{
	static const char *const installers[] = {
	        "%pip ", "%conda ", "%mamba ", "%micromamba ", "%uv ", NULL};
	size_t at = blanks(line);
	str rest = str_from_at(line, at);
	size_t value = str_find(rest, S("= !"));

	if (value == rest.len)
		value = str_find(rest, S("=!"));
	if (str_starts(rest, S("!!")))
		return at + 2;
	if (str_starts(rest, S("!")))
		return at + 1;
	if (str_starts(rest, S("%sx ")))
		return at + 4;
	if (str_starts(rest, S("%system ")))
		return at + 8;
	if (str_starts_one_of(rest, installers))
		return at + 1;
	for (size_t i = 0; i < value && value < rest.len; i++)
		if (strchr("\"'#()", rest.ptr[i]))
			return line.len;
	return value < rest.len ? at + value + str_find_byte(str_from_at(rest, value), '!') + 1
	                        : line.len;
}

/* %env NAME, %env NAME=value, %env NAME value, %set_env likewise. */
static void read_env(struct text_file *file, uint32_t at, uint32_t end)
{
	str line = str_trim((str){file->text.ptr + at, end - at}), name, value;
	size_t n = 0;

	if (!str_starts(line, S("%env ")) && !str_starts(line, S("%set_env ")))
		return;
	line = str_trim(str_from_at(line, str_find_byte(line, ' ')));
	while (n < line.len && !strchr("= \t", line.ptr[n]))
		n++;
	name = str_slice(line, 0, n);
	value = str_trim(str_from_at(line, n));
	if (str_starts(value, S("=")))
		value = str_trim(str_from_at(value, 1));
	if (name.len)
		text_add_env(file, name, value, text_at(file, name),
		        text_at(file, line) + (uint32_t)line.len);
}

static void read_lines(struct text_file *file)
{
	uint32_t len = (uint32_t)file->text.len;

	for (uint32_t at = 0, end; at < len; at = end + 1) {
		uint32_t from;

		end = at + (uint32_t)str_find_byte(str_from_at(file->text, at), '\n');
		read_env(file, at, end);
		from = at + (uint32_t)command_at(str_slice(file->text, at, end));
		/* a command goes on behind a line that ends in a backslash */
		while (from < end && end < len && file->text.ptr[end - 1] == '\\')
			end += 1 + (uint32_t)str_find_byte(str_from_at(file->text, end + 1), '\n');
		memset(file->masked + at, ' ', from < end ? from - at : end - at);
		if (from < end)
			text_read_shell(file, from, end);
	}
}

void rule_magics(struct matching *m, const struct python_magics *magics, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct python_magics *cell = &magics[i];
		struct arena_mark mark = arena_mark(m->env->temp);
		struct text_file file = {.env = m->env,
		        .path = m->path,
		        .text = cell->text,
		        .syntax = cell->shell ? COMMENT_SHELL : COMMENT_NONE,
		        .env_names = {.arena = m->env->temp},
		        .cell = cell->number + 1};
		uint32_t head = (uint32_t)str_find_byte(cell->text, '%');

		file.masked = arena_alloc(m->env->temp, cell->text.len + 1, 1);
		if (cell->text.len)
			memcpy(file.masked, cell->text.ptr, cell->text.len);
		text_find_comments(&file);
		if (cell->shell) {
			head += (uint32_t)str_find_byte(str_from_at(cell->text, head), '\n');
			text_read_shell(&file, head, (uint32_t)cell->text.len);
		} else {
			read_lines(&file);
		}
		rule_shell_text(m, &file);
		arena_rewind(m->env->temp, mark);
	}
}
