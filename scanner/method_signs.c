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
	size_t bytes; /* and scopes */
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

/* Fire(main): a function of the file has no methods. */
static bool takes_function(struct asking *asking, const struct python_call *call)
{
	const struct python_file *file = asking->file;
	const struct python_arg *of = call->arg_count ? &file->args.at[call->args] : NULL;
	uint32_t name = of && of->kind == PYTHON_VALUE_CHAIN && !of->name
	                        ? python_name_find(file, str_slice(file->text, of->at, of->end))
	                        : 0;

	asking->bytes += file->scopes.len;
	for (uint32_t i = 1; i < file->scopes.len && name && asking->bytes <= BYTES_MOST; i++)
		if (file->scopes.at[i].name == name && !file->scopes.at[i].parent)
			return file->scopes.at[i].kind == PYTHON_FUNCTION;
	return false;
}

/* attrgetter("size"): texts are looked through by themselves. */
static bool takes_texts(const struct python_file *file, const struct python_call *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (file->args.at[call->args + i].kind != PYTHON_VALUE_STR)
			return false;
	return call->arg_count;
}

/* What is called in a file, of what asks for methods. */
struct method_askers {
	struct file_words always, tools, getters, texts, lists, tables, gets, dunders;
};

static struct method_askers askers_of(const struct python_file *file)
{
	static const char *const always[] = {"getmembers", "CLI", "LightningCLI", "auto_cli", NULL};
	static const char *const tools[] = {"Fire", NULL};
	static const char *const getters[] = {"methodcaller", "attrgetter", "getattr_static", NULL};
	static const char *const texts[] = {"eval", "exec", NULL};
	static const char *const lists[] = {"dir", NULL};
	static const char *const tables[] = {"vars", NULL};
	static const char *const gets[] = {"getattr", NULL};
	static const char *const dunders[] = {"__getattribute__", NULL};

	return (struct method_askers){file_words_find(file, always), file_words_find(file, tools),
	        file_words_find(file, getters), file_words_find(file, texts),
	        file_words_find(file, lists), file_words_find(file, tables),
	        file_words_find(file, gets), file_words_find(file, dunders)};
}

static enum methods_asked asked_by(
        struct asking *asking, const struct method_askers *askers, const struct python_call *call)
{
	const struct python_file *file = asking->file;
	const struct python_chain *chain = &file->chains.at[call->chain];
	uint32_t name = python_chain_last(file, chain);
	bool alone = !chain->name_count;

	if ((file_words_have(&askers->tools, name) && !takes_function(asking, call)) ||
	        (alone && file_words_have(&askers->lists, name) && call->arg_count) ||
	        (alone && file_words_have(&askers->tables, name) && lists_names(file, call)))
		return METHODS_ANY;
	if ((alone && file_words_have(&askers->texts, name) && runs_text(file, call)) ||
	        (file_words_have(&askers->getters, name) && !takes_texts(file, call)) ||
	        (!alone && file_words_have(&askers->dunders, name) && gets_by_dunder(file, call)))
		return METHODS_MADE;
	if (alone && file_words_have(&askers->gets, name) && gets_any(asking, call))
		return gets_of_self(file, call) ? METHODS_OWN : METHODS_MADE;
	return METHODS_NONE;
}

enum methods_asked method_signs_of(const struct python_file *file)
{
	const struct method_askers askers = askers_of(file);
	struct asking asking = {file, 0};
	enum methods_asked asked = METHODS_NONE;

	if (askers.always.count || has_class_table(file) || file_words_renamed(&askers.tools, file))
		return METHODS_ANY;
	if (!askers.tools.count && !askers.getters.count && !askers.texts.count &&
	        !askers.lists.count && !askers.tables.count && !askers.gets.count &&
	        !askers.dunders.count)
		return METHODS_NONE;
	for (uint32_t i = 0; i < file->calls.len && asked < METHODS_ANY; i++) {
		enum methods_asked by = file->calls.at[i].chain == PYTHON_NONE
		                                ? METHODS_NONE
		                                : asked_by(&asking, &askers, &file->calls.at[i]);

		asked = by > asked ? by : asked;
	}
	return asked;
}
