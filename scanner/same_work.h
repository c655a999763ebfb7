/* The same work in several files counts once: a model's export, its printed graph, the log of its
 * compilation, its profile.
 *
 * Two units (work_unit.h) are the same work when their graphs are equal, or when the parameters of
 * one are those of the other, by name and size, both compute the same number of FLOPs (or call the
 * same operators where sizes are symbolic), and neither calls anything of note that the other does
 * not. A profile is of a graph when it holds all its products of matrices, in number and size.
 * Short of that both count, and each says that it may be the same work. Of one class the graph that
 * tells most is counted; a backward pass that only a log has is counted with it, and of a profile
 * those calls that no graph shows (loss, optimizer). */
#ifndef SCANNER_SAME_WORK_H
#define SCANNER_SAME_WORK_H

#include "scanner/scan.h"

/* Sets counted, why_not and note of scan.graphs; may divide the graph of a profile in two. */
void same_work_find(struct env *env, struct scan *scan);

#endif
