/* Regular expressions through PCRE2: a set of patterns searched for in one pass.
 *
 * The patterns of a set are compiled together (with JIT where the machine has it) and found
 * together: one walk over the text calls back for every pattern at every place where it
 * matches, in order of the start; matches of one pattern do not overlap. ^ and $ hold at
 * every line; text is bytes; parentheses do not capture.
 *
 * No text makes a search long: matching, depth and heap limits are always set, a repeat of
 * one character without an upper bound stops after 1,000 (so `.*` is `.{0,1000}`), and
 * every arrival at such a repeat is paid for from a budget per text. A search that runs out
 * says so in its result. The same text gives the same result on every machine.
 *
 * Not taken: back references, recursion, callouts, \K, \Q…\E, comments and (*VERBS). */
#ifndef BASE_PCRE_H
#define BASE_PCRE_H

#include "base/diag.h"

struct pcre_set;

/* Whether a pattern is sound; reported at `place` with the offset when it is not. */
bool pcre_check(struct env *env, struct place place, str pattern);
/* Patterns are copied. Must have passed pcre_check. Never NULL; end it with pcre_set_free. */
struct pcre_set *pcre_set_new(const str *patterns, uint32_t count);
/* The same for patterns that count only where a line begins: what lies between is passed over. */
struct pcre_set *pcre_set_new_at_lines(const str *patterns, uint32_t count);
void pcre_set_free(struct pcre_set *set);

/* Called for each match: pattern is its index, [start, end) its place in the text. An empty match
 * is not told. */
typedef void pcre_hit(void *context, uint32_t pattern, size_t start, size_t end);

struct pcre_result {
	bool stopped;   /* not all of the text was searched */
	size_t at;      /* up to where it was, when stopped */
	uint32_t skips; /* lines left at a matching limit */
};

/* Not to be used by two threads at a time on one set. */
struct pcre_result pcre_set_search(struct pcre_set *set, str text, pcre_hit *hit, void *context);

#endif
