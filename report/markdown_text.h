/* Text of a project in Markdown. */
#ifndef REPORT_MARKDOWN_TEXT_H
#define REPORT_MARKDOWN_TEXT_H

#include "base/buf.h"

/* Outside code: everything that Markdown or HTML reads is written as a character reference, so that
 * it can make neither markup nor a mention. */
void markdown_prose(struct buf *out, str text);

#endif
