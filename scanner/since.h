/* Which lines changed since a revision, by git: for gates that look at changes alone.
 *
 * The revision is taken where the branch left it (the merge base with HEAD), and what is not
 * committed yet is a change as well. A renamed file keeps its lines. A file that git does not know
 * is new. */
#ifndef SCANNER_SINCE_H
#define SCANNER_SINCE_H

#include "base/map.h"
#include "scanner/finding.h"

struct since;

/* Asks git in the folders of the scanned paths. NULL when reported: no checkout, no such revision,
 * a shallow clone that does not reach it. */
struct since *since_read(struct env *env, const str *paths, uint32_t n_paths, str revision);
/* Whether anything of a file changed. */
bool since_file(const struct since *since, str path);
/* Whether one of the lines changed. */
bool since_lines(const struct since *since, str path, uint32_t first, uint32_t last);
/* New findings on lines that did not change become FINDING_UNCHANGED; those on changed lines come
 * from the change, whatever rule found them. */
void since_mark(const struct since *since, struct findings *findings);
/* The revision as it was given. */
str since_words(const struct since *since);

#endif
