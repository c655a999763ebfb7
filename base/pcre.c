/* PCRE2 behind the idea that a callout can enumerate.
 *
 * Patterns p0, p1, … become one: (?>p0)(?C1)|(?>p1)(?C2)|… (behind one ^ where only the starts
 * of lines count, so that PCRE2 looks for line ends by itself). The callout behind an alternative
 * notes the match and refuses it, so that the engine goes on to the next alternative and the
 * next start; the atomic group keeps it from trying the same one in a different way. One call
 * of pcre2_match thus finds everything. Patterns that begin with the same assertion (^, a look
 * behind) or atomic group stand together behind one of it, so that it costs one look and not one
 * a pattern.
 *
 * What surprises: PCRE2's own match limit counts anew at each start (interpreter and JIT
 * alike), so alone it bounds nothing on a long text. Therefore every repeat is paid for: a
 * repeat of a single character is made to stop after REPEAT_MOST and has a callout before it,
 * a repeated group has one at its head, and the callout takes what the repeat may cost from
 * the budget of the text. A start that meets the match limit all the same costs its line. */
#include "base/pcre.h"

#include "base/buf.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	REPEAT_MOST = 1000,
	/* callout numbers: repeats of blanks of one line, of what stands in words, of blanks, of
	 * what may pass a line end, of what stops there */
	REPEAT_BLANKS_IN_LINE = 251,
	REPEAT_WORDS = 252,
	REPEAT_BLANKS = 253,
	REPEAT_LINES = 254,
	REPEAT_IN_LINE = 255,
	PATTERNS_AT_ONCE = 200, /* callout numbers below those */
	REPEAT_LEAST_COST = 48,
	MATCH_LIMIT = 20000,
	DEPTH_LIMIT = 2000,
	HEAP_LIMIT_KIB = 8 * 1024,
	SKIPS_MOST = 64,
	JIT_STACK_BYTES = 256 * 1024,
	BUDGET_STEPS = 100 * 1000 * 1000,
};

/* Some of the patterns of a set, as one compiled pattern. */
struct part {
	struct part *next;
	pcre2_code *code;
	uint32_t first, count;
};

struct pcre_set {
	struct part *parts;
	bool at_lines;
	pcre2_match_context *context;
	pcre2_match_data *data;
	pcre2_jit_stack *stack;
	/* of the running search */
	size_t *last_end; /* per pattern */
	pcre_hit *hit;
	void *hit_context;
	uint32_t first;
	uint64_t spent;
	size_t reached; /* the last start that met a repeat */
};

static void *new_zeroed(size_t count, size_t size)
{
	void *p = calloc(count, size);

	if (!p) {
		static const char text[] = "portfit: error: out of memory\n";
		ssize_t ignored = write(2, text, sizeof text - 1);

		(void)ignored;
		_exit(2);
	}
	return p;
}

/* The end of a class that opens at `at`. */
static size_t class_end(str p, size_t at)
{
	size_t i = at + 1;

	i += i < p.len && p.ptr[i] == '^';
	i += i < p.len && p.ptr[i] == ']';
	while (i < p.len && p.ptr[i] != ']') {
		if (p.ptr[i] == '\\')
			i++;
		else if (p.ptr[i] == '[' && i + 1 < p.len && p.ptr[i + 1] == ':')
			i += str_find(str_from_at(p, i), S(":]"));
		i++;
	}
	return i < p.len ? i + 1 : p.len;
}

/* The end of an escape that begins at `at`. */
static size_t escape_end(str p, size_t at)
{
	char kind = at + 1 < p.len ? p.ptr[at + 1] : 0;
	size_t end = at + 2;

	if (kind && strchr("xpPoN", kind) && at + 2 < p.len && p.ptr[at + 2] == '{')
		end = at + 2 + str_find_byte(str_from_at(p, at + 2), '}') + 1;
	else if (kind == 'x') /* two digits at most; fewer only before what is no digit */
		for (size_t i = 0;
		        i < 2 && end < p.len && strchr("0123456789abcdefABCDEF", p.ptr[end]); i++)
			end++;
	return end < p.len ? end : p.len;
}

/* The end of the element at `at`. *single: it stands for one character, so a repeat of it cannot
 * nest; the parts of a group (its head, its close) are elements of their own. */
static size_t atom_end(str p, size_t at, bool *single)
{
	char c = p.ptr[at];

	*single = true;
	if (c == '\\')
		return escape_end(p, at);
	if (c == '[')
		return class_end(p, at);
	*single = !strchr("()|^$", c);
	if (c == '(' && at + 1 < p.len && p.ptr[at + 1] == '?') {
		size_t i = at + 2;

		/* (?:  (?=  (?!  (?<=  (?<!  (?>  (?|  (?i)  (?i-s:  (?<name>  (?'name'  (?P<name>
		 */
		while (i < p.len && !strchr(":=!>|)'", p.ptr[i]))
			i++;
		return i < p.len ? i + (p.ptr[i] != ')') : p.len;
	}
	return at + 1;
}

/* A repeat at `at` ("*", "+", "{n,}", "{n,m}"): its end and bounds. */
struct repeat {
	size_t end;
	uint32_t least, most;
};

static size_t number_at(str p, size_t at, uint32_t *n)
{
	for (*n = 0; at < p.len && p.ptr[at] >= '0' && p.ptr[at] <= '9' && *n < 100000; at++)
		*n = *n * 10 + (uint32_t)(p.ptr[at] - '0');
	return at;
}

static bool repeat_at(str p, size_t at, struct repeat *r)
{
	size_t i;

	if (at >= p.len)
		return false;
	if (p.ptr[at] == '*' || p.ptr[at] == '+') {
		*r = (struct repeat){at + 1, p.ptr[at] == '+', UINT32_MAX};
		return true;
	}
	if (p.ptr[at] != '{')
		return false;
	i = number_at(p, at + 1, &r->least);
	if (i == at + 1 || i >= p.len)
		return false;
	r->most = r->least;
	if (p.ptr[i] == ',') {
		size_t j = number_at(p, i + 1, &r->most);

		if (j == i + 1)
			r->most = UINT32_MAX;
		i = j;
	}
	r->end = i + 1;
	return i < p.len && p.ptr[i] == '}';
}

/* Whether the group whose head is [at, …) is repeated more than once. `closes` holds the place
 * of each group's close. */
static bool group_repeats(str p, size_t at, const size_t *closes)
{
	struct repeat r;

	return closes[at] && repeat_at(p, closes[at] + 1, &r) && r.most > 1;
}

/* For the place of each "(" the place of its ")", 0 where there is none. To be freed. */
static size_t *find_closes(str p)
{
	size_t *closes = new_zeroed(p.len + 1, sizeof *closes);
	size_t *open = new_zeroed(p.len + 1, sizeof *open);
	size_t depth = 0;
	bool single;

	for (size_t at = 0; at < p.len; at = atom_end(p, at, &single)) {
		if (p.ptr[at] == '(')
			open[depth++] = at;
		else if (p.ptr[at] == ')' && depth)
			closes[open[--depth]] = at;
	}
	free(open);
	return closes;
}

static bool stands_in_words(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c && strchr("_-./+", c));
}

static bool is_range_of_words(char from, char to)
{
	return (from >= 'a' && to <= 'z') || (from >= 'A' && to <= 'Z') ||
	       (from >= '0' && to <= '9');
}

/* \w, \d, [a-z0-9], [\w./-]: nothing but what stands in words. */
static bool is_of_words(str atom)
{
	if (str_eq(atom, S("\\w")) || str_eq(atom, S("\\d")))
		return true;
	if (atom.len < 3 || atom.ptr[0] != '[')
		return false;
	for (size_t i = 1; i + 1 < atom.len; i++) {
		char next = atom.ptr[i + 1];

		if (atom.ptr[i] == '\\' && next && strchr("wd.-", next)) {
			i++;
		} else if (next == '-' && i + 3 < atom.len) {
			if (!is_range_of_words(atom.ptr[i], atom.ptr[i + 2]))
				return false;
			i += 2;
		} else if (!stands_in_words(atom.ptr[i])) {
			return false;
		}
	}
	return true;
}

/* Which callout a repeat of this single element gets. */
static int repeat_kind(str atom)
{
	if (str_eq(atom, S("\\s")))
		return REPEAT_BLANKS;
	if (str_eq(atom, S("[ \\t]")) || str_eq(atom, S("[ ]")))
		return REPEAT_BLANKS_IN_LINE;
	if (is_of_words(atom))
		return REPEAT_WORDS;
	if (str_starts(atom, S("[^")) && !str_has(atom, S("\\n")) && !str_has(atom, S("\\s")))
		return REPEAT_LINES;
	if (atom.ptr[0] == '['
	                ? str_has(atom, S("\\n")) || str_has(atom, S("\\s"))
	                : str_starts(atom, S("\\")) && strchr("DWNHVR", atom.ptr[atom.len - 1]))
		return REPEAT_LINES;
	return REPEAT_IN_LINE;
}

/* The pattern with repeats that are bounded and paid for. */
static void put_bounded(struct buf *out, str p)
{
	size_t *closes = find_closes(p);

	for (size_t at = 0; at < p.len;) {
		bool single;
		size_t end = atom_end(p, at, &single);
		struct repeat r;

		if (single && repeat_at(p, end, &r) && r.most > 16) {
			uint32_t most = r.most < REPEAT_MOST ? r.most : REPEAT_MOST;

			buf_format(out, "(?C%d)", repeat_kind(str_slice(p, at, end)));
			buf_put(out, str_slice(p, at, end));
			buf_format(out, "{%u,%u}", r.least, most);
			at = r.end;
			continue;
		}
		buf_put(out, str_slice(p, at, end));
		if (p.ptr[at] == '(' && group_repeats(p, at, closes))
			buf_format(out, "(?C%d)", REPEAT_IN_LINE);
		at = end;
	}
	free(closes);
}

/* What would break the enumeration or its bounds; NULL when there is nothing. */
static const char *not_taken(str p)
{
	for (size_t at = 0; at < p.len;) {
		bool single;
		size_t end = atom_end(p, at, &single);
		char next = at + 1 < p.len ? p.ptr[at + 1] : 0;
		char third = at + 2 < p.len ? p.ptr[at + 2] : 0;

		if (!p.ptr[at])
			return "a NUL byte";
		if (p.ptr[at] == '\\' &&
		        ((next >= '1' && next <= '9') || next == 'g' || next == 'k'))
			return "a back reference";
		if (p.ptr[at] == '\\' && (next == 'K' || next == 'Q' || next == 'E' || next == 'C'))
			return "\\K, \\Q, \\E or \\C";
		if (p.ptr[at] == '(' && next == '*')
			return "a (*VERB)";
		if (p.ptr[at] == '(' && next == '?' && third && strchr("CR#&(+0123456789", third))
			return "a callout, condition, recursion or comment";
		if (str_starts(str_from_at(p, at), S("(?P>")) ||
		        str_starts(str_from_at(p, at), S("(?P=")))
			return "a recursion or a back reference";
		at = end;
	}
	return NULL;
}

static pcre2_code *compile(str pattern, int *error, PCRE2_SIZE *offset)
{
	return pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len,
	        PCRE2_MULTILINE | PCRE2_NO_AUTO_CAPTURE | PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C,
	        error, offset, NULL);
}

bool pcre_check(struct env *env, struct place place, str pattern)
{
	const char *odd = not_taken(pattern);
	struct buf bounded = {0};
	PCRE2_SIZE offset;
	PCRE2_UCHAR words[256];
	pcre2_code *code;
	int error;

	if (!pattern.len)
		return diag_error(env->diags, place, "an empty regular expression");
	if (odd)
		return diag_error(env->diags, place,
		        "a regular expression with %s; expected one without", odd);
	code = compile(pattern, &error, &offset);
	if (!code) {
		pcre2_get_error_message(error, words, sizeof words);
		return diag_error(env->diags, place,
		        "not a regular expression: %s, at its character %zu", (char *)words,
		        (size_t)offset + 1);
	}
	pcre2_code_free(code);
	put_bounded(&bounded, pattern);
	code = compile(buf_str(&bounded), &error, &offset);
	buf_free(&bounded);
	if (!code)
		return diag_error(env->diags, place,
		        "a regular expression that is too large or repeats in an odd way");
	pcre2_code_free(code);
	return true;
}

/* What \s stands for. */
static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* What a repeat that starts here may cost, in steps. */
static uint64_t repeat_cost(const pcre2_callout_block *block)
{
	size_t at = block->current_position, steps = 0;
	size_t left = block->subject_length - at;
	str rest = {(const char *)block->subject + at, left < REPEAT_MOST ? left : REPEAT_MOST};

	if (block->callout_number == REPEAT_LINES)
		return rest.len;
	if (block->callout_number == REPEAT_IN_LINE)
		steps = str_find_byte(rest, '\n');
	else if (block->callout_number == REPEAT_WORDS)
		while (steps < rest.len && stands_in_words(rest.ptr[steps]))
			steps++;
	else if (block->callout_number == REPEAT_BLANKS_IN_LINE)
		while (steps < rest.len && (rest.ptr[steps] == ' ' || rest.ptr[steps] == '\t'))
			steps++;
	else
		while (steps < rest.len && is_blank(rest.ptr[steps]))
			steps++;
	return steps > REPEAT_LEAST_COST ? steps : REPEAT_LEAST_COST;
}

static int on_callout(pcre2_callout_block *block, void *context)
{
	struct pcre_set *set = context;
	size_t start = block->start_match, end = block->current_position;
	uint32_t pattern;

	if (block->callout_number >= REPEAT_BLANKS_IN_LINE) {
		set->spent += repeat_cost(block);
		set->reached = start;
		return set->spent > BUDGET_STEPS ? PCRE2_ERROR_CALLOUT : 0;
	}
	pattern = set->first + block->callout_number - 1;
	if (end > start && start >= set->last_end[pattern]) {
		set->last_end[pattern] = end;
		set->hit(set->hit_context, pattern, start, end);
	}
	return 1;
}

/* A branch of a pattern, at whose end its number is noted. */
struct branch {
	str text, head;
	uint32_t number;
	bool put;
};

struct branches {
	struct branch *at;
	uint32_t count, room;
};

/* What a branch begins with that matches in one way only: ^, \b, (?<!x), (?<=x), (?>x). */
static str head_of(str p)
{
	size_t *closes = find_closes(p), head = 0;

	for (;;) {
		str rest = str_from_at(p, head);
		bool behind = str_starts(rest, S("(?<!")) || str_starts(rest, S("(?<="));
		size_t end = head + 1;
		struct repeat r;

		if (behind && closes[head])
			end = closes[head] + 1;
		else if (str_starts(rest, S("(?>")) && closes[head])
			end = closes[head] + 1;
		else if (str_starts(rest, S("\\b")))
			end = head + 2;
		else if (!str_starts(rest, S("^")))
			break;
		if (repeat_at(p, end, &r) || (end < p.len && p.ptr[end] == '?'))
			break;
		head = end;
	}
	free(closes);
	return str_slice(p, 0, head);
}

static void add_branch(struct branches *b, str text, uint32_t number)
{
	if (b->count == b->room) {
		struct branch *more = new_zeroed(2 * (size_t)b->room + 64, sizeof *more);

		if (b->count)
			memcpy(more, b->at, b->count * sizeof *more);
		free(b->at);
		b->at = more;
		b->room = 2 * b->room + 64;
	}
	b->at[b->count++] = (struct branch){text, head_of(text), number, false};
}

/* Whether it holds a setting, such as (?i), which reaches over the "|" behind it. */
static bool has_setting(str p)
{
	for (size_t at; (at = str_find(p, S("(?"))) < p.len;) {
		size_t i = 0;

		p = str_from_at(p, at + 2);
		while (i < p.len && ((p.ptr[i] | 32) >= 'a' && (p.ptr[i] | 32) <= 'z'))
			i++;
		if (i < p.len && (p.ptr[i] == ')' || p.ptr[i] == '-' || p.ptr[i] == '^'))
			return true;
	}
	return false;
}

/* "a|b" is two branches with one number: where both match, the first is told and the second begins
 * before its end. */
static void add_branches(struct branches *b, str p, uint32_t number)
{
	const bool whole = has_setting(p);
	size_t *closes = find_closes(p), from = 0;
	bool single;

	for (size_t at = 0; at < p.len && !whole; at = atom_end(p, at, &single)) {
		if (p.ptr[at] == '(' && closes[at])
			at = closes[at];
		else if (p.ptr[at] == '|') {
			add_branch(b, str_slice(p, from, at), number);
			from = at + 1;
		}
	}
	add_branch(b, str_from_at(p, from), number);
	free(closes);
}

static void put_branch(struct buf *all, const struct branch *branch)
{
	buf_puts(all, "(?>");
	put_bounded(all, str_from_at(branch->text, branch->head.len));
	buf_format(all, ")(?C%u)", branch->number);
}

/* The patterns as branches of one, those of one head together. */
static void put_all(struct buf *all, const str *patterns, uint32_t count)
{
	struct branches b = {0};

	for (uint32_t i = 0; i < count; i++)
		add_branches(&b, patterns[i], i + 1);
	for (uint32_t i = 0; i < b.count; i++) {
		if (b.at[i].put)
			continue;
		if (i)
			buf_byte(all, '|');
		put_bounded(all, b.at[i].head);
		buf_puts(all, "(?:");
		for (uint32_t k = i; k < b.count; k++) {
			if (b.at[k].put || !str_eq(b.at[k].head, b.at[i].head))
				continue;
			if (k > i)
				buf_byte(all, '|');
			put_branch(all, &b.at[k]);
			b.at[k].put = true;
		}
		buf_byte(all, ')');
	}
	free(b.at);
}

/* All of [first, first + count) as one, or in halves when that is too large. */
static void add_part(struct pcre_set *set, const str *patterns, uint32_t first, uint32_t count)
{
	struct buf all = {0};
	PCRE2_SIZE offset;
	pcre2_code *code;
	int error;

	if (set->at_lines)
		buf_puts(&all, "^(?:");
	put_all(&all, patterns + first, count);
	if (set->at_lines)
		buf_byte(&all, ')');
	code = count <= PATTERNS_AT_ONCE ? compile(buf_str(&all), &error, &offset) : NULL;
	buf_free(&all);
	if (code) {
		struct part *part = new_zeroed(1, sizeof *part);

		pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); /* without JIT it is only slower */
		*part = (struct part){set->parts, code, first, count};
		set->parts = part;
	} else if (count > 1) {
		add_part(set, patterns, first + count / 2, count - count / 2);
		add_part(set, patterns, first, count / 2);
	}
}

static struct pcre_set *new_set(const str *patterns, uint32_t count, bool at_lines)
{
	struct pcre_set *set = new_zeroed(1, sizeof *set);

	set->at_lines = at_lines;
	set->last_end = new_zeroed((size_t)count + 1, sizeof *set->last_end);
	set->context = pcre2_match_context_create(NULL);
	set->data = pcre2_match_data_create(1, NULL);
	set->stack = pcre2_jit_stack_create(32 * 1024, JIT_STACK_BYTES, NULL);
	if (set->context && set->data) {
		pcre2_set_match_limit(set->context, MATCH_LIMIT);
		pcre2_set_depth_limit(set->context, DEPTH_LIMIT);
		pcre2_set_heap_limit(set->context, HEAP_LIMIT_KIB);
		pcre2_set_callout(set->context, on_callout, set);
		if (set->stack)
			pcre2_jit_stack_assign(set->context, NULL, set->stack);
		if (count)
			add_part(set, patterns, 0, count);
	}
	return set;
}

struct pcre_set *pcre_set_new(const str *patterns, uint32_t count)
{
	return new_set(patterns, count, false);
}

struct pcre_set *pcre_set_new_at_lines(const str *patterns, uint32_t count)
{
	return new_set(patterns, count, true);
}

void pcre_set_free(struct pcre_set *set)
{
	if (!set)
		return;
	while (set->parts) {
		struct part *part = set->parts;

		set->parts = part->next;
		pcre2_code_free(part->code);
		free(part);
	}
	pcre2_jit_stack_free(set->stack);
	pcre2_match_data_free(set->data);
	pcre2_match_context_free(set->context);
	free(set->last_end);
	free(set);
}

static int match(struct pcre_set *set, const struct part *part, str text, size_t at)
{
	return pcre2_match(part->code, (PCRE2_SPTR)text.ptr, text.len, at, PCRE2_NO_UTF_CHECK,
	        set->data, set->context);
}

static void stop_at(struct pcre_result *result, size_t at)
{
	if (!result->stopped || at < result->at)
		result->at = at;
	result->stopped = true;
}

/* Line by line, once some start has met a limit: that line alone is lost. Matches told before
 * are not told again, since they begin before last_end. */
static void search_lines(
        struct pcre_set *set, const struct part *part, str text, struct pcre_result *result)
{
	for (size_t at = 0; at < text.len;) {
		size_t end = at + str_find_byte(str_from_at(text, at), '\n');
		int r = match(set, part, str_slice(text, 0, end), at);

		if (r == PCRE2_ERROR_CALLOUT ||
		        (r != PCRE2_ERROR_NOMATCH && ++result->skips == SKIPS_MOST)) {
			stop_at(result, at);
			return;
		}
		at = end + 1;
	}
}

static void search_part(
        struct pcre_set *set, const struct part *part, str text, struct pcre_result *result)
{
	int r;

	for (uint32_t i = 0; i < part->count; i++)
		set->last_end[part->first + i] = 0;
	set->first = part->first;
	set->spent = 0;
	r = match(set, part, text, 0);
	if (r == PCRE2_ERROR_CALLOUT)
		stop_at(result, set->reached);
	else if (r != PCRE2_ERROR_NOMATCH)
		search_lines(set, part, text, result);
}

struct pcre_result pcre_set_search(struct pcre_set *set, str text, pcre_hit *hit, void *context)
{
	struct pcre_result result = {0};

	set->hit = hit;
	set->hit_context = context;
	for (const struct part *part = set->parts; part && text.len; part = part->next)
		search_part(set, part, text, &result);
	return result;
}
