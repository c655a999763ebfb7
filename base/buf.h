/* A growing byte buffer: what writers write into. Heap-backed; buf_free ends it. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

struct buf {
	char *ptr;
	size_t len, cap;
};

void buf_free(struct buf *buf);
/* Room for `more` bytes behind len; returns where they go. */
char *buf_room(struct buf *buf, size_t more);
void buf_put(struct buf *buf, str s);
void buf_puts(struct buf *buf, const char *terminated);
void buf_byte(struct buf *buf, char byte);
void buf_repeat(struct buf *buf, char byte, size_t times);
void buf_int(struct buf *buf, int64_t value);
void buf_format(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
str buf_str(const struct buf *buf);

#endif
