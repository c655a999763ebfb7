/* What classes of a project inherit from, across its files: whose methods a framework may call, and
 * of which classes something else is told.
 *
 * A base is told by its name and by where its file has the name from: "from lib.nets import Base"
 * means a class in a file whose path has all of these parts. What is not found so is of a library.
 */
#ifndef SCANNER_CLASS_BASES_H
#define SCANNER_CLASS_BASES_H

#include "base/map.h"

struct used_words;
struct definition;

/* A base of a class at the top level, which some class of the project may be. */
struct class_head {
	uint32_t definition;
	uint32_t base; /* number of its name */
	uint32_t same; /* the class of its own file that it is + 1; 0: none */
	str text;      /* as it is written */
	str from;      /* the module it comes from; empty: not told */
};

/* Names are also called otherwise: import Net as Base, Base = models.Net. */
struct class_alias {
	uint32_t name;
	str alias;
};

struct class_bases {
	VEC(struct class_head) heads;
	VEC(struct class_alias) aliases;
	struct map words; /* in what classes inherit from */
	bool broken;      /* some file cannot be read for them */
};

/* What a class is by a base that lies outside of the project, or cannot be told; whether a class of
 * the project that is called so may be meant after all. */
bool class_takes_base(struct definition *d, str base);
/* Once the words of all files are taken; `paths` of the files. Sets what definitions are by their
 * bases and heirs. */
void class_bases_settle(struct used_words *words, const str *paths);

#endif
