/* Names of definitions that words are held against, with a filter that most words do not pass. */
#ifndef SCANNER_SOUGHT_H
#define SCANNER_SOUGHT_H

#include "base/map.h"

enum {
	SOUGHT_NAME_MOST = 200,
	SOUGHT_FILTER_BITS = 64 * 1024,
};

struct sought {
	struct arena *arena;
	struct map map; /* name: number + 1 */
	VEC(str) names;
	uint64_t filter[SOUGHT_FILTER_BITS / 64]; /* by a hash of the words */
};

/* Whether it is new. The name has to outlive the table. */
bool sought_add(struct sought *sought, str name);
/* The number of a name; UINT32_MAX when it is not sought. */
uint32_t sought_find(const struct sought *sought, str name);
/* Seeks the names of all definitions at the top level of a Python text, copied to sought->arena. */
void sought_add_definitions(struct sought *sought, str text);
/* Likewise of all defs that are indented: methods are among them. */
void sought_add_methods(struct sought *sought, str text);

/* What a line that begins with it defines: the keywords in front of the name; 0: nothing. */
size_t definition_head(str line);
/* The name that stands there, behind blanks. */
str word_at(str text, size_t at);
static inline uint32_t sought_step(uint32_t hash, char c)
{
	return (hash ^ (unsigned char)c) * UINT32_C(0x9e3779b1);
}

/* Behind the word that begins there; its number, UINT32_MAX when it is not sought. */
static inline size_t sought_word(const struct sought *sought, str text, size_t at, uint32_t *name)
{
	uint32_t hash = 0, bit;
	size_t end = at;

	for (; end < text.len && byte_is_name(text.ptr[end]); end++)
		hash = sought_step(hash, text.ptr[end]);
	bit = (hash >> 8) % SOUGHT_FILTER_BITS;
	*name = sought->filter[bit / 64] >> (bit % 64) & 1
	                ? sought_find(sought, str_slice(text, at, end))
	                : UINT32_MAX;
	return end;
}

#endif
