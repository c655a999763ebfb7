/* Training: what a backward pass and an optimizer would add to a forward graph.
 *
 * Derived, not traced: each node that a gradient reaches runs what was measured for its operator
 * (pytorch/backward.h), and the optimizer the operators of one step. These rows stand apart from
 * those of the graphs and outside their totals. The verdicts are for the dtype alone; arguments
 * are not known. */
#ifndef ASSESS_TRAINING_H
#define ASSESS_TRAINING_H

#include "assess/subject.h"

/* An operator that training would run. */
struct derived_row {
	str op;
	enum dtype dtype;
	uint64_t calls; /* by nodes whose backward pass always runs it; of an optimizer: 1 */
	uint64_t maybe; /* by nodes whose backward pass runs it in some calls */
	VEC(str) from;  /* forward operators */
	const struct answer *answers; /* [target * MODE_COUNT + mode] */
};

/* One way of taking the optimizer's step. */
struct optimizer_step {
	str variant, note;
	bool by_default;
	VEC(struct derived_row) rows;
};

struct training {
	bool asked;
	uint64_t forward; /* nodes whose backward pass was derived */
	uint64_t unknown; /* nodes whose operator the tables do not know */
	uint64_t skipped; /* counted top graphs that hold a backward pass themselves */
	bool all_inputs;  /* of some graph the parameters are not known: every input has a gradient
	                   */
	VEC(struct derived_row) backward;
	uint64_t *totals; /* [(target * MODE_COUNT + mode) * VERDICT_COUNT + verdict]: calls of the
	                     backward rows, sure ones only */
	str optimizer, why; /* why this one: "named", "used by the sources", "assumed" */
	enum dtype dtype;   /* of most parameter bytes */
	uint64_t dtype_bytes[DTYPE_COUNT];
	VEC(struct optimizer_step) steps;
	struct map known;
};

/* Chooses the optimizer; `named` as on the command line, empty: none was. */
void training_open(
        struct env *env, const struct assessment *assessment, str named, struct training *out);
void training_add(struct training *training, const struct subject *subject);
void training_close(struct env *env, struct training *training, const struct assessment *a);

#endif
