/* Einstein sums (aten/src/ATen/native/Linear.cpp): two operands at a time, in the order of the path
 * or from the left. Labels are bits: 52 letters, then the dimensions under an ellipsis from the
 * right. A dimension of size 1 broadcasts and counts as missing. */
#include "pytorch/flops_formula.h"

#include <string.h>

enum { LETTERS = 52, LABELS = 64, OPERANDS_MOST = 32 };

struct einsum {
	int64_t size[LABELS];
	uint64_t operand[OPERANDS_MOST];
	uint32_t n;
	uint64_t out, seen, again; /* again: letters met twice, left out of an implicit output */
};

static int label_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	return c >= 'a' && c <= 'z' ? c - 'a' + 26 : -1;
}

/* One operand's letters against its sizes. */
static bool einsum_operand(struct einsum *e, str letters, const struct flops_shape *shape)
{
	uint32_t named = 0, at = 0, hidden;
	uint64_t mask = 0;

	for (size_t i = 0; i < letters.len; i++)
		named += label_of(letters.ptr[i]) >= 0;
	if (!shape->given || named > shape->rank)
		return false;
	hidden = shape->rank - named;
	for (size_t i = 0; i < letters.len; i++) {
		int label = label_of(letters.ptr[i]);
		uint32_t run = label >= 0 ? 1 : 0;

		if (str_starts(str_from_at(letters, i), S("..."))) {
			if (hidden > LABELS - LETTERS)
				return false;
			run = hidden;
			i += 2;
		} else if (label < 0 && letters.ptr[i] != ' ') {
			return false;
		}
		for (uint32_t k = 0; k < run; k++, at++) {
			int bit = label >= 0 ? label : (int)(LETTERS + hidden - 1 - k);

			if (label >= 0 && (e->seen >> bit & 1))
				e->again |= UINT64_C(1) << bit;
			e->seen |= UINT64_C(1) << bit;
			if (shape->size[at] == 1)
				continue;
			e->size[bit] = shape->size[at];
			mask |= UINT64_C(1) << bit;
		}
	}
	e->operand[e->n++] = mask;
	return at == shape->rank;
}

static bool einsum_parse(struct einsum *e, str equation, const struct flops_arg *list)
{
	size_t arrow = str_find(equation, S("->"));
	str left = str_slice(equation, 0, arrow), right = str_from_at(equation, arrow + 2), letters;
	const uint64_t hidden = ~UINT64_C(0) << LETTERS;

	while (str_cut(&left, ',', &letters))
		if (e->n >= list->count || e->n >= OPERANDS_MOST ||
		        !einsum_operand(e, letters, &list->shapes[e->n]))
			return false;
	if (arrow == equation.len) {
		e->out = e->seen & ~e->again;
	} else {
		for (size_t i = 0; i < right.len; i++) {
			int label = label_of(right.ptr[i]);

			if (label >= 0)
				e->out |= UINT64_C(1) << label;
			else if (right.ptr[i] == '.')
				e->out |= hidden;
		}
	}
	return e->n == list->count;
}

/* Contracts two operands into the first of them. */
static bool einsum_pair(struct einsum *e, uint32_t i, uint32_t j, int64_t *count)
{
	uint64_t a = e->operand[i], b = e->operand[j], kept = e->out, summed, involved;
	int64_t cost = 2;

	for (uint32_t k = 0; k < e->n; k++)
		if (k != i && k != j)
			kept |= e->operand[k];
	summed = a & b & ~kept;
	involved = ((a | b) & kept) | summed;
	e->operand[i] = (a | b) & kept;
	if (!summed) /* a product element by element */
		return true;
	for (int bit = 0; bit < LABELS; bit++)
		if ((involved >> bit & 1) && !times(&cost, e->size[bit]))
			return false;
	return plus(count, cost);
}

static void einsum_remove(struct einsum *e, uint32_t i)
{
	memmove(&e->operand[i], &e->operand[i + 1], (e->n - i - 1) * sizeof *e->operand);
	e->n--;
}

bool flops_einsum(const struct flops_query *q, int64_t *count)
{
	const struct flops_arg *equation = arg_of(q, "equation", 0),
	                       *list = arg_of(q, "tensors", 1);
	const struct flops_arg *path = arg_of(q, "path", UINT32_MAX);
	struct einsum e = {.n = 0};

	*count = 0;
	if (!equation || !list || equation->kind != FLOPS_ARG_TEXT ||
	        list->kind != FLOPS_ARG_TENSORS || !einsum_parse(&e, equation->text, list))
		return false;
	if (!path || path->kind != FLOPS_ARG_INTS || path->count != 2 * (list->count - 1)) {
		while (e.n > 1) {
			if (!einsum_pair(&e, 0, 1, count))
				return false;
			einsum_remove(&e, 1);
		}
		return true;
	}
	for (uint32_t k = 0; k < path->count; k += 2) {
		int64_t i = path->ints[k], j = path->ints[k + 1];
		uint64_t result;

		if (i < 0 || j < 0 || i >= e.n || j >= e.n || i == j ||
		        !einsum_pair(&e, (uint32_t)i, (uint32_t)j, count))
			return false;
		result = e.operand[i];
		einsum_remove(&e, (uint32_t)(i > j ? i : j));
		einsum_remove(&e, (uint32_t)(i > j ? j : i));
		e.operand[e.n++] = result;
	}
	return true;
}
