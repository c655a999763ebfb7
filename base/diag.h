/* Problems: what the tool could not do, collected in order and spoken once.
 *
 * A fallible function returns false when it has reported here; callers pass
 * false on and say nothing more. Findings about the project are not problems.
 * Text: what is wrong, where, what was expected, what to do. One line. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include "base/buf.h"

/* Where something stands. line and column count from 1; 0: not known. */
struct place {
	str path;
	uint32_t line, column;
};

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

struct diag {
	enum diag_level level;
	struct place place;
	str text;
	uint32_t order;
};

struct diags {
	struct arena *arena;
	VEC(struct diag) list;
	uint32_t errors;
};

/* Always returns false, so that `return diag_error(…)` reports and fails. */
bool diag_error(struct diags *diags, struct place place, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
void diag_warning(struct diags *diags, struct place place, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
void diag_note(struct diags *diags, struct place place, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
/* Takes over the problems of a worker behind one's own, copied. */
void diag_merge(struct diags *diags, const struct diags *more);
/* All problems, without repeats, in order of path (in order of first mention), line and column:
 * "facts.yaml:12:5: error: …". Control characters are made visible. */
void diag_render(
        const struct diags *diags, enum diag_level least, struct arena *temp, struct buf *out);

/* Bounds on what is read; every one is checked and named in the message. */
struct limits {
	size_t file_bytes;      /* one file, also inflated */
	size_t text_file_bytes; /* one source or configuration file */
	size_t front_bytes;     /* what is read of a text that only rules look at */
	size_t memory_bytes;    /* what one file's reading may take beside its bytes */
	uint32_t json_depth, graph_depth, yaml_depth;
	uint32_t zip_ratio; /* inflated bytes per stored byte of an entry */
	uint32_t jobs;
};

extern const struct limits limits_default;

/* What a fallible function may need; passed down, never kept. */
struct env {
	struct arena *keep, *temp;
	struct diags *diags;
	const struct limits *limits;
	const volatile int *cancel; /* not 0: stop soon; NULL: never */
};

#endif
