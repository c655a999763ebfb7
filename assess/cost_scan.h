/* A plan of costs on top of a scan: the work of each target and of one step come from what was
 * scanned, so that hours, R* and the bill are there before any device is. */
#ifndef ASSESS_COST_SCAN_H
#define ASSESS_COST_SCAN_H

#include "assess/assess.h"
#include "assess/cost.h"

/* Fills what the plan leaves open; its own `effort:` and `work:` stand. A side whose target was
 * not scanned for has no hours, and that is said (a warning). `plan->scanned` must have been set
 * before the plan was read. False when it names a workload that was not found (reported). */
bool cost_plan_add_scan(
        struct env *env, const struct assessment *assessment, struct cost_plan *plan);

#endif
