#include "scanner/file_words.h"

struct file_words file_words_find(const struct python_file *file, const char *const *list)
{
	struct file_words out = {.count = 0};

	for (; *list && out.count < FILE_WORDS_MOST; list++) {
		uint32_t id = python_name_find(file, str_from(*list));

		if (id)
			out.ids[out.count++] = id;
	}
	return out;
}

bool file_words_have(const struct file_words *words, uint32_t id)
{
	for (uint32_t i = 0; i < words->count; i++)
		if (words->ids[i] == id)
			return true;
	return false;
}

bool file_words_renamed(const struct file_words *words, const struct python_file *file)
{
	for (uint32_t i = 0; i < file->imports.len && words->count; i++) {
		const struct python_import *in = &file->imports.at[i];

		if (in->alias && in->alias != in->name && file_words_have(words, in->name))
			return true;
	}
	return false;
}
