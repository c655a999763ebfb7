/* Names of modules go into one map; a path is cut at the longest name that is a module, then its
 * next part is looked up among that module's exports, and so on. */
#include "scanner/project.h"

#include "base/file.h"
#include "pytorch/api.h"

#include <string.h>

enum { KEY_BYTES = 2048, NAMESPACE_PARTS = 2, FOLDERS_MOST = 32 };

static bool is_python(str path)
{
	return str_ends(path, S(".py")) || str_ends(path, S(".pyi"));
}

/* "a/b/c.py" to "a.b.c", "a/b/__init__.py" to "a.b"; "" when a part is no identifier. */
static str dotted(struct arena *arena, str path)
{
	char *out;
	size_t len;

	path = path_plain(path);
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
	if (name.len > p->longest)
		p->longest = name.len;
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

/* The folder above the topmost folder with an __init__.py around a file, whatever lies between:
 * pkg/part/x.py is pkg.part.x though part/ has none. */
static str wide_root_of(const struct map *packages, str root)
{
	str folder = root;

	for (uint32_t i = 0; i < FOLDERS_MOST && !str_eq(folder, S(".")) && !str_eq(folder, S("/"));
	        i++, folder = path_folder(folder))
		if (map_get(packages, folder))
			root = path_folder(folder);
	return root;
}

static str below(str root, str path)
{
	return str_eq(root, S(".")) ? path : str_from_at(path, root.len + !str_ends(root, S("/")));
}

/* How many folders lie above a file in that folder, of its path as it is written. */
static uint32_t depth_in(str folder)
{
	uint32_t depth = 1;

	if (str_eq(folder, S(".")) || str_eq(folder, S("/")))
		return folder.ptr[0] == '/';
	folder = path_plain(folder);
	for (size_t i = 0; i < folder.len; i++)
		depth += folder.ptr[i] == '/';
	return depth;
}

/* Code that came from elsewhere lies below csrc/, third_party/ and their like, and has an installed
 * twin as a rule. The folder of it: "csrc/cutlass" for what lies somewhere below that; "" when the
 * path has no such part below the first `top`. */
static str vendored_folder(str path, uint32_t top)
{
	static const char *const names[] = {"third_party", "3rdparty", "thirdparty", "third-party",
	        "vendor", "vendored", "_vendor", "external", "externals", "extern", "submodules",
	        "deps", "csrc", NULL};
	bool found = false;

	for (size_t from = 0; from < path.len;) {
		size_t end = from + str_find_byte(str_from_at(path, from), '/');
		str part = str_slice(path, from, end);

		from = end + 1;
		if (str_eq(part, S(".")))
			continue;
		if (found)
			return str_slice(path, 0, end);
		if (top)
			top--;
		else
			found = str_is_one_of(part, names);
	}
	return STR_NONE;
}

static bool is_source_folder(str folder)
{
	static const char *const names[] = {"src", "python", "lib", NULL};

	return str_is_one_of(path_base(folder), names);
}

/* Folders whose code is installed: of a setup.py and its like, and src/ beside it. */
static bool is_installed(const struct map *markers, str root)
{
	return map_get(markers, root) ||
	       (is_source_folder(root) && map_get(markers, path_folder(root)));
}

static str own_key(struct arena *arena, str folder, str name)
{
	return arena_join(arena, folder, S("/"), name);
}

/* megatron/core/ where megatron/ has no __init__.py: "megatron.core" is a name of the project,
 * though "megatron" alone may be anybody's. */
static void add_namespace(struct project *p, str root, str name)
{
	for (uint32_t parts = 0; parts < NAMESPACE_PARTS; parts++) {
		str base = path_base(root);

		if (!base.len || str_eq(root, S(".")) || str_eq(root, S("/")) ||
		        str_find_byte(base, '.') < base.len)
			return;
		name = arena_join(p->arena, base, S("."), name);
		map_at(&p->own, name, NULL);
		root = path_folder(root);
	}
}

/* What project_init needs to know of the tree. */
struct tree {
	struct map packages, markers; /* folders with an __init__.py; with a setup.py */
	uint32_t top;                 /* depth of the topmost file */
};

/* The file's module by its first name, for those that would find it with an import. `root`: the
 * folder that would be on sys.path. */
static void add_own(struct project *p, const struct tree *tree, str path, str root, str name)
{
	str folder = path_folder(path), first = str_slice(name, 0, str_find_byte(name, '.')), below;
	bool package = map_get(&tree->packages, folder) != NULL;
	uint32_t depth = depth_in(root);

	if (!first.len || (package && !(str_eq(path_base(path), S("__init__.py")) &&
	                                      str_eq(path_folder(folder), root))))
		return;
	below = vendored_folder(folder, tree->top);
	if (package && !below.len)
		add_namespace(p, root, first);
	if (below.len)
		map_at(&p->own_below, own_key(p->arena, package ? below : root, first), NULL);
	else if (depth <= tree->top || (depth == tree->top + 1 && is_source_folder(root)) ||
	         (package && is_installed(&tree->markers, root)))
		map_at(&p->own, first, NULL);
	else
		map_at(&p->own_below, own_key(p->arena, root, first), NULL);
}

/* A package that is scanned from within: its files do not tell its name, the folder does. */
static void add_here(struct project *p, const struct map *packages)
{
	str here = map_get(packages, S(".")) ? path_real(p->arena, S(".")) : STR_NONE;

	if (here.len)
		map_at(&p->own, path_base(here), NULL);
}

bool project_owns(const struct project *p, str path, str module)
{
	str first = str_slice(module, 0, str_find_byte(module, '.')), folder = path;
	char key[KEY_BYTES];

	if (!first.len || str_eq(first, S("torch")))
		return false;
	for (size_t i = 0, parts = 0; i <= module.len && parts <= NAMESPACE_PARTS; i++)
		if (i == module.len || module.ptr[i] == '.') {
			if (map_get(&p->own, str_slice(module, 0, i)))
				return true;
			parts++;
		}
	if (path.len + first.len + 2 > sizeof key)
		return false;
	do {
		folder = path_folder(folder);
		memcpy(key, folder.ptr, folder.len);
		key[folder.len] = '/';
		memcpy(key + folder.len + 1, first.ptr, first.len);
		if (map_get(&p->own_below, (str){key, folder.len + 1 + first.len}))
			return true;
	} while (!str_eq(folder, S(".")) && !str_eq(folder, S("/")));
	return false;
}

static void look_at_tree(struct tree *tree, const str *files, uint32_t n)
{
	static const char *const marks[] = {"setup.py", "pyproject.toml", "setup.cfg", NULL};

	for (uint32_t i = 0; i < n; i++) {
		str folder = path_folder(files[i]), base = path_base(files[i]);
		uint32_t depth = depth_in(folder);

		if (str_eq(base, S("__init__.py")))
			map_at(&tree->packages, folder, NULL);
		else if (str_is_one_of(base, marks))
			map_at(&tree->markers, folder, NULL);
		tree->top = depth < tree->top ? depth : tree->top;
	}
}

void project_init(struct project *p, struct arena *arena, const str *files, uint32_t n)
{
	struct tree tree = {{.arena = arena}, {.arena = arena}, UINT32_MAX};

	*p = (struct project){.arena = arena,
	        .names = {.arena = arena},
	        .roots = {.arena = arena},
	        .own = {.arena = arena},
	        .own_below = {.arena = arena}};
	VEC_RESERVE(arena, &p->of_file, n);
	p->of_file.len = n;
	look_at_tree(&tree, files, n);
	add_here(p, &tree.packages);
	for (uint32_t i = 0; i < n; i++) {
		struct module *m;
		str root, wide, name;

		p->of_file.at[i] = 0;
		if (!is_python(files[i]))
			continue;
		p->of_file.at[i] = p->modules.len + 1;
		m = VEC_PUSH(arena, &p->modules);
		root = root_of(&tree.packages, files[i]);
		wide = wide_root_of(&tree.packages, root);
		name = dotted(arena, below(root, files[i]));
		*m = (struct module){.file = i, .by_name = {.arena = arena}};
		if (wide.len != root.len)
			m->name = dotted(arena, below(wide, files[i]));
		if (!m->name.len)
			m->name = name;
		m->package = str_eq(path_base(files[i]), S("__init__.py"));
		add_name(p, m->name, p->modules.len - 1);
		add_name(p, name, p->modules.len - 1);
		add_own(p, &tree, files[i], root, name);
		add_name(p, dotted(arena, files[i]), p->modules.len - 1);
	}
}

bool project_may(const struct project *p, str path)
{
	return path.len &&
	       (path.ptr[0] == '.' ||
	               map_get(&p->roots, str_slice(path, 0, str_find_byte(path, '.'))));
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
	return path.len ? arena_join(arena, base, S("."), path) : base;
}

/* The longest start of a path that is a module; its length, 0 when there is none. */
static size_t module_prefix(const struct project *p, str path, uint32_t *module)
{
	size_t end = path.len;

	if (end > p->longest) /* only what is short enough is looked up */
		for (end = p->longest; end && path.ptr[end] != '.';)
			end--;
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

/* A walk from a path to what it comes to. */
struct following {
	const struct project *p;
	struct arena *arena;
	str *out;
	uint32_t n, steps, stars;
	bool inside; /* a path that stays inside is wanted as well */
};

static void put(struct following *f, str path)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (str_eq(f->out[i], path))
			return;
	if (f->n < PROJECT_TARGETS)
		f->out[f->n++] = path;
}

static str join(struct arena *arena, str a, str b)
{
	return b.len ? arena_join(arena, a, S("."), b) : a;
}

static bool follow(struct following *f, str path, bool first);

static bool is_among(const uint64_t *hashes, uint32_t n, str name)
{
	uint64_t hash = str_hash(name, 0);
	uint32_t low = 0, high = n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (hashes[mid] < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n && hashes[low] == hash;
}

/* NAME in the list of __all__, or public where there is none. */
static bool star_gives(const struct module *m, str name)
{
	if (!m->has_all)
		return name.len && name.ptr[0] != '_';
	return is_among(m->all.at, m->all.len, name);
}

/* What one star import gives under a name. False: it has no such name, as far as can be known. */
static bool follow_star(struct following *f, str module, str name, str rest)
{
	str whole = join(f->arena, module, name);
	uint32_t found;
	struct api api;

	if (!module.len)
		return false;
	if (module_prefix(f->p, module, &found) == module.len)
		return star_gives(&f->p->modules.at[found], name) &&
		       follow(f, join(f->arena, whole, rest), false);
	if (!str_starts(whole, S("torch.")) || name.ptr[0] == '_' || !api_find(whole, &api))
		return false;
	put(f, join(f->arena, whole, rest));
	return true;
}

/* The last star import that has the name gives it. */
static bool follow_stars(struct following *f, uint32_t module, str name, str rest)
{
	const struct module *m = &f->p->modules.at[module];

	for (uint32_t i = m->stars.len; i && f->stars++ < PROJECT_STARS; i--)
		if (follow_star(
		            f, absolute(f->p, f->arena, module, m->stars.at[i - 1]), name, rest))
			return true;
	return false;
}

/* Whether a module binds a name to something of its own. */
static bool is_own_name(const struct module *m, str name)
{
	return is_among(m->own.at, m->own.len, name);
}

/* The text of a field of a class of the module; of a member of an enumeration, its value. */
static void put_field(struct following *f, const struct module *m, str class, str field)
{
	const uint32_t *at;

	if (str_ends(field, S(".value")))
		field = str_slice(field, 0, field.len - 6);
	at = map_get(&m->by_name, arena_join(f->arena, class, S("."), field));
	if (at)
		put(f, m->exports.at[*at - 1].target);
}

/* NAME of a module, and REST behind it. */
static bool follow_name(struct following *f, uint32_t module, str name, str rest)
{
	const struct module *m = &f->p->modules.at[module];
	const uint32_t *at = map_get(&m->by_name, name);
	bool own = is_own_name(m, name);

	for (uint32_t i = at ? *at : 0; i; i = m->exports.at[i - 1].next) {
		str target = absolute(f->p, f->arena, module, m->exports.at[i - 1].target);

		if (target.len)
			follow(f, join(f->arena, target, rest), false);
	}
	if (own && rest.len && m->has_fields && !f->inside)
		put_field(f, m, name, rest);
	if (own && f->inside)
		put(f, join(f->arena, join(f->arena, m->name, name), rest));
	return at || own || follow_stars(f, module, name, rest);
}

/* False when nothing is known of it. `first`: the path as it was asked for. */
static bool follow(struct following *f, str path, bool first)
{
	uint32_t module;
	size_t end = module_prefix(f->p, path, &module), dot;
	str name;

	if (!path.len || f->steps++ >= PROJECT_STEPS)
		return true;
	if (!end) {
		if (!first && !project_may(f->p, path))
			put(f, path);
		return true;
	}
	if (end == path.len)
		return true;
	name = str_from_at(path, end + 1);
	dot = str_find_byte(name, '.');
	return follow_name(
	        f, module, str_slice(name, 0, dot), str_from_at(name, dot + (dot < name.len)));
}

static uint32_t module_of(const struct project *p, uint32_t file)
{
	return p->of_file.at[file] ? p->of_file.at[file] - 1 : UINT32_MAX;
}

/* As an absolute path; "" when there is none. */
static str from_file(const struct project *p, struct arena *arena, uint32_t file, str path)
{
	uint32_t at = module_of(p, file);

	if (at == UINT32_MAX)
		return path.len && path.ptr[0] == '.' ? S("") : path;
	return absolute(p, arena, at, path);
}

uint32_t project_resolve(const struct project *p, struct arena *arena, uint32_t file, str path,
        str out[PROJECT_TARGETS])
{
	struct following f = {.p = p, .arena = arena, .out = out};

	follow(&f, from_file(p, arena, file, path), true);
	return f.n;
}

uint32_t project_star(const struct project *p, struct arena *arena, uint32_t file,
        const struct project_name *name, str out[PROJECT_TARGETS])
{
	struct following f = {.p = p, .arena = arena, .out = out, .inside = true};

	follow_star(&f, from_file(p, arena, file, name->module), name->name, S(""));
	return f.n;
}

/* What the module of a path inside exports under the rest of it, between two texts; NULL. */
static const struct module_export *export_of(
        const struct project *p, struct arena *arena, str path, str before, str behind)
{
	uint32_t module;
	size_t end = module_prefix(p, path, &module);
	const struct module *m = end && end < path.len ? &p->modules.at[module] : NULL;
	const uint32_t *at = m ? map_get(&m->by_name, arena_join(arena, before,
	                                                      str_from_at(path, end + 1), behind))
	                       : NULL;

	return at ? &m->exports.at[*at - 1] : NULL;
}

str project_devices(const struct project *p, struct arena *arena, uint32_t file, str path)
{
	str out[PROJECT_TARGETS];
	struct following f = {.p = p, .arena = arena, .out = out, .inside = true};

	follow(&f, from_file(p, arena, file, path), true);
	for (uint32_t i = 0; i < f.n; i++) {
		const struct module_export *e = export_of(p, arena, out[i], S("("), STR_NONE);

		if (e)
			return e->target;
	}
	return STR_NONE;
}

bool project_has_fields(const struct project *p, struct arena *arena, uint32_t file, str path)
{
	str out[PROJECT_TARGETS];
	struct following f = {.p = p, .arena = arena, .out = out, .inside = true};

	follow(&f, from_file(p, arena, file, path), true);
	for (uint32_t i = 0; i < f.n; i++)
		if (export_of(p, arena, out[i], STR_NONE, S(".")))
			return true;
	return false;
}

uint32_t project_module(const struct project *p, struct arena *arena, uint32_t file, str path)
{
	uint32_t found;

	path = from_file(p, arena, file, path);
	return module_prefix(p, path, &found) ? found : UINT32_MAX;
}
