#include "scanner/cuda_extensions.h"

#include "base/file.h"
#include "scanner/rule_python.h"

enum { NAMES_MOST = 64, SETUPS_MOST = 64, SETUP_BYTES_MOST = 1 << 20 };

/* make_cuda_ext(…), cuda_ext(…): a function of the project around the class. */
static bool is_maker(const struct python_file *file, const struct python_call *call)
{
	static const char *const ends[] = {"cuda_ext", "cuda_extension", "CUDAExtension", NULL};

	return call->chain != PYTHON_NONE &&
	       str_ends_one_of(
	               python_name(file, python_chain_last(file, &file->chains.at[call->chain])),
	               ends);
}

/* The text given for a parameter, "" where it is none. */
static str text_given(const struct python_file *file, const struct python_call *call,
        const char *parameter, bool first)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct python_arg *arg = &file->args.at[call->args + i];
		bool meant = arg->name ? str_eq(python_name(file, arg->name), str_from(parameter))
		                       : first && i == 0;

		if (meant && arg->kind == PYTHON_VALUE_STR && arg->ref != PYTHON_NONE)
			return file->texts.at[arg->ref];
	}
	return S("");
}

/* Where CUDA is not found the file builds the module for the CPU, and does not give up. */
static bool builds_for_host(struct python_file *file)
{
	uint32_t path = python_path_find(file, S("torch.utils.cpp_extension.CppExtension"));

	if (!path || str_has(file->text, S("raise ")))
		return false;
	for (uint32_t i = 0; i < file->calls.len; i++)
		if (python_call_stands_for(file, &file->calls.at[i], path))
			return true;
	return false;
}

void cuda_extensions_add(struct cuda_extensions *out, struct arena *arena, struct python_file *file)
{
	uint32_t path = python_path_find(file, S("torch.utils.cpp_extension.CUDAExtension"));

	if (!str_has(file->text, S("CUDAExtension")) || builds_for_host(file))
		return;
	for (uint32_t i = 0; i < file->calls.len && out->names.len < NAMES_MOST; i++) {
		const struct python_call *call = &file->calls.at[i];
		str name, module;

		if (!is_maker(file, call) && !python_call_stands_for(file, call, path))
			continue;
		name = text_given(file, call, "name", true);
		module = text_given(file, call, "module", false);
		if (!name.len)
			continue;
		*VEC_PUSH(arena, &out->names) = module.len ? arena_format(arena, "%.*s.%.*s",
		                                                     STR_ARG(module), STR_ARG(name))
		                                           : arena_dup(arena, name);
	}
}

static bool is_setup(str path)
{
	str base = path_base(path);

	return str_starts(base, S("setup")) && str_ends(base, S(".py"));
}

void cuda_extensions_find(
        struct env *env, const str *paths, uint32_t n, struct cuda_extensions *out)
{
	uint32_t setups = 0;

	for (uint32_t i = 0; i < n && setups < SETUPS_MOST; i++) {
		struct arena_mark before = arena_mark(env->temp);
		struct python_source source = {.path = paths[i], .padded = true};
		struct python_file file;

		if (!is_setup(paths[i]))
			continue;
		setups++;
		if (!file_try_text(env, paths[i], SETUP_BYTES_MOST, &source.bytes) &&
		        str_has(source.bytes, S("CUDAExtension")) &&
		        python_read(env, &source, &file))
			cuda_extensions_add(out, env->keep, &file);
		arena_rewind(env->temp, before);
	}
}

bool cuda_extensions_has(const struct cuda_extensions *known, str module, uint32_t level)
{
	for (uint32_t i = 0; i < known->names.len; i++) {
		str name = known->names.at[i];

		if (!level && str_starts(module, name) &&
		        (module.len == name.len || module.ptr[name.len] == '.'))
			return true;
		if (level && module.len && str_ends(name, module) && name.len > module.len &&
		        name.ptr[name.len - module.len - 1] == '.')
			return true;
	}
	return false;
}
