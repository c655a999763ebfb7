/* What a measurement stands on: system, driver, Python, packages, variables.
 *
 * Made without importing anything: package versions are read from their metadata folders, so it
 * takes milliseconds and cannot be ended by a back end that aborts. Values of variables that look
 * like secrets are never taken. */
#ifndef PROBE_ENVIRONMENT_H
#define PROBE_ENVIRONMENT_H

#include "coverage/coverage.h"
#include "probe/python.h"

struct record_item {
	str section, name, value;
};

struct record {
	struct arena *arena;
	VEC(struct record_item) items; /* by section, in the order they were met */
};

/* Never fails: what is not there is left out. `python` may be NULL. */
void record_take(struct env *env, const struct python *python, struct record *out);
void record_put(struct record *record, str section, str name, str value);
/* STR_NONE when it is not there. */
str record_get(const struct record *record, const char *section, const char *name);
void record_json(const struct record *record, struct json_out *w);
void record_text(const struct record *record, struct buf *out);
/* From what record_json wrote, or from results.json of a probe. False when reported. */
bool record_read(struct env *env, str path, struct record *out);

/* True when a variable's value may be shown. */
bool variable_is_safe(str name, str value);

/* One line a difference, and what to check again after it. */
void record_diff(const struct record *a, const struct record *b, struct buf *out);

/* The release matrix of a target: what each feature fact of area "version" asks, and whether the
 * record fits. */
enum fit { FIT_UNKNOWN, FIT_YES, FIT_NO };

struct fit_row {
	str feature, wanted, found, advice, source, date;
	enum fit fit;
};

struct fits {
	struct arena *arena;
	VEC(struct fit_row) rows;
	uint32_t bad, unknown;
};

/* `out->arena` is set by the caller, all else is filled. */
void record_check(const struct record *record, const struct coverage *coverage,
        const struct target *target, struct fits *out);
void fits_text(const struct fits *fits, str target, struct buf *out);
void fits_json(const struct fits *fits, struct json_out *w);

#endif
