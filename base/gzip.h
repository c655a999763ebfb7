/* gzip and zlib streams, and the checksum that ZIP and gzip share, through zlib. */
#ifndef BASE_GZIP_H
#define BASE_GZIP_H

#include "base/diag.h"

/* CRC-32 as ZIP uses it. */
uint32_t gzip_checksum(str content);

/* The whole content, of all members, within limits->file_bytes, in env->temp. Of data that are cut
 * or damaged what stands before that, and nothing is said; then *cut is true. */
bool gzip_read(struct env *env, str path, str bytes, str *content, bool *cut);

/* A gzip stream in pieces, for base/stream.c. */
struct inflater;

enum inflate_state { INFLATE_MORE, INFLATE_END, INFLATE_DAMAGED };

/* Where output goes. */
struct room {
	char *at;
	size_t len;
};

struct inflater *inflater_new(void);
void inflater_free(struct inflater *inflater);
/* Takes bytes off *in and writes what they give into *out, until either is used up. At INFLATE_END
 * a member is over; another one may stand behind it. */
enum inflate_state inflater_run(struct inflater *inflater, str *in, struct room *out);

#endif
