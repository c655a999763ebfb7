/* Every number is little-endian and held against the archive before it is used; what the two
 * headers of an entry say twice must agree.
 *
 * What surprises: a saved tensor is an archive inside the archive, so that end records of others
 * stand near the end. Some releases of libzip take the first end record that holds, others the
 * last; both take ours only when none of the others holds, which is looked for. */
#include "base/zip_plain.h"

#include <string.h>

enum {
	END_BYTES = 22,
	LOCATOR_BYTES = 20, /* of the end record of ZIP64; it stands right before the end record */
	END64_BYTES = 56,
	RECORD_BYTES = 46, /* of an entry in the directory, without its name */
	LOCAL_BYTES = 30,
	WINDOW = 66000,      /* where any end record is looked for, with the longest comment */
	RECORDS_MOST = 1024, /* more than these may be too many for libzip, by their names */
	FLAGS = 0x0808,      /* sizes behind the data, names in UTF-8 */
};

static uint64_t little(str s, uint64_t at, unsigned bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | (unsigned char)s.ptr[at + bytes];
	return value;
}

static bool has_magic(str s, uint64_t at, uint64_t bytes, const char *magic)
{
	return at <= s.len && s.len - at >= bytes && memcmp(s.ptr + at, magic, 4) == 0;
}

struct directory {
	uint64_t at, size, count;
	uint64_t end; /* where the end records begin */
};

/* A number of the end record, which ZIP64 says again or instead. */
static bool says(uint64_t value, uint64_t wide, uint64_t none)
{
	return value == wide || value == none;
}

/* The end record is the last thing; that of ZIP64 stands right before its locator. */
static bool find_directory(str s, struct directory *d)
{
	uint64_t at = s.len - END_BYTES, end64;

	if (s.len < END_BYTES || !has_magic(s, at, END_BYTES, "PK\5\6") || little(s, at + 4, 4) ||
	        little(s, at + 20, 2))
		return false;
	*d = (struct directory){
	        little(s, at + 16, 4), little(s, at + 12, 4), little(s, at + 10, 2), at};
	if (at < LOCATOR_BYTES || memcmp(s.ptr + at - LOCATOR_BYTES, "PK\6\7", 4) != 0)
		return little(s, at + 8, 2) == d->count;
	if (at < LOCATOR_BYTES + END64_BYTES)
		return false;
	end64 = at - LOCATOR_BYTES - END64_BYTES;
	if (little(s, at - 16, 4) || little(s, at - 12, 8) != end64 || little(s, at - 4, 4) != 1 ||
	        !has_magic(s, end64, END64_BYTES, "PK\6\6") || little(s, end64 + 4, 8) != 44 ||
	        little(s, end64 + 16, 8) || little(s, end64 + 24, 8) != little(s, end64 + 32, 8))
		return false;
	*d = (struct directory){little(s, end64 + 48, 8), little(s, end64 + 40, 8),
	        little(s, end64 + 32, 8), end64};
	return says(little(s, at + 8, 2), d->count, UINT16_MAX) &&
	       says(little(s, at + 10, 2), d->count, UINT16_MAX) &&
	       says(little(s, at + 12, 4), d->size, UINT32_MAX) &&
	       says(little(s, at + 16, 4), d->at, UINT32_MAX);
}

/* Can nobody take the end record at `at`, one of an archive inside, for that of this one? */
static bool is_of_another(str s, uint64_t at)
{
	if (at >= LOCATOR_BYTES && memcmp(s.ptr + at - LOCATOR_BYTES, "PK\6\7", 4) == 0)
		return !has_magic(s, little(s, at - 12, 8), END64_BYTES, "PK\6\6");
	return little(s, at + 10, 2) &&
	       !has_magic(s, little(s, at + 16, 4), RECORD_BYTES, "PK\1\2");
}

/* Is ours the only end record that holds? */
static bool is_only_end(str s)
{
	str ours = str_slice(s, s.len - END_BYTES, s.len);
	uint64_t at = s.len > WINDOW ? s.len - WINDOW : 0;

	while (at < s.len - END_BYTES) {
		const char *p = memchr(s.ptr + at, '\5', s.len - at);

		at = (uint64_t)(p - s.ptr) + 1; /* ours has that byte: p is never NULL */
		if (p < ours.ptr && at >= 3 && memcmp(p - 2, "PK\5\6", 4) == 0 &&
		        !is_of_another(s, at - 3))
			return false;
	}
	return true;
}

static bool is_plain_name(str name)
{
	for (size_t i = 0; i < name.len; i++)
		if (name.ptr[i] < ' ' || name.ptr[i] > '~')
			return false;
	return name.len > 0;
}

/* The record at *at, which moves behind it, and its content, which begins at or behind *free and
 * ends before the directory. */
static bool read_record(str s, const struct directory *d, uint64_t *at, uint64_t *free,
        struct zip_plain_entry *entry)
{
	uint64_t r = *at, name, size, local, start;

	if (d->end - r < RECORD_BYTES || memcmp(s.ptr + r, "PK\1\2", 4) != 0)
		return false;
	name = little(s, r + 28, 2);
	size = little(s, r + 24, 4);
	local = little(s, r + 42, 4);
	/* Method, extra field, comment and disk are none; the sizes agree. */
	if ((little(s, r + 8, 2) & ~(uint64_t)FLAGS) || little(s, r + 10, 2) ||
	        little(s, r + 30, 2) || little(s, r + 32, 2) || little(s, r + 34, 2) ||
	        little(s, r + 20, 4) != size || size == UINT32_MAX || local == UINT32_MAX ||
	        name > d->end - r - RECORD_BYTES)
		return false;
	entry->name = (str){s.ptr + r + RECORD_BYTES, (size_t)name};
	entry->crc = (uint32_t)little(s, r + 16, 4);
	*at = r + RECORD_BYTES + name;
	if (!is_plain_name(entry->name) || local < *free || local > d->at ||
	        d->at - local < LOCAL_BYTES + name || memcmp(s.ptr + local, "PK\3\4", 4) != 0 ||
	        little(s, local + 6, 2) != little(s, r + 8, 2) || little(s, local + 8, 2) ||
	        little(s, local + 26, 2) != name ||
	        memcmp(s.ptr + local + LOCAL_BYTES, entry->name.ptr, entry->name.len) != 0)
		return false;
	start = local + LOCAL_BYTES + name + little(s, local + 28, 2);
	if (start > d->at || size > d->at - start)
		return false;
	entry->content = (str){s.ptr + start, (size_t)size};
	*free = start + size;
	return true;
}

bool zip_plain_read(struct arena *arena, str bytes, struct zip_plain *out)
{
	struct directory d;
	uint64_t at, free = 0;

	*out = (struct zip_plain){0};
	if (!find_directory(bytes, &d) || !d.count || d.count > RECORDS_MOST || d.at > d.end ||
	        d.size != d.end - d.at || !is_only_end(bytes))
		return false;
	VEC_EXPECT(arena, &out->entries, d.count);
	at = d.at;
	for (uint64_t i = 0; i < d.count; i++)
		if (!read_record(bytes, &d, &at, &free, VEC_PUSH(arena, &out->entries)))
			return false;
	return at == d.end;
}
