/* A growing byte buffer: what writers write into. Heap-backed; buf_free ends it. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

#include <string.h>

struct buf {
	char *ptr;
	size_t len, cap;
};

void buf_free(struct buf *buf);
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
