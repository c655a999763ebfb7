/* Idea: one buffer; what is unread is moved to its front before it is filled again, so a view is
 * always one piece. The window grows only when a caller asks for more than it holds.
 *
 * What surprises: memory streams of plain bytes go through the buffer as well, since the view must
 * end with a NUL byte. */
#include "base/stream.h"

#include "base/gzip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUT_BYTES = 64 * 1024 };

struct stream {
	int fd;                    /* -1: over memory */
	str memory;                /* unread bytes of it */
	bool ended;                /* nothing more will come */
	struct inflater *inflater; /* NULL: plain bytes */
	char *input;               /* bytes as they came, and which of them are unread */
	str unread;
	char *window;
	size_t start, end, capacity;
	uint64_t consumed;
	const char *problem;
};

static _Noreturn void out_of_memory(void)
{
	static const char text[] = "portfit: error: out of memory; try fewer files or --jobs 1\n";
	ssize_t ignored = write(2, text, sizeof text - 1);

	(void)ignored;
	_exit(2);
}

static void *get(size_t size)
{
	void *p = malloc(size);

	if (!p)
		out_of_memory();
	return p;
}

/* Raw bytes of the source; 0 at its end or after an error. */
static size_t read_source(struct stream *s, void *out, size_t room)
{
	ssize_t got;

	if (s->fd < 0) {
		size_t n = s->memory.len < room ? s->memory.len : room;

		if (n)
			memcpy(out, s->memory.ptr, n);
		s->memory = str_from_at(s->memory, n);
		return n;
	}
	do
		got = read(s->fd, out, room);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		s->problem = "the file cannot be read to its end";
	return got > 0 ? (size_t)got : 0;
}

static struct stream *start(int fd, str memory)
{
	struct stream *s = calloc(1, sizeof *s);

	if (!s)
		out_of_memory();
	s->fd = fd;
	s->memory = memory;
	s->capacity = STREAM_WINDOW;
	s->window = get(s->capacity + 1);
	s->input = get(INPUT_BYTES);
	/* The first bytes tell whether this is gzip. */
	while (s->unread.len < 2) {
		size_t got = read_source(s, s->input + s->unread.len, INPUT_BYTES - s->unread.len);

		if (!got)
			break;
		s->unread = (str){s->input, s->unread.len + got};
	}
	if (str_starts(s->unread, S("\x1f\x8b"))) {
		s->inflater = inflater_new();
		if (!s->inflater)
			out_of_memory();
	}
	return s;
}

bool stream_open(struct env *env, str path, struct stream **out)
{
	struct place place = {.path = path};
	struct stat st;
	int fd = 0;

	if (!str_eq(path, S("-"))) {
		fd = open(
		        arena_cstr(env->temp, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
		if (fd < 0)
			return diag_error(env->diags, place, "cannot be read: %s", strerror(errno));
		if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
			close(fd);
			return diag_error(env->diags, place, "cannot be read: is no regular file");
		}
	}
	*out = start(fd, STR_NONE);
	return true;
}

struct stream *stream_over(str bytes)
{
	return start(-1, bytes);
}

void stream_close(struct stream *stream)
{
	if (!stream)
		return;
	inflater_free(stream->inflater);
	if (stream->fd > 0)
		close(stream->fd);
	free(stream->window);
	free(stream->input);
	free(stream);
}

static bool refill_input(struct stream *s)
{
	if (!s->unread.len)
		s->unread = (str){s->input, read_source(s, s->input, INPUT_BYTES)};
	return s->unread.len > 0;
}

/* Behind a member: another one, padding, or the end. */
static bool next_member(struct stream *s)
{
	while (refill_input(s) && s->unread.ptr[0] == 0)
		s->unread = str_from_at(s->unread, 1);
	return s->unread.len && s->unread.ptr[0] == 0x1f;
}

static size_t inflate_some(struct stream *s, char *out, size_t size)
{
	struct room room = {out, size};

	while (room.len && !s->ended) {
		enum inflate_state state;

		if (!refill_input(s)) {
			s->problem = "the gzip data ends too early";
			s->ended = true;
			break;
		}
		state = inflater_run(s->inflater, &s->unread, &room);
		if (state == INFLATE_DAMAGED)
			s->problem = "the gzip data is damaged";
		s->ended = state == INFLATE_DAMAGED || (state == INFLATE_END && !next_member(s));
	}
	return size - room.len;
}

static size_t produce(struct stream *s, char *out, size_t room)
{
	size_t n = s->unread.len < room ? s->unread.len : room;

	if (s->inflater)
		return inflate_some(s, out, room);
	if (n) { /* what was read to look at */
		memcpy(out, s->unread.ptr, n);
		s->unread = str_from_at(s->unread, n);
		return n;
	}
	n = read_source(s, out, room);
	s->ended = n == 0;
	return n;
}

static void make_room(struct stream *s, size_t need)
{
	size_t held = s->end - s->start;

	if (need > s->capacity && s->capacity < STREAM_MOST) {
		size_t capacity = s->capacity;
		char *window;

		while (capacity < need && capacity < STREAM_MOST)
			capacity *= 2;
		window = get(capacity + 1);
		memcpy(window, s->window + s->start, held);
		free(s->window);
		s->window = window;
		s->capacity = capacity;
	} else if (s->start) {
		memmove(s->window, s->window + s->start, held);
	}
	s->start = 0;
	s->end = held;
}

str stream_view(struct stream *s, size_t need)
{
	if (s->end - s->start < need && !s->ended) {
		make_room(s, need);
		while (s->end < s->capacity && !s->ended)
			s->end += produce(s, s->window + s->end, s->capacity - s->end);
	}
	s->window[s->end] = 0;
	return (str){s->window + s->start, s->end - s->start};
}

void stream_advance(struct stream *s, size_t bytes)
{
	if (bytes > s->end - s->start)
		bytes = s->end - s->start;
	s->start += bytes;
	s->consumed += bytes;
}

uint64_t stream_position(const struct stream *stream)
{
	return stream->consumed;
}

const char *stream_problem(const struct stream *stream)
{
	return stream->problem;
}
