/* Asking git about a checkout, so that the checkout's own configuration cannot run programs: no
 * hooks, no file system monitor, no filters, no external or text-converting diffs, no transport
 * (docs/ARCHITECTURE.md). */
#ifndef SCANNER_GIT_H
#define SCANNER_GIT_H

#include "base/diag.h"

enum { GIT_WORDS = 24 };

/* Runs "git WORDS..." in the folder; NULL ends the words, at most GIT_WORDS of them. Its output
 * stands in `arena`. False when it cannot be run or fails: *why in words, nothing is reported. */
bool git_run(
        struct arena *arena, str folder, const char *const *words, str *output, const char **why);
/* The same for commands that compare with the work tree and would run the filters that the
 * checkout's configuration names: each is switched off by name. */
bool git_run_unfiltered(
        struct arena *arena, str folder, const char *const *words, str *output, const char **why);

#endif
