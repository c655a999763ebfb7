/* Pairs first, then classes, then the profiles, which are held against whole classes. What
 * surprises: the forward pass may be counted in one file and the backward pass in another, since an
 * exported program tells more of the former and knows nothing of the latter. */
#include "scanner/same_work.h"

#include "scanner/graph/identity.h"
#include "scanner/graph/profile.h"
#include "scanner/graph/stage.h"
#include "scanner/profile_rest.h"
#include "scanner/work_unit.h"
#include "scanner/phrases.h"

enum {
	NODES_LEAST = 8, /* fewer could agree by chance, unless their inputs have the same names */
	UNITS_MOST = 512,
	HEAVY_LEAST = 2,
};

struct pair {
	uint32_t a, b;
};

struct finder {
	struct env *env;
	struct scan *scan;
	struct work_units units;
	struct profile_rest rest;
	VEC(struct pair) maybe;
	uint32_t *next; /* the next unit of the class of a unit, GRAPH_NONE: it is the last */
};

static struct work_unit *unit(struct finder *f, uint32_t index)
{
	return &f->units.list.at[index];
}

static uint32_t root(struct finder *f, uint32_t index)
{
	while (unit(f, index)->same != index)
		index = unit(f, index)->same;
	return index;
}

static void join(struct finder *f, uint32_t a, uint32_t b)
{
	a = root(f, a);
	b = root(f, b);
	unit(f, a > b ? a : b)->same = a > b ? b : a;
}

static const struct graph *graph_at(const struct finder *f, uint32_t ref)
{
	const struct graph_ref *r = &f->scan->graphs.at[ref];

	return &r->file->graphs.at[r->graph];
}

static str stage_at(const struct finder *f, uint32_t ref)
{
	return graph_text(f->scan->graphs.at[ref].file, graph_at(f, ref)->stage);
}

/* "model.pt2 (export)" */
static str named(const struct finder *f, uint32_t ref)
{
	const struct graph_ref *r = &f->scan->graphs.at[ref];
	str stage = stage_at(f, ref);

	return arena_format(f->scan->arena, stage.len ? "%.*s (%.*s)" : "%.*s%.*s",
	        STR_ARG(f->scan->inputs.at[r->input].path), STR_ARG(stage));
}

/* ------------------------------------------------------------------ equal graphs */

/* Do both begin with inputs of the same names, in order? */
static bool same_input_names(const struct graph_ref *a, const struct graph_ref *b)
{
	const struct graph *x = &a->file->graphs.at[a->graph], *y = &b->file->graphs.at[b->graph];

	if (x->n_inputs != y->n_inputs || x->n_inputs < 2)
		return false;
	for (uint32_t i = 0; i < x->n_inputs; i++) {
		uint32_t v = a->file->inputs.at[x->first_input + i].value;
		uint32_t w = b->file->inputs.at[y->first_input + i].value;

		if (v == GRAPH_NONE || w == GRAPH_NONE ||
		        !str_eq(graph_text(a->file, a->file->values.at[v].name),
		                graph_text(b->file, b->file->values.at[w].name)))
			return false;
	}
	return true;
}

static bool is_equal(const struct finder *f, uint32_t a, uint32_t b)
{
	const struct graph *x = graph_at(f, a), *y = graph_at(f, b);

	if (x->identity[0] == y->identity[0] && x->identity[1] == y->identity[1])
		return (x->identity[0] | x->identity[1]) != 0;
	return graph_same_work(x, y) &&
	       (x->n_nodes >= NODES_LEAST ||
	               same_input_names(&f->scan->graphs.at[a], &f->scan->graphs.at[b]));
}

/* Chains of units by what some graph of theirs begins with; compared in full along a chain. */
static void join_equal(struct finder *f)
{
	struct map last = {.arena = f->env->temp};
	VEC(uint32_t) unit_of = {0}, before = {0};
	VEC(uint32_t) refs = {0};

	for (uint32_t u = 0; u < f->units.list.len; u++)
		for (uint32_t i = 0; i < unit(f, u)->tops.len; i++) {
			uint32_t ref = unit(f, u)->tops.at[i], *at;
			const struct graph *g = graph_at(f, ref);
			bool fresh;

			at = map_at(&last,
			        arena_format(
			                f->env->temp, "%llx", (unsigned long long)g->operators),
			        &fresh);
			for (uint32_t k = fresh ? UINT32_MAX : *at, steps = 0;
			        k != UINT32_MAX && steps < UNITS_MOST; k = before.at[k], steps++)
				if (unit(f, unit_of.at[k])->file != unit(f, u)->file &&
				        is_equal(f, refs.at[k], ref))
					join(f, unit_of.at[k], u);
			*VEC_PUSH(f->env->temp, &unit_of) = u;
			*VEC_PUSH(f->env->temp, &refs) = ref;
			*VEC_PUSH(f->env->temp, &before) = fresh ? UINT32_MAX : *at;
			*at = refs.len - 1;
		}
}

/* ------------------------------------------------------------------ the same model at another
 * level */

/* Is the shorter list in the longer one? Both are sorted. */
static bool within(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m)
{
	const uint64_t *small = n <= m ? a : b, *large = n <= m ? b : a;
	uint32_t few = n <= m ? n : m, many = n <= m ? m : n, k = 0;

	/* An exported program names parameters that it does not use, and tied ones twice. */
	if (!few || many - few > 2 + many / 8)
		return false;
	for (uint32_t i = 0; i < few; i++) {
		while (k < many && large[k] < small[i])
			k++;
		if (k == many || large[k] != small[i])
			return false;
		k++;
	}
	return true;
}

static bool same_parameters(const struct work_unit *a, const struct work_unit *b)
{
	return within(a->parameters.at, a->parameters.len, b->parameters.at, b->parameters.len) ||
	       within(a->bare.at, a->bare.len, b->bare.at, b->bare.len);
}

static bool same_tensors(
        const struct finder *f, const struct work_unit *a, const struct work_unit *b)
{
	const struct graph *x, *y;

	if (a->best == GRAPH_NONE || b->best == GRAPH_NONE)
		return false;
	x = graph_at(f, a->best);
	y = graph_at(f, b->best);
	return x->tensors && x->tensors == y->tensors && x->n_inputs >= NODES_LEAST;
}

static bool same_names(const struct work_unit *a, const struct work_unit *b)
{
	return work_unit_explains(a, b) && work_unit_explains(b, a);
}

static bool same_own(const struct work_unit *a, const struct work_unit *b)
{
	return !a->lowered && !b->lowered && same_names(a, b);
}

enum sameness { OTHER_WORK, MAYBE_SAME, SAME_WORK };

static enum sameness compare(struct finder *f, struct work_unit *a, struct work_unit *b)
{
	bool known;

	if (!same_parameters(a, b) && !same_tensors(f, a, b))
		return OTHER_WORK;
	work_unit_measure(&f->units, a);
	work_unit_measure(&f->units, b);
	known = a->flops_known && b->flops_known && a->flops && b->flops && !a->torch_level &&
	        !b->torch_level;
	if (known && a->flops == b->flops && same_names(a, b))
		return SAME_WORK;
	if (!known && same_own(a, b))
		return SAME_WORK;
	return MAYBE_SAME;
}

static void join_levels(struct finder *f)
{
	uint32_t n = f->units.list.len < UNITS_MOST ? f->units.list.len : UNITS_MOST;

	for (uint32_t b = 0; b < n; b++)
		for (uint32_t a = 0; a < b; a++) {
			struct work_unit *x = unit(f, a), *y = unit(f, b);
			enum sameness same;

			if (x->file == y->file || root(f, a) == root(f, b) || x->profile ||
			        y->profile || x->best == GRAPH_NONE || y->best == GRAPH_NONE)
				continue;
			same = compare(f, x, y);
			if (same == SAME_WORK)
				join(f, a, b);
			else if (same == MAYBE_SAME)
				*VEC_PUSH(f->env->temp, &f->maybe) = (struct pair){a, b};
		}
}

/* ------------------------------------------------------------------ what of a class counts */

static void drop(struct finder *f, uint32_t ref, str why)
{
	f->scan->graphs.at[ref].counted = false;
	f->scan->graphs.at[ref].why_not = why;
	f->scan->graphs.at[ref].note = STR_NONE;
}

static void drop_unit(struct finder *f, struct work_unit *u, bool forward_only, str why)
{
	for (uint32_t i = 0; i < u->tops.len; i++)
		if (f->scan->graphs.at[u->tops.at[i]].counted &&
		        !(forward_only && str_eq(stage_at(f, u->tops.at[i]), S("backward"))))
			drop(f, u->tops.at[i], why);
}

/* Does `a` tell less than `b`? The list of formats begins with those that tell most, that of stages
 * with what is nearest to the source; symbols would be lost with the graph that has them. */
static bool tells_less(const struct finder *f, const struct work_unit *a, const struct work_unit *b)
{
	const struct graph_file *x, *y;
	bool shapes, others;

	if (a->best == GRAPH_NONE || b->best == GRAPH_NONE)
		return a->best == GRAPH_NONE && b->best != GRAPH_NONE;
	if (a->torch_level != b->torch_level)
		return a->torch_level;
	shapes = graph_at(f, a->best)->shapes != 0;
	others = graph_at(f, b->best)->shapes != 0;
	if (shapes != others)
		return others;
	x = f->scan->graphs.at[a->best].file;
	y = f->scan->graphs.at[b->best].file;
	if (x->format != y->format)
		return x->format > y->format;
	if (!x->symbols.len != !y->symbols.len)
		return y->symbols.len > 0;
	return stage_from_word(stage_at(f, a->best)) > stage_from_word(stage_at(f, b->best));
}

/* The best of a class; `trains`: among those with a backward pass. */
static uint32_t best_of(struct finder *f, uint32_t class, bool trains)
{
	uint32_t best = GRAPH_NONE;

	for (uint32_t u = class; u != GRAPH_NONE; u = f->next[u])
		if ((!trains || unit(f, u)->backward) &&
		        (best == GRAPH_NONE || tells_less(f, unit(f, best), unit(f, u))))
			best = u;
	return best;
}

static bool has_backward_alone(const struct finder *f, const struct work_unit *u)
{
	for (uint32_t i = 0; i < u->tops.len; i++)
		if (f->scan->graphs.at[u->tops.at[i]].counted &&
		        str_eq(stage_at(f, u->tops.at[i]), S("backward")))
			return true;
	return false;
}

static bool is_repeat(struct finder *f, struct work_unit *a, struct work_unit *b)
{
	return a->best != GRAPH_NONE && b->best != GRAPH_NONE && is_equal(f, a->best, b->best);
}

static str why_dropped(struct finder *f, struct work_unit *u, struct work_unit *kept)
{
	if (is_repeat(f, u, kept))
		return arena_format(f->scan->arena, phrase_same_work,
		        STR_ARG(f->scan->inputs.at[kept->input].path));
	return arena_format(f->scan->arena, phrase_same_work_there, STR_ARG(named(f, kept->best)));
}

/* Counts the forward pass of `kept` and the backward pass of `trained`. */
static void count_halves(struct finder *f, struct work_unit *kept, struct work_unit *trained)
{
	drop_unit(f, trained, true,
	        arena_format(
	                f->scan->arena, phrase_forward_counted, STR_ARG(named(f, kept->best))));
	f->scan->graphs.at[kept->best].note = arena_format(f->scan->arena, phrase_forward_half,
	        STR_ARG(f->scan->inputs.at[trained->input].path));
}

static void settle_class(struct finder *f, uint32_t class)
{
	uint32_t kept = best_of(f, class, false), trained = best_of(f, class, true);
	struct work_unit *k = unit(f, kept), *t = trained == GRAPH_NONE ? k : unit(f, trained);

	if (k->backward || !t->backward) {
		t = k;
	} else {
		work_unit_measure(&f->units, k);
		if (k->torch_level || k->random || !has_backward_alone(f, t))
			k = t;
	}
	for (uint32_t u = class; u != GRAPH_NONE; u = f->next[u]) {
		struct work_unit *other = unit(f, u);

		if (other == k || other == t)
			continue;
		drop_unit(f, other, false, why_dropped(f, other, k));
	}
	if (k != t)
		count_halves(f, k, t);
}

/* The graph that counts of the class of a unit; GRAPH_NONE: another half of the work only. */
static uint32_t counted_of(struct finder *f, uint32_t index)
{
	for (uint32_t u = root(f, index); u != GRAPH_NONE; u = f->next[u])
		if (unit(f, u)->best != GRAPH_NONE && f->scan->graphs.at[unit(f, u)->best].counted)
			return unit(f, u)->best;
	return GRAPH_NONE;
}

static void note_maybe(struct finder *f, uint32_t ref, uint32_t other)
{
	struct graph_ref *r = &f->scan->graphs.at[ref];

	if (!r->note.len)
		r->note = arena_format(f->scan->arena,
		        "may be the same work as %.*s: the parameters agree, operators or sizes "
		        "do not; both are counted",
		        STR_ARG(named(f, other)));
}

static void note_pairs(struct finder *f)
{
	for (uint32_t i = 0; i < f->maybe.len; i++) {
		uint32_t a = counted_of(f, f->maybe.at[i].a), b = counted_of(f, f->maybe.at[i].b);

		if (a == GRAPH_NONE || b == GRAPH_NONE || a == b)
			continue;
		note_maybe(f, a, b);
		note_maybe(f, b, a);
	}
}

static void settle_classes(struct finder *f)
{
	uint32_t *last = ARENA_ARRAY(f->env->temp, uint32_t, (size_t)f->units.list.len + 1);

	/* A class begins with its root, which is the first of its units. */
	f->next = ARENA_ARRAY(f->env->temp, uint32_t, (size_t)f->units.list.len + 1);
	for (uint32_t u = 0; u < f->units.list.len; u++) {
		uint32_t class = root(f, u);

		f->next[u] = GRAPH_NONE;
		if (class != u)
			f->next[last[class]] = u;
		last[class] = u;
	}
	for (uint32_t u = 0; u < f->units.list.len; u++)
		if (root(f, u) == u && f->next[u] != GRAPH_NONE)
			settle_class(f, u);
}

/* ------------------------------------------------------------------ profiles */

/* Does the profile hold all these calls, as often at least? How many kinds of them there are. */
static bool holds(
        const struct call_key *calls, uint32_t count, const struct call_key *of, uint32_t n_of)
{
	for (uint32_t i = 0; i < count; i++) {
		uint64_t n = 0;

		if (!call_keys_have(of, n_of, calls[i].key, &n) || n < calls[i].calls)
			return false;
	}
	return count > 0;
}

/* The products of a unit by number and size; where the profile ran other batches, by the weights.
 */
static enum sameness is_profiled(const struct work_unit *u, const struct profile_calls *p)
{
	bool whole = holds(u->heavy.at, u->heavy.len, p->whole.at, p->whole.len);
	bool weights = holds(u->weights.at, u->weights.len, p->weights.at, p->weights.len);
	bool named = true;

	for (uint32_t i = 0; !u->lowered && i < u->telling.len; i++)
		named &= map_get(&p->names, work_short_name(u->telling.at[i])) != NULL;
	if (named && ((whole && u->heavy.len >= HEAVY_LEAST) ||
	                     (weights && u->weights.len > HEAVY_LEAST)))
		return SAME_WORK;
	return whole || weights ? MAYBE_SAME : OTHER_WORK;
}

static void hold_against(struct finder *f, struct work_unit *profile)
{
	struct profile_calls calls;
	struct graph_ref *ref = &f->scan->graphs.at[profile->best];
	VEC(uint32_t) matched = {0};
	uint32_t maybe = GRAPH_NONE, kept = GRAPH_NONE;

	profile_calls_find(f->env, ref->file, &calls);
	for (uint32_t u = 0; u < f->units.list.len && u < UNITS_MOST; u++) {
		struct work_unit *one = unit(f, u);
		enum sameness same;

		if (one->profile || one->best == GRAPH_NONE)
			continue;
		work_unit_measure(&f->units, one);
		same = is_profiled(one, &calls);
		if (same == SAME_WORK) {
			*VEC_PUSH(f->env->temp, &matched) = u;
			if (kept == GRAPH_NONE || f->scan->graphs.at[one->best].counted)
				kept = u;
		} else if (same == MAYBE_SAME && maybe == GRAPH_NONE)
			maybe = u;
	}
	if (matched.len)
		profile_rest_count(&f->rest, profile->best, matched.at, matched.len,
		        named(f, unit(f, kept)->best));
	else if (maybe != GRAPH_NONE && !ref->note.len)
		ref->note = arena_format(f->scan->arena,
		        "may be a run of the work in %.*s: too little agrees to be sure; both are "
		        "counted",
		        STR_ARG(named(f, unit(f, maybe)->best)));
}

static void settle_profiles(struct finder *f)
{
	f->rest = (struct profile_rest){
	        .env = f->env, .units = &f->units, .seen = {.arena = f->env->temp}};
	for (uint32_t u = 0; u < f->units.list.len; u++) {
		struct work_unit *one = unit(f, u);

		if (one->profile && one->best != GRAPH_NONE &&
		        f->scan->graphs.at[one->best].counted)
			hold_against(f, one);
	}
}

/* A subgraph counts when the graph that it is part of does. */
static void settle_subgraphs(struct finder *f)
{
	for (uint32_t i = 0; i < f->scan->graph_files.len; i++) {
		const struct scan_graph_file *file = &f->scan->graph_files.at[i];

		for (uint32_t g = file->first; g < file->last; g++) {
			struct graph_ref *ref = &f->scan->graphs.at[g];
			uint32_t parent = ref->file->graphs.at[ref->graph].parent;

			if (parent == GRAPH_NONE || !ref->counted || parent >= ref->graph ||
			        f->scan->graphs.at[file->first + parent].counted)
				continue;
			drop(f, g, f->scan->graphs.at[file->first + parent].why_not);
		}
	}
}

void same_work_find(struct env *env, struct scan *scan)
{
	struct finder f = {.env = env, .scan = scan, .units = {.env = env, .scan = scan}};
	struct arena_mark mark = arena_mark(env->temp);

	if (scan->graph_files.len > 1) {
		work_units_find(&f.units);
		join_equal(&f);
		join_levels(&f);
		settle_classes(&f);
		note_pairs(&f);
		settle_subgraphs(&f);
		settle_profiles(&f);
	}
	arena_rewind(env->temp, mark);
}
