/* Names of modules go into one map; a path is cut at the longest name that is a module, then its
 * next part is looked up among that module's exports, and so on. */
#include "scanner/project.h"

#include "base/file.h"

static bool is_python(str path)
{
	return str_ends(path, S(".py")) || str_ends(path, S(".pyi"));
}

/* "a/b/c.py" to "a.b.c", "a/b/__init__.py" to "a.b"; "" when a part is no identifier. */
static str dotted(struct arena *arena, str path)
{
	char *out;
	size_t len = path.len;

	if (str_starts(path, S("./")))
		path = str_from_at(path, 2);
	len = path.len - (str_ends(path, S(".pyi")) ? 4 : 3);
	path = str_slice(path, 0, len);
	if (str_eq(path, S("__init__")))
		return S("");
	if (str_ends(path, S("/__init__")))
		path = str_slice(path, 0, path.len - 9);
	out = arena_alloc(arena, path.len + 1, 1);
	for (size_t i = 0; i < path.len; i++) {
		char c = path.ptr[i];
		bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		            (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 0x80;

		if (c != '/' && !word)
			return S("");
		out[i] = c == '/' ? '.' : c;
	}
	return (str){out, path.len};
}

static void add_name(struct project *p, str name, uint32_t module)
{
	uint32_t *at;
	bool fresh;

	if (!name.len)
		return;
	at = map_at(&p->names, name, &fresh);
	if (fresh)
		*at = module + 1;
	map_at(&p->roots, str_slice(name, 0, str_find_byte(name, '.')), NULL);
}

/* The folder above the topmost package around a file: what would be on sys.path. */
static str root_of(const struct map *packages, str path)
{
	str folder = path_folder(path);

	while (!str_eq(folder, S(".")) && !str_eq(folder, S("/")) && map_get(packages, folder))
		folder = path_folder(folder);
	return folder;
}

/* Folders of code that came from elsewhere: what lies there has an installed twin as a rule. */
static bool is_vendored(str path)
{
	static const char *const names[] = {
	        "third_party", "3rdparty", "thirdparty", "vendor", "external", "submodules"};
	str part;

	while (str_cut(&path, '/', &part))
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			if (str_eq(part, str_from(names[i])))
				return true;
	return false;
}

static uint32_t depth_of(str path)
{
	uint32_t depth = 0;

	if (str_starts(path, S("./")))
		path = str_from_at(path, 2);
	for (size_t i = 0; i < path.len; i++)
		depth += path.ptr[i] == '/';
	return depth;
}

/* The file's module by its first name, when an import would find it here. `top`: depth of the
 * topmost file. */
static void add_own(struct project *p, const struct map *packages, str path, str name, uint32_t top)
{
	str folder = path_folder(path), first = str_slice(name, 0, str_find_byte(name, '.'));
	uint32_t depth = depth_of(path);
	bool beside = depth == top ||
	              (depth == top + 1 && (str_eq(path_base(folder), S("src")) ||
	                                           str_eq(path_base(folder), S("python"))));

	if (first.len && (map_get(packages, folder) ? !is_vendored(folder) : beside))
		map_at(&p->own, first, NULL);
}

/* A package that is scanned from within: its files do not tell its name, the folder does. */
static void add_here(struct project *p, const struct map *packages)
{
	str here = map_get(packages, S(".")) ? path_real(p->arena, S(".")) : STR_NONE;

	if (here.len)
		map_at(&p->own, path_base(here), NULL);
}

bool project_owns(const struct project *p, str module)
{
	str first = str_slice(module, 0, str_find_byte(module, '.'));

	return map_get(&p->own, first) && !str_eq(first, S("torch"));
}

void project_init(struct project *p, struct arena *arena, const str *files, uint32_t n)
{
	struct map packages = {.arena = arena};
	uint32_t top = UINT32_MAX;

	*p = (struct project){.arena = arena,
	        .names = {.arena = arena},
	        .roots = {.arena = arena},
	        .own = {.arena = arena}};
	VEC_RESERVE(arena, &p->of_file, n);
	p->of_file.len = n;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t depth = depth_of(files[i]);

		if (str_eq(path_base(files[i]), S("__init__.py")))
			map_at(&packages, path_folder(files[i]), NULL);
		top = depth < top ? depth : top;
	}
	add_here(p, &packages);
	for (uint32_t i = 0; i < n; i++) {
		struct module *m;
		str root, rest = files[i];

		p->of_file.at[i] = 0;
		if (!is_python(files[i]))
			continue;
		p->of_file.at[i] = p->modules.len + 1;
		m = VEC_PUSH(arena, &p->modules);
		root = root_of(&packages, files[i]);
		if (!str_eq(root, S(".")))
			rest = str_from_at(rest, root.len + !str_ends(root, S("/")));
		*m = (struct module){.file = i, .by_name = {.arena = arena}};
		m->name = dotted(arena, rest);
		m->package = str_eq(path_base(files[i]), S("__init__.py"));
		add_name(p, m->name, p->modules.len - 1);
		add_own(p, &packages, files[i], m->name, top);
		add_name(p, dotted(arena, files[i]), p->modules.len - 1);
	}
}

bool project_may(const struct project *p, str path)
{
	return path.len &&
	       (path.ptr[0] == '.' ||
	               map_get(&p->roots, str_slice(path, 0, str_find_byte(path, '.'))));
}

static void add_export(struct arena *arena, struct module *m, str name, str target)
{
	bool fresh;
	uint32_t *at = map_at(&m->by_name, name, &fresh);

	if (!fresh)
		return;
	*VEC_PUSH(arena, &m->exports) =
	        (struct module_export){arena_dup(arena, name), arena_dup(arena, target)};
	*at = m->exports.len;
}

/* Keys of by_name are views into the file until here: made anew with what was copied. */
static void own_keys(struct arena *arena, struct module *m)
{
	m->by_name = (struct map){.arena = arena};
	for (uint32_t i = 0; i < m->exports.len; i++)
		*map_at(&m->by_name, m->exports.at[i].name, NULL) = i + 1;
}

void project_add_exports(
        struct project *p, struct arena *arena, uint32_t file, struct python_file *python)
{
	struct module *m;

	if (!p->of_file.at[file])
		return;
	m = &p->modules.at[p->of_file.at[file] - 1];
	m->by_name.arena = arena;
	for (uint32_t i = 0; i < python->imports.len; i++) {
		const struct python_import *in = &python->imports.at[i];

		if (in->scope != 0 || in->dynamic)
			continue;
		if (in->star)
			*VEC_PUSH(arena, &m->stars) = arena_format(arena, "%.*s%.*s",
			        (int)(in->level < 32 ? in->level : 32),
			        "................................",
			        STR_ARG(in->module ? python_path(python, in->module) : STR_NONE));
		else if (in->target)
			add_export(arena, m, python_name(python, in->alias ? in->alias : in->name),
			        python_path(python, in->target));
	}
	for (uint32_t i = 0; i < python->bindings.len; i++) {
		const struct python_binding *b = &python->bindings.at[i];
		uint32_t count;
		const uint32_t *targets;

		if (b->scope != 0 || b->kind != PYTHON_BIND_VALUE || b->value != PYTHON_VALUE_CHAIN)
			continue;
		targets = python_chain_targets(python, &python->chains.at[b->ref], &count);
		if (count)
			add_export(arena, m, python_name(python, b->name),
			        python_path(python, targets[0]));
	}
	own_keys(arena, m);
}

/* ".ops.x" used in module a.b.c to "a.b.ops.x"; "" when it goes above the top. */
static str absolute(const struct project *p, struct arena *arena, uint32_t module, str path)
{
	const struct module *m = &p->modules.at[module];
	str base = m->name;
	size_t dots = 0;

	while (dots < path.len && path.ptr[dots] == '.')
		dots++;
	if (!dots)
		return path;
	for (size_t i = m->package ? 1 : 0; i < dots; i++) {
		size_t at = str_rfind_byte(base, '.');

		if (!base.len)
			return STR_NONE;
		base = at == base.len ? S("") : str_slice(base, 0, at);
	}
	path = str_from_at(path, dots);
	if (!base.len)
		return path;
	return path.len ? arena_format(arena, "%.*s.%.*s", STR_ARG(base), STR_ARG(path)) : base;
}

/* The longest start of a path that is a module; its length, 0 when there is none. */
static size_t module_prefix(const struct project *p, str path, uint32_t *module)
{
	size_t end = path.len;

	while (end) {
		const uint32_t *at = map_get(&p->names, str_slice(path, 0, end));
		size_t at_dot;

		if (at) {
			*module = *at - 1;
			return end;
		}
		at_dot = str_rfind_byte(str_slice(path, 0, end), '.');
		if (at_dot == end)
			return 0;
		end = at_dot;
	}
	return 0;
}

/* What a module's name stands for, star imports included; STR_NONE when it is its own. */
static str export_of(
        const struct project *p, struct arena *arena, uint32_t module, str name, uint32_t depth)
{
	const struct module *m = &p->modules.at[module];
	const uint32_t *at = map_get(&m->by_name, name);

	if (at)
		return absolute(p, arena, module, m->exports.at[*at - 1].target);
	for (uint32_t i = 0; depth && i < m->stars.len; i++) {
		str star = absolute(p, arena, module, m->stars.at[i]);
		uint32_t other;

		if (!star.len)
			continue;
		if (module_prefix(p, star, &other) == star.len) {
			str found = export_of(p, arena, other, name, depth - 1);

			if (found.len)
				return found;
		}
	}
	return STR_NONE;
}

bool project_resolve(const struct project *p, struct arena *arena, uint32_t file, str path,
        str *out, uint32_t *module)
{
	uint32_t at = p->of_file.at[file] ? p->of_file.at[file] - 1 : UINT32_MAX;

	*module = UINT32_MAX;
	if (at == UINT32_MAX && path.len && path.ptr[0] == '.')
		return false;
	path = at == UINT32_MAX ? path : absolute(p, arena, at, path);
	for (uint32_t step = 0; step < PROJECT_STEPS && path.len; step++) {
		uint32_t found;
		size_t end = module_prefix(p, path, &found);
		str name, rest, target;

		if (!end) {
			*out = path;
			return step > 0;
		}
		*module = found;
		if (end == path.len)
			return false;
		name = str_from_at(path, end + 1);
		end = str_find_byte(name, '.');
		rest = str_from_at(name, end);
		target = export_of(p, arena, found, str_slice(name, 0, end), 4);
		if (!target.len)
			return false;
		*module = UINT32_MAX;
		path = rest.len ? arena_format(arena, "%.*s%.*s", STR_ARG(target), STR_ARG(rest))
		                : target;
	}
	return false;
}

uint32_t project_module(const struct project *p, struct arena *arena, uint32_t file, str path)
{
	uint32_t at = p->of_file.at[file] ? p->of_file.at[file] - 1 : UINT32_MAX, found;

	if (at == UINT32_MAX && path.len && path.ptr[0] == '.')
		return UINT32_MAX;
	path = at == UINT32_MAX ? path : absolute(p, arena, at, path);
	return module_prefix(p, path, &found) ? found : UINT32_MAX;
}
