/* What Python projects ask for: requirements files, pyproject.toml, Pipfile, lock files,
 * setup.cfg, .python-version.
 *
 * Each walks its own few keys; all of them end in text_add_requirement or text_add_pin. A file that
 * is broken gives what stands before the fault. */
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/text.h"
#include "scanner/text/installed.h"
#include "scanner/text/text.h"
#include "scanner/text/toml.h"
#include "scanner/phrases.h"

#include <string.h>

enum { ENTRY_MOST = 400 }; /* bytes that an entry of a table is shown with */

/* The place of a TOML string's text: behind its quotes. */
static uint32_t text_start(const struct text_file *file, const struct yaml *node)
{
	size_t at = toml_offset(node);

	while (node->quoted && at < file->text.len &&
	        (file->text.ptr[at] == '"' || file->text.ptr[at] == '\''))
		at++;
	return (uint32_t)at;
}

static const struct yaml *toml_open(struct text_file *file)
{
	size_t at;

	return toml_read(file->env->temp, file->text, &file->partly, &at);
}

/* A list of PEP 508 texts; tables in it (include-group) say nothing. */
static void add_list(struct text_file *file, const struct yaml *list)
{
	for (const struct yaml *n = list ? list->child : NULL; n; n = n->next)
		if (n->kind == YAML_SCALAR)
			text_add_requirement(file, n->text, text_start(file, n), false);
}

/* A map of such lists: extras, dependency groups. */
static void add_groups(struct text_file *file, const struct yaml *map, struct installed *in,
        enum installed_kind kind)
{
	for (const struct yaml *n = map && map->kind == YAML_MAP ? map->child : NULL; n;
	        n = n->next)
		if (n->kind == YAML_LIST) {
			file->extra = installed_holds(in, kind, n->key) ? STR_NONE : n->key;
			add_list(file, n);
			file->extra = STR_NONE;
		}
}

/* The end of its line, or where the next one begins: many may stand in one line. */
static uint32_t node_end(const struct text_file *file, const struct yaml *node)
{
	const struct yaml *next = node->next;
	size_t at = toml_offset(node), most = at + ENTRY_MOST;
	size_t behind = !next                    ? most
	                : next->key_place.column ? next->key_place.column
	                                         : toml_offset(next);

	if (behind > at && behind < most)
		most = behind;
	return (uint32_t)(at + str_find_byte(str_slice(file->text, at, most), '\n'));
}

static bool is_true(const struct yaml *node)
{
	return node && node->kind == YAML_SCALAR && str_eq(node->text, S("true"));
}

/* One value of such a table, called `name`, that begins at `at`. */
static void add_entry(struct text_file *file, str name, const struct yaml *n, uint32_t at)
{
	const struct yaml *version = n->kind == YAML_MAP ? yaml_get(n, "version") : n;
	const struct yaml *url = yaml_get(n, "url");
	const struct yaml *optional = n->kind == YAML_MAP ? yaml_get(n, "optional") : NULL;
	str spec = version && version->kind == YAML_SCALAR ? version->text : S("");
	uint32_t end = node_end(file, n);
	struct text_requirement *added;

	if (n->kind == YAML_SCALAR)
		end = text_start(file, n) + (uint32_t)n->text.len;
	added = text_add_pin(file, name, str_eq(spec, S("*")) ? S("") : spec, at, end);
	if (added && is_true(optional))
		added->extra = name;
	if (added && url && url->kind == YAML_SCALAR) {
		added->what.url = url->text;
		text_read_wheel(file, &added->what);
	}
}

/* Poetry's and Pipenv's tables: name = "^1", {version = "1", extras = ["x"]}, or a list of such
 * maps, one for each platform. */
static void add_table(struct text_file *file, const struct yaml *map, bool conda)
{
	for (const struct yaml *n = map && map->kind == YAML_MAP ? map->child : NULL; n;
	        n = n->next) {
		str name = conda ? text_conda_name(n->key) : n->key;

		if (n->kind != YAML_LIST)
			add_entry(file, name, n, n->key_place.column);
		for (const struct yaml *e = n->kind == YAML_LIST ? n->child : NULL; e; e = e->next)
			add_entry(file, name, e, (uint32_t)toml_offset(e));
	}
}

/* Such a table of a group, which is installed when somebody asks for it. */
static void add_optional(struct text_file *file, str group, const struct yaml *map)
{
	file->extra = group;
	add_table(file, map, false);
	file->extra = STR_NONE;
}

static void add_python(struct text_file *file, const struct yaml *node)
{
	uint32_t at;

	if (!node || node->kind != YAML_SCALAR)
		return;
	at = text_start(file, node);
	text_add_pin(file, S("python"), node->text, at, at + (uint32_t)node->text.len);
}

/* NAME = "module:function"; a map of Poetry has it in `reference` or `callable`. */
static void add_scripts(struct text_file *file, const struct yaml *map)
{
	for (const struct yaml *n = map && map->kind == YAML_MAP ? map->child : NULL; n;
	        n = n->next) {
		const struct yaml *point = n->kind == YAML_MAP ? yaml_get(n, "reference") : n;

		if (!point || point->kind != YAML_SCALAR)
			continue;
		text_add_launch_point(file, point->text);
		file->installs = true;
	}
}

/* `poetry install` takes every group that is not said to be optional. */
static void read_poetry(struct text_file *file, const struct yaml *poetry, struct installed *in)
{
	const struct yaml *groups = yaml_get(poetry, "group");

	add_scripts(file, yaml_get(poetry, "scripts"));
	add_table(file, yaml_get(poetry, "dependencies"), false);
	for (const struct yaml *g = groups ? groups->child : NULL; g; g = g->next)
		if (is_true(yaml_get(g, "optional")) &&
		        !installed_holds(in, INSTALLED_GROUP, g->key))
			add_optional(file, g->key, yaml_get(g, "dependencies"));
		else
			add_table(file, yaml_get(g, "dependencies"), false);
	add_table(file, yaml_get(poetry, "dev-dependencies"), false);
}

static void read_pixi_tables(struct text_file *file, const struct yaml *tables)
{
	const struct yaml *targets = yaml_get(tables, "target");

	add_table(file, yaml_get(tables, "dependencies"), true);
	add_table(file, yaml_get(tables, "pypi-dependencies"), false);
	for (const struct yaml *t = targets ? targets->child : NULL; t; t = t->next) {
		add_table(file, yaml_get(t, "dependencies"), true);
		add_table(file, yaml_get(t, "pypi-dependencies"), false);
	}
}

/* pixi.toml, and [tool.pixi] of pyproject.toml. */
static void read_pixi(struct text_file *file, const struct yaml *pixi)
{
	const struct yaml *features = yaml_get(pixi, "feature");

	read_pixi_tables(file, pixi);
	for (const struct yaml *f = features ? features->child : NULL; f; f = f->next)
		read_pixi_tables(file, f);
}

/* NAME = "value" of a table of variables. */
static void add_variables(struct text_file *file, const struct yaml *map)
{
	for (const struct yaml *n = map && map->kind == YAML_MAP ? map->child : NULL; n;
	        n = n->next)
		if (n->kind == YAML_SCALAR)
			text_add_env(file, n->key, n->text, n->key_place.column,
			        text_start(file, n) + (uint32_t)n->text.len);
}

/* A command, or several, as one text each. */
static void add_command(struct text_file *file, const struct yaml *node)
{
	if (node->kind == YAML_SCALAR)
		text_read_shell(file, text_start(file, node),
		        text_start(file, node) + (uint32_t)node->text.len);
	for (const struct yaml *n = node->kind == YAML_LIST ? node->child : NULL; n; n = n->next)
		if (n->kind == YAML_SCALAR)
			add_command(file, n);
}

/* Hatch: [envs.NAME] dependencies = […], its variables and scripts; of pyproject.toml and
 * hatch.toml. */
static void read_hatch(struct text_file *file, const struct yaml *environments)
{
	for (const struct yaml *e = environments ? environments->child : NULL; e; e = e->next) {
		const struct yaml *scripts = yaml_get(e, "scripts");

		add_list(file, yaml_get(e, "dependencies"));
		add_list(file, yaml_get(e, "extra-dependencies"));
		add_variables(file, yaml_get(e, "env-vars"));
		for (const struct yaml *s = scripts && scripts->kind == YAML_MAP ? scripts->child
		                                                                 : NULL;
		        s; s = s->next)
			add_command(file, s);
	}
}

/* commands = [["torchrun", "train.py"]]: words that stand apart. */
static void add_word_lists(struct text_file *file, const struct yaml *commands)
{
	for (const struct yaml *c = commands && commands->kind == YAML_LIST ? commands->child
	                                                                    : NULL;
	        c; c = c->next) {
		struct buf text = {0};
		const struct yaml *last = NULL;
		bool options = false; /* what stands behind one is no command */

		for (const struct yaml *w = c->kind == YAML_LIST ? c->child : NULL; w;
		        w = w->next) {
			if (w->kind != YAML_SCALAR)
				continue;
			options |= str_starts(w->text, S("-"));
			if (!options)
				add_command(file, w);
			buf_format(&text, "%s%.*s", text.len ? " " : "", STR_ARG(w->text));
			last = w;
		}
		if (last)
			text_add_words(file, arena_dup(file->env->temp, buf_str(&text)),
			        text_start(file, c->child),
			        text_start(file, last) + (uint32_t)last->text.len);
		buf_free(&text);
	}
}

static void read_tox_environment(struct text_file *file, const struct yaml *environment)
{
	add_list(file, yaml_get(environment, "deps"));
	add_variables(file, yaml_get(environment, "set_env"));
	add_word_lists(file, yaml_get(environment, "commands"));
}

/* tox: [env_run_base] deps = […], [env.NAME] deps = […]; of pyproject.toml and tox.toml. */
static void read_tox(struct text_file *file, const struct yaml *tox)
{
	const struct yaml *environments = yaml_get(tox, "env");

	read_tox_environment(file, yaml_get(tox, "env_run_base"));
	for (const struct yaml *e = environments ? environments->child : NULL; e; e = e->next)
		read_tox_environment(file, e);
}

/* PDM's development groups, all of which `pdm install` takes. */
static void add_lists(struct text_file *file, const struct yaml *map)
{
	for (const struct yaml *n = map && map->kind == YAML_MAP ? map->child : NULL; n;
	        n = n->next)
		add_list(file, n->kind == YAML_LIST ? n : NULL);
}

static void read_tools(struct text_file *file, const struct yaml *tool, struct installed *in)
{
	static const char *const lists[] = {
	        "dev-dependencies", "constraint-dependencies", "override-dependencies"};

	read_poetry(file, yaml_get(tool, "poetry"), in);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		add_list(file, yaml_get(yaml_get(tool, "uv"), lists[i]));
	read_hatch(file, yaml_get(yaml_get(tool, "hatch"), "envs"));
	read_tox(file, yaml_get(tool, "tox"));
	add_list(file, yaml_get(yaml_get(yaml_get(tool, "flit"), "metadata"), "requires"));
	add_lists(file, yaml_get(yaml_get(tool, "pdm"), "dev-dependencies"));
	read_pixi(file, yaml_get(tool, "pixi"));
}

/* What a list asks for: extras of the project itself, {include-group = "x"}. */
static void ask_list(struct installed *in, uint32_t by, const struct yaml *list)
{
	for (const struct yaml *n = list ? list->child : NULL; n; n = n->next) {
		const struct yaml *group = yaml_get(n, "include-group");

		if (n->kind == YAML_SCALAR)
			installed_ask_text(in, by, n->text);
		else if (group && group->kind == YAML_SCALAR)
			installed_ask(in, by, installed_node(in, INSTALLED_GROUP, group->text));
	}
}

static void ask_lists(struct installed *in, const struct yaml *map, enum installed_kind kind)
{
	for (const struct yaml *n = map && map->kind == YAML_MAP ? map->child : NULL; n;
	        n = n->next)
		if (n->kind == YAML_LIST)
			ask_list(in, installed_node(in, kind, n->key), n);
}

/* Groups that Poetry takes; those that are said to be optional are left. */
static void ask_poetry(struct installed *in, const struct yaml *poetry, const struct yaml *groups)
{
	const struct yaml *tables = yaml_get(poetry, "group");
	struct map optional = {.arena = in->arena};

	for (const struct yaml *g = tables ? tables->child : NULL; g; g = g->next) {
		const struct yaml *more = yaml_get(g, "include-groups");
		uint32_t node = installed_node(in, INSTALLED_GROUP, g->key);

		if (is_true(yaml_get(g, "optional")))
			map_at(&optional, requirement_normal(in->arena, g->key), NULL);
		else
			installed_ask(in, INSTALLED_ALWAYS, node);
		for (const struct yaml *n = more ? more->child : NULL; n; n = n->next)
			if (n->kind == YAML_SCALAR)
				installed_ask(
				        in, node, installed_node(in, INSTALLED_GROUP, n->text));
	}
	for (const struct yaml *n = poetry && groups ? groups->child : NULL; n; n = n->next)
		if (!map_get(&optional, requirement_normal(in->arena, n->key)))
			installed_ask(
			        in, INSTALLED_ALWAYS, installed_node(in, INSTALLED_GROUP, n->key));
}

/* Groups that are installed by default: `dev` or those that are named for uv, all of PDM. */
static void ask_default_groups(
        struct installed *in, const struct yaml *tool, const struct yaml *groups)
{
	const struct yaml *named = yaml_get(yaml_get(tool, "uv"), "default-groups");
	bool all = yaml_get(tool, "pdm") ||
	           (named && named->kind == YAML_SCALAR && str_eq(named->text, S("all")));

	for (const struct yaml *n = all && groups ? groups->child : NULL; n; n = n->next)
		installed_ask(in, INSTALLED_ALWAYS, installed_node(in, INSTALLED_GROUP, n->key));
	for (const struct yaml *n = named ? named->child : NULL; n; n = n->next)
		if (n->kind == YAML_SCALAR)
			installed_ask(
			        in, INSTALLED_ALWAYS, installed_node(in, INSTALLED_GROUP, n->text));
	if (!named)
		installed_ask(in, INSTALLED_ALWAYS, installed_node(in, INSTALLED_GROUP, S("dev")));
	ask_poetry(in, yaml_get(tool, "poetry"), groups);
}

/* Environments of Hatch are told as they are, and so are the extras that they ask for. */
static void ask_hatch(struct installed *in, const struct yaml *hatch)
{
	const struct yaml *environments = yaml_get(hatch, "envs");

	for (const struct yaml *e = environments ? environments->child : NULL; e; e = e->next) {
		const struct yaml *features = yaml_get(e, "features");

		for (const struct yaml *n =
		                features && features->kind == YAML_LIST ? features->child : NULL;
		        n; n = n->next)
			if (n->kind == YAML_SCALAR)
				installed_ask(in, INSTALLED_ALWAYS,
				        installed_node(in, INSTALLED_EXTRA, n->text));
	}
}

static void find_installed(struct text_file *file, const struct yaml *root, struct installed *in)
{
	const struct yaml *project = yaml_get(root, "project"), *name = yaml_get(project, "name");
	const struct yaml *groups = yaml_get(root, "dependency-groups");

	installed_init(in, file->env->temp);
	if (name && name->kind == YAML_SCALAR)
		in->project = name->text;
	ask_list(in, INSTALLED_ALWAYS, yaml_get(project, "dependencies"));
	ask_lists(in, yaml_get(project, "optional-dependencies"), INSTALLED_EXTRA);
	ask_lists(in, groups, INSTALLED_GROUP);
	ask_default_groups(in, yaml_get(root, "tool"), groups);
	ask_hatch(in, yaml_get(yaml_get(root, "tool"), "hatch"));
	installed_settle(in);
}

void toml_project_read(struct text_file *file)
{
	const struct yaml *root = toml_open(file);
	const struct yaml *project = yaml_get(root, "project");
	struct installed in;

	find_installed(file, root, &in);
	add_list(file, yaml_get(project, "dependencies"));
	add_groups(file, yaml_get(project, "optional-dependencies"), &in, INSTALLED_EXTRA);
	add_python(file, yaml_get(project, "requires-python"));
	add_scripts(file, yaml_get(project, "scripts"));
	add_scripts(file, yaml_get(project, "gui-scripts"));
	add_groups(file, yaml_get(root, "dependency-groups"), &in, INSTALLED_GROUP);
	add_list(file, yaml_get(yaml_get(root, "build-system"), "requires"));
	read_tools(file, yaml_get(root, "tool"), &in);
	if (str_eq(path_base(file->path), S("pixi.toml")))
		read_pixi(file, root);
	/* Pipfile */
	add_table(file, yaml_get(root, "packages"), false);
	add_optional(file, S("dev-packages"), yaml_get(root, "dev-packages"));
	add_python(file, yaml_get(yaml_get(root, "requires"), "python_version"));
}

void toml_environments_read(struct text_file *file)
{
	const struct yaml *root = toml_open(file);

	read_hatch(file, yaml_get(root, "envs"));
	read_tox(file, root);
}

/* Who asks for a package of a lock file: PyTorch, something else. */
enum { ASKED_BY_TORCH = 1, ASKED_BY_OTHER = 2 };

static void note_asked(struct text_file *file, struct map *asked, str name, uint32_t by)
{
	size_t n = 0;

	while (n < name.len && (byte_is_word(name.ptr[n]) || strchr("-.", name.ptr[n])))
		n++;
	if (n)
		*map_at(asked, requirement_normal(file->env->temp, str_slice(name, 0, n)), NULL) |=
		        by;
}

/* ["triton>=3"], [{name = "triton"}] */
static void note_asked_list(
        struct text_file *file, struct map *asked, const struct yaml *list, uint32_t by)
{
	for (const struct yaml *n = list->child; n; n = n->next) {
		const struct yaml *name = n->kind == YAML_MAP ? yaml_get(n, "name") : n;

		if (name && name->kind == YAML_SCALAR)
			note_asked(file, asked, name->text, by);
	}
}

/* What one package of a lock file asks for: lists of uv and pdm, by name those of Poetry, extras
 * and groups. */
static void note_asked_by(
        struct text_file *file, struct map *asked, const struct yaml *package, uint32_t by)
{
	static const char *const keys[] = {"dependencies", "optional-dependencies",
	        "dev-dependencies", "extras", "dependency-groups"};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct yaml *given = yaml_get(package, keys[i]);

		if (given && given->kind == YAML_LIST)
			note_asked_list(file, asked, given, by);
		for (const struct yaml *n = given && given->kind == YAML_MAP ? given->child : NULL;
		        n; n = n->next)
			if (i == 0)
				note_asked(file, asked, n->key, by);
			else if (n->kind == YAML_LIST)
				note_asked_list(file, asked, n, by);
	}
}

/* By name, who asks for the packages of a lock file. */
static struct map asked_of(struct text_file *file, const struct yaml *list)
{
	struct map asked = {.arena = file->env->temp};

	for (const struct yaml *n = list ? list->child : NULL; n; n = n->next) {
		const struct yaml *name = yaml_get(n, "name");
		bool torch = name && name->kind == YAML_SCALAR && str_eq(name->text, S("torch"));

		if (n->kind == YAML_MAP)
			note_asked_by(file, &asked, n, torch ? ASKED_BY_TORCH : ASKED_BY_OTHER);
	}
	return asked;
}

/* [[package]] with name and version: poetry.lock, uv.lock, pdm.lock, pylock.toml. */
void poetry_lock_read(struct text_file *file)
{
	const struct yaml *root = toml_open(file);
	const struct yaml *list = yaml_get(root, "package");

	struct map asked;

	if (!list)
		list = yaml_get(root, "packages");
	asked = asked_of(file, list);
	for (const struct yaml *n = list ? list->child : NULL; n; n = n->next) {
		const struct yaml *name = yaml_get(n, "name"), *version = yaml_get(n, "version");
		struct text_requirement *added;
		const uint32_t *by;
		uint32_t at;

		if (!name || name->kind != YAML_SCALAR)
			continue;
		at = text_start(file, name);
		added = text_add_pin(file, name->text,
		        version && version->kind == YAML_SCALAR
		                ? arena_format(file->env->temp, "==%.*s", STR_ARG(version->text))
		                : S(""),
		        at, at + (uint32_t)name->text.len);
		if (!added)
			continue;
		by = map_get(&asked, requirement_normal(file->env->temp, name->text));
		added->locked = true;
		added->brought = by && *by == ASKED_BY_TORCH;
	}
}

/* One package of Pipfile.lock; `at` is the place of its name. */
static void read_locked(struct text_file *file, struct json *j, str name, uint32_t at)
{
	struct text_requirement *added;
	str key, version = S("");

	if (json_peek(j) != JSON_OBJECT) {
		json_skip(j);
		return;
	}
	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("version")) && json_peek(j) == JSON_STRING)
			json_string(j, &version);
		else
			json_skip(j);
	added = text_add_pin(file, name, version, at, at + (uint32_t)name.len);
	if (added)
		added->locked = true;
}

void pipfile_lock_read(struct text_file *file)
{
	struct json j;
	str section, name;

	json_open(&j, file->text, file->env->limits->json_depth, file->env->temp);
	for (json_object(&j); json_key(&j, &section);) {
		if (json_peek(&j) != JSON_OBJECT || str_eq(section, S("_meta"))) {
			json_skip(&j);
			continue;
		}
		for (json_object(&j); json_key(&j, &name);) {
			size_t end = (size_t)(j.at - file->text.ptr);
			str before = str_slice(file->text, 0, end);
			size_t quote = str_rfind_byte(before, '"');
			size_t start = quote < end && quote >= name.len ? quote - name.len : 0;

			read_locked(file, &j, name.len ? name : S("?"), (uint32_t)start);
		}
	}
	if (!json_ok(&j))
		file->partly = phrase_partly_json;
}

void requirements_read(struct text_file *file)
{
	str rest = {file->masked, file->text.len}, line;

	if (rest.len && (unsigned char)rest.ptr[0] == 0xef && str_starts(rest, S("\xef\xbb\xbf")))
		rest = str_from_at(rest, 3);
	while (!file->full && rest.len && str_cut(&rest, '\n', &line)) {
		str trimmed = str_trim(line);

		text_add_requirement(file, trimmed, text_at(file, trimmed), false);
	}
}

/* "3.9", "python-3.9.1", "pypy3.10"; one a line. */
void python_version_read(struct text_file *file)
{
	str rest = {file->masked, file->text.len}, line;

	while (rest.len && str_cut(&rest, '\n', &line)) {
		str word = str_trim(line);
		uint32_t at = word.ptr ? text_at(file, word) : 0;

		if (str_starts(word, S("python-")))
			word = str_from_at(word, 7);
		if (word.len && word.ptr[0] >= '0' && word.ptr[0] <= '9')
			text_add_pin(file, S("python"), word, at, at + (uint32_t)word.len);
	}
}

/* Keys of setup.cfg and tox.ini whose values are requirements, one a line. */
static bool asks(str section, str key)
{
	static const char *const keys[] = {
	        "install_requires", "setup_requires", "tests_require", "requires", "deps"};

	if (str_has(section, S("extras_require")))
		return true;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (str_eq(key, str_from(keys[i])))
			return true;
	return false;
}

/* "a; python_version < '3'", "a; b==1", of tox "py38-torch1: a==1". */
static void add_asked(struct text_file *file, str section, str value)
{
	size_t colon = str_find(value, S(": "));
	str rest, second;

	if (str_has(section, S("testenv")) && colon < str_find_byte(value, '@'))
		value = str_trim(str_from_at(value, colon + 2));
	if (!value.len)
		return;
	text_add_requirement(file, value, text_at(file, value), false);
	for (rest = value; str_split(rest, ';', &second, &rest) && rest.len;) {
		struct requirement what;
		str next = str_trim(str_slice(rest, 0, str_find_byte(rest, ';')));

		if (requirement_parse(next, &what) && what.spec.len && !str_has(next, S("'")) &&
		        !str_has(next, S("\"")))
			text_add_requirement(file, next, text_at(file, next), false);
	}
}

/* A file of sections while it is read; first for what is installed, then for all of it. */
struct ini {
	struct text_file *file;
	struct installed installed;
	bool asking;
};

/* What a value asks for of the project itself, and the project's name, which stands above. */
static void ask_ini_value(struct ini *ini, str section, str key, str value)
{
	struct installed *in = &ini->installed;
	bool extra = str_has(section, S("extras_require"));
	str name = extra ? installed_extra(key) : STR_NONE;

	value = str_trim(value);
	if (str_eq(section, S("[metadata]")) && str_eq(key, S("name")) && value.len)
		in->project = value;
	else if (extra || str_eq(key, S("install_requires")))
		installed_ask_text(in, installed_node(in, INSTALLED_EXTRA, name), value);
}

static str ini_extra(struct ini *ini, str section, str key)
{
	str name = installed_extra(key);

	if (!str_has(section, S("extras_require")) ||
	        installed_holds(&ini->installed, INSTALLED_EXTRA, name))
		return STR_NONE;
	return name;
}

static void read_ini_value(struct ini *ini, str section, str key, str value)
{
	struct text_file *file = ini->file;

	if (ini->asking) {
		ask_ini_value(ini, section, key, value);
		return;
	}
	if (str_eq(key, S("python_requires"))) {
		value = str_trim(value);
		if (value.len)
			text_add_pin(file, S("python"), value, text_at(file, value),
			        text_at(file, value) + (uint32_t)value.len);
		return;
	}
	value = str_trim(value);
	if (str_has(section, S("options.entry_points")) && str_has(key, S("_scripts"))) {
		text_add_launch_point(file, str_from_at(value, str_find_byte(value, '=') + 1));
		file->installs = true;
	}
	if (str_eq(key, S("setenv")) || str_eq(key, S("set_env"))) {
		size_t sign = str_find_byte(value, '=');
		str name = str_trim(str_slice(value, 0, sign));

		if (name.len && sign < value.len)
			text_add_env(file, name, str_trim(str_from_at(value, sign + 1)),
			        text_at(file, name), text_at(file, value) + (uint32_t)value.len);
		return;
	}
	if (str_eq(key, S("commands")) || str_eq(key, S("commands_pre")))
		text_read_shell(
		        file, text_at(file, value), text_at(file, value) + (uint32_t)value.len);
	else if (asks(section, key)) {
		file->extra = ini_extra(ini, section, key);
		add_asked(file, section, value);
		file->extra = STR_NONE;
	}
}

static void read_ini(struct ini *ini)
{
	str rest = {ini->file->masked, ini->file->text.len}, line, section = S(""), key = S(""),
	    value;

	while (rest.len && str_cut(&rest, '\n', &line)) {
		bool indented = line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t');
		str trimmed = str_trim(line);
		size_t sign;

		if (!trimmed.len)
			continue;
		if (trimmed.ptr[0] == '[' && !indented) {
			section = trimmed;
			key = S("");
			continue;
		}
		if (indented) {
			read_ini_value(ini, section, key, trimmed);
			continue;
		}
		sign = str_find_byte(trimmed, '=');
		key = str_trim(str_slice(trimmed, 0, sign));
		value = str_trim(str_from_at(trimmed, sign + 1));
		read_ini_value(ini, section, key, value);
	}
}

void ini_project_read(struct text_file *file)
{
	struct ini ini = {.file = file, .asking = true};

	installed_init(&ini.installed, file->env->temp);
	if (str_has(file->text, S("extras_require")))
		read_ini(&ini);
	installed_settle(&ini.installed);
	ini.asking = false;
	read_ini(&ini);
}
