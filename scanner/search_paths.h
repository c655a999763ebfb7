/* Folders that a project adds to those in which Python looks for modules: sys.path in its programs,
 * PYTHONPATH in what starts them. */
#ifndef SCANNER_SEARCH_PATHS_H
#define SCANNER_SEARCH_PATHS_H

#include "scanner/python/python.h"

struct search_texts {
	VEC(str) list; /* as written: "core", "../src", "$ROOT/lib" */
	uint32_t tries;
};

struct search_folders {
	VEC(str) list; /* parts of paths of files */
};

/* Of a file that changes sys.path, every text in it that may be a path: which of them is added may
 * take a variable, a join or a slash to tell, and one too many leads to a module too many only. */
void search_texts_python(
        struct arena *arena, const struct python_file *file, struct search_texts *out);
/* What a text file says of PYTHONPATH: export PYTHONPATH=core:$PYTHONPATH, "PYTHONPATH": "core". */
void search_texts_plain(struct arena *arena, str text, struct search_texts *out);
/* The folders around some of the files that such a text may mean, wherever the program is started:
 * those whose paths end so. Adds to `out` what is not there yet. */
void search_folders_add(
        struct arena *arena, str text, const str *paths, uint32_t n, struct search_folders *out);

#endif
