/* A bracket-aware split at commas; roles of tensor operands come from the argument's name, which
 * PyTorch uses with one meaning throughout native_functions.yaml. */
#include "pytorch/schema.h"

#include <stddef.h>
#include <string.h>

static enum operand_role role_of(const struct schema_arg *arg)
{
	static const char *const index[] = {"index", "indices", "target", "targets", "idx",
	        "sorter", "inverse_indices", "batch1_indices", "is_target", "crow_indices",
	        "col_indices", "ccol_indices", "row_indices", "compressed_indices", "plain_indices",
	        "pivots", "LU_pivots", "block_table", "seqused_k", NULL};
	static const char *const mask[] = {"mask", "attn_mask", "condition", "key_padding_mask",
	        "padding_mask", "dropout_mask", "where", "observer_on", "fake_quant_on", NULL};
	static const char *const count[] = {"offsets", "lengths", "input_lengths", "target_lengths",
	        "batch_sizes", "repeats", "cum_seq_q", "cum_seq_k", "cu_seqlens_q", "cu_seqlens_k",
	        "seqlen_k", "offs", "state_steps", "found_inf", "philox_seed", "philox_offset",
	        "rng_state", "unused", "seed", "zero_point", "zero_points", "nested_size",
	        "nested_strides", "offset2bag", "bag_size", "maximum_indices", "dropout_state",
	        "num_elements", "lengths_tensor", "max_len", "out_int32", "input_mask",
	        "growth_tracker", NULL};

	if (!arg->tensor)
		return OPERAND_NONE;
	if (str_is_one_of(arg->name, index))
		return OPERAND_INDEX;
	if (str_is_one_of(arg->name, mask))
		return OPERAND_MASK;
	if (str_is_one_of(arg->name, count))
		return OPERAND_COUNT;
	if (arg->keyword_only && arg->writes)
		return OPERAND_OUT;
	return OPERAND_DATA;
}

/* "Tensor(a!)? self=None" */
static void parse_arg(str text, bool keyword_only, struct schema_arg *arg)
{
	size_t equals = str_find_byte(text, '=');
	str head = str_trim(str_slice(text, 0, equals));
	size_t blank = str_rfind_byte(head, ' ');
	str type = str_slice(head, 0, blank);

	*arg = (struct schema_arg){.type = type, .keyword_only = keyword_only};
	arg->name = blank == head.len ? head : str_from_at(head, blank + 1);
	if (equals < text.len)
		arg->default_text = str_trim(str_from_at(text, equals + 1));
	arg->tensor = str_starts(type, S("Tensor"));
	arg->optional = str_ends(type, S("?"));
	arg->list = str_has(type, S("["));
	arg->writes = str_has(type, S("!"));
	arg->role = role_of(arg);
}

void schema_parse(str text, struct schema *out)
{
	size_t arrow = str_find(text, S(") -> "));
	str body = str_slice(text, text.len && text.ptr[0] == '(', arrow);
	bool keyword_only = false;
	size_t from = 0;
	int depth = 0;

	out->count = 0;
	out->returns = str_from_at(text, arrow + 5);
	for (size_t i = 0; i <= body.len; i++) {
		char c = i < body.len ? body.ptr[i] : ',';
		str part;

		depth += (c == '(' || c == '[') - (c == ')' || c == ']');
		if (c != ',' || (depth && i < body.len))
			continue;
		part = str_trim(str_slice(body, from, i));
		from = i + 1;
		if (str_eq(part, S("*")))
			keyword_only = true;
		else if (part.len && out->count < SCHEMA_ARGS_MOST)
			parse_arg(part, keyword_only, &out->args[out->count++]);
	}
}

const struct schema *schema_keep(struct arena *arena, str text)
{
	struct schema all;
	size_t bytes;
	void *kept;

	schema_parse(text, &all);
	bytes = offsetof(struct schema, args) + all.count * sizeof *all.args;
	kept = arena_room(arena, bytes, _Alignof(struct schema));
	return memcpy(kept, &all, bytes);
}

uint32_t schema_find(const struct schema *schema, str name)
{
	for (uint32_t i = 0; i < schema->count; i++)
		if (str_eq(schema->args[i].name, name))
			return i;
	return UINT32_MAX;
}
