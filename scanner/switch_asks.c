#include "scanner/switch_asks.h"

enum { CALLEE_MOST = 200, IMPORTS_MOST = 200 };

/* What stands in front of the bracket of a call that calls no name. */
static str callee_of(const struct python_file *file, const struct python_call *call)
{
	size_t from = call->at + CALLEE_MOST < call->open ? call->open - CALLEE_MOST : call->at;

	return str_slice(file->text, from, call->open);
}

/* getattr(models, name)(3, True), models.__dict__[name](3, True): what is called has a name that is
 * made at run time. */
static bool is_asked_for(const struct python_file *file, const struct python_call *call)
{
	static const char *const marks[] = {"getattr(", "__dict__[", "globals()", "vars(",
	        "locate(", "get_class(", "import_string(", NULL};

	str text = callee_of(file, call);

	return str_has_one_of(text, marks) && !str_has(text, S(", \"")) &&
	       !str_has(text, S(", '")); /* a name that is read */
}

static bool is_of_library(struct python_file *file, const struct python_import *in)
{
	static const char *const libraries[] = {"torch", "torchvision", "torchaudio", "numpy",
	        "scipy", "timm", "transformers", "diffusers", NULL};
	str path = in->module ? python_path(file, in->module) : STR_NONE;

	return !in->level && str_is_one_of(str_slice(path, 0, str_find_byte(path, '.')), libraries);
}

static enum switch_asked asked_of(struct python_file *file, const struct python_call *call)
{
	str text = callee_of(file, call), word;
	size_t at = str_find(text, S("getattr("));
	uint32_t name;

	if (at == text.len)
		return ASKED_MODULE;
	text = str_from_at(text, at + 8);
	for (at = 0; at < text.len && byte_is_word(text.ptr[at]);)
		at++;
	word = str_slice(text, 0, at);
	name = python_name_find(file, word);
	for (uint32_t i = 0; i < file->imports.len && i < IMPORTS_MOST; i++) {
		const struct python_import *in = &file->imports.at[i];

		if (in->dynamic != PYTHON_NOT_DYNAMIC)
			return ASKED_MODULE;
		if (word.len && (in->alias == name || in->name == name ||
		                        (!in->name && in->module &&
		                                str_starts(python_path(file, in->module), word))))
			return is_of_library(file, in) ? ASKED_LIBRARY : ASKED_MODULE;
	}
	return file->imports.len > IMPORTS_MOST ? ASKED_MODULE : ASKED_OBJECT;
}

enum switch_asked switch_asked_of(struct python_file *file, const struct python_call *call)
{
	return is_asked_for(file, call) ? asked_of(file, call) : ASKED_NOTHING;
}
