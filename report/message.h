/* All text of the reports, in English and Traditional Chinese: one row a message, so a missing
 * translation does not compile. Reasons that the rooms below make are in tables of theirs
 * (report/said.h). What stays English is data: rules and facts, names of code, an error in a file.
 * A sentence with parts in it is one message with {0}, {1} in their places, since their order is
 * the language's own. */
#ifndef REPORT_MESSAGE_H
#define REPORT_MESSAGE_H

#include "base/arena.h"
#include "coverage/verdict.h"
#include "report/message_money.h"
#include "report/message_page.h"
#include "report/message_text.h"

enum language { LANGUAGE_EN, LANGUAGE_ZH_TW };

#define MESSAGE_LIST(X)                                                                            \
	MESSAGE_PAGE_LIST(X)                                                                       \
	MESSAGE_TEXT_LIST(X)                                                                       \
	MESSAGE_MONEY_LIST(X)

enum message {
#define X(name, en, zh) name,
	MESSAGE_LIST(X)
#undef X
};

const char *message(enum language language, enum message message);
/* The same with {0}, {1} … replaced, in `arena`. */
str message_fill(struct arena *arena, enum language language, enum message message,
        const str *parts, uint32_t n);
/* "3 files": the word for one is a message of its own. */
str message_count(struct arena *arena, enum language language, uint64_t n, enum message one,
        enum message many);
/* How a ground is said to a person. */
enum message message_of_evidence(enum evidence evidence);
/* "en", "zh-TW"; also from LANG ("zh_TW.UTF-8"). False when there is no such language. */
bool language_parse(str text, enum language *out);

#endif
