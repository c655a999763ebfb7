/* A line is Python once its '%' and "[]" are taken off: "%l[] =
 * torch.ops.aten.chunk.default(self=%y)". Lists are taken apart by prim.ListUnpack, which is
 * bookkeeping as getitem is. */
#include "scanner/graph/nativert.h"

#include "scanner/graph/target.h"
#include "scanner/phrases.h"

static str line_at(const struct py_scan *scan)
{
	str rest = str_from_at(scan->text, scan->at);

	return str_slice(rest, 0, str_find_byte(rest, '\n'));
}

static void pass_line(struct py_scan *scan)
{
	scan->at += line_at(scan).len + 1;
	scan->line++;
}

/* "%y = torch.ops…(" or "%a, %b = prim.ListUnpack(" */
static bool is_node(str line)
{
	size_t equals = str_find(line, S(" = "));

	line = str_trim(line);
	return line.len && line.ptr[0] == '%' && equals < line.len && str_ends(line, S(")")) &&
	       !str_has(line, S("[target=")) && str_find(line, S(" : ")) > equals;
}

static bool is_header(str line)
{
	line = str_trim(line);
	return str_starts(line, S("graph(%")) && str_ends(line, S("):")) &&
	       !str_has(line, S(" : "));
}

bool nativert_starts(const struct py_scan *scan, str line)
{
	struct py_scan next = *scan;

	if (!is_header(line))
		return false;
	pass_line(&next);
	return is_node(line_at(&next));
}

bool nativert_matches(str bytes)
{
	struct py_scan scan = {.text = bytes};
	size_t at;

	while ((at = str_find(str_from_at(bytes, scan.at), S("graph(%"))) < bytes.len - scan.at) {
		scan.at += at;
		if (nativert_starts(&scan, line_at(&scan)))
			return true;
		pass_line(&scan); /* what ends a header ends it for every "graph(%" of the line */
		if (scan.at >= bytes.len)
			return false;
	}
	return false;
}

/* Without '%' and "[]" outside quotes. */
static str plain(struct text_build *b, str line)
{
	char *copy = arena_alloc(b->env->temp, line.len + 1, 1);
	size_t n = 0;
	char quote = 0;

	for (size_t i = 0; i < line.len; i++) {
		char c = line.ptr[i];

		if (quote)
			quote = c == quote ? 0 : quote;
		else if (c == '"' || c == '\'')
			quote = c;
		else if (c == '%')
			continue;
		else if (c == '[' && i + 1 < line.len && line.ptr[i + 1] == ']' && i &&
		         str_starts(str_from_at(line, i + 2), S(" = "))) {
			i++;
			continue;
		}
		copy[n++] = c;
	}
	return (str){copy, n};
}

static void take_node(struct text_build *b, str line, uint32_t number)
{
	struct py_tree *t = &b->tree;
	struct py_statement s;
	struct node_spec spec = {.line = number, .stack = build_stack(b)};
	uint32_t function, c;

	py_tree_open(t, plain(b, line));
	if (!py_statement_next(t, &s) || s.kind != PY_ASSIGN ||
	        t->nodes.at[s.value].kind != PY_CALL) {
		left_out_add(b->file, phrase_bad_statement, 1);
		return;
	}
	function = t->nodes.at[s.value].child;
	for (c = t->nodes.at[function].next; c != PY_NONE; c = t->nodes.at[c].next)
		build_push(b, build_arg(b, c));
	spec.target = target_from_python(b->env->temp, py_text(t, function));
	spec.kind = NODE_CALL_FUNCTION;
	if (str_starts(spec.target, S("prim."))) { /* takes a list apart */
		spec.kind = NODE_GETITEM;
		spec.spelled = spec.target;
		spec.target = S("_operator.getitem");
	}
	if (t->nodes.at[s.first_target].kind == PY_NAME)
		spec.name = py_text(t, s.first_target);
	build_node(b, &spec);
	if (t->nodes.at[s.first_target].kind != PY_TUPLE)
		return;
	for (c = t->nodes.at[s.first_target].child; c != PY_NONE; c = t->nodes.at[c].next) {
		struct node *node;

		build_value(b, py_text(t, c), VALUE_UNKNOWN, b->file->nodes.len - 1);
		node = &b->file->nodes.at[b->file->nodes.len - 1];
		node->n_outs++;
	}
}

static void take_header(struct text_build *b, str line)
{
	struct py_tree *t = &b->tree;
	uint32_t call;

	line = str_trim(line);
	py_tree_open(t, plain(b, str_slice(line, 0, line.len - 1)));
	call = py_expression(t);
	if (call == PY_NONE || t->nodes.at[call].kind != PY_CALL)
		return;
	for (uint32_t c = t->nodes.at[t->nodes.at[call].child].next; c != PY_NONE;
	        c = t->nodes.at[c].next)
		build_input(b, py_text(t, c), STR_NONE);
}

void nativert_take(struct text_build *b, struct py_scan *scan)
{
	build_graph_begin(b, S("graph"));
	take_header(b, line_at(scan));
	pass_line(scan);
	while (scan->at < scan->text.len && is_node(line_at(scan))) {
		take_node(b, line_at(scan), scan->line);
		pass_line(scan);
	}
	if (str_starts(str_trim(line_at(scan)), S("return("))) {
		graph_note_of(b->file, b->graph)->returns = true;
		py_tree_open(&b->tree, plain(b, str_from_at(str_trim(line_at(scan)), 6)));
		if (py_expression(&b->tree) != PY_NONE)
			build_outputs(b, b->tree.nodes.len - 1);
		pass_line(scan);
	}
	build_graph_end(b);
}
