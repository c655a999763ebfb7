/* One walk over each counted graph per target, mode and kind of verdict. The cost of a run needs
 * only its own nodes and how often a value is needed in all, so a run is priced in time linear in
 * its size, and "what if" prices the pieces that are left of it. Profiles hold no order and no
 * edges: they have no islands. */
#include "assess/islands.h"

#include <stdlib.h>

/* Nodes that "what if" may price in all: some seconds of work at the most. */
static const uint64_t tried_most = UINT64_C(1) << 26;

struct survey {
	const struct subject *of;
	uint64_t *tried;
	uint32_t *made_in;  /* of a value: number of the run that makes it */
	uint32_t *used_in;  /* of a value: arguments of the run that take it */
	uint32_t *taken_by; /* of a value: number of the run that it was counted into */
	uint32_t *uses;     /* of a value: nodes and results that need it, host work left aside */
	uint32_t run;       /* number of the run being priced */
	uint32_t target;
	enum mode mode;
	enum verdict verdict;
	struct island_set *set;
};

/* ------------------------------------------------------------------ the price of a run */

static void cross(struct crossing *crossing, int64_t bytes)
{
	crossing->count++;
	if (bytes < 0)
		crossing->unsized++;
	else
		crossing->bytes += (uint64_t)bytes;
}

static void add_crossing(struct crossing *sum, const struct crossing *more)
{
	sum->count += more->count;
	sum->bytes += more->bytes;
	sum->unsized += more->unsized;
}

/* Each operator by itself: what it takes goes there, what it makes comes back. Marks what the run
 * makes. */
static void price_alone(struct survey *s, struct island *run)
{
	for (uint32_t i = 0; i < run->n_nodes; i++) {
		uint32_t node, n;
		const struct node *at = subject_node(s->of, run->graph, run->nodes[i], &node);
		const uint32_t *values;

		n = dataflow_inputs(s->of->flow, at, &values);
		for (uint32_t k = 0; k < n; k++)
			cross(&run->alone, dataflow_bytes(s->of->flow, values[k]));
		n = dataflow_outputs(s->of->flow, node, &values);
		for (uint32_t k = 0; k < n; k++) {
			cross(&run->alone, dataflow_bytes(s->of->flow, values[k]));
			s->made_in[values[k]] = s->run;
			s->used_in[values[k]] = 0;
		}
	}
}

static void price_inputs(struct survey *s, struct island *run)
{
	for (uint32_t i = 0; i < run->n_nodes; i++) {
		uint32_t node, n;
		const struct node *at = subject_node(s->of, run->graph, run->nodes[i], &node);
		const uint32_t *values;

		n = dataflow_inputs(s->of->flow, at, &values);
		for (uint32_t k = 0; k < n; k++) {
			if (s->made_in[values[k]] == s->run) {
				s->used_in[values[k]]++;
			} else if (s->taken_by[values[k]] != s->run) {
				s->taken_by[values[k]] = s->run;
				cross(&run->least, dataflow_bytes(s->of->flow, values[k]));
			}
		}
	}
}

static void price_outputs(struct survey *s, struct island *run)
{
	for (uint32_t i = 0; i < run->n_nodes; i++) {
		const uint32_t *values;
		uint32_t node, n;

		subject_node(s->of, run->graph, run->nodes[i], &node);
		n = dataflow_outputs(s->of->flow, node, &values);
		for (uint32_t k = 0; k < n; k++)
			if (s->uses[values[k]] > s->used_in[values[k]])
				cross(&run->least, dataflow_bytes(s->of->flow, values[k]));
	}
}

static void price(struct survey *s, struct island *run)
{
	s->run++;
	run->least = run->alone = (struct crossing){0};
	price_alone(s, run);
	price_inputs(s, run);
	price_outputs(s, run);
}

/* ------------------------------------------------------------------ finding runs */

static bool leaves(const struct survey *s, uint32_t graph, uint32_t node)
{
	const struct answer *answer = node_answer(s->of->a, graph, node, s->target, s->mode);

	return answer && answer->verdict == s->verdict;
}

/* What does no work on the device parts no run. */
static bool passes(const struct survey *s, uint32_t graph, uint32_t node)
{
	const struct node_judged *judged = &s->of->a->nodes[graph][node];

	return judged->row == GRAPH_NONE || judged->kind == ROW_HOST ||
	       !dataflow_is_step(s->of->flow, subject_node(s->of, graph, node, NULL));
}

static void end_run(struct survey *s, uint32_t graph, const uint32_t *nodes, uint32_t n)
{
	struct island run = {.graph = graph, .n_nodes = n};
	uint32_t *copy, *rows;

	if (!n)
		return;
	copy = ARENA_ARRAY(s->of->env->keep, uint32_t, n);
	rows = ARENA_ARRAY(s->of->env->keep, uint32_t, n);
	for (uint32_t i = 0; i < n; i++) {
		copy[i] = nodes[i];
		rows[i] = s->of->a->nodes[graph][nodes[i]].row;
	}
	run.nodes = copy;
	run.rows = rows;
	price(s, &run);
	s->set->operators += n;
	add_crossing(&s->set->least, &run.least);
	add_crossing(&s->set->alone, &run.alone);
	*VEC_PUSH(s->of->env->keep, &s->set->list) = run;
}

static void find_runs(struct survey *s, uint32_t graph)
{
	uint32_t n_nodes = subject_graph(s->of, graph)->n_nodes, n = 0;
	uint32_t *run = ARENA_ARRAY(s->of->env->temp, uint32_t, (size_t)n_nodes + 1);

	for (uint32_t i = 0; i < n_nodes; i++) {
		if (leaves(s, graph, i)) {
			run[n++] = i;
		} else if (!passes(s, graph, i)) {
			end_run(s, graph, run, n);
			n = 0;
		}
	}
	end_run(s, graph, run, n);
}

/* ------------------------------------------------------------------ what if */

static void save(struct saving *saved, const struct crossing *before, const struct crossing *after)
{
	saved->crossings += (int64_t)before->count - (int64_t)after->count;
	saved->bytes += (int64_t)before->bytes - (int64_t)after->bytes;
}

/* The run without the nodes of one operator: what is left of it, priced anew. */
static void without(struct survey *s, const struct island *run, str op, struct what_if *out)
{
	struct arena_mark mark = arena_mark(s->of->env->temp);
	uint32_t *piece = ARENA_ARRAY(s->of->env->temp, uint32_t, run->n_nodes), n = 0;
	struct crossing least = {0}, alone = {0};
	uint32_t left = 0;

	for (uint32_t i = 0; i <= run->n_nodes; i++) {
		bool gone = i < run->n_nodes &&
		            str_eq(subject_row(s->of, run->graph, run->nodes[i])->op, op);

		if (i < run->n_nodes && !gone) {
			piece[n++] = run->nodes[i];
			continue;
		}
		out->calls += gone;
		if (n) {
			struct island part = {.graph = run->graph, .nodes = piece, .n_nodes = n};

			price(s, &part);
			add_crossing(&least, &part.least);
			add_crossing(&alone, &part.alone);
			left++;
		}
		n = 0;
	}
	out->islands += left == 0;
	save(&out->least, &run->least, &least);
	save(&out->alone, &run->alone, &alone);
	arena_rewind(s->of->env->temp, mark);
}

/* Each operator of a run once. */
static void what_if_run(struct survey *s, const struct island *run, struct map *known)
{
	struct map here = {.arena = s->of->env->temp};

	for (uint32_t i = 0; i < run->n_nodes; i++) {
		str op = subject_row(s->of, run->graph, run->nodes[i])->op;
		bool fresh;
		uint32_t *at;

		map_at(&here, op, &fresh);
		if (!fresh)
			continue;
		*s->tried += run->n_nodes;
		if (*s->tried > tried_most) {
			s->set->what_if_cut = true;
			return;
		}
		at = map_at(known, op, &fresh);
		if (fresh) {
			*at = s->set->what_if.len;
			*VEC_PUSH(s->of->env->keep, &s->set->what_if) = (struct what_if){.op = op};
		}
		without(s, run, op, &s->set->what_if.at[*at]);
	}
}

static int most_saved_first(const void *a, const void *b)
{
	const struct what_if *x = a, *y = b;

	if (x->alone.bytes != y->alone.bytes)
		return x->alone.bytes > y->alone.bytes ? -1 : 1;
	if (x->alone.crossings != y->alone.crossings)
		return x->alone.crossings > y->alone.crossings ? -1 : 1;
	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return str_cmp(x->op, y->op);
}

/* ------------------------------------------------------------------ all graphs */

static void survey_graphs(struct survey *s, struct map *known)
{
	for (uint32_t g = s->of->first; g < s->of->last; g++) {
		uint32_t before = s->set->list.len;

		if (!s->of->a->nodes[g] || !subject_has_order(s->of, g))
			continue;
		find_runs(s, g);
		for (uint32_t i = before; known && i < s->set->list.len; i++)
			what_if_run(s, &s->set->list.at[i], known);
	}
}

void islands_open(struct env *env, const struct assessment *a, struct islands *out)
{
	uint32_t sets = a->n_targets * MODE_COUNT;

	out->fallback = ARENA_ARRAY(env->keep, struct island_set, (size_t)sets + 1);
	out->by_hand = ARENA_ARRAY(env->keep, struct island_set, (size_t)sets + 1);
	out->what_if = ARENA_ARRAY(env->keep, struct map, (size_t)sets + 1);
	for (uint32_t k = 0; k < sets; k++)
		out->what_if[k].arena = env->keep;
}

/* Host work reads sizes and types of a tensor, not its content. */
static void count_uses(struct survey *s)
{
	const uint32_t *values;
	uint32_t n;

	for (uint32_t g = s->of->first; g < s->of->last; g++) {
		const struct graph *graph = subject_graph(s->of, g);

		for (uint32_t i = 0; s->of->a->nodes[g] && i < graph->n_nodes; i++) {
			const struct node *node = subject_node(s->of, g, i, NULL);

			if (s->of->a->nodes[g][i].row == GRAPH_NONE ||
			        s->of->a->nodes[g][i].kind == ROW_HOST ||
			        !dataflow_is_step(s->of->flow, node))
				continue;
			n = dataflow_inputs(s->of->flow, node, &values);
			for (uint32_t k = 0; k < n; k++)
				s->uses[values[k]]++;
		}
		n = dataflow_results(s->of->flow, graph, &values);
		for (uint32_t k = 0; k < n; k++)
			s->uses[values[k]]++;
	}
}

/* Most graphs have no operator that leaves the device: nothing to walk for. */
static bool has_verdict(const struct assessment *a, uint32_t set, enum verdict verdict)
{
	return a->totals[set].operators[verdict] > 0;
}

void islands_add(struct islands *out, const struct subject *subject)
{
	struct survey s = {.of = subject, .tried = &out->tried};
	uint32_t n = subject->file->values.len, sets = subject->a->n_targets * MODE_COUNT;
	bool any = false;

	for (uint32_t k = 0; k < sets; k++)
		any |= has_verdict(subject->a, k, VERDICT_FALLBACK) ||
		       has_verdict(subject->a, k, VERDICT_UNSUPPORTED);
	if (!any)
		return;
	s.made_in = ARENA_ARRAY(subject->env->temp, uint32_t, (size_t)n + 1);
	s.used_in = ARENA_ARRAY(subject->env->temp, uint32_t, (size_t)n + 1);
	s.taken_by = ARENA_ARRAY(subject->env->temp, uint32_t, (size_t)n + 1);
	s.uses = ARENA_ARRAY(subject->env->temp, uint32_t, (size_t)n + 1);
	count_uses(&s);
	for (uint32_t k = 0; k < sets; k++) {
		s.target = k / MODE_COUNT;
		s.mode = (enum mode)(k % MODE_COUNT);
		s.verdict = VERDICT_FALLBACK;
		s.set = &out->fallback[k];
		if (has_verdict(subject->a, k, s.verdict))
			survey_graphs(&s, &out->what_if[k]);
		s.verdict = VERDICT_UNSUPPORTED;
		s.set = &out->by_hand[k];
		if (has_verdict(subject->a, k, s.verdict))
			survey_graphs(&s, NULL);
	}
}

void islands_close(struct islands *out, const struct assessment *a)
{
	for (uint32_t k = 0; k < a->n_targets * MODE_COUNT; k++) {
		struct island_set *set = &out->fallback[k];

		set->count = set->list.len;
		out->by_hand[k].count = out->by_hand[k].list.len;
		if (set->what_if.len)
			qsort(set->what_if.at, set->what_if.len, sizeof *set->what_if.at,
			        most_saved_first);
	}
}
