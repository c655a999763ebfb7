/* Every node of every graph: what it is, which row it belongs to, and what each target says of it.
 *
 * Answers are cached by question_key, since a model asks the same few hundred questions thousands
 * of times; the classification of a target name is cached by its interned number in its file. */
#include "assess/assess.h"

#include "assess/analyses.h"
#include "assess/gate.h"
#include "assess/join.h"
#include "assess/question.h"
#include "base/pages.h"
#include "pytorch/operator.h"

#include <stdlib.h>

enum { LAST_FEW = 8 };

/* What the target's name alone tells, and what is kept with it. */
struct named {
	bool python; /* python: a name of a torch-level graph, device work when it meets a
	                       tensor */
	str op;
	enum row_kind kind;
	enum higher_order higher;
	bool host;
	struct question_head head;
	/* Nodes that were judged, each of another question: most nodes ask what one of the last
	 * ones asked. */
	struct {
		const struct node *node;
		const struct flops *found;
		uint64_t flops;
		uint32_t row, answers;
	} last[LAST_FEW];
	uint32_t n_last;
	/* The one that came last, and of each the one that came after it: layers repeat. */
	uint8_t now, after[LAST_FEW];
	uint32_t original; /* interned; what the API shown for it is: */
	str api;
};

struct judge {
	struct env *env;
	struct assessment *out;
	struct map rows, asked;
	struct named **names; /* of the file being judged, by interned number; NULL: not met */
	enum release release;
	struct question *question; /* filled again for every node */
	bool several;              /* files were judged: no longer is a text one number */
	struct buf key;
};

uint32_t verdict_rank(enum verdict verdict)
{
	static const uint32_t ranks[VERDICT_COUNT] = {[VERDICT_SUPPORTED] = 0,
	        [VERDICT_DECOMPOSED] = 1,
	        [VERDICT_CONDITIONAL] = 2,
	        [VERDICT_UNKNOWN] = 3,
	        [VERDICT_FALLBACK] = 4,
	        [VERDICT_SKIPPED] = 5,
	        [VERDICT_UNSUPPORTED] = 6};

	return ranks[verdict];
}

str row_kind_word(enum row_kind kind)
{
	static const char *const words[] = {
	        "device", "host", "wrapper", "higher-order", "collective", "custom", "api"};

	return str_from(words[kind]);
}

static bool is_collective(str op)
{
	static const char *const namespaces[] = {"_c10d_functional.", "c10d_functional.", "c10d.",
	        "_c10d_functional_autograd.", "symm_mem.", "_dtensor."};

	for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++)
		if (str_starts(op, str_from(namespaces[i])))
			return true;
	return false;
}

static bool is_python_name(str target)
{
	static const char *const prefixes[] = {
	        "torch.", "_operator.", "operator.", "builtins.", "math."};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (str_starts(target, str_from(prefixes[i])) &&
		        !str_starts(target, S("torch.ops.")))
			return true;
	return str_find_byte(target, '.') == target.len;
}

static void name_target(struct judge *j, str target, enum node_kind kind, struct named *out)
{
	struct operator op;

	out->op = operator_canonical(j->env->keep, target);
	out->host =
	        operator_host_class(str_starts(target, S("operator."))
	                                    ? arena_format(j->env->keep, "_%.*s", STR_ARG(target))
	                                    : out->op)
	                .len > 0;
	out->higher = str_starts(out->op, S("higher_order.")) ? operator_higher_order(out->op, NULL)
	                                                      : HIGHER_ORDER_NONE;
	out->python =
	        kind == NODE_CALL_METHOD || kind == NODE_CALL_MODULE || is_python_name(target);
	if (str_starts(out->op, S("higher_order.")))
		out->kind = out->higher == HIGHER_ORDER_BODY || out->higher == HIGHER_ORDER_NOTHING
		                    ? ROW_WRAPPER
		                    : ROW_HIGHER_ORDER;
	else if (out->python)
		out->kind = out->host ? ROW_HOST : ROW_API;
	else if (out->host)
		out->kind = ROW_HOST;
	else if (is_collective(out->op))
		out->kind = ROW_COLLECTIVE;
	else
		out->kind = operator_find(out->op, RELEASE_ANY, &op) ||
		                            operator_overload(out->op, RELEASE_ANY, 0, &op)
		                    ? ROW_DEVICE
		                    : ROW_CUSTOM;
}

static bool has_tensor(const struct graph_file *file, const struct node *node)
{
	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];

		if (arg->kind == ARG_VALUE && arg->value < file->values.len &&
		        (file->values.at[arg->value].kind == VALUE_TENSOR ||
		                file->values.at[arg->value].kind == VALUE_TENSORS))
			return true;
	}
	return false;
}

static enum row_kind kind_of(
        const struct graph_file *file, const struct node *node, const struct named *named)
{
	if (named->kind == ROW_HOST && named->python &&
	        str_find_byte(named->op, '.') < named->op.len &&
	        !str_starts(named->op, S("torch.")) && has_tensor(file, node))
		return ROW_API;
	return named->kind;
}

/* ------------------------------------------------------------------ answers */

static str inner_operator(
        const struct judge *j, const struct graph_file *file, const struct node *node)
{
	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];

		if (arg->kind == ARG_OPERATOR)
			return operator_canonical(j->env->keep, graph_text(file, arg->text));
	}
	return STR_NONE;
}

static struct answer ask(
        struct judge *j, const struct query *query, uint32_t target, enum mode mode, str inner)
{
	struct answer a = coverage_answer(
	        j->out->coverage, j->env->keep, query, j->out->targets[target], mode, NULL);

	if (a.verdict == VERDICT_UNKNOWN && inner.len) {
		struct query q = {.op = inner, .release = query->release, .no_dtypes = true};

		a = coverage_answer(
		        j->out->coverage, j->env->keep, &q, j->out->targets[target], mode, NULL);
	}
	return a;
}

/* The operator's name as the database knows it, with its schema: once a name and release. */
static const struct question_head *head_of(
        struct judge *j, struct named *named, const struct graph_operator *known)
{
	struct operator* row;
	str op = named->op;

	if (named->head.op.ptr && named->head.release == j->release)
		return &named->head;
	if (str_starts(op, S("higher_order.")) &&
	        str_find_byte(str_from_at(op, 13), '.') == op.len - 13)
		op = arena_format(j->env->keep, "%.*s.default", STR_ARG(op));
	named->head = (struct question_head){op, j->release, NULL, NULL};
	row = ARENA_NEW(j->env->keep, struct operator);
	if (!operator_find(op, j->release, row))
		return &named->head;
	named->head.row = row;
	/* Mostly the file's own reading of the schema is that of the release. */
	named->head.schema = known && row->schema.ptr == known->row.schema.ptr
	                             ? known->schema
	                             : schema_keep(j->env->keep, row->schema);
	return &named->head;
}

/* The answers for a node: asked once for every different question. */
static uint32_t answers_of(struct judge *j, const struct graph_file *file, const struct node *node,
        struct named *named)
{
	struct arena_mark mark = arena_mark(j->env->temp);
	uint32_t n = j->out->n_targets * MODE_COUNT, at;
	str inner = named->higher == HIGHER_ORDER_INSIDE ? inner_operator(j, file, node) : STR_NONE;
	const uint32_t *known;

	question_from_node(j->env->temp, file, node, head_of(j, named, node_operator(file, node)),
	        j->question);
	j->key.len = 0;
	question_key(&j->key, j->question);
	buf_put(&j->key, inner);
	known = map_get(&j->asked, buf_str(&j->key));
	at = known ? *known : j->out->answers.len;
	if (!known) {
		struct answer *of = ARENA_ARRAY(j->env->keep, struct answer, n);

		*map_at(&j->asked, arena_dup(j->env->keep, buf_str(&j->key)), NULL) = at;
		for (uint32_t i = 0; i < n; i++)
			of[i] = ask(j, &j->question->query, i / MODE_COUNT,
			        (enum mode)(i % MODE_COUNT), inner);
		*VEC_PUSH(j->env->keep, &j->out->answers) = (struct node_answers){of};
	}
	arena_rewind(j->env->temp, mark);
	return at;
}

/* ------------------------------------------------------------------ rows */

/* The row of an operator, signature and kind. */
static struct op_row *row_of(struct judge *j, const struct graph_file *file,
        const struct node *node, str op, enum row_kind kind)
{
	const uint32_t *known;
	struct op_row *row;
	size_t signature;

	j->key.len = 0;
	buf_byte(&j->key, (char)kind);
	buf_put(&j->key, op);
	buf_byte(&j->key, '(');
	signature = j->key.len;
	question_signature(&j->key, file, node);
	known = map_get(&j->rows, buf_str(&j->key));
	if (known)
		return &j->out->rows.at[*known];
	*map_at(&j->rows, arena_dup(j->env->keep, buf_str(&j->key)), NULL) = j->out->rows.len;
	row = VEC_PUSH(j->env->keep, &j->out->rows);
	*row = (struct op_row){.op = op,
	        .signature = arena_dup(j->env->keep, str_from_at(buf_str(&j->key), signature)),
	        .kind = kind};
	if (kind != ROW_HOST && kind != ROW_WRAPPER && kind != ROW_API)
		row->judged = ARENA_ARRAY(
		        j->env->keep, struct judged, (size_t)j->out->n_targets * MODE_COUNT);
	return row;
}

/* Names of one file are interned: the same text stands at the same place. */
static bool same_name(const struct judge *j, str a, str b)
{
	return j->several || !a.len ? str_eq(a, b) : a.ptr == b.ptr;
}

/* The Python function behind the operator, for nodes of one target: mostly that of the one before.
 */
static str api_of(struct judge *j, const struct graph_file *file, const struct node *node)
{
	struct named *named = j->names[node->target];

	if (named->original != node->original) {
		named->original = node->original;
		named->api = join_api(j->env->keep, graph_text(file, node->original));
	}
	return named->api;
}

/* On one line and in one path: whether the rest is that of a node as well, but for the module. */
static bool has_words(struct judge *j, const struct row_place *place, const struct graph_file *file,
        const struct node *node)
{
	return same_name(j, place->source, graph_text(file, node->source_text)) &&
	       same_name(j, place->function, graph_text(file, node->function)) &&
	       str_eq(place->api, api_of(j, file, node));
}

static struct row_place *new_place(struct judge *j, const struct graph_file *file,
        const struct node *node, const struct joined *at)
{
	struct row_place *place = ARENA_NEW(j->env->keep, struct row_place);

	*place = (struct row_place){.path = at->path,
	        .line = node->line,
	        .input = at->input,
	        .source = graph_text(file, node->source_text),
	        .function = graph_text(file, node->function),
	        .api = api_of(j, file, node)};
	return place;
}

static void add_place(
        struct judge *j, struct op_row *row, const struct graph_file *file, const struct node *node)
{
	struct joined at = join_path(j->out->join, graph_text(file, node->file), node->line);
	str module = graph_text(file, node->module_path);
	struct row_place *like = NULL;

	if (!node->file && !node->module_path)
		return;
	for (uint32_t i = row->places.len; i > 0; i--) {
		struct module_place *known = &row->places.at[i - 1];

		if (known->like->line == node->line && str_eq(known->like->path, at.path)) {
			if (same_name(j, known->module, module))
				return;
			if (!like && has_words(j, known->like, file, node))
				like = known->like;
		}
		if (row->places.len - i > 16) /* repeats stand close together: no long look back */
			break;
	}
	if (!like)
		like = new_place(j, file, node, &at);
	*VEC_PUSH(j->env->keep, &row->places) = (struct module_place){like, module};
}

/* `first`: nothing was counted there before. */
static void count_judged(
        struct judged *judged, const struct answer *answer, uint64_t flops, bool first)
{
	judged->calls[answer->verdict]++;
	judged->flops[answer->verdict] += flops;
	judged->evidence[answer->evidence]++;
	if (first || verdict_rank(answer->verdict) > verdict_rank(judged->worst)) {
		judged->worst = answer->verdict;
		judged->answer = *answer;
	}
}

/* Counts the work of a node in the sums of its graph; what has no number counts by its reason. */
static uint64_t count_flops(struct judge *j, const struct graph_file *file, const struct node *node,
        struct graph_sum *sum, struct flops *found)
{
	*found = work_node_flops(file, node, j->env->temp);
	sum->flops_symbolic += found->kind == FLOPS_SYMBOLIC;
	sum->flops_unknown += found->kind == FLOPS_NO_FORMULA;
	if (found->kind != FLOPS_COUNTED || found->count < 0)
		return 0;
	sum->flops += (uint64_t)found->count;
	return (uint64_t)found->count;
}

static uint32_t row_index(const struct judge *j, const struct op_row *row)
{
	return (uint32_t)(row - j->out->rows.at);
}

/* The number of the last node that asked the same; LAST_FEW: none is kept. */
static uint32_t find_same(
        struct named *named, const struct graph_file *file, const struct node *node)
{
	uint32_t n = named->n_last < LAST_FEW ? named->n_last : LAST_FEW;
	uint32_t guess = named->after[named->now], found = 0;

	if (guess < n && question_same(file, named->last[guess].node, node)) {
		named->now = (uint8_t)guess;
		return guess;
	}
	while (found < n && (found == guess || !question_same(file, named->last[found].node, node)))
		found++;
	if (found == n)
		return LAST_FEW;
	named->after[named->now] = (uint8_t)found;
	named->now = (uint8_t)found;
	return found;
}

static void remember(struct named *named, const struct node *node, uint64_t flops,
        const struct node_judged *judged)
{
	uint32_t at = named->n_last++ % LAST_FEW;

	named->last[at].node = node;
	named->last[at].found = judged->flops;
	named->last[at].flops = flops;
	named->last[at].row = judged->row;
	named->last[at].answers = judged->answers;
	named->after[named->now] = (uint8_t)at;
	named->now = (uint8_t)at;
}

static void judge_answers(struct judge *j, struct op_row *row, uint32_t answers, uint64_t flops)
{
	for (uint32_t i = 0; i < j->out->n_targets * MODE_COUNT; i++)
		count_judged(&row->judged[i], &j->out->answers.at[answers].of[i], flops,
		        row->calls == 1);
	j->out->operator_nodes++;
}

/* One node of a counted graph: into its row, with its verdicts. */
static void judge_node(
        struct judge *j, uint32_t graph, const struct node *node, struct node_judged *out)
{
	const struct graph_file *file = j->out->scan->graphs.at[graph].file;
	struct named *named = j->names[node->target];
	struct graph_sum *sum = &j->out->graphs[graph];
	uint32_t same = find_same(named, file, node);
	uint64_t missing = sum->flops_symbolic + sum->flops_unknown, flops;
	struct flops *found;
	struct op_row *row;

	if (same < LAST_FEW) {
		flops = named->last[same].flops;
		sum->flops += flops;
		out->flops = named->last[same].found;
		row = &j->out->rows.at[named->last[same].row];
		out->answers = named->last[same].answers;
	} else {
		found = ARENA_ROOM(j->env->keep, struct flops, 1);
		flops = count_flops(j, file, node, sum, found);
		out->flops = found;
		row = row_of(j, file, node, named->op, (enum row_kind)out->kind);
	}
	missing = sum->flops_symbolic + sum->flops_unknown - missing;
	row->calls++;
	row->flops += flops;
	row->flops_missing += missing;
	if (!row->graphs.len || *VEC_LAST(&row->graphs) != graph)
		*VEC_PUSH(j->env->keep, &row->graphs) = graph;
	add_place(j, row, file, node);
	out->row = row_index(j, row);
	if (row->judged && same == LAST_FEW)
		out->answers = answers_of(j, file, node, named);
	if (row->judged)
		judge_answers(j, row, out->answers, flops);
	/* Nodes of a profile ran more than once; what has no number is counted by its reason. */
	if (same == LAST_FEW && !missing && !node->profile_row)
		remember(named, node, flops, out);
}

static void count_node(
        struct judge *j, uint32_t graph, const struct node *node, struct node_judged *out)
{
	const struct graph_file *file = j->out->scan->graphs.at[graph].file;
	struct named *named = j->names[node->target];
	struct graph_sum *sum = &j->out->graphs[graph];
	struct flops found;
	enum row_kind kind;

	if (node->kind == NODE_GETITEM || node->kind == NODE_GET_ATTR)
		return;
	if (!named) {
		named = j->names[node->target] = ARENA_NEW(j->env->keep, struct named);
		name_target(j, graph_text(file, node->target), node->kind, named);
	}
	kind = kind_of(file, node, named);
	sum->nodes++;
	sum->host_nodes += kind == ROW_HOST;
	sum->wrapper_nodes += kind == ROW_WRAPPER;
	sum->api_nodes += kind == ROW_API;
	sum->operator_nodes += kind != ROW_HOST && kind != ROW_WRAPPER && kind != ROW_API;
	if (out) {
		out->kind = (uint8_t)kind;
		judge_node(j, graph, node, out);
	} else {
		count_flops(j, file, node, sum, &found);
	}
}

/* Bytes of the parameters, a weight that several inputs share counted once. */
static void sum_inputs(struct judge *j, const struct graph_file *file, const struct graph *graph,
        struct graph_sum *sum)
{
	struct map seen = {.arena = j->env->temp};

	for (uint32_t i = 0; i < graph->n_inputs; i++) {
		const struct graph_input *in = &file->inputs.at[graph->first_input + i];
		const struct tensor *t =
		        in->value == GRAPH_NONE ? NULL : value_tensor(file, in->value);
		int64_t bytes = t ? tensor_bytes(file, t) : -1;
		bool fresh = true;

		sum->placeholders++;
		if (in->role != INPUT_PARAMETER)
			continue;
		sum->parameters++;
		if (in->weight)
			map_at(&seen, graph_text(file, in->weight), &fresh);
		if (bytes > 0 && fresh)
			sum->parameter_bytes += (uint64_t)bytes;
	}
}

/* A profile of work that is counted elsewhere: only what the targets say of its operators, for the
 * times that were measured. No rows, no totals. */
static void judge_times(
        struct judge *j, uint32_t index, const struct node *node, struct node_judged *out)
{
	const struct graph_file *file = j->out->scan->graphs.at[index].file;
	struct named *named = j->names[node->target];

	if (named->kind != ROW_HOST && named->kind != ROW_WRAPPER && named->kind != ROW_API)
		out->answers = answers_of(j, file, node, named);
}

static void judge_graph(struct judge *j, uint32_t index)
{
	const struct graph_ref *ref = &j->out->scan->graphs.at[index];
	const struct graph_file *file = ref->file;
	const struct graph *graph = &file->graphs.at[ref->graph];
	struct arena_mark mark = arena_mark(j->env->temp);
	struct node_judged *judged =
	        ref->counted ? ARENA_ARRAY(j->env->keep, struct node_judged, graph->n_nodes) : NULL;
	struct node_judged *timed = NULL;

	if (!judged && ref->timed)
		timed = ARENA_ARRAY(j->env->keep, struct node_judged, graph->n_nodes);
	j->out->nodes[index] = judged;
	j->out->timed[index] = judged ? judged : timed;
	j->release = str_starts(graph_text(file, file->torch_version), S("2.14")) ? RELEASE_2_14
	                                                                          : RELEASE_2_13;
	for (uint32_t i = 0; i < graph->n_nodes; i++) {
		if (judged)
			judged[i] = (struct node_judged){.answers = GRAPH_NONE, .row = GRAPH_NONE};
		count_node(j, index, &file->nodes.at[graph->first_node + i],
		        judged ? &judged[i] : NULL);
		if (timed) {
			timed[i] = (struct node_judged){.answers = GRAPH_NONE, .row = GRAPH_NONE};
			judge_times(j, index, &file->nodes.at[graph->first_node + i], &timed[i]);
		}
	}
	sum_inputs(j, file, graph, &j->out->graphs[index]);
	arena_rewind(j->env->temp, mark);
}

/* ------------------------------------------------------------------ totals and order */

uint32_t row_rank(const struct assessment *a, const struct op_row *row)
{
	uint32_t worst = 0;

	for (uint32_t t = 0; row->judged && t < a->n_targets; t++) {
		uint32_t rank = verdict_rank(row_judged(row, t, a->mode)->worst);

		worst = rank > worst ? rank : worst;
	}
	return worst;
}

struct ordered {
	const struct assessment *assessment;
	struct op_row row;
	uint32_t rank, before;
};

static int compare_rows(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;
	int c;

	if ((x->row.judged != NULL) != (y->row.judged != NULL))
		return x->row.judged ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	if (x->row.calls != y->row.calls)
		return x->row.calls > y->row.calls ? -1 : 1;
	c = str_cmp(x->row.op, y->row.op);
	return c ? c : str_cmp(x->row.signature, y->row.signature);
}

static void sort_rows(struct judge *j)
{
	struct assessment *a = j->out;
	struct ordered *list = ARENA_ARRAY(j->env->temp, struct ordered, (size_t)a->rows.len + 1);
	uint32_t *after = ARENA_ARRAY(j->env->temp, uint32_t, (size_t)a->rows.len + 1);

	for (uint32_t i = 0; i < a->rows.len; i++)
		list[i] = (struct ordered){a, a->rows.at[i], row_rank(a, &a->rows.at[i]), i};
	qsort(list, a->rows.len, sizeof *list, compare_rows);
	for (uint32_t i = 0; i < a->rows.len; i++) {
		a->rows.at[i] = list[i].row;
		after[list[i].before] = i;
	}
	for (uint32_t i = 0; i < a->scan->graphs.len; i++) {
		const struct graph_ref *ref = &a->scan->graphs.at[i];

		for (uint32_t k = 0; a->nodes[i] && k < ref->file->graphs.at[ref->graph].n_nodes;
		        k++)
			if (a->nodes[i][k].row != GRAPH_NONE)
				a->nodes[i][k].row = after[a->nodes[i][k].row];
	}
}

static void sum_evidence(struct totals *totals, const struct judged *judged)
{
	str date = judged->answer.date;

	for (int e = 0; e < EVIDENCE_COUNT; e++)
		totals->evidence[e] += judged->evidence[e];
	if (!date.len)
		return;
	if (!totals->oldest.len || str_cmp(date, totals->oldest) < 0)
		totals->oldest = date;
	if (str_cmp(date, totals->newest) > 0)
		totals->newest = date;
}

/* unique counts operators, each with the worst verdict of its rows. */
static void sum_totals(struct judge *j)
{
	struct assessment *a = j->out;

	for (uint32_t k = 0; k < a->n_targets * MODE_COUNT; k++) {
		struct map worst = {.arena = j->env->temp};
		VEC(enum verdict) verdicts = {0};

		for (uint32_t i = 0; i < a->rows.len; i++) {
			const struct op_row *row = &a->rows.at[i];
			uint32_t *at;
			bool fresh;

			if (!row->judged)
				continue;
			for (int v = 0; v < VERDICT_COUNT; v++) {
				a->totals[k].operators[v] += row->judged[k].calls[v];
				a->totals[k].flops[v] += row->judged[k].flops[v];
			}
			sum_evidence(&a->totals[k], &row->judged[k]);
			at = map_at(&worst, row->op, &fresh);
			if (fresh) {
				*at = verdicts.len;
				*VEC_PUSH(j->env->temp, &verdicts) = row->judged[k].worst;
			} else if (verdict_rank(row->judged[k].worst) >
			           verdict_rank(verdicts.at[*at])) {
				verdicts.at[*at] = row->judged[k].worst;
			}
		}
		for (uint32_t i = 0; i < verdicts.len; i++)
			a->totals[k].unique[verdicts.at[i]]++;
	}
}

/* Findings on the lines that operators come from. */
static void join_places(struct judge *j)
{
	for (uint32_t i = 0; i < j->out->rows.len; i++) {
		struct op_row *row = &j->out->rows.at[i];

		for (uint32_t k = 0; k < row->places.len; k++) {
			struct row_place *place = row->places.at[k].like;
			const uint32_t *found = NULL;
			uint32_t n = 0;

			/* layers share it: once */
			if (place->input != GRAPH_NONE && !place->findings.len)
				found = join_findings(j->out->join, place->input, place->line, &n);
			for (uint32_t f = 0; f < n; f++)
				*VEC_PUSH(j->env->keep, &place->findings) = found[f];
		}
	}
}

/* What all that is found out about a node takes at least. */
enum { NODE_BYTES = 200 };

bool assess_run(struct env *env, const struct scan *scan, const struct coverage *coverage,
        const struct assess_plan *plan, struct assessment *out)
{
	struct judge j = {.env = env,
	        .out = out,
	        .rows = {.arena = env->keep},
	        .asked = {.arena = env->keep},
	        .question = ARENA_NEW(env->keep, struct question)};
	const struct graph_file *file = NULL;

	*out = (struct assessment){.arena = env->keep,
	        .scan = scan,
	        .coverage = coverage,
	        .targets = plan->targets,
	        .n_targets = plan->n_targets,
	        .mode = plan->mode,
	        .targets_named = plan->targets_named,
	        .as_of = plan->as_of};
	out->facts = ARENA_ARRAY(env->keep, uint64_t, (size_t)plan->n_targets + 1);
	for (uint32_t t = 0; t < plan->n_targets; t++)
		out->facts[t] = coverage_count(coverage, plan->targets[t]);
	out->join = join_open(env->keep, scan, plan->source_root);
	out->graphs = ARENA_ARRAY(env->keep, struct graph_sum, (size_t)scan->graphs.len + 1);
	out->nodes = ARENA_ARRAY(env->keep, struct node_judged *, (size_t)scan->graphs.len + 1);
	out->timed = ARENA_ARRAY(env->keep, struct node_judged *, (size_t)scan->graphs.len + 1);
	out->totals =
	        ARENA_ARRAY(env->keep, struct totals, (size_t)plan->n_targets * MODE_COUNT + 1);
	for (uint32_t i = 0; i < scan->graphs.len; i++) {
		if (scan->graphs.at[i].file != file) {
			j.several = file != NULL;
			file = scan->graphs.at[i].file;
			pages_expect(file->nodes.len * (size_t)NODE_BYTES);
			j.names = ARENA_ARRAY(
			        env->keep, struct named *, (size_t)file->names.names.len + 1);
		}
		judge_graph(&j, i);
	}
	buf_free(&j.key);
	join_places(&j);
	sort_rows(&j);
	sum_totals(&j);
	assess_causes(env, out);
	if (!assess_apis(env, out))
		return false;
	analyses_run(env, out, plan);
	gate_mark_known(out, plan);
	return true;
}
