/* Root causes of a scan as work for one target. */
#ifndef ASSESS_EFFORT_SCAN_H
#define ASSESS_EFFORT_SCAN_H

#include "assess/assess.h"
#include "assess/effort_read.h"

/* Causes among the findings, operators without a kernel, custom operators; entry points are the
 * workloads, several devices where a graph holds collectives. Texts belong to the scan. */
void effort_from_scan(struct env *env, const struct assessment *assessment, uint32_t target,
        struct effort_given *out);

/* Rounds the hours to what a result keeps (portfit-report/1), so that every format tells the same
 * whether it is written by the scan or from the result later. */
void effort_settle(struct effort *effort);

#endif
