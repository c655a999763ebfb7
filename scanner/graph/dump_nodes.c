/* One line a node, as plain as JSON allows: a reference to a value is {"%": name}, what Python has
 * a type for is an object of one key, lists are lists. */
#include "scanner/graph/dump_graph.h"

#include <math.h>

static void write_value_name(const struct graph_file *file, uint32_t value, struct json_out *w)
{
	json_out_object(w);
	json_out_pair_str(w, "%", graph_text(file, file->values.at[value].name));
	json_out_object_end(w);
}

static void write_typed(struct json_out *w, const char *type, str value)
{
	json_out_object(w);
	json_out_pair_str(w, type, value);
	json_out_object_end(w);
}

static void write_float(struct json_out *w, double value)
{
	if (isfinite(value))
		json_out_float(w, value);
	else
		write_typed(w, "float", isnan(value) ? S("nan") : value < 0 ? S("-inf") : S("inf"));
}

static void write_complex(struct json_out *w, double real, double imag)
{
	json_out_object(w);
	json_out_key(w, "complex");
	json_out_array(w);
	write_float(w, real);
	write_float(w, imag);
	json_out_array_end(w);
	json_out_object_end(w);
}

static void write_arg(const struct graph_file *file, const struct arg *arg, struct json_out *w);

static void write_list(const struct graph_file *file, const struct arg *list, struct json_out *w)
{
	json_out_array(w);
	for (uint32_t i = 0; i < list->list.count; i++)
		write_arg(file, &file->args.at[list->list.first + i], w);
	json_out_array_end(w);
}

static void write_arg(const struct graph_file *file, const struct arg *arg, struct json_out *w)
{
	static const str layouts[] = {{"unknown", 7}, {"strided", 7}, {"sparse", 6}, {"mkldnn", 6}};

	switch (arg->kind) {
	case ARG_NONE: json_out_null(w); break;
	case ARG_VALUE: write_value_name(file, arg->value, w); break;
	case ARG_LIST: write_list(file, arg, w); break;
	case ARG_INT: json_out_int(w, arg->integer); break;
	case ARG_FLOAT: write_float(w, arg->real); break;
	case ARG_BOOL: json_out_bool(w, arg->flag); break;
	case ARG_STRING: json_out_str(w, graph_text(file, arg->text)); break;
	case ARG_COMPLEX: write_complex(w, arg->complex.real, arg->complex.imag); break;
	case ARG_DTYPE: write_typed(w, "dtype", dtype_torch_name(arg->dtype)); break;
	case ARG_DEVICE: write_typed(w, "device", graph_text(file, arg->text)); break;
	case ARG_LAYOUT: write_typed(w, "layout", layouts[arg->integer & 3]); break;
	case ARG_MEMORY_FORMAT: write_typed(w, "memory_format", graph_text(file, arg->text)); break;
	case ARG_GRAPH:
		write_typed(w, "graph", graph_text(file, file->graphs.at[arg->graph].name));
		break;
	case ARG_OPERATOR: write_typed(w, "operator", graph_text(file, arg->text)); break;
	case ARG_SYM:
		if (arg->dim.expr)
			write_typed(w, "sym", graph_text(file, arg->dim.expr));
		else
			json_out_int(w, arg->dim.value);
		break;
	case ARG_OPAQUE: write_typed(w, "opaque", graph_text(file, arg->text)); break;
	}
}

static void write_text(
        const struct graph_file *file, struct json_out *w, const char *key, uint32_t id)
{
	if (id)
		json_out_pair_str(w, key, graph_text(file, id));
}

static void write_node(const struct graph_file *file, const struct node *node, struct json_out *w)
{
	json_out_object(w);
	if (file->programs.len > 1)
		write_text(file, w, "model", file->graphs.at[node->graph].model);
	write_text(file, w, "graph", file->graphs.at[node->graph].name);
	write_text(file, w, "name", node->name);
	write_text(file, w, "target", node->target);
	json_out_key(w, "args");
	json_out_array(w);
	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];

		json_out_array(w);
		json_out_str(w, graph_text(file, arg->name));
		json_out_bool(w, arg->keyword);
		write_arg(file, arg, w);
		json_out_array_end(w);
	}
	json_out_array_end(w);
	write_text(file, w, "module", node->module_path);
	write_text(file, w, "module_type", node->module_type);
	write_text(file, w, "original", node->original);
	write_text(file, w, "file", node->file);
	if (node->line)
		json_out_pair_int(w, "line", node->line);
	write_text(file, w, "function", node->function);
	write_text(file, w, "source", node->source_text);
	json_out_object_end(w);
}

void graph_dump_nodes(const struct graph_file *file, struct buf *out)
{
	for (uint32_t k = 0; k < file->graphs.len; k++) {
		const struct graph *g = &file->graphs.at[k];

		for (uint32_t i = 0; i < g->n_nodes; i++) {
			struct json_out w = {.out = out};

			write_node(file, &file->nodes.at[g->first_node + i], &w);
			buf_byte(out, '\n');
			buf_drain(out, BUF_MUCH);
		}
	}
}
