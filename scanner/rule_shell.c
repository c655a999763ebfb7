/* Rules on commands of the shell.
 *
 * All patterns are searched for in one buffer in which each command is a line. A pattern counts
 * where it begins with the command: a word inside of an argument is no command. An option counts
 * where an argument begins, and that is the place that is told: a command may go on over fifty
 * lines. What a wrapper (srun, sudo, env) is given is a command once more from each of its words
 * on; its arguments are looked at once. */
#include "scanner/rule_text_match.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENT_SHOWN = 200 };

/* A pattern that a command begins with. */
struct head_hit {
	uint32_t command, pattern;
	size_t end; /* in the buffer */
};

struct command_search {
	struct text_matching *t;
	const struct shell_patterns *patterns;
	str all;         /* the buffer */
	size_t *starts;  /* of each command in the buffer */
	uint32_t *outer; /* by command: the one that it is wrapped in, else itself */
	uint32_t count;
	VEC(struct head_hit) hits; /* in order of the commands, once they are sorted */
	/* By command: from 1, the rule of an option told in it that says more than others do; 0. */
	uint32_t *superseding;
};

static str command_text(const struct command_search *s, uint32_t i)
{
	size_t end = i + 1 < s->count ? s->starts[i + 1] : s->all.len;

	return str_slice(s->all, s->starts[i], end - 1);
}

/* The command in whose line a place of the buffer lies. */
static uint32_t command_at(const struct command_search *s, size_t at)
{
	uint32_t low = 0, high = s->count;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (s->starts[mid] <= at)
			low = mid;
		else
			high = mid;
	}
	return low;
}

static void on_head(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct command_search *s = context;
	uint32_t i = command_at(s, start);

	if (s->starts[i] == start)
		*VEC_PUSH(s->t->m.env->temp, &s->hits) = (struct head_hit){i, pattern, end};
}

static int by_command(const void *a, const void *b)
{
	const struct head_hit *x = a, *y = b;

	if (x->command != y->command)
		return x->command < y->command ? -1 : 1;
	return x->pattern < y->pattern ? -1 : x->pattern > y->pattern;
}

static bool begins_so(const struct command_search *s, uint32_t command, uint32_t head)
{
	struct head_hit wanted = {command, head, 0};

	return s->hits.len && bsearch(&wanted, s->hits.at, s->hits.len, sizeof wanted, by_command);
}

/* Whether a command, or one that it wraps and that begins before an argument, begins with a head.
 */
static bool has_head(const struct command_search *s, uint32_t command, size_t at, uint32_t head)
{
	size_t place = s->t->file->commands.at[command].at + (at - s->starts[command]);

	if (head == UINT32_MAX)
		return true;
	for (uint32_t i = command; i < s->count && s->outer[i] == command; i++)
		if (s->t->file->commands.at[i].at < place && begins_so(s, i, head))
			return true;
	return false;
}

size_t shell_argument_end(str text, size_t start, size_t end)
{
	char open = 0;

	for (size_t i = start; i < end; i++)
		if (open ? text.ptr[i] == open : text.ptr[i] == '"' || text.ptr[i] == '\'')
			open = open ? 0 : text.ptr[i];
	while (end < text.len && end < start + ARGUMENT_SHOWN) {
		char c = text.ptr[end];

		if (strchr(" \t\r\n();", c) || ((c == '"' || c == '\'') && c != open))
			break;
		end++;
		if (c == open)
			break;
	}
	return end;
}

static void on_option(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct command_search *s = context;
	struct text_matching *t = s->t;
	uint32_t i = command_at(s, start), rule;
	str text = command_text(s, i);
	size_t from = start - s->starts[i];
	uint32_t at = t->file->commands.at[i].at + (uint32_t)from, stop;
	struct spot spot;

	if (s->outer[i] != i || !has_head(s, i, start, s->patterns->head_of[pattern]) ||
	        !text_match_has_room(t))
		return;
	end = end - s->starts[i] < text.len ? end - s->starts[i] : text.len;
	stop = at + (uint32_t)(shell_argument_end(text, from, end) - from);
	rule = t->m.rules->items[s->patterns->option_items[pattern]].rule;
	spot = text_match_spot(t->file, at, stop);
	match_add(&t->m, rule, &spot,
	        str_slice((str){t->file->masked, t->file->text.len}, at, stop), STR_NONE);
	if (t->m.rules->rules[rule].n_superseded)
		s->superseding[i] = rule + 1;
}

static bool is_superseded(const struct command_search *s, uint32_t command, uint32_t rule)
{
	uint32_t by = s->superseding[s->outer[command]];

	return by && match_supersedes(s->t->m.rules, by - 1, rule);
}

/* The commands that begin as an item without an option says. */
static void tell_heads(struct command_search *s)
{
	struct text_matching *t = s->t;

	for (uint32_t i = 0; i < s->hits.len && text_match_has_room(t); i++) {
		const struct head_hit *hit = &s->hits.at[i];
		const struct item_row *item =
		        &t->m.rules->items[s->patterns->head_items[hit->pattern]];
		const struct text_command *command = &t->file->commands.at[hit->command];
		size_t stop = command->at + (hit->end - s->starts[hit->command]);
		struct spot spot;

		if (item->option || is_superseded(s, hit->command, item->rule) ||
		        (item->in == IN_NOTEBOOK && !t->file->cell))
			continue;
		if (stop > command->end)
			stop = command->end;
		spot = text_match_spot(t->file, command->at, stop);
		match_add(&t->m, item->rule, &spot,
		        str_slice((str){t->file->masked, t->file->text.len}, command->at, stop),
		        STR_NONE);
	}
}

/* "." is the head of any command: it is not looked for. */
static bool asks_for_head(const struct ruleset *rules, const struct item_row *item)
{
	return !item->option || !str_eq(ruleset_text(rules, item->text), S("."));
}

static struct shell_patterns *shell_patterns(struct rules_worker *w)
{
	struct shell_patterns *p = ARENA_NEW(w->arena, struct shell_patterns);
	uint32_t count;
	const struct ref_row *refs = ruleset_refs(w->rules, RULE_NAME_ALWAYS, S("shell"), &count);
	str *heads = ARENA_ARRAY(w->arena, str, (size_t)count + 1);
	str *options = ARENA_ARRAY(w->arena, str, (size_t)count + 1);

	p->head_items = ARENA_ARRAY(w->arena, uint32_t, (size_t)count + 1);
	p->option_items = ARENA_ARRAY(w->arena, uint32_t, (size_t)count + 1);
	p->head_of = ARENA_ARRAY(w->arena, uint32_t, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &w->rules->items[refs[i].item];
		bool headed = asks_for_head(w->rules, item);

		if (w->rules->off[item->rule])
			continue;
		if (item->option) {
			options[p->n_options] = arena_join(w->arena, S("(?<=[ \\t])(?:"),
			        ruleset_text(w->rules, item->option), S(")"));
			p->head_of[p->n_options] = headed ? p->n_heads : UINT32_MAX;
			p->option_items[p->n_options++] = refs[i].item;
		}
		if (headed) {
			heads[p->n_heads] = ruleset_text(w->rules, item->text);
			p->head_items[p->n_heads++] = refs[i].item;
		}
	}
	p->heads = pcre_set_new_at_lines(heads, p->n_heads);
	p->options = pcre_set_new(options, p->n_options);
	return p;
}

void shell_patterns_free(struct shell_patterns *patterns)
{
	if (!patterns)
		return;
	pcre_set_free(patterns->heads);
	pcre_set_free(patterns->options);
}

/* Every command in a line of its own. */
static void put_commands(struct command_search *s, struct buf *all)
{
	const struct text_file *file = s->t->file;

	for (uint32_t i = 0; i < s->count; i++) {
		const struct text_command *c = &file->commands.at[i];

		s->starts[i] = all->len;
		s->outer[i] = i && c->end == c[-1].end && c->at > c[-1].at ? s->outer[i - 1] : i;
		buf_put(all, (str){file->masked + c->at, c->end - c->at});
		for (size_t k = s->starts[i]; k < all->len; k++)
			if (all->ptr[k] == '\n')
				all->ptr[k] = ' ';
		buf_byte(all, '\n');
	}
	s->all = buf_str(all);
}

bool text_match_commands(struct text_matching *t)
{
	struct rules_worker *w = t->m.worker;
	uint32_t n = t->file->commands.len;
	struct command_search search = {.t = t, .count = n};
	struct pcre_result heads, options;
	struct buf all = {0};

	if (!n && !t->file->valued.len)
		return true;
	if (!w->shell)
		w->shell = shell_patterns(w);
	search.patterns = w->shell;
	search.starts = ARENA_ROOM(t->m.env->temp, size_t, (size_t)n + 1);
	search.outer = ARENA_ROOM(t->m.env->temp, uint32_t, (size_t)n + 1);
	search.superseding = ARENA_ARRAY(t->m.env->temp, uint32_t, (size_t)n + 1);
	put_commands(&search, &all);
	heads = pcre_set_search(w->shell->heads, search.all, on_head, &search);
	if (search.hits.len)
		qsort(search.hits.at, search.hits.len, sizeof *search.hits.at, by_command);
	options = pcre_set_search(w->shell->options, search.all, on_option, &search);
	tell_heads(&search);
	buf_free(&all);
	return text_match_valued_commands(t, w->shell) && !heads.stopped && !heads.skips &&
	       !options.stopped && !options.skips;
}
