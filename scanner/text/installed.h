/* Which extras and groups of a project are installed without being asked for: what is always
 * installed asks for some of them, and they for others. */
#ifndef SCANNER_TEXT_INSTALLED_H
#define SCANNER_TEXT_INSTALLED_H

#include "base/map.h"

/* What asks for others, or is asked for. The first one is the project as it is. */
struct installed_node {
	uint32_t first; /* of its asks, from 1 */
	bool holds;
};

struct installed_ask {
	uint32_t what, next; /* next: of the same node, from 1 */
};

struct installed {
	struct arena *arena;
	str project; /* its name as written; empty: not known */
	struct map names;
	VEC(struct installed_node) nodes;
	VEC(struct installed_ask) asks;
};

/* An extra or a group: two words for two kinds that may have names alike. */
enum installed_kind { INSTALLED_EXTRA, INSTALLED_GROUP };

enum { INSTALLED_ALWAYS = 0 }; /* the node of the project as it is */

void installed_init(struct installed *in, struct arena *arena);
/* The node of an extra or a group; of an empty name that of the project. */
uint32_t installed_node(struct installed *in, enum installed_kind kind, str name);
/* `by` asks for `what`. */
void installed_ask(struct installed *in, uint32_t by, uint32_t what);
/* `by` asks for a requirement, which may be extras of the project itself: "proj[all]". */
void installed_ask_text(struct installed *in, uint32_t by, str requirement);
/* Follows what was asked for; done once, behind all that asks. */
void installed_settle(struct installed *in);
bool installed_holds(struct installed *in, enum installed_kind kind, str name);
/* The extra of a key of extras_require, "gpu" or "gpu:python_version<'3.9'"; STR_NONE for a key
 * with a marker alone, whose list is always installed. */
str installed_extra(str key);

#endif
