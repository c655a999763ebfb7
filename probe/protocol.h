/* What portfit and its Python workers say to each other: JSON lines, version PROTOCOL_VERSION.
 * Described in docs/protocol.md. Pure: bytes in, structs out, and back. */
#ifndef PROBE_PROTOCOL_H
#define PROBE_PROTOCOL_H

#include "assess/experiment.h"

enum { PROTOCOL_VERSION = 1, PROTOCOL_LINE_BYTES = 64 << 20 };

/* X(enumerator, word) */
#define EVENT_LIST(X)                                                                              \
	X(EVENT_READY, "ready")                                                                    \
	X(EVENT_FATAL, "fatal")                                                                    \
	X(EVENT_STAGE, "stage")                                                                    \
	X(EVENT_START, "start")                                                                    \
	X(EVENT_INPUTS, "inputs")                                                                  \
	X(EVENT_PART, "part")                                                                      \
	X(EVENT_DONE, "done")                                                                      \
	X(EVENT_BEAT, "beat")                                                                      \
	X(EVENT_PONG, "pong")                                                                      \
	X(EVENT_STEP, "step")

enum event_kind {
	EVENT_NONE,
#define X(name, word) name,
	EVENT_LIST(X)
#undef X
};

struct event {
	enum event_kind kind;
	int64_t id;
	str stage;
	str reason, text, module; /* of fatal */
	str devices;              /* of fatal: what exists, joined by ", " */
	str names;                /* of fatal: nearest names, joined */
	str skip;
	enum part part;
	bool has_part;
	struct trial trial;
	str environment; /* JSON object */
	str code, call;  /* of inputs: lines of Python, and the call in Python */
	str mode, step;  /* of step (whole path) */
};

/* What a worker is told first. */
struct greeting {
	str task; /* operators, offline, compile, model, record */
	str device;
	uint64_t seed;
	const str *imports;
	uint32_t n_imports;
	str compile_backend;
	str topology, keep;  /* offline: a TPU topology; a folder for StableHLO */
	str model, settings; /* whole path: FILE.py:FUNCTION; JSON settings */
	bool eager, compile; /* whole path */
};

str greeting_line(struct arena *arena, const struct greeting *greeting);
/* `parts`: bit 1 << enum part. */
str experiment_line(
        struct arena *arena, const struct experiment *experiment, uint32_t id, uint32_t parts);
/* False: no event, garbage or an event that is not known. Texts live in `arena`. */
bool event_read(struct arena *arena, str line, struct event *out);

/* An outcome as the journal and the results keep it. */
void trial_write(struct json_out *w, const struct trial *trial);
void outcome_write(
        struct json_out *w, const struct experiment *experiment, const struct outcome *outcome);
/* Reads what outcome_write wrote; *key, *op, *signature are the experiment's. Leaves errors in j.
 */
struct kept_outcome {
	str key, op, signature, fact_signature;
	uint64_t calls, flops;
	bool scaled;
	struct outcome outcome;
};
void outcome_read(struct json *j, struct arena *arena, struct kept_outcome *out);

#endif
