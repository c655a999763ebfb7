#include "cli/config.h"

#include "base/file.h"
#include "base/yaml.h"

/* A key and the option whose values it gives. */
static const struct {
	const char *key;
	enum option_id option;
	bool path; /* values are files, relative to the configuration */
} keys[] = {
        {"targets", OPTION_TARGET, false},
        {"mode", OPTION_MODE, false},
        {"exclude", OPTION_EXCLUDE, false},
        {"include", OPTION_INCLUDE, false},
        {"entries", OPTION_ENTRY, false},
        {"rules", OPTION_RULES, true},
        {"select", OPTION_SELECT, false},
        {"ignore", OPTION_IGNORE, false},
        {"severity", OPTION_SEVERITY, false},
        {"coverage", OPTION_COVERAGE, true},
        {"baseline", OPTION_BASELINE, true},
        {"fail_on", OPTION_FAIL_ON, false},
        {"jobs", OPTION_JOBS, false},
        {"plan", OPTION_PLAN, true},
};

/* Sections that other commands read for themselves. */
static const char *const sections[] = {"effort", "cost", "prices"};

uint32_t config_keys(void)
{
	return sizeof keys / sizeof *keys;
}

const char *config_key(uint32_t index, enum option_id *option)
{
	*option = keys[index].option;
	return keys[index].key;
}

str config_origin(const struct request *request, enum option_id option)
{
	str origin = request->options[option].origin;

	return origin.len                       ? origin
	       : request->options[option].given ? S("command line")
	                                        : S("default");
}

/* portfit.yaml in the folder or above; STR_NONE when there is none. */
static str find_upward(struct env *env, str folder)
{
	for (int i = 0; i < 64; i++) {
		str path = path_join(env->keep, folder, S("portfit.yaml")),
		    real = path_real(env->temp, folder);

		if (file_kind_of(env, path) == FILE_REGULAR)
			return path;
		if (str_eq(real, S("/")))
			break;
		folder = path_join(env->keep, folder.len ? folder : S("."), S(".."));
		if (!str_starts(folder, S("/")) && !str_starts(folder, S(".")))
			folder = arena_format(env->keep, "./%.*s", STR_ARG(folder));
	}
	return STR_NONE;
}

static str start_folder(struct env *env, const struct request *request)
{
	str first = request->words.len ? request->words.at[0] : S(".");

	if (str_eq(first, S("-")))
		return S(".");
	return file_kind_of(env, first) == FILE_FOLDER ? first : path_folder(first);
}

static bool check_keys(struct env *env, const struct yaml *root)
{
	const char *known[40];
	uint32_t n = 0;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		known[n++] = keys[i].key;
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		known[n++] = sections[i];
	known[n] = NULL;
	return yaml_want(env, root, YAML_MAP, "a configuration") &&
	       yaml_check_keys(env, root, known);
}

/* Values of a key: text, a list of texts, or a map "a: b" as "a=b". */
static bool take(
        struct cli *cli, struct request *request, uint32_t row, const struct yaml *node, str config)
{
	enum option_id option = keys[row].option;

	if (request->options[option].given)
		return true;
	request->options[option].given = true;
	request->options[option].origin =
	        arena_format(cli->env.keep, "%.*s:%u", STR_ARG(config), node->key_place.line);
	for (const struct yaml *v = node->kind == YAML_SCALAR ? node : node->child; v;
	        v = v->next) {
		str text = v->text;

		if (!yaml_want(&cli->env, v, YAML_SCALAR, keys[row].key))
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
		path = find_upward(&cli->env, start_folder(&cli->env, request));
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
		const struct yaml *node = yaml_get(root, keys[i].key);

		if (node)
			ok &= take(cli, request, i, node, path);
	}
	return ok;
}
