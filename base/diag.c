/* Problems are appended as they come and put in order only when they are spoken. */
#include "base/diag.h"

#include "base/map.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const struct limits limits_default = {
        .file_bytes = (size_t)4 << 30,
        .text_file_bytes = (size_t)8 << 20,
        .front_bytes = (size_t)10 << 20,
        .memory_bytes = (size_t)4 << 30,
        .json_depth = 256,
        .graph_depth = 64,
        .yaml_depth = 64,
        .zip_ratio = 250, /* JSON of real graphs: 20 to 35; deflate cannot do more than 1032 */
        .jobs = 0,
};

__attribute__((format(printf, 4, 0))) static void add(struct diags *diags, enum diag_level level,
        struct place place, const char *format, va_list args)
{
	struct diag *d = VEC_PUSH(diags->arena, &diags->list);
	char text[2048];
	int n = vsnprintf(text, sizeof text, format, args);
	size_t len = n < 0 ? 0 : (size_t)n;

	if (len >= sizeof text)
		len = sizeof text - 1;
	*d = (struct diag){
	        level, place, arena_dup(diags->arena, (str){text, len}), diags->list.len - 1};
	d->place.path = arena_dup(diags->arena, place.path);
	diags->errors += level == DIAG_ERROR;
}

bool diag_error(struct diags *diags, struct place place, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(diags, DIAG_ERROR, place, format, args);
	va_end(args);
	return false;
}

void diag_warning(struct diags *diags, struct place place, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(diags, DIAG_WARNING, place, format, args);
	va_end(args);
}

void diag_note(struct diags *diags, struct place place, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(diags, DIAG_NOTE, place, format, args);
	va_end(args);
}

void diag_merge(struct diags *diags, const struct diags *more)
{
	for (uint32_t i = 0; i < more->list.len; i++) {
		const struct diag *from = &more->list.at[i];
		struct diag *d = VEC_PUSH(diags->arena, &diags->list);

		*d = *from;
		d->text = arena_dup(diags->arena, from->text);
		d->place.path = arena_dup(diags->arena, from->place.path);
		d->order = diags->list.len - 1;
	}
	diags->errors += more->errors;
}

/* A problem and the rank of its path: the paths stand in the order in which they were first named.
 */
struct ranked {
	const struct diag *diag;
	uint32_t rank;
};

static int compare(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->diag->place.line != y->diag->place.line)
		return x->diag->place.line < y->diag->place.line ? -1 : 1;
	if (x->diag->place.column != y->diag->place.column)
		return x->diag->place.column < y->diag->place.column ? -1 : 1;
	return x->diag->order < y->diag->order ? -1 : x->diag->order > y->diag->order;
}

static bool same(const struct diag *a, const struct diag *b)
{
	return a->level == b->level && a->place.line == b->place.line &&
	       a->place.column == b->place.column && str_eq(a->place.path, b->place.path) &&
	       str_eq(a->text, b->text);
}

static void render_one(const struct diag *d, struct buf *out)
{
	static const char *const words[] = {"note", "warning", "error"};

	if (d->place.path.len) {
		text_visible(out, d->place.path);
		if (d->place.line)
			buf_format(out, ":%u", d->place.line);
		if (d->place.line && d->place.column)
			buf_format(out, ":%u", d->place.column);
	} else {
		buf_puts(out, "portfit");
	}
	buf_format(out, ": %s: ", words[d->level]);
	text_visible(out, d->text);
	buf_byte(out, '\n');
}

void diag_render(
        const struct diags *diags, enum diag_level least, struct arena *temp, struct buf *out)
{
	struct ranked *sorted = ARENA_ARRAY(temp, struct ranked, (size_t)diags->list.len + 1);
	struct map ranks = {.arena = temp};
	const struct diag *last = NULL;
	uint32_t n = 0;

	for (uint32_t i = 0; i < diags->list.len; i++) {
		const struct diag *d = &diags->list.at[i];
		bool fresh;
		uint32_t *rank = map_at(&ranks, d->place.path, &fresh);

		if (fresh)
			*rank = ranks.len;
		if (d->level >= least)
			sorted[n++] = (struct ranked){d, *rank};
	}
	qsort(sorted, n, sizeof *sorted, compare);
	for (uint32_t i = 0; i < n; i++) {
		if (!last || !same(last, sorted[i].diag))
			render_one(sorted[i].diag, out);
		last = sorted[i].diag;
	}
}
