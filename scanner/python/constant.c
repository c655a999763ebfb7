/* Values of bindings are not kept by the parser, so the source behind the name is read once more:
 * `= "text"` and the end of the line. An annotation may stand between. */
#include "scanner/python/constant.h"

#include "scanner/python/names.h"

#include <string.h>

enum { ANNOTATION_MOST = 100, TEXT_MOST = 60, BINDINGS_MOST = 64 };

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static size_t skip_blanks(str text, size_t at)
{
	while (at < text.len && is_blank(text.ptr[at]))
		at++;
	return at;
}

/* Behind an annotation, at its "="; text.len when there is none on the line. */
static size_t skip_annotation(str text, size_t at)
{
	size_t most = at + ANNOTATION_MOST;

	while (at < text.len && at < most && !strchr("=\n#", text.ptr[at]))
		at++;
	return at < text.len && text.ptr[at] == '=' ? at : text.len;
}

/* NAME: T = …, not `with f() as NAME: x = …`. */
static bool begins_statement(str text, size_t at)
{
	while (at > 0 && is_blank(text.ptr[at - 1]))
		at--;
	return !at || text.ptr[at - 1] == '\n' || text.ptr[at - 1] == ';';
}

str constant_bound(const struct python_file *file, const struct python_binding *b)
{
	str text = file->text;
	size_t at = b->at, first, most;
	char quote;

	if (b->kind != PYTHON_BIND_OTHER)
		return STR_NONE;
	at = skip_blanks(text, at + python_name(file, b->name).len);
	if (at < text.len && text.ptr[at] == ':')
		at = begins_statement(text, b->at) ? skip_annotation(text, at) : text.len;
	if (at >= text.len || text.ptr[at] != '=')
		return STR_NONE;
	at = skip_blanks(text, at + 1);
	quote = at < text.len ? text.ptr[at] : '\0';
	if (quote != '"' && quote != '\'')
		return STR_NONE;
	first = ++at;
	most = at + TEXT_MOST;
	while (at < text.len && at < most && text.ptr[at] != quote && !strchr("\\\n", text.ptr[at]))
		at++;
	if (at >= text.len || text.ptr[at] != quote || at == first)
		return STR_NONE;
	text = str_slice(text, first, at);
	at = skip_blanks(file->text, at + 1);
	return at >= file->text.len || strchr("\n#;", file->text.ptr[at]) ? text : STR_NONE;
}

static void make(const struct python_file *file, struct constants *c)
{
	uint32_t names = file->names ? file->names->list.len : 0;

	c->first = ARENA_ARRAY(file->arena, uint32_t, (size_t)names + 1);
	c->next = ARENA_ARRAY(file->arena, uint32_t, (size_t)file->bindings.len + 1);
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		uint32_t name = file->bindings.at[i].name;

		c->next[i] = c->first[name];
		c->first[name] = i + 1;
	}
	c->made = true;
}

uint32_t constants_next(
        const struct python_file *file, struct constants *c, uint32_t name, uint32_t after)
{
	uint32_t next;

	if (!c->made)
		make(file, c);
	next = after == PYTHON_NONE ? c->first[name] : c->next[after];
	return next ? next - 1 : PYTHON_NONE;
}

/* The binding of a name in a scope. *several: there are more, or too many to look through. */
static const struct python_binding *only_binding(const struct python_file *file,
        const struct constants *c, uint32_t name, uint32_t scope, bool *several)
{
	const struct python_binding *only = NULL;
	uint32_t steps = 0;

	*several = false;
	for (uint32_t i = c->first[name]; i && !*several; i = c->next[i - 1]) {
		const struct python_binding *b = &file->bindings.at[i - 1];

		*several = ++steps > BINDINGS_MOST || (only && b->scope == scope);
		if (b->scope == scope)
			only = b;
	}
	return only;
}

static str constant_of_name(
        const struct python_file *file, const struct constants *c, uint32_t name, uint32_t scope)
{
	for (bool own = true; scope != PYTHON_NONE; scope = file->scopes.at[scope].parent) {
		const struct python_binding *b;
		bool several;

		if (!own && file->scopes.at[scope].kind == PYTHON_CLASS)
			continue;
		own = false;
		b = only_binding(file, c, name, scope, &several);
		if (several)
			return STR_NONE;
		if (b)
			return constant_bound(file, b);
	}
	return STR_NONE;
}

str constant_text(struct python_file *file, struct constants *c, const struct python_chain *chain)
{
	uint32_t count;
	const uint32_t *targets = python_chain_targets(file, chain, &count);

	if (count == 1) {
		str path = python_path(file, targets[0]);

		return str_starts(path, S("\"")) ? str_slice(path, 1, path.len - 1) : STR_NONE;
	}
	if (count || chain->root_kind != PYTHON_ROOT_NAME || chain->name_count ||
	        chain->bound != PYTHON_LOCAL)
		return STR_NONE;
	if (!c->made)
		make(file, c);
	return constant_of_name(file, c, chain->root, chain->scope);
}
