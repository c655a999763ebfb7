/* A small tree, sorted from the leaves up, then printed.
 *
 * Sympy prints the terms of a sum and the factors of a product in an order of its own: terms by
 * their powers of the generators, factors by "sort key", a tuple of class, arguments, exponent
 * and coefficient that is compared piece by piece. Both need the order of the children, so each
 * node is put in order once, when it is made. What surprises: the text in a file is already
 * evaluated, so nothing is simplified here, only ordered and written. Sizes are bounded: beyond
 * the bounds the text stays as it is.
 *
 * References: sympy/printing/str.py, printing/precedence.py, core/expr.py (sort_key,
 * as_ordered_terms), torch/utils/_sympy/functions.py. */
#include "scanner/graph/expression.h"

#include "base/buf.h"
#include "scanner/graph/expression_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

static const struct expr *at(const struct expr_tree *t, uint32_t node)
{
	return &t->nodes.at[node];
}

static uint32_t child(const struct expr_tree *t, uint32_t node, uint32_t i)
{
	return t->children.at[at(t, node)->first + i];
}

static bool is_number(const struct expr *e)
{
	return e->class->kind <= EXPR_FLOAT;
}

/* Numbers are kept as text, since integers have no bound: the doubles decide, and where they
 * agree the digits. */
static int compare_numbers(const struct expr *a, const struct expr *b)
{
	int sign = a->value < 0 ? -1 : 1;

	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	if (a->class->kind != EXPR_INTEGER || b->class->kind != EXPR_INTEGER)
		return 0;
	if (a->text.len != b->text.len)
		return a->text.len < b->text.len ? -sign : sign;
	return sign * str_cmp(a->text, b->text);
}

/* A sort key, taken apart: Expr.sort_key of sympy. */
struct key {
	const struct expr_class *class;
	const uint32_t *args;
	uint32_t n;
	str text;             /* of an atom, which counts as one argument */
	uint32_t exponent;    /* NONE: one */
	uint32_t coefficient; /* NONE: one */
};

static struct key key_of(const struct expr_tree *t, uint32_t node)
{
	const struct expr *e = at(t, node);
	struct key key = {.exponent = NONE, .coefficient = NONE};
	uint32_t skip = 0;

	if (is_number(e))
		return (struct key){.class = e->class, .exponent = NONE, .coefficient = node};
	if (e->class->kind == EXPR_MUL && is_number(at(t, t->order.at[e->ordered]))) {
		key.coefficient = t->order.at[e->ordered];
		skip = 1;
		if (e->count == 2) {
			e = at(t, t->order.at[e->ordered + 1]);
			skip = 0;
		}
	}
	if (e->class->kind == EXPR_POW) {
		key.exponent = t->children.at[e->first + 1];
		e = at(t, t->children.at[e->first]);
		skip = 0;
	}
	key.class = e->class;
	if (e->count) {
		bool sorted = e->class->kind == EXPR_ADD || e->class->kind == EXPR_MUL;

		key.args = sorted ? &t->order.at[e->ordered + skip] : &t->children.at[e->first];
		key.n = e->count - skip;
	} else {
		key.text = e->text.len ? e->text : str_from(e->class->print);
		key.n = 1;
	}
	return key;
}

static int compare(const struct expr_tree *t, uint32_t a, uint32_t b);

static int compare_exponents(const struct expr_tree *t, uint32_t a, uint32_t b)
{
	double one = 1;

	if (a != NONE && b != NONE)
		return compare(t, a, b);
	if (a == b)
		return 0;
	if (a == NONE)
		return -compare_exponents(t, b, a);
	if (!is_number(at(t, a)))
		return 1;
	return at(t, a)->value < one ? -1 : at(t, a)->value > one;
}

static int compare_coefficients(const struct expr_tree *t, uint32_t a, uint32_t b)
{
	static const struct expr_class integer = {.kind = EXPR_INTEGER};
	static const struct expr one = {.class = &integer, .text = {"1", 1}, .value = 1};

	return compare_numbers(a == NONE ? &one : at(t, a), b == NONE ? &one : at(t, b));
}

static int compare_classes(const struct expr_class *a, const struct expr_class *b)
{
	bool numbers = a->kind <= EXPR_FLOAT && b->kind <= EXPR_FLOAT;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (a->subrank != b->subrank)
		return a->subrank < b->subrank ? -1 : 1;
	return numbers ? 0 : strcmp(a->name, b->name);
}

/* The order of default_sort_key. */
static int compare(const struct expr_tree *t, uint32_t a, uint32_t b)
{
	struct key x = key_of(t, a), y = key_of(t, b);
	int c = compare_classes(x.class, y.class);

	if (!c && x.n != y.n)
		c = x.n < y.n ? -1 : 1;
	if (!c && x.n && !x.args && !y.args)
		c = str_cmp(x.text, y.text);
	for (uint32_t i = 0; !c && i < x.n && x.args && y.args; i++)
		c = compare(t, x.args[i], y.args[i]);
	if (!c)
		c = compare_exponents(t, x.exponent, y.exponent);
	return c ? c : compare_coefficients(t, x.coefficient, y.coefficient);
}

/* A term of a sum as a monomial: powers of generators, in the order of the generators. */
struct term {
	uint32_t node, first, n; /* in `powers` */
	double coefficient;
};

struct power {
	uint32_t term, base, generator;
	int64_t exponent;
};

struct sum {
	const struct expr_tree *t;
	VEC(struct term) terms;
	VEC(struct power) powers;
};

static void add_factor(struct arena *arena, struct sum *sum, struct term *term, uint32_t factor)
{
	const struct expr *e = at(sum->t, factor);
	struct power power = {.term = sum->terms.len, .base = factor, .exponent = 1};

	if (is_number(e)) {
		term->coefficient *= e->value;
		return;
	}
	if (e->class->kind == EXPR_POW) {
		uint32_t exponent = child(sum->t, factor, 1);

		if (at(sum->t, exponent)->class->kind == EXPR_INTEGER &&
		        str_int(at(sum->t, exponent)->text, &power.exponent))
			power.base = child(sum->t, factor, 0);
		else
			power.exponent = 1;
	}
	*VEC_PUSH(arena, &sum->powers) = power;
}

static void add_term(struct arena *arena, struct sum *sum, uint32_t node)
{
	const struct expr *e = at(sum->t, node);
	struct term term = {.node = node, .coefficient = 1};

	if (e->class->kind != EXPR_MUL)
		add_factor(arena, sum, &term, node);
	else
		for (uint32_t i = 0; i < e->count; i++)
			add_factor(arena, sum, &term, child(sum->t, node, i));
	*VEC_PUSH(arena, &sum->terms) = term;
}

static int by_base(const void *a, const void *b, void *context)
{
	const struct power *x = a, *y = b;
	const struct sum *sum = context;
	int c = compare(sum->t, x->base, y->base);

	return c ? c : x->term < y->term ? -1 : x->term > y->term;
}

static int by_term(const void *a, const void *b, void *context)
{
	const struct power *x = a, *y = b;

	(void)context;
	if (x->term != y->term)
		return x->term < y->term ? -1 : 1;
	return x->generator < y->generator ? -1 : x->generator > y->generator;
}

/* Lexicographic: the first generator decides, the higher power comes first. */
static int by_monomial(const void *a, const void *b, void *context)
{
	const struct term *x = a, *y = b;
	const struct sum *sum = context;
	uint32_t i = 0, j = 0;

	while (i < x->n || j < y->n) {
		const struct power *p = i < x->n ? &sum->powers.at[x->first + i] : NULL;
		const struct power *q = j < y->n ? &sum->powers.at[y->first + j] : NULL;
		int64_t e = p && (!q || p->generator <= q->generator) ? p->exponent : 0;
		int64_t f = q && (!p || q->generator <= p->generator) ? q->exponent : 0;

		if (e != f)
			return e > f ? -1 : 1;
		i += e != 0 || (p && p->exponent == 0);
		j += f != 0 || (q && q->exponent == 0);
	}
	if (x->coefficient != y->coefficient)
		return x->coefficient < y->coefficient ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static void number_generators(struct sum *sum)
{
	uint32_t generator = 0;

	for (uint32_t i = 0; i < sum->powers.len; i++) {
		struct power *p = &sum->powers.at[i];

		if (i && compare(sum->t, p[-1].base, p->base) != 0)
			generator++;
		p->generator = generator;
	}
}

/* "1 - 2*x" and not "-2*x + 1": as_ordered_terms, its special case. */
static bool number_comes_first(const struct expr_tree *t, const struct expr *e, uint32_t *out)
{
	uint32_t a = t->children.at[e->first], b = t->children.at[e->first + 1];
	const struct expr *product;

	if (e->count != 2)
		return false;
	if (is_number(at(t, b))) {
		uint32_t swap = a;

		a = b;
		b = swap;
	}
	product = at(t, b);
	if (!is_number(at(t, a)) || at(t, a)->value <= 0 || product->class->kind != EXPR_MUL ||
	        product->count != 2 || !is_number(at(t, t->order.at[product->ordered])) ||
	        at(t, t->order.at[product->ordered])->value >= 0)
		return false;
	out[0] = a;
	out[1] = b;
	return true;
}

static void order_terms(struct expr_tree *t, const struct expr *e, uint32_t *out)
{
	struct sum sum = {.t = t};
	uint32_t at_power = 0;

	if (number_comes_first(t, e, out))
		return;
	for (uint32_t i = 0; i < e->count; i++)
		add_term(t->arena, &sum, t->children.at[e->first + i]);
	if (sum.powers.len) {
		qsort_r(sum.powers.at, sum.powers.len, sizeof *sum.powers.at, by_base, &sum);
		number_generators(&sum);
		qsort_r(sum.powers.at, sum.powers.len, sizeof *sum.powers.at, by_term, &sum);
	}
	for (uint32_t i = 0; i < sum.terms.len; i++) {
		sum.terms.at[i].first = at_power;
		while (at_power < sum.powers.len && sum.powers.at[at_power].term == i)
			at_power++;
		sum.terms.at[i].n = at_power - sum.terms.at[i].first;
	}
	if (sum.terms.len)
		qsort_r(sum.terms.at, sum.terms.len, sizeof *sum.terms.at, by_monomial, &sum);
	for (uint32_t i = 0; i < sum.terms.len; i++)
		out[i] = sum.terms.at[i].node;
}

static int by_key(const void *a, const void *b, void *context)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	int c = compare(context, x, y);

	return c ? c : x < y ? -1 : x > y;
}

void expr_order(struct expr_tree *t, uint32_t node)
{
	struct expr *e = &t->nodes.at[node];
	uint32_t *out;

	VEC_RESERVE(t->arena, &t->order, e->count);
	e->ordered = t->order.len;
	out = t->order.at + t->order.len;
	t->order.len += e->count;
	if (e->count)
		memcpy(out, t->children.at + e->first, e->count * sizeof *out);
	if (e->class->kind == EXPR_ADD)
		order_terms(t, e, out);
	else if (e->class->kind == EXPR_MUL || e->class->kind == EXPR_LATTICE)
		qsort_r(out, e->count, sizeof *out, by_key, t);
}

struct printer {
	const struct expr_tree *t;
	struct buf *out;
	uint32_t level;
};

static void print(struct printer *p, uint32_t node);

static int precedence(const struct expr_tree *t, uint32_t node)
{
	const struct expr *e = at(t, node);
	const struct expr *first;

	if (is_number(e))
		return e->value < 0 ? 40 : e->class->precedence;
	if (e->class->kind != EXPR_MUL)
		return e->class->precedence;
	for (uint32_t i = 0; i < e->count; i++) {
		const struct expr_class *c = at(t, child(t, node, i))->class;

		/* Of the functions only those of torch say how they bind. */
		if (c->rank == 4 && c->precedence < 50)
			return 50;
	}
	first = at(t, t->order.at[e->ordered]);
	return is_number(first) && first->value < 0 ? 40 : 50;
}

static void print_bracketed(struct printer *p, uint32_t node, bool brackets)
{
	if (brackets)
		buf_byte(p->out, '(');
	print(p, node);
	if (brackets)
		buf_byte(p->out, ')');
}

static void print_within(struct printer *p, uint32_t node, int level)
{
	print_bracketed(p, node, precedence(p->t, node) <= level);
}

enum { FLOAT_DIGITS = 15 };

/* The digits of a double, a half rounded up; returns the decimal exponent. */
static int float_digits(double value, char digits[FLOAT_DIGITS + 1])
{
	char exact[1100]; /* every double is exact in 800 digits */
	int exponent, i = FLOAT_DIGITS - 1;

	snprintf(exact, sizeof exact, "%.800e", value);
	exponent = atoi(strchr(exact, 'e') + 1);
	digits[0] = exact[0];
	memcpy(digits + 1, exact + 2, FLOAT_DIGITS - 1);
	digits[FLOAT_DIGITS] = 0;
	if (exact[FLOAT_DIGITS + 1] < '5')
		return exponent;
	while (i >= 0 && digits[i] == '9')
		digits[i--] = '0';
	if (i >= 0) {
		digits[i]++;
		return exponent;
	}
	digits[0] = '1';
	return exponent + 1;
}

/* As mpmath writes it: a point between 1e-5 and 1e15, else an exponent. Trailing zeros stay only
 * when the number stands alone. */
static void print_float(struct printer *p, double value)
{
	char digits[FLOAT_DIGITS + 1];
	int exponent, point, n = FLOAT_DIGITS, zeros = 0;

	if (value == 0) {
		buf_puts(p->out, "0.0");
		return;
	}
	exponent = float_digits(value < 0 ? -value : value, digits);
	point = exponent;
	if (exponent <= -5 || exponent >= FLOAT_DIGITS)
		point = 0;
	else
		exponent = 0;
	if (point < 0) {
		zeros = -point;
		point = 0;
	}
	if (p->level > 1)
		while (n > point + 1 - zeros && n > 1 && digits[n - 1] == '0')
			n--;
	if (value < 0)
		buf_byte(p->out, '-');
	for (int i = 0; i < n + zeros || i <= point + 1; i++) {
		if (i == point + 1)
			buf_byte(p->out, '.');
		buf_byte(p->out, i < zeros ? '0' : i - zeros < n ? digits[i - zeros] : '0');
	}
	if (exponent)
		buf_format(p->out, "e%+d", exponent);
}

/* A factor of a product, in the numerator or the denominator. */
struct factor {
	uint32_t node; /* NONE: `digits` */
	str digits;
	uint32_t base; /* of a power whose exponent is turned round; NONE: none */
	str exponent;
	bool brackets;
};

struct quotient {
	VEC(struct factor) above, below;
};

static const struct expr *negative_exponent(const struct expr_tree *t, uint32_t node)
{
	const struct expr *exponent;

	if (at(t, node)->class->kind != EXPR_POW)
		return NULL;
	exponent = at(t, child(t, node, 1));
	return is_number(exponent) && exponent->value < 0 ? exponent : NULL;
}

static void add_below(struct arena *arena, const struct expr_tree *t, struct quotient *q,
        uint32_t node, const struct expr *exponent)
{
	struct factor *f = VEC_PUSH(arena, &q->below);
	uint32_t base = child(t, node, 0);

	if (exponent->class->kind == EXPR_INTEGER && exponent->value == -1) {
		*f = (struct factor){.node = base, .base = NONE};
		f->brackets =
		        at(t, base)->count > 1 && (at(t, base)->class->kind == EXPR_MUL ||
		                                          at(t, base)->class->kind == EXPR_POW);
		return;
	}
	*f = (struct factor){.node = node, .base = base};
	f->exponent = str_from_at(exponent->text, 1);
	if (exponent->class->kind == EXPR_RATIONAL)
		f->exponent = arena_format(
		        arena, "%.*s/%.*s", STR_ARG(f->exponent), STR_ARG(exponent->denominator));
}

static void add_number(struct arena *arena, struct quotient *q, const struct expr *e, uint32_t node)
{
	str digits =
	        e->value < 0 && e->class->kind != EXPR_FLOAT ? str_from_at(e->text, 1) : e->text;

	if (e->class->kind == EXPR_FLOAT) {
		if (e->value != 1 && e->value != -1)
			*VEC_PUSH(arena, &q->above) = (struct factor){.node = node, .base = NONE};
		else
			*VEC_PUSH(arena, &q->above) =
			        (struct factor){.node = NONE, .digits = S("1.0"), .base = NONE};
		return;
	}
	if (!str_eq(digits, S("1")))
		*VEC_PUSH(arena, &q->above) =
		        (struct factor){.node = NONE, .digits = digits, .base = NONE};
	if (e->class->kind == EXPR_RATIONAL)
		*VEC_PUSH(arena, &q->below) =
		        (struct factor){.node = NONE, .digits = e->denominator, .base = NONE};
}

static void print_factor(struct printer *p, const struct factor *f, int level)
{
	const struct expr *e = f->node == NONE ? NULL : at(p->t, f->node);

	p->level++;
	if (f->brackets)
		buf_byte(p->out, '(');
	if (!e) {
		buf_put(p->out, f->digits);
	} else if (is_number(e)) {
		print_float(p, e->value < 0 ? -e->value : e->value);
	} else if (f->base == NONE) {
		print_within(p, f->node, level);
	} else if (str_eq(f->exponent, S("1/2"))) {
		buf_puts(p->out, "sqrt(");
		print(p, f->base);
		buf_byte(p->out, ')');
	} else {
		bool fraction = str_find_byte(f->exponent, '/') < f->exponent.len;

		print_within(p, f->base, 60);
		buf_format(p->out, fraction ? "**(%.*s)" : "**%.*s", STR_ARG(f->exponent));
	}
	if (f->brackets)
		buf_byte(p->out, ')');
	p->level--;
}

/* StrPrinter._print_Mul */
static void print_product(struct printer *p, uint32_t node)
{
	const struct expr_tree *t = p->t;
	const struct expr *e = at(t, node);
	struct quotient q = {0};
	int level = precedence(t, node);

	for (uint32_t i = 0; i < e->count; i++) {
		uint32_t f = t->order.at[e->ordered + i];
		const struct expr *negative = negative_exponent(t, f);

		if (is_number(at(t, f))) {
			if (at(t, f)->value < 0)
				buf_byte(p->out, '-');
			add_number(t->arena, &q, at(t, f), f);
		} else if (negative && negative->class->kind != EXPR_FLOAT) {
			add_below(t->arena, t, &q, f, negative);
		} else {
			*VEC_PUSH(t->arena, &q.above) = (struct factor){.node = f, .base = NONE};
		}
	}
	if (!q.above.len)
		buf_byte(p->out, '1');
	for (uint32_t i = 0; i < q.above.len; i++) {
		if (i)
			buf_byte(p->out, '*');
		print_factor(p, &q.above.at[i], level);
	}
	if (q.below.len)
		buf_puts(p->out, q.below.len > 1 ? "/(" : "/");
	for (uint32_t i = 0; i < q.below.len; i++) {
		if (i)
			buf_byte(p->out, '*');
		print_factor(p, &q.below.at[i], level);
	}
	if (q.below.len > 1)
		buf_byte(p->out, ')');
}

/* StrPrinter._print_Add: a term's own minus becomes the sign between. */
static void print_sum(struct printer *p, uint32_t node)
{
	const struct expr *e = at(p->t, node);

	for (uint32_t i = 0; i < e->count; i++) {
		uint32_t term = p->t->order.at[e->ordered + i];
		bool sum = at(p->t, term)->class->kind == EXPR_ADD;
		bool brackets = sum || precedence(p->t, term) < 40;
		size_t from = p->out->len, start;

		if (i)
			buf_puts(p->out, " + ");
		start = p->out->len;
		print_bracketed(p, term, brackets);
		if (sum || p->out->ptr[start + brackets] != '-')
			continue;
		memmove(p->out->ptr + start + brackets, p->out->ptr + start + brackets + 1,
		        p->out->len - start - brackets - 1);
		p->out->len--;
		if (i) {
			p->out->ptr[from + 1] = '-';
		} else {
			buf_byte(p->out, ' ');
			memmove(p->out->ptr + start + 1, p->out->ptr + start,
			        p->out->len - start - 1);
			p->out->ptr[start] = '-';
		}
	}
}

static void print_power(struct printer *p, uint32_t node)
{
	uint32_t base = child(p->t, node, 0), exponent = child(p->t, node, 1);
	const struct expr *e = at(p->t, exponent);
	bool half = e->class->kind == EXPR_RATIONAL && str_eq(e->denominator, S("2"));

	if (half && (str_eq(e->text, S("1")) || str_eq(e->text, S("-1")))) {
		buf_puts(p->out, e->value < 0 ? "1/sqrt(" : "sqrt(");
		print(p, base);
		buf_byte(p->out, ')');
		return;
	}
	if (e->class->kind == EXPR_INTEGER && e->value == -1) {
		buf_puts(p->out, "1/");
		print_within(p, base, 60);
		return;
	}
	print_within(p, base, 60);
	buf_puts(p->out, "**");
	print_within(p, exponent, 60);
}

/* Arguments side by side, bracketed where they bind no stronger than `level`. */
static void print_list(struct printer *p, const uint32_t *nodes, uint32_t n, const char *between)
{
	for (uint32_t i = 0; i < n; i++) {
		if (i)
			buf_puts(p->out, between);
		print(p, nodes[i]);
	}
}

static void print_call(struct printer *p, const struct expr *e, const uint32_t *nodes)
{
	if (e->class->kind != EXPR_PAIR && e->class->kind != EXPR_IDENTITY)
		buf_puts(p->out, e->class->print ? e->class->print : e->class->name);
	buf_byte(p->out, '(');
	print_list(p, nodes, e->count, ", ");
	buf_byte(p->out, ')');
}

static void print_infix(struct printer *p, const struct expr *e, int level)
{
	const uint32_t *nodes = p->t->children.at + e->first;

	for (uint32_t i = 0; i < e->count; i++) {
		if (i && e->class->kind == EXPR_INFIX)
			buf_puts(p->out, e->class->print);
		else if (i)
			buf_format(p->out, " %s ", e->class->print);
		print_within(p, nodes[i], level);
	}
}

static void print_number(struct printer *p, const struct expr *e)
{
	if (e->class->kind == EXPR_FLOAT)
		print_float(p, e->value);
	else
		buf_put(p->out, e->text);
	if (e->class->kind == EXPR_RATIONAL)
		buf_format(p->out, "/%.*s", STR_ARG(e->denominator));
}

static void print(struct printer *p, uint32_t node)
{
	const struct expr *e = at(p->t, node);
	const uint32_t *nodes = p->t->children.at + e->first;

	p->level++;
	switch (e->class->kind) {
	case EXPR_INTEGER:
	case EXPR_RATIONAL:
	case EXPR_FLOAT: print_number(p, e); break;
	case EXPR_SYMBOL: buf_put(p->out, e->text); break;
	case EXPR_TRUTH: buf_puts(p->out, e->class->print); break;
	case EXPR_ADD: print_sum(p, node); break;
	case EXPR_MUL: print_product(p, node); break;
	case EXPR_POW: print_power(p, node); break;
	case EXPR_FUNCTION:
	case EXPR_IDENTITY:
	case EXPR_PAIR: print_call(p, e, nodes); break;
	case EXPR_LATTICE: print_call(p, e, p->t->order.at + e->ordered); break;
	case EXPR_INFIX:
		buf_byte(p->out, '(');
		print_infix(p, e, 999);
		buf_byte(p->out, ')');
		break;
	case EXPR_RELATION: print_infix(p, e, 35); break;
	case EXPR_JUNCTION: print_infix(p, e, e->class->print[0] == '&' ? 38 : 36); break;
	case EXPR_NOT:
		buf_byte(p->out, '~');
		print_within(p, nodes[0], 100);
		break;
	}
	p->level--;
}

str expression_text(struct arena *arena, str source)
{
	struct arena *scratch = arena_new();
	struct expr_tree tree = {.arena = scratch};
	uint32_t root = str_find_byte(source, '(') < source.len || source.len <= 5
	                        ? expr_parse(&tree, source)
	                        : NONE;
	str text = source;

	if (root != NONE) {
		struct buf out = {0};

		print(&(struct printer){.t = &tree, .out = &out}, root);
		text = arena_dup(arena, buf_str(&out));
		buf_free(&out);
	}
	arena_free(scratch);
	return text;
}
