/* What runs for float16 alone:
 *
 *     if x.dtype == torch.float16 and torch.isinf(x).any():
 *
 * In bfloat16, which the targets want instead, and in float32 it is not looked at. */
#include "scanner/rule_guard.h"

enum { HEAD_BYTES = 300, DEEP_MOST = 8 };

/* "x.dtype == torch.float16" at the beginning of a head, where nothing but "and" follows; STR_NONE.
 */
static str half_test(str head)
{
	static const char *const tests[] = {
	        ".dtype == torch.float16", ".dtype == torch.half", NULL};
	static const char *const starts[] = {"if ", "elif ", NULL};
	size_t end = 0;
	str test, rest;

	if (!str_starts_one_of(head, starts))
		return STR_NONE;
	test = str_from_at(head, str_find_byte(head, ' ') + 1);
	while (end < test.len && (byte_is_name(test.ptr[end]) || test.ptr[end] == '.' ||
	                                 str_starts(str_from_at(test, end), S(" == "))))
		end += test.ptr[end] == ' ' ? 4 : 1;
	rest = str_trim(str_from_at(test, end));
	test = str_slice(test, 0, end);
	return str_ends_one_of(test, tests) &&
	                       (!rest.len || str_eq(rest, S(":")) || str_starts(rest, S("and ")))
	               ? test
	               : STR_NONE;
}

struct protection runs_for_half(
        struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct outline *o = python_outline(p);
	struct protection found = {GUARD_NONE, STR_NONE};
	uint32_t deep = 0;

	for (uint32_t at = statement; at != PYTHON_NONE && deep < DEEP_MOST;
	        at = o->list.at[at].parent, deep++) {
		const struct statement *s = &o->list.at[at];
		str head, test;

		if (!python_may_look(p, 1) || s->kind == STATEMENT_DEF ||
		        s->kind == STATEMENT_CLASS)
			break;
		if (s->kind != STATEMENT_IF && s->kind != STATEMENT_ELIF)
			continue;
		head = head_written(p, at, HEAD_BYTES);
		test = half_test(head);
		if (!test.len || head.len == HEAD_BYTES || find_outside(head, S(" or ")) < head.len)
			continue;
		if (at == statement && raw->at < s->at + head.len &&
		        str_has(str_slice(p->file->text, raw->at, s->end), test))
			continue; /* in front of it */
		found = (struct protection){GUARD_AVAILABLE, test};
		break;
	}
	return found;
}
