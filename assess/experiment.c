/* A node becomes a call in two passes: the first weighs it (bytes of its tensors and FLOPs with the
 * sizes as they are), the second writes it as JSON. Too large a call is weighed again with its
 * largest size halved wherever that number stands, until it fits; shapes that hang together by a
 * product do not survive that, and the worker says so. */
#include "assess/experiment.h"

#include "assess/question.h"
#include "assess/symbol.h"
#include "pytorch/operator.h"
#include "scanner/graph/graph_flops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ARG_DEPTH_MOST = 16, HALVED_MOST = 32, LEAST_SCALED = 64 };

/* A size of the graph and what stands in its place. */
struct halved {
	int64_t from, to;
};

struct builder {
	struct env *env;
	const struct experiment_plan *plan;
	struct experiments *out;
	const struct graph_file *file;
	struct symbols symbols;
	struct map rows;  /* op(signature) to row */
	struct map known; /* key to experiment */
	/* of the node at hand */
	struct halved halved[HALVED_MOST];
	uint32_t n_halved;
	struct map values; /* value to its number in the call */
	enum skip skip;
	str why, call;
	uint64_t bytes, flops;
	int64_t largest;
	bool filled, dynamic;
};

static enum skip give_up(struct builder *b, enum skip skip, str why)
{
	if (!b->skip) {
		b->skip = skip;
		b->why = why;
	}
	return skip;
}

/* ------------------------------------------------------------------ sizes */

static int64_t scaled(const struct builder *b, int64_t size)
{
	for (uint32_t i = 0; i < b->n_halved; i++)
		if (b->halved[i].from == size)
			return b->halved[i].to;
	return size;
}

static int64_t size_of(struct builder *b, const struct dim *dim)
{
	int64_t value = 0;

	b->filled |= dim->expr != 0;
	b->dynamic |= dim->expr != 0;
	if (!symbols_dim(&b->symbols, dim, &value))
		give_up(b, SKIP_SYMBOL, dim->expr ? graph_text(b->file, dim->expr) : STR_NONE);
	return value;
}

static void weigh(struct builder *b, const struct tensor *t)
{
	uint64_t bytes = dtype_bytes(t->dtype);

	if (!t->has_shape)
		return;
	for (uint32_t i = 0; i < t->rank; i++) {
		int64_t size = size_of(b, &b->file->dims.at[t->first_size + i]);
		int64_t now = scaled(b, size);

		if (__builtin_mul_overflow(bytes, (uint64_t)now, &bytes))
			bytes = UINT64_MAX / 4;
		if (now > scaled(b, b->largest) || !b->largest)
			b->largest = size;
	}
	if (__builtin_add_overflow(b->bytes, bytes, &b->bytes))
		b->bytes = UINT64_MAX / 2;
}

static void weigh_arg(struct builder *b, const struct arg *arg, uint32_t depth)
{
	if (arg->kind == ARG_LIST && depth < ARG_DEPTH_MOST) {
		for (uint32_t i = 0; i < arg->list.count; i++)
			weigh_arg(b, &b->file->args.at[arg->list.first + i], depth + 1);
	} else if (arg->kind == ARG_VALUE) {
		const struct tensor *t = value_tensor(b->file, arg->value);

		if (t)
			weigh(b, t);
	}
}

static int64_t size_now(void *user, const struct dim *dim)
{
	struct builder *b = user;
	int64_t value = 0;

	return symbols_dim(&b->symbols, dim, &value) && value >= 0 ? scaled(b, value) : -1;
}

static void weigh_node(struct builder *b, const struct node *node)
{
	struct flops flops =
	        graph_flops_sized(b->file, node, b->env->temp, &(struct graph_sizes){size_now, b});

	b->flops = flops.kind == FLOPS_COUNTED ? (uint64_t)flops.count : 0;
	b->bytes = 0;
	b->largest = 0;
	for (uint32_t i = 0; i < node->n_args; i++)
		weigh_arg(b, &b->file->args.at[node->first_arg + i], 0);
	for (uint32_t i = 0; i < node->n_outs; i++) {
		const struct tensor *t = value_tensor(b->file, node->first_out + i);
		struct dim unbacked = {.value = -1};
		bool known = t && t->has_shape;

		/* A result of a size that depends on data does not count. */
		for (uint32_t k = 0; known && k < t->rank; k++)
			known = b->file->dims.at[t->first_size + k].expr == 0 ||
			        b->file->dims.at[t->first_size + k].value != unbacked.value;
		if (known)
			weigh(b, t);
	}
}

static bool is_too_large(const struct builder *b)
{
	return b->bytes > b->plan->most_bytes || b->flops > b->plan->most_flops;
}

/* Halves sizes until the call fits; false when its tensors stay too large with nothing large left
 * to halve. */
static bool fit(struct builder *b, const struct node *node)
{
	for (weigh_node(b, node); !b->skip && is_too_large(b); weigh_node(b, node)) {
		int64_t now = scaled(b, b->largest);
		uint32_t i = 0;

		while (i < b->n_halved && b->halved[i].from != b->largest)
			i++;
		if (now < LEAST_SCALED || i == HALVED_MOST)
			return b->bytes <= b->plan->most_bytes;
		if (i == b->n_halved)
			b->n_halved++;
		b->halved[i] = (struct halved){b->largest, now % 2 ? now / 2 + 1 : now / 2};
	}
	return true;
}

/* ------------------------------------------------------------------ the call as JSON */

static void put_sizes(struct builder *b, struct json_out *w, const struct tensor *t)
{
	json_out_key(w, "s");
	json_out_array(w);
	for (uint32_t i = 0; i < t->rank; i++)
		json_out_int(w, scaled(b, size_of(b, &b->file->dims.at[t->first_size + i])));
	json_out_array_end(w);
}

static void put_tensor(
        struct builder *b, struct json_out *w, uint32_t value, const struct tensor *t)
{
	str name = arena_format(b->env->temp, "%u", value);
	bool fresh;
	uint32_t *number = map_at(&b->values, name, &fresh);

	if (fresh)
		*number = b->values.len;
	json_out_object(w);
	json_out_pair_str(w, "t", dtype_word(t->dtype));
	put_sizes(b, w, t);
	if (t->n_strides == t->rank && t->rank && !b->n_halved) {
		json_out_key(w, "st");
		json_out_array(w);
		for (uint32_t i = 0; i < t->rank; i++)
			json_out_int(w, size_of(b, &b->file->dims.at[t->first_stride + i]));
		json_out_array_end(w);
	}
	if (t->layout == LAYOUT_SPARSE)
		json_out_pair_str(w, "l", S("sparse"));
	json_out_pair_int(w, "v", *number);
	json_out_object_end(w);
}

static void put_value(struct builder *b, struct json_out *w, uint32_t index)
{
	const struct value *v = index < b->file->values.len ? &b->file->values.at[index] : NULL;
	const struct tensor *t = value_tensor(b->file, index);
	int64_t number = 0;

	switch (v ? v->kind : VALUE_UNKNOWN) {
	case VALUE_TENSOR:
		if (!t || !t->has_shape || t->dtype == DTYPE_UNKNOWN)
			give_up(b, SKIP_SHAPE, S("a tensor without shape or dtype"));
		else
			put_tensor(b, w, index, t);
		return;
	case VALUE_SYM_INT:
		b->filled = b->dynamic = true;
		if (v->sym.expr && symbols_dim(&b->symbols, &v->sym, &number))
			json_out_int(w, scaled(b, number));
		else if (!v->sym.expr && v->sym.value >= 0)
			json_out_int(w, scaled(b, v->sym.value));
		else
			give_up(b, SKIP_SYMBOL, graph_text(b->file, v->name));
		return;
	case VALUE_SYM_BOOL: json_out_bool(w, true); return;
	case VALUE_SYM_FLOAT: json_out_float(w, 1.0); return;
	case VALUE_NONE: json_out_null(w); return;
	case VALUE_OBJECT: give_up(b, SKIP_ARGUMENT, S("a script object")); return;
	default: give_up(b, SKIP_SHAPE, S("a value whose type is not shown")); return;
	}
}

static void put_word(struct json_out *w, const char *key, str word)
{
	json_out_object(w);
	json_out_pair_str(w, key, word);
	json_out_object_end(w);
}

static void put_real(struct json_out *w, double real)
{
	if (isfinite(real)) {
		struct buf text = {0};

		/* A float that is whole must not become an integer on the way. */
		json_out_float(&(struct json_out){.out = &text}, real);
		if (str_find_byte(buf_str(&text), '.') == text.len &&
		        str_find_byte(buf_str(&text), 'e') == text.len)
			buf_puts(&text, ".0");
		json_out_raw(w, buf_str(&text));
		buf_free(&text);
	} else {
		put_word(w, "float", isnan(real) ? S("nan") : real > 0 ? S("inf") : S("-inf"));
	}
}

static void put_arg(struct builder *b, struct json_out *w, const struct arg *arg, uint32_t depth)
{
	static const char *const layouts[] = {"strided", "strided", "sparse", "mkldnn"};

	switch (arg->kind) {
	case ARG_NONE: json_out_null(w); break;
	case ARG_VALUE: put_value(b, w, arg->value); break;
	case ARG_LIST:
		if (depth >= ARG_DEPTH_MOST) {
			give_up(b, SKIP_ARGUMENT, S("lists nested too deep"));
			break;
		}
		json_out_array(w);
		for (uint32_t i = 0; i < arg->list.count && !b->skip; i++)
			put_arg(b, w, &b->file->args.at[arg->list.first + i], depth + 1);
		json_out_array_end(w);
		break;
	case ARG_INT: json_out_int(w, scaled(b, arg->integer)); break;
	case ARG_FLOAT: put_real(w, arg->real); break;
	case ARG_BOOL: json_out_bool(w, arg->flag); break;
	case ARG_STRING: put_word(w, "str", graph_text(b->file, arg->text)); break;
	case ARG_COMPLEX:
		json_out_object(w);
		json_out_key(w, "complex");
		json_out_array(w);
		put_real(w, arg->complex.real);
		put_real(w, arg->complex.imag);
		json_out_array_end(w);
		json_out_object_end(w);
		break;
	case ARG_DTYPE: put_word(w, "dtype", dtype_torch_name(arg->dtype)); break;
	case ARG_DEVICE: put_word(w, "device", S("the device under test")); break;
	case ARG_LAYOUT: put_word(w, "layout", str_from(layouts[arg->integer & 3])); break;
	case ARG_MEMORY_FORMAT: put_word(w, "memory_format", graph_text(b->file, arg->text)); break;
	case ARG_SYM: {
		int64_t number;

		b->filled = b->dynamic = true;
		if (symbols_dim(&b->symbols, &arg->dim, &number))
			json_out_int(w, scaled(b, number));
		else
			give_up(b, SKIP_SYMBOL, graph_text(b->file, arg->dim.expr));
		break;
	}
	case ARG_GRAPH:
	case ARG_OPERATOR: give_up(b, SKIP_HIGHER_ORDER, STR_NONE); break;
	case ARG_OPAQUE: give_up(b, SKIP_SHAPE, graph_text(b->file, arg->text)); break;
	}
}

static str write_call(struct builder *b, const struct node *node)
{
	struct buf text = {0};
	struct json_out w = {.out = &text};
	str out = STR_NONE;

	b->values = (struct map){.arena = b->env->temp};
	json_out_array(&w);
	for (uint32_t i = 0; i < node->n_args && !b->skip; i++) {
		const struct arg *arg = &b->file->args.at[node->first_arg + i];

		json_out_object(&w);
		if (arg->name)
			json_out_pair_str(&w, "n", graph_text(b->file, arg->name));
		if (arg->keyword) {
			json_out_key(&w, "k");
			json_out_bool(&w, true);
		}
		json_out_key(&w, "v");
		put_arg(b, &w, arg, 0);
		if (!b->skip)
			json_out_object_end(&w);
	}
	if (!b->skip) {
		json_out_array_end(&w);
		out = arena_dup(b->env->temp, buf_str(&text));
	}
	buf_free(&text);
	return out;
}

/* ------------------------------------------------------------------ nodes */

static const struct op_row *row_of(const struct builder *b, const struct node *node, str op)
{
	str key = arena_format(b->env->temp, "%.*s(%.*s)", STR_ARG(op),
	        STR_ARG(question_signature_text(b->env->temp, b->file, node)));
	const uint32_t *at = map_get(&b->rows, key);

	return at ? &b->plan->assessment->rows.at[*at] : NULL;
}

static enum skip skip_of_kind(const struct builder *b, enum row_kind kind)
{
	switch (kind) {
	case ROW_COLLECTIVE: return SKIP_COLLECTIVE;
	case ROW_HIGHER_ORDER: return SKIP_HIGHER_ORDER;
	case ROW_API: return SKIP_API;
	case ROW_CUSTOM: return b->plan->custom ? SKIP_NONE : SKIP_CUSTOM;
	default: return SKIP_NONE;
	}
}

static str data_signature(struct builder *b, const struct query *query)
{
	enum dtype dtypes[16];
	uint32_t n = query_dtypes(query, dtypes, 16);
	struct buf text = {0};
	str out;

	for (uint32_t i = 0; i < n; i++) {
		bool seen = dtypes[i] == DTYPE_UNKNOWN;

		for (uint32_t k = 0; k < i; k++)
			seen |= dtypes[k] == dtypes[i];
		if (seen)
			continue;
		if (text.len)
			buf_byte(&text, ',');
		buf_put(&text, dtype_word(dtypes[i]));
	}
	out = arena_dup(b->out->arena, buf_str(&text));
	buf_free(&text);
	return out;
}

static void ask_known(struct builder *b, const struct node *node, struct experiment *e)
{
	struct arena_mark mark = arena_mark(b->env->temp);
	struct question *q = ARENA_NEW(b->env->temp, struct question);
	str version = graph_text(b->file, b->file->torch_version);
	struct question_head head = {.op = e->op,
	        .release = str_starts(version, S("2.14")) ? RELEASE_2_14 : RELEASE_2_13};

	head.schema = question_schema(b->env->temp, e->op, head.release);
	question_from_node(b->env->temp, b->file, node, &head, q);
	e->fact_signature = data_signature(b, &q->query);
	for (int mode = 0; b->plan->target && mode < MODE_COUNT; mode++)
		e->known[mode] = coverage_answer(b->plan->assessment->coverage, b->env->temp,
		        &q->query, b->plan->target, (enum mode)mode, NULL)
		                         .verdict;
	arena_rewind(b->env->temp, mark);
}

static bool is_chosen(const struct experiment_plan *plan, const struct experiment *e)
{
	for (uint32_t i = 0; i < plan->n_only; i++) {
		str only = plan->only[i];

		if (str_eq(only, S("unknown")) &&
		        (e->known[MODE_EAGER] == VERDICT_UNKNOWN ||
		                e->known[MODE_COMPILE] == VERDICT_UNKNOWN))
			return true;
		if (str_eq(only, e->op) || (str_starts(e->op, only) && e->op.len > only.len &&
		                                   e->op.ptr[only.len] == '.'))
			return true;
	}
	return plan->n_only == 0;
}

static str digest(struct arena *arena, str op, str call)
{
	uint64_t a = str_hash(op, str_hash(call, UINT64_C(0x706f7274666974))),
	         c = str_hash(call, str_hash(op, UINT64_C(0x70726f6265)));

	return arena_format(arena, "%016llx%016llx", (unsigned long long)a, (unsigned long long)c);
}

static void fill(
        struct builder *b, const struct node *node, const struct op_row *row, struct experiment *e)
{
	struct arena *keep = b->out->arena;

	e->skip = b->skip;
	e->why = arena_dup(keep, b->why);
	e->args = b->skip ? STR_NONE : arena_dup(keep, b->call);
	e->bytes = b->bytes;
	e->scaled = b->n_halved > 0;
	e->filled = b->filled;
	e->dynamic = b->dynamic;
	e->guessed = b->filled && b->symbols.guessed;
	e->backward_graph = node->backward;
	e->path = arena_dup(keep, graph_text(b->file, node->file));
	e->line = node->line;
	if (row && row->calls && row->flops)
		e->flops = row->flops / row->calls;
	if (row && (row->kind == ROW_DEVICE || row->kind == ROW_CUSTOM))
		ask_known(b, node, e);
	if (!e->skip && !is_chosen(b->plan, e))
		e->skip = SKIP_NOT_CHOSEN;
}

static void reset_node(struct builder *b)
{
	b->n_halved = 0;
	b->skip = SKIP_NONE;
	b->why = STR_NONE;
	b->filled = b->dynamic = false;
	b->bytes = 0;
}

static void add_node(struct builder *b, const struct node *node)
{
	struct arena_mark mark = arena_mark(b->env->temp);
	str op = operator_canonical(b->env->temp, graph_text(b->file, node->target)), key;
	const struct op_row *row = row_of(b, node, op);
	str signature = question_signature_text(b->env->temp, b->file, node);
	struct experiment *e;
	uint32_t *at;
	bool fresh;

	b->out->nodes++;
	b->out->host_nodes += row && row->kind == ROW_HOST;
	b->out->wrapper_nodes += row && row->kind == ROW_WRAPPER;
	if (!row || row->kind == ROW_HOST || row->kind == ROW_WRAPPER) {
		arena_rewind(b->env->temp, mark);
		return;
	}
	reset_node(b);
	b->skip = skip_of_kind(b, row->kind);
	if (!b->skip && !fit(b, node))
		give_up(b, SKIP_SIZE, STR_NONE);
	if (!b->skip)
		b->call = write_call(b, node);
	key = digest(b->env->temp, op, b->skip ? signature : b->call);
	if (b->skip)
		key = arena_format(b->env->temp, "%.*s-%d", STR_ARG(key), (int)b->skip);
	at = map_at(&b->known, arena_dup(b->out->arena, key), &fresh);
	if (fresh) {
		*at = b->out->list.len;
		e = VEC_PUSH(b->out->arena, &b->out->list);
		e->op = arena_dup(b->out->arena, op);
		e->signature = arena_dup(b->out->arena, signature);
		e->key = arena_dup(b->out->arena, key);
		fill(b, node, row, e);
	}
	e = &b->out->list.at[*at];
	e->calls += node->calls ? node->calls : 1;
	e->backward_graph &= node->backward;
	arena_rewind(b->env->temp, mark);
}

static bool is_unknown(const struct experiment *e)
{
	return e->known[MODE_EAGER] == VERDICT_UNKNOWN || e->known[MODE_COMPILE] == VERDICT_UNKNOWN;
}

static int by_value(const void *a, const void *b)
{
	const struct experiment *x = a, *y = b;
	int c;

	if ((x->skip == SKIP_NONE) != (y->skip == SKIP_NONE))
		return x->skip == SKIP_NONE ? -1 : 1;
	if (is_unknown(x) != is_unknown(y))
		return is_unknown(x) ? -1 : 1;
	if (x->flops != y->flops)
		return x->flops > y->flops ? -1 : 1;
	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	c = str_cmp(x->op, y->op);
	return c ? c : str_cmp(x->key, y->key);
}

bool experiments_plan(struct env *env, const struct experiment_plan *plan, struct experiments *out)
{
	const struct assessment *a = plan->assessment;
	struct builder b = {.env = env,
	        .plan = plan,
	        .out = out,
	        .rows = {.arena = env->keep},
	        .known = {.arena = env->keep}};

	*out = (struct experiments){.arena = env->keep};
	for (uint32_t i = 0; i < a->rows.len; i++)
		*map_at(&b.rows,
		        arena_format(env->keep, "%.*s(%.*s)", STR_ARG(a->rows.at[i].op),
		                STR_ARG(a->rows.at[i].signature)),
		        NULL) = i;
	for (uint32_t i = 0; i < a->scan->graphs.len; i++) {
		const struct graph_ref *ref = &a->scan->graphs.at[i];
		const struct graph *graph = &ref->file->graphs.at[ref->graph];

		if (!ref->counted)
			continue;
		if (b.file != ref->file) {
			b.file = ref->file;
			symbols_init(env->keep, b.file, &b.symbols);
		}
		for (uint32_t n = 0; n < graph->n_nodes; n++) {
			const struct node *node = &b.file->nodes.at[graph->first_node + n];

			if (node->kind != NODE_GETITEM && node->kind != NODE_GET_ATTR)
				add_node(&b, node);
		}
	}
	if (out->list.len)
		qsort(out->list.at, out->list.len, sizeof *out->list.at, by_value);
	for (uint32_t i = 0; i < out->list.len; i++)
		out->runnable += out->list.at[i].skip == SKIP_NONE;
	return true;
}
