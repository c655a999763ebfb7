/* What #if, #ifdef, #elif and #else of C and C++ say of a place: that it is compiled for CUDA, or
 * for another accelerator, alone.
 *
 * A condition is two answers: whether its truth needs such a macro, and whether its untruth does.
 * The text falls into pieces between directives, each with the condition that holds there. Of a
 * version nothing is said: a newer CUDA than asked for is no other device. Sources for nvcc itself
 * (.cu, .cuh) are not asked: they are compiled for CUDA whatever stands around a place. */
#include "scanner/text/text.h"

#include "base/file.h"

#include <string.h>

enum { NESTED_MOST = 64, BRACKETS_MOST = 24, SHOWN_MOST = 80 };

/* Needs CUDA when it is true, when it is false. */
struct answer {
	bool when_true, when_false;
};

struct condition {
	str text;
	size_t at;
	uint32_t depth;
};

/* One #if that is open. */
struct branch {
	str test;    /* of the branch at hand, when it protects */
	str negated; /* a test before it whose untruth protects */
};

static struct answer of_macro(str name)
{
	static const char *const devices[] = {
	        "CUDA", "NVCC", "HIPCC", "HIP_PLATFORM", "USE_HIP", "ROCM", "MUSA", NULL};
	static const char *const without[] = {"NO_CUDA", "NOCUDA", "WITHOUT_CUDA", "DISABLE_CUDA",
	        "CUDA_DISABLED", "CPU_ONLY", "NO_GPU", "HOST_ONLY", NULL};
	static const char *const aside[] = {"VERSION", "_H", "_H_", "_H__", "_HPP", "_HPP_", "_HH",
	        "_HH_", "_CUH", "_CUH_", "_INCLUDED", "_GUARD", NULL};

	if (str_ends_one_of(name, aside))
		return (struct answer){false, false};
	if (str_has_one_of(name, without))
		return (struct answer){false, true};
	return (struct answer){str_has_one_of(name, devices), false};
}

static void skip_blanks(struct condition *c)
{
	while (c->at < c->text.len && strchr(" \t\r\n\\", c->text.ptr[c->at]))
		c->at++;
}

static bool take(struct condition *c, const char *sign)
{
	skip_blanks(c);
	if (!str_starts(str_from_at(c->text, c->at), str_from(sign)))
		return false;
	c->at += strlen(sign);
	return true;
}

static str take_word(struct condition *c)
{
	size_t from;

	skip_blanks(c);
	for (from = c->at; c->at < c->text.len && byte_is_word(c->text.ptr[c->at]);)
		c->at++;
	return str_slice(c->text, from, c->at);
}

static struct answer either(struct condition *c);

/* defined(X), defined X, X, X >= 800, ( … ) */
static struct answer primary(struct condition *c)
{
	static const char *const compared[] = {"==", "!=", "<=", ">=", "<", ">", NULL};
	struct answer a = {false, false};
	str word;
	bool bracket;

	if (take(c, "(")) {
		if (++c->depth < BRACKETS_MOST)
			a = either(c);
		c->depth--;
		c->at = take(c, ")") ? c->at : c->text.len;
		return a;
	}
	word = take_word(c);
	if (str_eq(word, S("defined"))) {
		bracket = take(c, "(");
		a = of_macro(take_word(c));
		if (bracket && !take(c, ")"))
			c->at = c->text.len;
		return a;
	}
	if (take(c, "(")) { /* a macro with arguments */
		c->at += str_find_byte(str_from_at(c->text, c->at), ')');
		take(c, ")");
	} else {
		a = of_macro(word);
	}
	for (const char *const *sign = compared; *sign; sign++)
		if (take(c, *sign)) {
			bool more = (*sign)[0] == '>' || (*sign)[0] == '=';
			str number = take_word(c);

			/* > 0 and the like need the macro; what else is asked of it is not
			 * followed */
			if (!more || (str_eq(number, S("0")) && str_has(str_from(*sign), S("="))))
				return (struct answer){false, false};
			return (struct answer){a.when_true, false};
		}
	return a;
}

static struct answer negation(struct condition *c)
{
	bool negated = false;
	struct answer a;

	for (skip_blanks(c); c->at < c->text.len && c->text.ptr[c->at] == '!' &&
	                     str_slice(c->text, c->at + 1, c->at + 2).len;
	        skip_blanks(c)) {
		c->at++;
		negated = !negated;
	}
	a = primary(c);
	return negated ? (struct answer){a.when_false, a.when_true} : a;
}

static struct answer both(struct condition *c)
{
	struct answer a = negation(c);

	while (take(c, "&&")) {
		struct answer b = negation(c);

		a = (struct answer){a.when_true || b.when_true, a.when_false && b.when_false};
	}
	return a;
}

static struct answer either(struct condition *c)
{
	struct answer a = both(c);

	while (take(c, "||")) {
		struct answer b = both(c);

		a = (struct answer){a.when_true && b.when_true, a.when_false || b.when_false};
	}
	return a;
}

/* The condition of a directive; *rest: what stands behind its name. */
static struct answer directive_answer(str name, str rest)
{
	struct condition c = {.text = rest};
	struct answer a;

	if (str_eq(name, S("ifdef")) || str_eq(name, S("elifdef")))
		return of_macro(take_word(&c));
	if (str_eq(name, S("ifndef")) || str_eq(name, S("elifndef"))) {
		a = of_macro(take_word(&c));
		return (struct answer){a.when_false, a.when_true};
	}
	a = either(&c);
	skip_blanks(&c);
	return c.at == rest.len ? a : (struct answer){false, false};
}

struct reading {
	struct text_file *file;
	struct branch open[NESTED_MOST];
	uint32_t depth; /* may be more than there is room for */
};

/* From here on what the open branches say holds. */
static void note_piece(struct reading *r, size_t at)
{
	uint32_t depth = r->depth < NESTED_MOST ? r->depth : NESTED_MOST;
	str test = STR_NONE;

	for (uint32_t i = 0; i < depth && !test.len; i++)
		test = r->open[i].test;
	*VEC_PUSH(r->file->env->temp, &r->file->pieces) = (struct text_piece){(uint32_t)at, test};
}

/* A condition as it is shown: on one line, each run of blanks and joined line ends one blank. */
static str on_one_line(struct arena *arena, str condition)
{
	char text[SHOWN_MOST];
	size_t n = 0;

	for (size_t i = 0; i < condition.len && n < SHOWN_MOST; i++) {
		bool blank = strchr(" \t\r\n\\", condition.ptr[i]) != NULL;

		if (!blank || !n || text[n - 1] != ' ')
			text[n++] = blank ? ' ' : condition.ptr[i];
	}
	return arena_dup(arena, str_trim((str){text, n}));
}

static void take_branch(struct reading *r, str name, str rest, bool first)
{
	struct branch *b;
	struct answer a = {false, false};
	str shown = STR_NONE;

	r->depth += first;
	if (!r->depth || r->depth > NESTED_MOST)
		return;
	b = &r->open[r->depth - 1];
	if (first)
		*b = (struct branch){STR_NONE, STR_NONE};
	if (!str_eq(name, S("else")))
		a = directive_answer(name, rest);
	if (a.when_true || a.when_false)
		shown = on_one_line(r->file->env->temp, rest);
	b->test = b->negated.len ? b->negated : a.when_true ? shown : STR_NONE;
	if (a.when_false && !b->negated.len)
		b->negated = shown;
}

static void take_directive(struct reading *r, str line, size_t end)
{
	struct condition c = {.text = line, .at = 1};
	str name = take_word(&c), rest = str_trim(str_from_at(line, c.at));

	if (str_eq(name, S("if")) || str_eq(name, S("ifdef")) || str_eq(name, S("ifndef")))
		take_branch(r, name, rest, true);
	else if (str_eq(name, S("else")) || str_eq(name, S("elif")) || str_eq(name, S("elifdef")) ||
	         str_eq(name, S("elifndef")))
		take_branch(r, name, rest, false);
	else if (str_eq(name, S("endif")))
		r->depth -= r->depth > 0;
	else
		return;
	note_piece(r, end);
}

/* Does a line with this end, before its "\n", go on with the next? */
static bool goes_on(str text, size_t from, size_t end)
{
	if (end > from && text.ptr[end - 1] == '\r')
		end--;
	return end > from && text.ptr[end - 1] == '\\';
}

static void find_pieces(struct text_file *file)
{
	struct reading r = {.file = file};
	str text = {file->masked, file->text.len};

	for (size_t at = 0; at < text.len;) {
		size_t end = at, from = at;

		do { /* a line that ends in a backslash goes on */
			end += end > at;
			end += str_find_byte(str_from_at(text, end), '\n');
		} while (end < text.len && goes_on(text, at, end));
		while (from < end && strchr(" \t", text.ptr[from]))
			from++;
		if (from < end && text.ptr[from] == '#')
			take_directive(&r, str_slice(text, from, end), end);
		at = end + 1;
	}
}

str text_protection(struct text_file *file, size_t at)
{
	uint32_t low = 0, high;

	if (file->syntax != COMMENT_C || str_ends(file->path, S(".cu")) ||
	        str_ends(file->path, S(".cuh")))
		return STR_NONE;
	if (!file->pieces.len) {
		*VEC_PUSH(file->env->temp, &file->pieces) = (struct text_piece){0, STR_NONE};
		find_pieces(file);
	}
	high = file->pieces.len;
	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (file->pieces.at[mid].at <= at)
			low = mid;
		else
			high = mid;
	}
	return file->pieces.at[low].test;
}
