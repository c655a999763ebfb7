/* The answer, step by step. Idea: `resolve` works through the ways in order and each way that finds
 * nothing positive leaves the question to the next; leaves of a composite are resolved by the same
 * function, one level deeper, with the operands' dtypes of the node. What surprises: a row whose
 * base is unknown and whose cases do not match does not end the search, but its free words lower
 * what is found below. */
#include "coverage/coverage.h"

#include "base/text.h"
#include "coverage/decide.h"
#include "coverage/match.h"
#include "pytorch/operator.h"
#include "coverage/phrases.h"

#include <stdarg.h>
#include <stdio.h>

enum { DEPTH_MOST = 6, LEAVES_MOST = 64 };

struct asker {
	const struct coverage *coverage;
	struct arena *arena;
	const struct target *target;
	enum mode mode;
	struct steps *steps;
	uint32_t depth;
	bool inside;
	uint32_t variant;
	const char *last_way; /* name of the table that gave the leaves */
};

static struct answer resolve(struct asker *a, const struct query *query);

__attribute__((format(printf, 2, 3))) static void step(struct asker *a, const char *format, ...);

static void step(struct asker *a, const char *format, ...)
{
	char text[1024];
	va_list args;

	if (!a->steps)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	*VEC_PUSH(a->steps->arena, &a->steps->lines) =
	        arena_format(a->steps->arena, "%*s%s", (int)a->depth * 2, "", text);
}

static bool weaker(enum evidence a, enum evidence b)
{
	return b != EVIDENCE_NONE && (a == EVIDENCE_NONE || b < a);
}

/* The bundled row of what is asked about, NULL when there is none. */
static const struct operator* row_of(const struct query *query, struct operator* room)
{
	if (query->row)
		return query->row;
	return operator_find(query->op, query->release, room) ? room : NULL;
}

/* ------------------------------------------------------------------ rows */

static bool signature_fits(const struct fact *fact, const struct query *query)
{
	str want = blob_text(fact->blob, fact->row->signature), word;
	enum dtype dtypes[16];
	uint32_t n = query_dtypes(query, dtypes, 16);
	bool seen[16] = {false};

	if (!want.len)
		return true;
	while (want.len && str_cut(&want, ',', &word)) {
		bool found = false;

		for (uint32_t i = 0; i < n; i++)
			if (str_eq(dtype_word(dtypes[i]), str_trim(word)))
				found = seen[i] = true;
		if (!found)
			return false;
	}
	for (uint32_t i = 0; i < n; i++)
		if (!seen[i])
			return false;
	return true;
}

static bool release_fits(const struct fact *fact, const struct query *query)
{
	str release = blob_text(fact->blob, fact->row->release);

	return release.len &&
	       ((query->release == RELEASE_2_13 && str_starts(release, S("2.13"))) ||
	               (query->release == RELEASE_2_14 && str_starts(release, S("2.14"))));
}

/* The house's decision 6: an override, the release asked for, the order of evidence, the newer
 * date; a user's overlay among equals. Above zero: x goes before y. */
static int compare_facts(const struct fact *x, const struct fact *y, const struct query *query)
{
	bool ox = x->row->bits >> 12 & 1, oy = y->row->bits >> 12 & 1;
	enum evidence ex = fact_evidence(x->row->bits), ey = fact_evidence(y->row->bits);
	int c;

	if (ox != oy)
		return ox ? 1 : -1;
	if (release_fits(x, query) != release_fits(y, query))
		return release_fits(x, query) ? 1 : -1;
	if (ex != ey)
		return ex > ey ? 1 : -1;
	c = str_cmp(blob_text(x->blob, x->row->date), blob_text(y->blob, y->row->date));
	if (c && x->layer == y->layer)
		return c;
	return x->layer > y->layer ? 1 : x->layer < y->layer ? -1 : c;
}

static bool is_of_all(const struct fact *fact)
{
	return str_eq(blob_text(fact->blob, fact->row->overload), S("*"));
}

/* The fact that decides: the best of the overload's own, else of those of all overloads. False
 * when there is none. */
static bool choose(const struct asker *a, const struct query *query, struct fact *out)
{
	struct fact_walk walk = fact_walk_from(a->coverage, query->op, a->target);
	bool found = false, of_all = false;

	for (const struct fact *fact; (fact = fact_walk_next(&walk));) {
		bool all = is_of_all(fact);

		if (fact_mode(fact->row) != a->mode || (!all && !walk.overload.len) ||
		        (found && all && !of_all) || !signature_fits(fact, query))
			continue;
		if (!found || all != of_all || compare_facts(fact, out, query) > 0)
			*out = *fact;
		found = true;
		of_all = all;
	}
	return found;
}

static str condition_of(const struct asker *a, const struct fact *fact, const struct reading *r)
{
	str note = blob_text(fact->blob, fact->row->note);

	if (fact->row->bits >> 12 & 1)
		return arena_format(a->arena, "overridden: %.*s",
		        STR_ARG(blob_text(fact->blob, fact->row->reason)));
	/* the first remark of a note says how it is known; what follows is for who looks the fact
	 * up */
	note = str_slice(note, 0, str_find(note, S("; ")));
	return r->condition.len || r->verdict == VERDICT_SUPPORTED ||
	                       r->verdict == VERDICT_DECOMPOSED
	               ? r->condition
	               : note;
}

/* Steps (a): the exact row, else that of all overloads. *free keeps the row's free words. */
static bool from_row(struct asker *a, const struct query *query, struct answer *out, str *free)
{
	struct match_context context = {query, a->inside, a->variant};
	struct fact chosen, *fact = &chosen;
	struct reading r;

	if (!choose(a, query, fact)) {
		step(a, "%.*s: no row for %.*s", STR_ARG(query->op), STR_ARG(mode_word(a->mode)));
		return false;
	}
	r = match_read(a->arena, fact, &context);
	*free = r.free;
	step(a, "%.*s: row of %.*s: base %.*s, read as %.*s%s%.*s", STR_ARG(query->op),
	        STR_ARG(blob_text(fact->blob, fact->row->overload)),
	        STR_ARG(verdict_word(fact_verdict(fact->row->bits))),
	        STR_ARG(verdict_word(r.verdict)), r.condition.len ? ": " : "",
	        STR_ARG(r.condition));
	if (r.verdict == VERDICT_UNKNOWN)
		return false;
	*out = (struct answer){.verdict = r.verdict,
	        .evidence = r.evidence,
	        .source = fact_sources(a->arena, fact->blob, r.first_source, r.n_sources),
	        .date = blob_text(fact->blob, r.date),
	        .condition = condition_of(a, fact, &r),
	        .note = blob_text(fact->blob, fact->row->note)};
	return true;
}

static bool has_row(struct asker *a, str op)
{
	struct fact_walk walk = fact_walk_from(a->coverage, op, a->target);

	for (const struct fact *fact; (fact = fact_walk_next(&walk));)
		if (fact_mode(fact->row) == a->mode && (walk.overload.len || is_of_all(fact)))
			return true;
	return false;
}

/* ------------------------------------------------------------------ leaves */

/* Arguments that a composite gives its leaf by what it is, not by a name of its own. */
static const struct {
	const char *composite, *leaf, *arg;
	bool value;
} fixed_args[] = {
        {"aten.conv1d", "aten.convolution", "transposed", false},
        {"aten.conv2d", "aten.convolution", "transposed", false},
        {"aten.conv3d", "aten.convolution", "transposed", false},
        {"aten.conv_transpose1d", "aten.convolution", "transposed", true},
        {"aten.conv_transpose2d", "aten.convolution", "transposed", true},
        {"aten.conv_transpose3d", "aten.convolution", "transposed", true},
};

/* A leaf is asked with the operands' dtypes of the node and with those of its arguments that have
 * the same name and kind in the node. Tensors are not passed on: their shapes change on the way. */
static void leaf_args(
        const struct query *query, str leaf, const struct schema *schema, struct query_arg *args)
{
	for (uint32_t i = 0; i < schema->count; i++) {
		const struct schema_arg *arg = &schema->args[i];
		struct query_arg value = {.kind = QUERY_UNKNOWN};

		if (!arg->tensor)
			value = query_value(query, arg->name);
		if (value.kind == QUERY_UNKNOWN && arg->default_text.ptr)
			value.kind = QUERY_ABSENT;
		for (size_t k = 0; k < sizeof fixed_args / sizeof *fixed_args; k++)
			if (str_starts(query->op, str_from(fixed_args[k].composite)) &&
			        str_starts(leaf, str_from(fixed_args[k].leaf)) &&
			        str_eq(arg->name, str_from(fixed_args[k].arg))) {
				value.kind = QUERY_BOOL;
				value.flag = fixed_args[k].value;
			}
		args[i] = value;
	}
}

static struct answer ask_leaf(struct asker *a, const struct query *query, str leaf)
{
	struct asker inner = *a;
	struct query q = {.op = leaf,
	        .release = query->release,
	        .dynamic = query->dynamic,
	        .no_dtypes = query->no_dtypes};
	enum dtype dtypes[16];
	struct query_arg args[SCHEMA_ARGS_MOST];
	struct schema schema;
	struct operator op;

	inner.depth++;
	inner.inside = true;
	q.n_dtypes = query_dtypes(query, dtypes, 16);
	q.dtypes = dtypes;
	q.out_dtypes = query->out_dtypes;
	q.n_out_dtypes = query->n_out_dtypes;
	if (!q.n_out_dtypes && q.n_dtypes) {
		q.out_dtypes = dtypes;
		q.n_out_dtypes = q.n_dtypes;
	}
	if (operator_find(leaf, query->release, &op)) {
		schema_parse(op.schema, &schema);
		leaf_args(query, leaf, &schema, args);
		q.row = &op;
		q.schema = &schema;
		q.args = args;
	}
	return resolve(&inner, &q);
}

struct gathered {
	struct leaf leaves[LEAVES_MOST];
	uint32_t n;
	struct answer decides; /* the worst of the always-taken ones, else of those taken perhaps */
	enum verdict worst_always, worst_maybe;
	enum evidence evidence;
	str date, source, unknown;
	bool any_unknown;
};

static void gather(
        struct asker *a, struct gathered *g, const struct query *query, str leaf, bool always)
{
	struct answer one = ask_leaf(a, query, leaf);
	enum verdict *worst = always ? &g->worst_always : &g->worst_maybe;

	if (g->n < LEAVES_MOST)
		g->leaves[g->n++] = (struct leaf){leaf, one.verdict, always};
	if (one.verdict == VERDICT_UNKNOWN) {
		g->any_unknown = true;
		if (!g->unknown.len)
			g->unknown = leaf;
		return;
	}
	if (weaker(g->evidence, one.evidence))
		g->evidence = one.evidence;
	if (one.date.len && (!g->date.len || str_cmp(one.date, g->date) < 0))
		g->date = one.date;
	if (!g->source.len)
		g->source = one.source;
	if (one.verdict > *worst) {
		*worst = one.verdict;
		if (one.verdict > VERDICT_DECOMPOSED &&
		        (always || g->worst_always <= VERDICT_DECOMPOSED)) {
			g->decides = one;
			g->decides.condition =
			        one.condition.len ? arena_format(a->arena, phrase_through,
			                                    STR_ARG(leaf), STR_ARG(one.condition))
			                          : arena_format(a->arena, phrase_through_alone,
			                                    STR_ARG(leaf));
		}
	}
}

/* A leaf worse than the rest decides; a leaf unknown makes the whole unknown, unless an
 * always-taken leaf is worse; a worse leaf that is taken perhaps makes it conditional. */
static struct answer combine(struct asker *a, const struct gathered *g)
{
	struct leaf *leaves = ARENA_ARRAY(a->arena, struct leaf, g->n + 1);
	struct answer out = {.verdict = VERDICT_DECOMPOSED,
	        .evidence = g->evidence == EVIDENCE_NONE ? EVIDENCE_DERIVED : g->evidence,
	        .date = g->date,
	        .source = g->source};

	for (uint32_t i = 0; i < g->n; i++)
		leaves[i] = g->leaves[i];
	if (g->worst_always >= VERDICT_FALLBACK) {
		out = g->decides;
	} else if (g->any_unknown) {
		out = (struct answer){.verdict = VERDICT_UNKNOWN,
		        .condition =
		                arena_format(a->arena, phrase_part_unknown, STR_ARG(g->unknown))};
	} else if (g->worst_always == VERDICT_CONDITIONAL || g->worst_maybe > VERDICT_DECOMPOSED) {
		out = g->decides;
		out.verdict = VERDICT_CONDITIONAL;
	}
	out.leaves = leaves;
	out.n_leaves = g->n;
	return out;
}

static struct answer through_leaves(
        struct asker *a, const struct query *query, const struct decomposition *d)
{
	struct gathered g = {.worst_always = VERDICT_UNKNOWN};

	for (uint32_t i = 0; i < d->n_always; i++) {
		str leaf = decomposition_leaf(d->always, i);

		if (decomposition_leaf_weighs(leaf, query->release))
			gather(a, &g, query, leaf, true);
	}
	for (uint32_t i = 0; i < d->n_some; i++) {
		str leaf = decomposition_leaf(d->some, i);
		enum tri taken = decide_leaf(d, leaf, query);

		if (taken != TRI_NO && decomposition_leaf_weighs(leaf, query->release))
			gather(a, &g, query, leaf, taken == TRI_YES);
	}
	return combine(a, &g);
}

/* True when the table says no more than that the operator stays as it is. */
static bool is_kept(const struct decomposition *d, str op)
{
	return d->n_always == 1 && !d->n_some && str_eq(decomposition_leaf(d->always, 0), op);
}

/* Step (d): what the operator becomes. */
static bool from_decomposition(struct asker *a, const struct query *query, struct answer *out)
{
	static const enum decomposition_table eager[] = {DECOMPOSITION_COMPOSITE,
	        DECOMPOSITION_EAGER},
	                                      compile[] = {DECOMPOSITION_CORE};
	static const char *const words[] = {
	        "composite", "core decomposition", "kernels met", "parts"};
	const enum decomposition_table *tables = a->mode == MODE_EAGER ? eager : compile;
	uint32_t n = a->mode == MODE_EAGER ? 2 : 1;
	bool found = false;

	if (a->depth >= DEPTH_MOST)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct decomposition d;
		struct answer answer;

		if (!decomposition_find(
		            query->op, tables[i], query_class(query), query->release, &d) ||
		        is_kept(&d, query->op) || !(d.n_always + d.n_some))
			continue;
		step(a, "%.*s: %s", STR_ARG(query->op), words[tables[i]]);
		answer = through_leaves(a, query, &d);
		step(a, "%.*s: through its leaves %.*s", STR_ARG(query->op),
		        STR_ARG(verdict_word(answer.verdict)));
		if (!found || answer.verdict != VERDICT_UNKNOWN)
			*out = answer;
		found = true;
		if (answer.verdict != VERDICT_UNKNOWN)
			break;
	}
	return found;
}

/* ------------------------------------------------------------------ other names */

/* What the mapping of a device-only name says of an argument: "transposed False; groups 1". */
static struct query_arg mapped_arg(str mapping, str name)
{
	struct query_arg arg = {.kind = QUERY_UNKNOWN};
	size_t at = 0;

	while (at < mapping.len) {
		str rest = str_from_at(mapping, at);
		size_t hit = str_find(rest, name), end;
		str value;

		if (hit == rest.len)
			break;
		at += hit + name.len;
		if ((hit && rest.ptr[hit - 1] != ' ') || at >= mapping.len ||
		        mapping.ptr[at] != ' ')
			continue;
		value = str_from_at(mapping, at + 1);
		for (end = 0; end < value.len && !(value.ptr[end] == ' ' || value.ptr[end] == ';' ||
		                                         value.ptr[end] == ',');)
			end++;
		value = str_slice(value, 0, end);
		if (str_eq(value, S("True")) || str_eq(value, S("False"))) {
			arg.kind = QUERY_BOOL;
			arg.flag = str_eq(value, S("True"));
		} else if (str_int(value, &arg.integer)) {
			arg.kind = QUERY_INT;
		}
	}
	return arg;
}

/* The same query under another name; arguments of the same name keep their values, `mapping` gives
 * others. */
static struct answer ask_as(struct asker *a, const struct query *query, str name, str mapping)
{
	struct asker inner = *a;
	struct query q = *query;
	struct query_arg args[SCHEMA_ARGS_MOST];
	enum dtype dtypes[16];
	struct schema schema;
	struct operator op;

	inner.depth++;
	q.op = name;
	q.row = NULL;
	if (operator_find(name, query->release, &op)) {
		q.row = &op;
		schema_parse(op.schema, &schema);
		for (uint32_t i = 0; i < schema.count; i++) {
			uint32_t at = query->schema
			                      ? schema_find(query->schema, schema.args[i].name)
			                      : UINT32_MAX;

			if (at != UINT32_MAX && query->args)
				args[i] = query->args[at];
			else if (schema.args[i].default_text.ptr)
				args[i] = (struct query_arg){.kind = QUERY_ABSENT};
			else
				args[i] = mapped_arg(mapping, schema.args[i].name);
		}
		q.n_dtypes = query_dtypes(query, dtypes, 16);
		q.dtypes = dtypes;
		q.schema = &schema;
		q.args = args;
	}
	return resolve(&inner, &q);
}

/* Step (b): a name that exists only on another device. */
static bool from_device_only(struct asker *a, const struct query *query, struct answer *out)
{
	struct device_only d;
	struct gathered g = {.worst_always = VERDICT_UNKNOWN};

	if (a->depth >= DEPTH_MOST || !operator_device_only(query->op, &d))
		return false;
	if (!d.n_leaves) {
		step(a, "%.*s: a name of another device, which stands for no composite: %.*s",
		        STR_ARG(query->op), STR_ARG(d.mapping));
		*out = (struct answer){.verdict = VERDICT_UNKNOWN,
		        .condition =
		                arena_format(a->arena, phrase_other_device, STR_ARG(d.mapping))};
		return true;
	}
	step(a, "%.*s: a name of another device, stands for %.*s (%.*s)", STR_ARG(query->op),
	        STR_ARG(decomposition_leaf(d.leaves, 0)), STR_ARG(d.mapping));
	if (d.n_leaves == 1) {
		*out = ask_as(a, query, decomposition_leaf(d.leaves, 0), d.mapping);
		return true;
	}
	for (uint32_t i = 0; i < d.n_leaves; i++)
		gather(a, &g, query, decomposition_leaf(d.leaves, i), true);
	*out = combine(a, &g);
	return true;
}

/* Step (c): the functional twin; the graph's own form (in-place, out=) stays known to its cases. */
static bool from_twin(struct asker *a, const struct query *query, struct answer *out)
{
	struct operator room;
	const struct operator* op = a->depth<DEPTH_MOST ? row_of(query, &room) : NULL;

	if (!op || !op->twin.len || str_eq(op->twin, query->op))
		return false;
	step(a, "%.*s: functional twin %.*s", STR_ARG(query->op), STR_ARG(op->twin));
	*out = ask_as(a, query, op->twin, STR_NONE);
	return out->verdict != VERDICT_UNKNOWN;
}

/* A name without an overload stands for all of them and gets the worst. */
static struct answer worst_overload(struct asker *a, const struct query *query)
{
	struct answer worst = {.condition = PHRASE(phrase_no_operator)};
	struct operator op;
	bool any = false, unknown = false;

	for (uint32_t i = 0; i < 64 && operator_overload(query->op, query->release, i, &op); i++) {
		struct answer one;

		if (op.roles & ROLE_OUT)
			continue;
		one = ask_as(a, query, op.name, STR_NONE);
		unknown |= one.verdict == VERDICT_UNKNOWN;
		if (!any || one.verdict > worst.verdict)
			worst = one;
		any = true;
	}
	if (unknown && worst.verdict < VERDICT_FALLBACK)
		worst = (struct answer){.condition = PHRASE(phrase_overload_unknown)};
	return worst;
}

static struct answer lowered(struct asker *a, struct answer out, str free)
{
	if (free.len && (out.verdict == VERDICT_SUPPORTED || out.verdict == VERDICT_DECOMPOSED)) {
		out.verdict = VERDICT_CONDITIONAL;
		out.condition = free;
		step(a, "lowered by words of the row: %.*s", STR_ARG(free));
	}
	return out;
}

static struct answer resolve(struct asker *a, const struct query *query)
{
	struct answer out = {.verdict = VERDICT_UNKNOWN}, other;
	str free = STR_NONE, base, overload;

	operator_split(query->op, &base, &overload);
	if (!overload.len)
		return worst_overload(a, query);
	if (from_row(a, query, &out, &free))
		return out;
	if (!has_row(a, query->op) && from_device_only(a, query, &out))
		return lowered(a, out, free);
	if (from_twin(a, query, &out))
		return lowered(a, out, free);
	if (from_decomposition(a, query, &other)) {
		if (other.verdict != VERDICT_UNKNOWN)
			return lowered(a, other, free);
		out = other;
	}
	if (!out.condition.len)
		out.condition =
		        has_row(a, query->op) ? PHRASE(phrase_not_of_this) : PHRASE(phrase_no_fact);
	out.verdict = VERDICT_UNKNOWN;
	out.evidence = EVIDENCE_NONE;
	step(a, "%.*s: unknown: %.*s", STR_ARG(query->op), STR_ARG(out.condition));
	return out;
}

struct answer coverage_answer(const struct coverage *coverage, struct arena *arena,
        const struct query *query, const struct target *target, enum mode mode, struct steps *steps)
{
	struct asker asker = {.coverage = coverage,
	        .arena = arena,
	        .target = target,
	        .mode = mode,
	        .steps = steps};
	struct operator room;
	const struct operator* op = row_of(query, &room);

	if (op)
		asker.variant = op->roles & (ROLE_OUT | ROLE_INPLACE);
	return resolve(&asker, query);
}
