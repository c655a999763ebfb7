/* Maps by operator and signature on both sides; the order of the output is that of the worst, never
 * that of a map. */
#include "assess/diff.h"

#include "assess/gate.h"

#include <stdlib.h>

struct differ {
	struct env *env;
	const struct diff_plan *plan;
	struct diff *out;
	uint32_t target_a[64], target_b[64]; /* of a target of the diff in each result */
};

str diff_word(enum diff_kind kind)
{
	static const char *const words[] = {
	        "appeared", "vanished", "changed", "signature-new", "signature-gone"};

	return str_from(words[kind]);
}

static uint32_t find_target(const struct result *r, str name)
{
	for (uint32_t i = 0; i < r->targets.len; i++)
		if (str_eq(r->targets.at[i], name))
			return i;
	return UINT32_MAX;
}

static bool add_target(struct differ *d, str name, bool wanted)
{
	uint32_t a = find_target(d->out->a, name), b = find_target(d->out->b, name);
	const struct result *lacks = a == UINT32_MAX ? d->out->a : d->out->b;

	if (a == UINT32_MAX || b == UINT32_MAX)
		return wanted ? diag_error(d->env->diags, (struct place){.path = lacks->path},
		                        "says nothing of target '%.*s'; scan again with --target "
		                        "%.*s",
		                        STR_ARG(name), STR_ARG(name))
		              : true;
	if (d->out->targets.len < 64) {
		d->target_a[d->out->targets.len] = a;
		d->target_b[d->out->targets.len] = b;
		*VEC_PUSH(d->env->keep, &d->out->targets) = name;
	}
	return true;
}

static bool find_targets(struct differ *d)
{
	bool ok = true;

	for (uint32_t i = 0; i < d->plan->n_targets; i++)
		ok &= add_target(d, d->plan->targets[i], true);
	for (uint32_t i = 0; !d->plan->n_targets && i < d->out->a->targets.len; i++)
		ok &= add_target(d, d->out->a->targets.at[i], false);
	if (ok && !d->out->targets.len)
		return diag_error(d->env->diags, (struct place){.path = d->out->b->path},
		        "has no target in common with %.*s", STR_ARG(d->out->a->path));
	return ok;
}

/* The verdicts of a row by target of the diff. */
static const struct result_verdicts *verdicts_of(
        struct differ *d, const struct result_row *row, const uint32_t *targets)
{
	struct result_verdicts *out =
	        ARENA_ARRAY(d->env->keep, struct result_verdicts, (size_t)d->out->targets.len + 1);

	if (!row->verdicts)
		return NULL;
	for (uint32_t t = 0; t < d->out->targets.len; t++)
		out[t] = row->verdicts[targets[t]];
	return out;
}

static str row_key(struct differ *d, const struct result_row *row)
{
	return arena_format(d->env->temp, "%.*s(%.*s)", STR_ARG(row->op), STR_ARG(row->signature));
}

/* Rows of one name and signature are one (a kind apart from the other is no difference here). */
static void index_rows(
        struct differ *d, const struct result *r, struct map *rows, struct map *names)
{
	rows->arena = names->arena = d->env->temp;
	for (uint32_t i = 0; i < r->rows.len; i++) {
		bool fresh;
		uint32_t *at = map_at(rows, row_key(d, &r->rows.at[i]), &fresh);

		if (fresh)
			*at = i;
		*map_at(names, r->rows.at[i].op, NULL) = i;
	}
}

/* Steps of worsening, of all targets and modes. */
static void compare(struct differ *d, struct diff_row *row, bool *same)
{
	*same = !row->was == !row->is;
	for (uint32_t k = 0; row->was && row->is && k < d->out->targets.len * MODE_COUNT; k++) {
		enum verdict was = row->was[k / MODE_COUNT].of[k % MODE_COUNT],
		             is = row->is[k / MODE_COUNT].of[k % MODE_COUNT];

		*same &= was == is;
		row->worse |= verdict_rank(is) > verdict_rank(was);
		row->better |= verdict_rank(is) < verdict_rank(was);
	}
}

static void both(struct differ *d, const struct result_row *a, const struct result_row *b)
{
	struct diff_row row = {.kind = DIFF_CHANGED,
	        .op = b->op,
	        .signature = b->signature,
	        .before = a->calls,
	        .after = b->calls,
	        .was = verdicts_of(d, a, d->target_a),
	        .is = verdicts_of(d, b, d->target_b)};
	bool same;

	compare(d, &row, &same);
	if (same)
		d->out->unchanged++;
	else
		*VEC_PUSH(d->env->keep, &d->out->rows) = row;
}

static void find_rows(struct differ *d)
{
	struct map rows_a = {0}, names_a = {0}, rows_b = {0}, names_b = {0};

	index_rows(d, d->out->a, &rows_a, &names_a);
	index_rows(d, d->out->b, &rows_b, &names_b);
	for (uint32_t i = 0; i < d->out->b->rows.len; i++) {
		const struct result_row *b = &d->out->b->rows.at[i];
		const uint32_t *at = map_get(&rows_a, row_key(d, b));

		if (at) {
			both(d, &d->out->a->rows.at[*at], b);
			continue;
		}
		*VEC_PUSH(d->env->keep, &d->out->rows) = (struct diff_row){
		        .kind = map_get(&names_a, b->op) ? DIFF_SIGNATURE_NEW : DIFF_APPEARED,
		        .op = b->op,
		        .signature = b->signature,
		        .after = b->calls,
		        .is = verdicts_of(d, b, d->target_b)};
	}
	for (uint32_t i = 0; i < d->out->a->rows.len; i++) {
		const struct result_row *a = &d->out->a->rows.at[i];

		if (map_get(&rows_b, row_key(d, a)))
			continue;
		*VEC_PUSH(d->env->keep, &d->out->rows) = (struct diff_row){
		        .kind = map_get(&names_b, a->op) ? DIFF_SIGNATURE_GONE : DIFF_VANISHED,
		        .op = a->op,
		        .signature = a->signature,
		        .before = a->calls,
		        .was = verdicts_of(d, a, d->target_a)};
	}
}

/* How bad a row is to meet: the worst verdict of what is there now. */
static uint32_t row_weight(const struct diff *d, const struct diff_row *row)
{
	uint32_t worst = 0;

	for (uint32_t k = 0; row->is && k < d->targets.len * MODE_COUNT; k++) {
		uint32_t rank = verdict_rank(row->is[k / MODE_COUNT].of[k % MODE_COUNT]);

		worst = rank > worst ? rank : worst;
	}
	return worst;
}

struct ordered {
	struct diff_row row;
	uint32_t weight;
};

static int worst_first(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;

	if (x->row.kind != y->row.kind)
		return x->row.kind < y->row.kind ? -1 : 1;
	if (x->row.worse != y->row.worse)
		return x->row.worse ? -1 : 1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	if (str_cmp(x->row.op, y->row.op))
		return str_cmp(x->row.op, y->row.op);
	return str_cmp(x->row.signature, y->row.signature);
}

static void sort_rows(struct differ *d)
{
	struct ordered *list =
	        ARENA_ARRAY(d->env->temp, struct ordered, (size_t)d->out->rows.len + 1);

	for (uint32_t i = 0; i < d->out->rows.len; i++)
		list[i] = (struct ordered){
		        d->out->rows.at[i], row_weight(d->out, &d->out->rows.at[i])};
	qsort(list, d->out->rows.len, sizeof *list, worst_first);
	for (uint32_t i = 0; i < d->out->rows.len; i++)
		d->out->rows.at[i] = list[i].row;
}

/* ------------------------------------------------------------------ findings */

/* Takes what `from` has beyond `other`, copies counted. */
static void beyond(
        struct differ *d, const struct result *from, const struct result *other, bool into_new)
{
	struct map left = {.arena = d->env->temp};

	for (uint32_t i = 0; i < other->findings.len; i++)
		if (other->findings.at[i].new)
			++*map_at(&left, other->findings.at[i].fingerprint, NULL);
	for (uint32_t i = 0; i < from->findings.len; i++) {
		const struct result_finding *f = &from->findings.at[i];
		uint32_t *n;

		if (!f->new)
			continue;
		n = map_at(&left, f->fingerprint, NULL);
		if (*n)
			--*n;
		else if (into_new)
			*VEC_PUSH(d->env->keep, &d->out->new_findings) = *f;
		else
			*VEC_PUSH(d->env->keep, &d->out->gone_findings) = *f;
	}
}

/* ------------------------------------------------------------------ the gate */

/* Stops at what is new at or above the level: a row that appeared, or that became worse. */
static void run_gate(struct differ *d)
{
	enum gate_level level = d->plan->fail_on;
	struct gate *gate = &d->out->gate;

	gate->on = level != GATE_OFF && d->plan->targets_named;
	for (uint32_t i = 0; gate->on && i < d->out->rows.len; i++) {
		const struct diff_row *row = &d->out->rows.at[i];

		for (uint32_t t = 0; row->is && t < d->out->targets.len; t++) {
			enum verdict is = row->is[t].of[d->plan->mode];
			bool fresh = !row->was ||
			             verdict_rank(is) > verdict_rank(row->was[t].of[d->plan->mode]);

			if (!fresh || gate_level_of(is) < level || gate_level_of(is) == GATE_OFF)
				continue;
			gate->hit = true;
			*VEC_PUSH(d->env->keep, &gate->reasons) =
			        arena_format(d->env->keep, "%.*s: %.*s (%.*s) is %.*s in %.*s mode",
			                STR_ARG(d->out->targets.at[t]), STR_ARG(row->op),
			                STR_ARG(row->signature), STR_ARG(verdict_word(is)),
			                STR_ARG(mode_word(d->plan->mode)));
		}
	}
	for (uint32_t i = 0; gate->on && i < d->out->new_findings.len; i++) {
		const struct result_finding *f = &d->out->new_findings.at[i];
		enum severity severity;

		if (!severity_parse(f->severity, &severity) || (int)severity < (int)level)
			continue;
		gate->hit = true;
		*VEC_PUSH(d->env->keep, &gate->reasons) =
		        arena_format(d->env->keep, "%.*s at %.*s:%u is %.*s", STR_ARG(f->rule),
		                STR_ARG(f->path), f->line, STR_ARG(f->severity));
	}
}

bool diff_results(struct env *env, const struct result *a, const struct result *b,
        const struct diff_plan *plan, struct diff *out)
{
	struct differ d = {.env = env, .plan = plan, .out = out};

	*out = (struct diff){.a = a, .b = b};
	if (!find_targets(&d))
		return false;
	find_rows(&d);
	sort_rows(&d);
	beyond(&d, b, a, true);
	beyond(&d, a, b, false);
	run_gate(&d);
	return true;
}
