/* Shapes of the inputs of a repro script: `load_args(reader)` of PyTorch 2.1 and later, and the
 * tuples of sizes, strides, dtype and device that 2.0 wrote (fx-formats 6).
 *
 * They are attached to the inputs of the graph read last, by the name in the comment, else in
 * order. What surprises: sizes may be expressions of symbols, so they are kept as text too. */
#include "scanner/graph/python_text.h"

#include "scanner/graph/annotation.h"

#include <string.h>

struct repro {
	struct text_build *b;
	const struct py_tree *t;
	struct graph_facts *facts;
	uint32_t graph, next; /* input that comes next */
	struct map devices;   /* of a storage: id of its device, and of its dtype in `dtypes` */
	struct map dtypes;
};

bool repro_starts(str line)
{
	line = str_trim(line);
	return str_starts(line, S("def load_args(")) || str_starts(line, S("args = [(("));
}

static const struct py_node *node_at(const struct repro *r, uint32_t node)
{
	return &r->t->nodes.at[node];
}

/* The keyword of a call, PY_NONE when it is not there. */
static uint32_t keyword(const struct repro *r, uint32_t call, const char *name)
{
	uint32_t c = node_at(r, node_at(r, call)->child)->next;

	for (; c != PY_NONE; c = node_at(r, c)->next)
		if (node_at(r, c)->kind == PY_KEYWORD && str_eq(py_name(r->t, c), str_from(name)))
			return node_at(r, c)->child;
	return PY_NONE;
}

static uint32_t positional(const struct repro *r, uint32_t call, uint32_t index)
{
	uint32_t c = node_at(r, node_at(r, call)->child)->next;

	for (; c != PY_NONE && node_at(r, c)->kind != PY_KEYWORD; c = node_at(r, c)->next)
		if (!index--)
			return c;
	return PY_NONE;
}

static enum dtype dtype_of(const struct repro *r, uint32_t node)
{
	return node == PY_NONE ? DTYPE_UNKNOWN : dtype_from_torch(py_text(r->t, node));
}

static uint32_t device_of(const struct repro *r, uint32_t node)
{
	struct arg arg;

	if (node == PY_NONE)
		return 0;
	arg = build_arg(r->b, node);
	return arg.kind == ARG_DEVICE || arg.kind == ARG_STRING ? arg.text : 0;
}

/* Sizes of a tuple into the dims of the file. */
static uint32_t sizes_of(struct repro *r, uint32_t tuple)
{
	uint32_t count = 0, c = node_at(r, tuple)->child;

	if (node_at(r, tuple)->kind != PY_TUPLE && node_at(r, tuple)->kind != PY_LIST)
		c = tuple;
	for (; c != PY_NONE; c = node_at(r, c)->next, count++) {
		*VEC_PUSH(r->b->file->arena, &r->b->file->dims) =
		        dim_from_text(r->b->file, py_text(r->t, c));
		if (c == tuple)
			return 1;
	}
	return count;
}

static void note_sizes(struct repro *r, const struct tensor *tensor, str name)
{
	struct graph_file *file = r->b->file;
	struct repro_tensor *out = VEC_PUSH(file->arena, &r->facts->repro_tensors);

	*out = (struct repro_tensor){.name = intern_id(&file->names, name),
	        .first_size = r->facts->repro_sizes.len,
	        .n_sizes = tensor->rank};
	for (uint32_t i = 0; i < tensor->rank; i++) {
		const struct dim *dim = &file->dims.at[tensor->first_size + i];
		uint32_t text = dim->expr;

		if (!text)
			text = intern_id(&file->names,
			        arena_format(r->b->env->temp, "%lld", (long long)dim->value));
		*VEC_PUSH(file->arena, &r->facts->repro_sizes) = text;
	}
}

/* The input of that name, else the next one in order; NULL when there is none left. */
static struct value *input_of(struct repro *r, str name)
{
	struct graph_file *file = r->b->file;
	const struct graph *graph = &file->graphs.at[r->graph];
	uint32_t id = intern_find(&file->names, name), at = r->next++;

	if (at < graph->n_inputs && id) {
		const struct graph_input *input = &file->inputs.at[graph->first_input + at];

		if (file->values.at[input->value].name != id)
			for (uint32_t i = 0; i < graph->n_inputs && i < 4096; i++) {
				input = &file->inputs.at[graph->first_input + i];
				if (file->values.at[input->value].name == id)
					at = i;
			}
	}
	if (at >= graph->n_inputs)
		return NULL;
	return &file->values.at[file->inputs.at[graph->first_input + at].value];
}

static void set_tensor(struct repro *r, struct value *value, const struct tensor *tensor)
{
	struct graph_file *file = r->b->file;

	file->graphs.at[r->graph].n_tensor_values += value->kind != VALUE_TENSOR;
	value->kind = VALUE_TENSOR;
	value->tensor = file->tensors.len;
	*VEC_PUSH(file->arena, &file->tensors) = *tensor;
	tensor_bound_rank(&file->tensors.at[value->tensor]);
}

/* reader.tensor(buf0, (8, 4), (4, 1), dtype=torch.bfloat16, …)  # arg1_1 */
static void take_tensor(struct repro *r, uint32_t call, str name)
{
	struct graph_file *file = r->b->file;
	uint32_t storage = positional(r, call, 0), sizes = positional(r, call, 1);
	uint32_t strides = positional(r, call, 2), dtype = keyword(r, call, "dtype");
	str key = storage == PY_NONE ? STR_NONE : py_text(r->t, storage);
	const uint32_t *known = map_get(&r->dtypes, key), *device = map_get(&r->devices, key);
	struct tensor tensor = {.has_shape = true, .first_size = file->dims.len};
	struct value *value;

	if (sizes == PY_NONE)
		return;
	tensor.rank = sizes_of(r, sizes);
	tensor.first_stride = file->dims.len;
	tensor.n_strides = strides == PY_NONE ? 0 : sizes_of(r, strides);
	tensor.dtype = dtype != PY_NONE  ? dtype_of(r, dtype)
	               : known && *known ? (enum dtype) * known
	                                 : DTYPE_F32;
	tensor.device = device ? *device : 0;
	note_sizes(r, &tensor, name);
	value = input_of(r, name);
	if (!value || value->kind == VALUE_SYM_INT)
		return;
	set_tensor(r, value, &tensor);
}

/* buf0 = reader.storage(HASH, NBYTES, device=…, dtype_hint=…) */
static void take_storage(struct repro *r, str name, uint32_t call)
{
	uint32_t device = device_of(r, keyword(r, call, "device"));

	r->facts->storages++;
	name = arena_dup(r->b->env->temp, name);
	*map_at(&r->devices, name, NULL) =
	        device ? device : intern_id(&r->b->file->names, S("cpu"));
	*map_at(&r->dtypes, name, NULL) = dtype_of(r, keyword(r, call, "dtype_hint"));
}

static void take_scalar(struct repro *r, uint32_t call, str name)
{
	uint32_t first = positional(r, call, 0);
	struct value *value = input_of(r, name);

	if (!value || first == PY_NONE)
		return;
	if (value->kind == VALUE_UNKNOWN)
		value->kind = VALUE_SYM_INT;
	if (!value->sym.expr)
		value->sym = dim_from_text(r->b->file, py_text(r->t, first));
	if (value->sym.expr) /* the number is a hint of the symbol */
		str_int(py_text(r->t, first), &value->sym.value);
}

static void take_call(struct repro *r, uint32_t call, str name)
{
	str function = py_text(r->t, node_at(r, call)->child);

	if (str_eq(function, S("reader.tensor")))
		take_tensor(r, call, name);
	else if (str_eq(function, S("reader.symint")))
		take_scalar(r, call, name);
	else if (str_starts(function, S("reader.")))
		input_of(r, name); /* const, generator, opaque, unsupported: it takes its place */
}

/* args = [((8, 4), (4, 1), torch.float32, 'cuda'), …] */
static void take_old_args(struct repro *r, uint32_t list)
{
	struct graph_file *file = r->b->file;

	for (uint32_t c = node_at(r, list)->child; c != PY_NONE; c = node_at(r, c)->next) {
		struct tensor tensor = {.has_shape = true, .first_size = file->dims.len};
		struct value *value = input_of(r, STR_NONE);
		uint32_t part = node_at(r, c)->child;

		if (!value || node_at(r, c)->kind != PY_TUPLE || part == PY_NONE)
			continue;
		tensor.rank = sizes_of(r, part);
		part = node_at(r, part)->next;
		tensor.first_stride = file->dims.len;
		tensor.n_strides = part == PY_NONE ? 0 : sizes_of(r, part);
		part = part == PY_NONE ? PY_NONE : node_at(r, part)->next;
		tensor.dtype = dtype_of(r, part);
		part = part == PY_NONE ? PY_NONE : node_at(r, part)->next;
		tensor.device = device_of(r, part);
		set_tensor(r, value, &tensor);
	}
}

static void take_line(struct repro *r, const struct py_line *line)
{
	struct text_build *b = r->b;
	struct py_statement s;
	str text = line->text, name = str_from_at(text, str_find(text, S("  # ")) + 4);

	name = str_trim(str_slice(name, 0, str_find_byte(name, '\n')));
	py_tree_open(&b->tree, text);
	while (py_statement_next(&b->tree, &s)) {
		if (s.kind == PY_EXPRESSION && node_at(r, s.value)->kind == PY_CALL)
			take_call(r, s.value, name);
		else if (s.kind == PY_ASSIGN && node_at(r, s.value)->kind == PY_CALL &&
		         str_eq(py_text(r->t, node_at(r, s.value)->child), S("reader.storage")))
			take_storage(r, py_text(r->t, s.first_target), s.value);
		else if (s.kind == PY_ASSIGN && node_at(r, s.value)->kind == PY_LIST &&
		         str_eq(py_text(r->t, s.first_target), S("args")))
			take_old_args(r, s.value);
	}
}

void repro_take(struct text_build *b, struct py_scan *scan)
{
	struct repro r = {.b = b, .t = &b->tree, .facts = graph_facts_of(b->file)};
	struct py_scan before;
	struct py_line line;
	uint32_t indent;

	r.devices.arena = r.dtypes.arena = b->env->temp;
	if (!py_scan_next(scan, &line) || !b->file->graphs.len)
		return;
	b->file->format = GRAPH_REPRO;
	r.graph = b->file->graphs.len - 1;
	while (r.graph && b->file->graphs.at[r.graph].parent != GRAPH_NONE)
		r.graph--;
	indent = line.indent;
	if (!str_starts(line.text, S("def "))) {
		take_line(&r, &line);
		return;
	}
	for (before = *scan; py_scan_next(scan, &line); before = *scan) {
		if (line.comment)
			continue;
		if (line.indent <= indent) {
			*scan = before;
			return;
		}
		take_line(&r, &line);
	}
}
