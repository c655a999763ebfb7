/* Several short texts looked for in one pass, to say which of them a text holds at all.
 *
 * The pass takes three bytes in a step, whatever the number of needles. */
#ifndef BASE_NEEDLES_H
#define BASE_NEEDLES_H

#include "base/str.h"

/* Bits above NEEDLE_BITS are the caller's. */
enum { NEEDLES_MOST = 250, NEEDLE_BITS = 60, NEEDLE_BYTES_LEAST = 5, NEEDLE_TABLE_BITS = 14 };

/* A needle that a group of runs belongs to, where in it the run stands, and the next of them + 1.
 */
struct needle_member {
	uint8_t needle;
	uint16_t place, next;
};

struct needles {
	str list[NEEDLES_MOST];     /* views; they must outlive it */
	uint64_t bit[NEEDLES_MOST]; /* that tells it; several may share one */
	uint32_t count, n_bits, n_groups, n_members;
	struct needle_member members[3 * NEEDLES_MOST];
	uint16_t first[UINT8_MAX + 1];         /* by group: its first member + 1 */
	uint8_t group[1 << NEEDLE_TABLE_BITS]; /* by a hash of three bytes; 0: of no needle */
};

/* The bit that stands for a needle of at least NEEDLE_BYTES_LEAST bytes; the same needle has one.
 * 0 when there is no room for more, or it is shorter: then the caller has to look for it. */
uint64_t needles_add(struct needles *needles, str needle);
/* Adds a needle that is told by a bit which stands for others as well, one that needles_add gave.
 * False when there is no room for it, or it is too short. */
bool needles_add_to(struct needles *needles, str needle, uint64_t bit);
/* The bits of all that stand in the text. */
uint64_t needles_find(const struct needles *needles, str text);
/* Whether a text of which needles_find said `found` may hold the needle: true for one that was
 * never added. */
bool needles_may_hold(const struct needles *needles, uint64_t found, str needle);

#endif
