/* Idea: one buffer; what is unread is moved to its front before it is filled again, so a view is
 * always one piece. The window grows only when a caller asks for more than it holds.
 *
 * What surprises: memory streams of plain bytes go through the buffer as well, since the view must
 * end with a NUL byte. */
#include "base/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { INPUT_BYTES = 64 * 1024 };

struct stream {
	int fd;           /* -1: over memory */
	str memory;       /* unread bytes of it */
	bool gzip, ended; /* ended: nothing more will come */
	z_stream z;
	unsigned char *input; /* compressed bytes */
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
	s->z.next_in = s->input;
	/* The first bytes tell whether this is gzip. */
	while (s->z.avail_in < 2) {
		size_t got = read_source(s, s->input + s->z.avail_in, INPUT_BYTES - s->z.avail_in);

		if (!got)
			break;
		s->z.avail_in += (unsigned)got;
	}
	s->gzip = s->z.avail_in >= 2 && s->input[0] == 0x1f && s->input[1] == 0x8b;
	if (s->gzip && inflateInit2(&s->z, 15 + 32) != Z_OK)
		out_of_memory();
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
	if (stream->gzip)
		inflateEnd(&stream->z);
	if (stream->fd > 0)
		close(stream->fd);
	free(stream->window);
	free(stream->input);
	free(stream);
}

static bool refill_input(struct stream *s)
{
	size_t got;

	if (s->z.avail_in)
		return true;
	got = read_source(s, s->input, INPUT_BYTES);
	s->z.next_in = s->input;
	s->z.avail_in = (unsigned)got;
	return got > 0;
}

/* Behind a member: another one, padding, or the end. */
static bool next_member(struct stream *s)
{
	while (refill_input(s) && s->z.next_in[0] == 0) {
		s->z.next_in++;
		s->z.avail_in--;
	}
	if (!s->z.avail_in || s->z.next_in[0] != 0x1f)
		return false;
	return inflateReset(&s->z) == Z_OK;
}

static size_t inflate_some(struct stream *s, char *out, size_t room)
{
	s->z.next_out = (unsigned char *)out;
	s->z.avail_out = (unsigned)room;
	while (s->z.avail_out) {
		int state;

		if (!refill_input(s)) {
			s->problem = "the gzip data ends too early";
			s->ended = true;
			break;
		}
		state = inflate(&s->z, Z_NO_FLUSH);
		if (state == Z_STREAM_END && next_member(s))
			continue;
		if (state != Z_OK && (state != Z_BUF_ERROR || s->z.avail_in)) {
			s->ended = true;
			if (state != Z_STREAM_END)
				s->problem = "the gzip data is damaged";
			break;
		}
	}
	return room - s->z.avail_out;
}

static size_t produce(struct stream *s, char *out, size_t room)
{
	size_t n;

	if (s->gzip)
		return inflate_some(s, out, room);
	n = s->z.avail_in < room ? s->z.avail_in : room;
	if (n) { /* what was read to look at */
		memcpy(out, s->z.next_in, n);
		s->z.next_in += n;
		s->z.avail_in -= (unsigned)n;
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
