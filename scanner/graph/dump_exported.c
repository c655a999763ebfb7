/* Fields as the reference has them; a file of several programs has those of the first, and the
 * others as a list of such objects.
 *
 * "activation" is the sum over all tensors that nodes make, views like any other; one with a
 * symbolic size is counted apart. */
#include "scanner/graph/dump_exported.h"

#include "scanner/graph/dump_text.h"
#include "scanner/graph/graph_flops.h"

/* Counts of names by their numbers. */
struct counter {
	uint32_t *counts;
	VEC(uint32_t) met;
};

struct dump {
	const struct graph_file *file;
	const struct graph_program *program;
	struct arena *temp;
	struct json_out *w;
	struct counter targets, own_targets; /* of all graphs, of the one at hand */
	struct tally signatures, not_tensors;
	struct tally flops_by_graph, flops_by_target, no_formula;
	int64_t flops, counted, symbolic, nodes, activation;
	struct buf scratch;
	str *tensor_texts; /* in JSON, by tensor; empty: not met yet */
};

static str text(const struct dump *d, uint32_t id)
{
	return graph_text(d->file, id);
}

static void count_name(struct dump *d, struct counter *counter, uint32_t name)
{
	if (!counter->counts)
		counter->counts =
		        ARENA_ARRAY(d->temp, uint32_t, (size_t)d->file->names.names.len + 1);
	if (!counter->counts[name]++)
		*VEC_PUSH(d->temp, &counter->met) = name;
}

/* Writes the counts and begins again from zero. */
static void write_names(struct dump *d, struct counter *counter, const char *key)
{
	struct tally tally = {.arena = d->temp};

	for (uint32_t i = 0; i < counter->met.len; i++) {
		uint32_t name = counter->met.at[i];

		tally_add(&tally, text(d, name), counter->counts[name]);
		counter->counts[name] = 0;
	}
	counter->met.len = 0;
	tally_write(&tally, key, d->w);
}

static str dtype_text(const struct graph_file *file, const struct tensor *t)
{
	return t->dtype == DTYPE_UNKNOWN && t->dtype_text ? graph_text(file, t->dtype_text)
	                                                  : dtype_word(t->dtype);
}

static void put_dim(const struct graph_file *file, const struct dim *dim, struct buf *out)
{
	if (dim->expr)
		buf_put(out, graph_text(file, dim->expr));
	else
		buf_int(out, dim->value);
}

static void put_tensor(const struct graph_file *file, const struct tensor *t, struct buf *out)
{
	buf_put(out, dtype_text(file, t));
	buf_byte(out, '[');
	for (uint32_t i = 0; i < t->rank; i++) {
		if (i)
			buf_puts(out, ", ");
		put_dim(file, &file->dims.at[t->first_size + i], out);
	}
	buf_byte(out, ']');
	buf_put(out, graph_text(file, t->device));
}

/* A tensor's type as a JSON text: many values look alike. */
static str tensor_json(struct dump *d, uint32_t tensor)
{
	struct json_out w = {.out = &d->scratch};
	str *known;

	if (!d->tensor_texts)
		d->tensor_texts = ARENA_ARRAY(d->temp, str, d->file->tensors.len);
	known = &d->tensor_texts[tensor];
	if (known->len)
		return *known;
	d->scratch.len = 0;
	put_tensor(d->file, &d->file->tensors.at[tensor], &d->scratch);
	*known = arena_dup(d->temp, buf_str(&d->scratch));
	d->scratch.len = 0;
	json_out_str(&w, *known);
	*known = arena_dup(d->temp, buf_str(&d->scratch));
	return *known;
}

/* What a result is, in words: a tensor's type, else its case and a symbolic one's value. */
static void write_value(struct dump *d, const struct value *v)
{
	str form = text(d, v->form);

	if (v->tensor < d->file->tensors.len) {
		json_out_raw(d->w, tensor_json(d, v->tensor));
	} else if (v->kind == VALUE_TENSOR) {
		json_out_str(d->w, S("?"));
	} else if (!str_starts(form, S("as_sym"))) {
		json_out_str(d->w, form);
	} else {
		d->scratch.len = 0;
		buf_put(&d->scratch, form);
		buf_byte(&d->scratch, ':');
		put_dim(d->file, &v->sym, &d->scratch);
		json_out_str(d->w, buf_str(&d->scratch));
	}
}

static str value_dtype(const struct dump *d, uint32_t value)
{
	const struct tensor *t = value_tensor(d->file, value);

	return t ? dtype_text(d->file, t) : S("?");
}

/* One argument's part of a signature; false when it holds no tensors. */
static bool put_arg_dtypes(const struct dump *d, const struct arg *arg, struct buf *out)
{
	const struct arg *items = d->file->args.at + arg->list.first;

	if (arg->kind == ARG_NONE && arg->optional) {
		buf_byte(out, '-');
		return true;
	}
	if (arg->kind == ARG_VALUE) {
		enum value_kind kind = d->file->values.at[arg->value].kind;

		if (kind != VALUE_TENSOR && kind != VALUE_UNKNOWN)
			return false;
		buf_put(out, value_dtype(d, arg->value));
		return true;
	}
	if (arg->kind != ARG_LIST || (arg->of != ARG_VALUE && arg->of != ARG_LIST))
		return false;
	/* Lists of lists: only those of tensors. */
	if (arg->of == ARG_LIST && arg->list.count && items[0].of != ARG_VALUE)
		return false;
	buf_byte(out, '[');
	for (uint32_t i = 0; i < arg->list.count; i++) {
		if (i)
			buf_byte(out, ',');
		put_arg_dtypes(d, &items[i], out);
	}
	buf_byte(out, ']');
	return true;
}

/* "aten.add.Tensor(f32,f32)"; good until the next text. */
static str signature_text(struct dump *d, const struct node *node)
{
	struct buf *out = &d->scratch;
	bool first = true;

	out->len = 0;
	buf_put(out, text(d, node->target));
	buf_byte(out, '(');
	for (uint32_t i = 0; i < node->n_args; i++) {
		size_t from = out->len;

		if (!first)
			buf_byte(out, ',');
		if (put_arg_dtypes(d, &d->file->args.at[node->first_arg + i], out))
			first = false;
		else
			out->len = from;
	}
	buf_byte(out, ')');
	return buf_str(out);
}

/* Counts a text that will be written over: only a new one is copied. */
static void count_text(struct dump *d, struct tally *tally, str word)
{
	const uint32_t *known = map_get(&tally->index, word);

	tally_add(tally, known ? tally->rows.at[*known].word : arena_dup(d->temp, word), 1);
}

static void add_flops(struct dump *d, const struct graph *g, const struct node *node)
{
	struct flops flops = graph_flops(d->file, node, d->temp);

	switch (flops.kind) {
	case FLOPS_NONE: break;
	case FLOPS_SYMBOLIC: d->symbolic++; break;
	case FLOPS_NO_FORMULA: tally_add(&d->no_formula, text(d, node->target), 1); break;
	case FLOPS_COUNTED:
		d->counted++;
		d->flops += flops.torch; /* the reference is torch.utils.flop_counter */
		tally_add(&d->flops_by_graph, text(d, g->name), (uint64_t)flops.torch);
		tally_add(&d->flops_by_target, text(d, node->target), (uint64_t)flops.torch);
		break;
	}
}

/* A list counts as one result that is no tensor when it holds none. */
static bool list_is_empty(const struct value *list)
{
	for (int64_t i = 1; i <= list->sym.value; i++)
		if (list[i].kind == VALUE_TENSOR)
			return false;
	return true;
}

struct activation {
	int64_t bytes, symbolic;
};

static void add_node(
        struct dump *d, const struct graph *g, const struct node *node, struct activation *sum)
{
	count_text(d, &d->signatures, signature_text(d, node));
	add_flops(d, g, node);
	d->nodes++;
	for (uint32_t i = 0; i < node->n_outs; i++) {
		const struct value *v = &d->file->values.at[node->first_out + i];
		int64_t bytes;

		if (v->kind == VALUE_TENSORS ? list_is_empty(v)
		                             : v->kind != VALUE_TENSOR && v->form)
			tally_add(&d->not_tensors, text(d, v->form), 1);
		if (v->tensor >= d->file->tensors.len)
			continue;
		bytes = tensor_bytes(d->file, &d->file->tensors.at[v->tensor]);
		if (bytes < 0)
			sum->symbolic++;
		else
			sum->bytes += bytes;
	}
}

static void write_graph(struct dump *d, const struct graph *g)
{
	struct activation sum = {0};

	for (uint32_t i = 0; i < g->n_nodes; i++) {
		const struct node *node = &d->file->nodes.at[g->first_node + i];

		count_name(d, &d->own_targets, node->target);
		count_name(d, &d->targets, node->target);
		add_node(d, g, node, &sum);
	}
	json_out_object(d->w);
	json_out_pair_str(d->w, "path", text(d, g->name));
	json_out_key(d->w, "json");
	json_out_object(d->w);
	json_out_pair_int(d->w, "inputs", g->n_inputs);
	json_out_pair_int(d->w, "outputs", g->n_outputs);
	json_out_pair_int(d->w, "nodes", g->n_nodes);
	json_out_pair_int(d->w, "tensor_values", g->n_tensor_values);
	json_out_pair_int(d->w, "sym_ints", g->n_sym_values);
	json_out_object_end(d->w);
	write_names(d, &d->own_targets, "targets");
	json_out_pair_int(d->w, "activation_bytes", sum.bytes);
	json_out_pair_int(d->w, "activation_symbolic", sum.symbolic);
	json_out_object_end(d->w);
	d->activation += sum.bytes;
}

static void write_graphs(struct dump *d)
{
	json_out_key(d->w, "graphs");
	json_out_array(d->w);
	for (uint32_t i = 0; i < d->program->n_graphs; i++)
		write_graph(d, &d->file->graphs.at[d->program->graph + i]);
	json_out_array_end(d->w);
	write_names(d, &d->targets, "targets");
	tally_write(&d->signatures, "targets_by_dtypes", d->w);
	json_out_pair_int(d->w, "op_nodes", d->nodes);
	tally_write(&d->not_tensors, "outputs_not_tensors", d->w);
}

static const struct graph *top_of(const struct dump *d)
{
	return &d->file->graphs.at[d->program->graph];
}

static const char *role_word(enum input_role role)
{
	switch (role) {
	case INPUT_USER: return "user_input";
	case INPUT_PARAMETER: return "parameter";
	case INPUT_BUFFER: return "buffer";
	case INPUT_TENSOR_CONSTANT: return "tensor_constant";
	case INPUT_OBJECT: return "custom_obj";
	case INPUT_TOKEN: return "token";
	case INPUT_CONSTANT: return "constant_input";
	case INPUT_TANGENT: return "tangent";
	}
	return "";
}

static void write_roles(struct dump *d)
{
	const struct graph *g = top_of(d);
	struct tally inputs = {.arena = d->temp}, outputs = {.arena = d->temp};

	for (uint32_t i = 0; i < g->n_inputs; i++)
		tally_add(&inputs, str_from(role_word(d->file->inputs.at[g->first_input + i].role)),
		        1);
	for (uint32_t i = 0; i < g->n_outputs; i++)
		tally_add(&outputs, text(d, d->file->outputs.at[g->first_output + i].role), 1);
	tally_write(&inputs, "inputs", d->w);
	tally_write(&outputs, "outputs", d->w);
}

/* Parameters, buffers or constants: how many, how large, and how large if tied ones count once. */
static void write_held(struct dump *d, const char *key, enum input_role role)
{
	const struct graph *g = top_of(d);
	int64_t count = 0, bytes = 0, unique = 0, numel = 0;
	struct map seen = {.arena = d->temp};

	for (uint32_t i = 0; i < g->n_inputs; i++) {
		const struct graph_input *input = &d->file->inputs.at[g->first_input + i];
		const struct tensor *t = value_tensor(d->file, input->value);
		int64_t size;
		bool fresh;

		if (input->role != role)
			continue;
		count++;
		map_at(&seen, text(d, input->weight ? input->weight : input->target), &fresh);
		if (!t)
			continue;
		size = tensor_bytes(d->file, t);
		bytes += size > 0 ? size : 0;
		unique += fresh && size > 0 ? size : 0;
		size = tensor_numel(d->file, t);
		numel += size > 0 ? size : 0;
	}
	json_out_key(d->w, key);
	json_out_object(d->w);
	json_out_pair_int(d->w, "count", count);
	json_out_pair_int(d->w, "bytes", bytes);
	json_out_pair_int(d->w, "unique_bytes", unique);
	json_out_pair_int(d->w, "numel", numel);
	json_out_object_end(d->w);
}

static void write_bound(struct json_out *w, int64_t bound, bool has)
{
	if (has)
		json_out_int(w, bound);
	else
		json_out_null(w);
}

static void write_symbols(struct dump *d)
{
	json_out_key(d->w, "range_constraints");
	json_out_object(d->w);
	for (uint32_t i = 0; i < d->program->n_symbols; i++) {
		const struct symbol *s = &d->file->symbols.at[d->program->first_symbol + i];

		json_out_key_str(d->w, text(d, s->name));
		json_out_array(d->w);
		write_bound(d->w, s->low, s->has_low);
		write_bound(d->w, s->high, s->has_high);
		json_out_array_end(d->w);
	}
	json_out_object_end(d->w);
}

static void write_user_inputs(struct dump *d)
{
	const struct graph *g = top_of(d);

	json_out_key(d->w, "user_inputs");
	json_out_array(d->w);
	for (uint32_t i = 0; i < g->n_inputs; i++) {
		const struct graph_input *input = &d->file->inputs.at[g->first_input + i];
		const struct value *v = &d->file->values.at[input->value];

		if (input->role != INPUT_USER)
			continue;
		if (v->tensor < d->file->tensors.len)
			write_value(d, v);
		else
			json_out_str(d->w, text(d, v->form));
	}
	json_out_array_end(d->w);
}

static void write_flops(struct dump *d)
{
	json_out_key(d->w, "flops");
	json_out_object(d->w);
	json_out_pair_int(d->w, "total", d->flops);
	tally_write(&d->flops_by_graph, "by_graph", d->w);
	tally_write(&d->flops_by_target, "by_target", d->w);
	json_out_pair_int(d->w, "nodes_counted", d->counted);
	json_out_pair_int(d->w, "nodes_skipped_symbolic", d->symbolic);
	tally_write(&d->no_formula, "nodes_without_formula", d->w);
	json_out_object_end(d->w);
}

/* A list shows its parts, an empty one itself. */
static void write_results(struct dump *d, const struct node *node)
{
	json_out_array(d->w);
	for (uint32_t i = 0; i < node->n_outs; i++) {
		const struct value *v = &d->file->values.at[node->first_out + i];
		bool part = v->kind == VALUE_NONE && !v->form;

		if (part || (v->kind == VALUE_TENSORS && !list_is_empty(v)))
			continue;
		write_value(d, v);
	}
	json_out_array_end(d->w);
}

static void write_nodes(struct dump *d)
{
	json_out_key(d->w, "nodes");
	json_out_array(d->w);
	for (uint32_t k = 0; k < d->program->n_graphs; k++) {
		const struct graph *g = &d->file->graphs.at[d->program->graph + k];

		for (uint32_t i = 0; i < g->n_nodes; i++) {
			const struct node *node = &d->file->nodes.at[g->first_node + i];

			json_out_array(d->w);
			json_out_str(d->w, text(d, g->name));
			json_out_str(d->w, text(d, node->name));
			json_out_str(d->w, text(d, node->target));
			write_results(d, node);
			json_out_array_end(d->w);
			buf_drain(d->w->out, BUF_MUCH);
		}
	}
	json_out_array_end(d->w);
}

static void write_versions(struct dump *d)
{
	struct tally opset = {.arena = d->temp};

	json_out_pair_int(d->w, "json_bytes", (int64_t)d->program->json_bytes);
	json_out_pair_str(d->w, "schema_version", text(d, d->program->schema_version));
	if (d->program->torch_version)
		json_out_pair_str(d->w, "torch_version", text(d, d->program->torch_version));
	for (uint32_t i = 0; i < d->program->n_opset; i++) {
		const struct count *c = &d->file->opset.at[d->program->first_opset + i];

		tally_add(&opset, text(d, c->name), c->count);
	}
	tally_write(&opset, "opset", d->w);
	json_out_key(d->w, "verifiers");
	json_out_array(d->w);
	for (uint32_t i = 0; i < d->program->n_verifiers; i++)
		json_out_str(d->w, text(d, d->file->verifiers.at[d->program->first_verifier + i]));
	json_out_array_end(d->w);
	json_out_pair_int(d->w, "guards", d->program->guards);
}

static void write_program(const struct graph_file *file, const struct graph_program *program,
        struct arena *temp, struct json_out *w)
{
	struct tally empty = {.arena = temp};
	struct dump d = {.file = file,
	        .program = program,
	        .temp = temp,
	        .w = w,
	        .signatures = empty,
	        .not_tensors = empty,
	        .flops_by_graph = empty,
	        .flops_by_target = empty,
	        .no_formula = empty};

	write_versions(&d);
	write_graphs(&d);
	write_roles(&d);
	write_held(&d, "parameters", INPUT_PARAMETER);
	write_held(&d, "buffers", INPUT_BUFFER);
	write_held(&d, "tensor_constants", INPUT_TENSOR_CONSTANT);
	write_symbols(&d);
	write_user_inputs(&d);
	write_flops(&d);
	json_out_pair_int(w, "activation_bytes", d.activation);
	write_nodes(&d);
	buf_free(&d.scratch);
}

void dump_exported(struct env *env, const struct graph_file *file, struct json_out *w)
{
	json_out_pair_str(
	        w, "format", file->format == GRAPH_PT2 ? S("pt2") : S("exported program JSON"));
	json_out_key(w, "models");
	json_out_array(w);
	for (uint32_t i = 0; i < file->models.len; i++)
		json_out_str(w, graph_text(file, file->models.at[i]));
	json_out_array_end(w);
	write_program(file, &file->programs.at[0], env->temp, w);
	if (file->programs.len < 2)
		return;
	json_out_key(w, "other_models");
	json_out_array(w);
	for (uint32_t i = 1; i < file->programs.len; i++) {
		json_out_object(w);
		json_out_pair_str(w, "model", graph_text(file, file->programs.at[i].name));
		write_program(file, &file->programs.at[i], env->temp, w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}
