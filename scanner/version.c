/* Versions are compared part by part, missing parts being 0; what comes before a release (dev, a,
 * b, rc) is below it, a post-release above. A prefix ("2.4.*", "=3.9") is the span from it up to,
 * but without, the next one. */
#include "scanner/version.h"

#include <string.h>

struct cursor {
	str rest;
};

static char peek(const struct cursor *c)
{
	return c->rest.len ? c->rest.ptr[0] : 0;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void skip(struct cursor *c, size_t n)
{
	c->rest = str_from_at(c->rest, n);
}

/* Digits; a number that is too large stays at the top. */
static bool number(struct cursor *c, uint32_t *value)
{
	uint64_t n = 0;

	if (!is_digit(peek(c)))
		return false;
	for (; is_digit(peek(c)); skip(c, 1))
		n = n < 400000000 ? n * 10 + (uint64_t)(peek(c) - '0') : n;
	*value = (uint32_t)n;
	return true;
}

static bool word(struct cursor *c, const char *text)
{
	size_t n = strlen(text);

	if (c->rest.len < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (byte_lower(c->rest.ptr[i]) != text[i])
			return false;
	skip(c, n);
	return true;
}

static void separator(struct cursor *c)
{
	if (peek(c) == '.' || peek(c) == '-' || peek(c) == '_')
		skip(c, 1);
}

static void suffixes(struct cursor *c, struct version *v)
{
	static const struct {
		const char *word;
		uint32_t kind;
	} words[] = {{"alpha", 1}, {"beta", 2}, {"preview", 3}, {"pre", 3}, {"rc", 3}, {"a", 1},
	        {"b", 2}, {"c", 3}};
	struct cursor before = *c;

	separator(c);
	for (size_t i = 0; i < sizeof words / sizeof *words && !v->pre_kind; i++)
		if (word(c, words[i].word)) {
			v->pre_kind = words[i].kind;
			separator(c);
			number(c, &v->pre);
		}
	if (!v->pre_kind)
		*c = before;
	before = *c;
	separator(c);
	if (word(c, "post") || word(c, "rev")) {
		v->has_post = true;
		separator(c);
		number(c, &v->post);
	} else {
		*c = before;
	}
	before = *c;
	separator(c);
	if (word(c, "dev")) {
		v->has_dev = true;
		separator(c);
		number(c, &v->dev);
	} else {
		*c = before;
	}
}

/* A version from the front. *prefix: it ended in ".*". */
static bool version_at(struct cursor *c, struct version *v, bool *prefix)
{
	*v = (struct version){0};
	*prefix = false;
	if (byte_lower(peek(c)) == 'v')
		skip(c, 1);
	if (!number(c, &v->release[0]))
		return false;
	if (peek(c) == '!') {
		v->epoch = v->release[0];
		skip(c, 1);
		if (!number(c, &v->release[0]))
			return false;
	}
	v->parts = 1;
	while (peek(c) == '.' && c->rest.len > 1) {
		uint32_t part;

		if (c->rest.ptr[1] == '*') {
			skip(c, 2);
			*prefix = true;
			return true;
		}
		if (!is_digit(c->rest.ptr[1]))
			break;
		skip(c, 1);
		number(c, &part);
		if (v->parts < VERSION_PARTS)
			v->release[v->parts++] = part;
	}
	suffixes(c, v);
	if (peek(c) == '+') {
		size_t n = 1;

		while (n < c->rest.len && !strchr(", \t;|)]\"'", c->rest.ptr[n]))
			n++;
		v->local = str_slice(c->rest, 1, n);
		skip(c, n);
	}
	return true;
}

bool version_parse(str text, struct version *version)
{
	struct cursor c = {str_trim(text)};
	bool prefix;

	return version_at(&c, version, &prefix) && !prefix && !c.rest.len;
}

static int order(uint32_t a, uint32_t b)
{
	return a < b ? -1 : a > b;
}

/* Where a version stands among those of its release numbers: dev, a, b, rc, itself, post. */
static uint32_t rank(const struct version *v)
{
	if (v->pre_kind)
		return v->pre_kind;
	if (v->has_post)
		return 5;
	return v->has_dev ? 0 : 4;
}

int version_compare(const struct version *a, const struct version *b)
{
	int c = order(a->epoch, b->epoch);

	for (uint32_t i = 0; !c && i < VERSION_PARTS; i++)
		c = order(a->release[i], b->release[i]);
	if (!c)
		c = order(rank(a), rank(b));
	if (!c)
		c = order(a->pre, b->pre);
	if (!c)
		c = order(a->post, b->post);
	if (!c)
		c = order(b->has_dev, a->has_dev);
	if (!c)
		c = order(a->dev, b->dev);
	return c;
}

static void raise_low(struct version_span *s, const struct version *v, bool out)
{
	int c = s->has_low ? version_compare(v, &s->low) : 1;

	if (c > 0 || (c == 0 && out)) {
		s->low = *v;
		s->low_out = out;
	}
	s->has_low = true;
}

static void lower_high(struct version_span *s, const struct version *v, bool out)
{
	int c = s->has_high ? version_compare(v, &s->high) : -1;

	if (c < 0 || (c == 0 && out)) {
		s->high = *v;
		s->high_out = out;
	}
	s->has_high = true;
}

/* From v up to the next version of its first `parts` parts. */
static void line_of(struct version_span *s, const struct version *v, uint32_t parts)
{
	struct version next = {.epoch = v->epoch, .parts = parts};

	for (uint32_t i = 0; i < parts; i++)
		next.release[i] = v->release[i];
	next.release[parts - 1]++;
	raise_low(s, v, false);
	lower_high(s, &next, true);
}

/* Poetry's ^: up to the next version of the first part that is not 0. */
static uint32_t caret_parts(const struct version *v)
{
	uint32_t i = 0;

	while (i + 1 < v->parts && v->release[i] == 0)
		i++;
	return i + 1;
}

enum clause_op {
	OP_BARE,
	OP_EQUAL,
	OP_SINGLE,
	OP_NOT,
	OP_COMPATIBLE,
	OP_CARET,
	OP_TILDE,
	OP_AT_LEAST,
	OP_AT_MOST,
	OP_ABOVE,
	OP_BELOW
};

static enum clause_op clause_op_at(struct cursor *c)
{
	static const struct {
		const char *text;
		enum clause_op op;
	} operators[] = {{"===", OP_EQUAL}, {"==", OP_EQUAL}, {"!=", OP_NOT}, {"~=", OP_COMPATIBLE},
	        {">=", OP_AT_LEAST}, {"<=", OP_AT_MOST}, {"=", OP_SINGLE}, {"~", OP_TILDE},
	        {"^", OP_CARET}, {">", OP_ABOVE}, {"<", OP_BELOW}};

	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (word(c, operators[i].text))
			return operators[i].op;
	return OP_BARE;
}

static void apply(struct version_span *s, enum clause_op op, const struct version *v, bool prefix)
{
	switch (op) {
	case OP_EQUAL:
		s->pinned = true;
		if (!prefix) {
			raise_low(s, v, false);
			lower_high(s, v, false);
			return;
		}
		line_of(s, v, v->parts);
		return;
	case OP_BARE:
	case OP_SINGLE:
		s->pinned = true;
		line_of(s, v, v->parts);
		return;
	case OP_NOT: return;
	case OP_COMPATIBLE: line_of(s, v, v->parts > 1 ? v->parts - 1 : 1); return;
	case OP_CARET: line_of(s, v, caret_parts(v)); return;
	case OP_TILDE: line_of(s, v, v->parts > 1 ? 2 : 1); return;
	case OP_AT_LEAST: raise_low(s, v, false); return;
	case OP_AT_MOST: lower_high(s, v, false); return;
	case OP_ABOVE: raise_low(s, v, true); return;
	case OP_BELOW: lower_high(s, v, true); return;
	}
}

static void blanks(struct cursor *c)
{
	while (peek(c) == ' ' || peek(c) == '\t' || peek(c) == ',' || peek(c) == '\n')
		skip(c, 1);
}

/* One list of clauses, up to "|" or the end. */
static bool clauses(struct cursor *c, struct version_span *s)
{
	*s = (struct version_span){0};
	for (blanks(c); c->rest.len && peek(c) != '|'; blanks(c)) {
		struct version v;
		bool prefix;
		enum clause_op op;

		if (peek(c) == '*') {
			skip(c, 1);
			continue;
		}
		op = clause_op_at(c);
		while (peek(c) == ' ')
			skip(c, 1);
		if (!version_at(c, &v, &prefix))
			return false;
		if (c->rest.len && !strchr(" \t,|\n", peek(c)))
			return false;
		apply(s, op, &v, prefix);
	}
	return true;
}

static void widen(struct version_span *s, const struct version_span *more)
{
	int low = s->has_low && more->has_low ? version_compare(&more->low, &s->low) : 0;
	int high = s->has_high && more->has_high ? version_compare(&more->high, &s->high) : 0;

	s->pinned = false;
	s->has_low = s->has_low && more->has_low;
	s->has_high = s->has_high && more->has_high;
	if (low < 0 || (low == 0 && !more->low_out)) {
		s->low = more->low;
		s->low_out = more->low_out;
	}
	if (high > 0 || (high == 0 && !more->high_out)) {
		s->high = more->high;
		s->high_out = more->high_out;
	}
}

bool version_span(str text, struct version_span *span)
{
	struct cursor c = {str_trim(text)};

	if (!clauses(&c, span))
		return false;
	while (peek(&c) == '|') {
		struct version_span more;

		while (peek(&c) == '|')
			skip(&c, 1);
		if (!clauses(&c, &more))
			return false;
		widen(span, &more);
	}
	return true;
}

bool version_span_within(const struct version_span *inner, const struct version_span *outer)
{
	if (outer->has_low) {
		int c = inner->has_low ? version_compare(&inner->low, &outer->low) : -1;

		if (c < 0 || (c == 0 && outer->low_out && !inner->low_out))
			return false;
	}
	if (outer->has_high) {
		int c = inner->has_high ? version_compare(&inner->high, &outer->high) : 1;

		if (c > 0 || (c == 0 && outer->high_out && !inner->high_out))
			return false;
	}
	return true;
}

static bool below(const struct version_span *a, const struct version_span *b)
{
	int c;

	if (!a->has_high || !b->has_low)
		return false;
	c = version_compare(&a->high, &b->low);
	return c < 0 || (c == 0 && (a->high_out || b->low_out));
}

bool version_spans_meet(const struct version_span *a, const struct version_span *b)
{
	return !below(a, b) && !below(b, a);
}

bool version_range_check(str text)
{
	struct version_span span;

	return str_trim(text).len && version_span(text, &span);
}
