/* Can any text break the look for definitions and words, or make a use that is of none of them? */
#include "scanner/used_words.h"
#include "scanner/word_parts.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct sought sought = {.arena = arena, .map = {.arena = arena}};
	str text = {(const char *)data, size};
	struct used_words words;
	/* the middle of the text stands behind a switch */
	struct off_parts off = {.list = {0}};

	*VEC_PUSH(arena, &off.list) = (struct off_part){
	        .from = (uint32_t)size / 4, .to = (uint32_t)(size - size / 4), .name = S("fast")};
	sought_add_definitions(&sought, text);
	sought_add_methods(&sought, text);
	used_words_init(&words, arena, &sought);
	used_words_python(&words,
	        &(struct word_source){
	                .text = text, .file = 0, .owners = true, .methods = true, .off = &off});
	used_words_python(&words, &(struct word_source){.text = text, .file = 1});
	used_words_text(&words, text, 2);
	for (uint32_t i = 0; i < words.uses.len; i++) {
		const struct word_use *use = &words.uses.at[i];

		if (use->name >= sought.names.len || use->file > 2 ||
		        (use->owner != OWNER_NONE &&
		                (use->file || use->owner >= words.definitions.len)))
			abort();
	}
	for (uint32_t i = 0; i < words.definitions.len; i++) {
		const struct definition *d = &words.definitions.at[i];

		if (d->of > i || (d->of && (words.definitions.at[d->of - 1].of ||
		                                   !words.definitions.at[d->of - 1].class_)))
			abort();
		word_parts_make(&words.parts, sought.names.at[d->name], 1);
	}
	arena_free(arena);
	return 0;
}
