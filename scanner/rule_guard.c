/* A guard counts only with a working other branch: a handler that raises again, or an else that
 * exits, protects nothing, since the program still cannot go on without the thing. A try does not
 * help what runs everywhere, only slowly or wrongly.
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

/* The last part of a dotted word. */
static str last_part(str word)
{
	size_t dot = str_rfind_byte(word, '.');

	return dot == word.len ? word : str_from_at(word, dot + 1);
}

/* A word of a test that speaks of the subject's availability; *negated: behind a `not`. */
static str availability_word(str test, str subject, bool *negated)
{
	str last = STR_NONE;

	for (size_t i = 0; i < test.len;) {
		size_t from = i;
		str word;

		if (!is_word(test.ptr[i])) {
			i++;
			continue;
		}
		while (i < test.len && (is_word(test.ptr[i]) || test.ptr[i] == '.'))
			i++;
		word = str_slice(test, from, i);
		if (word.len > subject.len && holds_loosely(word, subject) &&
		        speaks_of_availability(last_part(word))) {
			*negated = str_eq(last, S("not"));
			return word;
		}
		last = word;
	}
	return STR_NONE;
}

/* What is compared with a literal before `at`: the type of a device, the name of a platform. */
static bool tells_device(str test, size_t at)
{
	static const char *const ends[] = {
	        "device", "type", "_name", "name()", "platform", "accelerator", NULL};
	str left = str_trim(str_slice(test, 0, at));

	for (const char *const *end = ends; *end; end++)
		if (str_ends(left, str_from(*end)))
			return true;
	return false;
}

/* Where the operand begins that ends before `at`, blanks between: names, dots and brackets. */
static size_t operand_start(str test, size_t at)
{
	while (at > 0 && test.ptr[at - 1] == ' ')
		at--;
	while (at > 0 && (is_word(test.ptr[at - 1]) || strchr(".()[]", test.ptr[at - 1])))
		at--;
	return at;
}

/* x.device.type == "cuda" */
static str device_comparison(str test, bool *negated)
{
	for (size_t at = 0; at + 8 < test.len; at++) {
		bool same = test.ptr[at] == '=', other = test.ptr[at] == '!';
		size_t quote = at + 2;

		if ((!same && !other) || test.ptr[at + 1] != '=')
			continue;
		while (quote < test.len && test.ptr[quote] == ' ')
			quote++;
		if (quote + 5 < test.len && strchr("'\"", test.ptr[quote]) &&
		        str_starts(str_from_at(test, quote + 1), S("cuda")) &&
		        test.ptr[quote + 5] == test.ptr[quote] && tells_device(test, at)) {
			*negated = other;
			return str_slice(test, operand_start(test, at), quote + 6);
		}
	}
	return STR_NONE;
}

str protection_test(str test, str subject, bool *negated)
{
	str word;

	*negated = false;
	word = availability_word(test, subject, negated);
	return word.len || !str_eq(subject, S("cuda")) ? word : device_comparison(test, negated);
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

static bool handles_one_of(str head, const char *const *words)
{
	for (; *words; words++)
		if (handles(head, *words))
			return true;
	return false;
}

/* Handlers that catch a failed import, and those that catch what a call of something missing does.
 */
static bool catches(str head, bool import)
{
	static const char *const both[] = {"Exception", "BaseException", NULL};
	static const char *const imports[] = {"ImportError", "ModuleNotFoundError", NULL};
	static const char *const calls[] = {"RuntimeError", "AttributeError", "AssertionError",
	        "NotImplementedError", "OSError", "FileNotFoundError", "CalledProcessError", NULL};

	if (str_trim(str_from_at(head, 6)).len <= 1) /* except: */
		return true;
	return handles_one_of(head, both) || handles_one_of(head, import ? imports : calls);
}

/* A try of whose body the place is part: some handler that catches it goes on. */
static bool try_goes_on(struct python_matching *p, uint32_t try, bool import)
{
	const struct outline *o = &p->outline;

	for (uint32_t next = o->list.at[try].next; next != PYTHON_NONE;
	        next = o->list.at[next].next) {
		if (o->list.at[next].kind != STATEMENT_EXCEPT)
			return false;
		if (catches(head_text(p, next), import))
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
	word = protection_test(head, subject, &negated);
	if (!word.len || negated != otherwise)
		return false;
	if (other_goes_on(p, part))
		*found = (struct protection){GUARD_AVAILABLE, word};
	return true;
}

/* What a third party's package gives fails with its import; what PyTorch itself gives does not. */
static bool fails_on_import(const struct raw *raw)
{
	str root = str_slice(raw->matched, 0, str_find_byte(raw->matched, '.'));

	return raw->import ||
	       (root.len < raw->matched.len && !str_eq(root, S("torch")) && !str_eq(root, S("*")));
}

static struct protection statements_protect(
        struct python_matching *p, uint32_t statement, const struct raw *raw, str subject)
{
	const struct outline *o = &p->outline;
	struct protection found = {GUARD_NONE, STR_NONE};
	bool runs = p->m.worker->runs_anyway[raw->rule], import = fails_on_import(raw);

	for (uint32_t at = o->list.at[statement].parent; at != PYTHON_NONE;
	        at = o->list.at[at].parent) {
		switch ((enum statement_kind)o->list.at[at].kind) {
		case STATEMENT_TRY:
			if (!runs && try_goes_on(p, at, import))
				return (struct protection){
				        import ? GUARD_IMPORT : GUARD_TRY, STR_NONE};
			break;
		case STATEMENT_IF:
		case STATEMENT_ELIF:
		case STATEMENT_ELSE:
			if (subject.len && test_protects(p, at, raw->flags, subject, &found))
				return found;
			break;
		default: break;
		}
	}
	return found;
}

struct protection guard_of(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct outline *o = python_outline(p);
	struct protection found = {GUARD_NONE, STR_NONE};
	str subject = subject_of(raw->matched);

	if (statement == PYTHON_NONE)
		return found;
	found = statements_protect(p, statement, raw, subject);
	if (found.guard != GUARD_NONE)
		return found;
	/* a conditional expression: its other side is the other branch */
	if (raw->flags & PYTHON_CUDA_IF && str_has(head_text(p, statement), S("is_available")))
		found.guard = GUARD_CUDA;
	else if (subject.len)
		found = protection_in_expression(p->file->text, o->list.at[statement].at,
		        o->list.at[statement].end, raw->at, raw->end, subject);
	return found;
}
