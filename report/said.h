/* Texts that the rooms below made in English, in the language of a report. */
#ifndef REPORT_SAID_H
#define REPORT_SAID_H

#include "report/message.h"

/* What a text is about: only sentences of its own kind are looked for, since words of facts, rules
 * and projects are data that may resemble others. */
enum said_kind {
	SAID_WORD,    /* a verdict, a severity, a ground, a mode */
	SAID_ANSWER,  /* why an operator or a call is judged so */
	SAID_FILE,    /* why a file or a graph was not read or counted */
	SAID_FINDING, /* a message or a guard of a finding */
	SAID_GATE,    /* a reason or a note of the gate */
	SAID_COST,    /* a ground, a rule or a gap of the comparison of costs */
	SAID_ADVICE,  /* of dynamic shapes and training */
	SAID_COUNT
};

/* The text itself in English, or when no sentence fits it: then it is data. Several sentences
 * joined by "; " are said one by one. In `arena`. */
str said(struct arena *arena, enum language language, enum said_kind kind, str text);
/* All sentences of a kind, for a test; *count is their number. */
const struct phrase *said_phrases(enum said_kind kind, uint32_t *count);

#endif
