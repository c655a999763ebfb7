/* The operator's tags say what it reads (data_dependent_output, dynamic_output_shape). What
 * surprises: aten.index.Tensor bears the tag but has a shape of its own making only with a mask,
 * and aten.one_hot only without a number of classes. */
#include "assess/hostsync.h"

#include "assess/join.h"
#include "scanner/graph/facts.h"

str hostsync_word(enum hostsync_kind kind)
{
	static const char *const words[] = {
#define X(name, word) word,
	        SYNC_LIST(X)
#undef X
	};

	return str_from(words[kind]);
}

void hostsync_open(struct env *env, struct hostsync *out)
{
	out->known.arena = env->keep;
}

static bool has_mask(const struct graph_file *file, const struct node *node)
{
	const struct arg *indices = node_arg(file, node, "indices", 1);

	for (uint32_t i = 0; indices && indices->kind == ARG_LIST && i < indices->list.count; i++) {
		const struct arg *one = &file->args.at[indices->list.first + i];
		const struct tensor *t =
		        one->kind == ARG_VALUE ? value_tensor(file, one->value) : NULL;

		if (t && (t->dtype == DTYPE_B8 || t->dtype == DTYPE_U8))
			return true;
	}
	return false;
}

static bool shape_from_data(
        const struct graph_file *file, const struct node *node, const struct operator* op)
{
	const struct arg *arg;

	if (str_starts(op->name, S("aten.index.")))
		return has_mask(file, node);
	if (str_starts(op->name, S("aten.one_hot."))) {
		arg = node_arg(file, node, "num_classes", 1);
		return !arg || arg->kind != ARG_INT || arg->integer < 0;
	}
	if (str_starts(op->name, S("aten.repeat_interleave."))) {
		arg = node_arg(file, node, "output_size", UINT32_MAX);
		return !arg || arg->kind == ARG_NONE;
	}
	return true;
}

static bool on_cpu(str device)
{
	return str_eq(device, S("cpu")) || str_starts(device, S("cpu:"));
}

/* From a tensor that is known to lie elsewhere to one on the CPU, or by `.cpu()` in a graph that
 * was traced on the CPU. */
static bool to_cpu(const struct subject *s, const struct node *node, uint32_t index)
{
	const struct tensor *in, *out;
	const uint32_t *values;
	uint32_t n = dataflow_inputs(s->flow, node, &values);
	str original = graph_text(s->file, node->original), from, to;

	if (str_ends(original, S("cpu")) &&
	        str_eq(join_api(s->env->temp, original), S("Tensor.cpu")))
		return true;
	in = n ? value_tensor(s->file, values[0]) : NULL;
	n = dataflow_outputs(s->flow, index, &values);
	out = n ? value_tensor(s->file, values[0]) : NULL;
	from = in ? graph_text(s->file, in->device) : STR_NONE;
	to = out ? graph_text(s->file, out->device) : STR_NONE;
	if (!to.len)
		for (uint32_t i = 0; i < node->n_args; i++) {
			const struct arg *arg = &s->file->args.at[node->first_arg + i];

			if (arg->kind == ARG_DEVICE)
				to = graph_text(s->file, arg->text);
		}
	return from.len && to.len && !on_cpu(from) && on_cpu(to) && !str_eq(from, S("meta"));
}

static bool tensor_argument(const struct graph_file *file, const struct node *node, uint32_t at)
{
	const struct arg *arg = at < node->n_args ? &file->args.at[node->first_arg + at] : NULL;

	return arg && arg->kind == ARG_VALUE && arg->value < file->values.len &&
	       file->values.at[arg->value].kind == VALUE_TENSOR;
}

/* Is a symbolic truth value made from something that was read off the device? Unbacked symbols
 * (u0) are. */
static bool from_unbacked(const struct graph_file *file, const struct node *node, uint32_t at)
{
	const struct arg *arg = at < node->n_args ? &file->args.at[node->first_arg + at] : NULL;
	str expr;

	if (!arg || arg->kind != ARG_VALUE || arg->value >= file->values.len)
		return false;
	expr = graph_text(file, file->values.at[arg->value].sym.expr);
	for (size_t i = 0; i + 1 < expr.len; i++)
		if (expr.ptr[i] == 'u' && expr.ptr[i + 1] >= '0' && expr.ptr[i + 1] <= '9' &&
		        (!i || !((expr.ptr[i - 1] | 32) >= 'a' && (expr.ptr[i - 1] | 32) <= 'z')))
			return true;
	return false;
}

static bool is_sync(
        const struct subject *s, const struct node *node, uint32_t index, enum hostsync_kind *kind)
{
	const struct target_note *note = dataflow_note(s->flow, node);
	const struct graph_operator *known = node_operator(s->file, node);

	if (note->cond) {
		*kind = HOSTSYNC_BRANCH;
		return tensor_argument(s->file, node, 0) || from_unbacked(s->file, node, 0);
	}
	if (note->loop) {
		*kind = HOSTSYNC_BRANCH;
		return true;
	}
	if (!known)
		return false;
	*kind = HOSTSYNC_READ;
	if (note->reads_data)
		return true;
	*kind = HOSTSYNC_SHAPE;
	if (note->dynamic_shape && shape_from_data(s->file, node, &known->row))
		return true;
	*kind = HOSTSYNC_COPY;
	return to_cpu(s, node, index);
}

static void note_place(struct hostsync *out, const struct subject *s, uint32_t graph,
        const struct node *node, enum hostsync_kind kind)
{
	struct row_place place = subject_place(s, node);
	str op = graph_text(s->file, node->target);
	str key = arena_format(s->env->temp, "%u %d %.*s %.*s:%u %.*s", graph, (int)kind,
	        STR_ARG(op), STR_ARG(place.path), place.line, STR_ARG(place.module));
	const uint32_t *known = map_get(&out->known, key);

	out->calls[kind]++;
	if (known) {
		out->places.at[*known].calls++;
		return;
	}
	*map_at(&out->known, arena_dup(s->env->keep, key), NULL) = out->places.len;
	*VEC_PUSH(s->env->keep, &out->places) = (struct hostsync_place){
	        .graph = graph, .op = op, .kind = kind, .calls = 1, .place = place};
}

/* ------------------------------------------------------------------ logs */

static struct row_place log_place(const struct subject *s, const struct log_place *at)
{
	struct joined joined = join_path(s->a->join, graph_text(s->file, at->file), at->line);

	return (struct row_place){.path = joined.path,
	        .line = at->line,
	        .input = joined.input,
	        .source = graph_text(s->file, at->source_text),
	        .function = graph_text(s->file, at->function)};
}

static void note_event(
        struct hostsync *out, const struct subject *s, const struct hostsync_event *event)
{
	str key = arena_format(s->env->temp, "%u %d %.*s %.*s:%u", event->input, event->recompile,
	        STR_ARG(event->reason), STR_ARG(event->place.path), event->place.line);
	const uint32_t *known = map_get(&out->known, key);

	if (known) {
		out->events.at[*known].times++;
		out->events.at[*known].stops |= event->stops;
		return;
	}
	*map_at(&out->known, arena_dup(s->env->keep, key), NULL) = out->events.len;
	*VEC_PUSH(s->env->keep, &out->events) = *event;
}

static void read_fallbacks(
        struct hostsync *out, const struct subject *s, const struct graph_facts *facts)
{
	static const char *const words[] = {[FALLBACK_CPU] = "cpu",
	        [FALLBACK_MISSING] = "missing",
	        [FALLBACK_COUNTER] = "counter"};

	for (uint32_t i = 0; i < facts->fallbacks.len; i++) {
		const struct fallback *f = &facts->fallbacks.at[i];

		*VEC_PUSH(s->env->keep, &out->fallbacks) =
		        (struct hostsync_fallback){.input = s->input,
		                .op = graph_text(s->file, f->operator),
		                .backend = graph_text(s->file, f->backend),
		                .how = str_from(words[f->kind]),
		                .times = f->times,
		                .place = log_place(s, &f->place)};
	}
}

static void read_log(struct hostsync *out, const struct subject *s)
{
	const struct graph_facts *facts = graph_facts(s->file);

	if (facts)
		read_fallbacks(out, s, facts);
	for (uint32_t i = 0; facts && i < facts->breaks.len; i++) {
		const struct graph_break *b = &facts->breaks.at[i];
		struct hostsync_event event = {.input = s->input,
		        .stops = b->error,
		        .reason = graph_text(s->file, b->reason),
		        .hint = graph_text(s->file, b->hint),
		        .times = 1,
		        .place = log_place(s, &b->place)};

		note_event(out, s, &event);
	}
	for (uint32_t i = 0; facts && i < facts->recompiles.len; i++) {
		const struct recompile *r = &facts->recompiles.at[i];
		struct hostsync_event event = {.input = s->input,
		        .recompile = true,
		        .stops = r->limit,
		        .times = 1,
		        .place = log_place(s, &r->place)};

		if (r->n_reasons && r->first_reason < facts->reasons.len)
			event.reason = graph_text(s->file, facts->reasons.at[r->first_reason]);
		note_event(out, s, &event);
	}
}

void hostsync_add(struct hostsync *out, const struct subject *s)
{
	struct arena_mark mark = arena_mark(s->env->temp);

	for (uint32_t g = s->first; g < s->last; g++) {
		if (!s->a->nodes[g] || !subject_has_order(s, g))
			continue;
		for (uint32_t i = 0; i < subject_graph(s, g)->n_nodes; i++) {
			enum hostsync_kind kind;
			uint32_t index;
			const struct node *node = subject_node(s, g, i, &index);

			if (is_sync(s, node, index, &kind))
				note_place(out, s, g, node, kind);
		}
	}
	read_log(out, s);
	arena_rewind(s->env->temp, mark);
}
