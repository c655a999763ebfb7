/* Uses of public names joined with the measured table of what they dispatch, and that with the
 * facts: verdicts without any graph. The table holds the operators of all ways of calling, so of
 * several operators each is taken perhaps: one that is worse makes conditional, one that is unknown
 * makes unknown only when all are. */
#include "assess/assess.h"

#include "coverage/ask.h"
#include "assess/phrases.h"

#include <stdlib.h>

/* A call of an optimizer's class stands for its steps, on the path that these back ends take by
 * default. */
static const char *const passes[] = {"forward", "step:foreach", "step:default"};

static bool operators_of(str api, struct api_operators *out)
{
	for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
		if (api_operators_find(api, str_from(passes[i]), out))
			return true;
	return false;
}

static struct answer merge_answers(
        struct arena *arena, const struct answer *parts, const str *ops, uint32_t n)
{
	struct answer out = {.verdict = VERDICT_UNKNOWN};
	uint32_t worst = 0, unknown = 0;

	for (uint32_t i = 0; i < n; i++) {
		unknown += parts[i].verdict == VERDICT_UNKNOWN;
		if (parts[i].verdict != VERDICT_UNKNOWN &&
		        (parts[worst].verdict == VERDICT_UNKNOWN ||
		                parts[i].verdict > parts[worst].verdict))
			worst = i;
	}
	if (unknown == n) {
		out.condition = n ? parts[0].condition : S("");
		return out;
	}
	out = parts[worst];
	if (n == 1)
		return out;
	if (out.verdict > VERDICT_DECOMPOSED) {
		out.verdict = VERDICT_CONDITIONAL;
		out.condition = arena_format(arena, phrase_ways_of_calling, STR_ARG(ops[worst]),
		        STR_ARG(verdict_word(parts[worst].verdict)));
	} else if (unknown) {
		out.verdict = VERDICT_CONDITIONAL;
		out.condition = PHRASE(phrase_some_unknown);
	} else {
		out.verdict = VERDICT_DECOMPOSED;
	}
	return out;
}

static bool judge_api(struct env *env, struct assessment *a, struct api_row *row)
{
	struct api_operators operators;
	struct query *queries;
	struct answer *parts;
	uint32_t n;

	if (!operators_of(row->api, &operators))
		return true;
	n = operators.n_pre ? operators.n_pre : operators.n_neutral;
	if (!n)
		return true;
	queries = ARENA_ARRAY(env->keep, struct query, n);
	parts = ARENA_ARRAY(env->temp, struct answer, n);
	for (uint32_t i = 0; i < n; i++) {
		str op = tables_text(operators.n_pre ? operators.pre[i] : operators.neutral[i]);
		struct ask ask = {.op = op, .release = RELEASE_2_13};

		*VEC_PUSH(env->keep, &row->operators) = op;
		if (!ask_query(env, &ask, &queries[i]))
			return false;
	}
	row->answers = ARENA_ARRAY(env->keep, struct answer, (size_t)a->n_targets * MODE_COUNT);
	for (uint32_t k = 0; k < a->n_targets * MODE_COUNT; k++) {
		for (uint32_t i = 0; i < n; i++)
			parts[i] = coverage_answer(a->coverage, env->keep, &queries[i],
			        a->targets[k / MODE_COUNT], (enum mode)(k % MODE_COUNT), NULL);
		row->answers[k] = merge_answers(env->keep, parts, row->operators.at, n);
	}
	return true;
}

static int most_calls_first(const void *a, const void *b)
{
	const struct api_row *x = a, *y = b;

	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return str_cmp(x->api, y->api);
}

bool assess_apis(struct env *env, struct assessment *a)
{
	struct map known = {.arena = env->keep};

	for (uint32_t i = 0; i < a->scan->api_uses.len; i++) {
		const struct scan_api_use *use = &a->scan->api_uses.at[i];
		bool fresh;
		uint32_t *at = map_at(&known, use->use.api, &fresh);
		struct api_row *row;

		if (fresh) {
			*at = a->apis.len;
			*VEC_PUSH(env->keep, &a->apis) = (struct api_row){
			        .api = use->use.api, .sync = api_sync_find(use->use.api)};
			if (!judge_api(env, a, VEC_LAST(&a->apis)))
				return false;
		}
		row = &a->apis.at[*at];
		row->calls++;
		row->in_forward += use->use.forward;
		row->in_loop += use->use.in_loop;
		row->workloads |= a->scan->inputs.at[use->input].workloads;
		*VEC_PUSH(env->keep, &row->uses) = i;
	}
	if (a->apis.len)
		qsort(a->apis.at, a->apis.len, sizeof *a->apis.at, most_calls_first);
	return true;
}
