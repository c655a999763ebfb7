/* Parts of a Python file behind a switch: if cfg.DETECTION.ENABLE, if args.fp16, and what follows
 * "if not use_perf: return" in its block. What nothing uses but in parts whose switch nothing in
 * the project turns on is not come to either (unused.c). */
#ifndef SCANNER_SWITCHED_H
#define SCANNER_SWITCHED_H

#include "scanner/switches.h"

struct python_matching;

struct switched_part {
	uint32_t from, to; /* in the file as it is */
	const struct switch_need *needs;
};

struct switched_parts {
	struct arena *arena;
	VEC(struct switched_part) list;
};

/* All of a file, whatever is known of their switches. */
void switched_find(struct python_matching *p, struct switched_parts *out);

/* A part that is not come to. */
struct off_part {
	uint32_t from, to;
	str name;     /* of the switch */
	bool spelled; /* it is an option, as it is spelled */
};

struct off_parts {
	VEC(struct off_part) list; /* by place, none in another */
};

/* Once the switches are closed: those that nothing turns on. */
void switched_close(const struct switches *s, struct arena *arena,
        const struct switched_parts *parts, struct off_parts *out);

#endif
