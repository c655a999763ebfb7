/* Places that run only where torch_xla is: another product, which neither target's PyTorch comes
 * with. What its absence leaves out is nothing that a target misses, so that such a place is good
 * to know and no more, where the test is about torch_xla for certain:
 *
 *     if is_torch_xla_available():
 *         xm.mark_step()
 *
 * A test of whether there is a TPU (is_tpu() of a project) may be true beside a native back end. */
#include "scanner/rule_guard.h"

enum { LINE_BYTES = 100, TEST_RECORDS = 100, HELD_MOST = 3 };

/* A function that libraries have for it, imported from anywhere, or from the library alone. */
static bool is_known_test(str name, str target)
{
	static const char *const anywhere[] = {
	        "is_torch_xla_available", "is_torch_tpu_available", NULL};
	static const char *const hugging_face[] = {"accelerate.", "transformers.", NULL};

	return str_is_one_of(name, anywhere) ||
	       (str_eq(name, S("is_tpu_available")) && str_starts_one_of(target, hugging_face)) ||
	       (str_eq(name, S("has_xla_support")) && str_starts(target, S("ignite.")));
}

/* The first part of a word is imported, and nothing else in the file binds it. */
static bool is_imported_test(struct python_matching *p, str word)
{
	struct python_file *file = p->file;
	uint32_t name = python_name_find(file, str_slice(word, 0, str_find_byte(word, '.')));
	uint32_t first = name ? python_next_binding(p, name, PYTHON_NONE) : PYTHON_NONE;

	for (uint32_t i = first; i != PYTHON_NONE; i = python_next_binding(p, name, i))
		if (file->bindings.at[i].kind != PYTHON_BIND_IMPORT || !python_may_look(p, 1))
			return false;
	for (uint32_t i = 0; i < file->imports.len && first != PYTHON_NONE; i++) {
		const struct python_import *in = &file->imports.at[i];

		if (!python_may_look(p, 1))
			break;
		if ((in->alias ? in->alias : in->name) == name && in->target)
			return is_known_test(
			        str_last_part(word, '.'), python_path(file, in->target));
	}
	return false;
}

/* The statement runs only where torch_xla could be imported: it stands behind the import in a try
 * that goes on when that fails, in the else of one, or behind a test of it. */
static bool follows_import(
        struct python_matching *p, uint32_t statement, const struct guard_subject *subject)
{
	const struct outline *o = &p->outline;
	uint32_t at = o->list.at[statement].at, around = o->list.at[statement].parent;
	bool negated = false;
	str head;

	if (around == PYTHON_NONE || !python_may_look(p, TEST_RECORDS))
		return false;
	if (o->list.at[around].kind == STATEMENT_ELSE)
		around = o->list.at[around].head;
	else if (o->list.at[around].kind == STATEMENT_IF) {
		head = head_written(p, around, LINE_BYTES);
		return protection_test(head, subject, &negated).len && !negated;
	}
	return o->list.at[around].kind == STATEMENT_TRY && subject_imported(p, around, at, subject);
}

/* try: import torch_xla …, NAME = True, except ImportError: NAME = False. */
static bool is_flag_of_import(
        struct python_matching *p, str word, const struct guard_subject *subject)
{
	const struct outline *o = python_outline(p);
	struct guard_subject inner = *subject;
	uint32_t name = python_name_find(p->file, word);
	bool given = false;

	if (!name || inner.held++ == HELD_MOST)
		return false;
	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &p->file->bindings.at[i];
		uint32_t statement = outline_find(o, b->at), behind = b->at + (uint32_t)word.len;
		str line = str_slice(p->file->text, behind, behind + LINE_BYTES);

		line = str_trim(str_slice(line, 0, str_find_byte(line, '\n')));
		line = str_trim(str_slice(line, 0, str_find_byte(line, '#')));
		if (b->kind != PYTHON_BIND_OTHER || statement == PYTHON_NONE ||
		        !python_may_look(p, TEST_RECORDS))
			return false;
		if (str_eq(line, S("= False")))
			continue;
		if (!str_eq(line, S("= True")) || !follows_import(p, statement, &inner))
			return false;
		given = true;
	}
	return given;
}

bool asks_for_torch_xla(str word, const struct guard_subject *subject)
{
	return is_imported_test(subject->p, word) || is_flag_of_import(subject->p, word, subject);
}

bool runs_only_with_torch_xla(struct python_matching *p, uint32_t statement, const struct raw *raw,
        struct protection *found)
{
	struct guard_subject subject = {.word = S("torch_xla"), .p = p, .width = WIDTH_TORCH_XLA};
	str root = str_slice(raw->matched, 0, str_find_byte(raw->matched, '.'));
	struct protection test;

	if (!str_eq(root, subject.word) || p->m.worker->waits[raw->rule] ||
	        !python_may_look(p, TEST_RECORDS))
		return false;
	test = place_protection(p, statement, raw, &subject);
	if (test.guard == GUARD_NONE)
		test = callers_protect(p, raw, &subject, 0);
	if (test.guard != GUARD_AVAILABLE)
		return false;
	*found = (struct protection){GUARD_ABSENT, test.text};
	return true;
}
