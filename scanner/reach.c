#include "scanner/reach.h"

#include "base/file.h"
#include "scanner/reach_texts.h"

enum {
	HOMES_MOST =
	        64, /* folders that are reached as a whole, of a workload: behind, everything */
};

struct reach {
	const struct scan_shared *shared;
	struct scan *out;
	const uint32_t *input_of; /* of a file; UINT32_MAX: none */
	uint32_t n_files;
	const enum launched *launched;
	const bool *tests; /* files of tests */
	const struct import_graph *imports;
	const bool *unreached; /* files to which imports that are guessed lead; NULL: to none */
	bool only_unreached;   /* nothing else is visited */
	/* of the workload at hand */
	bool *seen;
	VEC(uint32_t) queue;
	str homes[HOMES_MOST];
	uint32_t n_homes;
};

/* The name of a file's module; "" for one that lies in no package. */
static str module_in_package(const struct project *project, uint32_t file)
{
	uint32_t module = project->of_file.at[file];
	str name = module ? project->modules.at[module - 1].name : STR_NONE;

	return str_find_byte(name, '.') < name.len ? name : STR_NONE;
}

static const bool *find_tests(struct env *env, const struct reach *r)
{
	bool *out = ARENA_ARRAY(env->temp, bool, (size_t)r->n_files + 1);

	for (uint32_t i = 0; i < r->n_files; i++)
		out[i] = scan_file_is_tested(r->shared, i);
	return out;
}

/* Both lie in the same topmost package. */
static bool share_package(const struct project *project, uint32_t one, uint32_t other)
{
	str name = module_in_package(project, one);

	return name.len && str_starts(module_in_package(project, other),
	                           str_slice(name, 0, str_find_byte(name, '.') + 1));
}

/* ------------------------------------------------------------------ from a file on */

static void visit(struct env *env, struct reach *r, uint32_t file)
{
	if (file == UINT32_MAX || r->seen[file] || (r->only_unreached && !r->unreached[file]))
		return;
	r->seen[file] = true;
	*VEC_PUSH(env->temp, &r->queue) = file;
}

/* The packages around a module run first. */
static void visit_around(struct env *env, struct reach *r, uint32_t file)
{
	for (file = r->imports->around[file]; file != UINT32_MAX && !r->seen[file];
	        file = r->imports->around[file])
		visit(env, r, file);
}

str reach_home(const struct scan_shared *shared, uint32_t file)
{
	str path = shared->files[file].path;
	str name = module_in_package(shared->project, file), part;

	if (str_eq(path_base(path), S("__init__.py")))
		path = path_folder(path);
	if (!name.len)
		return STR_NONE;
	while (str_cut(&name, '.', &part))
		path = path_folder(path);
	return path;
}

bool reach_lies_in(str path, str folder)
{
	return !folder.len || str_eq(folder, S(".")) ||
	       (str_starts(path, folder) && path.len > folder.len &&
	               (path.ptr[folder.len] == '/' || str_ends(folder, S("/"))));
}

/* What a module may load by a name that is made at run time: what lies beside its package as well,
 * as a loader in a package of tools does; a script: anything. */
static void visit_named(struct env *env, struct reach *r, uint32_t file)
{
	str home = reach_home(r->shared, file);

	if (r->tests[file])
		return;
	for (uint32_t i = 0; i < r->n_homes; i++)
		if (reach_lies_in(home, r->homes[i]) || str_eq(home, r->homes[i]))
			return;
	if (r->n_homes == HOMES_MOST - 1)
		home = STR_NONE;
	r->homes[r->n_homes++] = home;
	for (uint32_t i = 0; i < r->n_files; i++)
		if (r->shared->project->of_file.at[i] && !r->tests[i] &&
		        reach_lies_in(r->shared->files[i].path, home))
			visit(env, r, i);
}

static void visit_imports(struct env *env, struct reach *r, uint32_t file)
{
	for (uint32_t k = r->imports->first[file]; k < r->imports->first[file + 1]; k++) {
		const struct import_edge *edge = &r->imports->edges.at[k];

		if (edge->guessed && (!r->unreached || !r->unreached[edge->file]))
			continue;
		visit(env, r, edge->file);
		visit_around(env, r, edge->file);
	}
}

/* Everything that imports lead to from what is in the queue, breadth first. */
static void reach_on(struct env *env, struct reach *r, uint32_t workload)
{
	struct workload *w = &r->out->workloads.at[workload];

	for (uint32_t i = 0; i < r->queue.len; i++) {
		uint32_t at = r->queue.at[i];
		const struct scan_result *result = &r->shared->results[at];

		if (r->input_of[at] != UINT32_MAX)
			r->out->inputs.at[r->input_of[at]].workloads |= UINT64_C(1) << workload;
		w->reached++;
		w->functions += result->functions;
		visit_imports(env, r, at);
		if (result->signs.by_name)
			visit_named(env, r, at);
	}
}

/* ------------------------------------------------------------------ entry points */

static str workload_name(str path)
{
	str base = path_base(path);

	base = str_slice(base, 0, str_find_byte(base, '.'));
	return str_eq(base, S("__main__")) ? path_base(path_folder(path)) : base;
}

/* How files are launched by what text files say, by index. */
static enum launched *find_launched(struct env *env, const struct reach *r)
{
	enum launched *out = ARENA_ARRAY(env->temp, enum launched, (size_t)r->n_files + 1);
	struct launch_table *table = NULL;
	str *paths;

	for (uint32_t i = 0; i < r->n_files; i++) {
		if (!r->shared->results[i].launches.list.len)
			continue;
		if (!table) {
			paths = ARENA_ARRAY(env->temp, str, (size_t)r->n_files + 1);
			for (uint32_t k = 0; k < r->n_files; k++)
				paths[k] = r->shared->files[k].path;
			table = launch_table_new(env->temp, paths, r->n_files);
		}
		launch_mark(table, r->shared->files[i].path, &r->shared->results[i].launches, out);
	}
	return out;
}

enum { PART_OF_PACKAGE = 1, IMPORTED = 2 };

/* By file: another module of its own package imports it; some file does that is no test. */
static uint8_t *find_imported(struct env *env, const struct reach *r)
{
	uint8_t *out = ARENA_ARRAY(env->temp, uint8_t, (size_t)r->n_files + 1);

	for (uint32_t i = 0; i < r->n_files; i++)
		for (uint32_t k = r->imports->first[i]; k < r->imports->first[i + 1]; k++) {
			uint32_t file = r->imports->edges.at[k].file;

			if (file == i || r->tests[i] || r->imports->edges.at[k].guessed)
				continue;
			out[file] |= IMPORTED;
			if (!r->tests[file] && share_package(r->shared->project, i, file))
				out[file] |= PART_OF_PACKAGE;
		}
	return out;
}

/* A __main__ part, or all of a file that "python -m package" runs. */
static bool is_program(const struct reach *r, uint32_t file)
{
	return r->shared->results[file].signs.main ||
	       str_eq(path_base(r->shared->files[file].path), S("__main__.py"));
}

/* The package installs programs, or some file has a __main__ part and is no part of others, where
 * that only tries it out. That a workflow runs one script of a library says nothing of the rest. */
static bool has_programs(const struct reach *r, const uint8_t *imported)
{
	for (uint32_t i = 0; i < r->n_files; i++)
		if (r->shared->results[i].launches.installed ||
		        (is_program(r, i) && !(imported[i] & PART_OF_PACKAGE)))
			return true;
	return false;
}

/* setup.py and its like build, test and document. */
static bool is_helper(str path)
{
	static const char *const names[] = {"setup.py", "conftest.py", "noxfile.py", "conf.py",
	        "__init__.py", "hubconf.py", "tasks.py", NULL};

	return str_is_one_of(path_base(path), names);
}

static bool is_entry(const struct reach *r, const uint8_t *imported, uint32_t file)
{
	const struct entry_signs *signs = &r->shared->results[file].signs;

	if (is_program(r, file) || r->launched[file] != LAUNCHED_NOT)
		return true;
	return (signs->runs || signs->served) && !(imported[file] & IMPORTED) &&
	       !is_helper(r->shared->files[file].path) && !r->tests[file];
}

static bool is_named(const struct scan_plan *plan, str path)
{
	for (uint32_t i = 0; i < plan->n_entries; i++)
		if (str_eq(plan->entries[i], path))
			return true;
	return false;
}

static void start_empty(struct env *env, struct reach *r)
{
	r->queue.len = 0;
	r->seen = ARENA_ARRAY(env->temp, bool, (size_t)r->n_files + 1);
	r->n_homes = 0;
}

static void open_workload(
        struct env *env, struct reach *r, uint32_t file, str name, bool configured)
{
	*VEC_PUSH(r->out->arena, &r->out->workloads) = (struct workload){.name = name,
	        .entry = r->shared->results[file].input.path,
	        .input = r->input_of[file],
	        .configured = configured};
	start_empty(env, r);
}

static void start_at(struct env *env, struct reach *r, uint32_t file)
{
	visit(env, r, file);
	if (r->launched[file] == LAUNCHED_MODULE)
		visit_around(env, r, file);
}

/* A workload for each. Of more than have a bit of their own the last workload holds the rest. */
static void reach_from(
        struct env *env, struct reach *r, const uint32_t *entries, uint32_t count, bool configured)
{
	uint32_t own = count > WORKLOADS_MOST ? WORKLOADS_MOST - 1 : count;

	for (uint32_t i = 0; i < own; i++) {
		open_workload(env, r, entries[i],
		        workload_name(r->shared->results[entries[i]].input.path), configured);
		start_at(env, r, entries[i]);
		reach_on(env, r, i);
	}
	if (own == count)
		return;
	diag_note(env->diags, (struct place){.path = r->shared->results[entries[own]].input.path},
	        "%u entry points, of which the last %u are told as one; name those that matter "
	        "with "
	        "--entry",
	        count, count - own);
	open_workload(env, r, entries[own], arena_format(r->out->arena, "%u others", count - own),
	        configured);
	for (uint32_t i = own; i < count; i++)
		start_at(env, r, entries[i]);
	reach_on(env, r, own);
}

static void find_workloads(struct env *env, const struct scan_plan *plan, struct reach *r)
{
	const uint8_t *imported = NULL;
	VEC(uint32_t) entries = {0};

	if (!plan->n_entries) {
		imported = find_imported(env, r);
		if (!has_programs(r, imported))
			return;
	}
	for (uint32_t i = 0; i < r->n_files; i++)
		if (r->input_of[i] != UINT32_MAX &&
		        (plan->n_entries ? is_named(plan, r->shared->results[i].input.path)
		                         : is_entry(r, imported, i)))
			*VEC_PUSH(env->temp, &entries) = i;
	reach_from(env, r, entries.at, entries.len, plan->n_entries > 0);
}

static bool *find_unreached(struct env *env, const struct reach *r)
{
	bool *out = ARENA_ARRAY(env->temp, bool, (size_t)r->n_files + 1);

	for (uint32_t i = 0; i < r->n_files; i++)
		out[i] = r->input_of[i] != UINT32_MAX &&
		         !r->out->inputs.at[r->input_of[i]].workloads;
	return out;
}

/* What is not reached otherwise, but may be through imports that are guessed, is. Where something
 * leads to a file for certain, guesses would only make everything lead everywhere. */
static void reach_guessed(struct env *env, struct reach *r)
{
	const bool *unreached = find_unreached(env, r);
	bool any = false;

	for (uint32_t k = 0; k < r->imports->edges.len && !any; k++)
		any = r->imports->edges.at[k].guessed && unreached[r->imports->edges.at[k].file];
	r->unreached = unreached;
	for (uint32_t w = 0; w < r->out->workloads.len && any; w++) {
		start_empty(env, r);
		for (uint32_t i = 0; i < r->n_files; i++)
			r->seen[i] = r->input_of[i] != UINT32_MAX &&
			             r->out->inputs.at[r->input_of[i]].workloads >> w & 1;
		for (uint32_t i = 0; i < r->n_files; i++)
			if (r->seen[i] && !unreached[i])
				visit_imports(env, r, i);
		reach_on(env, r, w);
	}
}

/* What texts name may run in any workload, and so what it leads to. They are read for it only where
 * something would be folded away. */
static void reach_named(struct env *env, struct reach *r)
{
	bool *sought = ARENA_ARRAY(env->temp, bool, (size_t)r->n_files + 1), any = false;
	bool *named = ARENA_ARRAY(env->temp, bool, (size_t)r->n_files + 1);

	r->unreached = find_unreached(env, r);
	for (uint32_t i = 0; i < r->n_files && r->out->workloads.len; i++) {
		sought[i] = r->unreached[i] && !r->tests[i] &&
		            str_ends(r->shared->files[i].path, S(".py"));
		any |= sought[i] && r->shared->results[i].findings.list.len;
	}
	if (!any)
		return;
	reach_texts_find(env, r->shared, r->n_files, sought, named);
	r->only_unreached = true;
	for (uint32_t w = 0; w < r->out->workloads.len; w++) {
		start_empty(env, r);
		for (uint32_t i = 0; i < r->n_files; i++)
			if (named[i])
				visit(env, r, i);
		reach_on(env, r, w);
	}
	r->only_unreached = false;
}

static bool is_setup(const struct input *input)
{
	return str_eq(path_base(input->path), S("setup.py"));
}

/* setup.py builds and installs whatever is started; what it imports is not. */
static void reach_setup(struct reach *r)
{
	for (uint32_t i = 0; i < r->n_files; i++) {
		struct input *input =
		        r->input_of[i] == UINT32_MAX ? NULL : &r->out->inputs.at[r->input_of[i]];

		if (!input || !is_setup(input))
			continue;
		for (uint32_t w = 0; w < r->out->workloads.len; w++) {
			if (input->workloads >> w & 1)
				continue;
			input->workloads |= UINT64_C(1) << w;
			r->out->workloads.at[w].reached++;
			r->out->workloads.at[w].functions += r->shared->results[i].functions;
		}
	}
}

/* ------------------------------------------------------------------ what it comes to */

static bool has_weight(const struct scan_result *result)
{
	for (uint32_t i = 0; i < result->findings.list.len; i++)
		if (finding_worst(&result->findings.list.at[i], UINT32_MAX) >= SEVERITY_MAJOR)
			return true;
	return false;
}

/* Nothing of weight in what is reached, and something in the rest: what was found to start the
 * project is not what it is for. */
static bool reaches_nothing(const struct reach *r)
{
	bool elsewhere = false;

	for (uint32_t i = 0; i < r->n_files; i++) {
		const struct input *input =
		        r->input_of[i] == UINT32_MAX ? NULL : &r->out->inputs.at[r->input_of[i]];

		if (!input || !input_is_python(input) || r->tests[i] || is_setup(input) ||
		        !has_weight(&r->shared->results[i]))
			continue;
		if (input->workloads)
			return false;
		elsewhere = true;
	}
	return elsewhere;
}

static void forget(struct reach *r)
{
	r->out->workloads.len = 0;
	for (uint32_t i = 0; i < r->out->inputs.len; i++)
		r->out->inputs.at[i].workloads = 0;
}

static void count_unreached(struct reach *r)
{
	for (uint32_t i = 0; i < r->n_files && r->out->workloads.len; i++) {
		const struct input *input =
		        r->input_of[i] == UINT32_MAX ? NULL : &r->out->inputs.at[r->input_of[i]];

		if (!input || !input_is_python(input) || input->workloads)
			continue;
		r->out->unreached_inputs++;
		r->out->unreached_functions += r->shared->results[i].functions;
	}
}

void reach_find(struct env *env, const struct scan_plan *plan, const struct scan_shared *shared,
        const struct import_graph *imports, const uint32_t *input_of, uint32_t n_files,
        struct scan *out)
{
	struct reach r = {.shared = shared,
	        .out = out,
	        .input_of = input_of,
	        .n_files = n_files,
	        .imports = imports};

	r.launched = find_launched(env, &r);
	r.tests = find_tests(env, &r);
	find_workloads(env, plan, &r);
	reach_guessed(env, &r);
	if (!plan->n_entries)
		reach_named(env, &r);
	if (!plan->n_entries && reaches_nothing(&r))
		forget(&r);
	reach_setup(&r);
	count_unreached(&r);
}
