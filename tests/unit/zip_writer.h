/* Archives for tests, good and bad, written byte by byte. */
#ifndef TESTS_ZIP_WRITER_H
#define TESTS_ZIP_WRITER_H

#include "base/buf.h"

#include <string.h>
#include <zlib.h>

struct zip_writer {
	struct buf out, directory;
	uint32_t entries;
	bool descriptors; /* sizes behind the data, as PyTorch's writer has them */
	bool zip64;       /* end records of ZIP64 */
	bool deflate;
	uint16_t flags, method_plus;
	uint32_t crc_change;
	int64_t size_change;
	uint32_t pad; /* bytes of extra field in the local header only */
};

static inline void put_little(struct buf *out, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		buf_byte(out, (char)(i < 8 ? value >> (8 * i) & 0xff : 0));
}

static inline void zip_deflate(struct buf *out, str data)
{
	z_stream z = {0};
	uLong bound;

	deflateInit2(&z, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
	bound = deflateBound(&z, data.len);
	z.next_in = (Bytef *)(uintptr_t)data.ptr;
	z.avail_in = (uInt)data.len;
	z.next_out = (Bytef *)buf_room(out, bound);
	z.avail_out = (uInt)bound;
	deflate(&z, Z_FINISH);
	out->len += bound - z.avail_out;
	deflateEnd(&z);
}

static inline void zip_add(struct zip_writer *w, str name, str data)
{
	uint32_t crc = (uint32_t)crc32(0, (const Bytef *)data.ptr, (uInt)data.len) ^ w->crc_change;
	struct buf packed = {0};
	uint64_t offset = w->out.len, size = (uint64_t)((int64_t)data.len + w->size_change);
	uint16_t flags = (uint16_t)(w->flags | (w->descriptors ? 8 : 0));
	uint16_t method = (uint16_t)((w->deflate ? 8 : 0) + w->method_plus);

	if (w->deflate)
		zip_deflate(&packed, data);
	else
		buf_put(&packed, data);
	buf_put(&w->out, S("PK\3\4"));
	put_little(&w->out, 20, 2);
	put_little(&w->out, flags, 2);
	put_little(&w->out, method, 2);
	put_little(&w->out, 0, 4);
	put_little(&w->out, w->descriptors ? 0 : crc, 4);
	put_little(&w->out, w->descriptors ? 0 : packed.len, 4);
	put_little(&w->out, w->descriptors ? 0 : size, 4);
	put_little(&w->out, name.len, 2);
	put_little(&w->out, w->pad, 2);
	buf_put(&w->out, name);
	buf_repeat(&w->out, 'Z', w->pad);
	buf_put(&w->out, buf_str(&packed));
	if (w->descriptors) {
		buf_put(&w->out, S("PK\7\10"));
		put_little(&w->out, crc, 4);
		put_little(&w->out, packed.len, 4);
		put_little(&w->out, size, 4);
	}
	buf_put(&w->directory, S("PK\1\2"));
	put_little(&w->directory, 0, 4);
	put_little(&w->directory, flags, 2);
	put_little(&w->directory, method, 2);
	put_little(&w->directory, 0, 4);
	put_little(&w->directory, crc, 4);
	put_little(&w->directory, packed.len, 4);
	put_little(&w->directory, size, 4);
	put_little(&w->directory, name.len, 2);
	put_little(&w->directory, 0, 12);
	put_little(&w->directory, offset, 4);
	buf_put(&w->directory, name);
	w->entries++;
	buf_free(&packed);
}

/* The directory and the end; the archive stands in w->out. */
static inline str zip_end(struct zip_writer *w, str comment)
{
	uint64_t at = w->out.len, end = at + w->directory.len;

	buf_put(&w->out, buf_str(&w->directory));
	if (w->zip64) {
		buf_put(&w->out, S("PK\6\6"));
		put_little(&w->out, 44, 8);
		put_little(&w->out, 0, 12);
		put_little(&w->out, w->entries, 8);
		put_little(&w->out, w->entries, 8);
		put_little(&w->out, w->directory.len, 8);
		put_little(&w->out, at, 8);
		buf_put(&w->out, S("PK\6\7"));
		put_little(&w->out, 0, 4);
		put_little(&w->out, end, 8);
		put_little(&w->out, 1, 4);
	}
	buf_put(&w->out, S("PK\5\6"));
	put_little(&w->out, 0, 4);
	put_little(&w->out, w->zip64 ? 0xffff : w->entries, 2);
	put_little(&w->out, w->zip64 ? 0xffff : w->entries, 2);
	put_little(&w->out, w->zip64 ? 0xffffffff : w->directory.len, 4);
	put_little(&w->out, w->zip64 ? 0xffffffff : at, 4);
	put_little(&w->out, comment.len, 2);
	buf_put(&w->out, comment);
	buf_free(&w->directory);
	return buf_str(&w->out);
}

#endif
