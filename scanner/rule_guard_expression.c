/* Tests inside of a statement: "A if test else B", "test and A", "not test or A".
 *
 * One pass over the statement's text, strings and comments passed over. For each bracket that is
 * open at the place it is known where the operand at hand began, whether an `and` stands before it,
 * and whether the place lies in the else of a conditional expression or behind an `or`. Behind the
 * place each bracket is left in turn, and an `if` met before a comma makes the place the first side
 * of one. */
#include "scanner/rule_guard.h"

#include <string.h>

enum { DEPTH = 24, PASSED_MOST = 4000 };

/* What is known of one open bracket. */
struct level {
	uint32_t start;    /* of the operand */
	uint32_t and_end;  /* where the last `and` of it stands; 0: none */
	uint32_t if_at;    /* behind an `if`; 0: none */
	uint32_t else_at;  /* the `else` of it; 0: not met */
	uint32_t or_start; /* of all that stands before the last `or` */
	uint32_t or_end;   /* where that `or` stands; 0: none */
};

struct walk {
	str text; /* up to the statement's end */
	uint32_t at;
	struct level levels[DEPTH];
	uint32_t depth;
	bool comma; /* behind the place: a comma was met at this depth */
};

/* The next word or byte that is no blank, string or comment. */
static str next_part(struct walk *w)
{
	while (w->at < w->text.len) {
		char c = w->text.ptr[w->at];
		uint32_t from = w->at, end;

		if (c == '#') {
			w->at += (uint32_t)str_find_byte(str_from_at(w->text, w->at), '\n');
			continue;
		}
		if ((c == '"' || c == '\'') && literal_at(w->text, w->at, &end).ptr) {
			w->at = end;
			continue;
		}
		w->at++;
		if (strchr(" \t\n\\", c))
			continue;
		while (byte_is_name(c) && w->at < w->text.len && byte_is_name(w->text.ptr[w->at]))
			w->at++;
		return str_slice(w->text, from, w->at);
	}
	return STR_NONE;
}

/* The "=" just passed is one of ==, !=, <=, >=. */
static bool is_comparison(const struct walk *w)
{
	bool first = w->at < w->text.len && w->text.ptr[w->at] == '=';

	return first || (w->at > 1 && strchr("=!<>", w->text.ptr[w->at - 2]));
}

/* A part before the place. False: brackets too deep to be followed. */
static bool take_before(struct walk *w, str part)
{
	struct level *l = &w->levels[w->depth];
	char c = part.ptr[0];

	if (strchr("([{", c)) {
		if (++w->depth == DEPTH)
			return false;
		w->levels[w->depth] = (struct level){.start = w->at};
	} else if (strchr(")]}", c)) {
		w->depth -= w->depth > 0;
	} else if ((c == '=' && !is_comparison(w)) || strchr(",:", c) ||
	           str_eq(part, S("return")) || str_eq(part, S("lambda"))) {
		*l = (struct level){.start = w->at};
	} else if (str_eq(part, S("or"))) {
		*l = (struct level){.start = w->at,
		        .or_start = l->or_end ? l->or_start : l->start,
		        .or_end = w->at - 2};
	} else if (str_eq(part, S("and"))) {
		l->and_end = w->at - 3;
	} else if (str_eq(part, S("if"))) {
		*l = (struct level){.start = w->at, .if_at = w->at};
	} else if (str_eq(part, S("else"))) {
		l->else_at = w->at - 4;
		l->start = w->at;
		l->and_end = l->or_end = 0;
	}
	return true;
}

static struct protection tested(str test, const struct guard_subject *subject, bool wanted_false)
{
	bool negated;
	str word = protection_test(test, subject, &negated);

	if (!word.len || negated != wanted_false)
		return (struct protection){GUARD_NONE, STR_NONE};
	return (struct protection){GUARD_AVAILABLE, word};
}

/* What stands before the place at one depth. */
static struct protection before_protects(
        const struct walk *w, const struct level *l, const struct guard_subject *subject)
{
	struct protection found = {GUARD_NONE, STR_NONE};

	if (l->and_end > l->start)
		found = tested(str_slice(w->text, l->start, l->and_end), subject, false);
	if (found.guard == GUARD_NONE && l->or_end) /* it is reached when all before was false */
		found = tested(str_slice(w->text, l->or_start, l->or_end), subject, true);
	if (found.guard == GUARD_NONE && l->if_at && l->else_at)
		found = tested(str_slice(w->text, l->if_at, l->else_at), subject, true);
	return found;
}

/* Behind the place: the test of "… if test else …" at this depth or, as brackets close, outside;
 * with each bracket left, what stood before it counts as well. */
static struct protection behind_protects(struct walk *w, const struct guard_subject *subject)
{
	struct protection found = {GUARD_NONE, STR_NONE};
	uint32_t inner = 0, if_at = 0;
	str part;

	while (found.guard == GUARD_NONE && (part = next_part(w)).len) {
		char c = part.ptr[0];

		if (strchr("([{", c)) {
			inner++;
		} else if (strchr(")]}", c) && inner) {
			inner--;
		} else if (strchr(")]}", c)) {
			if (if_at)
				found = tested(
				        str_slice(w->text, if_at, w->at - 1), subject, false);
			if (!w->depth)
				break;
			w->comma = false;
			if_at = 0;
			w->depth--;
			if (found.guard == GUARD_NONE)
				found = before_protects(w, &w->levels[w->depth], subject);
		} else if (!inner && c == ',') {
			w->comma = true;
		} else if (!inner && !w->comma && str_eq(part, S("if"))) {
			if_at = w->at;
		} else if (!inner && if_at && str_eq(part, S("else"))) {
			found = tested(str_slice(w->text, if_at, w->at - 4), subject, false);
			if_at = 0;
			w->comma = true; /* what follows is the other side */
		}
	}
	return found;
}

struct protection protection_in_expression(str text, uint32_t from, uint32_t to, uint32_t at,
        uint32_t end, const struct guard_subject *subject)
{
	struct walk w = {.text = str_slice(text, 0, to), .at = from};
	struct protection found = {GUARD_NONE, STR_NONE};

	if (at < from || at > to || to - from > PASSED_MOST) /* behind the last one that is known */
		return found;
	w.levels[0].start = from;
	while (w.at < at) {
		str part;

		w.text.len = at;
		part = next_part(&w);
		if (!part.len)
			break;
		if (!take_before(&w, part))
			return found;
	}
	w.text.len = to;
	w.at = end > at ? end : at;
	found = before_protects(&w, &w.levels[w.depth], subject);
	return found.guard == GUARD_NONE ? behind_protects(&w, subject) : found;
}
