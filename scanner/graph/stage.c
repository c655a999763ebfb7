/* Words, headings and records are tables; counting is one pass to find the best stage of each
 * group and one to mark it. */
#include "scanner/graph/stage.h"

#include "base/map.h"

enum { CALLED_GRAPHS_MOST = 256 };

static const struct {
	const char *word;
	uint32_t preference;
} stages[] = {{"", 0},
#define X(name, word, preference) {word, preference},
        STAGE_LIST(X)
#undef X
};

str stage_word(enum stage stage)
{
	return str_from(stages[stage].word);
}

enum stage stage_from_word(str word)
{
	for (size_t i = 1; i < sizeof stages / sizeof *stages; i++)
		if (word.len && word.ptr[0] == stages[i].word[0] &&
		        str_eq(word, str_from(stages[i].word)))
			return (enum stage)i;
	return STAGE_NONE;
}

struct stage_row {
	const char *text;
	enum stage stage;
};

enum stage stage_from_heading(str heading)
{
	static const struct stage_row rows[] = {{"Forward graph", STAGE_FORWARD},
	        {"Backward graph", STAGE_BACKWARD}, {"Joint graph", STAGE_JOINT},
	        {"Inference graph", STAGE_INFERENCE}, {"__compiled_fn", STAGE_DYNAMO},
	        {"PRE GRAD", STAGE_PRE_GRAD}, {"POST GRAD", STAGE_POST_GRAD},
	        {"pre insert_deferred_runtime_asserts", STAGE_DYNAMO}, {"DDP", STAGE_DDP},
	        {"Compiled autograd graph", STAGE_COMPILED_AUTOGRAD},
	        {"CompiledAutograd", STAGE_COMPILED_AUTOGRAD}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_has(heading, str_from(rows[i].text)))
			return rows[i].stage;
	return STAGE_NONE;
}

enum stage stage_from_record(str record)
{
	static const struct stage_row rows[] = {{"dynamo_output_graph", STAGE_DYNAMO},
	        {"optimize_ddp_split_graph", STAGE_DDP}, {"optimize_ddp_split_child", STAGE_DDP},
	        {"compiled_autograd_graph", STAGE_COMPILED_AUTOGRAD},
	        {"aot_joint_graph", STAGE_JOINT}, {"before_joint_graph", STAGE_JOINT},
	        {"after_joint_graph", STAGE_JOINT}, {"aot_forward_graph", STAGE_FORWARD},
	        {"aot_backward_graph", STAGE_BACKWARD}, {"aot_inference_graph", STAGE_INFERENCE},
	        {"inductor_pre_grad_graph", STAGE_PRE_GRAD},
	        {"before_pre_grad_graph", STAGE_PRE_GRAD}, {"after_pre_grad_graph", STAGE_PRE_GRAD},
	        {"before_recompile_pre_grad", STAGE_PRE_GRAD},
	        {"after_recompile_pre_grad", STAGE_PRE_GRAD},
	        {"inductor_post_grad_graph", STAGE_POST_GRAD},
	        {"before_post_grad_graph", STAGE_POST_GRAD},
	        {"after_post_grad_graph", STAGE_POST_GRAD},
	        {"before_recompile_post_grad", STAGE_POST_GRAD},
	        {"after_recompile_post_grad", STAGE_POST_GRAD},
	        {"fx_graph_runnable", STAGE_RUNNABLE}, {"fx_graph_readable", STAGE_RUNNABLE},
	        {"exported_program", STAGE_EXPORT}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_eq(record, str_from(rows[i].text)))
			return rows[i].stage;
	return STAGE_OTHER;
}

enum stage stage_from_artifact(str artifact)
{
	static const struct stage_row rows[] = {{"graph_code", STAGE_DYNAMO},
	        {"graph", STAGE_DYNAMO}, {"graph_code_verbose", STAGE_DYNAMO},
	        {"aot_joint_graph", STAGE_JOINT}, {"pre_grad_graphs", STAGE_PRE_GRAD},
	        {"post_grad_graphs", STAGE_POST_GRAD},
	        {"compiled_autograd", STAGE_COMPILED_AUTOGRAD}, {"ddp_graphs", STAGE_DDP},
	        {"aot_graphs", STAGE_ATEN}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_eq(artifact, str_from(rows[i].text)))
			return rows[i].stage;
	return STAGE_NONE;
}

/* "torch/_inductor/bounds.py", "torch._inductor.bounds" and "bounds.py" name one module. */
static bool is_module(str source, str name)
{
	size_t at = str_rfind_byte(str_slice(source, 0, str_find(source, S(".py"))), '/');

	source = str_slice(source, 0, str_find(source, S(".py")));
	if (at < source.len)
		return str_eq(str_from_at(source, at + 1), name);
	at = str_rfind_byte(source, '.');
	return str_eq(at < source.len ? str_from_at(source, at + 1) : source, name);
}

enum stage stage_from_source(str source)
{
	return is_module(source, S("codecache")) ? STAGE_CACHE_KEY : STAGE_NONE;
}

bool logs_graphs(str source, str artifact)
{
	return !str_starts(artifact, S("trace_")) && !is_module(source, S("bounds"));
}

/* Is the module that a node calls a graph of this file? */
static bool calls_graph(const struct graph_file *file, uint32_t node)
{
	/* A family stands together; the next top graph ends it. */
	for (uint32_t i = file->nodes.at[node].graph + 1;
	        i < file->graphs.len && file->graphs.at[i].parent != GRAPH_NONE; i++)
		if (file->graphs.at[i].parent_node == node)
			return true;
	return false;
}

/* A call that only graphs before AOT hold: methods, modules, functions of torch. */
static bool is_torch_level(const struct graph_file *file, uint32_t index, uint32_t *modules)
{
	const struct node *node = &file->nodes.at[index];
	str target = graph_text(file, node->target);

	if (node->kind == NODE_CALL_MODULE)
		return (*modules)++ > CALLED_GRAPHS_MOST || !calls_graph(file, index);
	if (node->kind == NODE_CALL_METHOD)
		return true;
	return node->kind == NODE_CALL_FUNCTION && str_starts(target, S("torch.")) &&
	       !str_starts(target, S("torch.sym_")) && !str_starts(target, S("torch._sym_")) &&
	       !str_starts(target, S("torch._functorch."));
}

enum stage stage_from_graph(const struct graph_file *file, uint32_t graph)
{
	const struct graph *g = &file->graphs.at[graph];
	uint32_t tangents = 0, gradients = 0, plain = 0, saved = 0, modules = 0;
	str name = graph_text(file, g->name);

	for (uint32_t i = 0; i < g->n_nodes; i++)
		if (is_torch_level(file, g->first_node + i, &modules))
			return STAGE_DYNAMO;
	for (uint32_t i = 0; i < g->n_inputs; i++)
		tangents += file->inputs.at[g->first_input + i].role == INPUT_TANGENT;
	for (uint32_t i = 0; i < g->n_outputs; i++) {
		str role = graph_text(file, file->outputs.at[g->first_output + i].role);

		gradients += str_eq(role, S("gradient"));
		plain += str_eq(role, S("user_output"));
		saved += str_eq(role, S("saved_for_backward"));
	}
	if (!tangents)
		return saved ? STAGE_FORWARD : STAGE_ATEN;
	if (gradients || plain)
		return plain ? STAGE_JOINT : STAGE_BACKWARD;
	return str_starts(name, S("joint")) || str_starts(name, S("inner_f")) ? STAGE_JOINT
	                                                                      : STAGE_BACKWARD;
}

/* A backward graph and its forward stand for the work only together; a backward one alone does
 * not when the joint graph is there. Graphs of an attempt that was given up do no work. */
struct group_state {
	uint64_t attempt;
	uint32_t best;
	bool forward, backward, joint;
};

/* "0/1_2" is the third attempt at the compilation "0/1": cuts `group` there. */
static uint64_t cut_attempt(str *group)
{
	size_t at = str_rfind_byte(*group, '_');
	int64_t number;

	if (at == group->len || str_find_byte(*group, '/') > at ||
	        !str_int(str_from_at(*group, at + 1), &number) || number < 0)
		return 0;
	*group = str_slice(*group, 0, at);
	return (uint64_t)number;
}

struct graph_group {
	uint64_t attempt;
	uint32_t group;
};

static void see_stage(struct group_state *s, enum stage stage)
{
	s->forward |= stage == STAGE_FORWARD || stage == STAGE_INFERENCE;
	s->backward |= stage == STAGE_BACKWARD;
	s->joint |= stage == STAGE_JOINT;
	if (stages[stage].preference > s->best)
		s->best = stages[stage].preference;
}

void graph_file_count_stages(struct env *env, struct graph_file *file)
{
	VEC(struct group_state) groups = {0};
	VEC(struct graph_group) group_of = {0};
	struct map ids = {.arena = env->temp};

	for (uint32_t i = 0; i < file->graphs.len; i++) {
		const struct graph *g = &file->graphs.at[i];
		str group = graph_text(file, g->group);
		uint64_t attempt = cut_attempt(&group);
		bool fresh;
		uint32_t *id;

		*VEC_PUSH(env->temp, &group_of) = (struct graph_group){0};
		if (g->parent != GRAPH_NONE)
			continue;
		id = map_at(&ids, group, &fresh);
		if (fresh) {
			*id = groups.len;
			VEC_PUSH(env->temp, &groups);
		}
		group_of.at[i] = (struct graph_group){attempt, *id};
		if (attempt > groups.at[*id].attempt)
			groups.at[*id] = (struct group_state){.attempt = attempt};
		if (attempt < groups.at[*id].attempt)
			continue;
		see_stage(&groups.at[*id], stage_from_word(graph_text(file, g->stage)));
	}
	for (uint32_t i = 0; i < file->graphs.len; i++) {
		struct graph *g = &file->graphs.at[i];
		const struct group_state *s;
		enum stage stage = stage_from_word(graph_text(file, g->stage));

		if (g->parent != GRAPH_NONE) { /* parents stand before their children */
			g->counted = g->parent < i && file->graphs.at[g->parent].counted &&
			             g->parent_node != GRAPH_NONE;
			continue;
		}
		s = &groups.at[group_of.at[i].group];
		if (group_of.at[i].attempt < s->attempt)
			g->counted = false;
		else if (s->joint && s->backward && !s->forward)
			g->counted = stage == STAGE_JOINT;
		else
			g->counted = stage != STAGE_OLD && stages[stage].preference == s->best;
	}
}
