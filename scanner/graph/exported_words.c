/* A small table with open addressing over a hash of both ends of the key and its length. */
#include "scanner/graph/exported_words.h"

#include <string.h>

static const str texts[WORD_COUNT] = {
#define X(name) [WORD_##name] = {#name, sizeof #name - 1},
        EXPORTED_WORD_LIST(X)
#undef X
};

static const str quoted[WORD_COUNT] = {
#define X(name) [WORD_##name] = {"\"" #name "\": ", sizeof #name + 3},
        EXPORTED_WORD_LIST(X)
#undef X
};

static inline struct word_ends ends_of(str key)
{
	struct word_ends e = {.len = key.len};

	if (key.len >= 8) {
		memcpy(&e.head, key.ptr, 8);
		memcpy(&e.tail, key.ptr + key.len - 8, 8);
	} else if (key.len >= 4) {
		memcpy(&e.head, key.ptr, 4);
		memcpy(&e.tail, key.ptr + key.len - 4, 4);
	} else if (key.len) {
		e.head = (unsigned char)key.ptr[0];
		e.tail = (uint64_t)(unsigned char)key.ptr[key.len / 2] << 8 |
		         (unsigned char)key.ptr[key.len - 1];
	}
	return e;
}

static inline uint32_t slot_of(const struct word_ends *e)
{
	uint64_t h = (e->head ^ e->len) * UINT64_C(0x9e3779b97f4a7c15);

	return (uint32_t)(((e->tail ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9)) >> 55);
}

void words_open(struct words *words)
{
	memset(words, 0, sizeof *words);
	for (int i = 1; i < WORD_COUNT; i++) {
		uint32_t slot;

		words->ends[i] = ends_of(texts[i]);
		words->guesses[i] = json_guess_make(quoted[i]);
		slot = slot_of(&words->ends[i]);
		while (words->slots[slot])
			slot = (slot + 1) % WORD_SLOTS;
		words->slots[slot] = (unsigned char)i;
	}
}

static inline enum word find(const struct words *words, str key)
{
	struct word_ends e = ends_of(key);
	uint32_t slot = slot_of(&e);
	unsigned char word;

	for (; (word = words->slots[slot]); slot = (slot + 1) % WORD_SLOTS) {
		const struct word_ends *w = &words->ends[word];

		if (w->len == e.len && w->head == e.head && w->tail == e.tail &&
		        (key.len <= 16 || str_eq(texts[word], key)))
			return (enum word)word;
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
