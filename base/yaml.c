/* libyaml's event stream turned into a tree. The only file that includes yaml.h.
 *
 * The strict reader refuses anchors, aliases and tags; the foreign one (for CI files,
 * compose files and the like) resolves aliases by sharing the node and drops
 * tags. Sharing keeps the tree finite and small: an alias costs one node. A scalar keeps the place
 * of its own text, whatever alias leads to it. */
#include "base/yaml.h"

#include "base/map.h"
#include "base/text.h"

#include <yaml.h>

enum { NODES_MOST = 4 << 20, FOREIGN_NODES_MOST = 1 << 19 };

struct level {
	struct yaml *node;
	struct yaml **tail;
	struct map keys;
	bool want_value;
	str key;
	struct place key_place;
};

struct builder {
	struct env *env;
	struct arena *arena;
	yaml_parser_t *parser;
	str path;
	bool foreign, failed;
	VEC(struct level) levels;
	VEC(struct yaml *) anchored;
	struct map anchors;
	uint32_t nodes, documents;
	struct yaml *root, *last_root;
};

static struct place at_mark(const struct builder *b, yaml_mark_t mark)
{
	return (struct place){b->path, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
}

static bool fail(struct builder *b, struct place place, const char *text)
{
	b->failed = true;
	return diag_error(b->env->diags, place, "%s", text);
}

static str text_of(const unsigned char *value, size_t len)
{
	return (str){(const char *)value, len};
}

/* Hangs a new node under the innermost level, or makes it a document. */
static bool attach(struct builder *b, struct yaml *node)
{
	struct level *top = b->levels.len ? VEC_LAST(&b->levels) : NULL;
	bool fresh = true;

	if (++b->nodes > NODES_MOST)
		return fail(b, node->place, "too large: more than 4,194,304 values");
	if (b->foreign && b->nodes > FOREIGN_NODES_MOST)
		return fail(b, node->place, "too large: more than 524,288 values and keys");
	if (!top) {
		if (!b->root)
			b->root = node;
		else
			b->last_root->next = node;
		b->last_root = node;
		b->documents++;
		if (b->documents > 1 && !b->foreign)
			return fail(b, node->place,
			        "a second document; expected one document per file");
		return true;
	}
	if (top->node->kind == YAML_MAP && !top->want_value) {
		if (node->kind != YAML_SCALAR) {
			if (!b->foreign)
				return fail(b, node->place, "a key that is no plain text");
			node->text = S("");
		}
		if (!b->foreign)
			*map_at(&top->keys, node->text, &fresh) = 1;
		if (!fresh) {
			b->failed = true;
			return diag_error(b->env->diags, node->place, "key '%.*s' given twice",
			        STR_ARG(node->text));
		}
		top->key = node->text;
		top->key_place = node->place;
		top->want_value = true;
		return true;
	}
	if (top->node->kind == YAML_MAP) {
		node->key = top->key;
		node->key_place = top->key_place;
		top->want_value = false;
	}
	*top->tail = node;
	top->tail = &node->next;
	top->node->count++;
	return true;
}

static struct yaml *new_node(struct builder *b, const yaml_event_t *event, enum yaml_kind kind)
{
	struct yaml *node = ARENA_NEW(b->arena, struct yaml);

	node->kind = kind;
	node->place = at_mark(b, event->start_mark);
	return node;
}

static bool check_marks(struct builder *b, const yaml_event_t *event, const unsigned char *anchor,
        const unsigned char *tag)
{
	if (b->foreign)
		return true;
	if (anchor)
		return fail(
		        b, at_mark(b, event->start_mark), "an anchor; write the value out instead");
	if (tag)
		return fail(b, at_mark(b, event->start_mark), "a tag; write plain text instead");
	return true;
}

static void remember(struct builder *b, const unsigned char *anchor, struct yaml *node)
{
	if (!anchor)
		return;
	*VEC_PUSH(b->arena, &b->anchored) = node;
	*map_at(&b->anchors, arena_dup(b->arena, str_from((const char *)anchor)), NULL) =
	        b->anchored.len;
}

static bool on_scalar(struct builder *b, const yaml_event_t *event)
{
	struct yaml *node = new_node(b, event, YAML_SCALAR);

	if (!check_marks(b, event, event->data.scalar.anchor, event->data.scalar.tag))
		return false;
	node->text =
	        arena_dup(b->arena, text_of(event->data.scalar.value, event->data.scalar.length));
	node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	remember(b, event->data.scalar.anchor, node);
	return attach(b, node);
}

static bool on_open(struct builder *b, const yaml_event_t *event, enum yaml_kind kind)
{
	const unsigned char *anchor = kind == YAML_MAP ? event->data.mapping_start.anchor
	                                               : event->data.sequence_start.anchor;
	const unsigned char *tag =
	        kind == YAML_MAP ? event->data.mapping_start.tag : event->data.sequence_start.tag;
	struct yaml *node = new_node(b, event, kind);
	struct level *level;

	if (!check_marks(b, event, anchor, tag))
		return false;
	if (b->levels.len >= b->env->limits->yaml_depth)
		return fail(b, node->place, "nested too deep; expected at most 64 levels");
	remember(b, anchor, node);
	if (!attach(b, node))
		return false;
	level = VEC_PUSH(b->arena, &b->levels);
	*level = (struct level){.node = node, .tail = &node->child, .keys = {.arena = b->arena}};
	return true;
}

/* An alias is a shallow copy: it shares the children of what it names. */
static bool on_alias(struct builder *b, const yaml_event_t *event)
{
	const uint32_t *at;
	struct yaml *node = new_node(b, event, YAML_SCALAR);

	if (!b->foreign)
		return fail(b, node->place, "an alias; write the value out instead");
	at = map_get(&b->anchors, str_from((const char *)event->data.alias.anchor));
	if (at) {
		const struct yaml *named = b->anchored.at[*at - 1];
		bool open = false;

		for (uint32_t i = 0; i < b->levels.len; i++)
			open |= b->levels.at[i].node == named;
		if (!open) {
			node->kind = named->kind;
			node->text = named->text;
			if (named->kind == YAML_SCALAR)
				node->place = named->place;
			node->child = named->child;
			node->count = named->count;
		}
	}
	return attach(b, node);
}

static bool on_event(struct builder *b, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT: return on_scalar(b, event);
	case YAML_MAPPING_START_EVENT: return on_open(b, event, YAML_MAP);
	case YAML_SEQUENCE_START_EVENT: return on_open(b, event, YAML_LIST);
	case YAML_ALIAS_EVENT: return on_alias(b, event);
	case YAML_MAPPING_END_EVENT:
	case YAML_SEQUENCE_END_EVENT: b->levels.len--; return true;
	default: return true;
	}
}

static void parser_failed(struct builder *b)
{
	const yaml_parser_t *p = b->parser;
	struct place place = at_mark(b, p->problem_mark);

	b->failed = true;
	if (p->error == YAML_READER_ERROR)
		place.line = place.column = 0;
	diag_error(b->env->diags, place, "not valid YAML: %s%s%s",
	        p->problem ? p->problem : "unreadable", p->context ? ", " : "",
	        p->context ? p->context : "");
}

static bool read_tree(struct builder *b, str text, struct yaml **root)
{
	yaml_parser_t parser;
	bool more = true;

	b->anchors.arena = b->arena;
	if (!yaml_parser_initialize(&parser))
		return fail(b, (struct place){.path = b->path}, "out of memory");
	b->parser = &parser;
	yaml_parser_set_input_string(
	        &parser, (const unsigned char *)(text.ptr ? text.ptr : ""), text.len);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	while (more && !b->failed) {
		yaml_event_t event;

		if (!yaml_parser_parse(&parser, &event)) {
			parser_failed(b);
			break;
		}
		more = event.type != YAML_STREAM_END_EVENT;
		on_event(b, &event);
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	if (b->documents > 1) {
		struct yaml *list = ARENA_NEW(b->arena, struct yaml);

		*list = (struct yaml){.kind = YAML_LIST,
		        .place = b->root->place,
		        .child = b->root,
		        .count = b->documents};
		b->root = list;
	}
	*root = b->root;
	return !b->failed;
}

bool yaml_read(struct env *env, struct arena *arena, str path, str text, struct yaml **root)
{
	struct builder b = {.env = env, .arena = arena, .path = path};

	return read_tree(&b, text, root);
}

bool yaml_read_foreign(struct env *env, struct arena *arena, str path, str text, struct yaml **root)
{
	struct builder b = {.env = env, .arena = arena, .path = path, .foreign = true};

	return read_tree(&b, text, root);
}

const struct yaml *yaml_get(const struct yaml *map, const char *key)
{
	if (!map || map->kind != YAML_MAP)
		return NULL;
	for (const struct yaml *n = map->child; n; n = n->next)
		if (str_eq(n->key, str_from(key)))
			return n;
	return NULL;
}

bool yaml_check_keys(struct env *env, const struct yaml *map, const char *const *known)
{
	str names[64];
	size_t count = 0;
	bool ok = true;

	while (count < 64 && known[count]) {
		names[count] = str_from(known[count]);
		count++;
	}
	for (const struct yaml *n = map->child; n; n = n->next) {
		bool found = false;
		str nearest;

		for (size_t i = 0; i < count && !found; i++)
			found = str_eq(n->key, names[i]);
		if (found)
			continue;
		nearest = text_nearest(n->key, names, count);
		ok = diag_error(env->diags, n->key_place, "unknown key '%.*s'%s%.*s%s",
		        STR_ARG(n->key), nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
		        nearest.len ? "'?" : "");
	}
	return ok;
}

bool yaml_want(struct env *env, const struct yaml *node, enum yaml_kind kind, const char *what)
{
	static const char *const words[] = {"plain text", "a list", "a map of keys"};

	if (node->kind == kind)
		return true;
	return diag_error(env->diags, node->place, "%s is %s; expected %s", what, words[node->kind],
	        words[kind]);
}
