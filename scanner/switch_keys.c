#include "scanner/switch_keys.h"

#include "scanner/switch_texts.h"

#include <string.h>

static uint64_t key_hash(str section, str name)
{
	return switch_text_hash(switch_hash(name) ^ UINT64_C(0x2545f4914f6cdd1d), section);
}

void switches_give_key(struct switches *s, str section, str name, unsigned kinds)
{
	if (!section.len) {
		switches_say(s, switch_hash(name), kinds);
		return;
	}
	switches_say_within(s, switch_hash(name), kinds);
	switches_say_within(s, key_hash(section, name), kinds);
}

bool switches_leave_key(const struct switches *s, str whole)
{
	size_t dot = str_find_byte(whole, '.');
	str name = str_from_at(whole, dot + 1);
	uint64_t key = key_hash(str_slice(whole, 0, dot), name);

	return dot < whole.len && switches_say_so(s, key, MARK_KEY) &&
	       !switches_say_so(s, key, MARK_ON) &&
	       !switches_say_so(s, switch_hash(name), MARK_LOOSE);
}

/* Goes on to a place: where its line begins, and what is first on it. */
static void go_on(struct switch_sections *of, str text, size_t to)
{
	for (; of->seen < to; of->seen++) {
		char c = text.ptr[of->seen];

		if (c == '\n')
			of->line = of->indent = of->seen + 1;
		else if (of->indent == of->seen && strchr(" \t-\"'", c) && c)
			of->indent++;
	}
}

str switch_section(struct switch_sections *of, str text, size_t from, size_t end)
{
	size_t indent;
	str section;

	go_on(of, text, from);
	if (of->indent < from) /* {a: 1, b: 2} */
		return STR_NONE;
	indent = from - of->line;
	while (of->count && of->around[of->count - 1].indent >= indent)
		of->count--;
	section = of->count ? of->around[of->count - 1].name : STR_NONE;
	if (of->count < SECTIONS_MOST) {
		of->around[of->count].indent = indent;
		of->around[of->count++].name = str_slice(text, from, end);
	}
	return section;
}

str switch_key_asked(str word)
{
	size_t last = str_rfind_byte(word, '.'),
	       dot = str_rfind_byte(str_slice(word, 0, last), '.');

	return last < word.len && dot < last ? str_from_at(word, dot + 1) : STR_NONE;
}
