/* Makes the graph that stands for the rows of a profile. */
#ifndef SCANNER_GRAPH_PROFILE_GRAPH_H
#define SCANNER_GRAPH_PROFILE_GRAPH_H

#include "scanner/graph/profile.h"

/* Interned for whoever divides the graph later. */
#define PROFILE_REST_NAME "profile, calls that no graph shows"

/* One node a row that is an operator; node.calls says how often, node.profile_row which row + 1. */
void profile_make_graph(struct env *env, struct graph_file *file);

#endif
