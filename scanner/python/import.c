/* import and from. Each name is a record of its own and binds a path. */
#include "scanner/python/parser.h"
#include "scanner/python/paths.h"

/* a.b.c from the current token on; both the path and its first part. */
static bool dotted(struct parser *p, uint32_t *path, uint32_t *top)
{
	*path = 0;
	do {
		p->t += *path != 0;
		if (p->t->kind != TOKEN_NAME)
			return parser_fail(p, "expected the name of a module");
		*path = paths_join(p->paths, *path, p->t->value);
		if (!*top)
			*top = *path;
		p->t++;
	} while (p->t->kind == TOKEN_DOT);
	return true;
}

/* [as NAME] */
static bool alias(struct parser *p, uint32_t *name)
{
	*name = 0;
	if (p->t->kind != TOKEN_AS)
		return true;
	p->t++;
	if (p->t->kind != TOKEN_NAME)
		return parser_fail(p, "expected a name behind 'as'");
	*name = p->t->value;
	p->t++;
	return true;
}

static void bind_path(struct parser *p, uint32_t name, uint32_t path, uint32_t at)
{
	struct python_binding *binding = parser_bind(p, name, p->scope, at);

	binding->kind = PYTHON_BIND_IMPORT;
	binding->ref = path;
}

bool parse_import(struct parser *p)
{
	do {
		uint32_t at = p->t[1].at, first = p->t[1].value, path, top = 0, name;

		p->t++;
		if (!dotted(p, &path, &top) || !alias(p, &name))
			return false;
		*PUSH(p->arena, &p->file->imports) = (struct python_import){.at = at,
		        .module = path,
		        .alias = name,
		        .target = name ? path : top,
		        .scope = p->scope,
		        .flags = p->flags};
		bind_path(p, name ? name : first, name ? path : top, at);
	} while (p->t->kind == TOKEN_COMMA);
	return true;
}

/* Dots in front of a module, "..." being one token. */
static uint32_t level(struct parser *p)
{
	uint32_t dots = 0;

	for (;; p->t++) {
		if (p->t->kind == TOKEN_DOT)
			dots++;
		else if (p->t->kind == TOKEN_ELLIPSIS)
			dots += 3;
		else
			return dots;
	}
}

/* The module of a from import: as it is written, and as a path that keeps its dots. */
struct origin {
	uint32_t module, path, level;
};

static bool imported_name(struct parser *p, const struct origin *from)
{
	uint32_t at = p->t->at, name = p->t->value, as, path;

	if (p->t->kind != TOKEN_NAME)
		return parser_fail(p, "expected a name to import");
	p->t++;
	if (!alias(p, &as))
		return false;
	path = from->path ? paths_join(p->paths, from->path, name)
	                  : paths_relative(p->paths, from->level, name);
	*PUSH(p->arena, &p->file->imports) = (struct python_import){.at = at,
	        .module = from->module,
	        .name = name,
	        .alias = as,
	        .level = from->level,
	        .target = path,
	        .scope = p->scope,
	        .flags = p->flags};
	bind_path(p, as ? as : name, path, at);
	return true;
}

static bool imported_names(struct parser *p, const struct origin *from)
{
	bool bracket = p->t->kind == TOKEN_LPAR;

	p->t += bracket;
	do {
		if (!imported_name(p, from))
			return false;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	} while (!bracket || p->t->kind != TOKEN_RPAR);
	return !bracket || parser_expect(p, TOKEN_RPAR, "expected ',' or ')'");
}

/* The parts of the module once more, the first one with its dots. */
static uint32_t with_dots(struct parser *p, const struct token *t, uint32_t dots)
{
	uint32_t path = paths_relative(p->paths, dots, t->value);

	for (; t[1].kind == TOKEN_DOT; t += 2)
		path = paths_join(p->paths, path, t[2].value);
	return path;
}

bool parse_from(struct parser *p)
{
	struct origin from = {0};
	const struct token *module;
	uint32_t top = 0;

	p->t++;
	from.level = level(p);
	module = p->t;
	if (module->kind == TOKEN_NAME || !from.level) {
		if (!dotted(p, &from.module, &top))
			return false;
		from.path = from.level ? with_dots(p, module, from.level) : from.module;
	}
	if (!parser_expect(p, TOKEN_IMPORT, "expected 'import'"))
		return false;
	if (p->t->kind != TOKEN_STAR)
		return imported_names(p, &from);
	*PUSH(p->arena, &p->file->stars) = p->file->imports.len;
	*PUSH(p->arena, &p->file->imports) = (struct python_import){.at = p->t->at,
	        .module = from.module,
	        .level = from.level,
	        .scope = p->scope,
	        .flags = p->flags,
	        .star = true};
	p->t++;
	return true;
}
