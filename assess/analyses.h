/* All that the graphs tell beyond verdicts, each in a file of its own. */
#ifndef ASSESS_ANALYSES_H
#define ASSESS_ANALYSES_H

#include "assess/collectives.h"
#include "assess/custom.h"
#include "assess/dtypes.h"
#include "assess/dynamic.h"
#include "assess/hostsync.h"
#include "assess/islands.h"
#include "assess/memory.h"
#include "assess/training.h"
#include "assess/work.h"

struct analyses {
	struct islands islands;
	struct work work;
	struct memory memory;
	struct dynamic dynamic;
	struct hostsync hostsync;
	struct dtypes dtypes;
	struct training training;
	struct collectives collectives;
	struct custom custom;
};

/* Part of assess_run: fills assessment->analyses. */
void analyses_run(struct env *env, struct assessment *assessment, const struct assess_plan *plan);

#endif
