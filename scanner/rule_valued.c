/* Rules on texts with the values of variables: FROM ${VENDOR}/cuda:${TAG}, pip install --index-url
 * …/whl/${CHANNEL}. Nothing is said of them that the file's own text says already. */
#include "scanner/rule_text_match.h"

#include <string.h>

enum {
	TOLD_STEPS = 20000000, /* looks for what is told already */
	ALIGNED_BYTES = 40     /* of what stands behind a variable, to find it again */
};

struct valued_search {
	struct text_matching *t;
	const uint32_t *items;
	const struct text_valued *valued;
	uint64_t steps;
	/* Of commands. */
	const struct shell_patterns *patterns;
	bool *begins; /* by head */
};

static bool is_told(struct valued_search *s, uint32_t rule, const struct spot *spot, str matched)
{
	const struct matching *m = &s->t->m;

	for (uint32_t i = m->first; i < m->out->list.len; i++) {
		const struct finding *f = &m->out->list.at[i];

		if (++s->steps > TOLD_STEPS)
			return true;
		if (f->rule == rule &&
		        ((f->line >= spot->line && f->line <= spot->end_line) ||
		                str_starts(f->matched, S("ARG")) || str_has(f->matched, matched)))
			return true;
	}
	return false;
}

static void on_valued(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct valued_search *s = context;
	struct text_matching *t = s->t;
	const struct text_valued *v = s->valued;
	uint32_t rule = t->m.rules->items[s->items[pattern]].rule;
	str matched = str_slice(v->text, start, end);
	struct spot spot;

	if (v->command && str_has((str){t->file->masked + v->at, v->end - v->at}, matched))
		return;
	spot = text_match_spot(t->file, v->at, v->end);
	if (text_match_has_room(t) && !is_told(s, rule, &spot, matched))
		match_add(&t->m, rule, &spot, matched, STR_NONE);
}

bool text_match_valued(struct text_matching *t, struct pcre_set *set, const uint32_t *items)
{
	struct valued_search search = {.t = t, .items = items};
	bool whole = true;

	for (uint32_t i = 0; i < t->file->valued.len; i++) {
		struct pcre_result result;

		search.valued = &t->file->valued.at[i];
		if (search.valued->words)
			continue;
		result = pcre_set_search(set, search.valued->text, on_valued, &search);
		whole &= !result.stopped && !result.skips;
	}
	return whole && search.steps <= TOLD_STEPS;
}

static void on_valued_head(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct valued_search *s = context;

	if (start)
		return;
	s->begins[pattern] = true;
	if (!s->t->m.rules->items[s->items[pattern]].option)
		on_valued(s, pattern, start, end);
}

/* Behind "$NAME", "${…}", "$( … )" that opens at `at`. */
static size_t reference_end(str text, size_t at)
{
	char open = at + 1 < text.len ? text.ptr[at + 1] : 0;

	if (open == '{' || open == '(') {
		str rest = str_from_at(text, at + 1);
		size_t close = str_starts(rest, S("{{"))
		                       ? str_find(rest, S("}}")) + 1
		                       : str_find_byte(rest, open == '{' ? '}' : ')');

		return close < rest.len ? at + 2 + close : text.len;
	}
	for (at++; at < text.len &&
	           (text.ptr[at] == '_' || (text.ptr[at] >= '0' && text.ptr[at] <= '9') ||
	                   ((text.ptr[at] | 32) >= 'a' && (text.ptr[at] | 32) <= 'z'));)
		at++;
	return at;
}

/* Where the word at an offset of a valued text stands in what is written: at that word, or at the
 * variable that brings it. */
static size_t written_at(struct valued_search *s, str written, size_t offset)
{
	str valued = s->valued->text;
	size_t i = 0, j = 0;

	s->steps += written.len;
	while (i < written.len && j < offset) {
		size_t end, next;
		str behind;

		if (written.ptr[i] == valued.ptr[j] ||
		        (memchr(" \t\r\n", written.ptr[i], 4) && valued.ptr[j] == ' ')) {
			i++;
			j++;
			continue;
		}
		if (written.ptr[i] != '$') /* the words stand apart */
			return i + str_find(str_from_at(written, i),
			                   str_slice(valued, offset,
			                           shell_argument_end(valued, offset, offset + 1)));
		end = reference_end(written, i);
		behind = str_slice(written, end, end + ALIGNED_BYTES);
		behind.len = str_find_byte(behind, '$');
		next = j + str_find(str_from_at(valued, j), behind);
		if (next > offset)
			return i;
		i = end;
		j = next;
	}
	return i;
}

static void on_valued_option(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct valued_search *s = context;
	struct text_matching *t = s->t;
	const struct text_valued *v = s->valued;
	str written = {t->file->masked + v->at, v->end - v->at};
	uint32_t rule = t->m.rules->items[s->patterns->option_items[pattern]].rule;
	uint32_t head = s->patterns->head_of[pattern];
	size_t stop = shell_argument_end(v->text, start, end), at;
	str matched = str_slice(v->text, start, stop);
	struct spot spot = text_match_spot(t->file, v->at, v->end);

	if ((head != UINT32_MAX && !s->begins[head]) || !text_match_has_room(t) ||
	        is_told(s, rule, &spot, matched))
		return;
	at = written_at(s, written, start);
	if (at < written.len) {
		stop = shell_argument_end(written, at, at + 1);
		spot = text_match_spot(t->file, v->at + at, v->at + stop);
	}
	match_add(&t->m, rule, &spot, matched, STR_NONE);
}

bool text_match_valued_commands(struct text_matching *t, const struct shell_patterns *patterns)
{
	struct valued_search search = {.t = t,
	        .items = patterns->head_items,
	        .patterns = patterns,
	        .begins = ARENA_ARRAY(t->m.env->temp, bool, (size_t)patterns->n_heads + 1)};
	bool whole = true;

	for (uint32_t i = 0; i < t->file->valued.len; i++) {
		struct pcre_result heads, options;

		search.valued = &t->file->valued.at[i];
		if (!search.valued->command)
			continue;
		memset(search.begins, 0, patterns->n_heads);
		heads = pcre_set_search(
		        patterns->heads, search.valued->text, on_valued_head, &search);
		options = pcre_set_search(
		        patterns->options, search.valued->text, on_valued_option, &search);
		whole &= !heads.stopped && !heads.skips && !options.stopped && !options.skips;
	}
	return whole && search.steps <= TOLD_STEPS;
}
