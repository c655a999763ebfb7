/* YAML of other programs: workflows, compose files, Kubernetes manifests, GitLab pipelines, conda.
 *
 * No schema is asked for: a key says what its value is wherever it stands (`run` holds shell text,
 * `env` variables, `python-version` a Python, `image` an image). Aliases share what they
 * name, so a small file can stand for a huge tree: the walk counts its steps, and what it reads and
 * passes over of the text, and stops. */
#include "base/buf.h"
#include "base/file.h"
#include "base/yaml.h"

#include "scanner/text/text.h"
#include "scanner/phrases.h"

#include <string.h>

enum {
	STEPS_MOST = 1000000,
	DEPTH_MOST = 64,
	BYTES_LEAST = 1 << 20,
	PROPERTIES_MOST = 400,
	WORDS_BYTES = 3000
};

struct walk_state {
	struct text_file *file;
	uint32_t steps, depth;
	uint64_t bytes; /* that were read, or passed over on the way to a place */
	bool conda;
	bool variants; /* conda_build_config.yaml: a key is a package, its list are versions */
	bool bento;    /* bentofile.yaml: `packages` are those of pip */
};

/* Takes from what may be spent on the text: each byte of it several times. */
static bool may_spend(struct walk_state *w, uint64_t bytes)
{
	w->bytes += bytes;
	if (w->bytes <= 8 * (uint64_t)w->file->text.len + BYTES_LEAST)
		return true;
	if (!w->file->partly)
		w->file->partly = phrase_partly_aliases;
	w->steps = STEPS_MOST;
	return false;
}

static uint32_t place_of(struct walk_state *w, struct place place)
{
	const size_t before = w->file->cursor_line == place.line ? w->file->cursor_at : SIZE_MAX;
	const size_t at = text_offset(w->file, place.line, place.column);

	may_spend(w, before == SIZE_MAX ? place.column : at > before ? at - before : before - at);
	return (uint32_t)at;
}

/* `accelerator: ${oc.env:NAME,gpu}` of OmegaConf: the default is what stands there. */
static void blank_resolvers(struct text_file *file)
{
	static const char word[] = "${oc.env:";
	str text = file->text;

	for (size_t at = str_find(text, S("${oc.env:")); at < text.len;) {
		size_t from = at, end = at + sizeof word - 1, close;

		while (end < text.len && !strchr(",}\n", text.ptr[end]))
			end++;
		close = end;
		while (close < text.len && !strchr("}{$\n", text.ptr[close]))
			close++;
		if (end < text.len && text.ptr[end] == ',' && close < text.len &&
		        text.ptr[close] == '}') {
			bool quoted = from && close + 1 < text.len &&
			              strchr("\"'", text.ptr[from - 1]) &&
			              text.ptr[close + 1] == text.ptr[from - 1];

			memset(file->masked + from - quoted, ' ', end + 1 - from + quoted);
			memset(file->masked + close, ' ', (size_t)1 + quoted);
		}
		at = end + str_find(str_from_at(text, end), S("${oc.env:"));
	}
}

static uint32_t line_end(const struct text_file *file, uint32_t at)
{
	return at + (uint32_t)str_find_byte(str_from_at(file->text, at), '\n');
}

static uint32_t indent_at(const struct text_file *file, uint32_t at)
{
	uint32_t n = 0;

	while (at + n < file->text.len && file->text.ptr[at + n] == ' ')
		n++;
	return n;
}

/* Where a block scalar's lines end: at the first one that is less indented than the first. */
static uint32_t block_end(const struct text_file *file, uint32_t from)
{
	uint32_t least = 0, end = from;

	for (uint32_t at = from; at < file->text.len;) {
		uint32_t stop = line_end(file, at), indent = indent_at(file, at);

		if (at + indent < stop) {
			if (!least)
				least = indent ? indent : 1;
			if (indent < least)
				break;
		}
		end = stop;
		at = stop + 1;
	}
	return end;
}

/* Behind an anchor and a tag (&name !tag) that a scalar begins with. */
static uint32_t behind_properties(const struct text_file *file, uint32_t at)
{
	const uint32_t most = at + PROPERTIES_MOST;
	str text = str_slice(file->text, 0, most);

	while (at < text.len && strchr("&!", text.ptr[at])) {
		while (at < text.len && !strchr(" \t\r\n", text.ptr[at]))
			at++;
		while (at < text.len && strchr(" \t\r\n", text.ptr[at]))
			at++;
	}
	return at;
}

/* Behind an escape of a quoted scalar at `at` ("\"" or "''"); `at` when there is none. */
static size_t behind_escape(str text, size_t at, char quote)
{
	char first = quote == '"' ? '\\' : '\'';

	return at + 1 < text.len && text.ptr[at] == first &&
	                       (quote == '"' || text.ptr[at + 1] == quote)
	               ? at + 2
	               : at;
}

/* The next quote from `at` on that closes the scalar, the length of the text when there is none. */
static size_t closing_quote(str text, size_t at, char quote)
{
	while (at < text.len) {
		size_t behind = behind_escape(text, at, quote);

		if (behind == at && text.ptr[at] == quote)
			return at;
		at = behind > at ? behind : at + 1;
	}
	return text.len;
}

/* The text of a scalar as it stands in the file. */
static void scalar_range(
        struct walk_state *w, const struct yaml *node, uint32_t *from, uint32_t *to)
{
	uint32_t at = behind_properties(w->file, place_of(w, node->place));
	char first = at < w->file->text.len ? w->file->text.ptr[at] : 0;
	/* no further than its text can reach, so that a line of many values costs no more */
	str reach = str_slice(w->file->text, at, at + 2 * node->text.len + 256);
	uint32_t end = at + (uint32_t)str_find_byte(reach, '\n');

	if (first == '|' || first == '>') {
		*from = end < w->file->text.len ? end + 1 : end;
		*to = block_end(w->file, *from);
		may_spend(w, *to - at); /* from and to may be one */
		return;
	}
	/* the end of a line is found faster than that of quotes */
	may_spend(w, node->text.len / (node->quoted ? 1 : 4));
	*from = at;
	*to = end;
	if (first == '"' || first == '\'') {
		uint32_t close = (uint32_t)closing_quote(reach, 1, first);

		*from = at + 1;
		*to = close < reach.len ? at + close : end;
		if (*to < *from)
			*to = *from;
	} else {
		str plain = str_trim((str){w->file->masked + at, end - at});
		size_t n = node->text.len < plain.len ? node->text.len : plain.len;

		*to = at + (uint32_t)n;
	}
}

/* The value of a key of a map that is not walked: aliases may share it, looking through it is paid
 * for each time. */
static const struct yaml *child_of(struct walk_state *w, const struct yaml *map, const char *key)
{
	if (map && map->kind == YAML_MAP)
		may_spend(w, map->count);
	return yaml_get(map, key);
}

static bool is_part_of_word(char c)
{
	return !strchr(" \t\n;|&()<>", c);
}

/* Quotes of the shell that are escaped in a scalar, from `open` to behind `close`. Each takes two
 * bytes where the shell has one: a blank makes up for it at the ends of a word, an empty text in a
 * word; what holds more than a word moves by one. */
static void unescape_quotes(char *m, uint32_t from, uint32_t open, uint32_t close, char quote)
{
	uint32_t length = close - open - 2;
	bool in_word = open > from && is_part_of_word(m[open - 1]), moves = false;

	for (uint32_t i = 0; in_word && i < length; i++)
		moves |= !is_part_of_word(m[open + 2 + i]);
	m[open] = m[open + 1] = m[close] = m[close + 1] = quote;
	if (moves) {
		memmove(m + open + 1, m + open + 2, length);
		memcpy(m + close - 1, (char[]){quote, ' ', ' '}, 3);
	} else if (!in_word) {
		m[open] = m[close + 1] = ' ';
	}
}

/* In the masked text a quoted scalar is what the shell is given. Through an alias it is read again:
 * what was changed is passed over. */
static void unescape(struct text_file *file, uint32_t from, uint32_t to, char quote)
{
	const uint32_t none = UINT32_MAX;
	uint32_t open = none;
	str text = str_slice(file->text, 0, to);

	for (uint32_t at = from; at < to; at++) {
		if (behind_escape(text, at, quote) == at ||
		        memcmp(file->masked + at, text.ptr + at, 2))
			continue;
		if (text.ptr[at + 1] == 'n')
			memcpy(file->masked + at, " ;", 2);
		else if (text.ptr[at + 1] == quote && open == none)
			open = at;
		else if (text.ptr[at + 1] == quote) {
			unescape_quotes(file->masked, from, open, at, quote);
			open = none;
		}
		at++;
	}
}

static void read_script(struct walk_state *w, const struct yaml *node)
{
	uint32_t from, to;
	char before;

	if (node->kind != YAML_SCALAR)
		return;
	scalar_range(w, node, &from, &to);
	if (from >= to || !may_spend(w, to - from))
		return;
	before = from ? w->file->text.ptr[from - 1] : 0;
	if (before == '"' || before == '\'')
		unescape(w->file, from, to, before);
	text_read_shell(w->file, from, to);
}

/* A list of words is one command: [torchrun, train.py]; a list of lines is many. */
static void read_command_list(struct walk_state *w, const struct yaml *list, bool words)
{
	for (const struct yaml *n = list->child; n && w->steps++ < STEPS_MOST; n = n->next) {
		read_script(w, n);
		if (words && n->kind == YAML_SCALAR && n->text.len && n->text.ptr[0] == '-')
			return;
	}
}

/* The lists of words of a container (Kubernetes: command, then args; Compose: entrypoint, then
 * command) are one command. */
static void read_container(struct walk_state *w, const struct yaml *map)
{
	static const char *const keys[] = {"entrypoint", "command", "args"};
	const struct yaml *first = NULL, *last = NULL;
	struct buf text = {0};

	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
		const struct yaml *list = yaml_get(map, keys[k]);

		for (const struct yaml *n = list && list->kind == YAML_LIST ? list->child : NULL;
		        n && w->steps++ < STEPS_MOST && text.len < WORDS_BYTES; n = n->next) {
			if (n->kind != YAML_SCALAR)
				continue;
			if (text.len)
				buf_byte(&text, ' ');
			buf_put(&text, n->text);
			first = first ? first : n;
			last = n;
		}
	}
	if (first != last) {
		uint32_t from, to, end;

		scalar_range(w, first, &from, &end);
		scalar_range(w, last, &to, &end);
		text_add_words(
		        w->file, buf_str(&text), from < to ? from : to, from < to ? end : from + 1);
	}
	buf_free(&text);
}

static void read_variable(struct walk_state *w, const struct yaml *n)
{
	const struct yaml *name = n, *value = n;
	str left, right;
	uint32_t from, to;

	if (n->key.len && n->kind == YAML_SCALAR) { /* NAME: value */
		from = place_of(w, n->key_place);
		scalar_range(w, n, &to, &to);
		if (to < from) /* an alias of what stands before it */
			to = from + (uint32_t)n->key.len;
		text_add_env(w->file, n->key, n->text, from, to);
		return;
	}
	if (n->kind == YAML_MAP && n->key.len) { /* GitLab: NAME: {value: …} */
		value = child_of(w, n, "value");
		from = place_of(w, n->key_place);
		text_add_env(w->file, n->key,
		        value && value->kind == YAML_SCALAR ? value->text : S(""), from,
		        from + (uint32_t)n->key.len);
		return;
	}
	if (n->kind == YAML_MAP) { /* - name: NAME */
		name = child_of(w, n, "name");
		value = child_of(w, n, "value");
		if (!name || name->kind != YAML_SCALAR)
			return;
		scalar_range(w, name, &from, &to);
		text_add_env(w->file, name->text,
		        value && value->kind == YAML_SCALAR ? value->text : S(""), from, to);
	} else if (n->kind == YAML_SCALAR) { /* - NAME=value */
		scalar_range(w, n, &from, &to);
		str_split(n->text, '=', &left, &right);
		if (left.len)
			text_add_env(w->file, left, right, from, to);
	}
}

static void read_variables(struct walk_state *w, const struct yaml *node)
{
	if (node->kind == YAML_SCALAR)
		return;
	for (const struct yaml *n = node->child; n && w->steps++ < STEPS_MOST; n = n->next)
		read_variable(w, n);
}

static void read_python(struct walk_state *w, const struct yaml *node)
{
	uint32_t from, to;

	if (node->kind == YAML_LIST) {
		for (const struct yaml *n = node->child; n && w->steps++ < STEPS_MOST; n = n->next)
			if (n->kind == YAML_SCALAR)
				read_python(w, n);
		return;
	}
	if (node->kind != YAML_SCALAR || !node->text.len || node->text.ptr[0] < '0' ||
	        node->text.ptr[0] > '9')
		return;
	scalar_range(w, node, &from, &to);
	text_add_pin(w->file, S("python"), node->text, from, to);
}

/* What an image holds: python:3.9-slim, pytorch/pytorch:2.1.0-cuda12.1. */
static void read_image(struct walk_state *w, const struct yaml *node)
{
	uint32_t from, to;

	if (node->kind != YAML_SCALAR)
		return;
	scalar_range(w, node, &from, &to);
	text_add_image(w->file, (str){w->file->text.ptr + from, to - from}, from);
}

/* dependencies: of conda: "python=3.9", "pytorch::pytorch=2.1", {pip: […]}. */
static void read_conda_list(struct walk_state *w, const struct yaml *list, bool pip)
{
	for (const struct yaml *n = list->child; n && w->steps++ < STEPS_MOST; n = n->next) {
		const struct yaml *asked = pip ? NULL : child_of(w, n, "pip");
		uint32_t from, to;

		if (asked && asked->kind == YAML_LIST)
			read_conda_list(w, asked, true);
		if (n->kind != YAML_SCALAR)
			continue;
		scalar_range(w, n, &from, &to);
		if (pip)
			text_add_requirement(w->file, n->text, from, false);
		else
			text_add_conda(w->file, n->text, from, to);
	}
}

static void read_variants(struct walk_state *w, const struct yaml *list)
{
	for (const struct yaml *n = list->child; n && w->steps++ < STEPS_MOST; n = n->next) {
		uint32_t from, to;

		if (n->kind != YAML_SCALAR)
			continue;
		scalar_range(w, n, &from, &to);
		text_add_conda(w->file,
		        arena_format(w->file->env->temp, "%.*s=%.*s", STR_ARG(list->key),
		                STR_ARG(n->text)),
		        from, to);
	}
}

static void add_choice(struct walk_state *w, str name, const struct yaml *value, bool variable)
{
	struct text_choice choice = {.name = name, .value = value->text, .variable = variable};

	scalar_range(w, value, &choice.at, &choice.end);
	text_add_choice(w->file, &choice);
}

/* GitLab: parallel: {matrix: [{NAME: [value, …]}, …]} */
static void read_parallel(struct walk_state *w, const struct yaml *parallel)
{
	const struct yaml *matrix =
	        parallel->kind == YAML_MAP ? child_of(w, parallel, "matrix") : NULL;

	for (const struct yaml *n = matrix ? matrix->child : NULL; n && w->steps++ < STEPS_MOST;
	        n = n->next)
		for (const struct yaml *k = n->kind == YAML_MAP ? n->child : NULL;
		        k && w->steps++ < STEPS_MOST; k = k->next)
			for (const struct yaml *v = k->kind == YAML_LIST ? k->child : NULL;
			        v && w->steps++ < STEPS_MOST; v = v->next)
				if (v->kind == YAML_SCALAR)
					add_choice(w, k->key, v, true);
}

/* The values of matrix.NAME; of a map those of matrix.NAME.key. */
static void read_choices(struct walk_state *w, const struct yaml *list, str name)
{
	struct arena *temp = w->file->env->temp;

	for (const struct yaml *n = list->child; n && w->steps++ < STEPS_MOST; n = n->next) {
		if (n->kind == YAML_SCALAR && name.len)
			add_choice(w, name, n, false);
		if (n->kind != YAML_MAP)
			continue;
		for (const struct yaml *k = n->child; k && w->steps++ < STEPS_MOST; k = k->next) {
			str whole = k->key;

			if (name.len)
				whole = arena_format(
				        temp, "%.*s.%.*s", STR_ARG(name), STR_ARG(k->key));
			if (k->kind == YAML_SCALAR)
				add_choice(w, whole, k, false);
		}
	}
}

/* strategy: {matrix: {NAME: [value, …], include: [{NAME: value}, …]}} */
static void read_matrix(struct walk_state *w, const struct yaml *strategy)
{
	const struct yaml *matrix =
	        strategy->kind == YAML_MAP ? child_of(w, strategy, "matrix") : NULL;

	if (!matrix || matrix->kind != YAML_MAP)
		return;
	for (const struct yaml *n = matrix->child; n && w->steps++ < STEPS_MOST; n = n->next)
		if (n->kind == YAML_LIST && !str_eq(n->key, S("exclude")))
			read_choices(w, n, str_eq(n->key, S("include")) ? S("") : n->key);
}

/* What holds for all of a map, whichever of its keys comes first. */
static void read_scope(struct walk_state *w, const struct yaml *map)
{
	static const char *const variables[] = {
	        "env", "environment", "variables", "envs", "env_vars", "build_args", NULL};

	for (const struct yaml *n = map->child; n; n = n->next) {
		if (!n->key.len)
			continue;
		if (str_is_one_of(n->key, variables))
			read_variables(w, n);
		else if (str_eq(n->key, S("strategy")))
			read_matrix(w, n);
		else if (str_eq(n->key, S("parallel")))
			read_parallel(w, n);
	}
}

/* What a key says of its value. */
static void read_key(struct walk_state *w, const struct yaml *n)
{
	static const char *const scripts[] = {"run", "script", "before_script", "after_script",
	        "setup", "cmd", "cmds", "commands", "install", "before_install", "build_script",
	        "test_script", NULL};
	/* of Cog, Ray, Truss: lists of what pip installs */
	static const char *const packages[] = {"python_packages", "pip", "requirements", NULL};
	static const char *const commands[] = {"command", "entrypoint", "args", NULL};
	static const char *const pythons[] = {
	        "python-version", "python_version", "python-versions", "python", NULL};

	if (str_is_one_of(n->key, scripts)) {
		read_script(w, n);
		if (n->kind == YAML_LIST)
			read_command_list(w, n, false);
	} else if (str_is_one_of(n->key, commands)) {
		read_script(w, n);
		if (n->kind == YAML_LIST)
			read_command_list(w, n, true);
	} else if (str_is_one_of(n->key, pythons)) {
		read_python(w, n);
	} else if (str_eq(n->key, S("image")) || str_eq(n->key, S("container"))) {
		read_image(w, n);
	} else if (w->conda && str_eq(n->key, S("dependencies")) && n->kind == YAML_LIST) {
		read_conda_list(w, n, false);
	} else if (w->variants && str_eq(n->key, S("pytorch")) && n->kind == YAML_LIST) {
		read_variants(w, n);
	} else if (!w->conda && (str_is_one_of(n->key, packages) ||
	                                (w->bento && str_eq(n->key, S("packages"))))) {
		const struct yaml *list = n->kind == YAML_MAP ? child_of(w, n, "packages") : n;

		if (list && list->kind == YAML_LIST)
			read_conda_list(w, list, true);
	}
}

/* What actions/github-script is given is JavaScript; what a formatter or a checker of sources is
 * given (omnilib/ufmt, psf/black) says nothing of what the project runs on. */
static bool is_given_aside(const struct yaml *node)
{
	static const char *const tools[] = {"actions/github-script", "ufmt", "psf/black", "isort",
	        "ruff-action", "flake8", "linter", "pylint", "pyright", NULL};
	const struct yaml *uses = yaml_get(node, "uses");

	for (const char *const *tool = tools; uses && uses->kind == YAML_SCALAR && *tool; tool++)
		if (str_has(uses->text, str_from(*tool)))
			return true;
	return false;
}

static void walk(struct walk_state *w, const struct yaml *node)
{
	struct text_scope scope = text_scope_open(w->file);
	bool aside;

	if (w->depth >= DEPTH_MOST)
		return;
	w->depth++;
	if (node->kind == YAML_MAP) {
		read_scope(w, node);
		read_container(w, node);
	}
	aside = is_given_aside(node);
	for (const struct yaml *n = node->child; n; n = n->next) {
		if (aside && str_eq(n->key, S("with")))
			continue;
		if (w->steps++ >= STEPS_MOST) {
			if (!w->file->partly)
				w->file->partly = phrase_partly_values;
			break;
		}
		if (n->key.len)
			read_key(w, n);
		if (n->kind != YAML_SCALAR)
			walk(w, n);
	}
	if (node->kind == YAML_MAP)
		text_scope_close(w->file, scope);
	w->depth--;
}

/* The tree, or what stands before the fault: a broken file of the project is no problem of ours,
 * but is said to be read in part. */
static struct yaml *open_yaml(struct text_file *file)
{
	struct diags aside = {.arena = file->env->temp};
	struct env env = *file->env;
	struct yaml *root;

	env.diags = &aside;
	if (!yaml_read_foreign(&env, env.temp, file->path, file->text, &root) && aside.list.len) {
		const struct diag *d = VEC_LAST(&aside.list);
		str text = arena_dup(env.temp, d->text);

		file->partly = arena_cstr(
		        env.temp, d->place.line ? arena_format(env.temp, phrase_line_wrong,
		                                          d->place.line, arena_cstr(env.temp, text))
		                                : text);
	}
	return root;
}

static void read_yaml(struct text_file *file, bool conda)
{
	str name = path_base(file->path);
	struct walk_state w = {.file = file,
	        .conda = conda,
	        .variants = str_starts(name, S("conda_build_config")),
	        .bento = str_starts(name, S("bentofile"))};
	const struct yaml *root = open_yaml(file);

	if (root && root->kind != YAML_SCALAR) {
		const struct yaml *asked =
		        root->kind == YAML_MAP ? yaml_get(root, "dependencies") : NULL;

		w.conda |= asked && (yaml_get(root, "channels") ||
		                            (yaml_get(root, "name") && asked->kind == YAML_LIST &&
		                                    asked->child && !asked->child->child));
		walk(&w, root);
	}
}

str text_conda_archive(str url, str *version)
{
	str base = str_from_at(url, str_rfind_byte(url, '/') + (str_has(url, S("/")) ? 1 : 0));
	size_t build = str_rfind_byte(base, '-'), cut;

	*version = S("");
	if (build == base.len)
		return S("");
	cut = str_rfind_byte(str_slice(base, 0, build), '-');
	if (cut >= build)
		return S("");
	*version = str_slice(base, cut + 1, build);
	return str_slice(base, 0, cut);
}

static bool is_text(const struct yaml *node)
{
	return node && node->kind == YAML_SCALAR && node->text.len;
}

/* One package of a lock file: name and version, or the URL of a conda archive. */
static void read_locked(struct walk_state *w, const struct yaml *n)
{
	const struct yaml *name = child_of(w, n, "name"), *version = child_of(w, n, "version");
	const struct yaml *place = name ? name : child_of(w, n, "conda");
	struct text_requirement *added;
	str called, release = is_text(version) ? version->text : S("");
	uint32_t from, to;

	if (!is_text(place))
		return;
	called = name ? name->text : text_conda_archive(place->text, &release);
	scalar_range(w, place, &from, &to);
	added = text_add_pin(w->file, text_conda_name(called),
	        release.len ? arena_format(w->file->env->temp, "==%.*s", STR_ARG(release)) : S(""),
	        from, to);
	if (added)
		added->locked = true;
}

/* The list that `conda list --explicit` writes: one URL of an archive a line. */
void conda_explicit_read(struct text_file *file)
{
	str rest = {file->masked, file->text.len}, line, name, version;

	while (!file->full && rest.len && str_cut(&rest, '\n', &line)) {
		struct text_requirement *added;
		uint32_t at;

		line = str_trim(line);
		if (!str_has(line, S("://")))
			continue;
		line = str_slice(line, 0, str_find_byte(line, '#'));
		at = text_at(file, line);
		name = text_conda_archive(line, &version);
		added = text_add_pin(file, text_conda_name(name),
		        arena_format(file->env->temp, "==%.*s", STR_ARG(version)), at,
		        at + (uint32_t)line.len);
		if (added)
			added->locked = true;
	}
}

/* conda-lock.yml has `package`, pixi.lock `packages`: lists of maps. */
void conda_lock_read(struct text_file *file)
{
	struct walk_state w = {.file = file};
	const struct yaml *root = open_yaml(file), *list;

	if (!root || root->kind != YAML_MAP)
		return;
	list = yaml_get(root, "package");
	if (!list)
		list = yaml_get(root, "packages");
	for (const struct yaml *n = list && list->kind == YAML_LIST ? list->child : NULL;
	        n && w.steps++ < STEPS_MOST; n = n->next)
		if (n->kind == YAML_MAP)
			read_locked(&w, n);
}

void yaml_config_read(struct text_file *file)
{
	blank_resolvers(file);
	read_yaml(file, false);
}

void conda_read(struct text_file *file)
{
	read_yaml(file, true);
}
