/* Numbers that people write: with units, checked, never infinite, never out of reason.
 *
 * Everything about money and hours comes through here, so that a wrong number is one line with
 * its place and no figure is made of it. NAN stands for "not known" all over the cost code: it
 * spreads through sums by itself, so what rests on a missing number is missing too, never 0. */
#ifndef ASSESS_QUANTITY_H
#define ASSESS_QUANTITY_H

#include "base/yaml.h"

#include <math.h>

/* X(enumerator, what it is called in messages, least, most) */
#define QUANTITY_LIST(X)                                                                           \
	X(QUANTITY_NUMBER, "a number", 0, 1e15)                                                    \
	X(QUANTITY_HOURS, "a time (30 min, 1.5 h, 2 d; hours without a unit)", 0, 1e7)             \
	X(QUANTITY_SECONDS, "a time (250 ms, 2 s, 30 min; seconds without a unit)", 0, 1e10)       \
	X(QUANTITY_USD, "an amount in USD", 0, 1e12)                                               \
	X(QUANTITY_GB, "a volume (500 GB, 1.2 TB; GB without a unit)", 0, 1e12)                    \
	X(QUANTITY_SHARE, "a share (0.05 or 5 %)", 0, 1)                                           \
	X(QUANTITY_COUNT, "a whole number", 0, 1e12)                                               \
	X(QUANTITY_WORK, "a number of operations or bytes", 0, 1e30)

enum quantity {
#define X(name, what, least, most) name,
	QUANTITY_LIST(X)
#undef X
};

/* Low, likely, high; all the same where one number was given. */
struct points {
	double low, likely, high;
};

static inline struct points points_of(double value)
{
	return (struct points){value, value, value};
}

static inline bool points_are_range(struct points p)
{
	return p.low < p.high;
}

static inline struct points points_scaled(struct points p, double factor)
{
	return (struct points){p.low * factor, p.likely * factor, p.high * factor};
}

static inline bool points_equal(struct points a, struct points b)
{
	return !(a.low < b.low || a.low > b.low || a.likely < b.likely || a.likely > b.likely ||
	         a.high < b.high || a.high > b.high);
}

/* A text as a quantity of that kind: NULL, or what is wrong with it, in words. */
const char *quantity_parse(str text, enum quantity kind, double *out);
/* The same for a node of YAML; a problem is reported at the node. */
bool quantity_read(struct env *env, const struct yaml *node, enum quantity kind, double *out);
/* One number, or [low, likely, high] in rising order. */
bool quantity_read_points(
        struct env *env, const struct yaml *node, enum quantity kind, struct points *out);

#endif
