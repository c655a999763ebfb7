/* APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3. All numbers are little-endian; every one is checked
 * against the archive before it is used. */
#include "base/zip_directory.h"

#include <string.h>

enum {
	END_BYTES = 22, /* end of central directory, without its comment */
	COMMENT_MOST = 65535,
	LOCATOR_BYTES = 20, /* ZIP64 end locator, just before the end record */
	END64_BYTES = 56,
	HEADER_BYTES = 46, /* one entry of the directory */
	LOCAL_BYTES = 30,
	ZIP64_FIELD = 1,
	RECORDS_MOST = 1 << 20,
};

static uint64_t little(str s, uint64_t at, unsigned bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | (unsigned char)s.ptr[at + bytes];
	return value;
}

static bool has_magic(str s, uint64_t at, const char *magic)
{
	return at <= s.len && s.len - at >= 4 && memcmp(s.ptr + at, magic, 4) == 0;
}

struct bounds {
	uint64_t offset, size, count;
	uint64_t end; /* where the end records begin */
};

static bool read_end64(str s, uint64_t locator, struct bounds *b)
{
	uint64_t at = little(s, locator + 8, 8);

	if (!has_magic(s, at, "PK\6\6") || s.len - at < END64_BYTES)
		return false;
	b->count = little(s, at + 32, 8);
	b->size = little(s, at + 40, 8);
	b->offset = little(s, at + 48, 8);
	b->end = at;
	return true;
}

/* The last end record; only a comment may stand behind it. */
static bool find_end(str s, struct bounds *b)
{
	uint64_t last = s.len < END_BYTES ? 0 : s.len - END_BYTES;
	uint64_t least = last > COMMENT_MOST ? last - COMMENT_MOST : 0;

	if (s.len < END_BYTES)
		return false;
	for (uint64_t at = last;; at--) {
		if (has_magic(s, at, "PK\5\6") && little(s, at + 20, 2) == last - at) {
			*b = (struct bounds){little(s, at + 16, 4), little(s, at + 12, 4),
			        little(s, at + 10, 2), at};
			if (at >= LOCATOR_BYTES && has_magic(s, at - LOCATOR_BYTES, "PK\6\7"))
				return read_end64(s, at - LOCATOR_BYTES, b);
			return true;
		}
		if (at == least)
			return false;
	}
}

/* ZIP64 values stand in an extra field, in this order and only those that are all ones. */
static bool read_extra(str s, uint64_t at, uint64_t len, struct zip_record *r)
{
	uint64_t *const wide[] = {&r->size, &r->stored_size, &r->offset};
	uint64_t end = at + len;

	while (end - at >= 4) {
		uint64_t id = little(s, at, 2), n = little(s, at + 2, 2);

		at += 4;
		if (n > end - at)
			return false;
		for (int i = 0; id == ZIP64_FIELD && i < 3; i++) {
			if (*wide[i] != UINT32_MAX)
				continue;
			if (n < 8)
				return false;
			*wide[i] = little(s, at, 8);
			at += 8;
			n -= 8;
		}
		at += n;
	}
	return true;
}

/* One entry at *at, which moves behind it. */
static bool read_record(str s, uint64_t *at, uint64_t end, struct zip_record *r)
{
	uint64_t name, extra, comment;

	if (end - *at < HEADER_BYTES || !has_magic(s, *at, "PK\1\2"))
		return false;
	name = little(s, *at + 28, 2);
	extra = little(s, *at + 30, 2);
	comment = little(s, *at + 32, 2);
	if (name + extra + comment > end - *at - HEADER_BYTES)
		return false;
	*r = (struct zip_record){.name = {s.ptr + *at + HEADER_BYTES, name},
	        .flags = (uint16_t)little(s, *at + 8, 2),
	        .method = (uint16_t)little(s, *at + 10, 2),
	        .crc = (uint32_t)little(s, *at + 16, 4),
	        .stored_size = little(s, *at + 20, 4),
	        .size = little(s, *at + 24, 4),
	        .offset = little(s, *at + 42, 4)};
	if (!read_extra(s, *at + HEADER_BYTES + name, extra, r))
		return false;
	*at += HEADER_BYTES + name + extra + comment;
	return true;
}

const char *zip_directory_read(struct arena *arena, str s, struct zip_directory *directory)
{
	struct bounds b;
	uint64_t at, shift;

	*directory = (struct zip_directory){0};
	if (!find_end(s, &b))
		return "its directory is missing";
	if (b.size > b.end || b.offset > b.end - b.size)
		return "its directory is not where it says";
	if (b.count > RECORDS_MOST)
		return "it has more than a million entries";
	if (b.count > b.size / HEADER_BYTES)
		return "its directory is damaged";
	shift = b.end - b.size - b.offset;
	VEC_EXPECT(arena, &directory->records, b.count);
	at = b.offset + shift;
	for (uint64_t i = 0; i < b.count; i++) {
		struct zip_record *r = VEC_PUSH(arena, &directory->records);

		if (!read_record(s, &at, b.end, r) ||
		        __builtin_add_overflow(r->offset, shift, &r->offset))
			return "its directory is damaged";
	}
	return at == b.end ? NULL : "its directory is damaged";
}

bool zip_directory_bytes(str s, const struct zip_record *r, str *bytes)
{
	uint64_t start;

	if (!has_magic(s, r->offset, "PK\3\4") || s.len - r->offset < LOCAL_BYTES)
		return false;
	/* The local header has extra fields of its own; its sizes may be zero and do not count. */
	start = r->offset + LOCAL_BYTES + little(s, r->offset + 26, 2) +
	        little(s, r->offset + 28, 2);
	if (start > s.len || r->stored_size > s.len - start)
		return false;
	*bytes = (str){s.ptr + start, (size_t)r->stored_size};
	return true;
}
