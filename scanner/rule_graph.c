/* Operators of graphs that rules name: each operator of a file is looked up once. */
#include "scanner/rule_match.h"

#include "scanner/rule_text.h"

/* Whether a node stands where its operator was matched before on the same source line. */
struct graph_matching {
	struct matching m;
	const struct graph_file *file;
	const struct node *node;
	bool met; /* some rule has its name */
};

/* A view of the file's names; what is kept of it is copied. */
static str operator_name(const struct graph_file *file, const struct node *node)
{
	str target = graph_text(file, node->target);

	/* "torch.ops.aten.add.Tensor" is the operator aten.add.Tensor */
	if (str_starts(target, S("torch.ops.")))
		target = str_from_at(target, 10);
	return target;
}

static struct spot spot_of(struct graph_matching *g, str name)
{
	const struct node *n = g->node;
	uint32_t line = n->file && n->line ? n->line : n->text_line ? n->text_line : 1;
	str source = graph_text(g->file, n->source_text);

	return (struct spot){.line = line,
	        .column = 1,
	        .end_line = line,
	        .end_column = 1,
	        .function = graph_text(g->file, n->module_path),
	        .statement = source.len ? statement_text(g->m.env->temp, source) : name};
}

static void on_operator(void *context, const struct ref_row *ref, size_t length)
{
	struct graph_matching *g = context;
	const struct item_row *item = &g->m.rules->items[ref->item];
	str name;
	struct spot spot;
	struct finding *f;

	(void)length;
	g->met = true;
	if (item->kind != ITEM_OPERATOR || g->m.rules->off[item->rule])
		return;
	name = arena_dup(g->m.env->temp, operator_name(g->file, g->node));
	spot = spot_of(g, name);
	f = match_add(&g->m, item->rule, &spot, name, STR_NONE);
	if (f && g->node->file && g->node->line)
		f->path = arena_dup(g->m.out->arena, graph_text(g->file, g->node->file));
}

bool rules_apply_graph(struct env *env, struct rules_worker *worker, const struct graph_file *file,
        struct findings *out)
{
	struct graph_matching g = {.m = matching_of(env, worker, file->path, out), .file = file};

	bool *silent = ARENA_ARRAY(env->temp, bool, (size_t)file->names.names.len + 1);

	for (uint32_t i = 0; i < file->nodes.len; i++) {
		const struct node *node = &file->nodes.at[i];

		if (!node->target || node->kind != NODE_CALL_FUNCTION || silent[node->target])
			continue;
		g.node = node;
		g.met = false;
		ruleset_visit_parts(worker->rules, RULE_NAME_OPERATOR, operator_name(file, node),
		        on_operator, &g);
		silent[node->target] = !g.met;
	}
	findings_sort_from(out, g.m.first, worker->rules->ids);
	return true;
}
