/* Modules of a project that some file hands on as values (getattr(models, name), f(models), for m
 * in (a, b)), or asks for their __dict__: any name of them may be used, though none is spelled. */
#ifndef SCANNER_HANDED_H
#define SCANNER_HANDED_H

#include "base/map.h"

struct handed {
	bool *files;      /* by file: it is handed on */
	const str *paths; /* of the files */
	uint32_t n_files;
	struct map named; /* last names of modules: file + 1 */
	uint32_t *next;   /* the next file of that name + 1 */
	uint32_t looks;   /* so far */
	bool too_many;    /* files holds less than all */
};

/* In `arena`; the paths have to outlive it. */
void handed_start(struct handed *handed, struct arena *arena, const str *paths, uint32_t n_files);
/* A value is what that dotted path stands for, as it is imported: all files that it may mean are
 * handed on when it is a module. */
void handed_take(struct handed *handed, str path);

#endif
