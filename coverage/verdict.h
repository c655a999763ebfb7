/* The words of an answer. Order matters: verdicts from best to worst, evidence from weakest to
 * strongest, so that "worse" and "stronger" are comparisons. */
#ifndef COVERAGE_VERDICT_H
#define COVERAGE_VERDICT_H

#include "base/str.h"

/* unknown stands apart: zero, and never better or worse than anything. */
#define VERDICT_LIST(X)                                                                            \
	X(VERDICT_SUPPORTED, "supported")                                                          \
	X(VERDICT_DECOMPOSED, "decomposed")                                                        \
	X(VERDICT_CONDITIONAL, "conditional")                                                      \
	X(VERDICT_FALLBACK, "fallback")                                                            \
	X(VERDICT_SKIPPED, "skipped")                                                              \
	X(VERDICT_UNSUPPORTED, "unsupported")

enum verdict {
	VERDICT_UNKNOWN,
#define X(name, word) name,
	VERDICT_LIST(X)
#undef X
	        VERDICT_COUNT
};

#define EVIDENCE_LIST(X)                                                                           \
	X(EVIDENCE_ASSUMED, "assumed")                                                             \
	X(EVIDENCE_COMMUNITY, "community")                                                         \
	X(EVIDENCE_DERIVED, "derived")                                                             \
	X(EVIDENCE_DOCUMENTED, "documented")                                                       \
	X(EVIDENCE_DISPATCH, "dispatch")                                                           \
	X(EVIDENCE_LOWERED, "lowered")                                                             \
	X(EVIDENCE_COMPILED, "compiled")                                                           \
	X(EVIDENCE_MEASURED, "measured")

enum evidence {
	EVIDENCE_NONE,
#define X(name, word) name,
	EVIDENCE_LIST(X)
#undef X
	        EVIDENCE_COUNT
};

enum mode { MODE_EAGER, MODE_COMPILE, MODE_COUNT };

str verdict_word(enum verdict verdict);
str evidence_word(enum evidence evidence);
str mode_word(enum mode mode);
/* False when there is no such word. */
bool verdict_from(str word, enum verdict *out);
bool evidence_from(str word, enum evidence *out);
/* All words, for suggestions; *count is their number. */
const str *verdict_words(uint32_t *count);
const str *evidence_words(uint32_t *count);

#endif
