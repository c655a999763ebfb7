/* Configuration, prices and output of plan, effort, job, cost and prices. */
#include "cli/costing.h"
#include "cli/config.h"

#include "base/file.h"
#include "base/text.h"
#include "base/yaml.h"

bool option_number(struct cli *cli, enum option_id option, struct points bounds, double *out)
{
	str text = request_text(cli->request, option);
	const char *why;
	double value;

	if (!text.ptr)
		return true;
	why = quantity_parse(text, QUANTITY_NUMBER, &value);
	if (why || value < bounds.low || value > bounds.high)
		return option_problem(cli, option, text,
		        arena_cstr(
		                cli->env.keep, arena_format(cli->env.keep, "a number from %g to %g",
		                                       bounds.low, bounds.high)));
	*out = value;
	return true;
}

struct overlays {
	VEC(str) list;
};

/* `prices:` is a file or a list of files, relative to the configuration. */
static bool add_price_files(
        struct env *env, str config, const struct yaml *node, struct overlays *out)
{
	if (!node)
		return true;
	for (const struct yaml *v = node->kind == YAML_LIST ? node->child : node; v;
	        v = node->kind == YAML_LIST ? v->next : NULL) {
		if (!yaml_want(env, v, YAML_SCALAR, "a file of prices"))
			return false;
		*VEC_PUSH(env->keep, &out->list) =
		        path_join(env->keep, path_folder(config), v->text);
	}
	return true;
}

static bool read_config(struct cli *cli, struct costing *out, struct overlays *overlays)
{
	struct env *env = &cli->env;
	str path = request_text(cli->request, OPTION_CONFIG), text;
	const struct yaml *effort, *cost;
	struct yaml *root = NULL;
	bool ok;

	if (!path.ptr)
		path = config_find_upward(env, cli->request, S("portfit.yaml"));
	if (!path.ptr)
		return true;
	if (!file_read(env, path, env->limits->text_file_bytes, &text) ||
	        !yaml_read(env, env->keep, path, text, &root))
		return false;
	if (!root)
		return true;
	if (!yaml_want(env, root, YAML_MAP, "the configuration"))
		return false;
	effort = yaml_get(root, "effort");
	cost = yaml_get(root, "cost");
	ok = !effort || settings_read(env, &out->settings, effort);
	ok &= !cost || settings_read(env, &out->settings, cost);
	ok &= add_price_files(env, path, yaml_get(root, "prices"), overlays);
	return ok;
}

bool costing_open(struct cli *cli, struct costing *out)
{
	struct overlays overlays = {0};
	str as_of = request_text(cli->request, OPTION_AS_OF);
	double width = cli->columns ? cli->columns : 120;
	uint32_t n;
	const str *given = request_list(cli->request, OPTION_PRICES, &n);

	*out = (struct costing){
	        .as_of = date_today(), .no_labour = request_flag(cli->request, OPTION_NO_LABOUR)};
	if (as_of.ptr && (as_of.len != 10 || !date_parse(as_of, &out->as_of)))
		return option_problem(cli, OPTION_AS_OF, as_of, "a date as in 2026-11-30");
	if (!option_number(cli, OPTION_WIDTH, (struct points){40, 0, 1000}, &width))
		return false;
	out->columns = (uint32_t)width;
	settings_open(&cli->env, &out->settings);
	if (!read_config(cli, out, &overlays))
		return false;
	for (uint32_t i = 0; i < n; i++)
		*VEC_PUSH(cli->env.keep, &overlays.list) = given[i];
	out->book = book_open(&cli->env, overlays.list.at, overlays.list.len);
	return out->book != NULL;
}

static const struct costing_format *find_format(
        struct cli *cli, const struct costing_format *formats, uint32_t n, str name)
{
	str names[16], all = STR_NONE;

	for (uint32_t i = 0; i < n && i < 16; i++) {
		names[i] = str_from(formats[i].name);
		all = arena_format(
		        cli->env.keep, "%.*s%s%s", STR_ARG(all), i ? ", " : "", formats[i].name);
		if (str_eq(names[i], name))
			return &formats[i];
	}
	option_problem(cli, OPTION_FORMAT, name,
	        arena_cstr(
	                cli->env.keep, arena_format(cli->env.keep, "one of %.*s", STR_ARG(all))));
	return NULL;
}

static const struct costing_format *format_of_file(
        const struct costing_format *formats, uint32_t n, str path)
{
	for (uint32_t i = 0; i < n; i++)
		if (formats[i].suffix && str_ends(path, str_from(formats[i].suffix)))
			return &formats[i];
	return NULL;
}

bool costing_report(
        struct cli *cli, const struct costing_format *formats, uint32_t n, const void *report)
{
	str name = request_text(cli->request, OPTION_FORMAT);
	const struct costing_format *format =
	        find_format(cli, formats, n, name.ptr ? name : str_from(formats[0].name));
	uint32_t n_outputs;
	const str *outputs = request_list(cli->request, OPTION_OUTPUT, &n_outputs);
	bool ok = true;

	if (!format)
		return false;
	if (!request_flag(cli->request, OPTION_QUIET))
		format->write(cli->env.keep, report, &cli->out);
	for (uint32_t i = 0; i < n_outputs; i++) {
		struct buf out = {0};
		str path = outputs[i], head;

		if (str_split(outputs[i], ':', &head, &path)) {
			format = find_format(cli, formats, n, head);
		} else {
			path = outputs[i];
			format = format_of_file(formats, n, path);
			if (!format)
				option_problem(cli, OPTION_OUTPUT, path, "FORMAT:FILE");
		}
		if (!format)
			return false;
		format->write(cli->env.keep, report, &out);
		ok &= file_write(&cli->env, path, buf_str(&out));
		buf_free(&out);
	}
	return ok;
}
