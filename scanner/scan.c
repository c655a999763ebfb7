/* From paths to inputs: a list of files first, then each read by the reader of its kind on some
 * worker, then what concerns several files, in the order of the list: names that a project's
 * modules pass on, workloads, the same graph twice. Results are merged in order, so thread timing
 * never shows. */
#include "scanner/scan.h"

#include "base/file.h"
#include "base/pool.h"
#include "scanner/rank_compare.h"
#include "scanner/same_work.h"
#include "scanner/scan_file.h"
#include "scanner/phrases.h"

struct lister {
	struct env *env;
	const struct scan_plan *plan;
	struct scan *out;
	VEC(struct scan_candidate) files;
};

str input_status_word(enum input_status status)
{
	static const char *const words[] = {"read", "partly", "skipped", "failed"};

	return str_from(words[status]);
}

static void leave_out(struct scan *out, str reason, uint64_t files)
{
	struct walk walk = {.arena = out->arena};

	walk.left_out.at = out->not_scanned.at;
	walk.left_out.len = out->not_scanned.len;
	walk.left_out.cap = out->not_scanned.cap;
	walk_leave_out(&walk, reason, files);
	out->not_scanned.at = walk.left_out.at;
	out->not_scanned.len = walk.left_out.len;
	out->not_scanned.cap = walk.left_out.cap;
}

/* How much of a path that is named leads to the project: all of one that begins outside of the
 * current folder. */
static size_t above_project(str path)
{
	return str_starts(path, S("/")) || str_starts(path, S("..")) ? path.len : 0;
}

static void list_path(struct lister *l, str path)
{
	const size_t above = above_project(path);
	struct walk walk = {.arena = l->env->keep};
	enum file_kind kind = str_eq(path, S("-")) ? FILE_REGULAR : file_kind_of(l->env, path);

	if (kind != FILE_FOLDER) {
		*VEC_PUSH(l->env->keep, &l->files) =
		        (struct scan_candidate){path, true, above ? path_folder(path).len : 0};
		return;
	}
	if (!walk_folder(l->env, path, &l->plan->walk, &walk))
		return;
	for (uint32_t i = 0; i < walk.files.len; i++)
		*VEC_PUSH(l->env->keep, &l->files) =
		        (struct scan_candidate){walk.files.at[i], false, above};
	for (uint32_t i = 0; i < walk.left_out.len; i++)
		leave_out(l->out, walk.left_out.at[i].reason, walk.left_out.at[i].files);
}

/* ------------------------------------------------------------------ reading */

struct reading_job {
	struct scan_shared shared;
	struct scan_worker *workers;
	const uint32_t *only; /* indices to read; NULL: all */
	const struct scan_plan *plan;
	uint32_t total, done;
};

static void read_job(void *context, uint32_t worker, uint32_t index)
{
	struct reading_job *job = context;

	scan_file_read(&job->shared, &job->workers[worker], job->only ? job->only[index] : index);
	if (worker == 0 && job->plan->progress)
		job->plan->progress(job->plan->progress_context, index, job->total);
}

static bool is_own(void *project, str path, str module)
{
	return project_owns(project, path, module);
}

static uint32_t start_workers(
        struct env *env, const struct scan_plan *plan, struct scan *out, struct reading_job *job)
{
	uint32_t n = plan->jobs ? plan->jobs : pool_cores();

	if (n > 64)
		n = 64;
	if (n > job->total)
		n = job->total ? job->total : 1;
	job->workers = ARENA_ARRAY(env->keep, struct scan_worker, n);
	for (uint32_t i = 0; i < n; i++) {
		struct arena *keep = arena_new(), *temp = arena_new();

		*VEC_PUSH(env->keep, &out->arenas) = keep;
		*VEC_PUSH(env->keep, &out->arenas) = temp;
		scan_worker_start(&job->workers[i], env, keep, temp, plan->rules);
		if (job->workers[i].rules)
			rules_worker_own_modules(
			        job->workers[i].rules, is_own, job->shared.project);
	}
	return n;
}

/* Files in which some name comes, through the project's own modules, to something outside: read
 * again with those names replaced. */
static void read_again(struct env *env, struct reading_job *job, uint32_t workers, uint32_t n)
{
	VEC(uint32_t) again = {0};

	for (uint32_t i = 0; i < n; i++) {
		if (!job->shared.results[i].own_uses.len)
			continue;
		if (!job->shared.quiet_roots) /* all rules are asked: not where no file needs it */
			job->shared.quiet_roots =
			        scan_file_quiet_roots(env->keep, job->plan->rules);
		if (scan_file_passes_on(&job->shared, env->temp, i))
			*VEC_PUSH(env->temp, &again) = i;
	}
	if (!again.len)
		return;
	job->only = again.at;
	job->total = again.len;
	job->shared.redirect = true;
	pool_run(workers, again.len, read_job, job);
}

/* ------------------------------------------------------------------ merging */

static void take_graphs(struct scan *out, struct input *input, const struct graph_file *file)
{
	uint32_t first = out->graphs.len;

	for (uint32_t i = 0; i < file->graphs.len; i++) {
		const struct graph *graph = &file->graphs.at[i];
		struct graph_ref *ref = VEC_PUSH(out->arena, &out->graphs);

		*ref = (struct graph_ref){
		        file, i, out->inputs.len - 1, graph->counted, false, STR_NONE, STR_NONE};
		input->nodes += graph->n_nodes;
		if (!graph->counted)
			ref->why_not = graph->repeat_of != GRAPH_NONE
			                       ? PHRASE(phrase_subgraph_again)
			                       : PHRASE(phrase_other_view);
	}
	*VEC_PUSH(out->arena, &out->graph_files) =
	        (struct scan_graph_file){file, out->inputs.len - 1, first, out->graphs.len};
}

static bool is_python(const struct input *input)
{
	return str_eq(input->kind, S("python")) || str_eq(input->kind, S("notebook"));
}

static void take_result(struct env *env, struct scan *out, const struct scan_result *r)
{
	struct input *input;

	diag_merge(env->diags, &r->diags);
	if (r->left_out.len) {
		leave_out(out, r->left_out, 1);
		return;
	}
	input = VEC_PUSH(out->arena, &out->inputs);
	*input = r->input;
	if (r->graph)
		take_graphs(out, input, r->graph);
	for (uint32_t i = 0; i < r->api_uses.list.len; i++)
		*VEC_PUSH(out->arena, &out->api_uses) =
		        (struct scan_api_use){r->api_uses.list.at[i], out->inputs.len - 1};
	for (uint32_t i = 0; i < r->registrations.list.len; i++)
		*VEC_PUSH(out->arena, &out->registrations) = (struct scan_registration){
		        r->registrations.list.at[i], out->inputs.len - 1};
	for (uint32_t i = 0; i < r->findings.list.len; i++)
		*VEC_PUSH(out->arena, &out->findings.list) = r->findings.list.at[i];
	for (uint32_t i = 0; i < r->findings.pins.len; i++)
		*VEC_PUSH(out->arena, &out->findings.pins) = r->findings.pins.at[i];
	if (is_python(input)) {
		out->source_files++;
		out->source_lines += input->lines;
	} else if (!r->graph && input->status != INPUT_FAILED) {
		out->other_files++;
	}
}

/* ------------------------------------------------------------------ workloads */

struct reach {
	const struct scan_shared *shared;
	struct scan *out;
	const uint32_t *input_of; /* of a file; UINT32_MAX: none */
	uint32_t n_files;
	VEC(uint32_t) queue;
};

static void visit(struct env *env, struct reach *r, bool *seen, uint32_t file)
{
	if (file == UINT32_MAX || seen[file])
		return;
	seen[file] = true;
	*VEC_PUSH(env->temp, &r->queue) = file;
}

/* The packages around a module, whose __init__ runs first. */
static void visit_packages(struct env *env, struct reach *r, bool *seen, uint32_t file)
{
	const struct project *project = r->shared->project;
	str name;

	if (!project->of_file.at[file])
		return;
	name = project->modules.at[project->of_file.at[file] - 1].name;
	for (size_t dot = str_rfind_byte(name, '.'); dot < name.len;
	        dot = str_rfind_byte(name, '.')) {
		const uint32_t *module;

		name = str_slice(name, 0, dot);
		module = map_get(&project->names, name);
		if (module)
			visit(env, r, seen, project->modules.at[*module - 1].file);
	}
}

/* The module of an import, and the packages around it. */
static void visit_import(struct env *env, struct reach *r, bool *seen, uint32_t from, str import)
{
	uint32_t file = scan_file_import(r->shared, env->temp, from, import);

	visit(env, r, seen, file);
	if (file != UINT32_MAX)
		visit_packages(env, r, seen, file);
}

/* Everything that an entry's imports lead to, breadth first. */
static void reach_from(
        struct env *env, struct reach *r, uint32_t file, enum launched how, uint32_t workload)
{
	bool *seen = ARENA_ARRAY(env->temp, bool, (size_t)r->n_files + 1);

	r->queue.len = 0;
	visit(env, r, seen, file);
	if (how == LAUNCHED_MODULE)
		visit_packages(env, r, seen, file);
	for (uint32_t i = 0; i < r->queue.len; i++) {
		uint32_t at = r->queue.at[i];
		const struct scan_result *result = &r->shared->results[at];

		if (r->input_of[at] != UINT32_MAX)
			r->out->inputs.at[r->input_of[at]].workloads |= UINT64_C(1) << workload;
		r->out->workloads.at[workload].reached++;
		r->out->workloads.at[workload].functions += result->functions;
		for (uint32_t k = 0; k < result->imports.len; k++)
			visit_import(env, r, seen, at, result->imports.at[k]);
	}
}

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

/* Some file has a __main__ part, or the package installs programs. Where neither is so the project
 * is read as a library: that a workflow runs one script of it says nothing of the rest. */
static bool has_programs(const struct reach *r)
{
	for (uint32_t i = 0; i < r->n_files; i++)
		if (r->shared->results[i].has_main || r->shared->results[i].launches.installed)
			return true;
	return false;
}

static bool is_entry(const struct scan_plan *plan, const struct scan_result *r,
        enum launched launched, bool *configured)
{
	*configured = plan->n_entries > 0;
	if (!plan->n_entries)
		return r->has_main || launched != LAUNCHED_NOT;
	for (uint32_t i = 0; i < plan->n_entries; i++)
		if (str_eq(plan->entries[i], r->input.path))
			return true;
	return false;
}

static void find_workloads(struct env *env, const struct scan_plan *plan, struct reach *r)
{
	const enum launched *launched = find_launched(env, r);

	if (!plan->n_entries && !has_programs(r))
		return;
	for (uint32_t i = 0; i < r->n_files; i++) {
		const struct scan_result *result = &r->shared->results[i];
		bool configured;

		if (r->input_of[i] == UINT32_MAX ||
		        !is_entry(plan, result, launched[i], &configured))
			continue;
		if (r->out->workloads.len == WORKLOADS_MOST) {
			diag_note(env->diags, (struct place){.path = result->input.path},
			        "more than %d entry points; name those that matter with --entry",
			        (int)WORKLOADS_MOST);
			return;
		}
		*VEC_PUSH(r->out->arena, &r->out->workloads) =
		        (struct workload){.name = workload_name(result->input.path),
		                .entry = result->input.path,
		                .input = r->input_of[i],
		                .configured = configured};
		reach_from(env, r, i, launched[i], r->out->workloads.len - 1);
	}
}

static void count_unreached(struct reach *r)
{
	for (uint32_t i = 0; i < r->n_files && r->out->workloads.len; i++) {
		const struct input *input =
		        r->input_of[i] == UINT32_MAX ? NULL : &r->out->inputs.at[r->input_of[i]];

		if (!input || !is_python(input) || input->workloads)
			continue;
		r->out->unreached_inputs++;
		r->out->unreached_functions += r->shared->results[i].functions;
	}
}

static void merge(struct env *env, const struct scan_plan *plan, struct reading_job *job,
        uint32_t n, struct scan *out)
{
	uint32_t *input_of = ARENA_ARRAY(env->temp, uint32_t, (size_t)n + 1);
	struct reach reach = {
	        .shared = &job->shared, .out = out, .input_of = input_of, .n_files = n};

	out->findings.arena = out->arena;
	for (uint32_t i = 0; i < n; i++) {
		const struct scan_result *r = &job->shared.results[i];

		input_of[i] = r->left_out.len ? UINT32_MAX : out->inputs.len;
		take_result(env, out, r);
	}
	find_workloads(env, plan, &reach);
	count_unreached(&reach);
	same_work_find(env, out);
	rank_compare(env, out);
	if (plan->rules)
		rules_finish(env, plan->rules, &out->findings);
}

bool scan_run(struct env *env, const struct scan_plan *plan, struct scan *out)
{
	struct lister l = {.env = env, .plan = plan, .out = out};
	struct reading_job *job = ARENA_NEW(env->keep, struct reading_job);
	struct project *project = ARENA_NEW(env->keep, struct project);
	uint32_t workers, n;
	str *paths;

	*out = (struct scan){.arena = env->keep, .rules = plan->rules};
	for (uint32_t i = 0; i < plan->n_paths; i++)
		list_path(&l, plan->paths[i]);
	n = l.files.len;
	paths = ARENA_ARRAY(env->keep, str, (size_t)n + 1);
	for (uint32_t i = 0; i < n; i++)
		paths[i] = l.files.at[i].path;
	project_init(project, env->keep, paths, n);
	job->plan = plan;
	job->total = n;
	job->shared = (struct scan_shared){.files = l.files.at,
	        .standard_input = plan->standard_input,
	        .rules = plan->rules,
	        .project = project,
	        .results = ARENA_ARRAY(env->keep, struct scan_result, (size_t)n + 1)};
	workers = start_workers(env, plan, out, job);
	pool_run(workers, n, read_job, job);
	read_again(env, job, workers, n);
	for (uint32_t i = 0; i < workers; i++)
		scan_worker_unlink(&job->workers[i]);
	merge(env, plan, job, n, out);
	for (uint32_t i = 0; i < workers; i++)
		scan_worker_stop(&job->workers[i]);
	if (!out->inputs.len && !env->diags->errors)
		return diag_error(env->diags,
		        (struct place){.path = plan->n_paths ? plan->paths[0] : STR_NONE},
		        "nothing to analyse here: no traced graph and no source was found; see "
		        "portfit scan --help");
	return out->inputs.len > 0;
}

void scan_close(struct scan *scan)
{
	for (uint32_t i = 0; i < scan->arenas.len; i++)
		arena_free(scan->arenas.at[i]);
	scan->arenas.len = 0;
}
