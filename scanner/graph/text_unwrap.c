/* Idea: a table of lines, each with the group it belongs to; then one text per group.
 *
 * Invariants: group 0 is what stands behind no log prefix. What surprises: PyTorch 2.0 prefixes
 * only the first line of a graph, so unprefixed lines behind one that opens a block follow it;
 * with later versions such lines are another program's (fx-formats 4.7). */
#include "scanner/graph/text_unwrap.h"

#include "base/map.h"
#include "scanner/graph/text_clean.h"
#include "scanner/graph/log_prefix.h"

#include <stdio.h>
#include <string.h>

struct line {
	str text;
	uint32_t number, group;
};

struct group {
	struct clean_text head;
	size_t bytes;
	uint32_t filled;
	char *write;
	uint32_t *numbers;
};

/* What stands in front of (nearly) every line of a text as a whole. */
enum outer { OUTER_NONE, OUTER_QUOTED, OUTER_NUMBERED, OUTER_TABLE, OUTER_HOST, OUTER_DIFF };

struct unwrapping {
	struct env *env;
	VEC(struct line) lines;
	VEC(struct group) groups;
	struct map keys;
	enum outer outer;
	uint32_t follow; /* group that unprefixed lines belong to */
	uint32_t log_lines;
	bool stripped; /* a line lost a prefix */
};

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_blank(str line)
{
	return str_trim(line).len == 0;
}

/* "  12: ", "12 | ", "12<TAB>": length, and the number. */
static size_t number_length(str line, int64_t *number)
{
	size_t at = 0, start;

	while (at < line.len && at < 8 && line.ptr[at] == ' ')
		at++;
	start = at;
	while (at < line.len && at < start + 9 && digit(line.ptr[at]))
		at++;
	if (at == start || !str_int(str_slice(line, start, at), number))
		return 0;
	if (at == line.len)
		return at;
	if (line.ptr[at] == '\t')
		return at + 1;
	if (str_starts(str_from_at(line, at), S(" | ")))
		return at + 3;
	if (str_eq(str_from_at(line, at), S(" |")) || str_eq(str_from_at(line, at), S(":")))
		return line.len;
	if (str_starts(str_from_at(line, at), S(": ")) ||
	        str_starts(str_from_at(line, at), S("| ")))
		return at + 2;
	return 0;
}

/* "host-3: " */
static size_t host_length(str line)
{
	size_t at = 0;

	while (at < line.len && at < 64 &&
	        ((line.ptr[at] >= 'a' && line.ptr[at] <= 'z') || digit(line.ptr[at]) ||
	                line.ptr[at] == '.' || line.ptr[at] == '-' || line.ptr[at] == '_'))
		at++;
	if (!at || at == line.len || line.ptr[at] != ':')
		return 0;
	if (at + 1 == line.len)
		return at + 1;
	return line.ptr[at + 1] == ' ' ? at + 2 : 0;
}

static bool opens_graph(str line)
{
	line = str_trim(line);
	return log_prefix_of(line).torch || str_starts(line, S("graph(")) ||
	       str_starts(line, S("class ")) || str_starts(line, S("def forward(")) ||
	       str_starts(line, S("opcode "));
}

struct census {
	uint32_t lines, quoted, numbered, table, host, diff, changed;
	int64_t last;
	bool header, hosted_graph;
};

static void count_line(struct census *c, str line)
{
	int64_t number;
	size_t host = host_length(line);

	if (is_blank(line))
		return;
	c->lines++;
	c->quoted += line.ptr[0] == '>';
	c->table += line.ptr[0] == '|' && line.ptr[line.len - 1] == '|' && line.len > 1;
	c->host += host > 0;
	c->hosted_graph |= host && opens_graph(str_from_at(line, host));
	c->diff += line.ptr[0] == ' ' || line.ptr[0] == '+' || line.ptr[0] == '-' ||
	           line.ptr[0] == '@';
	c->changed += line.ptr[0] == '+' || line.ptr[0] == '-';
	c->header |= str_starts(line, S("@@ -")) || str_starts(line, S("diff --git "));
	if (number_length(line, &number)) {
		c->numbered += number > c->last;
		c->last = number;
	}
}

static enum outer outer_of(str text)
{
	struct census c = {.last = -1};
	str rest = text, line;
	uint32_t most;

	while (str_cut(&rest, '\n', &line))
		count_line(&c, line);
	if (c.lines < 2)
		return OUTER_NONE;
	most = c.lines - c.lines / 10;
	if (c.quoted * 2 >= c.lines)
		return OUTER_QUOTED;
	if (c.header || (c.diff == c.lines && c.changed))
		return OUTER_DIFF;
	if (c.numbered >= most)
		return OUTER_NUMBERED;
	if (c.table >= most)
		return OUTER_TABLE;
	return c.host >= most && c.hosted_graph ? OUTER_HOST : OUTER_NONE;
}

static str unquoted(str line)
{
	while (line.len && line.ptr[0] == '>') {
		line = str_from_at(line, 1);
		if (line.len && line.ptr[0] == ' ')
			line = str_from_at(line, 1);
	}
	return line;
}

/* The line without the outer layer. `rank` is set by a numeric host name ("3: " of srun). */
static str without_outer(enum outer outer, str line, int32_t *rank)
{
	int64_t number;
	size_t n;

	switch (outer) {
	case OUTER_QUOTED: return unquoted(line);
	case OUTER_NUMBERED: return str_from_at(line, number_length(line, &number));
	case OUTER_TABLE:
		if (line.len < 2 || line.ptr[0] != '|' || line.ptr[line.len - 1] != '|')
			return line;
		line = str_slice(line, 1, line.len - 1);
		return line.len && line.ptr[0] == ' ' ? str_from_at(line, 1) : line;
	case OUTER_HOST:
		n = host_length(line);
		if (n > 2 && str_int(str_slice(line, 0, n - 2), &number) && number < INT32_MAX)
			*rank = (int32_t)number;
		return str_from_at(line, n);
	default: return line;
	}
}

static uint32_t group_of(struct unwrapping *u, str key, const struct clean_text *head)
{
	bool fresh;
	uint32_t *at = map_at(&u->keys, key, &fresh);

	if (!fresh)
		return *at;
	/* The key was a scratch text; the map keeps a view, so give it one that stays. */
	*at = u->groups.len;
	VEC_PUSH(u->env->temp, &u->groups)->head = *head;
	return u->groups.len - 1;
}

static uint32_t group_of_prefix(struct unwrapping *u, const struct log_prefix *p, str host)
{
	struct clean_text head = {.rank = p->rank,
	        .compile_id = p->compile_id,
	        .artifact = p->artifact,
	        .source = p->source,
	        .log = p->torch};
	char scratch[440];
	int n = snprintf(scratch, sizeof scratch, "%d|%.*s|%.*s|%.*s|%.*s|%.*s|%d", p->rank,
	        STR_ARG(str_slice(p->process, 0, 60)), STR_ARG(str_slice(host, 0, 64)),
	        STR_ARG(str_slice(p->compile_id, 0, 40)), STR_ARG(str_slice(p->artifact, 0, 80)),
	        STR_ARG(str_from_at(p->source, p->source.len > 80 ? p->source.len - 80 : 0)),
	        p->torch);
	str key = {scratch, (size_t)n};
	const uint32_t *known = map_get(&u->keys, key);

	return known ? *known : group_of(u, arena_dup(u->env->temp, key), &head);
}

/* Does a message start a block whose later lines PyTorch 2.0 wrote without a prefix? */
static bool opens_block(str message)
{
	message = str_trim(message);
	return str_eq(message, S("TRACED GRAPH")) || str_starts(message, S("=====")) ||
	       str_starts(message, S("class ")) || str_ends(message, S("graph():"));
}

static void take_line(struct unwrapping *u, str line, uint32_t number)
{
	int32_t rank = -1;
	str inner = without_outer(u->outer, line, &rank);
	str host = u->outer == OUTER_HOST && rank < 0 ? str_slice(line, 0, line.len - inner.len)
	                                              : STR_NONE;
	struct log_prefix p = log_prefix_of(inner);
	struct line *out = VEC_PUSH(u->env->temp, &u->lines);

	*out = (struct line){str_from_at(inner, p.length), number, 0};
	u->stripped |= p.length > 0;
	if (p.rank < 0)
		p.rank = rank;
	if (p.torch) {
		out->group = group_of_prefix(u, &p, host);
		u->follow = opens_block(out->text) ? out->group : 0;
		u->log_lines++;
	} else if (p.rank >= 0 || host.len) {
		/* A process that prints without a logger: a text of its own. */
		out->group = group_of_prefix(u, &p, host);
		u->follow = 0;
	} else {
		out->group = u->follow;
	}
}

/* Both sides of a diff become groups 0 (new) and 1 (old); common lines are in both. */
static void take_diff_line(struct unwrapping *u, str line, uint32_t number)
{
	char mark = line.len ? line.ptr[0] : ' ';
	str text = str_from_at(line, 1);

	if (str_starts(line, S("@@ ")) || str_starts(line, S("--- ")) ||
	        str_starts(line, S("+++ ")) || str_starts(line, S("diff --git ")) ||
	        str_starts(line, S("index ")) || mark == '\\')
		text = STR_NONE;
	if (mark != '-')
		*VEC_PUSH(u->env->temp, &u->lines) = (struct line){text, number, 0};
	if (mark != '+')
		*VEC_PUSH(u->env->temp, &u->lines) = (struct line){text, number, 1};
}

static void fill_groups(struct unwrapping *u)
{
	struct arena *temp = u->env->temp;

	for (uint32_t i = 0; i < u->lines.len; i++) {
		struct group *g = &u->groups.at[u->lines.at[i].group];

		g->bytes += u->lines.at[i].text.len + 1;
		g->head.n_lines++;
	}
	for (uint32_t i = 0; i < u->groups.len; i++) {
		struct group *g = &u->groups.at[i];

		g->write = arena_alloc(temp, g->bytes + 1, 1);
		g->numbers = ARENA_ARRAY(temp, uint32_t, (size_t)g->head.n_lines + 1);
		g->head.text = (str){g->write, g->bytes};
		g->head.lines = g->numbers;
	}
	for (uint32_t i = 0; i < u->lines.len; i++) {
		const struct line *line = &u->lines.at[i];
		struct group *g = &u->groups.at[line->group];

		if (line->text.len)
			memcpy(g->write, line->text.ptr, line->text.len);
		g->write += line->text.len;
		*g->write++ = '\n';
		g->numbers[g->filled++] = line->number;
	}
}

void text_unwrap(struct env *env, str bytes, struct clean_texts *out)
{
	struct unwrapping u = {.env = env, .keys.arena = env->temp};
	struct clean_text plain = {.rank = -1};
	str text = text_clean(env, bytes), rest = text, line;
	uint32_t number = 0;

	*out = (struct clean_texts){0};
	u.outer = outer_of(text);
	VEC_PUSH(env->temp, &u.groups)->head = plain;
	if (u.outer == OUTER_DIFF) {
		struct group *old = VEC_PUSH(env->temp, &u.groups);

		old->head = plain;
		old->head.old = true;
	}
	while (str_cut(&rest, '\n', &line)) {
		if (u.outer == OUTER_DIFF)
			take_diff_line(&u, line, ++number);
		else
			take_line(&u, line, ++number);
	}
	out->log_lines = u.log_lines;
	if (u.outer == OUTER_NONE && u.groups.len == 1 && !u.stripped) {
		plain.text = text;
		plain.n_lines = number;
		*VEC_PUSH(env->temp, &out->list) = plain;
		return;
	}
	fill_groups(&u);
	for (uint32_t i = 0; i < u.groups.len; i++)
		if (u.groups.at[i].head.n_lines)
			*VEC_PUSH(env->temp, &out->list) = u.groups.at[i].head;
}
