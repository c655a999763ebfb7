/* TOML as the tree that the YAML reader gives: maps, lists and plain text with places.
 *
 * What project files use: tables, arrays of tables, dotted keys, inline tables, strings of all four
 * kinds, numbers and dates as text. Checks little: a file that is no TOML gives the part before
 * the fault. */
#ifndef SCANNER_TEXT_TOML_H
#define SCANNER_TEXT_TOML_H

#include "base/yaml.h"

/* The root map, in `arena`; never NULL. *fault: NULL, or what was wrong, at *fault_at. Columns
 * count bytes, so that line and column lead to an offset; see toml_offset. */
struct yaml *toml_read(struct arena *arena, str text, const char **fault, size_t *fault_at);
/* The offset of a node's value in the text. */
size_t toml_offset(const struct yaml *node);

#endif
