/* One function a family of operators, one table from names to functions.
 *
 * References: torch/utils/flop_counter.py for what is registered there; for composite operators
 * what they run: aten/src/ATen/native (LinearAlgebra.cpp, Linear.cpp for tensordot, RNN.cpp,
 * transformers/attention.cpp); Einstein sums are in pytorch/flops_einsum.c. All products are
 * checked; a function says false when it has no answer for these arguments. Callers have made
 * sure that all sizes are numbers. */
#include "pytorch/flops_formula.h"

#include <stdlib.h>
#include <string.h>

static const struct flops_shape *shape_of(
        const struct flops_query *q, const char *name, uint32_t at)
{
	const struct flops_arg *arg = arg_of(q, name, at);

	return arg && arg->kind == FLOPS_ARG_TENSOR ? &arg->shape : NULL;
}

static int64_t int_of(const struct flops_query *q, const char *name, uint32_t at, int64_t otherwise)
{
	const struct flops_arg *arg = arg_of(q, name, at);

	return arg && arg->kind == FLOPS_ARG_INT ? arg->integer : otherwise;
}

/* Multiplies the sizes from `from` up to (not with) `to`. */
static bool times_sizes(int64_t *product, const struct flops_shape *s, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to && i < s->rank; i++)
		if (!times(product, s->size[i]))
			return false;
	return true;
}

static bool product3(int64_t *count, int64_t a, int64_t b, int64_t c)
{
	*count = 2;
	return times(count, a) && times(count, b) && times(count, c);
}

/* (m,k) x (k,n) */
static bool matrices(const struct flops_shape *a, const struct flops_shape *b, int64_t *count)
{
	return a && b && a->rank == 2 && b->rank == 2 && a->size[1] == b->size[0] &&
	       product3(count, a->size[0], a->size[1], b->size[1]);
}

static bool batches(const struct flops_shape *a, const struct flops_shape *b, int64_t *count)
{
	return a && b && a->rank == 3 && b->rank == 3 && a->size[0] == b->size[0] &&
	       a->size[2] == b->size[1] && product3(count, a->size[1], a->size[2], b->size[2]) &&
	       times(count, a->size[0]);
}

static bool nothing(const struct flops_query *q, int64_t *count)
{
	(void)q;
	*count = 0;
	return true;
}

static bool count_mm(const struct flops_query *q, int64_t *count)
{
	return matrices(shape_of(q, "self", 0), shape_of(q, "mat2", 1), count);
}

static bool count_addmm(const struct flops_query *q, int64_t *count)
{
	return matrices(shape_of(q, "mat1", 1), shape_of(q, "mat2", 2), count);
}

static bool count_bmm(const struct flops_query *q, int64_t *count)
{
	return batches(shape_of(q, "self", 0), shape_of(q, "mat2", 1), count);
}

static bool count_baddbmm(const struct flops_query *q, int64_t *count)
{
	return batches(shape_of(q, "batch1", 1), shape_of(q, "batch2", 2), count);
}

static bool count_linear(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *x = shape_of(q, "input", 0), *w = shape_of(q, "weight", 1);

	if (!x || !w || !x->rank)
		return false;
	if (w->rank == 1) /* a product of a matrix and a vector */
		return nothing(q, count);
	return w->rank == 2 && x->size[x->rank - 1] == w->size[1] &&
	       product3(count, w->size[0], w->size[1], 1) && times_sizes(count, x, 0, x->rank - 1);
}

/* Of a result that is not shown (profiles): what x and y make, broadcast as they are. */
static bool times_product_sizes(
        int64_t *count, const struct flops_shape *x, const struct flops_shape *y)
{
	uint32_t rank = x->rank > y->rank ? x->rank : y->rank;

	if (!times(count, x->rank > 1 ? x->size[x->rank - 2] : 1) ||
	        !times(count, y->size[y->rank - 1]))
		return false;
	for (uint32_t back = 3; back <= rank; back++) {
		int64_t a = back <= x->rank ? x->size[x->rank - back] : 1;
		int64_t b = back <= y->rank ? y->size[y->rank - back] : 1;

		if (!times(count, a == 1 ? b : a))
			return false;
	}
	return true;
}

static bool count_matmul(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *x = shape_of(q, "self", 0), *y = shape_of(q, "other", 1);
	const struct flops_shape *out = q->n_outs ? &q->outs[0] : NULL;

	if (!x || !y || (out && !out->given) || !x->rank || !y->rank)
		return false;
	if (y->rank == 1)
		return nothing(q, count);
	if (x->rank == 1 && y->rank > 2 && x->size[0] == 1) /* no sum, so no product of matrices */
		return nothing(q, count);
	*count = 2;
	return times(count, x->size[x->rank - 1]) &&
	       (out ? times_sizes(count, out, 0, out->rank) : times_product_sizes(count, x, y));
}

/* 2 * batch * positions * kernel * w0 * w1; `spatial` has the positions, `batch` or none. */
static bool convolve(const struct flops_shape *spatial, bool batched, const struct flops_shape *w,
        int64_t batch, int64_t *count)
{
	*count = 2;
	return times(count, batch) && times_sizes(count, spatial, batched ? 2 : 1, spatial->rank) &&
	       times_sizes(count, w, 0, w->rank);
}

static bool forward_convolution(const struct flops_query *q, const struct flops_shape *x,
        const struct flops_shape *w, bool transposed, int64_t *count)
{
	const struct flops_shape *out = q->n_outs ? &q->outs[0] : NULL;
	bool batched;

	if (!x || !w || !out || !out->given || w->rank < 3 || x->rank + 1 < w->rank ||
	        x->rank > w->rank || out->rank != x->rank)
		return false;
	batched = x->rank == w->rank;
	return convolve(transposed ? x : out, batched, w, batched ? x->size[0] : 1, count);
}

static bool count_conv(const struct flops_query *q, int64_t *count)
{
	return forward_convolution(
	        q, shape_of(q, "input", 0), shape_of(q, "weight", 1), false, count);
}

static bool count_conv_transpose(const struct flops_query *q, int64_t *count)
{
	return forward_convolution(
	        q, shape_of(q, "input", 0), shape_of(q, "weight", 1), true, count);
}

/* convolution, _convolution: the batch is there; transposed is an argument */
static bool count_convolution(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *x = shape_of(q, "input", 0), *w = shape_of(q, "weight", 1);

	return x && w && x->rank == w->rank &&
	       forward_convolution(q, x, w, int_of(q, "transposed", 6, 0) != 0, count);
}

static bool count_cudnn_convolution(const struct flops_query *q, int64_t *count)
{
	return forward_convolution(
	        q, shape_of(q, "self", 0), shape_of(q, "weight", 1), false, count);
}

/* The input's gradient convolves the other way round; the weight's has a product for each output
 * position, kernel position and pair of channels of one group. */
static bool backward_convolution(const struct flops_query *q, int64_t groups, int64_t *count)
{
	const struct flops_shape *grad = shape_of(q, "grad_output", 0);
	const struct flops_shape *x = shape_of(q, "input", 1), *w = shape_of(q, "weight", 2);
	const struct flops_arg *mask = arg_of(q, "output_mask", 10);
	const struct flops_shape *positions = int_of(q, "transposed", 7, 0) ? x : grad;
	int64_t part = 2;

	*count = 0;
	if (!grad || !x || !w || grad->rank != w->rank || x->rank != w->rank || w->rank < 3 ||
	        groups < 1 || !mask || mask->kind != FLOPS_ARG_INTS || mask->count < 2)
		return false;
	if (mask->ints[0] && !convolve(positions, true, w, x->size[0], count))
		return false;
	if (!mask->ints[1])
		return true;
	return times(&part, x->size[0]) && times(&part, x->size[1]) &&
	       times(&part, grad->size[1]) && times_sizes(&part, positions, 2, positions->rank) &&
	       times_sizes(&part, w, 2, w->rank) && plus(count, part / groups);
}

static bool count_convolution_backward(const struct flops_query *q, int64_t *count)
{
	return backward_convolution(q, int_of(q, "groups", 9, 1), count);
}

/* b heads sq d, b heads sk d, b heads sk dv */
struct attention {
	int64_t batch, heads, sq, sk, dq, dv;
};

static bool attention_of(const struct flops_shape *qs, const struct flops_shape *ks,
        const struct flops_shape *vs, struct attention *a)
{
	if (!qs || !ks || !vs || qs->rank != 4 || ks->rank != 4 || vs->rank != 4)
		return false;
	*a = (struct attention){
	        qs->size[0], qs->size[1], qs->size[2], ks->size[2], qs->size[3], vs->size[3]};
	return a->batch == ks->size[0] && a->batch == vs->size[0] && ks->size[1] == vs->size[1] &&
	       a->sk == vs->size[2] && a->dq == ks->size[3] && ks->size[1] > 0 &&
	       a->heads >= ks->size[1] && a->heads % ks->size[1] == 0;
}

/* 2 * b * h * sq * sk * (n * dq + m * dv) */
static bool attend(const struct attention *a, int64_t n, int64_t m, int64_t *count)
{
	int64_t width = n, other = m;

	if (!times(&width, a->dq) || !times(&other, a->dv) || !plus(&width, other))
		return false;
	return product3(count, a->batch, a->heads, a->sq) && times(count, a->sk) &&
	       times(count, width);
}

static bool count_attention(const struct flops_query *q, int64_t *count)
{
	struct attention a;

	return attention_of(shape_of(q, "query", 0), shape_of(q, "key", 1), shape_of(q, "value", 2),
	               &a) &&
	       attend(&a, 1, 1, count);
}

static bool backward_attention(
        const struct flops_query *q, uint32_t first, const struct flops_shape *grad, int64_t *count)
{
	struct attention a;

	return grad && grad->rank == 4 &&
	       attention_of(shape_of(q, "query", first), shape_of(q, "key", first + 1),
	               shape_of(q, "value", first + 2), &a) &&
	       grad->size[0] == a.batch && grad->size[1] == a.heads && grad->size[2] == a.sq &&
	       grad->size[3] == a.dv && attend(&a, 3, 2, count);
}

static const struct flops_shape *grad_of(const struct flops_query *q, uint32_t at)
{
	const struct flops_shape *grad = shape_of(q, "grad_out", at);

	return grad ? grad : shape_of(q, "grad_out_", at);
}

static bool count_attention_backward(const struct flops_query *q, int64_t *count)
{
	return backward_attention(q, 1, grad_of(q, 0), count);
}

/* Sequences packed side by side: how many there are is known, how long they are is not, so each
 * counts as the longest. `base` is the place of the query, `at` that of the offsets. */
static bool packed_attention(
        const struct flops_query *q, uint32_t base, uint32_t at, bool backward, int64_t *count)
{
	const struct flops_shape *qs = shape_of(q, "query", base),
	                         *ks = shape_of(q, "key", base + 1),
	                         *vs = shape_of(q, "value", base + 2);
	const struct flops_shape *offsets = shape_of(q, "cum_seq_q", at);
	struct attention a = {0};
	int64_t kv;

	if (!offsets)
		offsets = shape_of(q, "cu_seqlens_q", at);
	if (!offsets)
		return backward ? backward_attention(q, base, grad_of(q, 0), count)
		                : attention_of(qs, ks, vs, &a) && attend(&a, 1, 1, count);
	if (!qs || !ks || !vs || qs->rank < 3 || qs->rank > 4 || ks->rank != qs->rank ||
	        vs->rank != qs->rank || offsets->rank != 1 || offsets->size[0] < 1)
		return false;
	a.batch = offsets->size[0] - 1;
	a.heads = qs->size[qs->rank - 2];
	a.dq = qs->size[qs->rank - 1];
	a.dv = vs->size[vs->rank - 1];
	a.sq = int_of(q, qs->rank == 3 ? "max_q" : "max_seqlen_q", at + 2, -1);
	a.sk = int_of(q, qs->rank == 3 ? "max_k" : "max_seqlen_k", at + 3, -1);
	kv = ks->size[ks->rank - 2];
	return a.sq >= 0 && a.sk >= 0 && kv > 0 && a.heads >= kv && a.heads % kv == 0 &&
	       (backward ? attend(&a, 3, 2, count) : attend(&a, 1, 1, count));
}

static bool count_flash_forward(const struct flops_query *q, int64_t *count)
{
	return packed_attention(q, 0, 3, false, count);
}

static bool count_flash_backward(const struct flops_query *q, int64_t *count)
{
	return packed_attention(q, 1, 6, true, count);
}

static bool count_efficient_forward(const struct flops_query *q, int64_t *count)
{
	return packed_attention(q, 0, 4, false, count);
}

static bool count_efficient_backward(const struct flops_query *q, int64_t *count)
{
	return packed_attention(q, 1, 6, true, count);
}

static void apply_sparsity(const struct flops_query *q, int64_t *count)
{
	if (q->sparsity > 0)
		*count = (int64_t)((double)*count * (q->sparsity < 1 ? 1 - q->sparsity : 0));
}

static bool count_flex(const struct flops_query *q, int64_t *count)
{
	if (!count_attention(q, count))
		return false;
	apply_sparsity(q, count);
	return true;
}

static bool count_flex_backward(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *grad = shape_of(q, "grad_out", 5);

	if (!backward_attention(q, 0, grad ? grad : shape_of(q, "out", 3), count))
		return false;
	apply_sparsity(q, count);
	return true;
}

/* The size `back` places before the last two, 1 where there is none. */
static int64_t leading(const struct flops_shape *s, uint32_t back)
{
	return s->rank > back + 2 ? s->size[s->rank - 3 - back] : 1;
}

/* The composite attention: two products whose leading sizes are broadcast; with fewer key heads
 * than query heads the keys are repeated. */
static bool count_attention_math(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *qs = shape_of(q, "query", 0), *ks = shape_of(q, "key", 1),
	                         *vs = shape_of(q, "value", 2);
	int64_t scores, result;
	uint32_t deepest;

	if (!qs || !ks || !vs || qs->rank < 2 || ks->rank < 2 || vs->rank < 2)
		return false;
	if (!product3(&scores, qs->size[qs->rank - 2], ks->size[ks->rank - 2],
	            qs->size[qs->rank - 1]) ||
	        !product3(&result, qs->size[qs->rank - 2], vs->size[vs->rank - 2],
	                vs->size[vs->rank - 1]))
		return false;
	deepest = qs->rank > ks->rank ? qs->rank : ks->rank;
	deepest = deepest > vs->rank ? deepest : vs->rank;
	for (uint32_t i = 0; i + 2 < deepest; i++) {
		int64_t a = leading(qs, i), b = leading(ks, i), c = leading(vs, i);
		int64_t both = a == 1 ? b : a; /* broadcast, or fewer key heads */

		if (!times(&scores, both) || !times(&result, both == 1 ? c : both))
			return false;
	}
	*count = scores;
	return plus(count, result);
}

/* By the formula of fused attention where its shapes allow, as if leading sizes were batches. */
static bool count_sdpa(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *s[3] = {
	        shape_of(q, "query", 0), shape_of(q, "key", 1), shape_of(q, "value", 2)};
	int64_t sizes[3][4];
	struct flops_shape four[3];
	struct attention a;

	for (int i = 0; i < 3; i++) {
		if (!s[i] || s[i]->rank < 2)
			return false;
		sizes[i][0] = 1;
		if (s[i]->rank > 3 && !times_sizes(&sizes[i][0], s[i], 0, s[i]->rank - 3))
			return false;
		sizes[i][1] = leading(s[i], 0);
		sizes[i][2] = s[i]->size[s[i]->rank - 2];
		sizes[i][3] = s[i]->size[s[i]->rank - 1];
		four[i] = (struct flops_shape){sizes[i], 4, true};
	}
	if (s[0]->rank == s[1]->rank && s[0]->rank == s[2]->rank &&
	        attention_of(&four[0], &four[1], &four[2], &a))
		return attend(&a, 1, 1, count);
	return count_attention_math(q, count);
}

/* Contracted sizes; where one is 1 the other side is summed up before. */
static bool count_tensordot(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *x = shape_of(q, "self", 0), *y = shape_of(q, "other", 1);
	const struct flops_arg *a = arg_of(q, "dims_self", 2), *b = arg_of(q, "dims_other", 3);
	int64_t left = 1, right = 1, inner = 1;
	uint64_t used_x = 0, used_y = 0;

	if (!x || !y || x->rank > 64 || y->rank > 64 || !a || !b || a->kind != FLOPS_ARG_INTS ||
	        b->kind != FLOPS_ARG_INTS || a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++) {
		int64_t m = a->ints[i] < 0 ? a->ints[i] + x->rank : a->ints[i];
		int64_t n = b->ints[i] < 0 ? b->ints[i] + y->rank : b->ints[i];

		if (m < 0 || m >= x->rank || n < 0 || n >= y->rank)
			return false;
		used_x |= UINT64_C(1) << m;
		used_y |= UINT64_C(1) << n;
		if (x->size[m] != 1 && y->size[n] != 1 && !times(&inner, x->size[m]))
			return false;
	}
	for (uint32_t i = 0; i < x->rank; i++)
		if (!(used_x >> i & 1) && !times(&left, x->size[i]))
			return false;
	for (uint32_t i = 0; i < y->rank; i++)
		if (!(used_y >> i & 1) && !times(&right, y->size[i]))
			return false;
	if (left == 1 && right == 1) /* a product of two vectors */
		return nothing(q, count);
	return product3(count, left, inner, right);
}

static bool count_inner(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *x = shape_of(q, "self", 0), *y = shape_of(q, "other", 1);
	int64_t left = 1, right = 1;

	if (!x || !y)
		return false;
	if (!x->rank || !y->rank)
		return nothing(q, count);
	if (!times_sizes(&left, x, 0, x->rank - 1) || !times_sizes(&right, y, 0, y->rank - 1))
		return false;
	if (left == 1 && right == 1)
		return nothing(q, count);
	return product3(count, left, x->size[x->rank - 1], right);
}

enum { CHAIN_MOST = 64 };

/* The cheapest order of a chain of products, by the usual table. */
static bool count_chain(const struct flops_query *q, int64_t *count)
{
	const struct flops_arg *list = arg_of(q, "matrices", 0);
	int64_t p[CHAIN_MOST + 1], best[CHAIN_MOST][CHAIN_MOST] = {{0}};
	uint32_t n;

	if (!list)
		list = arg_of(q, "tensors", 0);
	if (!list || list->kind != FLOPS_ARG_TENSORS || !list->count || list->count > CHAIN_MOST)
		return false;
	n = list->count;
	for (uint32_t i = 0; i < n; i++) {
		const struct flops_shape *s = &list->shapes[i];

		if (!s->given || s->rank != 2)
			return false;
		p[i] = s->size[0];
		p[i + 1] = s->size[1];
	}
	for (uint32_t len = 2; len <= n; len++)
		for (uint32_t i = 0, j = len - 1; j < n; i++, j++) {
			best[i][j] = INT64_MAX;
			for (uint32_t k = i; k < j; k++) {
				int64_t cost;

				if (product3(&cost, p[i], p[k + 1], p[j + 1]) &&
				        plus(&cost, best[i][k]) && plus(&cost, best[k + 1][j]) &&
				        cost < best[i][j])
					best[i][j] = cost;
			}
		}
	*count = best[0][n - 1];
	return *count < INT64_MAX;
}

/* Every weight of a recurrent layer is applied once to each step of each sequence. */
static bool count_recurrent(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *x = shape_of(q, "input", 0);
	const struct flops_arg *weights = arg_of(q, "params", 2);
	int64_t sum = 0;

	/* The packed form says its lengths in a tensor. */
	if (!x || x->rank != 3 || !weights || weights->kind != FLOPS_ARG_TENSORS)
		return false;
	for (uint32_t i = 0; i < weights->count; i++) {
		int64_t numel = 1;

		if (weights->shapes[i].given && weights->shapes[i].rank == 2 &&
		        (!times_sizes(&numel, &weights->shapes[i], 0, 2) || !plus(&sum, numel)))
			return false;
	}
	*count = 2;
	return times_sizes(count, x, 0, 2) && times(count, sum);
}

static bool count_cell(const struct flops_query *q, int64_t *count)
{
	const struct flops_shape *x = shape_of(q, "input", 0), *w = shape_of(q, "w_ih", 2),
	                         *v = shape_of(q, "w_hh", 3);
	int64_t a = 1, b = 1;

	*count = 2;
	return x && w && v && x->rank && w->rank == 2 && v->rank == 2 && times_sizes(&a, w, 0, 2) &&
	       times_sizes(&b, v, 0, 2) && plus(&a, b) && times(count, a) &&
	       times_sizes(count, x, 0, x->rank - 1);
}

#define ROW(name, count)                                                                           \
	{                                                                                          \
		{#name, sizeof #name - 1}, count                                                   \
	}

/* Shorter names first, then in the order of bytes: most comparisons are of two numbers. */
static const struct row {
	str name;
	flops_formula *count;
} rows[] = {
        ROW(mm, count_mm),
        ROW(mv, nothing),
        ROW(bmm, count_bmm),
        ROW(dot, nothing),
        ROW(gru, count_recurrent),
        ROW(lstm, count_recurrent),
        ROW(addmm, count_addmm),
        ROW(addmv, nothing),
        ROW(inner, count_inner),
        ROW(outer, nothing),
        ROW(addbmm, nothing),
        ROW(conv1d, count_conv),
        ROW(conv2d, count_conv),
        ROW(conv3d, count_conv),
        ROW(einsum, flops_einsum),
        ROW(linear, count_linear),
        ROW(matmul, count_matmul),
        ROW(_int_mm, count_mm),
        ROW(baddbmm, count_baddbmm),
        ROW(bilinear, nothing),
        ROW(gru_cell, count_cell),
        ROW(rnn_relu, count_recurrent),
        ROW(rnn_tanh, count_recurrent),
        ROW(lstm_cell, count_cell),
        ROW(tensordot, count_tensordot),
        ROW(_scaled_mm, count_mm),
        ROW(_grouped_mm, nothing),
        ROW(convolution, count_convolution),
        ROW(_convolution, count_convolution),
        ROW(chain_matmul, count_chain),
        ROW(rnn_relu_cell, count_cell),
        ROW(rnn_tanh_cell, count_cell),
        ROW(flex_attention, count_flex),
        ROW(conv_transpose1d, count_conv_transpose),
        ROW(conv_transpose2d, count_conv_transpose),
        ROW(conv_transpose3d, count_conv_transpose),
        ROW(linalg_multi_dot, count_chain),
        ROW(cudnn_convolution, count_cudnn_convolution),
        ROW(_slow_conv2d_forward, count_cudnn_convolution),
        ROW(convolution_backward, count_convolution_backward),
        ROW(flex_attention_backward, count_flex_backward),
        ROW(_flash_attention_forward, count_flash_forward),
        ROW(convolution_overrideable, count_convolution),
        ROW(_flash_attention_backward, count_flash_backward),
        ROW(_efficient_attention_forward, count_efficient_forward),
        ROW(scaled_dot_product_attention, count_sdpa),
        ROW(_efficient_attention_backward, count_efficient_backward),
        ROW(_scaled_dot_product_attention_math, count_attention_math),
        ROW(_scaled_dot_product_cudnn_attention, count_attention),
        ROW(_scaled_dot_product_flash_attention, count_attention),
        ROW(_scaled_dot_product_efficient_attention, count_attention),
        ROW(_scaled_dot_product_flash_attention_for_cpu, count_attention),
        ROW(_scaled_dot_product_cudnn_attention_backward, count_attention_backward),
        ROW(_scaled_dot_product_flash_attention_backward, count_attention_backward),
        ROW(_scaled_dot_product_efficient_attention_backward, count_attention_backward),
};

static int by_name(const void *key, const void *row)
{
	str a = *(const str *)key, b = ((const struct row *)row)->name;

	if (a.len != b.len)
		return a.len < b.len ? -1 : 1;
	return memcmp(a.ptr, b.ptr, a.len);
}

/* "aten.linear.default" and "higher_order.flex_attention" by what stands in the middle. */
static const struct row *row_of(str op)
{
	static const str rooms[] = {{"aten.", 5}, {"higher_order.", 13}};

	for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
		str name;

		if (!str_starts(op, rooms[i]))
			continue;
		name = str_from_at(op, rooms[i].len);
		name = str_slice(name, 0, str_find_byte(name, '.'));
		return bsearch(&name, rows, sizeof rows / sizeof *rows, sizeof *rows, by_name);
	}
	return NULL;
}

bool flops_known(str op)
{
	return row_of(op) != NULL;
}

struct flops flops_count(const struct flops_query *query)
{
	const struct row *row = row_of(query->op);
	struct flops flops = {.kind = FLOPS_COUNTED};

	if (!row)
		return (struct flops){.kind = FLOPS_NONE};
	for (uint32_t i = 0; i < query->n_args; i++)
		if (query->args[i].kind == FLOPS_ARG_SYMBOLIC)
			return (struct flops){.kind = FLOPS_SYMBOLIC};
	if (!row->count(query, &flops.count))
		return (struct flops){.kind = FLOPS_NO_FORMULA};
	flops.torch = flops.count;
	/* PyTorch forgets the groups here: facts in the comment at the top of flops.h. */
	if (row->count == count_convolution_backward)
		backward_convolution(query, 1, &flops.torch);
	return flops;
}
