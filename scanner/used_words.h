/* The words of a file, and in which of its definitions each stands: who may use what.
 *
 * This reads words, not Python: what may be a use counts as one. Words in comments and in texts
 * that are statements of their own (docstrings) are none; words in other texts are, since names are
 * looked up by texts. Only words that are sought are told. */
#ifndef SCANNER_USED_WORDS_H
#define SCANNER_USED_WORDS_H

#include "scanner/class_bases.h"
#include "scanner/guarded_calls.h"
#include "scanner/sought.h"
#include "scanner/switched.h"

/* A def or class at the top level of a file, or a method of such a class: these follow their class.
 */
struct definition {
	uint32_t file;
	uint32_t name; /* number of a sought one */
	uint32_t of;   /* of a method: its class + 1 */
	bool class_;
	bool plain;     /* not decorated; what a class inherits from is of PyTorch, or a plain class
	                 * of the project, and no class is told of it */
	bool registers; /* has an __init_subclass__ */
	bool hooked;    /* a class with a base that may call its methods */
	bool called;    /* an heir of it has such a base: there its methods may be called */
	bool related;  /* a class that inherits from another of the project, or is inherited from */
	bool diffuses; /* one of those is of diffusers, and the class names it itself */
	str registry;  /* a class that one alone is told of, under its own name: "HEADS" of
	                * @HEADS.register_module(); it is not plain */
};

enum { OWNER_NONE = UINT32_MAX };

/* A sought word: in which definition; OWNER_NONE: where it runs as soon as the file is loaded. */
struct word_use {
	uint32_t owner, name, file;
	uint32_t guarded; /* the guarded call of the file that it is part of + 1; 0: of none */
	const struct off_part *off; /* the part of the file, behind a switch that is off; NULL */
	bool imported; /* from x import NAME, in a file that has NAME elsewhere as well */
	bool lone;     /* likewise, in a file that has it nowhere else */
	bool bare;     /* a name alone, which means no method */
	bool own;      /* likewise, of what the file defines at its top level, and imports not */
	bool mere;     /* from x import NAME, or a part of __all__: it makes none of a class */
};

struct used_words {
	struct arena *arena;
	const struct sought *sought;
	VEC(struct definition) definitions;
	VEC(struct word_use) uses; /* those of one owner in one file once */
	uint32_t *seen; /* by name, and whether it is bare: the owner or file at hand + 1, for which
	                 * it is told */
	uint32_t *seen_loaded;
	uint32_t *definition_of; /* by name: in the file at hand + 1 */
	bool *named;             /* by name: it is used, and not only imported */
	bool *quoted;            /* by name: it stands in a text of a Python file */
	bool *inherited;         /* by name: some class inherits from it that is no definition */
	uint32_t *imported_in;   /* by name: the last file that imports it from a module + 1 */
	str *module_of;          /* by name: that module */
	struct class_bases bases;
	uint32_t *named_in; /* by name: the last file that has it outside of imports + 1 */
	struct map parts;   /* of names that texts make; word_parts.h */
};

void used_words_init(struct used_words *words, struct arena *arena, const struct sought *sought);
/* What is known of a Python file whose words are taken. */
struct word_source {
	str text;
	uint32_t file;
	bool owners;  /* its definitions are taken as well, and words in them are theirs */
	bool methods; /* so are methods */
	const struct guarded_calls *guarded;
	const struct off_parts *off;
};

void used_words_python(struct used_words *words, const struct word_source *source);
/* Takes the words of any other text. */
void used_words_text(struct used_words *words, str text, uint32_t file);

#endif
