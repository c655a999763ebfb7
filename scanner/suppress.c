/* Reading and applying suppression comments. Findings about the comments themselves belong to rules
 * with the matchers suppression-expired, suppression-unused and suppression-unknown. */
#include "scanner/suppress.h"

#include "base/text.h"
#include "scanner/matcher.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_BYTES = 10000, LOOK_LINES = 64, WHOLE_FILE_MOST = 64 };

struct suppression {
	str names; /* between the brackets; empty: every rule */
	str reason;
	bool whole_file, until_known, expired, used, broken;
	str until, fault;
	uint32_t at, end;
	struct spot own, line; /* where it stands, which line it is for */
	uint8_t *answers;      /* by rule, of a long list of names; NULL: none yet */
};

bool suppress_may(str text)
{
	return str_has(text, S("portfit:"));
}

/* `key`'s value up to the next blank. */
static str value_of(str text, str key)
{
	size_t at = str_find(text, key);
	str rest = str_from_at(text, at + key.len);
	size_t end = 0;

	while (end < rest.len && !strchr(" \t,", rest.ptr[end]))
		end++;
	return at < text.len ? str_slice(rest, 0, end) : S("");
}

/* Without what closes a comment of C or a bracket comment of CMake. */
static str without_end(str reason)
{
	if (str_ends(reason, S("*/")) || str_ends(reason, S("]]")))
		reason = str_slice(reason, 0, reason.len - 2);
	return str_trim(reason);
}

/* Behind "portfit:" of a comment. False when it is no suppression at all. */
static bool parse(str text, int32_t as_of, struct suppression *s)
{
	size_t at = str_find(text, S("portfit:")), dashes;
	int32_t until;
	str rest = str_trim(str_from_at(text, at + 8));

	if (at == text.len || !str_starts(rest, S("ignore")))
		return false;
	rest = str_from_at(rest, 6);
	s->whole_file = str_starts(rest, S("-file"));
	if (s->whole_file)
		rest = str_from_at(rest, 5);
	if (rest.len && !strchr(" \t[*]", rest.ptr[0]))
		return false; /* "portfit: ignored": a person's words */
	rest = str_trim(rest);
	if (rest.len && rest.ptr[0] == '[') {
		size_t close = str_find_byte(rest, ']');

		s->names = str_trim(str_slice(rest, 1, close));
		if (close == rest.len)
			s->fault = S("its bracket does not close");
		else if (!s->names.len)
			s->fault = S("no rule stands between its brackets");
		rest = str_from_at(rest, close + 1);
	}
	dashes = str_find(rest, S("--"));
	s->reason = str_trim(str_from_at(rest, dashes + 2));
	s->reason = without_end(s->reason);
	s->until = value_of(str_slice(rest, 0, dashes), S("until="));
	if (s->until.len && !date_parse(s->until, &until))
		s->fault = S("its date is none; expected until=2027-03-01");
	else if (s->until.len)
		s->expired = until < as_of;
	return true;
}

/* The start of the line of `at`; `at` itself when that is too far away to matter. */
static uint32_t line_start(str text, uint32_t at)
{
	uint32_t i = at, least = at > LOOK_BYTES ? at - LOOK_BYTES : 0;

	while (i > least && text.ptr[i - 1] != '\n')
		i--;
	return i == least && i ? at : i;
}

static bool is_blank_range(const char *masked, uint32_t from, uint32_t to)
{
	for (; from < to; from++)
		if (!masked[from] || !strchr(" \t\r\n\f", masked[from]))
			return false;
	return true;
}

/* Which line a comment is for: its own, or the next one with something on it. */
static uint32_t line_for(const struct suppress_source *source, uint32_t at)
{
	uint32_t start = line_start(source->text, at), len = (uint32_t)source->text.len;
	uint32_t end = start + (uint32_t)str_find_byte(str_from_at(source->text, start), '\n');

	for (uint32_t i = 0;
	        i < LOOK_LINES && end < len && is_blank_range(source->masked, start, end); i++) {
		start = end + 1;
		end = start + (uint32_t)str_find_byte(str_from_at(source->text, start), '\n');
	}
	return start < len ? start : at;
}

static bool names_rule(str names, str id)
{
	str part;

	if (!names.len)
		return true;
	while (names.ptr && str_cut(&names, ',', &part))
		if (wildcard_match(str_trim(part), id))
			return true;
	return false;
}

/* The same, once for each rule where the list is long: its length bounds what is kept. */
static bool holds_for(struct matching *m, struct suppression *s, uint32_t rule)
{
	enum { NO = 1, YES };

	if (s->names.len < m->rules->n_rules / 4)
		return names_rule(s->names, m->rules->ids[rule]);
	if (!s->answers)
		s->answers = ARENA_ARRAY(m->env->temp, uint8_t, (size_t)m->rules->n_rules + 1);
	if (!s->answers[rule])
		s->answers[rule] = names_rule(s->names, m->rules->ids[rule]) ? YES : NO;
	return s->answers[rule] == YES;
}

/* By cell and line that they are for; those for the whole file first. */
static int compare(const void *left, const void *right)
{
	const struct suppression *a = left, *b = right;
	const uint32_t x[] = {!a->whole_file, a->line.cell, a->line.line, a->at};
	const uint32_t y[] = {!b->whole_file, b->line.cell, b->line.line, b->at};

	for (size_t i = 0; i < sizeof x / sizeof *x; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

static void silence(struct matching *m, struct suppression *s, struct finding *f)
{
	if (!holds_for(m, s, f->rule))
		return;
	s->used = true;
	if (s->expired && f->state == FINDING_NEW)
		f->from = FROM_CALENDAR;
	if (s->expired || s->fault.len || f->state == FINDING_SUPPRESSED)
		return;
	f->state = FINDING_SUPPRESSED;
	f->reason = arena_dup(m->out->arena, s->reason);
	f->until = arena_dup(m->out->arena, s->until);
}

static bool is_of_file(const struct finding *f)
{
	return f->line == 1 && f->column == 1 && f->end_line == 1 && f->end_column == 1;
}

/* All that hold for one finding: its first line, and any line of it with such a comment behind it.
 */
static void silence_finding(
        struct matching *m, struct suppression *list, uint32_t count, struct finding *f)
{
	uint32_t i = 0, low, high = count;

	for (; i < count && list[i].whole_file; i++)
		if (i < WHOLE_FILE_MOST)
			silence(m, &list[i], f);
	/* what is said of the whole file stands on line 1, which may be the comment's own */
	for (uint32_t k = i; is_of_file(f) && k < count; k++)
		if (list[k].own.line == 1 && list[k].line.line != 1)
			silence(m, &list[k], f);
	for (low = i; low < high;) {
		uint32_t mid = low + (high - low) / 2;
		const struct spot *line = &list[mid].line;

		if (line->cell < f->cell || (line->cell == f->cell && line->line < f->line))
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < count && list[low].line.cell == f->cell && list[low].line.line <= f->end_line;
	        low++)
		if (list[low].line.line == f->line || list[low].own.line == list[low].line.line)
			silence(m, &list[low], f);
}

/* The first named id that no rule has; whether one that is named is switched off. */
static str unknown_name(const struct matching *m, str names, bool *off)
{
	str part;

	while (names.len && str_cut(&names, ',', &part)) {
		uint32_t rule;

		part = str_trim(part);
		if (!part.len || str_has(part, S("*")))
			continue;
		rule = ruleset_find(m->rules, part);
		if (rule == UINT32_MAX)
			return part;
		*off |= m->rules->off[rule];
	}
	return STR_NONE;
}

static void tell(struct matching *m, const struct suppression *s, enum matcher which, str detail)
{
	uint32_t count;
	const struct ref_row *refs =
	        ruleset_refs(m->rules, RULE_NAME_MATCHER, matcher_name(which), &count);
	struct spot spot = s->own;

	for (uint32_t i = 0; i < count; i++) {
		struct finding *f =
		        match_add(m, m->rules->items[refs[i].item].rule, &spot, s->names, detail);

		if (f && which == MATCHER_SUPPRESSION_EXPIRED)
			f->from = FROM_CALENDAR;
	}
}

static void judge(struct matching *m, const struct suppression *s)
{
	struct arena *temp = m->env->temp;
	bool off = false;
	str unknown = unknown_name(m, s->names, &off);

	if (s->fault.len) {
		tell(m, s, MATCHER_SUPPRESSION_UNKNOWN, s->fault);
	} else if (unknown.len) {
		str nearest = rules_nearest(m->env, m->rules, unknown);

		tell(m, s, MATCHER_SUPPRESSION_UNKNOWN,
		        arena_format(temp, "there is no rule %.*s%s%.*s%s", STR_ARG(unknown),
		                nearest.len ? "; did you mean " : "", STR_ARG(nearest),
		                nearest.len ? "?" : ""));
	} else if (s->expired) {
		tell(m, s, MATCHER_SUPPRESSION_EXPIRED,
		        arena_format(temp, "ignore[%.*s] ended on %.*s", STR_ARG(s->names),
		                STR_ARG(s->until)));
	} else if (!s->used && !off) {
		tell(m, s, MATCHER_SUPPRESSION_UNUSED,
		        arena_format(temp, "ignore[%.*s] silences nothing", STR_ARG(s->names)));
	}
}

void suppress_apply(struct matching *m, const struct suppress_source *source)
{
	VEC(struct suppression) list = {0};
	struct arena *temp = m->env->temp;
	uint32_t last;

	for (uint32_t i = 0; i < source->n_comments; i++) {
		const struct text_comment *c = &source->comments[i];
		struct suppression s = {.at = c->at, .end = c->end};
		struct spot end;

		if (!parse(str_slice(source->text, c->at, c->end), m->rules->as_of, &s))
			continue;
		s.own = source->spot(source->context, c->at);
		end = source->spot(source->context, c->end);
		s.own.end_line = end.line;
		s.own.end_column = end.column;
		s.own.statement = s.names;
		s.line = source->spot(source->context, line_for(source, c->at));
		*VEC_PUSH(temp, &list) = s;
	}
	if (list.len)
		qsort(list.at, list.len, sizeof *list.at, compare);
	last = m->out->list.len;
	for (uint32_t i = m->first; i < last; i++)
		silence_finding(m, list.at, list.len, &m->out->list.at[i]);
	for (uint32_t i = 0; i < list.len; i++)
		judge(m, &list.at[i]);
}
