/* Few files have any of these words. What becomes of a value is read off the bytes behind it, and
 * off each place of the name that it is given. */
#include "scanner/method_signs.h"

#include "scanner/file_words.h"

#include <string.h>

enum {
	PLACES_MOST = 64,     /* of a name that is looked at, more of them count as a call */
	BYTES_MOST = 1 << 24, /* that are looked through for names, of one file */
	OBJECT_BYTES = 200,   /* what is asked, as far as it is looked at */
	PART_BYTES = 2,       /* so much of a name is spelled, or nothing is known of it */
};

struct asking {
	const struct python_file *file;
	size_t bytes;
};

static size_t skip_blanks(str text, size_t at)
{
	while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
		at++;
	return at;
}

/* "load_" + name, f"load_{name}", f"{name}_loss": texts are looked through for such. */
static bool is_spelled_in_part(str made)
{
	size_t at = 0, end = made.len;

	while (at < made.len && at < 2 && strchr("fFrR", made.ptr[at]) && made.ptr[at])
		at++;
	if (at < made.len && (made.ptr[at] == '"' || made.ptr[at] == '\'')) {
		size_t from = ++at;

		while (at < made.len && byte_is_name(made.ptr[at]))
			at++;
		if (at - from >= PART_BYTES)
			return true;
	}
	if (end < 2 || (made.ptr[end - 1] != '"' && made.ptr[end - 1] != '\''))
		return false;
	for (at = --end; at && byte_is_name(made.ptr[at - 1]); at--) {}
	return end - at >= PART_BYTES;
}

/* What an attribute is asked of: the last name of it says that it holds values, or the first that
 * it is a package of others. */
static bool holds_no_methods(const struct python_file *file, const struct python_arg *of)
{
	static const char *const settings[] = {"args", "opt", "opts", "cfg", "config", "conf",
	        "hparams", "FLAGS", "namespace", NULL};
	static const char *const packages[] = {"torch", "torchvision", "torchaudio", "np", "numpy",
	        "nn", "F", "optim", "transformers", "timm", "diffusers", "bnb", NULL};
	str text = str_slice(file->text, of->at, of->end), root;

	if (text.len > OBJECT_BYTES)
		return false;
	root = str_slice(text, 0, str_find_byte(text, '.'));
	return str_is_one_of(str_last_part(text, '.'), settings) || str_is_one_of(root, packages);
}

/* A value that stands before `at` is compared, indexed or asked for something. */
static bool is_only_read(str text, size_t at)
{
	static const char *const reads[] = {
	        ".", "[", "==", "!=", "is ", "in ", "+", "-", "*", "/", "<", ">", "%", ":", NULL};

	at = skip_blanks(text, at);
	return str_starts_one_of(str_from_at(text, at), reads);
}

static bool is_given(str text, size_t at)
{
	at = skip_blanks(text, at);
	return at + 1 < text.len && text.ptr[at] == '=' && text.ptr[at + 1] != '=';
}

/* Some place of a name in the file may call it or hand it on. */
static bool may_call_name(struct asking *asking, str name)
{
	str text = asking->file->text;
	uint32_t places = 0;

	asking->bytes += text.len;
	if (asking->bytes > BYTES_MOST)
		return true;
	for (size_t at = 0;;) {
		at += str_find(str_from_at(text, at), name);
		if (at >= text.len)
			return false;
		if ((!at || !byte_is_name(text.ptr[at - 1])) &&
		        (at + name.len == text.len || !byte_is_name(text.ptr[at + name.len])) &&
		        !is_only_read(text, at + name.len) && !is_given(text, at + name.len))
			return true;
		if (++places > PLACES_MOST)
			return true;
		at += name.len;
	}
}

/* name = VALUE as a statement: the name; else nothing. */
static str given_name(str text, size_t at)
{
	size_t end, from;

	while (at && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
		at--;
	if (at < 2 || text.ptr[at - 1] != '=' || strchr("=!<>+-*/|&", text.ptr[at - 2]))
		return STR_NONE;
	for (end = at - 1; end && text.ptr[end - 1] == ' '; end--) {}
	for (from = end; from && byte_is_name(text.ptr[from - 1]); from--) {}
	for (at = from; at && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'); at--) {}
	return !at || text.ptr[at - 1] == '\n' ? str_slice(text, from, end) : STR_NONE;
}

/* What a __getattr__ asks for, somebody spells where the object is asked. */
static bool stands_for_another(const struct python_file *file, const struct python_call *call)
{
	uint32_t function = file->scopes.at[call->scope].function;

	str name = function == PYTHON_NONE ? STR_NONE
	                                   : python_name(file, file->scopes.at[function].name);

	return str_eq(name, S("__getattr__")) || str_eq(name, S("__getattribute__"));
}

static bool gets_any(struct asking *asking, const struct python_call *call)
{
	const struct python_file *file = asking->file;
	const struct python_arg *args = &file->args.at[call->args];
	str given;

	if (call->arg_count < 2 || args[1].kind == PYTHON_VALUE_STR ||
	        is_spelled_in_part(str_slice(file->text, args[1].at, args[1].end)) ||
	        holds_no_methods(file, &args[0]) || stands_for_another(file, call) ||
	        is_only_read(file->text, call->end))
		return false;
	given = given_name(file->text, call->at);
	return !given.len || may_call_name(asking, given);
}

/* object.__getattribute__(self, name) */
static bool gets_by_dunder(const struct python_file *file, const struct python_call *call)
{
	const struct python_arg *last =
	        call->arg_count ? &file->args.at[call->args + call->arg_count - 1] : NULL;

	return last && last->kind != PYTHON_VALUE_STR && !stands_for_another(file, call);
}

/* Code that is made; f"{spans}" and args.size are values that somebody gives. */
static bool runs_text(const struct python_file *file, const struct python_call *call)
{
	const struct python_arg *code = call->arg_count ? &file->args.at[call->args] : NULL;
	str text;

	if (!code || code->kind == PYTHON_VALUE_STR)
		return false;
	text = str_slice(file->text, code->at, code->end);
	if (text.len > OBJECT_BYTES)
		return true;
	if (code->kind == PYTHON_VALUE_FSTR)
		return str_find(text, S(".{")) < text.len || str_find(text, S("(")) < text.len;
	return !str_starts(text, S("args.")) && !str_starts(text, S("opt."));
}

/* As names of classes do, behind the last dot. */
static bool begins_large(str path)
{
	if (path.len > OBJECT_BYTES)
		return true;
	path = str_last_part(path, '.');
	return path.len && path.ptr[0] >= 'A' && path.ptr[0] <= 'Z';
}

/* vars(x) of an object holds values; of a class, methods. */
static bool lists_names(const struct python_file *file, const struct python_call *call)
{
	str of;

	if (!call->arg_count)
		return false;
	of = str_slice(file->text, file->args.at[call->args].at, file->args.at[call->args].end);
	return str_starts(of, S("type(")) || str_ends(of, S("cls")) ||
	       str_ends(of, S("__class__")) || begins_large(of);
}

/* X.__dict__ of a class, as far as its name tells. */
static bool has_class_table(const struct python_file *file)
{
	str mark = S(".__dict__"), text = file->text;

	if (!python_name_find(file, S("__dict__")))
		return false;
	for (size_t at = 0;;) {
		size_t from;
		str of;

		at += str_find(str_from_at(text, at), mark);
		if (at >= text.len)
			return false;
		for (from = at; from && byte_is_name(text.ptr[from - 1]); from--) {}
		of = str_slice(text, from, at);
		if (!of.len || str_eq(of, S("cls")) || str_eq(of, S("__class__")) ||
		        (of.ptr[0] >= 'A' && of.ptr[0] <= 'Z'))
			return true;
		at += mark.len;
	}
}

static bool gets_of_self(const struct python_file *file, const struct python_call *call)
{
	const struct python_arg *of = &file->args.at[call->args];

	return call->arg_count && str_eq(str_slice(file->text, of->at, of->end), S("self"));
}

enum methods_asked method_signs_of(const struct python_file *file)
{
	static const char *const always[] = {"methodcaller", "attrgetter", "getmembers", "Fire",
	        "CLI", "LightningCLI", "auto_cli", "getattr_static", NULL};
	static const char *const texts[] = {"eval", "exec", NULL};
	static const char *const lists[] = {"dir", NULL};
	static const char *const tables[] = {"vars", NULL};
	static const char *const getters[] = {"getattr", NULL};
	static const char *const dunders[] = {"__getattribute__", NULL};
	const struct file_words duns = file_words_find(file, dunders);
	const struct file_words evals = file_words_find(file, texts),
	                        dirs = file_words_find(file, lists),
	                        vars = file_words_find(file, tables),
	                        gets = file_words_find(file, getters);
	struct asking asking = {file, 0};
	enum methods_asked asked = METHODS_NONE;

	if (file_words_find(file, always).count || has_class_table(file))
		return METHODS_ANY;
	if (!evals.count && !dirs.count && !vars.count && !gets.count && !duns.count)
		return METHODS_NONE;
	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_chain *chain =
		        call->chain == PYTHON_NONE ? NULL : &file->chains.at[call->chain];
		uint32_t name = chain && !chain->name_count ? python_chain_last(file, chain) : 0;

		if (chain && !name && duns.count &&
		        file_words_have(&duns, python_chain_last(file, chain)) &&
		        gets_by_dunder(file, call))
			return METHODS_ANY;
		if (name && ((file_words_have(&evals, name) && runs_text(file, call)) ||
		                    (file_words_have(&dirs, name) && call->arg_count) ||
		                    (file_words_have(&vars, name) && lists_names(file, call))))
			return METHODS_ANY;
		if (name && file_words_have(&gets, name) && gets_any(&asking, call)) {
			if (!gets_of_self(file, call))
				return METHODS_ANY;
			asked = METHODS_OWN;
		}
	}
	return asked;
}
