/* The price catalogue of Google Cloud (Cloud Billing Catalog API, JSON) as prices of machines.
 *
 * The catalogue prices parts, not machines: a core, a GiB of memory, a GPU, a chip, by region and
 * by whether they may be taken away. A machine has a price where each of its parts (`parts:` of the
 * price book) has exactly one; where a part has none or two different ones there is no price.
 * On demand and spot; commitments and queued capacity are named otherwise and left out. */
#ifndef ASSESS_CATALOG_H
#define ASSESS_CATALOG_H

#include "assess/offers.h"

struct catalog_ask {
	str url; /* for messages and as source, without a key */
	const struct book *book;
	const str *instances;
	uint32_t n_instances;
	const str *regions;
	uint32_t n_regions;
	double month_hours; /* of what is priced by the month */
};

struct catalog_price; /* of one part in one region */

struct catalog {
	const struct catalog_ask *ask;
	VEC(struct catalog_price *) prices;
	uint64_t skus;
};

/* One page; *next: the token of the next one, empty at the end. False when reported: no catalogue,
 * another currency, an amount that cannot be. */
bool catalog_read_page(struct env *env, struct catalog *catalog, str text, str *next);
/* After the last page: one offer a region. */
void catalog_join(struct env *env, const struct catalog *catalog, struct offers *out);

#endif
