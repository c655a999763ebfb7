/* Texts are compared here and nowhere behind it. */
#include "assess/target_note.h"

static enum view_kind view_of(const struct operator* op, str base)
{
	static const char *const casts[] = {"aten.to", "aten.type_as", "aten._to_copy", NULL};
	static const char *const may_copy[] = {
	        "aten.contiguous", "aten.reshape", "aten.reshape_as", "aten.flatten", NULL};
	static const char *const dropouts[] = {"aten.dropout", "aten.feature_dropout",
	        "aten.alpha_dropout", "aten.feature_alpha_dropout", NULL};

	if (str_is_one_of(base, dropouts))
		return VIEW_UNTRAINED;
	if (str_eq(base, S("aten._unsafe_view")))
		return VIEW_ALWAYS;
	if (!(op->roles & ROLE_VIEW))
		return VIEW_NO;
	if (str_is_one_of(base, casts))
		return VIEW_UNLESS_CAST;
	return str_is_one_of(base, may_copy) ? VIEW_UNLESS_COPIED : VIEW_ALWAYS;
}

static void note(struct target_note *out, str target, const struct graph_operator *known)
{
	static const char *const look_ups[] = {"aten.embedding", "aten.index", "aten.index_select",
	        "aten.gather", "aten.take", "aten.take_along_dim", "aten.select", "aten.slice",
	        "aten.narrow", "aten._unsafe_index", NULL};
	str base, overload;

	operator_split(target, &base, &overload);
	out->host = operator_host_class(target).len > 0;
	out->looks_up = str_is_one_of(base, look_ups);
	out->backward = str_has(target, S("_backward"));
	out->attention = str_eq(target, S("aten.scaled_dot_product_attention.default"));
	out->cond = str_eq(target, S("higher_order.cond"));
	out->loop = str_starts(target, S("higher_order.while_loop"));
	if (!known)
		return;
	out->reads_data = str_has(known->row.tags, S("data_dependent_output")) ||
	                  str_starts(target, S("aten.is_nonzero."));
	out->dynamic_shape = str_has(known->row.tags, S("dynamic_output_shape"));
	operator_split(known->row.name, &base, &overload);
	out->view = view_of(&known->row, base);
}

struct target_note **target_notes(struct arena *arena, const struct graph_file *file)
{
	struct target_note **out =
	        ARENA_ARRAY(arena, struct target_note *, (size_t)file->names.names.len + 1);

	for (uint32_t i = 0; i < file->nodes.len; i++) {
		const struct node *node = &file->nodes.at[i];

		if (out[node->target])
			continue;
		out[node->target] = ARENA_NEW(arena, struct target_note);
		note(out[node->target], graph_text(file, node->target),
		        node->target < file->n_operators ? file->operators[node->target] : NULL);
	}
	return out;
}

const struct backward *target_gradient(const struct graph_file *file, const struct node *node,
        struct target_note *note, enum dtype_class class)
{
	struct gradient_note *known = &note->gradients[class];

	if (!known->asked)
		known->measured = backward_find(graph_text(file, node->target), class, &known->row);
	known->asked = true;
	return known->measured ? &known->row : NULL;
}
