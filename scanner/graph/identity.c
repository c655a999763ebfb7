/* Idea: a running hash of names and shapes; getitem and attribute nodes are bookkeeping that some
 * forms show and others do not, so they are left out. */
#include "scanner/graph/identity.h"

#include "base/map.h"
#include "scanner/graph/facts.h"
#include "scanner/phrases.h"

#define SEED_OPERATORS UINT64_C(0x9ae16a3b2f90404f)
#define SEED_SHAPES UINT64_C(0xc949d7c7509e6557)

static bool is_work(const struct node *node)
{
	return node->kind != NODE_GETITEM && node->kind != NODE_GET_ATTR;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h ^= v + UINT64_C(0x9e3779b97f4a7c15) + (h << 6) + (h >> 2);
	h *= UINT64_C(0xff51afd7ed558ccd);
	return h ^ (h >> 33);
}

static uint64_t mix_text(const struct graph_file *file, uint64_t h, uint32_t id)
{
	return str_hash(graph_text(file, id), h);
}

/* False when the value shows no shape. */
static bool mix_tensor(const struct graph_file *file, uint32_t value, uint64_t *h)
{
	const struct tensor *t = value_tensor(file, value);

	if (!t || !t->has_shape)
		return false;
	*h = mix(*h, t->dtype);
	*h = mix(*h, t->rank);
	for (uint32_t i = 0; i < t->rank; i++) {
		const struct dim *dim = &file->dims.at[t->first_size + i];

		*h = dim->expr ? mix_text(file, *h, dim->expr) : mix(*h, (uint64_t)dim->value);
	}
	return true;
}

static void identify(const struct graph_file *file, struct graph *graph)
{
	uint64_t operators = SEED_OPERATORS, shapes = SEED_SHAPES, tensors = 0;
	bool shown = false;

	for (uint32_t i = 0; i < graph->n_inputs; i++) {
		const struct graph_input *input = &file->inputs.at[graph->first_input + i];
		uint64_t h = SEED_SHAPES;

		if (input->value != GRAPH_NONE && mix_tensor(file, input->value, &h))
			tensors += h | 1;
	}
	for (uint32_t i = 0; i < graph->n_nodes; i++) {
		const struct node *node = &file->nodes.at[graph->first_node + i];

		if (!is_work(node))
			continue;
		operators = mix(mix_text(file, operators, node->target), node->kind);
		/* Several results, and those of higher-order operators, are shown by some forms
		 * only. */
		if (node->n_outs == 1 &&
		        !str_starts(graph_text(file, node->target), S("higher_order.")))
			shown |= mix_tensor(file, node->first_out, &shapes);
	}
	graph->operators = operators;
	graph->shapes = shown ? shapes | 1 : 0;
	graph->tensors = tensors;
}

void graph_file_identify(struct graph_file *file)
{
	for (uint32_t i = 0; i < file->graphs.len; i++)
		identify(file, &file->graphs.at[i]);
}

bool graph_same_work(const struct graph *a, const struct graph *b)
{
	return a->operators == b->operators && a->n_nodes && b->n_nodes &&
	       (!a->shapes || !b->shapes || a->shapes == b->shapes);
}

/* The same compile id and stage on another rank. */
static str rank_key(struct env *env, const struct graph_file *file, uint32_t graph)
{
	const struct graph *g = &file->graphs.at[graph];
	str group = graph_text(file, g->group);

	return arena_format(env->temp, "%.*s|%u|%llx|%llx",
	        STR_ARG(str_from_at(group, str_find_byte(group, '|'))), g->stage,
	        (unsigned long long)g->operators, (unsigned long long)g->shapes);
}

void graph_file_drop_repeats(struct env *env, struct graph_file *file)
{
	const struct graph_facts *facts = graph_facts(file);
	struct map seen = {.arena = env->temp};
	uint64_t dropped = 0;

	for (uint32_t i = 0; facts && i < file->graphs.len; i++) {
		struct graph *g = &file->graphs.at[i];
		bool fresh;
		uint32_t *first;

		if (g->parent != GRAPH_NONE) {
			g->counted &= g->parent < i && file->graphs.at[g->parent].counted;
			continue;
		}
		if (!g->counted || i >= facts->notes.len || facts->notes.at[i].rank < 0)
			continue;
		first = map_at(&seen, rank_key(env, file, i), &fresh);
		if (fresh)
			*first = i;
		else if (facts->notes.at[*first].rank != facts->notes.at[i].rank) {
			g->counted = false;
			g->repeat_of = *first;
			dropped++;
		}
	}
	if (dropped)
		left_out_add(file, phrase_rank_repeat, dropped);
}

/* The next node that does work, from `at` on. */
static uint32_t next_work(const struct graph_file *file, const struct graph *g, uint32_t at)
{
	while (at < g->n_nodes && !is_work(&file->nodes.at[g->first_node + at]))
		at++;
	return at;
}

static bool same_shape(const struct graph_file *a, const struct node *x, const struct graph_file *b,
        const struct node *y)
{
	uint64_t h = SEED_SHAPES, k = SEED_SHAPES;

	if (!x->n_outs || !y->n_outs || !mix_tensor(a, x->first_out, &h) ||
	        !mix_tensor(b, y->first_out, &k))
		return true;
	return h == k;
}

struct graph_parting graph_compare(const struct graph_file *file_a, uint32_t graph_a,
        const struct graph_file *file_b, uint32_t graph_b)
{
	const struct graph *a = &file_a->graphs.at[graph_a], *b = &file_b->graphs.at[graph_b];
	struct graph_parting out = {.what = NULL};

	for (;; out.node_a++, out.node_b++) {
		const struct node *x, *y;

		out.node_a = next_work(file_a, a, out.node_a);
		out.node_b = next_work(file_b, b, out.node_b);
		if (out.node_a == a->n_nodes || out.node_b == b->n_nodes)
			break;
		x = &file_a->nodes.at[a->first_node + out.node_a];
		y = &file_b->nodes.at[b->first_node + out.node_b];
		if (!str_eq(graph_text(file_a, x->target), graph_text(file_b, y->target))) {
			out.what = "operator";
			return out;
		}
		if (!same_shape(file_a, x, file_b, y)) {
			out.what = "shape";
			return out;
		}
	}
	out.same = out.node_a == a->n_nodes && out.node_b == b->n_nodes;
	out.what = out.same ? NULL : "end";
	return out;
}
