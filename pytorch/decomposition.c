/* Bits of a row: table (0-3), class (4-7; 15: any), releases (8-9). */
#include "pytorch/decomposition.h"

#include "pytorch/operator.h"

bool decomposition_find(str op, enum decomposition_table table, enum dtype_class class,
        enum release release, struct decomposition *out)
{
	uint32_t count, leaves;
	const struct decomposition_row *row =
	        TABLES_FIND(TABLE_DECOMPOSITIONS, decomposition_row, op, &count);
	const struct decomposition_row *best = NULL;
	const uint32_t *words = blob_section(tables_bundled(), TABLE_LEAVES, &leaves);
	enum dtype_class want = class ? class : DTYPE_CLASS_FLOAT;

	for (uint32_t i = 0; row && i < count; i++) {
		uint32_t of = row[i].bits >> 4 & 15;

		if ((row[i].bits & 15) != (uint32_t)table ||
		        !(row[i].bits >> 8 & (uint32_t)release))
			continue;
		if (of == (uint32_t)want || of == 15)
			best = &row[i];
		else if (!best && class == DTYPE_CLASS_NONE)
			best = &row[i];
	}
	if (!best)
		return false;
	*out = (struct decomposition){
	        .table = table,
	        .always = words + best->first_always,
	        .n_always = best->n_always,
	        .some = words + best->first_some,
	        .n_some = best->n_some,
	        .decided_by = tables_text(best->decided_by),
	        .note = tables_text(best->note),
	        .samples = best->samples,
	};
	return true;
}

str decomposition_leaf(const uint32_t *leaves, uint32_t index)
{
	return tables_text(leaves[index]);
}

bool decomposition_leaf_weighs(str leaf, enum release release)
{
	static const char *const light[] = {"aten.detach", "aten.alias", "aten.clone",
	        "aten.lift_fresh", "aten.lift", "aten.resize_", "aten.resize_as_", "aten.set_",
	        "aten.record_stream", "aten._version", "aten.is_same_size", "aten.sym_size",
	        "aten.sym_stride", "aten.sym_numel", "aten.sym_storage_offset", "aten.contiguous"};
	struct operator op;
	str base, overload;

	operator_split(leaf, &base, &overload);
	for (size_t i = 0; i < sizeof light / sizeof *light; i++)
		if (str_eq(base, str_from(light[i])))
			return false;
	if (str_starts(base, S("aten.empty")) || str_starts(base, S("aten.new_empty")))
		return false;
	return !operator_find(leaf, release, &op) || !(op.roles & ROLE_VIEW);
}
