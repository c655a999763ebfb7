#include "cli/config.h"

#include "base/file.h"
#include "base/yaml.h"

static const struct config_key keys[] = {
        {"targets", OPTION_TARGET, CONFIG_LIST, false, NULL},
        {"mode", OPTION_MODE, CONFIG_WORD, false, "eager compile"},
        {"exclude", OPTION_EXCLUDE, CONFIG_LIST, false, NULL},
        {"include", OPTION_INCLUDE, CONFIG_LIST, false, NULL},
        {"entries", OPTION_ENTRY, CONFIG_LIST, false, NULL},
        {"rules", OPTION_RULES, CONFIG_LIST, true, NULL},
        {"select", OPTION_SELECT, CONFIG_LIST, false, NULL},
        {"ignore", OPTION_IGNORE, CONFIG_LIST, false, NULL},
        {"severity", OPTION_SEVERITY, CONFIG_MAP, false, "info minor major blocker"},
        {"coverage", OPTION_COVERAGE, CONFIG_LIST, true, NULL},
        {"baseline", OPTION_BASELINE, CONFIG_WORD, true, NULL},
        {"fail_on", OPTION_FAIL_ON, CONFIG_WORD, false, "off info minor major blocker"},
        {"thresholds", OPTION_THRESHOLD, CONFIG_NUMBERS, false, NULL},
        {"drift", OPTION_DRIFT, CONFIG_FLAG, false, NULL},
        {"exceptions", OPTION_EXCEPTIONS, CONFIG_WORD, true, NULL},
        {"training", OPTION_TRAINING, CONFIG_FLAG, false, NULL},
        {"optimizer", OPTION_OPTIMIZER, CONFIG_WORD, false, NULL},
        {"jobs", OPTION_JOBS, CONFIG_WORD, false, NULL},
        {"plan", OPTION_PLAN, CONFIG_WORD, true, NULL},
};

/* Sections that other commands read for themselves. */
static const char *const sections[] = {"effort", "cost", "prices"};

/* What is read here and is no option: the paths to scan, and what holds in single folders. */
static const char *const own[] = {"paths", "folders"};

uint32_t config_keys(void)
{
	return sizeof keys / sizeof *keys;
}

const struct config_key *config_key(uint32_t index)
{
	return &keys[index];
}

str config_origin(const struct request *request, enum option_id option)
{
	str origin = request->options[option].origin;

	return origin.len                       ? origin
	       : request->options[option].given ? S("command line")
	                                        : S("default");
}

static str start_folder(struct env *env, const struct request *request)
{
	str first = request->words.len ? request->words.at[0] : S(".");

	if (str_eq(first, S("-")))
		return S(".");
	return file_kind_of(env, first) == FILE_FOLDER ? first : path_folder(first);
}

str config_find_upward(struct env *env, const struct request *request, str name)
{
	str folder = start_folder(env, request), above = path_real(env->temp, folder);

	for (int i = 0; i < 64; i++) {
		str path = path_join(env->keep, folder, name);

		if (file_kind_of(env, path) == FILE_REGULAR)
			return path;
		if (str_eq(above, S("/")))
			break;
		above = path_folder(above);
		folder = path_join(env->keep, folder.len ? folder : S("."), S(".."));
		if (!str_starts(folder, S("/")) && !str_starts(folder, S(".")))
			folder = arena_format(env->keep, "./%.*s", STR_ARG(folder));
	}
	return STR_NONE;
}

static bool check_keys(struct env *env, const struct yaml *root)
{
	const char *known[40];
	uint32_t n = 0;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		known[n++] = keys[i].name;
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		known[n++] = sections[i];
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		known[n++] = own[i];
	known[n] = NULL;
	return yaml_want(env, root, YAML_MAP, "a configuration") &&
	       yaml_check_keys(env, root, known);
}

static str origin_of(struct cli *cli, const struct yaml *node)
{
	return arena_format(
	        cli->env.keep, "%.*s:%u", STR_ARG(node->key_place.path), node->key_place.line);
}

static bool take_flag(
        struct cli *cli, struct request *request, uint32_t row, const struct yaml *node)
{
	bool on = str_eq(node->text, S("true"));

	if (!yaml_want(&cli->env, node, YAML_SCALAR, keys[row].name))
		return false;
	if (!on && !str_eq(node->text, S("false")))
		return diag_error(cli->env.diags, node->place,
		        "'%.*s' is no value of %s; expected true or false", STR_ARG(node->text),
		        keys[row].name);
	request->options[keys[row].option].given = on;
	request->options[keys[row].option].origin = origin_of(cli, node);
	return true;
}

/* Paths to scan when none was typed. */
static bool take_paths(
        struct cli *cli, struct request *request, const struct yaml *node, str config)
{
	if (!node || request->words.len)
		return true;
	for (const struct yaml *v = node->kind == YAML_SCALAR ? node : node->child; v;
	        v = v->next) {
		if (!yaml_want(&cli->env, v, YAML_SCALAR, "paths"))
			return false;
		*VEC_PUSH(cli->env.keep, &request->words) =
		        str_starts(v->text, S("/"))
		                ? v->text
		                : path_join(cli->env.keep, path_folder(config), v->text);
		if (node->kind == YAML_SCALAR)
			break;
	}
	request->words_origin = origin_of(cli, node);
	return true;
}

static void take_folder_choice(struct cli *cli, struct request *request, enum option_id option,
        const struct yaml *node, str text)
{
	*VEC_PUSH(cli->env.keep, &request->options[option].values) = text;
	if (!request->options[option].given)
		request->options[option].origin = origin_of(cli, node);
	request->options[option].given = true;
}

/* folders: {"tests/": {severity: {RULE: LEVEL}, ignore: [RULE]}}, as "tests/:RULE=LEVEL". */
static bool take_folder(struct cli *cli, struct request *request, const struct yaml *folder)
{
	static const char *const known[] = {"severity", "ignore", NULL};
	const struct yaml *severity, *ignore;

	if (!yaml_want(&cli->env, folder, YAML_MAP, "a folder") ||
	        !yaml_check_keys(&cli->env, folder, known))
		return false;
	severity = yaml_get(folder, "severity");
	ignore = yaml_get(folder, "ignore");
	if ((severity && !yaml_want(&cli->env, severity, YAML_MAP, "severity")) ||
	        (ignore && !yaml_want(&cli->env, ignore, YAML_LIST, "ignore")))
		return false;
	for (const struct yaml *v = severity ? severity->child : NULL; v; v = v->next)
		take_folder_choice(cli, request, OPTION_SEVERITY, v,
		        arena_format(cli->env.keep, "%.*s:%.*s=%.*s", STR_ARG(folder->key),
		                STR_ARG(v->key), STR_ARG(v->text)));
	for (const struct yaml *v = ignore ? ignore->child : NULL; v; v = v->next)
		take_folder_choice(cli, request, OPTION_IGNORE, ignore,
		        arena_format(cli->env.keep, "%.*s:%.*s", STR_ARG(folder->key),
		                STR_ARG(v->text)));
	return true;
}

static bool take_folders(struct cli *cli, struct request *request, const struct yaml *folders)
{
	bool ok = true;

	if (!folders)
		return true;
	if (!yaml_want(&cli->env, folders, YAML_MAP, "folders"))
		return false;
	for (const struct yaml *f = folders->child; f; f = f->next)
		ok &= take_folder(cli, request, f);
	return ok;
}

/* Values of a key: text, a list of texts, or a map "a: b" as "a=b". */
static bool take(
        struct cli *cli, struct request *request, uint32_t row, const struct yaml *node, str config)
{
	enum option_id option = keys[row].option;

	if (request->options[option].given)
		return true;
	if (keys[row].kind == CONFIG_FLAG)
		return take_flag(cli, request, row, node);
	request->options[option].given = true;
	request->options[option].origin = origin_of(cli, node);
	for (const struct yaml *v = node->kind == YAML_SCALAR ? node : node->child; v;
	        v = v->next) {
		str text = v->text;

		if (!yaml_want(&cli->env, v, YAML_SCALAR, keys[row].name))
			return false;
		if (node->kind == YAML_MAP)
			text = arena_format(
			        cli->env.keep, "%.*s=%.*s", STR_ARG(v->key), STR_ARG(text));
		if (keys[row].path && !str_starts(text, S("/")))
			text = path_join(cli->env.keep, path_folder(config), text);
		*VEC_PUSH(cli->env.keep, &request->options[option].values) = text;
		if (node->kind == YAML_SCALAR)
			break;
	}
	return true;
}

bool config_apply(struct cli *cli, struct request *request)
{
	str path = request_text(request, OPTION_CONFIG), text;
	struct yaml *root = NULL;
	bool ok = true;

	if (!path.ptr)
		path = config_find_upward(&cli->env, request, S("portfit.yaml"));
	if (!path.ptr)
		return true;
	if (!file_read(&cli->env, path, cli->env.limits->text_file_bytes, &text) ||
	        !yaml_read(&cli->env, cli->env.keep, path, text, &root))
		return false;
	if (!root)
		return true;
	if (!check_keys(&cli->env, root))
		return false;
	for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct yaml *node = yaml_get(root, keys[i].name);

		if (node)
			ok &= take(cli, request, i, node, path);
	}
	ok &= take_paths(cli, request, yaml_get(root, "paths"), path);
	ok &= take_folders(cli, request, yaml_get(root, "folders"));
	return ok;
}
