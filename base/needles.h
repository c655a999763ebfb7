/* Several short texts looked for in one pass, to say which of them a text holds at all.
 *
 * Each needle is found by its rarest pair of bytes; on x86-64 sixteen places are looked at in one
 * step for all of them. A few needles cost little more than one. */
#ifndef BASE_NEEDLES_H
#define BASE_NEEDLES_H

#include "base/str.h"

/* Bits above those of the needles are the caller's. */
enum { NEEDLES_MOST = 28 };

struct needles {
	str list[NEEDLES_MOST]; /* views; they must outlive it */
	uint8_t pair[NEEDLES_MOST];
	uint32_t count;
};

/* The bit that stands for a needle of at least two bytes; the same needle has one. 0 when there is
 * no room for more: then the caller has to look for it by itself. */
uint32_t needles_add(struct needles *needles, str needle);
/* The bits of all that stand in the text. */
uint32_t needles_find(const struct needles *needles, str text);

#endif
