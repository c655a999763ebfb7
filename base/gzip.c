/* The only file that includes zlib.h. What surprises: no declared size is trusted while inflating.
 */
#include "base/gzip.h"

#include "base/buf.h"
#include "base/crc32.h"

#include <stdlib.h>
#include <zlib.h>

enum { SMALL_CONTENT = 1 << 20, PIECE = 1 << 30 };

uint32_t gzip_checksum(str content)
{
	uLong sum = crc32(0, NULL, 0);
	uint32_t quick;

	if (crc32_quick(content, &quick))
		return quick;
	for (str rest = content; rest.len; rest = str_from_at(rest, PIECE))
		sum = crc32(
		        sum, (const Bytef *)rest.ptr, rest.len > PIECE ? PIECE : (uInt)rest.len);
	return (uint32_t)sum;
}

bool gzip_read(struct env *env, str path, str bytes, str *content, bool *cut)
{
	size_t limit = env->limits->file_bytes, ratio = env->limits->zip_ratio;
	size_t most = bytes.len < limit / ratio ? bytes.len * ratio : limit;
	struct buf out = {0};
	z_stream z = {0};
	int state = inflateInit2(&z, 15 + 32);

	z.next_in = (unsigned char *)(uintptr_t)bytes.ptr;
	while (state == Z_OK && (out.len <= most || out.len <= SMALL_CONTENT)) {
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
		diag_error(env->diags, (struct place){.path = path},
		        "inflates to more than %zu bytes; refused", limit);
	else if (out.len > SMALL_CONTENT && out.len > most)
		diag_error(env->diags, (struct place){.path = path},
		        "inflates %zu bytes to more than %zu: refused as a gzip bomb", bytes.len,
		        most);
	else if (state != Z_STREAM_END && !out.len)
		diag_error(env->diags, (struct place){.path = path},
		        "gzip data is truncated or damaged; copy the file again");
	else {
		*cut = state != Z_STREAM_END;
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
