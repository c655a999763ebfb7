/* Names first: those of all definitions in files that are judged. Then one look through all files
 * for these names, and from what runs when files are loaded on through the definitions that are
 * named there: what that does not come to is unused, so of several that only use each other none is
 * used. Calls that are made for CUDA alone (guarded_calls.h) are gone through last: what only they
 * lead to is used for CUDA alone. That is done twice: with what names that are made at run time
 * could ask for, and without, which tells what only these come to. Files are read for it once more,
 * which only projects pay for that have a finding in some definition that is judged. */
#include "scanner/unused.h"

#include "base/file.h"
#include "scanner/hooks.h"
#include "scanner/unused_files.h"
#include "scanner/used_words.h"
#include "scanner/word_parts.h"

#include <stdlib.h>

enum {
	OTHER_BYTES_MOST = 1 << 20, /* of a file that is of no kind that is read */
	OTHERS_MOST = 20000,        /* of such files: a folder of data is not looked through */
	NAMES_MOST = 1 << 18,
	PART_LEAST = 3, /* of a name that is made: "_" begins any */
	USES_MOST = 1 << 20,
};

/* What leads to a definition: the worst way for a target comes first. */
enum use {
	USE_NONE,
	USE_PLAIN,
	USE_WITH_CUDA,  /* where torch.cuda.is_available() */
	USE_FOR_DEVICE, /* where what is at hand lies on CUDA */
	USE_SWITCHED,   /* behind a switch that nothing turns on */
};

struct finder {
	struct env *env;
	struct scan *out;
	const struct unused_in *in;
	struct arena *arena;
	struct unused_files files;
	struct map configured; /* registries that a configuration asks for something of theirs */
	struct sought sought;
	struct used_words words;
	bool spelled;    /* what is asked for by names that are made at run time is left aside */
	bool subclasses; /* some file asks for them */
	/* by definition */
	uint8_t *used;               /* enum use */
	const uint8_t *by_any;       /* likewise, with names that are made at run time */
	const str **guard;           /* behind which test, of those for CUDA */
	const struct off_part **off; /* behind which switch */
	bool *named;          /* a method: its name stands in what is used, or it is not judged */
	uint32_t *next_same;  /* of the same name: definition + 1 */
	uint32_t *first_use;  /* uses in order of who uses; the last one ends them */
	uint32_t *first_same; /* by name: definition + 1 */
	const bool *shown;    /* by name: a class that others read of */
	uint32_t *queue, queued;
};

/* ------------------------------------------------------------------ reading */

static const struct input *input_at(const struct finder *f, uint32_t file)
{
	uint32_t input = f->in->input_of[file];

	return input == UINT32_MAX ? NULL : &f->out->inputs.at[input];
}

static bool is_python(const struct finder *f, uint32_t file)
{
	const struct input *input = input_at(f, file);

	return input && str_eq(input->kind, S("python"));
}

static bool may_lower(const struct finding *finding)
{
	return finding->deferred &&
	       (finding->guarded_by == GUARD_NONE || finding->guarded_by == GUARD_UNSET) &&
	       finding_worst(finding, UINT32_MAX) >= SEVERITY_MINOR;
}

/* Its definitions are told, with the words in them. */
static bool has_owners(const struct finder *f, uint32_t file)
{
	return f->files.judged[file] || f->files.spelled[file] || f->files.methods[file];
}

/* What definitions of a file at its top level are asked for, is spelled. */
static bool is_judged(const struct finder *f, uint32_t file)
{
	return f->spelled ? f->files.spelled[file] : f->files.judged[file];
}

static bool has_data(const struct finder *f)
{
	uint32_t others = 0;

	for (uint32_t i = 0; i < f->in->n_files; i++)
		others += f->in->shared->results[i].left_out.len > 0;
	return others > OTHERS_MOST;
}

/* Whether some finding in a file that is judged could be lowered at all. */
static bool has_cause(const struct finder *f)
{
	for (uint32_t i = 0; i < f->in->n_files; i++) {
		const struct findings *findings = &f->in->shared->results[i].findings;

		for (uint32_t k = 0; k < findings->list.len && has_owners(f, i); k++)
			if (may_lower(&findings->list.at[k]))
				return true;
	}
	return false;
}

/* A file as text; false when it has to be known and is not. Empty when it is none. */
static bool read_file(struct finder *f, uint32_t file, str *text)
{
	const struct scan_result *r = &f->in->shared->results[file];
	str path = f->in->shared->files[file].path;
	size_t most = f->env->limits->front_bytes;

	*text = STR_NONE;
	if (is_python(f, file) || str_ends(path, S(".ipynb")))
		return !file_try_read(f->env, path, most, text);
	if (r->left_out.len && most > OTHER_BYTES_MOST)
		most = OTHER_BYTES_MOST;
	if (!r->graph && file_try_text(f->env, path, most, text))
		*text = STR_NONE;
	return true;
}

static bool seek_definitions(struct finder *f)
{
	struct arena_mark mark = arena_mark(f->env->temp);
	bool ok = true;
	str text;

	for (uint32_t i = 0; i < f->in->n_files && ok; i++) {
		if (!has_owners(f, i))
			continue;
		ok = read_file(f, i, &text) && f->sought.names.len < NAMES_MOST;
		if (ok)
			sought_add_definitions(&f->sought, text);
		if (ok && f->files.methods[i])
			sought_add_methods(&f->sought, text);
		arena_rewind(f->env->temp, mark);
	}
	return ok;
}

static const struct guarded_calls *guarded_in(const struct finder *f, uint32_t file)
{
	return &f->in->shared->results[file].guarded;
}

static const str *paths_of(const struct finder *f)
{
	str *paths = ARENA_ARRAY(f->arena, str, (size_t)f->in->n_files + 1);

	for (uint32_t i = 0; i < f->in->n_files; i++)
		paths[i] = path_plain(f->in->shared->files[i].path);
	return paths;
}

static void take_python(struct finder *f, uint32_t file, str text)
{
	struct off_parts *off = ARENA_NEW(f->arena, struct off_parts);

	switched_close(
	        f->in->shared->switches, f->arena, &f->in->shared->results[file].switched, off);
	used_words_python(&f->words, &(struct word_source){text, file, has_owners(f, file),
	                                     f->files.methods[file], guarded_in(f, file), off});
}

static bool take_words(struct finder *f)
{
	struct arena_mark mark = arena_mark(f->env->temp);
	bool ok = true;
	str text;

	used_words_init(&f->words, f->arena, &f->sought);
	for (uint32_t i = 0; i < f->in->n_files && ok; i++) {
		ok = read_file(f, i, &text) && f->words.uses.len < USES_MOST;
		if (!ok)
			break;
		if (is_python(f, i))
			take_python(f, i, text);
		else
			used_words_text(&f->words, text, i);
		arena_rewind(f->env->temp, mark);
	}
	arena_rewind(f->env->temp, mark);
	if (ok)
		class_bases_settle(&f->words, paths_of(f));
	return ok;
}

/* ------------------------------------------------------------------ what is used */

/* Called by whoever starts, serves or extends a program. */
static bool is_called_by_name(str name)
{
	static const char *const names[] = {"main", "run", "setup", "init", "handler",
	        "lambda_handler", "predict", "inference", "infer", "serve", "register",
	        "unregister", "create_app", "app", "application", "model_fn", "input_fn",
	        "predict_fn", "output_fn", "transform_fn", "entrypoint", "entry_point", "_mp_fn",
	        "load", "load_model", "load_context", "_load_pyfunc", "handle",
	        "load_ipython_extension", "post_fork", "pre_fork", "post_worker_init", "when_ready",
	        "Model", "Predictor", "Handler", "EndpointHandler", NULL};
	static const char *const starts[] = {"test", "Test", "pytest_", "__", "time_", "track_",
	        "mem_", "peakmem_", "task_", NULL};

	return str_is_one_of(name, names) || str_starts_one_of(name, starts);
}

/* A way that leads to what is named at its end. */
struct way {
	enum use use;
	const str *guard; /* NULL: none */
	const struct off_part *off;
};

static void mark_used(struct finder *f, uint32_t definition, const struct way *way)
{
	if (f->used[definition])
		return;
	f->used[definition] = (uint8_t)way->use;
	f->guard[definition] = way->guard;
	f->off[definition] = way->off;
	f->queue[f->queued++] = definition;
}

/* A method is used where its class is, and its name. */
static void mark_method(struct finder *f, uint32_t method, const struct way *way)
{
	f->named[method] = true;
	if (f->used[f->words.definitions.at[method].of - 1])
		mark_used(f, method, way);
}

/* A name stands in a file: all definitions that it may mean there are used. */
static bool mark_named(struct finder *f, const struct word_use *use, const struct way *way)
{
	bool anywhere = !is_python(f, use->file);

	for (uint32_t d = f->first_same[use->name]; d; d = f->next_same[d - 1]) {
		const struct definition *named = &f->words.definitions.at[d - 1];

		if (!unused_files_may_look(&f->files, 1))
			return false;
		if (named->of && !use->bare)
			mark_method(f, d - 1, way);
		if (named->of || f->used[d - 1] || (use->mere && named->registry.len) ||
		        (use->own && named->file != use->file))
			continue;
		if (anywhere || named->registry.len ||
		        ((f->files.dotted[named->file] || !f->files.judged[named->file]) &&
		                f->words.quoted[use->name]) ||
		        unused_files_may_use(&f->files, use->file, named->file))
			mark_used(f, d - 1, way);
	}
	return true;
}

static int by_owner(const void *left, const void *right)
{
	const struct word_use *a = left, *b = right;

	if (a->owner != b->owner)
		return a->owner < b->owner ? -1 : 1;
	return a->file < b->file ? -1 : a->file > b->file;
}

/* A configuration, by its kind or by the folder of one in Python. */
static bool is_configuration(const struct finder *f, uint32_t file)
{
	static const char *const ends[] = {".yaml", ".yml", ".json", ".toml", NULL};
	static const char *const folders[] = {"/configs/", "/config/", NULL};
	str path = f->in->shared->files[file].path;

	return str_ends_one_of(path, ends) ||
	       (is_python(f, file) && (str_has_one_of(path, folders) ||
	                                      str_starts(path_plain(path), S("configs/")) ||
	                                      str_starts(path_plain(path), S("config/"))));
}

/* HEADS.keys(): all that a registry has may be asked for. */
static void drop_listed(struct finder *f, str text)
{
	for (size_t at = 0; (at += str_find(str_from_at(text, at), S(".keys()"))) < text.len;
	        at++) {
		size_t from = at;
		str name;

		while (from && byte_is_word(text.ptr[from - 1]))
			from--;
		name = str_slice(text, from, at);
		if (map_get(&f->configured, name))
			*map_at(&f->configured, name, NULL) = 0;
	}
}

/* False where names of classes are made of others, in other letters, or all that registries have
 * is gone through. */
static bool names_stand_as_they_are(struct finder *f)
{
	static const char *const signs[] = {
	        ".title()", ".capitalize()", "camel", "module_dict", "_obj_map", NULL};
	struct arena_mark mark = arena_mark(f->env->temp);
	bool stand = true;
	str text;

	for (uint32_t i = 0; i < f->in->n_files && stand; i++) {
		if (!is_python(f, i))
			continue;
		stand = read_file(f, i, &text) && !str_has_one_of(text, signs);
		if (stand)
			drop_listed(f, text);
		arena_rewind(f->env->temp, mark);
	}
	return stand;
}

/* Where a configuration asks a registry for one of its classes by the name, it asks so for each. */
static void find_configured(struct finder *f)
{
	const struct definition *list = f->words.definitions.at;
	const str **registry = ARENA_ARRAY(f->arena, const str *, (size_t)f->sought.names.len + 1);
	bool any = false;

	f->configured = (struct map){.arena = f->arena};
	for (uint32_t i = 0; i < f->words.definitions.len; i++) {
		if (list[i].registers)
			return;
		any |= list[i].registry.len && f->files.judged[list[i].file];
		if (list[i].registry.len)
			registry[list[i].name] = &list[i].registry;
	}
	for (uint32_t i = 0; i < f->words.uses.len && any; i++) {
		const struct word_use *use = &f->words.uses.at[i];

		if (registry[use->name] && !use->mere && is_configuration(f, use->file))
			*map_at(&f->configured, *registry[use->name], NULL) = 1;
	}
	if (f->configured.len && !names_stand_as_they_are(f))
		f->configured = (struct map){.arena = f->arena};
}

/* A class of a registry that is asked by the names in configurations, none of which names it. */
static bool is_unasked(const struct finder *f, const struct definition *d, str name)
{
	const uint32_t *asked = d->registry.len ? map_get(&f->configured, d->registry) : NULL;

	return asked && *asked && !f->files.packaged[d->file] &&
	       !word_parts_make(&f->words.parts, name, PART_LEAST);
}

/* Some file asks for what it loads by names that are made at run time. */
static bool may_be_asked(const struct finder *f, const struct definition *d, str name)
{
	/* targets of configurations are classes */
	if (f->files.dotted[d->file] &&
	        ((d->class_ && !f->spelled) || word_parts_make_dotted(&f->words.parts, name)))
		return true;
	if (!f->files.asked[d->file] && f->files.judged[d->file])
		return false;
	/* of such a file it is only told what is called for CUDA alone, under no name that is made
	 */
	return d->class_ || (!f->spelled && !f->words.named[d->name]) ||
	       word_parts_make(&f->words.parts, name, PART_LEAST);
}

static bool may_be_unused(const struct finder *f, const struct definition *d, str name)
{
	if (!is_judged(f, d->file) || (!d->plain && !is_unasked(f, d, name)) || d->registers ||
	        is_called_by_name(name) || (d->class_ && f->subclasses) || may_be_asked(f, d, name))
		return false;
	return !f->files.offered[d->file] || str_starts(name, S("_"));
}

/* A file says the name of what it defines beside its definitions: __all__. */
static bool is_listed(struct finder *f, const struct word_use *use)
{
	uint32_t d = use->owner == OWNER_NONE ? f->first_same[use->name] : 0;

	for (; d; d = f->next_same[d - 1])
		if (f->words.definitions.at[d - 1].file == use->file ||
		        !unused_files_may_look(&f->files, 1))
			return true;
	return false;
}

/* Of classes that are named in what others read: notebooks, documentation, the __init__.py of a
 * package. */
static const bool *find_shown(struct finder *f)
{
	bool *shown = ARENA_ARRAY(f->arena, bool, (size_t)f->sought.names.len + 1);

	for (uint32_t i = 0; i < f->words.uses.len; i++) {
		const struct word_use *use = &f->words.uses.at[i];

		shown[use->name] |= !is_python(f, use->file) ||
		                    unused_files_is_package(&f->files, use->file) ||
		                    is_listed(f, use);
	}
	return shown;
}

/* It is for whoever uses the pipeline: as the project stands nobody calls it, others may. */
static bool is_uncalled_switch(const struct finder *f, const struct definition *d)
{
	return d->of && f->words.definitions.at[d->of - 1].diffuses &&
	       !f->files.packaged[d->file] && is_switch_of_diffusers(f->sought.names.at[d->name]);
}

/* Some code asks objects for methods by names that are made at run time. */
static bool may_ask_method(const struct finder *f, const struct definition *of)
{
	return f->files.asked_methods == METHODS_MADE || f->files.own[of->file] ||
	       (f->files.asked_methods == METHODS_OWN && of->related);
}

/* A name that no framework calls, in a class which is none of a framework itself, and no heir of
 * it; of a package, only in a class that it does not show. */
static bool may_be_unused_method(const struct finder *f, const struct definition *d, str name)
{
	const struct definition *of = &f->words.definitions.at[d->of - 1];

	if (!f->spelled && may_ask_method(f, of))
		return false;
	if (!d->plain || !of->plain || of->called || (of->hooked && !is_uncalled_switch(f, d)) ||
	        f->words.inherited[of->name] || f->words.bases.broken || is_called_by_name(name) ||
	        is_hook(name) || word_parts_make(&f->words.parts, name, 1))
		return false;
	return !f->files.packaged[d->file] || str_starts(name, S("_")) ||
	       (!f->files.offered[d->file] && !f->shown[of->name]);
}

static void start_methods(struct finder *f)
{
	for (uint32_t i = 0; i < f->words.definitions.len; i++) {
		const struct definition *d = &f->words.definitions.at[i];
		str name = f->sought.names.at[d->name];

		if (d->of && (!unused_files_may_look(&f->files, name.len * name.len) ||
		                     !may_be_unused_method(f, d, name)))
			mark_method(f, i, &(struct way){USE_PLAIN, NULL, NULL});
	}
}

/* What is the same however names are asked for. */
static void prepare(struct finder *f)
{
	uint32_t n = f->words.definitions.len;

	f->next_same = ARENA_ARRAY(f->arena, uint32_t, (size_t)n + 1);
	f->first_use = ARENA_ARRAY(f->arena, uint32_t, (size_t)n + 1);
	f->queue = ARENA_ARRAY(f->arena, uint32_t, (size_t)n + 1);
	f->first_same = ARENA_ARRAY(f->arena, uint32_t, (size_t)f->sought.names.len + 1);
	find_configured(f);
	for (uint32_t i = 0; i < f->in->n_files; i++)
		f->subclasses |= f->in->shared->results[i].names.subclasses;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t name = f->words.definitions.at[i].name;

		f->next_same[i] = f->first_same[name];
		f->first_same[name] = i + 1;
	}
	f->shown = find_shown(f);
	qsort(f->words.uses.at, f->words.uses.len, sizeof *f->words.uses.at, by_owner);
	for (uint32_t i = 0, k = 0; i <= n; i++) {
		while (k < f->words.uses.len && f->words.uses.at[k].owner < i)
			k++;
		f->first_use[i] = k;
	}
}

static void start(struct finder *f)
{
	uint32_t n = f->words.definitions.len;

	f->used = ARENA_ARRAY(f->arena, uint8_t, (size_t)n + 1);
	f->guard = ARENA_ARRAY(f->arena, const str *, (size_t)n + 1);
	f->off = ARENA_ARRAY(f->arena, const struct off_part *, (size_t)n + 1);
	f->named = ARENA_ARRAY(f->arena, bool, (size_t)n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const struct definition *d = &f->words.definitions.at[i];

		if (!d->of && !may_be_unused(f, d, f->sought.names.at[d->name]))
			mark_used(f, i, &(struct way){USE_PLAIN, NULL, NULL});
	}
	start_methods(f);
}

/* A file has a name from an import and nowhere else: nothing there can ask for it, by a name that
 * is made either. What loads a whole model may. */
static bool is_lone_import(const struct finder *f, const struct word_use *use)
{
	return use->lone && f->files.judged[use->file] && !f->files.packaged[use->file] &&
	       (f->spelled || !f->in->shared->results[use->file].names.unpickles);
}

/* In __all__. */
static bool is_listed_only(const struct word_use *use)
{
	return use->mere && !use->imported && !use->lone;
}

/* To import a name, or list it as one of the file, is no use of it where the file names it again,
 * which counts by itself, or hands it on, which those who take it name, and where nobody can have
 * it from that file by a name that is made. */
static bool is_mere_import(const struct finder *f, const struct word_use *use)
{
	bool mere = unused_files_is_package(&f->files, use->file)
	                    ? use->mere && !f->files.packaged[use->file]
	                    : use->imported || is_lone_import(f, use) ||
	                              (is_listed_only(use) && !f->files.packaged[use->file]);

	return mere && is_judged(f, use->file) && !f->files.offered[use->file];
}

/* What a use that stands in something that is used so leads to. */
static struct way way_of(const struct finder *f, const struct word_use *use, struct way around)
{
	const struct guarded_call *call;

	if (is_mere_import(f, use))
		return (struct way){USE_NONE, NULL, NULL};
	if (around.use == USE_SWITCHED)
		return around;
	if (use->off)
		return (struct way){USE_SWITCHED, NULL, use->off};
	if (!use->guarded)
		return around;
	call = &guarded_in(f, use->file)->list.at[use->guarded - 1];
	if (around.use == USE_FOR_DEVICE || (around.use == USE_WITH_CUDA && !call->of_device))
		return around;
	return (struct way){call->of_device ? USE_FOR_DEVICE : USE_WITH_CUDA, &call->test, NULL};
}

/* Uses of one owner that lead on in one way. */
static bool mark_uses(struct finder *f, uint32_t owner, struct way around, enum use wanted)
{
	uint32_t n = f->words.definitions.len;
	uint32_t end = owner == n ? f->words.uses.len : f->first_use[owner + 1];

	for (uint32_t k = f->first_use[owner]; k < end; k++) {
		struct way way = way_of(f, &f->words.uses.at[k], around);

		if (way.use == wanted && !mark_named(f, &f->words.uses.at[k], &way))
			return false;
	}
	return true;
}

/* All that is in the queue, and what it leads to in that way. */
static bool follow(struct finder *f, enum use wanted)
{
	const struct definition *list = f->words.definitions.at;
	uint32_t n = f->words.definitions.len;

	while (f->queued) {
		uint32_t d = f->queue[--f->queued];
		struct way way = {(enum use)f->used[d], f->guard[d], f->off[d]};

		if (!mark_uses(f, d, way, wanted))
			return false;
		for (uint32_t m = d + 1; m < n && list[m].of == d + 1; m++)
			if (f->named[m])
				mark_used(f, m, &way);
	}
	return true;
}

/* What a definition names, of what is called for CUDA alone, may be called otherwise. */
static bool free_named(struct finder *f, uint32_t owner)
{
	for (uint32_t k = f->first_use[owner]; k < f->first_use[owner + 1]; k++) {
		uint32_t d = f->first_same[f->words.uses.at[k].name];

		for (; d; d = f->next_same[d - 1]) {
			if (!unused_files_may_look(&f->files, 1))
				return false;
			if (f->used[d - 1] <= USE_PLAIN)
				continue;
			f->used[d - 1] = USE_PLAIN;
			f->queue[f->queued++] = d - 1;
		}
	}
	return true;
}

/* A definition that only a name made at run time could ask for may call what else is called for
 * CUDA alone. */
static bool free_what_unnamed_use(struct finder *f)
{
	for (uint32_t d = 0; d < f->words.definitions.len; d++)
		if (!f->used[d] && f->files.dotted[f->words.definitions.at[d].file] &&
		        !free_named(f, d))
			return false;
	while (f->queued)
		if (!free_named(f, f->queue[--f->queued]))
			return false;
	return true;
}

/* False when that takes too long. */
static bool find_used(struct finder *f)
{
	static const enum use uses[] = {USE_PLAIN, USE_WITH_CUDA, USE_FOR_DEVICE, USE_SWITCHED};
	uint32_t n = f->words.definitions.len;

	start(f);
	for (size_t u = 0; u < sizeof uses / sizeof *uses; u++) {
		if (!mark_uses(f, n, (struct way){USE_PLAIN, NULL, NULL}, uses[u]))
			return false;
		for (uint32_t d = 0; d < n && u; d++)
			if (f->used[d] && f->used[d] < uses[u] &&
			        !mark_uses(f, d,
			                (struct way){(enum use)f->used[d], f->guard[d], f->off[d]},
			                uses[u]))
				return false;
		if (!follow(f, uses[u]))
			return false;
	}
	for (uint32_t d = 0; d < n && !f->spelled; d++)
		if (!f->words.definitions.at[d].of &&
		        f->files.asked[f->words.definitions.at[d].file]) {
			if (f->used[d] == USE_SWITCHED)
				f->used[d] = USE_NONE;
			mark_used(f, d, &(struct way){USE_PLAIN, NULL, NULL});
		}
	return follow(f, USE_PLAIN) && free_what_unnamed_use(f);
}

/* What files load by names that are made at run time, unless nothing names the def that does so. */
static bool find_loaded(struct finder *f)
{
	bool *idle = ARENA_ARRAY(f->arena, bool, (size_t)f->in->n_files + 1);

	for (uint32_t i = 0; i < f->words.definitions.len; i++) {
		const struct definition *d = &f->words.definitions.at[i];
		str name = f->sought.names.at[d->name];

		if (!d->of && !d->class_ && d->plain && !f->words.named[d->name] &&
		        f->files.spelled[d->file] && !f->files.offered[d->file] &&
		        !is_called_by_name(name) &&
		        !word_parts_make(&f->words.parts, name, PART_LEAST))
			idle[d->file] |=
			        f->in->shared->results[d->file].names.loads_in == str_hash(name, 0);
	}
	return unused_files_load(&f->files, idle);
}

/* First with all that a name made at run time could ask for, then without. */
static bool find_uses(struct finder *f)
{
	const str **guard;

	prepare(f);
	if (!find_used(f))
		return false;
	f->by_any = f->used;
	guard = f->guard;
	f->spelled = true;
	if (!find_used(f))
		return false;
	f->guard = guard;
	return true;
}

/* ------------------------------------------------------------------ findings */

/* The method of a class that a finding stands in, as far as it is judged: definition + 1. */
static uint32_t method_around(struct finder *f, str function, uint32_t class_)
{
	str rest = function, top, method;
	uint32_t name, d;

	if (!str_cut(&rest, '.', &top) || !str_cut(&rest, '.', &method))
		return 0;
	name = sought_find(&f->sought, method);
	d = name == UINT32_MAX ? 0 : f->first_same[name];
	while (d && f->words.definitions.at[d - 1].of != class_ + 1)
		d = unused_files_may_look(&f->files, 1) ? f->next_same[d - 1] : 0;
	return d;
}

static enum finding_guard guard_of_unused(const struct finder *f, uint32_t definition)
{
	const struct definition *d = &f->words.definitions.at[definition];

	if (is_uncalled_switch(f, d))
		return GUARD_UNCALLED;
	return f->by_any[definition] == USE_NONE ? GUARD_UNUSED : GUARD_UNNAMED;
}

/* A finding in a definition, one of a class's methods, or in a class as a whole. */
static void lower(struct finder *f, struct finding *finding, uint32_t definition)
{
	str function = finding->function;
	size_t end = str_find_byte(function, '.');
	bool spelled = f->used[definition] != USE_NONE;

	if (spelled && f->by_any[definition] == USE_PLAIN && f->used[definition] != USE_SWITCHED) {
		definition = method_around(f, function, definition);
		if (!definition)
			return;
		spelled = f->used[--definition] != USE_NONE;
		end += 1 + str_find_byte(str_from_at(function, end + 1), '.');
	}
	if (!spelled)
		rules_lower(f->out->arena, f->out->rules, finding, guard_of_unused(f, definition),
		        str_slice(function, 0, end));
	else if (f->used[definition] == USE_SWITCHED)
		rules_lower(f->out->arena, f->out->rules, finding,
		        f->off[definition]->spelled ? GUARD_FLAG : GUARD_UNSET,
		        f->off[definition]->name);
	else if (f->by_any[definition] != USE_PLAIN && finding->guarded_by == GUARD_NONE)
		rules_lower_guarded(f->out->arena, f->out->rules, finding, *f->guard[definition],
		        f->by_any[definition] == USE_FOR_DEVICE);
}

/* Those of one file; `definition_of`: by name, its definitions + 1. */
static void lower_in(
        struct finder *f, uint32_t first, uint32_t count, const uint32_t *definition_of)
{
	for (uint32_t i = first; i < first + count; i++) {
		struct finding *finding = &f->out->findings.list.at[i];
		str top = str_slice(finding->function, 0, str_find_byte(finding->function, '.'));
		uint32_t name = may_lower(finding) ? sought_find(&f->sought, top) : UINT32_MAX;

		if (name != UINT32_MAX && definition_of[name])
			lower(f, finding, definition_of[name] - 1);
	}
}

static void lower_findings(struct finder *f)
{
	uint32_t *definition_of = ARENA_ARRAY(f->arena, uint32_t, (size_t)f->sought.names.len + 1);
	const struct definition *list = f->words.definitions.at;
	uint32_t at = 0, finding = 0;

	for (uint32_t i = 0; i < f->in->n_files; i++) {
		uint32_t count = f->in->shared->results[i].findings.list.len, from = at;

		for (; at < f->words.definitions.len && list[at].file == i; at++)
			if (!list[at].of)
				definition_of[list[at].name] = at + 1;
		if (f->in->input_of[i] == UINT32_MAX)
			continue;
		if (at > from)
			lower_in(f, finding, count, definition_of);
		finding += count;
		for (; from < at; from++)
			definition_of[list[from].name] = 0;
	}
}

void unused_find(struct env *env, const struct unused_in *in, struct scan *out)
{
	struct finder f = {.env = env, .out = out, .in = in, .arena = arena_new()};

	f.sought.arena = f.sought.map.arena = f.arena;
	if (unused_files_find(env, f.arena, in, out, &f.files) && has_cause(&f) && !has_data(&f) &&
	        seek_definitions(&f) && take_words(&f) && find_loaded(&f) && find_uses(&f))
		lower_findings(&f);
	arena_free(f.arena);
}
