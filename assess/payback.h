/* The curve that decides: jobs a month across, time ratio of one job up (docs/cost.md).
 *
 * On the curve and below it the port pays itself back within so many months, above it does not. It
 * rises towards a ceiling that no number of jobs passes: the tie of the bills less the months in
 * which both platforms run. This is what a drawing needs, and no more is to be computed for one. */
#ifndef ASSESS_PAYBACK_H
#define ASSESS_PAYBACK_H

#include <stdbool.h>
#include <stdint.h>

struct cost_compare;

enum { PAYBACK_POINTS = 49 };

struct payback_point {
	double jobs, r_max; /* r_max of 0 or less: no speed pays with so few jobs */
};

struct payback {
	bool some; /* false: a price, the work or today's cost of a job is not known */
	double months;
	struct payback_point at[PAYBACK_POINTS]; /* jobs rise evenly on a logarithmic scale, from
	                                            one power of ten to another */
	double ceiling;                          /* what r_max nears with ever more jobs */
	double parity;                           /* the bills tie; nothing pays for the port */
	double top; /* a round number above all that is drawn: the end of the other axis */
	/* The user's own point; NAN: not given, or the target's speed is not known. */
	double jobs, r;
	double own_r_max;  /* of the curve at `jobs`; NAN without */
	bool own_known;    /* both are known: the point can be drawn */
	bool pays;         /* own_known, and the point lies on the curve or below */
	double least_jobs; /* that pay back at equal speed; INFINITY: no number does */
};

/* Of a comparison that is judged. */
void payback_of(const struct cost_compare *compare, struct payback *out);

#endif
