/* Files of other programs that hold shell text in parts: definitions of Apptainer, Procfiles,
 * justfiles, units of systemd and programs of supervisord. Each part begins and ends with lines of
 * its own. */
#include "scanner/text/text.h"

#include <string.h>

static uint32_t line_end(const struct text_file *file, uint32_t at)
{
	const uint32_t len = (uint32_t)file->text.len;

	return at + (uint32_t)str_find_byte((str){file->masked + at, len - at}, '\n');
}

/* "%post", "%apprun NAME": the sections of a definition that a shell runs. */
static bool is_shell_section(str line)
{
	static const char *const names[] = {"%post", "%environment", "%runscript", "%startscript",
	        "%test", "%setup", "%pre", "%appinstall", "%apprun", "%appenv", "%apptest", NULL};
	str name = str_trim(line);

	return str_is_one_of(str_slice(name, 0, str_find_byte(name, ' ')), names);
}

/* "From: IMAGE" of the head. */
static void read_from(struct text_file *file, str line)
{
	str key, image;

	if (!str_split(line, ':', &key, &image) ||
	        !(str_eq(str_trim(key), S("From")) || str_eq(str_trim(key), S("from"))))
		return;
	image = str_trim(image);
	if (image.len)
		text_add_image(file, image, text_at(file, image));
}

void apptainer_read(struct text_file *file)
{
	const uint32_t len = (uint32_t)file->text.len;
	uint32_t from = 0;
	bool head = true, shell = false;

	for (uint32_t at = 0; at < len;) {
		uint32_t end = line_end(file, at);
		str line = {file->masked + at, end - at};

		if (str_starts(line, S("%"))) {
			if (shell)
				text_read_shell(file, from, at);
			shell = is_shell_section(line);
			head = false;
			from = end;
		} else if (head) {
			read_from(file, line);
		}
		at = end + 1;
	}
	if (shell)
		text_read_shell(file, from, len);
}

void procfile_read(struct text_file *file)
{
	const uint32_t len = (uint32_t)file->text.len;

	for (uint32_t at = 0; at < len;) {
		uint32_t end = line_end(file, at);
		uint32_t colon =
		        at + (uint32_t)str_find_byte((str){file->masked + at, end - at}, ':');

		if (colon < end)
			text_read_shell(file, colon + 1, end);
		at = end + 1;
	}
}

/* Recipes are indented; `export NAME := "value"` holds in all of them. */
void justfile_read(struct text_file *file)
{
	const uint32_t len = (uint32_t)file->text.len;

	for (uint32_t at = 0; at < len;) {
		uint32_t end = line_end(file, at), from = at;
		str line = {file->masked + at, end - at}, name, value;

		while (from < end && memchr(" \t@-", file->masked[from], 4))
			from++;
		if (line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t'))
			text_read_shell(file, from, end);
		else if (str_starts(line, S("export ")) && str_split(line, '=', &name, &value) &&
		         str_ends(name, S(":")))
			text_add_env(file, str_trim(str_slice(name, 7, name.len - 1)),
			        text_unquoted(str_trim(value)), at, end);
		at = end + 1;
	}
}

/* Environment="A=b" "C=d": each is one variable. */
static void blank_quotes(struct text_file *file, uint32_t at, uint32_t end)
{
	for (; at < end; at++)
		if (file->masked[at] == '"' || file->masked[at] == '\'')
			file->masked[at] = ' ';
}

/* ExecStart=-/usr/bin/python …, Environment=A=b, command=python … */
void unit_read(struct text_file *file)
{
	static const char *const keys[] = {"ExecStart", "ExecStartPre", "ExecStartPost",
	        "ExecReload", "Environment", "command", "environment", NULL};
	const uint32_t len = (uint32_t)file->text.len;

	for (uint32_t at = 0; at < len;) {
		uint32_t end = line_end(file, at);
		str line = {file->masked + at, end - at}, key, value;

		if (str_split(line, '=', &key, &value) && str_is_one_of(str_trim(key), keys)) {
			uint32_t from = text_at(file, value);

			while (from < end && memchr("-@:+!", file->masked[from], 5))
				from++;
			if (str_eq(str_trim(key), S("Environment")))
				blank_quotes(file, from, end);
			text_read_shell(file, from, end);
		}
		at = end + 1;
	}
}
