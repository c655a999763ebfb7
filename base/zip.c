/* The only file that includes zip.h and zlib.h.
 *
 * A plain directory is read by zip_directory.c, and entries stored as they are are looked at where
 * they lie; libzip is opened for the first entry that has to be inflated, or when the directory
 * is not plain. Ours: bounds (declared size, inflated size, ratio), names that hold NUL,
 * checksums, and no trust in any declared size while inflating. */
#include "base/zip.h"

#include "base/crc32.h"
#include "base/map.h"
#include "base/zip_directory.h"

#include <string.h>
#include <zip.h>
#include <zlib.h>

enum { SMALL_ENTRY = 1 << 20, ENTRIES_MOST = 1 << 20 };

struct zip_file {
	zip_t *archive; /* NULL until it is needed */
	str path, bytes;
	bool plain; /* `directory` holds, entry by entry */
	struct zip_directory directory;
	VEC(struct zip_entry) entries;
	struct map last; /* name to index + 1 of its last entry */
};

static struct place at_path(str path)
{
	return (struct place){.path = path};
}

static void add_entry(struct env *env, struct zip_file *zip, struct zip_entry entry)
{
	*VEC_PUSH(env->temp, &zip->entries) = entry;
	*map_at(&zip->last, entry.name, NULL) = zip->entries.len;
}

/* libzip's view of the archive. */
static bool open_archive(struct env *env, struct zip_file *zip)
{
	zip_source_t *source;
	zip_error_t error;

	if (zip->archive)
		return true;
	zip_error_init(&error);
	source = zip_source_buffer_create(zip->bytes.ptr, zip->bytes.len, 0, &error);
	zip->archive = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : NULL;
	if (!zip->archive) {
		diag_error(env->diags, at_path(zip->path),
		        "not a whole ZIP archive (%s); it is truncated or damaged, copy or export "
		        "it again",
		        zip_error_strerror(&error));
		zip_source_free(source);
	}
	zip_error_fini(&error);
	return zip->archive != NULL;
}

/* The entries of a plain directory. A name with a NUL byte would be cut by every C interface. */
static bool list_plain(struct env *env, struct zip_file *zip)
{
	for (uint32_t i = 0; i < zip->directory.records.len; i++) {
		const struct zip_record *r = &zip->directory.records.at[i];

		if (memchr(r->name.ptr, 0, r->name.len))
			return diag_error(env->diags, at_path(zip->path),
			        "ZIP archive with a NUL byte in an entry name; no writer makes "
			        "such names, refused");
		add_entry(env, zip, (struct zip_entry){r->name, r->size, r->stored_size});
	}
	return true;
}

static bool list_entries(struct env *env, struct zip_file *zip)
{
	zip_int64_t count = zip_get_num_entries(zip->archive, 0);

	if (count > ENTRIES_MOST)
		return diag_error(env->diags, at_path(zip->path),
		        "ZIP archive with %lld entries; at most %d are read", (long long)count,
		        (int)ENTRIES_MOST);
	for (zip_int64_t i = 0; i < count; i++) {
		struct zip_entry entry;
		zip_stat_t st;

		if (zip_stat_index(zip->archive, (zip_uint64_t)i, ZIP_FL_ENC_RAW, &st) != 0)
			return diag_error(env->diags, at_path(zip->path),
			        "damaged ZIP directory at entry %lld; the file may be truncated, "
			        "copy it again",
			        (long long)i);
		entry.name = arena_dup(env->temp, str_from(st.name));
		entry.size = st.valid & ZIP_STAT_SIZE ? st.size : 0;
		entry.stored_size = st.valid & ZIP_STAT_COMP_SIZE ? st.comp_size : 0;
		add_entry(env, zip, entry);
	}
	return true;
}

bool zip_file_open(struct env *env, str path, str bytes, struct zip_file **out)
{
	struct zip_file *zip = ARENA_NEW(env->temp, struct zip_file);
	bool ok;

	zip->path = path;
	zip->bytes = bytes;
	zip->last.arena = env->temp;
	zip->plain = zip_directory_read(env->temp, bytes, &zip->directory);
	if (zip->plain)
		ok = list_plain(env, zip);
	else
		ok = open_archive(env, zip) && list_entries(env, zip);
	if (!ok)
		zip_file_close(zip);
	*out = zip;
	return ok;
}

void zip_file_close(struct zip_file *zip)
{
	if (zip->archive)
		zip_discard(zip->archive);
	zip->archive = NULL;
}

uint32_t zip_file_count(const struct zip_file *zip)
{
	return zip->entries.len;
}

const struct zip_entry *zip_file_entry(const struct zip_file *zip, uint32_t index)
{
	return &zip->entries.at[index];
}

uint32_t zip_file_find(const struct zip_file *zip, str name)
{
	const uint32_t *index = map_get(&zip->last, name);

	return index ? *index - 1 : UINT32_MAX;
}

static bool check_size(struct env *env, struct zip_file *zip, const struct zip_entry *entry)
{
	if (entry->size > env->limits->file_bytes)
		return diag_error(env->diags, at_path(zip->path),
		        "entry '%.*s' has %llu bytes; at most %zu are read", STR_ARG(entry->name),
		        (unsigned long long)entry->size, env->limits->file_bytes);
	if (entry->size > SMALL_ENTRY && entry->size / env->limits->zip_ratio > entry->stored_size)
		return diag_error(env->diags, at_path(zip->path),
		        "entry '%.*s' inflates %llu bytes to %llu: refused as a ZIP bomb",
		        STR_ARG(entry->name), (unsigned long long)entry->stored_size,
		        (unsigned long long)entry->size);
	return true;
}

static bool report_damage(struct env *env, struct zip_file *zip, uint32_t index, const char *why)
{
	return diag_error(env->diags, at_path(zip->path),
	        "entry '%.*s' is damaged (%s); copy or export the file again",
	        STR_ARG(zip->entries.at[index].name), why);
}

static bool checksum_is(str content, uint32_t crc)
{
	uLong sum = crc32(0, NULL, 0);
	uint32_t quick;

	if (crc32_quick(content, &quick))
		return quick == crc;
	for (str rest = content; rest.len; rest = str_from_at(rest, 1 << 30))
		sum = crc32(sum, (const Bytef *)rest.ptr,
		        rest.len > (1 << 30) ? 1 << 30 : (uInt)rest.len);
	return sum == crc;
}

/* Through libzip, which verifies the checksum at the end of the entry. */
static bool inflate_entry(struct env *env, struct zip_file *zip, uint32_t index, str *content)
{
	const struct zip_entry *entry = &zip->entries.at[index];
	zip_file_t *file;
	zip_int64_t got;
	size_t len = 0;
	char *out;

	if (!open_archive(env, zip))
		return false;
	file = zip_fopen_index(zip->archive, index, 0);
	if (!file)
		return diag_error(env->diags, at_path(zip->path), "entry '%.*s' cannot be read: %s",
		        STR_ARG(entry->name), zip_strerror(zip->archive));
	out = arena_alloc(env->temp, (size_t)entry->size + 1, 1);
	while ((got = zip_fread(file, out + len, (size_t)entry->size - len)) > 0)
		len += (size_t)got;
	/* One more read past the declared size makes libzip verify the checksum at the end. */
	if (got == 0 && len == entry->size)
		got = zip_fread(file, &(char){0}, 1);
	*content = (str){out, len};
	if (got != 0 || len != entry->size)
		report_damage(env, zip, index,
		        got < 0 ? zip_error_strerror(zip_file_get_error(file)) : "wrong size");
	zip_fclose(file);
	return got == 0 && len == entry->size;
}

bool zip_file_read(struct env *env, struct zip_file *zip, uint32_t index, str *content)
{
	const struct zip_record *record = zip->plain ? &zip->directory.records.at[index] : NULL;

	if (!check_size(env, zip, &zip->entries.at[index]))
		return false;
	if (!record || !zip_directory_stored(zip->bytes, record, content))
		return inflate_entry(env, zip, index, content);
	return checksum_is(*content, record->crc) ||
	       report_damage(env, zip, index, "its checksum is wrong");
}

bool gzip_read(struct env *env, str path, str bytes, str *content)
{
	size_t limit = env->limits->file_bytes;
	struct buf out = {0};
	z_stream z = {0};
	int state = inflateInit2(&z, 15 + 32);

	z.next_in = (unsigned char *)(uintptr_t)bytes.ptr;
	while (state == Z_OK && out.len <= limit) {
		size_t left = bytes.len - (size_t)((const char *)z.next_in - bytes.ptr);

		z.avail_in = left > (1u << 30) ? 1u << 30 : (unsigned)left;
		z.next_out = (unsigned char *)buf_room(&out, 1 << 16);
		z.avail_out = 1 << 16;
		state = inflate(&z, Z_NO_FLUSH);
		out.len += (1 << 16) - z.avail_out;
		if (state == Z_STREAM_END && z.avail_in > 1 && z.next_in[0] == 0x1f &&
		        z.next_in[1] == 0x8b)
			state = inflateReset(&z); /* gzip members behind each other */
		else if (state == Z_BUF_ERROR && z.avail_in)
			state = Z_OK;
	}
	inflateEnd(&z);
	if (out.len > limit)
		diag_error(env->diags, at_path(path), "inflates to more than %zu bytes; refused",
		        limit);
	else if (out.len > SMALL_ENTRY && out.len / env->limits->zip_ratio > bytes.len)
		state = Z_DATA_ERROR + diag_error(env->diags, at_path(path),
		                               "inflates %zu bytes to %zu: refused as a gzip bomb",
		                               bytes.len, out.len);
	else if (state != Z_STREAM_END)
		diag_error(env->diags, at_path(path),
		        "gzip data is truncated or damaged; copy the file again");
	else {
		*content = arena_dup(env->temp, buf_str(&out));
		buf_free(&out);
		return true;
	}
	buf_free(&out);
	return false;
}
