/* Dotted paths of one file as small numbers: "torch.cuda" is the part `cuda` of the path `torch`.
 *
 * Two paths are the same text exactly when they are the same number. The dots of a relative import
 * belong to the first part ("..a"), so that every other dot parts two names. */
#ifndef SCANNER_PYTHON_PATHS_H
#define SCANNER_PYTHON_PATHS_H

#include "scanner/python/names.h"
#include "scanner/python/python.h"

struct python_paths {
	struct arena *arena;
	struct names *names;
	struct python_file *file; /* holds the list */
	uint32_t *slots;
	uint32_t mask;
};

void paths_init(struct python_paths *paths, struct python_file *file, struct names *names);
/* parent.name; parent 0: the path that is the name alone. */
uint32_t paths_join(struct python_paths *paths, uint32_t parent, uint32_t name);
/* "..name" */
uint32_t paths_relative(struct python_paths *paths, uint32_t dots, uint32_t name);
/* Any text, parted at its dots. */
uint32_t paths_text(struct python_paths *paths, str text);

#endif
