/* Graphs and nodes: read in one pass in whatever order the keys stand, resolved when whole.
 *
 * Invariants: graphs are numbered when they begin, so a graph stands before those inside it; nodes
 * are appended when their graph is whole, so the nodes of one graph stand together. Until
 * then nodes and arguments lie on stacks, and a reference is the number of a name. Resolving
 * goes through the nodes in order, arguments before results, and so finds references to
 * nothing and cycles without a search. What surprises: the number of a name indexes
 * `slots`, and a slot counts only if it carries the stamp of this graph. */
#include "scanner/graph/exported_state.h"

/* What the stacks held when a graph began. */
struct bounds {
	uint32_t declared, syms;
	uint32_t first_value, end_value; /* of the graph's inputs */
};

/* A target: text, in drafts of schema 1 an object with a name. */
static uint32_t read_target(struct exported *x)
{
	uint32_t target = 0;
	enum word word;
	str text;

	if (json_peek(&x->j) != JSON_OBJECT)
		return json_string(&x->j, &text) ? exported_name(x, exported_target(text)) : 0;
	for (json_object(&x->j); exported_key(x, &word);)
		if (word == WORD_name && json_string(&x->j, &text))
			target = exported_name(x, exported_target(text));
		else
			json_skip(&x->j);
	return target;
}

/* NamedArgument: name, arg, kind (2: keyword) */
static void read_named_arg(struct exported *x)
{
	struct arg arg = {0};
	enum word word, form;
	int64_t kind = 0;
	uint32_t name = 0;
	str text;

	for (json_object(&x->j); exported_key(x, &word);) {
		switch (word) {
		case WORD_name:
			if (json_string(&x->j, &text) && text.len)
				name = exported_name(x, text);
			break;
		case WORD_arg: exported_arg(x, &arg, &form); break;
		case WORD_kind:
			if (json_peek(&x->j) == JSON_NULL)
				json_null(&x->j);
			else
				json_int(&x->j, &kind);
			break;
		default: json_skip(&x->j); break;
		}
	}
	arg.name = name;
	arg.keyword = kind == 2;
	*VEC_PUSH(x->env->temp, &x->args) = arg;
}

static bool within_memory(struct exported *x)
{
	size_t held = arena_bytes(x->out->arena);

	if (held <= x->env->limits->memory_bytes)
		return true;
	return exported_fail(x, "the graph takes more than %zu bytes of memory; refused",
	        x->env->limits->memory_bytes);
}

/* Moves the arguments of a node from the stack to where they stay. */
static void settle_args(struct exported *x, struct node *node, uint32_t base)
{
	node->n_args = x->args.len - base;
	node->first_arg = exported_settle_args(x, base);
}

static void read_node(struct exported *x)
{
	struct node node = {.kind = NODE_CALL_FUNCTION, .graph = x->graph};
	struct graph_file *out = x->out;
	uint32_t base = x->args.len;
	enum word word;
	str text;

	for (json_object(&x->j); exported_key(x, &word);) {
		switch (word) {
		case WORD_target: node.target = read_target(x); break;
		case WORD_inputs:
			for (json_array(&x->j); json_item(&x->j);)
				read_named_arg(x);
			break;
		case WORD_outputs:
			node.first_out = out->values.len;
			for (json_array(&x->j); json_item(&x->j);)
				exported_value(x);
			node.n_outs = out->values.len - node.first_out;
			break;
		case WORD_metadata: exported_metadata(x, &node); break;
		case WORD_name:
			if (json_peek(&x->j) == JSON_NULL)
				json_null(&x->j);
			else if (json_string(&x->j, &text))
				node.name = exported_name(x, text);
			break;
		default: json_skip(&x->j); break;
		}
	}
	if (json_ok(&x->j) && !node.target)
		json_fail(&x->j, "a node with a target");
	if (!json_ok(&x->j) || !within_memory(x))
		return;
	settle_args(x, &node, base);
	if (x->stacked)
		*VEC_PUSH(x->env->temp, &x->nodes) = node;
	else
		*VEC_PUSH(out->arena, &out->nodes) = node;
}

static void read_inputs(struct exported *x, uint32_t graph, struct bounds *bounds)
{
	struct graph_file *out = x->out;
	uint32_t first = out->inputs.len;

	bounds->first_value = out->values.len;
	for (json_array(&x->j); json_item(&x->j);) {
		uint32_t value = out->values.len;

		if (exported_value(x))
			*VEC_PUSH(out->arena, &out->inputs) = (struct graph_input){.value = value};
	}
	bounds->end_value = out->values.len;
	out->graphs.at[graph].first_input = first;
	out->graphs.at[graph].n_inputs = out->inputs.len - first;
}

/* Outputs are names of what was made, or constants; a name waits in `value`, 0 for a constant. */
static void read_outputs(struct exported *x, uint32_t graph)
{
	struct graph_file *out = x->out;
	uint32_t first = out->outputs.len, args = out->args.len;

	for (json_array(&x->j); json_item(&x->j);) {
		struct graph_output output = {0};
		struct arg arg = {0};
		enum word form;

		exported_arg(x, &arg, &form);
		if (arg.kind == ARG_GRAPH)
			json_fail(&x->j, "no graph among outputs");
		if (arg.kind == ARG_VALUE)
			output.value = arg.value;
		*VEC_PUSH(out->arena, &out->outputs) = output;
	}
	out->args.len = args;
	out->graphs.at[graph].first_output = first;
	out->graphs.at[graph].n_outputs = out->outputs.len - first;
}

/* The keys of a Graph; one given twice would count twice. */
static void read_keys(struct exported *x, uint32_t graph, struct bounds *bounds)
{
	bool seen[WORD_COUNT] = {0};
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		if (word != WORD_NONE && seen[word])
			json_fail(&x->j, "every key of a graph only once");
		seen[word] = true;
		switch (word) {
		case WORD_inputs: read_inputs(x, graph, bounds); break;
		case WORD_outputs: read_outputs(x, graph); break;
		case WORD_nodes:
			for (json_array(&x->j); json_item(&x->j);)
				read_node(x);
			break;
		case WORD_tensor_values: exported_tensor_values(x, bounds->first_value); break;
		case WORD_sym_int_values: exported_sym_values(x, VALUE_SYM_INT); break;
		case WORD_sym_bool_values: exported_sym_values(x, VALUE_SYM_BOOL); break;
		case WORD_sym_float_values: exported_sym_values(x, VALUE_SYM_FLOAT); break;
		default: json_skip(&x->j); break;
		}
	}
}

static struct slot *slot_at(struct exported *x, uint32_t name)
{
	if (name >= x->slots.len) {
		VEC_RESERVE(x->env->temp, &x->slots, x->out->names.names.len + 1 - x->slots.len);
		x->slots.len = x->out->names.names.len + 1;
	}
	return &x->slots.at[name];
}

static void note_name(struct exported *x, uint32_t graph, uint32_t name, uint32_t declared)
{
	struct graph *g = &x->out->graphs.at[graph];
	struct slot *slot = slot_at(x, name);
	bool tensor = declared < x->declared.len;

	if (slot->declared_in != graph + 1) {
		g->n_tensor_values += tensor;
		g->n_sym_values +=
		        !tensor && x->syms.at[declared - x->declared.len].kind == VALUE_SYM_INT;
	}
	slot->declared_in = graph + 1;
	slot->declared = declared;
}

/* What the lists of values say of each name; a name given again counts once, the last one holds. */
static void note_declared(struct exported *x, uint32_t graph, const struct bounds *from)
{
	for (uint32_t i = from->declared; i < x->declared.len; i++)
		note_name(x, graph, x->declared.at[i].name, i);
	for (uint32_t i = from->syms; i < x->syms.len; i++)
		note_name(x, graph, x->syms.at[i].name, x->declared.len + i);
}

/* What was said of a value's name, if it is of the value's kind. */
static void describe_value(struct exported *x, uint32_t graph, struct value *v)
{
	const struct slot *slot = slot_at(x, v->name);
	bool symbolic =
	        v->kind == VALUE_SYM_INT || v->kind == VALUE_SYM_BOOL || v->kind == VALUE_SYM_FLOAT;
	bool declared = slot->declared_in == graph + 1;
	bool tensor = slot->declared < x->declared.len;

	if (declared && tensor && v->kind == VALUE_TENSOR)
		v->tensor = x->declared.at[slot->declared].tensor;
	else if (declared && !tensor && symbolic)
		v->sym = x->syms.at[slot->declared - x->declared.len].sym;
	else if (symbolic)
		v->sym = (struct dim){-1, exported_intern(x, S("?"))};
}

/* A value is made: from now on its name may be used. */
static bool make_value(struct exported *x, uint32_t graph, uint32_t value, uint32_t node)
{
	struct value *v = &x->out->values.at[value];
	struct slot *slot;

	v->node = node;
	if (!v->name)
		return true;
	slot = slot_at(x, v->name);
	if (slot->made_in == graph + 1)
		return exported_fail(x, "the name '%.*s' is given to two values of one graph",
		        STR_ARG(graph_text(x->out, v->name)));
	slot->made_in = graph + 1;
	slot->value = value;
	describe_value(x, graph, v);
	return true;
}

/* Is the name made further on in the graph? */
static bool is_made_later(const struct graph_file *out, uint32_t graph, uint32_t name)
{
	const struct graph *g = &out->graphs.at[graph];

	for (uint32_t i = 0; i < g->n_nodes; i++) {
		const struct node *node = &out->nodes.at[g->first_node + i];

		for (uint32_t k = 0; k < node->n_outs; k++)
			if (out->values.at[node->first_out + k].name == name)
				return true;
	}
	return false;
}

static bool fail_reference(struct exported *x, const struct node *node, uint32_t name)
{
	str user = graph_text(x->out, node->name ? node->name : node->target);
	str text = graph_text(x->out, name);

	if (is_made_later(x->out, node->graph, name))
		return exported_fail(x,
		        "node '%.*s' uses '%.*s' before it is made: the nodes go in a circle or "
		        "are out of order",
		        STR_ARG(user), STR_ARG(text));
	return exported_fail(x, "node '%.*s' uses '%.*s', which nothing in the graph makes",
	        STR_ARG(user), STR_ARG(text));
}

static bool resolve_arg(struct exported *x, struct arg *arg, const struct node *node)
{
	struct slot *slot;

	if (arg->kind == ARG_LIST) {
		for (uint32_t i = 0; i < arg->list.count; i++)
			if (!resolve_arg(x, &x->out->args.at[arg->list.first + i], node))
				return false;
		return true;
	}
	if (arg->kind != ARG_VALUE)
		return true;
	slot = slot_at(x, arg->value);
	if (slot->made_in != node->graph + 1)
		return fail_reference(x, node, arg->value);
	arg->value = slot->value;
	return true;
}

static bool resolve_nodes(struct exported *x, uint32_t graph)
{
	struct graph_file *out = x->out;
	uint32_t first = out->graphs.at[graph].first_node;
	uint32_t end = first + out->graphs.at[graph].n_nodes;

	for (uint32_t i = first; i < end; i++) {
		const struct node *node = &out->nodes.at[i];

		for (uint32_t k = 0; k < node->n_args; k++)
			if (!resolve_arg(x, &out->args.at[node->first_arg + k], node))
				return false;
		for (uint32_t k = 0; k < node->n_outs; k++)
			if (!make_value(x, graph, node->first_out + k, i))
				return false;
	}
	return true;
}

static bool resolve_outputs(struct exported *x, uint32_t graph)
{
	struct graph_file *out = x->out;
	const struct graph *g = &out->graphs.at[graph];

	for (uint32_t i = 0; i < g->n_outputs; i++) {
		struct graph_output *output = &out->outputs.at[g->first_output + i];
		struct slot *slot;

		if (!output->value) {
			output->value = GRAPH_NONE;
			continue;
		}
		slot = slot_at(x, output->value);
		if (slot->made_in != graph + 1)
			return exported_fail(x,
			        "the output '%.*s' of a graph is made by nothing in it",
			        STR_ARG(graph_text(out, output->value)));
		output->value = slot->value;
	}
	return true;
}

/* Subgraphs knew their node by its place in the graph. */
static void settle_children(struct graph_file *out, uint32_t graph, uint32_t first_node)
{
	for (uint32_t i = graph + 1; i < out->graphs.len; i++)
		if (out->graphs.at[i].parent == graph)
			out->graphs.at[i].parent_node += first_node;
}

/* Moves nodes to another list: those from `first` on, which then end there. */
static void stack_nodes(struct exported *x)
{
	struct graph_file *out = x->out;
	uint32_t base = x->nodes.len;

	for (uint32_t i = x->first; i < out->nodes.len; i++)
		*VEC_PUSH(x->env->temp, &x->nodes) = out->nodes.at[i];
	out->nodes.len = x->first;
	x->first = base;
	x->stacked = true;
}

static void settle_nodes(struct exported *x, struct graph *g)
{
	struct graph_file *out = x->out;
	uint32_t from = x->first;

	g->first_node = x->stacked ? out->nodes.len : from;
	for (uint32_t i = from; x->stacked && i < x->nodes.len; i++)
		*VEC_PUSH(out->arena, &out->nodes) = x->nodes.at[i];
	if (x->stacked)
		x->nodes.len = from;
	g->n_nodes = out->nodes.len - g->first_node;
}

static bool finish_graph(struct exported *x, uint32_t graph, const struct bounds *from)
{
	if (!json_ok(&x->j))
		return false;
	settle_nodes(x, &x->out->graphs.at[graph]);
	note_declared(x, graph, from);
	for (uint32_t i = from->first_value; i < from->end_value; i++)
		if (!make_value(x, graph, i, GRAPH_NONE))
			return false;
	if (!resolve_nodes(x, graph) || !resolve_outputs(x, graph))
		return false;
	settle_children(x->out, graph, x->out->graphs.at[graph].first_node);
	x->declared.len = from->declared;
	x->syms.len = from->syms;
	return true;
}

bool exported_graph(struct exported *x, uint32_t parent, uint32_t *index)
{
	struct graph_file *out = x->out;
	struct bounds from = {.declared = x->declared.len, .syms = x->syms.len};
	uint32_t outside = x->graph, outside_first;
	bool ok;

	if (x->depth >= x->env->limits->graph_depth)
		return exported_fail(
		        x, "graphs nested more than %u deep; refused", x->env->limits->graph_depth);
	if (parent != GRAPH_NONE && !x->stacked)
		stack_nodes(x);
	outside_first = x->first;
	*index = out->graphs.len;
	*VEC_PUSH(out->arena, &out->graphs) = (struct graph){.model = x->program.name,
	        .parent = parent,
	        .parent_node = parent == GRAPH_NONE ? GRAPH_NONE : x->nodes.len - x->first,
	        .repeat_of = GRAPH_NONE,
	        .counted = true};
	x->graph = *index;
	x->first = out->nodes.len;
	x->stacked = false;
	x->depth++;
	read_keys(x, *index, &from);
	ok = finish_graph(x, *index, &from);
	x->depth--;
	x->graph = outside;
	x->first = outside_first;
	x->stacked = parent != GRAPH_NONE;
	return ok || json_fail(&x->j, "a sound graph");
}
