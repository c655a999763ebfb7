/* The characters are those that CommonMark lets a backslash escape and that do something in prose,
 * and the sign that mentions a person. */
#include "report/markdown_text.h"

#include "base/text.h"

#include <string.h>

void markdown_prose(struct buf *out, str text)
{
	struct buf visible = {0};
	str shown;

	text_visible(&visible, text);
	shown = buf_str(&visible);
	for (size_t i = 0; i < shown.len; i++) {
		char c = shown.ptr[i];

		if (memchr("<>&\"'`*_[]()#|\\~@!", c, 18))
			buf_format(out, "&#%d;", (int)c);
		else
			buf_byte(out, c);
	}
	buf_free(&visible);
}
