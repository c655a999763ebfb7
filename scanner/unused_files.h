/* Of which files it can be told what uses their definitions. */
#ifndef SCANNER_UNUSED_FILES_H
#define SCANNER_UNUSED_FILES_H

#include "scanner/unused.h"

/* By file. */
struct unused_files {
	bool *judged;  /* what is asked of it, each file says by its words */
	bool *spelled; /* likewise, but for names that are made at run time */
	bool *asked;   /* some file asks it for names that are made at run time, from wherever */
	bool *dotted;  /* likewise, by names that come whole, as "net.unet.UNet" */
	bool *methods; /* methods of its classes are judged, whether or not the classes are */
	bool *own;     /* but its classes ask for methods of their own by names that are made */
	enum methods_asked asked_methods; /* of all files */
	bool *everyone; /* it is loaded by a name made at run time: any file may use it */
	bool *packaged; /* of a package that can be installed */
	bool *offered;  /* its public names are what a package that can be installed is for */
	/* Which files import one, directly or through others: bits of files, made when first asked
	 * for. */
	uint64_t **importers;
	uint32_t *back, *back_first; /* imports the other way: from back_first[i] up to the next */
	uint32_t *queue;
	struct arena *arena;
	const struct unused_in *in;
	uint64_t steps; /* taken so far */
	size_t bytes;   /* of importers */
};

/* False when nothing can be told: what is scanned is not all of a project, or what it runs is not
 * known. In `arena`. */
bool unused_files_find(struct env *env, struct arena *arena, const struct unused_in *in,
        const struct scan *scan, struct unused_files *out);
/* Once words are taken: what files load by names that are made at run time, but for those of which
 * all that does so is called by nothing. False when nothing can be told. */
bool unused_files_load(struct unused_files *files, const bool *idle);
/* Whether a Python file may mean a definition of another by its name. */
bool unused_files_may_use(struct unused_files *files, uint32_t user, uint32_t file);
/* An __init__.py. */
bool unused_files_is_package(const struct unused_files *files, uint32_t file);
/* Counts what is looked at; false when it is more than a project takes. */
bool unused_files_may_look(struct unused_files *files, uint64_t steps);

#endif
