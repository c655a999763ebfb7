/* One line before the finding, the finding, one behind it. A file is read once for each run of
 * findings in it. */
#include "assess/excerpt.h"

#include "base/file.h"

static str line_of(str *rest)
{
	str line = STR_NONE;

	str_cut(rest, '\n', &line);
	return line.len && line.ptr[line.len - 1] == '\r' ? str_slice(line, 0, line.len - 1) : line;
}

/* The lines from..to of a text that begins with the line n. */
static str cut_out(struct arena *arena, str text, uint32_t n, uint32_t from, uint32_t to)
{
	struct buf out = {0};
	str lines;

	for (; text.len && n <= to; n++) {
		str line = line_of(&text);

		if (n < from)
			continue;
		buf_put(&out, str_slice(line, 0, EXCERPT_COLUMNS));
		if (line.len > EXCERPT_COLUMNS)
			buf_puts(&out, "\xe2\x80\xa6");
		buf_byte(&out, '\n');
	}
	lines = arena_dup(arena, buf_str(&out));
	buf_free(&out);
	return lines;
}

enum { MARK_EVERY = 256 };

/* The file that was read last. */
struct read_file {
	struct arena_mark before;
	str path, text;
	VEC(uint32_t) marks; /* where each 256th line begins, from the first on */
};

static void mark_lines(struct env *env, struct read_file *last)
{
	uint32_t line = 0;

	last->marks.at = NULL;
	last->marks.len = last->marks.cap = 0;
	for (size_t at = 0; at < last->text.len; line++) {
		if (line % MARK_EVERY == 0)
			*VEC_PUSH(env->temp, &last->marks) = (uint32_t)at;
		at += str_find_byte(str_from_at(last->text, at), '\n') + 1;
	}
}

static void read_again(struct env *env, str path, struct read_file *last)
{
	if (last->path.ptr && str_eq(last->path, path))
		return;
	arena_rewind(env->temp, last->before);
	last->path = path;
	if (file_try_read(env, path, env->limits->text_file_bytes, &last->text))
		last->text = STR_NONE;
	mark_lines(env, last);
}

static void read_one(struct env *env, struct assessment *a, uint32_t index, struct read_file *last)
{
	const struct finding *f = &a->scan->findings.list.at[index];
	uint32_t from = f->line > 1 ? f->line - 1 : 1, to = f->end_line + 1;

	if (f->cell || !f->line || to < from)
		return;
	if (to - from >= EXCERPT_LINES)
		to = from + EXCERPT_LINES - 1;
	read_again(env, f->path, last);
	if (last->text.ptr) {
		uint32_t mark = (from - 1) / MARK_EVERY;
		str text = mark < last->marks.len ? str_from_at(last->text, last->marks.at[mark])
		                                  : STR_NONE;

		*VEC_PUSH(env->keep, &a->excerpts) = (struct excerpt){
		        index, from, cut_out(env->keep, text, mark * MARK_EVERY + 1, from, to)};
	}
}

void excerpts_read(struct env *env, struct assessment *a)
{
	struct read_file last = {.before = arena_mark(env->temp)};

	a->has_excerpts = true;
	for (uint32_t i = 0; i < a->causes.len; i++)
		for (uint32_t k = 0; k < a->causes.at[i].findings.len && k < EXCERPTS_OF_CAUSE; k++)
			read_one(env, a, a->causes.at[i].findings.at[k], &last);
	arena_rewind(env->temp, last.before);
}

const struct excerpt *excerpt_of(const struct assessment *a, uint32_t finding)
{
	for (uint32_t i = 0; i < a->excerpts.len; i++)
		if (a->excerpts.at[i].finding == finding)
			return &a->excerpts.at[i];
	return NULL;
}
