/* Idea: the fixed words of a line ("[target=", "](args = (", "), kwargs = {") cut it into parts;
 * the arguments are split at commas outside brackets.
 *
 * What surprises: strings stand there without quotes, so arguments cannot be told apart with
 * certainty, and a newline in a string continues the node on the next line. What is certain are
 * the names of earlier nodes behind '%' (fx-formats 2). */
#include "scanner/graph/fx_str.h"

#include "scanner/graph/annotation.h"
#include "scanner/graph/target.h"
#include "scanner/phrases.h"

#include <string.h>

enum { DEPTH_MOST = 48, NAME_MOST = 400 };

struct fx_line {
	str name, type, op, target, args, kwargs;
	bool whole;
};

static str next_line(struct py_scan *scan)
{
	str rest = str_from_at(scan->text, scan->at);
	str line = str_slice(rest, 0, str_find_byte(rest, '\n'));

	scan->at += line.len + 1;
	scan->line++;
	return line;
}

static str peek_line(const struct py_scan *scan)
{
	str rest = str_from_at(scan->text, scan->at);

	return str_slice(rest, 0, str_find_byte(rest, '\n'));
}

static bool is_header(str line)
{
	line = str_trim(line);
	return (str_starts(line, S("graph(")) || str_ends(line, S(" graph():"))) &&
	       str_ends(line, S(":")) && !str_has(line, S("%self"));
}

/* "%name : …": the name, and what stands behind the colon. */
static bool node_name(str line, str *name, str *rest)
{
	size_t end = 1;

	line = str_trim(line);
	if (!line.len || line.ptr[0] != '%')
		return false;
	while (end < line.len && end < NAME_MOST && line.ptr[end] != ' ' && line.ptr[end] != ':')
		end++;
	if (end == 1 || !str_starts(str_from_at(line, end), S(" : ")))
		return false;
	*name = str_slice(line, 1, end);
	*rest = str_from_at(line, end + 3);
	return true;
}

static bool is_op(str word)
{
	static const char *const ops[] = {"placeholder", "PlaceHolder", "get_attr", "call_function",
	        "call_method", "call_module", "output", NULL};

	for (size_t i = 0; ops[i]; i++)
		if (str_eq(word, str_from(ops[i])))
			return true;
	return false;
}

/* Position of "op[target=" in what stands behind the colon; rest.len when there is none. */
static size_t op_position(str rest, str *op)
{
	size_t at = 0;

	while (at < rest.len) {
		size_t hit = at + str_find(str_from_at(rest, at), S("[target=")), word = hit;

		if (hit >= rest.len)
			break;
		while (word && rest.ptr[word - 1] != ' ' && hit - word < 16)
			word--;
		*op = str_slice(rest, word, hit);
		if (is_op(*op) && word >= 2 && rest.ptr[word - 2] == '=')
			return word;
		at = hit + 8;
	}
	return rest.len;
}

static bool is_node(str line)
{
	str name, rest, op;

	return node_name(line, &name, &rest) && op_position(rest, &op) < rest.len;
}

bool fx_str_starts(str line)
{
	return is_header(line) || is_node(line);
}

static str without_hash(str line)
{
	line = str_trim(line);
	return line.len && line.ptr[0] == '#' ? str_trim(str_from_at(line, 1)) : STR_NONE;
}

bool fx_fragment_starts(str line)
{
	return is_node(without_hash(line));
}

static bool is_call(str op)
{
	return str_starts(op, S("call_"));
}

/* Splits a node that may run over several lines. False: no node. */
static bool split_node(str text, struct fx_line *out)
{
	str rest;
	size_t at, bracket;

	*out = (struct fx_line){0};
	if (!node_name(text, &out->name, &rest))
		return false;
	at = op_position(rest, &out->op);
	if (at == rest.len)
		return false;
	out->type = str_trim(str_slice(rest, 0, at - 2));
	bracket = str_find(out->type, S("[num_users="));
	if (bracket == out->type.len)
		bracket = str_find(out->type, S("[#users="));
	out->type = str_trim(str_slice(out->type, 0, bracket));
	rest = str_trim(str_from_at(rest, at + out->op.len + 8));
	if (is_call(out->op)) {
		size_t args = str_find(rest, S("](args = ("));
		size_t kwargs = str_find(rest, S("), kwargs = {"));

		out->target = str_slice(rest, 0, args);
		out->whole = args < rest.len && kwargs < rest.len && str_ends(rest, S("})"));
		/* A string may hold the words as well: the last ones are the real ones. */
		for (size_t next; out->whole; kwargs += 1 + next) {
			next = str_find(str_from_at(rest, kwargs + 1), S("), kwargs = {"));
			if (kwargs + 1 + next >= rest.len)
				break;
		}
		out->args = str_slice(rest, args + 10, kwargs);
		out->kwargs = str_slice(rest, kwargs + 13, rest.len - 2);
		return true;
	}
	at = str_find(rest, S("](default="));
	if (at == rest.len)
		at = str_rfind_byte(rest, ']');
	out->target = str_slice(rest, 0, at);
	out->whole = at < rest.len;
	return true;
}

/* ---- arguments ---- */

static struct arg loose_arg(struct text_build *b, str text, int depth);

/* Position of the next comma outside brackets; a closing bracket too many is part of a string. */
static size_t comma_position(str text)
{
	uint32_t depth = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '(' || c == '[' || c == '{')
			depth++;
		else if ((c == ')' || c == ']' || c == '}') && depth)
			depth--;
		else if (c == ',' && !depth)
			return i;
	}
	return text.len;
}

static struct arg loose_list(struct text_build *b, str text, int depth)
{
	uint32_t from = build_stack(b);

	text = str_trim(text);
	while (text.len) {
		size_t comma = comma_position(text);
		str part = str_trim(str_slice(text, 0, comma));

		build_push(b, part.len ? loose_arg(b, part, depth + 1) : (struct arg){0});
		text = str_from_at(text, comma + 1);
	}
	return build_list(b, from);
}

static bool is_name(str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!byte_is_word(s.ptr[i]))
			return false;
	return s.len > 0;
}

static bool is_bracketed(str text)
{
	char open = text.ptr[0], close = text.ptr[text.len - 1];

	if (text.len < 2)
		return false;
	return (open == '(' && close == ')') || (open == '[' && close == ']') ||
	       (open == '{' && close == '}');
}

/* Values named inside a text that is no plain argument ("slice(%a, None, None)"). */
static struct arg scanned_arg(struct text_build *b, str text)
{
	uint32_t from = build_stack(b);

	for (size_t i = 0; i < text.len; i++) {
		size_t end = i + 1;
		uint32_t value;

		if (text.ptr[i] != '%')
			continue;
		while (end < text.len && byte_is_word(text.ptr[end]))
			end++;
		value = build_find(b, str_slice(text, i + 1, end));
		if (value != GRAPH_NONE)
			build_push(b, (struct arg){.kind = ARG_VALUE, .value = value});
	}
	if (build_stack(b) > from)
		return build_list(b, from);
	return build_word(b, text);
}

static struct arg loose_arg(struct text_build *b, str text, int depth)
{
	if (text.ptr[0] == '%' && is_name(str_from_at(text, 1))) {
		uint32_t value = build_find(b, str_from_at(text, 1));

		if (value != GRAPH_NONE)
			return (struct arg){.kind = ARG_VALUE, .value = value};
	}
	if (depth < DEPTH_MOST && is_bracketed(text) && text.ptr[0] != '{')
		return loose_list(b, str_slice(text, 1, text.len - 1), depth);
	return scanned_arg(b, text);
}

/* "mode: constant, value: -inf"; a piece without a key is the rest of a string with a comma. */
static void push_kwargs(struct text_build *b, str text)
{
	text = str_trim(text);
	while (text.len) {
		size_t comma = comma_position(text), colon;
		str part, key;
		struct arg arg;

		for (;;) { /* the piece goes on until a new key follows */
			str next = str_from_at(text, comma + 1);
			size_t next_colon = str_find(str_slice(next, 0, NAME_MOST), S(": "));

			if (comma >= text.len ||
			        is_name(str_trim(str_slice(next, 0, next_colon))) ||
			        next_colon >= next.len)
				break;
			comma += 1 + comma_position(next);
		}
		part = str_trim(str_slice(text, 0, comma));
		colon = str_find(part, S(": "));
		key = str_slice(part, 0, colon);
		part = str_trim(str_from_at(part, colon + 1));
		arg = part.len ? loose_arg(b, part, 0) : (struct arg){0};
		if (is_name(key)) {
			arg.name = intern_id(&b->file->names, key);
			arg.keyword = true;
		}
		build_push(b, arg);
		text = str_from_at(text, comma + 1);
	}
}

static void push_args(struct text_build *b, str text)
{
	text = str_trim(text);
	while (text.len) {
		size_t comma = comma_position(text);
		str part = str_trim(str_slice(text, 0, comma));

		build_push(b, part.len ? loose_arg(b, part, 0) : (struct arg){0});
		text = str_from_at(text, comma + 1);
	}
}

/* ---- nodes ---- */

static str type_of(str type)
{
	size_t quote = str_find_byte(type, '"');

	if (!str_starts(type, S("Tensor \"")))
		return type;
	type = str_from_at(type, quote + 1);
	return str_slice(type, 0, str_find_byte(type, '"'));
}

static void add_node(struct text_build *b, const struct fx_line *l, uint32_t line)
{
	struct node_spec spec = {.name = l->name,
	        .target = l->target,
	        .line = line,
	        .stack = build_stack(b),
	        .annotation = type_of(l->type)};

	if (str_eq(l->op, S("placeholder")) || str_eq(l->op, S("PlaceHolder"))) {
		build_input(b, l->name, type_of(l->type));
		return;
	}
	if (str_eq(l->op, S("get_attr"))) {
		spec.kind = NODE_GET_ATTR;
	} else {
		push_args(b, l->args);
		push_kwargs(b, l->kwargs);
		spec.kind = str_eq(l->op, S("call_method"))   ? NODE_CALL_METHOD
		            : str_eq(l->op, S("call_module")) ? NODE_CALL_MODULE
		                                              : NODE_CALL_FUNCTION;
	}
	if (spec.kind == NODE_CALL_FUNCTION) {
		str shown = str_starts(l->target, S("torch.ops.")) ? str_from_at(l->target, 10)
		                                                   : l->target;

		spec.target = target_from_python(b->env->temp, l->target);
		spec.spelled = shown;
		if (str_eq(spec.target, S("_operator.getitem")))
			spec.kind = NODE_GETITEM;
	}
	build_node(b, &spec);
}

static void add_return(struct text_build *b, str line)
{
	char *copy = arena_alloc(b->env->temp, line.len + 1, 1);
	size_t n = 0;
	uint32_t value;

	for (size_t i = 6; i < line.len; i++)
		if (line.ptr[i] != '%')
			copy[n++] = line.ptr[i];
	graph_note_of(b->file, b->graph)->returns = true;
	py_tree_open(&b->tree, (str){copy, n});
	if (py_at_end(&b->tree))
		return;
	value = py_expression(&b->tree);
	if (value != PY_NONE)
		build_outputs(b, value);
}

static bool is_return(str line)
{
	line = str_trim(line);
	return str_starts(line, S("return ")) || str_eq(line, S("return"));
}

/* The node at the scanner, with the lines that its strings run over. */
static str take_node_text(struct py_scan *scan)
{
	size_t start = scan->at, end;
	str line = next_line(scan);
	struct fx_line parts;

	end = start + line.len;
	if (!split_node(without_hash(line).len ? without_hash(line) : line, &parts) ||
	        parts.whole || !is_call(parts.op))
		return str_slice(scan->text, start, end);
	while (scan->at < scan->text.len) {
		line = peek_line(scan);
		if (is_node(line) || is_node(without_hash(line)) || is_return(line) ||
		        is_header(line))
			break;
		next_line(scan);
		end = scan->at - 1;
		if (str_ends(str_trim(line), S("})")))
			break;
	}
	return str_slice(scan->text, start, end < scan->text.len ? end : scan->text.len);
}

static void take_node(struct text_build *b, struct py_scan *scan, bool fragment)
{
	uint32_t line = scan->line;
	str text = take_node_text(scan);
	struct fx_line parts;

	if (!split_node(fragment ? without_hash(text) : text, &parts))
		return;
	if (!parts.whole) {
		b->file->graphs.at[b->graph].cut++;
		left_out_add(b->file, phrase_cut_statement, 1);
		return;
	}
	if (fragment && build_find(b, parts.name) != GRAPH_NONE)
		return; /* another fragment showed it */
	add_node(b, &parts, line);
}

void fx_str_take(struct text_build *b, struct py_scan *scan)
{
	bool any = false;

	build_graph_begin(b, S("graph"));
	if (is_header(peek_line(scan)))
		next_line(scan);
	while (scan->at < scan->text.len) {
		str line = peek_line(scan);

		if (is_node(line)) {
			take_node(b, scan, false);
			any = true;
		} else if (is_return(line)) {
			add_return(b, str_trim(line));
			next_line(scan);
			break;
		} else if (str_eq(str_trim(line), S("..."))) {
			b->file->graphs.at[b->graph].cut++; /* left out by hand */
			next_line(scan);
		} else if (!str_trim(line).len && !any) {
			next_line(scan);
		} else if (any && str_starts(str_trim(line), S("%"))) {
			b->file->graphs.at[b->graph].cut++; /* the text ends inside a node */
			left_out_add(b->file, phrase_cut_statement, 1);
			next_line(scan);
		} else {
			break;
		}
	}
	build_graph_end(b);
}

void fx_fragments_take(struct text_build *b, struct py_scan *scan)
{
	build_graph_begin(b, S("graph fragments"));
	while (scan->at < scan->text.len) {
		str line = peek_line(scan);

		if (is_node(without_hash(line)))
			take_node(b, scan, true);
		else
			next_line(scan);
	}
	build_graph_end(b);
}
