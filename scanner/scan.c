/* From paths to inputs: a list of files first, then each read by the reader of its kind on some
 * worker, then what concerns several files, in the order of the list: names that a project's
 * modules pass on, workloads, the same graph twice. Results are merged in order, so thread timing
 * never shows. */
#include "scanner/scan.h"

#include "base/file.h"
#include "base/pool.h"
#include "scanner/cuda_builds.h"
#include "scanner/default_needs.h"
#include "scanner/docs_environment.h"
#include "scanner/launched_rank.h"
#include "scanner/leftover_scripts.h"
#include "scanner/loaded_sources.h"
#include "scanner/rank_compare.h"
#include "scanner/optional_builds.h"
#include "scanner/reach.h"
#include "scanner/rule_match.h"
#include "scanner/same_work.h"
#include "scanner/saved_models.h"
#include "scanner/scan_file.h"
#include "scanner/self_tests.h"
#include "scanner/scan_file.h"
#include "scanner/phrases.h"
#include "scanner/tried_files.h"
#include "scanner/unused.h"
#include "scanner/whole_project.h"

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
	struct cuda_extensions extensions;
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
		struct arena *keep = arena_new_like(env->keep), *temp = arena_new_like(env->temp);

		*VEC_PUSH(env->keep, &out->arenas) = keep;
		*VEC_PUSH(env->keep, &out->arenas) = temp;
		scan_worker_start(&job->workers[i], env, keep, temp, plan->rules);
		if (!job->workers[i].rules)
			continue;
		rules_worker_own_modules(job->workers[i].rules, is_own, job->shared.project);
		job->workers[i].rules->extensions = &job->extensions;
		if (job->shared.project->modules.len <= SWITCHES_FILES_MOST)
			scan_worker_note_switches(&job->workers[i], job->total);
	}
	return n;
}

static void take_handed(struct scan_shared *shared, uint32_t file)
{
	const struct scan_result *r = &shared->results[file];

	for (uint32_t i = 0; i < r->own_uses.len && shared->whole; i++)
		if (r->own_uses.at[i].handed)
			handed_take(&shared->handed, r->own_uses.at[i].path);
}

/* Some function around a finding may be given what it is told of from the host. */
static bool may_be_given(const struct reading_job *job, const struct finding *finding)
{
	str rest = finding->function, part;

	if (!job->workers[0].rules->runs_anyway[finding->rule] ||
	        finding_worst(finding, UINT32_MAX) < SEVERITY_MINOR)
		return false;
	while (str_cut(&rest, '.', &part))
		if (host_calls_may(job->shared.host_calls, part) &&
		        !switches_hand_on(job->shared.switches, part))
			return true;
	return false;
}

/* What all files say together, and which of them it concerns. */
static void join_notes(struct env *env, struct reading_job *job, uint32_t workers, uint32_t n)
{
	struct scan_worker *all = &job->workers[0];
	bool *given = ARENA_ARRAY(env->keep, bool, (size_t)n + 1);

	for (uint32_t i = 1; i < workers; i++) {
		switches_join(&all->switches, &job->workers[i].switches);
		host_calls_join(&all->host_calls, &job->workers[i].host_calls);
	}
	switches_close(&all->switches);
	host_calls_settle(&all->host_calls, &all->switches);
	rules_worker_prepare(all->rules); /* it may have met no source */
	job->shared.switches = &all->switches;
	job->shared.host_calls = &all->host_calls;
	if (!job->shared.whole)
		return;
	job->shared.given = given;
	for (uint32_t i = 0; i < n; i++) {
		const struct findings *findings = &job->shared.results[i].findings;

		for (uint32_t k = 0; k < findings->list.len && !given[i]; k++)
			given[i] = may_be_given(job, &findings->list.at[k]);
	}
}

/* Some name of a file comes, through the project's own modules, to something outside. */
static bool passes_on(struct env *env, struct reading_job *job, uint32_t file)
{
	if (!job->shared.results[file].own_uses.len)
		return false;
	take_handed(&job->shared, file);
	if (!job->shared.quiet_roots) /* all rules are asked: not where no file needs it */
		job->shared.quiet_roots = scan_file_quiet_roots(env->keep, job->plan->rules);
	return scan_file_passes_on(&job->shared, env->temp, file);
}

/* Those files, with the names replaced, and those whose functions are given what lies on the host:
 * read again. */
static void read_again(struct env *env, struct reading_job *job, uint32_t workers, uint32_t n)
{
	VEC(uint32_t) again = {0};
	const struct project *project = job->shared.project;

	for (uint32_t i = 0; i < project->modules.len; i++)
		job->shared.has_fields |= project->modules.at[i].has_fields;
	for (uint32_t i = 0; i < n; i++)
		if (passes_on(env, job, i) || (job->shared.given && job->shared.given[i]))
			*VEC_PUSH(env->temp, &again) = i;
	if (!again.len)
		return;
	job->only = again.at;
	job->total = again.len;
	job->shared.redirect = true;
	pool_run(workers, again.len, read_job, job);
}

/* ------------------------------------------------------------------ merging */

/* Findings that wait for what some other file may say. */
static void settle_waits(struct env *env, struct reading_job *job, uint32_t n)
{
	const struct switches *all = &job->workers[0].switches;

	for (uint32_t i = 0; i < n; i++)
		findings_settle_waits(job->plan->rules, all, &job->shared.results[i].findings);
	if (job->shared.whole)
		default_needs_settle(env, &job->shared, &job->workers[0].host_calls, n);
}

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

bool input_is_python(const struct input *input)
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
	if (input_is_python(input)) {
		out->source_files++;
		out->source_lines += input->lines;
	} else if (!r->graph && input->status != INPUT_FAILED) {
		out->other_files++;
	}
}

static void merge(struct env *env, const struct scan_plan *plan, struct reading_job *job,
        uint32_t n, struct scan *out)
{
	uint32_t *input_of = ARENA_ARRAY(env->temp, uint32_t, (size_t)n + 1);
	struct import_graph imports;

	out->findings.arena = out->arena;
	for (uint32_t i = 0; i < n; i++) {
		const struct scan_result *r = &job->shared.results[i];

		input_of[i] = r->left_out.len ? UINT32_MAX : out->inputs.len;
		take_result(env, out, r);
	}
	import_graph_make(env, &job->shared, n, &imports);
	reach_find(env, plan, &job->shared, &imports, input_of, n, out);
	if (job->shared.whole) {
		unused_find(env, &(struct unused_in){&job->shared, &imports, input_of, n}, out);
		tried_files_settle(env, &job->shared, &imports, input_of, n, out);
		cuda_builds_settle(env, &job->shared, n, out);
		loaded_sources_settle(env, &job->shared, &imports, n, out);
		docs_environment_settle(env, &job->shared, n, out);
		self_tests_settle(env, &job->shared, &imports, input_of, n, out);
		optional_builds_settle(env, plan->paths[0], out);
		leftover_scripts_settle(env, &job->shared, plan->paths[0], n, out);
		saved_models_settle(env, out);
	}
	if (plan->rules)
		launched_rank_settle(env, &job->shared, &imports, n, out);
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
	        .results = ARENA_ARRAY(env->keep, struct scan_result, (size_t)n + 1),
	        .whole = plan->rules && whole_project(env, plan, l.files.at, n)};
	if (job->shared.whole)
		handed_start(&job->shared.handed, env->keep, paths, n);
	if (plan->rules)
		cuda_extensions_find(env, paths, n, &job->extensions);
	workers = start_workers(env, plan, out, job);
	pool_run(workers, n, read_job, job);
	if (plan->rules && project->modules.len <= SWITCHES_FILES_MOST)
		join_notes(env, job, workers, n);
	read_again(env, job, workers, n);
	if (plan->rules && project->modules.len <= SWITCHES_FILES_MOST)
		settle_waits(env, job, n);
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
