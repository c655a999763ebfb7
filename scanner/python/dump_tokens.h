/* The tokens of a Python file in the form of Python's `tokenize`, for comparison with it. */
#ifndef SCANNER_PYTHON_DUMP_TOKENS_H
#define SCANNER_PYTHON_DUMP_TOKENS_H

#include "base/diag.h"

/* One JSON array a token and line: type, exact type, then line, column in bytes and in code points
 * of its start and of its end, and its text. A file that cannot be read to its end gets a last line
 * ["ERROR", kind, text]. Uses env->temp, and leaves it as it was. */
void python_dump_tokens(struct env *env, str bytes, struct buf *out);

#endif
