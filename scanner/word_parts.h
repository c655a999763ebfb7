/* Parts of names that texts make: "load_" of f"load_{x}", "Hook" of kind + "Hook". */
#ifndef SCANNER_WORD_PARTS_H
#define SCANNER_WORD_PARTS_H

#include "base/map.h"

/* A word of a text of Python is part of a name: "fused" + name, f"fused{name}". */
bool word_is_part(str text, size_t from, size_t at);
/* A word of a text of Python, from `from` up to `at`, if it is such a part; kept in `arena`. */
void word_parts_take(struct map *parts, struct arena *arena, str text, size_t from, size_t at);
/* Whether some begin or end a name, by so many bytes at least. */
bool word_parts_make(const struct map *parts, str name, size_t least);
/* Whether one that stands behind a dot begins it: f"ops.get_{kind}". */
bool word_parts_make_dotted(const struct map *parts, str name);

#endif
