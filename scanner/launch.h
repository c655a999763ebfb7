/* What the text files of a project launch: its scripts and modules, which are entry points though
 * nothing in them says so. */
#ifndef SCANNER_LAUNCH_H
#define SCANNER_LAUNCH_H

#include "base/arena.h"
#include "base/str.h"

struct launch {
	str what; /* "src/train.py" as it is written, or "app.server" */
	bool module;
	bool given_rank; /* with --local-rank=N among the arguments, by torch.distributed.launch */
};

struct launches {
	struct arena *arena;
	VEC(struct launch) list;
	bool installed;  /* some are console scripts of the package */
	bool alone;      /* of a shell script, which comes to nothing else */
	bool rank_maybe; /* some may be given a rank so that are not in the list */
};

enum launched { LAUNCHED_NOT, LAUNCHED_SCRIPT, LAUNCHED_MODULE };

/* Files that may be launched, by their names. */
struct launch_table;

struct launch_table *launch_table_new(struct arena *arena, const str *paths, uint32_t count);
/* Marks in `out`, by index of the path, what a text file at `from` launches: the file that lies
 * beside it or beside a folder above it, else those whose path ends so, nearest ones only. Ends
 * early when that takes too many comparisons. */
void launch_mark(
        struct launch_table *table, str from, const struct launches *launches, enum launched *out);

#endif
