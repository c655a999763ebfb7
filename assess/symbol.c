/* A recursive descent over the printed form of sympy expressions ("2*s77", "Max(1, s0//2) + 1"),
 * in doubles, which hold every size exactly; the depth is bounded. */
#include "assess/symbol.h"

#include <math.h>
#include <string.h>

enum { DEPTH_MOST = 64, ARGS_MOST = 16 };

struct parser {
	struct symbols *symbols;
	str rest;
	uint32_t depth;
	bool failed;
};

static double parse_sum(struct parser *p);

static void skip_blanks(struct parser *p)
{
	while (p->rest.len && p->rest.ptr[0] == ' ')
		p->rest = str_from_at(p->rest, 1);
}

static bool accept(struct parser *p, const char *word)
{
	skip_blanks(p);
	if (!str_starts(p->rest, str_from(word)))
		return false;
	p->rest = str_from_at(p->rest, strlen(word));
	return true;
}

static double fail(struct parser *p)
{
	p->failed = true;
	p->rest = STR_NONE;
	return 0;
}

static int64_t value_of(struct symbols *s, str name)
{
	bool fresh;
	uint32_t *at = map_at(&s->ids, name, &fresh);

	if (fresh) {
		*at = s->values.len;
		*VEC_PUSH(s->arena, &s->values) = SYMBOL_GUESS;
		s->guessed = true;
	}
	return s->values.at[*at];
}

static double floor_mod(double a, double b)
{
	return a - b * floor(a / b);
}

static double call(struct parser *p, str name, const double *v, uint32_t n)
{
	static const char *const same[] = {"Identity", "ToFloat"};
	double best = n ? v[0] : 0;

	if (str_eq(name, S("Max")) || str_eq(name, S("Min"))) {
		for (uint32_t i = 1; i < n; i++)
			best = str_eq(name, S("Max")) ? fmax(best, v[i]) : fmin(best, v[i]);
		return n ? best : fail(p);
	}
	for (size_t i = 0; n == 1 && i < sizeof same / sizeof *same; i++)
		if (str_eq(name, str_from(same[i])))
			return best;
	if (n == 1 && (str_eq(name, S("floor")) || str_eq(name, S("FloorToInt"))))
		return floor(best);
	if (n == 1 && (str_eq(name, S("ceiling")) || str_eq(name, S("CeilToInt"))))
		return ceil(best);
	if (n == 1 && str_eq(name, S("TruncToInt")))
		return trunc(best);
	if (n == 1 && str_eq(name, S("Abs")))
		return fabs(best);
	if (n == 2 && v[1] != 0 && (str_eq(name, S("FloorDiv")) || str_eq(name, S("CleanDiv"))))
		return floor(v[0] / v[1]);
	if (n == 2 && v[1] != 0 && str_eq(name, S("CeilDiv")))
		return ceil(v[0] / v[1]);
	if (n == 2 && v[1] != 0 &&
	        (str_eq(name, S("IntTrueDiv")) || str_eq(name, S("FloatTrueDiv"))))
		return v[0] / v[1];
	if (n == 2 && v[1] != 0 && (str_eq(name, S("Mod")) || str_eq(name, S("PythonMod"))))
		return floor_mod(v[0], v[1]);
	if (n == 2 && (str_eq(name, S("Pow")) || str_eq(name, S("PowByNatural"))))
		return pow(v[0], v[1]);
	return fail(p);
}

static bool is_name_byte(char c, bool first)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       (!first && c >= '0' && c <= '9');
}

static double parse_name(struct parser *p)
{
	double values[ARGS_MOST];
	uint32_t n = 0;
	size_t len = 1;
	str name;

	while (len < p->rest.len && is_name_byte(p->rest.ptr[len], false))
		len++;
	name = str_slice(p->rest, 0, len);
	p->rest = str_from_at(p->rest, len);
	if (!accept(p, "("))
		return (double)value_of(p->symbols, name);
	do {
		if (n == ARGS_MOST)
			return fail(p);
		values[n++] = parse_sum(p);
	} while (!p->failed && accept(p, ","));
	return accept(p, ")") ? call(p, name, values, n) : fail(p);
}

static double parse_atom(struct parser *p)
{
	size_t len = 0;
	double value;

	skip_blanks(p);
	if (!p->rest.len)
		return fail(p);
	if (accept(p, "(")) {
		value = parse_sum(p);
		return accept(p, ")") ? value : fail(p);
	}
	if (is_name_byte(p->rest.ptr[0], true))
		return parse_name(p);
	while (len < p->rest.len && strchr("0123456789.", p->rest.ptr[len]) && p->rest.ptr[len])
		len++;
	if (!len || !str_float(str_slice(p->rest, 0, len), &value))
		return fail(p);
	p->rest = str_from_at(p->rest, len);
	return value;
}

static double parse_unary(struct parser *p)
{
	double value;

	if (p->depth++ > DEPTH_MOST)
		return fail(p);
	if (accept(p, "-")) {
		value = -parse_unary(p);
	} else {
		value = parse_atom(p);
		if (!p->failed && accept(p, "**"))
			value = pow(value, parse_unary(p));
	}
	p->depth--;
	return value;
}

static double parse_product(struct parser *p)
{
	double value = parse_unary(p);

	for (;;) {
		bool whole = false, mod = false;
		double other;

		skip_blanks(p);
		if (p->failed || str_starts(p->rest, S("**")))
			return value;
		if (accept(p, "*")) {
			value *= parse_unary(p);
			continue;
		}
		if (!(whole = accept(p, "//")) && !(mod = accept(p, "%")) && !accept(p, "/"))
			return value;
		other = parse_unary(p);
		if (other == 0)
			return fail(p);
		value = whole ? floor(value / other)
		        : mod ? floor_mod(value, other)
		              : value / other;
	}
}

static double parse_sum(struct parser *p)
{
	double value;

	if (p->depth++ > DEPTH_MOST)
		return fail(p);
	value = parse_product(p);
	while (!p->failed) {
		if (accept(p, "+"))
			value += parse_product(p);
		else if (accept(p, "-"))
			value -= parse_product(p);
		else
			break;
	}
	p->depth--;
	return value;
}

bool symbols_eval(struct symbols *symbols, str expression, int64_t *out)
{
	struct parser p = {.symbols = symbols, .rest = expression};
	double value = parse_sum(&p);

	skip_blanks(&p);
	if (p.failed || p.rest.len || !(value >= 0) || value > 9e15 || value != floor(value))
		return false;
	*out = (int64_t)value;
	return true;
}

bool symbols_dim(struct symbols *symbols, const struct dim *dim, int64_t *out)
{
	if (!dim->expr) {
		*out = dim->value;
		return dim->value >= 0;
	}
	return symbols_eval(symbols, graph_text(symbols->file, dim->expr), out);
}

static bool is_bare(str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!is_name_byte(text.ptr[i], i == 0))
			return false;
	return text.len > 0;
}

static void put(struct symbols *s, str name, int64_t value)
{
	bool fresh;
	uint32_t *at = map_at(&s->ids, name, &fresh);

	if (!fresh)
		return;
	*at = s->values.len;
	*VEC_PUSH(s->arena, &s->values) = value;
}

static void learn(struct symbols *s, const struct dim *dim)
{
	str text = graph_text(s->file, dim->expr);

	if (dim->expr && dim->value >= 0 && is_bare(text))
		put(s, text, dim->value);
}

void symbols_init(struct arena *arena, const struct graph_file *file, struct symbols *out)
{
	*out = (struct symbols){.arena = arena, .file = file, .ids = {.arena = arena}};
	for (uint32_t i = 0; i < file->dims.len; i++)
		learn(out, &file->dims.at[i]);
	for (uint32_t i = 0; i < file->values.len; i++)
		if (file->values.at[i].kind == VALUE_SYM_INT)
			learn(out, &file->values.at[i].sym);
	for (uint32_t i = 0; i < file->symbols.len; i++) {
		const struct symbol *symbol = &file->symbols.at[i];
		int64_t value = SYMBOL_GUESS;

		if (!symbol->has_low && !symbol->has_high)
			continue;
		if (symbol->has_high && symbol->high < value)
			value = symbol->high;
		if (symbol->has_low && symbol->low > value && symbol->low < INT64_MAX)
			value = symbol->low;
		put(out, graph_text(file, symbol->name), value < 0 ? SYMBOL_GUESS : value);
	}
}
