/* The answer of the cost method for one workload on one target. */
#ifndef ASSESS_WORKLOAD_ANSWER_H
#define ASSESS_WORKLOAD_ANSWER_H

#include "assess/assess.h"
#include "assess/cost.h"

struct workload_answer {
	enum cost_answer answer;
	str reason;  /* the rule that held, or what is missing */
	bool priced; /* the job of the plan of costs is this workload's */
};

/* A plan prices one job, and that is one workload's: the one that it names, or the only one there
 * is. The others have no numbers of their own: 'insufficient evidence' with what is missing; 'stay'
 * where something that stops them has no known way. Nothing is taken over from another workload. */
struct workload_answer workload_answer_of(
        const struct assessment *assessment, uint32_t workload, uint32_t target);
/* What the plan says of a target; NULL: there is no plan, or it has no machine for it. */
const struct cost_compare *cost_compare_of(const struct assessment *assessment, uint32_t target);
/* Whether a finding is in what a workload reaches; what belongs to none (a pin, a container)
 * concerns all. */
bool workload_has_finding(const struct assessment *assessment, uint32_t workload, uint32_t finding);

#endif
