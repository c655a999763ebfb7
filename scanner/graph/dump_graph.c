/* Exported programs here, the text forms through dump_text.h. */
#include "scanner/graph/dump_graph.h"

#include "scanner/graph/dump_exported.h"
#include "scanner/graph/dump_text.h"

static void write_form(struct env *env, const struct graph_file *file, struct json_out *w)
{
	if (file->format == GRAPH_PT2 || file->format == GRAPH_EXPORTED_JSON)
		dump_exported(env, file, w);
	else
		dump_text_form(env, file, w);
}

/* Of every top graph that counts: its operators, shapes and inputs, the same in every form that
 * shows them (identity.h); "0" where a form does not. */
static void write_digests(struct env *env, const struct graph_file *file, struct json_out *w)
{
	json_out_key(w, "digests");
	json_out_array(w);
	for (uint32_t i = 0; i < file->graphs.len; i++) {
		const struct graph *g = &file->graphs.at[i];

		if (g->parent == GRAPH_NONE && g->counted)
			json_out_str(w, arena_format(env->temp, "%llx %llx %llx",
			                        (unsigned long long)g->operators,
			                        (unsigned long long)g->shapes,
			                        (unsigned long long)g->tensors));
	}
	json_out_array_end(w);
}

bool graph_dump(const struct graph_file *file, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 3};
	struct arena *temp = arena_new();
	struct diags diags = {.arena = temp};
	struct env env = {temp, temp, &diags, &limits_default, NULL};

	json_out_object(&w);
	write_form(&env, file, &w);
	write_digests(&env, file, &w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
	arena_free(temp);
	return true;
}
