/* What Python asks of Unicode: which characters may stand in an identifier, when two
 * identifiers are the same (NFKC), and what "\N{...}" stands for. Unicode 15.1, as in Python 3.13.
 */
#ifndef SCANNER_PYTHON_UNICODE_H
#define SCANNER_PYTHON_UNICODE_H

#include "base/arena.h"

/* The byte length of the longest start of `word` that is an identifier; `word` is valid UTF-8. */
size_t unicode_identifier(str word);
/* `word`, an identifier, in normalisation form KC: itself or a copy in the arena. Linear time. */
str unicode_nfkc(struct arena *arena, str word);
/* The character with this name or alias, letters of either case. False when there is none. */
bool unicode_by_name(str name, uint32_t *point);

#endif
