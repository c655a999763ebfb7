/* One map from compilation and stage to the lowest rank's graph. Logs of several jobs in one folder
 * would be held against each other as well, so only graphs whose files lie in one folder are. */
#include "scanner/rank_compare.h"

#include "base/file.h"
#include "scanner/graph/facts.h"
#include "scanner/graph/identity.h"
#include "scanner/phrases.h"

static const struct graph_note *note_of(const struct graph_ref *ref)
{
	const struct graph_facts *facts = graph_facts(ref->file);

	return facts && ref->graph < facts->notes.len ? &facts->notes.at[ref->graph] : NULL;
}

/* Which of the graphs of a rank this is; empty: it is no graph of a rank that counts. */
static str key_of(struct env *env, const struct scan *scan, const struct graph_ref *ref)
{
	const struct graph *g = &ref->file->graphs.at[ref->graph];
	const struct graph_note *note = note_of(ref);

	if (!note || note->rank < 0 || !note->compile_id || g->parent != GRAPH_NONE ||
	        (!g->counted && g->repeat_of == GRAPH_NONE))
		return STR_NONE;
	return arena_format(env->temp, "%.*s|%.*s|%.*s|%.*s",
	        STR_ARG(path_folder(scan->inputs.at[ref->input].path)),
	        STR_ARG(graph_text(ref->file, note->compile_id)),
	        STR_ARG(graph_text(ref->file, g->stage)), STR_ARG(graph_text(ref->file, g->model)));
}

static str call_at(const struct graph_ref *ref, uint32_t node)
{
	const struct graph *g = &ref->file->graphs.at[ref->graph];

	return node < g->n_nodes
	               ? graph_text(ref->file, ref->file->nodes.at[g->first_node + node].target)
	               : S("the end");
}

static void tell(struct scan *scan, struct graph_ref *ref, const struct graph_ref *low)
{
	struct graph_parting p = graph_compare(low->file, low->graph, ref->file, ref->graph);
	str here, there, text;

	if (p.same)
		return;
	here = call_at(ref, p.node_b);
	there = call_at(low, p.node_a);
	text = str_eq(here, there)
	               ? arena_format(scan->arena, phrase_rank_shape, note_of(ref)->rank,
	                         note_of(low)->rank, p.node_b + 1, STR_ARG(here))
	               : arena_format(scan->arena, phrase_rank_call, note_of(ref)->rank,
	                         note_of(low)->rank, p.node_b + 1, STR_ARG(here), STR_ARG(there));
	ref->note = ref->note.len ? arena_format(scan->arena, "%.*s; %.*s", STR_ARG(text),
	                                    STR_ARG(ref->note))
	                          : text;
}

void rank_compare(struct env *env, struct scan *scan)
{
	struct map lowest = {.arena = env->temp};
	struct arena_mark mark = arena_mark(env->temp);

	for (uint32_t pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < scan->graphs.len; i++) {
			struct graph_ref *ref = &scan->graphs.at[i];
			str key = key_of(env, scan, ref);
			bool fresh;
			uint32_t *at;

			if (!key.len)
				continue;
			at = map_at(&lowest, key, &fresh);
			if (fresh || (pass == 0 && note_of(ref)->rank <
			                                   note_of(&scan->graphs.at[*at])->rank))
				*at = i;
			else if (pass && *at != i &&
			         note_of(ref)->rank != note_of(&scan->graphs.at[*at])->rank)
				tell(scan, ref, &scan->graphs.at[*at]);
		}
	arena_rewind(env->temp, mark);
}
