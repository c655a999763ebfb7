/* CRC-32 (ISO 3309, as ZIP uses it) where the processor multiplies without carries. */
#ifndef BASE_CRC32_H
#define BASE_CRC32_H

#include "base/str.h"

/* False when this processor or compiler has no such instruction: ask zlib then. */
bool crc32_quick(str bytes, uint32_t *sum);

#endif
