/* Words of texts, kept by hash alone: that a word is there may be wrong, that it is not never is.
 */
#include "scanner/switch_texts.h"
#include "scanner/word_parts.h"

enum {
	WORD_MOST = 64,
	PART_LEAST = 2, /* of a word that is made */
	RUN_MOST = 400, /* of a text */
};

static const uint64_t of_part = UINT64_C(0x5851f42d4c957f2d);

/* A word without its joints, in small letters, in `out`. */
static str plain_word(char *out, str word)
{
	size_t n = 0;

	for (size_t i = 0; i < word.len && n < WORD_MOST; i++) {
		char c = word.ptr[i];

		if (c != '_' && c != '-')
			out[n++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
	}
	return (str){out, n};
}

uint64_t switch_word_hash(str word)
{
	char room[WORD_MOST];

	return str_hash(plain_word(room, word), 0);
}

static void say_word(struct switches *s, uint64_t hash)
{
	uint64_t bit = hash >> 20 & (SWITCH_WORD_BITS - 1);

	s->words[bit / 64] |= UINT64_C(1) << (bit & 63);
}

bool switches_have_hash(const struct switches *s, uint64_t word)
{
	uint64_t bit = word >> 20 & (SWITCH_WORD_BITS - 1);

	return s->words[bit / 64] >> (bit & 63) & 1;
}

void switches_note_word(struct switches *s, str word, bool part)
{
	say_word(s, switch_word_hash(word) ^ (part ? of_part : 0));
}

bool switches_have_word(const struct switches *s, str word)
{
	char room[WORD_MOST];
	str plain = plain_word(room, word);

	if (word.len > WORD_MOST || switches_have_hash(s, str_hash(plain, 0)))
		return true;
	for (size_t i = PART_LEAST; i < plain.len; i++)
		if (switches_have_hash(s, str_hash(str_slice(plain, 0, i), 0) ^ of_part) ||
		        switches_have_hash(
		                s, str_hash(str_from_at(plain, plain.len - i), 0) ^ of_part))
			return true;
	return false;
}

/* name == "TEXT", help="TEXT": what a test has, or tells people, gives nothing. */
static bool gives_nothing(str text, size_t quote)
{
	while (quote > 0 && text.ptr[quote - 1] == ' ')
		quote--;
	if (str_ends(str_slice(text, 0, quote), S("help=")))
		return true;
	return quote > 1 && text.ptr[quote - 1] == '=' &&
	       (text.ptr[quote - 2] == '=' || text.ptr[quote - 2] == '!');
}

void switches_note_quoted(struct switches *s, str text, size_t quote)
{
	size_t end = quote + 1;

	if (gives_nothing(text, quote))
		return;
	while (end < text.len && end - quote < RUN_MOST && text.ptr[end] != text.ptr[quote] &&
	        text.ptr[end] != '\n') {
		size_t from = end;

		while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '-'))
			end++;
		if (end == from) {
			end++;
			continue;
		}
		switches_note_word(s, str_slice(text, from, end), false);
		if (word_is_part(text, from, end))
			switches_note_word(s, str_slice(text, from, end), true);
	}
}
