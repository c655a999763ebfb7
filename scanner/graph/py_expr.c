/* Recursive descent with a depth bound over one text; nodes are pushed to one array.
 *
 * Invariant: a function that returns PY_NONE has set `failed`. What surprises: a dotted name is
 * one node (most text of a graph is "torch.ops.aten.add.Tensor"), and a name may run over a
 * newline, because a hard wrap may have split it. */
#include "scanner/graph/py_expr.h"

#include "base/text.h"

#include <string.h>

enum { DEPTH_MOST = 96 };

static uint32_t parse_test(struct py_tree *t);
static uint32_t parse_binary(struct py_tree *t, int least);

static bool name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       (unsigned char)c >= 0x80;
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool name_byte(char c)
{
	return name_start(c) || digit(c);
}

static char look(const struct py_tree *t, uint32_t ahead)
{
	return t->at + ahead < t->text.len ? t->text.ptr[t->at + ahead] : 0;
}

static void pass_blanks(struct py_tree *t)
{
	while (t->at < t->text.len) {
		char c = t->text.ptr[t->at];

		if (c == ' ' || c == '\n' || c == '\t')
			t->at++;
		else if (c == '\\' && look(t, 1) == '\n')
			t->at += 2;
		else if (c == '#')
			t->at += (uint32_t)str_find_byte(str_from_at(t->text, t->at), '\n');
		else
			break;
	}
}

static bool take(struct py_tree *t, char c)
{
	pass_blanks(t);
	if (look(t, 0) != c)
		return false;
	t->at++;
	return true;
}

static uint32_t fail(struct py_tree *t)
{
	t->failed = true;
	return PY_NONE;
}

static uint32_t push(struct py_tree *t, enum py_kind kind, uint32_t start)
{
	*VEC_PUSH(t->arena, &t->nodes) = (struct py_node){.kind = (uint8_t)kind,
	        .start = start,
	        .end = t->at,
	        .child = PY_NONE,
	        .next = PY_NONE};
	return t->nodes.len - 1;
}

/* A node over children that are chained already; it ends where the tree stands. */
static uint32_t push_over(struct py_tree *t, enum py_kind kind, uint32_t start, uint32_t child)
{
	uint32_t node = push(t, kind, start);

	t->nodes.at[node].child = child;
	return node;
}

static void chain(struct py_tree *t, uint32_t *first, uint32_t *last, uint32_t node)
{
	if (*last == PY_NONE)
		*first = node;
	else
		t->nodes.at[*last].next = node;
	*last = node;
}

/* Words that stand between expressions; all are short, so the length rules most names out. */
static bool is_keyword(str word)
{
	static const str words[] = {{"or", 2}, {"if", 2}, {"in", 2}, {"is", 2}, {"and", 3},
	        {"not", 3}, {"for", 3}, {"else", 4}, {"await", 5}, {"yield", 5}, {"lambda", 6},
	        {"return", 6}};

	if (word.len < 2 || word.len > 6)
		return false;
	for (size_t i = 0; i < sizeof words / sizeof *words && words[i].len <= word.len; i++)
		if (str_eq(word, words[i]))
			return true;
	return false;
}

/* A word at the cursor without taking it. */
static str peek_word(struct py_tree *t)
{
	uint32_t end;

	pass_blanks(t);
	end = t->at;
	if (!name_start(look(t, 0)))
		return STR_NONE;
	while (end < t->text.len && name_byte(t->text.ptr[end]))
		end++;
	return str_slice(t->text, t->at, end);
}

static bool take_word(struct py_tree *t, str word)
{
	char behind;

	pass_blanks(t);
	if (look(t, 0) != word.ptr[0] || !str_starts(str_from_at(t->text, t->at), word))
		return false;
	behind = look(t, (uint32_t)word.len);
	if (name_byte(behind))
		return false;
	t->at += (uint32_t)word.len;
	return true;
}

/* Passes the rest of a name, dots and hard wraps included: "torch.ops.at<newline>en.add". */
static void pass_dotted(struct py_tree *t)
{
	for (;;) {
		uint32_t start = t->at;

		while (name_byte(look(t, 0)))
			t->at++;
		if (look(t, 0) == '\n' && is_keyword(str_slice(t->text, start, t->at)))
			return;
		if (look(t, 0) == '.' && (name_start(look(t, 1)) || look(t, 1) == '\n'))
			t->at++;
		if (look(t, 0) == '\n' && name_start(look(t, 1)) && t->at > start)
			t->at++;
		else if (t->at == start || !name_byte(look(t, 0)) || t->text.ptr[t->at - 1] != '.')
			return;
	}
}

static uint32_t parse_number(struct py_tree *t)
{
	uint32_t start = t->at;
	bool hex = look(t, 0) == '0' && (look(t, 1) | 32) == 'x';

	for (;; t->at++) {
		char c = look(t, 0), before = t->at > start ? t->text.ptr[t->at - 1] : 0;

		if (!name_byte(c) && c != '.' &&
		        !((c == '+' || c == '-') && (before | 32) == 'e' && !hex))
			break;
	}
	return push(t, PY_NUMBER, start);
}

/* Behind the closing quote; a missing one ends at the end of the text. */
static void pass_string(struct py_tree *t)
{
	char quote = look(t, 0);
	bool triple = look(t, 1) == quote && look(t, 2) == quote;

	t->at += triple ? 3 : 1;
	while (t->at < t->text.len) {
		if (look(t, 0) == '\\') {
			t->at += 2;
		} else if (look(t, 0) != quote) {
			t->at++;
		} else if (!triple) {
			t->at++;
			return;
		} else if (look(t, 1) == quote && look(t, 2) == quote) {
			t->at += 3;
			return;
		} else {
			t->at++;
		}
	}
	t->at = (uint32_t)t->text.len;
	t->failed = true;
}

static bool is_prefix_letter(char c)
{
	c |= 32;
	return c == 'r' || c == 'b' || c == 'u' || c == 'f';
}

/* Prefix letters of a string literal at the cursor; -1: no string there. */
static int string_prefix(const struct py_tree *t)
{
	uint32_t n = 0;

	while (n < 3 && is_prefix_letter(look(t, n)))
		n++;
	return look(t, n) == '"' || look(t, n) == '\'' ? (int)n : -1;
}

static uint32_t parse_string(struct py_tree *t)
{
	uint32_t start = t->at, end;
	int prefix;

	while ((prefix = string_prefix(t)) >= 0 && !t->failed) {
		t->at += (uint32_t)prefix;
		pass_string(t);
		end = t->at;
		pass_blanks(t);
		if (string_prefix(t) < 0)
			t->at = end;
	}
	return push(t, PY_STRING, start);
}

/* Up to the closing bracket: the rest is something that graphs do not hold. */
static void pass_to_close(struct py_tree *t)
{
	uint32_t depth = 0;

	for (; t->at < t->text.len; t->at++) {
		char c = look(t, 0);

		if (c == '"' || c == '\'') {
			pass_string(t);
			t->at--;
		} else if (c == '(' || c == '[' || c == '{') {
			depth++;
		} else if ((c == ')' || c == ']' || c == '}') && !depth--) {
			return;
		}
	}
}

static uint32_t parse_slice_or_test(struct py_tree *t)
{
	uint32_t start, first = PY_NONE, last = PY_NONE, node = PY_NONE;
	bool slice = false;

	pass_blanks(t);
	start = t->at;
	for (int part = 0; part < 3; part++) {
		pass_blanks(t);
		if (look(t, 0) != ':' && look(t, 0) != ']' && look(t, 0) != ',') {
			node = parse_test(t);
			if (node == PY_NONE)
				return PY_NONE;
			chain(t, &first, &last, node);
		}
		if (!take(t, ':'))
			break;
		slice = true;
	}
	return slice ? push_over(t, PY_SLICE, start, first) : node == PY_NONE ? fail(t) : node;
}

/* One item inside brackets: starred, keyword or plain. */
static uint32_t parse_item(struct py_tree *t, bool call)
{
	uint32_t start, node, value;
	str word;

	pass_blanks(t);
	start = t->at;
	if (look(t, 0) == '*') {
		t->at += look(t, 1) == '*' ? 2 : 1;
		value = parse_test(t);
		return value == PY_NONE ? PY_NONE : push_over(t, PY_STAR, start, value);
	}
	word = call ? peek_word(t) : STR_NONE;
	if (word.len) {
		t->at += (uint32_t)word.len;
		pass_blanks(t);
		if (look(t, 0) == '=' && look(t, 1) != '=') {
			t->at++;
			value = parse_test(t);
			if (value == PY_NONE)
				return PY_NONE;
			node = push_over(t, PY_KEYWORD, start, value);
			t->nodes.at[node].name_at = start;
			t->nodes.at[node].name_end = start + (uint32_t)word.len;
			return node;
		}
		t->at = start;
	}
	return parse_test(t);
}

/* Items of a pair of brackets. */
struct items {
	uint32_t first, last;
	bool call;  /* arguments: keywords and empty places are allowed */
	bool comma; /* one stood behind the last or between */
};

/* Items up to `close`, which is taken. An argument whose name was unprintable leaves an empty
 * place. */
static bool parse_items(struct py_tree *t, char close, struct items *items)
{
	while (!take(t, close)) {
		uint32_t node;

		if (look(t, 0) == ',' && items->call) {
			t->at++;
			continue;
		}
		node = parse_item(t, items->call);
		if (node == PY_NONE)
			return false;
		chain(t, &items->first, &items->last, node);
		if (take_word(t, S("for"))) { /* comprehension */
			pass_to_close(t);
			t->nodes.at[node].kind = PY_OTHER;
			t->nodes.at[node].child = PY_NONE;
			continue;
		}
		pass_blanks(t);
		if (look(t, 0) == ',') {
			t->at++;
			items->comma = true;
		} else if (look(t, 0) != close) {
			return fail(t) != PY_NONE;
		}
	}
	return true;
}

static uint32_t parse_brackets(struct py_tree *t)
{
	uint32_t start = t->at;
	struct items items = {.first = PY_NONE, .last = PY_NONE};
	char open = look(t, 0), close = open == '(' ? ')' : ']';

	t->at++;
	if (!parse_items(t, close, &items))
		return PY_NONE;
	if (open == '(' && !items.comma && items.first != PY_NONE)
		return items.first; /* only brackets around an expression */
	return push_over(t, open == '(' ? PY_TUPLE : PY_LIST, start, items.first);
}

static uint32_t parse_braces(struct py_tree *t)
{
	uint32_t start = t->at, first = PY_NONE, last = PY_NONE;
	enum py_kind kind = PY_DICT;

	t->at++;
	while (!take(t, '}')) {
		uint32_t key = parse_item(t, false), value;

		if (key == PY_NONE)
			return PY_NONE;
		chain(t, &first, &last, key);
		if (take(t, ':')) {
			value = parse_test(t);
			if (value == PY_NONE)
				return PY_NONE;
			chain(t, &first, &last, value);
		} else {
			kind = PY_SET;
		}
		pass_blanks(t);
		if (look(t, 0) == ',')
			t->at++;
		else if (look(t, 0) != '}')
			return fail(t);
	}
	return push_over(t, kind, start, first);
}

/* "<function f at 0x7f00>", "<ReduceOp.SUM: 0>" */
static uint32_t parse_repr(struct py_tree *t)
{
	uint32_t start = t->at, depth = 0;

	for (; t->at < t->text.len; t->at++) {
		char c = look(t, 0);

		if (c == '<')
			depth++;
		else if (c == '>' && t->text.ptr[t->at - 1] != '-' && --depth == 0) {
			t->at++;
			return push(t, PY_REPR, start);
		}
	}
	return fail(t);
}

static uint32_t parse_name(struct py_tree *t)
{
	uint32_t start = t->at;
	str text;

	pass_dotted(t);
	text = str_slice(t->text, start, t->at);
	if (str_eq(text, S("None")) || str_eq(text, S("True")) || str_eq(text, S("False")) ||
	        str_eq(text, S("Ellipsis")))
		return push(t, PY_WORD, start);
	if (str_eq(text, S("lambda")) || str_eq(text, S("await")) || str_eq(text, S("yield"))) {
		while (t->at < t->text.len && !strchr(",;)]}\n", look(t, 0)))
			t->at++;
		return push(t, PY_OTHER, start);
	}
	return t->at == start ? fail(t) : push(t, PY_NAME, start);
}

static uint32_t parse_atom(struct py_tree *t)
{
	char c;

	pass_blanks(t);
	c = look(t, 0);
	if (string_prefix(t) >= 0)
		return parse_string(t);
	if (name_start(c))
		return parse_name(t);
	if (digit(c) || (c == '.' && digit(look(t, 1))))
		return parse_number(t);
	switch (c) {
	case '(':
	case '[': return parse_brackets(t);
	case '{': return parse_braces(t);
	case '<': return parse_repr(t);
	case '.':
		if (look(t, 1) != '.' || look(t, 2) != '.')
			return fail(t);
		t->at += 3;
		return push(t, PY_WORD, t->at - 3);
	default: return fail(t);
	}
}

static uint32_t parse_call(struct py_tree *t, uint32_t function)
{
	struct items items = {.first = function, .last = function, .call = true};

	t->at++;
	if (!parse_items(t, ')', &items))
		return PY_NONE;
	return push_over(t, PY_CALL, t->nodes.at[function].start, function);
}

static uint32_t parse_subscript(struct py_tree *t, uint32_t object)
{
	uint32_t first = PY_NONE, last = PY_NONE, start = ++t->at, index;
	bool many = false;

	while (!take(t, ']')) {
		uint32_t item = parse_slice_or_test(t);

		if (item == PY_NONE)
			return PY_NONE;
		chain(t, &first, &last, item);
		if (take(t, ','))
			many = true;
		else if (look(t, 0) != ']')
			return fail(t);
	}
	if (first == PY_NONE)
		return fail(t);
	index = many ? push_over(t, PY_TUPLE, start, first) : first;
	t->nodes.at[object].next = index;
	return push_over(t, PY_SUBSCRIPT, t->nodes.at[object].start, object);
}

static uint32_t parse_attribute(struct py_tree *t, uint32_t object)
{
	uint32_t at, node;

	t->at++;
	pass_blanks(t);
	at = t->at;
	pass_dotted(t);
	if (t->at == at)
		return fail(t);
	node = push_over(t, PY_ATTRIBUTE, t->nodes.at[object].start, object);
	t->nodes.at[node].name_at = at;
	t->nodes.at[node].name_end = t->at;
	return node;
}

static uint32_t parse_postfix(struct py_tree *t)
{
	uint32_t node = parse_atom(t);

	while (node != PY_NONE) {
		pass_blanks(t);
		switch (look(t, 0)) {
		case '(': node = parse_call(t, node); break;
		case '[': node = parse_subscript(t, node); break;
		case '.':
			if (!name_start(look(t, 1)) && look(t, 1) != '\n')
				return node;
			node = parse_attribute(t, node);
			break;
		default: return node;
		}
	}
	return PY_NONE;
}

static uint32_t parse_unary(struct py_tree *t)
{
	uint32_t start, child, node;
	enum py_op op;

	pass_blanks(t);
	start = t->at;
	switch (look(t, 0)) {
	case '-': op = PY_NEG; break;
	case '+': op = PY_POS; break;
	case '~': op = PY_INVERT; break;
	default: return parse_postfix(t);
	}
	t->at++;
	if (++t->depth > DEPTH_MOST)
		return fail(t);
	child = parse_binary(t, 12);
	t->depth--;
	if (child == PY_NONE)
		return PY_NONE;
	node = push_over(t, PY_UNARY, start, child);
	t->nodes.at[node].op = (uint8_t)op;
	return node;
}

struct binary {
	enum py_op op;
	int level; /* binds tighter with a larger one; 0: no operator here */
	uint32_t length;
};

static struct binary binary_at(struct py_tree *t)
{
	char a, b;

	pass_blanks(t);
	a = look(t, 0);
	b = look(t, 1);
	switch (a) {
	case '*':
		if (b == '*')
			return look(t, 2) == '=' ? (struct binary){0}
			                         : (struct binary){PY_POW, 12, 2};
		return b == '=' ? (struct binary){0} : (struct binary){PY_MUL, 10, 1};
	case '/':
		if (b == '/')
			return look(t, 2) == '=' ? (struct binary){0}
			                         : (struct binary){PY_FLOORDIV, 10, 2};
		return b == '=' ? (struct binary){0} : (struct binary){PY_DIV, 10, 1};
	case '%': return b == '=' ? (struct binary){0} : (struct binary){PY_MOD, 10, 1};
	case '@': return b == '=' ? (struct binary){0} : (struct binary){PY_MATMUL, 10, 1};
	case '+': return b == '=' ? (struct binary){0} : (struct binary){PY_ADD, 9, 1};
	case '-': return b == '=' ? (struct binary){0} : (struct binary){PY_SUB, 9, 1};
	case '&': return b == '=' ? (struct binary){0} : (struct binary){PY_AND, 7, 1};
	case '^': return b == '=' ? (struct binary){0} : (struct binary){PY_XOR, 6, 1};
	case '|': return b == '=' ? (struct binary){0} : (struct binary){PY_OR, 5, 1};
	case '=': return b == '=' ? (struct binary){PY_EQ, 4, 2} : (struct binary){0};
	case '!': return b == '=' ? (struct binary){PY_NE, 4, 2} : (struct binary){0};
	case '<':
		if (b == '<')
			return look(t, 2) == '=' ? (struct binary){0}
			                         : (struct binary){PY_LSHIFT, 8, 2};
		return b == '=' ? (struct binary){PY_LE, 4, 2} : (struct binary){PY_LT, 4, 1};
	case '>':
		if (b == '>')
			return look(t, 2) == '=' ? (struct binary){0}
			                         : (struct binary){PY_RSHIFT, 8, 2};
		return b == '=' ? (struct binary){PY_GE, 4, 2} : (struct binary){PY_GT, 4, 1};
	default: return (struct binary){0};
	}
}

/* Precedence climbing. Left to right but for the power, which takes a unary on its right. */
static uint32_t parse_binary(struct py_tree *t, int least)
{
	uint32_t left;

	if (++t->depth > DEPTH_MOST)
		return fail(t);
	left = parse_unary(t);
	while (left != PY_NONE) {
		struct binary b = binary_at(t);
		uint32_t right, node;

		if (!b.level || b.level < least)
			break;
		t->at += b.length;
		right = b.op == PY_POW ? parse_unary(t) : parse_binary(t, b.level + 1);
		if (right == PY_NONE) {
			left = PY_NONE;
			break;
		}
		t->nodes.at[left].next = right;
		node = push_over(
		        t, b.level == 4 ? PY_COMPARE : PY_BINARY, t->nodes.at[left].start, left);
		t->nodes.at[node].op = (uint8_t)b.op;
		left = node;
	}
	t->depth--;
	return left;
}

/* not, and, or, in, is, conditional: no graph holds them, so the parts are not kept apart. */
static uint32_t parse_test(struct py_tree *t)
{
	uint32_t start, node;
	enum py_kind kind = PY_NAME;

	pass_blanks(t);
	start = t->at;
	if (++t->depth > DEPTH_MOST)
		return fail(t);
	while (take_word(t, S("not")))
		kind = PY_UNARY;
	node = parse_binary(t, 0);
	while (node != PY_NONE && name_start(look(t, 0))) {
		if (take_word(t, S("and")) || take_word(t, S("or")))
			kind = PY_BOOLEAN;
		else if (take_word(t, S("in")) || take_word(t, S("is")) || take_word(t, S("if")) ||
		         take_word(t, S("else")))
			kind = PY_OTHER;
		else
			break;
		while (take_word(t, S("not")))
			;
		node = parse_binary(t, 0);
	}
	t->depth--;
	if (node == PY_NONE || kind == PY_NAME)
		return node;
	node = push_over(t, kind, start, kind == PY_UNARY ? node : PY_NONE);
	t->nodes.at[node].op = PY_NOT;
	return node;
}

void py_tree_open(struct py_tree *tree, str text)
{
	tree->text = str_slice(text, 0, UINT32_MAX - 8);
	tree->at = 0;
	tree->depth = 0;
	tree->nodes.len = 0;
	tree->failed = false;
}

bool py_at_end(struct py_tree *tree)
{
	pass_blanks(tree);
	return tree->at >= tree->text.len;
}

uint32_t py_expression(struct py_tree *t)
{
	uint32_t start, first = PY_NONE, last = PY_NONE, node;
	bool comma = false;

	pass_blanks(t);
	start = t->at;
	do {
		pass_blanks(t);
		if (t->at >= t->text.len || look(t, 0) == '=' || look(t, 0) == ';')
			break;
		node = parse_item(t, false);
		if (node == PY_NONE)
			return PY_NONE;
		chain(t, &first, &last, node);
		pass_blanks(t);
		if (look(t, 0) != ',')
			break;
		t->at++;
		comma = true;
	} while (true);
	if (first == PY_NONE)
		return fail(t);
	return comma ? push_over(t, PY_TUPLE, start, first) : first;
}

static str without_newlines(const struct py_tree *t, str text)
{
	char *copy;
	size_t n = 0;

	if (str_find_byte(text, '\n') == text.len)
		return text;
	copy = arena_alloc(t->arena, text.len + 1, 1);
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] != '\n')
			copy[n++] = text.ptr[i];
	return (str){copy, n};
}

str py_text(const struct py_tree *tree, uint32_t node)
{
	const struct py_node *n = &tree->nodes.at[node];
	str text = str_slice(tree->text, n->start, n->end);

	return n->kind == PY_NAME ? without_newlines(tree, text) : text;
}

str py_name(const struct py_tree *tree, uint32_t node)
{
	const struct py_node *n = &tree->nodes.at[node];

	return without_newlines(tree, str_slice(tree->text, n->name_at, n->name_end));
}
