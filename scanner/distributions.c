#include "scanner/distributions.h"

#include "base/file.h"
#include "scanner/reach.h"
#include "scanner/text/toml.h"

enum { MARKER_BYTES_MOST = 1 << 20, LOCK_BYTES_MOST = 8 << 20, NAMES_MOST = 200 };

/* ------------------------------------------------------------------ what is said */

static str as_path(struct distribution *of, str name)
{
	char *room = arena_alloc(of->arena, name.len + 1, 1);

	for (size_t i = 0; i < name.len; i++)
		room[i] = name.ptr[i] == '.' ? '/' : name.ptr[i];
	return (str){room, name.len};
}

void distribution_add(struct distribution *of, str name)
{
	if (!name.len || name.ptr[0] == '.' || name.ptr[0] == '/' || of->names.len == NAMES_MOST) {
		of->says = SAYS_OTHERWISE;
		return;
	}
	if (of->says == SAYS_NOTHING)
		of->says = SAYS_WHICH;
	if (name.ptr[0] == '*')
		of->found = of->bare = true;
	else
		*VEC_PUSH(of->arena, &of->names) = as_path(of, name);
}

void distribution_exclude(struct distribution *of, str name)
{
	if (of->exclude.len < NAMES_MOST)
		*VEC_PUSH(of->arena, &of->exclude) = as_path(of, name);
}

/* ------------------------------------------------------------------ pyproject.toml */

typedef void take_name(struct distribution *of, str name);

static void take_list(struct distribution *of, const struct yaml *list, take_name *take)
{
	const struct yaml *node = list && list->kind == YAML_LIST ? list->child : NULL;

	for (; node; node = node->next)
		if (node->kind == YAML_SCALAR)
			take(of, node->text);
}

static const struct yaml *map_in(const struct yaml *map, const char *key)
{
	const struct yaml *node = map ? yaml_get(map, key) : NULL;

	return node && node->kind == YAML_MAP ? node : NULL;
}

static const struct yaml *list_in(const struct yaml *map, const char *key)
{
	const struct yaml *node = map ? yaml_get(map, key) : NULL;

	return node && node->kind == YAML_LIST ? node : NULL;
}

/* [tool.setuptools.packages.find]; where = ["."] is what it does by itself. */
static void read_find(struct distribution *of, const struct yaml *find)
{
	const struct yaml *where = yaml_get(find, "where"), *include = list_in(find, "include");

	if (where &&
	        !(where->kind == YAML_LIST && where->count == 1 &&
	                where->child->kind == YAML_SCALAR && str_eq(where->child->text, S(".")))) {
		of->says = SAYS_OTHERWISE;
		return;
	}
	take_list(of, include, distribution_add);
	take_list(of, list_in(find, "exclude"), distribution_exclude);
	if (!include) {
		of->found = of->bare = true;
		of->says = SAYS_WHICH;
	}
}

static void read_setuptools(struct distribution *of, const struct yaml *table)
{
	const struct yaml *packages = map_in(table, "packages"), *find = map_in(packages, "find");

	take_list(of, list_in(table, "packages"), distribution_add);
	take_list(of, list_in(table, "py-modules"), distribution_add);
	if (find)
		read_find(of, find);
	if (table && yaml_get(table, "package-dir"))
		of->says = SAYS_OTHERWISE;
}

/* packages = [{include = "net", from = "src"}] */
static void read_poetry(struct distribution *of, const struct yaml *packages)
{
	const struct yaml *node = packages ? packages->child : NULL;

	for (; node; node = node->next) {
		const struct yaml *include =
		        node->kind == YAML_MAP ? yaml_get(node, "include") : NULL;

		if (!include || include->kind != YAML_SCALAR || yaml_get(node, "from")) {
			of->says = SAYS_OTHERWISE;
			return;
		}
		distribution_add(of, include->text);
	}
}

static void read_toml(struct distribution *of, str text)
{
	const char *fault;
	size_t fault_at;
	const struct yaml *root = toml_read(of->arena, text, &fault, &fault_at), *tool, *module,
	                  *name;

	tool = map_in(root, "tool");
	read_setuptools(of, map_in(tool, "setuptools"));
	read_poetry(of, list_in(map_in(tool, "poetry"), "packages"));
	take_list(of,
	        list_in(map_in(map_in(map_in(map_in(tool, "hatch"), "build"), "targets"), "wheel"),
	                "packages"),
	        distribution_add);
	module = map_in(map_in(tool, "flit"), "module");
	name = module ? yaml_get(module, "name") : NULL;
	if (name && name->kind == YAML_SCALAR)
		distribution_add(of, name->text);
	if (fault)
		of->says = SAYS_OTHERWISE;
}

/* ------------------------------------------------------------------ setup.cfg */

/* One value, or one line of it: "find:" or the name of a package. */
static void read_ini_value(struct distribution *of, str section, str key, str value)
{
	bool find = str_eq(section, S("options.packages.find"));

	if (str_eq(section, S("options")) && str_eq(key, S("package_dir")))
		of->says = SAYS_OTHERWISE;
	if (!value.len || of->says == SAYS_OTHERWISE)
		return;
	if (find && str_eq(key, S("exclude")))
		distribution_exclude(of, value);
	else if (find && (str_eq(key, S("include")) || str_eq(key, S("where"))))
		of->says = str_eq(value, S(".")) ? of->says : SAYS_OTHERWISE;
	if (!str_eq(section, S("options")) ||
	        (!str_eq(key, S("packages")) && !str_eq(key, S("py_modules"))))
		return;
	if (str_eq(value, S("find:")) || str_eq(value, S("find_namespace:"))) {
		of->found = true;
		of->bare |= str_eq(value, S("find_namespace:"));
		of->says = SAYS_WHICH;
	} else {
		while (str_cut(&value, ',', &key))
			if (str_trim(key).len)
				distribution_add(of, str_trim(key));
	}
}

static void read_ini(struct distribution *of, str text)
{
	str line, section = STR_NONE, key = STR_NONE, value;

	while (str_cut(&text, '\n', &line)) {
		bool goes_on = line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t');

		line = str_trim(line);
		if (!line.len || line.ptr[0] == '#' || line.ptr[0] == ';')
			continue;
		if (line.ptr[0] == '[' && !goes_on) {
			section = str_slice(line, 1, str_find_byte(line, ']'));
			key = STR_NONE;
			continue;
		}
		value = line;
		if (!goes_on && !str_split(line, '=', &key, &value))
			continue;
		key = str_trim(key);
		read_ini_value(of, section, key, str_trim(value));
	}
}

/* ------------------------------------------------------------------ which files say it */

/* uv installs what a project needs, and not the project itself, where that has no build system: its
 * lock says so of the folder that it lies in. */
static bool is_virtual(struct env *env, str path, str project)
{
	static const char *const builds[] = {
	        "[build-system]", "[tool.poetry", "[tool.flit", "[tool.pdm", NULL};
	str lock = path_join(env->temp, path_folder(path_plain(path)), S("uv.lock")), text;

	return !str_has_one_of(project, builds) &&
	       !file_try_read(env, lock, LOCK_BYTES_MOST, &text) &&
	       str_has(text, S("source = { virtual = \".\" }"));
}

static bool is_marker(str path)
{
	static const char *const names[] = {"setup.py", "setup.cfg", "pyproject.toml", NULL};

	return str_is_one_of(path_base(path), names);
}

static bool is_beside_setup(struct env *env, str path)
{
	return file_kind_of(env, path_join(env->temp, path_folder(path_plain(path)),
	                                 S("setup.py"))) != FILE_NONE;
}

/* Of TOML and setup.cfg some tables say that there is something to install. */
static bool installs(struct env *env, str path, str text)
{
	static const char *const marks[] = {"[project]", "[build-system]", "[tool.poetry",
	        "[tool.flit", "[tool.pdm", "[metadata]", "[options]", NULL};
	static const char *const tables[] = {
	        "[project]", "[tool.poetry", "[tool.flit", "[tool.pdm", "[tool.setuptools", NULL};
	str base = path_base(path);

	if (str_eq(base, S("pyproject.toml")) && is_beside_setup(env, path) &&
	        !str_has_one_of(text, tables))
		return false; /* how setup.py is run */
	return str_eq(base, S("setup.py")) ||
	       (str_has_one_of(text, marks) &&
	               !(str_eq(base, S("pyproject.toml")) && is_virtual(env, path, text)));
}

static struct distribution *distribution_at(struct distributions *all, str top)
{
	bool fresh;
	uint32_t *at = map_at(&all->tops, top, &fresh);
	struct distribution *out;

	if (!fresh)
		return &all->list.at[*at];
	*at = all->list.len;
	out = VEC_PUSH(all->arena, &all->list);
	*out = (struct distribution){.arena = all->arena, .top = top};
	return out;
}

static void take_file(struct env *env, struct distributions *all, str path)
{
	str text, base = path_base(path);
	bool unread = file_try_read(env, path, MARKER_BYTES_MOST, &text);
	struct distribution *of;

	if (!unread && !installs(env, path, text))
		return;
	of = distribution_at(all, path_folder(path_plain(path)));
	of->offered |= unread || !str_eq(base, S("setup.py"));
	if (unread)
		of->says = SAYS_OTHERWISE;
	else if (str_eq(base, S("setup.py"))) {
		distribution_read_setup(of, text);
		of->offered |= setup_offers(env, path, text);
	} else if (str_eq(base, S("setup.cfg")))
		read_ini(of, text);
	else
		read_toml(of, text);
}

/* net-1.0.dist-info beside net: a package as it was installed. */
static bool is_installed_beside(str path)
{
	return str_eq(path_base(path), S("METADATA")) &&
	       str_ends(path_folder(path_plain(path)), S(".dist-info"));
}

static void take_installed(struct distributions *all, str top)
{
	struct distribution *of = distribution_at(all, top);

	of->says = SAYS_OTHERWISE;
	of->offered = true;
}

void distributions_find(struct env *env, struct arena *arena, const struct scan_shared *shared,
        uint32_t n_files, struct distributions *out)
{
	*out = (struct distributions){.arena = arena, .packages.arena = arena, .tops.arena = arena};
	for (uint32_t i = 0; i < n_files; i++) {
		str path = shared->files[i].path;
		struct arena_mark mark;

		if (str_eq(path_base(path), S("__init__.py")))
			*map_at(&out->packages, path_folder(path_plain(path)), NULL) = 1;
		if (is_installed_beside(path))
			take_installed(out, path_folder(path_folder(path_plain(path))));
		if (!is_marker(path))
			continue;
		mark = arena_mark(env->temp);
		take_file(env, out, path);
		if (env->temp != arena)
			arena_rewind(env->temp, mark);
	}
}

/* ------------------------------------------------------------------ what is installed */

/* "net" and "net*" have net/unet.py, and net.py. */
static bool names_file(str name, str below)
{
	bool open = str_ends(name, S("*"));
	str rest;

	name = str_slice(name, 0, name.len - open);
	if (!str_starts(below, name))
		return false;
	rest = str_from_at(below, name.len);
	return open || str_starts(rest, S("/")) || str_eq(rest, S(".py"));
}

/* A folder is excluded by its own name alone: net.tests where that or "net.tests*" is. */
static bool is_excluded(const struct distribution *of, str folder)
{
	for (uint32_t i = 0; i < of->exclude.len; i++) {
		str name = of->exclude.at[i];

		if (str_eq(name, folder) ||
		        (str_ends(name, S("*")) &&
		                str_starts(folder, str_slice(name, 0, name.len - 1))))
			return true;
	}
	return false;
}

/* Each folder between the top and the file is a package, and its own one not excluded. */
static bool is_found(const struct distributions *all, const struct distribution *of, str path)
{
	size_t above = of->top.len && !str_eq(of->top, S(".")) ? of->top.len + 1 : 0;
	str folder = path_folder(path);

	if (folder.len <= above || str_eq(folder, S(".")) ||
	        is_excluded(of, str_from_at(folder, above)))
		return false;
	for (; !of->bare && folder.len > above && !str_eq(folder, S("."));
	        folder = path_folder(folder))
		if (!map_get(&all->packages, folder))
			return false;
	return true;
}

static bool is_named(const struct distribution *of, str path)
{
	str below = path;

	if (of->top.len && !str_eq(of->top, S(".")))
		below = str_from_at(path, of->top.len + 1);
	for (uint32_t i = 0; i < of->names.len; i++)
		if (names_file(of->names.at[i], below))
			return true;
	return false;
}

const struct distribution *distributions_of(const struct distributions *all, str path)
{
	const struct distribution *perhaps = NULL;

	path = path_plain(path);
	for (str above = path, folder = path_folder(path);;
	        above = folder, folder = path_folder(folder)) {
		const uint32_t *at = map_get(&all->tops, folder);
		const struct distribution *d = at ? &all->list.at[*at] : NULL;

		if (d && !d->offered)
			d = NULL;
		if (d && d->says != SAYS_WHICH)
			perhaps = d;
		else if (d && ((d->found && is_found(all, d, path)) || is_named(d, path)))
			return d;
		if (folder.len >= above.len || str_eq(folder, S(".")))
			return perhaps;
	}
}
