/* Exceptions that stand outside of the sources: `.portfit-ignore.yaml`, and what the configuration
 * says of single folders.
 *
 *	- rule: item-in-loop            # or rules: [..]; an id, a category, or a wildcard
 *	  path: legacy/                  # a folder or a glob as --exclude takes it; none:
 *everywhere until: 2027-03-01              # none: for good reason: rewritten in spring    # always
 *	- operator: aten.foo.default     # what the gate then leaves alone
 *	  target: trainium               # none: every target
 *	  reason: only in the debug path
 *
 * An entry whose day has passed silences nothing and is reported, as is one that silences nothing
 * although the whole folder of its file was scanned. */
#ifndef SCANNER_EXCEPTIONS_H
#define SCANNER_EXCEPTIONS_H

#include "base/map.h"
#include "scanner/rules.h"

struct exception {
	struct place place;
	bool *rules; /* chosen, by rule; NULL: an entry for an operator */
	str names, operator, target, path, reason, until;
	enum severity severity; /* instead of silence; NONE: silence */
	bool own_file;          /* of the file of exceptions: told when unused or expired */
	bool expired, used;
	uint32_t next; /* of the same operator: number in the list; 0: none */
};

struct exceptions {
	str path; /* of the file; empty: none */
	VEC(struct exception) list;
	struct map by_operator; /* number in the list of the last one */
};

/* Adds the entries of a file. False when reported. */
bool exceptions_read(
        struct env *env, const struct ruleset *rules, str path, struct exceptions *out);
/* Adds one of the configuration: in files that the glob matches these rules have that severity
 * (NONE: none, they are silenced). False when the name is unknown (reported). */
bool exceptions_add(struct env *env, const struct ruleset *rules, str glob, str name,
        enum severity severity, str origin, struct exceptions *out);
/* Silences and changes findings, and adds findings about entries that have expired, and about
 * unused ones when `whole` says that all they could hold for was looked at. Sorted again. */
void exceptions_apply(struct env *env, const struct ruleset *rules, struct exceptions *exceptions,
        bool whole, struct findings *findings);
/* What excepts an operator on a target, the first of several; NULL: nothing. Marks all as used. */
const struct exception *exceptions_operator(
        struct exceptions *exceptions, str operator, str target);

#endif
