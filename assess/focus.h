/* A cloud bill in FOCUS 1.2 (CSV): what the platform really cost, by service category.
 *
 * One walk over the file in constant memory. Money is kept in whole units and 10^-12 of them, so
 * that the sums of the parts are the sum of the whole to the last digit; EffectiveCost (the run
 * rate, prepayments spread) and BilledCost (cash) are never added to each other. Usage counts;
 * Purchase, Tax, Credit and Adjustment stand apart. */
#ifndef ASSESS_FOCUS_H
#define ASSESS_FOCUS_H

#include "base/csv.h"

/* An exact decimal: units + pico / 10^12, pico of the same sign and below 10^12. */
struct amount {
	int64_t units, pico;
};

enum focus_cost { FOCUS_EFFECTIVE, FOCUS_BILLED, FOCUS_LIST, FOCUS_CONTRACTED, FOCUS_COSTS };

struct focus_sum {
	str name;
	uint64_t rows;
	struct amount cost[FOCUS_COSTS];
};

/* Machine hours of one kind, by EffectiveCost. */
struct focus_machine {
	str instance, region, category; /* PricingCategory: Standard, Dynamic, Committed, Other */
	uint64_t rows;
	double hours;
	struct amount effective, list;
};

enum { FOCUS_NAMES_MOST = 1000 };

struct focus_bill {
	str provider, currency;
	uint64_t rows, used_rows;         /* used: after --tag */
	int32_t first, last;              /* days of the charge periods; last not in */
	uint32_t months;                  /* billing periods */
	VEC(struct focus_sum) charges;    /* by ChargeCategory */
	VEC(struct focus_sum) categories; /* of usage, by ServiceCategory */
	VEC(struct focus_machine) machines;
	struct amount idle; /* effective cost of unused commitments and reservations */
	struct focus_sum usage;
	bool folded;     /* more than 1,000 names of a kind: the rest stand under "other" */
	VEC(str) absent; /* columns that would have been read and are not there */
	VEC(str) months_seen;
};

struct focus_plan {
	str path;
	const str *tags; /* KEY=VALUE; a row must carry all of them */
	uint32_t n_tags;
};

bool focus_import(struct env *env, const struct focus_plan *plan, struct focus_bill *out);
/* The same from an open stream. */
bool focus_read(
        struct env *env, const struct focus_plan *plan, struct csv *csv, struct focus_bill *out);

/* "-12.5", "1e-7"; false when it is no decimal or out of range (10^12). More than 12 digits behind
 * the point are rounded. */
bool amount_parse(str text, struct amount *out);
struct amount amount_add(struct amount a, struct amount b);
double amount_value(struct amount a);
/* With so many digits behind the point that nothing is lost, at least two. */
str amount_text(struct arena *arena, struct amount a);

#endif
