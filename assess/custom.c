/* Rows of custom operators by base name, joined with registrations by that name. */
#include "assess/custom.h"

#include "pytorch/operator.h"

static bool is_kernel(str op)
{
	static const char *const names[] = {"higher_order.triton_kernel_wrapper",
	        "higher_order.inline_asm_elementwise", "higher_order.call_torchbind"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_starts(op, str_from(names[i])))
			return true;
	return false;
}

static void take_row(struct env *env, const struct op_row *row, uint32_t index, struct custom *out,
        struct map *at)
{
	bool kernel = row->kind == ROW_HIGHER_ORDER && is_kernel(row->op), fresh;
	str base = row->op, overload;
	uint32_t *known;
	struct custom_operator *c;

	if (row->kind != ROW_CUSTOM && !kernel)
		return;
	if (!kernel)
		operator_split(row->op, &base, &overload);
	known = map_at(at, base, &fresh);
	if (fresh) {
		*known = out->list.len;
		*VEC_PUSH(env->keep, &out->list) =
		        (struct custom_operator){.name = base, .kernel = kernel};
	}
	c = &out->list.at[*known];
	c->calls += row->calls;
	*VEC_PUSH(env->keep, &c->rows) = index;
}

void custom_find(struct env *env, const struct assessment *a, struct custom *out)
{
	struct map at = {.arena = env->keep};

	for (uint32_t i = 0; i < a->rows.len; i++)
		take_row(env, &a->rows.at[i], i, out, &at);
	for (int kernels = 0; kernels < 2; kernels++)
		for (uint32_t i = 0; i < a->scan->registrations.len; i++) {
			const struct registration *r = &a->scan->registrations.at[i].registration;
			const uint32_t *known =
			        r->kernel == (kernels == 1) ? map_get(&at, r->op) : NULL;

			if (known)
				*VEC_PUSH(env->keep, &out->list.at[*known].registrations) = i;
		}
}
