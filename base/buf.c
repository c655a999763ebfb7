/* Bytes that grow by doubling. */
#include "base/buf.h"

#include "base/file.h"
#include "base/pages.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void buf_free(struct buf *buf)
{
	array_free(buf->ptr, buf->cap, false);
	*buf = (struct buf){0};
}

char *buf_room(struct buf *buf, size_t more)
{
	size_t cap = buf->cap ? buf->cap : 256;

	if (more <= buf->cap - buf->len)
		return buf->ptr + buf->len;
	while (cap <= SIZE_MAX / 4 && cap - buf->len < more)
		cap *= 2;
	buf->ptr = cap - buf->len >= more ? array_resize(buf->ptr, buf->cap, cap, false) : NULL;
	if (!buf->ptr) {
		static const char text[] = "portfit: error: out of memory\n";
		ssize_t ignored = write(2, text, sizeof text - 1);

		(void)ignored;
		_exit(2);
	}
	buf->cap = cap;
	return buf->ptr + buf->len;
}

bool buf_drain(struct buf *buf, size_t least)
{
	if (!buf->sink || buf->len < least)
		return false;
	if (!buf->sink->error && !file_put(buf->sink->fd, buf_str(buf)))
		buf->sink->error = errno;
	buf->len = 0;
	return true;
}

void buf_expect(struct buf *buf, size_t bytes)
{
	if (buf->sink && bytes > BUF_MUCH)
		bytes = BUF_MUCH;
	pages_fetch(buf_room(buf, bytes), bytes);
}

void buf_puts(struct buf *buf, const char *terminated)
{
	buf_put(buf, str_from(terminated));
}

void buf_repeat(struct buf *buf, char byte, size_t times)
{
	memset(buf_room(buf, times + 1), byte, times);
	buf->len += times;
}

void buf_uint(struct buf *buf, uint64_t value)
{
	char digits[20];
	size_t at = sizeof digits;

	do
		digits[--at] = (char)('0' + value % 10);
	while (value /= 10);
	buf_put(buf, (str){digits + at, sizeof digits - at});
}

void buf_int(struct buf *buf, int64_t value)
{
	if (value < 0)
		buf_byte(buf, '-');
	buf_uint(buf, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
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
