/* Per node the bytes, per top graph the least bytes, per profile row the time. */
#include "assess/work.h"

#include "pytorch/schema.h"
#include "scanner/graph/graph_flops.h"
#include "scanner/graph/profile.h"

#include <math.h>

str work_kind_word(enum work_kind kind)
{
	static const char *const words[] = {
#define X(name, word) word,
	        WORK_LIST(X)
#undef X
	};

	return str_from(words[kind]);
}

uint32_t role_target(const struct assessment *a, str role)
{
	for (uint32_t t = 0; t < a->n_targets; t++)
		if (str_starts(role, a->targets[t]->name) &&
		        (role.len == a->targets[t]->name.len ||
		                role.ptr[a->targets[t]->name.len] == ' '))
			return t;
	return GRAPH_NONE;
}

/* ------------------------------------------------------------------ one node */

static enum work_kind kind_of(const struct graph_file *file, const struct node *node)
{
	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];
		const struct tensor *t =
		        arg->kind == ARG_VALUE ? value_tensor(file, arg->value) : NULL;

		if (!t)
			continue;
		switch (t->dtype) {
		case DTYPE_F32: return WORK_SINGLE;
		case DTYPE_F64: return WORK_DOUBLE;
		case DTYPE_F16:
		case DTYPE_BF16: return WORK_HALF;
		case DTYPE_UNKNOWN: return WORK_UNKNOWN;
		default: break;
		}
		switch (dtype_class(t->dtype)) {
		case DTYPE_CLASS_FLOAT: return WORK_FP8;
		case DTYPE_CLASS_COMPLEX: return WORK_COMPLEX;
		case DTYPE_CLASS_INT: return WORK_INTEGER;
		case DTYPE_CLASS_NONE: return WORK_UNKNOWN;
		}
	}
	return WORK_UNKNOWN;
}

static void add_bytes(struct work_sum *sum, int64_t bytes)
{
	if (bytes < 0)
		sum->unsized++;
	else
		sum->bytes += (uint64_t)bytes;
}

/* Is a value an argument that an out= operator writes and never reads? */
static bool only_written(const struct subject *s, const struct node *node, uint32_t value)
{
	const struct arg *out = node_arg(s->file, node, "out", UINT32_MAX);

	return out && out->kind == ARG_VALUE && s->flow->same[out->value] == value;
}

/* Written arguments of an operator that gives nothing back (aten._foreach_add_.List). */
static void add_written(const struct subject *s, const struct node *node,
        const struct schema *schema, struct work_sum *sum)
{
	struct arena_mark mark = arena_mark(s->env->temp);

	for (uint32_t i = 0; i < schema->count; i++) {
		const struct arg *arg;
		struct node part;
		const uint32_t *values;
		uint32_t n;

		if (!schema->args[i].writes)
			continue;
		arg = node_arg(s->file, node, arena_cstr(s->env->temp, schema->args[i].name), i);
		if (!arg)
			continue;
		part = (struct node){.first_arg = (uint32_t)(arg - s->file->args.at), .n_args = 1};
		n = dataflow_inputs(s->flow, &part, &values);
		for (uint32_t k = 0; k < n; k++)
			add_bytes(sum, dataflow_bytes(s->flow, values[k]));
	}
	arena_rewind(s->env->temp, mark);
}

static void node_bytes(
        const struct subject *s, const struct node *node, uint32_t index, struct work_sum *sum)
{
	const uint32_t *values;
	const struct graph_operator *known = node_operator(s->file, node);
	uint32_t n;

	if (node_is_view(s->flow, node))
		return;
	n = dataflow_inputs(s->flow, node, &values);
	for (uint32_t i = 0; i < n; i++)
		if (!known || !(known->row.roles & ROLE_OUT) || !only_written(s, node, values[i]))
			add_bytes(sum, dataflow_bytes(s->flow, values[i]));
	n = dataflow_outputs(s->flow, index, &values);
	for (uint32_t i = 0; i < n; i++)
		add_bytes(sum, dataflow_bytes(s->flow, values[i]));
	if (!n && known)
		add_written(s, node, known->schema, sum);
}

/* Host work, picks and bodies of wrappers move nothing by themselves. */
static bool does_work(const struct subject *s, uint32_t graph, uint32_t node)
{
	const struct node_judged *judged = s->a->nodes[graph] ? &s->a->nodes[graph][node] : NULL;
	const struct node *n = subject_node(s, graph, node, NULL);

	if (judged)
		return judged->row != GRAPH_NONE && judged->kind != ROW_HOST &&
		       judged->kind != ROW_WRAPPER;
	return dataflow_is_step(s->flow, n) && !dataflow_note(s->flow, n)->host;
}

struct flops work_node_flops(
        const struct graph_file *file, const struct node *node, struct arena *temp)
{
	struct flops flops = graph_flops(file, node, temp);

	if (!node->profile_row || flops.kind == FLOPS_NONE)
		return flops;
	if (flops.kind == FLOPS_COUNTED && node->calls > 1 &&
	        (__builtin_mul_overflow(flops.count, (int64_t)node->calls, &flops.count) ||
	                __builtin_mul_overflow(flops.torch, (int64_t)node->calls, &flops.torch)))
		flops = (struct flops){.kind = FLOPS_NO_FORMULA};
	return flops;
}

static void count_flops(const struct subject *s, const struct node *node,
        const struct node_judged *judged, struct work_sum *sum)
{
	struct flops flops = judged && judged->flops ? *judged->flops
	                                             : work_node_flops(s->file, node, s->env->temp);

	if (flops.kind != FLOPS_COUNTED)
		return;
	if (flops.count > 0)
		sum->flops[kind_of(s->file, node)] += (uint64_t)flops.count;
	if (flops.torch > 0)
		sum->flop_counter += (uint64_t)flops.torch;
}

/* A profile does not tell what an operator gives back: nothing is said of bytes then. */
static void count_node(const struct subject *s, uint32_t graph, uint32_t node, bool has_order,
        struct work_sum *sum)
{
	uint32_t index;
	const struct node *n = subject_node(s, graph, node, &index);

	count_flops(s, n, s->a->nodes[graph] ? &s->a->nodes[graph][node] : NULL, sum);
	if (has_order && does_work(s, graph, node))
		node_bytes(s, n, index, sum);
}

/* ------------------------------------------------------------------ the least of a graph */

/* Of a value in one graph: the bytes that look-ups take of it, whether anything else reads it,
 * whether it has been counted. */
struct value_reads {
	uint64_t looked_up;
	uint32_t graph; /* 1 + the graph that this is about */
	bool whole, counted;
};

/* One array for all graphs of a file, so that many graphs cost no more than their values. */
struct reads {
	struct value_reads *of;
	uint32_t graph;
};

static struct value_reads *reads_of(const struct reads *reads, uint32_t value)
{
	struct value_reads *of = &reads->of[value];

	if (of->graph != reads->graph + 1)
		*of = (struct value_reads){.graph = reads->graph + 1};
	return of;
}

static void note_reads(
        const struct subject *s, const struct graph *graph, const struct reads *reads)
{
	for (uint32_t i = 0; i < graph->n_nodes; i++) {
		uint32_t index = graph->first_node + i, n;
		const struct node *node = &s->file->nodes.at[index];
		const uint32_t *values;
		uint32_t table = GRAPH_NONE;

		if (!dataflow_is_step(s->flow, node))
			continue;
		n = dataflow_inputs(s->flow, node, &values);
		if (n && dataflow_note(s->flow, node)->looks_up)
			table = values[0];
		for (uint32_t k = 0; k < n; k++)
			if (values[k] != table)
				reads_of(reads, values[k])->whole = true;
		if (table == GRAPH_NONE)
			continue;
		n = dataflow_outputs(s->flow, index, &values);
		for (uint32_t k = 0; k < n; k++) {
			int64_t bytes = dataflow_bytes(s->flow, values[k]);

			if (bytes < 0)
				reads_of(reads, table)->whole = true;
			else
				reads_of(reads, table)->looked_up += (uint64_t)bytes;
		}
	}
}

static void least_bytes(const struct subject *s, const struct reads *reads, struct work_sum *sum)
{
	const struct graph *g = subject_graph(s, reads->graph);
	struct map weights = {.arena = s->env->temp};
	const uint32_t *values;
	uint32_t n;

	note_reads(s, g, reads);
	for (uint32_t i = 0; i < g->n_inputs; i++) {
		const struct graph_input *in = &s->file->inputs.at[g->first_input + i];
		struct value_reads *of;
		int64_t bytes;
		bool fresh = true;

		if (in->value == GRAPH_NONE || !value_tensor(s->file, in->value))
			continue;
		of = reads_of(reads, in->value);
		of->counted = true; /* given back as it came: nothing moves */
		if (!of->whole && !of->looked_up)
			continue;
		if (in->weight)
			map_at(&weights, graph_text(s->file, in->weight), &fresh);
		bytes = dataflow_bytes(s->flow, in->value);
		if (!fresh)
			continue;
		if (bytes < 0)
			sum->unknown++;
		else if (!of->whole && of->looked_up < (uint64_t)bytes)
			sum->least_bytes += of->looked_up;
		else
			sum->least_bytes += (uint64_t)bytes;
	}
	n = dataflow_results(s->flow, g, &values);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t owner = s->storage->owner[values[i]];
		int64_t own = dataflow_bytes(s->flow, owner),
		        bytes = dataflow_bytes(s->flow, values[i]);

		if (reads_of(reads, owner)->counted)
			continue;
		reads_of(reads, owner)->counted = true;
		if (bytes < 0)
			sum->unknown++;
		else
			sum->least_bytes += (uint64_t)(own >= 0 && own < bytes ? own : bytes);
	}
}

/* ------------------------------------------------------------------ measured time */

static void add_time(struct work *work, const struct subject *s, uint32_t graph)
{
	const struct graph_facts *facts = graph_facts(s->file);
	const struct graph *g = subject_graph(s, graph);
	uint32_t sets = s->a->n_targets * MODE_COUNT;

	if (!facts || !facts->profile || !s->a->timed[graph])
		return;
	for (uint32_t i = 0; i < g->n_nodes; i++) {
		uint32_t row = subject_node(s, graph, i, NULL)->profile_row, answers;
		double us;

		if (!row || row > facts->profile->rows.len)
			continue;
		us = facts->profile->rows.at[row - 1].outer_us;
		work->time_all += us;
		answers = s->a->timed[graph][i].answers;
		if (answers == GRAPH_NONE)
			work->time_unjudged += us;
		for (uint32_t k = 0; answers != GRAPH_NONE && k < sets; k++)
			work->time[k][s->a->answers.at[answers].of[k].verdict] += us;
	}
}

/* ------------------------------------------------------------------ all of it */

void work_open(struct env *env, const struct assessment *a, struct work *out)
{
	out->graphs = ARENA_ARRAY(env->keep, struct work_sum, (size_t)a->scan->graphs.len + 1);
	out->time = arena_array(env->keep, (size_t)a->n_targets * MODE_COUNT + 1, sizeof *out->time,
	        _Alignof(double));
}

static void add_sum(struct work_sum *all, const struct work_sum *one)
{
	for (int r = 0; r < WORK_COUNT; r++)
		all->flops[r] += one->flops[r];
	all->bytes += one->bytes;
	all->unsized += one->unsized;
	all->least_bytes += one->least_bytes;
	all->unknown += one->unknown;
	all->flop_counter += one->flop_counter;
}

void work_add(struct work *work, const struct subject *s)
{
	struct arena_mark whole = arena_mark(s->env->temp);
	struct reads reads = {.of = ARENA_ARRAY(s->env->temp, struct value_reads,
	                              (size_t)s->file->values.len + 1)};

	for (uint32_t g = s->first; g < s->last; g++) {
		struct arena_mark mark = arena_mark(s->env->temp);
		struct work_sum *sum = &work->graphs[g];

		bool has_order = subject_has_order(s, g);

		reads.graph = g;
		if (!has_order)
			add_time(work, s, g);
		for (uint32_t i = 0; i < subject_graph(s, g)->n_nodes; i++)
			count_node(s, g, i, has_order, sum);
		if (subject_graph(s, g)->parent == GRAPH_NONE && has_order)
			least_bytes(s, &reads, sum);
		if (s->a->nodes[g])
			add_sum(&work->all, sum);
		arena_rewind(s->env->temp, mark);
	}
	arena_rewind(s->env->temp, whole);
}

/* Milliseconds of `amount` at `rate` units a second; below zero: the rate is not known. */
static double time_ms(double amount, double rate)
{
	return isnan(rate) || rate <= 0 ? -1 : amount / rate * 1e3;
}

static struct work_machine bound(const struct work_sum *sum, const struct machine *machine)
{
	double half = machine->bf16_tflops * 1e12, fp8 = machine->fp8_tflops * 1e12;
	double bandwidth = machine->hbm_tbps * 1e12, unfused;
	double plain = (double)sum->flops[WORK_HALF] + (double)sum->flops[WORK_SINGLE] +
	               (double)sum->flops[WORK_DOUBLE] + (double)sum->flops[WORK_COMPLEX] +
	               (double)sum->flops[WORK_UNKNOWN];
	struct work_machine out = {.machine = machine};

	out.compute_ms = time_ms(plain, half);
	if (out.compute_ms >= 0)
		out.compute_ms +=
		        time_ms((double)sum->flops[WORK_FP8], isnan(fp8) || fp8 <= 0 ? half : fp8);
	out.memory_ms = time_ms((double)sum->least_bytes, bandwidth);
	unfused = time_ms((double)sum->bytes, bandwidth);
	if (out.compute_ms < 0 || out.memory_ms < 0) {
		out.least_ms = out.unfused_ms = -1;
		return out;
	}
	out.least_ms = fmax(out.compute_ms, out.memory_ms);
	out.unfused_ms = fmax(out.compute_ms, unfused);
	return out;
}

void work_close(
        struct env *env, struct work *work, const struct assessment *a, const struct book *book)
{
	for (uint32_t i = 0; book && i < book->machines.len; i++) {
		const struct machine *machine = &book->machines.at[i];
		uint32_t target = role_target(a, machine->role);
		struct work_machine one;

		if (target == GRAPH_NONE && !str_has(machine->role, S("source")))
			continue;
		one = bound(&work->all, machine);
		one.target = target;
		*VEC_PUSH(env->keep, &work->machines) = one;
	}
}
