/* Two generations: 1.0 has op_schema, input_types and input_shapes on the node, 1.1 ("chakra") has
 * them in lists of attributes and under inputs. Parents stand before their children, so a call is a
 * leaf until a child turns up. */
#include "scanner/graph/execution_trace.h"

#include "base/json.h"
#include "scanner/graph/event_stream.h"
#include "scanner/graph/id_pages.h"
#include "scanner/graph/identity.h"
#include "scanner/graph/profile_graph.h"
#include "scanner/graph/target.h"
#include "scanner/phrases.h"

enum { ID_PAGES = 8192 };

/* In the place of a row: a node that is no operator. */
#define NO_OPERATOR (UINT32_MAX - 1)

/* A call whose parent did not come yet. */
struct waiting {
	uint32_t row, next; /* next: + 1; 0: the last of that parent */
};

struct et_node {
	str name, id, parent, schema, types, shapes;
};

struct et {
	struct env *env;
	struct graph_file *file;
	struct profile *profile;
	struct profile_reader *reader;
	struct arena *scratch, *arena;
	struct id_pages rows;     /* id of a node to its row */
	struct id_pages children; /* id of a node: it has called an operator */
	struct id_pages heads; /* id of a node that did not come yet: its first child in waiting */
	VEC(struct waiting) waiting;
	uint32_t free; /* entries of `waiting` to use again, chained; + 1 */
	uint64_t nodes;
};

bool execution_trace_matches(str head)
{
	str start = str_trim(head = str_slice(head, 0, 1 << 16));

	if (!start.len || start.ptr[0] != '{' || str_has(head, S("\"traceEvents\"")) ||
	        str_has(head, S("\"graph_module\"")))
		return false;
	return str_has(head, S("\"schema\"")) && str_has(head, S("\"nodes\"")) &&
	       (str_has(head, S("\"op_schema\"")) || str_has(head, S("\"rf_id\"")) ||
	               str_has(head, S("\"ctrl_deps\"")));
}

/* {"values": …, "shapes": …, "types": …}; a bare list holds values only. */
static void read_inputs(struct raw *raw, struct et_node *n)
{
	str key;

	if (*raw->at != '{') {
		raw_value(raw);
		return;
	}
	raw_enter(raw, '{');
	while (raw_key(raw, &key)) {
		str value = raw_value(raw);

		if (str_eq(key, S("shapes")))
			n->shapes = value;
		else if (str_eq(key, S("types")))
			n->types = value;
	}
}

/* [{"name": "op_schema", "type": "string", "value": "aten::…"}, …] */
static void read_attrs(struct raw *raw, struct et_node *n)
{
	str key;

	if (*raw->at != '[') {
		raw_value(raw);
		return;
	}
	raw_enter(raw, '[');
	while (raw_item(raw)) {
		str name = STR_NONE, value = STR_NONE;

		if (*raw->at != '{') {
			raw_value(raw);
			continue;
		}
		raw_enter(raw, '{');
		while (raw_key(raw, &key)) {
			str text = raw_value(raw);

			if (str_eq(key, S("name")))
				name = text;
			else if (str_eq(key, S("value")))
				value = text;
		}
		if (str_eq(name, S("\"op_schema\"")))
			n->schema = value;
	}
}

static bool read_node(struct raw *raw, struct et_node *n)
{
	str key;

	*n = (struct et_node){.name = STR_NONE};
	raw_enter(raw, '{');
	while (raw_key(raw, &key)) {
		if (str_eq(key, S("inputs"))) {
			read_inputs(raw, n);
		} else if (str_eq(key, S("attrs"))) {
			read_attrs(raw, n);
		} else {
			str value = raw_value(raw);

			if (str_eq(key, S("name")))
				n->name = value;
			else if (str_eq(key, S("id")))
				n->id = value;
			else if (str_eq(key, S("ctrl_deps")) || str_eq(key, S("parent")))
				n->parent = value;
			else if (str_eq(key, S("op_schema")))
				n->schema = value;
			else if (str_eq(key, S("input_types")))
				n->types = value;
			else if (str_eq(key, S("input_shapes")))
				n->shapes = value;
		}
	}
	return !raw->bad;
}

static str text_of(struct et *t, str value)
{
	str inside = raw_inside(value), text;
	struct json j;

	if (str_find_byte(inside, '\\') == inside.len)
		return inside;
	json_open(&j, value, 4, t->scratch);
	return json_string(&j, &text) && json_end(&j) ? text : inside;
}

/* "aten::to.dtype(Tensor(a) self, …)" to "aten.to.dtype"; without an overload it is the default
 * one. */
static str target_of(struct et *t, str schema)
{
	str target = target_from_schema(t->scratch, schema);
	size_t first = str_find_byte(target, '.');

	if (first == target.len ||
	        str_find_byte(str_from_at(target, first + 1), '.') < target.len - first - 1)
		return target;
	return arena_format(t->scratch, "%.*s.default", STR_ARG(target));
}

/* The first operator that a node calls takes it from the leaves. */
static void see_child(struct et *t, int64_t id, uint32_t row)
{
	if (id_pages_get(&t->children, (uint64_t)id) != UINT32_MAX)
		return;
	id_pages_put(&t->children, (uint64_t)id, 0);
	t->profile->rows.at[row].leaf--;
}

static void count_outer(struct et *t, uint32_t at, int sign)
{
	struct profile_row *row = &t->profile->rows.at[at];

	row->top += (uint64_t)(int64_t)sign;
	row->outer += row->is_operator ? (uint64_t)(int64_t)sign : 0;
	t->profile->top_level += (uint64_t)(int64_t)sign;
}

static void wait_for(struct et *t, int64_t parent, uint32_t row)
{
	uint32_t head = id_pages_get(&t->heads, (uint64_t)parent), at = t->free;

	if (t->free)
		t->free = t->waiting.at[at - 1].next;
	else {
		VEC_PUSH(t->arena, &t->waiting);
		at = t->waiting.len;
	}
	t->waiting.at[at - 1] = (struct waiting){row, head == UINT32_MAX ? 0 : head};
	id_pages_put(&t->heads, (uint64_t)parent, at);
}

/* The parent of the calls that wait for it has come. */
static void release(struct et *t, int64_t id, uint32_t row)
{
	uint32_t head = id_pages_get(&t->heads, (uint64_t)id);

	for (uint32_t at = head == UINT32_MAX ? 0 : head, next; at; at = next) {
		struct waiting *w = &t->waiting.at[at - 1];

		if (row != NO_OPERATOR) {
			count_outer(t, w->row, -1);
			see_child(t, id, row);
		}
		next = w->next;
		w->next = t->free;
		t->free = at;
	}
	if (head != UINT32_MAX)
		id_pages_put(&t->heads, (uint64_t)id, 0);
}

static void place_call(struct et *t, uint32_t row, int64_t parent)
{
	uint32_t over = parent < 0 ? NO_OPERATOR : id_pages_get(&t->rows, (uint64_t)parent);

	if (over != UINT32_MAX && over != NO_OPERATOR) {
		see_child(t, parent, over);
		return;
	}
	count_outer(t, row, 1);
	if (over == UINT32_MAX)
		wait_for(t, parent, row);
}

static void take_node(struct et *t, const struct et_node *n)
{
	str schema = text_of(t, n->schema);
	struct profile_key key = {.name = text_of(t, n->name),
	        .target = target_of(t, schema),
	        .types = n->types,
	        .dims = n->shapes};
	int64_t id = raw_integer(n->id), parent = raw_integer(n->parent);
	uint32_t at = NO_OPERATOR;

	t->profile->events++;
	if (schema.len) {
		t->profile->with_schema++;
		at = profile_row_at(t->reader, &key);
		t->profile->rows.at[at].calls++;
		t->profile->rows.at[at].leaf++;
		place_call(t, at, parent);
	}
	if (id < 0)
		return;
	id_pages_put(&t->rows, (uint64_t)id, at);
	release(t, id, at);
}

static void report(
        struct et *t, str path, const struct event_stream *events, const struct stream *stream)
{
	struct place place = {.path = path};

	if (stream_problem(stream) || events->cut)
		diag_warning(t->env->diags, place, "%s; %llu whole nodes were read",
		        stream_problem(stream) ? stream_problem(stream)
		                               : "the execution trace ends too early",
		        (unsigned long long)t->profile->events);
	if (stream_problem(stream) || events->cut)
		left_out_add(t->file, phrase_cut_trace, 1);
	if (events->broken)
		left_out_add(t->file, phrase_bad_node, events->broken);
}

bool execution_trace_stream(
        struct env *env, str path, struct stream *stream, struct graph_file *out)
{
	struct et t = {.env = env, .file = out, .profile = profile_of(out)};
	struct event_stream events;
	struct arena_mark mark;
	struct et_node node;
	struct raw raw;
	enum event_step step;

	t.reader = profile_open(env, out);
	t.scratch = arena_new();
	t.arena = arena_new();
	t.rows = t.children = t.heads = (struct id_pages){.arena = t.arena, .most = ID_PAGES};
	t.profile->execution_trace = true;
	mark = arena_mark(t.scratch);
	event_stream_open(&events, stream, "nodes");
	while ((step = event_stream_next(&events, &raw)) != EVENT_END) {
		if (step == EVENT_MEMBER) {
			if (str_eq(events.key, S("schema")))
				t.profile->schema =
				        intern_id(&out->names, raw_inside(events.value));
			continue;
		}
		read_node(&raw, &node);
		if (event_stream_read(&events, &raw))
			take_node(&t, &node);
		arena_rewind(t.scratch, mark);
	}
	profile_finish(t.reader);
	profile_close(t.reader);
	report(&t, path, &events, stream);
	arena_free(t.scratch);
	arena_free(t.arena);
	if (!t.profile->events)
		return diag_error(env->diags, (struct place){.path = path},
		        "no node could be read; expected an execution trace of PyTorch");
	profile_make_graph(env, out);
	graph_file_identify(out);
	return true;
}

bool execution_trace_read(struct env *env, str path, str bytes, struct graph_file *out)
{
	struct stream *stream = stream_over(bytes);
	bool ok = execution_trace_stream(env, path, stream, out);

	stream_close(stream);
	return ok;
}
