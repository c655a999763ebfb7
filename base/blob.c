/* Layout in words: [0] offset of the pool, then for each section offset and count, then the
 * bytes of the pool, then the sections, then the pool: each text is its length (4 bytes), its bytes
 * and a NUL, padded to 4. Offsets into the pool are in units of 4 bytes. */
#include "base/blob.h"

#include <string.h>

enum { POOL_BYTES = 1 + 2 * BLOB_SECTIONS, HEAD_WORDS };

const uint32_t *blob_section(struct blob blob, uint32_t section, uint32_t *count)
{
	*count = blob.words[2 + 2 * section];
	return blob.words + blob.words[1 + 2 * section];
}

void blob_builder_init(struct blob_builder *b, struct arena *arena)
{
	*b = (struct blob_builder){.arena = arena, .texts = {.arena = arena}};
	VEC_RESERVE(arena, &b->pool, 8);
	b->pool.len = 8; /* offset 0: the empty text */
}

void blob_builder_init_from(struct blob_builder *b, struct arena *arena, struct blob blob)
{
	const char *pool = (const char *)(blob.words + blob.words[0]);
	uint32_t bytes = blob.words[POOL_BYTES];

	*b = (struct blob_builder){.arena = arena, .texts = {.arena = arena}};
	VEC_RESERVE(arena, &b->pool, bytes);
	memcpy(b->pool.at, pool, bytes);
	b->pool.len = bytes;
	for (uint32_t at = 8; at < bytes;) {
		str text = blob_text(blob, at / 4);

		*map_at(&b->texts, text, NULL) = at / 4;
		at += ((uint32_t)text.len + 4 + 1 + 3) & ~3u;
	}
}

uint32_t blob_put_text(struct blob_builder *b, str text)
{
	const uint32_t *known;
	uint32_t at = b->pool.len, length = (uint32_t)text.len;
	uint32_t size = (length + 4 + 1 + 3) & ~3u;

	if (!text.len)
		return 0;
	known = map_get(&b->texts, text);
	if (known)
		return *known;
	VEC_RESERVE(b->arena, &b->pool, size);
	memset(b->pool.at + at, 0, size);
	memcpy(b->pool.at + at, &length, 4);
	memcpy(b->pool.at + at + 4, text.ptr, text.len);
	b->pool.len += size;
	*map_at(&b->texts, arena_dup(b->arena, text), NULL) = at / 4;
	return at / 4;
}

str blob_builder_text(const struct blob_builder *b, uint32_t offset)
{
	uint32_t length;

	memcpy(&length, b->pool.at + (size_t)offset * 4, 4);
	return (str){b->pool.at + (size_t)offset * 4 + 4, length};
}

uint32_t blob_put(struct blob_builder *b, uint32_t section, uint32_t word)
{
	*VEC_PUSH(b->arena, &b->sections[section].words) = word;
	return b->sections[section].words.len - 1;
}

uint32_t blob_count(const struct blob_builder *b, uint32_t section)
{
	return b->sections[section].words.len;
}

str blob_finish(struct blob_builder *b)
{
	size_t words = HEAD_WORDS, at = HEAD_WORDS;
	uint32_t *out;

	for (int i = 0; i < BLOB_SECTIONS; i++)
		words += b->sections[i].words.len;
	out = arena_alloc(b->arena, words * 4 + b->pool.len, 8);
	for (int i = 0; i < BLOB_SECTIONS; i++) {
		uint32_t count = b->sections[i].words.len;

		out[1 + 2 * i] = (uint32_t)at;
		out[2 + 2 * i] = count;
		if (count)
			memcpy(out + at, b->sections[i].words.at, (size_t)count * 4);
		at += count;
	}
	out[0] = (uint32_t)at;
	out[POOL_BYTES] = b->pool.len;
	memcpy(out + at, b->pool.at, b->pool.len);
	return (str){(const char *)out, words * 4 + b->pool.len};
}

struct blob blob_from(str bytes)
{
	return (struct blob){(const uint32_t *)(const void *)bytes.ptr};
}
