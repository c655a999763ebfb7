/* Simple statements over the expression parser, and the content of string literals.
 *
 * What surprises: annotations are kept as text, because PyTorch 2.0 to 2.2 wrote them without
 * quotes ("ge: Sym(i4 >= 0) = …"), which is no expression of ours (fx-formats 4.3). */
#include "base/text.h"
#include "scanner/graph/py_expr.h"

#include <string.h>

static char look(const struct py_tree *t, uint32_t ahead)
{
	return t->at + ahead < t->text.len ? t->text.ptr[t->at + ahead] : 0;
}

static bool word_at(struct py_tree *t, str word)
{
	str rest = str_from_at(t->text, t->at);
	size_t n = word.len;
	char behind;

	if (!rest.len || rest.ptr[0] != word.ptr[0] || !str_starts(rest, word))
		return false;
	behind = rest.len > n ? rest.ptr[n] : 0;
	return !(behind == '_' || (behind >= 'a' && behind <= 'z') ||
	         (behind >= 'A' && behind <= 'Z') || (behind >= '0' && behind <= '9') ||
	         behind == '.' || (unsigned char)behind >= 0x80);
}

/* A statement that says nothing about a graph. */
static bool is_idle(struct py_tree *t)
{
	return word_at(t, S("pass")) || word_at(t, S("import")) || word_at(t, S("from")) ||
	       word_at(t, S("del")) || word_at(t, S("global")) || word_at(t, S("assert"));
}

/* Passes to behind the next ';' outside brackets and strings, or to the end. */
static void pass_statement(struct py_tree *t)
{
	uint32_t depth = 0;
	char quote = 0;

	for (; t->at < t->text.len; t->at++) {
		char c = look(t, 0);

		if (quote) {
			if (c == '\\')
				t->at++;
			else if (c == quote)
				quote = 0;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '#') {
			t->at += (uint32_t)str_find_byte(str_from_at(t->text, t->at), '\n');
		} else if (c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (c == ')' || c == ']' || c == '}') {
			depth -= depth > 0;
		} else if (c == ';' && !depth) {
			t->at++;
			return;
		}
	}
	t->at = (uint32_t)t->text.len;
}

/* Up to '=' (not ==, >=, <=, !=), ';' or the end, outside brackets and quotes. */
static str parse_annotation(struct py_tree *t)
{
	uint32_t start, depth = 0;
	char quote = 0;
	str text;

	while (look(t, 0) == ' ' || look(t, 0) == '\n')
		t->at++;
	start = t->at;
	for (; t->at < t->text.len; t->at++) {
		char c = look(t, 0);

		if (quote) {
			quote = c == quote ? 0 : quote;
			continue;
		}
		if (c == '"' || c == '\'')
			quote = c;
		else if (c == '(' || c == '[' || c == '{')
			depth++;
		else if (c == ')' || c == ']' || c == '}')
			depth -= depth > 0;
		else if (!depth && (c == ';' || c == '#'))
			break;
		else if (!depth && c == '=' && look(t, 1) != '=' && t->at > start &&
		         !strchr("<>=!", t->text.ptr[t->at - 1]))
			break;
	}
	text = str_trim(str_slice(t->text, start, t->at));
	if (text.len >= 2 && (text.ptr[0] == '"' || text.ptr[0] == '\'') &&
	        text.ptr[text.len - 1] == text.ptr[0])
		text = str_slice(text, 1, text.len - 1);
	return text;
}

/* "+=" and its like at the cursor; taken. */
static enum py_op take_augment(struct py_tree *t)
{
	static const struct {
		str text;
		enum py_op op;
	} rows[] = {{{"**=", 3}, PY_POW}, {{"//=", 3}, PY_FLOORDIV}, {{"<<=", 3}, PY_LSHIFT},
	        {{">>=", 3}, PY_RSHIFT}, {{"+=", 2}, PY_ADD}, {{"-=", 2}, PY_SUB},
	        {{"*=", 2}, PY_MUL}, {{"/=", 2}, PY_DIV}, {{"%=", 2}, PY_MOD},
	        {{"@=", 2}, PY_MATMUL}, {{"&=", 2}, PY_AND}, {{"|=", 2}, PY_OR},
	        {{"^=", 2}, PY_XOR}};
	str rest = str_from_at(t->text, t->at);

	if (!rest.len || rest.ptr[0] == '=')
		return PY_OP_NONE;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_starts(rest, rows[i].text)) {
			t->at += (uint32_t)rows[i].text.len;
			return rows[i].op;
		}
	return PY_OP_NONE;
}

/* Behind the first expression: "= a = b", ": annotation = a", "+= a" or nothing. */
static bool parse_rest(struct py_tree *t, struct py_statement *out, uint32_t first)
{
	uint32_t last = first;

	out->value = first;
	if (py_at_end(t))
		return true;
	if (look(t, 0) == ':') {
		t->at++;
		out->kind = PY_ANNOTATE;
		out->first_target = first;
		out->annotation = parse_annotation(t);
		out->value = PY_NONE;
	}
	out->op = take_augment(t);
	if (out->op != PY_OP_NONE) {
		out->kind = PY_AUGMENT;
		out->first_target = first;
		out->value = py_expression(t);
		return out->value != PY_NONE;
	}
	for (uint32_t n = 0; look(t, 0) == '=' && n < PY_TARGETS_MOST; n++) {
		t->at++;
		if (out->kind == PY_EXPRESSION)
			out->first_target = first;
		else if (out->kind == PY_ASSIGN) { /* what was the value is a target as well */
			t->nodes.at[last].next = out->value;
			last = out->value;
		}
		out->kind = PY_ASSIGN;
		out->value = py_expression(t);
		if (out->value == PY_NONE)
			return false;
		py_at_end(t);
	}
	return true;
}

bool py_statement_next(struct py_tree *t, struct py_statement *out)
{
	uint32_t first;
	bool ok;

	while (!py_at_end(t) && look(t, 0) == ';')
		t->at++;
	if (py_at_end(t))
		return false;
	*out = (struct py_statement){
	        .kind = PY_EXPRESSION, .first_target = PY_NONE, .value = PY_NONE};
	t->failed = false;
	t->depth = 0;
	if (is_idle(t)) {
		out->kind = PY_PASS;
		pass_statement(t);
		return true;
	}
	if (word_at(t, S("return"))) {
		t->at += 6;
		out->kind = PY_RETURN;
		if (py_at_end(t) || look(t, 0) == ';')
			return true;
		out->value = py_expression(t);
		ok = out->value != PY_NONE;
	} else {
		first = py_expression(t);
		ok = first != PY_NONE && parse_rest(t, out, first);
	}
	if (!ok || t->failed || (!py_at_end(t) && look(t, 0) != ';')) {
		out->kind = PY_BROKEN;
		pass_statement(t);
	}
	return true;
}

str py_comment_behind(str text, uint32_t at)
{
	while (at < text.len &&
	        (text.ptr[at] == ' ' || text.ptr[at] == ',' || text.ptr[at] == '\t'))
		at++;
	if (at >= text.len || text.ptr[at] != '#')
		return STR_NONE;
	text = str_from_at(text, at + 1);
	return str_trim(str_slice(text, 0, str_find_byte(text, '\n')));
}

static uint32_t hex_value(str s)
{
	uint32_t value = 0;

	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];

		if (c >= '0' && c <= '9')
			value = value * 16 + (uint32_t)(c - '0');
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			value = value * 16 + (uint32_t)((c | 32) - 'a') + 10;
		else
			return UINT32_MAX;
	}
	return value;
}

/* One escape behind its backslash; returns what it takes. */
static size_t decode_escape(str s, struct buf *out)
{
	static const char plain[] = "nrtabfv0\\'\"", bytes[] = "\n\r\t\a\b\f\v\0\\'\"";
	const char *at = memchr(plain, s.ptr[0], sizeof plain - 1);
	size_t digits = s.ptr[0] == 'x' ? 2 : s.ptr[0] == 'u' ? 4 : s.ptr[0] == 'U' ? 8 : 0;

	if (at) {
		buf_byte(out, bytes[at - plain]);
		return 1;
	}
	if (digits && s.len > digits) {
		uint32_t point = hex_value(str_slice(s, 1, 1 + digits));
		char utf8[4];

		if (point <= 0x10ffff) {
			buf_put(out, (str){utf8, utf8_encode(point, utf8)});
			return 1 + digits;
		}
	}
	if (s.ptr[0] == '\n')
		return 1;
	buf_byte(out, '\\');
	return 0;
}

/* One literal of an implicit concatenation; returns what it takes. */
static size_t decode_literal(str s, struct buf *out)
{
	size_t at = 0, quotes;
	bool raw = false;
	char quote;

	while (at < s.len && s.ptr[at] != '"' && s.ptr[at] != '\'')
		raw |= (s.ptr[at++] | 32) == 'r';
	if (at >= s.len)
		return s.len;
	quote = s.ptr[at];
	quotes = at + 2 < s.len && s.ptr[at + 1] == quote && s.ptr[at + 2] == quote ? 3 : 1;
	for (at += quotes; at < s.len; at++) {
		if (s.ptr[at] == '\\' && at + 1 < s.len && !raw)
			at += decode_escape(str_from_at(s, at + 1), out);
		else if (s.ptr[at] != quote ||
		         (quotes == 3 && !(at + 2 < s.len && s.ptr[at + 1] == quote &&
		                                 s.ptr[at + 2] == quote)))
			buf_byte(out, s.ptr[at]);
		else
			return at + quotes;
	}
	return s.len;
}

str py_string(const struct py_tree *tree, uint32_t node)
{
	str s = str_slice(tree->text, tree->nodes.at[node].start, tree->nodes.at[node].end);
	struct buf out = {0};
	str result;

	if (s.len >= 2 && (s.ptr[0] == '\'' || s.ptr[0] == '"') &&
	        str_find_byte(str_slice(s, 1, s.len - 1), s.ptr[0]) == s.len - 2 &&
	        str_find_byte(s, '\\') == s.len)
		return str_slice(s, 1, s.len - 1);
	while (s.len)
		s = str_from_at(s, decode_literal(s, &out));
	result = arena_dup(tree->arena, buf_str(&out));
	buf_free(&out);
	return result;
}
