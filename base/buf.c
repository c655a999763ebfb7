/* Bytes that grow by doubling. */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void buf_free(struct buf *buf)
{
	free(buf->ptr);
	*buf = (struct buf){0};
}

char *buf_room(struct buf *buf, size_t more)
{
	size_t cap = buf->cap ? buf->cap : 256;

	if (more <= buf->cap - buf->len)
		return buf->ptr + buf->len;
	while (cap <= SIZE_MAX / 4 && cap - buf->len < more)
		cap *= 2;
	buf->ptr = cap - buf->len >= more ? realloc(buf->ptr, cap) : NULL;
	if (!buf->ptr) {
		static const char text[] = "portfit: error: out of memory\n";
		ssize_t ignored = write(2, text, sizeof text - 1);

		(void)ignored;
		_exit(2);
	}
	buf->cap = cap;
	return buf->ptr + buf->len;
}

void buf_put(struct buf *buf, str s)
{
	if (!s.len)
		return;
	memcpy(buf_room(buf, s.len), s.ptr, s.len);
	buf->len += s.len;
}

void buf_puts(struct buf *buf, const char *terminated)
{
	buf_put(buf, str_from(terminated));
}

void buf_byte(struct buf *buf, char byte)
{
	*buf_room(buf, 1) = byte;
	buf->len++;
}

void buf_repeat(struct buf *buf, char byte, size_t times)
{
	memset(buf_room(buf, times + 1), byte, times);
	buf->len += times;
}

void buf_int(struct buf *buf, int64_t value)
{
	buf_format(buf, "%lld", (long long)value);
}

void buf_format(struct buf *buf, const char *format, ...)
{
	va_list args, again;
	int n;

	va_start(args, format);
	va_copy(again, args);
	n = vsnprintf(buf_room(buf, 256), 256, format, args);
	va_end(args);
	if (n >= 256)
		vsnprintf(buf_room(buf, (size_t)n + 1), (size_t)n + 1, format, again);
	va_end(again);
	if (n > 0)
		buf->len += (size_t)n;
}

str buf_str(const struct buf *buf)
{
	return (str){buf->ptr, buf->len};
}
