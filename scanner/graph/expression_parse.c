/* The constructor text is a call tree with a handful of literals; one table says which calls
 * there are. Recursion is bounded by EXPR_DEPTH_MOST. */
#include "scanner/graph/expression_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXPR_DEPTH_MOST = 64, EXPR_NODES_MOST = 4096, ANY = UINT16_MAX };

/* Precedences: sympy/printing/precedence.py and the `precedence` of torch's functions. Ranks:
 * class_key of the classes; a function whose number of arguments is fixed has subrank 10000. */
static const struct expr_class classes[] = {
        {"Integer", EXPR_INTEGER, 1000, 1, 0, "Number", 0, 0},
        {"Rational", EXPR_RATIONAL, 50, 1, 0, "Number", 0, 0},
        {"Float", EXPR_FLOAT, 1000, 1, 0, "Number", 0, 0},
        {"Symbol", EXPR_SYMBOL, 1000, 2, 0, NULL, 0, 0},
        {"true", EXPR_TRUTH, 1000, 2, 0, "True", 0, 0},
        {"false", EXPR_TRUTH, 1000, 2, 0, "False", 0, 0},
        {"Add", EXPR_ADD, 40, 3, 1, NULL, 2, ANY},
        {"Mul", EXPR_MUL, 50, 3, 0, NULL, 2, ANY},
        {"Pow", EXPR_POW, 60, 3, 2, NULL, 2, 2},
        {"FloorDiv", EXPR_INFIX, 35, 4, 10000, "//", 2, 2},
        {"CleanDiv", EXPR_INFIX, 35, 4, 10000, "//", 2, 2},
        {"ModularIndexing", EXPR_FUNCTION, 35, 4, 10000, NULL, 3, 3},
        {"Where", EXPR_FUNCTION, 35, 4, 10000, NULL, 3, 3},
        {"PythonMod", EXPR_FUNCTION, 35, 4, 10000, NULL, 2, 2},
        {"Mod", EXPR_FUNCTION, 35, 4, 10000, NULL, 2, 2},
        {"FloatTrueDiv", EXPR_FUNCTION, 35, 4, 10000, NULL, 2, 2},
        {"IntTrueDiv", EXPR_FUNCTION, 35, 4, 10000, NULL, 2, 2},
        {"PowByNatural", EXPR_FUNCTION, 50, 4, 10000, NULL, 2, 2},
        {"FloatPow", EXPR_FUNCTION, 60, 4, 10000, NULL, 2, 2},
        {"CeilToInt", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"FloorToInt", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"TruncToInt", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"TruncToFloat", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"RoundToInt", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"RoundDecimal", EXPR_FUNCTION, 70, 4, 10000, NULL, 2, 2},
        {"ToFloat", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"IsNonOverlappingAndDenseIndicator", EXPR_FUNCTION, 70, 4, 0, NULL, 2, ANY},
        {"OpaqueUnaryFn_sqrt", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_cos", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_cosh", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_sin", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_sinh", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_tan", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_tanh", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_asin", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_acos", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_atan", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_exp", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_log", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_asinh", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"OpaqueUnaryFn_log2", EXPR_FUNCTION, 70, 4, 10000, NULL, 1, 1},
        {"BitwiseFn_bitwise_and", EXPR_FUNCTION, 38, 4, 10000, NULL, 2, 2},
        {"BitwiseFn_bitwise_xor", EXPR_FUNCTION, 37, 4, 10000, NULL, 2, 2},
        {"BitwiseFn_bitwise_or", EXPR_FUNCTION, 36, 4, 10000, NULL, 2, 2},
        {"Identity", EXPR_IDENTITY, 10, 4, 0, NULL, 1, 1},
        {"Max", EXPR_LATTICE, 1000, 5, 0, NULL, 2, ANY},
        {"Min", EXPR_LATTICE, 1000, 5, 0, NULL, 2, ANY},
        {"GreaterThan", EXPR_RELATION, 35, 5, 0, ">=", 2, 2},
        {"StrictGreaterThan", EXPR_RELATION, 35, 5, 0, ">", 2, 2},
        {"LessThan", EXPR_RELATION, 35, 5, 0, "<=", 2, 2},
        {"StrictLessThan", EXPR_RELATION, 35, 5, 0, "<", 2, 2},
        {"Equality", EXPR_FUNCTION, 50, 5, 0, "Eq", 2, 2},
        {"Unequality", EXPR_FUNCTION, 50, 5, 0, "Ne", 2, 2},
        {"And", EXPR_JUNCTION, 30, 5, 0, "&", 2, ANY},
        {"Or", EXPR_JUNCTION, 20, 5, 0, "|", 2, ANY},
        {"Not", EXPR_NOT, 100, 5, 0, NULL, 1, 1},
        {"ITE", EXPR_FUNCTION, 1000, 5, 0, NULL, 3, 3},
        {"Piecewise", EXPR_FUNCTION, 70, 4, 0, NULL, 1, ANY},
        {"ExprCondPair", EXPR_PAIR, 1000, 5, 0, NULL, 2, 2},
};

struct parser {
	struct expr_tree *tree;
	str left;
	uint32_t depth;
};

static void blanks(struct parser *p)
{
	while (p->left.len && p->left.ptr[0] == ' ')
		p->left = str_from_at(p->left, 1);
}

static bool take(struct parser *p, char c)
{
	blanks(p);
	if (!p->left.len || p->left.ptr[0] != c)
		return false;
	p->left = str_from_at(p->left, 1);
	return true;
}

static str take_word(struct parser *p)
{
	size_t n = 0;
	str word;

	blanks(p);
	while (n < p->left.len && byte_is_word(p->left.ptr[n]))
		n++;
	word = str_slice(p->left, 0, n);
	p->left = str_from_at(p->left, n);
	return word;
}

/* Between quotes of either kind; an escape is not understood, names do not need one. */
static bool take_string(struct parser *p, str *text)
{
	char quote;
	size_t n;

	blanks(p);
	if (!p->left.len || (p->left.ptr[0] != '\'' && p->left.ptr[0] != '"'))
		return false;
	quote = p->left.ptr[0];
	p->left = str_from_at(p->left, 1);
	n = str_find_byte(p->left, quote);
	*text = str_slice(p->left, 0, n);
	if (n == p->left.len || str_find_byte(*text, '\\') < n)
		return false;
	p->left = str_from_at(p->left, n + 1);
	return true;
}

static bool take_integer(struct parser *p, str *digits)
{
	size_t n;

	blanks(p);
	n = p->left.len && p->left.ptr[0] == '-';
	while (n < p->left.len && p->left.ptr[n] >= '0' && p->left.ptr[n] <= '9')
		n++;
	*digits = str_slice(p->left, 0, n);
	p->left = str_from_at(p->left, n);
	return n > 1 || (n == 1 && digits->ptr[0] != '-');
}

/* ", positive=True, precision=53" and the closing bracket. Other precisions than a double's are
 * not understood. */
static bool take_keywords(struct parser *p)
{
	while (take(p, ',')) {
		str key = take_word(p), value;

		if (!key.len || !take(p, '='))
			return false;
		value = take_word(p);
		if (!value.len || (str_eq(key, S("precision")) && !str_eq(value, S("53"))))
			return false;
	}
	return take(p, ')');
}

static const struct expr_class *class_of(str name)
{
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (str_eq(name, str_from(classes[i].name)))
			return &classes[i];
	return NULL;
}

static bool to_double(str text, double *value)
{
	return text.len < 400 && str_float(text, value) && isfinite(*value);
}

/* A float that a double holds in full; the text's are of any exponent. */
static bool to_float(str text, double *value)
{
	bool zero = true;

	for (size_t i = 0; i < text.len && text.ptr[i] != 'e' && text.ptr[i] != 'E'; i++)
		zero &= text.ptr[i] < '1' || text.ptr[i] > '9';
	return to_double(text, value) && (zero || isnormal(*value));
}

static bool parse_literal(struct parser *p, struct expr *e)
{
	double q;

	switch (e->class->kind) {
	case EXPR_TRUTH: return true;
	case EXPR_SYMBOL:
		return take(p, '(') && take_string(p, &e->text) && e->text.len && take_keywords(p);
	case EXPR_INTEGER:
		return take(p, '(') && take_integer(p, &e->text) && take(p, ')') &&
		       to_double(e->text, &e->value);
	case EXPR_FLOAT:
		return take(p, '(') && take_string(p, &e->text) && take_keywords(p) &&
		       to_float(e->text, &e->value);
	case EXPR_RATIONAL:
		if (!take(p, '(') || !take_integer(p, &e->text) || !take(p, ',') ||
		        !take_integer(p, &e->denominator) || !take(p, ')') ||
		        !to_double(e->text, &e->value) || !to_double(e->denominator, &q) || q < 1)
			return false;
		e->value /= q;
		return true;
	default: return false;
	}
}

static bool parse(struct parser *p, uint32_t *out);

/* A negative number at the head of a product is written as two, -1 and the rest: one again. */
static void join_sign(struct expr_tree *tree, uint32_t *nodes, uint32_t *n)
{
	struct expr number;

	if (*n < 3 || tree->nodes.at[nodes[0]].class->kind != EXPR_INTEGER ||
	        tree->nodes.at[nodes[0]].value != -1)
		return;
	number = tree->nodes.at[nodes[1]];
	if (number.class->kind > EXPR_FLOAT || number.value <= 0)
		return;
	number.text = arena_format(tree->arena, "-%.*s", STR_ARG(number.text));
	number.value = -number.value;
	nodes[1] = tree->nodes.len;
	*VEC_PUSH(tree->arena, &tree->nodes) = number;
	--*n;
	memmove(nodes, nodes + 1, *n * sizeof *nodes);
}

/* The arguments of a call; they stand together in `children` behind those of deeper calls. */
static bool parse_children(struct parser *p, struct expr *e)
{
	struct expr_tree *tree = p->tree;
	VEC(uint32_t) own = {0};
	bool ok = take(p, '(');

	while (ok) {
		ok = parse(p, VEC_PUSH(tree->arena, &own));
		if (ok && !take(p, ','))
			break;
	}
	if (!ok || !take(p, ')') || own.len < e->class->least || own.len > e->class->most)
		return false;
	if (e->class->kind == EXPR_MUL)
		join_sign(tree, own.at, &own.len);
	e->first = tree->children.len;
	e->count = own.len;
	for (uint32_t i = 0; i < own.len; i++)
		*VEC_PUSH(tree->arena, &tree->children) = own.at[i];
	return true;
}

static bool parse(struct parser *p, uint32_t *out)
{
	struct expr e = {.class = class_of(take_word(p))};
	bool ok;

	if (!e.class || p->depth >= EXPR_DEPTH_MOST || p->tree->nodes.len >= EXPR_NODES_MOST)
		return false;
	p->depth++;
	ok = e.class->most ? parse_children(p, &e) : parse_literal(p, &e);
	p->depth--;
	if (!ok)
		return false;
	*out = p->tree->nodes.len;
	*VEC_PUSH(p->tree->arena, &p->tree->nodes) = e;
	expr_order(p->tree, *out);
	return true;
}

uint32_t expr_parse(struct expr_tree *tree, str source)
{
	struct parser p = {.tree = tree, .left = source};
	uint32_t root;

	if (!parse(&p, &root))
		return UINT32_MAX;
	blanks(&p);
	return p.left.len ? UINT32_MAX : root;
}
