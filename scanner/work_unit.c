/* Names are compared short, since every level of PyTorch has its own spelling of the same call;
 * sizes are compared where both sides show them. */
#include "scanner/work_unit.h"

#include "base/json.h"
#include "pytorch/decomposition.h"
#include "scanner/graph/graph_flops.h"
#include "scanner/graph/stage.h"

#include <stdlib.h>

enum { NAME_TOKENS_MOST = 64 };

static uint64_t mix(uint64_t h, uint64_t v)
{
	h ^= v + UINT64_C(0x9e3779b97f4a7c15) + (h << 6) + (h >> 2);
	h *= UINT64_C(0xff51afd7ed558ccd);
	return h ^ (h >> 33);
}

/* ------------------------------------------------------------------ names of operators */

str work_short_name(str target)
{
	static const struct {
		const char *from, *to;
	} same[] = {{"truediv", "div"}, {"floordiv", "floor_divide"}, {"convolution", "conv2d"},
	        {"conv1d", "conv2d"}, {"conv3d", "conv2d"}, {"type_as", "to"}, {"_to_copy", "to"},
	        {"interpolate", "upsample"}};
	str base, overload;

	if (str_starts(target, S("torch.ops.")))
		target = str_from_at(target, 10);
	operator_split(target, &base, &overload);
	if (str_starts(target, S("torch.")) || str_starts(target, S("_operator.")) ||
	        str_starts(target, S("operator.")))
		base = target;
	base = str_from_at(
	        base, str_rfind_byte(base, '.') < base.len ? str_rfind_byte(base, '.') + 1 : 0);
	if ((str_starts(target, S("_operator.i")) || str_starts(target, S("operator.i"))) &&
	        !str_eq(base, S("invert")) && !str_starts(base, S("is")) && base.len > 3)
		base = str_from_at(base, 1);
	while (base.len > 1 && base.ptr[base.len - 1] == '_')
		base.len--;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (str_eq(base, str_from(same[i].from)))
			return str_from(same[i].to);
	if (str_starts(base, S("upsample_")))
		return S("upsample");
	while (base.len > 1 && base.ptr[0] == '_')
		base = str_from_at(base, 1);
	return str_starts(base, S("native_")) ? str_from_at(base, 7) : base;
}

/* What differs between levels and spellings without being other work: views, casts, arithmetic,
 * comparisons, constants, bookkeeping. */
static bool is_structural(str name)
{
	static const char *const words[] = {"view", "reshape", "permute", "transpose", "t", "T",
	        "mT", "expand", "expand_as", "unsqueeze", "squeeze", "flatten", "unflatten",
	        "contiguous", "clone", "detach", "alias", "to", "convert_element_type", "float",
	        "half", "bfloat16", "int", "long", "bool", "double", "size", "sym_size", "dim",
	        "select", "slice", "split", "split_with_sizes", "chunk", "unbind", "narrow",
	        "stack", "cat", "add", "sub", "rsub", "mul", "div", "floor_divide", "neg", "pow",
	        "square", "where", "masked_fill", "eq", "ne", "lt", "le", "gt", "ge", "and", "or",
	        "xor", "not", "invert", "logical_and", "logical_or", "logical_not", "bitwise_and",
	        "bitwise_or", "bitwise_not", "full", "zeros", "ones", "empty", "arange", "iota",
	        "scalar_tensor", "lift_fresh_copy", "full_like", "zeros_like", "ones_like",
	        "empty_like", "fill", "copy", "getattr", "getitem", "setitem", "index", "index_put",
	        "tensor", "unsafe_view", "as_strided", "assert_tensor_metadata", "assert_scalar",
	        "assert_async", "is_contiguous", "new_zeros", "new_ones", "new_full", "repeat",
	        "movedim", "reshape_as", "view_as", "matmul", "all", "any", "boolean_dispatch",
	        "set_grad_enabled", "enter_autocast", "exit_autocast", "wrap_with_set_grad_enabled",
	        "wrap_with_autocast", "swapaxes", "type", "log_api_usage_once", "mean", "sum",
	        NULL};

	return str_is_one_of(name, words);
}

/* Calls that a model in training makes otherwise than in inference. */
static bool is_random(str name)
{
	static const char *const parts[] = {"dropout", "batch_norm", "instance_norm", "rrelu",
	        "bernoulli", "rand", "multinomial", "normal"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (str_has(name, str_from(parts[i])))
			return true;
	return false;
}

/* ------------------------------------------------------------------ calls with their sizes */

static bool mix_value(const struct graph_file *file, const struct arg *arg, uint64_t *h)
{
	const struct tensor *t = arg->kind == ARG_VALUE && arg->value < file->values.len
	                                 ? value_tensor(file, arg->value)
	                                 : NULL;

	if (!t || !t->has_shape)
		return false;
	*h = mix(mix(*h, t->dtype), t->rank);
	for (uint32_t i = 0; i < t->rank; i++)
		*h = mix(*h, (uint64_t)file->dims.at[t->first_size + i].value);
	return true;
}

/* Of attention only queries, keys and values count: masks are broadcast here and not there. */
static uint32_t operands_most(str name)
{
	return str_starts(name, S("scaled_dot_product")) ? 3 : UINT32_MAX;
}

/* Which operand of a product is the weight. */
static uint32_t weight_at(str name)
{
	if (str_eq(name, S("linear")) || str_eq(name, S("conv2d")) || str_eq(name, S("mm")))
		return 1;
	return str_eq(name, S("addmm")) ? 2 : UINT32_MAX;
}

bool work_call_keys(
        const struct graph_file *file, const struct node *node, uint64_t *whole, uint64_t *weight)
{
	str name = work_short_name(graph_text(file, node->target));
	uint64_t h = str_hash(name, 7), w = h;
	uint32_t tensors = 0, at = weight_at(name);

	*weight = 0;
	for (uint32_t i = 0; i < node->n_args && tensors < operands_most(name); i++) {
		const struct arg *arg = &file->args.at[node->first_arg + i];

		tensors += mix_value(file, arg, &h);
		if (i == at && mix_value(file, arg, &w))
			*weight = w;
	}
	*whole = h;
	return tensors > 0;
}

/* The sizes of one input as a profile writes them: "[2, 8]". */
static bool mix_sizes(struct env *env, str sizes, enum dtype dtype, uint64_t *h)
{
	uint64_t whole = 0, rank = 0;
	int64_t values[64];
	struct json j;

	json_open(&j, sizes, 4, env->temp);
	for (json_array(&j); json_item(&j) && rank < 64; rank++)
		if (json_peek(&j) != JSON_NUMBER || !json_int(&j, &values[rank]))
			return false;
	if (!json_end(&j))
		return false;
	whole = mix(mix(*h, dtype), rank);
	for (uint64_t i = 0; i < rank; i++)
		whole = mix(whole, (uint64_t)values[i]);
	*h = whole;
	return true;
}

bool profile_row_keys(struct env *env, const struct graph_file *file, const struct profile_row *row,
        uint64_t *whole, uint64_t *weight)
{
	str name = work_short_name(graph_text(file, row->target)), type, size;
	uint64_t h = str_hash(name, 7), w = h;
	uint32_t tensors = 0, at = weight_at(name);
	struct arena_mark mark = arena_mark(env->temp);
	struct json types, sizes;

	*weight = 0;
	json_open(&types, graph_text(file, row->types), 16, env->temp);
	json_open(&sizes, graph_text(file, row->dims), 16, env->temp);
	json_array(&sizes);
	json_array(&types);
	for (uint32_t i = 0;
	        tensors < operands_most(name) && json_item(&types) && json_item(&sizes); i++) {
		enum dtype dtype;

		if (!json_string(&types, &type) || !json_skip_raw(&sizes, &size))
			break;
		dtype = dtype_from_profile(type);
		if (dtype == DTYPE_UNKNOWN)
			continue;
		tensors += mix_sizes(env, size, dtype, &h);
		if (i == at && mix_sizes(env, size, dtype, &w))
			*weight = w;
	}
	arena_rewind(env->temp, mark);
	*whole = h;
	return tensors > 0;
}

static int by_key(const void *a, const void *b)
{
	const struct call_key *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

bool call_keys_have(const struct call_key *keys, uint32_t count, uint64_t key, uint64_t *calls)
{
	struct call_key wanted = {.key = key};
	const struct call_key *found =
	        count ? bsearch(&wanted, keys, count, sizeof *keys, by_key) : NULL;

	if (found && calls)
		*calls = found->calls;
	return found != NULL;
}

uint32_t call_keys_add_up(struct call_key *keys, uint32_t count)
{
	uint32_t n = 0;

	if (count)
		qsort(keys, count, sizeof *keys, by_key);
	for (uint32_t i = 0; i < count; i++) {
		if (n && keys[n - 1].key == keys[i].key)
			keys[n - 1].calls += keys[i].calls;
		else
			keys[n++] = keys[i];
	}
	return n;
}

/* ------------------------------------------------------------------ parameters */

struct tokens {
	str at[NAME_TOKENS_MOST];
	uint32_t count;
};

/* "L_self_modules_fc_parameters_weight_" and "fc.weight" are both fc, weight. */
static void split_name(str name, struct tokens *out)
{
	static const char *const scaffold[] = {
	        "L", "l", "self", "modules", "parameters", "buffers", "p", "primals", NULL};
	size_t at = 0;

	out->count = 0;
	while (at < name.len && out->count < NAME_TOKENS_MOST) {
		size_t end = at;
		str token;

		while (end < name.len && name.ptr[end] != '.' && name.ptr[end] != '_')
			end++;
		token = str_slice(name, at, end);
		at = end + 1;
		if (token.len && !str_is_one_of(token, scaffold))
			out->at[out->count++] = token;
	}
}

static bool is_parameter(const struct graph_file *file, const struct graph_input *in, str *name)
{
	*name = graph_text(file, in->target);
	if (in->value == GRAPH_NONE)
		return false;
	if (in->role == INPUT_PARAMETER && name->len)
		return true;
	*name = graph_text(file, file->values.at[in->value].name);
	return str_has(*name, S("_parameters_"));
}

static uint64_t hash_parameter(const struct graph_file *file, const struct graph_input *in,
        const struct tokens *tokens, uint32_t from)
{
	struct arg arg = {.kind = ARG_VALUE, .value = in->value};
	uint64_t h = 11;

	for (uint32_t i = from; i < tokens->count; i++)
		h = str_hash(tokens->at[i], h);
	return mix_value(file, &arg, &h) ? h : 0;
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void see_parameters(struct work_units *units, struct work_unit *u,
        const struct graph_file *file, uint32_t graph)
{
	const struct graph *g = &file->graphs.at[graph];
	struct arena *temp = units->env->temp;
	struct tokens first, one;
	uint32_t common = NAME_TOKENS_MOST;
	bool any = false;
	str name;

	for (uint32_t i = 0; i < g->n_inputs; i++) {
		if (!is_parameter(file, &file->inputs.at[g->first_input + i], &name))
			continue;
		split_name(name, any ? &one : &first);
		for (uint32_t k = 0; any && k < common; k++)
			if (k >= one.count || k >= first.count || !str_eq(one.at[k], first.at[k]))
				common = k;
		any = true;
	}
	for (uint32_t i = 0; any && i < g->n_inputs; i++) {
		const struct graph_input *in = &file->inputs.at[g->first_input + i];
		uint64_t h;

		if (!is_parameter(file, in, &name))
			continue;
		split_name(name, &one);
		h = hash_parameter(file, in, &one, 0);
		if (!h)
			continue;
		*VEC_PUSH(temp, &u->parameters) = h;
		*VEC_PUSH(temp, &u->bare) =
		        hash_parameter(file, in, &one, common < one.count ? common : 0);
	}
	if (u->parameters.len) {
		qsort(u->parameters.at, u->parameters.len, sizeof *u->parameters.at, by_value);
		qsort(u->bare.at, u->bare.len, sizeof *u->bare.at, by_value);
	}
}

/* ------------------------------------------------------------------ units */

static enum stage stage_of(const struct graph_ref *ref)
{
	return stage_from_word(graph_text(ref->file, ref->file->graphs.at[ref->graph].stage));
}

/* "0/1_2" is an attempt at "0/1". */
static str group_of(const struct graph_file *file, const struct graph *g)
{
	str group = graph_text(file, g->group);
	size_t at = str_rfind_byte(group, '_');
	int64_t number;

	return at < group.len && str_int(str_from_at(group, at + 1), &number)
	               ? str_slice(group, 0, at)
	               : group;
}

static void take_top(struct work_units *units, struct work_unit *u, uint32_t ref)
{
	const struct graph_ref *r = &units->scan->graphs.at[ref];
	enum stage stage = stage_of(r);

	*VEC_PUSH(units->env->temp, &u->tops) = ref;
	if (!u->parameters.len && stage != STAGE_BACKWARD && stage != STAGE_PROFILE)
		see_parameters(units, u, r->file, r->graph);
	if (!r->counted)
		return;
	u->profile |= stage == STAGE_PROFILE;
	u->backward |= stage == STAGE_BACKWARD || stage == STAGE_JOINT;
	u->forward |= stage != STAGE_BACKWARD;
	if (stage != STAGE_BACKWARD && u->best == GRAPH_NONE) {
		u->best = ref;
		u->torch_level =
		        stage == STAGE_DYNAMO || stage == STAGE_PRE_GRAD || stage == STAGE_DDP;
	}
}

void work_units_find(struct work_units *units)
{
	const struct scan *scan = units->scan;

	for (uint32_t f = 0; f < scan->graph_files.len; f++) {
		const struct scan_graph_file *file = &scan->graph_files.at[f];
		struct map groups = {.arena = units->env->temp};

		for (uint32_t i = file->first; i < file->last; i++) {
			const struct graph_ref *ref = &scan->graphs.at[i];
			const struct graph *g = &ref->file->graphs.at[ref->graph];
			uint32_t known = units->list.len;
			bool fresh = true;

			if (g->parent != GRAPH_NONE)
				continue;
			if (g->group) {
				uint32_t *at = map_at(&groups, group_of(ref->file, g), &fresh);

				if (fresh)
					*at = known;
				known = *at;
			}
			if (fresh)
				*VEC_PUSH(units->env->temp, &units->list) =
				        (struct work_unit){.input = ref->input,
				                .file = f,
				                .best = GRAPH_NONE,
				                .same = known,
				                .names = {.arena = units->env->temp},
				                .own = {.arena = units->env->temp},
				                .seen = {.arena = units->env->temp},
				                .parts = {.arena = units->env->temp}};
			take_top(units, &units->list.at[known], i);
		}
	}
}

/* ------------------------------------------------------------------ measuring */

static bool is_call(const struct node *node)
{
	return node->kind != NODE_GETITEM && node->kind != NODE_GET_ATTR;
}

static void measure_node(struct work_units *units, struct work_unit *u,
        const struct graph_file *file, const struct node *node)
{
	struct flops flops = graph_flops(file, node, units->env->temp);
	uint64_t calls = node->calls ? node->calls : 1, whole, weight;

	if (flops.kind == FLOPS_SYMBOLIC || flops.kind == FLOPS_NO_FORMULA)
		u->flops_known = false;
	if (flops.kind != FLOPS_COUNTED || flops.count <= 0)
		return;
	u->flops += (uint64_t)flops.count * calls;
	if (!work_call_keys(file, node, &whole, &weight))
		return;
	*VEC_PUSH(units->env->temp, &u->heavy) = (struct call_key){whole, calls};
	if (weight)
		*VEC_PUSH(units->env->temp, &u->weights) = (struct call_key){weight, calls};
}

/* The nodes of a top graph and of the graphs inside it, which stand right behind it. */
static void each_node(struct work_units *units, struct work_unit *u, uint32_t ref,
        void visit(struct work_units *, struct work_unit *, const struct graph_file *,
                const struct node *))
{
	const struct graph_ref *r = &units->scan->graphs.at[ref];
	const struct graph_file *file = r->file;

	for (uint32_t g = r->graph;
	        g < file->graphs.len && (g == r->graph || file->graphs.at[g].parent != GRAPH_NONE);
	        g++)
		for (uint32_t i = 0; i < file->graphs.at[g].n_nodes; i++) {
			const struct node *node =
			        &file->nodes.at[file->graphs.at[g].first_node + i];

			if (is_call(node))
				visit(units, u, file, node);
		}
}

static void see_name(struct work_units *units, struct work_unit *u, const struct graph_file *file,
        const struct node *node)
{
	(void)units;
	*map_at(&u->names, work_short_name(graph_text(file, node->target)), NULL) = 1;
}

/* Everything that an operator may become, a few levels deep. */
static void see_parts(struct work_units *units, struct work_unit *u, str op, uint32_t depth)
{
	enum { DEPTH_MOST = 4 };
	bool fresh;

	map_at(&u->seen, op, &fresh);
	if (!fresh || depth == DEPTH_MOST)
		return;
	*map_at(&u->parts, work_short_name(op), NULL) = 1;
	for (int table = 0; table <= DECOMPOSITION_PARTS; table++) {
		struct decomposition d;

		if (!decomposition_find(op, (enum decomposition_table)table, DTYPE_CLASS_FLOAT,
		            RELEASE_ANY, &d))
			continue;
		for (uint32_t i = 0; i < d.n_always; i++)
			see_parts(units, u, decomposition_leaf(d.always, i), depth + 1);
		for (uint32_t i = 0; i < d.n_some; i++)
			see_parts(units, u, decomposition_leaf(d.some, i), depth + 1);
	}
}

/* Does a unit show all that an operator becomes under some table? */
static bool shows_parts(const struct work_unit *u, str op)
{
	for (int table = 0; table <= DECOMPOSITION_PARTS; table++) {
		struct decomposition d;
		bool all = true;

		if (!decomposition_find(op, (enum decomposition_table)table, DTYPE_CLASS_FLOAT,
		            RELEASE_ANY, &d) ||
		        !d.n_always)
			continue;
		for (uint32_t i = 0; i < d.n_always; i++) {
			str leaf = work_short_name(decomposition_leaf(d.always, i));

			all &= is_structural(leaf) || map_get(&u->names, leaf);
		}
		if (all)
			return true;
	}
	return false;
}

bool work_unit_explains(const struct work_unit *by, const struct work_unit *what)
{
	for (uint32_t i = 0; i < what->telling.len; i++) {
		str name = work_short_name(what->telling.at[i]);

		if (map_get(&by->names, name))
			continue;
		if (what->lowered ? map_get(&by->parts, name) == NULL
		                  : !by->lowered || !shows_parts(by, what->telling.at[i]))
			return false;
	}
	return true;
}

static void see_own(struct work_units *units, struct work_unit *u, const struct graph_file *file,
        const struct node *node)
{
	str target = graph_text(file, node->target), name = work_short_name(target);
	bool fresh;

	u->random |= is_random(name);
	map_at(&u->own, target, &fresh);
	if (fresh && !is_structural(name) && !flops_known(target))
		*VEC_PUSH(units->env->temp, &u->telling) =
		        operator_canonical(units->env->temp, target);
	if (fresh)
		see_parts(units, u, operator_canonical(units->env->temp, target), 0);
}

/* The nearest to the source: what every lowering started from. */
static uint32_t nearest(const struct work_units *units, struct work_unit *u)
{
	static const enum stage order[] = {STAGE_EXPORT, STAGE_DYNAMO, STAGE_DDP, STAGE_PRE_GRAD};

	for (size_t s = 0; s < sizeof order / sizeof *order; s++)
		for (uint32_t i = 0; i < u->tops.len; i++)
			if (stage_of(&units->scan->graphs.at[u->tops.at[i]]) == order[s])
				return u->tops.at[i];
	u->lowered = true;
	return u->best;
}

void work_unit_measure(struct work_units *units, struct work_unit *u)
{
	uint32_t near;

	if (u->measured)
		return;
	u->measured = true;
	u->flops_known = true;
	for (uint32_t i = 0; i < u->tops.len; i++)
		each_node(units, u, u->tops.at[i], see_name);
	if (u->best != GRAPH_NONE)
		each_node(units, u, u->best, measure_node);
	near = nearest(units, u);
	if (near != GRAPH_NONE)
		each_node(units, u, near, see_own);
	u->heavy.len = call_keys_add_up(u->heavy.at, u->heavy.len);
	u->weights.len = call_keys_add_up(u->weights.at, u->weights.len);
}
