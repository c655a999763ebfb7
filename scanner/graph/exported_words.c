/* A small table with open addressing over a hash of both ends of the key and its length. */
#include "scanner/graph/exported_words.h"

#include <string.h>

static const str texts[WORD_COUNT] = {
#define X(name) [WORD_##name] = {#name, sizeof #name - 1},
        EXPORTED_WORD_LIST(X)
#undef X
};

static uint32_t slot_of(str key)
{
	uint64_t a = 0, b = 0;

	if (key.len >= 8) {
		memcpy(&a, key.ptr, 8);
		memcpy(&b, key.ptr + key.len - 8, 8);
	} else if (key.len >= 4) {
		memcpy(&a, key.ptr, 4);
		memcpy(&b, key.ptr + key.len - 4, 4);
	} else if (key.len) {
		a = (unsigned char)key.ptr[0];
		b = (uint64_t)(unsigned char)key.ptr[key.len / 2] << 8 |
		    (unsigned char)key.ptr[key.len - 1];
	}
	a = (a ^ key.len) * UINT64_C(0x9e3779b97f4a7c15);
	b = (b ^ a >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
	return (uint32_t)(b >> 55);
}

void words_open(struct words *words)
{
	memset(words, 0, sizeof *words);
	for (int i = 1; i < WORD_COUNT; i++) {
		uint32_t slot = slot_of(texts[i]);

		while (words->slots[slot])
			slot = (slot + 1) % WORD_SLOTS;
		words->slots[slot] = (unsigned char)i;
	}
}

static enum word find(const struct words *words, str key)
{
	uint32_t slot = slot_of(key);

	while (words->slots[slot]) {
		if (str_eq(texts[words->slots[slot]], key))
			return (enum word)words->slots[slot];
		slot = (slot + 1) % WORD_SLOTS;
	}
	return WORD_NONE;
}

enum word word_of(const struct words *words, str key)
{
	enum word word = find(words, key);
	char snake[64];
	size_t n = 0;

	if (word || key.len > sizeof snake / 2)
		return word;
	for (size_t i = 0; i < key.len; i++) {
		char c = key.ptr[i];

		if (c >= 'A' && c <= 'Z') {
			snake[n++] = '_';
			c = (char)(c | 0x20);
		}
		snake[n++] = c;
	}
	return n > key.len ? find(words, (str){snake, n}) : WORD_NONE;
}

str word_text(enum word word)
{
	return word < WORD_COUNT && word ? texts[word] : S("");
}
