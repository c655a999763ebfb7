/* Tests that are findings themselves: x.is_cuda is false on a target. Where it chooses between two
 * ways of doing one thing and the one for other devices goes on, that costs speed. Where it stands
 * before a step of its own (a wait for the device, a workaround), where what follows stops or is
 * the host's, or where what is decided stands elsewhere (a flag, an answer), it stays as it is. */
#include "scanner/rule_guard.h"

#include <string.h>

enum { STATEMENT_RECORDS = 4 };

static bool names_device(str text)
{
	static const char *const words[] = {
	        "cuda", "cpu", "CUDA", ".numpy(", "FloatTensor", "LongTensor", NULL};

	return str_has_one_of(text, words);
}

bool names_device_between(struct python_matching *p, uint32_t from, uint32_t to)
{
	str text = str_slice(p->file->text, from, to);

	return !python_may_look(p, text.len) || names_device(text);
}

/* A constant tells of success or failure. */
bool returns_made(struct python_matching *p, uint32_t part)
{
	static const char *const constants[] = {
	        "True", "False", "None", "\"", "'", "f\"", "f'", "NotImplemented", NULL};
	const struct outline *o = &p->outline;
	uint32_t last = o->list.at[part].last_child;
	str value;

	if (last == PYTHON_NONE || o->list.at[last].kind != STATEMENT_RETURN)
		return false;
	value = str_slice(p->file->text, o->list.at[last].at + 6, o->list.at[last].end);
	value = str_trim(value);
	return value.len && !str_starts_one_of(value, constants);
}

/* By its name a call that ends the program: raise_unsupported(), os.abort(). */
static bool is_ending_call(str text)
{
	static const char *const names[] = {"raise", "abort", "fail", "throw", "unsupported",
	        "not_supported", "not_implemented", NULL};
	static const char *const perhaps[] = {"_if", "_on_", "_for_", "_when", "_unless", NULL};
	size_t end = 0, from = 0;
	str name;

	for (; end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '.'); end++)
		if (text.ptr[end] == '.')
			from = end + 1;
	while (from < end && text.ptr[from] == '_')
		from++;
	name = str_slice(text, from, end);
	if (end == text.len || text.ptr[end] != '(' || str_has_one_of(name, perhaps))
		return false;
	for (const char *const *word = names; *word; word++)
		if (str_starts(name, str_from(*word)) &&
		        (name.len == strlen(*word) || name.ptr[strlen(*word)] == '_'))
			return true;
	return false;
}

/* assert False, "no kernel" */
static bool is_never_so(str test)
{
	static const char *const never[] = {"False", "0", "None", NULL};

	return str_is_one_of(str_trim(str_slice(test, 0, str_find_byte(test, ','))), never);
}

/* Nothing that a place could go on with: None, NotImplemented, raise_unsupported(). */
static bool is_no_value(str value)
{
	return !value.len || str_eq(value, S("None")) || str_starts(value, S("NotImplemented")) ||
	       is_ending_call(value);
}

/* y = None, warnings.warn("no kernel"): it makes nothing. */
static bool makes_nothing(str text)
{
	static const char *const told[] = {"warnings.", "warn(", "print(", "log.", "logger.",
	        "logging.", "_logger.", "LOG.", "\"", "'", NULL};

	return str_ends(text, S("= None")) || str_ends(text, S("= NotImplemented")) ||
	       str_starts_one_of(text, told);
}

bool way_works(struct python_matching *p, uint32_t at)
{
	const struct outline *o = &p->outline;
	bool made = false;

	for (; at != PYTHON_NONE; at = o->list.at[at].next) {
		const struct statement *s = &o->list.at[at];
		str text = str_slice(p->file->text, s->at, s->end);

		if (s->exits || !python_may_look(p, STATEMENT_RECORDS))
			return false;
		if (s->kind == STATEMENT_RETURN)
			return !is_no_value(str_trim(str_from_at(text, 6)));
		if (s->kind == STATEMENT_ASSERT && is_never_so(str_from_at(text, 6)))
			return false;
		if (s->kind == STATEMENT_SIMPLE && is_ending_call(text))
			return false;
		made |= s->kind != STATEMENT_PASS && !makes_nothing(text);
	}
	return made;
}

/* Something is put on the device there, by its words: scatter(data, [device]), x.cuda(). */
static bool moves_something(struct python_matching *p, str text)
{
	static const char *const words[] = {".cuda(", "to_cuda(", "to_device(", ".to(device",
	        ".to(self.device", ".to(model.device", "scatter_kwargs(", NULL};
	const str scatter = S("scatter(");

	if (!python_may_look(p, text.len) || str_has_one_of(text, words))
		return true;
	for (size_t at = str_find(text, scatter); at < text.len;
	        at += 1 + str_find(str_from_at(text, at + 1), scatter))
		if (!at || (!byte_is_word(text.ptr[at - 1]) && text.ptr[at - 1] != '.'))
			return true; /* neither x.scatter() nor torch.scatter() */
	return false;
}

/* if x.is_cuda: … else: …; if x.is_cuda: return … with something behind it; if not x.is_cuda:
 * return …. Where the words do not say which branch is taken, both have to go on. */
static bool branches_go_on(
        struct python_matching *p, uint32_t statement, const struct guard_subject *subject)
{
	const struct outline *o = &p->outline;
	const struct statement *s = &o->list.at[statement];
	str text = p->file->text, ifs, elses;
	uint32_t otherwise = outline_part(o, statement, STATEMENT_ELSE);
	uint32_t end = outline_end(o, p->file, statement), from = end, to = (uint32_t)text.len;
	bool negated = false, known, body, other;

	if (otherwise != PYTHON_NONE) {
		from = o->list.at[otherwise].end;
		to = outline_end(o, p->file, otherwise);
	} else if (s->next == PYTHON_NONE || !returns_made(p, statement)) {
		return false;
	} else if (s->parent != PYTHON_NONE) {
		to = outline_end(o, p->file, s->parent);
	}
	ifs = str_slice(text, s->end, end);
	elses = str_slice(text, from, to);
	known = protection_test(str_slice(text, s->at, s->end), subject, &negated).len > 0;
	body = way_works(p, s->child) && !names_device_between(p, s->end, end);
	other = way_works(p, otherwise == PYTHON_NONE ? s->next : o->list.at[otherwise].child) &&
	        !names_device_between(p, from, to);
	/* what stays on the host while the rest is on the device is no other way */
	if (known && otherwise != PYTHON_NONE && moves_something(p, negated ? elses : ifs) &&
	        !moves_something(p, negated ? ifs : elses))
		return false;
	return known ? (negated ? body : other) : body && other;
}

/* Behind the place, in brackets that are open there or not: where " else " stands that belongs to
 * the if before it; the end when there is none. */
static size_t else_behind(str text, size_t from)
{
	size_t depth = 0;

	for (; from < text.len; from++) {
		if (strchr("([{", text.ptr[from]))
			depth++;
		else if (strchr(")]}", text.ptr[from]) && depth-- == 0)
			break;
		else if (!depth && text.ptr[from] == ',')
			break;
		else if (!depth && str_starts(str_from_at(text, from), S(" else ")))
			return from;
	}
	return text.len;
}

/* A side of a conditional expression that makes something: no number, no text. */
static bool makes_something(str side)
{
	static const char *const nothing[] = {"None", "True", "False", NULL};

	side = str_trim(side);
	return !is_no_value(side) && ((side.ptr[0] | 32) >= 'a' && (side.ptr[0] | 32) <= 'z') &&
	       !str_starts_one_of(side, nothing) && !names_device(side);
}

/* A if x.is_cuda else B */
static bool sides_go_on(str text, size_t at)
{
	size_t from = at, other;

	while (from && !str_starts(str_from_at(text, from), S(" if ")))
		from--;
	if (!from || from + 4 > at || str_has(str_slice(text, from, at), S("not ")))
		return false;
	other = else_behind(text, from + 4);
	return other > at && other < text.len && makes_something(str_from_at(text, other + 6));
}

/* if len(torch.cuda.default_generators) > 0: … else: …: a test of whether there is one, with a way
 * for none. */
static bool counts_generators(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct outline *o = &p->outline;
	const struct statement *s = &o->list.at[statement];
	uint32_t otherwise = outline_part(o, statement, STATEMENT_ELSE);

	return s->kind == STATEMENT_IF && raw->end <= s->end && otherwise != PYTHON_NONE &&
	       str_eq(raw->matched, S("torch.cuda.default_generators")) &&
	       str_ends(str_slice(p->file->text, s->at, raw->at), S("len(")) &&
	       str_starts(str_from_at(p->file->text, raw->end), S(") > 0")) &&
	       way_works(p, o->list.at[otherwise].child) &&
	       !names_device_between(
	               p, o->list.at[otherwise].end, outline_end(o, p->file, otherwise));
}

bool test_has_other_way(struct python_matching *p, uint32_t statement, const struct raw *raw,
        const struct guard_subject *subject)
{
	const struct statement *s = &p->outline.list.at[statement];

	if (counts_generators(p, statement, raw))
		return true;
	if (!str_eq(raw->matched, S("torch.Tensor.is_cuda")) ||
	        !python_may_look(p, (s->end - s->at) * 4u))
		return false;
	switch ((enum statement_kind)s->kind) {
	case STATEMENT_IF:
	case STATEMENT_ELIF: return branches_go_on(p, statement, subject);
	case STATEMENT_SIMPLE:
	case STATEMENT_RETURN:
		return sides_go_on(str_slice(p->file->text, s->at, s->end), raw->at - s->at);
	default: return false;
	}
}
