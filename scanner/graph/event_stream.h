/* The items of one large JSON array, one after the other, through the window of a stream.
 *
 * The array is a list on its own, or the value of a key of the outermost object ("traceEvents",
 * "nodes"); the other members of that object are handed out on the way. A file that ends inside
 * the array (the writer was killed) gives its whole items; a broken item is left out. */
#ifndef SCANNER_GRAPH_EVENT_STREAM_H
#define SCANNER_GRAPH_EVENT_STREAM_H

#include "base/stream.h"
#include "scanner/graph/raw_json.h"

enum event_step { EVENT_END, EVENT_ITEM, EVENT_MEMBER };

struct event_stream {
	struct stream *stream;
	const char *array; /* key of the array */
	enum { EVENTS_START, EVENTS_MEMBERS, EVENTS_ITEMS, EVENTS_OVER } state;
	bool list;  /* the file is the array itself */
	bool found; /* the array was there */
	str view;
	size_t at;       /* in the view */
	str key, value;  /* of a member */
	uint64_t broken; /* items left out */
	bool cut;        /* the file ended too early */
};

void event_stream_open(struct event_stream *events, struct stream *stream, const char *array);
/* The next step. For an item, *raw stands at its opening brace; the caller reads it and answers
 * with event_stream_read. Views hold until the next call of event_stream_next. */
enum event_step event_stream_next(struct event_stream *events, struct raw *raw);
/* True: the item was read to its end, which is consumed. False: it was not whole; it will come
 * again when the window could be widened, else it is left out. */
bool event_stream_read(struct event_stream *events, const struct raw *raw);

#endif
