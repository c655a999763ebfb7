/* Arguments are matched to the schema by name, else by position among the positional ones. */
#include "assess/question.h"

#include "pytorch/operator.h"

#include <string.h>

enum { SAME_ITEMS_MOST = 64 };

static struct query_tensor read_tensor(struct arena *arena, const struct graph_file *file,
        const struct tensor *t, struct query *query)
{
	struct query_tensor out = {.dtype = t->dtype, .rank = -1};
	int64_t *sizes;

	out.sparse = t->layout == LAYOUT_SPARSE;
	if (!t->has_shape)
		return out;
	out.rank = (int32_t)t->rank;
	sizes = ARENA_ARRAY(arena, int64_t, (size_t)t->rank + 1);
	for (uint32_t i = 0; i < t->rank; i++) {
		const struct dim *d = &file->dims.at[t->first_size + i];

		sizes[i] = d->expr ? QUERY_SYMBOLIC : d->value;
		query->dynamic |= d->expr != 0;
		query->zero_size |= !d->expr && d->value == 0;
	}
	out.sizes = sizes;
	return out;
}

static bool read_value(struct arena *arena, const struct graph_file *file, uint32_t value,
        struct query *query, struct query_arg *out)
{
	const struct value *v = &file->values.at[value];
	const struct tensor *t = value_tensor(file, value);

	switch (v->kind) {
	case VALUE_TENSOR:
		out->kind = QUERY_TENSOR;
		out->tensor = t ? read_tensor(arena, file, t, query)
		                : (struct query_tensor){.dtype = DTYPE_UNKNOWN, .rank = -1};
		return true;
	case VALUE_SYM_INT:
		out->kind = QUERY_INT;
		out->integer = v->sym.expr ? QUERY_SYMBOLIC : v->sym.value;
		query->dynamic |= v->sym.expr != 0;
		return true;
	default: out->kind = QUERY_UNKNOWN; return false;
	}
}

static void read_arg(struct arena *arena, const struct graph_file *file, const struct arg *arg,
        struct query *query, struct query_arg *out);

static bool is_tensor_arg(const struct graph_file *file, const struct arg *arg)
{
	return arg->kind == ARG_VALUE && arg->value < file->values.len &&
	       (file->values.at[arg->value].kind == VALUE_TENSOR ||
	               file->values.at[arg->value].tensor != GRAPH_NONE);
}

static void read_list(struct arena *arena, const struct graph_file *file, const struct arg *arg,
        struct query *query, struct query_arg *out)
{
	uint32_t n = arg->list.count, n_tensors = 0, n_ints = 0;
	struct query_tensor *tensors = ARENA_ARRAY(arena, struct query_tensor, (size_t)n + 1);
	int64_t *ints = ARENA_ARRAY(arena, int64_t, (size_t)n + 1);

	for (uint32_t i = 0; i < n; i++) {
		const struct arg *item = &file->args.at[arg->list.first + i];
		struct query_arg one = {.kind = QUERY_UNKNOWN};

		if (item->kind == ARG_LIST)
			continue;
		read_arg(arena, file, item, query, &one);
		if (one.kind == QUERY_TENSOR)
			tensors[n_tensors++] = one.tensor;
		else if (one.kind == QUERY_INT || one.kind == QUERY_BOOL)
			ints[n_ints++] = one.kind == QUERY_INT ? one.integer : one.flag;
		else if (item->kind == ARG_VALUE || item->kind == ARG_SYM)
			ints[n_ints++] = QUERY_SYMBOLIC;
	}
	out->kind = n_tensors ? QUERY_TENSORS : n_ints || !n ? QUERY_INTS : QUERY_OTHER;
	if (n_tensors) {
		out->tensors.at = tensors;
		out->tensors.count = n_tensors;
	} else if (out->kind == QUERY_INTS) {
		out->ints.at = ints;
		out->ints.count = n_ints;
	}
}

static void read_arg(struct arena *arena, const struct graph_file *file, const struct arg *arg,
        struct query *query, struct query_arg *out)
{
	switch (arg->kind) {
	case ARG_NONE: out->kind = QUERY_NONE; break;
	case ARG_VALUE: read_value(arena, file, arg->value, query, out); break;
	case ARG_LIST: read_list(arena, file, arg, query, out); break;
	case ARG_INT:
		out->kind = QUERY_INT;
		out->integer = arg->integer;
		break;
	case ARG_FLOAT:
		out->kind = QUERY_FLOAT;
		out->real = arg->real;
		break;
	case ARG_BOOL:
		out->kind = QUERY_BOOL;
		out->flag = arg->flag;
		break;
	case ARG_STRING:
	case ARG_MEMORY_FORMAT:
		out->kind = QUERY_TEXT;
		out->text = graph_text(file, arg->text);
		break;
	case ARG_COMPLEX: out->kind = QUERY_COMPLEX; break;
	case ARG_DTYPE:
		out->kind = QUERY_DTYPE;
		out->dtype = arg->dtype;
		break;
	case ARG_SYM:
		out->kind = QUERY_INT;
		out->integer = arg->dim.expr ? QUERY_SYMBOLIC : arg->dim.value;
		query->dynamic |= arg->dim.expr != 0;
		break;
	case ARG_OPAQUE: out->kind = QUERY_UNKNOWN; break;
	case ARG_LAYOUT:
	case ARG_DEVICE:
	case ARG_GRAPH:
	case ARG_OPERATOR: out->kind = QUERY_OTHER; break;
	}
}

static void read_args(struct arena *arena, const struct graph_file *file, const struct node *node,
        struct question *q)
{
	const struct schema *schema = q->query.schema;
	uint32_t position = 0;

	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];
		uint32_t at = UINT32_MAX;

		if (arg->name) {
			str name = graph_text(file, arg->name);

			/* mostly it stands where the schema has it */
			at = position < schema->count && str_eq(schema->args[position].name, name)
			             ? position
			             : schema_find(schema, name);
		} else if (!arg->keyword) {
			at = position;
		}
		position++;
		if (at >= schema->count)
			continue;
		read_arg(arena, file, arg, &q->query, &q->args[at]);
		if (schema->args[at].tensor && schema->args[at].list &&
		        q->args[at].kind == QUERY_INTS && !q->args[at].ints.count)
			q->args[at] = (struct query_arg){.kind = QUERY_TENSORS};
	}
}

static void read_outputs(struct arena *arena, const struct graph_file *file,
        const struct node *node, struct question *q)
{
	for (uint32_t i = 0; i < node->n_outs; i++) {
		const struct tensor *t = value_tensor(file, node->first_out + i);

		if (!t)
			continue;
		if (q->query.n_out_dtypes < 16)
			q->out_dtypes[q->query.n_out_dtypes++] = t->dtype;
		read_tensor(arena, file, t, &q->query);
	}
	q->query.out_dtypes = q->out_dtypes;
}

const struct schema *question_schema(struct arena *arena, str op, enum release release)
{
	struct operator known;

	return operator_find(op, release, &known) ? schema_keep(arena, known.schema) : NULL;
}

/* No schema: every tensor argument is taken for data. */
static void read_unknown(struct arena *arena, const struct graph_file *file,
        const struct node *node, struct question *out)
{
	enum dtype *dtypes = ARENA_ARRAY(arena, enum dtype, (size_t)node->n_args + 1);

	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];
		struct query_arg one = {.kind = QUERY_UNKNOWN};

		if (arg->kind == ARG_VALUE)
			read_value(arena, file, arg->value, &out->query, &one);
		if (one.kind == QUERY_TENSOR)
			dtypes[out->query.n_dtypes++] = one.tensor.dtype;
	}
	out->query.dtypes = dtypes;
}

void question_from_node(struct arena *arena, const struct graph_file *file, const struct node *node,
        const struct question_head *head, struct question *out)
{
	const struct schema *schema = head->schema;

	out->query = (struct query){
	        .op = head->op, .release = head->release, .row = head->row, .schema = schema};
	if (schema) {
		memset(out->args, 0, schema->count * sizeof *out->args);
		read_args(arena, file, node, out);
		for (uint32_t i = 0; i < schema->count; i++)
			if (out->args[i].kind == QUERY_ABSENT && !schema->args[i].default_text.ptr)
				out->args[i].kind =
				        schema->args[i].optional ? QUERY_NONE : QUERY_UNKNOWN;
		out->query.args = out->args;
	} else {
		read_unknown(arena, file, node, out);
	}
	read_outputs(arena, file, node, out);
}

static bool same_tensor(const struct graph_file *file, uint32_t a, uint32_t b)
{
	const struct tensor *x, *y;

	if (a == b)
		return true;
	if (a >= file->tensors.len || b >= file->tensors.len)
		return false;
	x = &file->tensors.at[a];
	y = &file->tensors.at[b];
	if (x->dtype != y->dtype || x->dtype_text != y->dtype_text || x->rank != y->rank ||
	        x->layout != y->layout || x->has_shape != y->has_shape)
		return false;
	for (uint32_t i = 0; x->has_shape && i < x->rank; i++) {
		const struct dim *d = &file->dims.at[x->first_size + i];
		const struct dim *e = &file->dims.at[y->first_size + i];

		if (d->value != e->value || d->expr != e->expr)
			return false;
	}
	return true;
}

static bool same_value(const struct graph_file *file, uint32_t a, uint32_t b)
{
	const struct value *x, *y;

	if (a >= file->values.len || b >= file->values.len)
		return false;
	x = &file->values.at[a];
	y = &file->values.at[b];
	return x->kind == y->kind && x->kind != VALUE_TENSORS && x->sym.value == y->sym.value &&
	       x->sym.expr == y->sym.expr && same_tensor(file, x->tensor, y->tensor);
}

static bool same_plain(const struct graph_file *file, const struct arg *a, const struct arg *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case ARG_NONE: return a->optional == b->optional;
	case ARG_VALUE: return same_value(file, a->value, b->value);
	case ARG_INT:
	case ARG_LAYOUT: return a->integer == b->integer;
	case ARG_BOOL: return a->flag == b->flag;
	case ARG_FLOAT: return memcmp(&a->real, &b->real, sizeof a->real) == 0;
	case ARG_DTYPE: return a->dtype == b->dtype;
	case ARG_STRING:
	case ARG_MEMORY_FORMAT:
	case ARG_DEVICE:
	case ARG_OPERATOR: return a->text == b->text;
	default: return false;
	}
}

static bool same_arg(const struct graph_file *file, const struct arg *a, const struct arg *b)
{
	if (a->name != b->name || a->keyword != b->keyword)
		return false;
	if (a->kind != ARG_LIST || b->kind != ARG_LIST)
		return same_plain(file, a, b);
	if (a->of != b->of || a->list.count != b->list.count || a->list.count > SAME_ITEMS_MOST)
		return false;
	for (uint32_t i = 0; i < a->list.count; i++)
		if (!same_plain(file, &file->args.at[a->list.first + i],
		            &file->args.at[b->list.first + i]))
			return false;
	return true;
}

bool question_same(const struct graph_file *file, const struct node *a, const struct node *b)
{
	if (a->target != b->target || a->kind != b->kind || a->n_args != b->n_args ||
	        a->n_outs != b->n_outs)
		return false;
	for (uint32_t i = 0; i < a->n_args; i++)
		if (!same_arg(file, &file->args.at[a->first_arg + i],
		            &file->args.at[b->first_arg + i]))
			return false;
	for (uint32_t i = 0; i < a->n_outs; i++)
		if (!same_value(file, a->first_out + i, b->first_out + i))
			return false;
	return true;
}

static void put_dtype(struct buf *out, const struct graph_file *file, uint32_t value)
{
	const struct tensor *t = value_tensor(file, value);

	if (!t)
		buf_byte(out, '?');
	else if (t->dtype == DTYPE_UNKNOWN && t->dtype_text)
		buf_put(out, graph_text(file, t->dtype_text));
	else
		buf_put(out, dtype_word(t->dtype));
}

/* A list of tensors, absent ones as "-"; false when it is a list of something else. */
static bool put_list(struct buf *out, const struct graph_file *file, const struct arg *arg)
{
	bool tensors = false;

	for (uint32_t i = 0; i < arg->list.count; i++)
		tensors |= is_tensor_arg(file, &file->args.at[arg->list.first + i]);
	if (!tensors)
		return false;
	buf_byte(out, '[');
	for (uint32_t i = 0; i < arg->list.count; i++) {
		const struct arg *item = &file->args.at[arg->list.first + i];

		if (i)
			buf_byte(out, ',');
		if (is_tensor_arg(file, item))
			put_dtype(out, file, item->value);
		else
			buf_byte(out, '-');
	}
	buf_byte(out, ']');
	return true;
}

void question_signature(struct buf *out, const struct graph_file *file, const struct node *node)
{
	size_t start = out->len;

	for (uint32_t i = 0; i < node->n_args; i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];
		size_t before = out->len;

		if (before > start)
			buf_byte(out, ',');
		if (is_tensor_arg(file, arg))
			put_dtype(out, file, arg->value);
		else if (arg->kind != ARG_LIST || !put_list(out, file, arg))
			out->len = before;
	}
}

str question_signature_text(
        struct arena *arena, const struct graph_file *file, const struct node *node)
{
	struct buf out = {0};
	str text;

	question_signature(&out, file, node);
	text = arena_dup(arena, buf_str(&out));
	buf_free(&out);
	return text;
}

/* The key is bytes, not text: it is compared, never read. */
static void key_bytes(struct buf *out, const void *bytes, size_t n)
{
	buf_put(out, (str){bytes, n});
}

static void key_tensor(struct buf *out, const struct query_tensor *t)
{
	buf_byte(out, (char)t->dtype);
	buf_byte(out, (char)(t->sparse ? 64 + t->rank : t->rank));
	if (t->sizes && t->rank > 0)
		key_bytes(out, t->sizes, (size_t)t->rank * sizeof *t->sizes);
}

static void key_arg(struct buf *out, const struct query_arg *arg)
{
	buf_byte(out, (char)arg->kind);
	switch (arg->kind) {
	case QUERY_TENSOR: key_tensor(out, &arg->tensor); break;
	case QUERY_TENSORS:
		key_bytes(out, &arg->tensors.count, sizeof arg->tensors.count);
		for (uint32_t i = 0; i < arg->tensors.count; i++)
			key_tensor(out, &arg->tensors.at[i]);
		break;
	case QUERY_INT: key_bytes(out, &arg->integer, sizeof arg->integer); break;
	case QUERY_FLOAT: key_bytes(out, &arg->real, sizeof arg->real); break;
	case QUERY_BOOL: buf_byte(out, (char)arg->flag); break;
	case QUERY_TEXT:
		key_bytes(out, &arg->text.len, sizeof arg->text.len);
		buf_put(out, arg->text);
		break;
	case QUERY_DTYPE: buf_byte(out, (char)arg->dtype); break;
	case QUERY_INTS:
		key_bytes(out, &arg->ints.count, sizeof arg->ints.count);
		key_bytes(out, arg->ints.at, arg->ints.count * sizeof *arg->ints.at);
		break;
	default: break;
	}
}

void question_key(struct buf *out, const struct question *q)
{
	const struct query *query = &q->query;

	key_bytes(out, &query->op.len, sizeof query->op.len);
	buf_put(out, query->op);
	buf_byte(out, (char)((int)query->release | query->dynamic << 2 | query->zero_size << 3));
	for (uint32_t i = 0; query->args && i < query->schema->count; i++)
		key_arg(out, &q->args[i]);
	key_bytes(out, query->dtypes, query->n_dtypes * sizeof *query->dtypes);
	key_bytes(out, q->out_dtypes, query->n_out_dtypes * sizeof *q->out_dtypes);
}
