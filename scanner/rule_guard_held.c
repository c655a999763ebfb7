/* What names of the file say in a test: HAS = is_x_available(), def has_x(): return
 * is_x_available(), also as a method or a property.
 *
 * A def says that something is there when all that it returns says so, is False or None, or is
 * returned behind a test of that. Its answer has to be the test itself: what a function makes of a
 * test is not known, and a tuple with one in it is always true. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include <string.h>

enum {
	FLAG_BYTES = 160,
	HELD_MOST = 3,      /* names that lead to each other */
	TEST_RECORDS = 100, /* as much as a test takes */
	BYTE_RECORDS = 4,   /* as much as a byte of one takes */
};

/* X if TEST else None: the test; STR_NONE when it is something else. */
static str condition_or_nothing(str value)
{
	size_t at = str_find(value, S(" if ")), end;
	str test = str_from_at(value, at + 4);

	end = str_find(test, S(" else "));
	if (str_has(test, S(" if ")) || (!str_eq(str_from_at(test, end), S(" else None")) &&
	                                        !str_eq(str_from_at(test, end), S(" else False"))))
		return STR_NONE;
	return str_slice(test, 0, end);
}

/* _probe(), of a def of the file. */
static bool calls_def(struct python_matching *p, str value)
{
	size_t open = str_find_byte(value, '(');
	uint32_t name = python_name_find(p->file, str_slice(value, 0, open)), binding;

	binding = python_next_binding(p, name, PYTHON_NONE);
	return binding != PYTHON_NONE &&
	       p->file->bindings.at[binding].kind == PYTHON_BIND_DEFINITION &&
	       open + brackets_end(str_from_at(value, open)) == value.len;
}

/* What a name is given behind `at`, when that reads like a test of what is there, on one line. */
static str given_test(struct python_matching *p, uint32_t at)
{
	static const char *const words[] = {"avail", "find_spec", "Cache(", "installed",
	        "version.cuda", "version.hip", "cuda", NULL};
	str line = str_slice(p->file->text, at, at + FLAG_BYTES);
	size_t end = str_find_byte(line, '\n'), comment = str_find(line, S(" #"));

	if (end == line.len && at + end < p->file->text.len)
		return STR_NONE;
	line = str_trim(str_slice(line, 0, comment < end ? comment : end));
	if (str_starts(line, S(": bool")))
		line = str_trim(str_from_at(line, 6));
	if (!str_starts(line, S("= ")))
		return STR_NONE;
	line = str_from_at(line, 2);
	if (str_has(line, S(" if ")))
		line = condition_or_nothing(line);
	return str_has_one_of(line, words) || calls_def(p, line) ? line : STR_NONE;
}

static bool is_nothing(const struct python_matching *p, uint32_t at)
{
	str rest = str_slice(p->file->text, at, at + 16);

	return str_starts(rest, S(" = False")) || str_starts(rest, S(" = None"));
}

/* if torch.cuda.is_available(): NAME = …: that test. */
static str test_around(struct python_matching *p, uint32_t at)
{
	const struct outline *o = python_outline(p);
	uint32_t statement = outline_find(o, at), around;
	str head;

	around = statement == PYTHON_NONE ? PYTHON_NONE : o->list.at[statement].parent;
	if (around == PYTHON_NONE || o->list.at[around].kind != STATEMENT_IF ||
	        !python_may_look(p, TEST_RECORDS))
		return STR_NONE;
	head = statement_head(p, &o->list.at[around]);
	if (!str_starts(head, S("if ")) || !str_has(head, S("cuda.is_available()")))
		return STR_NONE;
	return str_slice(head, 3, head.len - str_ends(head, S(":")));
}

/* Of several that a name is given all but one have to be False or None. */
static void note_test(struct python_matching *p, struct held_test *held, uint32_t at, uint32_t end)
{
	str test, around;

	held->nothing |= is_nothing(p, end);
	if (held->other || is_nothing(p, end))
		return;
	test = given_test(p, end);
	around = str_has(test, S("avail")) ? STR_NONE : test_around(p, at);
	held->inside |= around.len > 0;
	if (around.len)
		test = around;
	held->other = !test.len || (held->text.len && !str_eq(held->text, test));
	held->text = held->other ? STR_NONE : test;
}

/* A binding that says something of self.NAME, or of NAME. */
static bool speaks_of(const struct python_file *file, const struct python_binding *b, bool dotted)
{
	return !dotted || b->kind == PYTHON_BIND_PARAMETER || b->kind == PYTHON_BIND_DEFINITION ||
	       file->scopes.at[b->scope].kind == PYTHON_CLASS;
}

/* available = torch.cuda.is_available(); `dotted`: self.cuda likewise, args.cuda. */
static void find_test(struct python_matching *p, uint32_t name, bool dotted)
{
	const struct python_file *file = p->file;
	struct held_test *held = &p->tests[2 * (size_t)name + dotted];

	held->looked = true;
	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];

		if (!speaks_of(file, b, dotted))
			continue;
		held->given |= b->kind == PYTHON_BIND_PARAMETER;
		held->bound |= b->kind != PYTHON_BIND_DEFINITION;
		held->defined |= b->kind == PYTHON_BIND_DEFINITION;
		if (b->kind == PYTHON_BIND_VALUE || b->kind == PYTHON_BIND_OTHER)
			note_test(p, held, b->at, b->at + (uint32_t)python_name(file, name).len);
	}
	if (dotted && !python_may_look(p, p->kept.len))
		*held = (struct held_test){.looked = true, .other = true};
	for (uint32_t i = 0; i < p->kept.len && dotted && !held->other; i++) {
		const struct python_chain *chain = &file->chains.at[p->kept.at[i]];

		if (python_chain_last(file, chain) == name)
			note_test(p, held, chain->at, chain->end);
	}
	if ((held->inside && !held->nothing) || /* it need not be there otherwise */
	        (held->given && calls_def(p, held->text)))
		held->text = STR_NONE;
}

static void start_tests(struct python_matching *p)
{
	struct arena *temp = p->m.env->temp;

	p->tests = ARENA_ARRAY(temp, struct held_test, 2 * ((size_t)p->n_names + 1));
	for (uint32_t i = 0; i < p->file->chains.len; i++)
		if (p->file->chains.at[i].context == PYTHON_STORE &&
		        p->file->chains.at[i].name_count == 1)
			*VEC_PUSH(temp, &p->kept) = i;
}

static struct held_test *held_test(struct python_matching *p, uint32_t name, bool dotted)
{
	size_t at = 2 * (size_t)name + dotted;

	if (!p->tests)
		start_tests(p);
	if (!p->tests[at].looked)
		find_test(p, name, dotted);
	return &p->tests[at];
}

/* args.cuda: each store of an attribute of that name in the file is one of args. */
static bool is_kept_in(struct python_matching *p, str owner, uint32_t name)
{
	uint32_t root = python_name_find(p->file, owner), kept = 0;

	if (!root || !name)
		return false;
	held_test(p, name, true);
	if (!python_may_look(p, p->kept.len))
		return false;
	for (uint32_t i = 0; i < p->kept.len; i++) {
		const struct python_chain *chain = &p->file->chains.at[p->kept.at[i]];

		if (python_chain_last(p->file, chain) != name)
			continue;
		if (chain->root != root)
			return false;
		kept++;
	}
	return kept > 0;
}

/* The name that a word asks of what the file keeps: its own, or one of self, cls or args; 0: of
 * none. */
static uint32_t kept_name(struct python_matching *p, str word)
{
	size_t dot = str_find_byte(word, '.');
	str owner = str_slice(word, 0, dot);
	uint32_t name =
	        python_name_find(p->file, dot < word.len ? str_from_at(word, dot + 1) : word);

	return dot == word.len || str_eq(owner, S("self")) || str_eq(owner, S("cls")) ||
	                       is_kept_in(p, owner, name)
	               ? name
	               : 0;
}

str held_test_text(struct python_matching *p, str word)
{
	uint32_t name = kept_name(p, word);

	return name ? held_test(p, name, str_find_byte(word, '.') < word.len)->text : STR_NONE;
}

/* A comma outside of calls: a tuple, which is always true. */
static bool is_tuple(str value)
{
	for (size_t i = 0; i < value.len; i++) {
		if (i && byte_is_word(value.ptr[i - 1]))
			i += brackets_end(str_from_at(value, i));
		if (i < value.len && value.ptr[i] == ',')
			return true;
	}
	return false;
}

/* A word of a test that is nothing but a function when it is not called. */
static bool is_function(struct python_matching *p, str word)
{
	size_t dot = str_rfind_byte(word, '.');
	uint32_t name, binding;

	if (dot < word.len) {
		str last = str_from_at(word, dot + 1);

		return !str_starts(word, S("self.")) &&
		       (str_eq(last, S("is_available")) || str_eq(last, S("device_count")));
	}
	name = python_name_find(p->file, word);
	binding = name ? python_next_binding(p, name, PYTHON_NONE) : PYTHON_NONE;
	if (binding == PYTHON_NONE)
		return false;
	return p->file->bindings.at[binding].kind == PYTHON_BIND_DEFINITION ||
	       (p->file->bindings.at[binding].kind == PYTHON_BIND_IMPORT &&
	               str_starts(word, S("is_")) && str_has(word, S("avail")));
}

bool word_is_all_of_part(struct python_matching *p, str test, str word)
{
	static const char *const behind[] = {")", "and ", "or ", "is ", "> ", ">= ", NULL};
	size_t at = (size_t)(word.ptr - test.ptr), called;
	str rest = str_from_at(test, at + word.len);

	called = brackets_end(rest);
	if (!called && is_function(p, word)) /* which is there, whatever it would say */
		return false;
	rest = str_trim(str_from_at(rest, called));
	if (rest.len && !str_starts_one_of(rest, behind))
		return false;
	if (str_starts(rest, S("is ")) && speaks_of_availability(word)) /* not what it says */
		return false;
	while (at) {
		size_t end = at;

		if (strchr(" (", test.ptr[at - 1])) {
			at--;
			continue;
		}
		while (at && byte_is_word(test.ptr[at - 1]))
			at--;
		rest = str_slice(test, at, end);
		if (str_eq(rest, S("and")) || str_eq(rest, S("or")))
			break;
		if (!str_eq(rest, S("not")) && !str_eq(rest, S("bool")))
			return false;
	}
	return true;
}

/* return False, return None, return: not that it is there. */
static bool is_no(str value)
{
	return !value.len || str_eq(value, S("False")) || str_eq(value, S("None"));
}

/* What is returned, on one line: blanks as they are, so that " or " is found behind a bracket, and
 * around the words that join tests. */
static str returned_text(struct python_matching *p, const struct statement *s)
{
	static const char *const joints[] = {"and", "or", "if", "else", "is", NULL};
	str text = str_slice(p->file->text, s->at + 6, s->end);
	char *out = arena_alloc(p->m.env->temp, text.len * 2 + 1, 1);
	size_t n = 0;

	for (size_t i = 0; i < text.len;) {
		size_t from = i;
		uint32_t end;
		bool joint;

		if (text.ptr[i] == '#') {
			i += str_find_byte(str_from_at(text, i), '\n');
			continue;
		}
		if (strchr(" \t\r\n\f\\", text.ptr[i])) {
			if (n && out[n - 1] != ' ')
				out[n++] = ' ';
			i++;
			continue;
		}
		if (strchr("'\"", text.ptr[i]) && literal_at(text, (uint32_t)i, &end).ptr &&
		        end > i)
			i = end;
		else
			for (i++; i < text.len && byte_is_word(text.ptr[i - 1]) &&
			          byte_is_word(text.ptr[i]);)
				i++;
		joint = str_is_one_of(str_slice(text, from, i), joints);
		if (joint && n && out[n - 1] != ' ')
			out[n++] = ' ';
		memcpy(out + n, text.ptr + from, i - from);
		n += i - from;
		if (joint)
			out[n++] = ' ';
	}
	return str_trim((str){out, n});
}

static bool value_says(str value, const struct guard_subject *subject, bool *negated)
{
	bool chosen = str_has(value, S(" if "));
	str word;

	if (chosen)
		value = condition_or_nothing(value);
	if (!value.len || is_tuple(value))
		return false;
	word = protection_test(value, subject, negated);
	if (chosen && *negated) /* what is chosen may be false as well */
		return false;
	return word.len && word_is_all_of_part(subject->p, value, word);
}

/* What all that a def returns says together: with a "no" among it only one may be. */
static bool def_says(
        struct python_matching *p, uint32_t def, const struct guard_subject *subject, bool *negated)
{
	const struct outline *o = &p->outline;
	uint32_t end = outline_end(o, p->file, def), returns = 0, yes = 0;
	str body = str_slice(p->file->text, o->list.at[def].at, end);

	if (!python_may_look(p, body.len) || str_starts(body, S("async")) ||
	        str_has(body, S("yield "))) /* what is called is true, whatever it gives */
		return false;
	for (uint32_t i = def + 1; i < o->list.len && o->list.at[i].at < end; i++) {
		const struct statement *s = &o->list.at[i];
		str value;

		if (s->kind == STATEMENT_DEF || s->kind == STATEMENT_CLASS ||
		        !python_may_look(p, 1))
			return false;
		if (s->kind != STATEMENT_RETURN)
			continue;
		if (!python_may_look(p, TEST_RECORDS + (s->end - s->at) * BYTE_RECORDS))
			return false;
		value = returned_text(p, s);
		returns++;
		if (is_no(value))
			continue;
		if (value_says(value, subject, negated) && *negated)
			return returns == 1 && s->parent == def &&
			       end == outline_end(o, p->file, i);
		if (!value_says(value, subject, negated) && !return_is_guarded(p, i, subject))
			return false;
		yes++;
	}
	*negated = false;
	return yes > 0;
}

/* @property, @functools.cached_property */
static bool is_property(struct python_matching *p, uint32_t def)
{
	const struct outline *o = &p->outline;

	for (; def > 0 && o->list.at[def - 1].kind == STATEMENT_DECORATOR; def--)
		if (str_has(statement_head(p, &o->list.at[def - 1]), S("property")))
			return true;
	return false;
}

/* All defs of that name say so: those of classes for self.name, the others for name(). */
static bool defs_say(struct python_matching *p, uint32_t name, bool of_self, bool called,
        const struct guard_subject *subject, bool *negated)
{
	const struct python_file *file = p->file;
	const struct outline *o = python_outline(p);
	bool first = true, no = false;

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t def = outline_find(o, b->at);

		if (def == PYTHON_NONE || o->list.at[def].kind != STATEMENT_DEF ||
		        (file->scopes.at[b->scope].kind == PYTHON_CLASS) != of_self ||
		        is_property(p, def) == called || !def_says(p, def, subject, negated))
			return false;
		if (!first && no != *negated)
			return false;
		no = *negated;
		first = false;
	}
	return !first;
}

bool held_test_says(str word, str rest, const struct guard_subject *subject, bool *negated)
{
	struct guard_subject plain = *subject;
	struct python_matching *p = subject->p;
	bool dotted = str_find_byte(word, '.') < word.len, inside = false;
	bool of_self = str_starts(word, S("self.")) || str_starts(word, S("cls."));
	const struct held_test *held;
	uint32_t name = kept_name(p, word);

	if (!name || plain.held++ == HELD_MOST)
		return false;
	held = held_test(p, name, dotted);
	if (held->text.len) {
		if (!python_may_look(p, held->text.len * BYTE_RECORDS) ||
		        !protection_test(held->text, &plain, &inside).len)
			return false;
	} else if (!held->defined || held->bound || dotted != of_self ||
	           !defs_say(p, name, of_self, str_starts(rest, S("(")), &plain, &inside)) {
		return false;
	}
	if (!asks_whether(rest, negated))
		return false;
	*negated = *negated != inside;
	return true;
}
