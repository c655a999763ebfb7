/* Fetching over HTTP(S) through libcurl, which is loaded only when something is fetched. */
#ifndef BASE_CURL_H
#define BASE_CURL_H

#include "base/file.h"

struct curl_limits {
	uint64_t bytes;
	uint32_t seconds;         /* for the whole */
	uint32_t stalled_seconds; /* without a byte to speak of */
};

/* The body of an answer with status 200, in a file without a name that `view` maps; end it with
 * file_view_close. https:// only, but http:// for the own machine (127.0.0.1, localhost, [::1]);
 * redirects stay within that. False when reported: no libcurl, no connection, another status,
 * larger or slower than the limits. Messages name the URL without its query, which may hold a key.
 */
bool curl_fetch(struct env *env, str url, const struct curl_limits *limits, struct file_view *view);

#endif
