/* The central directory of a ZIP archive in memory, read by ourselves.
 *
 * Why not leave it to libzip: a name with a NUL byte is cut by every C interface, and a stored
 * entry (all of PyTorch's are) can be looked at where it lies, without a copy. Whatever is unusual
 * makes this say false without a report; zip.c then asks libzip. */
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

/* False: no end record, a directory elsewhere than it says, damage. */
bool zip_directory_read(struct arena *arena, str archive, struct zip_directory *directory);
/* The bytes of an entry that is stored as it is, neither compressed nor encrypted; false for
 * others and for one that does not lie within the archive. The checksum is not looked at. */
bool zip_directory_stored(str archive, const struct zip_record *record, str *content);

#endif
