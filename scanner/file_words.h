/* Some words among the names of one Python file, as numbers. */
#ifndef SCANNER_FILE_WORDS_H
#define SCANNER_FILE_WORDS_H

#include "scanner/python/python.h"

enum { FILE_WORDS_MOST = 32 };

struct file_words {
	uint32_t ids[FILE_WORDS_MOST], count;
};

/* Those of a list that ends with NULL which occur in the file as names. */
struct file_words file_words_find(const struct python_file *file, const char *const *list);
bool file_words_have(const struct file_words *words, uint32_t id);
/* from fire import Fire as cli: some import gives one of them another name. */
bool file_words_renamed(const struct file_words *words, const struct python_file *file);

#endif
