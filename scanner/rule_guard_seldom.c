/* Tests by which a block runs now and then: if step % every == 0, if is_log_step. What waits for
 * the device there costs little: "read it every so many steps" is done. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include <string.h>

enum {
	HEAD_MOST = 400,
	TEST_BYTES = 160,
	GIVEN_BYTES = 200,
	LOOK_RECORDS = 20,
	PARTS_DEEP = 6, /* tests in brackets in each other */
	GIVEN_DEEP = 3, /* so many of them a name counts */
};

/* Where a % stands that is no part of a text; the length when there is none. */
static size_t find_modulus(str test)
{
	char quote = 0;

	for (size_t i = 0; i < test.len; i++) {
		if (quote)
			quote = test.ptr[i] == quote ? 0 : quote;
		else if (strchr("'\"", test.ptr[i]))
			quote = test.ptr[i];
		else if (test.ptr[i] == '%')
			return i;
	}
	return test.len;
}

/* What stands behind a %: names, dots and brackets, or a number. */
static str divisor_at(str test, size_t at)
{
	size_t end;

	while (at < test.len && test.ptr[at] == ' ')
		at++;
	for (end = at; end < test.len;) {
		size_t inner = brackets_end(str_from_at(test, end));

		if (!inner && !byte_is_word(test.ptr[end]) && test.ptr[end] != '.')
			break;
		end += inner ? inner : 1;
	}
	return str_slice(test, at, end);
}

/* A size that some other divides, as width % 8, or so many parts of one step, as i % batch_size. */
static bool is_of_sizes(str counted, str every)
{
	static const char *const sizes[] = {
	        "size", "len", "dim", "shape", "width", "height", "channels", "heads", NULL};
	static const char *const parts[] = {
	        "accum", "Accum", "ACCUM", "batch_size", "bsz", "batchsize", "BATCH_SIZE", NULL};

	return str_has_one_of(counted, sizes) || str_has_one_of(every, parts) ||
	       str_eq(every, S("1")) || str_eq(every, S("2")) || str_eq(every, S("bs"));
}

/* step % every == 0, not step % every: one comparison, with no "and" and no "or". */
static bool is_modulus(str test)
{
	size_t at = find_modulus(test), from;
	str every, rest;

	if (at == test.len)
		return false;
	from = operand_start(test, at);
	every = divisor_at(test, at + 1);
	if (from == at || (from && strchr("\"'", test.ptr[from - 1])) || !every.len ||
	        is_of_sizes(str_slice(test, from, at), every))
		return false;
	rest = str_from_at(test, (size_t)(every.ptr - test.ptr) + every.len);
	while (rest.len && strchr(" )", rest.ptr[0]))
		rest = str_from_at(rest, 1);
	return stands_behind_not(test, from) ? !rest.len : str_starts(rest, S("=="));
}

/* batch == len(loader) - 1, iteration == 0: one turn of a loop. */
static bool is_one_turn(str test)
{
	static const char *const counts[] = {
	        "step", "iter", "epoch", "batch", "count", "idx", "index", "frame", NULL};
	size_t at = str_find(test, S(" == "));
	str left = str_slice(test, operand_start(test, at), at);

	return at < test.len && (str_has_one_of(left, counts) || str_eq(left, S("i"))) &&
	       !str_has_one_of(test, (const char *const[]){"\"", "'", " and ", "not ", NULL});
}

/* is_log_step, control.should_log: by its name it is true now and then. Not args.should_log, which
 * is true of one process. */
static bool is_named_so(str word)
{
	static const char *const what[] = {"log", "eval", "metric", "print", "save", "saving",
	        "summary", "report", "console", "vis", "viz", "val", NULL};
	static const char *const when[] = {"_step", "_iter", "_iteration", NULL};
	str last = str_last_part(word, '.');

	if (str_starts(last, S("should_")))
		return str_ends(str_slice(word, 0, word.len - last.len), S("control."));
	return str_starts(last, S("is_")) && str_ends_one_of(last, when) &&
	       str_has_one_of(last, what);
}

static bool is_seldom(struct python_matching *p, str test, uint32_t deep);

/* is_due = step % every == 0: each time that the file gives the name something. */
static bool is_given_so(struct python_matching *p, str word, uint32_t deep)
{
	uint32_t name = python_name_find(p->file, word), given = 0;

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &p->file->bindings.at[i];
		str line = str_slice(p->file->text, b->at, b->at + GIVEN_BYTES);

		line = str_trim(str_slice(line, word.len, str_find_byte(line, '\n')));
		if (b->kind != PYTHON_BIND_VALUE && b->kind != PYTHON_BIND_OTHER)
			return false;
		if (!str_starts(line, S("= ")) || !python_may_look(p, LOOK_RECORDS) ||
		        str_has(line, S(" if ")) ||
		        !is_seldom(p, str_from_at(line, 2), deep + GIVEN_DEEP))
			return false;
		given++;
	}
	return given > 0;
}

/* One part of a test, without "and" and "or" outside of brackets. */
static bool part_is_seldom(struct python_matching *p, str part, uint32_t deep)
{
	size_t end = 0;

	if (is_modulus(part))
		return true;
	while (end < part.len && (byte_is_word(part.ptr[end]) || part.ptr[end] == '.'))
		end++;
	return end == part.len && (is_named_so(part) || is_given_so(p, part, deep));
}

/* All ways to be true are seldom; of "and" one part is enough. */
static bool is_seldom(struct python_matching *p, str test, uint32_t deep)
{
	bool either, seldom = false;

	test = without_brackets(test);
	if (deep >= PARTS_DEEP || test.len > TEST_BYTES)
		return false;
	either = find_outside(test, S(" or ")) < test.len;
	for (str rest = test, part; rest.len;) {
		size_t at = find_outside(rest, either ? S(" or ") : S(" and "));
		bool one;

		part = str_trim(str_slice(rest, 0, at));
		rest = str_from_at(rest, at + (either ? 4 : 5));
		one = part.len < test.len ? is_seldom(p, part, deep + 1)
		                          : part_is_seldom(p, part, deep + 1);
		if (either && !one && !(seldom && is_one_turn(part)))
			return false;
		seldom |= one;
	}
	return seldom;
}

/* What is done there is the step itself, or a part of it: the optimizer's, every so many batches.
 */
static bool holds_training(struct python_matching *p, uint32_t part)
{
	const struct outline *o = &p->outline;

	return trains_between(p, o->list.at[part].end, outline_end(o, p->file, part), UINT8_MAX);
}

/* On one line; what has a comment in it is not looked at. */
static str joined(struct arena *arena, str text)
{
	char *out = arena_alloc(arena, text.len + 1, 1);
	size_t n = 0;

	if (str_find_byte(text, '#') < text.len)
		return STR_NONE;
	for (size_t i = 0; i < text.len; i++) {
		char c = strchr("\n\r\t\\", text.ptr[i]) ? ' ' : text.ptr[i];

		if (c != ' ' || (n && !strchr(" (", out[n - 1])))
			out[n++] = c;
	}
	return (str){out, n};
}

str seldom_test(struct python_matching *p, uint32_t part)
{
	str test = head_written(p, part, HEAD_MOST);

	if (!python_may_look(p, LOOK_RECORDS + test.len / 4))
		return STR_NONE;
	if (str_find_byte(test, '\n') < test.len)
		test = joined(p->m.env->temp, test);
	test = str_slice(
	        test, str_starts(test, S("elif")) ? 4 : 2, test.len - str_ends(test, S(":")));
	test = str_trim(test);
	return is_seldom(p, test, 0) && !holds_training(p, part) ? test : STR_NONE;
}
