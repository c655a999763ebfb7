/* ZIP archives that are written as plainly as PyTorch's writer does it, read without libzip, whose
 * libraries take longer to load than such an archive to read.
 *
 * It knows one layout, in which nothing is left to be decided: entries that are stored as they are,
 * one behind the other, no comments, no extra fields in the directory, plain ASCII names, and the
 * directory and its end as the last bytes. Of anything else it says nothing; libzip decides. */
#ifndef BASE_ZIP_PLAIN_H
#define BASE_ZIP_PLAIN_H

#include "base/arena.h"

struct zip_plain_entry {
	str name, content; /* views of the archive */
	uint32_t crc;      /* as written, not checked */
};

struct zip_plain {
	VEC(struct zip_plain_entry) entries;
};

/* True when the archive has that layout: then *out holds what libzip would find in it, in the order
 * of the directory. False: nothing is known of it. Layout: APPNOTE.TXT 6.3.10, sections 4.3 and
 * 4.5.3. */
bool zip_plain_read(struct arena *arena, str bytes, struct zip_plain *out);

#endif
