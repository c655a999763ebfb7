/* One line a file. The order of records is that of their places, an outer one behind an inner one
 * that begins with it (shorter first), as a sort by (line, column, end line, end column) gives. */
#include "scanner/python/dump_python.h"

#include "base/json.h"
#include "scanner/python/python.h"

#include <stdlib.h>
#include <string.h>

static const char *const flag_names[] = {"try-import", "try-broad", "except-import",
        "try-import-else", "cuda-if", "cuda-else", "type-checking", "main", "annotation",
        "decorator", "default", "fstring"};

static const char *const error_names[] = {[PYTHON_OK] = "ok",
        [PYTHON_ERROR_IO] = "io",
        [PYTHON_ERROR_DECODE] = "decode",
        [PYTHON_ERROR_NUL] = "nul",
        [PYTHON_ERROR_SYNTAX] = "syntax",
        [PYTHON_ERROR_DEPTH] = "depth",
        [PYTHON_ERROR_NOTEBOOK] = "notebook",
        [PYTHON_ERROR_LIMIT] = "limit"};

static const char *const bound_names[] = {[PYTHON_EXPR] = "expr",
        [PYTHON_FREE] = "free",
        [PYTHON_LOCAL] = "local",
        [PYTHON_IMPORT] = "import",
        [PYTHON_DYNAMIC] = "dynamic"};

static const char *const value_names[] = {[PYTHON_VALUE_EXPR] = "expr",
        [PYTHON_VALUE_CHAIN] = "expr",
        [PYTHON_VALUE_CALL] = "expr",
        [PYTHON_VALUE_STR] = "str",
        [PYTHON_VALUE_FSTR] = "fstr",
        [PYTHON_VALUE_TSTR] = "tstr",
        [PYTHON_VALUE_BYTES] = "bytes",
        [PYTHON_VALUE_INT] = "int",
        [PYTHON_VALUE_FLOAT] = "float",
        [PYTHON_VALUE_COMPLEX] = "complex",
        [PYTHON_VALUE_TRUE] = "bool",
        [PYTHON_VALUE_FALSE] = "bool",
        [PYTHON_VALUE_NULL] = "none",
        [PYTHON_VALUE_ELLIPSIS] = "ellipsis",
        [PYTHON_VALUE_STAR] = "star",
        [PYTHON_VALUE_DOUBLE_STAR] = "dstar"};

struct dump {
	struct json_out json;
	struct python_file *file;
	struct arena *arena;
};

/* A record by its place. */
struct placed {
	uint32_t at, end, index;
};

static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static void put_bool(struct dump *d, const char *key, bool value)
{
	json_out_key(&d->json, key);
	json_out_bool(&d->json, value);
}

static void put_optional(struct dump *d, const char *key, bool there, str value)
{
	json_out_key(&d->json, key);
	if (there)
		json_out_str(&d->json, value);
	else
		json_out_null(&d->json);
}

/* The fields that all records have. */
static void put_common(struct dump *d, uint32_t at, uint32_t scope, uint16_t flags)
{
	struct python_spot spot = python_spot(d->file, at);

	json_out_object(&d->json);
	if (d->file->notebook)
		json_out_pair_int(&d->json, "cell", spot.cell);
	json_out_pair_int(&d->json, "line", spot.line);
	json_out_pair_int(&d->json, "col", spot.column);
	json_out_pair_int(&d->json, "chr", spot.character);
	json_out_pair_str(&d->json, "scope", python_scope_path(d->file, scope));
	json_out_key(&d->json, "flags");
	json_out_array(&d->json);
	for (uint32_t i = 0; i < sizeof flag_names / sizeof *flag_names; i++)
		if (flags & 1u << i)
			json_out_str(&d->json, str_from(flag_names[i]));
	json_out_array_end(&d->json);
}

static void put_targets(struct dump *d, const uint32_t *targets, uint32_t count)
{
	json_out_array(&d->json);
	for (uint32_t i = 0; i < count; i++)
		json_out_str(&d->json, python_path(d->file, targets[i]));
	json_out_array_end(&d->json);
}

static void put_chain_targets(struct dump *d, uint32_t chain)
{
	uint32_t count = 0;
	const uint32_t *targets = NULL;

	if (chain != PYTHON_NONE)
		targets = python_chain_targets(d->file, &d->file->chains.at[chain], &count);
	put_targets(d, targets, count);
}

static str text_of(struct dump *d, uint32_t chain)
{
	return chain == PYTHON_NONE ? S("?")
	                            : python_chain_text(d->file, &d->file->chains.at[chain]);
}

/* text, targets, bound, certain */
static void put_chain(struct dump *d, uint32_t index)
{
	const struct python_chain *chain = index == PYTHON_NONE ? NULL : &d->file->chains.at[index];

	json_out_pair_str(&d->json, "text", text_of(d, index));
	json_out_key(&d->json, "targets");
	put_chain_targets(d, index);
	json_out_pair_str(
	        &d->json, "bound", str_from(bound_names[chain ? chain->bound : PYTHON_EXPR]));
	put_bool(d, "certain", chain && chain->certain);
}

/* A decimal text, or null. */
static void put_integer(struct dump *d, const struct python_arg *arg)
{
	int64_t value;

	if (python_int(d->file, arg, &value))
		json_out_str(&d->json, arena_format(d->arena, "%lld", (long long)value));
	else
		json_out_null(&d->json);
}

static void put_value(struct dump *d, const struct python_arg *arg)
{
	uint32_t count;
	const uint32_t *targets = python_arg_targets(d->file, arg, &count);

	json_out_array(&d->json);
	json_out_str(&d->json, count ? S("ref") : str_from(value_names[arg->kind]));
	switch (arg->kind) {
	case PYTHON_VALUE_CHAIN:
	case PYTHON_VALUE_CALL:
		if (count)
			put_targets(d, targets, count);
		break;
	case PYTHON_VALUE_STR:
	case PYTHON_VALUE_FSTR:
	case PYTHON_VALUE_TSTR:
		if (arg->ref == PYTHON_NONE)
			json_out_null(&d->json);
		else
			json_out_str(&d->json, d->file->texts.at[arg->ref]);
		break;
	case PYTHON_VALUE_INT: put_integer(d, arg); break;
	case PYTHON_VALUE_TRUE:
	case PYTHON_VALUE_FALSE: json_out_bool(&d->json, arg->kind == PYTHON_VALUE_TRUE); break;
	default: break;
	}
	json_out_array_end(&d->json);
}

static bool is_keyword(const struct python_arg *arg)
{
	return arg->name || arg->kind == PYTHON_VALUE_DOUBLE_STAR;
}

/* The arguments with a name, or those without. */
static void put_arguments(struct dump *d, const struct python_call *call, bool keywords)
{
	json_out_array(&d->json);
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct python_arg *arg = &d->file->args.at[call->args + i];

		if (is_keyword(arg) != keywords)
			continue;
		if (keywords) {
			json_out_array(&d->json);
			if (arg->name)
				json_out_str(&d->json, python_name(d->file, arg->name));
			else
				json_out_null(&d->json);
		}
		put_value(d, arg);
		if (keywords)
			json_out_array_end(&d->json);
	}
	json_out_array_end(&d->json);
}

static void put_call(struct dump *d, uint32_t index)
{
	const struct python_call *call = &d->file->calls.at[index];
	struct python_spot end = python_spot(d->file, call->end);

	put_common(d, call->at, call->scope, call->flags);
	json_out_pair_int(&d->json, "end_line", end.line);
	json_out_pair_int(&d->json, "end_col", end.column);
	put_chain(d, call->chain);
	json_out_key(&d->json, "args");
	put_arguments(d, call, false);
	json_out_key(&d->json, "kwargs");
	put_arguments(d, call, true);
	json_out_object_end(&d->json);
}

static void put_import(struct dump *d, uint32_t index)
{
	static const char *const dynamic[] = {NULL, NULL, "__import__", "import_module"};
	const struct python_import *import = &d->file->imports.at[index];

	put_common(d, import->at, import->scope, import->flags);
	put_optional(d, "module", import->module, python_path(d->file, import->module));
	put_optional(d, "name", import->name || import->star,
	        import->star ? S("*") : python_name(d->file, import->name));
	put_optional(d, "alias", import->alias, python_name(d->file, import->alias));
	json_out_pair_int(&d->json, "level", import->level);
	put_optional(d, "dynamic", import->dynamic, str_from(dynamic[import->dynamic]));
	json_out_object_end(&d->json);
}

static void put_attr(struct dump *d, uint32_t index)
{
	static const char *const contexts[] = {"load", "store", "del"};
	const struct python_chain *chain = &d->file->chains.at[index];

	put_common(d, chain->at, chain->scope, chain->flags);
	json_out_pair_str(&d->json, "text", python_chain_text(d->file, chain));
	json_out_key(&d->json, "targets");
	put_chain_targets(d, index);
	put_bool(d, "certain", chain->certain);
	json_out_pair_str(&d->json, "ctx", str_from(contexts[chain->context]));
	json_out_object_end(&d->json);
}

/* "Outer.name" */
static str full_name(struct dump *d, uint32_t scope, uint32_t name)
{
	str path = python_scope_path(d->file, scope), word = python_name(d->file, name);

	return arena_format(
	        d->arena, "%.*s%s%.*s", STR_ARG(path), path.len ? "." : "", STR_ARG(word));
}

static void put_decorator(struct dump *d, uint32_t index)
{
	const struct python_decorator *decorator = &d->file->decorators.at[index];

	put_common(d, decorator->at, decorator->scope, decorator->flags);
	json_out_pair_str(&d->json, "on", full_name(d, decorator->scope, decorator->name));
	json_out_pair_str(&d->json, "kind",
	        decorator->on == 'c'   ? S("class")
	        : decorator->on == 'a' ? S("async def")
	                               : S("def"));
	put_chain(d, decorator->chain);
	put_bool(d, "called", decorator->call != PYTHON_NONE);
	json_out_object_end(&d->json);
}

static void put_class(struct dump *d, uint32_t index)
{
	const struct python_class *class = &d->file->classes.at[index];

	put_common(d, class->at, class->scope, class->flags);
	json_out_pair_str(&d->json, "name", full_name(d, class->scope, class->name));
	json_out_key(&d->json, "bases");
	json_out_array(&d->json);
	for (uint32_t i = 0; i < class->base_count; i++) {
		uint32_t chain = d->file->bases.at[class->bases + i];

		json_out_array(&d->json);
		json_out_str(&d->json, text_of(d, chain));
		put_chain_targets(d, chain);
		json_out_array_end(&d->json);
	}
	json_out_array_end(&d->json);
	json_out_object_end(&d->json);
}

static void put_string(struct dump *d, uint32_t index)
{
	const struct python_string *string = &d->file->strings.at[index];

	put_common(d, string->at, string->scope, string->flags);
	json_out_pair_str(&d->json, "value", string->value);
	json_out_pair_str(&d->json, "form", str_from(value_names[string->form]));
	json_out_pair_str(
	        &d->json, "class", string->class_ == PYTHON_DEVICE ? S("device") : S("backend"));
	json_out_object_end(&d->json);
}

typedef void put_record(struct dump *d, uint32_t index);

/* Records under a key, in the order of their places. */
static void put_records(
        struct dump *d, const char *key, struct placed *placed, uint32_t count, put_record *put)
{
	if (count)
		qsort(placed, count, sizeof *placed, by_place);
	json_out_key(&d->json, key);
	json_out_array(&d->json);
	for (uint32_t i = 0; i < count; i++)
		put(d, placed[i].index);
	json_out_array_end(&d->json);
}

static struct placed *places(struct dump *d, uint32_t count)
{
	return ARENA_ARRAY(d->arena, struct placed, count + 1);
}

static void put_all(struct dump *d)
{
	struct python_file *f = d->file;
	struct placed *p = places(d, f->imports.len);
	uint32_t named = 0;

	json_out_key(&d->json, "stars");
	json_out_array(&d->json);
	for (uint32_t i = 0; i < f->stars.len; i++) {
		const struct python_import *star = &f->imports.at[f->stars.at[i]];
		str module = python_path(f, star->module);
		char *dots = arena_alloc(d->arena, star->level + module.len + 1, 1);

		memset(dots, '.', star->level);
		memcpy(dots + star->level, module.ptr, module.len);
		json_out_str(&d->json, (str){dots, star->level + module.len});
	}
	json_out_array_end(&d->json);
	for (uint32_t i = 0; i < f->imports.len; i++)
		p[i] = (struct placed){f->imports.at[i].at, f->imports.at[i].at, i};
	put_records(d, "imports", p, f->imports.len, put_import);
	p = places(d, f->calls.len);
	for (uint32_t i = 0; i < f->calls.len; i++)
		p[i] = (struct placed){f->calls.at[i].at, f->calls.at[i].end, i};
	put_records(d, "calls", p, f->calls.len, put_call);
	p = places(d, f->attrs.len);
	for (uint32_t i = 0; i < f->attrs.len; i++)
		p[i] = (struct placed){f->chains.at[f->attrs.at[i]].at,
		        f->chains.at[f->attrs.at[i]].end, f->attrs.at[i]};
	put_records(d, "attrs", p, f->attrs.len, put_attr);
	p = places(d, f->decorators.len);
	for (uint32_t i = 0; i < f->decorators.len; i++)
		p[i] = (struct placed){f->decorators.at[i].at, f->decorators.at[i].at, i};
	put_records(d, "decorators", p, f->decorators.len, put_decorator);
	p = places(d, f->classes.len);
	for (uint32_t i = 0; i < f->classes.len; i++)
		p[i] = (struct placed){f->classes.at[i].at, f->classes.at[i].at, i};
	put_records(d, "classes", p, f->classes.len, put_class);
	p = places(d, f->strings.len);
	for (uint32_t i = 0; i < f->strings.len; i++)
		if (f->strings.at[i].class_ != PYTHON_MODE) /* names of devices and back ends */
			p[named++] = (struct placed){f->strings.at[i].at, f->strings.at[i].at, i};
	put_records(d, "strings", p, named, put_string);
}

static void put_error(struct dump *d)
{
	const struct python_error *error = &d->file->error;

	put_bool(d, "ok", error->kind == PYTHON_OK);
	json_out_key(&d->json, "error");
	if (error->kind == PYTHON_OK) {
		json_out_null(&d->json);
		return;
	}
	json_out_object(&d->json);
	json_out_pair_str(&d->json, "kind", str_from(error_names[error->kind]));
	json_out_key(&d->json, "line");
	if (error->has_line)
		json_out_uint(&d->json, error->line);
	else
		json_out_null(&d->json);
	json_out_pair_str(&d->json, "message", str_from(error->text));
	json_out_object_end(&d->json);
}

void python_dump(struct env *env, str path, str bytes, struct buf *out)
{
	struct arena_mark mark = arena_mark(env->temp);
	struct python_source source = {.path = path, .bytes = bytes};
	struct python_file file;
	struct dump d = {.json = {.out = out, .ascii = true}, .file = &file, .arena = env->temp};

	python_read(env, &source, &file);
	json_out_object(&d.json);
	json_out_pair_str(&d.json, "file", path);
	put_error(&d);
	if (file.error.kind == PYTHON_OK) {
		json_out_pair_str(&d.json, "encoding", file.encoding);
		if (file.notebook) {
			json_out_key(&d.json, "bad_cells");
			json_out_array(&d.json);
			for (uint32_t i = 0; i < file.bad_cells.len; i++)
				json_out_uint(&d.json, file.bad_cells.at[i]);
			json_out_array_end(&d.json);
		}
		put_all(&d);
	}
	json_out_object_end(&d.json);
	buf_byte(out, '\n');
	arena_rewind(env->temp, mark);
}
