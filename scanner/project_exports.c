/* What a file makes available at its top level: imports, aliases, star imports, names of its own.
 *
 * A constant text is exported in quotes: BACKEND stands for "nccl". No path of names looks like
 * that. A name may be bound several times (try and except, the branches of an if): all its targets
 * are kept. Of names that mean nothing outside only a hash is kept, since there are many and they
 * are asked for only where a star import stands before them. */
#include "scanner/project.h"

#include "scanner/device_argument.h"
#include "scanner/python/constant.h"

#include <stdlib.h>
#include <string.h>

enum { TARGETS_OF_A_NAME = 8 };

/* The key of by_name is the copy of the name. */
static void add_export(struct arena *arena, struct module *m, str name, str target)
{
	const uint32_t *known = map_get(&m->by_name, name);
	uint32_t first = known ? *known : 0, count = 0;

	for (uint32_t i = first; i; i = m->exports.at[i - 1].next)
		if (str_eq(m->exports.at[i - 1].target, target) || ++count == TARGETS_OF_A_NAME)
			return;
	name = first ? m->exports.at[first - 1].name : arena_dup(arena, name);
	*VEC_PUSH(arena, &m->exports) =
	        (struct module_export){name, arena_dup(arena, target), first};
	*map_at(&m->by_name, name, NULL) = m->exports.len;
}

/* The name that an import binds; `import a.b` binds a. */
static str bound_name(struct python_file *python, const struct python_import *in)
{
	uint32_t name = in->alias ? in->alias : in->name;

	return name ? python_name(python, name) : python_path(python, in->target);
}

static void add_import(
        struct arena *arena, struct module *m, struct python_file *python, uint32_t index)
{
	const struct python_import *in = &python->imports.at[index];

	if (in->scope != 0 || in->dynamic)
		return;
	if (in->star)
		*VEC_PUSH(arena, &m->stars) = python_star_module(python, arena, in);
	else if (in->target)
		add_export(arena, m, bound_name(python, in), python_path(python, in->target));
}

/* The paths of a binding's value. */
static const uint32_t *value_targets(
        const struct python_file *python, const struct python_binding *b, uint32_t *count)
{
	*count = 0;
	if (b->kind != PYTHON_BIND_VALUE)
		return NULL;
	if (b->value == PYTHON_VALUE_CALL)
		return python_call_targets(python, &python->calls.at[b->ref], count);
	return python_chain_targets(python, &python->chains.at[b->ref], count);
}

/* x = y, where only a star import can have given y: y of this module. */
static bool add_of_star(struct arena *arena, struct module *m, struct python_file *python,
        const struct python_binding *b)
{
	const struct python_chain *chain;

	if (!python->stars.len || b->kind != PYTHON_BIND_VALUE || b->value != PYTHON_VALUE_CHAIN ||
	        !m->name.len)
		return false;
	chain = &python->chains.at[b->ref];
	if (chain->bound != PYTHON_FREE || chain->root_kind != PYTHON_ROOT_NAME)
		return false;
	add_export(arena, m, python_name(python, b->name),
	        arena_join(arena, m->name, S("."), python_chain_text(python, chain)));
	return true;
}

/* A text that could name a device, a back end, a mode. Others are not worth keeping. */
static bool is_word(str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_-:,", text.ptr[i]))
			return false;
	return text.len > 0;
}

static void add_binding(
        struct arena *arena, struct module *m, struct python_file *python, uint32_t index)
{
	const struct python_binding *b = &python->bindings.at[index];
	const uint32_t *targets;
	uint32_t count;
	str text;

	if (b->scope != 0 || b->kind == PYTHON_BIND_IMPORT)
		return;
	targets = value_targets(python, b, &count);
	for (uint32_t i = 0; i < count; i++)
		add_export(arena, m, python_name(python, b->name), python_path(python, targets[i]));
	text = count ? STR_NONE : constant_bound(python, b);
	if (is_word(text))
		add_export(arena, m, python_name(python, b->name),
		        arena_join(arena, S("\""), text, S("\"")));
	else if (!count && !add_of_star(arena, m, python, b))
		*VEC_PUSH(arena, &m->own) = str_hash(python_name(python, b->name), 0);
}

/* where: str = "cuda" in a class of the module, as "Class.where", and "Class." beside it: texts
 * that name what binds to CUDA, since there are many others. */
static void add_field(
        struct arena *arena, struct module *m, struct python_file *python, uint32_t index)
{
	const struct python_binding *b = &python->bindings.at[index];
	const struct python_scope *s = &python->scopes.at[b->scope];
	str text, name;

	if (s->kind != PYTHON_CLASS || s->parent != 0)
		return;
	text = constant_bound(python, b);
	if (!str_starts(text, S("cuda")) || !is_word(text))
		return;
	name = arena_join(
	        python->arena, python_name(python, s->name), S("."), python_name(python, b->name));
	add_export(arena, m, name, arena_join(arena, S("\""), text, S("\"")));
	name = arena_join(python->arena, python_name(python, s->name), S("."), STR_NONE);
	add_export(arena, m, name, S("."));
	m->has_fields = true;
}

/* Behind `__all__`: "= [" up to the bracket's end, when nothing but strings stands in it. */
static str literal_list(str text)
{
	size_t i = 0, first;
	char close;

	while (i < text.len && (text.ptr[i] == ' ' || text.ptr[i] == '='))
		i++;
	first = i;
	if (i == text.len || (text.ptr[i] != '[' && text.ptr[i] != '('))
		return STR_NONE;
	close = text.ptr[i++] == '[' ? ']' : ')';
	while (i < text.len && text.ptr[i] != close) {
		char c = text.ptr[i++];

		if (c == '"' || c == '\'')
			i += str_find_byte(str_from_at(text, i), c) + 1;
		else if (c == '#')
			i += str_find_byte(str_from_at(text, i), '\n');
		else if (!strchr(" \t\n,", c))
			return STR_NONE;
	}
	if (i >= text.len)
		return STR_NONE;
	text = str_slice(text, first, i + 1);
	return text;
}

/* __all__, when it is bound once, to a list of strings, and nothing is called on it. */
static str names_of_star(struct python_file *python)
{
	uint32_t all = python_name_find(python, S("__all__"));
	const struct python_binding *only = NULL;
	str list, behind;

	if (!all)
		return STR_NONE;
	for (uint32_t i = 0; i < python->bindings.len; i++) {
		const struct python_binding *b = &python->bindings.at[i];

		if (b->scope != 0 || b->name != all)
			continue;
		if (only)
			return STR_NONE;
		only = b;
	}
	for (uint32_t i = 0; only && i < python->chains.len; i++) {
		const struct python_chain *chain = &python->chains.at[i];

		if (chain->root_kind == PYTHON_ROOT_NAME && chain->root == all && chain->name_count)
			return STR_NONE;
	}
	list = only ? literal_list(str_from_at(python->text, only->at + 7)) : STR_NONE;
	if (!list.ptr)
		return STR_NONE;
	behind = str_from_at(python->text, (size_t)(list.ptr - python->text.ptr) + list.len);
	while (behind.len && (behind.ptr[0] == ' ' || behind.ptr[0] == '\t'))
		behind = str_from_at(behind, 1);
	return !behind.len || strchr("\n#;", behind.ptr[0]) ? list : STR_NONE;
}

/* What stands between two quotes of a kind in the list. */
static void add_all(struct arena *arena, struct module *m, str list)
{
	m->has_all = list.ptr != NULL;
	for (size_t at = 0, end; at < list.len; at = end) {
		char quote = list.ptr[at];

		end = at + 1;
		while (end < list.len && list.ptr[end] != '"' && list.ptr[end] != '\'')
			end++;
		if (end < list.len && list.ptr[end] == quote)
			*VEC_PUSH(arena, &m->all) = str_hash(str_slice(list, at + 1, end), 0);
	}
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Of several star imports of a module the last one counts: it alone is kept. */
static void drop_repeated_stars(struct arena *temp, struct module *m)
{
	struct arena_mark mark = arena_mark(temp);
	struct map seen = {.arena = temp};
	uint32_t first = m->stars.len;

	for (uint32_t i = m->stars.len; i; i--) {
		bool fresh;

		map_at(&seen, m->stars.at[i - 1], &fresh);
		if (fresh)
			m->stars.at[--first] = m->stars.at[i - 1];
	}
	m->stars.len -= first;
	if (first)
		memmove(m->stars.at, m->stars.at + first, m->stars.len * sizeof *m->stars.at);
	arena_rewind(temp, mark);
}

/* Functions and classes that are given a device, by "(NAME", which no other name is. */
static void add_device_parameters(struct arena *arena, struct module *m, struct python_file *python)
{
	struct arena_mark mark = arena_mark(python->arena);
	struct device_parameters found = {0};
	uint32_t name;
	str text;

	device_parameters_find(python->arena, python, device_words(python->arena, python), &found);
	for (uint32_t i = 0; i < found.list.len;) {
		i = device_parameters_told(python->arena, python, &found, i, &name, &text);
		if (text.len)
			add_export(arena, m,
			        arena_join(
			                python->arena, S("("), python_name(python, name), STR_NONE),
			        text);
	}
	arena_rewind(python->arena, mark);
}

void project_add_exports(
        struct project *p, struct arena *arena, uint32_t file, struct python_file *python)
{
	struct module *m;

	if (!p->of_file.at[file])
		return;
	m = &p->modules.at[p->of_file.at[file] - 1];
	m->by_name.arena = arena;
	for (uint32_t i = 0; i < python->imports.len; i++)
		add_import(arena, m, python, i);
	for (uint32_t i = 0; i < python->bindings.len; i++)
		add_binding(arena, m, python, i);
	for (uint32_t i = 0; python->strings.len && i < python->bindings.len; i++)
		if (python->bindings.at[i].kind == PYTHON_BIND_OTHER)
			add_field(arena, m, python, i);
	add_device_parameters(arena, m, python);
	add_all(arena, m, names_of_star(python));
	if (m->stars.len > 1)
		drop_repeated_stars(python->arena, m);
	if (m->own.len > 1)
		qsort(m->own.at, m->own.len, sizeof *m->own.at, by_value);
	if (m->all.len > 1)
		qsort(m->all.at, m->all.len, sizeof *m->all.at, by_value);
}
