/* The words in which the decomposition tables say when a leaf is taken ("bias is given and
 * input.dim!=2").
 *
 * Grammar and meaning: the `decided_by` column of pytorch/data/decompositions.tsv. */
#ifndef COVERAGE_DECIDE_H
#define COVERAGE_DECIDE_H

#include "coverage/query.h"
#include "pytorch/decomposition.h"

/* Whether a leaf of the `some` list is taken by this call. Several rules: any of them. */
enum tri decide_leaf(
        const struct decomposition *decomposition, str leaf, const struct query *query);
/* One rule by itself. */
enum tri decide_rule(str rule, const struct query *query);

#endif
