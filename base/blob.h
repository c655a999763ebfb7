/* Tables without pointers: built once by a host tool (or at run time from a user's file),
 * written to disk as they are, mapped into the program and used without parsing.
 *
 * A blob is sections of 32-bit words and one pool of texts. A text is named by its
 * offset in the pool (0: the empty text); the same text stands once. A blob holds
 * no addresses, so it needs no relocation when the program starts. Bundled
 * blobs are trusted: they are made by the same build. */
#ifndef BASE_BLOB_H
#define BASE_BLOB_H

#include "base/map.h"

enum { BLOB_SECTIONS = 16 };

/* A finished blob. */
struct blob {
	const uint32_t *words;
};

/* Words of a section; *count is their number. */
const uint32_t *blob_section(struct blob blob, uint32_t section, uint32_t *count);
static inline str blob_text(struct blob blob, uint32_t offset)
{
	const uint32_t *at = blob.words + blob.words[0] + offset;

	return (str){(const char *)(at + 1), *at};
}

struct blob_builder {
	struct arena *arena;
	struct map texts;
	struct {
		VEC(uint32_t) words;
	} sections[BLOB_SECTIONS];
	VEC(char) pool;
};

void blob_builder_init(struct blob_builder *b, struct arena *arena);
/* The same, holding the texts of a finished blob already, at the same offsets. */
void blob_builder_init_from(struct blob_builder *b, struct arena *arena, struct blob blob);
/* The offset of a text, put in when it is new. */
uint32_t blob_put_text(struct blob_builder *b, str text);
/* A text put in before; valid until the next one is put in. */
str blob_builder_text(const struct blob_builder *b, uint32_t offset);
/* Appends one word; returns its index in the section. */
uint32_t blob_put(struct blob_builder *b, uint32_t section, uint32_t word);
uint32_t blob_count(const struct blob_builder *b, uint32_t section);
/* The finished bytes, in the builder's arena, aligned to 8. */
str blob_finish(struct blob_builder *b);
struct blob blob_from(str bytes);

#endif
