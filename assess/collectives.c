/* Names of operators are brought to the words of torch.distributed by what they contain, the
 * longer words first. */
#include "assess/collectives.h"

#include "pytorch/schema.h"

static const struct {
	const char *part, *kind;
} kinds[] = {{"all_reduce", "all_reduce"}, {"allreduce", "all_reduce"},
        {"reduce_scatter", "reduce_scatter"}, {"all_gather", "all_gather"},
        {"allgather", "all_gather"}, {"all_to_all", "all_to_all"}, {"alltoall", "all_to_all"},
        {"broadcast", "broadcast"}, {"barrier", "barrier"}, {"scatter", "scatter"},
        {"gather", "gather"}, {"p2p", "send / recv"}, {"send", "send / recv"},
        {"recv", "send / recv"}, {"reduce", "reduce"}};

static str kind_of(str op)
{
	str base, overload;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (str_has(op, str_from(kinds[i].part)))
			return str_from(kinds[i].kind);
	operator_split(op, &base, &overload);
	return str_from_at(base, str_rfind_byte(base, '.') + 1);
}

void collectives_open(struct env *env, struct collectives *out)
{
	out->known.arena = env->keep;
}

static str text_argument(
        const struct graph_file *file, const struct node *node, const char *name, uint32_t at)
{
	const struct arg *arg = node_arg(file, node, name, at);

	return arg && (arg->kind == ARG_STRING || arg->kind == ARG_OPAQUE)
	               ? graph_text(file, arg->text)
	               : STR_NONE;
}

/* Where an argument stands among the positional ones of the operator. */
static uint32_t position_of(
        const struct graph_file *file, const struct node *node, const char *name)
{
	const struct graph_operator *known = node_operator(file, node);

	return known ? schema_find(known->schema, str_from(name)) : UINT32_MAX;
}

static uint64_t sum_bytes(
        const struct subject *s, const uint32_t *values, uint32_t n, uint64_t *unsized)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++) {
		int64_t bytes = dataflow_bytes(s->flow, values[i]);

		*unsized += bytes < 0;
		sum += bytes < 0 ? 0 : (uint64_t)bytes;
	}
	return sum;
}

static struct collective *entry_of(
        struct collectives *out, const struct subject *s, const struct collective *one)
{
	str key = arena_format(s->env->temp, "%.*s|%.*s|%.*s|%lld|%d", STR_ARG(one->kind),
	        STR_ARG(one->group), STR_ARG(one->reduce), (long long)one->group_size,
	        (int)one->dtype);
	const uint32_t *known = map_get(&out->known, key);
	struct collective *c;

	if (known)
		return &out->list.at[*known];
	*map_at(&out->known, arena_dup(s->env->keep, key), NULL) = out->list.len;
	c = VEC_PUSH(s->env->keep, &out->list);
	*c = *one;
	c->answers =
	        ARENA_ARRAY(s->env->keep, struct answer, (size_t)s->a->n_targets * MODE_COUNT + 1);
	return c;
}

static void count_answers(
        struct collective *c, const struct subject *s, uint32_t graph, uint32_t node)
{
	for (uint32_t k = 0; k < s->a->n_targets * MODE_COUNT; k++) {
		const struct answer *answer =
		        node_answer(s->a, graph, node, k / MODE_COUNT, (enum mode)(k % MODE_COUNT));

		if (answer && (c->calls == 1 || verdict_rank(answer->verdict) >
		                                        verdict_rank(c->answers[k].verdict)))
			c->answers[k] = *answer;
	}
}

static void add_node(
        struct collectives *out, const struct subject *s, uint32_t graph, uint32_t node)
{
	uint32_t index, n;
	const struct node *at = subject_node(s, graph, node, &index);
	const struct arg *size =
	        node_arg(s->file, at, "group_size", position_of(s->file, at, "group_size"));
	struct collective one = {.op = graph_text(s->file, at->target)};
	const struct tensor *t;
	const uint32_t *values;
	struct collective *c;

	one.kind = kind_of(one.op);
	one.group =
	        text_argument(s->file, at, "group_name", position_of(s->file, at, "group_name"));
	one.reduce = text_argument(s->file, at, "reduce_op", position_of(s->file, at, "reduce_op"));
	one.group_size = size && size->kind == ARG_INT ? size->integer : 0;
	n = dataflow_inputs(s->flow, at, &values);
	t = n ? value_tensor(s->file, values[0]) : NULL;
	one.dtype = t ? t->dtype : DTYPE_UNKNOWN;
	one.place = subject_place(s, at);
	c = entry_of(out, s, &one);
	c->calls++;
	c->given += sum_bytes(s, values, n, &c->unsized);
	n = dataflow_outputs(s->flow, index, &values);
	c->got += sum_bytes(s, values, n, &c->unsized);
	count_answers(c, s, graph, node);
}

void collectives_add(struct collectives *out, const struct subject *s)
{
	struct arena_mark mark = arena_mark(s->env->temp);

	for (uint32_t g = s->first; g < s->last; g++) {
		if (!s->a->nodes[g] || !subject_has_order(s, g))
			continue;
		for (uint32_t i = 0; i < subject_graph(s, g)->n_nodes; i++)
			if (s->a->nodes[g][i].row != GRAPH_NONE &&
			        s->a->nodes[g][i].kind == ROW_COLLECTIVE &&
			        !str_has(graph_text(s->file, subject_node(s, g, i, NULL)->target),
			                S("wait_tensor")))
				add_node(out, s, g, i);
	}
	arena_rewind(s->env->temp, mark);
}

static bool names_kind(const struct collectives *c, const struct remark *remark)
{
	for (uint32_t i = 0; i < c->list.len; i++) {
		str kind = c->list.at[i].kind;
		size_t at = str_find(remark->name, kind);

		/* "all_gather" holds "gather" */
		if (at < remark->name.len && (!at || remark->name.ptr[at - 1] == ' '))
			return true;
		if (dtype_bytes(c->list.at[i].dtype) == 1 &&
		        str_has(remark->name, S("float8 collectives")) &&
		        dtype_class(c->list.at[i].dtype) == DTYPE_CLASS_FLOAT)
			return true;
	}
	return false;
}

void collectives_close(struct env *env, struct collectives *c, const struct assessment *a)
{
	for (uint32_t t = 0; c->list.len && t < a->n_targets; t++) {
		struct remark *remarks;
		uint32_t n = coverage_remarks(
		        a->coverage, env->temp, "features", a->targets[t], &remarks);

		for (uint32_t i = 0; i < n; i++)
			if (str_eq(remarks[i].detail, S("distributed")) &&
			        !str_eq(remarks[i].verdict, S("supported")) &&
			        names_kind(c, &remarks[i]))
				*VEC_PUSH(env->keep, &c->notes) =
				        (struct collective_note){t, remarks[i]};
	}
}
