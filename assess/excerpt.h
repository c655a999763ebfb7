/* The lines around findings, for pages that show them: read again from the sources, since a scan
 * keeps none. */
#ifndef ASSESS_EXCERPT_H
#define ASSESS_EXCERPT_H

#include "assess/assess.h"

enum { EXCERPTS_OF_CAUSE = 3, EXCERPT_LINES = 7, EXCERPT_COLUMNS = 160 };

struct excerpt {
	uint32_t finding;
	uint32_t first; /* number of the first line */
	str lines;      /* ended by line ends */
};

/* Fills assessment->excerpts for the first places of each cause; what cannot be read any more, and
 * cells of notebooks, have none. */
void excerpts_read(struct env *env, struct assessment *assessment);
/* NULL: there is none. */
const struct excerpt *excerpt_of(const struct assessment *assessment, uint32_t finding);

#endif
