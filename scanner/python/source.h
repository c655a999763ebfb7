/* The bytes of a Python file as text: encoding, byte-order mark, line ends. */
#ifndef SCANNER_PYTHON_SOURCE_H
#define SCANNER_PYTHON_SOURCE_H

#include "base/arena.h"
#include "scanner/python/python.h"

struct source {
	str text;     /* UTF-8, '\n' ends every line, BYTES_PAD zero bytes behind it */
	str original; /* the same with the line ends of the file */
	str encoding; /* as Python names it: "utf-8", "iso-8859-1", or the word of the file */
	bool ascii;
	struct python_error error; /* kind PYTHON_OK: all is well */
};

/* Decodes in->bytes by PEP 263; the text is a view of them where nothing has to change and they are
 * padded. False: nothing can be read (NUL bytes, an encoding that is not known
 * here, too large), and error says why. Bytes that are no UTF-8 set error too, but are read as
 * Latin-1, so that the rest of such a file is not lost. */
bool source_decode(struct arena *arena, const struct python_source *in, struct source *out);

#endif
