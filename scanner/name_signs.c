/* Few files have any of the words in question, and only those are looked at closer. */
#include "scanner/name_signs.h"

#include "scanner/file_words.h"
#include "scanner/method_signs.h"
#include "scanner/module_loads.h"

enum { GIVEN_BEFORE_MOST = 4096 };

/* sys.modules, as itself or below another name. */
static bool has_modules(const struct python_file *file)
{
	uint32_t sys = python_name_find(file, S("sys")),
	         modules = python_name_find(file, S("modules"));

	for (uint32_t i = 1; i < file->paths.len && sys && modules; i++) {
		uint32_t parent = file->paths.at[i].parent;

		if (parent && file->paths.at[i].name == modules &&
		        file->paths.at[parent].name == sys && !file->paths.at[parent].parent)
			return true;
	}
	return false;
}

/* def __getattr__ of the module itself. */
static bool answers_for_any(const struct python_file *file)
{
	uint32_t name = python_name_find(file, S("__getattr__"));

	for (uint32_t i = 1; i < file->scopes.len && name; i++)
		if (file->scopes.at[i].name == name && !file->scopes.at[i].parent)
			return true;
	return false;
}

/* What NAME is given before a call of the same def, where that is one thing; else NAME itself. */
static str given_before(const struct python_file *file, const struct python_call *call,
        const struct python_arg *arg)
{
	size_t from = file->scopes.at[call->scope].at;
	str name = str_slice(file->text, arg->at, arg->end), before, given = name;

	if (!call->scope || call->at < from || call->at - from > GIVEN_BEFORE_MOST)
		return name;
	before = str_slice(file->text, from, call->at);
	for (size_t at = 0; (at += str_find_name(str_from_at(before, at), name)) < before.len;) {
		str rest;

		at += name.len;
		rest = str_from_at(before, at);
		if (!str_starts(rest, S(" = ")))
			continue;
		if (given.ptr != name.ptr)
			return name;
		given = str_trim(str_slice(rest, 3, str_find_byte(rest, '\n')));
	}
	return given;
}

/* The folder that names made so lie below, of "a.text." + name or f"a.text.{name}": "text". */
static str folder_of(const struct python_file *file, const struct python_call *call,
        const struct python_arg *arg)
{
	str text = given_before(file, call, arg);
	size_t end = 0;

	text = str_from_at(text, str_starts(text, S("f")));
	if (!str_starts(text, S("\"")) && !str_starts(text, S("'")))
		return STR_NONE;
	text = str_from_at(text, 1);
	while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '.'))
		end++;
	text = str_slice(text, 0, end);
	end = str_rfind_byte(text, '.');
	if (end == text.len)
		return STR_NONE;
	return str_last_part(str_slice(text, 0, end), '.');
}

static bool is_called_in(
        const struct python_file *file, uint32_t function, const char *const *names)
{
	const struct file_words words = file_words_find(file, names);

	for (uint32_t i = 0; i < file->calls.len && words.count; i++) {
		const struct python_call *call = &file->calls.at[i];

		if (call->chain != PYTHON_NONE &&
		        file->scopes.at[call->scope].function == function &&
		        file_words_have(
		                &words, python_chain_last(file, &file->chains.at[call->chain])))
			return true;
	}
	return false;
}

/* A file of settings is copied to a folder that goes again, and loaded from there: no module that
 * others import. Only the first that a file loads is looked at, the others count as modules. */
static bool is_copy(const struct python_file *file, const struct python_call *call)
{
	static const char *const folders[] = {"TemporaryDirectory", "mkdtemp", NULL};
	static const char *const copies[] = {"copyfile", "copy", "copy2", NULL};
	uint32_t function = file->scopes.at[call->scope].function;

	return is_called_in(file, function, folders) && is_called_in(file, function, copies);
}

/* The def at the top level around a call: str_hash of its name; UINT64_MAX: it stands in none. */
static uint64_t function_around(const struct python_file *file, const struct python_call *call)
{
	uint32_t scope = call->scope;

	while (scope && file->scopes.at[scope].parent)
		scope = file->scopes.at[scope].parent;
	return scope && file->scopes.at[scope].kind == PYTHON_FUNCTION
	               ? str_hash(python_name(file, file->scopes.at[scope].name), 0)
	               : UINT64_MAX;
}

/* A module that is loaded by a name made at run time; all of them have to agree on a folder, on a
 * def around them, and on names that come whole. */
static void take_loaded(struct name_signs *out, const struct python_file *file,
        const struct python_call *call, const struct module_loads *loads)
{
	str folder = folder_of(file, call, &file->args.at[call->args]);
	uint64_t hash = folder.len ? str_hash(folder, 0) : UINT64_MAX;
	uint64_t function = function_around(file, call);

	out->loads_in = !out->below || out->loads_in == function ? function : UINT64_MAX;
	out->dotted = (!out->below || out->dotted) && module_loads_dotted(loads, file, call);
	out->copies = !out->below && is_copy(file, call);
	out->loads++;
	out->below = !out->below || out->below == hash ? hash : UINT64_MAX;
}

/* What is called in a file, of what asks for names. */
struct askers {
	struct file_words openers, /* give all names of the file */
	        tools,             /* likewise when they are given nothing */
	        tables,            /* likewise, at the top level */
	        loaders, getters;
	struct module_loads loads;
	uint64_t any; /* by the low bits of all these */
};

static uint64_t bits_of(const struct file_words *words)
{
	uint64_t bits = 0;

	for (uint32_t i = 0; i < words->count; i++)
		bits |= UINT64_C(1) << (words->ids[i] & 63);
	return bits;
}

static struct askers askers_of(const struct python_file *file)
{
	static const char *const openers[] = {"globals", "eval", "exec", NULL};
	static const char *const tools[] = {"Fire", "CLI", "auto_cli", NULL};
	static const char *const tables[] = {"vars", "locals", "dir", NULL};
	static const char *const loaders[] = {"import_module", "__import__", NULL};
	static const char *const getters[] = {"getattr", NULL};
	struct askers out = {file_words_find(file, openers), file_words_find(file, tools),
	        file_words_find(file, tables), file_words_find(file, loaders),
	        file_words_find(file, getters), module_loads_of(file), 0};

	out.any = bits_of(&out.openers) | bits_of(&out.tools) | bits_of(&out.tables) |
	          bits_of(&out.loaders) | bits_of(&out.getters);
	return out;
}

/* getattr(import_module("models"), …), getattr(getattr(package, "models"), …) */
static bool asks_what_it_loads(
        const struct python_file *file, const struct python_call *call, const struct askers *askers)
{
	const struct python_arg *of = call->arg_count ? &file->args.at[call->args] : NULL;
	const struct python_call *loaded =
	        of && of->kind == PYTHON_VALUE_CALL ? &file->calls.at[of->ref] : NULL;
	uint32_t name = loaded && loaded->chain != PYTHON_NONE
	                        ? python_chain_last(file, &file->chains.at[loaded->chain])
	                        : 0;

	/* of a name that comes whole, both are known where it is written */
	if (loaded && loaded->arg_count && file_words_have(&askers->loaders, name) &&
	        file->args.at[loaded->args].kind == PYTHON_VALUE_CHAIN &&
	        module_loads_dotted(&askers->loads, file, loaded))
		return false;
	return loaded &&
	       (loaded->dynamic != PYTHON_NOT_DYNAMIC || file_words_have(&askers->loaders, name));
}

/* A call whose last name is among the askers, as far as their low bits tell. */
static void take_call(struct name_signs *out, const struct python_file *file,
        const struct python_call *call, const struct askers *askers)
{
	const struct python_chain *chain = &file->chains.at[call->chain];
	uint32_t name = python_chain_last(file, chain);
	bool alone = !chain->name_count;

	if (file_words_have(&askers->getters, name)) {
		out->open |= asks_what_it_loads(file, call, askers);
		out->any_name |= call->arg_count > 1 &&
		                 file->args.at[call->args + 1].kind != PYTHON_VALUE_STR;
	}
	if (alone && file_words_have(&askers->openers, name))
		out->open = true;
	if (!call->arg_count && alone && !call->scope && file_words_have(&askers->tables, name))
		out->open = true;
	out->offered |= !call->arg_count && file_words_have(&askers->tools, name);
	if (call->arg_count && file->args.at[call->args].kind != PYTHON_VALUE_STR &&
	        file_words_have(&askers->loaders, name) &&
	        !module_loads_built(&askers->loads, file, call))
		take_loaded(out, file, call, &askers->loads);
}

/* "_dataset.py" where all that a file asks of an ending is that one. */
static void take_ending(struct name_signs *out, str text)
{
	static const char ask[] = ".endswith(";
	str found = STR_NONE;

	for (size_t at; (at = str_find(text, S(ask))) < text.len;) {
		str ending;
		size_t end;

		text = str_from_at(text, at + sizeof ask - 1);
		if (text.len < 2 || (text.ptr[0] != '"' && text.ptr[0] != '\''))
			return;
		end = str_find_byte(str_from_at(text, 1), text.ptr[0]);
		ending = str_slice(text, 1, 1 + end);
		if (ending.len < 5 || ending.len >= NAME_ENDING_MOST ||
		        !str_ends(ending, S(".py")) || (found.len && !str_eq(found, ending)))
			return;
		found = ending;
	}
	if (found.len)
		memcpy(out->ending, found.ptr, found.len);
}

struct name_signs name_signs_of(const struct python_file *file)
{
	/* of a frame, of an unpickler, of the program */
	static const char *const finders[] = {"f_globals", "find_class", "__main__", NULL};
	static const char *const unpicklers[] = {"load", "loads", "Unpickler", NULL};
	static const char *const givers[] = {"__dict__", "getmembers", "attrgetter", NULL};
	const struct askers askers = askers_of(file);
	/* import_module or Fire by another name: calls of it have no name that tells */
	struct name_signs out = {.offered = file_words_find(file, finders).count ||
	                                    answers_for_any(file) ||
	                                    file_words_renamed(&askers.loaders, file) ||
	                                    file_words_renamed(&askers.tools, file),
	        .open = has_modules(file),
	        .unpickles = file_words_find(file, unpicklers).count,
	        .any_name = askers.tables.count || file_words_find(file, givers).count,
	        .methods = method_signs_of(file),
	        .subclasses = python_name_find(file, S("__subclasses__"))};

	for (uint32_t i = 0; i < file->calls.len && askers.any; i++) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t name = call->chain == PYTHON_NONE
		                        ? 0
		                        : python_chain_last(file, &file->chains.at[call->chain]);

		if (name && askers.any >> (name & 63) & 1)
			take_call(&out, file, call, &askers);
	}
	if (out.loads == 1)
		take_ending(&out, file->text);
	out.open |= out.offered;
	out.below = out.below == UINT64_MAX ? 0 : out.below;
	out.loads_in = out.loads_in == UINT64_MAX ? 0 : out.loads_in;
	return out;
}
