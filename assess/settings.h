/* Every number the tool assumes about work and money: its value, its origin, and a way to change
 * it. The keys are those of docs/cost.md; the defaults are data (assess/data/effort.yaml). */
#ifndef ASSESS_SETTINGS_H
#define ASSESS_SETTINGS_H

#include "assess/quantity.h"

/* X(enumerator, key, least allowed, most allowed) */
#define SETTING_LIST(X)                                                                            \
	X(SET_SETUP, "phase.setup", 0, 1e5)                                                        \
	X(SET_CHECK, "phase.check", 0, 1e5)                                                        \
	X(SET_DISTRIBUTED, "phase.distributed", 0, 1e5)                                            \
	X(SET_TUNE, "phase.tune", 0, 1e5)                                                          \
	X(SET_CUTOVER, "phase.cutover", 0, 1e5)                                                    \
	X(SET_RHO, "rho", 0, 1)                                                                    \
	X(SET_N_CAP, "n_cap", 0, 1e6)                                                              \
	X(SET_F_TEAM, "f_team", 0.01, 100)                                                         \
	X(SET_UNIT_SCALE, "unit_scale", 0.01, 100)                                                 \
	X(SET_U_SCAN, "u.scan", 1, 100)                                                            \
	X(SET_U_COMPILED, "u.compiled", 1, 100)                                                    \
	X(SET_U_MEASURED, "u.measured", 1, 100)                                                    \
	X(SET_DAY_HOURS, "day_hours", 0.1, 24)                                                     \
	X(SET_RATE, "rate", 0, 1e5)                                                                \
	X(SET_UTIL, "util", 1e-6, 1)                                                               \
	X(SET_K_REUSE, "k_reuse", 1, 1e9)                                                          \
	X(SET_F_RETRY, "f_retry", 0, 0.999)                                                        \
	X(SET_Q_PASS, "q_pass", 1e-6, 1)                                                           \
	X(SET_DEBUG_SHARE, "debug_share", 0, 100)                                                  \
	X(SET_DUAL_MONTHS, "dual_months", 0, 120)                                                  \
	X(SET_U_MODEL, "u_model", 0, 1000)                                                         \
	X(SET_U_SDK, "u_sdk", 0, 1000)                                                             \
	X(SET_H_MODEL, "h_model", 0, 10)                                                           \
	X(SET_H_SDK, "h_sdk", 0, 10)                                                               \
	X(SET_D, "d", 0, 10)                                                                       \
	X(SET_MONTH_HOURS, "month_hours", 1, 744)                                                  \
	X(SET_MONTHS, "months", 1, 600)                                                            \
	X(SET_PORT_PROBABILITY, "port_probability", 0, 1)                                          \
	X(SET_STAY_PROBABILITY, "stay_probability", 0, 1)                                          \
	X(SET_PILOT_PARITY, "pilot_parity", 0, 10)                                                 \
	X(SET_SWING, "swing", 0, 0.9)                                                              \
	X(SET_STALE_DAYS, "stale_days", 1, 36500)                                                  \
	X(SET_PILOT_DAYS, "pilot_days", 0.01, 182)

enum setting_id {
#define X(name, key, least, most) name,
	SETTING_LIST(X)
#undef X
	        SETTING_COUNT
};

struct setting {
	str key, unit, origin, text, source; /* origin: sourced, assumed, definition, yours */
	struct points value;
};

/* Three-point hours of a class of work. */
struct hours_class {
	str name, words; /* words: other names, blanks between */
	struct points hours;
	bool no_hours; /* research: listed apart */
	str origin, text, source;
};

struct settings {
	struct arena *arena;
	struct setting at[SETTING_COUNT];
	VEC(struct hours_class) classes;
};

/* The defaults, in env->keep. */
void settings_open(struct env *env, struct settings *out);
/* A map `KEY: value` or `KEY: [low, likely, high]` over them: keys of the list above, `h.CLASS`,
 * and `classes:` with classes of one's own. What is changed has the origin `yours`. */
bool settings_read(struct env *env, struct settings *settings, const struct yaml *map);
/* The class of that name or other name, NULL when there is none. */
const struct hours_class *settings_class(const struct settings *settings, str name);
/* Reports a name that is no class, with the nearest one. */
bool settings_unknown_class(
        struct env *env, const struct settings *settings, struct place place, str name);

static inline double settings_value(const struct settings *settings, enum setting_id id)
{
	return settings->at[id].value.likely;
}

#endif
