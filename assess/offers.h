/* The public price files of AWS (offer files, JSON) as prices: docs/cost.md says where they are.
 *
 * On-demand and no-upfront reserved prices of plain Linux machines with shared tenancy: what a
 * price list is compared by. Everything else in the file is skipped. */
#ifndef ASSESS_OFFERS_H
#define ASSESS_OFFERS_H

#include "assess/book.h"
#include "base/json.h"

struct offers {
	str region;
	str published;            /* day of the file */
	VEC(struct price) prices; /* texts in env->keep */
	uint64_t products, taken; /* in the file; of the machines asked for */
};

/* The offer file of one region. `instances`: the machines to take. */
struct offers_ask {
	str url; /* for messages and as source */
	str region;
	const str *instances;
	uint32_t n_instances;
};
bool offers_read(struct env *env, const struct offers_ask *ask, str text, struct offers *out);
/* The path of a region's newest offer file in a region index, to be put behind the host. */
bool offers_region_path(struct env *env, const struct offers_ask *ask, str index, str *path);

#endif
