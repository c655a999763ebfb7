#include "scanner/entry.h"

#include "base/file.h"
#include "scanner/file_words.h"
#include "scanner/module_loads.h"

#include <string.h>

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Nothing stands beside the call on its lines. */
static bool stands_alone(str text, const struct python_call *call)
{
	size_t from = call->at, to = call->end;

	while (from > 0 && is_space(text.ptr[from - 1]))
		from--;
	while (to < text.len && is_space(text.ptr[to]))
		to++;
	return (!from || strchr("\n;", text.ptr[from - 1])) &&
	       (to >= text.len || strchr("\n;#", text.ptr[to]));
}

/* The last name of what is called; 0 for no name. */
static uint32_t called_name(const struct python_file *file, const struct python_call *call)
{
	return call->chain == PYTHON_NONE ? 0
	                                  : python_chain_last(file, &file->chains.at[call->chain]);
}

/* What servers look for in a file that they are given. */
static bool is_served(const struct python_file *file)
{
	static const char *const classes[] = {"TritonPythonModel", NULL};
	static const char *const bases[] = {
	        "BasePredictor", "BaseHandler", "LitAPI", "TorchHandler", NULL};
	static const char *const functions[] = {"model_fn", NULL};

	for (uint32_t i = 0; i < file->classes.len; i++) {
		const struct python_class *c = &file->classes.at[i];

		if (str_is_one_of(python_name(file, c->name), classes))
			return true;
		for (uint32_t k = 0; k < c->base_count; k++)
			if (str_is_one_of(python_base_name(file, c, k), bases))
				return true;
	}
	for (uint32_t i = 1; i < file->scopes.len; i++)
		if (file->scopes.at[i].kind == PYTHON_FUNCTION && !file->scopes.at[i].parent &&
		        str_is_one_of(python_name(file, file->scopes.at[i].name), functions))
			return true;
	return false;
}

/* def test_x, class TestX, class X(unittest.TestCase) */
static bool defines_tests(const struct python_file *file)
{
	for (uint32_t i = 0; i < file->classes.len; i++) {
		const struct python_class *c = &file->classes.at[i];

		if (str_starts(python_name(file, c->name), S("Test")))
			return true;
		for (uint32_t k = 0; k < c->base_count; k++)
			if (str_has(python_base_name(file, c, k), S("Test")))
				return true;
	}
	for (uint32_t i = 1; i < file->scopes.len; i++)
		if (file->scopes.at[i].kind == PYTHON_FUNCTION && !file->scopes.at[i].parent &&
		        str_starts(python_name(file, file->scopes.at[i].name), S("test_")))
			return true;
	return false;
}

struct entry_signs entry_signs_of(const struct python_file *file)
{
	/* Of importlib, Hydra, pydoc, pkgutil, runpy, Lightning, lazy modules of transformers. */
	static const char *const loaders[] = {"instantiate", "locate", "import_string",
	        "_LazyModule", "LightningCLI", "walk_packages", "iter_modules", "exec_module",
	        "run_path", "run_module", "resolve_name", NULL};
	static const char *const importers[] = {"import_module", "__import__", NULL};
	static const char *const applications[] = {"FastAPI", "Flask", "Starlette", "Quart",
	        "Sanic", "Litestar", "Celery", "Blueprint", NULL};
	const struct module_loads loads = module_loads_of(file);
	struct entry_signs out = {.served = is_served(file), .collects = defines_tests(file)};
	const struct file_words load = file_words_find(file, loaders),
	                        import = file_words_find(file, importers),
	                        serve = file_words_find(file, applications);

	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t name = called_name(file, call);

		out.main |= (call->flags & PYTHON_MAIN) != 0;
		out.by_object = out.by_object || file_words_have(&load, name);
		out.by_name = out.by_name || out.by_object ||
		              (file_words_have(&import, name) && call->arg_count &&
		                      file->args.at[call->args].kind != PYTHON_VALUE_STR &&
		                      !module_loads_built(&loads, file, call));
		if (call->scope)
			continue;
		out.runs = out.runs || call->loops || stands_alone(file->text, call);
		out.served = out.served || file_words_have(&serve, name);
	}
	return out;
}

static bool is_named_test(str path)
{
	str base = path_base(path);

	return str_starts(base, S("test_")) || str_ends(base, S("_test.py")) ||
	       str_eq(base, S("conftest.py"));
}

static bool lies_among_tests(str path)
{
	static const char *const folders[] = {"tests", "test", "testing", NULL};

	for (str folder = path_folder(path); folder.len > 1; folder = path_folder(folder)) {
		if (str_is_one_of(path_base(folder), folders))
			return true;
		if (path_folder(folder).len >= folder.len)
			break;
	}
	return false;
}

bool entry_is_test(str path)
{
	return is_named_test(path) || lies_among_tests(path);
}

bool entry_is_tested(str path, const struct entry_signs *signs)
{
	return lies_among_tests(path) ||
	       (is_named_test(path) && (signs->collects || !(signs->runs || signs->main) ||
	                                       str_eq(path_base(path), S("conftest.py"))));
}
