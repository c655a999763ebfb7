/* Bills: any bytes through the CSV reader and the sums behind it. */
#include "assess/focus.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *keep = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = keep};
	struct env env = {keep, temp, &diags, &limits_default, NULL};
	struct focus_plan plan = {.path = S("bill.csv")};
	struct focus_bill bill;
	struct csv csv;

	csv_open_text(temp, (str){(const char *)data, size}, &csv);
	if (focus_read(&env, &plan, &csv, &bill)) {
		struct amount sum = {0, 0};

		/* What went in by category comes out by category. */
		for (uint32_t i = 0; i < bill.categories.len; i++)
			sum = amount_add(sum, bill.categories.at[i].cost[FOCUS_EFFECTIVE]);
		if (sum.units != bill.usage.cost[FOCUS_EFFECTIVE].units ||
		        sum.pico != bill.usage.cost[FOCUS_EFFECTIVE].pico)
			abort();
	} else if (!diags.errors) {
		abort(); /* a refusal must say why */
	}
	arena_free(temp);
	arena_free(keep);
	return 0;
}
