/* Targets are written as the form spells them, not as we do: `spelled` where the two differ. */
#include "scanner/graph/dump_text.h"

#include <stdlib.h>

void tally_add(struct tally *tally, str word, uint64_t count)
{
	bool fresh;
	uint32_t *at;

	tally->index.arena = tally->arena;
	at = map_at(&tally->index, word, &fresh);
	if (fresh) {
		*at = tally->rows.len;
		VEC_PUSH(tally->arena, &tally->rows)->word = word;
	}
	tally->rows.at[*at].count += count;
}

void tally_add_list(
        struct tally *tally, const struct graph_file *file, const struct count_list *list)
{
	for (uint32_t i = 0; i < list->len; i++)
		tally_add(tally, graph_text(file, list->at[i].name), list->at[i].count);
}

static int by_word(const void *a, const void *b)
{
	return str_cmp(((const struct tally_row *)a)->word, ((const struct tally_row *)b)->word);
}

void tally_write(struct tally *tally, const char *key, struct json_out *w)
{
	if (tally->rows.len)
		qsort(tally->rows.at, tally->rows.len, sizeof *tally->rows.at, by_word);
	json_out_key(w, key);
	json_out_object(w);
	for (uint32_t i = 0; i < tally->rows.len; i++) {
		json_out_key_str(w, tally->rows.at[i].word);
		json_out_uint(w, tally->rows.at[i].count);
	}
	json_out_object_end(w);
}

static str shown_target(struct env *env, const struct graph_file *file, const struct node *node)
{
	str target = graph_text(file, node->spelled ? node->spelled : node->target);

	(void)env;
	if (!node->spelled && str_starts(target, S("_operator.")))
		return str_from_at(target, 1);
	return target;
}

str dump_python_word(struct env *env, const struct graph_file *file, const struct node *node)
{
	switch (node->kind) {
	case NODE_CALL_MODULE: return S("call_module");
	case NODE_GET_ATTR: return S("get_attr");
	case NODE_GETITEM:
		if (!node->spelled || !str_starts(graph_text(file, node->spelled), S("prim.")))
			return S("operator.getitem");
		break;
	case NODE_CALL_METHOD:
		return arena_format(
		        env->temp, "call_method:%.*s", STR_ARG(graph_text(file, node->target)));
	case NODE_CALL_FUNCTION: break;
	}
	return shown_target(env, file, node);
}

uint64_t dump_python_tally(
        struct env *env, const struct graph_file *file, uint32_t graph, struct tally *tally)
{
	const struct graph *g = &file->graphs.at[graph];

	for (uint32_t i = 0; i < g->n_nodes; i++)
		tally_add(
		        tally, dump_python_word(env, file, &file->nodes.at[g->first_node + i]), 1);
	return g->n_nodes;
}

/* The reference cannot parse such names and replaces them. */
static str shown_class(struct env *env, str path)
{
	str rest = path, part, out = STR_NONE;

	if (str_eq(path, S("<top>")))
		return path;
	while (str_cut(&rest, '.', &part)) {
		bool odd = false;

		for (size_t i = 0; i < part.len; i++)
			odd |= !((part.ptr[i] >= 'a' && part.ptr[i] <= 'z') ||
			         (part.ptr[i] >= 'A' && part.ptr[i] <= 'Z') ||
			         (part.ptr[i] >= '0' && part.ptr[i] <= '9') || part.ptr[i] == '_');
		if (str_eq(part, S("<lambda>")))
			part = S("lambda_");
		else if (odd)
			part = S("odd_");
		out = out.len ? arena_format(env->temp, "%.*s.%.*s", STR_ARG(out), STR_ARG(part))
		              : part;
	}
	return out;
}

static void dump_graphs(struct env *env, const struct graph_file *file, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);

	json_out_key(w, "graphs");
	json_out_array(w);
	for (uint32_t i = 0; i < file->graphs.len; i++) {
		struct tally tally = {.arena = env->temp};
		uint64_t ops = dump_python_tally(env, file, i, &tally);

		json_out_object(w);
		json_out_pair_str(
		        w, "name", shown_class(env, graph_text(file, file->graphs.at[i].name)));
		json_out_pair_int(w, "inputs", facts->notes.at[i].def_inputs);
		json_out_pair_int(w, "ops", (int64_t)ops);
		tally_write(&tally, "targets", w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void dump_counts(const struct graph_file *file, const struct count_list *list,
        const char *key, struct json_out *w)
{
	json_out_key(w, key);
	json_out_object(w);
	for (uint32_t i = 0; i < list->len; i++) {
		json_out_key_str(w, graph_text(file, list->at[i].name));
		json_out_uint(w, list->at[i].count);
	}
	json_out_object_end(w);
}

static void dump_tensors(const struct graph_file *file, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);

	json_out_key(w, "tensors");
	json_out_array(w);
	for (uint32_t i = 0; i < facts->repro_tensors.len; i++) {
		const struct repro_tensor *t = &facts->repro_tensors.at[i];

		json_out_array(w);
		for (uint32_t k = 0; k < t->n_sizes; k++) {
			str size = graph_text(file, facts->repro_sizes.at[t->first_size + k]);
			int64_t number;

			if (str_int(size, &number))
				json_out_int(w, number);
			else
				json_out_str(w, size);
		}
		json_out_array_end(w);
	}
	json_out_array_end(w);
	json_out_pair_int(w, "storages", (int64_t)facts->storages);
}

void dump_python(struct env *env, const struct graph_file *file, struct json_out *w)
{
	static const char *const formats[] = {[GRAPH_EXPORTED_TEXT] = "print(ExportedProgram)",
	        [GRAPH_REPRO] = "fx_graph_runnable"};
	const struct graph_facts *facts = graph_facts(file);
	struct tally total = {.arena = env->temp};
	uint64_t ops = 0;
	const char *format = file->format == GRAPH_EXPORTED_TEXT || file->format == GRAPH_REPRO
	                             ? formats[file->format]
	                             : "python text";

	json_out_pair_str(w, "format", str_from(format));
	dump_graphs(env, file, w);
	for (uint32_t i = 0; i < file->graphs.len; i++)
		ops += dump_python_tally(env, file, i, &total);
	tally_write(&total, "targets", w);
	json_out_pair_int(w, "ops", (int64_t)ops);
	if (file->format == GRAPH_EXPORTED_TEXT) {
		json_out_key(w, "signature");
		json_out_object(w);
		dump_counts(file, &facts->signature_inputs, "inputs", w);
		dump_counts(file, &facts->signature_outputs, "outputs", w);
		json_out_object_end(w);
	} else if (file->format == GRAPH_REPRO) {
		dump_tensors(file, w);
	}
}

static const char *kind_word(const struct node *node)
{
	switch (node->kind) {
	case NODE_CALL_METHOD: return "call_method";
	case NODE_CALL_MODULE: return "call_module";
	case NODE_GET_ATTR: return "get_attr";
	case NODE_CALL_FUNCTION:
	case NODE_GETITEM: break;
	}
	return "call_function";
}

/* Of a text with more than one graph (both sides of a diff, several pasted ones) each is told. */
static void dump_each(struct env *env, const struct graph_file *file, struct json_out *w)
{
	json_out_key(w, "graphs");
	json_out_array(w);
	for (uint32_t i = 0; i < file->graphs.len; i++) {
		const struct graph *g = &file->graphs.at[i];
		struct tally tally = {.arena = env->temp};
		uint64_t ops = dump_python_tally(env, file, i, &tally);

		json_out_object(w);
		json_out_pair_str(w, "stage", graph_text(file, g->stage));
		json_out_key(w, "counted");
		json_out_bool(w, g->counted);
		json_out_pair_int(w, "inputs", g->n_inputs);
		json_out_pair_int(w, "ops", (int64_t)ops);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

/* Kinds and targets of the graphs of str(graph) and print_tabular. `all`: methods and modules have
 * their target told as well. */
static void dump_kinds(struct env *env, const struct graph_file *file, bool all, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);
	struct tally kinds = {.arena = env->temp}, targets = {.arena = env->temp};

	for (uint32_t i = 0; i < file->graphs.len; i++) {
		if (file->graphs.at[i].n_inputs)
			tally_add(&kinds, S("placeholder"), file->graphs.at[i].n_inputs);
		if (facts->notes.at[i].returns)
			tally_add(&kinds, S("output"), 1);
	}
	for (uint32_t i = 0; i < file->nodes.len; i++) {
		const struct node *node = &file->nodes.at[i];
		bool function = node->kind == NODE_CALL_FUNCTION || node->kind == NODE_GETITEM;

		tally_add(&kinds, str_from(kind_word(node)), 1);
		if (function || (all && node->kind != NODE_GET_ATTR))
			tally_add(&targets, shown_target(env, file, node), 1);
	}
	tally_write(&kinds, "by_kind", w);
	tally_write(&targets, "targets", w);
	if (file->graphs.len > 1)
		dump_each(env, file, w);
}

void dump_fx_str(struct env *env, const struct graph_file *file, struct json_out *w)
{
	json_out_pair_str(w, "format", S("str(graph)"));
	dump_kinds(env, file, true, w);
	json_out_pair_str(w, "note",
	        S("node lines whose string arguments hold a newline are continued on the next "
	          "line"));
}

void dump_tabular(struct env *env, const struct graph_file *file, struct json_out *w)
{
	json_out_pair_str(w, "format", S("print_tabular"));
	dump_kinds(env, file, false, w);
}

bool dump_text_form(struct env *env, const struct graph_file *file, struct json_out *w)
{
	void (*dump)(struct env *, const struct graph_file *, struct json_out *) = NULL;

	switch (file->format) {
	case GRAPH_READABLE:
	case GRAPH_EXPORTED_TEXT:
	case GRAPH_REPRO: dump = dump_python; break;
	case GRAPH_LOG_TEXT: dump = dump_log; break;
	case GRAPH_FX_STR: dump = dump_fx_str; break;
	case GRAPH_TABULAR: dump = dump_tabular; break;
	case GRAPH_TORCH_TRACE: dump = dump_trace; break;
	case GRAPH_CHROME_TRACE: dump = dump_chrome; break;
	case GRAPH_EXECUTION_TRACE: dump = dump_execution; break;
	case GRAPH_FORMAT_NONE:
	case GRAPH_PT2:
	case GRAPH_EXPORTED_JSON: break;
	default: break;
	}
	if (!dump)
		return false;
	dump(env, file, w);
	return true;
}
