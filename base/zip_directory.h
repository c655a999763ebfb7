/* The central directory of a ZIP archive in memory.
 *
 * Read by ourselves, since a name with a NUL byte is cut by every C interface, and since an entry
 * that is stored as it is (all of PyTorch's are) can be looked at where it lies, without a
 * copy and before gigabytes of weights. */
#ifndef BASE_ZIP_DIRECTORY_H
#define BASE_ZIP_DIRECTORY_H

#include "base/arena.h"

struct zip_record {
	str name; /* a view of the archive, NUL bytes and all */
	uint64_t size, stored_size, offset;
	uint32_t crc;
	uint16_t method, flags;
};

struct zip_directory {
	VEC(struct zip_record) records;
};

/* NULL, or what is wrong in words: no end record, numbers that do not fit, damage. Bytes before
 * the archive (a program that unpacks itself) are allowed. */
const char *zip_directory_read(struct arena *arena, str archive, struct zip_directory *directory);
/* The bytes of an entry as they are stored, compressed or not; false when they do not lie within
 * the archive. No checksum is looked at. */
bool zip_directory_bytes(str archive, const struct zip_record *record, str *bytes);

#endif
