/* Rows are per operator and dtype, as those of graphs are per operator and signature. */
#include "assess/training.h"

#include "assess/gradient.h"
#include "assess/phrases.h"

#include <stdlib.h>

enum { FROM_MOST = 8 };

static bool is_optimizer(str name)
{
	struct optimizer o;

	return optimizer_find(name, S("foreach"), &o) || optimizer_find(name, S("for-loop"), &o);
}

static str short_name(str api)
{
	return str_starts(api, S("torch.optim.")) ? str_from_at(api, 12) : api;
}

void training_open(struct env *env, const struct assessment *a, str named, struct training *out)
{
	out->known.arena = env->keep;
	out->totals = ARENA_ARRAY(
	        env->keep, uint64_t, (size_t)a->n_targets * MODE_COUNT * VERDICT_COUNT + 1);
	out->optimizer = S("AdamW");
	out->why = PHRASE(phrase_optimizer_assumed);
	for (uint32_t i = a->apis.len; i-- > 0;)
		if (str_starts(a->apis.at[i].api, S("torch.optim.")) &&
		        is_optimizer(a->apis.at[i].api)) {
			out->optimizer = short_name(a->apis.at[i].api);
			out->why = PHRASE(phrase_optimizer_used);
		}
	if (named.len) {
		out->optimizer = short_name(named);
		out->why = PHRASE(phrase_optimizer_named);
	}
}

static struct derived_row *row_of(
        const struct subject *s, struct training *out, str op, enum dtype dtype)
{
	str key = arena_format(s->env->temp, "%.*s(%d)", STR_ARG(op), (int)dtype);
	const uint32_t *at = map_get(&out->known, key);

	if (at)
		return &out->backward.at[*at];
	*map_at(&out->known, arena_dup(s->env->keep, key), NULL) = out->backward.len;
	*VEC_PUSH(s->env->keep, &out->backward) = (struct derived_row){.op = op, .dtype = dtype};
	return VEC_LAST(&out->backward);
}

static void note_from(struct arena *arena, struct derived_row *row, str op)
{
	for (uint32_t i = 0; i < row->from.len; i++)
		if (str_eq(row->from.at[i], op))
			return;
	if (row->from.len < FROM_MOST)
		*VEC_PUSH(arena, &row->from) = op;
}

static void add_step(
        struct training *out, const struct subject *s, str op, const struct gradient_step *step)
{
	out->forward += step->backward != NULL;
	out->unknown += !step->backward;
	if (!step->backward)
		return;
	for (uint32_t i = 0; i < step->backward->n_always; i++) {
		struct derived_row *row =
		        row_of(s, out, tables_text(step->backward->always[i]), step->dtype);

		row->calls++;
		note_from(s->env->keep, row, op);
	}
	for (uint32_t i = 0; i < step->backward->n_some; i++) {
		struct derived_row *row =
		        row_of(s, out, tables_text(step->backward->some[i]), step->dtype);

		row->maybe++;
		note_from(s->env->keep, row, op);
	}
}

static void add_graph(struct training *out, const struct subject *s, uint32_t graph)
{
	struct gradient gradient;

	gradient_find(s, graph, &gradient);
	out->all_inputs |= !gradient.parameters_known &&
	                   subject_graph(s, graph)->parent == GRAPH_NONE && gradient.n_steps;
	for (uint32_t i = 0; i < gradient.n_steps; i++)
		add_step(out, s,
		        graph_text(s->file,
		                subject_node(s, graph, gradient.steps[i].node, NULL)->target),
		        &gradient.steps[i]);
}

static void weigh_dtypes(struct training *out, const struct subject *s, const struct graph *g)
{
	for (uint32_t i = 0; i < g->n_inputs; i++) {
		const struct graph_input *in = &s->file->inputs.at[g->first_input + i];
		const struct tensor *t =
		        in->value == GRAPH_NONE ? NULL : value_tensor(s->file, in->value);
		int64_t bytes = t ? storage_bytes(s->storage, in->value) : -1;

		if (bytes > 0 && in->role == INPUT_PARAMETER &&
		        dtype_class(t->dtype) == DTYPE_CLASS_FLOAT)
			out->dtype_bytes[t->dtype] += (uint64_t)bytes;
	}
}

void training_add(struct training *out, const struct subject *s)
{
	struct arena_mark mark = arena_mark(s->env->temp);
	bool skip = false;

	for (uint32_t g = s->first; g < s->last; g++) {
		const struct graph *graph = subject_graph(s, g);

		if (!s->a->nodes[g] || !subject_has_order(s, g))
			continue;
		if (graph->parent == GRAPH_NONE) {
			skip = graph_has_backward(s->flow, graph);
			out->skipped += skip;
			weigh_dtypes(out, s, graph);
		}
		if (!skip)
			add_graph(out, s, g);
	}
	arena_rewind(s->env->temp, mark);
}

/* ------------------------------------------------------------------ verdicts */

static const struct answer *ask(
        struct env *env, const struct assessment *a, str op, enum dtype dtype)
{
	uint32_t n = a->n_targets * MODE_COUNT;
	struct answer *answers = ARENA_ARRAY(env->keep, struct answer, (size_t)n + 1);
	struct query query = {.op = op, .release = RELEASE_2_13, .dtypes = &dtype, .n_dtypes = 1};

	for (uint32_t k = 0; k < n; k++)
		answers[k] = coverage_answer(a->coverage, env->keep, &query,
		        a->targets[k / MODE_COUNT], (enum mode)(k % MODE_COUNT), NULL);
	return answers;
}

static uint32_t worst_of(const struct derived_row *row, uint32_t sets)
{
	uint32_t worst = 0;

	for (uint32_t k = 0; k < sets; k++)
		if (verdict_rank(row->answers[k].verdict) > worst)
			worst = verdict_rank(row->answers[k].verdict);
	return worst;
}

struct ordered {
	struct derived_row row;
	uint32_t worst;
};

static int worst_first(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;

	if (x->worst != y->worst)
		return x->worst > y->worst ? -1 : 1;
	if (x->row.calls != y->row.calls)
		return x->row.calls > y->row.calls ? -1 : 1;
	if (str_cmp(x->row.op, y->row.op))
		return str_cmp(x->row.op, y->row.op);
	return (int)x->row.dtype - (int)y->row.dtype;
}

static void sort_rows(struct env *env, struct derived_row *rows, uint32_t n, uint32_t sets)
{
	struct arena_mark mark = arena_mark(env->temp);
	struct ordered *list = ARENA_ARRAY(env->temp, struct ordered, (size_t)n + 1);

	for (uint32_t i = 0; i < n; i++)
		list[i] = (struct ordered){rows[i], worst_of(&rows[i], sets)};
	qsort(list, n, sizeof *list, worst_first);
	for (uint32_t i = 0; i < n; i++)
		rows[i] = list[i].row;
	arena_rewind(env->temp, mark);
}

static void add_variant(struct env *env, struct training *out, const struct assessment *a,
        const char *variant, bool by_default)
{
	struct optimizer o;
	struct optimizer_step *step;

	if (!optimizer_find(out->optimizer, str_from(variant), &o))
		return;
	step = VEC_PUSH(env->keep, &out->steps);
	*step = (struct optimizer_step){
	        .variant = str_from(variant), .note = o.note, .by_default = by_default};
	for (uint32_t i = 0; i < o.n_operators; i++) {
		struct derived_row *row = VEC_PUSH(env->keep, &step->rows);

		*row = (struct derived_row){
		        .op = tables_text(o.operators[i]), .dtype = out->dtype, .calls = 1};
		row->answers = ask(env, a, row->op, row->dtype);
	}
	sort_rows(env, step->rows.at, step->rows.len, a->n_targets * MODE_COUNT);
}

static bool has_operators(str optimizer, const char *variant)
{
	struct optimizer o;

	return optimizer_find(optimizer, str_from(variant), &o) && o.n_operators;
}

void training_close(struct env *env, struct training *out, const struct assessment *a)
{
	uint32_t sets = a->n_targets * MODE_COUNT;
	bool foreach;

	if (!out->asked)
		return;
	foreach = has_operators(out->optimizer, "foreach");
	out->dtype = DTYPE_F32;
	for (int d = 0; d < DTYPE_COUNT; d++)
		if (out->dtype_bytes[d] > out->dtype_bytes[out->dtype])
			out->dtype = (enum dtype)d;
	for (uint32_t i = 0; i < out->backward.len; i++) {
		struct derived_row *row = &out->backward.at[i];

		row->answers = ask(env, a, row->op, row->dtype);
		for (uint32_t k = 0; k < sets; k++)
			out->totals[k * VERDICT_COUNT + (uint32_t)row->answers[k].verdict] +=
			        row->calls;
	}
	sort_rows(env, out->backward.at, out->backward.len, sets);
	if (foreach)
		add_variant(env, out, a, "foreach", true);
	add_variant(env, out, a, "for-loop", !foreach);
	add_variant(env, out, a, "fused", false);
	add_variant(env, out, a, "capturable", false);
}
