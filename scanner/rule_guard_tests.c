/* Tests of a project that leave themselves out where there is no CUDA, or no package that no target
 * has: marks, decorators, pytest.skip() before the place. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include "base/file.h"

#include <string.h>

enum {
	HEAD_BYTES = 2000,
	MARK_RECORDS = 100, /* as much as a mark takes */
};

/* @requires_cuda, @RunIf(min_cuda_gpus=1), pytest.param(…, marks=RunIf(min_cuda_gpus=1)): where
 * there is none, it is skipped. Gives the word that wants it. */
static str wants_cuda(str text)
{
	static const char *const words[] = {"require", "Require", "RunIf", "run_if", "runif", NULL};

	if (!str_has(text, S("cuda")) && !str_has(text, S("gpu")))
		return STR_NONE;
	for (const char *const *word = words; *word; word++) {
		size_t at = str_find(text, str_from(*word)), end = at;

		while (at < text.len && at > 0 && byte_is_word(text.ptr[at - 1]))
			at--;
		while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '.'))
			end++;
		if (at < text.len && (end == text.len || text.ptr[end] == '(')) /* no reason told */
			return str_slice(text, at, end);
	}
	return STR_NONE;
}

str param_wants_cuda(struct python_matching *p, const struct raw *raw)
{
	const struct python_file *file = p->file;
	uint32_t param = python_name_find(file, S("param"));

	for (uint32_t i = python_next_call(p, param, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, param, i)) {
		const struct python_call *call = &file->calls.at[i];

		if (call->open < raw->at && call->end >= raw->end)
			return wants_cuda(str_slice(file->text, raw->end, call->end));
	}
	return STR_NONE;
}

/* def test_x, class TestX: by its name. */
static bool is_test(struct python_matching *p, uint32_t definition)
{
	str head = head_written(p, definition, HEAD_BYTES);

	return str_starts(head, S("def test")) || str_starts(head, S("async def test")) ||
	       (str_starts(head, S("class ")) && str_has(head, S("Test")));
}

bool skipped_by_decorator(struct python_matching *p, uint32_t definition,
        const struct guard_subject *subject, struct protection *found)
{
	const struct outline *o = &p->outline;

	for (uint32_t i = definition; i > 0 && o->list.at[i - 1].kind == STATEMENT_DECORATOR &&
	                              python_may_look(p, MARK_RECORDS);
	        i--) {
		str head = head_written(p, i - 1, HEAD_BYTES), word;
		bool negated = false, skips = str_has(head, S("skip"));
		bool unless = str_has(head, S("skipUnless"));
		bool by_name = subject->width != WIDTH_TORCH_XLA;
		str wants = by_name ? wants_cuda(head) : STR_NONE;
		str required = by_name && is_test(p, definition) ? package_required(head, subject)
		                                                 : STR_NONE;

		/* without the reason behind it */
		word = protection_test(
		        str_slice(head, 0, str_find_byte(head, ',')), subject, &negated);
		if (!word.len)
			word = wants;
		if (required.len)
			word = wants = required;
		if (word.len && ((skips && negated != unless) || word.ptr == wants.ptr)) {
			bool left_out = word.ptr == wants.ptr && is_test(p, definition);

			*found = (struct protection){
			        left_out ? GUARD_SKIPPED : GUARD_AVAILABLE, word};
			return true;
		}
	}
	return false;
}

/* A test that speaks of what no target has: CUDA, another accelerator, a package that needs them.
 */
static bool speaks_of_missing(
        const struct python_matching *p, str word, const struct guard_subject *subject)
{
	return text_holds_loosely(word, S("cuda")) || text_holds_loosely(word, S("gpu")) ||
	       other_accelerator(word).len ||
	       str_has(held_test_text(subject->p, word), S("cuda.is_")) ||
	       (subject->word.len && !str_eq(subject->word, S("cuda")) &&
	               package_needs_cuda(p, subject->word));
}

/* pytest.mark.skipif(not torch.cuda.is_available(), …), one or more of them: the word. */
static str mark_leaves_out(struct python_matching *p, str text, const struct guard_subject *subject)
{
	const str call = S("skipif(");

	for (size_t at = str_find(text, call); at < text.len && python_may_look(p, MARK_RECORDS);
	        at += str_find(str_from_at(text, at), call)) {
		bool negated = false;
		size_t end = at += call.len;
		str word;

		while (end < text.len && !strchr(",)", text.ptr[end]))
			end += text.ptr[end] == '(' ? brackets_end(str_from_at(text, end)) : 1;
		word = protection_test(str_slice(text, at, end), subject, &negated);
		if (word.len && negated)
			return word;
	}
	return STR_NONE;
}

/* pytestmark = pytest.mark.skipif(…), pytestmark = [pytest.mark.gpu, pytest.mark.skipif(…)] of the
 * module: for all of its tests. */
static str module_mark(struct python_matching *p, const struct guard_subject *subject)
{
	const struct outline *o = &p->outline;
	uint32_t name = python_name_find(p->file, S("pytestmark"));

	for (uint32_t i = name ? python_next_binding(p, name, PYTHON_NONE) : PYTHON_NONE;
	        i != PYTHON_NONE; i = python_next_binding(p, name, i)) {
		uint32_t statement = outline_find(o, p->file->bindings.at[i].at);
		str word;

		if (statement == PYTHON_NONE || o->list.at[statement].parent != PYTHON_NONE ||
		        !python_may_look(p, MARK_RECORDS))
			continue;
		word = mark_leaves_out(p, statement_head(p, &o->list.at[statement]), subject);
		if (word.len)
			return word;
	}
	return STR_NONE;
}

/* def test_x() of test_y.py, y_test.py: what pytest calls, not the test of a trained model. */
static bool is_pytest(const struct python_matching *p, uint32_t def)
{
	str base = path_base(p->file->below);

	return str_starts(head_written(p, def, HEAD_BYTES), S("def test_")) &&
	       (str_starts(base, S("test_")) || str_ends(base, S("_test.py")));
}

/* It ends in pytest.skip(), or returns from a function that pytest calls. */
static bool leaves_test(struct python_matching *p, uint32_t leaving)
{
	const struct outline *o = &p->outline;
	uint32_t def = outline_def(o, o->list.at[leaving].parent);

	if (skips_test(p, o->list.at[leaving].last_child))
		return true;
	return def != PYTHON_NONE && is_pytest(p, def);
}

/* What stands outside of tests may run as a program too. */
static bool has_main(struct python_matching *p)
{
	return !python_may_look(p, p->file->text.len / 8) ||
	       str_has(p->file->text, S("if __name__ =="));
}

void test_is_left_out(struct python_matching *p, uint32_t statement,
        const struct guard_subject *subject, struct protection *found)
{
	const struct outline *o = &p->outline;
	struct protection test = {GUARD_NONE, STR_NONE};
	bool deferred = false, in_test = false;

	for (uint32_t at = statement, around, leaving; at != PYTHON_NONE; at = around) {
		uint8_t kind;

		around = o->list.at[at].parent;
		kind = around == PYTHON_NONE ? STATEMENT_OTHER : o->list.at[around].kind;
		deferred |= kind == STATEMENT_DEF;
		in_test |= kind == STATEMENT_DEF && is_pytest(p, around);
		if ((left_before(p, at, subject, &test, &leaving) && leaves_test(p, leaving)) ||
		        ((kind == STATEMENT_DEF || kind == STATEMENT_CLASS) && is_test(p, around) &&
		                skipped_by_decorator(p, around, subject, &test)))
			break;
		test.guard = GUARD_NONE;
	}
	if (test.guard == GUARD_NONE && deferred) {
		test = (struct protection){GUARD_AVAILABLE, module_mark(p, subject)};
		if (test.text.len && !in_test && has_main(p))
			return;
	}
	if (test.guard != GUARD_NONE && test.text.len && speaks_of_missing(p, test.text, subject))
		*found = (struct protection){GUARD_SKIPPED, test.text};
}
