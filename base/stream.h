/* Bytes of a file through a window of fixed size: for files larger than memory.
 *
 * Plain and gzip alike (told by content, members behind one another included). The window holds
 * what was not consumed yet; a view is valid until the next call. Damage and read errors end the
 * stream after the last good byte; stream_problem says what happened. No thread, no mapping. */
#ifndef BASE_STREAM_H
#define BASE_STREAM_H

#include "base/diag.h"

struct stream;

/* Opens a regular file or "-". False when reported. */
bool stream_open(struct env *env, str path, struct stream **out);
/* A stream over bytes in memory, which must stay; gzip is inflated on the way. */
struct stream *stream_over(str bytes);
void stream_close(struct stream *stream);

/* The unread bytes at hand: at least `need` of them unless the file ends before or `need` is more
 * than the window can hold (STREAM_MOST). A NUL byte stands behind them. */
str stream_view(struct stream *stream, size_t need);
/* Consumes bytes of the last view. */
void stream_advance(struct stream *stream, size_t bytes);
/* Position of the next byte in the (inflated) file. */
uint64_t stream_position(const struct stream *stream);
/* Why the stream ended early ("gzip data is damaged"); NULL when all went well. */
const char *stream_problem(const struct stream *stream);

enum { STREAM_WINDOW = 512 * 1024, STREAM_MOST = 16 * 1024 * 1024 };

#endif
