/* What terminals, browsers and editors do to a text, undone byte by byte. */
#ifndef SCANNER_GRAPH_TEXT_CLEAN_H
#define SCANNER_GRAPH_TEXT_CLEAN_H

#include "base/diag.h"

/* Colours (also such that lost their escape character), carriage returns, HTML entities where the
 * text is escaped as a whole, no-break and zero-width blanks, curly quotes where there are no
 * straight ones. Lines keep their order and number. The text itself when it is clean, else a
 * copy in env->temp. */
str text_clean(struct env *env, str text);

#endif
