/* Whether a case of a fact holds for a query, and what a row then says. */
#ifndef COVERAGE_MATCH_H
#define COVERAGE_MATCH_H

#include "coverage/coverage.h"

/* Beside the query: how the name was reached. */
struct match_context {
	const struct query *query;
	bool inside;      /* met inside a composite: neither an out= nor an in-place call */
	uint32_t variant; /* ROLE_OUT or ROLE_INPLACE of the name in the graph */
};

/* Tri-valued conjunction of a case's conditions, free words apart: *is_free tells that it has some.
 */
enum tri match_case(struct blob blob, const struct fact_case_row *row,
        const struct match_context *context, bool *is_free);

struct reading {
	enum verdict verdict;
	enum evidence evidence;
	uint32_t first_source, n_sources, date; /* in the row's blob */
	str condition;
	str free; /* words of the free cases that hold, for what is found further down */
	uint32_t free_bits, free_date, free_source, free_n_sources;
};

/* What a fact says of a query: the worst matching case, else the base, lowered by free words. */
struct reading match_read(
        struct arena *arena, const struct fact *fact, const struct match_context *context);

#endif
