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

static str cut_out(struct arena *arena, str text, uint32_t from, uint32_t to)
{
	struct buf out = {0};
	str lines;

	for (uint32_t n = 1; text.len && n <= to; n++) {
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

static void read_one(struct env *env, struct assessment *a, uint32_t index)
{
	const struct finding *f = &a->scan->findings.list.at[index];
	struct arena_mark mark = arena_mark(env->temp);
	uint32_t from = f->line > 1 ? f->line - 1 : 1, to = f->end_line + 1;
	str text;

	if (f->cell || !f->line || to < from)
		return;
	if (to - from >= EXCERPT_LINES)
		to = from + EXCERPT_LINES - 1;
	if (!file_try_read(env, f->path, env->limits->text_file_bytes, &text))
		*VEC_PUSH(env->keep, &a->excerpts) =
		        (struct excerpt){index, from, cut_out(env->keep, text, from, to)};
	arena_rewind(env->temp, mark);
}

void excerpts_read(struct env *env, struct assessment *a)
{
	a->has_excerpts = true;
	for (uint32_t i = 0; i < a->causes.len; i++)
		for (uint32_t k = 0; k < a->causes.at[i].findings.len && k < EXCERPTS_OF_CAUSE; k++)
			read_one(env, a, a->causes.at[i].findings.at[k]);
}

const struct excerpt *excerpt_of(const struct assessment *a, uint32_t finding)
{
	for (uint32_t i = 0; i < a->excerpts.len; i++)
		if (a->excerpts.at[i].finding == finding)
			return &a->excerpts.at[i];
	return NULL;
}
