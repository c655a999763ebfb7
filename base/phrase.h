/* A sentence in two languages: the English one is a printf format, by which a room below the
 * reports makes its reasons, notes and advice; results hold them in English. A report in another
 * language finds the format that a text came from and says the other sentence with the same parts.
 *
 * Each room keeps its sentences in one table (coverage/phrases.h, scanner/phrases.h,
 * assess/phrases.h), a row with both languages, and formats by the row's name: a sentence without
 * its translation does not compile. */
#ifndef BASE_PHRASE_H
#define BASE_PHRASE_H

#include "base/arena.h"

struct phrase {
	const char
	        *english; /* a printf format: %s, %.*s, %c stand for text, all others for numbers */
	const char *other; /* {0}, {1} … are its parts in their order, {0!} a part that is a phrase
	                      or a word of the data itself */
};

/* For the tables: the format of a row, by its name, so that compilers check its arguments. */
#define PHRASE_FORMAT(name, english, other) static const char name[] = english;
#define PHRASE_ROW(name, english, other) {english, other},
/* The text of a row without parts. */
#define PHRASE(name) ((str){(name), sizeof(name) - 1})

enum { PHRASE_PARTS = 8 };

/* Whether `text` is what the format gives with some parts, which then stand in `parts`. A part ends
 * at the first place where the format goes on: a text that holds such a place itself is cut there,
 * and nothing of it is lost. Takes time in the length of the text. */
bool phrase_match(const struct phrase *phrase, str text, str parts[PHRASE_PARTS]);

#endif
