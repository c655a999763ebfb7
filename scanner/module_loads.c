#include "scanner/module_loads.h"

#include "scanner/file_words.h"

static str text_of(const struct python_file *file, const struct python_arg *arg)
{
	return str_slice(file->text, arg->at, arg->end);
}

/* split("."), target.rsplit(".", 1) */
static bool is_cut_at_dots(const struct python_file *file, const struct python_call *call)
{
	const struct python_arg *at = &file->args.at[call->args];

	return call->arg_count && at->kind == PYTHON_VALUE_STR && at->ref != PYTHON_NONE &&
	       str_eq(file->texts.at[at->ref], S("."));
}

/* The argument name=… of a call; NULL. */
static const struct python_arg *name_given(
        const struct python_file *file, const struct python_call *call, uint32_t key)
{
	for (uint32_t a = 0; a < call->arg_count; a++)
		if (file->args.at[call->args + a].name == key)
			return &file->args.at[call->args + a];
	return NULL;
}

static void take_call(struct module_loads *out, const struct python_file *file, uint32_t index,
        const struct file_words *cutters, const struct file_words *builders, uint32_t key)
{
	const struct python_call *call = &file->calls.at[index];
	uint32_t name = python_chain_last(file, &file->chains.at[call->chain]),
	         function = file->scopes.at[call->scope].function;

	if (function == PYTHON_NONE)
		return;
	if (out->n_cutting < MODULE_LOADS_MOST && file_words_have(cutters, name) &&
	        is_cut_at_dots(file, call) &&
	        (!out->n_cutting || out->cutting[out->n_cutting - 1] != function))
		out->cutting[out->n_cutting++] = function;
	if (key && out->n_builds < MODULE_LOADS_MOST && file_words_have(builders, name) &&
	        name_given(file, call, key))
		out->builds[out->n_builds++] = index;
}

struct module_loads module_loads_of(const struct python_file *file)
{
	static const char *const loaders[] = {"import_module", "__import__", NULL};
	static const char *const cut[] = {"split", "rsplit", "partition", "rpartition", NULL};
	static const char *const build[] = {"load", NULL};
	const struct file_words cutters = file_words_find(file, cut),
	                        builders = file_words_find(file, build);
	uint32_t key = python_name_find(file, S("name"));
	struct module_loads out = {.n_cutting = 0};

	if (!file_words_find(file, loaders).count || (!cutters.count && !builders.count))
		return out;
	for (uint32_t i = 0; i < file->calls.len; i++)
		if (file->calls.at[i].chain != PYTHON_NONE)
			take_call(&out, file, i, &cutters, &builders, key);
	return out;
}

bool module_loads_dotted(const struct module_loads *loads, const struct python_file *file,
        const struct python_call *call)
{
	for (uint32_t i = 0; i < loads->n_cutting; i++)
		if (loads->cutting[i] == file->scopes.at[call->scope].function)
			return true;
	return false;
}

bool module_loads_built(const struct module_loads *loads, const struct python_file *file,
        const struct python_call *call)
{
	uint32_t key = loads->n_builds ? python_name_find(file, S("name")) : 0;

	for (uint32_t i = 0; i < loads->n_builds && call->arg_count; i++) {
		const struct python_call *build = &file->calls.at[loads->builds[i]];

		if (file->scopes.at[build->scope].function ==
		                file->scopes.at[call->scope].function &&
		        str_eq(text_of(file, name_given(file, build, key)),
		                text_of(file, &file->args.at[call->args])))
			return true;
	}
	return false;
}
