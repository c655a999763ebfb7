/* From paths to inputs: a list of files first, then each read by the reader of its kind, in the
 * order of the list, then what concerns several files (the same graph twice). */
#include "scanner/scan.h"

#include "base/file.h"
#include "scanner/graph/reader.h"

struct candidate {
	str path;
	bool named; /* on the command line: trouble with it is an error */
};

struct scanner {
	struct env *env;
	const struct scan_plan *plan;
	struct scan *out;
	VEC(struct candidate) files;
};

str input_status_word(enum input_status status)
{
	static const char *const words[] = {"read", "partly", "skipped", "failed"};

	return str_from(words[status]);
}

static void leave_out(struct scanner *s, str reason, uint64_t files)
{
	struct walk walk = {.arena = s->out->arena};

	walk.left_out.at = s->out->not_scanned.at;
	walk.left_out.len = s->out->not_scanned.len;
	walk.left_out.cap = s->out->not_scanned.cap;
	walk_leave_out(&walk, reason, files);
	s->out->not_scanned.at = walk.left_out.at;
	s->out->not_scanned.len = walk.left_out.len;
	s->out->not_scanned.cap = walk.left_out.cap;
}

static bool list_path(struct scanner *s, str path)
{
	struct walk walk = {.arena = s->env->keep};
	enum file_kind kind = str_eq(path, S("-")) ? FILE_REGULAR : file_kind_of(s->env, path);

	if (kind != FILE_FOLDER) {
		*VEC_PUSH(s->env->keep, &s->files) = (struct candidate){path, true};
		return true;
	}
	if (!walk_folder(s->env, path, &s->plan->walk, &walk))
		return false;
	for (uint32_t i = 0; i < walk.files.len; i++)
		*VEC_PUSH(s->env->keep, &s->files) = (struct candidate){walk.files.at[i], false};
	for (uint32_t i = 0; i < walk.left_out.len; i++)
		leave_out(s, walk.left_out.at[i].reason, walk.left_out.at[i].files);
	return true;
}

static str format_word(enum graph_format format)
{
	static const char *const words[] = {[GRAPH_FORMAT_NONE] = "text",
#define X(name, word, title) [name] = word,
	        GRAPH_FORMAT_LIST(X)
#undef X
	};

	return str_from(words[format]);
}

static void add_graphs(
        struct scanner *s, struct input *input, uint32_t index, const struct graph_file *file)
{
	input->first_graph = s->out->graphs.len;
	input->n_graphs = file->graphs.len;
	for (uint32_t i = 0; i < file->graphs.len; i++) {
		const struct graph *graph = &file->graphs.at[i];
		struct graph_ref *ref = VEC_PUSH(s->out->arena, &s->out->graphs);

		*ref = (struct graph_ref){file, i, index, graph->counted, STR_NONE};
		input->nodes += graph->n_nodes;
		if (!graph->counted)
			ref->why_not = graph->repeat_of != GRAPH_NONE
			                       ? S("the same subgraph again: its body counts once")
			                       : S("another view of the same work");
	}
}

/* A graph file found in a folder is read; one that cannot be is an input that failed, no error. */
static void read_graph(struct scanner *s, const struct candidate *c)
{
	struct graph_file *file = ARENA_NEW(s->env->keep, struct graph_file);
	struct diags quiet = {.arena = s->env->keep};
	struct env env = *s->env;
	struct input *input;
	bool ok;

	if (!c->named)
		env.diags = &quiet;
	ok = graph_read_file(&env, c->path, file);
	input = VEC_PUSH(s->out->arena, &s->out->inputs);
	*input = (struct input){.path = c->path,
	        .kind = format_word(file->format),
	        .status = ok ? INPUT_READ : INPUT_FAILED};
	if (ok) {
		input->torch_version = graph_text(file, file->torch_version);
		if (file->left_out.len) {
			input->status = INPUT_PARTLY;
			input->reason = graph_text(file, file->left_out.at[0].name);
		}
		add_graphs(s, input, s->out->inputs.len - 1, file);
	} else {
		const struct diags *d = c->named ? s->env->diags : &quiet;

		input->reason =
		        d->list.len ? d->list.at[d->list.len - 1].text : S("cannot be read");
	}
}

static void read_file(struct scanner *s, const struct candidate *c)
{
	struct arena_mark mark = arena_mark(s->env->temp);
	enum graph_answer answer = GRAPH_ANSWER_GRAPH;

	if (!c->named) {
		str bytes;
		const char *why =
		        file_try_read(s->env, c->path, s->env->limits->file_bytes, &bytes);

		answer = why ? GRAPH_ANSWER_NONE : graph_recognise(s->env, bytes);
		arena_rewind(s->env->temp, mark);
		if (why)
			leave_out(s, str_from(why), 1);
		else if (answer == GRAPH_ANSWER_NONE)
			leave_out(s, S("no kind of file that is read"), 1);
	}
	if (answer != GRAPH_ANSWER_NONE)
		read_graph(s, c);
	arena_rewind(s->env->temp, mark);
}

/* Two graphs of the same operators and parameters are the same work, counted once. */
static void drop_repeats(struct scan *scan)
{
	for (uint32_t i = 0; i < scan->graphs.len; i++) {
		struct graph_ref *ref = &scan->graphs.at[i];
		const struct graph *graph = &ref->file->graphs.at[ref->graph];

		if (!ref->counted || !(graph->identity[0] | graph->identity[1]))
			continue;
		for (uint32_t k = 0; k < i; k++) {
			const struct graph_ref *other = &scan->graphs.at[k];
			const struct graph *first = &other->file->graphs.at[other->graph];

			if (other->file == ref->file || !other->counted ||
			        first->identity[0] != graph->identity[0] ||
			        first->identity[1] != graph->identity[1])
				continue;
			ref->counted = false;
			ref->why_not =
			        arena_format(scan->arena, "the same work as in %.*s, counted once",
			                STR_ARG(scan->inputs.at[other->input].path));
			break;
		}
	}
}

bool scan_run(struct env *env, const struct scan_plan *plan, struct scan *out)
{
	struct scanner s = {.env = env, .plan = plan, .out = out};

	out->arena = env->keep;
	for (uint32_t i = 0; i < plan->n_paths; i++)
		list_path(&s, plan->paths[i]);
	for (uint32_t i = 0; i < s.files.len; i++)
		read_file(&s, &s.files.at[i]);
	drop_repeats(out);
	if (!out->inputs.len && !env->diags->errors)
		return diag_error(env->diags,
		        (struct place){.path = plan->n_paths ? plan->paths[0] : STR_NONE},
		        "nothing to analyse here: no traced graph and no source was found; see "
		        "portfit scan --help");
	return out->inputs.len > 0;
}
