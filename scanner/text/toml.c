/* A TOML reader into struct yaml.
 *
 * Tables are found by their path through one map from (table, key) to node, so that many tables
 * cost no search; what else is hung under a table or a list goes to the end of its children. The
 * place of a node holds its offset: line 0, column = offset. Depth is bounded and repeats are kept
 * as they stand, since nothing here judges TOML. */
#include "scanner/text/toml.h"

#include "base/map.h"
#include "base/text.h"

#include <string.h>

enum { DEPTH_MOST = 32, NODES_MOST = 1 << 21 };

struct toml {
	struct arena *arena;
	str text;
	size_t at;
	struct map tables; /* address of a table and a key, to index + 1 */
	VEC(struct yaml *) found;
	const char *fault;
	uint32_t nodes, depth;
};

/* Every node of this reader is one of these. */
struct toml_node {
	struct yaml yaml;  /* first */
	struct yaml *last; /* child */
};

static char peek(const struct toml *t)
{
	return t->at < t->text.len ? t->text.ptr[t->at] : 0;
}

static bool fail(struct toml *t, const char *fault)
{
	if (!t->fault)
		t->fault = fault;
	return false;
}

static void blanks(struct toml *t, bool lines)
{
	for (; t->at < t->text.len; t->at++) {
		char c = peek(t);

		if (c == '#')
			t->at += str_find_byte(str_from_at(t->text, t->at), '\n') - 1;
		else if (c != ' ' && c != '\t' && c != '\r' && (c != '\n' || !lines))
			return;
		else if (c == '\n' && !lines)
			return;
	}
}

static struct yaml *new_node(struct toml *t, enum yaml_kind kind)
{
	struct yaml *node = &ARENA_NEW(t->arena, struct toml_node)->yaml;

	node->kind = kind;
	node->place.column = (uint32_t)t->at;
	if (++t->nodes > NODES_MOST)
		fail(t, "too many values");
	return node;
}

size_t toml_offset(const struct yaml *node)
{
	return node->place.column;
}

/* Where the node of a key in a table is kept; NULL stands there at first. */
static struct yaml **found_in(struct toml *t, const struct yaml *table, str key)
{
	char *path = arena_alloc(t->arena, sizeof table + key.len, 1);
	bool fresh;
	uint32_t *slot;

	memcpy(path, &table, sizeof table);
	if (key.len)
		memcpy(path + sizeof table, key.ptr, key.len);
	slot = map_at(&t->tables, (str){path, sizeof table + key.len}, &fresh);
	if (fresh) {
		*VEC_PUSH(t->arena, &t->found) = NULL;
		*slot = t->found.len;
	}
	return &t->found.at[*slot - 1];
}

static struct yaml **last_of(struct yaml *parent)
{
	return &((struct toml_node *)(void *)parent)->last;
}

/* Hangs a node under a map or a list. */
static void attach(struct yaml *parent, str key, struct yaml *node)
{
	struct yaml **last = last_of(parent);

	node->key = key;
	if (*last)
		(*last)->next = node;
	else
		parent->child = node;
	*last = node;
	parent->count++;
}

static void put_point(struct toml *t, struct buf *out, size_t digits)
{
	uint32_t point = 0;
	char bytes[4];

	for (size_t i = 0; i < digits && t->at < t->text.len; i++, t->at++) {
		char c = peek(t);
		uint32_t d = c >= '0' && c <= '9' ? (uint32_t)(c - '0')
		                                  : (uint32_t)((c | 32) - 'a') + 10;

		point = point << 4 | (d & 15);
	}
	buf_put(out, (str){bytes, utf8_encode(point, bytes)});
}

static void put_escape(struct toml *t, struct buf *out)
{
	static const char from[] = "btnfre\"\\", to[] = "\b\t\n\f\r\033\"\\";
	char c = peek(t);
	const char *hit = c ? strchr(from, c) : NULL;

	t->at++;
	if (c == 'u' || c == 'U') {
		put_point(t, out, c == 'u' ? 4 : 8);
	} else if (hit) {
		buf_byte(out, to[hit - from]);
	} else { /* a line end: blanks go */
		while (t->at < t->text.len && strchr(" \t\r\n", peek(t)))
			t->at++;
	}
}

/* A string in quotes of any kind; the reader stands at the first one. */
static str quoted(struct toml *t)
{
	char quote = peek(t);
	str rest = str_from_at(t->text, t->at);
	bool triple = rest.len >= 3 && rest.ptr[1] == quote && rest.ptr[2] == quote;
	char close[3] = {quote, quote, quote};
	struct buf out = {0};
	str text;

	t->at += triple ? 3 : 1;
	for (;;) {
		char c = peek(t);

		if (t->at >= t->text.len || (c == '\n' && !triple)) {
			fail(t, "a string that does not end");
			break;
		}
		if (c == quote &&
		        (!triple || str_starts(str_from_at(t->text, t->at), (str){close, 3}))) {
			t->at += triple ? 3 : 1;
			break;
		}
		t->at++;
		if (c == '\\' && quote == '"')
			put_escape(t, &out);
		else
			buf_byte(&out, c);
	}
	text = arena_dup(t->arena, buf_str(&out));
	buf_free(&out);
	return text;
}

static bool is_key_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '-';
}

static bool key_part(struct toml *t, str *key)
{
	size_t from = t->at;

	if (peek(t) == '"' || peek(t) == '\'') {
		*key = quoted(t);
		return true;
	}
	while (is_key_byte(peek(t)))
		t->at++;
	*key = str_slice(t->text, from, t->at);
	return key->len > 0 || fail(t, "no key where one was expected");
}

/* The table of that key in a table; the last element of an array of tables. */
static struct yaml *table_in(struct toml *t, struct yaml *parent, str key)
{
	struct yaml **found = found_in(t, parent, key), *last;

	if (!*found) {
		*found = new_node(t, YAML_MAP);
		attach(parent, key, *found);
	} else if ((*found)->kind == YAML_LIST) {
		last = *last_of(*found);
		if (last && last->kind == YAML_MAP)
			return last;
	}
	return *found;
}

/* Walks a dotted key; *key is its last part and *table where that belongs. */
static bool dotted(struct toml *t, struct yaml **table, str *key)
{
	for (uint32_t depth = 0;; depth++) {
		blanks(t, false);
		if (!key_part(t, key))
			return false;
		blanks(t, false);
		if (peek(t) != '.')
			return true;
		t->at++;
		if (depth >= DEPTH_MOST)
			return fail(t, "a key of too many parts");
		*table = table_in(t, *table, *key);
		if ((*table)->kind != YAML_MAP)
			return fail(t, "a key below a value");
	}
}

static struct yaml *value(struct toml *t);

static struct yaml *array(struct toml *t)
{
	struct yaml *list = new_node(t, YAML_LIST);

	t->at++;
	for (;;) {
		blanks(t, true);
		if (peek(t) == ']') {
			t->at++;
			return list;
		}
		attach(list, S(""), value(t));
		if (t->fault)
			return list;
		blanks(t, true);
		if (peek(t) == ',')
			t->at++;
		else if (peek(t) != ']') {
			fail(t, "an array that does not end");
			return list;
		}
	}
}

static bool pair(struct toml *t, struct yaml *table)
{
	size_t from;
	struct yaml *node;
	str key;

	blanks(t, false);
	from = t->at;
	if (!dotted(t, &table, &key))
		return false;
	if (peek(t) != '=')
		return fail(t, "no = behind a key");
	t->at++;
	blanks(t, false);
	node = value(t);
	node->key_place.column = (uint32_t)from;
	attach(table, key, node);
	if (node->kind != YAML_SCALAR)
		*found_in(t, table, key) = node;
	return !t->fault;
}

static struct yaml *inline_table(struct toml *t)
{
	struct yaml *table = new_node(t, YAML_MAP);

	t->at++;
	for (;;) {
		blanks(t, true);
		if (peek(t) == '}') {
			t->at++;
			return table;
		}
		if (!pair(t, table))
			return table;
		blanks(t, true);
		if (peek(t) == ',')
			t->at++;
		else if (peek(t) != '}') {
			fail(t, "an inline table that does not end");
			return table;
		}
	}
}

static struct yaml *value(struct toml *t)
{
	struct yaml *node;
	size_t from = t->at;
	char c = peek(t);

	if (c == '[' || c == '{') {
		if (t->depth >= DEPTH_MOST) {
			fail(t, "nested too deep");
			return new_node(t, YAML_LIST);
		}
		t->depth++;
		node = c == '[' ? array(t) : inline_table(t);
		t->depth--;
		return node;
	}
	node = new_node(t, YAML_SCALAR);
	if (c == '"' || c == '\'') {
		node->quoted = true;
		node->text = quoted(t);
		return node;
	}
	while (t->at < t->text.len && !strchr(",]}#\n\r", peek(t)))
		t->at++;
	node->text = str_trim(str_slice(t->text, from, t->at));
	if (!node->text.len)
		fail(t, "no value where one was expected");
	return node;
}

/* [a.b] or [[a.b]] */
static struct yaml *header(struct toml *t, struct yaml *root)
{
	struct yaml *table = root;
	bool list = str_starts(str_from_at(t->text, t->at), S("[["));
	str key;

	t->at += list ? 2 : 1;
	if (!dotted(t, &table, &key))
		return root;
	if (list) {
		struct yaml **array = found_in(t, table, key);

		if (!*array || (*array)->kind != YAML_LIST) {
			*array = new_node(t, YAML_LIST);
			attach(table, key, *array);
		}
		attach(*array, S(""), new_node(t, YAML_MAP));
		table = *last_of(*array);
	} else {
		table = table_in(t, table, key);
	}
	if (peek(t) != ']' || table->kind != YAML_MAP)
		fail(t, "a table whose name does not end");
	t->at += list ? 2 : 1;
	return table;
}

struct yaml *toml_read(struct arena *arena, str text, const char **fault, size_t *fault_at)
{
	struct toml t = {.arena = arena, .text = text, .tables = {.arena = arena}};
	struct yaml *root, *table;

	root = table = new_node(&t, YAML_MAP);
	for (blanks(&t, true); t.at < text.len && !t.fault; blanks(&t, true)) {
		if (peek(&t) == '[')
			table = header(&t, root);
		else
			pair(&t, table);
		blanks(&t, false);
		if (t.at < text.len && peek(&t) != '\n')
			fail(&t, "something behind a value");
	}
	*fault = t.fault;
	*fault_at = t.at;
	return root;
}
