/* The only file that includes zlib.h.
 *
 * The directory is read by zip_directory.c, entries that are stored as they are are looked at where
 * they lie, and zlib inflates the others. libzip is not used: it hides where an entry
 * lies, cuts names at a NUL byte, and its libraries take longer to load than a graph to read.
 * Bounds: declared size, inflated size, ratio; no declared size is trusted while inflating. */
#include "base/zip.h"

#include "base/buf.h"
#include "base/crc32.h"
#include "base/map.h"
#include "base/zip_directory.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SMALL_ENTRY = 1 << 20, STORED = 0, DEFLATED = 8 };

struct zip_file {
	str path, bytes;
	struct zip_directory directory;
	VEC(struct zip_entry) entries;
	struct map last; /* name to index + 1 of its last entry */
};

static struct place at_path(str path)
{
	return (struct place){.path = path};
}

/* A name with a NUL byte would be cut by every C interface. */
static bool list_entries(struct env *env, struct zip_file *zip)
{
	VEC_EXPECT(env->temp, &zip->entries, zip->directory.records.len);
	for (uint32_t i = 0; i < zip->directory.records.len; i++) {
		const struct zip_record *r = &zip->directory.records.at[i];

		if (memchr(r->name.ptr, 0, r->name.len))
			return diag_error(env->diags, at_path(zip->path),
			        "ZIP archive with a NUL byte in an entry name; no writer makes "
			        "such names, refused");
		*VEC_PUSH(env->temp, &zip->entries) =
		        (struct zip_entry){r->name, r->size, r->stored_size};
		*map_at(&zip->last, r->name, NULL) = i + 1;
	}
	return true;
}

bool zip_file_open(struct env *env, str path, str bytes, struct zip_file **out)
{
	struct zip_file *zip = ARENA_NEW(env->temp, struct zip_file);
	const char *wrong;

	zip->path = path;
	zip->bytes = bytes;
	zip->last.arena = env->temp;
	*out = zip;
	wrong = zip_directory_read(env->temp, bytes, &zip->directory);
	if (wrong)
		return diag_error(env->diags, at_path(path),
		        "not a whole ZIP archive: %s; it is truncated or damaged, copy or export "
		        "it again",
		        wrong);
	return list_entries(env, zip);
}

void zip_file_close(struct zip_file *zip)
{
	zip->bytes = STR_NONE;
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

/* Exactly as many bytes as the directory says, or false. */
static bool inflate_all(str stored, char *out, size_t size)
{
	z_stream z = {.next_in = (unsigned char *)(uintptr_t)stored.ptr};
	unsigned char *end = (unsigned char *)out + size;
	size_t left = stored.len;
	int state = inflateInit2(&z, -15);

	z.next_out = (unsigned char *)out;
	while (state == Z_OK) {
		size_t room = (size_t)(end - z.next_out);
		unsigned char *before_in = z.next_in, *before_out = z.next_out;

		z.avail_in = left > (1u << 30) ? 1u << 30 : (unsigned)left;
		z.avail_out = room > (1u << 30) ? 1u << 30 : (unsigned)room;
		state = inflate(&z, Z_NO_FLUSH);
		left -= (size_t)(z.next_in - before_in);
		if (state == Z_OK && z.next_in == before_in && z.next_out == before_out)
			break; /* more data than announced, or less */
	}
	inflateEnd(&z);
	return state == Z_STREAM_END && z.next_out == end;
}

bool zip_file_read(struct env *env, struct zip_file *zip, uint32_t index, str *content)
{
	const struct zip_record *r = &zip->directory.records.at[index];
	str name = r->name, stored;
	char *out;

	if (!check_size(env, zip, &zip->entries.at[index]))
		return false;
	if ((r->flags & 1) || (r->method != STORED && r->method != DEFLATED))
		return diag_error(env->diags, at_path(zip->path),
		        "entry '%.*s' is %s; pack the archive again with plain deflate",
		        STR_ARG(name),
		        r->flags & 1 ? "encrypted" : "compressed in a way that is not read");
	if (!zip_directory_bytes(zip->bytes, r, &stored))
		return report_damage(env, zip, index, "it lies outside the file");
	if (r->method == STORED) {
		*content = stored;
		if (r->size != r->stored_size)
			return report_damage(env, zip, index, "wrong size");
	} else {
		out = arena_alloc(env->temp, (size_t)r->size + 1, 1);
		*content = (str){out, (size_t)r->size};
		if (!inflate_all(stored, out, (size_t)r->size))
			return report_damage(env, zip, index, "it cannot be inflated");
	}
	return checksum_is(*content, r->crc) ||
	       report_damage(env, zip, index, "its checksum is wrong");
}

bool gzip_read(struct env *env, str path, str bytes, str *content)
{
	size_t limit = env->limits->file_bytes, ratio = env->limits->zip_ratio;
	size_t most = bytes.len < limit / ratio ? bytes.len * ratio : limit;
	struct buf out = {0};
	z_stream z = {0};
	int state = inflateInit2(&z, 15 + 32);

	z.next_in = (unsigned char *)(uintptr_t)bytes.ptr;
	while (state == Z_OK && (out.len <= most || out.len <= SMALL_ENTRY)) {
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
	else if (out.len > SMALL_ENTRY && out.len > most)
		diag_error(env->diags, at_path(path),
		        "inflates %zu bytes to more than %zu: refused as a gzip bomb", bytes.len,
		        most);
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

struct inflater {
	z_stream z;
	bool over; /* a member ended: the next call begins another */
};

struct inflater *inflater_new(void)
{
	struct inflater *inflater = calloc(1, sizeof *inflater);

	if (inflater && inflateInit2(&inflater->z, 15 + 32) != Z_OK) {
		free(inflater);
		return NULL;
	}
	return inflater;
}

void inflater_free(struct inflater *inflater)
{
	if (inflater)
		inflateEnd(&inflater->z);
	free(inflater);
}

enum inflate_state inflater_run(struct inflater *inflater, str *in, struct room *out)
{
	z_stream *z = &inflater->z;
	size_t taken = in->len < (1u << 30) ? in->len : 1u << 30;
	size_t room = out->len < (1u << 30) ? out->len : 1u << 30;
	int state;

	if (inflater->over && inflateReset(z) != Z_OK)
		return INFLATE_DAMAGED;
	inflater->over = false;
	z->next_in = (unsigned char *)(uintptr_t)in->ptr;
	z->avail_in = (unsigned)taken;
	z->next_out = (unsigned char *)out->at;
	z->avail_out = (unsigned)room;
	state = inflate(z, Z_NO_FLUSH);
	*in = str_from_at(*in, taken - z->avail_in);
	out->at += room - z->avail_out;
	out->len -= room - z->avail_out;
	if (state == Z_STREAM_END)
		inflater->over = true;
	if (state != Z_OK && state != Z_STREAM_END &&
	        (state != Z_BUF_ERROR || (z->avail_in && z->avail_out)))
		return INFLATE_DAMAGED;
	return state == Z_STREAM_END ? INFLATE_END : INFLATE_MORE;
}
