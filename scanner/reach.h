/* Workloads of a project: its entry points and what the imports of each reach. */
#ifndef SCANNER_REACH_H
#define SCANNER_REACH_H

#include "scanner/import_graph.h"
#include "scanner/scan_file.h"

/* Entry points are those that the plan names. Where it names none they are found: files with a
 * __main__ part, what text files launch, what does its work when it is loaded, what a server loads,
 * as long as no other file imports the last two. What they do not reach is told apart only where
 * that is known well enough:
 * - a module that loads others by names made at run time reaches its package and what lies beside
 *   it, a script all modules;
 * - without a program (a __main__ part that is more than a try-out, a console script) there are no
 *   workloads: all of the project is what others use;
 * - likewise where the entry points reach nothing of weight and something else holds it;
 * - what an import may mean (import_edge.guessed), or some text names, counts where nothing leads
 *   there for certain.
 * Marks the inputs, fills out->workloads and counts what is not reached. `input_of`: the input of
 * each file, UINT32_MAX for none. */
void reach_find(struct env *env, const struct scan_plan *plan, const struct scan_shared *shared,
        const struct import_graph *imports, const uint32_t *input_of, uint32_t n_files,
        struct scan *out);
/* The folder that the topmost package around a file lies in; "" for a file in none. What the file
 * loads by names that are made at run time lies there. */
str reach_home(const struct scan_shared *shared, uint32_t file);
/* Whether a file lies in such a folder; everything does in "". */
bool reach_lies_in(str path, str folder);

#endif
