/* The words of a file, and in which of its definitions each stands: who may use what.
 *
 * This reads words, not Python: what may be a use counts as one. Words in comments and in texts
 * that are statements of their own (docstrings) are none; words in other texts are, since names are
 * looked up by texts. Only words that are sought are told. */
#ifndef SCANNER_USED_WORDS_H
#define SCANNER_USED_WORDS_H

#include "base/map.h"
#include "scanner/guarded_calls.h"

/* Names that are sought. */
struct sought {
	struct arena *arena;
	struct map map; /* name: number + 1 */
	VEC(str) names;
	uint64_t filter[1024]; /* by a hash of the words */
};

/* A def or class at the top level of a file, or a method of such a class: these follow their class.
 */
struct definition {
	uint32_t file;
	uint32_t name; /* number of a sought one */
	uint32_t of;   /* of a method: its class + 1 */
	bool class_;
	bool plain;     /* not decorated; what a class inherits from is of PyTorch, or a plain class
	                 * of its file, and no class is told of it */
	bool registers; /* has an __init_subclass__ */
	bool hooked;    /* a class with a base that may call its methods, or else its heirs */
	bool diffuses;  /* one of those is of diffusers, and the class names it itself */
	str registry;   /* a class that one alone is told of, under its own name: "HEADS" of
	                 * @HEADS.register_module(); it is not plain */
};

enum { OWNER_NONE = UINT32_MAX };

/* A sought word: in which definition; OWNER_NONE: where it runs as soon as the file is loaded. */
struct word_use {
	uint32_t owner, name, file;
	uint32_t guarded; /* the guarded call of the file that it is part of + 1; 0: of none */
	bool imported;    /* from x import NAME, in a file that has NAME elsewhere as well */
	bool mere;        /* from x import NAME, or a part of __all__: it makes none of a class */
};

struct used_words {
	struct arena *arena;
	const struct sought *sought;
	VEC(struct definition) definitions;
	VEC(struct word_use) uses; /* those of one owner in one file once */
	uint32_t *seen; /* by name: the owner or file at hand + 1, for which it is told */
	uint32_t *seen_loaded;
	uint32_t *definition_of; /* by name: in the file at hand + 1 */
	bool *named;             /* by name: it is used, and not only imported */
	bool *quoted;            /* by name: it stands in a text of a Python file */
	uint8_t *defined;        /* by name: how often something is called so, up to two */
	bool *inherited;         /* by name: some class of a Python file inherits from it */
	uint32_t *named_in;      /* by name: the last file that has it outside of imports + 1 */
	struct map parts;        /* of names that texts make; word_parts.h */
};

/* Whether it is new. The name has to outlive the table. */
bool sought_add(struct sought *sought, str name);
/* The number of a name; UINT32_MAX when it is not sought. */
uint32_t sought_find(const struct sought *sought, str name);
/* Seeks the names of all definitions at the top level of a Python text, copied to sought->arena. */
void sought_add_definitions(struct sought *sought, str text);
/* Likewise of all defs that are indented: methods are among them. */
void sought_add_methods(struct sought *sought, str text);

void used_words_init(struct used_words *words, struct arena *arena, const struct sought *sought);
/* What is known of a Python file whose words are taken. */
struct word_source {
	str text;
	uint32_t file;
	bool owners;  /* its definitions are taken as well, and words in them are theirs */
	bool methods; /* so are methods */
	const struct guarded_calls *guarded;
};

void used_words_python(struct used_words *words, const struct word_source *source);
/* Takes the words of any other text. */
void used_words_text(struct used_words *words, str text, uint32_t file);

#endif
