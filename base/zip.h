/* ZIP archives, from memory, nothing extracted to disk: stored and deflated entries.
 *
 * libzip is loaded when the first archive turns up that is not as plain as PyTorch writes them, so
 * that nothing else waits for it.
 *
 * Names are data: `..`, absolute paths and repeats are kept as they stand. */
#ifndef BASE_ZIP_H
#define BASE_ZIP_H

#include "base/diag.h"

struct zip_entry {
	str name; /* with NUL bytes refused */
	uint64_t size, stored_size;
};

struct zip_file;

/* `bytes` must stay until zip_file_close. False when reported. */
bool zip_file_open(struct env *env, str path, str bytes, struct zip_file **zip);
/* The same by libzip alone, however plain the archive is: what the other is held against. */
bool zip_file_open_by_library(struct env *env, str path, str bytes, struct zip_file **zip);
void zip_file_close(struct zip_file *zip);
uint32_t zip_file_count(const struct zip_file *zip);
const struct zip_entry *zip_file_entry(const struct zip_file *zip, uint32_t index);
/* The last entry of that name (what most readers take), or UINT32_MAX. */
uint32_t zip_file_find(const struct zip_file *zip, str name);
/* The content of an entry, its checksum verified, within the limits of env: a view of the archive's
 * bytes where it is stored as it is, else inflated in env->temp. */
bool zip_file_read(struct env *env, struct zip_file *zip, uint32_t index, str *content);

#endif
