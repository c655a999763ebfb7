/* A row is shown when the graphs hold a call of its name, of its sizes too where it multiplies
 * matrices; a row of the backward pass also when they hold a backward pass and what it is the
 * gradient of. */
#include "scanner/profile_rest.h"

#include "base/json.h"
#include "pytorch/flops.h"
#include "scanner/graph/profile.h"
#include "scanner/graph/profile_graph.h"
#include "scanner/phrases.h"

#include <stdlib.h>

enum { JSON_DEPTH = 16 };

/* ------------------------------------------------------------------ all calls */

static void take_row(struct env *env, const struct graph_file *file, const struct profile_row *row,
        struct profile_calls *out)
{
	uint64_t whole, weight;

	if (!row->is_operator)
		return;
	*map_at(&out->names, work_short_name(graph_text(file, row->target)), NULL) = 1;
	if (!row->dims || !flops_known(graph_text(file, row->target)) ||
	        !profile_row_keys(env, file, row, &whole, &weight))
		return;
	*VEC_PUSH(env->temp, &out->whole) = (struct call_key){whole, row->calls};
	if (weight)
		*VEC_PUSH(env->temp, &out->weights) = (struct call_key){weight, row->calls};
}

void profile_calls_find(struct env *env, const struct graph_file *file, struct profile_calls *out)
{
	const struct profile *p = graph_facts(file)->profile;

	*out = (struct profile_calls){.names = {.arena = env->temp}};
	for (uint32_t i = 0; i < p->rows.len; i++)
		take_row(env, file, &p->rows.at[i], out);
	out->whole.len = call_keys_add_up(out->whole.at, out->whole.len);
	out->weights.len = call_keys_add_up(out->weights.at, out->weights.len);
}

/* ------------------------------------------------------------------ shown or not */

struct shown {
	struct profile_rest *rest;
	const struct graph_file *file;
	VEC(uint32_t) units; /* matched, and those of their classes */
	bool backward;       /* some backward pass is counted */
};

static uint32_t root_of(const struct work_units *units, uint32_t u)
{
	while (units->list.at[u].same != u)
		u = units->list.at[u].same;
	return u;
}

static void gather(struct shown *s, const uint32_t *matched, uint32_t n)
{
	struct work_units *units = s->rest->units;

	for (uint32_t u = 0; u < units->list.len; u++)
		for (uint32_t i = 0; i < n; i++) {
			struct work_unit *one = &units->list.at[u];

			if (root_of(units, u) != root_of(units, matched[i]))
				continue;
			work_unit_measure(units, one);
			*VEC_PUSH(s->rest->env->temp, &s->units) = u;
			for (uint32_t k = 0; k < one->tops.len; k++)
				s->backward |= one->backward &&
				               units->scan->graphs.at[one->tops.at[k]].counted;
			break;
		}
}

static bool has_name(const struct shown *s, str name)
{
	for (uint32_t i = 0; i < s->units.len; i++)
		if (map_get(&s->rest->units->list.at[s->units.at[i]].names, name))
			return true;
	return false;
}

static bool has_call(const struct shown *s, const struct node *node)
{
	uint64_t whole, weight;

	if (!work_call_keys(s->file, node, &whole, &weight))
		return has_name(s, work_short_name(graph_text(s->file, node->target)));
	for (uint32_t i = 0; i < s->units.len; i++) {
		const struct work_unit *u = &s->rest->units->list.at[s->units.at[i]];

		if (call_keys_have(u->heavy.at, u->heavy.len, whole, NULL) ||
		        (weight && call_keys_have(u->weights.at, u->weights.len, weight, NULL)))
			return true;
	}
	/* Of what has no weight (attention, products of two results) the sizes are those of the
	 * batch, or of heads that one form repeats and another does not. */
	return !weight && has_name(s, work_short_name(graph_text(s->file, node->target)));
}

/* "max_pool2d_with_indices_backward" is the gradient of max_pool2d. */
static bool has_gradient_of(const struct shown *s, str name)
{
	name = str_slice(name, 0, str_find(name, S("_backward")));
	for (;;) {
		size_t at = str_rfind_byte(name, '_');

		if (has_name(s, name))
			return true;
		if (at == name.len || str_eq(str_slice(name, 0, at), S("log")))
			return false;
		name = str_slice(name, 0, at);
	}
}

static bool is_shown(const struct shown *s, const struct node *node)
{
	const struct profile_row *row =
	        &graph_facts(s->file)->profile->rows.at[node->profile_row - 1];
	str target = graph_text(s->file, node->target), name = work_short_name(target);

	if (s->backward && row->backward == row->outer)
		return !str_has(name, S("_backward")) || flops_known(target) ||
		       has_gradient_of(s, name);
	return flops_known(target) ? has_call(s, node) : has_name(s, name);
}

/* The same operator with the same inputs in a profile before. */
static bool is_seen(const struct shown *s, const struct node *node)
{
	uint64_t whole, weight;
	bool fresh;

	work_call_keys(s->file, node, &whole, &weight);
	map_at(&s->rest->seen,
	        arena_format(s->rest->env->temp, "%.*s|%llx",
	                STR_ARG(graph_text(s->file, node->target)), (unsigned long long)whole),
	        &fresh);
	return !fresh;
}

/* ------------------------------------------------------------------ dividing */

static struct graph_file *divided(
        struct scan *scan, const struct graph_file *file, const bool *shown, uint32_t n_shown)
{
	struct graph_file *out = ARENA_NEW(scan->arena, struct graph_file);
	struct graph_facts *facts = ARENA_NEW(scan->arena, struct graph_facts);
	struct graph graph = file->graphs.at[0];
	struct graph_note note = {0};

	*facts = *graph_facts(file);
	if (facts->notes.len)
		note = facts->notes.at[0];
	facts->notes.at = NULL;
	facts->notes.len = facts->notes.cap = 0;
	*out = *file;
	out->extra = facts;
	out->nodes.at = NULL;
	out->nodes.len = out->nodes.cap = 0;
	out->graphs.at = NULL;
	out->graphs.len = out->graphs.cap = 0;
	for (uint32_t pass = 0; pass < 2; pass++) {
		graph.first_node = out->nodes.len;
		graph.n_nodes = pass ? file->nodes.len - n_shown : n_shown;
		graph.counted = pass == 1;
		graph.identity[0] = graph.identity[1] = 0;
		if (pass)
			graph.name = intern_find(&file->names, S(PROFILE_REST_NAME));
		*VEC_PUSH(scan->arena, &out->graphs) = graph;
		*VEC_PUSH(scan->arena, &facts->notes) = note;
		for (uint32_t i = 0; i < file->nodes.len; i++)
			if (shown[i] == (pass == 0)) {
				struct node *node = VEC_PUSH(scan->arena, &out->nodes);

				*node = file->nodes.at[i];
				node->graph = pass;
			}
	}
	return out;
}

static void insert_graph(struct profile_rest *rest, uint32_t ref, const struct graph_file *file)
{
	struct scan *scan = rest->units->scan;

	VEC_PUSH(scan->arena, &scan->graphs);
	for (uint32_t i = scan->graphs.len - 1; i > ref + 1; i--)
		scan->graphs.at[i] = scan->graphs.at[i - 1];
	scan->graphs.at[ref].file = file;
	scan->graphs.at[ref + 1] = scan->graphs.at[ref];
	scan->graphs.at[ref + 1].graph = 1;
	for (uint32_t i = 0; i < scan->graph_files.len; i++) {
		struct scan_graph_file *at = &scan->graph_files.at[i];

		if (at->first <= ref && ref < at->last)
			at->file = file;
		at->first += at->first > ref;
		at->last += at->last > ref;
	}
	for (uint32_t u = 0; u < rest->units->list.len; u++) {
		struct work_unit *one = &rest->units->list.at[u];

		one->best += one->best != GRAPH_NONE && one->best > ref;
		for (uint32_t k = 0; k < one->tops.len; k++)
			one->tops.at[k] += one->tops.at[k] > ref;
	}
}

void profile_rest_count(struct profile_rest *rest, uint32_t ref, const uint32_t *matched,
        uint32_t n_matched, str of)
{
	struct scan *scan = rest->units->scan;
	const struct graph_file *file = scan->graphs.at[ref].file;
	struct shown s = {.rest = rest, .file = file};
	bool *shown = ARENA_ARRAY(rest->env->temp, bool, (size_t)file->nodes.len + 1);
	uint32_t n_shown = 0;

	gather(&s, matched, n_matched);
	for (uint32_t i = 0; i < file->nodes.len; i++) {
		shown[i] = is_shown(&s, &file->nodes.at[i]) || is_seen(&s, &file->nodes.at[i]);
		n_shown += shown[i];
	}
	if (!n_shown)
		return;
	if (n_shown < file->nodes.len) {
		insert_graph(rest, ref, divided(scan, file, shown, n_shown));
		scan->graphs.at[ref + 1].note =
		        arena_format(scan->arena, phrase_profile_rest, STR_ARG(of));
	}
	scan->graphs.at[ref].counted = false;
	scan->graphs.at[ref].timed = true;
	scan->graphs.at[ref].why_not = arena_format(scan->arena, phrase_run_of, STR_ARG(of));
}
