/* The table of a three-point estimate: one of the program's, or one that is made here. */
#include "assess/statistics.h"

const struct pert_table *pert_table_for(struct pert_tables *tables, struct points p)
{
	struct pert_table *table;
	double alpha;

	if (!points_are_range(p))
		return NULL;
	alpha = draws_shape(p.low, p.likely, p.high);
	for (uint32_t i = 0; i < assess_draws.n_shapes; i++)
		if (draws_same_shape(assess_draws.shapes[i].alpha, alpha))
			return &assess_draws.shapes[i];
	for (uint32_t i = 0; i < tables->list.len; i++)
		if (draws_same_shape(tables->list.at[i]->alpha, alpha))
			return tables->list.at[i];
	table = ARENA_ROOM(tables->arena, struct pert_table, 1);
	draws_make_table(&assess_draws, alpha, table);
	*VEC_PUSH(tables->arena, &tables->list) = table;
	return table;
}
