/* Invariants: scope entries with an older epoch are another graph's; the stack is empty between
 * statements. */
#include "scanner/graph/text_build.h"

#include "scanner/graph/annotation.h"

#include <string.h>

enum { DEPTH_MOST = 100 };

void build_open(struct text_build *b, struct env *env, struct graph_file *file)
{
	*b = (struct text_build){.env = env, .file = file, .graph = GRAPH_NONE};
	b->tree.arena = b->symbols.arena = b->fallbacks.arena = env->temp;
	b->origin = (struct text_origin){.first_line = 1, .rank = -1};
}

uint32_t build_line(const struct text_build *b, uint32_t line)
{
	const struct text_origin *o = &b->origin;

	if (!o->lines)
		return o->first_line + line;
	return line < o->n_lines ? o->lines[line] : 0;
}

/* The group of the origin in force: "RANK|TEXT". */
static uint32_t group_of(struct text_build *b)
{
	str text = b->origin.group.len ? b->origin.group : b->origin.compile_id;
	str last = b->group ? graph_text(b->file, b->group) : STR_NONE;

	if (b->group && b->group_rank == b->origin.rank &&
	        str_eq(str_from_at(last, str_find_byte(last, '|') + 1), text))
		return b->group;
	b->group_rank = b->origin.rank;
	b->group = intern_id(&b->file->names,
	        arena_format(b->env->temp, "%d|%.*s", b->origin.rank, STR_ARG(text)));
	return b->group;
}

uint32_t build_graph_begin(struct text_build *b, str name)
{
	struct graph_file *file = b->file;
	uint32_t index = file->graphs.len;
	struct graph *graph = VEC_PUSH(file->arena, &file->graphs);
	struct graph_note *note;

	*graph = (struct graph){.name = intern_id(&file->names, name),
	        .parent = GRAPH_NONE,
	        .parent_node = GRAPH_NONE,
	        .repeat_of = GRAPH_NONE,
	        .first_node = file->nodes.len,
	        .first_input = file->inputs.len,
	        .first_output = file->outputs.len,
	        .group = group_of(b),
	        .counted = true};
	if (b->heading.len)
		graph->model = intern_id(&file->names, b->heading);
	note = graph_note_of(file, index);
	note->rank = b->origin.rank;
	note->payload = b->origin.payload;
	if (b->origin.compile_id.len)
		note->compile_id = intern_id(&file->names, b->origin.compile_id);
	if (b->origin.record.len)
		note->record = intern_id(&file->names, b->origin.record);
	if (b->origin.artifact.len)
		note->artifact = intern_id(&file->names, b->origin.artifact);
	b->place = (struct log_place){0};
	b->graph = index;
	b->first_value = file->values.len;
	b->epoch++;
	return index;
}

/* Whether a value depends on a tangent; values of one graph stand together. */
static bool depends(
        const struct text_build *b, const bool *tangent, uint32_t first, const struct arg *arg)
{
	if (arg->kind == ARG_VALUE)
		return arg->value >= first && tangent[arg->value - first];
	for (uint32_t i = 0; arg->kind == ARG_LIST && i < arg->list.count; i++) {
		const struct arg *item = &b->file->args.at[arg->list.first + i];

		if (item->kind == ARG_VALUE && item->value >= first && tangent[item->value - first])
			return true;
	}
	return false;
}

/* In a joint graph the backward part is what depends on a tangent. */
static void mark_joint(struct text_build *b, uint32_t graph)
{
	const struct graph *g = &b->file->graphs.at[graph];
	uint32_t first = b->first_value, count = b->file->values.len - first;
	bool *tangent = ARENA_ARRAY(b->env->temp, bool, (size_t)count + 1);

	for (uint32_t i = 0; i < g->n_inputs; i++) {
		const struct graph_input *input = &b->file->inputs.at[g->first_input + i];

		if (input->role == INPUT_TANGENT && input->value >= first)
			tangent[input->value - first] = true;
	}
	for (uint32_t i = 0; i < g->n_nodes; i++) {
		struct node *node = &b->file->nodes.at[g->first_node + i];

		for (uint32_t k = 0; k < node->n_args && !node->backward; k++)
			node->backward =
			        depends(b, tangent, first, &b->file->args.at[node->first_arg + k]);
		for (uint32_t k = 0; k < node->n_outs; k++)
			tangent[node->first_out + k - first] = node->backward;
	}
}

static void mark_backward(struct text_build *b, uint32_t graph, enum stage stage)
{
	const struct graph *g = &b->file->graphs.at[graph];

	if (stage == STAGE_JOINT)
		mark_joint(b, graph);
	for (uint32_t i = 0; stage == STAGE_BACKWARD && i < g->n_nodes; i++)
		b->file->nodes.at[g->first_node + i].backward = true;
}

enum stage build_stage(struct text_build *b, uint32_t graph)
{
	enum stage stage = b->origin.old ? STAGE_OLD : b->origin.stage;

	if (stage == STAGE_NONE)
		stage = b->heading_stage;
	if (stage == STAGE_NONE)
		stage = stage_from_artifact(b->origin.artifact);
	if (stage == STAGE_NONE)
		stage = stage_from_source(b->origin.source);
	if (stage == STAGE_NONE || stage == STAGE_ATEN)
		stage = stage_from_graph(b->file, graph);
	b->file->graphs.at[graph].stage = intern_id(&b->file->names, stage_word(stage));
	return stage;
}

void build_graph_end(struct text_build *b)
{
	struct graph *graph = &b->file->graphs.at[b->graph];

	graph->n_nodes = b->file->nodes.len - graph->first_node;
	graph->n_inputs = b->file->inputs.len - graph->first_input;
	graph->n_outputs = b->file->outputs.len - graph->first_output;
	for (uint32_t i = b->first_value; i < b->file->values.len; i++) {
		enum value_kind kind = b->file->values.at[i].kind;

		graph->n_tensor_values += kind == VALUE_TENSOR;
		graph->n_sym_values +=
		        kind == VALUE_SYM_INT || kind == VALUE_SYM_BOOL || kind == VALUE_SYM_FLOAT;
	}
	mark_backward(b, b->graph, build_stage(b, b->graph));
	b->graph = GRAPH_NONE;
}

uint32_t build_value(struct text_build *b, str name, enum value_kind kind, uint32_t node)
{
	struct graph_file *file = b->file;
	struct value *value = VEC_PUSH(file->arena, &file->values);

	*value = (struct value){.name = name.len ? intern_id(&file->names, name) : 0,
	        .kind = kind,
	        .tensor = GRAPH_NONE,
	        .node = node};
	if (name.len)
		build_define(b, name, file->values.len - 1);
	return file->values.len - 1;
}

void build_define(struct text_build *b, str name, uint32_t value)
{
	uint32_t id = intern_id(&b->file->names, name);

	if (id >= b->scope.len) {
		VEC_RESERVE(b->env->temp, &b->scope, id + 1 - b->scope.len);
		b->scope.len = id + 1;
	}
	b->scope.at[id] = (struct scope_entry){b->epoch, value};
}

uint32_t build_find(struct text_build *b, str name)
{
	uint32_t id = intern_find(&b->file->names, name);

	if (!id || id >= b->scope.len || b->scope.at[id].epoch != b->epoch)
		return GRAPH_NONE;
	return b->scope.at[id].value;
}

void build_annotate(struct text_build *b, uint32_t value, str annotation)
{
	struct value *v = &b->file->values.at[value];
	struct known_type *type;
	uint32_t id;

	if (!annotation.len)
		return;
	id = intern_id(&b->file->names, annotation);
	if (id >= b->types.len) {
		VEC_RESERVE(b->env->temp, &b->types, id + 1 - b->types.len);
		b->types.len = id + 1;
	}
	type = &b->types.at[id];
	if (type->known) {
		v->kind = type->kind;
		v->tensor = type->tensor;
		v->sym = type->sym;
		return;
	}
	annotation_apply(b->file, annotation, v);
	*type = (struct known_type){true, v->kind, v->tensor, v->sym};
}

/* Puts a part of a path behind those before it; the length with it. */
static size_t put_part(char *out, size_t n, str part)
{
	if (n)
		out[n++] = '.';
	if (part.len)
		memcpy(out + n, part.ptr, part.len);
	return n + part.len;
}

/* "L_self_modules_layers_modules_0_modules_q_proj_parameters_weight_" is "layers.0.q_proj.weight":
 * Dynamo joins the words of the path and what stands between them. */
static str dynamo_path(struct text_build *b, str name, size_t kind, size_t behind)
{
	str path = str_slice(name, 0, kind), leaf = str_from_at(name, kind + behind);
	char *out = arena_alloc(b->env->temp, name.len + 1, 1); /* what falls away is longer */
	size_t at = str_find(path, S("_modules_")), n = 0;

	if (str_ends(leaf, S("_")))
		leaf = str_slice(leaf, 0, leaf.len - 1);
	while (at < path.len) {
		str part;

		path = str_from_at(path, at + 9);
		at = str_find(path, S("_modules_"));
		part = str_slice(path, 0, at);
		n = put_part(out, n, part);
	}
	return (str){out, put_part(out, n, leaf)};
}

/* What the name alone tells of an input. */
static void role_from_name(struct text_build *b, str name, struct graph_input *input)
{
	size_t at;

	if (str_starts(name, S("tangents_")))
		input->role = INPUT_TANGENT;
	if (!str_starts(name, S("L_")) && !str_starts(name, S("l_")))
		return;
	at = str_find(name, S("_parameters_"));
	if (at < name.len) {
		input->role = INPUT_PARAMETER;
		input->target = intern_id(&b->file->names, dynamo_path(b, name, at, 12));
		return;
	}
	at = str_find(name, S("_buffers_"));
	if (at < name.len) {
		input->role = INPUT_BUFFER;
		input->target = intern_id(&b->file->names, dynamo_path(b, name, at, 9));
	}
}

struct graph_input *build_input(struct text_build *b, str name, str annotation)
{
	struct graph_file *file = b->file;
	struct graph_input *input;
	uint32_t value = build_value(b, name, VALUE_UNKNOWN, GRAPH_NONE);

	build_annotate(b, value, annotation);
	input = VEC_PUSH(file->arena, &file->inputs);
	*input = (struct graph_input){.value = value, .persistent = true};
	role_from_name(b, name, input);
	if (str_ends(annotation, S("Parameter")))
		input->role = INPUT_PARAMETER;
	return input;
}

uint32_t build_stack(const struct text_build *b)
{
	return b->stack.len;
}

void build_push(struct text_build *b, struct arg arg)
{
	*VEC_PUSH(b->env->temp, &b->stack) = arg;
}

/* Moves what stands on the stack from `from` on into the arguments of the file. */
static uint32_t settle(struct text_build *b, uint32_t from)
{
	uint32_t count = b->stack.len - from, first = b->file->args.len;

	if (count) {
		VEC_RESERVE(b->file->arena, &b->file->args, count);
		memcpy(&b->file->args.at[first], &b->stack.at[from], count * sizeof(struct arg));
		b->file->args.len += count;
	}
	b->stack.len = from;
	return first;
}

struct arg build_list(struct text_build *b, uint32_t from)
{
	struct arg list = {.kind = ARG_LIST};

	list.list.count = b->stack.len - from;
	list.list.first = settle(b, from);
	return list;
}

uint32_t build_node(struct text_build *b, const struct node_spec *spec)
{
	struct graph_file *file = b->file;
	uint32_t index = file->nodes.len, count = b->stack.len - spec->stack;
	uint32_t first = settle(b, spec->stack);
	struct node *node = VEC_PUSH(file->arena, &file->nodes);

	*node = (struct node){.target = intern_id(&file->names, spec->target),
	        .kind = spec->kind,
	        .first_arg = first,
	        .n_args = count,
	        .first_out = file->values.len,
	        .graph = b->graph,
	        .file = b->place.file,
	        .line = b->place.line,
	        .function = b->place.function,
	        .source_text = b->place.source_text,
	        .text_line = build_line(b, spec->line)};
	if (spec->kind == NODE_CALL_MODULE)
		node->module_path = node->target;
	if (spec->spelled.len && !str_eq(spec->spelled, spec->target))
		node->spelled = intern_id(&file->names, spec->spelled);
	if (spec->name.len) {
		uint32_t value = build_value(b, spec->name, VALUE_UNKNOWN, index);

		node = &file->nodes.at[index];
		node->name = file->values.at[value].name;
		node->n_outs = 1;
		build_annotate(b, value, spec->annotation);
	}
	return index;
}

void build_output(struct text_build *b, uint32_t value, str role)
{
	*VEC_PUSH(b->file->arena, &b->file->outputs) = (struct graph_output){
	        .value = value, .role = role.len ? intern_id(&b->file->names, role) : 0};
}

static struct arg text_arg(struct text_build *b, enum arg_kind kind, str text)
{
	return (struct arg){.kind = kind, .text = intern_id(&b->file->names, text)};
}

static bool number_arg(str word, struct arg *out)
{
	int64_t integer;
	double real;

	if (word.len && word.ptr[word.len - 1] == 'j') {
		if (!str_float(str_slice(word, 0, word.len - 1), &real))
			return false;
		*out = (struct arg){.kind = ARG_COMPLEX, .complex = {.imag = real}};
	} else if (str_int(word, &integer)) {
		*out = (struct arg){.kind = ARG_INT, .integer = integer};
	} else if (str_float(word, &real)) {
		*out = (struct arg){.kind = ARG_FLOAT, .real = real};
	} else {
		return false;
	}
	return true;
}

static bool is_device(str word)
{
	static const char *const types[] = {"cpu", "cuda", "meta", "neuron", "tpu", "xla", "mps",
	        "hpu", "npu", "xpu", "hip", "privateuseone", "mtia", "mkldnn", NULL};
	str type = str_slice(word, 0, str_find_byte(word, ':'));

	for (size_t i = 0; types[i]; i++)
		if (str_eq(type, str_from(types[i])))
			return true;
	return false;
}

/* What stands behind "torch." */
static bool torch_word(struct text_build *b, str word, struct arg *out)
{
	static const struct {
		const char *word;
		enum arg_kind kind;
		int64_t integer;
	} rows[] = {{"strided", ARG_LAYOUT, LAYOUT_STRIDED},
	        {"sparse_coo", ARG_LAYOUT, LAYOUT_SPARSE},
	        {"sparse_csr", ARG_LAYOUT, LAYOUT_SPARSE},
	        {"sparse_csc", ARG_LAYOUT, LAYOUT_SPARSE},
	        {"sparse_bsr", ARG_LAYOUT, LAYOUT_SPARSE},
	        {"sparse_bsc", ARG_LAYOUT, LAYOUT_SPARSE}, {"_mkldnn", ARG_LAYOUT, LAYOUT_MKLDNN},
	        {"contiguous_format", ARG_MEMORY_FORMAT, 0},
	        {"channels_last", ARG_MEMORY_FORMAT, 0}, {"channels_last_3d", ARG_MEMORY_FORMAT, 0},
	        {"preserve_format", ARG_MEMORY_FORMAT, 0}};
	enum dtype dtype = dtype_from_torch(word);

	if (dtype != DTYPE_UNKNOWN) {
		*out = (struct arg){.kind = ARG_DTYPE, .dtype = dtype};
		return true;
	}
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_eq(word, str_from(rows[i].word))) {
			*out = text_arg(b, rows[i].kind, word);
			if (rows[i].kind == ARG_LAYOUT)
				out->integer = rows[i].integer;
			return true;
		}
	return false;
}

struct arg build_word(struct text_build *b, str word)
{
	struct arg out = {0};

	if (str_eq(word, S("None")))
		return out;
	if (str_eq(word, S("True")) || str_eq(word, S("False")))
		return (struct arg){.kind = ARG_BOOL, .flag = word.ptr[0] == 'T'};
	if (number_arg(word, &out))
		return out;
	if (str_starts(word, S("torch.")) && torch_word(b, str_from_at(word, 6), &out))
		return out;
	return text_arg(b, is_device(word) ? ARG_DEVICE : ARG_OPAQUE, word);
}

/* Values named anywhere in an expression that has no form of its own here. */
static void push_values(struct text_build *b, uint32_t node, uint32_t depth)
{
	const struct py_tree *t = &b->tree;
	uint32_t value;

	if (depth > DEPTH_MOST)
		return;
	if (t->nodes.at[node].kind == PY_NAME) {
		str name = py_text(t, node);

		value = build_find(b, str_slice(name, 0, str_find_byte(name, '.')));
		if (value != GRAPH_NONE)
			build_push(b, (struct arg){.kind = ARG_VALUE, .value = value});
	}
	for (uint32_t c = t->nodes.at[node].child; c != PY_NONE; c = t->nodes.at[c].next)
		push_values(b, c, depth + 1);
}

static struct arg other_arg(struct text_build *b, uint32_t node)
{
	uint32_t from = build_stack(b);

	push_values(b, node, 0);
	if (build_stack(b) > from)
		return build_list(b, from);
	return text_arg(b, ARG_OPAQUE, py_text(&b->tree, node));
}

/* device(type='cuda', index=0) */
static struct arg device_arg(struct text_build *b, uint32_t call)
{
	const struct py_tree *t = &b->tree;
	str type = STR_NONE, index = STR_NONE;
	uint32_t c = t->nodes.at[t->nodes.at[call].child].next;

	for (; c != PY_NONE; c = t->nodes.at[c].next) {
		uint32_t value = t->nodes.at[c].kind == PY_KEYWORD ? t->nodes.at[c].child : c;

		if (t->nodes.at[value].kind == PY_STRING)
			type = py_string(t, value);
		else if (t->nodes.at[value].kind == PY_NUMBER)
			index = py_text(t, value);
	}
	if (index.len)
		type = arena_format(b->env->temp, "%.*s:%.*s", STR_ARG(type), STR_ARG(index));
	return text_arg(b, ARG_DEVICE, type);
}

static struct arg call_arg(struct text_build *b, uint32_t node)
{
	const struct py_tree *t = &b->tree;
	uint32_t function = t->nodes.at[node].child, first = t->nodes.at[function].next;
	str name = py_text(t, function);

	if (str_eq(name, S("device")) || str_eq(name, S("torch.device")))
		return device_arg(b, node);
	if (str_eq(name, S("torch.Size")) && first != PY_NONE)
		return build_arg(b, first);
	return other_arg(b, node);
}

static struct arg list_arg(struct text_build *b, uint32_t node)
{
	uint32_t from = build_stack(b), c = b->tree.nodes.at[node].child;

	for (; c != PY_NONE; c = b->tree.nodes.at[c].next)
		build_push(b, build_arg(b, c));
	return build_list(b, from);
}

/* Keys become the names of the items. */
static struct arg dict_arg(struct text_build *b, uint32_t node)
{
	const struct py_tree *t = &b->tree;
	uint32_t from = build_stack(b), key = t->nodes.at[node].child;

	while (key != PY_NONE) {
		uint32_t value = t->nodes.at[key].next;
		struct arg arg = value == PY_NONE ? (struct arg){0} : build_arg(b, value);
		str name = t->nodes.at[key].kind == PY_STRING ? py_string(t, key) : py_text(t, key);

		arg.name = intern_id(&b->file->names, name);
		build_push(b, arg);
		key = value == PY_NONE ? PY_NONE : t->nodes.at[value].next;
	}
	return build_list(b, from);
}

static struct arg negated(struct text_build *b, uint32_t node)
{
	struct arg arg;

	if (number_arg(
	            py_text(&b->tree, node), &arg)) /* the smallest integer has no positive twin */
		return arg;
	arg = build_arg(b, b->tree.nodes.at[node].child);
	switch (b->tree.nodes.at[node].op == PY_NEG ? arg.kind : ARG_NONE) {
	case ARG_INT: arg.integer = -arg.integer; return arg;
	case ARG_FLOAT: arg.real = -arg.real; return arg;
	case ARG_COMPLEX: arg.complex.imag = -arg.complex.imag; return arg;
	default: return other_arg(b, node);
	}
}

static bool is_real(const struct arg *arg, double *value)
{
	*value = arg->kind == ARG_INT ? (double)arg->integer : arg->real;
	return arg->kind == ARG_INT || arg->kind == ARG_FLOAT;
}

/* (1+2j) */
static struct arg complex_arg(struct text_build *b, uint32_t node)
{
	const struct py_node *n = &b->tree.nodes.at[node];
	uint32_t left = n->child, right = b->tree.nodes.at[left].next;
	bool sub = n->op == PY_SUB;
	struct arg a, c;
	double real;

	if ((n->op != PY_ADD && !sub) || b->tree.nodes.at[right].kind != PY_NUMBER)
		return other_arg(b, node);
	a = build_arg(b, left);
	c = build_arg(b, right);
	if (!is_real(&a, &real) || c.kind != ARG_COMPLEX)
		return other_arg(b, node);
	c.complex.real = real;
	c.complex.imag = sub ? -c.complex.imag : c.complex.imag;
	return c;
}

static struct arg keyword_arg(struct text_build *b, uint32_t node)
{
	str name = py_name(&b->tree, node);
	struct arg arg = build_arg(b, b->tree.nodes.at[node].child);

	arg.name = intern_id(&b->file->names, name);
	arg.keyword = true;
	if (arg.kind == ARG_STRING && str_eq(name, S("device")))
		arg.kind = ARG_DEVICE;
	return arg;
}

static struct arg name_arg(struct text_build *b, uint32_t node)
{
	str name = py_text(&b->tree, node);
	uint32_t value = build_find(b, name);

	if (value != GRAPH_NONE)
		return (struct arg){.kind = ARG_VALUE, .value = value};
	if (str_find_byte(name, '.') < name.len && !str_starts(name, S("torch.")))
		return other_arg(b, node);
	return build_word(b, name);
}

struct arg build_arg(struct text_build *b, uint32_t node)
{
	const struct py_node *n = &b->tree.nodes.at[node];

	switch (n->kind) {
	case PY_NAME: return name_arg(b, node);
	case PY_NUMBER:
	case PY_WORD: return build_word(b, py_text(&b->tree, node));
	case PY_STRING: return text_arg(b, ARG_STRING, py_string(&b->tree, node));
	case PY_TUPLE:
	case PY_LIST:
	case PY_SET: return list_arg(b, node);
	case PY_DICT: return dict_arg(b, node);
	case PY_KEYWORD: return keyword_arg(b, node);
	case PY_CALL: return call_arg(b, node);
	case PY_UNARY: return negated(b, node);
	case PY_BINARY: return complex_arg(b, node);
	default: return other_arg(b, node);
	}
}

/* The role that a descriptor in a comment gives an output ("GradAOTOutput(grad_of=…)"). */
static str output_role(str comment)
{
	static const struct {
		const char *descriptor, *role;
	} rows[] = {{"PlainAOTOutput", "user_output"}, {"GradAOTOutput", "gradient"},
	        {"SavedForBackwards", "saved_for_backward"}, {"InputMutation", "input_mutation"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_starts(comment, str_from(rows[i].descriptor)))
			return str_from(rows[i].role);
	return STR_NONE;
}

static void add_outputs(struct text_build *b, uint32_t node, uint32_t depth)
{
	const struct py_tree *t = &b->tree;
	const struct py_node *n = &t->nodes.at[node];
	uint32_t child = n->child;

	switch (depth > DEPTH_MOST ? PY_OTHER : (enum py_kind)n->kind) {
	case PY_DICT: /* values only */
		for (uint32_t key = child; key != PY_NONE; key = t->nodes.at[child].next) {
			child = t->nodes.at[key].next;
			if (child == PY_NONE)
				return;
			add_outputs(b, child, depth + 1);
		}
		return;
	case PY_CALL: /* pytree.tree_unflatten([…], self._out_spec), a named tuple */
		child = t->nodes.at[child].next;
		if (child != PY_NONE && str_ends(py_text(t, n->child), S("tree_unflatten"))) {
			add_outputs(b, child, depth + 1);
			return;
		}
		break;
	case PY_KEYWORD:
	case PY_TUPLE:
	case PY_LIST:
	case PY_SET: break;
	default:
		build_output(b, n->kind == PY_NAME ? build_find(b, py_text(t, node)) : GRAPH_NONE,
		        output_role(py_comment_behind(t->text, n->end)));
		return;
	}
	for (; child != PY_NONE; child = t->nodes.at[child].next)
		add_outputs(b, child, depth + 1);
}

void build_outputs(struct text_build *b, uint32_t node)
{
	add_outputs(b, node, 0);
}
