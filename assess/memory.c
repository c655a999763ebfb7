/* Lifetimes first: the last node that looks at a value or at a view of it ends it. Bodies of
 * higher-order operators stand behind their parents, so graphs are walked from the last one, and
 * a node that runs a body adds the peak of the largest one. */
#include "assess/memory.h"

#include "assess/gradient.h"
#include "assess/work.h"
#include "pytorch/schema.h"

#include <math.h>
#include <stdlib.h>

static const uint32_t forever = UINT32_MAX - 1; /* lives to the end of the graph */

struct lifetimes {
	const struct subject *s;
	uint32_t *last;    /* of an owner: the last node that looks at it; forever: a result */
	uint32_t *ends;    /* of a node: first owner that ends with it */
	uint32_t *also;    /* of an owner: the next one that ends there */
	uint64_t *peak;    /* of a graph of the file */
	uint64_t *unsized; /* of a graph of the file: results without a size */
	uint32_t *counted; /* as in keeping */
};

static uint64_t bytes_of(struct lifetimes *l, uint32_t graph, uint32_t value)
{
	int64_t bytes = storage_bytes(l->s->storage, value);

	l->unsized[graph] += bytes < 0;
	return bytes < 0 ? 0 : (uint64_t)bytes;
}

/* ------------------------------------------------------------------ results alive */

static void find_ends(struct lifetimes *l, const struct graph *g)
{
	const uint32_t *owner = l->s->storage->owner, *values;
	uint32_t n;

	for (uint32_t i = 0; i < g->n_nodes; i++) {
		uint32_t node = g->first_node + i;

		n = dataflow_outputs(l->s->flow, node, &values);
		for (uint32_t k = 0; k < n; k++)
			l->last[owner[values[k]]] = node;
		n = dataflow_inputs(l->s->flow, &l->s->file->nodes.at[node], &values);
		for (uint32_t k = 0; k < n; k++)
			l->last[owner[values[k]]] = node;
	}
	n = dataflow_results(l->s->flow, g, &values);
	for (uint32_t k = 0; k < n; k++)
		l->last[owner[values[k]]] = forever;
}

static uint64_t body_peak(const struct lifetimes *l, const struct node *node)
{
	uint64_t most = 0;

	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &l->s->file->args.at[node->first_arg + i];

		if (arg->kind == ARG_GRAPH && arg->graph < l->s->file->graphs.len &&
		        l->peak[arg->graph] > most)
			most = l->peak[arg->graph];
	}
	return most;
}

static void graph_peak(struct lifetimes *l, uint32_t graph)
{
	const struct graph *g = &l->s->file->graphs.at[graph];
	const uint32_t *owner = l->s->storage->owner, *values;
	uint64_t alive = 0, most = 0;

	find_ends(l, g);
	for (uint32_t i = 0; i < g->n_nodes; i++) {
		uint32_t node = g->first_node + i, n;
		uint64_t inside = body_peak(l, &l->s->file->nodes.at[node]);

		n = dataflow_outputs(l->s->flow, node, &values);
		for (uint32_t k = 0; k < n; k++) {
			uint32_t v = values[k];

			if (owner[v] != v ||
			        !dataflow_is_step(l->s->flow, &l->s->file->nodes.at[node]))
				continue;
			alive += bytes_of(l, graph, v);
			if (l->last[v] != forever) {
				l->also[v] = l->ends[l->last[v]];
				l->ends[l->last[v]] = v;
			}
		}
		most = alive + inside > most ? alive + inside : most;
		for (uint32_t v = l->ends[node]; v != GRAPH_NONE; v = l->also[v]) {
			int64_t bytes = storage_bytes(l->s->storage, v);

			alive -= bytes > 0 ? (uint64_t)bytes : 0;
		}
	}
	l->peak[graph] = most;
}

/* ------------------------------------------------------------------ what autograd keeps */

struct keeping {
	const struct subject *s;
	struct memory_graph *out;
	/* Of an owner: 1 + the last graph by which it is kept already, or counted as parameter,
	 * buffer or input: one array for all graphs of a file. */
	uint32_t *counted;
};

static void keep(struct keeping *k, uint32_t value)
{
	uint32_t owner = k->s->storage->owner[value];
	int64_t bytes = storage_bytes(k->s->storage, owner);

	if (k->counted[owner] == k->out->graph + 1)
		return;
	k->counted[owner] = k->out->graph + 1;
	k->out->unsized += bytes < 0;
	k->out->kept += bytes < 0 ? 0 : (uint64_t)bytes;
}

static uint32_t schema_position(const struct graph_file *file, const struct node *node, str name)
{
	const struct graph_operator *known = node_operator(file, node);

	return known ? schema_find(known->schema, name) : UINT32_MAX;
}

static void keep_named(struct keeping *k, const struct node *node, uint32_t index, str name)
{
	const uint32_t *values;
	const struct arg *arg;
	struct node part;
	uint32_t n, value;
	int64_t out;

	if (str_starts(name, S("out")) && str_int(str_from_at(name, 3), &out)) {
		n = dataflow_outputs(k->s->flow, index, &values);
		if (out >= 0 && out < n)
			keep(k, values[out]);
		return;
	}
	arg = node_arg_named(k->s->file, node, name, schema_position(k->s->file, node, name));
	if (!arg)
		return;
	if (dataflow_one_input(k->s->flow, arg, &value)) {
		if (value != GRAPH_NONE)
			keep(k, value);
		return;
	}
	part = (struct node){.first_arg = (uint32_t)(arg - k->s->file->args.at), .n_args = 1};
	n = dataflow_inputs(k->s->flow, &part, &values);
	for (uint32_t i = 0; i < n; i++)
		keep(k, values[i]);
}

static int64_t elements(const struct keeping *k, uint32_t value)
{
	const struct tensor *t = value_tensor(k->s->file, value);
	int64_t bytes = storage_bytes(k->s->storage, value);

	return bytes > 0 && t && dtype_bytes(t->dtype) ? bytes / (int64_t)dtype_bytes(t->dtype) : 0;
}

static bool switched_off(const struct graph_file *file, const struct node *node)
{
	static const char *const names[] = {"train", "training"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct arg *arg = node_arg(
		        file, node, names[i], schema_position(file, node, str_from(names[i])));

		if (arg && arg->kind == ARG_BOOL && !arg->flag)
			return true;
	}
	return false;
}

static void keep_inner(struct keeping *k, const struct node *node, uint32_t index, double inner)
{
	const uint32_t *values;
	int64_t most = 0;
	uint32_t n;

	if (inner <= 0 || switched_off(k->s->file, node))
		return;
	n = dataflow_inputs(k->s->flow, node, &values);
	for (uint32_t i = 0; i < n; i++)
		most = elements(k, values[i]) > most ? elements(k, values[i]) : most;
	n = dataflow_outputs(k->s->flow, index, &values);
	for (uint32_t i = 0; i < n; i++)
		most = elements(k, values[i]) > most ? elements(k, values[i]) : most;
	k->out->kept += (uint64_t)((double)most * inner);
}

/* Attention keeps its operands and its result, and one number a row, as fused kernels do; the
 * composite that was measured keeps its scores as well. */
static bool keep_attention(struct keeping *k, const struct node *node, uint32_t index)
{
	static const char *const names[] = {"query", "key", "value", "out0"};
	const uint32_t *values;
	const struct tensor *t;
	uint32_t n;

	if (!dataflow_note(k->s->flow, node)->attention)
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		keep_named(k, node, index, str_from(names[i]));
	n = dataflow_outputs(k->s->flow, index, &values);
	t = n ? value_tensor(k->s->file, values[0]) : NULL;
	if (t && t->has_shape && t->rank) {
		int64_t width = k->s->file->dims.at[t->first_size + t->rank - 1].value;

		if (width > 0)
			k->out->kept += (uint64_t)(elements(k, values[0]) / width) * 4;
	}
	return true;
}

static void keep_for(
        struct keeping *k, const struct node *node, uint32_t index, const struct backward *backward)
{
	str rest = backward->saves, name;

	if (keep_attention(k, node, index))
		return;
	while (rest.len && str_cut(&rest, ' ', &name)) {
		if (name.len && name.ptr[name.len - 1] == '?')
			name.len--;
		if (name.len)
			keep_named(k, node, index, name);
	}
	keep_inner(k, node, index, backward->inner);
}

static void keep_all(struct keeping *k, uint32_t graph)
{
	struct gradient gradient;

	gradient_find(k->s, graph, &gradient);
	for (uint32_t i = 0; i < gradient.n_steps; i++) {
		const struct gradient_step *step = &gradient.steps[i];
		uint32_t index;
		const struct node *node = subject_node(k->s, graph, step->node, &index);

		if (step->backward)
			keep_for(k, node, index, step->backward);
		else
			k->out->unmeasured++;
	}
}

static bool is_trained(const struct graph_file *file, const struct graph_input *in)
{
	enum dtype_class class = dtype_class(value_tensor(file, in->value)->dtype);

	return in->role == INPUT_PARAMETER &&
	       (class == DTYPE_CLASS_FLOAT || class == DTYPE_CLASS_COMPLEX);
}

/* ------------------------------------------------------------------ one graph */

static void sum_inputs(
        const struct subject *s, const struct graph *g, struct keeping *k, struct memory_graph *out)
{
	struct map weights = {.arena = s->env->temp};

	for (uint32_t i = 0; i < g->n_inputs; i++) {
		const struct graph_input *in = &s->file->inputs.at[g->first_input + i];
		bool parameter = in->role == INPUT_PARAMETER, fresh = true;
		int64_t bytes;

		if (in->value == GRAPH_NONE || !value_tensor(s->file, in->value))
			continue;
		k->counted[in->value] = out->graph + 1;
		bytes = storage_bytes(s->storage, in->value);
		out->unsized += bytes < 0;
		if (in->weight)
			map_at(&weights, graph_text(s->file, in->weight), &fresh);
		if (bytes < 0 || !fresh)
			continue;
		if (is_trained(s->file, in))
			out->gradients += (uint64_t)bytes;
		*(parameter                        ? &out->parameters
		        : in->role == INPUT_BUFFER ? &out->buffers
		                                   : &out->inputs) += (uint64_t)bytes;
	}
}

static void measure_graph(
        struct memory *memory, const struct subject *s, struct lifetimes *l, uint32_t graph)
{
	const struct graph *g = subject_graph(s, graph);
	struct memory_graph out = {
	        .graph = graph, .unsized = l->unsized[s->a->scan->graphs.at[graph].graph]};
	struct keeping k = {.s = s, .out = &out, .counted = l->counted};

	sum_inputs(s, g, &k, &out);
	if (!out.parameters)
		return;
	out.alive = l->peak[s->a->scan->graphs.at[graph].graph];
	out.backward = graph_has_backward(s->flow, g);
	out.inference = out.parameters + out.buffers + out.inputs + out.alive;
	if (out.gradients && !out.backward) {
		keep_all(&k, graph);
		out.states = (uint64_t)((double)out.gradients * memory->states);
		out.training = out.parameters + out.buffers + out.inputs + out.gradients +
		               out.states + out.kept;
	}
	*VEC_PUSH(s->env->keep, &memory->graphs) = out;
}

static uint32_t *none(struct arena *arena, uint32_t n)
{
	uint32_t *out = ARENA_ARRAY(arena, uint32_t, (size_t)n + 1);

	for (uint32_t i = 0; i < n; i++)
		out[i] = GRAPH_NONE;
	return out;
}

void memory_open(struct env *env, struct memory *out, str optimizer)
{
	struct optimizer row;
	bool known = optimizer_find(optimizer, S("foreach"), &row) && row.states >= 0;

	if (!known)
		known = optimizer_find(optimizer, S("for-loop"), &row) && row.states >= 0;
	out->optimizer = arena_dup(env->keep, optimizer);
	out->states = known ? row.states : 0;
}

void memory_add(struct memory *memory, const struct subject *s)
{
	struct arena_mark mark = arena_mark(s->env->temp);
	uint32_t values = s->file->values.len;
	struct lifetimes l = {.s = s,
	        .last = none(s->env->temp, values),
	        .also = none(s->env->temp, values),
	        .ends = none(s->env->temp, s->file->nodes.len),
	        .counted = ARENA_ARRAY(s->env->temp, uint32_t, (size_t)values + 1),
	        .peak = ARENA_ARRAY(s->env->temp, uint64_t, (size_t)s->file->graphs.len + 1),
	        .unsized = ARENA_ARRAY(s->env->temp, uint64_t, (size_t)s->file->graphs.len + 1)};

	for (uint32_t i = s->file->graphs.len; i-- > 0;)
		graph_peak(&l, i);
	for (uint32_t g = s->first; g < s->last; g++)
		if (s->a->nodes[g] && subject_has_order(s, g) &&
		        subject_graph(s, g)->parent == GRAPH_NONE)
			measure_graph(memory, s, &l, g);
	arena_rewind(s->env->temp, mark);
}

/* ------------------------------------------------------------------ devices */

uint32_t machine_devices(const struct machine *machine)
{
	double n = isnan(machine->devices) ? machine->chips : machine->devices;

	return isnan(n) || n < 1 ? 1 : n > 1e6 ? 1000000 : (uint32_t)n;
}

static uint32_t devices_for(uint64_t spread, uint64_t each, double device)
{
	double room = device - (double)each, n;

	if (room <= 0)
		return 0;
	n = ceil((double)spread / room);
	return n < 1 ? 1 : n > 1e9 ? 0 : (uint32_t)n;
}

static int smaller_first(const void *a, const void *b)
{
	const struct machine *x = *(const struct machine *const *)a,
	                     *y = *(const struct machine *const *)b;

	if (machine_devices(x) != machine_devices(y))
		return machine_devices(x) < machine_devices(y) ? -1 : 1;
	return str_cmp(x->name, y->name);
}

const struct machine *memory_machine(const struct memory_device *device, uint32_t devices)
{
	for (uint32_t i = 0; i < device->n_machines; i++)
		if (machine_devices(device->machines[i]) >= devices)
			return device->machines[i];
	return NULL;
}

static struct memory_device *device_of(struct env *env, struct memory *memory,
        const struct machine *machine, uint32_t target, uint32_t most)
{
	struct memory_device *d;

	for (uint32_t i = 0; i < memory->devices.len; i++)
		if (memory->devices.at[i].target == target &&
		        str_eq(memory->devices.at[i].accelerator, machine->accelerator))
			return &memory->devices.at[i];
	d = VEC_PUSH(env->keep, &memory->devices);
	*d = (struct memory_device){.target = target,
	        .accelerator = machine->accelerator,
	        .bytes = machine->memory_gib * 0x1p30 / machine_devices(machine),
	        .per_chip = isnan(machine->devices),
	        .machines = ARENA_ARRAY(env->keep, const struct machine *, most)};
	return d;
}

static void fit(struct env *env, const struct memory *memory, struct memory_device *d)
{
	d->fits = ARENA_ARRAY(env->keep, struct memory_fit, (size_t)memory->graphs.len + 1);
	qsort(d->machines, d->n_machines, sizeof *d->machines, smaller_first);
	for (uint32_t i = 0; i < memory->graphs.len; i++) {
		const struct memory_graph *g = &memory->graphs.at[i];

		d->fits[i].inference =
		        devices_for(g->parameters + g->buffers, g->inputs + g->alive, d->bytes);
		if (g->training)
			d->fits[i].training = devices_for(g->parameters + g->gradients + g->states,
			        g->buffers + g->inputs + g->kept, d->bytes);
	}
}

void memory_close(
        struct env *env, struct memory *memory, const struct assessment *a, const struct book *book)
{
	for (uint32_t i = 0; book && i < book->machines.len; i++) {
		const struct machine *machine = &book->machines.at[i];
		uint32_t target = role_target(a, machine->role);
		struct memory_device *d;

		if (target == GRAPH_NONE || isnan(machine->memory_gib))
			continue;
		d = device_of(env, memory, machine, target, book->machines.len);
		d->machines[d->n_machines++] = machine;
	}
	for (uint32_t i = 0; i < memory->devices.len; i++)
		fit(env, memory, &memory->devices.at[i]);
}
