/* A guard counts only with a working other branch: a handler that raises again, or an else that
 * exits, protects nothing, since the program still cannot go on without the thing.
 *
 * The flags of the front end say where torch.cuda.is_available() is known to be true; the outline
 * says which statement that is and how its other branch ends. Other tests are told by their words:
 * a name that speaks of availability and holds the name of what it guards. */
#include "scanner/rule_guard.h"

#include <string.h>

enum { HEAD_BYTES = 2000 };

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static char small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
}

/* Whether `text` holds `word`, letters of any case, underscores left out of both. */
static bool holds_loosely(str text, str word)
{
	for (size_t from = 0; from < text.len; from++) {
		size_t i = from, k = 0;

		while (i < text.len && k < word.len) {
			if (text.ptr[i] == '_' && i > from) {
				i++;
			} else if (word.ptr[k] == '_' || word.ptr[k] == '-') {
				k++;
			} else if (small(text.ptr[i]) == small(word.ptr[k])) {
				i++;
				k++;
			} else {
				break;
			}
		}
		while (k < word.len && (word.ptr[k] == '_' || word.ptr[k] == '-'))
			k++;
		if (k == word.len && word.len)
			return true;
	}
	return false;
}

/* What a test would have to speak of: "cuda" for what torch.cuda holds and for device names, else
 * the package. */
static str subject_of(str name)
{
	if (holds_loosely(name, S("cuda")) || holds_loosely(name, S("nccl")))
		return S("cuda");
	name = str_slice(name, 0, str_find_byte(name, '.'));
	return str_eq(name, S("torch")) ? S("") : name; /* PyTorch itself is there */
}

static bool speaks_of_availability(str word)
{
	static const char *const starts[] = {"has_", "have_", "use_", "is_", "with_", "_has_",
	        "_have_", "_use_", "can_", "enable_", "hascuda", "usecuda"};
	char lower[64];
	size_t n = word.len < sizeof lower ? word.len : sizeof lower;

	for (size_t i = 0; i < n; i++)
		lower[i] = small(word.ptr[i]);
	if (str_has((str){lower, n}, S("avail")))
		return true;
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (str_starts((str){lower, n}, str_from(starts[i])))
			return true;
	return false;
}

/* A word of a head that speaks of the subject's availability; *negated: behind a `not`. */
static str test_word(str head, str subject, bool *negated)
{
	str last = STR_NONE;

	for (size_t i = 0; i < head.len;) {
		size_t from = i;
		str word;

		if (!is_word(head.ptr[i])) {
			i++;
			continue;
		}
		while (i < head.len && (is_word(head.ptr[i]) || head.ptr[i] == '.'))
			i++;
		word = str_slice(head, from, i);
		if (word.len > subject.len && holds_loosely(word, subject) &&
		        speaks_of_availability(
		                str_from_at(word, str_rfind_byte(word, '.') == word.len
		                                          ? 0
		                                          : str_rfind_byte(word, '.') + 1))) {
			*negated = str_eq(last, S("not"));
			return word;
		}
		last = word;
	}
	return STR_NONE;
}

static str head_text(struct python_matching *p, uint32_t statement)
{
	const struct statement *s = &p->outline.list.at[statement];
	uint32_t end = s->end - s->at > HEAD_BYTES ? s->at + HEAD_BYTES : s->end;

	return str_slice(p->file->text, s->at, end);
}

static bool handles(str head, const char *word)
{
	size_t at = str_find(head, str_from(word));

	return at < head.len &&
	       (at + strlen(word) == head.len || !is_word(head.ptr[at + strlen(word)]));
}

/* A try of whose body the place is part: some handler of a failed import goes on. */
static bool try_goes_on(struct python_matching *p, uint32_t try)
{
	const struct outline *o = &p->outline;

	for (uint32_t next = o->list.at[try].next; next != PYTHON_NONE;
	        next = o->list.at[next].next) {
		str head = head_text(p, next);

		if (o->list.at[next].kind != STATEMENT_EXCEPT)
			return false;
		if (handles(head, "ImportError") || handles(head, "ModuleNotFoundError") ||
		        handles(head, "Exception") || handles(head, "BaseException") ||
		        str_trim(str_from_at(head, 6)).len <= 1)
			return !outline_leaves(o, next);
	}
	return false;
}

/* The branch that is taken when the one of `part` is not: it goes on unless it leaves. */
static bool other_goes_on(struct python_matching *p, uint32_t part)
{
	const struct outline *o = &p->outline;
	uint32_t other;

	if (o->list.at[part].kind == STATEMENT_ELSE) {
		other = o->list.at[part].head;
		return !outline_leaves(o, other);
	}
	other = outline_part(o, part, STATEMENT_ELSE);
	return other == PYTHON_NONE || !outline_leaves(o, other);
}

/* An if, elif or else around the place that is about it. */
static bool test_protects(struct python_matching *p, uint32_t part, uint16_t flags, str subject,
        struct protection *found)
{
	const struct outline *o = &p->outline;
	bool otherwise = o->list.at[part].kind == STATEMENT_ELSE, negated = false;
	str head = head_text(p, otherwise ? o->list.at[part].head : part), word;

	if (flags & PYTHON_CUDA_IF && str_has(head, S("is_available")) &&
	        str_has(head, S("cuda"))) {
		if (other_goes_on(p, part))
			*found = (struct protection){GUARD_CUDA, STR_NONE};
		return true;
	}
	word = test_word(head, subject, &negated);
	if (!word.len || negated != otherwise)
		return false;
	if (other_goes_on(p, part))
		*found = (struct protection){GUARD_AVAILABLE, word};
	return true;
}

struct protection guard_of(struct python_matching *p, uint32_t statement, uint16_t flags, str name)
{
	const struct outline *o = python_outline(p);
	struct protection found = {GUARD_NONE, STR_NONE};
	str subject = subject_of(name);
	uint32_t at = statement;

	if (at == PYTHON_NONE)
		return found;
	for (at = o->list.at[at].parent; at != PYTHON_NONE; at = o->list.at[at].parent) {
		switch ((enum statement_kind)o->list.at[at].kind) {
		case STATEMENT_TRY:
			if (try_goes_on(p, at))
				return (struct protection){GUARD_IMPORT, STR_NONE};
			break;
		case STATEMENT_IF:
		case STATEMENT_ELIF:
		case STATEMENT_ELSE:
			if (subject.len && test_protects(p, at, flags, subject, &found))
				return found;
			break;
		default: break;
		}
	}
	/* a conditional expression: its other side is the other branch */
	if (flags & PYTHON_CUDA_IF && str_has(head_text(p, statement), S("is_available")))
		found.guard = GUARD_CUDA;
	return found;
}
