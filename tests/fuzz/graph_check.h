/* Is what a reader left a graph that others may walk? Every index in range, every run inside its
 * array. For fuzz targets: the answer no ends the process. */
#ifndef TESTS_FUZZ_GRAPH_CHECK_H
#define TESTS_FUZZ_GRAPH_CHECK_H

#include "scanner/graph/dump_graph.h"
#include "scanner/graph/facts.h"
#include "scanner/graph/py_scan.h"
#include "scanner/graph/text_build.h"

#include <stdlib.h>

static inline void graph_must(bool ok)
{
	if (!ok)
		abort();
}

static inline void graph_check_args(const struct graph_file *file)
{
	for (uint32_t i = 0; i < file->args.len; i++) {
		const struct arg *a = &file->args.at[i];

		graph_must(a->kind != ARG_VALUE || a->value < file->values.len);
		graph_must(a->kind != ARG_GRAPH || a->graph < file->graphs.len);
		graph_must(a->kind != ARG_LIST ||
		           (uint64_t)a->list.first + a->list.count <= file->args.len);
	}
}

static inline void graph_check(const struct graph_file *file)
{
	const struct graph_facts *facts = graph_facts(file);

	graph_check_args(file);
	for (uint32_t i = 0; i < file->nodes.len; i++) {
		const struct node *n = &file->nodes.at[i];

		graph_must((uint64_t)n->first_arg + n->n_args <= file->args.len);
		graph_must((uint64_t)n->first_out + n->n_outs <= file->values.len);
		graph_must(n->graph < file->graphs.len);
	}
	for (uint32_t i = 0; i < file->graphs.len; i++) {
		const struct graph *g = &file->graphs.at[i];

		graph_must((uint64_t)g->first_node + g->n_nodes <= file->nodes.len);
		graph_must((uint64_t)g->first_input + g->n_inputs <= file->inputs.len);
		graph_must((uint64_t)g->first_output + g->n_outputs <= file->outputs.len);
		graph_must(g->parent == GRAPH_NONE || g->parent < file->graphs.len);
		graph_must(g->parent_node == GRAPH_NONE || g->parent_node < file->nodes.len);
	}
	for (uint32_t i = 0; i < file->values.len; i++)
		graph_must(file->values.at[i].tensor == GRAPH_NONE ||
		           file->values.at[i].tensor < file->tensors.len);
	for (uint32_t i = 0; i < file->tensors.len; i++) {
		const struct tensor *t = &file->tensors.at[i];

		graph_must((uint64_t)t->first_size + t->rank <= file->dims.len);
		graph_must((uint64_t)t->first_stride + t->n_strides <= file->dims.len);
	}
	for (uint32_t i = 0; i < file->outputs.len; i++)
		graph_must(file->outputs.at[i].value == GRAPH_NONE ||
		           file->outputs.at[i].value < file->values.len);
	graph_must(!facts || facts->notes.len >= file->graphs.len);
}

/* Reads bytes with one reader, checks and dumps what came out. */
static inline int graph_fuzz(const uint8_t *data, size_t size, enum graph_format format,
        bool (*read)(struct env *env, str path, str bytes, struct graph_file *out))
{
	struct arena *keep = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = keep};
	struct env env = {keep, temp, &diags, &limits_default, NULL};
	struct graph_file file = {.arena = keep, .format = format};
	struct buf out = {0};

	file.names.arena = keep;
	if (read(&env, S("fuzz"), (str){(const char *)data, size}, &file)) {
		graph_file_seal(&file);
		graph_check(&file);
		graph_dump(&file, &out);
	}
	buf_free(&out);
	arena_free(keep);
	arena_free(temp);
	return 0;
}

/* For readers that take their part out of a text: begins them wherever they stand. */
static inline bool graph_fuzz_part(struct env *env, str bytes, struct graph_file *out,
        void (*take)(struct text_build *b, struct py_scan *scan))
{
	struct py_scan scan = {.text = bytes};
	struct text_build b;

	build_open(&b, env, out);
	graph_facts_of(out);
	while (scan.at < bytes.len) {
		size_t before = scan.at;

		take(&b, &scan);
		if (scan.at == before)
			scan.at++;
	}
	return true;
}

#endif
