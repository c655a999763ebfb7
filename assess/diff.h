/* Two results held against each other: operators that appeared, vanished or changed their verdict,
 * findings that appeared or vanished.
 *
 * A result is what `portfit scan --format json` wrote (portfit-report/1). Operators are told apart
 * by name and signature; one whose name is in both results has neither appeared nor vanished, but
 * some of its signatures may have. Findings are compared as a multiset of fingerprints, so a copy
 * is new. */
#ifndef ASSESS_DIFF_H
#define ASSESS_DIFF_H

#include "assess/assess.h"

/* Of one row on one target: [mode]. */
struct result_verdicts {
	enum verdict of[MODE_COUNT];
	bool known; /* false: the result says nothing of the target here */
};

struct result_row {
	str op, signature;
	uint64_t calls;
	bool judged;
	struct result_verdicts *verdicts; /* by target of the result */
};

struct result_finding {
	str rule, severity, path, message, fingerprint;
	uint32_t line;
	bool new; /* neither suppressed nor in a baseline, and reached */
};

struct result {
	str path; /* as it was named */
	VEC(str) targets;
	VEC(struct result_row) rows;
	VEC(struct result_finding) findings;
};

/* Reads a result. False when reported: no JSON, another schema, a field of another kind. */
bool result_read(struct env *env, str path, str text, struct result *out);
/* Does a text look like a result? Its schema stands in front. */
bool result_is_one(str text);

enum diff_kind {
	DIFF_APPEARED,
	DIFF_VANISHED,
	DIFF_CHANGED,
	DIFF_SIGNATURE_NEW,
	DIFF_SIGNATURE_GONE
};

struct diff_row {
	enum diff_kind kind;
	str op, signature;
	uint64_t before, after;                 /* calls */
	const struct result_verdicts *was, *is; /* by target of the diff; NULL: not there, or
	                                        without verdicts */
	bool worse; /* on some target and mode, by the order of the contract */
	bool better;
};

struct diff {
	const struct result *a, *b;
	VEC(str) targets;          /* that both results judge */
	VEC(struct diff_row) rows; /* worst first */
	uint64_t unchanged;        /* rows that say the same */
	VEC(struct result_finding) new_findings, gone_findings;
	struct gate gate;
};

struct diff_plan {
	const str *targets; /* only these; none: all that both judge */
	uint32_t n_targets;
	bool targets_named;
	enum gate_level fail_on;
	enum mode mode;
};

/* False when reported: a target that one of the results does not judge, none in common. */
bool diff_results(struct env *env, const struct result *a, const struct result *b,
        const struct diff_plan *plan, struct diff *out);
str diff_word(enum diff_kind kind);

#endif
