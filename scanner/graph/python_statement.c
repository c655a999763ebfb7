/* One statement of `forward` is one node of the graph, or bookkeeping of the printer.
 *
 * What surprises: torch.fx writes in-place operators and setitem as two statements, "x += y;  iadd
 * = x", so the node gets its name from the second one (fx-formats 4.1). */
#include "scanner/graph/python_text.h"

#include "scanner/graph/target.h"
#include "scanner/phrases.h"

#include <string.h>

/* A statement being lowered. */
struct lowering {
	struct text_build *b;
	const struct py_tree *t;
	struct py_statement statement;
	uint32_t line;
	str name;           /* of the result */
	uint32_t unnamed;   /* node of an in-place statement that waits for its name */
	str unnamed_source; /* and the name it wrote to */
};

static const char *operator_word(enum py_op op)
{
	static const char *const words[] = {[PY_ADD] = "add",
	        [PY_SUB] = "sub",
	        [PY_MUL] = "mul",
	        [PY_DIV] = "truediv",
	        [PY_FLOORDIV] = "floordiv",
	        [PY_MOD] = "mod",
	        [PY_POW] = "pow",
	        [PY_MATMUL] = "matmul",
	        [PY_LSHIFT] = "lshift",
	        [PY_RSHIFT] = "rshift",
	        [PY_AND] = "and_",
	        [PY_OR] = "or_",
	        [PY_XOR] = "xor",
	        [PY_EQ] = "eq",
	        [PY_NE] = "ne",
	        [PY_LT] = "lt",
	        [PY_LE] = "le",
	        [PY_GT] = "gt",
	        [PY_GE] = "ge",
	        [PY_NEG] = "neg",
	        [PY_POS] = "pos",
	        [PY_INVERT] = "invert",
	        [PY_NOT] = "not_"};

	return words[op];
}

/* In-place forms drop the underscore: iand, ior. */
static str inplace_target(struct text_build *b, enum py_op op)
{
	str word = str_from(operator_word(op));

	if (str_ends(word, S("_")))
		word = str_slice(word, 0, word.len - 1);
	return arena_format(b->env->temp, "_operator.i%.*s", STR_ARG(word));
}

static struct node_spec spec_of(const struct lowering *l, enum node_kind kind, str target)
{
	return (struct node_spec){.name = l->name,
	        .target = target,
	        .kind = kind,
	        .line = l->line,
	        .stack = build_stack(l->b),
	        .annotation = l->statement.annotation};
}

static void push_chain(struct text_build *b, uint32_t node)
{
	for (; node != PY_NONE; node = b->tree.nodes.at[node].next)
		build_push(b, build_arg(b, node));
}

static const struct py_node *node_at(const struct lowering *l, uint32_t node)
{
	return &l->t->nodes.at[node];
}

static bool is_self(str dotted)
{
	return str_starts(dotted, S("self."));
}

/* The path behind `self` of "self.a", getattr(self.a, "0") and their like; false for another
 * object. */
static bool self_path(const struct lowering *l, uint32_t node, int depth, str *path)
{
	const struct py_node *n = node_at(l, node);
	str inner, name;
	uint32_t object;

	if (n->kind == PY_NAME) {
		name = py_text(l->t, node);
		*path = str_eq(name, S("self")) ? S("") : str_from_at(name, 5);
		return str_eq(name, S("self")) || is_self(name);
	}
	if (depth > 16)
		return false;
	if (n->kind == PY_ATTRIBUTE) {
		object = n->child;
		name = py_name(l->t, node);
	} else if (n->kind == PY_CALL && node_at(l, n->child)->kind == PY_NAME &&
	           str_eq(py_text(l->t, n->child), S("getattr"))) {
		object = node_at(l, n->child)->next;
		if (object == PY_NONE || node_at(l, object)->next == PY_NONE ||
		        node_at(l, node_at(l, object)->next)->kind != PY_STRING)
			return false;
		name = py_string(l->t, node_at(l, object)->next);
	} else {
		return false;
	}
	if (!self_path(l, object, depth + 1, &inner))
		return false;
	*path = inner.len
	                ? arena_format(l->b->env->temp, "%.*s.%.*s", STR_ARG(inner), STR_ARG(name))
	                : name;
	return true;
}

static void lower_get_attr(struct lowering *l, str path)
{
	struct node_spec spec = spec_of(l, NODE_GET_ATTR, path);

	build_node(l->b, &spec);
}

/* x.T: getattr(x, "T") */
static void lower_attribute(struct lowering *l, struct arg object, str name)
{
	struct node_spec spec = spec_of(l, NODE_CALL_FUNCTION, S("builtins.getattr"));

	build_push(l->b, object);
	build_push(l->b,
	        (struct arg){.kind = ARG_STRING, .text = intern_id(&l->b->file->names, name)});
	build_node(l->b, &spec);
}

static void lower_method(struct lowering *l, struct arg object, str name, uint32_t args)
{
	struct node_spec spec = spec_of(l, NODE_CALL_METHOD, name);

	build_push(l->b, object);
	push_chain(l->b, args);
	build_node(l->b, &spec);
}

static void lower_named_call(struct lowering *l, str name, uint32_t args)
{
	size_t dot = str_find_byte(name, '.'), last = str_rfind_byte(name, '.');
	uint32_t object = build_find(l->b, str_slice(name, 0, dot));
	struct node_spec spec;

	if (is_self(name)) {
		spec = spec_of(l, NODE_CALL_MODULE, str_from_at(name, 5));
	} else if (dot < name.len && object != GRAPH_NONE) {
		lower_method(l, (struct arg){.kind = ARG_VALUE, .value = object},
		        str_from_at(name, last + 1), args);
		return;
	} else if (str_starts(name, S("fx_pytree.")) || str_starts(name, S("pytree."))) {
		return; /* bookkeeping of the calling convention */
	} else {
		spec = spec_of(l, NODE_CALL_FUNCTION, target_from_python(l->b->env->temp, name));
		spec.spelled = str_starts(name, S("torch.ops.")) ? str_from_at(name, 10) : name;
		if (str_eq(spec.target, S("_operator.getitem")))
			spec.kind = NODE_GETITEM;
	}
	push_chain(l->b, args);
	build_node(l->b, &spec);
}

static void lower_call(struct lowering *l, uint32_t call)
{
	uint32_t function = node_at(l, call)->child, args = node_at(l, function)->next;
	enum py_kind kind = node_at(l, function)->kind;
	struct node_spec spec;
	str path = STR_NONE;

	if (kind == PY_NAME) {
		str name = py_text(l->t, function);

		if (str_eq(name, S("getattr")) && self_path(l, call, 0, &path))
			lower_get_attr(l, path);
		else
			lower_named_call(l, name, args);
		return;
	}
	if (kind == PY_ATTRIBUTE && !self_path(l, function, 0, &path)) {
		lower_method(l, build_arg(l->b, node_at(l, function)->child),
		        py_name(l->t, function), args);
		return;
	}
	if (!path.len && !self_path(l, function, 0, &path))
		path = py_text(l->t, function);
	spec = spec_of(l, NODE_CALL_MODULE, path);
	push_chain(l->b, args);
	build_node(l->b, &spec);
}

/* An operator, a comparison or a subscript over one or two operands. */
static void lower_operator(struct lowering *l, uint32_t node, str target)
{
	enum node_kind kind =
	        node_at(l, node)->kind == PY_SUBSCRIPT ? NODE_GETITEM : NODE_CALL_FUNCTION;
	struct node_spec spec = spec_of(l, kind, target);

	push_chain(l->b, node_at(l, node)->child);
	build_node(l->b, &spec);
}

/* "name = other": an alias, or the name that an in-place statement waits for. */
static void lower_alias(struct lowering *l, str source)
{
	struct text_build *b = l->b;
	uint32_t value;

	if (l->unnamed != GRAPH_NONE && str_eq(source, l->unnamed_source)) {
		struct node *node = &b->file->nodes.at[l->unnamed];

		node->name = intern_id(&b->file->names, l->name);
		if (node->n_outs) {
			b->file->values.at[node->first_out].name = node->name;
			build_define(b, l->name, node->first_out);
		}
		l->unnamed = GRAPH_NONE;
		return;
	}
	value = build_find(b, source);
	if (value != GRAPH_NONE)
		build_define(b, l->name, value);
}

static void lower_name(struct lowering *l, str name)
{
	size_t dot = str_find_byte(name, '.');
	uint32_t object;

	if (dot == name.len) {
		lower_alias(l, name);
		return;
	}
	if (is_self(name)) {
		lower_get_attr(l, str_from_at(name, 5));
		return;
	}
	object = build_find(l->b, str_slice(name, 0, dot));
	lower_attribute(l,
	        object == GRAPH_NONE ? build_word(l->b, str_slice(name, 0, dot))
	                             : (struct arg){.kind = ARG_VALUE, .value = object},
	        str_from_at(name, dot + 1));
}

/* The right side of "name = …" (or of no name at all). */
static void lower_value(struct lowering *l, uint32_t node)
{
	const struct py_node *n = node_at(l, node);
	str path;

	switch (n->kind) {
	case PY_NAME: lower_name(l, py_text(l->t, node)); return;
	case PY_CALL: lower_call(l, node); return;
	case PY_SUBSCRIPT: lower_operator(l, node, S("_operator.getitem")); return;
	case PY_UNARY:
		if (node_at(l, n->child)->kind == PY_NUMBER)
			break;
		/* fallthrough */
	case PY_BINARY:
	case PY_COMPARE:
		lower_operator(l, node,
		        arena_format(
		                l->b->env->temp, "_operator.%s", operator_word((enum py_op)n->op)));
		return;
	case PY_ATTRIBUTE:
		if (self_path(l, node, 0, &path))
			lower_get_attr(l, path);
		else
			lower_attribute(l, build_arg(l->b, n->child), py_name(l->t, node));
		return;
	default: break;
	}
	/* A constant: the deletions behind every statement are the most common ones. */
	if (n->kind != PY_WORD && l->name.len)
		build_value(l->b, l->name, VALUE_CONSTANT, GRAPH_NONE);
}

/* x[…] = y: the node waits for its name. */
static void lower_setitem(struct lowering *l, uint32_t target)
{
	struct node_spec spec;
	uint32_t object = node_at(l, target)->child;

	l->name = S("setitem");
	spec = spec_of(l, NODE_CALL_FUNCTION, S("_operator.setitem"));
	build_push(l->b, build_arg(l->b, object));
	build_push(l->b, build_arg(l->b, node_at(l, object)->next));
	build_push(l->b, build_arg(l->b, l->statement.value));
	l->unnamed = build_node(l->b, &spec);
	l->unnamed_source = py_text(l->t, object);
}

static void lower_augment(struct lowering *l)
{
	uint32_t target = l->statement.first_target;
	struct node_spec spec;
	struct arg object = build_arg(l->b, target);

	l->name = py_text(l->t, target);
	spec = spec_of(l, NODE_CALL_FUNCTION, inplace_target(l->b, l->statement.op));
	build_push(l->b, object);
	build_push(l->b, build_arg(l->b, l->statement.value));
	l->unnamed = build_node(l->b, &spec);
	l->unnamed_source = l->name;
}

/* "primals_1, tangents_1, = fx_pytree.tree_flatten_spec(…)", "arg0, arg1, = args_list": the leaves
 * are the inputs. Where the first such statement stands, the structured parameters were none. */
static void lower_unpacking(struct lowering *l, uint32_t tuple)
{
	struct text_build *b = l->b;
	struct graph *graph = &b->file->graphs.at[b->graph];
	uint32_t c = node_at(l, tuple)->child;

	if (b->file->nodes.len != graph->first_node)
		return;
	b->file->inputs.len = graph->first_input;
	for (; c != PY_NONE; c = node_at(l, c)->next) {
		str name = py_text(l->t, c);
		uint32_t known = build_find(b, name);
		struct graph_input *input = build_input(b, name, STR_NONE);

		if (known != GRAPH_NONE) { /* declared before with its type */
			b->file->values.at[input->value] = b->file->values.at[known];
			b->file->values.at[known].kind = VALUE_OBJECT;
		}
	}
}

static void lower_assign(struct lowering *l)
{
	uint32_t target = l->statement.first_target;
	const struct py_node *n = node_at(l, target);

	if (n->kind == PY_SUBSCRIPT) {
		lower_setitem(l, target);
	} else if (n->kind == PY_TUPLE) {
		lower_unpacking(l, target);
	} else if (n->kind == PY_NAME && !is_self(py_text(l->t, target))) {
		l->name = py_text(l->t, target);
		lower_value(l, l->statement.value);
	}
}

/* "primals_1: "f32[5]"": a declaration; the pytree convention shows types so. */
static void lower_declaration(struct lowering *l)
{
	str name = py_text(l->t, l->statement.first_target);
	uint32_t value = build_find(l->b, name);

	if (node_at(l, l->statement.first_target)->kind != PY_NAME)
		return;
	if (value == GRAPH_NONE)
		value = build_value(l->b, name, VALUE_UNKNOWN, GRAPH_NONE);
	build_annotate(l->b, value, l->statement.annotation);
}

static bool is_clearing(const struct lowering *l)
{
	uint32_t value = l->statement.value;

	return node_at(l, value)->kind == PY_CALL &&
	       str_eq(py_text(l->t, node_at(l, value)->child), S("args_list.clear"));
}

static void lower_statement(struct lowering *l)
{
	struct text_build *b = l->b;

	l->name = STR_NONE;
	switch (l->statement.kind) {
	case PY_ASSIGN: lower_assign(l); return;
	case PY_ANNOTATE:
		if (l->statement.value == PY_NONE)
			lower_declaration(l);
		return;
	case PY_AUGMENT: lower_augment(l); return;
	case PY_RETURN:
		graph_note_of(b->file, b->graph)->returns = true;
		if (l->statement.value != PY_NONE)
			build_outputs(b, l->statement.value);
		return;
	case PY_EXPRESSION:
		if (!is_clearing(l) && node_at(l, l->statement.value)->kind == PY_CALL)
			lower_value(l, l->statement.value);
		else if (str_eq(py_text(l->t, l->statement.value), S("...")))
			b->file->graphs.at[b->graph].cut++; /* left out by hand */
		return;
	case PY_BROKEN: left_out_add(b->file, phrase_bad_statement, 1); return;
	case PY_PASS: return;
	}
}

void python_statement_take(struct text_build *b, const struct py_line *line)
{
	struct lowering l = {.b = b, .t = &b->tree, .line = line->line, .unnamed = GRAPH_NONE};

	if (line->cut) {
		b->file->graphs.at[b->graph].cut++;
		left_out_add(b->file, phrase_cut_statement, 1);
		return;
	}
	py_tree_open(&b->tree, line->text);
	while (py_statement_next(&b->tree, &l.statement))
		lower_statement(&l);
}

/* Text between two marks of a comment. */
static bool part_of(str text, const char *before, const char *behind, str *out)
{
	size_t at = str_find(text, str_from(before)), end;

	if (at == text.len)
		return false;
	text = str_from_at(text, at + strlen(before));
	end = behind ? str_find(text, str_from(behind)) : text.len;
	*out = str_slice(text, 0, end);
	return true;
}

void python_comment_take(struct text_build *b, str comment)
{
	struct intern *names = &b->file->names;
	str text = str_trim(str_from_at(comment, 1)), where, code = STR_NONE, function = STR_NONE;
	size_t colon;
	int64_t line;

	if (!text.len || str_starts(text, S("No stacktrace found"))) {
		b->place = (struct log_place){0};
		return;
	}
	if (!part_of(text, "File: ", NULL, &where))
		return;
	part_of(where, ", code: ", NULL, &code);
	where = str_slice(where, 0, str_find(where, S(", code: ")));
	part_of(where, " in ", NULL, &function);
	where = str_trim(str_slice(where, 0, str_find(where, S(" in "))));
	colon = str_rfind_byte(where, ':');
	b->place = (struct log_place){0};
	if (colon == where.len || !str_int(str_from_at(where, colon + 1), &line) || line < 0 ||
	        line > UINT32_MAX)
		return;
	b->place.file = intern_id(names, str_slice(where, 0, colon));
	b->place.line = (uint32_t)line;
	b->place.function = function.len ? intern_id(names, function) : 0;
	b->place.source_text = code.len ? intern_id(names, str_trim(code)) : 0;
}
