/* A buffer that slides over the input; rows are split in place.
 *
 * Invariant: behind the bytes stands a line end of our own and padding, so that the search for the
 * next comma or line end needs no length; one that is found there is the end of what there is.
 * Commas and line ends are looked for 64 bytes at a time, as bits of a word. A row that the buffer
 * ends within is started again after more has been read: once for each fill, so the work stays
 * linear. A field with doubled quotes is shortened where it stands; that happens only when its row
 * is whole. */
#include "base/csv.h"

#include "base/bytes.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_BYTES = 2 * CSV_ROW_MOST, READ_BYTES = 1 << 18 };

static void start(struct arena *arena, size_t room, struct csv *csv)
{
	*csv = (struct csv){.fd = -1, .next_line = 1};
	csv->buffer = arena_alloc(arena, room + BYTES_PAD + 1, 1);
	csv->fields = ARENA_ARRAY(arena, str, CSV_FIELDS_MOST);
	csv->doubled = arena_alloc(arena, CSV_FIELDS_MOST, 1);
}

void csv_open_text(struct arena *arena, str text, struct csv *csv)
{
	start(arena, text.len, csv);
	if (text.len)
		memcpy(csv->buffer, text.ptr, text.len);
	csv->len = text.len;
	csv->buffer[csv->len] = '\n';
	csv->last = true;
}

bool csv_open_file(struct env *env, str path, struct csv *csv)
{
	struct place place = {.path = path};
	struct stat st;

	start(env->temp, BUFFER_BYTES, csv);
	if (str_eq(path, S("-"))) {
		csv->fd = 0;
		return true;
	}
	if (memchr(path.ptr ? path.ptr : "", 0, path.len))
		return diag_error(env->diags, place, "a path cannot hold a NUL byte");
	csv->fd = open(arena_cstr(env->temp, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (csv->fd < 0)
		return diag_error(env->diags, place, "cannot be read: %s", strerror(errno));
	if (fstat(csv->fd, &st) == 0 && S_ISREG(st.st_mode))
		return true;
	csv_close(csv);
	return diag_error(env->diags, place, "cannot be read: is no regular file");
}

void csv_close(struct csv *csv)
{
	if (csv->fd > 0)
		close(csv->fd);
	csv->fd = -1;
	csv->last = true;
}

/* Moves the row begun to the front and reads behind it; false when nothing more comes. */
static bool refill(struct csv *csv)
{
	size_t room;
	ssize_t n;

	if (csv->last)
		return false;
	memmove(csv->buffer, csv->buffer + csv->at, csv->len - csv->at);
	csv->len -= csv->at;
	csv->at = 0;
	room = BUFFER_BYTES - csv->len;
	do
		n = read(csv->fd, csv->buffer + csv->len, room < READ_BYTES ? room : READ_BYTES);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		csv->error = strerror(errno);
	csv->last = n <= 0;
	csv->len += n > 0 ? (size_t)n : 0;
	csv->buffer[csv->len] = '\n';
	return n > 0;
}

enum step { STEP_FIELD, STEP_ROW, STEP_MORE, STEP_ERROR };

/* The end of what there is: more may come, or it ends the row. */
static enum step at_end(const struct csv *csv)
{
	return csv->last ? STEP_ROW : STEP_MORE;
}

static enum step fail(struct csv *csv, const char *error)
{
	csv->error = error;
	return STEP_ERROR;
}

/* Behind a field: a comma, a line end, or the end. */
static enum step separator(struct csv *csv, char **at)
{
	char *p = *at, *end = csv->buffer + csv->len;

	if (p < end && *p == ',') {
		*at = p + 1;
		return STEP_FIELD;
	}
	if (p + 1 < end && p[0] == '\r' && p[1] == '\n')
		p++;
	if (p < end && *p == '\n') {
		*at = p + 1;
		csv->next_line++;
		return STEP_ROW;
	}
	if (p >= end || (p + 1 == end && *p == '\r')) {
		*at = end;
		return at_end(csv);
	}
	return fail(csv, "text behind a closing quote");
}

/* A field in quotes, from behind the opening one. */
static enum step quoted(struct csv *csv, char **at, str *field)
{
	char *from = *at, *p = from, *end = csv->buffer + csv->len, *quote;

	for (;;) {
		quote = memchr(p, '"', (size_t)(end - p));
		if (!quote)
			return csv->last ? fail(csv, "a quote that is not closed") : STEP_MORE;
		if (quote + 1 == end && !csv->last)
			return STEP_MORE;
		if (quote + 1 == end || quote[1] != '"')
			break;
		csv->doubled[csv->n_fields] = 1;
		p = quote + 2;
	}
	for (p = from; (p = memchr(p, '\n', (size_t)(quote - p))); p++)
		csv->next_line++;
	*field = (str){from, (size_t)(quote - from)};
	*at = quote + 1;
	return separator(csv, at);
}

/* Doubled quotes become one, where the field stands. */
static void shorten(const struct csv *csv, str *field)
{
	char *to = csv->buffer + (field->ptr - csv->buffer);
	const char *p = field->ptr, *end = p + field->len;
	size_t n = 0;

	while (p < end) {
		to[n++] = *p;
		p += *p == '"' ? 2 : 1;
	}
	field->len = n;
}

/* Where commas and line ends are in the 64 bytes that were looked at last. */
struct ends {
	char *block;
	uint64_t bits;
};

static inline uint64_t ends_in(const char *p)
{
	uint64_t bits = 0;

#if defined(__SSE2__)
	for (int i = 0; i < 4; i++) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
		__m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(',')),
		        _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));

		bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(hit) << (16 * i);
	}
#else
	for (int i = 0; i < 64; i++)
		bits |= (uint64_t)(p[i] == ',' || p[i] == '\n') << i;
#endif
	return bits;
}

/* The first comma or line end from `p` on; `p` never goes back. */
static inline char *next_end(struct ends *e, char *p)
{
	size_t off = e->block ? (size_t)(p - e->block) : 64;

	if (off >= 64) {
		e->block = p;
		e->bits = ends_in(p);
		off = 0;
	}
	e->bits &= ~UINT64_C(0) << off;
	while (!e->bits) {
		e->block += 64;
		e->bits = ends_in(e->block);
	}
	return e->block + __builtin_ctzll(e->bits);
}

static inline enum step plain(struct csv *csv, struct ends *ends, char **at, str *field)
{
	char *from = *at, *end = csv->buffer + csv->len, *p = next_end(ends, from);

	if (p < end && *p == ',') {
		*field = (str){from, (size_t)(p - from)};
		*at = p + 1;
		return STEP_FIELD;
	}
	if (p >= end && !csv->last)
		return STEP_MORE;
	*at = p > from && p < end && p[-1] == '\r' ? p - 1 : p;
	*field = (str){from, (size_t)(*at - from)};
	return separator(csv, at);
}

static enum step take_row(struct csv *csv, char **at)
{
	enum step step = STEP_FIELD;
	struct ends ends = {0};

	csv->n_fields = 0;
	csv->line = csv->next_line;
	while (step == STEP_FIELD) {
		str *field = &csv->fields[csv->n_fields];

		if (csv->n_fields >= CSV_FIELDS_MOST)
			return fail(csv, "more than 1,024 fields in a row");
		csv->doubled[csv->n_fields] = 0;
		if (*at < csv->buffer + csv->len && **at == '"') {
			++*at;
			step = quoted(csv, at, field);
		} else {
			step = plain(csv, &ends, at, field);
		}
		csv->n_fields++;
	}
	for (uint32_t i = 0; step == STEP_ROW && i < csv->n_fields; i++)
		if (csv->doubled[i])
			shorten(csv, &csv->fields[i]);
	return step;
}

static void skip_mark(struct csv *csv)
{
	if (csv->next_line == 1 && csv->at == 0 && csv->len >= 3 &&
	        memcmp(csv->buffer, "\xef\xbb\xbf", 3) == 0)
		csv->at = 3;
}

bool csv_row(struct csv *csv)
{
	while (!csv->error) {
		char *at;
		enum step step;

		if (csv->at >= csv->len && !refill(csv))
			return false;
		skip_mark(csv);
		at = csv->buffer + csv->at;
		step = take_row(csv, &at);
		if (step == STEP_MORE) {
			csv->next_line = csv->line;
			if (csv->len - csv->at >= CSV_ROW_MOST)
				csv->error = "a row of more than 1 MiB";
			else if (!refill(csv) && csv->error)
				return false;
			continue;
		}
		csv->at = (size_t)(at - csv->buffer);
		if (step == STEP_ERROR)
			return false;
		if (csv->n_fields > 1 || csv->fields[0].len)
			return true;
	}
	return false;
}
