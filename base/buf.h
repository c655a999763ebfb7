/* A growing byte buffer: what writers write into. Heap-backed; buf_free ends it. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

#include <string.h>

/* Where a buffer's bytes may go before all of them are there. */
struct buf_sink {
	int fd;
	int error; /* errno of the first write that failed; from then on nothing is written */
};

struct buf {
	char *ptr;
	size_t len, cap;
	struct buf_sink *sink; /* NULL: everything stays */
};

void buf_free(struct buf *buf);
/* A buffer with a sink that holds at least so many bytes gives them to it and begins anew; every
 * other one is left as it is. True when it began anew. For where nothing looks back. */
enum { BUF_MUCH = 256 * 1024 };
bool buf_drain(struct buf *buf, size_t least);
/* Room for `more` bytes behind len; returns where they go. */
char *buf_room(struct buf *buf, size_t more);
/* Room for about that much, which is going to be written. */
void buf_expect(struct buf *buf, size_t bytes);
static inline void buf_put(struct buf *buf, str s);
void buf_puts(struct buf *buf, const char *terminated);
static inline void buf_byte(struct buf *buf, char byte);
void buf_repeat(struct buf *buf, char byte, size_t times);
void buf_int(struct buf *buf, int64_t value);
void buf_uint(struct buf *buf, uint64_t value);
void buf_format(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
str buf_str(const struct buf *buf);

static inline void buf_put(struct buf *buf, str s)
{
	if (!s.len)
		return;
	memcpy(s.len <= buf->cap - buf->len ? buf->ptr + buf->len : buf_room(buf, s.len), s.ptr,
	        s.len);
	buf->len += s.len;
}

static inline void buf_byte(struct buf *buf, char byte)
{
	char *to = buf->len < buf->cap ? buf->ptr + buf->len : buf_room(buf, 1);

	*to = byte;
	buf->len++;
}

#endif
