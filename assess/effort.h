/* Hours of work from root causes: an estimate with a range, never a single number.
 *
 * An item is one root cause (not one place) or one phase of the port. Hours are three-point
 * estimates by class; further places of a cause cost a share of the first; one factor, drawn once a
 * simulated project, is shared by all items, since independent errors would average out and give
 * a range that is falsely narrow. Seed and draws are fixed: the same input gives the same bytes.
 *
 * What is no hours: a cause without a known way, and research (a kernel to be written). They are
 * listed apart, and a blocker among them makes the project not portable as it is. */
#ifndef ASSESS_EFFORT_H
#define ASSESS_EFFORT_H

#include "assess/draws.h"
#include "assess/settings.h"
#include "scanner/finding.h"

/* How much is known: each stage has its own uncertainty. X(enumerator, word, setting) */
#define EFFORT_STAGE_LIST(X)                                                                       \
	X(STAGE_SCAN, "scan", SET_U_SCAN)                                                          \
	X(STAGE_COMPILED, "compiled", SET_U_COMPILED)                                              \
	X(STAGE_MEASURED, "measured", SET_U_MEASURED)
enum effort_stage {
#define X(name, word, setting) name,
	EFFORT_STAGE_LIST(X)
#undef X
	        STAGE_COUNT
};

/* Parts of the work. Neutral: a change that is still useful on the GPU and for every other target;
 * target: lost if the port is given up. X(enumerator, word, what it is) */
#define EFFORT_PART_LIST(X)                                                                        \
	X(PART_NEUTRAL, "neutral", "code, for any device")                                         \
	X(PART_TARGET, "target", "code, for this target only")                                     \
	X(PART_SETUP, "setup", "set-up")                                                           \
	X(PART_CHECK, "check", "verification")                                                     \
	X(PART_DISTRIBUTED, "distributed", "several devices")                                      \
	X(PART_TUNE, "tune", "tuning")                                                             \
	X(PART_CUTOVER, "cutover", "cut-over")
enum effort_part {
#define X(name, word, what) name,
	EFFORT_PART_LIST(X)
#undef X
	        PART_COUNT
};

/* One root cause as it concerns one target. */
struct effort_cause {
	str id, title;   /* id names the piece of work: "device-literal" */
	str hours_class; /* a class or one of its other names; empty: medium */
	uint32_t places, files;
	bool once; /* one change serves all places: they cost nothing more */
	bool way;  /* a way is known */
	bool target_only;
	enum severity severity; /* SEVERITY_INFO and below: no work */
	str where;              /* the first place, to show */
	str instead;            /* without a way: what would have to be given up or written */
};

struct effort_shared;

struct effort_input {
	struct effort_shared *shared; /* what several estimates draw alike; NULL: alone */
	bool spreads_only;            /* draws and pilot_draws are not asked for: NULL */
	struct place place;           /* where it stands, for messages */
	str target;
	const struct effort_cause *causes;
	uint32_t n_causes;
	uint32_t entry_points; /* to be checked, one by one; 0: 1 */
	const str *entries;    /* their files; NULL: not known */
	bool several_devices;
	enum effort_stage stage;
	bool without[PART_COUNT]; /* phases that do not come up */
	struct points
	        hours; /* high above 0: the whole work is known to be this, nothing is estimated */
};

struct effort_item {
	str id, title, hours_class;
	enum effort_part part;
	uint32_t places, files;
	bool once;
	enum severity severity;
	double learning;     /* 1 + rho * min(places - 1, n_cap) */
	struct points hours; /* with learning, unit_scale and f_team; without the shared factor */
	struct spread spread;
	str where, origin;
};

struct effort {
	struct arena *arena;
	str target;
	enum effort_stage stage;
	double uncertainty; /* u of the stage */
	uint32_t entry_points;
	bool several_devices, fixed;
	VEC(struct effort_item) items;            /* causes in their order, then phases */
	VEC(struct effort_cause) blockers, apart; /* without hours */
	struct spread parts[PART_COUNT], code, total;
	double mean_hours; /* sum of the means, without the shared factor; exact */
	double likely_sum; /* to hold against; never shown as the estimate */
	double day_hours;
	double model_hours, sdk_hours; /* of one update, at P50 */
	double *draws;                 /* EFFORT_DRAWS totals */
	double *pilot_draws; /* the same of what a pilot takes: set-up, target-only code, one check
	                      */
};

/* For the estimates of several targets in a row: the shared factors, the tables and the room that
 * they take are made once. Results are the same as without. Lives in `arena`. */
struct effort_shared *effort_shared_new(struct arena *arena);
/* False when a class is unknown (reported). */
bool effort_estimate(struct env *env, const struct settings *settings,
        const struct effort_input *input, struct effort *out);
/* ceil(hours / hours of a day) */
double effort_days(const struct effort *effort, double hours);
/* Whether a blocker has no known way: not portable as it is. */
bool effort_is_blocked(const struct effort *effort);
str effort_part_word(enum effort_part part);
str effort_part_text(enum effort_part part);
str effort_stage_word(enum effort_stage stage);
bool effort_part_parse(str word, enum effort_part *out);
bool effort_stage_parse(str word, enum effort_stage *out);

#endif
