/* What readers keep beside graphs. `extra` of an exported program stays NULL, so the format tells
 * whether there are facts. */
#include "scanner/graph/facts.h"

const struct graph_facts *graph_facts(const struct graph_file *file)
{
	switch (file->format) {
	case GRAPH_FORMAT_NONE:
	case GRAPH_PT2:
	case GRAPH_EXPORTED_JSON: return NULL;
	default: return file->extra;
	}
}

struct graph_facts *graph_facts_of(struct graph_file *file)
{
	if (!file->extra)
		file->extra = ARENA_NEW(file->arena, struct graph_facts);
	return file->extra;
}

struct graph_note *graph_note_of(struct graph_file *file, uint32_t graph)
{
	struct graph_facts *facts = graph_facts_of(file);

	while (facts->notes.len <= graph)
		VEC_PUSH(file->arena, &facts->notes)->rank = -1;
	return &facts->notes.at[graph];
}

void count_add(struct graph_file *file, struct count_list *list, str name, uint64_t times)
{
	uint32_t id = intern_id(&file->names, name);
	bool fresh;
	uint32_t *at;

	list->index.arena = file->arena;
	at = map_at(&list->index, intern_name(&file->names, id), &fresh);
	if (fresh) {
		*at = list->len;
		VEC_PUSH(file->arena, list)->name = id;
	}
	list->at[*at].count += times;
}

void left_out_add(struct graph_file *file, const char *what, uint64_t times)
{
	uint32_t id = intern_id(&file->names, str_from(what));

	for (uint32_t i = 0; i < file->left_out.len; i++)
		if (file->left_out.at[i].name == id) {
			file->left_out.at[i].count += times;
			return;
		}
	*VEC_PUSH(file->arena, &file->left_out) = (struct count){id, times};
}
