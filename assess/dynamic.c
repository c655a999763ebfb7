/* Symbols are read out of the expressions of sizes: a letter or more, then digits (s77, u0). A
 * symbol counts once per node; the first place that shows an unbacked one made it. */
#include "assess/dynamic.h"

#include "scanner/graph/facts.h"
#include "assess/phrases.h"

enum { PROGRAMS_FEW = 8, SYMBOLS_MOST = 64 };

/* Symbols of an expression, read at its first use. */
struct symbol_list {
	uint32_t first, count; /* in the finder's list */
	bool known;
};

struct finder {
	const struct subject *s;
	struct dynamic *out;
	struct map names;        /* of this file: index in out->symbols + 1; 0: none */
	VEC(uint32_t) last_node; /* of a symbol of this file: the node that counted it last */
	uint32_t first_symbol;   /* of this file */
	struct symbol_list *of;  /* by the id of an expression */
	VEC(uint32_t) list;      /* indices in out->symbols */
	uint32_t top;            /* top graph being read, in scan.graphs */
	bool symbolic;           /* a size of the file is an expression */
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The next symbol of an expression; false at its end. */
static bool next_symbol(str *rest, str *name)
{
	size_t at = 0;

	while (at < rest->len) {
		size_t from = at, letters;

		if (!is_letter(rest->ptr[at])) {
			at++;
			continue;
		}
		while (at < rest->len && is_letter(rest->ptr[at]))
			at++;
		letters = at;
		while (at < rest->len && is_digit(rest->ptr[at]))
			at++;
		if (at == letters || (at < rest->len && is_letter(rest->ptr[at]))) {
			while (at < rest->len &&
			        (is_letter(rest->ptr[at]) || is_digit(rest->ptr[at])))
				at++;
			continue;
		}
		*name = str_slice(*rest, from, at);
		/* zf0 and zuf0 are numbers with a fraction: no sizes. */
		if (name->ptr[0] == 'z')
			continue;
		*rest = str_from_at(*rest, at);
		return true;
	}
	return false;
}

static bool is_plain_symbol(str text)
{
	str rest = text, name;

	return next_symbol(&rest, &name) && name.len == text.len;
}

static struct dynamic_symbol *symbol_of(struct finder *f, str name, bool *fresh)
{
	uint32_t *at = map_at(&f->names, name, fresh);
	struct dynamic_symbol *symbol;

	if (!*fresh)
		return &f->out->symbols.at[*at];
	*at = f->out->symbols.len;
	symbol = VEC_PUSH(f->s->env->keep, &f->out->symbols);
	*symbol = (struct dynamic_symbol){.graph = f->top,
	        .name = arena_dup(f->s->env->keep, name),
	        .unbacked = name.ptr[0] == 'u' || name.ptr[0] == 'i',
	        .place = {.input = GRAPH_NONE}};
	*VEC_PUSH(f->s->env->temp, &f->last_node) = GRAPH_NONE;
	return symbol;
}

/* The symbols of an expression, each once, made known. One of more than any size has is cut off. */
static const struct symbol_list *symbols_of(struct finder *f, uint32_t expr)
{
	struct symbol_list *out;
	str rest = graph_text(f->s->file, expr), name;

	if (!f->of)
		f->of = ARENA_ARRAY(f->s->env->temp, struct symbol_list,
		        (size_t)f->s->file->names.names.len + 1);
	out = &f->of[expr];
	if (out->known)
		return out;
	*out = (struct symbol_list){.first = f->list.len, .known = true};
	while (out->count < SYMBOLS_MOST && next_symbol(&rest, &name)) {
		bool fresh;
		uint32_t symbol = (uint32_t)(symbol_of(f, name, &fresh) - f->out->symbols.at);
		uint32_t i = out->first;

		while (i < f->list.len && f->list.at[i] != symbol)
			i++;
		if (i < f->list.len)
			continue;
		*VEC_PUSH(f->s->env->temp, &f->list) = symbol;
		out->count++;
	}
	return out;
}

/* Every symbol of an expression, made known; counted for a node when it does device work. */
static void see(
        struct finder *f, const struct dim *dim, uint32_t node, bool counts, const char *source)
{
	const struct symbol_list *symbols = dim->expr ? symbols_of(f, dim->expr) : NULL;

	for (uint32_t i = 0; symbols && i < symbols->count; i++) {
		uint32_t at = f->list.at[symbols->first + i];
		struct dynamic_symbol *symbol = &f->out->symbols.at[at];
		uint32_t *last = &f->last_node.at[at - f->first_symbol];

		if (!symbol->source.len && source && !symbol->unbacked)
			symbol->source = arena_dup(f->s->env->keep, str_from(source));
		if (node == GRAPH_NONE)
			continue;
		if (!symbol->op.len && symbol->unbacked) {
			const struct node *n = &f->s->file->nodes.at[node];

			symbol->op = graph_text(f->s->file, n->target);
			symbol->place = subject_place(f->s, n);
		}
		symbol->nodes += counts && *last != node;
		*last = node;
	}
}

/* True when the shape holds a symbol. */
static bool see_tensor(struct finder *f, const struct tensor *t, uint32_t node, bool counts)
{
	bool dynamic = false;

	if (!f->symbolic)
		return false;
	for (uint32_t i = 0; t && t->has_shape && i < t->rank; i++) {
		const struct dim *dim = &f->s->file->dims.at[t->first_size + i];

		if (!dim->expr)
			continue;
		dynamic = true;
		see(f, dim, node, counts, NULL);
	}
	return dynamic;
}

static void see_inputs(struct finder *f, const struct graph *g)
{
	const struct graph_file *file = f->s->file;

	for (uint32_t i = 0; i < g->n_inputs; i++) {
		const struct graph_input *in = &file->inputs.at[g->first_input + i];
		const struct tensor *t =
		        in->value == GRAPH_NONE ? NULL : value_tensor(file, in->value);

		for (uint32_t k = 0; t && t->has_shape && k < t->rank; k++) {
			if (!file->dims.at[t->first_size + k].expr)
				continue;
			see(f, &file->dims.at[t->first_size + k], GRAPH_NONE, false,
			        arena_format(f->s->env->temp, phrase_size_of_input, k,
			                STR_ARG(graph_text(file, file->values.at[in->value].name)))
			                .ptr);
		}
	}
}

static void count_row(struct finder *f, const struct op_row *row)
{
	bool fresh;
	uint32_t *at = map_at(&f->out->rows, row->op, &fresh);

	f->out->nodes++;
	if (fresh) {
		*at = f->out->calls.len;
		*VEC_PUSH(f->s->env->keep, &f->out->calls) =
		        (struct dynamic_operator){.op = row->op};
	}
	f->out->calls.at[*at].calls++;
}

static void see_node(struct finder *f, uint32_t graph, uint32_t node)
{
	uint32_t index, n;
	const struct node *at = subject_node(f->s, graph, node, &index);
	const struct op_row *row = subject_row(f->s, graph, node);
	bool judged = row && row->judged, dynamic = false;
	const uint32_t *values;

	/* Outputs first: what a node makes, it does not take. */
	for (uint32_t i = 0; i < at->n_outs; i++) {
		const struct value *v = &f->s->file->values.at[at->first_out + i];

		if (v->kind == VALUE_SYM_INT || v->kind == VALUE_SYM_FLOAT)
			see(f, &v->sym, index, judged, NULL);
	}
	n = dataflow_outputs(f->s->flow, index, &values);
	for (uint32_t i = 0; i < n; i++) {
		const struct tensor *t = value_tensor(f->s->file, values[i]);

		dynamic |= see_tensor(f, t, index, judged);
	}
	n = dataflow_inputs(f->s->flow, at, &values);
	for (uint32_t i = 0; i < n; i++) {
		const struct tensor *t = value_tensor(f->s->file, values[i]);

		dynamic |= see_tensor(f, t, index, judged);
	}
	if (judged && dynamic)
		count_row(f, row);
}

/* Ranges of exported programs and texts, sources of logs. */
static void take_ranges(struct finder *f)
{
	const struct graph_facts *facts = graph_facts(f->s->file);

	for (uint32_t i = 0; i < f->s->file->symbols.len; i++) {
		const struct symbol *range = &f->s->file->symbols.at[i];
		str name = graph_text(f->s->file, range->name);
		const uint32_t *at = map_get(&f->names, name);
		struct dynamic_symbol *symbol = at ? &f->out->symbols.at[*at] : NULL;

		if (!symbol || !is_plain_symbol(name))
			continue;
		symbol->low = range->low;
		symbol->high = range->high;
		symbol->has_low = range->has_low;
		symbol->has_high = range->has_high;
	}
	for (uint32_t i = 0; facts && i < facts->symbol_notes.len; i++) {
		const struct symbol_note *note = &facts->symbol_notes.at[i];
		const uint32_t *at = map_get(&f->names, graph_text(f->s->file, note->symbol));

		if (!at)
			continue;
		f->out->symbols.at[*at].unbacked |= note->unbacked;
		if (note->source)
			f->out->symbols.at[*at].source = graph_text(f->s->file, note->source);
	}
}

void dynamic_open(struct env *env, const struct assessment *a, struct dynamic *out)
{
	out->rows.arena = env->keep;
	out->targets = ARENA_ARRAY(env->keep, struct dynamic_target, (size_t)a->n_targets + 1);
}

static bool has_expression(const struct graph_file *file)
{
	for (uint32_t i = 0; i < file->dims.len; i++)
		if (file->dims.at[i].expr)
			return true;
	return false;
}

void dynamic_add(struct dynamic *out, const struct subject *s)
{
	struct arena_mark mark = arena_mark(s->env->temp);
	struct finder f = {.s = s,
	        .out = out,
	        .names = {.arena = s->env->temp},
	        .first_symbol = out->symbols.len,
	        .symbolic = has_expression(s->file)};

	for (uint32_t g = s->first; g < s->last; g++) {
		const struct graph *graph = subject_graph(s, g);

		if (!s->a->nodes[g] || !subject_has_order(s, g))
			continue;
		if (graph->parent == GRAPH_NONE) {
			f.top = g;
			see_inputs(&f, graph);
		}
		for (uint32_t i = 0; i < graph->n_nodes; i++)
			see_node(&f, g, i);
	}
	take_ranges(&f);
	arena_rewind(s->env->temp, mark);
}

/* ------------------------------------------------------------------ what a target makes of it */

static uint64_t sizes_of(const struct dynamic_symbol *symbol)
{
	if (!symbol->has_low || !symbol->has_high || symbol->high < symbol->low ||
	        symbol->high - symbol->low > INT64_C(1) << 32)
		return 0;
	return (uint64_t)(symbol->high - symbol->low) + 1;
}

/* Number of programs for all combinations of backed sizes; 0: without bound. */
static uint64_t count_programs(const struct dynamic *d)
{
	uint64_t programs = 1;

	for (uint32_t i = 0; i < d->symbols.len; i++) {
		uint64_t sizes = sizes_of(&d->symbols.at[i]);

		if (d->symbols.at[i].unbacked)
			continue;
		if (!sizes || programs > UINT64_MAX / sizes)
			return 0;
		programs *= sizes;
	}
	return programs;
}

static str name_and_source(struct env *env, const struct dynamic_symbol *s)
{
	return s->source.len ? arena_format(env->keep, phrase_name_and_source, STR_ARG(s->name),
	                               STR_ARG(s->source))
	                     : s->name;
}

static str advice_static(struct env *env, const struct dynamic_symbol *s)
{
	uint64_t sizes = sizes_of(s);
	str name = name_and_source(env, s);

	if (s->unbacked && s->has_high)
		return arena_format(
		        env->keep, phrase_unbacked_bound, STR_ARG(name), (long long)s->high);
	if (s->unbacked)
		return arena_format(env->keep, phrase_unbacked, STR_ARG(name));
	if (sizes && sizes <= PROGRAMS_FEW)
		return arena_format(
		        env->keep, phrase_each_size, STR_ARG(name), (unsigned long long)sizes);
	if (s->has_high)
		return arena_format(env->keep, phrase_pad_to, STR_ARG(name), (long long)s->high);
	return arena_format(env->keep, phrase_choose_bound, STR_ARG(name));
}

static str advice_bounded(struct env *env, const struct dynamic_symbol *s)
{
	str name = name_and_source(env, s);

	if (s->unbacked)
		return advice_static(env, s);
	if (s->has_low && s->has_high)
		return arena_format(env->keep, phrase_mark_bounds, STR_ARG(name), (long long)s->low,
		        (long long)s->high);
	return arena_format(env->keep, phrase_choose_mark, STR_ARG(name));
}

static bool names_operator(str remark, str op)
{
	return str_eq(remark, op) ||
	       (str_ends(remark, S(".*")) && str_starts(op, str_slice(remark, 0, remark.len - 1)));
}

/* Operators that the target's facts name as less than fine under dynamic shapes. */
static void find_operators(struct env *env, const struct dynamic *d, const struct assessment *a,
        uint32_t target, struct dynamic_target *out)
{
	struct remark *remarks;
	uint32_t n =
	        coverage_remarks(a->coverage, env->temp, "dynamic", a->targets[target], &remarks);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < d->calls.len; k++) {
			struct dynamic_operator *one;

			if (str_eq(remarks[i].verdict, S("supported")) ||
			        !names_operator(remarks[i].name, d->calls.at[k].op))
				continue;
			one = VEC_PUSH(env->keep, &out->operators);
			*one = d->calls.at[k];
			one->remark = remarks[i];
		}
}

static void judge_target(
        struct env *env, const struct dynamic *d, const struct assessment *a, uint32_t target)
{
	struct dynamic_target *out = &d->targets[target];
	str rule = a->targets[target]->dynamic_shapes;
	bool bounded = str_eq(rule, S("bounded")), none = str_eq(rule, S("none"));
	bool unbacked = false;

	for (uint32_t i = 0; i < d->symbols.len; i++) {
		unbacked |= d->symbols.at[i].unbacked;
		if (bounded || none)
			*VEC_PUSH(env->keep, &out->advice) =
			        bounded ? advice_bounded(env, &d->symbols.at[i])
			                : advice_static(env, &d->symbols.at[i]);
	}
	out->programs = count_programs(d);
	out->compile = unbacked && none  ? VERDICT_UNSUPPORTED
	               : bounded || none ? VERDICT_CONDITIONAL
	                                 : VERDICT_UNKNOWN;
	find_operators(env, d, a, target, out);
}

void dynamic_close(struct env *env, struct dynamic *d, const struct assessment *a)
{
	for (uint32_t t = 0; d->symbols.len && t < a->n_targets; t++)
		judge_target(env, d, a, t);
}
