/* A file is what its name says where names are reliable (.py, .ipynb, Dockerfile,
 * requirements.txt), else what its content says (graphs). A Python text that a tracer wrote is a
 * graph, not a source. */
#include "scanner/scan_file.h"

#include "base/bytes.h"
#include "base/file.h"
#include "scanner/graph/reader.h"
#include "scanner/python/names.h"
#include "scanner/rule_match.h"
#include "scanner/phrases.h"

#include <string.h>

enum { HEAD_BYTES = 4096, BESIDE_BYTES_MOST = 2 << 20 };

void scan_worker_start(struct scan_worker *worker, const struct env *env, struct arena *keep,
        struct arena *temp, const struct ruleset *rules)
{
	*worker = (struct scan_worker){.env = *env, .diags = {.arena = keep}};
	worker->env.keep = keep;
	worker->env.temp = temp;
	worker->links = arena_new();
	worker->env.diags = &worker->diags;
	worker->rules = rules ? rules_worker_new(rules) : NULL;
}

void scan_worker_note_switches(struct scan_worker *worker, uint32_t files)
{
	switches_start(&worker->switches, worker->env.keep, files);
	worker->host_calls.arena = worker->env.keep;
	worker->rules->asks_switches = true;
}

static bool notes_switches(const struct scan_worker *worker)
{
	return worker->rules && worker->rules->asks_switches;
}

void scan_worker_unlink(struct scan_worker *worker)
{
	arena_free(worker->links);
	worker->links = NULL;
}

void scan_worker_stop(struct scan_worker *worker)
{
	scan_worker_unlink(worker);
	if (worker->rules)
		rules_worker_free(worker->rules);
}

struct file_job {
	struct scan_shared *shared;
	struct scan_worker *worker;
	struct env env; /* the worker's, with the result's own problems */
	const struct scan_candidate *candidate;
	struct scan_result *out;
	uint32_t index;
	bool too_large; /* for the kind of text that its name says: its front is read, unless it
	                   is a graph */
	str bytes;
	uint64_t looked; /* what rules_look said of bytes */
	bool has_looked;
};

static void read_front(struct file_job *job);

static bool is_source(str path)
{
	return str_ends(path, S(".py")) || str_ends(path, S(".pyi")) || str_ends(path, S(".ipynb"));
}

static uint64_t count_lines(str bytes)
{
	return bytes_count(bytes.ptr, bytes.len, '\n') +
	       (bytes.len && bytes.ptr[bytes.len - 1] != '\n');
}

/* ------------------------------------------------------------------ sources */

static void copy_imports(struct file_job *job, struct python_file *file)
{
	for (uint32_t i = 0; i < file->imports.len; i++) {
		const struct python_import *in = &file->imports.at[i];
		str path;

		if (in->flags & PYTHON_TYPE_CHECKING)
			continue;
		if (in->star || !in->target)
			path = python_star_module(file, job->env.keep, in);
		else if (!in->name && in->module) /* import a.b.c binds a, but reaches all of it */
			path = arena_dup(job->env.keep, python_path(file, in->module));
		else
			path = arena_dup(job->env.keep, python_path(file, in->target));
		if (path.len)
			*VEC_PUSH(job->env.keep, &job->out->imports) =
			        (struct scan_import){path, in->at, false};
	}
}

/* By path, whether it may lead through the project: what its first part says. */
static bool *own_paths(struct file_job *job, struct python_file *file)
{
	bool *own = ARENA_ARRAY(job->env.temp, bool, (size_t)file->paths.len + 1);

	for (uint32_t i = 1; i < file->paths.len; i++) {
		uint32_t parent = file->paths.at[i].parent;

		own[i] = parent ? own[parent]
		                : project_may(job->shared->project,
		                          python_name(file, file->paths.at[i].name));
	}
	return own;
}

static void mark_called(const struct python_file *file, bool *called)
{
	for (uint32_t i = 0; i < file->calls.len; i++) {
		uint32_t chain = file->calls.at[i].chain, count = 0;
		const uint32_t *targets;

		if (chain == PYTHON_NONE)
			continue;
		targets = python_chain_targets(file, &file->chains.at[chain], &count);
		for (uint32_t k = 0; k < count; k++)
			called[targets[k]] = true;
	}
}

/* Paths of this file that may lead through modules of the project: as much text of them as no file
 * that a person wrote has. */
enum { OWN_BYTES_MOST = 4 << 20 };

/* attrs holds what is no callee; a __dict__ gives all names whatever is called on it. */
static void mark_handed(const struct python_file *file, bool *handed)
{
	uint32_t table = python_name_find(file, S("__dict__"));

	for (uint32_t i = 1; i < file->paths.len && table; i++)
		handed[i] |= file->paths.at[i].name == table;
	for (uint32_t i = 0; i < file->attrs.len; i++) {
		const struct python_chain *chain = &file->chains.at[file->attrs.at[i]];
		uint32_t count = 0;
		const uint32_t *targets = python_chain_targets(file, chain, &count);

		for (uint32_t k = 0; k < count && !(chain->flags & PYTHON_ANNOTATION); k++)
			handed[targets[k]] = true;
	}
}

static void copy_own_uses(struct file_job *job, struct python_file *file)
{
	bool *own = own_paths(job, file),
	     *called = ARENA_ARRAY(job->env.temp, bool, (size_t)file->paths.len + 1),
	     *handed = ARENA_ARRAY(job->env.temp, bool, (size_t)file->paths.len + 1);
	struct arena *links = job->worker->links;
	uint32_t count = 0;
	size_t bytes = 0;

	mark_called(file, called);
	if (job->shared->whole)
		mark_handed(file, handed);
	for (uint32_t i = 1; i < file->paths.len; i++) {
		own[i] &= file->paths.at[i].length <= PYTHON_LONGEST_PATH;
		count += own[i];
	}
	if (count)
		VEC_EXPECT(links, &job->out->own_uses, count);
	for (uint32_t i = 1; i < file->paths.len && bytes < OWN_BYTES_MOST; i++) {
		bytes += own[i] ? file->paths.at[i].length : 0;
		if (own[i])
			*VEC_PUSH(links, &job->out->own_uses) = (struct own_use){
			        arena_dup(links, python_path(file, i)), called[i], handed[i]};
	}
}

/* Names that a star import of a module of the project may give. */
static void copy_free_names(struct file_job *job, struct python_file *file)
{
	struct map known = {.arena = job->env.temp};
	bool *seen, may = false, fresh;

	for (uint32_t i = 0; i < file->stars.len; i++) {
		str module = python_star_module(
		        file, job->env.temp, &file->imports.at[file->stars.at[i]]);

		map_at(&known, module, &fresh);
		if (!fresh)
			continue;
		may |= project_may(job->shared->project, module);
		*VEC_PUSH(job->env.keep, &job->out->stars) = arena_dup(job->env.keep, module);
	}
	if (!may)
		return;
	/* by name of the file, of which there may be more than chains */
	seen = ARENA_ARRAY(
	        job->env.temp, bool, file->names ? (size_t)file->names->list.len + 1 : 1);
	for (uint32_t i = 0; i < file->chains.len && file->names; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		if (chain->root_kind != PYTHON_ROOT_NAME || chain->bound != PYTHON_FREE ||
		        seen[chain->root])
			continue;
		seen[chain->root] = true;
		*VEC_PUSH(job->worker->links, &job->out->free) =
		        arena_dup(job->worker->links, python_name(file, chain->root));
	}
}

/* What the project's modules pass on is replaced by what it comes to, so that rules and API names
 * see it: once all of them are known. */
static uint32_t path_outside(void *context, str path, str out[PYTHON_TARGETS])
{
	const struct file_job *job = context;

	if (!project_may(job->shared->project, path))
		return 0;
	return project_resolve(job->shared->project, job->env.temp, job->index, path, out);
}

static uint32_t star_outside(void *context, str module, str name, str out[PYTHON_TARGETS])
{
	const struct file_job *job = context;
	struct project_name wanted = {module, name};

	if (!job->shared->redirect && project_may(job->shared->project, module))
		return 0;
	return project_star(job->shared->project, job->env.temp, job->index, &wanted, out);
}

static str devices_outside(void *context, str path)
{
	const struct file_job *job = context;

	if (!job->shared->redirect || !project_may(job->shared->project, path))
		return STR_NONE;
	return project_devices(job->shared->project, job->env.temp, job->index, path);
}

static bool names_device(const struct python_file *file)
{
	for (uint32_t i = 0; i < file->strings.len; i++)
		if (file->strings.at[i].class_ == PYTHON_DEVICE)
			return true;
	return false;
}

static uint32_t count_functions(const struct python_file *file)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < file->scopes.len; i++)
		n += file->scopes.at[i].kind == PYTHON_FUNCTION &&
		     !(file->scopes.at[i].flags & PYTHON_LAMBDA);
	return n;
}

static void copy_api(struct file_job *job, struct python_file *file)
{
	job->out->api_uses.arena = job->env.keep;
	api_uses_find(&job->env, file, &job->out->api_uses);
	job->out->registrations = (struct registrations){.arena = job->env.keep};
	registrations_find_python(file, &job->out->registrations);
}

/* The source is what was read, not a decoded form of it. */
static bool same_text(const struct python_file *file, str bytes)
{
	return file->text.ptr == bytes.ptr && file->text.len == bytes.len;
}

/* Of no Python, or of a notebook whose cells may be in other languages. */
static void note_text(struct file_job *job)
{
	switches_note_text(&job->worker->switches, job->candidate->path, job->bytes);
	if (job->shared->whole)
		host_calls_note_text(&job->worker->host_calls, job->bytes);
}

/* At the first reading what calls give is noted, at the second one it is known. */
static bool apply_noting(
        struct file_job *job, const struct python_file *file, const struct rules_python *in)
{
	struct rules_worker *rules = job->worker->rules;
	const struct scan_shared *shared = job->shared;
	struct host_notes notes = {.arena = job->env.temp, .keep = job->env.keep};
	bool notes_calls = notes_switches(job->worker) && shared->whole && !shared->redirect;
	bool given = shared->given && shared->given[job->index], whole;

	rules->host_notes = notes_calls ? &notes : NULL;
	rules->host_calls = given ? shared->host_calls : NULL;
	rules->switches = shared->switches;
	whole = rules_apply_python(&job->env, rules, in, &job->out->findings);
	if (notes_calls)
		host_calls_note(&job->worker->host_calls, job->env.temp, file, &notes);
	return whole;
}

/* Both in their order in the file. */
static void mark_tried(struct file_job *job, const struct tried_imports *tried)
{
	for (uint32_t i = 0, k = 0; i < job->out->imports.len && k < tried->at.len; i++) {
		struct scan_import *import = &job->out->imports.at[i];

		while (k < tried->at.len && tried->at.at[k] < import->at)
			k++;
		import->tried = k < tried->at.len && tried->at.at[k] == import->at;
	}
}

static void apply_python_rules(struct file_job *job, struct python_file *file)
{
	bool same = job->has_looked && same_text(file, job->bytes);
	struct rules_python in = {
	        .file = file, .bytes = job->bytes, .looked = same ? &job->looked : NULL};
	struct tried_imports tried = {.arena = job->env.temp};
	bool whole;

	job->out->guarded =
	        (struct guarded_calls){.arena = job->env.keep, .project = job->shared->project};
	job->out->switched = (struct switched_parts){.arena = job->env.keep};
	if (job->shared->whole && same_text(file, job->bytes)) {
		in.guarded = &job->out->guarded;
		in.switched = &job->out->switched;
	}
	if (job->shared->whole && !job->shared->redirect)
		in.tried = &tried;
	whole = apply_noting(job, file, &in);
	mark_tried(job, &tried);
	if (whole || job->out->input.status == INPUT_PARTLY)
		return;
	job->out->input.status = INPUT_PARTLY;
	job->out->input.reason = str_from(phrase_partly_findings);
}

static void read_source(struct file_job *job)
{
	struct python_outside outside = {job->shared->redirect ? path_outside : NULL, star_outside,
	        devices_outside, job, job->shared->redirect && job->shared->has_fields};
	struct python_source source = {.path = job->candidate->path,
	        .above = job->candidate->above,
	        .bytes = job->bytes,
	        .padded = true,
	        .outside = &outside};
	struct input *input = &job->out->input;
	struct python_file file;
	bool ok = python_read(&job->env, &source, &file);

	input->kind = str_ends(job->candidate->path, S(".ipynb")) ? S("notebook") : S("python");
	/* of bytes that are the text as they stand, lines are looked for once */
	input->lines = file.text.ptr && file.text.ptr == job->bytes.ptr ? python_lines(&file)
	                                                                : count_lines(job->bytes);
	if (!ok || file.error.kind != PYTHON_OK) {
		input->status = ok ? INPUT_PARTLY : INPUT_FAILED;
		input->reason = file.error.has_line
		                        ? arena_format(job->env.keep, phrase_line_wrong,
		                                  file.error.line, file.error.text)
		                        : arena_dup(job->env.keep, str_from(file.error.text));
	}
	if (!ok) {
		if (job->candidate->named)
			diag_error(job->env.diags, (struct place){.path = job->candidate->path},
			        "%.*s", STR_ARG(input->reason));
		return;
	}
	if (!job->shared->redirect) {
		copy_imports(job, &file);
		search_texts_python(job->env.keep, &file, &job->out->searched);
		copy_own_uses(job, &file);
		copy_free_names(job, &file);
		project_add_exports(job->shared->project, job->worker->links, job->index, &file);
		job->out->names_device = names_device(&file);
		if (notes_switches(job->worker))
			switches_note_python(&job->worker->switches, job->env.temp, &file);
		if (notes_switches(job->worker) && file.notebook &&
		        job->bytes.len <= BESIDE_BYTES_MOST) /* its cells of other languages */
			note_text(job);
		if (job->shared->whole)
			job->out->names = name_signs_of(&file);
	}
	job->out->signs = entry_signs_of(&file);
	job->out->functions = count_functions(&file);
	job->out->api_uses.list.len = 0;
	job->out->findings.list.len = job->out->findings.pins.len = 0;
	copy_api(job, &file);
	if (job->worker->rules)
		apply_python_rules(job, &file);
}

/* ------------------------------------------------------------------ graphs and texts */

static str format_word(enum graph_format format)
{
	static const char *const words[] = {[GRAPH_FORMAT_NONE] = "text",
#define X(name, word, title) [name] = word,
	        GRAPH_FORMAT_LIST(X)
#undef X
	};

	return str_from(words[format]);
}

static void read_graph(struct file_job *job)
{
	struct graph_file *file = ARENA_NEW(job->env.keep, struct graph_file);
	struct diags quiet = {.arena = job->env.keep};
	struct env env = job->env;
	struct input *input = &job->out->input;
	bool ok;

	if (!job->candidate->named || job->too_large)
		env.diags = &quiet;
	ok = job->bytes.ptr ? graph_read(&env, job->candidate->path, job->bytes, file)
	                    : graph_read_file(&env, job->candidate->path, file);
	if (!ok && job->too_large) {
		read_front(job);
		return;
	}
	if (!ok) {
		const struct diags *d = env.diags;

		input->kind = format_word(file->format);
		input->status = INPUT_FAILED;
		input->reason =
		        d->list.len ? d->list.at[d->list.len - 1].text : PHRASE(phrase_unreadable);
		return;
	}
	job->out->graph = file;
	input->kind = format_word(file->format);
	input->torch_version = graph_text(file, file->torch_version);
	if (file->left_out.len) {
		input->status = INPUT_PARTLY;
		input->reason = graph_text(file, file->left_out.at[0].name);
	}
	if (job->worker->rules)
		rules_apply_graph(&job->env, job->worker->rules, file, &job->out->findings);
}

static void apply_text_rules(struct file_job *job)
{
	struct rules_text told = {.launches = &job->out->launches};

	if (notes_switches(job->worker))
		note_text(job);
	search_texts_plain(job->env.keep, job->bytes, &job->out->searched);
	job->out->launches = (struct launches){.arena = job->env.keep};
	rules_apply_text(&job->env, job->worker->rules, job->candidate->path, job->bytes,
	        &job->out->findings, &told);
	if (told.partly && job->out->input.status != INPUT_FAILED) {
		job->out->input.status = INPUT_PARTLY;
		job->out->input.reason = arena_dup(job->env.keep, str_from(told.partly));
	}
}

static void read_text(struct file_job *job, str kind)
{
	job->out->input.kind = kind;
	job->out->input.lines = count_lines(job->bytes);
	job->out->registrations = (struct registrations){.arena = job->env.keep};
	if (str_eq(kind, S("cuda")))
		registrations_find_cpp(job->bytes, &job->out->registrations);
	apply_text_rules(job);
}

/* A file that is none of ours: unless its name says a kind of text, whose front is then read. */
static void leave_out(struct file_job *job)
{
	if (job->too_large)
		read_front(job);
	else
		job->out->left_out = PHRASE(phrase_no_kind);
	if (!job->too_large && job->bytes.len <= BESIDE_BYTES_MOST && notes_switches(job->worker)) {
		switches_note_beside(&job->worker->switches, job->candidate->path, job->bytes);
		if (job->shared->whole)
			host_calls_note_text(&job->worker->host_calls, job->bytes);
	}
}

/* A file of no known name: a graph by its content, or nothing. */
static void read_unknown(struct file_job *job)
{
	if (job->candidate->named || graph_recognise(&job->env, job->bytes) != GRAPH_ANSWER_NONE)
		read_graph(job); /* says what it is not, when it is none */
	else
		leave_out(job);
}

static void failed(struct file_job *job, const char *why, bool source)
{
	if (job->candidate->named)
		diag_error(job->env.diags, (struct place){.path = job->candidate->path},
		        "cannot be read: %s", why);
	if (source && !job->candidate->named) {
		job->out->input.kind = S("python");
		job->out->input.status = INPUT_SKIPPED;
		job->out->input.reason = str_from(why);
	} else {
		job->out->left_out = str_from(why);
	}
}

/* Whether bytes that begin so may hold a graph at all: an archive, or text. */
static bool may_hold_graph(str head, uint64_t size)
{
	bool archive = str_starts(head, S("PK")) || str_starts(head, S("\x1f\x8b"));
	bool wide = str_starts(head, S("\xff\xfe")) || str_starts(head, S("\xfe\xff"));
	bool model = str_starts(head, S("\x80\x02")) || str_starts(head, S("\x80\x03")) ||
	             str_starts(head, S("\x80\x04")) || str_starts(head, S("\x80\x05"));

	if (archive || wide || model)
		return true;
	return size && memchr(head.ptr, 0, head.len) == NULL;
}

static bool is_text_kind(struct file_job *job, str head)
{
	return job->worker->rules &&
	       rules_want_text(&job->env, job->shared->rules, job->candidate->path, head);
}

/* Standard input: read once, then judged by its content alone. */
static void read_stdin(struct file_job *job)
{
	const char *why = NULL;

	job->bytes = job->shared->standard_input;
	if (!job->bytes.ptr)
		why = file_try_read(
		        &job->env, job->candidate->path, job->env.limits->file_bytes, &job->bytes);
	if (why)
		failed(job, why, false);
	else
		read_unknown(job);
}

/* The front of a text that is larger than what is read of it, up to a line end. */
static void read_front(struct file_job *job)
{
	uint64_t size;
	const size_t most = job->env.limits->front_bytes;
	const char *why = file_try_head(&job->env, job->candidate->path, most, &job->bytes, &size);
	size_t cut;

	if (why) {
		failed(job, why, false);
		return;
	}
	cut = str_rfind_byte(job->bytes, '\n');
	if (cut < job->bytes.len)
		job->bytes.len = cut + 1;
	read_text(job, rules_text_kind(job->candidate->path, job->bytes));
	job->out->input.status = INPUT_PARTLY;
	job->out->input.reason = arena_format(job->env.keep, phrase_front,
	        (unsigned)job->out->input.lines, (double)job->bytes.len / 1e6, (double)size / 1e6);
}

/* A file that rules read as text: its name does not tell a configuration or a log from a traced
 * graph, its content does. A log that holds graphs is both; the JSON of a program is one thing
 * only, and megabytes of it in one line are the worst that patterns can meet. */
static void read_text_or_graph(struct file_job *job, str kind)
{
	if (graph_recognise(&job->env, job->bytes) != GRAPH_ANSWER_GRAPH) {
		read_text(job, kind);
		return;
	}
	read_graph(job);
	if (!job->out->graph || job->out->graph->format != GRAPH_EXPORTED_JSON)
		apply_text_rules(job);
}

/* Does a source hold what Python that a tracer wrote holds: print_readable, to_folder, a repro?
 * With rules it is looked for together with what they look for. The tables for that are large: only
 * who meets a source makes them. */
static bool has_traced_marks(struct file_job *job)
{
	static const char *const marks[] = {"class GraphModule(torch.nn.Module)",
	        "def load_args(reader)", "class FxModule(torch.nn.Module)",
	        "class <lambda>(torch.nn.Module)", "_eval_with_key", "fx_pytree.tree_flatten_spec"};
	struct scan_worker *worker = job->worker;

	if (!worker->rules && !worker->traced_marks)
		worker->traced_marks = ARENA_NEW(worker->env.keep, struct needles);
	if (!worker->traced_bits)
		for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
			worker->traced_bits |=
			        worker->rules
			                ? rules_look_for(worker->rules, str_from(marks[i]))
			                : needles_add(worker->traced_marks, str_from(marks[i]));
	if (worker->rules)
		job->looked = rules_look(worker->rules, job->bytes);
	else
		job->looked = needles_find(worker->traced_marks, job->bytes);
	job->has_looked = true;
	return job->looked & worker->traced_bits;
}

/* The graph is the code itself, or no Python at all: not a source that shows one in a string. */
static bool is_traced(struct file_job *job)
{
	static const char *const classes[] = {"GraphModule", "FxModule", NULL};
	static const char *const functions[] = {"load_args", "forward", NULL};
	struct python_source source = {
	        .path = job->candidate->path, .bytes = job->bytes, .padded = true};
	struct python_file file;

	if (!python_read(&job->env, &source, &file) || file.error.kind != PYTHON_OK)
		return true;
	for (uint32_t i = 1; i < file.scopes.len; i++) {
		const struct python_scope *scope = &file.scopes.at[i];
		str name = python_name(&file, scope->name);

		if (scope->kind == PYTHON_CLASS && str_is_one_of(name, classes))
			return true;
		if (scope->kind == PYTHON_FUNCTION && !scope->parent &&
		        str_is_one_of(name, functions))
			return true;
	}
	return false;
}

static void read_any(struct file_job *job)
{
	str path = job->candidate->path, head = STR_NONE;
	bool source = is_source(path), text;
	uint64_t size = 0;
	size_t limit = job->env.limits->text_file_bytes, front = job->env.limits->front_bytes;
	const char *why = source ? NULL : file_try_head(&job->env, path, HEAD_BYTES, &head, &size);

	/* What is large for a configuration may still be a graph. */
	text = !why && !source && is_text_kind(job, head);
	job->too_large = text && size > front;
	text &= !job->too_large;
	if (!why && !source && !text && (job->candidate->named || graph_head_is_profile(head))) {
		/* of an archive only what is needed is read, of a profile a window */
		read_graph(job);
		return;
	}
	if (!why && !source && !text && !may_hold_graph(head, size)) {
		leave_out(job);
		return;
	}
	if (!source)
		limit = text ? front : job->env.limits->file_bytes;
	if (!why)
		why = file_try_read(&job->env, path, limit, &job->bytes);
	if (why)
		failed(job, why, source);
	else if (text)
		read_text_or_graph(job, rules_text_kind(path, head));
	else if (!source)
		read_unknown(job);
	else if (!str_ends(path, S(".ipynb")) && has_traced_marks(job) &&
	         graph_recognise(&job->env, job->bytes) == GRAPH_ANSWER_GRAPH && is_traced(job))
		read_graph(job);
	else
		read_source(job);
}

bool scan_file_is_tested(const struct scan_shared *shared, uint32_t index)
{
	const struct scan_candidate *file = &shared->files[index];

	return entry_is_tested(str_from_at(file->path, file->above), &shared->results[index].signs);
}

void scan_file_read(struct scan_shared *shared, struct scan_worker *worker, uint32_t index)
{
	struct scan_result *out = &shared->results[index];
	struct arena_mark mark = arena_mark(worker->env.temp);
	struct file_job job = {.shared = shared,
	        .worker = worker,
	        .env = worker->env,
	        .candidate = &shared->files[index],
	        .out = out,
	        .index = index};

	if (!shared->redirect)
		out->input = (struct input){.path = job.candidate->path};
	out->diags = (struct diags){.arena = worker->env.keep};
	out->findings.arena = worker->env.keep;
	job.env.diags = &out->diags;
	if (str_eq(job.candidate->path, S("-")))
		read_stdin(&job);
	else
		read_any(&job);
	arena_rewind(worker->env.temp, mark);
}

/* Packages that give no tensors, devices or dtypes. */
static const char *const quiet_roots[] = {"PIL", "typing", "typing_extensions"};
enum { QUIET_ROOTS = sizeof quiet_roots / sizeof *quiet_roots };

static bool is_below(str name, str root)
{
	return str_starts(name, root) && (name.len == root.len || name.ptr[root.len] == '.');
}

static void find_spoken_of(const struct ruleset *rules, const struct item_row *item, bool *quiet)
{
	for (int r = 0; r < QUIET_ROOTS; r++) {
		str root = str_from(quiet_roots[r]);

		for (uint32_t n = 0; n < item->n_names; n++)
			quiet[r] &= !is_below(item_name(rules, item, n), root);
		for (uint32_t c = 0; c < item->n_conditions; c++) {
			const struct condition_row *row =
			        &rules->conditions[item->first_condition + c];

			for (uint32_t v = 0; v < row->n_values; v++)
				quiet[r] &=
				        !is_below(ruleset_text(rules,
				                          rules->values[row->first_value + v].text),
				                root);
		}
	}
}

const bool *scan_file_quiet_roots(struct arena *arena, const struct ruleset *rules)
{
	bool *quiet = ARENA_ARRAY(arena, bool, QUIET_ROOTS);

	memset(quiet, true, QUIET_ROOTS);
	for (uint32_t i = 0; rules && i < rules->n_items; i++)
		find_spoken_of(rules, &rules->items[i], quiet);
	return quiet;
}

/* What a name comes to says nothing: PIL.Image.Resampling, typing.Unpack. Optional and Union are
 * words of annotations of tensors. */
static bool is_quiet(const struct scan_shared *shared, const struct own_use *use, str to)
{
	if (use->called || str_ends(to, S("Optional")) || str_ends(to, S("Union")))
		return false;
	for (int r = 0; r < QUIET_ROOTS; r++)
		if (shared->quiet_roots[r] && is_below(to, str_from(quiet_roots[r])))
			return true;
	return false;
}

/* Whether a name that no binding explains comes from outside through a star import. */
static bool stars_pass_on(const struct scan_shared *shared, struct arena *temp, uint32_t index)
{
	const struct scan_result *r = &shared->results[index];
	struct arena_mark mark = arena_mark(temp);
	bool found = false;
	uint32_t steps = 0;
	str out[PROJECT_TARGETS];

	for (uint32_t i = 0; i < r->free.len && !found; i++)
		for (uint32_t s = 0; s < r->stars.len && !found; s++) {
			struct project_name name = {r->stars.at[s], r->free.at[i]};

			if (steps++ == PYTHON_STAR_STEPS)
				return false;
			found = project_star(shared->project, temp, index, &name, out) > 0 &&
			        !project_may(shared->project, out[0]);
			arena_rewind(temp, mark);
		}
	return found;
}

bool scan_file_passes_on(const struct scan_shared *shared, struct arena *temp, uint32_t index)
{
	const struct scan_result *r = &shared->results[index];
	struct arena_mark mark = arena_mark(temp);
	bool found = false;
	str out[PROJECT_TARGETS];

	for (uint32_t i = 0; i < r->own_uses.len && !found; i++) {
		const struct own_use *use = &r->own_uses.at[i];
		uint32_t n = project_resolve(shared->project, temp, index, use->path, out);

		for (uint32_t k = 0; k < n && !found; k++)
			found = !is_quiet(shared, use, out[k]);
		found |= shared->has_fields && !found &&
		         project_has_fields(shared->project, temp, index, use->path);
		found |= use->called && r->names_device && !found &&
		         project_devices(shared->project, temp, index, use->path).len;
		arena_rewind(temp, mark);
	}
	arena_rewind(temp, mark);
	return found || stars_pass_on(shared, temp, index);
}
