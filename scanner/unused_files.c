/* Each test here is a reason not to judge: where one is in doubt, it holds. */
#include "scanner/unused_files.h"

#include "scanner/distributions.h"

#include "base/file.h"
#include "scanner/reach.h"

enum {
	STEPS_MOST = 1 << 26,
	IMPORTER_BYTES_MOST = 16 << 20,
	AROUND_MOST = 20, /* packages around a file */
};

bool unused_files_may_look(struct unused_files *files, uint64_t steps)
{
	files->steps += steps;
	return files->steps <= STEPS_MOST;
}

/* ------------------------------------------------------------------ who imports whom */

/* Calls back for each file that is loaded with an import: the packages around it run as well. */
static void count_back(struct unused_files *f, uint32_t *next)
{
	const struct import_graph *graph = f->in->imports;

	for (uint32_t i = 0; i < f->in->n_files; i++)
		for (uint32_t k = graph->first[i]; k < graph->first[i + 1]; k++)
			for (uint32_t at = graph->edges.at[k].file; at != UINT32_MAX;
			        at = graph->around[at]) {
				if (f->back)
					f->back[next[at]] = i;
				next[at]++;
			}
}

static void find_back(struct unused_files *f)
{
	uint32_t n = f->in->n_files, total = 0;
	uint32_t *next = ARENA_ARRAY(f->arena, uint32_t, (size_t)n + 1);

	f->back_first = ARENA_ARRAY(f->arena, uint32_t, (size_t)n + 1);
	count_back(f, next);
	for (uint32_t i = 0; i < n; i++) {
		f->back_first[i] = total;
		total += next[i];
		next[i] = f->back_first[i];
	}
	f->back_first[n] = total;
	f->back = ARENA_ARRAY(f->arena, uint32_t, (size_t)total + 1);
	count_back(f, next);
}

/* ------------------------------------------------------------------ who may ask for any name */

static bool is_package(const struct unused_in *in, uint32_t file)
{
	return str_eq(path_base(in->shared->files[file].path), S("__init__.py"));
}

bool unused_files_is_package(const struct unused_files *files, uint32_t file)
{
	return is_package(files->in, file);
}

/* Its names are those of what it imports as well. */
static bool passes_on(const struct unused_in *in, uint32_t file)
{
	return is_package(in, file) || in->shared->results[file].stars.len;
}

/* What imports call it. */
static str stem_of(const struct unused_in *in, uint32_t file)
{
	str path = in->shared->files[file].path;
	str stem = path_base(is_package(in, file) ? path_folder(path) : path);

	return str_slice(stem, 0, str_find_byte(stem, '.'));
}

/* A file that imports another has it, or all its names, and not only some of them. */
static bool has_module(const struct unused_in *in, uint32_t user, uint32_t file)
{
	const struct scan_result *r = &in->shared->results[user];
	str stem = stem_of(in, file);

	if (is_package(in, file))
		return true;
	for (uint32_t i = 0; i < r->imports.len; i++) {
		if (str_eq(str_last_part(r->imports.at[i].module, '.'), stem))
			return true;
	}
	return false;
}

/* All names of a file that another imports are its own: with a star, or, of a package, since
 * __init__.py is asked for what lies in it. */
static bool hands_on(struct unused_files *f, uint32_t user, uint32_t file)
{
	const struct scan_result *r = &f->in->shared->results[user];
	str stem = stem_of(f->in, file), part;

	if (is_package(f->in, user) || !unused_files_may_look(f, r->imports.len + r->stars.len) ||
	        has_module(f->in, user, file))
		return true;
	for (uint32_t i = 0; i < r->stars.len; i++) {
		part = str_last_part(r->stars.at[i], '.');
		if (!part.len || str_eq(part, stem)) /* from . import * */
			return true;
	}
	return false;
}

enum { OPEN_NAMES = 1, OPEN_IMPORTS = 2 };

/* Any name of a file may be asked for, and, where it passes them on, of what it imports so. */
static void open_names(struct unused_files *f, uint8_t *open, uint32_t file)
{
	const struct import_graph *graph = f->in->imports;
	uint32_t len = 0;

	open[file] |= OPEN_NAMES;
	if (passes_on(f->in, file) && !(open[file] & OPEN_IMPORTS))
		f->queue[len++] = file;
	open[file] |= passes_on(f->in, file) ? OPEN_IMPORTS : 0;
	while (len) {
		uint32_t at = f->queue[--len];

		for (uint32_t k = graph->first[at]; k < graph->first[at + 1]; k++) {
			uint32_t next = graph->edges.at[k].file;

			if (!hands_on(f, at, next))
				continue;
			open[next] |= OPEN_NAMES;
			if (passes_on(f->in, next) && !(open[next] & OPEN_IMPORTS)) {
				open[next] |= OPEN_IMPORTS;
				f->queue[len++] = next;
			}
		}
	}
}

/* Files of which any name may be asked for by code that makes it, or, `offered`, by users. */
static const uint8_t *find_open(struct unused_files *f, bool offered)
{
	const struct import_graph *graph = f->in->imports;
	uint8_t *open = ARENA_ARRAY(f->arena, uint8_t, (size_t)f->in->n_files + 1);

	for (uint32_t i = 0; i < f->in->n_files; i++) {
		if (f->in->shared->handed.files[i])
			open_names(f, open, i);
		if (!(offered ? f->in->shared->results[i].names.offered
		              : f->in->shared->results[i].names.open))
			continue;
		open_names(f, open, i);
		for (uint32_t k = graph->first[i]; k < graph->first[i + 1]; k++) {
			if (!unused_files_may_look(f, f->in->shared->results[i].imports.len))
				return NULL;
			if (has_module(f->in, i, graph->edges.at[k].file))
				open_names(f, open, graph->edges.at[k].file);
		}
	}
	return open;
}

static bool lies_below(str path, uint64_t folder)
{
	for (path = path_folder(path_plain(path)); path.len > 1; path = path_folder(path)) {
		if (str_hash(path_base(path), 0) == folder)
			return true;
		if (path_folder(path).len >= path.len)
			return false;
	}
	return false;
}

/* Files that another loads by names made at run time: any file may use them, or, where the names in
 * them are made as well, nothing is told of them, unless some function is called for CUDA alone. A
 * copy that is loaded is none of a file that others import. */
static bool take_named(struct unused_files *f, uint32_t loader, bool guards)
{
	const struct scan_result *r = &f->in->shared->results[loader];
	bool any = r->names.any_name || r->signs.by_object;
	bool copies = r->names.copies && !r->signs.by_object;
	bool dotted = r->names.dotted && !r->signs.by_object;
	uint64_t below = r->signs.by_object ? 0 : r->names.below;
	str home = reach_home(f->in->shared, loader), ending = str_from(r->names.ending);

	if (r->signs.by_object)
		ending = STR_NONE;
	if (!unused_files_may_look(f, f->in->n_files))
		return false;
	for (uint32_t i = 0; i < f->in->n_files; i++) {
		str path = f->in->shared->files[i].path;

		if (!reach_lies_in(path, home) || (below && !lies_below(path, below)) ||
		        !str_ends(path, ending) ||
		        (copies && f->back_first[i] < f->back_first[i + 1]))
			continue;
		f->everyone[i] |= !any || !dotted;
		f->dotted[i] |= any && dotted;
		f->asked[i] |= any && !dotted;
		f->judged[i] &= !any || dotted || guards;
	}
	return true;
}

/* ------------------------------------------------------------------ files */

/* A test runner asks it for what it finds by its names. A program in a folder of tests that is not
 * called as one is started, not collected. */
static bool is_collected(const struct unused_in *in, uint32_t file)
{
	str base = path_base(in->shared->files[file].path);

	return scan_file_is_tested(in->shared, file) &&
	       (!in->shared->results[file].signs.main || str_starts(base, S("test")) ||
	               str_ends(base, S("_test.py")) || str_ends(base, S("_tests.py")));
}

static bool is_judged(const struct unused_in *in, const struct scan *scan, uint32_t file)
{
	static const char *const helpers[] = {
	        "setup.py", "conftest.py", "noxfile.py", "conf.py", "hubconf.py", "tasks.py", NULL};
	const struct scan_result *r = &in->shared->results[file];
	const struct input *input =
	        in->input_of[file] == UINT32_MAX ? NULL : &scan->inputs.at[in->input_of[file]];
	str path = in->shared->files[file].path;

	return input && input->workloads && str_eq(input->kind, S("python")) &&
	       str_ends(path, S(".py")) && input->status == INPUT_READ && !r->signs.served &&
	       !is_collected(in, file) && !str_is_one_of(path_base(path), helpers);
}

/* Beside the package, and no part of it. */
static bool is_beside(const struct unused_in *in, uint32_t file, str top)
{
	static const char *const names[] = {"scripts", "script", "tools", "examples", "example",
	        "benchmarks", "benchmark", "demo", "demos", "notebooks", "experiments", NULL};
	str folder = path_folder(path_plain(in->shared->files[file].path)), last = folder;

	if (in->imports->around[file] != UINT32_MAX || is_package(in, file))
		return false;
	for (; folder.len > top.len && !str_eq(folder, S(".")); folder = path_folder(folder))
		last = folder;
	return str_is_one_of(path_base(last), names);
}

/* Packages, and files that they hand out as they are, or with all their names: from . import net,
 * from .net import *. What they hand out by name, they name. NULL when that takes too long. */
static const bool *find_handed_out(struct unused_files *f)
{
	const struct unused_in *in = f->in;
	const struct import_graph *graph = in->imports;
	bool *out = ARENA_ARRAY(f->arena, bool, (size_t)in->n_files + 1);
	uint32_t len = 0;

	for (uint32_t i = 0; i < in->n_files; i++) {
		out[i] = is_package(in, i);
		if (out[i])
			f->queue[len++] = i;
	}
	while (len) {
		uint32_t at = f->queue[--len];

		for (uint32_t k = graph->first[at]; k < graph->first[at + 1]; k++) {
			uint32_t next = graph->edges.at[k].file;

			if (!unused_files_may_look(f, in->shared->results[at].imports.len))
				return NULL;
			if (out[next] || !has_module(in, at, next))
				continue;
			out[next] = true;
			if (passes_on(in, next))
				f->queue[len++] = next;
		}
	}
	return out;
}

static bool find_offered(struct env *env, struct unused_files *f)
{
	const struct unused_in *in = f->in;
	const bool *handed_out = find_handed_out(f);
	struct distributions all;

	distributions_find(env, f->arena, in->shared, in->n_files, &all);
	for (uint32_t i = 0; i < in->n_files && handed_out; i++) {
		const struct distribution *of = distributions_of(&all, in->shared->files[i].path);

		f->packaged[i] = of && (of->says == SAYS_WHICH || !is_beside(in, i, of->top));
	}
	for (uint32_t i = 0; i < in->n_files && handed_out; i++)
		f->offered[i] =
		        f->packaged[i] && (handed_out[i] || in->imports->around[i] == UINT32_MAX);
	return handed_out;
}

/* ------------------------------------------------------------------ who may use what */

static const uint64_t *importers_of(struct unused_files *f, uint32_t file)
{
	size_t words = (size_t)f->in->n_files / 64 + 1;
	uint64_t *bits;
	uint32_t len = 0;

	if (f->importers[file])
		return f->importers[file];
	f->bytes += words * sizeof *bits;
	if (f->bytes > IMPORTER_BYTES_MOST)
		return NULL;
	bits = f->importers[file] = ARENA_ARRAY(f->arena, uint64_t, words);
	bits[file / 64] |= UINT64_C(1) << (file % 64);
	f->queue[len++] = file;
	while (len) {
		uint32_t at = f->queue[--len];

		f->steps += f->back_first[at + 1] - f->back_first[at];
		for (uint32_t k = f->back_first[at]; k < f->back_first[at + 1]; k++) {
			uint32_t from = f->back[k];

			if (bits[from / 64] >> (from % 64) & 1)
				continue;
			bits[from / 64] |= UINT64_C(1) << (from % 64);
			f->queue[len++] = from;
		}
	}
	return bits;
}

/* The file, or a package around it, is called so: import lib; lib.ops.attention(x). */
static bool is_called(const struct unused_in *in, uint32_t file, str stem, str part)
{
	if (str_eq(part, stem))
		return true;
	for (uint32_t at = in->imports->around[file], n = 0; at != UINT32_MAX && n < AROUND_MOST;
	        at = in->imports->around[at], n++)
		if (str_eq(part, stem_of(in, at)))
			return true;
	return false;
}

/* Some import of a file has a part that is called as the other is: it may mean it after all. */
static bool names_module(struct unused_files *f, uint32_t user, uint32_t file)
{
	const struct scan_result *r = &f->in->shared->results[user];
	str stem = stem_of(f->in, file);

	f->steps += r->imports.len;
	for (uint32_t i = 0; i < r->imports.len; i++) {
		str rest = r->imports.at[i].module, part;

		while (str_cut(&rest, '.', &part))
			if (is_called(f->in, file, stem, part))
				return true;
	}
	return false;
}

/* A package may hand out by name what lies below it, and load it when it is asked for. */
static bool is_around(const struct unused_in *in, uint32_t package, uint32_t file)
{
	return is_package(in, package) &&
	       reach_lies_in(path_plain(in->shared->files[file].path),
	               path_folder(path_plain(in->shared->files[package].path)));
}

bool unused_files_may_use(struct unused_files *f, uint32_t user, uint32_t file)
{
	const uint64_t *bits;

	if (user == file || f->everyone[file] || is_around(f->in, user, file) ||
	        /* exec(open("ops.py").read()); setup.py has entry points as texts */
	        f->in->shared->results[user].names.open ||
	        str_eq(path_base(f->in->shared->files[user].path), S("setup.py")))
		return true;
	bits = importers_of(f, file);
	return !bits || bits[user / 64] >> (user % 64) & 1 || names_module(f, user, file);
}

/* Tests and what installs: they ask for no methods of a program that runs. */
static bool is_aside(const struct unused_in *in, uint32_t file)
{
	return scan_file_is_tested(in->shared, file) ||
	       str_eq(path_base(in->shared->files[file].path), S("setup.py"));
}

/* Files whose definitions, and whose methods, can be judged at all. */
static bool find_judged(struct unused_files *f, const struct scan *scan)
{
	const struct unused_in *in = f->in;
	const uint8_t *open = find_open(f, false), *offered = find_open(f, true);

	for (uint32_t i = 0; i < in->n_files; i++) {
		enum methods_asked asked = in->shared->results[i].names.methods;

		if (!is_aside(in, i) && asked > f->asked_methods)
			f->asked_methods = asked;
	}
	for (uint32_t i = 0; i < in->n_files && open && offered; i++) {
		bool judged = is_judged(in, scan, i);

		f->judged[i] = !open[i] && judged;
		f->spelled[i] = !offered[i] && judged;
		f->methods[i] = judged && f->asked_methods < METHODS_ANY;
		f->own[i] = in->shared->results[i].names.methods == METHODS_OWN;
	}
	return open && offered;
}

bool unused_files_find(struct env *env, struct arena *arena, const struct unused_in *in,
        const struct scan *scan, struct unused_files *out)
{
	size_t room = (size_t)in->n_files + 1;
	struct unused_files *f = out;

	if (!scan->workloads.len || !in->shared->whole || in->shared->handed.too_many)
		return false;
	*out = (struct unused_files){.arena = arena,
	        .in = in,
	        .judged = ARENA_ARRAY(arena, bool, room),
	        .spelled = ARENA_ARRAY(arena, bool, room),
	        .everyone = ARENA_ARRAY(arena, bool, room),
	        .asked = ARENA_ARRAY(arena, bool, room),
	        .dotted = ARENA_ARRAY(arena, bool, room),
	        .methods = ARENA_ARRAY(arena, bool, room),
	        .own = ARENA_ARRAY(arena, bool, room),
	        .packaged = ARENA_ARRAY(arena, bool, room),
	        .offered = ARENA_ARRAY(arena, bool, room),
	        .queue = ARENA_ARRAY(arena, uint32_t, room),
	        .importers = ARENA_ARRAY(arena, uint64_t *, room)};
	if (!find_judged(f, scan))
		return false;
	find_back(f);
	return find_offered(env, f);
}

bool unused_files_load(struct unused_files *f, const bool *idle)
{
	const struct unused_in *in = f->in;
	bool guards = false;

	for (uint32_t i = 0; i < in->n_files && !guards; i++)
		guards = in->shared->results[i].guarded.of_functions;
	for (uint32_t i = 0; i < in->n_files; i++)
		if (in->shared->results[i].signs.by_name &&
		        !(idle[i] && !in->shared->results[i].signs.by_object) &&
		        !scan_file_is_tested(in->shared, i) && !take_named(f, i, guards))
			return false;
	return true;
}
