/* What a test says about the places that it decides on.
 *
 * A test is read a second time, as tokens: under `or`, `and`, `not` and parentheses lie its leaves,
 * and a leaf is found again among the chains and calls by where it ends. What a leaf means is known
 * only when names are resolved. Brackets are jumped over, so the cost is a few looks at each token.
 */
#include "scanner/python/parser.h"

/* What stands at the top level of a stretch of tokens. */
struct outline {
	bool or_, and_, odd;
	uint32_t compares;
};

static bool is_compare(uint8_t kind)
{
	return (kind >= TOKEN_LESS && kind <= TOKEN_NOTEQUAL) || kind == TOKEN_IN ||
	       kind == TOKEN_IS;
}

/* The next token at this level. */
static const struct token *next(const struct parser *p, const struct token *t)
{
	if (t->kind >= TOKEN_LPAR && t->kind <= TOKEN_LBRACE)
		return p->lexer->tokens.at + t->value + 1;
	return t + 1;
}

static struct outline outline(
        const struct parser *p, const struct token *from, const struct token *to)
{
	struct outline o = {0};

	for (const struct token *t = from; t < to; t = next(p, t)) {
		switch (t->kind) {
		case TOKEN_OR: o.or_ = true; break;
		case TOKEN_AND: o.and_ = true; break;
		case TOKEN_IF:
		case TOKEN_LAMBDA:
		case TOKEN_COLONEQUAL:
		case TOKEN_COMMA:
		case TOKEN_FOR:
		case TOKEN_YIELD: o.odd = true; break;
		default: o.compares += is_compare(t->kind);
		}
	}
	return o;
}

/* The chain that is the whole of these tokens. Chains are pushed in the order of their ends. */
static uint32_t whole_chain(const struct parser *p, const struct token *from, uint32_t end)
{
	uint32_t low = 0, high = p->file->chains.len;

	while (low < high) {
		uint32_t half = (low + high) / 2;

		if (p->file->chains.at[half].end < end)
			low = half + 1;
		else
			high = half;
	}
	if (low == p->file->chains.len || p->file->chains.at[low].end != end ||
	        p->file->chains.at[low].at != from->at)
		return PYTHON_NONE;
	return low;
}

/* Likewise the call. Calls are pushed in the order of their brackets. */
static uint32_t whole_call(const struct parser *p, const struct token *from, uint32_t open)
{
	uint32_t low = 0, high = p->file->calls.len;

	while (low < high) {
		uint32_t half = (low + high) / 2;

		if (p->file->calls.at[half].open < open)
			low = half + 1;
		else
			high = half;
	}
	if (low == p->file->calls.len || p->file->calls.at[low].open != open ||
	        p->file->calls.at[low].at != from->at)
		return PYTHON_NONE;
	return low;
}

/* The call that these tokens are, with a mark put on it. */
static uint32_t mark_call(
        struct parser *p, const struct token *from, const struct token *to, uint16_t mark)
{
	uint32_t call;

	if (from == to || to[-1].kind != TOKEN_RPAR)
		return PYTHON_NONE;
	call = whole_call(p, from, p->lexer->tokens.at[to[-1].value].at);
	if (call != PYTHON_NONE)
		p->file->calls.at[call].flags |= mark;
	return call;
}

static void strip(const struct parser *p, const struct token **from, const struct token **to)
{
	while (*from + 1 < *to && (*from)->kind == TOKEN_LPAR && next(p, *from) == *to) {
		++*from;
		--*to;
	}
}

/* __name__ on one side and "__main__" on the other. */
static bool is_main(struct parser *p, const struct token *sides[2][2])
{
	for (int i = 0; i < 2; i++) {
		const struct token *name = sides[i][0], *text = sides[!i][0];

		if (sides[i][1] - name != 1 || name->kind != TOKEN_NAME ||
		        name->value != NAME_DUNDER_NAME || text == sides[!i][1] ||
		        text->kind != TOKEN_STRING)
			continue;
		for (const struct token *t = text; t < sides[!i][1]; t++)
			if (t->kind != TOKEN_STRING)
				return false;
		if (literal_is(p, (uint32_t)(text - p->lexer->tokens.at), S("__main__")))
			return true;
	}
	return false;
}

static void put_atom(struct parser *p, enum atom_kind kind, uint32_t ref)
{
	*PUSH(p->arena, &p->atoms) = (struct atom){ref, (uint8_t)kind, OUTCOME_TRUE, OUTCOME_FALSE};
}

static void comparison(struct parser *p, const struct token *from, const struct token *to)
{
	const struct token *sides[2][2] = {{from, from}, {from, to}}, *start = from;
	bool equal = false;
	uint32_t count = 0;

	for (const struct token *t = from;; t = next(p, t)) {
		if (t < to && !is_compare(t->kind))
			continue;
		mark_call(p, start, t > start && t[-1].kind == TOKEN_NOT ? t - 1 : t,
		        PYTHON_COMPARED);
		if (t >= to)
			break;
		count++;
		equal = t->kind == TOKEN_EQEQUAL;
		sides[0][1] = t;
		sides[1][0] = start = t + 1 + (t->kind == TOKEN_IS && t[1].kind == TOKEN_NOT);
	}
	if (count != 1 || !equal)
		return;
	strip(p, &sides[0][0], &sides[0][1]);
	strip(p, &sides[1][0], &sides[1][1]);
	if (is_main(p, sides))
		put_atom(p, ATOM_MAIN, 0);
}

static void leaf(struct parser *p, const struct token *from, const struct token *to)
{
	uint32_t ref = mark_call(p, from, to, PYTHON_TESTED);

	if (ref != PYTHON_NONE) {
		const struct python_call *call = &p->file->calls.at[ref];

		if (!call->arg_count && call->chain != PYTHON_NONE)
			put_atom(p, ATOM_CALL, call->chain);
		return;
	}
	if (from == to || to[-1].kind != TOKEN_NAME)
		return;
	ref = whole_chain(p, from, to[-1].end);
	if (ref != PYTHON_NONE)
		put_atom(p, ATOM_CHAIN, ref);
}

static void read_test(struct parser *p, const struct token *from, const struct token *to);

/* The parts between `or`s (of which nothing is known when one of them is true) or between `and`s.
 */
static void parts(
        struct parser *p, const struct token *from, const struct token *to, enum token_kind kind)
{
	uint32_t first = p->atoms.len;
	const struct token *start = from;

	for (const struct token *t = from;; t = next(p, t)) {
		if (t < to && t->kind != kind)
			continue;
		read_test(p, start, t);
		if (t >= to)
			break;
		start = t + 1;
	}
	for (uint32_t i = first; i < p->atoms.len; i++) {
		if (kind == TOKEN_OR)
			p->atoms.at[i].when_true = OUTCOME_NONE;
		else
			p->atoms.at[i].when_false = OUTCOME_NONE;
	}
}

static void read_test(struct parser *p, const struct token *from, const struct token *to)
{
	uint32_t first = p->atoms.len;
	bool turned = false;
	struct outline o;

	for (;;) {
		const struct token *before = from;

		strip(p, &from, &to);
		o = outline(p, from, to);
		if (o.odd || o.or_ || o.and_)
			break;
		for (; from < to && from->kind == TOKEN_NOT; from++)
			turned = !turned;
		if (from == before)
			break;
	}
	if (o.odd)
		return;
	if (o.or_ || o.and_)
		parts(p, from, to, o.or_ ? TOKEN_OR : TOKEN_AND);
	else if (o.compares)
		comparison(p, from, to);
	else
		leaf(p, from, to);
	for (uint32_t i = first; turned && i < p->atoms.len; i++) {
		struct atom *atom = &p->atoms.at[i];
		uint8_t kept = atom->when_true;

		atom->when_true = atom->when_false;
		atom->when_false = kept;
	}
}

uint32_t guard_test(struct parser *p, const struct token *from, const struct token *to)
{
	uint32_t first = p->atoms.len;

	read_test(p, from, to);
	return p->atoms.len - first;
}

void guard_push(struct parser *p, const struct guard *guard)
{
	if (guard->atom_count)
		*PUSH(p->arena, &p->guards) = *guard;
}

void guard_end(struct parser *p, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < p->guards.len; i++)
		if (!p->guards.at[i].end)
			p->guards.at[i].end = end;
}
