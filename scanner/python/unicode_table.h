/* The tables of unicode_table.c, made by tools/unicode_tables.py. For unicode.c alone. */
#ifndef SCANNER_PYTHON_UNICODE_TABLE_H
#define SCANNER_PYTHON_UNICODE_TABLE_H

#include <stdint.h>

/* Half-open ranges above ASCII: may begin an identifier; may stand in one. */
extern const uint32_t unicode_start[], unicode_start_count;
extern const uint32_t unicode_more[], unicode_more_count;
/* point << 32 | length << 24 | first in unicode_pool: the full compatibility decomposition. */
extern const uint64_t unicode_decomposed[];
extern const uint32_t unicode_decomposed_count;
extern const uint32_t unicode_pool[], unicode_pool_count;
/* point << 8 | combining class, from this point to the next entry. */
extern const uint32_t unicode_class[], unicode_class_count;
/* first, second, composed; sorted. */
extern const uint32_t unicode_pairs[], unicode_pairs_count;
/* hash of the name << 21 | point; sorted. */
extern const uint64_t unicode_names[];
extern const uint32_t unicode_names_count;

#endif
