/* A result read back: JSON of schema portfit-report/1 becomes the assessment that it was written
 * from, as far as writers look at one, so that the same result can be told in other formats later,
 * without the project, the rules and the facts it was made with.
 *
 * What stands in the JSON is believed but checked: kinds, words, numbers of graphs and rows. What
 * it does not hold is empty: graphs have no nodes, sources are not there. */
#ifndef ASSESS_STORED_H
#define ASSESS_STORED_H

#include "assess/assess.h"

struct stored {
	str path;
	str tool_version; /* of the portfit that scanned */
	struct assessment assessment;
	struct scan scan;
};

/* `text` must live as long as the result. False when reported. */
bool stored_read(struct env *env, str path, str text, struct stored *out);

#endif
