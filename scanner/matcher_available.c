/* cuda-available-test: what is decided by torch.cuda.is_available(), or required by it.
 *
 * Nothing is decided where both ways only print, or where the answer can only let through what has
 * no CUDA. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include <string.h>

enum { BEHIND_MOST = 12 }; /* statements that a count is looked for in */

/* raise unittest.SkipTest, pytest.skip(): a test that is left out stops nothing. */
static bool skips(struct python_matching *p, const struct statement *s)
{
	const struct statement *last = &python_outline(p)->list.at[s->last_child];
	str text = str_slice(p->file->text, last->at, last->end);

	return str_has(text, S("skip")) || str_has(text, S("Skip"));
}

/* if not (A and B): with the call as A: false as soon as it is. */
static bool is_first_of_all(str head, size_t call_at)
{
	str test = str_trim(str_slice(head, 2, head.len - 1)), group;

	if (!str_ends(head, S(":")) || !str_starts(test, S("not")) || str_has(test, S(" or ")))
		return false;
	group = str_trim(str_from_at(test, 3));
	return str_starts(group, S("(")) && brackets_end(group) == group.len &&
	       str_trim(str_from_at(group, 1)).ptr == head.ptr + call_at;
}

/* The program stops unless the call is true. */
static bool is_required(
        struct python_matching *p, const struct statement *s, const struct python_call *call)
{
	const struct outline *o = python_outline(p);
	str text = p->file->text, head = statement_head(p, s);
	str rest = str_trim(str_slice(text, call->end, s->end));
	uint32_t at = call->at;

	if (s->kind == STATEMENT_ASSERT) /* and no comparison, no other way to pass */
		return str_starts(head, S("assert")) &&
		       str_trim(str_slice(text, s->at + 6, call->at)).len == 0 &&
		       (!rest.len || rest.ptr[0] == ',' || str_starts(rest, S("and ")));
	if (s->kind != STATEMENT_IF || !outline_leaves(o, (uint32_t)(s - o->list.at)) ||
	        skips(p, s))
		return false;
	if (str_has(str_slice(text, s->at, s->end), S(" and ")))
		return is_first_of_all(str_slice(text, s->at, s->end), call->at - s->at);
	while (at > s->at && strchr(" \t(", text.ptr[at - 1]))
		at--;
	/* not (A or cpu) */
	if (at < call->at && str_has(str_slice(text, at, call->at), S("(")) &&
	        str_has(str_slice(text, call->end, s->end), S(" or ")))
		return false;
	return at >= 3 && str_eq(str_slice(text, at - 3, at), S("not"));
}

bool statement_is_harmless(struct python_matching *p, const struct statement *s)
{
	static const char *const starts[] = {"torch.cuda.", "torch.backends.", "print(", "logging.",
	        "logger.", "log.", "warnings.", "cudnn.", "gc.collect("};
	str line = s->kind == STATEMENT_SIMPLE ? statement_head(p, s) : S("");

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (str_starts(line, str_from(starts[i])))
			return true;
	return false;
}

bool statement_is_told(struct python_matching *p, const struct statement *s)
{
	static const char *const starts[] = {"print(", "logging.", "logger.", "log.", NULL};

	static const char *const choices[] = {" if ", " or ", " and ", NULL};

	return s->kind == STATEMENT_SIMPLE && str_starts_one_of(statement_head(p, s), starts) &&
	       !str_has_one_of(str_slice(p->file->text, s->at, s->end), choices);
}

/* log_msg = delimiter.join(["time", "max mem"]), msg += "…", log_msg.append("max mem"): a text that
 * somebody reads. */
static bool makes_message(struct python_matching *p, const struct statement *s)
{
	static const char *const words[] = {"log", "msg", "message", NULL};
	static const char *const ways[] = {" = \"", " = '", " = f\"", " = f'", " += \"", " += '",
	        " += f\"", " += f'", ".append(\"", ".append('", ".append(f\"", ".append(f'", NULL};
	static const char *const others[] = {"torch", "cuda", "gpu", "cpu", "device", NULL};
	str text = str_slice(p->file->text, s->at, s->end), name, rest;
	size_t end = 0;

	while (end < text.len && byte_is_name(text.ptr[end]))
		end++;
	name = str_slice(text, 0, end);
	rest = str_from_at(text, end);
	if (s->kind != STATEMENT_SIMPLE || !str_has_one_of(name, words) ||
	        str_has_one_of(text, others))
		return false;
	return str_starts_one_of(rest, ways) ||
	       (str_starts(rest, S(" = ")) && str_has(rest, S(".join([")));
}

/* log_dict["memory"] = self._get_max_memory(runner): a figure for whoever reads the log. */
static bool keeps_memory(struct python_matching *p, const struct statement *s)
{
	str text = str_slice(p->file->text, s->at, s->end), left;
	size_t equals = str_find(text, S(" = "));

	left = str_slice(text, 0, equals);
	return s->kind == STATEMENT_SIMPLE && equals < text.len && str_has(left, S("[")) &&
	       str_has(left, S("mem")) && str_has(str_from_at(text, equals), S("memory"));
}

/* elif and else of an if do nothing but tell something. */
static bool other_parts_tell(struct python_matching *p, uint32_t head)
{
	const struct outline *o = python_outline(p);

	for (uint32_t part = o->list.at[head].next; part != PYTHON_NONE;
	        part = o->list.at[part].next) {
		uint8_t kind = o->list.at[part].kind;

		if (kind != STATEMENT_ELIF && kind != STATEMENT_ELSE)
			break;
		for (uint32_t c = o->list.at[part].child; c != PYTHON_NONE; c = o->list.at[c].next)
			if (!statement_is_told(p, &o->list.at[c]) &&
			        !makes_message(p, &o->list.at[c]))
				return false;
	}
	return true;
}

static bool is_harmless_guard(struct python_matching *p, const struct statement *s)
{
	const struct outline *o = python_outline(p);
	uint32_t index = (uint32_t)(s - o->list.at);
	str head = statement_head(p, s);
	uint32_t child = s->child;

	if (s->kind != STATEMENT_IF || str_has(head, S(" or ")) || str_has(head, S("not ")) ||
	        !other_parts_tell(p, index))
		return false;
	for (; child != PYTHON_NONE; child = o->list.at[child].next)
		if (!statement_is_harmless(p, &o->list.at[child]) &&
		        !makes_message(p, &o->list.at[child]) &&
		        !keeps_memory(p, &o->list.at[child]))
			return false;
	return s->child != PYTHON_NONE;
}

str without_brackets(str test)
{
	size_t depth = 0;

	test = str_trim(test);
	if (!str_starts(test, S("(")))
		return test;
	for (size_t i = 0; i < test.len; i++) {
		depth += test.ptr[i] == '(';
		depth -= test.ptr[i] == ')' && depth;
		if (!depth)
			return i + 1 == test.len ? str_slice(test, 1, i) : test;
	}
	return test;
}

/* x.is_cuda, torch.cuda.is_available(): false where there is no CUDA. */
static bool needs_cuda(str part)
{
	str word = without_brackets(part);

	if (str_eq(word, S("cuda.is_available()")) || str_eq(word, S("torch.cuda.is_available()")))
		return true;
	for (size_t i = 0; i < word.len; i++)
		if (!byte_is_name(word.ptr[i]) && !strchr(".[]()", word.ptr[i]))
			return false;
	return str_ends(word, S(".is_cuda"));
}

/* A keyword stands at a place of the text. */
static bool keyword_at(str text, size_t at, str word)
{
	size_t end = at + word.len;

	return str_starts(str_from_at(text, at), word) &&
	       (!at || !byte_is_name(text.ptr[at - 1])) &&
	       (end == text.len || !byte_is_name(text.ptr[end]));
}

/* a and b, one of them false where there is no CUDA. */
static bool is_true_with_cuda_alone(str test)
{
	size_t from = 0, depth = 0;

	for (size_t i = 0; i < test.len; i++) {
		depth += strchr("([{", test.ptr[i]) != NULL;
		depth -= strchr(")]}", test.ptr[i]) != NULL && depth;
		if (!depth && (keyword_at(test, i, S("or")) || keyword_at(test, i, S("if"))))
			return false;
	}
	for (size_t i = 0; i < test.len; i++) {
		depth += strchr("([{", test.ptr[i]) != NULL;
		depth -= strchr(")]}", test.ptr[i]) != NULL && depth;
		if (depth || !keyword_at(test, i, S("and")))
			continue;
		if (needs_cuda(str_slice(test, from, i)))
			return true;
		from = i + 3;
	}
	return needs_cuda(str_slice(test, from, test.len));
}

bool statement_raises_with_cuda(struct python_matching *p, const struct statement *s)
{
	const struct outline *o = python_outline(p);
	uint32_t index = (uint32_t)(s - o->list.at);
	str head;

	if (s->kind != STATEMENT_IF || s->last_child == PYTHON_NONE ||
	        o->list.at[s->last_child].kind != STATEMENT_RAISE ||
	        outline_part(o, index, STATEMENT_ELSE) != PYTHON_NONE ||
	        outline_part(o, index, STATEMENT_ELIF) != PYTHON_NONE)
		return false;
	head = str_trim(statement_head(p, s));
	if (!str_starts(head, S("if")) || !str_ends(head, S(":"))) /* cut off */
		return false;
	return is_true_with_cuda_alone(without_brackets(str_slice(head, 2, head.len - 1)));
}

static bool use_is_told(struct python_matching *p, const struct python_chain *chain)
{
	return statement_is_told(p, statement_at(p, chain->at));
}

/* there = torch.cuda.is_available() in a def that only tells what it is. */
static bool is_name_told(
        struct python_matching *p, const struct statement *s, const struct python_call *call)
{
	uint32_t statement = (uint32_t)(s - python_outline(p)->list.at), uses;

	return python_uses_pass(p, statement, call->at, call->end, use_is_told, &uses) && uses;
}

/* The program stops where a number of devices is none: the test of an assert or if, in which the
 * number stands from `at` to `end`. */
static bool stops_without(
        struct python_matching *p, const struct statement *s, size_t at, size_t end)
{
	const struct outline *o = python_outline(p);
	str text = p->file->text;
	str before = str_trim(str_slice(text, s->at, at)),
	    behind = str_trim(str_slice(text, end, s->end));
	static const char *const passed[] = {">", ">=", ",", NULL}, *const none[] = {
	                                                                    "== 0:", "< ", NULL};

	if (str_has(behind, S(" or ")) || str_has(behind, S(" and ")))
		return false;
	if (s->kind == STATEMENT_ASSERT)
		return str_eq(before, S("assert")) &&
		       (!behind.len || str_starts_one_of(behind, passed));
	if (s->kind != STATEMENT_IF || !outline_leaves(o, (uint32_t)(s - o->list.at)) ||
	        skips(p, s))
		return false;
	return (str_eq(before, S("if not")) && str_eq(behind, S(":"))) ||
	       (str_eq(before, S("if")) && str_starts_one_of(behind, none));
}

/* NAME = torch.cuda.device_count(), and nothing else: the name. */
static str name_of_count(
        struct python_matching *p, const struct statement *s, const struct python_call *call)
{
	str left = str_slice(p->file->text, s->at, call->at);
	size_t end = 0;

	while (end < left.len && byte_is_name(left.ptr[end]))
		end++;
	return s->kind == STATEMENT_SIMPLE && call->end == s->end &&
	                       str_eq(str_trim(str_from_at(left, end)), S("="))
	               ? str_slice(left, 0, end)
	               : STR_NONE;
}

/* assert torch.cuda.device_count() > 0, or NAME = torch.cuda.device_count() and the next statement
 * asks for NAME. */
static bool is_count_required(
        struct python_matching *p, const struct statement *s, const struct python_call *call)
{
	const struct outline *o = python_outline(p);
	str text = p->file->text, name;
	const struct statement *next;
	size_t at;

	if (stops_without(p, s, call->at, call->end))
		return true;
	name = name_of_count(p, s, call);
	if (!name.len || s->next == PYTHON_NONE)
		return false;
	next = &o->list.at[s->next];
	at = next->at + str_find_name(str_slice(text, next->at, next->end), name);
	return at < next->end && stops_without(p, next, at, at + name.len);
}

/* rank %, n //, n / stands before a place. */
static bool divides(str before)
{
	before = str_trim(before);
	return before.len > 1 &&
	       (before.ptr[before.len - 1] == '%' || before.ptr[before.len - 1] == '/');
}

/* rank % torch.cuda.device_count(), or NAME = torch.cuda.device_count() and rank % NAME in the
 * block behind it. */
static bool is_count_divisor(
        struct python_matching *p, const struct statement *s, const struct python_call *call)
{
	const struct outline *o = python_outline(p);
	str text = p->file->text, name;
	uint32_t next = s->next;

	if (divides(str_slice(text, s->at, call->at)))
		return true;
	name = name_of_count(p, s, call);
	for (int n = 0; name.len && next != PYTHON_NONE && n < BEHIND_MOST;
	        next = o->list.at[next].next, n++) {
		str behind = str_slice(text, o->list.at[next].at, o->list.at[next].end);
		size_t at = str_find_name(behind, name);

		if (o->list.at[next].kind != STATEMENT_SIMPLE || !python_may_look(p, 1) || !at)
			return false;
		if (at < behind.len)
			return divides(str_slice(behind, 0, at));
	}
	return false;
}

static void match_count(struct python_matching *p, const struct item_row *item,
        bool (*fits)(struct python_matching *p, const struct statement *s,
                const struct python_call *call))
{
	uint32_t count = python_path_find(p->file, S("torch.cuda.device_count"));

	for (uint32_t i = 0; count && i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct statement *s;

		if (!python_call_stands_for(p->file, call, count))
			continue;
		s = statement_at(p, call->at);
		if (s && python_may_look(p, 1) && fits(p, s, call))
			named_add_call(p, item, call);
	}
}

/* assert has_apex and torch.cuda.is_available(): whoever asks for Apex is told of it. */
/* "else None", "else 0" behind a choice, and nothing more of it. */
static bool is_nothing_else(str rest)
{
	static const char *const nothing[] = {
	        "None", "0", "0.0", "0.", "False", "\"\"", "''", NULL};
	size_t end = 0;

	if (!str_starts(rest, S("else ")))
		return false;
	rest = str_trim(str_from_at(rest, 5));
	while (end < rest.len && !strchr(",)]}:\n#; %", rest.ptr[end]))
		end++;
	return str_is_one_of(str_slice(rest, 0, end), nothing);
}

/* torch.cuda.synchronize() if torch.cuda.is_available() else None, a memory figure or 0: what is
 * chosen is for CUDA alone, and nothing is missed without it. */
static bool chooses_for_cuda(
        struct python_matching *p, const struct statement *s, const struct python_call *call)
{
	const struct python_file *file = p->file;
	str before = str_trim(str_slice(file->text, s->at, call->at));
	uint32_t calls = 0;

	if (s->kind != STATEMENT_SIMPLE || !str_ends(before, S(" if")) ||
	        str_has(before, S(".cuda(")) ||
	        !is_nothing_else(str_trim(str_slice(file->text, call->end, s->end))))
		return false;
	for (uint32_t i = python_call_from(file, s->at);
	        i < file->calls.len && file->calls.at[i].at < call->at; i++) {
		str target = call_target(p, &file->calls.at[i]);

		if (!str_starts(target, S("torch.")))
			continue;
		if (!asks_cuda_device(target) && !str_eq(target, S("torch.cuda.synchronize")))
			return false;
		calls++;
	}
	return calls > 0;
}

static bool asserts_apex(struct python_matching *p, const struct statement *s)
{
	static const char *const names[] = {"apex", "APEX", NULL};

	return s->kind == STATEMENT_ASSERT &&
	       str_has_one_of(str_slice(p->file->text, s->at, s->end), names);
}

void match_cuda_available(struct python_matching *p, const struct item_row *item)
{
	bool required = option_fits(p, item, "use", S("requires"), false);
	uint32_t available = python_path_find(p->file, S("torch.cuda.is_available"));

	if (option_fits(p, item, "use", S("divides"), false)) {
		match_count(p, item, is_count_divisor);
		return;
	}
	if (required)
		match_count(p, item, is_count_required);
	for (uint32_t i = 0; available && i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct statement *s;

		if (!python_call_stands_for(p->file, call, available))
			continue;
		s = statement_at(p, call->at);
		if (!s || asserts_apex(p, s))
			continue;
		if (required == is_required(p, s, call) &&
		        (required || (!is_harmless_guard(p, s) && !statement_is_told(p, s) &&
		                             !is_name_told(p, s, call) &&
		                             !chooses_for_cuda(p, s, call) &&
		                             !statement_raises_with_cuda(p, s))))
			named_add_call(p, item, call);
	}
}
