/* Comments that silence rules: `portfit: ignore[rule-id] until=2027-03-01 -- reason`.
 *
 * Such a comment holds for the line it stands on, and where it stands alone for the next line that
 * holds something else; `ignore-file` holds for the whole file. Several ids are apart by
 * commas, * is a wildcard, no brackets mean every rule. Behind its day it silences nothing. */
#ifndef SCANNER_SUPPRESS_H
#define SCANNER_SUPPRESS_H

#include "scanner/rule_match.h"
#include "scanner/text/text.h"

/* Gives the place of an offset in the text that the comments were found in. */
typedef struct spot suppress_spot(void *context, uint32_t at);

struct suppress_source {
	str text;
	const char *masked;
	const struct text_comment *comments;
	uint32_t n_comments;
	suppress_spot *spot;
	void *context;
};

/* Marks what is silenced among the file's findings, and adds findings for comments that are
 * expired, silence nothing or name no rule. */
void suppress_apply(struct matching *m, const struct suppress_source *source);
/* Whether the text can hold such a comment at all. */
bool suppress_may(str text);

#endif
