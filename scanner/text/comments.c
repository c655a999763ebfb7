/* Where comments stand, by syntax, in one pass; a comment is blanked in the masked text.
 *
 * Quotes matter only as far as they can hide a comment sign. In configuration files a quote ends
 * with its line at the latest, so that an apostrophe in plain words hides nothing further. */
#include "scanner/text/text.h"

#include <string.h>

enum { HEREDOCS_MOST = 16 };

struct walker {
	struct text_file *file;
	const char *t;
	uint32_t at, len;
	/* Up to where a quote of this kind is known to find no other, so that no text costs more
	 * than one look: " and '. */
	uint32_t open_until[2];
	uint32_t heredocs; /* that did not close */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

static uint32_t line_end(const struct walker *w, uint32_t at)
{
	const char *hit = memchr(w->t + at, '\n', w->len - at);

	return hit ? (uint32_t)(hit - w->t) : w->len;
}

static void comment(struct walker *w, uint32_t end)
{
	struct text_file *file = w->file;

	*VEC_PUSH(file->env->temp, &file->comments) = (struct text_comment){w->at, end};
	for (uint32_t i = w->at; i < end; i++)
		if (file->masked[i] != '\n')
			file->masked[i] = ' ';
	w->at = end;
}

static void literal(struct walker *w, uint32_t end)
{
	if (end > w->at + 1)
		*VEC_PUSH(w->file->env->temp, &w->file->literals) =
		        (struct text_comment){w->at, end};
	w->at = end;
}

static bool starts(const struct walker *w, uint32_t at, const char *word)
{
	size_t n = strlen(word);

	return w->len - at >= n && !memcmp(w->t + at, word, n);
}

/* Behind a quoted text that opens at `at`; it may not pass a line end unless `lines`. */
static uint32_t quoted_end(struct walker *w, uint32_t at, bool lines, bool escapes)
{
	char quote = w->t[at];
	uint32_t *open_until = &w->open_until[quote == '\''], i;

	if (at < *open_until)
		return at + 1;
	for (i = at + 1; i < w->len; i++) {
		if (w->t[i] == quote)
			return i + 1;
		if (w->t[i] == '\n' && !lines)
			break;
		if (w->t[i] == '\\' && escapes)
			i++;
	}
	*open_until = i; /* not a quote after all */
	return at + 1;
}

static uint32_t triple_end(const struct walker *w, uint32_t at)
{
	char close[4] = {w->t[at], w->t[at], w->t[at], 0};

	for (uint32_t i = at + 3; i < w->len; i++) {
		if (w->t[i] == '\\')
			i++;
		else if (starts(w, i, close))
			return i + 3;
	}
	return w->len;
}

static bool word_before(const struct walker *w)
{
	return w->at > 0 && byte_is_name(w->t[w->at - 1]);
}

/* # behind a blank or a separator. */
static bool hash_opens(const struct walker *w)
{
	return w->t[w->at] == '#' &&
	       (w->at == 0 || is_blank(w->t[w->at - 1]) ||
	               (w->file->syntax == COMMENT_SHELL && strchr(";|&()", w->t[w->at - 1])));
}

static void step_hash(struct walker *w)
{
	bool shell = w->file->syntax == COMMENT_SHELL;

	if (hash_opens(w))
		comment(w, line_end(w, w->at));
	else if (shell && w->t[w->at] == '\\')
		w->at += 2;
	else if (w->t[w->at] == '"' || (w->t[w->at] == '\'' && (shell || !word_before(w))))
		w->at = quoted_end(w, w->at, shell, w->t[w->at] == '"');
	else
		w->at++;
}

/* A here-document is no code: nothing in it is a comment. *at is behind "<<". */
static uint32_t heredoc_end(struct walker *w, uint32_t at)
{
	uint32_t end, from, to;

	at += at < w->len && w->t[at] == '-';
	while (at < w->len &&
	        (w->t[at] == ' ' || w->t[at] == '\'' || w->t[at] == '"' || w->t[at] == '\\'))
		at++;
	for (from = at; at < w->len && byte_is_name(w->t[at]);)
		at++;
	to = at;
	if (from == to || (w->t[from] >= '0' && w->t[from] <= '9') || w->heredocs >= HEREDOCS_MOST)
		return to;
	end = line_end(w, at);
	for (uint32_t line = end; line < w->len;) {
		uint32_t start = ++line;

		while (start < w->len && w->t[start] == '\t')
			start++;
		line = line_end(w, line < w->len ? line : w->len);
		if (line - start == to - from && !memcmp(w->t + start, w->t + from, to - from))
			return line;
	}
	w->heredocs++; /* it does not close */
	return to;
}

/* #SBATCH --gres=gpu:1 # why */
static void step_directive(struct walker *w)
{
	uint32_t end = line_end(w, w->at);

	for (w->at++; w->at < end && !(w->t[w->at] == '#' && is_blank(w->t[w->at - 1]));)
		w->at++;
	if (w->at < end)
		comment(w, end);
}

static void step_shell(struct walker *w)
{
	static const char *const directives[] = {
	        "#SBATCH", "#PBS", "#BSUB", "#!", "#$ ", "#FLUX:", "#OAR ", "#PJM "};
	bool line_start = w->at == 0 || w->t[w->at - 1] == '\n';

	for (size_t i = 0; line_start && i < sizeof directives / sizeof *directives; i++)
		if (starts(w, w->at, directives[i])) {
			step_directive(w);
			return;
		}
	if (starts(w, w->at, "<<<")) /* the word behind it is one like others */
		w->at += 3;
	else if (starts(w, w->at, "<<"))
		w->at = heredoc_end(w, w->at + 2);
	else
		step_hash(w);
}

static void step_line(struct walker *w, const char *signs)
{
	uint32_t end = line_end(w, w->at);

	while (w->at < end && is_blank(w->t[w->at]))
		w->at++;
	if (w->at < end && strchr(signs, w->t[w->at]))
		comment(w, end);
	w->at = end + 1;
}

static void step_python(struct walker *w)
{
	char c = w->t[w->at];

	if (c == '#')
		comment(w, line_end(w, w->at));
	else if (starts(w, w->at, "\"\"\"") || starts(w, w->at, "'''"))
		w->at = triple_end(w, w->at);
	else if (c == '"' || c == '\'')
		w->at = quoted_end(w, w->at, false, true);
	else
		w->at++;
}

/* Of a block comment; what opens it is no part of what closes it. */
static uint32_t block_end(const struct walker *w, const char *open, const char *close)
{
	size_t n = strlen(close);
	uint32_t from = w->at + (uint32_t)strlen(open);
	const char *hit = memmem(w->t + from, w->len - from, close, n);

	return hit ? (uint32_t)(hit - w->t) + (uint32_t)n : w->len;
}

static void step_c(struct walker *w)
{
	char c = w->t[w->at];

	if (starts(w, w->at, "//") || (c == '#' && w->file->syntax == COMMENT_HCL))
		comment(w, line_end(w, w->at));
	else if (starts(w, w->at, "/*"))
		comment(w, block_end(w, "/*", "*/"));
	else if (c == '"' || (c == '\'' && !word_before(w)))
		literal(w, quoted_end(w, w->at, false, true));
	else
		w->at++;
}

static void step_cmake(struct walker *w)
{
	if (starts(w, w->at, "#[["))
		comment(w, block_end(w, "#[[", "]]"));
	else if (w->t[w->at] == '#')
		comment(w, line_end(w, w->at));
	else if (w->t[w->at] == '"')
		w->at = quoted_end(w, w->at, true, true);
	else
		w->at++;
}

void text_find_comments(struct text_file *file)
{
	struct walker w = {.file = file, .t = file->text.ptr, .len = (uint32_t)file->text.len};

	while (w.at < w.len && file->syntax != COMMENT_NONE) {
		switch (file->syntax) {
		case COMMENT_NONE: return;
		case COMMENT_HASH: step_hash(&w); break;
		case COMMENT_SHELL: step_shell(&w); break;
		case COMMENT_HASH_LINE: step_line(&w, "#"); break;
		case COMMENT_INI: step_line(&w, "#;"); break;
		case COMMENT_PYTHON: step_python(&w); break;
		case COMMENT_C:
		case COMMENT_HCL: step_c(&w); break;
		case COMMENT_CMAKE: step_cmake(&w); break;
		}
	}
}
