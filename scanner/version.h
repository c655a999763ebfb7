/* Versions (PEP 440) and what a requirement admits, as one span from a low to a high end.
 *
 * Requirements are read in the spellings of pip, Poetry (^, ~), conda (=) and bare numbers.
 * What is excluded by != is left aside: it never moves an end. */
#ifndef SCANNER_VERSION_H
#define SCANNER_VERSION_H

#include "base/arena.h"

enum { VERSION_PARTS = 6 };

struct version {
	uint32_t epoch;
	uint32_t release[VERSION_PARTS], parts;
	/* 0: none; a, b, rc are 1 to 3, with their number. A development release is before them. */
	uint32_t pre_kind, pre;
	bool has_post, has_dev;
	uint32_t post, dev;
	str local; /* behind the +; plays no part in the order */
};

/* A whole text. False when it is no version. */
bool version_parse(str text, struct version *version);
int version_compare(const struct version *a, const struct version *b);

struct version_span {
	struct version low, high;
	bool has_low, has_high;
	bool low_out, high_out; /* the end itself is not admitted */
	bool pinned;            /* from == or a bare number: one version or one line of them */
};

/* ">=2.0,<2.5", "==2.4.1+cu121", "~=2.1", "^2.1", "2.4.*", "=3.9", "" or "*" (all). False when it
 * cannot be read. Alternatives (||) give the span around all of them. */
bool version_span(str text, struct version_span *span);
/* Every version of `inner` is in `outer`. */
bool version_span_within(const struct version_span *inner, const struct version_span *outer);
/* Some version is in both. */
bool version_spans_meet(const struct version_span *a, const struct version_span *b);
bool version_range_check(str text);

#endif
