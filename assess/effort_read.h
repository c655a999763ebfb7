/* Where an estimate starts from: groups written by hand in a plan, or the `effort` of a result. */
#ifndef ASSESS_EFFORT_READ_H
#define ASSESS_EFFORT_READ_H

#include "assess/effort.h"

/* What was read; causes live in env->keep. */
struct effort_given {
	struct effort_input input;
	VEC(struct effort_cause) causes; /* input.causes */
	VEC(struct effort_item) items;   /* of a result: as they were estimated then */
	VEC(str) entries;                /* input.entries */
	VEC(str) done;                   /* ids of groups that are marked as done */
	double unit_scale; /* of a result: what the hours were multiplied with; 0: not told */
	bool some;         /* there was an estimate to read */
};

/* The map under `effort:` of a plan (docs/effort.md). `report:` in it is read through
 * effort_read_result, relative to the folder of the plan. */
bool effort_read_yaml(struct env *env, const struct yaml *map, struct effort_given *out);
/* A result (portfit-report/1) or an earlier plan (portfit-plan/1). `target` empty: the only one. */
bool effort_read_result(struct env *env, str path, str target, struct effort_given *out);

#endif
