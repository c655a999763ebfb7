/* Which files of a tree are looked at.
 *
 * In a git checkout: what git knows or does not ignore, nested repositories and submodules
 * included; elsewhere everything. git runs with the repository's own configuration switched
 * off where it could name programs. Folders that hold no sources of the project are left
 * out by default (walk_skipped). The order is bytewise by path, so the same tree gives the
 * same list. Links are not followed. */
#ifndef SCANNER_WALK_H
#define SCANNER_WALK_H

#include "base/diag.h"

struct walk_options {
	const str *exclude, *include; /* globs on the path and on its components */
	uint32_t n_exclude, n_include;
	bool no_git;
};

struct left_out {
	str reason;
	uint64_t files;
};

struct walk {
	struct arena *arena;
	VEC(str) files;
	VEC(struct left_out) left_out;
	uint32_t repositories;
};

/* Adds the files below a folder. False when reported: the folder itself cannot be read. What cannot
 * be read below it is counted in left_out. */
bool walk_folder(struct env *env, str folder, const struct walk_options *options, struct walk *out);
/* Counts a file as not looked at. */
void walk_leave_out(struct walk *walk, str reason, uint64_t files);
/* Globs with *, ?, [] and **; matches the whole path or any run of its last components. */
bool walk_matches(str path, const str *globs, uint32_t n);

#endif
